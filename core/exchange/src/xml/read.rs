//! Parses a text into the flat list of its parts, and checks every limit. Does not recurse, however deeply elements are
//! nested. Errors of the underlying XML parser are reported in this program's words and with their position.

use quick_xml::errors::{IllFormedError, SyntaxError};
use quick_xml::events::attributes::AttrError;
use quick_xml::events::{BytesStart, Event};
use quick_xml::{Error, Reader};
use rustc_hash::FxHashMap;
use treewright_core::format::json_text::{decode, position_of};
use treewright_core::format::{FormatError, FormatErrorKind};
use treewright_core::limits::TEXT_BYTES;

use super::escape::unescape;
use super::fault::XmlFault;
use super::{
    AttributeEntry, MAX_XML_ATTRIBUTES, MAX_XML_DEPTH, MAX_XML_NAME, MAX_XML_PARTS, NONE, PartKind,
    Xml, XmlEntry,
};

/// The state of the parser.
struct XmlParser<'t> {
    xml: Xml<'t>,
    /// The open elements, the outermost first, each with its last part so far.
    open: Vec<(u32, u32)>,
}

pub(super) fn read(bytes: &[u8]) -> Result<Xml<'_>, FormatError> {
    let text = decode(bytes)?;
    if let Some(byte) = text.find('\0') {
        return Err(at(text, byte, FormatErrorKind::NotUtf8 { byte }));
    }
    // The parser skips a byte-order mark and counts without it; the file's own is removed, so this would be a second
    // one.
    if text.starts_with('\u{feff}') {
        let fault = XmlFault::TextFirst.into();
        return Err(at(text, 0, fault));
    }
    let mut reading = XmlParser::new(text);
    let mut reader = Reader::from_str(text);
    let config = reader.config_mut();
    config.allow_dangling_amp = true;
    config.check_end_names = true;
    loop {
        let start = reader.buffer_position() as usize;
        let event = reader
            .read_event()
            .map_err(|error| reading.refused(&reader, start, &error))?;
        let end = reader.buffer_position() as usize;
        match event {
            Event::Start(tag) => reading.start(&tag, start, end, false)?,
            Event::Empty(tag) => reading.start(&tag, start, end, true)?,
            Event::End(_) => reading.end(start, end),
            Event::Text(_) | Event::GeneralRef(_) => reading.text(start, end)?,
            Event::CData(_) => reading.literal(start, end)?,
            Event::Comment(_) => reading.add(PartKind::Comment, start, end).map(drop)?,
            Event::PI(_) => reading.add(PartKind::Instruction, start, end).map(drop)?,
            Event::Decl(_) => reading.declaration(start, end)?,
            Event::DocType(_) => return Err(at(text, start, FormatErrorKind::DocumentType)),
            Event::Eof => break,
        }
    }
    reading.finish()
}

impl<'t> XmlParser<'t> {
    fn new(text: &'t str) -> Self {
        let ends = text.bytes().enumerate().filter(|(_, b)| *b == b'\n');
        Self {
            xml: Xml {
                text,
                parts: Vec::new(),
                attributes: Vec::new(),
                characters: super::characters_by_block(text),
                lines: ends.map(|(at, _)| at as u32 + 1).collect(),
                root: NONE,
            },
            open: Vec::new(),
        }
    }

    fn error<T>(&self, offset: usize, kind: FormatErrorKind) -> Result<T, FormatError> {
        Err(at(self.xml.text, offset, kind))
    }

    fn refused(&self, reader: &Reader<&[u8]>, start: usize, error: &Error) -> FormatError {
        let text = self.xml.text;
        let rest = text.get(start..).unwrap_or_default();
        // An unfinished document type is still one.
        let is_type = rest
            .get(..9)
            .is_some_and(|r| r.eq_ignore_ascii_case("<!DOCTYPE"));
        if is_type {
            return at(text, start, FormatErrorKind::DocumentType);
        }
        let offset = (reader.error_position() as usize).max(start);
        of_library(text, offset, error)
    }

    /// Adds a part at the end of the open element.
    fn add(&mut self, kind: PartKind, start: usize, end: usize) -> Result<u32, FormatError> {
        if self.xml.parts.len() >= MAX_XML_PARTS {
            let limit = MAX_XML_PARTS;
            return self.error(start, FormatErrorKind::TooManyParts { limit });
        }
        if kind != PartKind::Element && kind != PartKind::Text {
            self.check_characters(start, end)?;
        }
        let index = self.xml.parts.len() as u32;
        let parent = self.open.last_mut().map_or(NONE, |(parent, last)| {
            let previous = std::mem::replace(last, index);
            match previous {
                NONE => self.xml.parts[*parent as usize].first_child = index,
                previous => self.xml.parts[previous as usize].next = index,
            }
            *parent
        });
        self.xml.parts.push(XmlEntry {
            kind,
            start: start as u32,
            end: end as u32,
            parent,
            next: NONE,
            first_child: NONE,
            open_end: end as u32,
            close: end as u32,
            name: (0, 0),
            attributes: (0, 0),
        });
        Ok(index)
    }

