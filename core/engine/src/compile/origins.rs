//! Maps ids in a program to nodes of documents, and variables inside subtrees to those of the program. Ids in the main
//! tree are the same in both; ids inside subtrees are longer in the program.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::expansion::TreeUse;
use super::uses::Uses;
use crate::ids::NodeId;

/// A node of a document, as the origin of a node in a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin<'a> {
    /// The path of its document in the project folder; `None` for the main document.
    pub path: Option<&'a str>,
    /// The id of the node in that document.
    pub node: &'a NodeId,
}

/// The origins of the nodes of a program.
#[derive(Clone, Debug, Default)]
pub struct Origins {
    paths: Vec<Arc<str>>,
    inside: FxHashMap<NodeId, (usize, NodeId)>,
    bound: BoundVariables,
}

/// By the ids of Subtree nodes in the program: the variables of their trees that are bound to other variables, with the
/// names of those in the program.
type BoundVariables = FxHashMap<NodeId, Vec<(Arc<str>, Arc<str>)>>;

impl Origins {
    /// The origin of the node that has this id in the program. Ids outside subtrees are those of the main document.
    pub fn origin<'a>(&'a self, id: &'a NodeId) -> Origin<'a> {
        match self.inside.get(id) {
            None => Origin {
                path: None,
                node: id,
            },
            Some((source, node)) => Origin {
                path: (*source > 0).then(|| &*self.paths[*source]),
                node,
            },
        }
    }

    /// Returns whether a node of the program uses the tree of which `top` is the top: ids inside begin with that of the Subtree node.
    pub fn is_use(&self, subtree: &NodeId, top: &NodeId) -> bool {
        let rest = top.as_str().strip_prefix(subtree.as_str());
        self.inside.contains_key(top) && rest.is_some_and(|rest| rest.starts_with('/'))
    }

    /// The ids in the program of all nodes inside subtrees, in no particular order.
    pub fn inside(&self) -> impl Iterator<Item = &NodeId> {
        self.inside.keys()
    }

    /// The program's name of the variable to which a Subtree node binds this variable of its tree, if it does. An
    /// unbound variable that belongs to the use is named by the id of the Subtree node, a slash and its own name.
    pub fn bound_variable(&self, subtree: &NodeId, name: &str) -> Option<&str> {
        let bound = self.bound.get(subtree)?.iter();
        let mut found = bound.filter(|(inner, _)| **inner == *name);
        found.next().map(|(_, outer)| &**outer)
    }
}

/// Collects origins during a compilation.
#[derive(Default)]
pub(super) struct OriginsBuilder {
    inside: FxHashMap<NodeId, (usize, NodeId)>,
    bound: BoundVariables,
    /// All ids so far. Used only if ids of a document contain slashes, since then two nodes could get the same id.
    taken: Option<FxHashSet<NodeId>>,
}

impl OriginsBuilder {
    /// Returns the id of a node in the program, and records its origin.
    pub fn id(&mut self, expansion: &TreeUse<'_>, node: &NodeId, uses: &Uses<'_>) -> NodeId {
        let mut id = expansion.id(node);
        if uses.has_slashes() {
            let taken = self.taken.get_or_insert_default();
            while !taken.insert(id.clone()) {
                id = NodeId::new(format!("{id}'"));
            }
        }
        if expansion.is_inside_a_use() || id != *node {
            let origin = (expansion.source, node.clone());
            self.inside.insert(id.clone(), origin);
        }
        id
    }

    /// Records that a Subtree node binds a variable of its tree to one of the program.
    pub fn bind(&mut self, subtree: &NodeId, inner: &Arc<str>, outer: &Arc<str>) {
        let bound = self.bound.entry(subtree.clone()).or_default();
        bound.push((inner.clone(), outer.clone()));
    }

    /// Adds the origins of another program of the same documents.
    pub fn add(&mut self, other: Self) {
        self.inside.extend(other.inside);
        self.bound.extend(other.bound);
    }

    pub fn of(self, uses: &Uses<'_>) -> Origins {
        let paths = uses.sources.iter().map(|source| Arc::from(&*source.path));
        Origins {
            paths: paths.collect(),
            inside: self.inside,
            bound: self.bound,
        }
    }
}
