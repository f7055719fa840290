//! Resolving a merge conflict with one of the two versions.

use treewright_core::model::{Conflict, Document, Side};

use super::Fix;
use crate::edit::Command;

pub(super) fn fixes(document: &Document, conflict: &Conflict) -> Vec<Fix> {
    let all = &document.conflicts;
    let Some(index) = all.iter().position(|other| other == conflict) else {
        return Vec::new();
    };
    let sides = [("keep_ours", Side::Ours), ("take_theirs", Side::Theirs)];
    let fix = |(code, side)| {
        let command = Command::SettleConflict {
            conflict: index,
            side,
        };
        Fix::plain(code, command)
    };
    sides.into_iter().map(fix).collect()
}
