//! The trees of a document as a project has them, what each is called, and which loose nodes lie beside which.

use rustc_hash::{FxHashMap, FxHashSet};
use treewright_core::ids::NodeId;
use treewright_core::model::{Document, NamedTree};

use super::kept;
use crate::foreign::{Json, Tape};

/// A tree to write.
pub(super) struct Tree<'d> {
    pub name: String,
    pub id: String,
    pub root: &'d NodeId,
    pub kept: Option<Tape<'d>>,
}

impl Tree<'_> {
    /// Its place among the trees of the file that it came from.
    fn index(&self) -> Option<&str> {
        self.kept.as_ref()?.top().get("index").map(Json::raw)
    }
}

/// What is asked of all trees for each node.
#[derive(Default)]
pub(super) struct Lookup<'d> {
    /// The ids of trees by their names; of two of a name, the first.
    pub ids: FxHashMap<String, String>,
    /// The other way round.
    pub names: FxHashMap<String, String>,
    /// The heads of the loose nodes that lie beside a tree, by its root.
    pub beside: FxHashMap<&'d NodeId, Vec<&'d NodeId>>,
}

impl<'d> Lookup<'d> {
    pub fn new(document: &'d Document, trees: &[Tree<'d>]) -> Self {
        let mut lookup = Self::default();
        let mut roots = FxHashSet::default();
        let mut by_index: FxHashMap<&str, &'d NodeId> = FxHashMap::default();
        for tree in trees {
            for (of, key, value) in [
                (&mut lookup.ids, &tree.name, &tree.id),
                (&mut lookup.names, &tree.id, &tree.name),
            ] {
                if !key.is_empty() && !of.contains_key(key) {
                    of.insert(key.clone(), value.clone());
                }
            }
            roots.insert(tree.root);
            if let Some(index) = tree.index() {
                by_index.entry(index).or_insert(tree.root);
            }
        }
        for head in document.loose().iter().filter(|head| !roots.contains(head)) {
            let tape = document.node(head).and_then(|node| kept(&node.extra));
            let of = tape.as_ref().and_then(|tape| tape.top().get("tree"));
            let of = of.and_then(|of| by_index.get(of.raw()).copied());
            if let Some(root) = of.or(document.root()) {
                lookup.beside.entry(root).or_default().push(head);
            }
        }
        lookup
    }
}

/// The main tree, unless it has a name, and the named ones.
pub(super) fn trees(document: &Document) -> Vec<Tree<'_>> {
    let is_there = |tree: &&NamedTree| document.node(&tree.root).is_some();
    let mut ids: FxHashSet<String> = FxHashSet::default();
    // The number to try next for each id that several trees have.
    let mut numbers: FxHashMap<String, usize> = FxHashMap::default();
    let mut trees: Vec<Tree<'_>> = Vec::new();
    let main = document
        .root()
        .filter(|root| document.tree_name(root).is_none());
    let main = main.map(|root| (document.name.clone(), root, None));
    let named = document
        .trees
        .iter()
        .filter(is_there)
        .map(|tree| (tree.name.to_string(), &tree.root, kept(&tree.extra)));
    for (name, root, kept) in main.into_iter().chain(named) {
        let had = kept
            .as_ref()
            .and_then(|kept| Some(kept.top().get("file")?.text_of("id").into_owned()));
        let mut id = had
            .filter(|id| !id.is_empty())
            .unwrap_or_else(|| format!("tree-{}", root.as_str()));
        if !ids.insert(id.clone()) {
            let next = numbers.entry(id.clone()).or_insert(2);
            loop {
                let numbered = format!("{id}_{next}");
                *next += 1;
                if ids.insert(numbered.clone()) {
                    id = numbered;
                    break;
                }
            }
        }
        trees.push(Tree {
            name,
            id,
            root,
            kept,
        });
    }
    trees
}
