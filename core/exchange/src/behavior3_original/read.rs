//! Reads a file as a document, with a task library of the nodes that it defines.

use std::borrow::Cow;

use rustc_hash::{FxHashMap, FxHashSet};
use treewright_core::diagnostic::Diagnostic;
use treewright_core::format::native::link::{Wanted, link};
use treewright_core::format::shape::Text;
use treewright_core::format::{FormatError, FormatErrorKind};
use treewright_core::ids::NodeId;
use treewright_core::library::TaskLibrary;
use treewright_core::model::{Document, DocumentBuilder, NamedTree, NodeMap};

use super::{FileForm, KEY, custom, form, node, remarks, usual_layout};
use crate::common::{ImportSource, Imported, library_names, of_document, of_node};
use crate::foreign::{
    Fields, ForeignFault, Json, JsonKind, JsonText, Layout, PositionMapping, are_placed,
    category_of, check_names, check_parameters, kept_json, listed, quoted, used_tasks,
};

/// The distance between several trees of a file.
const BETWEEN_TREES: f64 = 300.0;

/// Reads a tree, a project or a wrapped project.
///
/// # Errors
/// If it is not a file of this format.
pub(super) fn read(source: &ImportSource<'_>) -> Result<Imported, FormatError> {
    let tape = JsonText::read(source.bytes)?;
    let top = tape.top();
    let form = form(top).ok_or_else(|| top.wrong(ForeignFault::NoTree))?;
    let project = if form == FileForm::Wrapped {
        top.get("data").unwrap_or(top)
    } else {
        top
    };
    let trees: Vec<Json<'_>> = match form {
        FileForm::Tree => vec![top],
        FileForm::Project | FileForm::Wrapped => project.items_of("trees").collect(),
    };
    let mut reading = TreesReader::default();
    let names = names(&trees);
    reading.is_placed = is_placed(&trees);
    // Of two trees with one id, the first counts.
    let identified = names.iter().rev().filter(|(id, _)| !id.is_empty());
    let by_id = identified.map(|(id, name)| (&**id, &**name)).collect();
    for (index, (tree, (_, name))) in trees.iter().zip(&names).enumerate() {
        reading.read_tree(*tree, (name, &by_id), index)?;
    }
    let selected = project.text_of("selectedTree");
    let main = trees
        .iter()
        .position(|tree| tree.text_of("id") == selected && !selected.is_empty());
    let mut document = Document::default();
    document.name = title(form, top, &trees, source.stem());
    if form != FileForm::Project {
        document.description = top.text_of("description").into_owned();
    }
    let layout = Layout::of(&tape, source.bytes, &usual_layout());
    let json = document_json(form, top, project, &reading.empty, &layout);
    document.extra.insert(KEY.to_owned(), kept_json(top, json)?);
    document.trees = std::mem::take(&mut reading.named);
    let mut library = custom::library(project.get("custom_nodes"), source.stem());
    reading.declare_undefined(&mut library);
    document.libraries = library_names(source, &library);
    let remarks = std::mem::take(&mut reading.remarks);
    let document = reading.connect(document, main);
    Ok(Imported::of_one(source, document, remarks, library))
}

/// Returns the name of the document.
fn title(form: FileForm, top: Json<'_>, trees: &[Json<'_>], stem: &str) -> String {
    let title = match form {
        FileForm::Tree => trees
            .first()
            .map(|tree| tree.text_of("title"))
            .unwrap_or_default(),
        FileForm::Project | FileForm::Wrapped => top.text_of("name"),
    };
    if title.is_empty() {
        stem.to_owned()
    } else {
        title.into_owned()
    }
}

/// Returns what the document keeps of its file.
fn document_json(
    form: FileForm,
    top: Json<'_>,
    project: Json<'_>,
    empty: &[String],
    layout: &Layout,
) -> String {
    let mut fields = Fields::default();
    if form == FileForm::Tree {
        fields.set(
            "custom_nodes",
            Fields::all(top).get("custom_nodes").unwrap_or("[]"),
        );
    } else {
        fields.set(
            "project",
            Fields::with_gap(project, "trees", "[]").to_json(),
        );
    }
    if form == FileForm::Wrapped {
        fields.set("file", Fields::with_gap(top, "data", "null").to_json());
    }
    if !empty.is_empty() {
        fields.set("empty", listed(empty));
    }
    if let Some(layout) = layout.to_json(&usual_layout()) {
        fields.set("layout", layout);
    }
    fields.to_json()
}

