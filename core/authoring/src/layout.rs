//! Tidy layout: sizes of cards in, places of cards out. Knows nothing about how a card is drawn.
//!
//! Depths are rows, so that nodes of one depth line up. Within a row, siblings keep their order, no two cards come closer than a gap,
//! and every parent is centered over its first and last child. The breadth of each subtree is kept as a contour (see `contour.rs`), as
//! in Reingold and Tilford, "Tidier Drawings of Trees" (1981); the tree is packed once towards its first side and once towards its last,
//! and the mean of both is taken, which keeps every distance and makes mirrored trees mirror images of each other.
//!
//! In large trees small branches are stacked (see `stacks.rs`): their nodes lie behind each other in the direction of growth, as
//! the lines of an indented list, beside a way for their wires. Most nodes of a tree lie in small branches, so its drawing is many
//! times narrower and can be read as a whole.

pub mod alignment;
mod contour;
mod outline;
pub mod row;
mod stacks;
mod unplaced;

use contour::Contour;
use outline::Outline;
use stacks::Stacks;
use treewright_core::geometry::{Position, Size};
use treewright_core::ids::NodeId;
use treewright_core::model::{Document, Node};
pub use unplaced::places_of_unplaced;

/// Which way a tree grows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Direction {
    /// Children below their parent, left to right.
    #[default]
    TopDown,
    /// Children to the right of their parent, top to bottom.
    LeftToRight,
}

/// How a tree is laid out. Gaps are in canvas units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// Which way it grows.
    pub direction: Direction,
    /// Between neighbors of one depth.
    pub sibling_gap: f32,
    /// Between a row and the next.
    pub level_gap: f32,
    /// Between the tree and loose trees.
    pub tree_gap: f32,
    /// Stacks small branches in documents that show at least this many nodes; none to stack nothing. How many levels are
    /// stacked follows from the drawing: so many that it is not several times broader than long.
    pub stack_from: Option<usize>,
}

impl Options {
    /// Where small branches are to be stacked, trees of so many nodes have them so.
    pub const STACK_FROM: usize = 60;
}

impl Default for Options {
    fn default() -> Self {
        Self {
            direction: Direction::TopDown,
            sibling_gap: 16.0,
            level_gap: 48.0,
            tree_gap: 72.0,
            stack_from: None,
        }
    }
}

/// How far each level of a stack is indented, to leave room for the wires.
pub const STACK_INDENT: f32 = 24.0;
/// After so many nodes it is told how far a layout has come.
const TOLD_EVERY: usize = 512;
/// Between the nodes of a stack.
const STACK_GAP: f32 = 12.0;

/// Lays out all trees of a document beside each other: the tree first, its root where it is, then the loose trees.
/// What collapsed nodes hide takes no room; it moves with the node that hides it. Time and memory are linear in the number of nodes.
pub fn tidy(
    document: &Document,
    size_of: &dyn Fn(&Node) -> Size,
    options: &Options,
) -> Vec<(NodeId, Position)> {
    tidy_while(document, size_of, options, &|_, _| true).unwrap_or_default()
}

/// The same, which tells `goes_on` now and then how much is done, and of how much. Once that says no, nothing comes of it.
pub fn tidy_while(
    document: &Document,
    size_of: &dyn Fn(&Node) -> Size,
    options: &Options,
    goes_on: &dyn Fn(usize, usize) -> bool,
) -> Option<Vec<(NodeId, Position)>> {
    let outline = Outline::of(document, size_of, options);
    let rows = row_starts(&outline, options);
    let stacks = Stacks::of(&outline, &rows, options);
    let count = outline.nodes.len();
    let one_way = offsets(&outline, &stacks, false, &|done| goes_on(done, 2 * count))?;
    let back = |done| goes_on(count + done, 2 * count);
    let offsets = mean(&one_way, &offsets(&outline, &stacks, true, &back)?);
    let centers = centers(&outline, &offsets, options);
    let anchor = outline.nodes.first().map(|head| {
        let here = head.node.position;
        let laid = place(head, centers[0], rows[0], options.direction);
        (here.x.saturating_sub(laid.x), here.y.saturating_sub(laid.y))
    });
    let (dx, dy) = anchor.unwrap_or_default();
    let mut places = Vec::with_capacity(document.node_count());
    for (index, shown) in outline.nodes.iter().enumerate() {
        let row = rows[shown.depth] + stacks.behind[index];
        let at = place(shown, centers[index], row, options.direction).moved(dx, dy);
        places.push((shown.node.id().clone(), at));
        if shown.node.collapsed {
            let here = shown.node.position;
            let (dx, dy) = (at.x.saturating_sub(here.x), at.y.saturating_sub(here.y));
            for hidden in document.subtree(shown.node.id()).skip(1) {
                places.push((hidden.id().clone(), hidden.position.moved(dx, dy)));
            }
        }
    }
    Some(places)
}

