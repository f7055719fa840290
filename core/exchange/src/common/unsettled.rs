//! What a merge left to decide: the document holds one of two versions until somebody chooses, which no game may get without anyone knowing.
//! Knows no format.

use treewright_core::diagnostic::{Diagnostic, Location, Problem, Transfer};
use treewright_core::model::{Conflict, Subject};
use treewright_core::project::Project;

use super::ExchangeFormat;

/// What is said of it where a document is to be written: games get nothing, drawings say what they show, and our own files keep both versions.
pub(super) fn unsettled(format: ExchangeFormat, project: &Project<'_>) -> Vec<Diagnostic> {
    use ExchangeFormat as F;
    let is_for_games = match format {
        F::Native | F::Behaviac => return Vec::new(),
        F::Dot | F::Mermaid | F::Markdown => false,
        F::Btcpp
        | F::Behavior3
        | F::Lua
        | F::Behavior3Original
        | F::SaveJson
        | F::GameConfig
        | F::Rust => true,
    };
    let conflicts = &project.document.conflicts;
    if !is_for_games {
        let count = conflicts.len();
        let drawn = (count > 0).then(|| said(Location::Document, remarks::drawn(count)));
        return drawn.into_iter().collect();
    }
    let here = conflicts.iter().map(|conflict| {
        let remark = remarks::here();
        said(place(conflict), remark)
    });
    let others = project.others.paths().filter(|path| {
        let other = project.others.get(path);
        other.is_some_and(|other| other.is_ok_and(|other| !other.conflicts.is_empty()))
    });
    let elsewhere = others.map(|path| said(Location::Document, remarks::elsewhere(path)));
    here.chain(elsewhere).collect()
}

fn said(location: Location, remark: Transfer) -> Diagnostic {
    Diagnostic::new(location, Problem::Transfer(remark))
}

fn place(conflict: &Conflict) -> Location {
    match &conflict.subject {
        Subject::Node(id) => Location::Node(id.clone()),
        Subject::Variable(name) => Location::Variable(name.clone()),
        Subject::Tree(name) => Location::Tree(name.clone()),
        Subject::Document | Subject::Note(_) | Subject::Group(_) => Location::Document,
    }
}

/// What is said of it.
pub(crate) mod remarks {
    crate::common::remarks::remarks! { "unsettled";
        /// A conflict of the document.
        here(): Refused = "a merge left something to decide here: choose one of the two versions before a game gets the tree";
        /// Conflicts of a document that it runs.
        elsewhere(file): Refused = "a merge left something to decide in {file}: choose there before a game gets the tree";
        /// A drawing.
        drawn(count): Approximated = "what a merge left to decide is drawn as ours has it: {count}";
    }
}
