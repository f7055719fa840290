//! The nodes of a document by id, in pages that copies of the document share: a copy costs one pointer per page, and
//! a later change copies only the page of the changed node. Does not know how nodes are connected.

use std::hash::BuildHasher;
use std::sync::Arc;

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rustc_hash::FxBuildHasher;

use super::Node;
use crate::ids::NodeId;

/// Nodes per page: small, so that a change copies little, but large enough to keep the number of pages low.
const PAGE: usize = 32;

/// Nodes by id, in a repeatable order: the order of insertion, except that the last node moves into the place of a
/// removed one.
#[derive(Clone, Debug, Default)]
pub struct NodeMap {
    /// All pages are full except the last, which is never empty.
    pages: Vec<Arc<Vec<Node>>>,
    /// The index of each id. Ids are not stored here but in the nodes.
    places: Arc<HashTable<u32>>,
}

impl NodeMap {
    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.pages
            .last()
            .map_or(0, |last| (self.pages.len() - 1) * PAGE + last.len())
    }

    /// Returns whether there are no nodes.
    pub fn is_empty(&self) -> bool {
        self.pages.is_empty()
    }

    /// The index of the node with this id.
    pub fn get_index_of(&self, id: &str) -> Option<usize> {
        let has_id = |place: &u32| at(&self.pages, *place).id.as_str() == id;
        let place = self.places.find(hash(id), has_id)?;
        Some(*place as usize)
    }

    /// Returns whether a node has this id.
    pub fn contains_key(&self, id: &str) -> bool {
        self.get_index_of(id).is_some()
    }

    /// The node with this id.
    pub fn get(&self, id: &str) -> Option<&Node> {
        self.get_index(self.get_index_of(id)?)
    }

    /// The node at this index.
    pub fn get_index(&self, index: usize) -> Option<&Node> {
        self.pages.get(index / PAGE)?.get(index % PAGE)
    }

    /// All nodes in order.
    pub fn values(&self) -> impl ExactSizeIterator<Item = &Node> + DoubleEndedIterator {
        (0..self.len()).map(|index| &self.pages[index / PAGE][index % PAGE])
    }

    /// The ids of all nodes in order.
    pub fn keys(&self) -> impl ExactSizeIterator<Item = &NodeId> + DoubleEndedIterator {
        self.values().map(Node::id)
    }

    /// The node with this id, for changes. Its id must not change.
    pub fn get_mut(&mut self, id: &str) -> Option<&mut Node> {
        self.get_index_mut(self.get_index_of(id)?)
    }

    /// The node at this index, for changes. Its id must not change.
    pub fn get_index_mut(&mut self, index: usize) -> Option<&mut Node> {
        Arc::make_mut(self.pages.get_mut(index / PAGE)?).get_mut(index % PAGE)
    }

    /// All nodes, for changes. Their ids must not change.
    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut Node> {
        self.pages.iter_mut().flat_map(Arc::make_mut)
    }

    /// Creates an empty map with capacity for this many nodes.
    pub fn with_capacity(nodes: usize) -> Self {
        Self {
            pages: Vec::with_capacity(nodes.div_ceil(PAGE)),
            places: Arc::new(HashTable::with_capacity(nodes)),
        }
    }

    /// Adds a node at the end, or replaces the one with the same id. Returns its index.
    pub fn insert(&mut self, node: Node) -> usize {
        self.try_insert(node).unwrap_or_else(|(index, node)| {
            if let Some(there) = self.get_index_mut(index) {
                *there = *node;
            }
            index
        })
    }

    /// Adds a node at the end and returns its index.
    ///
    /// # Errors
    /// Returns the node and the index of the one that has its id if the id is taken.
    pub fn try_insert(&mut self, node: Node) -> Result<usize, (usize, Box<Node>)> {
        let index = self.len();
        let pages = &mut self.pages;
        let has_id = |place: &u32| at(pages, *place).id == node.id;
        let hash_of = |place: &u32| hash(at(pages, *place).id.as_str());
        let places = Arc::make_mut(&mut self.places);
        match places.entry(hash(node.id.as_str()), has_id, hash_of) {
            Entry::Occupied(taken) => return Err((*taken.get() as usize, Box::new(node))),
            // The limit of nodes in a document is far below `u32::MAX`.
            Entry::Vacant(free) => free.insert(index as u32),
        };
        if let Some(page) = pages.last_mut().filter(|page| page.len() < PAGE) {
            Arc::make_mut(page).push(node);
        } else {
            let mut page = Vec::with_capacity(if index == 0 { 1 } else { PAGE });
            page.push(node);
            pages.push(Arc::new(page));
        }
        Ok(index)
    }

    /// Removes the node with this id. The last node moves into its place.
    pub(crate) fn swap_remove(&mut self, id: &str) -> Option<Node> {
        let pages = &mut self.pages;
        let places = Arc::make_mut(&mut self.places);
        let has_id = |place: &u32| at(pages, *place).id.as_str() == id;
        let gap = places.find_entry(hash(id), has_id).ok()?.remove().0;
        let full = pages.len().checked_sub(1)? * PAGE;
        let page = Arc::make_mut(pages.last_mut()?);
        let last = page.pop()?;
        let moved_from = full + page.len();
        if page.is_empty() {
            pages.pop();
        }
        if moved_from == gap as usize {
            return Some(last);
        }
        let is_last = |place: &u32| *place as usize == moved_from;
        if let Some(place) = places.find_mut(hash(last.id.as_str()), is_last) {
            *place = gap;
        }
        let there = self.get_index_mut(gap as usize)?;
        Some(std::mem::replace(there, last))
    }

    /// The nodes on pages that `other` does not share; all nodes if `other` is `None`.
    pub(super) fn unshared<'a>(
        &'a self,
        other: Option<&'a Self>,
    ) -> impl Iterator<Item = &'a Node> {
        let there = move |at: usize| other.and_then(|other| other.pages.get(at));
        let pages = self.pages.iter().enumerate();
        let own = pages.filter(move |(at, page)| !is_shared(Some(page), there(*at)));
        own.flat_map(|(_, page)| page.iter())
    }

    /// Pairs of nodes at the same index that differ. Shared pages are skipped without comparison.
    pub(super) fn differing<'a>(
        &'a self,
        there: &'a Self,
    ) -> impl Iterator<Item = (Option<&'a Node>, Option<&'a Node>)> {
        let count = self.pages.len().max(there.pages.len());
        let pairs = (0..count).map(|page| (self.pages.get(page), there.pages.get(page)));
        let differing = pairs.filter(|(a, b)| !is_shared(*a, *b));
        let nodes = differing.flat_map(|(a, b)| {
            let of = |page: Option<&'a Arc<Vec<Node>>>, at: usize| page.and_then(|p| p.get(at));
            (0..PAGE).map(move |at| (of(a, at), of(b, at)))
        });
        nodes.filter(|(a, b)| a != b)
    }
}

