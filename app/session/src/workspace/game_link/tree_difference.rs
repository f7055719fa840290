//! In what a document of the editor differs from the tree of the same name that a game runs. Positions, names and comments do not count, as they change
//! nothing that runs.

use std::sync::Arc;

use treewright_authoring::diff::{DifferenceKind, diff};
use treewright_core::model::{Document, Field, Subject};
use treewright_insight::recording_json::{ParsedSources, Sources};

use super::attached_game::files_at;
use crate::workspace::open_document::{DocumentId, OpenDocument};

/// A document that differs from what a game runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeDifference {
    /// The path of the document in the game.
    pub path: Arc<str>,
    /// The document of the editor.
    pub own: DocumentId,
    /// The number of the program that the game runs.
    pub program: u32,
    /// The agent that was chosen.
    pub agent: u64,
    /// What differs in the document itself: added if only the editor has it, removed if only the game has it. Empty if something else differs, such as
    /// another file.
    pub subjects: Vec<(Subject, DifferenceKind)>,
    /// Whether the tree of the game can be shown.
    pub can_be_shown: bool,
}

/// Returns what differs from the game's document to the editor's, each thing once.
pub fn differences(theirs: &Document, own: &Document) -> Vec<(Subject, DifferenceKind)> {
    let mut subjects: Vec<(Subject, DifferenceKind)> = Vec::new();
    for difference in diff(theirs, own) {
        let is_known = subjects
            .iter()
            .any(|(known, _)| *known == difference.subject);
        if !is_known && matters(&difference.subject, &difference.field) {
            subjects.push((difference.subject, difference.kind));
        }
    }
    subjects
}

/// Returns whether a document to which a game's tree refers, whose main document is at `path`, differs from that of the editor.
pub fn parts_differ(theirs: &ParsedSources, path: &str, own: &OpenDocument) -> bool {
    if theirs.others.paths().next().is_none() {
        return false;
    }
    let Some(sources) = own.program_sources().texts() else {
        return false;
    };
    let mut documents = files_at(path, &sources);
    documents.truncate(sources.documents.len());
    let own = Sources {
        documents,
        libraries: Vec::new(),
    };
    let Ok(own) = own.unpack() else {
        return false;
    };
    let of =
        |files: &ParsedSources, path: &str| files.others.get(path).and_then(Result::ok).cloned();
    theirs
        .others
        .paths()
        .any(|path| match (of(theirs, path), of(&own, path)) {
            (Some(theirs), Some(own)) => !differences(&theirs, &own).is_empty(),
            (theirs, own) => theirs.is_some() != own.is_some(),
        })
}

/// Returns whether a field of something changes what a tree does in a game.
fn matters(subject: &Subject, field: &Field) -> bool {
    match subject {
        Subject::Note(_) | Subject::Group(_) => false,
        Subject::Document => matches!(field, Field::Root | Field::Restart),
        Subject::Node(_) | Subject::Variable(_) | Subject::Tree(_) => matches!(
            field,
            Field::Presence
                | Field::Place
                | Field::Order
                | Field::Root
                | Field::Task
                | Field::Abort
                | Field::Parameter(_)
                | Field::Override { .. }
                | Field::Disabled
                | Field::Initial
                | Field::Scope
        ),
    }
}

#[cfg(test)]
mod tests {
    use treewright_core::model::testing::draw;

    use super::*;

    #[test]
    fn only_what_runs_counts() {
        let theirs = draw("n1:Sequence[n2:Wait(seconds=1) n3:Idle]");
        let same = draw("n1:Sequence[n2:Wait(seconds=1) n3:Idle]");
        assert_eq!(differences(&theirs, &same), Vec::new());
        let own = draw("n1:Sequence[n2:Wait(seconds=2) n4:Idle]");
        let found = differences(&theirs, &own);
        let node = |id: &str| Subject::Node(id.into());
        assert!(
            found.contains(&(node("n2"), DifferenceKind::Changed)),
            "{found:?}"
        );
        assert!(found.contains(&(node("n3"), DifferenceKind::Removed)));
        assert!(found.contains(&(node("n4"), DifferenceKind::Added)));
        assert_eq!(found.len(), 3);
    }
}
