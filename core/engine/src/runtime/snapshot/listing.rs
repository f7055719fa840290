//! Shortens snapshots for files: each node is listed once for all snapshots that refer to it, and only if one of them
//! has state for it.

use std::sync::Arc;

use super::nodes::{NodeForm, NodeSnapshot, upwards};
use super::{Snapshot, WatchedSnapshot};
use crate::runtime::NodeIndex;

/// The lists of nodes of several snapshots, each list once.
#[derive(Default)]
pub(crate) struct NodeLists(Vec<NodeList>);

/// A list of nodes, and those of them that are needed.
struct NodeList {
    nodes: Arc<[NodeSnapshot]>,
    is_needed: Vec<bool>,
}

impl Snapshot {
    /// Returns the same state with a list of only those nodes that have any. That is how it is written to files.
    #[must_use]
    pub fn shortened(&self) -> Self {
        let mut lists = NodeLists::default();
        lists.add(self);
        let (lists, _) = lists.shortened();
        let mut shortened = lists.apply(self);
        shortened.companions = self
            .companions
            .iter()
            .map(|(n, s)| (n.clone(), s.shortened()))
            .collect();
        shortened
    }

    /// Returns whether all positions and the size of the memory fit the list of nodes.
    fn is_consistent(&self, nodes: &[NodeSnapshot]) -> bool {
        let is_listed = |node: &NodeIndex| node.get() < nodes.len();
        let watched = self.watched.iter();
        let watched = watched.flat_map(|w| std::iter::once(&w.conditional).chain(&w.scope));
        let pairs = self.unsaved.iter().map(|(node, _)| node);
        let pairs = pairs.chain(self.forced.iter().map(|(node, _)| node));
        let single = self.tops.iter().chain(&self.resumes).chain(&self.fresh);
        let numbers = nodes.iter().map(|node| u64::from(node.memory)).sum::<u64>();
        let parents = nodes.iter().enumerate();
        numbers == self.memory.len() as u64
            && single.chain(watched).chain(pairs).all(is_listed)
            && parents
                .filter_map(|(at, n)| Some((at, n.parent?)))
                .all(|(at, p)| p.get() < at)
    }
}

impl NodeLists {
    /// Adds the list of a snapshot, and notes which of its nodes are needed. Returns its position; `None` if the
    /// snapshot has no list.
    pub fn add(&mut self, snapshot: &Snapshot) -> Option<usize> {
        let nodes = snapshot.nodes.as_ref()?;
        let known = self
            .0
            .iter()
            .position(|list| Arc::ptr_eq(&list.nodes, nodes));
        let place = known.unwrap_or_else(|| {
            let objects = nodes.iter().map(|node| node.form == NodeForm::Object);
            self.0.push(NodeList {
                is_needed: objects.collect(),
                nodes: nodes.clone(),
            });
            self.0.len() - 1
        });
        let list = &mut self.0[place];
        if snapshot.is_consistent(nodes) {
            list.note(snapshot);
        } else {
            list.is_needed.fill(true);
        }
        Some(place)
    }

    /// Leaves out the nodes that are not needed. Returns the lists.
    pub fn shortened(self) -> (ShortLists, Vec<Arc<[NodeSnapshot]>>) {
        let lists: Vec<_> = self.0.into_iter().map(NodeList::shortened).collect();
        let nodes = lists.iter().map(|list| list.nodes.clone()).collect();
        (ShortLists(lists), nodes)
    }
}

impl NodeList {
    fn note(&mut self, snapshot: &Snapshot) {
        for node in snapshot.tops.iter().chain(&snapshot.resumes) {
            for at in upwards(&self.nodes, node.0) {
                self.is_needed[at as usize] = true;
            }
        }
        for watched in &snapshot.watched {
            self.is_needed[watched.conditional.get()] = true;
            if let Some(scope) = watched.scope {
                self.is_needed[scope.get()] = true;
            }
        }
        for (node, _) in &snapshot.forced {
            self.is_needed[node.get()] = true;
        }
        let mut rest = &*snapshot.memory;
        for (place, node) in self.nodes.iter().enumerate() {
            let (own, others) = rest.split_at(node.memory as usize);
            self.is_needed[place] |= own.iter().any(|number| *number != 0);
            rest = others;
        }
    }

    fn shortened(self) -> ShortList {
        let mut place = vec![None; self.nodes.len()];
        let mut nodes = Vec::new();
        let needed = (0..).zip(self.nodes.iter()).zip(&self.is_needed);
        for ((at, node), _) in needed.filter(|(_, is_needed)| **is_needed) {
            place[at as usize] = Some(NodeIndex(nodes.len() as u32));
            let mut above = upwards(&self.nodes, at).skip(1);
            let listed = above.find_map(|above| place[above as usize]);
            nodes.push(NodeSnapshot {
                // The parent of a list that stays whole is kept, whatever it is.
                parent: if nodes.len() as u32 == at {
                    node.parent
                } else {
                    listed
                },
                ..node.clone()
            });
        }
        ShortList {
            before: self.nodes,
            place,
            nodes: nodes.into(),
        }
    }
}

/// Lists of nodes without those that are not needed.
pub(crate) struct ShortLists(Vec<ShortList>);

struct ShortList {
    before: Arc<[NodeSnapshot]>,
    /// By position in the list before: the position now.
    place: Vec<Option<NodeIndex>>,
    nodes: Arc<[NodeSnapshot]>,
}

impl ShortLists {
    /// Returns a snapshot that was added, with its shortened list.
    pub fn apply(&self, snapshot: &Snapshot) -> Snapshot {
        let is_it = |list: &&ShortList| {
            let nodes = snapshot.nodes.as_ref();
            nodes.is_some_and(|nodes| Arc::ptr_eq(nodes, &list.before))
        };
        match self.0.iter().find(is_it) {
            Some(list) if list.nodes.len() < list.before.len() => list.apply(snapshot),
            _ => snapshot.clone(),
        }
    }
}

impl ShortList {
    fn apply(&self, snapshot: &Snapshot) -> Snapshot {
        let find = |node: &NodeIndex| self.place[node.get()].unwrap_or(*node);
        let mut memory = Vec::new();
        let mut rest = &*snapshot.memory;
        for (node, place) in self.before.iter().zip(&self.place) {
            let (own, others) = rest.split_at(node.memory as usize);
            if place.is_some() {
                memory.extend_from_slice(own);
            }
            rest = others;
        }
        let watched = snapshot.watched.iter().map(|watched| WatchedSnapshot {
            conditional: find(&watched.conditional),
            scope: watched.scope.as_ref().map(find),
            ..*watched
        });
        let unsaved = snapshot.unsaved.iter();
        let forced = snapshot.forced.iter();
        Snapshot {
            nodes: Some(self.nodes.clone()),
            memory,
            tops: snapshot.tops.iter().map(find).collect(),
            resumes: snapshot.resumes.iter().map(find).collect(),
            watched: watched.collect(),
            unsaved: unsaved
                .map(|(node, why)| (find(node), why.clone()))
                .collect(),
            fresh: snapshot.fresh.iter().map(find).collect(),
            forced: forced.map(|(node, status)| (find(node), *status)).collect(),
            ..snapshot.clone()
        }
    }
}
