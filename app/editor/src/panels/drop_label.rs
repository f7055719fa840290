//! What dropping dragged nodes somewhere in the tree means, as a text. Shared by the canvas and the outline.

use treewright_core::ids::NodeId;
use treewright_core::model::{Document, Node};
use treewright_session::i18n::Texts;

/// "2nd child of Guard": the number that the first of the dragged nodes gets when they are inserted before the present child of this index.
pub fn child_of(
    texts: &Texts,
    document: &Document,
    nodes: &[NodeId],
    (parent, index): (&NodeId, usize),
) -> String {
    let children = document.node(parent).map_or(&[][..], Node::children);
    let before = children.iter().take(index);
    let number = before.filter(|child| !nodes.contains(child)).count() + 1;
    let parent = texts.title_of(document, parent);
    texts.tr_ordinal("drop.child_of", number, &[("parent", &parent)])
}
