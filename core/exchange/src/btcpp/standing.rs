//! What is said of a document as long as it is as it is: what it keeps for the library and does nothing here. Knows no file.

use treewright_core::diagnostic::{Diagnostic, Location, Problem, Transfer};
use treewright_core::library::NodeLibrary;
use treewright_core::model::{Document, Node};

use super::{kept, kinds, layout, remarks};

/// The remarks that hold as long as a document is as it is.
pub(super) fn standing_remarks(document: &Document) -> Vec<Diagnostic> {
    if !document.extra.contains_key(kept::KEY) {
        return Vec::new();
    }
    let context = layout::Context::of(document);
    let mut remarks = Vec::new();
    for node in document.pre_order() {
        let said = layout::standing(node, document, &context);
        let location = Location::Node(node.id().clone());
        remarks.extend(
            said.into_iter()
                .map(|r| Diagnostic::new(location.clone(), Problem::Transfer(r))),
        );
        if let Some(remark) = kept_task(node, &context.library) {
            remarks.push(Diagnostic::new(location, Problem::Transfer(remark)));
        }
    }
    remarks
}

/// What is said of a node whose task is not one of this program's own: one of the library's that has no counterpart, or a parent.
fn kept_task(node: &Node, library: &NodeLibrary) -> Option<Transfer> {
    if library.declaration(&node.task).is_some() {
        return None;
    }
    let foreign = kinds::foreign(&node.task).map(|(_, category, _)| *category);
    if foreign.is_some_and(|category| !category.is_leaf()) || !node.children().is_empty() {
        return Some(remarks::parent_kept(&node.task));
    }
    foreign.map(|_| remarks::leaf_kept(&node.task))
}
