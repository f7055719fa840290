//! Writes a document as a file of the form that it came from: a tree, a project, or a wrapped project. Also decides the
//! name of each tree there, and the trees to which unconnected nodes belong.

use std::cell::RefCell;

use rustc_hash::{FxHashMap, FxHashSet};
use treewright_core::category::Category;
use treewright_core::diagnostic::Diagnostic;
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::model::{Document, NamedTree, Node, SUBTREE};
use treewright_core::project::Project;

use super::read::{file_position, turn};
use super::{VERSION, custom, kept, kinds, node, remarks, usual_layout};
use crate::common::{Exported, WriteOptions, of_document, of_node, unless_refused};
use crate::foreign::{
    Fields, Json, JsonText, Layout, PositionMapping, foreign_name, is_builtin, listed, merged,
    own_name, push_number, quoted,
};

/// Writes a document: its named trees as the trees of a project, or its one tree by itself if it came that way or has
/// no others.
///
/// # Errors
/// What behavior3 cannot express, by node.
pub(super) fn write(
    project: &Project<'_>,
    library: &NodeLibrary,
    options: &WriteOptions,
    path: String,
) -> Result<Exported, Vec<Diagnostic>> {
    let document = project.document;
    if document.root().is_none() {
        return Err(vec![of_document(remarks::no_root())]);
    }
    let tape = kept(&document.extra);
    let had = tape.as_ref().map(JsonText::top);
    let trees = trees(document);
    let writer = OriginalWriter {
        document,
        library,
        lookup: TreeLookup::new(document, &trees),
        trees: &trees,
        notes: RefCell::new(Vec::new()),
    };
    writer.add_document_notes();
    let json = writer.file(had);
    let mut layout = Layout::from_json(had.and_then(|had| had.get("layout")), &usual_layout());
    if options.minify {
        layout = Layout::minified();
    }
    Ok(Exported {
        remarks: unless_refused(writer.notes.into_inner())?,
        ..Exported::one(path, layout.set(&json))
    })
}

struct OriginalWriter<'d> {
    document: &'d Document,
    library: &'d NodeLibrary,
    trees: &'d [WrittenTree<'d>],
    lookup: TreeLookup<'d>,
    notes: RefCell<Vec<Diagnostic>>,
}