    fn start(
        &mut self,
        tag: &BytesStart<'_>,
        start: usize,
        end: usize,
        is_closed: bool,
    ) -> Result<(), FormatError> {
        if self.open.is_empty() && self.xml.root != NONE {
            return self.error(start, FormatErrorKind::TrailingText);
        }
        if self.open.len() >= MAX_XML_DEPTH {
            return self.error(start, FormatErrorKind::TooDeep);
        }
        let index = self.add(PartKind::Element, start, end)?;
        if self.open.is_empty() {
            self.xml.root = index;
        }
        let name = (start + 1, start + 1 + tag.name().as_ref().len());
        self.check_name(name)?;
        let first = self.xml.attributes.len() as u32;
        self.attributes(tag, start + 1)?;
        let last = self.xml.attributes.len() as u32;
        let entry = &mut self.xml.parts[index as usize];
        entry.name = (name.0 as u32, name.1 as u32);
        entry.attributes = (first, last);
        if !is_closed {
            self.open.push((index, NONE));
        }
        Ok(())
    }

    /// Reads the attributes of a tag whose name starts at the byte `tag_start`.
    fn attributes(&mut self, tag: &BytesStart<'_>, tag_start: usize) -> Result<(), FormatError> {
        let text = self.xml.text;
        let mut seen: FxHashMap<&str, usize> = FxHashMap::default();
        let mut count = 0;
        let mut attributes = tag.attributes();
        // The parser's own check for duplicate names is quadratic.
        for attribute in attributes.with_checks(false) {
            let attribute = attribute.map_err(|e| of_attribute(text, tag_start, &e))?;
            let name = self.place_of(attribute.key.as_ref());
            let value = self.place_of(&attribute.value);
            count += 1;
            if count > MAX_XML_ATTRIBUTES {
                let limit = MAX_XML_ATTRIBUTES;
                return self.error(name.0, FormatErrorKind::TooManyAttributes { limit });
            }
            self.check_name(name)?;
            let name_text = &text[name.0..name.1];
            if let Some(first) = seen.insert(name_text, name.0) {
                let name_text = shortened(name_text);
                let first = self.xml.position(first);
                let twice = XmlFault::AttributeTwice {
                    name: name_text.clone(),
                    line: first.line,
                    column: first.column,
                };
                return self.error(name.0, twice.into());
            }
            if value.1 - value.0 > TEXT_BYTES {
                let (bytes, limit) = (value.1 - value.0, TEXT_BYTES);
                return self.error(value.0, FormatErrorKind::TooLong { bytes, limit });
            }
            self.check_references(value.0, value.1)?;
            self.xml.attributes.push(AttributeEntry {
                name: (name.0 as u32, name.1 as u32),
                value: (value.0 as u32, value.1 as u32),
            });
        }
        Ok(())
    }

    /// Returns the range of bytes of a slice of the text.
    fn place_of(&self, part: &[u8]) -> (usize, usize) {
        let text = self.xml.text;
        let start = (part.as_ptr() as usize).saturating_sub(text.as_ptr() as usize);
        let start = start.min(text.len());
        (start, (start + part.len()).min(text.len()))
    }

    fn check_name(&self, (start, end): (usize, usize)) -> Result<(), FormatError> {
        let name = self.xml.text.get(start..end).unwrap_or_default();
        let is_part = |c: char| {
            !c.is_ascii() && !c.is_control() && !c.is_whitespace()
                || c.is_ascii_alphanumeric()
                || matches!(c, '_' | ':' | '-' | '.')
        };
        let begins_well = |c: char| !c.is_ascii_digit() && !matches!(c, '-' | '.');
        let is_good = name.chars().all(is_part) && name.chars().next().is_some_and(begins_well);
        if !is_good {
            let name = shortened(name);
            return self.error(start, XmlFault::BadName { name }.into());
        }
        if name.len() > MAX_XML_NAME {
            let name = shortened(name);
            return self.error(start, XmlFault::LongName { name }.into());
        }
        Ok(())
    }

    fn check_references(&self, start: usize, end: usize) -> Result<(), FormatError> {
        self.check_characters(start, end)?;
        match unescape(&self.xml.text[start..end]) {
            Ok(_) => Ok(()),
            Err(bad) => {
                let name = shortened(bad.name);
                self.error(start + bad.offset, FormatErrorKind::UnknownEntity { name })
            }
        }
    }

    fn check_characters(&self, start: usize, end: usize) -> Result<(), FormatError> {
        let text = &self.xml.text[start..end];
        let is_bad = |c: char| c.is_ascii_control() && !matches!(c, '\t' | '\n' | '\r' | '\x7f');
        match text.char_indices().find(|(_, c)| is_bad(*c)) {
            None => Ok(()),
            Some((at, c)) => {
                let code = u32::from(c);
                self.error(start + at, XmlFault::Character { code }.into())
            }
        }
    }

