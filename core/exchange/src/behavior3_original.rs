//! Behavior3, the JSON of the original editor (0.2, 0.3): a tree, a project of several trees, or the `.b3` file that
//! wraps one.
//!
//! - Each tree is a named tree, named by its title; the selected one is the main tree. A node whose name is a tree's id
//!   is a Subtree node.
//! - `title` is the node's name unless it only repeats its type, `description` its comment, `properties` are its
//!   parameters.
//! - Its Sequence and Priority start with the first child in every tick, like the reactive node types; `MemSequence`
//!   and `MemPriority` are Sequence and Selector ([`kinds`]).
//! - Positions are kept; trees that grow to the right in the file grow down in the document.
//! - Each node keeps its object of the file, each tree and the document theirs; what was not edited is written
//!   unchanged.

mod custom;
mod kinds;
mod node;
mod read;
mod remarks;
mod write;

use treewright_core::model::Extra;

use super::foreign::{Json, JsonKind, JsonText, Layout};
use crate::common::{
    FieldPlace, FileIds, Format, KeptAt, KeptData, MeaningfulData, MissingFeature, ReadMode,
    WriteMode, WriteOption,
};

/// The `extra` key under which documents, trees and nodes keep data of their file.
const KEY: &str = "behavior3_original";

pub(super) static FORMAT: Format = Format {
    matches_json: |top| form(top).is_some(),
    read: ReadMode::Each(read::read),
    write: WriteMode::ToRun(write::write),
    options: &[WriteOption::Minify],
    missing: MissingFeature::ALL_BUT_OURS,
    kept: Some(KeptData {
        key: KEY,
        meant: MeaningfulData::Fields(&FIELD_PLACES),
        has_positions: true,
        ids: FileIds::Always,
        standing: None,
    }),
    remarks: remarks::CODES,
    ..Format::new("behavior3-original", "behavior3 (original editor)", "json")
};

/// Where fields of files are kept, and which of them the document expresses itself.
const FIELD_PLACES: [FieldPlace; 4] = [
    FieldPlace::new(
        KeptAt::Node,
        &["node"],
        "child children description display id name properties title",
    ),
    FieldPlace::new(
        KeptAt::Tree,
        &["file"],
        "description display nodes root title",
    ),
    FieldPlace::new(
        KeptAt::Document,
        &["project"],
        "camera custom_nodes display trees",
    ),
    FieldPlace::new(KeptAt::Document, &["file"], "data"),
];

/// The version that is written.
const VERSION: &str = "0.3.0";

/// The form of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FileForm {
    Tree,
    Project,
    Wrapped,
}

/// Returns the form of a file with this content; `None` if it is not of this format.
fn form(top: Json<'_>) -> Option<FileForm> {
    let is_project = |json: Json<'_>| {
        json.get("trees")
            .is_some_and(|trees| trees.kind() == JsonKind::List)
    };
    if top.kind() != JsonKind::Object {
        return None;
    }
    if let Some(data) = top.get("data") {
        return is_project(data).then_some(FileForm::Wrapped);
    }
    if is_project(top) {
        return Some(FileForm::Project);
    }
    let nodes = top
        .get("nodes")
        .is_some_and(|nodes| nodes.kind() == JsonKind::Object);
    (nodes && top.get("root").is_some()).then_some(FileForm::Tree)
}

/// Returns the parsed data of the file that is kept here.
fn kept(extra: &Extra) -> Option<JsonText<'_>> {
    JsonText::of(extra.get(KEY)?).ok()
}

/// Returns how the original editor formats its files.
fn usual_layout() -> Layout {
    Layout::lines()
}

#[cfg(test)]
mod tests;
