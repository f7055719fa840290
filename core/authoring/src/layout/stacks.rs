//! Which subtrees of a large tree are drawn as stacks: like an indented list, each node behind the one before it, so that they
//! take the breadth of one card instead of that of all their leaves. Knows where a stack's nodes lie to each other, not where
//! the stack lies.

use super::outline::Outline;
use super::{Direction, Options, STACK_GAP, STACK_INDENT};

/// No stack holds more nodes than this: a longer list is not taken in at a glance.
const MOST_NODES: usize = 48;
/// Subtrees of at most so many levels below their head are stacked.
const MOST_LEVELS: usize = 4;
/// How many times broader than long a drawing may be before more of it is stacked: that of a window, and then some.
const BROADEST: f32 = 2.5;

/// The stacked subtrees of an outline.
pub(super) struct Stacks {
    /// By node: of which stack it is the head.
    heads: Vec<Option<Block>>,
    /// By node: whether it lies in a stack, below its head.
    inside: Vec<bool>,
    /// How far each node lies behind the beginning of its row.
    pub behind: Vec<f32>,
}

/// What a stack takes, its head left out.
#[derive(Clone, Copy)]
pub(super) struct Block {
    /// The room across the growth of the tree.
    pub breadth: f32,
    /// How many rows it reaches across.
    pub rows: usize,
}

/// A subtree as it would be if it were a stack.
#[derive(Clone, Copy, Default)]
struct Shape {
    /// Levels below it.
    levels: usize,
    n_below: usize,
    /// Across the growth, from the near edge of the head itself.
    breadth: f32,
    /// Along the growth, of all below it, each with a gap after it.
    length: f32,
    /// Whether it has two children somewhere: a chain gets no narrower.
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

    /// Lays what is below a node behind it, in pre-order.
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

    /// The stack below a node.
    pub fn block(&self, head: usize) -> Option<Block> {
        self.heads[head]
    }

    /// Whether a node lies in a stack, below its head.
    pub fn holds(&self, index: usize) -> bool {
        self.inside[index]
    }
}

fn fits(shape: Shape, levels: usize) -> bool {
    (1..=levels).contains(&shape.levels) && shape.n_below <= MOST_NODES
}

/// What each subtree would be as a stack; children come after their parents in an outline.
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

/// The least number of levels whose stacking makes the drawing no broader than a window; that of the narrowest if none does.
/// Trees that grow to the right scroll downwards as a text does: of them only leaves are stacked.
fn levels_to_stack(
    outline: &Outline<'_>,
    shapes: &[Shape],
    rows: &[f32],
    options: &Options,
) -> usize {
    if options.direction == Direction::LeftToRight {
        return 1;
    }
    let ratio = |levels: usize| {
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
        breadth / length.max(1.0)
    };
    let ratios: Vec<f32> = (1..=MOST_LEVELS).map(ratio).collect();
    let narrow = ratios.iter().position(|ratio| *ratio <= BROADEST);
    let least = || (0..MOST_LEVELS).min_by(|a, b| ratios[*a].total_cmp(&ratios[*b]));
    narrow.or_else(least).unwrap_or_default() + 1
}

/// The room that the nodes below a head take across the growth, the way of their wires included.
fn breadth_below(outline: &Outline<'_>, head: usize, n_below: usize) -> f32 {
    let depth = outline.nodes[head].depth;
    let stack = &outline.nodes[head + 1..=head + n_below];
    let far_edges = stack
        .iter()
        .map(|shown| (shown.depth - depth) as f32 * STACK_INDENT + shown.breadth);
    far_edges.fold(0.0, f32::max)
}

/// How many rows a length that begins with row `first` reaches across. Behind the last row there are as many as it takes, each
/// as long as the shortest card.
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
