//! An opening tag as text: its name, its attributes, and changing some of them while the others stay as written. Knows
//! one node at a time.

use std::ops::Range;

use treewright_core::model::{FILE_PARAMETER, Node, ParameterValue, SUBTREE, TREE_PARAMETER};

use super::express::{NodeContext, WantedNode, WantedPort, needs_root};
use super::interpret::{TagContext, TagMeaning, interpret};
use super::values;
use crate::xml::{Element, Xml, escape_value};

/// An opening tag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Tag {
    /// Its source text.
    pub text: String,
    /// The name of its element.
    pub name: String,
    /// Its attributes in order.
    pub attributes: Vec<TagAttribute>,
    name_span: Range<usize>,
}

/// An attribute of a tag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TagAttribute {
    pub name: String,
    pub value: String,
    span: Range<usize>,
    value_span: Range<usize>,
}

/// A change of a tag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum TagChange {
    /// Sets the name of the element.
    Name(String),
    /// Sets the value of the attribute at this index.
    Value(usize, String),
    /// Removes the attribute at this index.
    Remove(usize),
    /// Adds an attribute with this name and value: first if the flag is true, else last.
    Add(String, String, bool),
}

impl Tag {
    /// Returns the tag of an element.
    pub fn of(element: Element<'_>) -> Self {
        let start = element.span().start;
        let shifted = |span: Range<usize>| span.start - start..span.end - start;
        let attributes = element.attributes().map(|attribute| TagAttribute {
            name: attribute.name().to_owned(),
            value: attribute.value().into_owned(),
            span: shifted(attribute.span()),
            value_span: shifted(attribute.value_span()),
        });
        Self {
            text: element.open_tag().to_owned(),
            name: element.name().to_owned(),
            attributes: attributes.collect(),
            name_span: 1..1 + element.name().len(),
        }
    }

    /// Parses a tag; `None` if the text is not one.
    pub fn parse(text: &str) -> Option<Self> {
        let inside = text.strip_suffix('>')?;
        let inside = inside.strip_suffix('/').unwrap_or(inside);
        let whole = format!("{inside}/>");
        let xml = Xml::read(whole.as_bytes()).ok()?;
        let root = xml.root();
        let is_all = root.span() == (0..whole.len()) && root.is_self_closing();
        is_all.then(|| Self {
            text: text.to_owned(),
            ..Self::of(root)
        })
    }

    /// Returns the value of the attribute of this name.
    pub fn get(&self, name: &str) -> Option<&str> {
        let found = self.attributes.iter().find(|a| a.name == name);
        found.map(|attribute| &*attribute.value)
    }

    /// Returns the index of the attribute of this name.
    pub fn index(&self, name: &str) -> Option<usize> {
        self.attributes.iter().position(|a| a.name == name)
    }

    /// Returns the text with these changes; everything else stays as written.
    pub fn changed(&self, changes: &[TagChange]) -> String {
        let mut edits: Vec<(Range<usize>, String)> = Vec::new();
        let mut front = String::new();
        let mut back = String::new();
        for change in changes {
            match change {
                TagChange::Name(name) => edits.push((self.name_span.clone(), name.clone())),
                TagChange::Value(index, value) => {
                    let attribute = &self.attributes[*index];
                    let quote = self.text[..attribute.value_span.start].chars().last();
                    edits.push((attribute.value_span.clone(), quoted(value, quote)));
                }
                TagChange::Remove(index) => {
                    let span = self.attributes[*index].span.clone();
                    let blank = self.text[..span.start].trim_end().len();
                    edits.push((blank..span.end, String::new()));
                }
                TagChange::Add(name, value, is_first) => {
                    let added = format!(" {name}=\"{}\"", escape_value(value));
                    let place = if *is_first { &mut front } else { &mut back };
                    place.push_str(&added);
                }
            }
        }
        edits.push((self.name_span.end..self.name_span.end, front));
        let end = self
            .attributes
            .last()
            .map_or(self.name_span.end, |a| a.span.end);
        edits.push((end..end, back));
        edits.sort_by_key(|(span, _)| (span.start, span.end));
        let mut text = String::with_capacity(self.text.len() + 64);
        let mut at = 0;
        for (span, new) in edits {
            text.push_str(self.text.get(at..span.start).unwrap_or_default());
            text.push_str(&new);
            at = at.max(span.end);
        }
        text.push_str(&self.text[at..]);
        text
    }
}

