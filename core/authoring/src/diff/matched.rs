//! Matches the nodes of two documents whose ids are not stable, such as files of tools without node ids: by parent, content, task
//! and title.
//!
//! Roots match, and so do named trees of the same name. Among the children of two matched nodes, identical branches match first,
//! then nodes with the same task and title, then nodes with the same task; in each step the first with the first. The remaining
//! nodes are searched in the whole document: identical branches, and nodes with the same task and own title, count as moved.

use std::hash::{Hash as _, Hasher as _};

use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use treewright_core::ids::NodeId;
use treewright_core::model::{Document, HasFields as _, Node};

use super::pair_up;

/// Maps the id of each matched node of `new` to its id in `old`.
pub fn matched(old: &Document, new: &Document) -> FxHashMap<NodeId, NodeId> {
    let mut matching = Matching {
        old,
        new,
        branch_hashes: [branch_hashes(old), branch_hashes(new)],
        found: FxHashMap::default(),
        taken: FxHashSet::default(),
    };
    matching.match_roots();
    matching.match_moved();
    matching.found
}

/// Returns a hash for each branch. It is equal for equal branches, regardless of the ids and positions of their nodes.
fn branch_hashes(document: &Document) -> FxHashMap<&NodeId, u64> {
    let nodes: Vec<&Node> = document.pre_order().collect();
    let mut branch_hashes: FxHashMap<&NodeId, u64> = FxHashMap::default();
    for node in nodes.into_iter().rev() {
        let mut hasher = FxHasher::default();
        for (field, value) in node.fields() {
            if !field.is_layout() {
                (field, value.to_string()).hash(&mut hasher);
            }
        }
        for child in node.children() {
            branch_hashes.get(child).hash(&mut hasher);
        }
        branch_hashes.insert(node.id(), hasher.finish());
    }
    branch_hashes
}

struct Matching<'d> {
    old: &'d Document,
    new: &'d Document,
    branch_hashes: [FxHashMap<&'d NodeId, u64>; 2],
    /// Matched ids: from the new document to the old one.
    found: FxHashMap<NodeId, NodeId>,
    /// Ids of the old document that have a match.
    taken: FxHashSet<&'d NodeId>,
}

/// A node and the index of its document: 0 is the old one, 1 the new one.
type Side<'d> = (&'d Node, usize);

impl<'d> Matching<'d> {
    fn match_roots(&mut self) {
        let (old, new) = (self.old, self.new);
        if let (Some(one), Some(other)) = (old.root(), new.root()) {
            self.pair(one, other);
        }
        let mut named: FxHashMap<&str, &NodeId> = FxHashMap::default();
        for tree in &old.trees {
            named.entry(&tree.name).or_insert(&tree.root);
        }
        for tree in &new.trees {
            if let Some(known) = named.get(&*tree.name) {
                self.pair(known, &tree.root);
            }
        }
        self.match_siblings(old.loose(), new.loose());
    }

    /// Matches two nodes, and then those of their descendants that are alike.
    fn pair(&mut self, one: &'d NodeId, other: &'d NodeId) {
        let mut pending = vec![(one, other)];
        while let Some((one, other)) = pending.pop() {
            let (Some(old), Some(new)) = (self.old.node(one), self.new.node(other)) else {
                continue;
            };
            if self.found.contains_key(other) || !self.taken.insert(old.id()) {
                continue;
            }
            self.found.insert(other.clone(), one.clone());
            pending.extend(self.similar_pairs(old.children(), new.children()));
        }
    }

    fn match_siblings(&mut self, old: &'d [NodeId], new: &'d [NodeId]) {
        for (one, other) in self.similar_pairs(old, new) {
            self.pair(one, other);
        }
    }

    /// Returns the matching pairs of two lists of siblings.
    fn similar_pairs(&self, old: &'d [NodeId], new: &'d [NodeId]) -> Vec<(&'d NodeId, &'d NodeId)> {
        let free = |id: &&NodeId| !self.taken.contains(id);
        let old = old.iter().filter(free).filter_map(|id| self.old.node(id));
        let new = new
            .iter()
            .filter(|id| !self.found.contains_key(*id))
            .filter_map(|id| self.new.node(id));
        let old: Vec<Side<'d>> = old.map(|node| (node, 0)).collect();
        let new: Vec<Side<'d>> = new.map(|node| (node, 1)).collect();
        let whole = |side: &Side<'d>| Some(("", String::new(), Some(self.branch_hash(*side))));
        let titled = |(node, _): &Side<'d>| Some((&*node.task, node.name.clone(), None));
        let task = |(node, _): &Side<'d>| Some((&*node.task, String::new(), Some(0)));
        let partners = pair_up(&old, &new, &[&whole, &titled, &task]);
        let pairs = old.iter().zip(partners);
        let pairs = pairs.filter_map(|((node, _), at)| Some((node.id(), new[at?].0.id())));
        pairs.collect()
    }

    fn branch_hash(&self, (node, side): Side<'d>) -> u64 {
        self.branch_hashes[side]
            .get(node.id())
            .copied()
            .unwrap_or_default()
    }