impl OriginalWriter<'_> {
    fn add_document_notes(&self) {
        let mut notes = self.notes.borrow_mut();
        if !self.document.variables.is_empty() {
            notes.push(of_document(remarks::variables_left_out(
                self.document.variables.len(),
            )));
        }
        if self.document.restart_when_complete {
            notes.push(of_document(remarks::restart_left_out()));
        }
    }

    fn file(&self, had: Option<Json<'_>>) -> String {
        let custom = self.custom_nodes(had);
        let project = had.and_then(|had| had.get("project"));
        if project.is_none() && self.trees.len() == 1 {
            let mut fields = self.tree(&self.trees[0]);
            let is_new = had.is_none() || fields.get("custom_nodes").is_some() || custom != "[]";
            if is_new {
                fields.set("custom_nodes", custom);
            }
            return fields.to_json();
        }
        let mut fields = project.map_or_else(empty_project, |project| Fields::all(project));
        let root = self.document.root();
        let main = self.trees.iter().find(|tree| Some(tree.root) == root);
        let had_selected = project.is_none_or(|project| project.get("selectedTree").is_some());
        let first = self
            .trees
            .first()
            .is_some_and(|tree| Some(tree.root) == root);
        if let Some(main) = main.filter(|_| had_selected || !first) {
            fields.set("selectedTree", quoted(&main.id));
        }
        fields.set("trees", listed(self.tree_list(had)));
        if fields.get("custom_nodes").is_some() || custom != "[]" {
            fields.set("custom_nodes", custom);
        }
        match had.and_then(|had| had.get("file")) {
            Some(file) => {
                let mut file = Fields::all(file);
                file.set("data", fields.to_json());
                file.to_json()
            }
            None => fields.to_json(),
        }
    }

    /// Returns all trees, with the empty ones of the file at their places.
    fn tree_list(&self, had: Option<Json<'_>>) -> Vec<String> {
        let mut list: Vec<String> = self
            .trees
            .iter()
            .map(|tree| self.tree(tree).to_json())
            .collect();
        let empty = had
            .and_then(|had| had.get("empty"))
            .into_iter()
            .flat_map(Json::items);
        for tree in empty {
            let index = tree
                .get("index")
                .and_then(|index| index.raw().parse().ok())
                .unwrap_or(usize::MAX);
            if let Some(file) = tree.get("file") {
                list.insert(list.len().min(index), Fields::all(file).to_json());
            }
        }
        list
    }

    /// Returns a tree with its nodes.
    fn tree(&self, tree: &WrittenTree<'_>) -> Fields {
        let had = tree.kept.as_ref().map(JsonText::top);
        let mut own = self.nodes_of(tree);
        let keys = keys(&own, had);
        let turned = had.and_then(|had| had.get("turn"));
        // A node without a position in the file does not get one just because this program laid it out.
        let is_placed = turned.is_some() || had.is_none();
        let turn = turn(turned);
        let order = had
            .and_then(|had| had.get("order"))
            .into_iter()
            .flat_map(Json::items);
        let order: FxHashMap<String, usize> = order
            .enumerate()
            .map(|(i, key)| (key.text_or_empty().into_owned(), i))
            .collect();
        own.sort_by_key(|node| order.get(&keys[node.id()]).copied().unwrap_or(usize::MAX));
        let mut nodes = Fields::default();
        for node in own {
            nodes.set(
                &keys[node.id()],
                self.node(node, &keys, (&turn, is_placed)).to_json(),
            );
        }
        let mut ours = Fields::default();
        ours.text("version", VERSION);
        ours.text("scope", "tree");
        ours.text("id", &tree.id);
        ours.text("title", &tree.name);
        ours.text(
            "description",
            if tree.kept.is_none() {
                &self.document.description
            } else {
                ""
            },
        );
        ours.text("root", &keys[tree.root]);
        ours.set("properties", "{}");
        ours.set("nodes", "{}");
        let camera = r#"{"camera_x":640,"camera_y":360,"camera_z":1,"x":-160,"y":0}"#;
        ours.set("display", camera);
        let mut fields = match had.and_then(|had| had.get("file")) {
            Some(file) => {
                let mut base = ours.clone();
                if had.is_some_and(|had| had.text_of("name") != tree.name) {
                    base.set("title", "null");
                }
                if file.text_of("root") != keys[tree.root] {
                    base.set("root", "null");
                }
                merged(&Fields::all(file), &base, &ours)
            }
            None => ours,
        };
        fields.set("nodes", nodes.to_json());
        fields
    }

    /// Returns the nodes of a tree, and the unconnected ones that belong to it.
    fn nodes_of(&self, tree: &WrittenTree<'_>) -> Vec<&Node> {
        let mut own: Vec<&Node> = self.document.subtree(tree.root).collect();
        for head in self.lookup.beside.get(tree.root).into_iter().flatten() {
            own.extend(self.document.subtree(head));
        }
        own
    }

    fn node(
        &self,
        node: &Node,
        keys: &FxHashMap<NodeId, String>,
        (turn, is_placed): (&PositionMapping, bool),
    ) -> Fields {
        let tape = kept(&node.extra);
        let had = tape.as_ref().and_then(|tape| tape.top().get("node"));
        let id_of = |name: &str| self.lookup.ids.get(name).cloned();
        let (mut ours, notes) = node::node_fields(node, had, &id_of);
        let notes = notes.into_iter().map(|note| of_node(node.id(), note));
        self.notes.borrow_mut().extend(notes);
        let key = &keys[node.id()];
        let mut base = Fields::default();
        if let Some(had) = had {
            let name_of = |id: &str| self.lookup.names.get(id).cloned();
            let before = node::read(had, &name_of).0;
            base = node::node_fields(&before, Some(had), &id_of).0;
            let same_key = tape
                .as_ref()
                .is_some_and(|tape| tape.top().text_of("key") == **key);
            base.text("id", if same_key { key } else { "" });
            let is_there = !is_placed
                || file_position(had).is_none_or(|place| turn.to_document(place) == node.position);
            base.set(
                "display",
                if is_there {
                    place_json(turn, node)
                } else {
                    "null".to_owned()
                },
            );
        }
        ours.text("id", key);
        ours.set("display", place_json(turn, node));
        let children: Vec<&String> = node
            .children()
            .iter()
            .filter_map(|child| keys.get(child))
            .collect();
        self.children(node, &children, had, (&mut base, &mut ours));
        had.map_or_else(
            || in_editor_order(&ours),
            |had| merged(&Fields::all(had), &base, &ours),
        )
    }

    /// Adds the list of children, or the one child of a decorator.
    fn children(
        &self,
        node: &Node,
        children: &[&String],
        had: Option<Json<'_>>,
        (base, ours): (&mut Fields, &mut Fields),
    ) {
        let json = |list: &[&String]| listed(list.iter().map(|child| quoted(child)));
        let before: Vec<String> = had.map(node::children).unwrap_or_default();
        let is_broken = |at: usize| node.broken_links.iter().any(|link| link.index == at);
        let held = before.iter().enumerate().filter(|(at, _)| !is_broken(*at));
        let held: Vec<&String> = held.map(|(_, child)| child).collect();
        let is_same = held == children || before.iter().collect::<Vec<_>>() == children;
        let had_one =
            had.is_some_and(|had| had.get("child").is_some() && had.get("children").is_none());
        let is_decorator = had_one || had.is_none() && self.takes_one(node);
        let key = if is_decorator && children.len() <= 1 {
            "child"
        } else {
            "children"
        };
        let now = match (key, children) {
            ("child", [child]) => quoted(child),
            ("child", _) => "null".to_owned(),
            _ => json(children),
        };
        if is_same && had.is_some() {
            return;
        }
        if had_one && key == "children" {
            base.set("child", "");
        }
        if !children.is_empty() || had.is_some() {
            base.set(key, "");
            ours.set(key, now);
        }
    }

    fn takes_one(&self, node: &Node) -> bool {
        let declared = self.library.declaration(&node.task);
        declared.is_some_and(|declared| {
            declared.category == Category::Decorator && &*node.task != SUBTREE
        })
    }

    /// Returns the definitions of the file, and those of nodes that are used and not defined anywhere.
    fn custom_nodes(&self, had: Option<Json<'_>>) -> String {
        let had = had.and_then(|had| had.get("project").unwrap_or(had).get("custom_nodes"));
        let mut known: FxHashSet<String> = FxHashSet::default();
        let mut definitions = Vec::new();
        for definition in had.into_iter().flat_map(Json::items) {
            let name = definition.text_of("name");
            let declared = self
                .library
                .declaration(&own_name(&name))
                .filter(|d| !is_builtin(&d.task));
            definitions.push(
                declared
                    .map_or_else(
                        || Fields::all(definition),
                        |d| custom::definition_fields(d, Some(definition)),
                    )
                    .to_json(),
            );
            known.insert(name.into_owned());
        }
        for node in self.document.nodes() {
            let name = foreign_name(&node.task);
            let is_theirs = &*node.task == SUBTREE || kinds::from_builtin(node).is_some();
            // What the file used without a definition still needs none.
            let was = kept(&node.extra);
            let was = was.as_ref().and_then(|was| was.top().get("node"));
            let is_theirs = is_theirs || was.is_some_and(|was| was.text_of("name") == name);
            if is_theirs || !known.insert(name.to_owned()) {
                continue;
            }
            if let Some(declared) = self.library.declaration(&node.task) {
                definitions.push(custom::definition_fields(declared, None).to_json());
            }
        }
        listed(definitions)
    }
}

