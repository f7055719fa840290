//! Errors of reading JSON: messages that can be translated, with the position in the text and the path to the field.
//!
//! Serde hands errors of types to a reader as texts. Messages of our own types pass through unchanged ([`custom`],
//! [`expecting`]).

use std::cell::RefCell;
use std::fmt;

use serde::de::{self, Expected, Unexpected};

use super::super::field_error::{FieldError, Sort};
use super::super::{FormatError, FormatErrorKind};
use super::scanner::Scanner;
use super::syntax;
use crate::diagnostic::TextPosition;
use crate::told::Message;

/// How many fields of an object are named.
const MOST_NAMED: usize = 4;

thread_local! {
    /// The last message that was passed to a deserializer's error, which keeps only its text.
    static LAST_MESSAGE: RefCell<Option<Message>> = const { RefCell::new(None) };
}

/// A message that stores itself in `LAST_MESSAGE` when it is formatted.
struct MessageCarrier(Message);

impl fmt::Display for MessageCarrier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        LAST_MESSAGE.set(Some(self.0.clone()));
        f.write_str(self.0.english())
    }
}

/// Returns the stored message if this is its text.
fn passed_on(words: &str) -> Option<Message> {
    LAST_MESSAGE
        .take()
        .filter(|message| message.english() == words)
}

/// Creates a deserializer's error that keeps this message.
pub fn custom<E: de::Error>(message: impl Into<Message>) -> E {
    E::custom(MessageCarrier(message.into()))
}

/// Formats what a visitor expects, and keeps it as a message.
///
/// # Errors
/// Returns the errors of the formatter.
pub fn expecting(f: &mut fmt::Formatter<'_>, sort: &Sort) -> fmt::Result {
    write!(f, "{}", MessageCarrier(sort.message()))
}

/// A step of the path: a field or an index.
#[derive(Debug)]
pub(super) enum PathStep {
    Field(String),
    Item(usize),
}

/// Why a text could not be read as a value.
#[derive(Debug)]
pub(super) struct ReadError(Box<ReadErrorData>);

#[derive(Debug)]
struct ReadErrorData {
    cause: Cause,
    /// The number of bytes that were read; the last of them is where the error is.
    passed: Option<usize>,
    /// The steps to the value that is wrong, innermost first.
    path: Vec<PathStep>,
    /// The offset of that value, if it is below the top level.
    part: Option<usize>,
}

#[derive(Debug)]
enum Cause {
    Truncated,
    Syntax,
    WrongValue(Message),
}

impl ReadError {
    fn new(cause: Cause, passed: Option<usize>) -> Self {
        Self(Box::new(ReadErrorData {
            cause,
            passed,
            path: Vec::new(),
            part: None,
        }))
    }

    /// The text ends too early.
    pub(super) fn truncated(passed: usize) -> Self {
        Self::new(Cause::Truncated, Some(passed))
    }

    /// The text is not JSON.
    pub(super) fn syntax(passed: usize) -> Self {
        Self::new(Cause::Syntax, Some(passed))
    }

    /// The value is of another type.
    pub(super) fn other_type(found: &Sort, expected: &dyn Expected, known: Option<Sort>) -> Self {
        let (expected, found) = (described(expected, known), found.message());
        FieldError::OtherType { expected, found }.into()
    }

    /// Sets the position unless the error has one.
    pub(super) fn placed(mut self, passed: usize) -> Self {
        self.0.passed.get_or_insert(passed);
        self
    }

    /// Adds an outer step to the path. The error is in a value that begins at `value`.
    pub(super) fn inside(mut self, step: PathStep, value: Option<usize>) -> Self {
        self.0.path.push(step);
        self.0.part = self.0.part.or(value);
        self
    }

    /// The innermost value of this text that contains the error, if that is below the top level.
    pub(super) fn part<'t>(&self, text: &'t str) -> Option<&'t str> {
        let start = self.0.part?;
        Scanner::new(text.get(start..)?).raw().ok()
    }

    /// Converts it to the error of a file with this text.
    pub(super) fn in_text(self, text: &str) -> FormatError {
        let passed = self.0.passed.unwrap_or_default();
        let path = match self.0.cause {
            Cause::WrongValue(_) => self.path(),
            Cause::Truncated | Cause::Syntax => String::new(),
        };
        FormatError {
            kind: match self.0.cause {
                Cause::Truncated => FormatErrorKind::Truncated,
                Cause::Syntax => syntax::kind(text, passed.saturating_sub(1)),
                Cause::WrongValue(message) => FormatErrorKind::WrongField { message },
            },
            position: Some(position(text, passed)),
            path,
        }
    }

    /// The kind of error, and the number of bytes that were read.
    #[cfg(test)]
    pub(super) fn kind_and_place(&self) -> (&'static str, usize) {
        let kind = match self.0.cause {
            Cause::Truncated => "truncated",
            Cause::Syntax => "syntax",
            Cause::WrongValue(_) => "value",
        };
        (kind, self.0.passed.unwrap_or_default())
    }

    /// The path as text, such as `nodes[7].children[0]`.
    fn path(&self) -> String {
        let mut path = String::new();
        for step in self.0.path.iter().rev() {
            match step {
                PathStep::Field(name) if path.is_empty() => path.push_str(name),
                PathStep::Field(name) => path.extend([".", name]),
                PathStep::Item(index) => path.extend(["[", &index.to_string(), "]"]),
            }
        }
        path
    }
}

