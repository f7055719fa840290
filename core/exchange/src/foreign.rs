//! What the readers and writers of other tools' JSON share: parsing the text into a list of parts, converting values,
//! merging what was kept of a file with what was edited, and a file's own formatting. Does not know the tools.

mod fault;
mod fields;
mod ids;
mod json_text;
mod layout;
mod nesting;
mod positions;

mod values;

pub use fault::ForeignFault;
pub(super) use fields::{Fields, listed, merged, quoted};
pub(super) use ids::{FreeIds, check_names};
pub(super) use json_text::{Json, JsonKind, JsonText};
pub(super) use layout::Layout;
pub(super) use nesting::{
    NestedNode, category_of, child_counts, file_fields, flattened, own_fields, own_id, push_tree,
    used_tasks,
};
pub(super) use positions::{PositionMapping, are_placed};

use treewright_core::format::json_text::compact;
use treewright_core::format::{FormatError, FormatErrorKind};
use treewright_core::model::Extra;

pub(super) use values::{
    Families, builtin, foreign_json, foreign_name, full_description, is_builtin, is_kept_as_text,
    literal_of, milliseconds, own_name, push_number, set_fields, split_description,
};

/// The longest name that is read, in bytes.
pub(super) const MAX_NAME: usize = 10_000;

/// The most fields that may become a node's parameters; the limit on attributes of an XML element is the same.
pub(super) const MAX_PARAMETERS: usize = 1_000;

/// Refuses more fields than a node may have parameters.
pub(super) fn check_parameters(of: Option<Json<'_>>) -> Result<(), FormatError> {
    let beyond = of.and_then(|fields| fields.fields().nth(MAX_PARAMETERS));
    beyond.map_or(Ok(()), |(_, field)| {
        let most = MAX_PARAMETERS;
        Err(field.wrong(ForeignFault::MostParameters { most }))
    })
}

/// Returns the kept data of a value, unless it is nested more deeply than native files may be.
pub(super) fn kept_json(of: Json<'_>, kept: String) -> Result<String, FormatError> {
    match compact(&kept) {
        Some(_) => Ok(kept),
        None => Err(of.error(FormatErrorKind::TooDeep)),
    }
}

/// Parses the data that is kept under this key.
pub(super) fn kept<'e>(extra: &'e Extra, key: &str) -> Option<JsonText<'e>> {
    JsonText::of(extra.get(key)?).ok()
}