/// Returns unique ids for the nodes of a tree.
fn keys(nodes: &[&Node], had: Option<Json<'_>>) -> FxHashMap<NodeId, String> {
    let index = had.and_then(|had| had.get("index")).map(Json::raw);
    let mut taken: FxHashSet<String> = FxHashSet::default();
    let mut keys = FxHashMap::default();
    let own_key = |node: &Node| {
        let tape = kept(&node.extra)?;
        let is_here = tape
            .top()
            .get("tree")
            .map(|tree| tree.raw().to_owned())
            .as_deref()
            == index;
        is_here.then(|| tape.top().text_of("key").into_owned())
    };
    for node in nodes {
        if let Some(key) = own_key(node)
            && taken.insert(key.clone())
        {
            keys.insert(node.id().clone(), key);
        }
    }
    for node in nodes {
        if !keys.contains_key(node.id()) {
            let mut key = node.id().to_string();
            while !taken.insert(key.clone()) {
                key.push('_');
            }
            keys.insert(node.id().clone(), key);
        }
    }
    keys
}

fn place_json(turn: &PositionMapping, node: &Node) -> String {
    let (x, y) = turn.to_file(node.position);
    let mut fields = Fields::default();
    for (key, number) in [("x", x), ("y", y)] {
        let mut json = String::new();
        push_number(number.round(), &mut json);
        fields.set(key, json);
    }
    fields.to_json()
}

