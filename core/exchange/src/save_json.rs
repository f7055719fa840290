//! Nested save JSON, as a graph view for a game engine writes it: an array of roots, each with `children`, `data` and a
//! type. The runtime that loads it runs the first root; the others are unconnected branches.
//!
//! - The key of the type is `type`, `typeName` or `node`; it is detected when a file is read and can be chosen when one
//!   is written.
//! - `data.node` names the node type for the runtime ([`kinds`]), else the type does. A type without a built-in
//!   equivalent is a task of the game, which a library made from the file declares. `data.desc` is the node's name, all
//!   other fields of `data` are its parameters.
//! - Positions and sizes are texts such as `(100.00, 95.00)`. Trees that grow to the right in the file grow down in the
//!   document.
//! - Each node keeps its object of the file; what was not edited is written unchanged.

mod kinds;
mod node;
mod read;
mod remarks;
mod write;

use super::foreign::{Json, JsonKind, Layout, PositionMapping};
use crate::common::{
    FieldPlace, FileIds, Format, KeptAt, KeptData, MeaningfulData, MissingFeature, ReadMode,
    WriteMode, WriteOption,
};

/// The `extra` key under which documents and nodes keep data of their file.
const KEY: &str = "save_json";

pub(super) static FORMAT: Format = Format {
    matches_json: is_save_json,
    read: ReadMode::Each(read::read),
    write: WriteMode::ToRun(write::write),
    options: &[WriteOption::TypeKey, WriteOption::Namespace],
    missing: &[
        MissingFeature::TreeNames,
        MissingFeature::Description,
        MissingFeature::StandIns,
        MissingFeature::Notes,
        MissingFeature::Groups,
        MissingFeature::Seed,
    ],
    kept: Some(KeptData {
        key: KEY,
        meant: MeaningfulData::Fields(&FIELD_PLACES),
        has_positions: true,
        ids: FileIds::WhereNoneWasGiven,
        standing: None,
    }),
    remarks: remarks::CODES,
    ..Format::new("save-json", "Nested save JSON", "json")
};

/// Where fields of files are kept, and which of them the document expresses itself.
const FIELD_PLACES: [FieldPlace; 2] = [
    FieldPlace::new(
        KeptAt::Node,
        &[],
        "children data node treewright:id type typeName",
    ),
    FieldPlace::new(KeptAt::Document, &[], "layout unplaced"),
];

/// The keys of a node's type, the usual one first.
const TYPE_KEYS: [&str; 3] = ["type", "typeName", "node"];

/// The namespace of the node classes of the editor that made the format, which finds them by their full names only.
pub const USUAL_NAMESPACE: &str = "GraphViewExtension";

/// Returns whether a JSON file with this content is of this format: its items are roots.
fn is_save_json(top: Json<'_>) -> bool {
    let first = top.items().next();
    first.is_some_and(|root| {
        let is = |key: &str, kind: JsonKind| root.get(key).is_some_and(|json| json.kind() == kind);
        is("children", JsonKind::List) && is("data", JsonKind::Object)
    })
}

/// Returns how files are formatted: on one line.
fn usual_layout() -> Layout {
    Layout::one_line()
}

/// Returns how positions are turned: rows in the file are as high as cards here are wide, and columns are further apart
/// than rows are here.
fn turn(to_the_right: bool) -> PositionMapping {
    PositionMapping::of(to_the_right, (1.5, 0.5), (0.0, 0.0))
}

/// Parses the two numbers of a text such as `(100.00, 95.00)`.
fn pair(text: &str) -> Option<(f64, f64)> {
    let (x, y) = text
        .trim()
        .strip_prefix('(')?
        .strip_suffix(')')?
        .split_once(',')?;
    let number = |text: &str| {
        text.trim()
            .parse::<f64>()
            .ok()
            .filter(|number| number.abs() < 1e9)
    };
    Some((number(x)?, number(y)?))
}

#[cfg(test)]
mod tests;
