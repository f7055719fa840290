//! Connects the nodes of a file into a forest. If several parents list a child, the first one in the order of the
//! tree keeps it; all other connections become broken links. Takes linear time, without recursion.

use rustc_hash::FxHashMap;

use crate::format::shape::Text;
use crate::ids::NodeId;
use crate::model::{BrokenLink, BrokenLinkReason, ListedPlace, NodeMap};

/// The connections in a file. Nodes are identified by their index in the file; nodes with a duplicate id come last.
pub struct Wanted<'a> {
    /// The nodes, without connections.
    pub nodes: &'a NodeMap,
    /// The ids that each node lists as children.
    pub children: &'a [Vec<Text<'a>>],
    /// The root, if there is one.
    pub root: Option<usize>,
    /// The surplus roots, then the nodes that the file lists as unconnected.
    pub loose: &'a [usize],
    /// The index of the first node with a duplicate id. No list can refer to these nodes.
    pub first_duplicate: usize,
    /// The nodes whose ids occur again later.
    pub originals: &'a [usize],
}

impl Wanted<'_> {
    fn id(&self, index: usize) -> NodeId {
        let node = self.nodes.get_index(index);
        node.map_or_else(|| NodeId::from(""), |node| node.id().clone())
    }
}

/// The resulting connections.
#[derive(Default)]
pub struct Forest {
    /// Nodes by their index in the file, parents before children, each with its place. Parents are given by their
    /// index in the file.
    pub order: Vec<(usize, ListedPlace)>,
    /// The connections that are not possible, with the parent's index in the file.
    pub broken: Vec<(usize, BrokenLink)>,
}

/// Connects all nodes.
pub fn link(wanted: &Wanted<'_>) -> Forest {
    let mut linker = Linker::new(wanted);
    if let Some(root) = wanted.root {
        linker.place_branch(root, ListedPlace::Root);
    }
    for head in linker.heads_in_claim_order() {
        if !linker.taken[head] {
            linker.taken[head] = true;
            linker.place_branch(head, ListedPlace::Loose);
        }
    }
    linker.finish()
}

/// A connection to a node that has a place already. Its reason is determined at the end.
struct RefusedLink {
    parent: usize,
    child: usize,
    index: usize,
}

struct Linker<'a> {
    wanted: &'a Wanted<'a>,
    /// The index of each listed child, for all nodes in a row; `None` if no node has its id.
    targets: Vec<Option<usize>>,
    /// The index in `targets` at which the children of each node begin.
    starts: Vec<usize>,
    has_incoming: Vec<bool>,
    taken: Vec<bool>,
    forest: Forest,
    refused: Vec<RefusedLink>,
}

impl<'a> Linker<'a> {
    fn new(wanted: &'a Wanted<'a>) -> Self {
        let count = wanted.nodes.len();
        let mut targets = Vec::with_capacity(count);
        let mut starts = Vec::with_capacity(count + 1);
        let mut has_incoming = vec![false; count];
        for children in wanted.children {
            starts.push(targets.len());
            for child in children {
                let target = wanted.nodes.get_index_of(child);
                if let Some(target) = target {
                    has_incoming[target] = true;
                }
                targets.push(target);
            }
        }
        starts.push(targets.len());
        let mut taken = vec![false; count];
        if let Some(root) = wanted.root {
            taken[root] = true;
        }
        Self {
            wanted,
            targets,
            starts,
            has_incoming,
            taken,
            forest: Forest {
                order: Vec::with_capacity(count),
                broken: Vec::new(),
            },
            refused: Vec::new(),
        }
    }

    /// Heads of unconnected branches, in the order in which they claim nodes. Nodes that no parent lists come first,
    /// so that an inner node listed as unconnected does not split its branch; parts of cycles come last. Nodes whose
    /// id is repeated come before the later nodes with that id, so that they are still first when the file is
    /// written.
    fn heads_in_claim_order(&self) -> Vec<usize> {
        let (inner, free): (Vec<usize>, Vec<usize>) = self
            .wanted
            .loose
            .iter()
            .partition(|l| self.has_incoming[**l]);
        let (all, duplicates) = (
            0..self.wanted.first_duplicate,
            self.wanted.first_duplicate..self.taken.len(),
        );
        let orphans = all.clone().filter(|i| !self.has_incoming[*i]);
        free.into_iter()
            .chain(orphans)
            .chain(self.wanted.originals.iter().copied())
            .chain(duplicates)
            .chain(inner)
            .chain(all)
            .collect()
    }