/// Returns a value for a place between quotes of this kind.
fn quoted(value: &str, quote: Option<char>) -> String {
    let escaped = escape_value(value);
    match quote {
        Some('\'') => escaped.replace('\'', "&apos;"),
        _ => escaped.into_owned(),
    }
}

/// Returns the text of a tag, changed to `/>` if `at_once`, else to `>`.
pub(super) fn with_end(text: &str, at_once: bool) -> String {
    let inside = text.strip_suffix('>').unwrap_or(text);
    match (inside.strip_suffix('/'), at_once) {
        (Some(inside), false) => format!("{}>", inside.trim_end()),
        (None, true) => format!("{inside}/>"),
        _ => text.to_owned(),
    }
}

/// Returns the tag that a node was read from; `None` if the node is another one now.
pub(super) fn old_tag(
    node: &Node,
    kept: &str,
    wanted: &WantedNode,
    comment: Option<&str>,
    around: &NodeContext<'_>,
) -> Option<String> {
    let tag = Tag::parse(kept)?;
    let meaning = meaning_of(node, &tag, around);
    if *meaning.task != *node.task {
        return None;
    }
    let mut changes = Vec::new();
    if &*node.task == SUBTREE {
        // A tag that names no tree in its file, where that means no tree at all.
        let names_none = tag.index("ID").is_none() && tag.name.starts_with("SubTree");
        let runs = [TREE_PARAMETER, FILE_PARAMETER].map(|name| node.text_parameter(name));
        if !names_none || runs != ["", ""] {
            subtree_changes(&tag, &meaning, wanted, &mut changes);
        }
    } else if meaning.task == "Switch" && tag.name != wanted.element {
        changes.push(TagChange::Name(wanted.element.clone()));
    }
    set(&tag, "name", &node.name, &meaning.name, &mut changes);
    skip_changes(node, &tag, &meaning, &mut changes);
    if let (Some(comment), Some(index)) = (comment, tag.index("_description")) {
        changes.push(TagChange::Value(index, comment.to_owned()));
    }
    port_changes(node, &tag, &meaning, wanted, around, &mut changes);
    Some(if changes.is_empty() {
        tag.text
    } else {
        tag.changed(&changes)
    })
}

/// Returns the meaning of a node's tag, given the node as it is now.
pub(super) fn meaning_of(node: &Node, tag: &Tag, around: &NodeContext<'_>) -> TagMeaning {
    let type_of = |_: &str, parameter: &str| {
        let set = node.parameters.get(parameter)?.as_literal()?;
        Some(set.value_type())
    };
    let is_tree = |_: &str| &*node.task == SUBTREE;
    let scene = TagContext {
        in_main: around.in_main,
        root_keys: around.root_keys,
        is_v3: around.is_v3,
        children: around.children,
        skipped: around.skipped,
        is_tree: &is_tree,
        type_of: &type_of,
    };
    interpret(tag, &scene)
}

fn subtree_changes(
    tag: &Tag,
    meaning: &TagMeaning,
    wanted: &WantedNode,
    changes: &mut Vec<TagChange>,
) {
    let id = wanted.id.clone().unwrap_or_default();
    let found = meaning
        .get(TREE_PARAMETER)
        .and_then(|v| v.as_literal()?.as_str());
    if found == Some(&*id) {
        return;
    }
    match tag.index("ID") {
        Some(index) => changes.push(TagChange::Value(index, id)),
        None if tag.name.starts_with("SubTree") => {
            changes.push(TagChange::Add("ID".to_owned(), id, true));
        }
        None => {
            changes.push(TagChange::Name("SubTree".to_owned()));
            changes.push(TagChange::Add("ID".to_owned(), id, true));
        }
    }
}

