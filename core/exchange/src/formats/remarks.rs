//! Remarks on what does not go over as it is: the table of all their tables, and which ones hold as long as a document is as it is.

use treewright_authoring::validate;
use treewright_core::diagnostic::{Diagnostic, Problem, Problems, Severity};
use treewright_core::library::NodeLibrary;
use treewright_core::model::Document;
use treewright_core::project::Project;

use super::ExchangeFormat;
use crate::common::Codes;

/// The tables of what is said by no single format.
const SHARED: [Codes; 8] = [
    of_all::CODES,
    super::handed_on::acting::CODES,
    super::handed_on::declarable::CODES,
    super::left_out::remarks::CODES,
    super::left_out::unsettled::CODES,
    crate::flattened::remarks::CODES,
    crate::game_config::remarks::CODES,
    crate::substitution_json::remarks::CODES,
];

/// All codes of remarks, each with the names of its arguments.
pub fn codes() -> impl Iterator<Item = (&'static str, &'static [&'static str])> {
    let of_formats = ExchangeFormat::ALL.map(|format| format.row().remarks);
    let tables = SHARED.into_iter().chain(of_formats);
    tables.flat_map(|table| table.iter().copied())
}

/// The remarks that hold as long as the document is as it is: what it keeps for other tools and does nothing here.
pub fn standing(document: &Document) -> Vec<Diagnostic> {
    let kept = ExchangeFormat::ALL
        .into_iter()
        .filter_map(ExchangeFormat::kept);
    let standing = kept.filter_map(|kept| kept.standing);
    standing.flat_map(|standing| standing(document)).collect()
}

/// All that is wrong with a document or does nothing here: [`validate::validate_project`] and [`standing`].
pub fn problems(project: &Project<'_>, library: &NodeLibrary) -> Problems {
    let mut problems = validate::validate_project(project, library);
    problems.extend(standing(project.document));
    problems
}

/// How much the checks find wrong. What is only said of another tool's file is not counted: it has a place of its own wherever that file is told of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Findings {
    /// The tree cannot run as meant.
    pub errors: usize,
    /// It runs, but probably not as meant.
    pub warnings: usize,
}

impl Findings {
    /// Counts them among [`problems`].
    pub fn of(problems: &Problems) -> Self {
        let of_checks = |found: &&Diagnostic| !matches!(found.problem, Problem::Transfer(_));
        let count = |severity: Severity| {
            let found = problems.iter().filter(of_checks);
            let listed = found.filter(|found| found.severity == severity).count();
            listed + problems.beyond().of(severity)
        };
        Self {
            errors: count(Severity::Error),
            warnings: count(Severity::Warning),
        }
    }

    /// Whether there are none.
    pub fn is_none(self) -> bool {
        self == Self::default()
    }
}

/// What can be said of every format.
pub(super) mod of_all {
    crate::common::remarks! { "exchange";
        cannot_be_written(reason): Refused = "{reason}";
        too_many_nodes(nodes, limit): Refused = "too many nodes: limit {limit}, found {nodes}; split the tree into several";
        too_large(size, limit): Refused = "the file would be too large: limit {limit} MB, found {size} MB; split the tree into several";
        only_read(format): Refused = "files of {format} can only be read, not written";
    }
}