/// Returns the fields of a project without trees.
fn empty_project() -> Fields {
    let mut fields = Fields::default();
    fields.text("version", VERSION);
    fields.text("scope", "project");
    fields.text("selectedTree", "");
    fields
}

/// Returns the fields of a new node in the order of behavior3's editor.
fn in_editor_order(ours: &Fields) -> Fields {
    let mut fields = Fields::default();
    for key in "id name title description properties display children child".split(' ') {
        if let Some(json) = ours.get(key) {
            fields.set(key, json);
        }
    }
    fields
}

/// A tree to write.
pub(super) struct WrittenTree<'d> {
    pub name: String,
    pub id: String,
    pub root: &'d NodeId,
    pub kept: Option<JsonText<'d>>,
}

impl WrittenTree<'_> {
    /// Returns its index among the trees of the file that it came from.
    fn index(&self) -> Option<&str> {
        self.kept.as_ref()?.top().get("index").map(Json::raw)
    }
}

/// Data of all trees that writing a node needs.
#[derive(Default)]
pub(super) struct TreeLookup<'d> {
    /// The ids of trees by their names; of two with one name, the first.
    pub ids: FxHashMap<String, String>,
    /// The names of trees by their ids.
    pub names: FxHashMap<String, String>,
    /// The roots of unconnected branches that belong to a tree, by the tree's root.
    pub beside: FxHashMap<&'d NodeId, Vec<&'d NodeId>>,
}

impl<'d> TreeLookup<'d> {
    pub fn new(document: &'d Document, trees: &[WrittenTree<'d>]) -> Self {
        let mut lookup = Self::default();
        let mut roots = FxHashSet::default();
        let mut by_index: FxHashMap<&str, &'d NodeId> = FxHashMap::default();
        for tree in trees {
            for (of, key, value) in [
                (&mut lookup.ids, &tree.name, &tree.id),
                (&mut lookup.names, &tree.id, &tree.name),
            ] {
                if !key.is_empty() && !of.contains_key(key) {
                    of.insert(key.clone(), value.clone());
                }
            }
            roots.insert(tree.root);
            if let Some(index) = tree.index() {
                by_index.entry(index).or_insert(tree.root);
            }
        }
        for head in document.loose().iter().filter(|head| !roots.contains(head)) {
            let tape = document.node(head).and_then(|node| kept(&node.extra));
            let of = tape.as_ref().and_then(|tape| tape.top().get("tree"));
            let of = of.and_then(|of| by_index.get(of.raw()).copied());
            if let Some(root) = of.or(document.root()) {
                lookup.beside.entry(root).or_default().push(head);
            }
        }
        lookup
    }
}

/// Returns the main tree, unless it has a name, and the named trees.
pub(super) fn trees(document: &Document) -> Vec<WrittenTree<'_>> {
    let is_there = |tree: &&NamedTree| document.node(&tree.root).is_some();
    let mut ids: FxHashSet<String> = FxHashSet::default();
    // The number to try next for each id that several trees have.
    let mut numbers: FxHashMap<String, usize> = FxHashMap::default();
    let mut trees: Vec<WrittenTree<'_>> = Vec::new();
    let main = document
        .root()
        .filter(|root| document.tree_name(root).is_none());
    let main = main.map(|root| (document.name.clone(), root, None));
    let named = document
        .trees
        .iter()
        .filter(is_there)
        .map(|tree| (tree.name.to_string(), &tree.root, kept(&tree.extra)));
    for (name, root, kept) in main.into_iter().chain(named) {
        let had = kept
            .as_ref()
            .and_then(|kept| Some(kept.top().get("file")?.text_of("id").into_owned()));
        let mut id = had
            .filter(|id| !id.is_empty())
            .unwrap_or_else(|| format!("tree-{}", root.as_str()));
        if !ids.insert(id.clone()) {
            let next = numbers.entry(id.clone()).or_insert(2);
            loop {
                let numbered = format!("{id}_{next}");
                *next += 1;
                if ids.insert(numbered.clone()) {
                    id = numbered;
                    break;
                }
            }
        }
        trees.push(WrittenTree {
            name,
            id,
            root,
            kept,
        });
    }
    trees
}
