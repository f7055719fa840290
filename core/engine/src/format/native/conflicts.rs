//! Unresolved conflicts of a merge, in the field `merge_conflicts` of a document's file:
//!
//! ```json
//! {"kind": "both_changed", "node": "n5", "field": "parameter", "name": "seconds", "base": 1.0, "ours": 2.0, "theirs": 3.0}
//! {"kind": "both_moved", "node": "n5", "field": "place", "ours": {"below": "n2", "index": 0}, "theirs": "root"}
//! {"kind": "removed_by_ours", "node": "n5", "field": "presence", "theirs": {"place": {"loose": 0}, "branch": {…}}}
//! {"kind": "both_added", "variable": "hp", "field": "initial", "ours": {"type": "int", "initial": 1}, "theirs": {…}}
//! ```
//!
//! A side at its default, or whose subject does not exist, is left out. A branch is a document that contains only
//! nodes.

use super::shapes::{FileConflict, FileDocument};
use super::{read, write};
use crate::abort::AbortType;
use crate::format::checked::{Checked, Wrong};
use crate::format::field_error::FieldError;
use crate::format::json::{self, Raw};
use crate::format::json_text::{compact, parse_part, push_spaced, push_string};
use crate::format::json_writer::{Writer, push_list};
use crate::format::literal::{
    push_display, push_literal, push_parameter, read_parameter, read_typed,
};
use crate::format::shape::shape;
use crate::format::{WriteError, stand_in_json};
use crate::geometry::Position;
use crate::ids::NodeId;
use crate::model::{
    Conflict, ConflictKind, Document, Field, FieldValue, NodePlace, ParameterValue, Scope, Subject,
};
use crate::value::ValueType;

shape! {
    /// A place in the tree, a branch with its place, or the type and initial value of a variable.
    FileSide is Side {
        below = "below": String,
        index = "index": usize,
        loose = "loose": usize,
        place = "place": Raw<'a>,
        branch = "branch": Raw<'a>,
        document = "document": Raw<'a>,
        value_type = "type": String,
        initial = "initial": Raw<'a>,
    }
}

/// Reads a conflict. An unreadable one makes the whole file unreadable: if it were dropped, it would count as
/// resolved.
pub(super) fn conflict<'a>(file: &FileConflict<'a>, index: usize) -> Checked<'a, Conflict> {
    let wrong = |raw: Option<Raw<'a>>, field: &str| {
        let path = format!("merge_conflicts[{index}].{field}");
        Wrong::field(raw.map(Raw::get), path, FieldError::Conflict)
    };
    let kind = file.kind.as_deref().and_then(ConflictKind::from_code);
    let kind = kind.ok_or_else(|| wrong(None, "kind"))?;
    let subject = match (&file.node, &file.variable, &file.tree) {
        (Some(id), None, None) => Subject::Node(NodeId::from(&**id)),
        (None, Some(name), None) => Subject::Variable((**name).into()),
        (None, None, Some(name)) => Subject::Tree((**name).into()),
        (None, None, None) => Subject::Document,
        _ => return Err(wrong(None, "node")),
    };
    let field = field(file).ok_or_else(|| wrong(None, "field"))?;
    let side = |raw: Option<Raw<'a>>, name: &str| match raw {
        None => Ok(None),
        Some(json) => match value(&field, json) {
            Some(value) => Ok(Some(value)),
            None => Err(wrong(raw, name)),
        },
    };
    Ok(Conflict {
        kind,
        subject,
        base: side(file.base, "base")?,
        ours: side(file.ours, "ours")?,
        theirs: side(file.theirs, "theirs")?,
        field,
    })
}

fn field(file: &FileConflict<'_>) -> Option<Field> {
    let name = file.name.as_deref();
    Some(match file.field.as_deref()? {
        "presence" => Field::Presence,
        "place" => Field::Place,
        "order" => Field::Order,
        "root" => Field::Root,
        "task" => Field::Task,
        "name" => Field::Name,
        "description" => Field::Description,
        "abort" => Field::Abort,
        "parameter" => Field::Parameter(name?.into()),
        "override" => Field::Override {
            path: file.path.as_deref()?.into(),
            parameter: name?.into(),
        },
        "stand_in" => Field::StandIn,
        "data" => Field::Data,
        "disabled" => Field::Disabled,
        "initial" => Field::Initial,
        "scope" => Field::Scope,
        "comment" => Field::Comment,
        "restart_when_complete" => Field::Restart,
        "seed" => Field::Seed,
        "libraries" => Field::Libraries,
        "breakpoint" => Field::Breakpoint,
        "extra" => Field::Extra(name?.to_owned()),
        _ => return None,
    })
}

