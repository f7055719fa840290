//! From lists of children to a forest: of several parents the first in the order of the tree keeps a child; every other link is
//! kept as broken. Linear in the number of links, without recursion.

use rustc_hash::FxHashMap;

use crate::format::shape::Text;
use crate::ids::NodeId;
use crate::model::{BrokenLink, BrokenLinkReason, Hang};

/// What a file says about who hangs where; nodes by their index in the file.
pub(super) struct Wanted<'a> {
    /// The ids of the file's nodes, made unique.
    pub ids: &'a [NodeId],
    /// The index of each id as the file has it; of two equal ones, the first.
    pub by_id: &'a FxHashMap<&'a str, usize>,
    /// The children that each node lists.
    pub children: &'a [&'a [Text<'a>]],
    /// The root.
    pub root: Option<usize>,
    /// Former roots, then the nodes that the file lists as loose.
    pub loose: &'a [usize],
    /// Nodes whose id occurred before, so that no list can name them.
    pub duplicates: &'a [usize],
}

/// Who hangs where.
#[derive(Default)]
pub(super) struct Forest {
    /// Each node before its children: its index in the file, and where it hangs, parents by their index in this list.
    pub order: Vec<(usize, Hang)>,
    /// The links that could not be held: the parent by its index in the file.
    pub broken: Vec<(usize, BrokenLink)>,
}

/// Finds a place for each node.
pub(super) fn link(wanted: &Wanted<'_>) -> Forest {
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
        let count = wanted.ids.len();
        let mut targets = Vec::with_capacity(count);
        let mut starts = Vec::with_capacity(count + 1);
        let mut has_incoming = vec![false; count];
        for children in wanted.children {
            starts.push(targets.len());
            for child in *children {
                let target = wanted.by_id.get(&**child).copied();
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
    /// tree is not torn where a file lists one of its inner nodes as loose; then the rest, which are parts of cycles.
    fn heads_in_turn(&self) -> Vec<usize> {
        let (inner, free): (Vec<usize>, Vec<usize>) = self
            .wanted
            .loose
            .iter()
            .partition(|l| self.has_incoming[**l]);
        let mut duplicate = vec![false; self.taken.len()];
        for index in self.wanted.duplicates {
            duplicate[*index] = true;
        }
        let all = (0..self.taken.len()).filter(|i| !duplicate[*i]);
        let orphans = all.clone().filter(|i| !self.has_incoming[*i]);
        free.into_iter()
            .chain(orphans)
            .chain(self.wanted.duplicates.iter().copied())
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
                    let parent = self.forest.order[parent].0;
                    self.refused.push(Refused {
                        parent,
                        child: node,
                        index,
                    });
                    continue;
                }
                self.taken[node] = true;
            }
            let here = self.forest.order.len();
            self.forest.order.push((node, hang));
            for link in (self.starts[node]..self.starts[node + 1]).rev() {
                let index = link - self.starts[node];
                if let Some(child) = self.targets[link] {
                    pending.push((child, Hang::Below(here), index));
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
        let order = &self.forest.order;
        let ids = self.wanted.ids;
        let places = Places::of(order);
        // ways around cycles are told in full as long as they are not longer than the file itself
        let mut budget = 4 * order.len() + 1000;
        for Refused {
            parent,
            child,
            index,
        } in &self.refused
        {
            let (from, to) = (places.at[*child], places.at[*parent]);
            let cycle = places.contains(from, to);
            let way = cycle.then(|| way(order, from, to, budget)).flatten();
            if cycle && way.is_none() {
                budget = 0;
            }
            let reason = match (way, order[from].1) {
                (Some(way), _) => {
                    budget -= way.len();
                    let path = way.iter().map(|at| ids[order[*at].0].clone()).collect();
                    BrokenLinkReason::Cycle(path)
                }
                (None, Hang::Below(kept)) => {
                    BrokenLinkReason::SecondParent(ids[order[kept].0].clone())
                }
                (None, Hang::Root) => BrokenLinkReason::Root,
                // the head of a loose tree is only refused from inside that tree: a cycle too long to tell
                (None, Hang::Loose) => BrokenLinkReason::Cycle(vec![
                    ids[*child].clone(),
                    ids[*parent].clone(),
                    ids[*child].clone(),
                ]),
            };
            let child = ids[*child].clone();
            let link = BrokenLink {
                index: *index,
                child,
                reason,
            };
            self.forest.broken.push((*parent, link));
        }
    }
}

/// Tells ancestors in a forest that is listed in pre-order.
struct Places {
    /// Each node's index in the order, by its index in the file.
    at: Vec<usize>,
    /// How many nodes each has in and below it, by index in the order.
    sizes: Vec<usize>,
}

impl Places {
    fn of(order: &[(usize, Hang)]) -> Self {
        let mut at = vec![0; order.len()];
        let mut sizes = vec![1; order.len()];
        for (i, (node, hang)) in order.iter().enumerate().rev() {
            at[*node] = i;
            if let Hang::Below(parent) = hang {
                sizes[*parent] += sizes[i];
            }
        }
        Self { at, sizes }
    }

    /// Whether `inner` is `outer` or below it.
    fn contains(&self, outer: usize, inner: usize) -> bool {
        (outer..outer + self.sizes[outer]).contains(&inner)
    }
}

/// From `top` down to `bottom` and back to `top`; none if that is longer than the budget.
fn way(order: &[(usize, Hang)], top: usize, bottom: usize, budget: usize) -> Option<Vec<usize>> {
    let mut way = vec![top];
    let mut at = bottom;
    while at != top {
        let Hang::Below(parent) = order[at].1 else {
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
    Some(way)
}