/// Equal if both hold the same nodes, in any order.
impl PartialEq for NodeMap {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len()
            && self
                .differing(other)
                .all(|(here, _)| here.is_none_or(|node| other.get(node.id.as_str()) == Some(node)))
    }
}

fn at(pages: &[Arc<Vec<Node>>], place: u32) -> &Node {
    &pages[place as usize / PAGE][place as usize % PAGE]
}

fn is_shared(a: Option<&Arc<Vec<Node>>>, b: Option<&Arc<Vec<Node>>>) -> bool {
    a.zip(b).is_some_and(|(a, b)| Arc::ptr_eq(a, b))
}

fn hash(id: &str) -> u64 {
    FxBuildHasher.hash_one(id)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::testing::cases;

    fn node(number: usize) -> Node {
        Node::new(format!("n{number}"), "Wait")
    }

    fn of(count: usize) -> NodeMap {
        let mut map = NodeMap::default();
        for number in 0..count {
            map.insert(node(number));
        }
        map
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(cases(256)))]

        /// The reference is a list whose last item moves into the place of a removed one.
        #[test]
        fn behaves_like_a_plain_list(steps in prop::collection::vec((0..3_u8, 0..90_usize), 0..400)) {
            let mut map = NodeMap::default();
            let mut plain: Vec<Node> = Vec::new();
            let mut copies = Vec::new();
            for (step, number) in steps {
                let id = format!("n{number}");
                let there = plain.iter().position(|node| node.id.as_str() == id);
                prop_assert_eq!(map.get_index_of(&id), there);
                match (step, there) {
                    (0 | 1, None) => {
                        prop_assert_eq!(map.try_insert(node(number)), Ok(plain.len()));
                        plain.push(node(number));
                    }
                    (0, Some(there)) => {
                        map.get_mut(&id).unwrap().comment.push('x');
                        plain[there].comment.push('x');
                        copies.push((map.clone(), plain.clone()));
                    }
                    (1, Some(there)) => {
                        prop_assert_eq!(map.try_insert(node(number)).unwrap_err().0, there);
                    }
                    (_, there) => {
                        let taken = there.map(|there| plain.swap_remove(there));
                        prop_assert_eq!(map.swap_remove(&id), taken);
                    }
                }
                prop_assert_eq!(map.len(), plain.len());
            }
            copies.push((map, plain));
            for (map, plain) in copies {
                prop_assert!(map.values().eq(&plain));
                for (index, node) in plain.iter().enumerate() {
                    prop_assert_eq!(map.get_index_of(node.id.as_str()), Some(index));
                }
            }
        }
    }

    #[test]
    fn a_copy_shares_all_but_the_page_of_a_node_that_changes() {
        let before = of(1000);
        let mut after = before.clone();
        after.get_mut("n500").unwrap().name = "other".to_owned();
        let of_them = before.pages.iter().zip(&after.pages);
        let shared = of_them.filter(|(a, b)| Arc::ptr_eq(a, b)).count();
        assert_eq!(shared, before.pages.len() - 1);
        let differing: Vec<_> = after.differing(&before).collect();
        assert_eq!(differing, [(after.get("n500"), before.get("n500"))]);
        assert_eq!(before.get("n500").unwrap().name, "");
    }

    #[test]
    fn maps_with_the_same_nodes_in_any_order_are_equal() {
        let (there, mut here) = (of(100), NodeMap::default());
        for number in (0..100).rev() {
            here.insert(node(number));
        }
        assert_eq!(here, there);
        here.get_mut("n7").unwrap().disabled = true;
        assert_ne!(here, there);
        here.swap_remove("n7");
        assert_ne!(here, there);
        here.insert(node(100));
        assert_ne!(here, there);
    }
}
