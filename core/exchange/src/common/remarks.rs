//! Remarks on what does not go over as it is: how formats declare theirs, and which ones hold as long as a document is as it is.

use treewright_authoring::validate;
use treewright_core::diagnostic::{Diagnostic, Problem, Problems, Severity};
use treewright_core::library::NodeLibrary;
use treewright_core::model::Document;
use treewright_core::project::Project;

/// A table of remarks of one format: a function for each, with its code, its grade and its English, and `CODES`, all codes with the
/// names of their arguments, by which translations are checked.
///
/// ```ignore
/// remarks! { "btcpp";
///     /// A condition in the other tool's language.
///     condition_not_run(attribute, value): Kept = "`{attribute}=\"{value}\"` is kept for BehaviorTree.CPP and does nothing here";
/// }
/// ```
macro_rules! remarks {
    ($prefix:literal; $($(#[$doc:meta])* $name:ident($($argument:ident),*): $grade:ident = $english:literal;)*) => {
        $(
            $(#[$doc])*
            pub(crate) fn $name($($argument: impl ToString),*) -> treewright_core::diagnostic::Transfer {
                $(let $argument = $argument.to_string();)*
                let english = format!($english);
                treewright_core::diagnostic::Transfer::new(
                    concat!($prefix, "_", stringify!($name)),
                    treewright_core::diagnostic::Grade::$grade,
                    vec![$((stringify!($argument), $argument)),*],
                    english,
                )
            }
        )*

        /// All codes, each with the names of its arguments.
        pub(crate) const CODES: &[(&str, &[&str])] = &[
            $((concat!($prefix, "_", stringify!($name)), &[$(stringify!($argument)),*]),)*
        ];
    };
}
pub(crate) use remarks;

/// The tables of all formats: codes with the names of their arguments.
const TABLES: &[&[(&str, &[&str])]] = &[
    super::formats::remarks::CODES,
    super::acting::remarks::CODES,
    super::declarable::remarks::CODES,
    super::left_out::remarks::CODES,
    super::unsettled::remarks::CODES,
    crate::behavior3::remarks::CODES,
    crate::btcpp::remarks::CODES,
    crate::flattened::remarks::CODES,
    crate::game_config::remarks::CODES,
    crate::lua::remarks::CODES,
    crate::behavior3_original::remarks::CODES,
    crate::save_json::remarks::CODES,
    crate::substitution_json::remarks::CODES,
    crate::behaviac::remarks::CODES,
];

/// All codes of remarks, each with the names of its arguments.
pub fn codes() -> impl Iterator<Item = (&'static str, &'static [&'static str])> {
    TABLES.iter().flat_map(|table| table.iter().copied())
}

/// The remarks that hold as long as the document is as it is: what it keeps for other tools and does nothing here.
pub fn standing(document: &Document) -> Vec<Diagnostic> {
    // Each reader that keeps something adds its own `standing_remarks` here.
    let mut remarks = crate::btcpp::standing_remarks(document);
    remarks.extend(crate::behaviac::standing_remarks(document));
    remarks
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
