//! JSON as text: positions, the head of a file, and compact form. Does not know what the text means.

use std::fmt::Write as _;

use serde::de::{Deserialize, DeserializeOwned};

use super::json::{self, Raw};
use super::shape::{Text, shape};
use super::{FormatError, FormatErrorKind};
use crate::diagnostic::TextPosition;
use crate::limits::{FILE_BYTES, JSON_VALUES};

/// The deepest nesting in an unknown field that is stored.
const MAX_DEPTH: usize = 120;

/// The error for a file with too many values.
pub fn too_many_values() -> FormatErrorKind {
    FormatErrorKind::TooManyValues { limit: JSON_VALUES }
}

/// Decodes the text of a file, without the byte-order mark that some programs put first.
pub fn decode(bytes: &[u8]) -> Result<&str, FormatError> {
    if bytes.len() > FILE_BYTES {
        return Err(FormatError::new(FormatErrorKind::TooLarge {
            bytes: bytes.len(),
            limit: FILE_BYTES,
        }));
    }
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let text = std::str::from_utf8(bytes).map_err(|e| {
        if is_binary(bytes) {
            return FormatError::new(FormatErrorKind::Binary);
        }
        let byte = e.valid_up_to();
        let good = std::str::from_utf8(&bytes[..byte]).unwrap_or_default();
        FormatError {
            position: Some(position_of(good, byte)),
            ..FormatError::new(FormatErrorKind::NotUtf8 { byte })
        }
    })?;
    if text.trim_matches(['\0', ' ', '\t', '\r', '\n']).is_empty() {
        return Err(FormatError::new(FormatErrorKind::Empty));
    }
    Ok(text)
}

/// Returns whether bytes that are not UTF-8 are no text in UTF-16 either, which begins with a mark, or with two letters of which one byte is zero.
fn is_binary(bytes: &[u8]) -> bool {
    let is_utf16 = match bytes {
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => true,
        [first, 0, second, 0, ..] | [0, first, 0, second, ..] => *first != 0 && *second != 0,
        _ => false,
    };
    bytes.contains(&0) && !is_utf16
}

/// Like [`decode`], for JSON: also checks the number of values.
pub fn decode_json(bytes: &[u8]) -> Result<&str, FormatError> {
    let text = decode(bytes)?;
    if count_values(text) > JSON_VALUES
        && let Some(at) = values_end(text)
    {
        return Err(FormatError {
            position: Some(position_of(text, at)),
            ..FormatError::new(too_many_values())
        });
    }
    Ok(text)
}

/// The offset of the first value over the limit, if there is one.
fn values_end(text: &str) -> Option<usize> {
    values(text).nth(JSON_VALUES)
}

/// Returns the number of values in a JSON text, field names included. Returns 0 without counting if the text is too
/// short to exceed the limit.
pub(super) fn count_values(text: &str) -> usize {
    // The shortest value is one digit and a comma.
    if text.len() > 2 * JSON_VALUES {
        values(text).count()
    } else {
        0
    }
}

/// The offsets of all values in a JSON text except the outermost.
fn values(text: &str) -> impl Iterator<Item = usize> {
    let (mut in_string, mut escaped) = (false, false);
    text.bytes().enumerate().filter_map(move |(at, byte)| {
        if in_string {
            in_string = escaped || byte != b'"';
            escaped = !escaped && byte == b'\\';
            return None;
        }
        in_string = byte == b'"';
        // Each value except the outermost follows one of these.
        matches!(byte, b',' | b':' | b'[' | b'{').then_some(at)
    })
}

/// The position of a byte of the text.
pub fn position_of(text: &str, offset: usize) -> TextPosition {
    let before = text.get(..offset.min(text.len())).unwrap_or(text);
    TextPosition {
        line: 1 + before.bytes().filter(|b| *b == b'\n').count(),
        column: 1 + before
            .rsplit('\n')
            .next()
            .unwrap_or_default()
            .chars()
            .count(),
    }
}

/// The offset of `part` in `text`, of which it is a slice.
pub fn offset_of(text: &str, part: &str) -> usize {
    (part.as_ptr() as usize).saturating_sub(text.as_ptr() as usize)
}

/// The offset of the value that `part` is, or inside whose quotes it is.
pub(super) fn place_of(text: &str, part: &str) -> usize {
    let offset = offset_of(text, part);
    match text.as_bytes()[..offset].last() {
        Some(b'"') => offset - 1,
        _ => offset,
    }
}

shape! {
    /// The fields at the start of each of our files. All others are ignored.
    Head is Document {
        format = "format": Text<'a>,
        version = "version": Raw<'a>,
    }
}