/// The distance of each node's center from its parent's, along the breadth of the tree; `mirrored` packs towards the other side. None once `goes_on`, which
/// hears how many nodes are packed, says no.
fn offsets(
    outline: &Outline<'_>,
    stacks: &Stacks,
    mirrored: bool,
    goes_on: &dyn Fn(usize) -> bool,
) -> Option<Vec<f32>> {
    let sign = if mirrored { -1.0 } else { 1.0 };
    let mut offsets = vec![0.0; outline.nodes.len()];
    let mut contours: Vec<Option<Contour>> = Vec::new();
    contours.resize_with(outline.nodes.len(), || None);
    for index in (0..outline.nodes.len()).rev() {
        if index % TOLD_EVERY == 0 && !goes_on(outline.nodes.len() - index) {
            return None;
        }
        let mut children = outline.children(index);
        let block = stacks.block(index);
        if block.is_some() || stacks.holds(index) {
            // The edges of a level of a stack line up; it leans the same way in both packings.
            let breadth = outline.nodes[index].breadth;
            let room = block.map_or(breadth, |block| block.breadth);
            for child in children {
                offsets[child] = STACK_INDENT - room / 2.0 + outline.nodes[child].breadth / 2.0;
            }
            if let Some(block) = block {
                let below = Contour::of_block(room / 2.0, block.rows);
                contours[index] = Some(below.under(breadth / 2.0, 0.0));
            }
            continue;
        }
        if mirrored {
            children.reverse();
        }
        let mut packed: Option<Contour> = None;
        for child in &children {
            let Some(contour) = contours[*child].take() else {
                continue;
            };
            packed = Some(match packed {
                None => contour,
                Some(left) => {
                    let (both, shift) = left.join(contour, outline.gap);
                    offsets[*child] = shift;
                    both
                }
            });
        }
        let middle = children.last().map_or(0.0, |last| offsets[*last] / 2.0);
        for child in children {
            offsets[child] = (offsets[child] - middle) * sign;
        }
        let half = outline.nodes[index].breadth / 2.0;
        contours[index] = Some(match packed {
            Some(below) => below.under(half, middle),
            None => Contour::of_leaf(half),
        });
    }
    Some(offsets)
}

fn mean(a: &[f32], b: &[f32]) -> Vec<f32> {
    a.iter()
        .zip(b)
        .map(|(a, b)| f32::midpoint(*a, *b))
        .collect()
}

/// The center of each node along the breadth of the drawing; trees stand side by side.
fn centers(outline: &Outline<'_>, offsets: &[f32], options: &Options) -> Vec<f32> {
    let mut centers: Vec<f32> = vec![0.0; offsets.len()];
    let mut free = 0.0;
    for &(from, to) in &outline.trees {
        let (mut low, mut high) = (f32::MAX, f32::MIN);
        for index in from..to {
            let shown = &outline.nodes[index];
            let above = shown.parent.map_or(0.0, |p| centers[p]);
            centers[index] = above + offsets[index];
            low = low.min(centers[index] - shown.breadth / 2.0);
            high = high.max(centers[index] + shown.breadth / 2.0);
        }
        for center in &mut centers[from..to] {
            *center += free - low;
        }
        free += high - low + options.tree_gap;
    }
    centers
}

/// Where each depth begins along the growth of the drawing.
fn row_starts(outline: &Outline<'_>, options: &Options) -> Vec<f32> {
    let mut extents: Vec<f32> = Vec::new();
    for shown in &outline.nodes {
        if shown.depth == extents.len() {
            extents.push(0.0);
        }
        extents[shown.depth] = extents[shown.depth].max(shown.extent);
    }
    let mut next = 0.0;
    let start = |extent: f32| {
        let here = next;
        next += extent + options.level_gap;
        here
    };
    extents.into_iter().map(start).collect()
}

fn place(shown: &outline::Shown<'_>, center: f32, row: f32, direction: Direction) -> Position {
    let along = (center - shown.breadth / 2.0).round() as i32;
    let down = row.round() as i32;
    match direction {
        Direction::TopDown => Position::new(along, down),
        Direction::LeftToRight => Position::new(down, along),
    }
}

#[cfg(test)]
mod tests;
