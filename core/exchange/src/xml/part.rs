//! What stands in a text of XML, as its readers see it: elements with their attributes, texts, comments. Knows nothing of how it was read.

use std::borrow::Cow;
use std::ops::Range;

use treewright_core::diagnostic::TextPosition;

use super::escape::unescape;
use super::{AttributeEntry, NONE, Xml};

/// What a part of the text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartKind {
    /// An element with all that is in it.
    Element,
    /// Text between tags; white space too.
    Text,
    /// Text that is taken literally, `<![CDATA[…]]>`.
    Literal,
    /// A comment.
    Comment,
    /// An instruction for some program, `<?…?>`.
    Instruction,
}

/// A part of the text: an element, a text, a comment or an instruction.
#[derive(Clone, Copy, Debug)]
pub struct Part<'x> {
    xml: &'x Xml<'x>,
    index: u32,
}

/// An element.
#[derive(Clone, Copy, Debug)]
pub struct Element<'x> {
    part: Part<'x>,
}

/// An attribute of an element.
#[derive(Clone, Copy, Debug)]
pub struct Attribute<'x> {
    xml: &'x Xml<'x>,
    entry: AttributeEntry,
}

impl<'x> Part<'x> {
    /// What it is.
    pub fn kind(&self) -> PartKind {
        self.xml.parts[self.index as usize].kind
    }

    /// The bytes of the text that it takes, with all that is in it.
    pub fn span(&self) -> Range<usize> {
        let entry = &self.xml.parts[self.index as usize];
        entry.start as usize..entry.end as usize
    }

    /// How it is written.
    pub fn source(&self) -> &'x str {
        &self.xml.text[self.span()]
    }

    /// Where it begins.
    pub fn position(&self) -> TextPosition {
        self.xml.position(self.span().start)
    }

    /// The element, if it is one.
    pub fn as_element(self) -> Option<Element<'x>> {
        (self.kind() == PartKind::Element).then_some(Element { part: self })
    }

    /// What it says, if it is a text; what stands between the marks of a comment.
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
            part: Part { xml, index },
        }
    }

    fn entry(&self) -> &'x super::Entry {
        &self.part.xml.parts[self.part.index as usize]
    }

    /// Which part of the text it is, counted from the beginning.
    pub fn index(&self) -> usize {
        self.part.index as usize
    }

    /// Its name.
    pub fn name(&self) -> &'x str {
        self.part.xml.slice(self.entry().name)
    }

    /// Its attributes, in the order in which they are written.
    pub fn attributes(&self) -> impl ExactSizeIterator<Item = Attribute<'x>> + use<'x> {
        let (start, end) = self.entry().attributes;
        let xml = self.part.xml;
        let entries = &xml.attributes[start as usize..end as usize];
        entries
            .iter()
            .map(move |entry| Attribute { xml, entry: *entry })
    }

    /// The value of the attribute of this name.
    pub fn attribute(&self, name: &str) -> Option<Cow<'x, str>> {
        let found = self.attributes().find(|attribute| attribute.name() == name);
        found.map(|attribute| attribute.value())
    }

    /// All that stands in it, in order: elements, texts, comments.
    pub fn parts(&self) -> impl Iterator<Item = Part<'x>> + use<'x> {
        let xml = self.part.xml;
        let mut at = self.entry().first_child;
        std::iter::from_fn(move || {
            let part = (at != NONE).then_some(Part { xml, index: at })?;
            at = xml.parts[at as usize].next;
            Some(part)
        })
    }

    /// The elements that stand in it, in order.
    pub fn elements(&self) -> impl Iterator<Item = Element<'x>> + use<'x> {
        self.parts().filter_map(Part::as_element)
    }

    /// The first element of this name that stands in it.
    pub fn element(&self, name: &str) -> Option<Element<'x>> {
        self.elements().find(|element| element.name() == name)
    }

    /// The element around it; none for the outermost.
    pub fn parent(&self) -> Option<Element<'x>> {
        let parent = self.entry().parent;
        (parent != NONE).then(|| Element::of(self.part.xml, parent))
    }

    /// The texts that stand in it, one behind the other.
    pub fn text(&self) -> String {
        let is_text = |part: &Part<'_>| matches!(part.kind(), PartKind::Text | PartKind::Literal);
        self.parts()
            .filter(is_text)
            .map(|part| part.text())
            .collect()
    }

    /// The bytes of the text that it takes, with all that is in it.
    pub fn span(&self) -> Range<usize> {
        self.part.span()
    }

    /// How it is written, with all that is in it.
    pub fn source(&self) -> &'x str {
        self.part.source()
    }

    /// How its opening tag is written, or the only one that it has.
    pub fn open_tag(&self) -> &'x str {
        &self.part.xml.text[self.span().start..self.inside().start]
    }

    /// The bytes between its tags; none at its end if it has one tag only.
    pub fn inside(&self) -> Range<usize> {
        let entry = self.entry();
        entry.open_end as usize..entry.close as usize
    }

    /// Whether it has one tag that opens and closes it, `<a/>`.
    pub fn is_closed_at_once(&self) -> bool {
        let entry = self.entry();
        entry.close == entry.end
    }

    /// Where it begins.
    pub fn position(&self) -> TextPosition {
        self.part.position()
    }
}

impl<'x> Attribute<'x> {
    /// Its name.
    pub fn name(&self) -> &'x str {
        self.xml.slice(self.entry.name)
    }

    /// What it is set to.
    pub fn value(&self) -> Cow<'x, str> {
        let raw = self.written();
        unescape(raw).unwrap_or(Cow::Borrowed(raw))
    }

    /// How its value is written, without the quotes.
    pub fn written(&self) -> &'x str {
        self.xml.slice(self.entry.value)
    }

    /// The bytes of its name.
    pub fn name_span(&self) -> Range<usize> {
        self.entry.name.0 as usize..self.entry.name.1 as usize
    }

    /// The bytes of its value, without the quotes.
    pub fn value_span(&self) -> Range<usize> {
        self.entry.value.0 as usize..self.entry.value.1 as usize
    }

    /// The bytes of all of it, the closing quote included.
    pub fn span(&self) -> Range<usize> {
        self.entry.name.0 as usize..self.entry.value.1 as usize + 1
    }

    /// Where it begins.
    pub fn position(&self) -> TextPosition {
        self.xml.position(self.entry.name.0 as usize)
    }
}
