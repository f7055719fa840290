//! Behavior3, the nested JSON of the editor for VS Code (`DOCUMENT_VERSION` 2.2.0), with node definitions (`.b3-setting`) and
//! workspaces (`.b3-workspace`).
//!
//! - A node's `uuid` is its id, `desc` its name (what follows after the first line its comment), `disabled` the same. `args` are
//!   parameters by name; the variables of `input` and `output` are the parameters `input1`, `output1`, and so on.
//! - Kinds that mean the same in both are ours ([`kinds`]); all others are the game's own tasks, as `.b3-setting` declares them. One that
//!   is called like a built-in kind of ours gets `game.` before its name.
//! - A node with a `path` is a Subtree node that runs the other file's document. There the other file sees the same variables, so each that
//!   it uses is bound to ours of the same name. `overrides` become overrides of the Subtree nodes.
//! - Each node keeps the object that it was in the file, the document the rest of the file; what was not edited is written as it was.

mod header;
mod kinds;
mod node;
mod overrides;
mod read;
mod remarks;
mod setting;
mod workspace;
mod write;

use super::foreign::{Json, Kind, Layout};
use crate::common::{Format, Ids, Keeper, Kept, Lack, Meant, Place, Read, Write, WriteOption};
pub use setting::{read_setting, write_setting};

/// The key under which documents, nodes, variables and tasks keep what their file had.
const KEY: &str = "behavior3";

pub(super) static FORMAT: Format = Format {
    looks_so: |name, _| is_named_so(name),
    holds: is_tree,
    read: Read::Each(read::read),
    write: Write::ToRun(write::write),
    options: &[WriteOption::Minify],
    lacks: Lack::ALL_BUT_OURS,
    kept: Some(Kept {
        key: KEY,
        meant: Meant::Fields(&PLACES),
        has_places: false,
        ids: Ids::WhereNoneWasGiven,
        standing: None,
    }),
    remarks: remarks::CODES,
    ..Format::new("behavior3", "behavior3", "json")
};

/// Where fields of files are kept.
const PLACES: [Place; 3] = [
    Place {
        off: &["debug"],
        ..Place::new(
            Keeper::Node,
            &[],
            "args children desc disabled id input name output path treewright:id uuid",
        )
    },
    Place::new(
        Keeper::Document,
        &["file"],
        "desc name overrides root variables",
    ),
    Place::new(Keeper::Document, &["file", "variables"], "locals"),
];

/// The version that is written, and the latest whose major number is read.
const VERSION: &str = "2.2.0";

/// Whether a file of this name holds node definitions or marks a workspace.
pub(super) fn is_named_so(name: &str) -> bool {
    name.ends_with(".b3-setting") || name.ends_with(".b3-workspace")
}

/// Whether a JSON file of this content is a tree of this format.
fn is_tree(top: Json<'_>) -> bool {
    let root = top.get("root");
    root.is_some_and(|root| root.kind() == Kind::Object && root.get("name").is_some())
}

/// How the editor sets its files.
fn usual_layout() -> Layout {
    Layout {
        opened: true,
        ..Layout::lines()
    }
}

#[cfg(test)]
mod tests;
