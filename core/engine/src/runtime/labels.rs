//! The ids of a program's nodes, and the names that designers gave them. Only tools, messages and saved games need them,
//! so they are kept as they come in a file, and ids are made on first use.

use std::hash::BuildHasher;
use std::sync::{Arc, OnceLock};

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rustc_hash::FxBuildHasher;

use super::program::NodeIndex;
use crate::ids::{IdText, NodeId};

/// The ids and names of nodes, in pre-order.
#[derive(Debug, Default)]
pub(super) struct NodeLabels {
    packed: Vec<PackedId>,
    /// All ids that are texts, one after another.
    texts: String,
    /// The nodes that have names, in pre-order.
    names: Vec<(u32, Arc<str>)>,
    ids: OnceLock<Box<[NodeId]>>,
    /// Finds nodes by their ids.
    index: OnceLock<HashTable<u32>>,
}

/// The id of a node.
#[derive(Clone, Copy, Debug)]
enum PackedId {
    /// `n` and this number.
    Number(u64),
    /// The part of the texts that begins where the last one ended, and ends here.
    Until(usize),
}

impl NodeLabels {
    pub fn reserve(&mut self, nodes: usize) {
        self.packed.reserve(nodes);
    }

    pub fn len(&self) -> usize {
        self.packed.len()
    }

    /// Adds a node. No id may have been asked for yet.
    #[inline]
    pub fn push(&mut self, id: IdText<'_>) {
        self.packed.push(match id {
            IdText::Number(number) => PackedId::Number(number),
            IdText::Text(text) => {
                self.texts.push_str(text);
                PackedId::Until(self.texts.len())
            }
        });
    }

    /// Sets the name of the last node; an empty one is none.
    pub fn set_name(&mut self, name: &str) {
        if !name.is_empty()
            && let Some(last) = self.len().checked_sub(1)
        {
            self.names.push((last as u32, name.into()));
        }
    }

    /// Returns the id of a node. While nodes are being added, this takes as long as there are nodes.
    pub fn id_so_far(&self, node: u32) -> NodeId {
        let parts = self.parts(0).nth(node as usize);
        parts.map_or_else(|| NodeId::from(""), |id| NodeId::new(id.to_string()))
    }

    fn parts(&self, mut start: usize) -> impl Iterator<Item = IdText<'_>> {
        self.packed.iter().map(move |packed| match *packed {
            PackedId::Number(number) => IdText::Number(number),
            PackedId::Until(end) => {
                let text = &self.texts[start..end];
                start = end;
                IdText::Text(text)
            }
        })
    }

    fn ids(&self) -> &[NodeId] {
        self.ids.get_or_init(|| {
            let ids = self.parts(0);
            ids.map(|id| NodeId::new(id.to_string())).collect()
        })
    }

    pub fn id(&self, node: NodeIndex) -> &NodeId {
        &self.ids()[node.get()]
    }

    pub fn name(&self, node: NodeIndex) -> Option<&Arc<str>> {
        let place = self
            .names
            .binary_search_by_key(&node.0, |(named, _)| *named);
        place.ok().map(|place| &self.names[place].1)
    }

    /// Returns the node with this id.
    pub fn index(&self, id: &NodeId) -> Option<NodeIndex> {
        let ids = self.ids();
        let index = self.index.get_or_init(|| index_of(ids).0);
        let has_id = |index: &u32| ids[*index as usize] == *id;
        index.find(hash(id), has_id).copied().map(NodeIndex)
    }

    /// Returns the second of two nodes with the same id, if there are any.
    pub fn duplicate(&self) -> Option<&NodeId> {
        let (index, twice) = index_of(self.ids());
        // It stays as it is unless nodes are added.
        drop(self.index.set(index));
        twice
    }

    /// Returns about how many bytes these take, once somebody has asked for an id. What is made on first use counts from the
    /// beginning: a recording that drops a program subtracts what it added.
    pub fn memory(&self) -> usize {
        let counts = 2 * size_of::<usize>();
        let id = size_of::<NodeId>() + counts + size_of::<PackedId>();
        let found = 2 * (size_of::<u32>() + 1);
        self.len() * (id + found) + 2 * self.texts.len()
    }
}

/// Returns the index of these ids, and the second of two that are the same if there are any.
fn index_of(ids: &[NodeId]) -> (HashTable<u32>, Option<&NodeId>) {
    let mut table = HashTable::with_capacity(ids.len());
    let mut twice = None;
    for (index, id) in ids.iter().enumerate() {
        let is_same = |other: &u32| ids[*other as usize] == *id;
        let hash_of = |other: &u32| hash(&ids[*other as usize]);
        match table.entry(hash(id), is_same, hash_of) {
            Entry::Occupied(_) => twice = twice.or(Some(id)),
            Entry::Vacant(free) => drop(free.insert(index as u32)),
        }
    }
    (table, twice)
}

fn hash(id: &NodeId) -> u64 {
    FxBuildHasher.hash_one(id.as_str())
}
