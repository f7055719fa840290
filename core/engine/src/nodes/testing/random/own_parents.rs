//! Puts a game's own composites and decorators into random trees.

use super::Dice;
use crate::ids::NodeId;
use crate::model::{Document, Surgery as _};
use crate::runtime::testing::copies::{self, copy_of, fickle};

/// Returns the document with all built-in parents replaced by parents of the game that do the same, if there are such.
pub fn with_copies(document: &Document) -> Document {
    let kinds = copies::with_copies();
    replaced(document, |task| {
        let has_copy = kinds.iter().any(|kind| kind.task == *task);
        has_copy.then(|| copy_of(task))
    })
}

/// Returns the document with some of its parents replaced by parents of the game, a few of which do anything.
pub fn with_own_parents(document: &Document, seed: u64) -> Document {
    let mut dice = Dice::new(seed ^ 0x09a2);
    let kinds = copies::with_copies();
    replaced(document, |task| {
        let kind = kinds.iter().find(|kind| kind.task == *task)?;
        match dice.below(12) {
            0 => Some(fickle(kind.category, dice.of(&["", "Watchful"]))),
            1..=5 => Some(copy_of(task)),
            _ => None,
        }
    })
}

fn replaced(document: &Document, mut by: impl FnMut(&str) -> Option<String>) -> Document {
    let mut changed = document.clone();
    let tasks = document
        .nodes()
        .map(|node| (node.id().clone(), by(&node.task)));
    let tasks: Vec<(NodeId, Option<String>)> = tasks.collect();
    for (id, task) in tasks {
        if let Some(task) = task {
            changed.node_mut(&id).unwrap().task = task.as_str().into();
        }
    }
    changed
}
