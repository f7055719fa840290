//! Behavior3, the nested JSON of the editor for VS Code (`DOCUMENT_VERSION` 2.2.0), with node definitions
//! (`.b3-setting`) and workspaces (`.b3-workspace`).
//!
//! - A node's `uuid` is its id, `desc` its name (what follows the first line is its comment), `disabled` the same.
//!   `args` are parameters by name; the variables of `input` and `output` are the parameters `input1`, `output1`, and
//!   so on.
//! - Node types that mean the same in both programs become built-in ones ([`kinds`]); all others are tasks of the game,
//!   as `.b3-setting` declares them. A task with the name of a built-in node type gets the prefix `game.`.
//! - A node with a `path` is a Subtree node that runs the other file's document. In behavior3 the other file sees the
//!   same variables, so each that it uses is bound to the variable of the same name. `overrides` become overrides of
//!   the Subtree nodes.
//! - Each node keeps its object of the file, the document the rest of the file; what was not edited is written
//!   unchanged.

mod header;
mod kinds;
mod node;
mod overrides;
mod read;
mod remarks;
mod setting;
mod workspace;
mod write;

use super::foreign::{Json, JsonKind, Layout};
use crate::common::{
    FieldPlace, FileIds, Format, KeptAt, KeptData, MeaningfulData, MissingFeature, ReadMode,
    WriteMode, WriteOption,
};
pub use setting::{read_setting, write_setting};

/// The `extra` key under which documents, nodes, variables and tasks keep data of their file.
const KEY: &str = "behavior3";

pub(super) static FORMAT: Format = Format {
    matches_start: |name, _| is_definition_or_workspace(name),
    matches_json: is_tree,
    read: ReadMode::Each(read::read),
    write: WriteMode::ToRun(write::write),
    options: &[WriteOption::Minify],
    missing: MissingFeature::ALL_BUT_OURS,
    kept: Some(KeptData {
        key: KEY,
        meant: MeaningfulData::Fields(&FIELD_PLACES),
        has_positions: false,
        ids: FileIds::WhereNoneWasGiven,
        standing: None,
    }),
    remarks: remarks::CODES,
    ..Format::new("behavior3", "behavior3", "json")
};

/// Where fields of files are kept, and which of them the document expresses itself.
const FIELD_PLACES: [FieldPlace; 3] = [
    FieldPlace {
        false_means_absent: &["debug"],
        ..FieldPlace::new(
            KeptAt::Node,
            &[],
            "args children desc disabled id input name output path treewright:id uuid",
        )
    },
    FieldPlace::new(
        KeptAt::Document,
        &["file"],
        "desc name overrides root variables",
    ),
    FieldPlace::new(KeptAt::Document, &["file", "variables"], "locals"),
];

/// The version that is written. Files are read up to this major version.
const VERSION: &str = "2.2.0";

/// Returns whether a file of this name contains node definitions or marks a workspace.
pub(super) fn is_definition_or_workspace(name: &str) -> bool {
    name.ends_with(".b3-setting") || name.ends_with(".b3-workspace")
}

/// Returns whether a JSON file with this content is a tree of this format.
fn is_tree(top: Json<'_>) -> bool {
    let root = top.get("root");
    root.is_some_and(|root| root.kind() == JsonKind::Object && root.get("name").is_some())
}

/// Returns how the behavior3 editor formats its files.
fn usual_layout() -> Layout {
    Layout {
        opened: true,
        ..Layout::lines()
    }
}

#[cfg(test)]
mod tests;
