//! A JSON text as a flat list of its parts, with the order of keys, numbers as they are written, and places.
//!
//! The grammar is checked by `serde_json`, whose reading of raw values does not recurse; what is then known to be JSON is gone through
//! once more to note where its parts begin and end. Asking `serde_json` for raw values level by level would read a deep file as
//! often as it is deep, and its typed reading stops at 128 levels.

use std::borrow::Cow;

use rustc_hash::FxHashMap;
use serde_json::value::RawValue;
use treewright_core::Message;
use treewright_core::format::checked::Wrong;
use treewright_core::format::field_error::FieldError;
use treewright_core::format::json_errors::explain;
use treewright_core::format::json_text::{decode, parse_part, position_of, too_many_values};
use treewright_core::format::{FormatError, FormatErrorKind};
use treewright_core::limits::{JSON_VALUES, TEXT_BYTES};

/// How deep lists and objects may lie in each other in a file that is read. A tree takes two levels for each of its own.
pub(crate) const MAX_NESTING: usize = 100_000;

/// What a part is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Object,
    List,
    Text,
    Number,
    Bool,
    Null,
}

/// Small, since a file may have millions; no text that is read is larger than its numbers.
#[derive(Clone, Copy, Debug)]
struct Part {
    kind: Kind,
    start: u32,
    end: u32,
    /// The part that follows after this one and all in it.
    next: u32,
}

/// A text and its parts: each before those in it; of an object, keys and values in turn.
#[derive(Debug)]
pub(crate) struct Tape<'a> {
    text: &'a str,
    parts: Vec<Part>,
}

impl<'a> Tape<'a> {
    /// The parts of a file's text.
    pub(crate) fn read(bytes: &'a [u8]) -> Result<Self, FormatError> {
        let tape = Self::of(decode(bytes)?)?;
        match tape.too_long() {
            Some(error) => Err(error),
            None => Ok(tape),
        }
    }

    /// The first text that is longer than any that is kept.
    fn too_long(&self) -> Option<FormatError> {
        let length = |part: &Part| (part.end - part.start) as usize;
        let is_long = |part: &Part| part.kind == Kind::Text && length(part) > TEXT_BYTES;
        let at = self.parts.iter().position(is_long)?;
        let bytes = length(&self.parts[at]);
        Some(self.at(at).error(FormatErrorKind::TooLong {
            bytes,
            limit: TEXT_BYTES,
        }))
    }

    /// The parts of a text.
    pub(crate) fn of(text: &'a str) -> Result<Self, FormatError> {
        serde_json::from_str::<&RawValue>(text)
            .map_err(|error| explain::<&RawValue>(text, &error))?;
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

    /// The whole text.
    pub(crate) fn text(&self) -> &'a str {
        self.text
    }

