//! A single node: from its object in the file and back, without its children and its position.

use treewright_core::abort::AbortType;
use treewright_core::diagnostic::TransferNote;
use treewright_core::model::{FILE_PARAMETER, Node, ParameterValue, SUBTREE, TREE_PARAMETER};

use super::{kinds, remarks};
use crate::foreign::{
    Fields, Json, JsonKind, foreign_json, foreign_name, is_builtin, is_kept_as_text, literal_of,
    own_name, set_fields,
};

/// Maps tree ids to names, or names to ids.
pub(super) type NameLookup<'a> = &'a dyn Fn(&str) -> Option<String>;

/// Converts an object to a node, with import notes.
pub(super) fn read(json: Json<'_>, tree_of: NameLookup<'_>) -> (Node, Vec<TransferNote>) {
    let name = json.text_of("name");
    let properties = json.get("properties");
    let mut notes = Vec::new();
    let mut taken = None;
    let mut node = if let Some(tree) = tree_of(&name) {
        Node::new("", SUBTREE).with_parameter(TREE_PARAMETER, ParameterValue::literal(&*tree))
    } else if let Some((node, property, difference)) = kinds::to_builtin(&name, properties) {
        taken = property;
        notes.extend(difference);
        node
    } else {
        Node::new("", &*own_name(&name))
    };
    let given = |node: &Node, key: &str, value| {
        let is_taken = taken == Some(key) || node.parameters.contains_key(key);
        literal_of(value).filter(|_| !is_taken)
    };
    let fields = properties.into_iter().flat_map(Json::fields);
    let as_text = set_fields(&mut node, fields, given);
    notes.extend(as_text.into_iter().map(remarks::held_as_text));
    let title = json.text_of("title");
    node.name = if title == name {
        String::new()
    } else {
        title.into_owned()
    };
    node.comment = json.text_of("description").into_owned();
    (node, notes)
}

/// Returns the object of a node without id, children and position, and the export notes on it. `kept` is its object of
/// the file.
pub(super) fn node_fields(
    node: &Node,
    kept: Option<Json<'_>>,
    id_of: NameLookup<'_>,
) -> (Fields, Vec<TransferNote>) {
    let mut notes = Vec::new();
    if node.abort != AbortType::None {
        let note = remarks::no_aborts(node.abort);
        notes.push(note.with_message_argument("abort", &node.abort.message()));
    }
    if node.disabled {
        notes.push(remarks::no_disabling());
    }
    if !node.overrides.is_empty() {
        notes.push(remarks::no_overrides());
    }
    let mut taken: Vec<&str> = Vec::new();
    let mut properties = Fields::default();
    let name = if &*node.task == SUBTREE {
        taken = vec![TREE_PARAMETER, FILE_PARAMETER];
        subtree(node, id_of, &mut notes)
    } else if let Some(theirs) = kinds::from_builtin(node) {
        taken = theirs.taken;
        properties = theirs.properties;
        notes.extend(theirs.difference);
        theirs.name.to_owned()
    } else {
        if is_builtin(&node.task) {
            notes.push(remarks::needs_own_node(&node.task));
        }
        foreign_name(&node.task).to_owned()
    };
    let was = kept.and_then(|kept| kept.get("properties"));
    let was = was.map(Json::by_key).unwrap_or_default();
    for (parameter, value) in node
        .parameters
        .iter()
        .filter(|(name, _)| !taken.contains(&&***name))
    {
        match value {
            ParameterValue::Literal(literal) => {
                let was = was.get(&**parameter);
                let was_other = was.is_some_and(|was| is_kept_as_text(*was, literal));
                properties.set(parameter, foreign_json(literal, was_other));
            }
            ParameterValue::Variable(_) => notes.push(remarks::no_variables(parameter)),
        }
    }
    let mut fields = Fields::default();
    fields.text(
        "title",
        if node.name.is_empty() {
            &name
        } else {
            &node.name
        },
    );
    fields.text("name", &name);
    fields.text("description", &node.comment);
    fields.set("properties", properties.to_json());
    (fields, notes)
}

fn subtree(node: &Node, id_of: NameLookup<'_>, notes: &mut Vec<TransferNote>) -> String {
    let (tree, file) = (
        node.text_parameter(TREE_PARAMETER),
        node.text_parameter(FILE_PARAMETER),
    );
    if !file.is_empty() {
        notes.push(remarks::one_file(file));
    }
    id_of(tree).unwrap_or_else(|| {
        notes.push(remarks::unknown_tree(tree));
        String::new()
    })
}

/// Returns the ids of the children that an object lists.
pub(super) fn children(json: Json<'_>) -> Vec<String> {
    let list = json.items_of("children");
    let one = json
        .get("child")
        .filter(|child| child.kind() == JsonKind::Text);
    list.chain(one)
        .map(|id| id.text_or_empty().into_owned())
        .collect()
}
