//! How long texts may be, so that every field of the editor can show them and a message can quote them. Whoever reads a file asks
//! ([`too_long`]), and so does whoever edits, since what cannot be read again must not be saved.

use super::{Document, Group, NamedTree, Node, Note, Override, ParameterValue, Variable};
use crate::ids::NodeId;
use crate::limits::{NAME_BYTES, TEXT_BYTES};
use crate::value::Value;

/// A text that is too long.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TooLong {
    /// The node that has it.
    pub node: Option<NodeId>,
    /// Which of its owner's texts it is, such as `name`.
    pub field: &'static str,
    /// How long it is.
    pub bytes: usize,
    /// How long it may be.
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

/// Whether a name is too long.
///
/// # Errors
/// If something of it is longer than a file may hold.
pub fn name(field: &'static str, name: &str) -> Checked {
    within(field, name.len(), NAME_BYTES)
}

/// Whether a text that is no name is too long.
///
/// # Errors
/// If something of it is longer than a file may hold.
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

/// Whether what a parameter is set to is too long.
///
/// # Errors
/// If something of it is longer than a file may hold.
pub fn parameter(set: &ParameterValue) -> Checked {
    match set {
        ParameterValue::Literal(literal) => value(&literal.value),
        ParameterValue::Variable(variable) => name("variable", variable),
    }
}

/// Whether one of these holds a text that is too long.
///
/// # Errors
/// If something of it is longer than a file may hold.
pub fn overrides(overrides: &[Override]) -> Checked {
    overrides.iter().try_for_each(|one| {
        text("path", &one.path)?;
        name("parameter", &one.parameter)?;
        parameter(&one.value)
    })
}

/// Whether a text of a node is too long.
///
/// # Errors
/// If something of it is longer than a file may hold.
pub fn node(node: &Node) -> Checked {
    let check = || {
        name("id", node.id().as_str())?;
        name("task", &node.task)?;
        name("name", &node.name)?;
        text("comment", &node.comment)?;
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

/// Whether a text of a variable is too long.
///
/// # Errors
/// If something of it is longer than a file may hold.
pub fn variable(variable: &Variable) -> Checked {
    name("variable", &variable.name)?;
    text("comment", &variable.comment)?;
    value(&variable.initial.value)
}

/// Whether the name of one of these is too long.
///
/// # Errors
/// If something of it is longer than a file may hold.
pub fn trees(trees: &[NamedTree]) -> Checked {
    trees.iter().try_for_each(|tree| name("tree", &tree.name))
}

/// Whether the text of a note is too long.
///
/// # Errors
/// If something of it is longer than a file may hold.
pub fn note(note: &Note) -> Checked {
    text("note", &note.text)?;
    name("color", &note.color)
}

/// Whether the title of a group is too long.
///
/// # Errors
/// If something of it is longer than a file may hold.
pub fn group(group: &Group) -> Checked {
    name("group", &group.title)?;
    name("color", &group.color)
}

/// The first text of a document that is too long.
///
/// # Errors
/// Says which it is.
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
