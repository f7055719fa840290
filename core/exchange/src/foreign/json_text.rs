//! A JSON text as a flat list of its parts, with the order of keys, numbers as written, and positions.
//!
//! The grammar is checked first, without recursion; the valid text is then scanned once more for the start and end of each
//! part. Reading raw values level by level would take time quadratic in the depth, and typed reading is limited in depth.

use std::borrow::Cow;

use rustc_hash::FxHashMap;
use treewright_core::Message;
use treewright_core::format::checked::Wrong;
use treewright_core::format::field_error::FieldError;
use treewright_core::format::json;
use treewright_core::format::json_text::{decode, parse_part, position_of, too_many_values};
use treewright_core::format::{FormatError, FormatErrorKind};
use treewright_core::limits::{JSON_VALUES, TEXT_BYTES};

/// The deepest nesting of lists and objects in a file that is read. A tree takes two levels for each of its own.
pub(crate) const MAX_NESTING: usize = 100_000;

/// The type of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum JsonKind {
    Object,
    List,
    Text,
    Number,
    Bool,
    Null,
}

/// A part of the text. Small, since a file may have millions; the limit on file size keeps all offsets within `u32`.
#[derive(Clone, Copy, Debug)]
struct JsonPart {
    kind: JsonKind,
    start: u32,
    end: u32,
    /// The index of the next part after this one and its content.
    next: u32,
}

/// A text and its parts: each before those in it; for an object, keys and values alternate.
#[derive(Debug)]
pub(crate) struct JsonText<'a> {
    text: &'a str,
    parts: Vec<JsonPart>,
}

impl<'a> JsonText<'a> {
    /// Parses a file's text.
    pub(crate) fn read(bytes: &'a [u8]) -> Result<Self, FormatError> {
        let tape = Self::of(decode(bytes)?)?;
        match tape.too_long() {
            Some(error) => Err(error),
            None => Ok(tape),
        }
    }

    /// Returns an error for the first text that exceeds the limit.
    fn too_long(&self) -> Option<FormatError> {
        let length = |part: &JsonPart| (part.end - part.start) as usize;
        let is_long = |part: &JsonPart| part.kind == JsonKind::Text && length(part) > TEXT_BYTES;
        let at = self.parts.iter().position(is_long)?;
        let bytes = length(&self.parts[at]);
        Some(self.at(at).error(FormatErrorKind::TooLong {
            bytes,
            limit: TEXT_BYTES,
        }))
    }

    /// Parses a text.
    pub(crate) fn of(text: &'a str) -> Result<Self, FormatError> {
        json::check(text)?;
        let tape = Self {
            text,
            parts: parts(text).map_err(|(at, kind)| FormatError {
                position: Some(position_of(text, at)),
                ..FormatError::new(kind)
            })?,
        };
        match tape.fault() {
            Some(wrong) => Err(wrong.in_text(text)),
            None => Ok(tape),
        }
    }

    /// Returns the whole text.
    pub(crate) fn text(&self) -> &'a str {
        self.text
    }

    fn at(&self, at: usize) -> Json<'_> {
        Json { tape: self, at }
    }

    /// Returns the outermost value.
    pub(crate) fn top(&self) -> Json<'_> {
        self.at(0)
    }

    /// Returns an error for the first text with an invalid escape, or key that occurs twice in its object.
    fn fault(&self) -> Option<Wrong<'_>> {
        let mut keys = Vec::new();
        for at in 0..self.parts.len() {
            let json = self.at(at);
            match json.kind() {
                JsonKind::Text if json.decoded().is_none() => {
                    let wrong = FieldError::BadEscape;
                    return Some(Wrong::field(Some(json.raw()), String::new(), wrong));
                }
                JsonKind::Object => {
                    keys.clear();
                    keys.extend(json.fields());
                    keys.sort_by(|(a, _), (b, _)| a.cmp(b));
                    let twice = keys.windows(2).find(|pair| pair[0].0 == pair[1].0);
                    if let Some([_, (key, value)]) = twice {
                        let field = key.to_string();
                        let wrong = FieldError::FieldTwice { field };
                        return Some(Wrong::field(Some(value.raw()), String::new(), wrong));
                    }
                }
                _ => {}
            }
        }
        None
    }
}

