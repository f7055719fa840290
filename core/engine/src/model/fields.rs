//! The fields of each thing in a document as a list, and a setter by field. Comparison, merging and conflict
//! resolution use this, so that fields are listed in one place. Connections and orders are not fields here.

use std::sync::Arc;

use super::{Document, Extra, Field, FieldValue, Group, NamedTree, Node, Note, Override, Variable};
use crate::abort::AbortType;

/// A thing with fields that can be listed and set. Fields at their default are left out of the list.
pub trait HasFields {
    /// All fields that are not at their default, each once.
    fn fields(&self) -> Vec<(Field, FieldValue)>;

    /// Sets a field, or resets it to its default if `value` is `None`. Ignores fields of other things and values of
    /// the wrong type.
    fn set_field(&mut self, field: &Field, value: Option<&FieldValue>);

    /// The value of a field; `None` if it is at its default.
    fn field(&self, field: &Field) -> Option<FieldValue> {
        let found = self.fields().into_iter().find(|(known, _)| known == field);
        found.map(|(_, value)| value)
    }
}

/// A list of fields that skips those at their default.
#[derive(Default)]
struct FieldList(Vec<(Field, FieldValue)>);

impl FieldList {
    fn text(&mut self, field: Field, text: &str) {
        if !text.is_empty() {
            self.0.push((field, FieldValue::Text(text.into())));
        }
    }

    fn flag(&mut self, field: Field, on: bool) {
        if on {
            self.0.push((field, FieldValue::Flag(true)));
        }
    }

    fn extra(&mut self, extra: &Extra) {
        let fields = extra.iter();
        let fields =
            fields.map(|(name, json)| (Field::Extra(name.clone()), FieldValue::Json(json.clone())));
        self.0.extend(fields);
    }
}

fn text_of(value: Option<&FieldValue>) -> &str {
    match value {
        Some(FieldValue::Text(text)) => text,
        _ => "",
    }
}

fn is_set(value: Option<&FieldValue>) -> bool {
    matches!(value, Some(FieldValue::Flag(true)))
}

fn set_extra(extra: &mut Extra, name: &str, value: Option<&FieldValue>) {
    match value {
        Some(FieldValue::Json(json)) => drop(extra.insert(name.to_owned(), json.clone())),
        _ => drop(extra.remove(name)),
    }
}

impl HasFields for Node {
    fn fields(&self) -> Vec<(Field, FieldValue)> {
        let mut list = FieldList::default();
        list.text(Field::Task, &self.task);
        list.text(Field::Name, &self.name);
        if self.abort != AbortType::None {
            list.0.push((Field::Abort, FieldValue::Abort(self.abort)));
        }
        for (name, value) in &self.parameters {
            let value = FieldValue::Parameter(value.clone());
            list.0.push((Field::Parameter(name.clone()), value));
        }
        for other in &self.overrides {
            let field = Field::Override {
                path: other.path.clone(),
                parameter: other.parameter.clone(),
            };
            let value = FieldValue::Parameter(other.value.clone());
            list.0.push((field, value));
        }
        if let Some(stand_in) = &self.stand_in {
            let value = FieldValue::StandIn(stand_in.clone());
            list.0.push((Field::StandIn, value));
        }
        list.text(Field::Data, &self.data);
        list.flag(Field::Disabled, self.disabled);
        list.text(Field::Comment, &self.comment);
        list.flag(Field::Breakpoint, self.breakpoint);
        if !self.broken_links.is_empty() {
            let value = FieldValue::BrokenLinks(self.broken_links.clone());
            list.0.push((Field::BrokenLinks, value));
        }
        if let Some(id) = &self.duplicate_of {
            list.0.push((Field::OwnId, FieldValue::Node(id.clone())));
        }
        list.extra(&self.extra);
        list.flag(Field::Collapsed, self.collapsed);
        list.0
            .push((Field::Position, FieldValue::Position(self.position)));
        list.0
    }

    fn set_field(&mut self, field: &Field, value: Option<&FieldValue>) {
        match (field, value) {
            (Field::Task, Some(FieldValue::Text(task))) => self.task = task.clone(),
            (Field::Name, _) => text_of(value).clone_into(&mut self.name),
            (Field::Comment, _) => text_of(value).clone_into(&mut self.comment),
            (Field::Abort, Some(FieldValue::Abort(abort))) => self.abort = *abort,
            (Field::Abort, _) => self.abort = AbortType::None,
            (Field::Parameter(name), _) => {
                let value = match value {
                    Some(FieldValue::Parameter(value)) => Some(value.clone()),
                    _ => None,
                };
                self.parameters.exchange(name.clone(), usize::MAX, value);
            }
            (Field::Override { path, parameter }, _) => {
                set_override(&mut self.overrides, path, parameter, value);
            }
            (Field::StandIn, Some(FieldValue::StandIn(said))) => {
                self.stand_in = Some(said.clone());
            }
            (Field::StandIn, _) => self.stand_in = None,
            (Field::Data, _) => text_of(value).clone_into(&mut self.data),
            (Field::Disabled, _) => self.disabled = is_set(value),
            (Field::Breakpoint, _) => self.breakpoint = is_set(value),
            (Field::Collapsed, _) => self.collapsed = is_set(value),
            (Field::BrokenLinks, Some(FieldValue::BrokenLinks(links))) => {
                self.broken_links.clone_from(links);
            }
            (Field::BrokenLinks, _) => self.broken_links.clear(),
            (Field::OwnId, Some(FieldValue::Node(id))) => self.duplicate_of = Some(id.clone()),
            (Field::OwnId, _) => self.duplicate_of = None,
            (Field::Extra(name), _) => set_extra(&mut self.extra, name, value),
            (Field::Position, Some(FieldValue::Position(at))) => self.position = *at,
            _ => {}
        }
    }
}

