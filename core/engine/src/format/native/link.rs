//! From lists of children to a forest: of several parents the first in the order of the tree keeps a child; every other link is
//! kept as broken. Linear in the number of links, without recursion.

use rustc_hash::FxHashMap;

use crate::format::shape::Text;
use crate::ids::NodeId;
use crate::model::{BrokenLink, BrokenLinkReason, Hang, NodeMap};

/// What a file says about who hangs where; nodes by their index in the file, those whose id occurred before last.
pub struct Wanted<'a> {
    /// The nodes, which hang nowhere yet.
    pub nodes: &'a NodeMap,
    /// The children that each node lists.
    pub children: &'a [Vec<Text<'a>>],
    /// The root.
    pub root: Option<usize>,
    /// Former roots, then the nodes that the file lists as loose.
    pub loose: &'a [usize],
    /// Where the nodes begin whose id occurred before, so that no list can name them.
    pub first_duplicate: usize,
    /// The nodes that have those ids.
    pub originals: &'a [usize],
}

impl Wanted<'_> {
    fn id(&self, index: usize) -> NodeId {
        let node = self.nodes.get_index(index);
        node.map_or_else(|| NodeId::from(""), |node| node.id().clone())
    }
}

/// Who hangs where.
#[derive(Default)]
pub struct Forest {
    /// Each node before its children: its index in the file, and where it hangs, parents by their index in this list.
    pub order: Vec<(usize, Hang)>,
    /// The links that could not be held: the parent by its index in the file.
    pub broken: Vec<(usize, BrokenLink)>,
}

/// Finds a place for each node.
pub fn link(wanted: &Wanted<'_>) -> Forest {
    let mut linker = Linker::new(wanted);
    if let Some(root) = wanted.root {
        linker.hang_tree(root, Hang::Root);
    }
    for head in linker.heads_in_turn() {
        if !linker.taken[head] {
            linker.taken[head] = true;
            linker.hang_tree(head, Hang::Loose);
        }
    }
    linker.finish()
}

/// A link to a node that was already taken, to be explained once the forest stands.
struct Refused {
    parent: usize,
    child: usize,
    index: usize,
}

struct Linker<'a> {
    wanted: &'a Wanted<'a>,
    /// For each node its children's indices in the file; none for ids that no node has.
    targets: Vec<Option<usize>>,
    /// Where in `targets` each node's children begin.
    starts: Vec<usize>,
    has_incoming: Vec<bool>,
    taken: Vec<bool>,
    forest: Forest,
    refused: Vec<Refused>,
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

    /// Heads of loose trees in the order in which they take their nodes. Those that nobody lists come first, so that a loose
    /// tree is not torn where a file lists one of its inner nodes as loose; last those that are parts of cycles.
    /// The first node of an id is never left to a later one of the same id, so that it stays the first when it is written.
    fn heads_in_turn(&self) -> Vec<usize> {
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

    /// Hangs a node with everything below it that is not taken yet.
    fn hang_tree(&mut self, head: usize, hang: Hang) {
        let mut pending = vec![(head, hang, 0)];
        while let Some((node, hang, index)) = pending.pop() {
            if let Hang::Below(parent) = hang {
                if self.taken[node] {
                    self.refused.push(Refused {
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
                    pending.push((child, Hang::Below(node), index));
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
        let places = Places::of(&self.forest.order);
        let is_cycle = |link: &Refused| places.contains(link.child, link.parent);
        // the head of a loose tree with a parent in the file is cut out of a cycle: this is that parent
        let cut = self.refused.iter().filter(|link| is_cycle(link));
        let cut: FxHashMap<usize, usize> = cut.map(|link| (link.child, link.parent)).collect();
        // ways around cycles are told in full as long as together they are not much longer than the file
        let mut budget = 4 * self.taken.len() + 1000;
        for link in &self.refused {
            let cycle = is_cycle(link);
            let way = cycle
                .then(|| places.way(link.child, link.parent, budget))
                .flatten();
            budget = match &way {
                Some(way) => budget - way.len(),
                None if cycle => 0,
                None => budget,
            };
            let reason = match (way, places.hang(link.child)) {
                (Some(way), _) => BrokenLinkReason::Cycle(way.into_iter().map(id).collect()),
                (None, Hang::Below(kept)) => BrokenLinkReason::SecondParent(id(kept)),
                (None, Hang::Root) => BrokenLinkReason::Root,
                (None, Hang::Loose) => {
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

/// Tells ancestors in a forest that is listed in pre-order. Nodes by their index in the file.
struct Places<'a> {
    order: &'a [(usize, Hang)],
    /// Where in the order each node stands.
    at: Vec<usize>,
    /// How many nodes each has in and below it.
    sizes: Vec<usize>,
}

impl<'a> Places<'a> {
    fn of(order: &'a [(usize, Hang)]) -> Self {
        let mut at = vec![0; order.len()];
        let mut sizes = vec![1; order.len()];
        for (i, (node, hang)) in order.iter().enumerate().rev() {
            at[*node] = i;
            if let Hang::Below(parent) = hang {
                sizes[*parent] += sizes[*node];
            }
        }
        Self { order, at, sizes }
    }

    fn hang(&self, node: usize) -> Hang {
        self.order[self.at[node]].1
    }

    /// Whether `inner` is `outer` or below it.
    fn contains(&self, outer: usize, inner: usize) -> bool {
        let from = self.at[outer];
        (from..from + self.sizes[outer]).contains(&self.at[inner])
    }

    /// From `top` down to `bottom` and back to `top`; none if that is longer than the budget.
    fn way(&self, top: usize, bottom: usize, budget: usize) -> Option<Vec<usize>> {
        let mut way = vec![top];
        let mut at = bottom;
        while at != top {
            let Hang::Below(parent) = self.hang(at) else {
                return None;
            };
            way.push(at);
            at = parent;
            if way.len() >= budget {
                return None;
            }
        }
        way.push(top);
        way.reverse();
        (way.len() <= budget).then_some(way)
    }
}
