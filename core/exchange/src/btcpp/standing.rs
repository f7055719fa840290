//! What is said of a document as long as it is as it is: what it keeps for the library and does nothing here. Knows no file.

use treewright_core::diagnostic::{Diagnostic, Transfer};
use treewright_core::library::NodeLibrary;
use treewright_core::model::{Document, Node};

use super::{kept, kinds, layout, remarks};
use crate::common::of_node;

/// The remarks that hold as long as a document is as it is.
pub(super) fn standing_remarks(document: &Document) -> Vec<Diagnostic> {
    if !document.extra.contains_key(kept::KEY) {
        return Vec::new();
    }
    let context = layout::Context::of(document);
    let mut remarks = Vec::new();
    for node in document.pre_order() {
        let said = layout::standing(node, document, &context);
        let said = said.into_iter().chain(kept_task(node, &context.library));
        remarks.extend(said.map(|said| of_node(node.id(), said)));
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
