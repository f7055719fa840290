//! Explains why JSON does not deserialize, as translatable messages.
//!
//! `serde_json` reports errors only as English text. So a text that failed is read again by our own reader, which
//! knows the expected and the found type. Messages of our own deserializers pass through unchanged ([`custom`],
//! [`expecting`]).

mod reader;

use std::cell::RefCell;
use std::fmt;

use serde::de::{self, Deserialize, Expected, Unexpected};
use serde_json::error::Category;

use self::reader::Reader;
use super::field_error::{FieldError, Sort};
use super::json_syntax;
use super::{FormatError, FormatErrorKind};
use crate::diagnostic::TextPosition;
use crate::told::Message;

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
fn passed(words: &str) -> Option<Message> {
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

/// Converts an error of `serde_json` about this text, which was read as a `T`. The position counts characters, and
/// the path leads to the field.
pub fn explain<'a, T: Deserialize<'a>>(text: &'a str, error: &serde_json::Error) -> FormatError {
    let (kind, path) = match error.classify() {
        Category::Eof => (FormatErrorKind::Truncated, String::new()),
        Category::Data => {
            let stopped = Reader::read::<T>(text).err();
            let (message, path) = stopped.unwrap_or_else(|| {
                let words = FieldError::Words(error.to_string());
                (words.message(), String::new())
            });
            (FormatErrorKind::WrongField { message }, path)
        }
        Category::Syntax | Category::Io => {
            let line: usize = lines(text).take(error.line().saturating_sub(1)).sum();
            let wrong = (line + error.column()).saturating_sub(1);
            (json_syntax::kind(text, wrong), String::new())
        }
    };
    FormatError {
        kind,
        position: Some(position(text, error.line(), error.column())),
        path,
    }
}

/// Returns the part of a text that makes reading it as a `T` fail, if that is below the top level.
pub fn failing_part<'a, T: Deserialize<'a>>(text: &'a str) -> Option<&'a str> {
    Reader::failing_part::<T>(text)
}

/// The number of bytes of each line, including its line break.
fn lines(text: &str) -> impl Iterator<Item = usize> {
    text.split_inclusive('\n').map(str::len)
}

fn position(text: &str, line: usize, column: usize) -> TextPosition {
    let content = text
        .split('\n')
        .nth(line.saturating_sub(1))
        .unwrap_or_default();
    let before = content.char_indices().take_while(|(at, _)| at + 1 < column);
    TextPosition {
        line: line.max(1),
        column: 1 + before.count(),
    }
}

/// The error type of this module's reader.
#[derive(Debug)]
struct ReadError(Message);

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for ReadError {}

impl From<FieldError> for ReadError {
    fn from(error: FieldError) -> Self {
        Self(error.message())
    }
}

impl de::Error for ReadError {
    fn custom<T: fmt::Display>(words: T) -> Self {
        let words = words.to_string();
        Self(passed(&words).unwrap_or_else(|| FieldError::Words(words).message()))
    }

    fn invalid_type(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        other_type(found, sort(expected, None))
    }

    fn invalid_value(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        let (found, expected) = (found.to_string(), sort(expected, None));
        FieldError::InvalidValue { found, expected }.into()
    }

    fn invalid_length(found: usize, expected: &dyn Expected) -> Self {
        let expected = sort(expected, None);
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
fn sort(expected: &dyn Expected, known: Option<Sort>) -> Message {
    let words = expected.to_string();
    passed(&words).unwrap_or_else(|| known.unwrap_or(Sort::Other(words)).message())
}

fn other_type(found: Unexpected<'_>, expected: Message) -> ReadError {
    let quoted = |found: &dyn fmt::Display| Sort::Other(format!("`{found}`"));
    let found = match found {
        Unexpected::Map => Sort::Object,
        Unexpected::Seq => Sort::List,
        Unexpected::Unit => Sort::Other("null".to_owned()),
        Unexpected::Bool(found) => quoted(&found),
        Unexpected::Unsigned(found) => quoted(&found),
        Unexpected::Signed(found) => quoted(&found),
        Unexpected::Float(found) => quoted(&found),
        Unexpected::Str(found) => Sort::Other(format!("{found:?}")),
        other => Sort::Other(other.to_string()),
    };
    let found = found.message();
    FieldError::OtherType { expected, found }.into()
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

#[cfg(test)]
mod tests;