    /// Places a node, and everything below it that is not placed yet.
    fn place_branch(&mut self, head: usize, hang: ListedPlace) {
        let mut pending = vec![(head, hang, 0)];
        while let Some((node, hang, index)) = pending.pop() {
            if let ListedPlace::Below(parent) = hang {
                if self.taken[node] {
                    self.refused.push(RefusedLink {
                        parent,
                        child: node,
                        index,
                    });
                    continue;
                }
                self.taken[node] = true;
            }
            self.forest.order.push((node, hang));
            for link in (self.starts[node]..self.starts[node + 1]).rev() {
                let index = link - self.starts[node];
                if let Some(child) = self.targets[link] {
                    pending.push((child, ListedPlace::Below(node), index));
                } else {
                    let child = NodeId::from(&*self.wanted.children[node][index]);
                    let reason = BrokenLinkReason::Dangling;
                    self.forest.broken.push((
                        node,
                        BrokenLink {
                            index,
                            child,
                            reason,
                        },
                    ));
                }
            }
        }
    }

    fn finish(mut self) -> Forest {
        if !self.refused.is_empty() {
            self.explain_refused();
        }
        self.forest
            .broken
            .sort_by_key(|(node, link)| (*node, link.index));
        self.forest
    }

    fn explain_refused(&mut self) {
        let id = |index: usize| self.wanted.id(index);
        let index = ForestIndex::of(&self.forest.order);
        let is_cycle = |link: &RefusedLink| index.contains(link.child, link.parent);
        // An unconnected head that a file lists as a child was cut out of a cycle by this parent.
        let cut = self.refused.iter().filter(|link| is_cycle(link));
        let cut: FxHashMap<usize, usize> = cut.map(|link| (link.child, link.parent)).collect();
        // Cycles are listed in full only while their total length is at most proportional to the file.
        let mut budget = 4 * self.taken.len() + 1000;
        for link in &self.refused {
            let cycle = is_cycle(link);
            let cycle_path = cycle
                .then(|| index.cycle_path(link.child, link.parent, budget))
                .flatten();
            budget = match &cycle_path {
                Some(cycle_path) => budget - cycle_path.len(),
                None if cycle => 0,
                None => budget,
            };
            let reason = match (cycle_path, index.hang(link.child)) {
                (Some(cycle_path), _) => {
                    BrokenLinkReason::Cycle(cycle_path.into_iter().map(id).collect())
                }
                (None, ListedPlace::Below(kept)) => BrokenLinkReason::SecondParent(id(kept)),
                (None, ListedPlace::Root) => BrokenLinkReason::Root,
                (None, ListedPlace::Loose) => {
                    let kept = cut.get(&link.child).unwrap_or(&link.parent);
                    BrokenLinkReason::SecondParent(id(*kept))
                }
            };
            let broken = BrokenLink {
                index: link.index,
                child: id(link.child),
                reason,
            };
            self.forest.broken.push((link.parent, broken));
        }
    }
}

/// Answers questions about ancestors in a forest in pre-order. Nodes are identified by their index in the file.
struct ForestIndex<'a> {
    order: &'a [(usize, ListedPlace)],
    /// The position of each node in the order.
    at: Vec<usize>,
    /// The number of nodes in each branch, its head included.
    sizes: Vec<usize>,
}

impl<'a> ForestIndex<'a> {
    fn of(order: &'a [(usize, ListedPlace)]) -> Self {
        let mut at = vec![0; order.len()];
        let mut sizes = vec![1; order.len()];
        for (i, (node, hang)) in order.iter().enumerate().rev() {
            at[*node] = i;
            if let ListedPlace::Below(parent) = hang {
                sizes[*parent] += sizes[*node];
            }
        }
        Self { order, at, sizes }
    }

    fn hang(&self, node: usize) -> ListedPlace {
        self.order[self.at[node]].1
    }

    /// Returns whether `inner` is `outer` or below it.
    fn contains(&self, outer: usize, inner: usize) -> bool {
        let from = self.at[outer];
        (from..from + self.sizes[outer]).contains(&self.at[inner])
    }

    /// The path from `top` down to `bottom` and back to `top`; `None` if it is longer than `budget`.
    fn cycle_path(&self, top: usize, bottom: usize, budget: usize) -> Option<Vec<usize>> {
        let mut cycle_path = vec![top];
        let mut at = bottom;
        while at != top {
            let ListedPlace::Below(parent) = self.hang(at) else {
                return None;
            };
            cycle_path.push(at);
            at = parent;
            if cycle_path.len() >= budget {
                return None;
            }
        }
        cycle_path.push(top);
        cycle_path.reverse();
        (cycle_path.len() <= budget).then_some(cycle_path)
    }
}