/// Reads the value of a field.
fn value(field: &Field, raw: Raw<'_>) -> Option<FieldValue> {
    let json = raw.get();
    let text = || parse_part::<String>(json);
    Some(match field {
        Field::Presence => {
            let side: FileSide<'_> = json::from_str(json).ok()?;
            match (side.branch, side.document) {
                (Some(branch), None) => {
                    FieldValue::Branch(place(side.place?.get())?, inner(branch)?)
                }
                (None, Some(document)) => FieldValue::Whole(inner(document)?),
                _ => return None,
            }
        }
        Field::Place => FieldValue::Place(place(json)?),
        Field::Order => {
            let ids: Vec<String> = json::from_str(json).ok()?;
            FieldValue::Nodes(ids.into_iter().map(NodeId::from).collect())
        }
        Field::Root => FieldValue::Node(NodeId::from(text()?)),
        Field::Abort => FieldValue::Abort(AbortType::from_name(&text()?)?),
        Field::Parameter(_) | Field::Override { .. } => {
            FieldValue::Parameter(read_parameter(raw).ok()?)
        }
        Field::StandIn => FieldValue::StandIn(Box::new(stand_in_json::read_or_keep(json)?)),
        Field::Disabled | Field::Restart | Field::Breakpoint => {
            FieldValue::Flag(json::from_str(json).ok()?)
        }
        Field::Initial => {
            let side: FileSide<'_> = json::from_str(json).ok()?;
            let value_type = ValueType::from_name(&side.value_type?)?;
            let initial = read_typed(side.initial?.get(), &value_type).ok()?;
            FieldValue::Typed(value_type, initial)
        }
        Field::Scope => FieldValue::Scope(Scope::from_name(&text()?)?),
        Field::Seed => FieldValue::Number(json.parse().ok()?),
        Field::Libraries => FieldValue::Texts(json::from_str(json).ok()?),
        Field::Extra(_) => FieldValue::Json(compact(json)?),
        _ => FieldValue::Text(text()?.into()),
    })
}

fn place(json: &str) -> Option<NodePlace> {
    if parse_part::<String>(json).is_some_and(|word| word == "root") {
        return Some(NodePlace::Root);
    }
    let side: FileSide<'_> = json::from_str(json).ok()?;
    match (side.loose, side.below) {
        (Some(index), None) => Some(NodePlace::Loose(index)),
        (None, Some(parent)) => Some(NodePlace::Child(parent.into(), side.index?)),
        _ => None,
    }
}

/// Reads a document inside the document. It cannot contain conflicts itself, which limits the recursion.
fn inner(raw: Raw<'_>) -> Option<Box<Document>> {
    let file: FileDocument<'_> = json::from_str(raw.get()).ok()?;
    if file.merge_conflicts.is_some() {
        return None;
    }
    Some(Box::new(read(raw.get().as_bytes()).ok()?.document))
}

/// Checks that a conflict contains no number that cannot be written.
pub(super) fn check(conflict: &Conflict) -> Result<(), WriteError> {
    for value in [&conflict.base, &conflict.ours, &conflict.theirs] {
        match value {
            Some(FieldValue::Branch(_, inner) | FieldValue::Whole(inner)) => drop(write(inner)?),
            Some(value) if !is_finite(value) => {
                let node = conflict.subject.node().cloned();
                return Err(WriteError::ParameterNotFinite {
                    node: node.unwrap_or_else(|| NodeId::from("")),
                    parameter: conflict.field.to_string().into(),
                });
            }
            _ => {}
        }
    }
    Ok(())
}

