//! The shape of a tree for a small drawing: where its cards are, and of which sort they are. Its size is bounded, however large the tree is. Knows no
//! colors of a theme and no pixels.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use treewright_authoring::layout;
use treewright_core::category::Category;
use treewright_core::geometry::Position;
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::model::{Document, Node};

/// How many cards are kept at most.
const MAX_CARDS: usize = 400;
/// Of a larger tree, one card is kept in each of these parts of its width and height.
const PARTS: u32 = 20;

/// The shape of a tree.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TreeShape {
    /// Its width and height in canvas units.
    pub size: [f32; 2],
    pub cards: Box<[ShapeCard]>,
    /// The sorts of its cards.
    pub sorts: Box<[CardSort]>,
}

/// A card of a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShapeCard {
    /// Left, top, right and bottom; all of the shape is from 0 to `u16::MAX`.
    pub sides: [u16; 4],
    /// The index of its sort.
    pub sort: u16,
    pub never_runs: bool,
}

/// What decides the color of a card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardSort {
    /// `None` if its task is not in the library.
    pub category: Option<Category>,
    /// The color that its task declares.
    pub color: Option<Arc<str>>,
}

impl TreeShape {
    /// The shape of a document as it is laid out; a document without positions is laid out first.
    pub fn of(document: &Document, library: &NodeLibrary) -> Self {
        let options = layout::Options {
            stack_from: Some(layout::Options::STACK_FROM),
            ..layout::Options::default()
        };
        let placed = layout::positions_for_unplaced(document, &options);
        let placed: FxHashMap<NodeId, Position> = placed
            .map(|placed| placed.places.into_iter().collect())
            .unwrap_or_default();
        let mut sorts: Vec<CardSort> = Vec::new();
        let seen = seen_nodes(document);
        let cards = seen.iter().map(|(node, never_runs)| {
            let at = placed.get(node.id()).copied().unwrap_or(node.position);
            let size = layout::estimated_size(node);
            let (left, top) = (at.x as f32, at.y as f32);
            let sides = [left, top, left + size.width, top + size.height];
            (sides, sort_of(node, library, &mut sorts), *never_runs)
        });
        let cards: Vec<([f32; 4], u16, bool)> = cards.collect();
        let edge = |side: usize, start: f32, further: fn(f32, f32) -> f32| {
            cards
                .iter()
                .map(|(sides, ..)| sides[side])
                .fold(start, further)
        };
        let from = [
            edge(0, f32::INFINITY, f32::min),
            edge(1, f32::INFINITY, f32::min),
        ];
        let to = [
            edge(2, f32::NEG_INFINITY, f32::max),
            edge(3, f32::NEG_INFINITY, f32::max),
        ];
        let size = [0, 1].map(|axis| (to[axis] - from[axis]).max(1.0));
        let part = |side: f32, axis: usize| {
            let share = (side - from[axis]) / size[axis];
            (share * f32::from(u16::MAX)) as u16
        };
        let cards = cards.iter().map(|(sides, sort, never_runs)| ShapeCard {
            sides: [0, 1, 2, 3].map(|side| part(sides[side], side % 2)),
            sort: *sort,
            never_runs: *never_runs,
        });
        let mut cards: Vec<ShapeCard> = cards.collect();
        thin_out(&mut cards);
        Self {
            size: if cards.is_empty() { [0.0; 2] } else { size },
            cards: cards.into(),
            sorts: sorts.into(),
        }
    }
}

/// The nodes that are not in a collapsed branch, and whether each never runs.
fn seen_nodes(document: &Document) -> Vec<(&Node, bool)> {
    #[derive(Clone, Copy)]
    struct Marks {
        hides_children: bool,
        never_runs: bool,
    }
    let named: FxHashSet<&NodeId> = document.trees.iter().map(|tree| &tree.root).collect();
    let mut marks: FxHashMap<&NodeId, Marks> = FxHashMap::default();
    let mut seen = Vec::new();
    for node in document.pre_order() {
        let above = node.parent().and_then(|parent| marks.get(parent).copied());
        let runs_by_itself = document.root() == Some(node.id()) || named.contains(node.id());
        let is_cut_off = match above {
            Some(above) => above.never_runs && !named.contains(node.id()),
            None => !runs_by_itself,
        };
        let own = Marks {
            hides_children: above.is_some_and(|it| it.hides_children) || node.collapsed,
            never_runs: is_cut_off || node.disabled,
        };
        marks.insert(node.id(), own);
        if !above.is_some_and(|it| it.hides_children) {
            seen.push((node, own.never_runs));
        }
    }
    seen
}

/// The index of a node's sort, which is added if it is new.
fn sort_of(node: &Node, library: &NodeLibrary, sorts: &mut Vec<CardSort>) -> u16 {
    let declaration = library.declaration(&node.task);
    let category = declaration.map(|declaration| declaration.category);
    let color = declaration.and_then(|declaration| declaration.color.as_deref());
    let is_it = |sort: &CardSort| sort.category == category && sort.color.as_deref() == color;
    let at = sorts.iter().position(is_it).unwrap_or_else(|| {
        // More colors than this cannot be told apart.
        if sorts.len() < MAX_CARDS {
            let color = color.map(Into::into);
            sorts.push(CardSort { category, color });
        }
        sorts.len() - 1
    });
    u16::try_from(at).unwrap_or_default()
}

/// Reduces the cards to a number that still shows the shape.
fn thin_out(cards: &mut Vec<ShapeCard>) {
    if cards.len() <= MAX_CARDS {
        return;
    }
    let part = |side: u16| u32::from(side) * PARTS / (u32::from(u16::MAX) + 1);
    let mut taken: FxHashSet<[u32; 2]> = FxHashSet::default();
    cards.retain(|card| taken.insert([part(card.sides[0]), part(card.sides[1])]));
}

#[cfg(test)]
mod tests {
    use treewright_core::model::DocumentBuilder;

    use super::*;

    fn tree(leaves: usize) -> Document {
        let mut builder = DocumentBuilder::new("T");
        let root = builder.root(Node::new("root", "Sequence")).unwrap();
        for leaf in 0..leaves {
            let mut node = Node::new(format!("n{leaf}"), "Wait");
            node.disabled = leaf == 0;
            builder.child(&root, node).unwrap();
        }
        builder.finish()
    }

    #[test]
    fn a_tree_without_positions_is_laid_out() {
        let shape = TreeShape::of(&tree(2), &NodeLibrary::builtin());
        let [root, first, second] = &*shape.cards else {
            panic!("{shape:?}");
        };
        assert!(root.sides[3] < first.sides[1] && first.sides[2] < second.sides[0]);
        assert_eq!((first.sides[0], second.sides[2]), (0, u16::MAX));
        assert!(first.never_runs && !second.never_runs);
        let category = |card: &ShapeCard| shape.sorts[usize::from(card.sort)].category;
        assert_eq!(category(root), Some(Category::Composite));
        assert_ne!(category(first), category(root));
    }

    #[test]
    fn the_shape_of_a_large_tree_is_bounded() {
        let shape = TreeShape::of(&tree(5_000), &NodeLibrary::builtin());
        assert!(shape.cards.len() <= MAX_CARDS && shape.cards.len() > 20);
        assert_eq!(
            TreeShape::of(&tree(399), &NodeLibrary::builtin())
                .cards
                .len(),
            400
        );
    }

    #[test]
    fn an_empty_document_has_no_shape() {
        let shape = TreeShape::of(&Document::default(), &NodeLibrary::builtin());
        assert_eq!(shape, TreeShape::default());
    }
}