    fn end(&mut self, start: usize, end: usize) {
        if let Some((index, _)) = self.open.pop() {
            let entry = &mut self.xml.parts[index as usize];
            entry.close = start as u32;
            entry.end = end as u32;
        }
    }

    /// Reads text; the parser returns references in it as separate parts.
    fn text(&mut self, start: usize, end: usize) -> Result<(), FormatError> {
        let Some((_, last)) = self.open.last() else {
            let blank = self.xml.text[start..end].trim_matches([' ', '\t', '\r', '\n']);
            return match blank {
                "" => self.add(PartKind::Text, start, end).map(drop),
                _ if self.xml.root == NONE => self.error(start, XmlFault::TextFirst.into()),
                _ => self.error(start, FormatErrorKind::TrailingText),
            };
        };
        self.check_references(start, end)?;
        if *last != NONE {
            let last = &mut self.xml.parts[*last as usize];
            if last.kind == PartKind::Text && last.end as usize == start {
                last.end = end as u32;
                return Ok(());
            }
        }
        self.add(PartKind::Text, start, end).map(drop)
    }

    fn literal(&mut self, start: usize, end: usize) -> Result<(), FormatError> {
        if self.open.is_empty() {
            return self.error(start, XmlFault::LiteralOutside.into());
        }
        self.add(PartKind::Literal, start, end).map(drop)
    }

    fn declaration(&mut self, start: usize, end: usize) -> Result<(), FormatError> {
        if start != 0 {
            return self.error(start, XmlFault::DeclarationFirst.into());
        }
        let declaration = &self.xml.text[start..end];
        if let Some(encoding) = pseudo_attribute(declaration, "encoding")
            && !["utf-8", "utf8", "us-ascii", "ascii"].contains(&&*encoding.to_ascii_lowercase())
        {
            let name = shortened(encoding);
            return self.error(start, FormatErrorKind::OtherEncoding { name });
        }
        self.add(PartKind::Instruction, start, end).map(drop)
    }

    fn finish(self) -> Result<Xml<'t>, FormatError> {
        if self.xml.root == NONE || !self.open.is_empty() {
            return self.error(self.xml.text.len(), FormatErrorKind::Truncated);
        }
        Ok(self.xml)
    }
}

/// Returns the value of an attribute in `<?xml …?>`.
fn pseudo_attribute<'d>(declaration: &'d str, name: &str) -> Option<&'d str> {
    let after = declaration.split_once(name)?.1.trim_start();
    let value = after.strip_prefix('=')?.trim_start();
    let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    value[1..].split(quote).next()
}

/// Returns an error at a byte of the text.
pub(super) fn at(text: &str, offset: usize, kind: FormatErrorKind) -> FormatError {
    FormatError {
        position: Some(position_of(text, offset)),
        ..FormatError::new(kind)
    }
}

/// Converts an error of the parser about the text as a whole, from `offset` on.
pub(super) fn of_library(text: &str, offset: usize, error: &Error) -> FormatError {
    let kind = match error {
        Error::Syntax(SyntaxError::InvalidBangMarkup) => {
            let rest = text.get(offset..).unwrap_or_default();
            let is_cut = ["<!--", "<![CDATA[", "<!DOCTYPE"]
                .iter()
                .any(|whole| whole.starts_with(rest));
            if is_cut {
                FormatErrorKind::Truncated
            } else {
                XmlFault::Bang.into()
            }
        }
        Error::Syntax(_) => FormatErrorKind::Truncated,
        Error::IllFormed(IllFormedError::MismatchedEndTag { expected, found }) => {
            let (found, expected) = (shortened(found), shortened(expected));
            XmlFault::Mismatch { found, expected }.into()
        }
        Error::IllFormed(IllFormedError::UnmatchedEndTag(found)) => {
            let found = shortened(found);
            XmlFault::ClosesNothing { found }.into()
        }
        other => XmlFault::Other(other.to_string()).into(),
    };
    at(text, offset, kind)
}

/// Converts an error of the parser about the attributes of a tag whose name starts at `tag`.
pub(super) fn of_attribute(text: &str, tag: usize, error: &AttrError) -> FormatError {
    let (offset, fault) = match error {
        AttrError::ExpectedEq(offset) => (offset, XmlFault::NoValue),
        AttrError::ExpectedValue(offset) => (offset, XmlFault::EmptyValue),
        AttrError::UnquotedValue(offset) => (offset, XmlFault::Unquoted),
        AttrError::ExpectedQuote(offset, _) => (offset, XmlFault::OpenValue),
        AttrError::Duplicated(offset, _) => (offset, XmlFault::Duplicate),
    };
    at(text, tag + offset, fault.into())
}

/// Shortens a name of any length for a message.
pub(super) fn shortened(name: &str) -> String {
    const SHOWN: usize = 40;
    match name.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", name[..end].escape_debug()),
        None => name.escape_debug().to_string(),
    }
}