/// Returns the ids of the trees with their names: their titles, made unique.
fn names(trees: &[Json<'_>]) -> Vec<(String, String)> {
    let mut taken: FxHashSet<String> = FxHashSet::default();
    // The number to try next for each title, so that many equal titles do not take quadratic time.
    let mut numbers: FxHashMap<String, usize> = FxHashMap::default();
    let names = trees.iter().map(|tree| {
        let (id, title) = (tree.text_of("id"), tree.text_of("title"));
        let wanted = if title.is_empty() { &id } else { &title };
        let wanted = if wanted.is_empty() { "Tree" } else { wanted };
        let next = numbers.entry(wanted.to_owned()).or_insert(1);
        let name = loop {
            let name = match *next {
                1 => wanted.to_owned(),
                number => format!("{wanted} {number}"),
            };
            *next += 1;
            if taken.insert(name.clone()) {
                break name;
            }
        };
        (id.into_owned(), name)
    });
    names.collect()
}

/// The nodes and trees that are read so far.
#[derive(Default)]
struct TreesReader {
    nodes: NodeMap,
    children: Vec<Vec<Text<'static>>>,
    /// The positions in the file, where it has some.
    displays: Vec<Option<(f64, f64)>>,
    /// Whether the nodes of the file have positions.
    is_placed: bool,
    /// The index of the next tree's first node.
    first: usize,
    /// The right edge of the trees so far.
    right: i32,
    named: Vec<NamedTree>,
    /// The root of each tree, as an index into the nodes.
    roots: Vec<Option<usize>>,
    empty: Vec<String>,
    remarks: Vec<Diagnostic>,
}

impl TreesReader {
    fn read_tree(
        &mut self,
        tree: Json<'_>,
        (name, by_id): (&str, &FxHashMap<&str, &str>),
        index: usize,
    ) -> Result<(), FormatError> {
        let Some(nodes) = tree
            .get("nodes")
            .filter(|nodes| nodes.kind() == JsonKind::Object)
        else {
            return Err(tree.error(FormatErrorKind::MissingField { field: "nodes" }));
        };
        let tree_named = |id: &str| by_id.get(id).map(|name| (*name).to_owned());
        let keys: Vec<Cow<'_, str>> = nodes.fields().map(|(key, _)| key).collect();
        let ids = self.ids_for(&keys);
        let by_key: FxHashMap<&str, &NodeId> = keys
            .iter()
            .zip(&ids)
            .map(|(key, id)| (&**key, id))
            .collect();
        for ((key, json), id) in nodes.fields().zip(&ids) {
            if json.kind() != JsonKind::Object || json.text_of("name").is_empty() {
                return Err(json.error(FormatErrorKind::MissingField { field: "name" }));
            }
            check_names(json, [&json.text_of("name"), &key])?;
            check_parameters(json.get("properties"))?;
            let (made, notes) = node::read(json, &tree_named);
            let mut made = made.copy_as(id.clone());
            let mut fields = Fields::default();
            fields.text("key", &key);
            fields.set("tree", index.to_string());
            fields.set("node", Fields::all(json).to_json());
            made.extra
                .insert(KEY.to_owned(), kept_json(json, fields.to_json())?);
            let children =
                node::children(json)
                    .into_iter()
                    .map(|child| match by_key.get(&*child) {
                        Some(id) => id.to_string(),
                        // A node of another tree must not be taken for it.
                        None if self.nodes.contains_key(&child) => {
                            format!("{index}/{child}")
                        }
                        None => child,
                    });
            let children: Vec<_> = children.map(|child| Text(child.into())).collect();
            self.remarks
                .extend(notes.into_iter().map(|note| of_node(id, note)));
            self.children.push(children);
            self.displays
                .push(file_position(json).filter(|_| self.is_placed));
            self.nodes.insert(made);
        }
        let root = tree.text_of("root");
        let root = by_key.get(&*root).map(|id| (*id).clone());
        self.add_tree(tree, name, (root, &keys))
    }

    /// Declares the tasks that the nodes use and that the file does not define.
    fn declare_undefined(&self, library: &mut TaskLibrary) {
        let counts: Vec<usize> = self.children.iter().map(Vec::len).collect();
        let is_defined = |task: &str| library.task(task).is_some();
        let used = used_tasks(&self.nodes, &counts, is_defined, |_, most| {
            category_of(most)
        });
        library.tasks.extend(used);
    }

    /// Adds a named tree; an empty one is only kept.
    fn add_tree(
        &mut self,
        tree: Json<'_>,
        name: &str,
        (root, keys): (Option<NodeId>, &[Cow<'_, str>]),
    ) -> Result<(), FormatError> {
        let index = self.roots.len();
        let mut fields = Fields::default();
        fields.set("index", index.to_string());
        fields.text("name", name);
        fields.set("file", Fields::with_gap(tree, "nodes", "{}").to_json());
        fields.set("order", listed(keys.iter().map(|key| quoted(key))));
        self.roots.push(
            root.as_ref()
                .and_then(|root| self.nodes.get_index_of(root.as_str())),
        );
        let turn = self.place(index);
        if self.is_placed {
            fields.set("turn", turn_json(&turn));
        }
        let json = kept_json(tree, fields.to_json())?;
        if let Some(root) = root {
            let mut named = NamedTree::new(name, root);
            named.extra.insert(KEY.to_owned(), json);
            self.named.push(named);
        } else {
            self.remarks.push(of_document(remarks::empty_tree(name)));
            self.empty.push(json);
        }
        Ok(())
    }

    /// Returns ids for the nodes of a tree: their own where no other tree has them.
    fn ids_for(&self, keys: &[Cow<'_, str>]) -> Vec<NodeId> {
        let own: FxHashSet<&str> = keys.iter().map(|key| &**key).collect();
        let is_free = |id: &str| !id.is_empty() && !self.nodes.contains_key(id);
        let mut fresh = (self.nodes.len() + 1..)
            .map(|i| format!("n{i}"))
            .filter(|id| !own.contains(&**id) && is_free(id));
        let ids = keys.iter().map(|key| {
            if is_free(key) {
                NodeId::from(&**key)
            } else {
                NodeId::new(fresh.next().unwrap_or_default())
            }
        });
        ids.collect()
    }

    /// Positions the nodes of the last tree to the right of the trees before it; returns how positions were turned.
    fn place(&mut self, index: usize) -> PositionMapping {
        let own: Vec<usize> = (self.first..self.nodes.len()).collect();
        self.first = self.nodes.len();
        let to_the_right = PositionMapping::grows_to_the_right(self.links(&own));
        let mut turn = PositionMapping::of(to_the_right, TURNED, (0.0, 0.0));
        let places = own
            .iter()
            .filter_map(|node| self.displays[*node])
            .map(|place| turn.to_document(place).x);
        let bounds = places.fold(None, |bounds: Option<(i32, i32)>, x| {
            Some(bounds.map_or((x, x), |(from, to)| (from.min(x), to.max(x))))
        });
        let Some((from, to)) = bounds else {
            return turn;
        };
        if index > 0 {
            turn.shift.0 = f64::from(self.right) + BETWEEN_TREES - f64::from(from);
        }
        self.right = to.saturating_add(turn.shift.0 as i32);
        for node in own {
            if let (Some(display), Some(node)) =
                (self.displays[node], self.nodes.get_index_mut(node))
            {
                node.position = turn.to_document(display);
            }
        }
        turn
    }

    fn links(&self, nodes: &[usize]) -> impl Iterator<Item = ((f64, f64), (f64, f64))> {
        nodes.iter().flat_map(move |parent| {
            let children = self.children[*parent]
                .iter()
                .filter_map(|child| self.nodes.get_index_of(child));
            children.filter_map(move |child| Some((self.displays[*parent]?, self.displays[child]?)))
        })
    }

    /// Returns the document, with every node connected.
    fn connect(mut self, settings: Document, main: Option<usize>) -> Document {
        let with_root = |tree: &usize| self.roots.get(*tree).copied().flatten();
        let main = main.filter(|tree| with_root(tree).is_some());
        let main = main.or_else(|| (0..self.roots.len()).find(|tree| with_root(tree).is_some()));
        let loose = (0..self.roots.len()).filter(|tree| Some(*tree) != main);
        let loose: Vec<usize> = loose.filter_map(|tree| with_root(&tree)).collect();
        let forest = link(&Wanted {
            nodes: &self.nodes,
            children: &self.children,
            root: main.as_ref().and_then(with_root),
            loose: &loose,
            first_duplicate: self.nodes.len(),
            originals: &[],
        });
        for (parent, broken) in forest.broken {
            if let Some(node) = self.nodes.get_index_mut(parent) {
                node.broken_links.push(broken);
            }
        }
        let mut builder = DocumentBuilder::default();
        builder.settings(|document| *document = settings);
        let connected = builder.forest(self.nodes, &forest.order);
        debug_assert!(connected.is_ok(), "every node is named once, parents first");
        builder.finish()
    }
}

/// Factors for distances between siblings and levels: cards in this program are wider than blocks in behavior3, and
/// rows are closer than columns.
const TURNED: (f64, f64) = (3.0, 0.5);

fn turn_json(turn: &PositionMapping) -> String {
    let side = if turn.to_the_right { "true" } else { "false" };
    listed([
        side.to_owned(),
        (turn.shift.0 as i64).to_string(),
        (turn.shift.1 as i64).to_string(),
    ])
}

/// Returns how the positions of a tree were turned.
pub(super) fn turn(json: Option<Json<'_>>) -> PositionMapping {
    let parts: Vec<Json<'_>> = json.into_iter().flat_map(Json::items).collect();
    let to_the_right = parts.first().map(|part| part.raw()) != Some("false");
    let number = |at: usize| {
        parts
            .get(at)
            .and_then(|part| part.number())
            .unwrap_or_default()
    };
    PositionMapping::of(to_the_right, TURNED, (number(1), number(2)))
}

/// Returns the position of a node in the file.
pub(super) fn file_position(json: Json<'_>) -> Option<(f64, f64)> {
    let display = json.get("display")?;
    let number = |key: &str| display.get(key)?.number().filter(|at| at.abs() < 1e9);
    Some((number("x")?, number("y")?))
}

/// Returns whether the nodes of a file have different positions.
fn is_placed(trees: &[Json<'_>]) -> bool {
    let nodes = trees
        .iter()
        .filter_map(|tree| tree.get("nodes"))
        .flat_map(Json::fields);
    are_placed(nodes.map(|(_, node)| file_position(node)))
}
