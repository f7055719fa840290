//! Reads and checks single fields of a file. Errors point at the wrong part of the text.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::shapes::{FileGroup, FileNode, FileNote, FileTree, FileVariable};
use crate::abort::AbortType;
use crate::format::checked::{Checked, Wrong, anchor, extra, required_text, text_or_empty};
use crate::format::field_error::FieldError;
use crate::format::json::{self, Raw};
use crate::format::literal::{read_parameter, read_typed};
use crate::format::shape::{Entries, Items, Text};
use crate::format::{FormatErrorKind, stand_in_json};
use crate::geometry::Position;
use crate::ids::NodeId;
use crate::limits::NODES;
use crate::model::{
    Group, Literal, NamedTree, Node, Note, Override, Parameters, Scope, StandIn, Variable,
};
use crate::value::ValueType;

/// Names of tasks and parameters, each stored once.
#[derive(Default)]
pub(super) struct Names<'a>(FxHashMap<&'a str, Arc<str>>);

impl<'a> Names<'a> {
    fn get(&mut self, name: &Text<'a>) -> Arc<str> {
        match name.borrowed() {
            Some(name) => self.0.entry(name).or_insert_with(|| name.into()).clone(),
            None => Arc::from(&**name),
        }
    }
}

/// Converts a node, without connections.
pub(super) fn node<'a>(
    file: &FileNode<'a>,
    index: usize,
    names: &mut Names<'a>,
) -> Checked<'a, Node> {
    let (Some(id), Some(task)) = (&file.id, &file.task) else {
        return Err(incomplete_node(file, index));
    };
    if id.is_empty() || task.is_empty() {
        return Err(incomplete_node(file, index));
    }
    let mut node = Node::new(NodeId::from(&**id), names.get(task));
    node.name = text_or_empty(file.name.as_ref());
    node.comment = text_or_empty(file.comment.as_ref());
    if let Some(name) = &file.abort {
        node.abort = AbortType::from_name(name).ok_or_else(|| {
            let (part, path) = (name.borrowed(), format!("nodes[{index}].abort"));
            let name = name.to_string();
            Wrong::field(part, path, FieldError::NoAbort { name })
        })?;
    }
    node.parameters = parameters(file, index, names)?;
    if let Some(file) = &file.overrides {
        node.overrides = overrides(file, index, names)?;
    }
    node.stand_in = stand_in(file, index)?.map(Box::new);
    node.data = text_or_empty(file.data.as_ref());
    node.disabled = file.disabled.unwrap_or_default();
    node.breakpoint = file.breakpoint.unwrap_or_default();
    node.collapsed = file.collapsed.unwrap_or_default();
    node.position = position(file.x, file.y, ("nodes", index))?;
    node.extra = extra(&file.unknown, || format!("nodes[{index}]"))?;
    Ok(node)
}

/// Reads the stand-in of a node. One that this version does not understand is kept as JSON.
fn stand_in<'a>(file: &FileNode<'a>, index: usize) -> Checked<'a, Option<StandIn>> {
    let Some(raw) = file.stand_in else {
        return Ok(None);
    };
    let too_deep = || {
        let path = format!("nodes[{index}].stand_in");
        Wrong::new(Some(raw.get()), path, FormatErrorKind::TooDeep)
    };
    stand_in_json::read_or_keep(raw.get())
        .ok_or_else(too_deep)
        .map(Some)
}

/// Reads the parameters of a node.
pub(super) fn parameters<'a>(
    file: &FileNode<'a>,
    index: usize,
    names: &mut Names<'a>,
) -> Checked<'a, Parameters> {
    let entries = file.parameters.as_ref().map_or(&[][..], |p| &p.0);
    let path = |name: &Text<'a>| format!("nodes[{index}].parameters.{}", &**name);
    let mut list = Vec::with_capacity(entries.len());
    for (name, raw) in entries {
        let value =
            read_parameter(*raw).map_err(|kind| Wrong::new(Some(raw.get()), path(name), kind))?;
        list.push((names.get(name), value));
    }
    match entries.get(first_repeated(&list)) {
        Some((name, _)) => Err(Wrong::field(
            name.borrowed(),
            path(name),
            FieldError::SetTwice,
        )),
        None => Ok(Parameters::of_distinct(list)),
    }
}

