//! Reads a file as a document, with a task library of the game's tasks.

use treewright_core::category::Category;
use treewright_core::diagnostic::Diagnostic;
use treewright_core::format::{FormatError, FormatErrorKind};
use treewright_core::library::TaskLibrary;
use treewright_core::model::{DocumentBuilder, ListedPlace, NodeMap};

use super::node::{self, FileConventions, name_of, namespace_before};
use super::{KEY, TYPE_KEYS, USUAL_NAMESPACE, pair, remarks, usual_layout};
use crate::common::{ImportSource, Imported, library_names, of_document, of_node};
use crate::foreign::{
    Fields, ForeignFault, FreeIds, Json, JsonKind, JsonText, Layout, NestedNode, PositionMapping,
    are_placed, category_of, check_names, check_parameters, child_counts, flattened, kept_json,
    own_fields, used_tasks,
};

/// Reads a file: the first root is the main tree, the others are unconnected branches.
///
/// # Errors
/// If it is not a file of this format.
pub(super) fn read(source: &ImportSource<'_>) -> Result<Imported, FormatError> {
    let tape = JsonText::read(source.bytes)?;
    let top = tape.top();
    if top.kind() != JsonKind::List || top.is_empty() {
        return Err(top.wrong(ForeignFault::NoSave));
    }
    let mut nodes: Vec<NestedNode<'_>> = Vec::new();
    for root in top.items() {
        let from = nodes.len();
        nodes.extend(
            flattened(root, "children")
                .into_iter()
                .map(|nested| NestedNode {
                    parent: nested.parent.map(|parent| parent + from),
                    ..nested
                }),
        );
    }
    let manner = file_conventions(&nodes, &source.options.type_key);
    let (map, order, mut remarks) = convert_nodes(&nodes, &manner)?;
    let roots = top.items().count();
    if roots > 1 {
        remarks.push(of_document(remarks::loose_roots(roots - 1)));
    }
    let mut library = TaskLibrary::new(source.stem());
    library.tasks = used_tasks(&map, &child_counts(&map, &order), |_| false, category);
    let layout = Layout::of(&tape, source.bytes, &usual_layout());
    let mut builder = DocumentBuilder::new(source.stem());
    let kept = kept_json(top, manner.to_json(&layout))?;
    builder.settings(|document| {
        document.extra.insert(KEY.to_owned(), kept);
        document.libraries = library_names(source, &library);
    });
    let hung = builder.forest(map, &order);
    debug_assert!(hung.is_ok(), "every node is named once, parents first");
    Ok(Imported::of_one(source, builder.finish(), remarks, library))
}

