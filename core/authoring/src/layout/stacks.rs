//! Chooses the subtrees of a large tree that are drawn as stacks: like an indented list, one node after another, so that they
//! take the breadth of one card instead of that of all their leaves. Knows the positions of nodes within a stack, but not the
//! position of the stack.

use super::outline::Outline;
use super::{Direction, Options, STACK_GAP, STACK_INDENT};

/// The maximum number of nodes in a stack: a longer list is hard to grasp.
const MAX_NODES: usize = 48;
/// The maximum number of levels below the head of a stack.
const MAX_LEVELS: usize = 4;
/// The usual ratio of width to height of a canvas.
const CANVAS_RATIO: f32 = 1.8;

/// The stacked subtrees of an outline.
pub(super) struct Stacks {
    /// For each node, the stack of which it is the head.
    heads: Vec<Option<Block>>,
    /// For each node, whether it is in a stack, below the head.
    inside: Vec<bool>,
    /// The distance of each node from the start of its row.
    pub behind: Vec<f32>,
}

/// The size of a stack without its head.
#[derive(Clone, Copy)]
pub(super) struct Block {
    /// The room across the growth of the tree.
    pub breadth: f32,
    /// The number of rows it covers.
    pub rows: usize,
}

/// The size that a subtree would have as a stack.
#[derive(Clone, Copy, Default)]
struct Shape {
    /// The number of levels below the head.
    levels: usize,
    n_below: usize,
    /// Across the growth, from the near edge of the head.
    breadth: f32,
    /// Along the growth: all descendants, each with a gap after it.
    length: f32,
    /// Whether any node has two or more children; a chain would not get narrower.
    forks: bool,
}

impl Stacks {
    pub fn of(outline: &Outline<'_>, rows: &[f32], options: &Options) -> Self {
        let n_nodes = outline.nodes.len();
        let mut stacks = Self {
            heads: vec![None; n_nodes],
            inside: vec![false; n_nodes],
            behind: vec![0.0; n_nodes],
        };
        if options.stack_from.is_none_or(|least| n_nodes < least) {
            return stacks;
        }
        let shapes = shapes(outline);
        let levels = levels_to_stack(outline, &shapes, rows, options);
        for (index, shape) in shapes.iter().enumerate() {
            if !stacks.inside[index] && shape.forks && fits(*shape, levels) {
                stacks.add(outline, rows, options, index, *shape);
            }
        }
        stacks
    }

    /// Places the descendants of a node one after another, in pre-order.
    fn add(
        &mut self,
        outline: &Outline<'_>,
        rows: &[f32],
        options: &Options,
        head: usize,
        shape: Shape,
    ) {
        let first = outline.nodes[head].depth + 1;
        let mut length = 0.0;
        for below in head + 1..=head + shape.n_below {
            let shown = &outline.nodes[below];
            self.inside[below] = true;
            self.behind[below] = rows[first] + length - rows[shown.depth];
            length += shown.extent + STACK_GAP;
        }
        let reach = length - STACK_GAP + options.level_gap;
        self.heads[head] = Some(Block {
            breadth: breadth_below(outline, head, shape.n_below),
            rows: rows_across(rows, first, reach),
        });
    }

    /// Returns the stack below a node.
    pub fn block(&self, head: usize) -> Option<Block> {
        self.heads[head]
    }

    /// Returns whether a node is in a stack, below the head.
    pub fn holds(&self, index: usize) -> bool {
        self.inside[index]
    }
}

fn fits(shape: Shape, levels: usize) -> bool {
    (1..=levels).contains(&shape.levels) && shape.n_below <= MAX_NODES
}

/// Computes the size of each subtree as a stack. Children come after their parents in an outline.
fn shapes(outline: &Outline<'_>) -> Vec<Shape> {
    let mut shapes = vec![Shape::default(); outline.nodes.len()];
    for index in (0..outline.nodes.len()).rev() {
        let shown = &outline.nodes[index];
        let mut shape = shapes[index];
        shape.breadth = shape.breadth.max(shown.breadth);
        shapes[index] = shape;
        let Some(parent) = shown.parent else {
            continue;
        };
        let above = &mut shapes[parent];
        above.forks |= shape.forks || above.n_below > 0;
        above.levels = above.levels.max(shape.levels + 1);
        above.n_below += shape.n_below + 1;
        above.breadth = above.breadth.max(shape.breadth + STACK_INDENT);
        above.length += shown.extent + STACK_GAP + shape.length;
    }
    shapes
}

/// Returns the number of levels to stack with which the whole layout is largest in a canvas. Trees that grow to the right scroll downwards
/// like text, so only their leaves are stacked.
fn levels_to_stack(
    outline: &Outline<'_>,
    shapes: &[Shape],
    rows: &[f32],
    options: &Options,
) -> usize {
    if options.direction == Direction::LeftToRight {
        return 1;
    }
    // How much a layout must be shrunk to fit, up to a constant factor.
    let shrinking = |levels: usize| {
        let (mut breadth, mut length) = (0.0_f32, 0.0_f32);
        for (index, shown) in outline.nodes.iter().enumerate() {
            let above = shown.parent.map(|parent| shapes[parent]);
            let shape = shapes[index];
            let is_free = above.is_none_or(|above| !fits(above, levels));
            if is_free && (shape.levels == 0 || fits(shape, levels)) {
                breadth += shape.breadth + options.sibling_gap;
                length = length.max(rows[shown.depth] + shape.length);
            }
        }
        length.max(breadth / CANVAS_RATIO)
    };
    let shrinkings = (1..=MAX_LEVELS).map(|levels| (levels, shrinking(levels)));
    let best = shrinkings.min_by(|(_, a), (_, b)| a.total_cmp(b));
    best.map_or(1, |(levels, _)| levels)
}

/// Returns the room that the nodes below a head take across the growth, including the channel for their connections.
fn breadth_below(outline: &Outline<'_>, head: usize, n_below: usize) -> f32 {
    let depth = outline.nodes[head].depth;
    let stack = &outline.nodes[head + 1..=head + n_below];
    let far_edges = stack
        .iter()
        .map(|shown| (shown.depth - depth) as f32 * STACK_INDENT + shown.breadth);
    far_edges.fold(0.0, f32::max)
}

/// Returns how many rows a length covers that starts with row `first`. Beyond the last row, rows as long as the shortest card are
/// assumed.
fn rows_across(rows: &[f32], first: usize, length: f32) -> usize {
    const BEYOND: f32 = 48.0;
    let begin = rows[first];
    let known = rows[first..].partition_point(|start| *start < begin + length);
    let last = rows[rows.len() - 1];
    if first + known < rows.len() {
        known
    } else {
        known + ((begin + length - last) / BEYOND).ceil().max(0.0) as usize
    }
}