    fn at(&self, at: usize) -> Json<'_> {
        Json { tape: self, at }
    }

    /// The outermost value.
    pub(crate) fn top(&self) -> Json<'_> {
        self.at(0)
    }

    /// The first text that stands for no characters, or key that occurs twice in its object.
    fn fault(&self) -> Option<Wrong<'_>> {
        let mut keys = Vec::new();
        for at in 0..self.parts.len() {
            let json = self.at(at);
            match json.kind() {
                Kind::Text if json.decoded().is_none() => {
                    let wrong = FieldError::BadEscape;
                    return Some(Wrong::field(Some(json.raw()), String::new(), wrong));
                }
                Kind::Object => {
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

/// The parts of a text that is JSON, or where there are too many of them or one lies too deep.
fn parts(text: &str) -> Result<Vec<Part>, (usize, FormatErrorKind)> {
    let bytes = text.as_bytes();
    let mut parts = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let start = at;
        at += 1;
        let kind = match byte {
            b'{' => Kind::Object,
            b'[' => Kind::List,
            b'"' => {
                at = end_of_text(bytes, at);
                Kind::Text
            }
            b'}' | b']' => {
                if let Some(list) = open.pop() {
                    let next = parts.len() as u32;
                    let part: &mut Part = &mut parts[list];
                    (part.end, part.next) = (at as u32, next);
                }
                continue;
            }
            b't' | b'f' | b'n' | b'-' | b'0'..=b'9' => {
                let is_in = |b: &&u8| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.');
                at += bytes[at..].iter().take_while(is_in).count();
                match byte {
                    b't' | b'f' => Kind::Bool,
                    b'n' => Kind::Null,
                    _ => Kind::Number,
                }
            }
            _ => continue,
        };
        if matches!(kind, Kind::Object | Kind::List) {
            if open.len() >= MAX_NESTING {
                return Err((start, FormatErrorKind::TooDeep));
            }
            open.push(parts.len());
        }
        if parts.len() >= JSON_VALUES {
            return Err((start, too_many_values()));
        }
        parts.push(Part {
            kind,
            start: start as u32,
            end: at as u32,
            next: parts.len() as u32 + 1,
        });
    }
    Ok(parts)
}

/// Where the text ends whose first character stands here, its quotes included.
pub(super) fn end_of_text(bytes: &[u8], mut at: usize) -> usize {
    while let Some(byte) = bytes.get(at) {
        at += match byte {
            b'"' => return at + 1,
            b'\\' => 2,
            _ => 1,
        };
    }
    at
}

/// A value of a text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Json<'t> {
    tape: &'t Tape<'t>,
    at: usize,
}

impl<'t> Json<'t> {
    fn part(self) -> Part {
        self.tape.parts[self.at]
    }

    /// What it is.
    pub(crate) fn kind(self) -> Kind {
        self.part().kind
    }

    /// The text as it is written.
    pub(crate) fn raw(self) -> &'t str {
        let part = self.part();
        &self.tape.text[part.start as usize..part.end as usize]
    }

    /// The text that it is, if it is one.
    pub(crate) fn text(self) -> Option<Cow<'t, str>> {
        (self.kind() == Kind::Text)
            .then(|| self.decoded())
            .flatten()
    }

    /// The text that it is, empty if it is none.
    pub(crate) fn text_or_empty(self) -> Cow<'t, str> {
        self.text().unwrap_or_default()
    }

    /// The flag that it is, if it is one.
    pub(crate) fn flag(self) -> Option<bool> {
        (self.kind() == Kind::Bool).then(|| self.raw() == "true")
    }

    /// The number that it is, if it is one.
    pub(crate) fn number(self) -> Option<f64> {
        let number = (self.kind() == Kind::Number).then(|| self.raw().parse::<f64>().ok());
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

    /// Keys and values of an object, in their order; none of anything else.
    pub(crate) fn fields(self) -> impl Iterator<Item = (Cow<'t, str>, Json<'t>)> {
        let mut key = (self.kind() == Kind::Object).then_some(self.at + 1);
        let end = self.part().next as usize;
        std::iter::from_fn(move || {
            let at = key.filter(|at| *at < end)?;
            let (name, value) = (self.tape.at(at), self.tape.at(at + 1));
            key = Some(value.part().next as usize);
            Some((name.decoded().unwrap_or_default(), value))
        })
    }

    /// The items of a list, in their order; none of anything else.
    pub(crate) fn items(self) -> impl Iterator<Item = Json<'t>> {
        let mut item = (self.kind() == Kind::List).then_some(self.at + 1);
        let end = self.part().next as usize;
        std::iter::from_fn(move || {
            let at = item.filter(|at| *at < end)?;
            let value = self.tape.at(at);
            item = Some(value.part().next as usize);
            Some(value)
        })
    }

    /// The items of the list of this key.
    pub(crate) fn items_of(self, key: &str) -> impl Iterator<Item = Json<'t>> + use<'t> {
        self.get(key).into_iter().flat_map(Json::items)
    }

    /// Keys and values of the object of this key.
    pub(crate) fn fields_of(
        self,
        key: &str,
    ) -> impl Iterator<Item = (Cow<'t, str>, Json<'t>)> + use<'t> {
        self.get(key).into_iter().flat_map(Json::fields)
    }

    /// The value of this key.
    pub(crate) fn get(self, key: &str) -> Option<Json<'t>> {
        self.fields().find(|(name, _)| name == key).map(|(_, v)| v)
    }

    /// The values of an object by their keys: for whoever asks for more than a few.
    pub(crate) fn by_key(self) -> FxHashMap<Cow<'t, str>, Json<'t>> {
        self.fields().collect()
    }

    /// The text of this key; empty if it is missing or none.
    pub(crate) fn text_of(self, key: &str) -> Cow<'t, str> {
        self.get(key).map(Json::text_or_empty).unwrap_or_default()
    }

    /// Whether nothing is in it.
    pub(crate) fn is_empty(self) -> bool {
        self.part().next as usize == self.at + 1
    }

    /// An error at this value.
    pub(crate) fn error(self, kind: FormatErrorKind) -> FormatError {
        FormatError {
            position: Some(position_of(self.tape.text, self.part().start as usize)),
            ..FormatError::new(kind)
        }
    }

    /// An error at this value.
    pub(crate) fn wrong(self, message: impl Into<Message>) -> FormatError {
        let message = message.into();
        self.error(FormatErrorKind::WrongField { message })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_found_in_their_order_as_they_are_written() {
        let text = r#" {"b": [1.50, {"x": "\u4e2d\"]"}, []], "a": null, "b2": -1e3, "c": false} "#;
        let tape = Tape::of(text).unwrap();
        let told: Vec<_> = tape
            .top()
            .fields()
            .map(|(k, v)| (k.into_owned(), v.raw()))
            .collect();
        assert_eq!(told[0].0, "b");
        assert_eq!(
            told[1..]
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
            (Kind::Number, true),
            (Kind::Object, false),
            (Kind::List, true),
        ];
        assert_eq!(items, expected);
        assert_eq!(list.items().nth(1).unwrap().text_of("x"), "中\"]");
    }

    #[test]
    fn what_is_no_json_is_refused_with_its_place() {
        let code = |text: &str| Tape::read(text.as_bytes()).map_or_else(|e| e.code(), |_| "read");
        assert_eq!(code("\u{feff}{}"), "read");
        assert_eq!(code(""), "empty");
        assert_eq!(code("{} // why"), "trailing_text");
        assert_eq!(code("{\"a\": 1, /* why */ \"b\": 2}"), "syntax");
        assert_eq!(code("{\"a\": 1,}"), "syntax");
        assert_eq!(code("{'a': 1}"), "syntax");
        assert_eq!(code("[\"\\ud800\"]"), "wrong_field");
        let error = Tape::of("{\"a\": {\"k\": 1,\n \"k\": 2}}").unwrap_err();
        assert_eq!(error.to_string(), "field `k` occurs twice");
        assert_eq!(error.position.unwrap().line, 2);
    }

    #[test]
    fn a_text_that_ends_anywhere_is_said_to_be_cut_off() {
        let text = r#"{"a": [1, -2.5, true, null, "x\n中"], "b": {"c": {}}}"#;
        for end in (1..text.len()).filter(|end| text.is_char_boundary(*end)) {
            assert_eq!(
                Tape::of(&text[..end]).unwrap_err().code(),
                "truncated",
                "{}",
                &text[..end]
            );
        }
    }

    #[test]
    fn nesting_is_bounded_and_costs_no_stack() {
        let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        assert_eq!(
            Tape::of(&nested(MAX_NESTING)).unwrap().parts.len(),
            MAX_NESTING
        );
        let error = Tape::of(&nested(MAX_NESTING + 1)).unwrap_err();
        let expected = ("too_deep", MAX_NESTING + 1);
        assert_eq!((error.code(), error.position.unwrap().column), expected);
        assert_eq!(Tape::of(&nested(1_000_000)).unwrap_err().code(), "too_deep");
    }
}