/// Scans the parts of a text that is valid JSON; fails at the offset where there are too many of them or one is nested
/// too deeply.
fn parts(text: &str) -> Result<Vec<JsonPart>, (usize, FormatErrorKind)> {
    let bytes = text.as_bytes();
    let mut parts = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let start = at;
        at += 1;
        let kind = match byte {
            b'{' => JsonKind::Object,
            b'[' => JsonKind::List,
            b'"' => {
                at = text_end(bytes, at);
                JsonKind::Text
            }
            b'}' | b']' => {
                if let Some(list) = open.pop() {
                    let next = parts.len() as u32;
                    let part: &mut JsonPart = &mut parts[list];
                    (part.end, part.next) = (at as u32, next);
                }
                continue;
            }
            b't' | b'f' | b'n' | b'-' | b'0'..=b'9' => {
                let is_in = |b: &&u8| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.');
                at += bytes[at..].iter().take_while(is_in).count();
                match byte {
                    b't' | b'f' => JsonKind::Bool,
                    b'n' => JsonKind::Null,
                    _ => JsonKind::Number,
                }
            }
            _ => continue,
        };
        if matches!(kind, JsonKind::Object | JsonKind::List) {
            if open.len() >= MAX_NESTING {
                return Err((start, FormatErrorKind::TooDeep));
            }
            open.push(parts.len());
        }
        if parts.len() >= JSON_VALUES {
            return Err((start, too_many_values()));
        }
        parts.push(JsonPart {
            kind,
            start: start as u32,
            end: at as u32,
            next: parts.len() as u32 + 1,
        });
    }
    Ok(parts)
}

/// Returns the end of a text, including the closing quote; `at` is the index after the opening quote.
pub(super) fn text_end(bytes: &[u8], mut at: usize) -> usize {
    while let Some(byte) = bytes.get(at) {
        at += match byte {
            b'"' => return at + 1,
            b'\\' => 2,
            _ => 1,
        };
    }
    at
}

/// A value in a text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Json<'t> {
    tape: &'t JsonText<'t>,
    at: usize,
}

impl<'t> Json<'t> {
    fn part(self) -> JsonPart {
        self.tape.parts[self.at]
    }

    pub(crate) fn kind(self) -> JsonKind {
        self.part().kind
    }