/// Returns the conventions that most nodes of a file follow.
fn file_conventions(nodes: &[NestedNode<'_>], wanted: &str) -> FileConventions {
    let is_text = |json: Json<'_>| json.kind() == JsonKind::Text;
    let has = |key: &str| {
        let typed = nodes.iter().filter_map(|node| node.json.get(key));
        typed.filter(|json| is_text(*json)).count()
    };
    // Of several that occur equally often, the first.
    let found = TYPE_KEYS
        .into_iter()
        .rev()
        .max_by_key(|key| has(key))
        .unwrap_or(TYPE_KEYS[0]);
    // The requested key may be the one to write: a file that does not have it is read by the one that it has.
    let type_key = if has(wanted) == 0 { found } else { wanted };
    let mut written = nodes.iter().map(|node| node.json.text_of(type_key));
    let namespace = written.find_map(|name| name.rfind('.').map(|at| name[..=at].to_owned()));
    let place = |node: &NestedNode<'_>| pair(&node.json.get("data")?.text_of("pos"));
    let links = nodes
        .iter()
        .filter_map(|node| Some((place(&nodes[node.parent?])?, place(node)?)));
    FileConventions {
        type_key: type_key.to_owned(),
        namespace: namespace.unwrap_or_default(),
        to_the_right: PositionMapping::grows_to_the_right(links),
        is_placed: are_placed(nodes.iter().map(place)),
    }
}

impl FileConventions {
    fn to_json(&self, layout: &Layout) -> String {
        let mut fields = Fields::default();
        fields.text("type_key", &self.type_key);
        fields.text_unless_empty("namespace", &self.namespace);
        if !self.to_the_right {
            fields.set("down", "true");
        }
        if !self.is_placed {
            fields.set("unplaced", "true");
        }
        if let Some(layout) = layout.to_json(&usual_layout()) {
            fields.set("layout", layout);
        }
        fields.to_json()
    }

    /// Returns the conventions of a document's file; for a document that came from none, the usual ones.
    pub(super) fn of_kept(kept: Option<Json<'_>>) -> Self {
        let text = |key: &str| {
            kept.map(|kept| kept.text_of(key).into_owned())
                .filter(|text| !text.is_empty())
        };
        let flag = |key: &str| {
            kept.and_then(|kept| kept.get(key)?.flag())
                .unwrap_or_default()
        };
        Self {
            type_key: text("type_key").unwrap_or_else(|| TYPE_KEYS[0].to_owned()),
            namespace: match kept {
                Some(_) => text("namespace").unwrap_or_default(),
                None => namespace_before(USUAL_NAMESPACE),
            },
            to_the_right: !flag("down"),
            is_placed: !flag("unplaced"),
        }
    }
}

type NodesWithNotes = (NodeMap, Vec<(usize, ListedPlace)>, Vec<Diagnostic>);

/// Converts the nodes; returns them with the position of each in the forest, and the import notes.
fn convert_nodes<'t>(
    nodes: &[NestedNode<'t>],
    manner: &FileConventions,
) -> Result<NodesWithNotes, FormatError> {
    let guid = |node: &NestedNode<'t>| Some(node.json.get("data")?.text_of("guid"));
    let guids = nodes.iter().map(|node| guid(node).unwrap_or_default());
    let guids: Vec<_> = guids.collect();
    let mut ids = FreeIds::avoiding(guids.iter().map(|guid| &**guid));
    let mut made: NodesWithNotes = NodesWithNotes::default();
    for (index, (nested, guid)) in nodes.iter().zip(&guids).enumerate() {
        let json = nested.json;
        let data = json.get("data").map(Json::kind);
        if json.kind() != JsonKind::Object || data != Some(JsonKind::Object) {
            return Err(json.error(FormatErrorKind::MissingField { field: "data" }));
        }
        let name = name_of(json, &manner.type_key);
        if name.is_empty() {
            let field = manner.type_key.clone();
            return Err(json.wrong(ForeignFault::NoType { field }));
        }
        check_names(json, [&name, guid])?;
        let (id, is_taken) = ids.of(guid, &made.0);
        check_parameters(json.get("data"))?;
        let is_childless = json.get("children").is_none_or(Json::is_empty);
        let (mut node, notes) = node::read(json, (id.clone(), is_childless), manner);
        if is_taken {
            made.2.push(of_node(&id, remarks::same_guid(guid, &id)));
        }
        let given = (*id.as_str() != **guid).then_some(&id);
        node.extra.insert(
            KEY.to_owned(),
            kept_json(json, own_fields(json, "children", given).to_json())?,
        );
        made.2
            .extend(notes.into_iter().map(|note| of_node(&id, note)));
        made.0.insert(node);
        let hang = match nested.parent {
            Some(parent) => ListedPlace::Below(parent),
            None if index == 0 => ListedPlace::Root,
            None => ListedPlace::Loose,
        };
        made.1.push((index, hang));
    }
    Ok(made)
}

/// Returns the category of a class: by the letter before `Node` where the runtime's classes have one, else by its
/// number of children.
fn category(task: &str, children: usize) -> Category {
    let class = task.rsplit('.').next().unwrap_or(task);
    match (class.as_bytes(), children) {
        ([b'C', b'N', b'o', b'd', b'e', ..], _) => Category::Composite,
        ([b'D', b'N', b'o', b'd', b'e', ..], 0) => Category::Decorator,
        _ => category_of(children),
    }
}
