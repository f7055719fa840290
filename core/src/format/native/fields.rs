//! What single fields of a file hold: checks them, and says where one is wrong.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use serde_json::value::RawValue;

use super::shapes::{FileGroup, FileNode, FileNote, FileVariable};
use crate::abort::AbortType;
use crate::format::json_text::{compact, offset_of, position_of};
use crate::format::literal::{read_parameter, read_typed};
use crate::format::shape::{Text, Unknown};
use crate::format::{FormatError, FormatErrorKind};
use crate::geometry::Position;
use crate::ids::NodeId;
use crate::model::{Extra, Group, Literal, Node, Note, Scope, Variable};
use crate::value::ValueType;

/// The text that is read, to tell where a part of it stands.
#[derive(Clone, Copy)]
pub(super) struct Source<'a> {
    pub text: &'a str,
}

/// Names of tasks, each kept once.
#[derive(Default)]
pub(super) struct TaskNames<'a>(FxHashMap<&'a str, Arc<str>>);

impl<'a> TaskNames<'a> {
    fn get(&mut self, name: &'a str) -> Arc<str> {
        self.0.entry(name).or_insert_with(|| name.into()).clone()
    }
}

/// Text that may be missing.
pub(super) fn text_or_empty(text: Option<&Text<'_>>) -> String {
    text.map(|t| t.to_string()).unwrap_or_default()
}

/// A part of the text in or near the beginning of a list of unknown fields.
fn anchor<'a>(texts: &[&Option<Text<'a>>]) -> Option<&'a str> {
    texts
        .iter()
        .find_map(|text| text.as_ref().and_then(Text::borrowed))
}

impl<'a> Source<'a> {
    /// An error about a part of the text.
    pub(super) fn error(
        self,
        part: Option<&str>,
        path: String,
        kind: FormatErrorKind,
    ) -> FormatError {
        FormatError {
            kind,
            position: part.map(|part| position_of(self.text, offset_of(self.text, part))),
            path,
        }
    }

    fn wrong(self, part: Option<&str>, path: String, message: impl Into<String>) -> FormatError {
        let message = message.into();
        self.error(part, path, FormatErrorKind::WrongField { message })
    }