/// The position of the last of the first `passed` bytes.
fn position(text: &str, passed: usize) -> TextPosition {
    let before = &text.as_bytes()[..passed];
    let start = before.iter().rposition(|byte| *byte == b'\n');
    let start = start.map_or(0, |line_break| line_break + 1);
    let characters = text[start..].char_indices();
    TextPosition {
        line: 1 + text[..start].matches('\n').count(),
        column: 1 + characters
            .take_while(|(at, _)| start + at + 1 < passed)
            .count(),
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0.cause {
            Cause::Truncated => FormatErrorKind::Truncated.fmt(f),
            Cause::Syntax => f.write_str("not valid JSON"),
            Cause::WrongValue(message) => message.fmt(f),
        }
    }
}

impl std::error::Error for ReadError {}

impl From<FieldError> for ReadError {
    fn from(error: FieldError) -> Self {
        Self::new(Cause::WrongValue(error.message()), None)
    }
}

impl de::Error for ReadError {
    fn custom<T: fmt::Display>(words: T) -> Self {
        let words = words.to_string();
        let message = passed_on(&words).unwrap_or_else(|| FieldError::Words(words).message());
        Self::new(Cause::WrongValue(message), None)
    }

    fn invalid_type(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::other_type(&sort_of(found), expected, None)
    }

    fn invalid_value(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        let (found, expected) = (found.to_string(), described(expected, None));
        FieldError::InvalidValue { found, expected }.into()
    }

    fn invalid_length(found: usize, expected: &dyn Expected) -> Self {
        let expected = described(expected, None);
        FieldError::InvalidLength { found, expected }.into()
    }

    fn unknown_variant(found: &str, expected: &'static [&'static str]) -> Self {
        let found = found.to_owned();
        match one_of(expected) {
            Some(expected) => FieldError::UnknownVariant { found, expected }.into(),
            None => FieldError::NoVariants { found }.into(),
        }
    }

    fn unknown_field(field: &str, expected: &'static [&'static str]) -> Self {
        let field = field.to_owned();
        match one_of(expected) {
            Some(expected) => FieldError::UnknownField { field, expected }.into(),
            None => FieldError::NoFields { field }.into(),
        }
    }

    fn missing_field(field: &'static str) -> Self {
        FieldError::MissingField { field }.into()
    }

    fn duplicate_field(field: &'static str) -> Self {
        FieldError::DuplicateField { field }.into()
    }
}

/// Returns what a visitor expects: the message that it formatted, or else `known`.
fn described(expected: &dyn Expected, known: Option<Sort>) -> Message {
    let words = expected.to_string();
    passed_on(&words).unwrap_or_else(|| {
        let known = known.or_else(|| of_rust_type(&words));
        known.unwrap_or(Sort::Other(words)).message()
    })
}

/// Returns what serde describes by a type of Rust, whose name tells nobody what to write.
fn of_rust_type(words: &str) -> Option<Sort> {
    let mut parts = words.split(' ');
    Some(match parts.next()? {
        "u8" | "u16" | "u32" | "u64" | "usize" => Sort::Count,
        "i8" | "i16" | "i32" | "i64" | "isize" => Sort::Whole,
        "f32" | "f64" => Sort::Number,
        "struct" => Sort::Object,
        "tuple" => Sort::List,
        "enum" => Sort::String,
        _ => return None,
    })
}

/// Returns an object with these fields, which are named if they are few.
pub(super) fn object_with(fields: &[&str]) -> Sort {
    if fields.is_empty() || fields.len() > MOST_NAMED {
        return Sort::Object;
    }
    let names: Vec<String> = fields.iter().map(|name| format!("`{name}`")).collect();
    Sort::Fields(names.join(", "))
}

/// Returns what was found instead.
pub(super) fn sort_of(found: Unexpected<'_>) -> Sort {
    match found {
        Unexpected::Map => Sort::Object,
        Unexpected::Seq => Sort::List,
        Unexpected::Unit => Sort::Other("null".to_owned()),
        Unexpected::Bool(found) => Sort::Other(format!("`{found}`")),
        Unexpected::Unsigned(found) => Sort::Other(format!("`{found}`")),
        Unexpected::Signed(found) => Sort::Other(format!("`{found}`")),
        Unexpected::Float(found) => Sort::Other(format!("`{found:?}`")),
        Unexpected::Str(found) => Sort::Other(format!("{found:?}")),
        other => Sort::Other(other.to_string()),
    }
}

/// Joins names; `None` if there are none.
fn one_of(names: &[&str]) -> Option<String> {
    match names {
        [] => None,
        [one] => Some(format!("`{one}`")),
        [one, other] => Some(format!("`{one}` or `{other}`")),
        many => Some(format!("one of `{}`", many.join("`, `"))),
    }
}
