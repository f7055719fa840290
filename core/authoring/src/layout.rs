//! Automatic layout: takes sizes of cards, returns their positions. Does not know how a card is drawn.
//!
//! Depths are rows, so that nodes of one depth line up. Within a row, siblings keep their order, any two cards are at least a gap
//! apart, and every parent is centered over its first and last child. The breadth of each subtree is stored as a contour (see
//! `contour.rs`), as in Reingold and Tilford, "Tidier Drawings of Trees" (1981). The tree is packed once towards each side and
//! the mean of both is used, which preserves all distances and makes the layouts of mirrored trees mirror images.
//!
//! In large trees small branches are stacked (see `stacks.rs`): their nodes follow each other in the direction of growth, like
//! the lines of an indented list, next to a channel for their connections. Most nodes of a tree are in small branches, so the
//! layout becomes many times narrower and readable as a whole.

pub mod alignment;
mod contour;
mod outline;
pub mod room;
pub mod row;
mod stacks;
mod unplaced;

use contour::Contour;
use outline::Outline;
use stacks::Stacks;
use treewright_core::geometry::{Position, Size};
use treewright_core::ids::NodeId;
use treewright_core::model::{Document, Node};
pub use unplaced::{
    PlacedNodes, direction_of, estimated_size, grows_right, positions_for_added,
    positions_for_unplaced, positions_from,
};

/// The direction in which a tree grows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Direction {
    /// Children are below their parent, from left to right.
    #[default]
    TopDown,
    /// Children are to the right of their parent, from top to bottom.
    LeftToRight,
}

/// Layout options. Gaps are in canvas units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// The direction in which the tree grows.
    pub direction: Direction,
    /// The gap between neighbors at the same depth.
    pub sibling_gap: f32,
    /// The gap between rows.
    pub level_gap: f32,
    /// The gap between trees.
    pub tree_gap: f32,
    /// Stacks small branches in documents with at least this many visible nodes; `None` disables stacks. How many levels are
    /// stacked depends on the layout: as many as make the whole of it largest in a canvas.
    pub stack_from: Option<usize>,
}

impl Options {
    /// The usual value of `stack_from`.
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

/// The indentation per level of a stack, in canvas units, which leaves room for connections.
pub const STACK_INDENT: f32 = 24.0;
/// The number of nodes between two progress reports.
const PROGRESS_INTERVAL: usize = 512;
/// The gap between the nodes of a stack, in canvas units.
const STACK_GAP: f32 = 12.0;

/// Lays out all trees of a document next to each other: the main tree first, with its root at its old position, then the
/// unconnected trees. Nodes hidden by a collapsed node take no room and move with it. Time and memory are linear in the number of
/// nodes.
pub fn tidy(
    document: &Document,
    size_of: &dyn Fn(&Node) -> Size,
    options: &Options,
) -> Vec<(NodeId, Position)> {
    tidy_with_progress(document, size_of, options, &|_, _| true).unwrap_or_default()
}

/// Like [`tidy`], but calls `should_continue` regularly with the number of finished nodes and the total. Returns `None` once it returns
/// `false`.
pub fn tidy_with_progress(
    document: &Document,
    size_of: &dyn Fn(&Node) -> Size,
    options: &Options,
    should_continue: &dyn Fn(usize, usize) -> bool,
) -> Option<Vec<(NodeId, Position)>> {
    let outline = Outline::of(document, size_of, options);
    let rows = row_starts(&outline, options);
    let stacks = Stacks::of(&outline, &rows, options);
    let count = outline.nodes.len();
    let one_way = offsets(&outline, &stacks, false, &|done| {
        should_continue(done, 2 * count)
    })?;
    let back = |done| should_continue(count + done, 2 * count);
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

/// Returns the distance of each node's center from its parent's, along the breadth of the tree. `mirrored` packs towards the
/// other side. `None` once `should_continue`, which receives the number of packed nodes, returns `false`.
fn offsets(
    outline: &Outline<'_>,
    stacks: &Stacks,
    mirrored: bool,
    should_continue: &dyn Fn(usize) -> bool,
) -> Option<Vec<f32>> {
    let sign = if mirrored { -1.0 } else { 1.0 };
    let mut offsets = vec![0.0; outline.nodes.len()];
    let mut contours: Vec<Option<Contour>> = Vec::new();
    contours.resize_with(outline.nodes.len(), || None);
    for index in (0..outline.nodes.len()).rev() {
        if index % PROGRESS_INTERVAL == 0 && !should_continue(outline.nodes.len() - index) {
            return None;
        }
        let mut children = outline.children(index);
        let block = stacks.block(index);
        if block.is_some() || stacks.holds(index) {
            // The edges of a level of a stack line up; the stack leans the same way in both packings.
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

/// Returns the center of each node along the breadth of the layout; trees are side by side.
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

/// Returns the start of each depth along the growth of the layout.
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

fn place(
    shown: &outline::VisibleNode<'_>,
    center: f32,
    row: f32,
    direction: Direction,
) -> Position {
    let along = (center - shown.breadth / 2.0).round() as i32;
    let down = row.round() as i32;
    match direction {
        Direction::TopDown => Position::new(along, down),
        Direction::LeftToRight => Position::new(down, along),
    }
}

#[cfg(test)]
mod tests;
