//! JSON by serde: reads a text as a value, and writes a value as a text.
//!
//! This is not `serde_json`, for three reasons. What a crate of a build wants of `serde_json`, all get: the features
//! that keep numbers as written change what a game reads with it. Its errors are English sentences without a path;
//! ours are messages that can be translated, and lead to the field. And each type that is read costs compile time for
//! each reader: here generic code only hands values to visitors, and the rest is compiled once. Tests compare both.
//!
//! Numbers are kept as written by reading them as [`Raw`]; floats are parsed by the standard library, which rounds
//! correctly.

mod deserializer;
mod error;
mod pull;
mod raw;
mod scanner;
mod serializer;
mod syntax;

use serde::Deserialize;

use self::deserializer::Reader;
use self::scanner::Scanner;
use super::FormatError;

pub use error::{custom, expecting};
pub use pull::PullReader;
pub use raw::Raw;
pub use serializer::to_string;

/// The deepest nesting of lists and objects in a text that is read as a value. A [`Raw`] may be deeper.
const DEEPEST: usize = 127;

/// Reads a text as a value.
///
/// # Errors
/// Returns what is wrong, with the position and the path to it.
pub fn from_str<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, FormatError> {
    let mut reader = Reader::new(text);
    let read = T::deserialize(&mut reader).and_then(|value| reader.end().map(|()| value));
    read.map_err(|error| error.in_text(text))
}

/// Reads the value at the beginning of a text, and ignores the rest; `None` if there is none of this type.
pub fn first<'a, T: Deserialize<'a>>(text: &'a str) -> Option<T> {
    T::deserialize(&mut Reader::new(text)).ok()
}

/// Returns the part of a text that makes reading it as a `T` fail, if that is below the top level.
pub fn failing_part<'a, T: Deserialize<'a>>(text: &'a str) -> Option<&'a str> {
    T::deserialize(&mut Reader::new(text)).err()?.part(text)
}

/// Checks that a text is JSON, at any nesting depth and without recursion. Whether escapes in strings are characters
/// is not checked.
///
/// # Errors
/// Returns where it is not.
pub fn check(text: &str) -> Result<(), FormatError> {
    let mut scanner = Scanner::new(text);
    let checked = scanner.skip_value().and_then(|()| scanner.end());
    checked.map_err(|error| error.in_text(text))
}

#[cfg(test)]
mod tests;
