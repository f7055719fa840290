//! Writes a document as a file: what was not edited since it was read is unchanged.

use treewright_core::diagnostic::{Diagnostic, TransferNote};
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::model::Node;
use treewright_core::project::Project;

use super::node::{FileConventions, namespace_before, node_fields, read};
use super::{KEY, pair, remarks, turn, usual_layout};
use crate::common::{Exported, WriteOptions, of_document, of_node, unless_refused};
use crate::foreign::{
    Fields, Json, JsonText, Layout, file_fields, kept, merged, own_id, push_tree, quoted,
};

/// Writes a document: the main tree first, then the unconnected branches.
///
/// # Errors
/// What the format cannot express, by node.
pub(super) fn write(
    project: &Project<'_>,
    _: &NodeLibrary,
    options: &WriteOptions,
    path: String,
) -> Result<Exported, Vec<Diagnostic>> {
    let document = project.document;
    let tape = kept(&document.extra, KEY);
    let kept = tape.as_ref().map(JsonText::top);
    let had = FileConventions::of_kept(kept);
    let mut manner = had.clone();
    if !options.type_key.is_empty() {
        manner.type_key.clone_from(&options.type_key);
    }
    if let Some(namespace) = &options.namespace {
        manner.namespace = namespace_before(namespace);
    }
    let mut notes = Vec::new();
    if document.root().is_none() {
        return Err(vec![of_document(remarks::no_root())]);
    }
    if !document.variables.is_empty() {
        notes.push(of_document(remarks::variables_left_out(
            document.variables.len(),
        )));
    }
    if document.restart_when_complete {
        notes.push(of_document(remarks::restart_left_out()));
    }
    let mut json = String::from("[");
    for (i, head) in document.heads().enumerate() {
        if i > 0 {
            json.push(',');
        }
        push_tree(document, head, "children", &mut json, |node| {
            let (fields, remarks) = fields(node, &had, &manner);
            notes.extend(remarks.into_iter().map(|note| of_node(node.id(), note)));
            fields
        });
    }
    json.push(']');
    let layout = Layout::from_json(kept.and_then(|kept| kept.get("layout")), &usual_layout());
    Ok(Exported {
        remarks: unless_refused(notes)?,
        ..Exported::one(path, layout.set(&json))
    })
}

/// Returns the object of a node: unchanged where nothing was edited. `had` are the conventions of its file, `wanted`
/// those to write.
fn fields(
    node: &Node,
    had: &FileConventions,
    wanted: &FileConventions,
) -> (Fields, Vec<TransferNote>) {
    let tape = kept(&node.extra, KEY);
    let Some(kept) = tape.as_ref().map(JsonText::top) else {
        let (mut fields, notes) = node_fields(node, None, wanted);
        let needs_one = matches!(&*node.task, "Wait" | "Succeed" | "Fail");
        if node.name.is_empty() && node.comment.is_empty() && !needs_one {
            without_description(&mut fields);
        }
        return (fields, notes);
    };
    let guid = kept
        .get("data")
        .map(|data| data.text_of("guid"))
        .unwrap_or_default();
    let read_as = |is_childless| read(kept, (NodeId::from(&*guid), is_childless), had).0;
    let mut before = read_as(node.children().is_empty());
    if before.task != node.task {
        before = read_as(false);
    }
    if own_id(node, Some(kept), Some(guid.clone())) == guid {
        before = before.copy_as(node.id().clone());
    }
    if !is_moved(kept, node, had) {
        before.position = node.position;
    }
    let base = node_fields(&before, Some(kept), had).0;
    let (ours, notes) = node_fields(node, Some(kept), had);
    let mut fields = merged(&file_fields(kept), &base, &ours);
    if had.type_key != wanted.type_key {
        fields.rename(&had.type_key, &wanted.type_key);
    }
    if had.namespace != wanted.namespace {
        rename_namespace(&mut fields, had, wanted);
    }
    (fields, notes)
}

/// Changes the namespace of a node's type if it has that of its file.
fn rename_namespace(fields: &mut Fields, had: &FileConventions, wanted: &FileConventions) {
    let json = fields.get(&wanted.type_key).unwrap_or_default();
    let Some(name) = JsonText::of(json).ok().and_then(|tape| {
        let name = tape.top().text()?.into_owned();
        Some(name.strip_prefix(&had.namespace)?.to_owned())
    }) else {
        return;
    };
    if !name.contains('.') {
        fields.text(&wanted.type_key, &format!("{}{name}", wanted.namespace));
    }
}

/// Returns whether a node was moved since it was read. A node without a position in the file does not get one
/// just because this program laid it out.
fn is_moved(kept: Json<'_>, node: &Node, manner: &FileConventions) -> bool {
    let place = kept.get("data").and_then(|data| pair(&data.text_of("pos")));
    manner.is_placed
        && place.is_some_and(|place| turn(manner.to_the_right).to_document(place) != node.position)
}

/// Removes the empty description of a new node. The editor of the runtime does not open its leaf classes without one.
fn without_description(fields: &mut Fields) {
    let Some(data) = fields.get("data").map(str::to_owned) else {
        return;
    };
    if let Ok(tape) = JsonText::of(&data) {
        debug_assert_eq!(tape.top().get("desc").map(Json::raw), Some(&*quoted("")));
        fields.set("data", Fields::of(tape.top(), &["desc"]).to_json());
    }
}