    /// Returns the value as written.
    pub(crate) fn raw(self) -> &'t str {
        let part = self.part();
        &self.tape.text[part.start as usize..part.end as usize]
    }

    /// Returns the text, if the value is one.
    pub(crate) fn text(self) -> Option<Cow<'t, str>> {
        (self.kind() == JsonKind::Text)
            .then(|| self.decoded())
            .flatten()
    }

    /// Returns the text; empty if the value is not one.
    pub(crate) fn text_or_empty(self) -> Cow<'t, str> {
        self.text().unwrap_or_default()
    }

    /// Returns the bool, if the value is one.
    pub(crate) fn flag(self) -> Option<bool> {
        (self.kind() == JsonKind::Bool).then(|| self.raw() == "true")
    }

    /// Returns the number, if the value is a finite one.
    pub(crate) fn number(self) -> Option<f64> {
        let number = (self.kind() == JsonKind::Number).then(|| self.raw().parse::<f64>().ok());
        number.flatten().filter(|number| number.is_finite())
    }

    fn decoded(self) -> Option<Cow<'t, str>> {
        let raw = self.raw();
        let inside = raw.get(1..raw.len() - 1)?;
        if inside.contains('\\') {
            return parse_part::<String>(raw).map(Cow::Owned);
        }
        Some(Cow::Borrowed(inside))
    }

    /// Iterates over keys and values of an object in order; empty for any other value.
    pub(crate) fn fields(self) -> impl Iterator<Item = (Cow<'t, str>, Json<'t>)> {
        let mut key = (self.kind() == JsonKind::Object).then_some(self.at + 1);
        let end = self.part().next as usize;
        std::iter::from_fn(move || {
            let at = key.filter(|at| *at < end)?;
            let (name, value) = (self.tape.at(at), self.tape.at(at + 1));
            key = Some(value.part().next as usize);
            Some((name.decoded().unwrap_or_default(), value))
        })
    }

    /// Iterates over the items of a list in order; empty for any other value.
    pub(crate) fn items(self) -> impl Iterator<Item = Json<'t>> {
        let mut item = (self.kind() == JsonKind::List).then_some(self.at + 1);
        let end = self.part().next as usize;
        std::iter::from_fn(move || {
            let at = item.filter(|at| *at < end)?;
            let value = self.tape.at(at);
            item = Some(value.part().next as usize);
            Some(value)
        })
    }

    /// Iterates over the items of the list at this key.
    pub(crate) fn items_of(self, key: &str) -> impl Iterator<Item = Json<'t>> + use<'t> {
        self.get(key).into_iter().flat_map(Json::items)
    }

    /// Iterates over keys and values of the object at this key.
    pub(crate) fn fields_of(
        self,
        key: &str,
    ) -> impl Iterator<Item = (Cow<'t, str>, Json<'t>)> + use<'t> {
        self.get(key).into_iter().flat_map(Json::fields)
    }

    /// Returns the value at this key, by linear search.
    pub(crate) fn get(self, key: &str) -> Option<Json<'t>> {
        self.fields().find(|(name, _)| name == key).map(|(_, v)| v)
    }

    /// Returns the values of an object by key, for callers that look up more than a few.
    pub(crate) fn by_key(self) -> FxHashMap<Cow<'t, str>, Json<'t>> {
        self.fields().collect()
    }

    /// Returns the text at this key; empty if it is missing or not a text.
    pub(crate) fn text_of(self, key: &str) -> Cow<'t, str> {
        self.get(key).map(Json::text_or_empty).unwrap_or_default()
    }

    /// Returns whether the value has no content.
    pub(crate) fn is_empty(self) -> bool {
        self.part().next as usize == self.at + 1
    }

    /// Returns an error at this value.
    pub(crate) fn error(self, kind: FormatErrorKind) -> FormatError {
        FormatError {
            position: Some(position_of(self.tape.text, self.part().start as usize)),
            ..FormatError::new(kind)
        }
    }

    /// Returns a `WrongField` error at this value.
    pub(crate) fn wrong(self, message: impl Into<Message>) -> FormatError {
        let message = message.into();
        self.error(FormatErrorKind::WrongField { message })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_found_in_order_as_written() {
        let text = r#" {"b": [1.50, {"x": "\u4e2d\"]"}, []], "a": null, "b2": -1e3, "c": false} "#;
        let tape = JsonText::of(text).unwrap();
        let found: Vec<_> = tape
            .top()
            .fields()
            .map(|(k, v)| (k.into_owned(), v.raw()))
            .collect();
        assert_eq!(found[0].0, "b");
        assert_eq!(
            found[1..]
                .iter()
                .map(|(k, v)| (&**k, *v))
                .collect::<Vec<_>>(),
            [("a", "null"), ("b2", "-1e3"), ("c", "false")]
        );
        let list = tape.top().get("b").unwrap();
        let items: Vec<_> = list
            .items()
            .map(|item| (item.kind(), item.is_empty()))
            .collect();
        let expected = [
            (JsonKind::Number, true),
            (JsonKind::Object, false),
            (JsonKind::List, true),
        ];
        assert_eq!(items, expected);
        assert_eq!(list.items().nth(1).unwrap().text_of("x"), "中\"]");
    }

    #[test]
    fn invalid_json_is_refused_with_its_position() {
        let code =
            |text: &str| JsonText::read(text.as_bytes()).map_or_else(|e| e.code(), |_| "read");
        assert_eq!(code("\u{feff}{}"), "read");
        assert_eq!(code(""), "empty");
        assert_eq!(code("{} // why"), "trailing_text");
        assert_eq!(code("{\"a\": 1, /* why */ \"b\": 2}"), "syntax");
        assert_eq!(code("{\"a\": 1,}"), "syntax");
        assert_eq!(code("{'a': 1}"), "syntax");
        assert_eq!(code("[\"\\ud800\"]"), "wrong_field");
        let error = JsonText::of("{\"a\": {\"k\": 1,\n \"k\": 2}}").unwrap_err();
        assert_eq!(error.to_string(), "field `k` occurs twice");
        assert_eq!(error.position.unwrap().line, 2);
    }

    #[test]
    fn a_truncated_text_is_reported_as_truncated() {
        let text = r#"{"a": [1, -2.5, true, null, "x\n中"], "b": {"c": {}}}"#;
        for end in (1..text.len()).filter(|end| text.is_char_boundary(*end)) {
            assert_eq!(
                JsonText::of(&text[..end]).unwrap_err().code(),
                "truncated",
                "{}",
                &text[..end]
            );
        }
    }

    #[test]
    fn nesting_is_limited_and_uses_no_stack() {
        let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        assert_eq!(
            JsonText::of(&nested(MAX_NESTING)).unwrap().parts.len(),
            MAX_NESTING
        );
        let error = JsonText::of(&nested(MAX_NESTING + 1)).unwrap_err();
        let expected = ("too_deep", MAX_NESTING + 1);
        assert_eq!((error.code(), error.position.unwrap().column), expected);
        assert_eq!(
            JsonText::of(&nested(1_000_000)).unwrap_err().code(),
            "too_deep"
        );
    }
}
