//! What files of runs have in common: a head that says what they are and of which version. Knows no single file format.

use serde::Deserialize;
use treewright_core::format::FormatError;
use treewright_core::format::json_text::{Head, check_head, explain, failing_path};

/// What a text holds that must begin as a file of this format, in this version at most.
///
/// # Errors
/// Says what is wrong and where.
pub fn read<'a, T: Deserialize<'a>>(
    text: &'a str,
    format: &'static str,
    version: u64,
) -> Result<T, FormatError> {
    let head: Head<'_> = serde_json::from_str(text).map_err(|error| explain(text, &error))?;
    let head = (head.format.as_deref(), head.version);
    check_head(text, head, format, version)?;
    serde_json::from_str(text).map_err(|error| FormatError {
        path: failing_path::<T>(text),
        ..explain(text, &error)
    })
}
