//! A document that takes part in a compilation, with indexes for fast lookups.

use std::cell::OnceCell;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::ids::NodeId;
use crate::model::{Document, NamedTree};

/// A document that takes part in a compilation. The first one is the main document.
pub(crate) struct SourceDocument<'a> {
    pub path: String,
    pub document: &'a Document,
    /// Named trees; if two have the same name, the first.
    trees: FxHashMap<&'a str, &'a NamedTree>,
    spans: OnceCell<Spans>,
    /// The skipped nodes: disabled ones, and those that have nothing left to run because of that.
    pub absent: FxHashSet<&'a NodeId>,
}

/// The range of each branch in pre-order: the index of its top node, and one past its last node.
type Spans = FxHashMap<NodeId, (usize, usize)>;

impl<'a> SourceDocument<'a> {
    pub fn new(path: &str, document: &'a Document) -> Self {
        Self {
            path: path.to_owned(),
            document,
            trees: named_trees(document),
            spans: OnceCell::new(),
            absent: FxHashSet::default(),
        }
    }

    /// The named tree of this name.
    pub fn tree(&self, name: &str) -> Option<&'a NamedTree> {
        self.trees.get(name).copied()
    }

    /// Returns whether `inner` is `outer` or below it. Takes constant time at any depth.
    pub fn is_inside(&self, inner: &NodeId, outer: &NodeId) -> bool {
        let spans = self.spans.get_or_init(|| spans(self.document));
        match (spans.get(inner), spans.get(outer)) {
            (Some((at, _)), Some((first, end))) => (*first..*end).contains(at),
            _ => false,
        }
    }
}

/// Ends the ranges of all open nodes at this depth and deeper.
fn close(open: &mut Vec<&NodeId>, depth: usize, end: usize, spans: &mut Spans) {
    for id in open.drain(depth.min(open.len())..) {
        if let Some(span) = spans.get_mut(id) {
            span.1 = end;
        }
    }
}

fn spans(document: &Document) -> Spans {
    let mut spans = Spans::default();
    let mut open: Vec<&NodeId> = Vec::new();
    for (place, (node, depth)) in document.pre_order().with_depth().enumerate() {
        close(&mut open, depth, place, &mut spans);
        spans.insert(node.id().clone(), (place, place + 1));
        open.push(node.id());
    }
    close(&mut open, 0, document.node_count(), &mut spans);
    spans
}

fn named_trees(document: &Document) -> FxHashMap<&str, &NamedTree> {
    let last_first = document.trees.iter().rev();
    last_first.map(|tree| (&*tree.name, tree)).collect()
}