    /// Matches nodes that have a different parent in the new document.
    fn match_moved(&mut self) {
        let (old, new) = (self.old, self.new);
        let mut whole: FxHashMap<u64, Vec<&'d NodeId>> = FxHashMap::default();
        let mut named: FxHashMap<(&str, &str), Vec<&'d NodeId>> = FxHashMap::default();
        let left: Vec<&'d Node> = old
            .pre_order()
            .filter(|node| !self.taken.contains(node.id()))
            .collect();
        for node in left.into_iter().rev() {
            whole
                .entry(self.branch_hash((node, 0)))
                .or_default()
                .push(node.id());
            if !node.name.is_empty() {
                let name = (&*node.task, &*node.name);
                named.entry(name).or_default().push(node.id());
            }
        }
        for by_name in [false, true] {
            for node in new.pre_order() {
                if self.found.contains_key(node.id()) {
                    continue;
                }
                let list = if by_name {
                    named.get_mut(&(&*node.task, &*node.name))
                } else {
                    whole.get_mut(&self.branch_hash((node, 1)))
                };
                let free = |id: &&NodeId| !self.taken.contains(id);
                // A node that is taken stays taken, so popping it is safe.
                let one = list.and_then(|list| std::iter::from_fn(|| list.pop()).find(free));
                if let Some(one) = one {
                    self.pair(one, node.id());
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use treewright_core::model::testing::{draw, draw_each};
    use treewright_core::model::{DocumentBuilder, NamedTree};

    use super::*;

    /// Builds a tree from lines of `task` or `task name`, each indented by its depth. Ids are numbers in order.
    fn tree(lines: &str) -> Document {
        let mut builder = DocumentBuilder::new("");
        let mut above: Vec<NodeId> = Vec::new();
        for (number, line) in lines.lines().enumerate() {
            let depth = line.len() - line.trim_start().len();
            let (task, name) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
            let mut node = Node::new(format!("n{}", number + 1), task);
            node.name = name.into();
            above.truncate(depth);
            let id = match above.last() {
                Some(parent) => builder.child(parent, node).unwrap(),
                None if number == 0 => builder.root(node).unwrap(),
                None => builder.loose(node).unwrap(),
            };
            above.push(id);
        }
        builder.finish()
    }

    fn pairs(old: &Document, new: &Document) -> Vec<String> {
        let found = matched(old, new);
        let told = new.pre_order().map(|node| {
            let id = found.get(node.id());
            format!("{}={}", node.id(), id.map_or("-", |id| id.as_str()))
        });
        told.collect()
    }

    #[test]
    fn an_inserted_node_does_not_break_the_matches_of_its_siblings() {
        let old = tree("Sequence\n A\n B\n A\n C x");
        let found = pairs(&old, &tree("Sequence\n New\n A\n B\n A\n C x"));
        assert_eq!(found, ["n1=n1", "n2=-", "n3=n2", "n4=n3", "n5=n4", "n6=n5"]);
        let expected = ["n1=n1", "n2=n2", "n3=n4", "n4=n5"];
        assert_eq!(pairs(&old, &tree("Sequence\n A\n A\n C y")), expected);
    }

    #[test]
    fn moved_branches_match_by_content_or_by_title() {
        let old = tree("Sequence\n Selector\n  A\n  B\n Parallel\n  C x\n   D");
        let new = tree("Sequence\n Selector\n Parallel\n  Inverter\n   A\n  B\n  C x\n   E");
        let expected = [
            "n1=n1", "n2=n2", "n3=n5", "n4=-", "n5=n3", "n6=n4", "n7=n6", "n8=-",
        ];
        assert_eq!(pairs(&old, &new), expected);
    }

    #[test]
    fn named_trees_match_by_name() {
        let named = |lines: &str, names: [&str; 2]| {
            let mut document = tree(lines);
            let heads: Vec<NodeId> = document.loose().to_vec();
            for (name, head) in names.into_iter().zip(heads) {
                document.trees.push(NamedTree::new(name, head));
            }
            document
        };
        let old = named("A\nSequence\n B\nSequence\n C", ["one", "two"]);
        let new = named("A\nSequence\n D\nSequence\n B", ["two", "one"]);
        let expected = ["n1=n1", "n2=n4", "n3=-", "n4=n2", "n5=n3"];
        assert_eq!(pairs(&old, &new), expected);
        let long = |count: usize| {
            let below = |number| format!("[b{number}:Inverter(p={number})");
            draw(&format!(
                "a:Inverter{}",
                (0..count).map(below).collect::<String>()
            ))
        };
        assert_eq!(matched(&long(20_000), &long(20_000)).len(), 20_001);
    }

    /// Guards against quadratic time: these take long if each search visits the nodes that are matched already.
    #[test]
    fn many_identical_nodes_and_many_trees_match_in_linear_time() {
        const MANY: usize = 50_000;
        let wide = |[above, beside]: [&str; 2]| {
            let leaves = |list: &str| -> String {
                draw_each(0..MANY, |number| format!("{list}{number}:A "))
            };
            let (a, b) = (leaves("a"), leaves("b"));
            let above = format!("above:{above}[named:Selector(.name=P)[{a}]]");
            draw(&format!("root:Sequence[{above} beside:{beside}[{b}]]"))
        };
        let found = matched(
            &wide(["Inverter", "Parallel"]),
            &wide(["Repeater", "Selector"]),
        );
        let same = (0..MANY).flat_map(|number| ["a", "b"].map(|list| format!("{list}{number}")));
        for id in same.map(NodeId::from) {
            assert_eq!(found.get(&id), Some(&id));
        }
        assert_eq!(found.len(), 2 * MANY + 2);

        let trees = || {
            let trees = (0..MANY).map(|number| format!("| tree{number}=n{number}:A "));
            draw(&trees.collect::<String>())
        };
        assert_eq!(matched(&trees(), &trees()).len(), MANY);
    }
}
