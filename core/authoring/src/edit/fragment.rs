//! Fragments: parts of a document as documents of their own, for the clipboard.

use std::borrow::Cow;

use rustc_hash::FxHashSet;
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::model::{Annotation, Document, DocumentBuilder, SUBTREE, Variable, free_name};

use super::commands::topmost;
use super::{Command, History, Selection};

/// Copies these nodes and their descendants as unconnected trees, in document order, with their tree names and the declared
/// variables that they use.
///
/// Broken links are not copied, since their targets are not in the fragment.
pub fn copy(document: &Document, library: &NodeLibrary, nodes: &[NodeId]) -> Document {
    builder_of(document, library, nodes).finish()
}

/// Copies these nodes like [`copy`], and these notes and groups.
pub fn copy_with_annotations(
    document: &Document,
    library: &NodeLibrary,
    nodes: &[NodeId],
    annotations: impl IntoIterator<Item = Annotation>,
) -> Document {
    let mut builder = builder_of(document, library, nodes);
    for annotation in annotations {
        builder.settings(|fragment| match annotation {
            Annotation::Group(index) => fragment.groups.extend(document.groups.get(index).cloned()),
            Annotation::Note(index) => fragment.notes.extend(document.notes.get(index).cloned()),
        });
    }
    builder.finish()
}

fn builder_of(document: &Document, library: &NodeLibrary, nodes: &[NodeId]) -> DocumentBuilder {
    let mut builder = DocumentBuilder::default();
    let mut used = FxHashSet::default();
    for head in topmost(document, nodes) {
        for node in document.subtree(head) {
            used.extend(library.variables_of(node));
            let overrides = node.overrides.iter();
            let bound = overrides.filter_map(|other| other.value.as_variable());
            used.extend(bound.map(Cow::Borrowed));
            if &*node.task == SUBTREE && !node.runs_other_file() {
                // The parameters of a Subtree node include variables of the subtree.
                used.extend(node.parameters.keys().map(|name| Cow::Borrowed(&**name)));
            }
            let copy = node.copy_as(node.id().clone());
            let added = match node.parent().filter(|_| node.id() != head) {
                Some(parent) => builder.child(parent, copy),
                None => builder.loose(copy),
            };
            debug_assert!(added.is_ok(), "ids of a document are unique");
        }
    }
    for variable in &document.variables {
        if used.contains(&*variable.name) {
            builder.variable(variable.clone());
        }
    }
    let trees = document.trees.iter();
    let trees = trees.filter(|tree| builder.document().node(&tree.root).is_some());
    let trees = trees.cloned().collect();
    builder.settings(|fragment| fragment.trees = trees);
    builder
}

/// Returns the fragment with those variables renamed that the document declares with another type.
pub(super) fn without_clashes<'f>(
    fragment: &'f Document,
    document: &Document,
    library: &NodeLibrary,
) -> Cow<'f, Document> {
    let clashes = |variable: &&Variable| {
        let known = document.variable(&variable.name);
        known.is_some_and(|known| known.value_type != variable.value_type)
    };
    let taken = fragment.variables.iter().filter(clashes);
    let taken: Vec<_> = taken.map(|variable| variable.name.clone()).collect();
    let mut freed = Cow::Borrowed(fragment);
    for from in taken {
        let is_free =
            |name: &str| document.variable(name).is_none() && freed.variable(name).is_none();
        let to = free_name(&from, '_', is_free);
        let rename = Command::RenameVariable {
            from,
            to: to.into(),
        };
        let renamed =
            History::new().apply(freed.to_mut(), library, &mut Selection::default(), &rename);
        debug_assert!(renamed.is_ok(), "a name that is free is not refused");
    }
    freed
}

#[cfg(test)]
mod tests;
