//! The nodes to lay out, in pre-order, with sizes expressed as breadth (across the growth of the tree) and extent (along it).

use treewright_core::geometry::Size;
use treewright_core::model::{Document, Node};

use super::{Direction, Options};

/// A node that no collapsed node hides.
pub(super) struct VisibleNode<'a> {
    pub node: &'a Node,
    pub parent: Option<usize>,
    pub depth: usize,
    /// Its size across the growth of the tree.
    pub breadth: f32,
    /// Its size along the growth of the tree.
    pub extent: f32,
}

/// All visible nodes; the nodes of each tree are consecutive.
pub(super) struct Outline<'a> {
    pub nodes: Vec<VisibleNode<'a>>,
    /// The start and end index of each tree's nodes.
    pub trees: Vec<(usize, usize)>,
    pub gap: f32,
    /// For each node, the range of its children in `child_list`.
    child_ranges: Vec<(usize, usize)>,
    child_list: Vec<usize>,
}

impl<'a> Outline<'a> {
    pub fn of(document: &'a Document, size_of: &dyn Fn(&Node) -> Size, options: &Options) -> Self {
        let mut nodes: Vec<VisibleNode<'a>> = Vec::with_capacity(document.node_count());
        let mut trees = Vec::new();
        for head in document.heads() {
            let from = nodes.len();
            let mut pending = vec![(head, None, 0)];
            while let Some((id, parent, depth)) = pending.pop() {
                let Some(node) = document.node(id) else {
                    continue;
                };
                let size = size_of(node);
                let (breadth, extent) = match options.direction {
                    Direction::TopDown => (size.width, size.height),
                    Direction::LeftToRight => (size.height, size.width),
                };
                if !node.collapsed {
                    let below = node.children().iter().rev();
                    pending.extend(below.map(|child| (child, Some(nodes.len()), depth + 1)));
                }
                nodes.push(VisibleNode {
                    node,
                    parent,
                    depth,
                    breadth,
                    extent,
                });
            }
            trees.push((from, nodes.len()));
        }
        let (child_ranges, child_list) = children_of(&nodes);
        Self {
            nodes,
            trees,
            gap: options.sibling_gap,
            child_ranges,
            child_list,
        }
    }

    /// Returns the children of a node in order.
    pub fn children(&self, index: usize) -> Vec<usize> {
        let (from, to) = self.child_ranges[index];
        self.child_list[from..to].to_vec()
    }
}

/// Groups nodes by their parents and keeps the order of siblings.
fn children_of(nodes: &[VisibleNode<'_>]) -> (Vec<(usize, usize)>, Vec<usize>) {
    let mut counts = vec![0; nodes.len()];
    for parent in nodes.iter().filter_map(|n| n.parent) {
        counts[parent] += 1;
    }
    let mut ranges = Vec::with_capacity(nodes.len());
    let mut next = 0;
    for count in counts {
        ranges.push((next, next));
        next += count;
    }
    let mut list = vec![0; next];
    for (index, node) in nodes.iter().enumerate() {
        if let Some(parent) = node.parent {
            let end = &mut ranges[parent].1;
            list[*end] = index;
            *end += 1;
        }
    }
    (ranges, list)
}