fn set(tag: &Tag, name: &str, now: &str, before: &str, changes: &mut Vec<TagChange>) {
    match tag.index(name) {
        _ if now == before => {}
        Some(index) if now.is_empty() => changes.push(TagChange::Remove(index)),
        Some(index) => changes.push(TagChange::Value(index, now.to_owned())),
        None => {
            let is_first = tag.index("ID").is_none();
            changes.push(TagChange::Add(name.to_owned(), now.to_owned(), is_first));
        }
    }
}

fn skip_changes(node: &Node, tag: &Tag, meaning: &TagMeaning, changes: &mut Vec<TagChange>) {
    let always = || "true".to_owned();
    match tag.index("_skipIf") {
        _ if node.disabled == meaning.is_skipped => {}
        Some(index) if meaning.is_skipped => changes.push(TagChange::Remove(index)),
        Some(index) => {
            let condition = &tag.attributes[index].value;
            changes.push(TagChange::Value(index, format!("true || ({condition})")));
        }
        None => changes.push(TagChange::Add("_skipIf".to_owned(), always(), false)),
    }
}

fn port_changes(
    node: &Node,
    tag: &Tag,
    meaning: &TagMeaning,
    wanted: &WantedNode,
    around: &NodeContext<'_>,
    changes: &mut Vec<TagChange>,
) {
    let is_same = |parameter: &str| {
        let (now, before) = (node.parameters.get(parameter), meaning.get(parameter));
        parameter.is_empty() || is_same_value(now, before)
    };
    let mut met = vec![false; wanted.ports.len()];
    for (index, attribute) in tag.attributes.iter().enumerate() {
        let expressed = meaning.ports.iter().filter(|p| p.attribute == Some(index));
        let expressed: Vec<&str> = expressed.map(|p| &*p.parameter).collect();
        if expressed.is_empty() || expressed == [TREE_PARAMETER] && attribute.name == "ID" {
            continue;
        }
        let expresses_it =
            |port: &WantedPort| port.parameters.iter().any(|p| expressed.contains(&&**p));
        let at = wanted.ports.iter().position(expresses_it);
        let port = at.map(|at| &wanted.ports[at]);
        if let Some(at) = at {
            met[at] = true;
        }
        let also = port.map_or(&[][..], |port| &port.parameters);
        let reads_root = values::key(&attribute.value).is_some_and(|k| k.starts_with(values::ROOT));
        let is_moved = expressed.iter().any(|parameter| {
            let variable = node.parameters.get(parameter).and_then(|v| v.as_variable());
            variable.is_some_and(|variable| needs_root(variable, around)) && !reads_root
        });
        if expressed.iter().all(|p| is_same(p)) && also.iter().all(|p| is_same(p)) && !is_moved {
            continue;
        }
        changes.push(match port {
            Some(port) => TagChange::Value(index, port.text.clone()),
            None => TagChange::Remove(index),
        });
    }
    let tree = wanted.id.as_deref().filter(|_| &*node.task == SUBTREE);
    let is_default = |port: &WantedPort| {
        let ports = tree.and_then(|tree| around.defaults.get(tree));
        ports.is_some_and(|ports| ports.get(&port.name) == Some(&port.text))
    };
    for (port, _) in wanted.ports.iter().zip(met).filter(|(_, met)| !met) {
        let is_implied = port.is_default
            || is_default(port) && !meaning.remaps_all
            || meaning.remaps_all && is_own_name(node, &port.name)
            || !port.parameters.is_empty() && port.parameters.iter().all(|p| is_same(p));
        if !is_implied {
            changes.push(TagChange::Add(port.name.clone(), port.text.clone(), false));
        }
    }
}

fn is_same_value(now: Option<&ParameterValue>, before: Option<&ParameterValue>) -> bool {
    match (now, before) {
        (Some(ParameterValue::Literal(now)), Some(ParameterValue::Literal(before))) => {
            now.value == before.value
        }
        (now, before) => now == before,
    }
}

/// Returns whether a parameter of a Subtree node is bound to the variable of the same name.
fn is_own_name(node: &Node, parameter: &str) -> bool {
    let value = node.parameters.get(parameter);
    value.and_then(ParameterValue::as_variable) == Some(parameter)
}