    /// Text that must be there and not be empty.
    fn needed<'t>(
        self,
        text: Option<&'t Text<'a>>,
        field: &'static str,
        path: &str,
        near: Option<&str>,
    ) -> Result<&'t str, FormatError> {
        let Some(found) = text else {
            return Err(self.error(
                near,
                path.to_owned(),
                FormatErrorKind::MissingField { field },
            ));
        };
        if found.is_empty() {
            let path = format!("{path}.{field}");
            return Err(self.wrong(
                found.borrowed(),
                path,
                format!("`{field}` must not be empty"),
            ));
        }
        Ok(found)
    }

    /// A node that hangs nowhere yet.
    pub(super) fn node<'f>(
        self,
        file: &'f FileNode<'a>,
        index: usize,
        tasks: &mut TaskNames<'f>,
    ) -> Result<Node, FormatError> {
        let (Some(id), Some(task)) = (&file.id, &file.task) else {
            return Err(self.incomplete_node(file, index));
        };
        if id.is_empty() || task.is_empty() {
            return Err(self.incomplete_node(file, index));
        }
        let mut node = Node::new(NodeId::from(&**id), tasks.get(task));
        node.name = text_or_empty(file.name.as_ref());
        node.comment = text_or_empty(file.comment.as_ref());
        if let Some(name) = &file.abort {
            node.abort = AbortType::from_name(name).ok_or_else(|| {
                let message = format!(
                    "`{}` is no abort type: use None, Self, LowerPriority or Both",
                    &**name
                );
                self.wrong(name.borrowed(), format!("nodes[{index}].abort"), message)
            })?;
        }
        for (name, raw) in file.parameters.iter().flat_map(|p| &p.0) {
            let path = || format!("nodes[{index}].parameters.{}", &**name);
            let value =
                read_parameter(raw).map_err(|kind| self.error(Some(raw.get()), path(), kind))?;
            if node.parameters.insert(Arc::from(&**name), value).is_some() {
                return Err(self.wrong(name.borrowed(), path(), "this parameter is set twice"));
            }
        }
        node.disabled = file.disabled.unwrap_or_default();
        node.breakpoint = file.breakpoint.unwrap_or_default();
        node.collapsed = file.collapsed.unwrap_or_default();
        node.position = self.position(file.x, file.y, ("nodes", index))?;
        node.extra = self.extra(&file.unknown, || format!("nodes[{index}]"))?;
        Ok(node)
    }

    fn incomplete_node(self, file: &FileNode<'a>, index: usize) -> FormatError {
        let (path, near) = (format!("nodes[{index}]"), file.anchor());
        let id = self.needed(file.id.as_ref(), "id", &path, near);
        let task = self.needed(file.task.as_ref(), "task", &path, near);
        id.and(task)
            .err()
            .unwrap_or_else(|| self.wrong(near, path, "this node is not complete"))
    }

    /// A variable. An initial value of another type is kept for `validate` to find.
    pub(super) fn variable(
        self,
        file: &FileVariable<'a>,
        index: usize,
    ) -> Result<Variable, FormatError> {
        let path = format!("variables[{index}]");
        let near = anchor(&[&file.name, &file.value_type, &file.scope]);
        let name = self.needed(file.name.as_ref(), "name", &path, near)?;
        let type_name = self.needed(file.value_type.as_ref(), "type", &path, near)?;
        let value_type = ValueType::from_name(type_name).ok_or_else(|| {
            let message = format!(
                "`{type_name}` is no type: use bool, int, float, string, vec2, vec3, color, or a list of these such as [int]"
            );
            let part = file.value_type.as_ref().and_then(Text::borrowed);
            self.wrong(part, format!("{path}.type"), message)
        })?;
        let mut variable = Variable::new(name, value_type);
        if let Some(scope) = &file.scope {
            variable.scope = Scope::from_name(scope).ok_or_else(|| {
                let message = format!("`{}` is no scope: use tree or global", &**scope);
                self.wrong(scope.borrowed(), format!("{path}.scope"), message)
            })?;
        }
        if let Some(raw) = file.initial {
            variable.initial = self.initial(raw, &variable.value_type, &path)?;
        }
        variable.comment = text_or_empty(file.comment.as_ref());
        variable.extra = self.extra(&file.unknown, || path)?;
        Ok(variable)
    }

    fn initial(
        self,
        raw: &RawValue,
        value_type: &ValueType,
        path: &str,
    ) -> Result<Literal, FormatError> {
        read_typed(raw.get(), value_type)
            .map_err(|kind| self.error(Some(raw.get()), format!("{path}.initial"), kind))
    }

    /// A note.
    pub(super) fn note(self, file: &FileNote<'a>, index: usize) -> Result<Note, FormatError> {
        let place = ("notes", index);
        Ok(Note {
            text: text_or_empty(file.text.as_ref()),
            position: self.position(file.x, file.y, place)?,
            size: self.size(file.width, file.height, place)?,
            color: text_or_empty(file.color.as_ref()),
            extra: self.extra(&file.unknown, || format!("notes[{index}]"))?,
        })
    }

    /// A group.
    pub(super) fn group(self, file: &FileGroup<'a>, index: usize) -> Result<Group, FormatError> {
        let place = ("groups", index);
        Ok(Group {
            title: text_or_empty(file.title.as_ref()),
            position: self.position(file.x, file.y, place)?,
            size: self.size(file.width, file.height, place)?,
            color: text_or_empty(file.color.as_ref()),
            extra: self.extra(&file.unknown, || format!("groups[{index}]"))?,
        })
    }

    /// The seed: any 64-bit number that is not negative.
    pub(super) fn seed(self, raw: Option<&RawValue>) -> Result<u64, FormatError> {
        let Some(raw) = raw else {
            return Ok(0);
        };
        raw.get().parse().map_err(|_| {
            let message = "`seed` must be a whole number from 0 to 18446744073709551615";
            self.wrong(Some(raw.get()), "seed".to_owned(), message)
        })
    }

    fn position(
        self,
        x: Option<&RawValue>,
        y: Option<&RawValue>,
        place: (&str, usize),
    ) -> Result<Position, FormatError> {
        let x = self.whole(x, "x", place)?;
        let y = self.whole(y, "y", place)?;
        Ok(Position::new(x, y))
    }

    fn size(
        self,
        width: Option<&RawValue>,
        height: Option<&RawValue>,
        place: (&str, usize),
    ) -> Result<(i32, i32), FormatError> {
        let width = self.whole(width, "width", place)?;
        let height = self.whole(height, "height", place)?;
        Ok((width, height))
    }

    /// A number on the canvas: fractions are rounded, and what lies outside the canvas is brought to its edge.
    fn whole(
        self,
        raw: Option<&RawValue>,
        field: &str,
        place: (&str, usize),
    ) -> Result<i32, FormatError> {
        let Some(json) = raw.map(RawValue::get) else {
            return Ok(0);
        };
        if let Ok(whole) = json.parse() {
            return Ok(whole);
        }
        let number = json
            .parse::<f64>()
            .ok()
            .filter(|_| !json.starts_with(|c: char| c.is_alphabetic()));
        match number {
            Some(number) if number.is_finite() => Ok(number.round() as i32),
            _ => {
                let path = format!("{}[{}].{field}", place.0, place.1);
                Err(self.wrong(
                    Some(json),
                    path,
                    format!("`{field}` is not a usable number"),
                ))
            }
        }
    }

    /// Fields that this version does not know.
    pub(super) fn extra(
        self,
        unknown: &Unknown<'a>,
        path: impl FnOnce() -> String,
    ) -> Result<Extra, FormatError> {
        let mut extra = Extra::new();
        for (name, raw) in unknown {
            let kept = compact(raw.get()).ok_or(FormatErrorKind::TooDeep);
            let kept = kept.and_then(|json| match extra.insert(name.to_string(), json) {
                None => Ok(()),
                Some(_) => Err(FormatErrorKind::WrongField {
                    message: format!("the field `{}` occurs twice", &**name),
                }),
            });
            if let Err(kind) = kept {
                return Err(self.error(Some(raw.get()), path(), kind));
            }
        }
        Ok(extra)
    }

    /// The roots that a file names: none, one, or in a damaged file a list of them.
    pub(super) fn roots(self, raw: Option<&'a RawValue>) -> Result<Vec<Text<'a>>, FormatError> {
        let Some(json) = raw.map(RawValue::get) else {
            return Ok(Vec::new());
        };
        let roots = match json.as_bytes().first() {
            Some(b'n') => Some(Vec::new()),
            Some(b'[') => serde_json::from_str(json).ok(),
            _ => serde_json::from_str(json).ok().map(|root| vec![root]),
        };
        roots.ok_or_else(|| {
            self.wrong(
                Some(json),
                "root".to_owned(),
                "`root` must be the id of a node, or null",
            )
        })
    }
}
