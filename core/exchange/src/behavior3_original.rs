//! Behavior3, the JSON of the original editor (0.2, 0.3): a tree, a project of several trees, or the `.b3` file that wraps one.
//!
//! - Each tree is a named tree, called by its title; the selected one is the main tree. A node whose name is a tree's id is a Subtree node.
//! - `title` is the node's name unless it only repeats its kind, `description` its comment, `properties` are its parameters.
//! - Its Sequence and Priority begin with the first child in every tick, as our reactive kinds do; `MemSequence` and `MemPriority` are
//!   Sequence and Selector ([`kinds`]).
//! - Places are kept; trees that grow to the right there grow down here.
//! - Each node keeps the object that it was in the file, each tree and the document theirs; what was not edited is written as it was.

mod custom;
mod kinds;
mod node;
mod read;
mod remarks;
mod write;

use treewright_core::model::Extra;

use super::foreign::{Json, Kind, Layout, Tape};
use crate::common::{Format, Ids, Keeper, Kept, Lack, Meant, Place, Read, Write, WriteOption};

/// The key under which documents, trees and nodes keep what their file had.
const KEY: &str = "behavior3_original";

pub(super) static FORMAT: Format = Format {
    holds: |top| form(top).is_some(),
    read: Read::Each(read::read),
    write: Write::ToRun(write::write),
    options: &[WriteOption::Minify],
    lacks: Lack::ALL_BUT_OURS,
    kept: Some(Kept {
        key: KEY,
        meant: Meant::Fields(&PLACES),
        has_places: true,
        ids: Ids::Always,
        standing: None,
    }),
    remarks: remarks::CODES,
    ..Format::new("behavior3-original", "behavior3 (original editor)", "json")
};

/// Where fields of files are kept.
const PLACES: [Place; 4] = [
    Place::new(
        Keeper::Node,
        &["node"],
        "child children description display id name properties title",
    ),
    Place::new(
        Keeper::Tree,
        &["file"],
        "description display nodes root title",
    ),
    Place::new(
        Keeper::Document,
        &["project"],
        "camera custom_nodes display trees",
    ),
    Place::new(Keeper::Document, &["file"], "data"),
];

/// The version that is written.
const VERSION: &str = "0.3.0";

/// The form of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Tree,
    Project,
    Wrapped,
}

/// The form of a file of this content, if it is one of this format.
fn form(top: Json<'_>) -> Option<Form> {
    let is_project = |json: Json<'_>| {
        json.get("trees")
            .is_some_and(|trees| trees.kind() == Kind::List)
    };
    if top.kind() != Kind::Object {
        return None;
    }
    if let Some(data) = top.get("data") {
        return is_project(data).then_some(Form::Wrapped);
    }
    if is_project(top) {
        return Some(Form::Project);
    }
    let nodes = top
        .get("nodes")
        .is_some_and(|nodes| nodes.kind() == Kind::Object);
    (nodes && top.get("root").is_some()).then_some(Form::Tree)
}

/// What is kept, as its parts.
fn kept(extra: &Extra) -> Option<Tape<'_>> {
    Tape::of(extra.get(KEY)?).ok()
}

/// How the editor sets its files.
fn usual_layout() -> Layout {
    Layout::lines()
}

#[cfg(test)]
mod tests;