/// The index of the first repeated name; the length of the list if all are distinct.
fn first_repeated<T>(list: &[(Arc<str>, T)]) -> usize {
    /// Up to this length, comparing all pairs is faster than a hash set.
    const FEW: usize = 16;
    let mut seen = FxHashSet::default();
    let repeated = list.iter().enumerate().position(|(at, (name, _))| {
        if list.len() <= FEW {
            return list[..at].iter().any(|(other, _)| other == name);
        }
        !seen.insert(&**name)
    });
    repeated.unwrap_or(list.len())
}

/// Reads the overrides of a Subtree node.
fn overrides<'a>(
    file: &Entries<'a>,
    index: usize,
    names: &mut Names<'a>,
) -> Checked<'a, Vec<Override>> {
    let mut found: Vec<Override> = Vec::new();
    for (path, raw) in &file.0 {
        let here = || format!("nodes[{index}].overrides.{}", &**path);
        let wrong =
            |part: Option<&'a str>, error: FieldError| Err(Wrong::field(part, here(), error));
        if found.iter().any(|other| *other.path == **path) {
            return wrong(path.borrowed(), FieldError::NodeTwice);
        }
        let Ok(parameters) = json::from_str::<Entries<'a>>(raw.get()) else {
            return wrong(Some(raw.get()), FieldError::NoParameters);
        };
        let (path, first) = (names.get(path), found.len());
        for (name, raw) in parameters.0 {
            let inside = || format!("{}.{}", here(), &*name);
            let value =
                read_parameter(raw).map_err(|kind| Wrong::new(Some(raw.get()), inside(), kind))?;
            let parameter = names.get(&name);
            if found[first..].iter().any(|o| o.parameter == parameter) {
                let wrong = FieldError::SetTwice;
                return Err(Wrong::field(name.borrowed(), inside(), wrong));
            }
            found.push(Override {
                path: path.clone(),
                parameter,
                value,
            });
        }
    }
    Ok(found)
}

/// Converts a named tree. `validate` checks whether its root exists.
pub(super) fn tree<'a>(file: &FileTree<'a>, index: usize) -> Checked<'a, NamedTree> {
    let path = format!("trees[{index}]");
    let near = anchor(&[&file.name, &file.root]);
    let name = required_text(file.name.as_ref(), "name", &path, near)?;
    let root = required_text(file.root.as_ref(), "root", &path, near)?;
    Ok(NamedTree {
        extra: extra(&file.unknown, || path.clone())?,
        ..NamedTree::new(name, root)
    })
}

fn incomplete_node<'a>(file: &FileNode<'a>, index: usize) -> Wrong<'a> {
    let (path, near) = (format!("nodes[{index}]"), file.anchor());
    let id = required_text(file.id.as_ref(), "id", &path, near);
    let task = required_text(file.task.as_ref(), "task", &path, near);
    id.and(task)
        .err()
        .unwrap_or_else(|| Wrong::field(near, path, FieldError::IncompleteNode))
}

/// Converts a variable. An initial value of the wrong type is kept, and `validate` reports it.
pub(super) fn variable<'a>(file: &FileVariable<'a>, index: usize) -> Checked<'a, Variable> {
    let path = format!("variables[{index}]");
    let near = anchor(&[&file.name, &file.value_type, &file.scope]);
    let name = required_text(file.name.as_ref(), "name", &path, near)?;
    let type_name = required_text(file.value_type.as_ref(), "type", &path, near)?;
    let value_type = ValueType::from_name(type_name).ok_or_else(|| {
        let name = type_name.to_owned();
        let part = file.value_type.as_ref().and_then(Text::borrowed);
        Wrong::field(part, format!("{path}.type"), FieldError::NoType { name })
    })?;
    let mut variable = Variable::new(name, value_type);
    if let Some(scope) = &file.scope {
        variable.scope = Scope::from_name(scope).ok_or_else(|| {
            let (path, name) = (format!("{path}.scope"), scope.to_string());
            Wrong::field(scope.borrowed(), path, FieldError::NoScope { name })
        })?;
    }
    if let Some(raw) = file.initial {
        variable.initial = initial(raw, &variable.value_type, &path)?;
    }
    variable.comment = text_or_empty(file.comment.as_ref());
    variable.extra = extra(&file.unknown, || path)?;
    Ok(variable)
}

