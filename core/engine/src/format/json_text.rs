//! JSON as text: places in it, its head, and its form without blanks. Does not know what it means.

use std::fmt::Write as _;

use serde::de::{Deserialize, DeserializeOwned};
use serde_json::value::RawValue;

use super::json_errors::explain;
use super::shape::{Text, shape};
use super::{FormatError, FormatErrorKind};
use crate::diagnostic::TextPosition;
use crate::limits::{FILE_BYTES, JSON_VALUES};

/// How deep lists and objects may lie in each other in a field that is only kept.
const MAX_DEPTH: usize = 120;

/// That a text has more values than are read.
pub fn too_many_values() -> FormatErrorKind {
    FormatErrorKind::TooManyValues { limit: JSON_VALUES }
}

/// The text of a file, without the byte-order mark that some programs put first.
pub fn decode(bytes: &[u8]) -> Result<&str, FormatError> {
    if bytes.len() > FILE_BYTES {
        return Err(FormatError::new(FormatErrorKind::TooLarge {
            bytes: bytes.len(),
            limit: FILE_BYTES,
        }));
    }
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let text = std::str::from_utf8(bytes).map_err(|e| {
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

/// The same of a file of JSON, which has no more values than are read.
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

/// Where the first value begins that is one too many; none if there is no such.
fn values_end(text: &str) -> Option<usize> {
    values(text).nth(JSON_VALUES)
}

/// How many values a text of JSON has, names of fields counted too, if there may be too many; else nothing need be counted.
pub(super) fn count_values(text: &str) -> usize {
    // No value is shorter than a digit and a comma.
    if text.len() > 2 * JSON_VALUES {
        values(text).count()
    } else {
        0
    }
}

/// Where each value of a text of JSON begins but the outermost.
fn values(text: &str) -> impl Iterator<Item = usize> {
    let (mut in_string, mut escaped) = (false, false);
    text.bytes().enumerate().filter_map(move |(at, byte)| {
        if in_string {
            in_string = escaped || byte != b'"';
            escaped = !escaped && byte == b'\\';
            return None;
        }
        in_string = byte == b'"';
        // Each value but the outermost follows one of these.
        matches!(byte, b',' | b':' | b'[' | b'{').then_some(at)
    })
}

/// The line and column of a byte of the text.
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

/// Where `part`, which is a slice of `text`, begins in it.
pub fn offset_of(text: &str, part: &str) -> usize {
    (part.as_ptr() as usize).saturating_sub(text.as_ptr() as usize)
}

/// Where the value begins that `part` is or whose quotes it stands in.
pub(super) fn place_of(text: &str, part: &str) -> usize {
    let offset = offset_of(text, part);
    match text.as_bytes()[..offset].last() {
        Some(b'"') => offset - 1,
        _ => offset,
    }
}

shape! {
    /// What every file of ours begins with; the rest is passed over.
    Head is Document {
        format = "format": Text<'a>,
        version = "version": &'a RawValue,
    }
}

/// Whether a file is of this format and of a version that is known.
pub fn check_head(
    text: &str,
    head: (Option<&str>, Option<&RawValue>),
    expected: &'static str,
    supported: u64,
) -> Result<(), FormatError> {
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
        Ok(found) if (1..=supported).contains(&found) => return Ok(()),
        Ok(found) if found > supported => FormatErrorKind::NewerVersion { found, supported },
        _ => FormatErrorKind::NoVersion,
    };
    Err(FormatError {
        position: Some(position_of(text, offset_of(text, version.get()))),
        path: "version".to_owned(),
        kind,
    })
}

/// Reads a text that must begin as a file of this format, in this version at most.
///
/// # Errors
/// Says what is wrong and where.
pub fn headed<'a, T: Deserialize<'a>>(
    text: &'a str,
    format: &'static str,
    version: u64,
) -> Result<T, FormatError> {
    let head: Head<'_> = serde_json::from_str(text).map_err(|error| FormatError {
        path: String::new(),
        ..explain::<Head<'_>>(text, &error)
    })?;
    let head = (head.format.as_deref(), head.version);
    check_head(text, head, format, version)?;
    serde_json::from_str(text).map_err(|error| explain::<T>(text, &error))
}

/// The JSON without blanks between its parts; none if it is nested too deeply for other readers of JSON.
pub fn compact(json: &str) -> Option<String> {
    let mut out = String::with_capacity(json.len());
    let deepest = rewrite(json, &mut out, "", "");
    (deepest <= MAX_DEPTH).then_some(out)
}

/// The JSON without blanks between its parts, however deep it is nested.
pub fn compact_any(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    rewrite(json, &mut out, "", "");
    out
}

/// Appends JSON with one blank after each comma and colon and nowhere else.
pub(super) fn push_spaced(json: &str, out: &mut String) {
    rewrite(json, out, ", ", ": ");
}

/// Copies JSON without its blanks, and says how deep it is nested.
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

/// Appends text as a JSON string.
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
            // writing to a String cannot fail
            Some(c) => drop(write!(out, "\\u{:04x}", u32::from(c))),
            None => {}
        }
        rest = chars.as_str();
    }
    out.push_str(rest);
    out.push('"');
}

/// Reads a small piece of the text that was found to be JSON already.
pub fn parse_part<T: DeserializeOwned>(json: &str) -> Option<T> {
    serde_json::from_str(json).ok()
}
