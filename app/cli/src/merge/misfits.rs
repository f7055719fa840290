//! What two versions that were each right no longer agree on once they are one: a variable that one side renamed and the other came to use, a
//! tree that one side took out and the other runs. No field was changed twice, so nothing of it is a conflict; only checking finds it.

use std::collections::{HashMap, HashSet};

use treewright_authoring::merge::Merged;
use treewright_authoring::validate;
use treewright_core::diagnostic::{Diagnostic, Location, Problem};
use treewright_core::library::NodeLibrary;
use treewright_core::model::Document;

/// Errors in what was merged that neither version had by itself. What is left to decide is not among them.
pub(super) fn misfits(ours: &Document, theirs: &Document, merged: &Merged) -> Vec<Diagnostic> {
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

/// How many of these are still in the document, after somebody worked on it.
#[cfg(feature = "gui")]
pub(super) fn left(misfits: &[Diagnostic], document: &Document) -> usize {
    let there: HashSet<String> = errors(document).iter().map(ToString::to_string).collect();
    let still = |misfit: &&Diagnostic| there.contains(&misfit.to_string());
    misfits.iter().filter(still).count()
}

/// A game's own tasks are as unknown on all sides: what cannot be said of them without their library is no news.
fn errors(document: &Document) -> Vec<Diagnostic> {
    let mut found = validate::errors(document, &NodeLibrary::builtin()).into_vec();
    found.retain(|found| !matches!(found.problem, Problem::MergeConflict(_)));
    found
}
