//! An opening tag as text: its name, its attributes, and changing some of them while the others stay as they are written.

use std::ops::Range;

use crate::xml::{Element, Xml, escape_value};

/// An opening tag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Tag {
    /// How it is written.
    pub text: String,
    /// The name of its element.
    pub name: String,
    /// Its attributes, in their order.
    pub attributes: Vec<Written>,
    name_span: Range<usize>,
}

/// An attribute of a tag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Written {
    pub name: String,
    pub value: String,
    span: Range<usize>,
    value_span: Range<usize>,
}

/// A change of a tag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Change {
    /// The element has another name.
    Name(String),
    /// The attribute at this index has another value.
    Value(usize, String),
    /// The attribute at this index goes.
    Remove(usize),
    /// An attribute comes behind all others, or at the front.
    Add(String, String, bool),
}

impl Tag {
    /// The tag of an element.
    pub fn of(element: Element<'_>) -> Self {
        let start = element.span().start;
        let shifted = |span: Range<usize>| span.start - start..span.end - start;
        let attributes = element.attributes().map(|attribute| Written {
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

    /// The tag that a text is; none if it is not one.
    pub fn parse(text: &str) -> Option<Self> {
        let inside = text.strip_suffix('>')?;
        let inside = inside.strip_suffix('/').unwrap_or(inside);
        let whole = format!("{inside}/>");
        let xml = Xml::read(whole.as_bytes()).ok()?;
        let root = xml.root();
        let is_all = root.span() == (0..whole.len()) && root.is_closed_at_once();
        is_all.then(|| Self {
            text: text.to_owned(),
            ..Self::of(root)
        })
    }

    /// The value of the attribute of this name.
    pub fn get(&self, name: &str) -> Option<&str> {
        let found = self.attributes.iter().find(|a| a.name == name);
        found.map(|attribute| &*attribute.value)
    }

    /// Where the attribute of this name stands.
    pub fn index(&self, name: &str) -> Option<usize> {
        self.attributes.iter().position(|a| a.name == name)
    }

    /// The text with these changes; everything else stays as it is written.
    pub fn changed(&self, changes: &[Change]) -> String {
        let mut edits: Vec<(Range<usize>, String)> = Vec::new();
        let mut front = String::new();
        let mut back = String::new();
        for change in changes {
            match change {
                Change::Name(name) => edits.push((self.name_span.clone(), name.clone())),
                Change::Value(index, value) => {
                    let attribute = &self.attributes[*index];
                    let quote = self.text[..attribute.value_span.start].chars().last();
                    edits.push((attribute.value_span.clone(), quoted(value, quote)));
                }
                Change::Remove(index) => {
                    let span = self.attributes[*index].span.clone();
                    let blank = self.text[..span.start].trim_end().len();
                    edits.push((blank..span.end, String::new()));
                }
                Change::Add(name, value, is_first) => {
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

/// A value for a place between quotes of this kind.
fn quoted(value: &str, quote: Option<char>) -> String {
    let escaped = escape_value(value);
    match quote {
        Some('\'') => escaped.replace('\'', "&apos;"),
        _ => escaped.into_owned(),
    }
}

/// The text of a tag, made to open an element or to be all of it.
pub(super) fn closed(text: &str, at_once: bool) -> String {
    let inside = text.strip_suffix('>').unwrap_or(text);
    match (inside.strip_suffix('/'), at_once) {
        (Some(inside), false) => format!("{}>", inside.trim_end()),
        (None, true) => format!("{inside}/>"),
        _ => text.to_owned(),
    }
}
