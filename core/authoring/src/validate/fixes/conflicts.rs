//! Settling what a merge left to decide: one of the two versions.

use treewright_core::model::{Conflict, Document, Side};

use super::Fix;
use crate::edit::Command;

pub(super) fn fixes(document: &Document, conflict: &Conflict) -> Vec<Fix> {
    let all = &document.conflicts;
    let Some(index) = all.iter().position(|other| other == conflict) else {
        return Vec::new();
    };
    let sides = [
        ("keep_ours", "Keep ours", Side::Ours),
        ("take_theirs", "Take theirs", Side::Theirs),
    ];
    let fix = |(code, label, side)| {
        let command = Command::SettleConflict {
            conflict: index,
            side,
        };
        Fix::new(code, label, Vec::new(), command)
    };
    sides.into_iter().map(fix).collect()
}
