//! Shared by the files of runs: a header with format and version, and names. Does not know any particular file format.

use serde::Deserialize;
use treewright_core::format::json::failing_part;
use treewright_core::format::json_text::{self, offset_of, position_of};
use treewright_core::format::literal::read_literal;
use treewright_core::format::{FormatError, FormatErrorKind, stand_in_json};

/// Parses a text that must start as a file of this format, with this version at most.
///
/// # Errors
/// The first problem, with its location.
pub fn read<'a, T: Deserialize<'a>>(
    text: &'a str,
    format: &'static str,
    version: u64,
) -> Result<T, FormatError> {
    json_text::read_headed::<T>(text, format, version).map_err(|error| {
        let said = error.kind.to_string();
        let of_part =
            failing_part::<T>(text).and_then(|part| Some((part, wrong_as_a_whole(part, &said)?)));
        match of_part {
            Some((part, kind)) => FormatError {
                kind,
                position: Some(position_of(text, offset_of(text, part))),
                ..error
            },
            None => error,
        }
    })
}

/// Returns the error of an invalid value or stand-in, located at the whole value instead of at the part that serde reports.
fn wrong_as_a_whole(part: &str, said: &str) -> Option<FormatErrorKind> {
    let value = read_literal(part).err();
    let stand_in = stand_in_json::read_in_range(part).err();
    let stand_in = stand_in.map(FormatErrorKind::from);
    let kinds = value.into_iter().chain(stand_in);
    kinds.into_iter().find(|kind| kind.to_string() == said)
}

/// The status of a node or of the tree.
#[cfg(feature = "schema")]
#[derive(schemars::JsonSchema)]
#[schemars(rename = "status")]
#[doc(hidden)]
pub enum StatusName {
    Success,
    Failure,
    Running,
}

/// Reduces the schema of an enum to its names, without the description of each.
#[cfg(feature = "schema")]
pub fn names_only(schema: &mut schemars::Schema) {
    if let Some(serde_json::Value::Array(named)) = schema.remove("oneOf") {
        let names = named.into_iter().map(|mut name| name["const"].take());
        schema.insert("type".into(), "string".into());
        schema.insert("enum".into(), names.collect());
    }
}

/// Distinguishes the two forms of a line, its first one and all others, by the presence of `format`, so that errors refer to the
/// right one.
#[cfg(feature = "schema")]
pub fn by_format(line: &mut schemars::Schema) {
    if let Some(serde_json::Value::Array(forms)) = line.remove("anyOf")
        && let Ok([head, frame]) = <[serde_json::Value; 2]>::try_from(forms)
    {
        line.insert("if".into(), serde_json::json!({"required": ["format"]}));
        line.insert("then".into(), head);
        line.insert("else".into(), frame);
    }
}
