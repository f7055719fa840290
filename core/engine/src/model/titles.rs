//! Names of nodes in sentences, which tell nodes of the same title apart: "Sequence 2 (Sees enemy?)". Does not know
//! where these sentences are shown.

use std::sync::{Arc, OnceLock};

use rustc_hash::FxHashMap;

use super::{Document, Node, SUBTREE};
use crate::ids::NodeId;
use crate::told;
use crate::told::{Argument, ToArgument as _};

told! {
    /// The name of a node that shares its title with others. Numbers count the nodes of that title from 1, in pre-order.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum NumberedTitle of "node_title" {
        /// The title and the number.
        Numbered {
            /// The title.
            title: Argument,
            /// Its number, from 1.
            number: u32,
        } = "numbered", "{title} {number}";
        /// The title and the number, with the title of the parent or of the first leaf below (the condition of most
        /// branches).
        NumberedWith {
            /// The title.
            title: Argument,
            /// Its number, from 1.
            number: u32,
            /// The title of a node close by.
            neighbor: Argument,
        } = "numbered_with", "{title} {number} ({neighbor})";
    }
}

/// Numbers of the nodes that share their title with others. Computed on first use, and again after a change.
#[derive(Clone, Debug, Default)]
pub(super) struct NumberedTitles(OnceLock<Arc<FxHashMap<NodeId, u32>>>);

impl NumberedTitles {
    /// Discards the numbers because a node changed.
    pub(super) fn clear(&mut self) {
        self.0.take();
    }

    fn get(&self, document: &Document) -> &FxHashMap<NodeId, u32> {
        self.0.get_or_init(|| Arc::new(numbered(document)))
    }
}

/// Always equal: the numbers follow from the nodes.
impl PartialEq for NumberedTitles {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

fn numbered(document: &Document) -> FxHashMap<NodeId, u32> {
    // A Subtree node without a name shows that of its tree, so it is numbered only among the uses of that tree.
    let stands_for_tree = |node: &Node| &*node.task == SUBTREE && node.name.is_empty();
    let mut of_title: FxHashMap<(bool, &str), (&NodeId, u32)> = FxHashMap::default();
    let mut numbers = FxHashMap::default();
    for node in document.pre_order() {
        let title = node.own_title().unwrap_or(&node.task);
        let key = (stands_for_tree(node), title);
        let (first, count) = of_title.entry(key).or_insert((node.id(), 0));
        *count += 1;
        if *count == 2 {
            numbers.insert((*first).clone(), 1);
        }
        if *count > 1 {
            numbers.insert(node.id().clone(), *count);
        }
    }
    numbers
}

impl Document {
    /// Names a node in a sentence: by its title and, where other nodes have the same one, by a number and a neighbor. An id that no node has
    /// is its own name.
    pub fn name_of(&self, id: &NodeId) -> Argument {
        self.node(id)
            .map_or_else(|| id.to_argument(), |node| self.name_of_node(node))
    }

    /// Like [`Self::name_of`], for a node of this document.
    pub fn name_of_node(&self, node: &Node) -> Argument {
        let title = node.title_argument();
        let Some(number) = self.numbered_titles.get(self).get(node.id()).copied() else {
            return title;
        };
        let neighbor = self.distinguishing_neighbor(node).map(Node::title_argument);
        let name = match neighbor.filter(|neighbor| *neighbor != title) {
            Some(neighbor) => NumberedTitle::NumberedWith {
                title,
                number,
                neighbor,
            },
            None => NumberedTitle::Numbered { title, number },
        };
        name.to_argument()
    }

    /// The first leaf below a parent; for a leaf, its parent if that has a title of its own.
    fn distinguishing_neighbor(&self, node: &Node) -> Option<&Node> {
        if node.children().is_empty() {
            let parent = self.node(node.parent()?)?;
            return parent.own_title().is_some().then_some(parent);
        }
        let mut leaf = self.node(node.children().first()?)?;
        while let Some(first) = leaf.children().first() {
            leaf = self.node(first)?;
        }
        Some(leaf)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{DocumentBuilder, ParameterValue};

    fn named(id: &str, task: &str, name: &str) -> Node {
        let mut node = Node::new(id, task);
        node.name = name.into();
        node
    }

    #[test]
    fn nodes_with_the_same_title_are_distinguished_by_number_and_neighbor() {
        let mut builder = DocumentBuilder::new("Guard");
        let root = builder.root(Node::new("n1", "Selector")).unwrap();
        for (number, condition) in [(2, "Sees enemy?"), (5, "On duty?")] {
            let branch = Node::new(format!("n{number}"), "Sequence");
            let branch = builder.child(&root, branch).unwrap();
            let condition = named(&format!("n{}", number + 1), "CompareBool", condition);
            builder.child(&branch, condition).unwrap();
            let wait = Node::new(format!("n{}", number + 2), "RandomWait");
            builder.child(&branch, wait).unwrap();
        }
        let document = builder.finish();
        let name = |id: &str| document.name_of(&id.into()).english().into_owned();
        assert_eq!(name("n1"), "Selector");
        assert_eq!(name("n2"), "Sequence 1 (Sees enemy?)");
        assert_eq!(name("n5"), "Sequence 2 (On duty?)");
        assert_eq!(name("n3"), "Sees enemy?");
        assert_eq!(name("n7"), "Random wait 2");
        assert_eq!(name("n9"), "n9");
    }

    #[test]
    fn a_node_that_runs_a_tree_needs_no_number_beside_its_root() {
        let names = |uses: &[&str]| {
            let mut builder = DocumentBuilder::new("Guard");
            let root = builder.root(Node::new("n1", "Selector")).unwrap();
            for id in uses {
                let tree = ParameterValue::literal("Attack");
                let runner = Node::new(*id, SUBTREE).with_parameter("tree", tree);
                builder.child(&root, runner).unwrap();
            }
            builder.loose(named("n4", "Sequence", "Attack")).unwrap();
            let document = builder.finish();
            let nodes = uses.iter().chain(&["n4"]);
            let names = nodes.map(|id| document.name_of(&(*id).into()).english().into_owned());
            names.collect::<Vec<_>>()
        };
        assert_eq!(names(&["n2"]), ["Attack", "Attack"]);
        assert_eq!(names(&["n2", "n3"]), ["Attack 1", "Attack 2", "Attack"]);
    }
}
