//! Remarks on what does not go over as it is: how formats declare theirs, and where they stand. Knows no format.

use treewright_core::diagnostic::{Diagnostic, Location, Problem, Transfer};
use treewright_core::ids::NodeId;

/// Codes of remarks, each with the names of its arguments.
pub(crate) type Codes = &'static [(&'static str, &'static [&'static str])];

/// A table of remarks of one format: a function for each, with its code, its grade and its English, which tells what it is for, and `CODES`, all codes with the
/// names of their arguments, by which translations are checked.
///
/// ```ignore
/// remarks! { "btcpp";
///     condition_not_run(attribute, value): Kept = "`{attribute}=\"{value}\"` is kept for BehaviorTree.CPP without effect";
/// }
/// ```
macro_rules! remarks {
    ($prefix:literal; $($name:ident($($argument:ident),*): $grade:ident = $english:literal;)*) => {
        $(
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
        pub(crate) const CODES: $crate::common::Codes = &[
            $((concat!($prefix, "_", stringify!($name)), &[$(stringify!($argument)),*]),)*
        ];
    };
}
pub(crate) use remarks;

/// What is said at a place.
pub(crate) fn at(location: Location, said: Transfer) -> Diagnostic {
    Diagnostic::new(location, Problem::Transfer(said))
}

/// What is said of a node.
pub(crate) fn of_node(id: &NodeId, said: Transfer) -> Diagnostic {
    at(Location::Node(id.clone()), said)
}

/// What is said of a document as a whole.
pub(crate) fn of_document(said: Transfer) -> Diagnostic {
    at(Location::Document, said)
}

/// All that is said; if something is refused, no more than that.
pub(crate) fn unless_refused(
    mut said: Vec<Diagnostic>,
) -> Result<Vec<Diagnostic>, Vec<Diagnostic>> {
    if said.iter().any(Diagnostic::is_refused) {
        said.retain(Diagnostic::is_refused);
        return Err(said);
    }
    Ok(said)
}
