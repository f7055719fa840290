//! XML as a flat list of its parts, each with its position in the text, so that unchanged parts can be written as they
//! were. Made for files of unknown origin: no document types, no entities but the five of XML, limits for everything.
//! Does not know what any element means.
//!
//! Ambiguous text is read as the readers of games read it: a `&` that starts no reference is a `&`, and a `<` may occur
//! in a value.

mod escape;
mod fault;
mod part;
mod read;

pub use escape::{comment_text, escape_text, escape_value};
pub use fault::XmlFault;
pub use part::{Attribute, Element, PartKind, XmlPart};
use treewright_core::diagnostic::TextPosition;
use treewright_core::format::FormatError;

/// The deepest nesting of elements: a tree of 10,000 levels, and the elements around it.
pub const MAX_XML_DEPTH: usize = 10_100;
/// The most attributes that one element may have.
pub const MAX_XML_ATTRIBUTES: usize = 1_000;
/// The most elements, texts and comments, all together.
pub const MAX_XML_PARTS: usize = 1_000_000;
/// The longest name, in bytes.
pub const MAX_XML_NAME: usize = 10_000;

/// A parsed XML text.
#[derive(Debug)]
pub struct Xml<'t> {
    text: &'t str,
    parts: Vec<XmlEntry>,
    attributes: Vec<AttributeEntry>,
    /// The start of each line after the first.
    lines: Vec<u32>,
    /// The number of characters that start before each block of [`BLOCK`] bytes: a line may be as long as the text.
    characters: Vec<u32>,
    root: u32,
}

/// The most bytes that are counted again for a position.
const BLOCK: usize = 256;

/// Returns how many characters start in these bytes.
fn characters(bytes: &[u8]) -> usize {
    let is_first = |byte: &&u8| **byte & 0b1100_0000 != 0b1000_0000;
    bytes.iter().filter(is_first).count()
}

/// Returns how many characters start before each block of a text, and before its end.
fn characters_by_block(text: &str) -> Vec<u32> {
    let mut before = 0_u32;
    let mut all = vec![0];
    for block in text.as_bytes().chunks(BLOCK) {
        before += characters(block) as u32;
        all.push(before);
    }
    all
}

/// The index that means no part.
const NONE: u32 = u32::MAX;

/// A part of the text, with its neighbors by their indices.
#[derive(Debug)]
struct XmlEntry {
    kind: PartKind,
    start: u32,
    end: u32,
    parent: u32,
    next: u32,
    first_child: u32,
    /// For an element: the end of its opening tag.
    open_end: u32,
    /// For an element: the start of its closing tag; the end of the element if it has none.
    close: u32,
    name: (u32, u32),
    attributes: (u32, u32),
}

/// The ranges of the name and the value of an attribute.
#[derive(Clone, Copy, Debug)]
struct AttributeEntry {
    name: (u32, u32),
    value: (u32, u32),
}

impl<'t> Xml<'t> {
    /// Parses a text.
    ///
    /// # Errors
    /// If it is not UTF-8 or not well-formed, has a document type or entities, or exceeds a limit.
    pub fn read(bytes: &'t [u8]) -> Result<Self, FormatError> {
        read::read(bytes)
    }

    /// Returns the text, without the byte-order mark that some programs put first.
    pub fn text(&self) -> &'t str {
        self.text
    }

    /// Returns the root element.
    pub fn root(&self) -> Element<'_> {
        Element::of(self, self.root)
    }

    /// Returns the number of elements, texts and comments.
    pub fn len(&self) -> usize {
        self.parts.len()
    }

    /// Always false: a parsed text has a root element.
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// Returns the line and column of a byte of the text.
    pub fn position(&self, offset: usize) -> TextPosition {
        let line = self
            .lines
            .partition_point(|start| *start as usize <= offset);
        let start = match line {
            0 => 0,
            _ => self.lines[line - 1] as usize,
        };
        TextPosition {
            line: line + 1,
            column: self.characters_before(offset) - self.characters_before(start) + 1,
        }
    }

    /// Returns how many characters start before a byte of the text.
    fn characters_before(&self, offset: usize) -> usize {
        let block = offset / BLOCK;
        let before = self.characters.get(block).copied().unwrap_or_default();
        let rest = self.text.as_bytes().get(block * BLOCK..offset);
        before as usize + characters(rest.unwrap_or_default())
    }

    fn slice(&self, (start, end): (u32, u32)) -> &str {
        self.text
            .get(start as usize..end as usize)
            .unwrap_or_default()
    }
}

#[cfg(test)]
mod tests;