/// Checks the format and the version of a file. Returns the version.
pub fn check_head(
    text: &str,
    head: (Option<&str>, Option<Raw<'_>>),
    expected: &'static str,
    supported: u64,
) -> Result<u64, FormatError> {
    let (format, version) = head;
    if format != Some(expected) {
        return Err(FormatError::new(FormatErrorKind::OtherFormat {
            found: format.unwrap_or_default().to_owned(),
            expected,
        }));
    }
    let Some(version) = version else {
        return Err(FormatError::new(FormatErrorKind::NoVersion));
    };
    let kind = match version.get().parse() {
        Ok(found) if (1..=supported).contains(&found) => return Ok(found),
        Ok(found) if found > supported => FormatErrorKind::NewerVersion { found, supported },
        _ => FormatErrorKind::NoVersion,
    };
    Err(FormatError {
        position: Some(position_of(text, offset_of(text, version.get()))),
        path: "version".to_owned(),
        kind,
    })
}

/// Deserializes a file of this format, whose version is at most `version`.
///
/// # Errors
/// Returns what is wrong, with the position.
pub fn read_headed<'a, T: Deserialize<'a>>(
    text: &'a str,
    format: &'static str,
    version: u64,
) -> Result<T, FormatError> {
    read_head(text, format, version)?;
    parse(text)
}

/// Reads the head of a file of this format, whose version is at most `version`. Returns its version.
///
/// # Errors
/// Returns what is wrong, with the position.
pub fn read_head(text: &str, format: &'static str, version: u64) -> Result<u64, FormatError> {
    let head = head_of(text).map_err(|error| FormatError {
        path: String::new(),
        ..error
    })?;
    let head = (head.format.as_deref(), head.version);
    check_head(text, head, format, version)
}

/// Reads the fields at the start of a file of JSON, or of JSON lines.
pub(super) fn head_of(text: &str) -> Result<Head<'_>, FormatError> {
    json::from_str(text).or_else(|error| {
        let first = text.lines().next().unwrap_or_default();
        let is_lines = matches!(error.kind, FormatErrorKind::TrailingText);
        let head = is_lines.then(|| json::from_str(first).ok()).flatten();
        head.ok_or(error)
    })
}

/// Deserializes a file whose head was checked.
///
/// # Errors
/// Returns what is wrong, with the position.
pub fn parse<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, FormatError> {
    json::from_str(text)
}

/// Returns the JSON without white space; `None` if it is nested too deeply for other JSON readers.
pub fn compact(json: &str) -> Option<String> {
    let mut out = String::with_capacity(json.len());
    let deepest = rewrite(json, &mut out, "", "");
    (deepest <= MAX_DEPTH).then_some(out)
}

/// Returns the JSON without white space, at any nesting depth.
pub fn compact_any(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    rewrite(json, &mut out, "", "");
    out
}

/// Appends JSON with one space after each comma and colon, and no other white space.
pub(super) fn push_spaced(json: &str, out: &mut String) {
    rewrite(json, out, ", ", ": ");
}

/// Copies JSON without its white space, and returns its nesting depth.
fn rewrite(json: &str, out: &mut String, comma: &str, colon: &str) -> usize {
    let (mut depth, mut deepest) = (0_usize, 0);
    let (mut in_string, mut escaped) = (false, false);
    for c in json.chars() {
        if in_string {
            out.push(c);
            in_string = escaped || c != '"';
            escaped = !escaped && c == '\\';
            continue;
        }
        match c {
            ' ' | '\t' | '\r' | '\n' => continue,
            '"' => in_string = true,
            '[' | '{' => depth += 1,
            ']' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        deepest = deepest.max(depth);
        match c {
            ',' if !comma.is_empty() => out.push_str(comma),
            ':' if !colon.is_empty() => out.push_str(colon),
            _ => out.push(c),
        }
    }
    deepest
}

/// Appends a JSON string.
pub fn push_string(text: &str, out: &mut String) {
    out.push('"');
    let mut rest = text;
    while let Some(at) =
        rest.find(|c: char| c < ' ' || matches!(c, '"' | '\\' | '\u{7f}' | '\u{2028}' | '\u{2029}'))
    {
        out.push_str(&rest[..at]);
        let mut chars = rest[at..].chars();
        match chars.next() {
            Some('"') => out.push_str("\\\""),
            Some('\\') => out.push_str("\\\\"),
            Some('\n') => out.push_str("\\n"),
            Some('\r') => out.push_str("\\r"),
            Some('\t') => out.push_str("\\t"),
            // Writing to a `String` cannot fail.
            Some(c) => drop(write!(out, "\\u{:04x}", u32::from(c))),
            None => {}
        }
        rest = chars.as_str();
    }
    out.push_str(rest);
    out.push('"');
}

/// Deserializes a small part of a text that was read as JSON before.
pub fn parse_part<T: DeserializeOwned>(json: &str) -> Option<T> {
    json::from_str(json).ok()
}
