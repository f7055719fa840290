//! Import and export notes: how formats declare theirs, and their locations. Knows no format.

use treewright_core::diagnostic::{Diagnostic, Location, Problem, TransferNote};
use treewright_core::ids::NodeId;

/// Codes of notes, each with the names of its arguments.
pub(crate) type NoteCodes = &'static [(&'static str, &'static [&'static str])];

/// Declares the import and export notes of one format: for each a function with its code, its grade and its English
/// text, which also documents it, and `CODES`, all codes with the names of their arguments, by which translations are
/// checked.
///
/// ```ignore
/// remarks! { "btcpp";
/// condition_not_run(attribute, value): Kept = "`{attribute}=\"{value}\"` is kept for BehaviorTree.CPP without effect";
/// }
/// ```
macro_rules! remarks {
    ($prefix:literal; $($name:ident($($argument:ident),*): $grade:ident = $english:literal;)*) => {
        $(
            pub(crate) fn $name($($argument: impl ToString),*) -> treewright_core::diagnostic::TransferNote {
                $(let $argument = $argument.to_string();)*
                let english = format!($english);
                treewright_core::diagnostic::TransferNote::new(
                    concat!($prefix, "_", stringify!($name)),
                    treewright_core::diagnostic::Grade::$grade,
                    vec![$((stringify!($argument), $argument)),*],
                    english,
                )
            }
        )*

        /// All codes, each with the names of its arguments.
        pub(crate) const CODES: $crate::common::NoteCodes = &[
            $((concat!($prefix, "_", stringify!($name)), &[$(stringify!($argument)),*]),)*
        ];
    };
}
pub(crate) use remarks;

/// Returns a note at a location.
pub(crate) fn at(location: Location, note: TransferNote) -> Diagnostic {
    Diagnostic::new(location, Problem::Transfer(note))
}

/// Returns a note on a node.
pub(crate) fn of_node(id: &NodeId, note: TransferNote) -> Diagnostic {
    at(Location::Node(id.clone()), note)
}

/// Returns a note on a document as a whole.
pub(crate) fn of_document(note: TransferNote) -> Diagnostic {
    at(Location::Document, note)
}

/// Returns all notes; if some of them are refusals, only these as an error.
pub(crate) fn unless_refused(
    mut notes: Vec<Diagnostic>,
) -> Result<Vec<Diagnostic>, Vec<Diagnostic>> {
    if notes.iter().any(Diagnostic::blocks_export) {
        notes.retain(Diagnostic::blocks_export);
        return Err(notes);
    }
    Ok(notes)
}
