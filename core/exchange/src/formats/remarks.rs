//! Import and export notes: the list of all tables, and the notes that hold as long as a document is unchanged.

use treewright_authoring::validate;
use treewright_core::Message;
use treewright_core::diagnostic::{Diagnostic, Problem, Problems, Severity};
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::model::Document;
use treewright_core::project::Project;

use super::ExchangeFormat;
use crate::common::NoteCodes;

/// The tables of notes that belong to no single format.
const SHARED: [NoteCodes; 8] = [
    of_all::CODES,
    super::import_checks::acting::CODES,
    super::import_checks::declarable::CODES,
    super::export_notes::remarks::CODES,
    super::export_notes::unsettled::CODES,
    crate::flattened::remarks::CODES,
    crate::game_config::remarks::CODES,
    crate::substitution_json::remarks::CODES,
];

/// Returns all codes of notes, each with the names of its arguments.
pub fn codes() -> impl Iterator<Item = (&'static str, &'static [&'static str])> {
    let of_formats = ExchangeFormat::ALL.map(|format| format.row().remarks);
    let tables = SHARED.into_iter().chain(of_formats);
    tables.flat_map(|table| table.iter().copied())
}

/// Returns the notes that hold as long as the document keeps data for other tools that has no effect here.
pub fn standing(document: &Document) -> Vec<Diagnostic> {
    let kept = ExchangeFormat::ALL
        .into_iter()
        .filter_map(ExchangeFormat::kept);
    let standing = kept.filter_map(|kept| kept.standing);
    standing.flat_map(|standing| standing(document)).collect()
}

/// The codes of notes on what decides in another tool how a tree runs, and has no effect here. What leaves of the game do is not among it.
const DECIDING: [&str; 3] = [
    "btcpp_condition_kept",
    "behaviac_attachment_kept",
    "behaviac_custom_kept",
];

/// Returns the notes of [`standing`] on what decides in another tool how the tree runs, such as conditions of nodes, each with its node.
pub fn without_effect(document: &Document) -> Vec<(NodeId, Message)> {
    let deciding = |note: &Diagnostic| DECIDING.contains(&note.problem.code());
    let notes = standing(document).into_iter().filter(deciding);
    notes
        .filter_map(|note| Some((note.location.node()?.clone(), note.problem.message())))
        .collect()
}

/// Returns all problems of a document: [`validate::validate_project`] and [`standing`].
pub fn problems(project: &Project<'_>, library: &NodeLibrary) -> Problems {
    let mut problems = validate::validate_project(project, library);
    problems.extend(standing(project.document));
    problems
}

/// Counts of what validation finds. Import notes are not counted: they are shown separately, with the imported file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ProblemCounts {
    /// Problems with which the tree cannot run as intended.
    pub errors: usize,
    /// Problems with which it runs, but probably not as intended.
    pub warnings: usize,
}

impl ProblemCounts {
    /// Counts errors and warnings among [`problems`].
    pub fn of(problems: &Problems) -> Self {
        let of_checks = |found: &&Diagnostic| !matches!(found.problem, Problem::Transfer(_));
        let count = |severity: Severity| {
            let found = problems.iter().filter(of_checks);
            let listed = found.filter(|found| found.severity == severity).count();
            listed + problems.unlisted_counts().of(severity)
        };
        Self {
            errors: count(Severity::Error),
            warnings: count(Severity::Warning),
        }
    }

    /// Returns whether there are none.
    pub fn is_none(self) -> bool {
        self == Self::default()
    }
}

/// Notes that apply to every format.
pub(super) mod of_all {
    crate::common::remarks! { "exchange";
        cannot_be_written(reason): Refused = "{reason}";
        too_many_nodes(nodes, limit): Refused = "too many nodes: limit {limit}, found {nodes}; split the tree into several";
        too_large(size, limit): Refused = "the file would be too large: limit {limit} MB, found {size} MB; split the tree into several";
        only_read(format): Refused = "files of {format} can only be read, not written";
    }
}
