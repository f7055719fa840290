//! What files of runs have in common: a head that says what they are and of which version, and names in them. Knows no single file format.

use serde::Deserialize;
use treewright_core::format::FormatError;
use treewright_core::format::json_text;

/// What a text holds that must begin as a file of this format, in this version at most.
///
/// # Errors
/// Says what is wrong and where.
pub fn read<'a, T: Deserialize<'a>>(
    text: &'a str,
    format: &'static str,
    version: u64,
) -> Result<T, FormatError> {
    json_text::headed(text, format, version)
}

/// Leaves of the names that a text can be only the names, without what each of them means.
#[cfg(feature = "schema")]
pub fn names_only(schema: &mut schemars::Schema) {
    if let Some(serde_json::Value::Array(named)) = schema.remove("oneOf") {
        let names = named.into_iter().map(|mut name| name["const"].take());
        schema.insert("type".into(), "string".into());
        schema.insert("enum".into(), names.collect());
    }
}
