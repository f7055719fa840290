//! BehaviorTree.CPP files: version 4 is read and written, version 3 is read.
//!
//! - A file is a document, its trees are the document's named trees; the main tree is the root. A file that includes
//!   others is a document that runs trees of other documents; its includes stay includes.
//! - Ports are parameters, blackboard keys are variables. Each tree has its own blackboard there, so variables belong
//!   to each use of a subtree; keys of the root's blackboard (`{@key}`) are shared by all.
//! - Models of nodes (`TreeNodesModel`) are a task library next to the document.
//! - The library's own nodes become built-in node types where they behave the same frame by frame: see `kinds.rs`.
//!   Others are kept as tasks.
//! - Everything else (white space, comments, the order of attributes, conditions around nodes) is kept with the node or
//!   tree that it belongs to (`kept.rs`), so that a file that is not edited is written byte for byte as it was, and an
//!   edit changes only what was edited.

mod check;
mod express;
mod interpret;
mod kept;
mod kinds;
mod layout;
mod load;
mod models;
mod names;
mod read;
mod remarks;
mod rules;
mod survey;
mod tag;
mod values;
mod variables;
mod write;

use crate::common::{
    FileIds, Format, KeptData, MeaningfulData, MissingFeature, ReadMode, WriteMode,
};

pub(super) static FORMAT: Format = Format {
    matches_start: detect,
    read: ReadMode::Together(read::read),
    write: WriteMode::ToRun(write::write),
    missing: &[
        MissingFeature::StandIns,
        MissingFeature::Notes,
        MissingFeature::Groups,
        MissingFeature::VariableComments,
        MissingFeature::Seed,
    ],
    kept: Some(KeptData {
        key: kept::KEY,
        meant: MeaningfulData::Given(kept::meant),
        has_positions: false,
        ids: FileIds::Never,
        standing: Some(kept::standing_remarks),
    }),
    remarks: remarks::CODES,
    ..Format::new("btcpp", "BehaviorTree.CPP XML", "xml")
};

/// Returns whether a file looks like BehaviorTree.CPP, by its name and its first bytes.
fn detect(name: &str, bytes: &[u8]) -> bool {
    const LOOKED_AT: usize = 64 * 1024;
    let begins = &bytes[..bytes.len().min(LOOKED_AT)];
    let has = |word: &str| begins.windows(word.len()).any(|w| w == word.as_bytes());
    name.to_ascii_lowercase().ends_with(".xml")
        && has("<root")
        && (has("BTCPP_format") || has("<BehaviorTree") || has("<TreeNodesModel"))
}

#[cfg(test)]
mod tests;
