//! Limits for the length of texts, so that every field of the editor can show them and a message can quote them. Both
//! reading and editing check them ([`too_long`]): a document that cannot be read again must not be saved.

use super::{Document, Group, NamedTree, Node, Note, Override, ParameterValue, Variable};
use crate::ids::NodeId;
use crate::limits::{NAME_BYTES, TEXT_BYTES};
use crate::value::Value;

/// A text that is too long.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TooLong {
    /// The node that has it.
    pub node: Option<NodeId>,
    /// The field that holds it, such as `name`.
    pub field: &'static str,
    /// Its length.
    pub bytes: usize,
    /// The longest allowed length.
    pub limit: usize,
}

type Checked = Result<(), TooLong>;

fn within(field: &'static str, bytes: usize, limit: usize) -> Checked {
    if bytes <= limit {
        return Ok(());
    }
    Err(TooLong {
        node: None,
        field,
        bytes,
        limit,
    })
}

/// Checks the length of a name: at most [`NAME_BYTES`].
///
/// # Errors
/// Returns [`TooLong`] if it is longer.
pub fn name(field: &'static str, name: &str) -> Checked {
    within(field, name.len(), NAME_BYTES)
}

/// Checks the length of a text that is no name: at most [`TEXT_BYTES`].
///
/// # Errors
/// Returns [`TooLong`] if it is longer.
pub fn text(field: &'static str, text: &str) -> Checked {
    within(field, text.len(), TEXT_BYTES)
}

fn value(value: &Value) -> Checked {
    match value {
        Value::String(string) => text("value", string),
        Value::List(items) => items.iter().try_for_each(|item| match item {
            Value::String(string) => text("value", string),
            _ => Ok(()),
        }),
        _ => Ok(()),
    }
}

/// Checks the texts of a parameter's value.
///
/// # Errors
/// Returns the first text that is too long.
pub fn parameter(set: &ParameterValue) -> Checked {
    match set {
        ParameterValue::Literal(literal) => value(&literal.value),
        ParameterValue::Variable(variable) => name("variable", variable),
    }
}

/// Checks the texts of overrides.
///
/// # Errors
/// Returns the first text that is too long.
pub fn overrides(overrides: &[Override]) -> Checked {
    overrides.iter().try_for_each(|one| {
        text("path", &one.path)?;
        name("parameter", &one.parameter)?;
        parameter(&one.value)
    })
}

/// Checks the texts of a node.
///
/// # Errors
/// Returns the first text that is too long, with the node's id.
pub fn node(node: &Node) -> Checked {
    let check = || {
        name("id", node.id().as_str())?;
        name("task", &node.task)?;
        name("name", &node.name)?;
        text("comment", &node.comment)?;
        text("data", &node.data)?;
        for (own, value) in &node.parameters {
            name("parameter", own)?;
            parameter(value)?;
        }
        overrides(&node.overrides)
    };
    check().map_err(|fault| TooLong {
        node: Some(node.id().clone()),
        ..fault
    })
}

/// Checks the texts of a variable.
///
/// # Errors
/// Returns the first text that is too long.
pub fn variable(variable: &Variable) -> Checked {
    name("variable", &variable.name)?;
    text("comment", &variable.comment)?;
    value(&variable.initial.value)
}

/// Checks the names of trees.
///
/// # Errors
/// Returns the first name that is too long.
pub fn trees(trees: &[NamedTree]) -> Checked {
    trees.iter().try_for_each(|tree| name("tree", &tree.name))
}

/// Checks the texts of a note.
///
/// # Errors
/// Returns the first text that is too long.
pub fn note(note: &Note) -> Checked {
    text("note", &note.text)?;
    name("color", &note.color)
}

/// Checks the texts of a group.
///
/// # Errors
/// Returns the first text that is too long.
pub fn group(group: &Group) -> Checked {
    name("group", &group.title)?;
    name("color", &group.color)
}

/// Checks all texts of a document.
///
/// # Errors
/// Returns the first text that is too long.
pub fn too_long(document: &Document) -> Result<(), TooLong> {
    name("name", &document.name)?;
    text("description", &document.description)?;
    for library in &document.libraries {
        name("library", library)?;
    }
    document.variables.iter().try_for_each(variable)?;
    trees(&document.trees)?;
    document.notes.iter().try_for_each(note)?;
    document.groups.iter().try_for_each(group)?;
    document.nodes().try_for_each(node)
}
