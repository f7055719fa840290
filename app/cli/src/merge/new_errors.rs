//! Errors that a merge creates without a conflict, because each version was correct: one renamed a variable that the other began to use, or removed
//! a tree that the other runs.

use std::collections::{HashMap, HashSet};

use treewright_authoring::merge::Merged;
use treewright_authoring::validate;
use treewright_core::diagnostic::{Diagnostic, Location, Problem};
use treewright_core::library::NodeLibrary;
use treewright_core::model::Document;

/// Returns the errors in the merged document that neither version had, without the conflicts.
pub(super) fn new_errors(ours: &Document, theirs: &Document, merged: &Merged) -> Vec<Diagnostic> {
    let renumbered: HashMap<_, _> = merged.renumbered.iter().cloned().collect();
    let mut in_theirs = errors(theirs);
    for error in &mut in_theirs {
        if let Location::Node(id) | Location::Parameter(id, _) | Location::Override(id, ..) =
            &mut error.location
            && let Some(new) = renumbered.get(id)
        {
            *id = new.clone();
        }
    }
    let known: HashSet<String> = errors(ours)
        .iter()
        .chain(&in_theirs)
        .map(ToString::to_string)
        .collect();
    let mut found = errors(&merged.document);
    found.retain(|error| !known.contains(&error.to_string()));
    found
}

/// Counts the errors that are still in the document after it was edited.
#[cfg(feature = "gui")]
pub(super) fn remaining(new_errors: &[Diagnostic], document: &Document) -> usize {
    let present: HashSet<String> = errors(document).iter().map(ToString::to_string).collect();
    let remains = |error: &&Diagnostic| present.contains(&error.to_string());
    new_errors.iter().filter(remains).count()
}

/// The errors of a document, checked without its libraries: unknown tasks are the same in all versions.
fn errors(document: &Document) -> Vec<Diagnostic> {
    let mut found = validate::errors(document, &NodeLibrary::builtin()).into_vec();
    found.retain(|found| !matches!(found.problem, Problem::MergeConflict(_)));
    found
}
