//! The parts of an XML text as its readers see them: elements with their attributes, texts, comments. Does not know how
//! they were read.

use std::borrow::Cow;
use std::ops::Range;

use treewright_core::diagnostic::TextPosition;

use super::escape::unescape;
use super::{AttributeEntry, NONE, Xml};

/// The type of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartKind {
    /// An element with its content.
    Element,
    /// Text between tags, including white space.
    Text,
    /// Text without references, `<![CDATA[…]]>`.
    Literal,
    /// A comment.
    Comment,
    /// A processing instruction, `<?…?>`.
    Instruction,
}

/// A part of the text: an element, a text, a comment or an instruction.
#[derive(Clone, Copy, Debug)]
pub struct XmlPart<'x> {
    xml: &'x Xml<'x>,
    index: u32,
}

/// An element.
#[derive(Clone, Copy, Debug)]
pub struct Element<'x> {
    part: XmlPart<'x>,
}

/// An attribute of an element.
#[derive(Clone, Copy, Debug)]
pub struct Attribute<'x> {
    xml: &'x Xml<'x>,
    entry: AttributeEntry,
}

impl<'x> XmlPart<'x> {
    /// Returns the type of the part.
    pub fn kind(&self) -> PartKind {
        self.xml.parts[self.index as usize].kind
    }

    /// Returns its range of bytes in the text, including its content.
    pub fn span(&self) -> Range<usize> {
        let entry = &self.xml.parts[self.index as usize];
        entry.start as usize..entry.end as usize
    }

    /// Returns its source text.
    pub fn source(&self) -> &'x str {
        &self.xml.text[self.span()]
    }

    /// Returns its start.
    pub fn position(&self) -> TextPosition {
        self.xml.position(self.span().start)
    }

    /// Returns the element, if it is one.
    pub fn as_element(self) -> Option<Element<'x>> {
        (self.kind() == PartKind::Element).then_some(Element { part: self })
    }

    /// Returns the unescaped text; for a comment, what is between its delimiters.
    pub fn text(&self) -> Cow<'x, str> {
        let source = self.source();
        let inside = |open, close| {
            let rest = source.strip_prefix(open).unwrap_or(source);
            rest.strip_suffix(close).unwrap_or(rest).into()
        };
        match self.kind() {
            PartKind::Text => unescape(source).unwrap_or(Cow::Borrowed(source)),
            PartKind::Literal => inside("<![CDATA[", "]]>"),
            PartKind::Comment => inside("<!--", "-->"),
            PartKind::Element | PartKind::Instruction => Cow::Borrowed(""),
        }
    }
}

impl<'x> Element<'x> {
    pub(super) fn of(xml: &'x Xml<'x>, index: u32) -> Self {
        Self {
            part: XmlPart { xml, index },
        }
    }

    fn entry(&self) -> &'x super::XmlEntry {
        &self.part.xml.parts[self.part.index as usize]
    }

    /// Returns the index of the part in the text.
    pub fn index(&self) -> usize {
        self.part.index as usize
    }

    /// Returns the name of the element.
    pub fn name(&self) -> &'x str {
        self.part.xml.slice(self.entry().name)
    }

    /// Returns its attributes, in the order in which they are written.
    pub fn attributes(&self) -> impl ExactSizeIterator<Item = Attribute<'x>> + use<'x> {
        let (start, end) = self.entry().attributes;
        let xml = self.part.xml;
        let entries = &xml.attributes[start as usize..end as usize];
        entries
            .iter()
            .map(move |entry| Attribute { xml, entry: *entry })
    }

    /// Returns the value of the attribute of this name.
    pub fn attribute(&self, name: &str) -> Option<Cow<'x, str>> {
        let found = self.attributes().find(|attribute| attribute.name() == name);
        found.map(|attribute| attribute.value())
    }

    /// Returns its content in order: elements, texts, comments.
    pub fn parts(&self) -> impl Iterator<Item = XmlPart<'x>> + use<'x> {
        let xml = self.part.xml;
        let mut at = self.entry().first_child;
        std::iter::from_fn(move || {
            let part = (at != NONE).then_some(XmlPart { xml, index: at })?;
            at = xml.parts[at as usize].next;
            Some(part)
        })
    }

    /// Returns its child elements in order.
    pub fn elements(&self) -> impl Iterator<Item = Element<'x>> + use<'x> {
        self.parts().filter_map(XmlPart::as_element)
    }

    /// Returns the first child element of this name.
    pub fn element(&self, name: &str) -> Option<Element<'x>> {
        self.elements().find(|element| element.name() == name)
    }

    /// Returns the parent element; `None` for the root.
    pub fn parent(&self) -> Option<Element<'x>> {
        let parent = self.entry().parent;
        (parent != NONE).then(|| Element::of(self.part.xml, parent))
    }

    /// Returns its texts, joined.
    pub fn text(&self) -> String {
        let is_text =
            |part: &XmlPart<'_>| matches!(part.kind(), PartKind::Text | PartKind::Literal);
        self.parts()
            .filter(is_text)
            .map(|part| part.text())
            .collect()
    }

    /// Returns its range of bytes in the text, including its content.
    pub fn span(&self) -> Range<usize> {
        self.part.span()
    }

    /// Returns its source text, including its content.
    pub fn source(&self) -> &'x str {
        self.part.source()
    }

    /// Returns the source of its opening tag, or of its only tag.
    pub fn open_tag(&self) -> &'x str {
        &self.part.xml.text[self.span().start..self.inside().start]
    }

    /// Returns the range of bytes between its tags; an empty range at its end if it has one tag only.
    pub fn inside(&self) -> Range<usize> {
        let entry = self.entry();
        entry.open_end as usize..entry.close as usize
    }

    /// Returns whether it has a single tag, `<a/>`.
    pub fn is_self_closing(&self) -> bool {
        let entry = self.entry();
        entry.close == entry.end
    }

    /// Returns its start.
    pub fn position(&self) -> TextPosition {
        self.part.position()
    }
}

impl<'x> Attribute<'x> {
    /// Returns the name of the attribute.
    pub fn name(&self) -> &'x str {
        self.xml.slice(self.entry.name)
    }

    /// Returns its unescaped value.
    pub fn value(&self) -> Cow<'x, str> {
        let raw = self.written();
        unescape(raw).unwrap_or(Cow::Borrowed(raw))
    }

    /// Returns the source of its value, without the quotes.
    pub fn written(&self) -> &'x str {
        self.xml.slice(self.entry.value)
    }

    /// Returns the range of bytes of its name.
    pub fn name_span(&self) -> Range<usize> {
        self.entry.name.0 as usize..self.entry.name.1 as usize
    }

    /// Returns the range of bytes of its value, without the quotes.
    pub fn value_span(&self) -> Range<usize> {
        self.entry.value.0 as usize..self.entry.value.1 as usize
    }

    /// Returns its range of bytes, including the closing quote.
    pub fn span(&self) -> Range<usize> {
        self.entry.name.0 as usize..self.entry.value.1 as usize + 1
    }

    /// Returns its start.
    pub fn position(&self) -> TextPosition {
        self.xml.position(self.entry.name.0 as usize)
    }
}