/// Sets an override. Overrides of the same inner node stay adjacent.
fn set_override(
    list: &mut Vec<Override>,
    path: &Arc<str>,
    parameter: &Arc<str>,
    value: Option<&FieldValue>,
) {
    let of_node = |other: &Override| other.path == *path;
    let found = list
        .iter()
        .position(|other| of_node(other) && other.parameter == *parameter);
    match (found, value) {
        (Some(index), Some(FieldValue::Parameter(value))) => list[index].value = value.clone(),
        (Some(index), _) => drop(list.remove(index)),
        (None, Some(FieldValue::Parameter(value))) => {
            let neighbor = list.iter().rposition(of_node);
            let index = neighbor.map_or(list.len(), |at| at + 1);
            let added = Override {
                path: path.clone(),
                parameter: parameter.clone(),
                value: value.clone(),
            };
            list.insert(index, added);
        }
        (None, _) => {}
    }
}

/// The settings of the document: all but its nodes, variables, named trees, notes and groups.
impl HasFields for Document {
    fn fields(&self) -> Vec<(Field, FieldValue)> {
        let mut list = FieldList::default();
        list.text(Field::Name, &self.name);
        list.text(Field::Description, &self.description);
        list.flag(Field::Restart, self.restart_when_complete);
        if self.seed != 0 {
            list.0.push((Field::Seed, FieldValue::Number(self.seed)));
        }
        if !self.libraries.is_empty() {
            let value = FieldValue::Texts(self.libraries.clone());
            list.0.push((Field::Libraries, value));
        }
        list.extra(&self.extra);
        list.0
    }

    fn set_field(&mut self, field: &Field, value: Option<&FieldValue>) {
        match (field, value) {
            (Field::Name, _) => text_of(value).clone_into(&mut self.name),
            (Field::Description, _) => text_of(value).clone_into(&mut self.description),
            (Field::Restart, _) => self.restart_when_complete = is_set(value),
            (Field::Seed, Some(FieldValue::Number(seed))) => self.seed = *seed,
            (Field::Seed, _) => self.seed = 0,
            (Field::Libraries, Some(FieldValue::Texts(list))) => self.libraries.clone_from(list),
            (Field::Libraries, _) => self.libraries.clear(),
            (Field::Extra(name), _) => set_extra(&mut self.extra, name, value),
            _ => {}
        }
    }
}

impl HasFields for Variable {
    fn fields(&self) -> Vec<(Field, FieldValue)> {
        let mut list = FieldList::default();
        let initial = FieldValue::Typed(self.value_type.clone(), self.initial.clone());
        list.0.push((Field::Initial, initial));
        list.0.push((Field::Scope, FieldValue::Scope(self.scope)));
        list.text(Field::Comment, &self.comment);
        list.extra(&self.extra);
        list.0
    }

    fn set_field(&mut self, field: &Field, value: Option<&FieldValue>) {
        match (field, value) {
            (Field::Initial, Some(FieldValue::Typed(value_type, initial))) => {
                self.value_type = value_type.clone();
                self.initial = initial.clone();
            }
            (Field::Scope, Some(FieldValue::Scope(scope))) => self.scope = *scope,
            (Field::Comment, _) => text_of(value).clone_into(&mut self.comment),
            (Field::Extra(name), _) => set_extra(&mut self.extra, name, value),
            _ => {}
        }
    }
}

impl HasFields for NamedTree {
    fn fields(&self) -> Vec<(Field, FieldValue)> {
        let mut list = FieldList::default();
        list.0
            .push((Field::Root, FieldValue::Node(self.root.clone())));
        list.extra(&self.extra);
        list.0
    }

    fn set_field(&mut self, field: &Field, value: Option<&FieldValue>) {
        match (field, value) {
            (Field::Root, Some(FieldValue::Node(root))) => self.root = root.clone(),
            (Field::Extra(name), _) => set_extra(&mut self.extra, name, value),
            _ => {}
        }
    }
}

/// Notes and groups have the same fields, except for the name of their text.
macro_rules! fields_of_annotation {
    ($thing:ty, $text:ident) => {
        impl HasFields for $thing {
            fn fields(&self) -> Vec<(Field, FieldValue)> {
                let mut list = FieldList::default();
                list.text(Field::Text, &self.$text);
                list.extra(&self.extra);
                list.0
                    .push((Field::Position, FieldValue::Position(self.position)));
                let (width, height) = self.size;
                list.0.push((Field::Size, FieldValue::Size(width, height)));
                list.text(Field::Color, &self.color);
                list.0
            }

            fn set_field(&mut self, field: &Field, value: Option<&FieldValue>) {
                match (field, value) {
                    (Field::Text, _) => text_of(value).clone_into(&mut self.$text),
                    (Field::Position, Some(FieldValue::Position(at))) => self.position = *at,
                    (Field::Size, Some(FieldValue::Size(w, h))) => self.size = (*w, *h),
                    (Field::Color, _) => text_of(value).clone_into(&mut self.color),
                    (Field::Extra(name), _) => set_extra(&mut self.extra, name, value),
                    _ => {}
                }
            }
        }
    };
}

fields_of_annotation!(Note, text);
fields_of_annotation!(Group, title);