fn initial<'a>(raw: Raw<'a>, value_type: &ValueType, path: &str) -> Checked<'a, Literal> {
    read_typed(raw.get(), value_type)
        .map_err(|kind| Wrong::new(Some(raw.get()), format!("{path}.initial"), kind))
}

/// Converts a note.
pub(super) fn note<'a>(file: &FileNote<'a>, index: usize) -> Checked<'a, Note> {
    let place = ("notes", index);
    Ok(Note {
        text: text_or_empty(file.text.as_ref()),
        position: position(file.x, file.y, place)?,
        size: size(file.width, file.height, place)?,
        color: text_or_empty(file.color.as_ref()),
        extra: extra(&file.unknown, || format!("notes[{index}]"))?,
    })
}

/// Converts a group.
pub(super) fn group<'a>(file: &FileGroup<'a>, index: usize) -> Checked<'a, Group> {
    let place = ("groups", index);
    Ok(Group {
        title: text_or_empty(file.title.as_ref()),
        position: position(file.x, file.y, place)?,
        size: size(file.width, file.height, place)?,
        color: text_or_empty(file.color.as_ref()),
        extra: extra(&file.unknown, || format!("groups[{index}]"))?,
    })
}

/// Reads the seed: a 64-bit number without a sign.
pub(super) fn seed(raw: Option<Raw<'_>>) -> Checked<'_, u64> {
    let Some(raw) = raw else {
        return Ok(0);
    };
    raw.get().parse().map_err(|_| {
        let wrong = FieldError::Seed { most: u64::MAX };
        Wrong::field(Some(raw.get()), "seed".to_owned(), wrong)
    })
}

fn position<'a>(
    x: Option<Raw<'a>>,
    y: Option<Raw<'a>>,
    place: (&str, usize),
) -> Checked<'a, Position> {
    let x = coordinate(x, "x", place)?;
    let y = coordinate(y, "y", place)?;
    Ok(Position::new(x, y))
}

fn size<'a>(
    width: Option<Raw<'a>>,
    height: Option<Raw<'a>>,
    place: (&str, usize),
) -> Checked<'a, (i32, i32)> {
    let width = coordinate(width, "width", place)?;
    let height = coordinate(height, "height", place)?;
    Ok((width, height))
}

/// Reads a coordinate.
fn coordinate<'a>(raw: Option<Raw<'a>>, field: &str, place: (&str, usize)) -> Checked<'a, i32> {
    let Some(json) = raw.map(Raw::get) else {
        return Ok(0);
    };
    whole(json).ok_or_else(|| {
        let path = format!("{}[{}].{field}", place.0, place.1);
        let field = field.to_owned();
        let wrong = FieldError::NotUsable { field };
        Wrong::field(Some(json), path, wrong)
    })
}

/// Reads the number of a coordinate: rounds fractions, and clamps to the edge of the canvas.
pub(super) fn whole(json: &str) -> Option<i32> {
    json.parse().ok().or_else(|| {
        let number: f64 = json.parse().ok()?;
        number.is_finite().then_some(number.round() as i32)
    })
}

/// Reads the roots of a file: none, one, or a list in a damaged file.
pub(super) fn roots(raw: Option<Raw<'_>>) -> Checked<'_, Vec<Text<'_>>> {
    let Some(json) = raw.map(Raw::get) else {
        return Ok(Vec::new());
    };
    let roots = match json.as_bytes().first() {
        Some(b'n') => Some(Vec::new()),
        Some(b'[') => json::from_str::<Items<_, NODES>>(json)
            .ok()
            .map(|roots| roots.0),
        _ => json::from_str(json).ok().map(|root| vec![root]),
    };
    roots.ok_or_else(|| Wrong::field(Some(json), "root".to_owned(), FieldError::Root))
}