fn is_finite(value: &FieldValue) -> bool {
    match value {
        FieldValue::Parameter(ParameterValue::Literal(literal)) | FieldValue::Typed(_, literal) => {
            literal.value.is_finite()
        }
        FieldValue::StandIn(stand_in) => stand_in.is_finite(),
        _ => true,
    }
}

/// Appends a conflict on one line.
pub(super) fn push(conflict: &Conflict, out: &mut String) {
    let mut line = Writer::on_one_line();
    line.text("kind", conflict.kind.code());
    match &conflict.subject {
        Subject::Node(id) => line.text("node", id.as_str()),
        Subject::Variable(name) => line.text("variable", name),
        Subject::Tree(name) => line.text("tree", name),
        Subject::Document | Subject::Note(_) | Subject::Group(_) => {}
    }
    line.text("field", conflict.field.code());
    match &conflict.field {
        Field::Parameter(name) => line.text("name", name),
        Field::Extra(name) => line.text("name", name),
        Field::Override { path, parameter } => {
            line.text("path", path);
            line.text("name", parameter);
        }
        _ => {}
    }
    let sides = [
        ("base", &conflict.base),
        ("ours", &conflict.ours),
        ("theirs", &conflict.theirs),
    ];
    for (key, value) in sides {
        if let Some(value) = value {
            line.field(key, |out| push_value(value, out));
        }
    }
    out.push_str(&line.finish());
}

/// Returns the JSON of a field's value, as in the file of a document. `None` if it contains a number that JSON cannot
/// hold.
pub fn field_value_json(value: &FieldValue) -> Option<String> {
    let mut json = String::new();
    push_value(value, &mut json);
    is_finite(value).then_some(json)
}

fn push_value(value: &FieldValue, out: &mut String) {
    match value {
        FieldValue::Text(text) => push_string(text, out),
        FieldValue::Flag(on) => push_display(on, out),
        FieldValue::Number(number) => push_display(number, out),
        FieldValue::Abort(abort) => push_string(abort.name(), out),
        FieldValue::Parameter(value) => push_parameter(value, out),
        FieldValue::StandIn(stand_in) => stand_in_json::push(stand_in, out),
        FieldValue::Typed(value_type, initial) => {
            let mut side = Writer::on_one_line();
            side.text("type", &value_type.to_string());
            side.field("initial", |out| push_literal(initial, out));
            out.push_str(&side.finish());
        }
        FieldValue::Scope(scope) => push_string(scope.name(), out),
        FieldValue::Position(Position { x, y }) | FieldValue::Size(x, y) => {
            push_list([x, y], out, push_display);
        }
        FieldValue::Node(id) => push_string(id.as_str(), out),
        FieldValue::Nodes(ids) => push_list(ids, out, |id, out| push_string(id.as_str(), out)),
        FieldValue::Texts(texts) => push_list(texts, out, |text, out| push_string(text, out)),
        FieldValue::Place(place) => push_place(place, out),
        FieldValue::BrokenLinks(links) => {
            push_list(links, out, |link, out| {
                push_string(link.child.as_str(), out);
            });
        }
        FieldValue::Json(json) => push_spaced(json, out),
        FieldValue::Branch(place, branch) => {
            let mut side = Writer::on_one_line();
            side.field("place", |out| push_place(place, out));
            side.field("branch", |out| push_inner(branch, out));
            out.push_str(&side.finish());
        }
        FieldValue::Whole(document) => {
            let mut side = Writer::on_one_line();
            side.field("document", |out| push_inner(document, out));
            out.push_str(&side.finish());
        }
    }
}

fn push_place(place: &NodePlace, out: &mut String) {
    let mut object = Writer::on_one_line();
    match place {
        NodePlace::Root => return push_string("root", out),
        NodePlace::Loose(index) => object.field("loose", |out| push_display(index, out)),
        NodePlace::Child(parent, index) => {
            object.text("below", parent.as_str());
            object.field("index", |out| push_display(index, out));
        }
    }
    out.push_str(&object.finish());
}

/// Appends a document on one line. `check` has ensured that it can be written.
fn push_inner(document: &Document, out: &mut String) {
    let text = write(document).ok().and_then(|text| compact(&text));
    push_spaced(text.as_deref().unwrap_or("null"), out);
}
