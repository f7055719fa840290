//! Compiles a file in the compact form without making a document of it, if nothing in it needs special care. Whatever does
//! is left to the longer way, which explains what is wrong.

use rustc_hash::FxHashSet;

use crate::compile::{Compiled, GameTasks, PlainCompiler};
use crate::format::compact::Head;
use crate::ids::{IdText, NodeId};
use crate::library::NodeLibrary;
use crate::limits::NAME_BYTES;
use crate::model::Node;
use crate::runtime::World;

/// Compiles a file in the compact form without making a document of it. `has_problem` returns whether a node with this
/// task and these parameters, below any parent, has a setting without effect.
pub(super) fn compiled<W: World + ?Sized>(
    head: &Head<'_>,
    library: &NodeLibrary,
    tasks: &GameTasks<W>,
    has_problem: impl Fn(&Node) -> bool,
) -> Option<Compiled<W>> {
    let refers = !head.libraries.is_empty() || !head.trees.is_empty();
    if !head.has_root || refers || head.longest > NAME_BYTES || !tasks.is_plain() {
        return None;
    }
    let mut compiler = PlainCompiler::new((library, tasks), &head.variables, head.node_count)?;
    for (task, parameters) in &head.kinds {
        let mut node = Node::new(NodeId::from(""), task.clone());
        node.parameters = parameters.clone();
        compiler.add_kind(&node).filter(|()| !has_problem(&node))?;
    }
    let mut open = 0;
    let mut ids = DistinctIds::default();
    let mut nodes = head.nodes();
    let mut is_main = true;
    // The trees after the main one do not run, but may have the same ids.
    while let Some(node) = nodes.next_node().ok()? {
        if node.disabled {
            return None;
        }
        ids.add(node.id);
        if node.parent.is_none() && open > 0 {
            compiler.close(open)?;
            (open, is_main) = (0, false);
        }
        if is_main {
            let closed = node.closed as usize;
            compiler.close(closed)?;
            compiler.open(node.kind as usize, node.id, node.name, node.abort)?;
            open = open + 1 - closed;
        }
    }
    if !ids.are_distinct && !has_distinct_ids(head)? {
        return None;
    }
    compiler.close(open)?;
    let name = if head.name.is_empty() {
        "Main"
    } else {
        head.name
    };
    compiler.finish(name.to_owned(), head.restart_when_complete)
}

/// Finds out without a look at earlier ids whether ids are distinct: most files have ascending numbers.
struct DistinctIds {
    last: Option<u64>,
    /// Whether they are; otherwise they may be.
    are_distinct: bool,
}

impl Default for DistinctIds {
    fn default() -> Self {
        Self {
            last: None,
            are_distinct: true,
        }
    }
}

impl DistinctIds {
    #[inline]
    fn add(&mut self, id: IdText<'_>) {
        let number = match id {
            IdText::Number(number) => Some(number),
            IdText::Text(_) => None,
        };
        self.are_distinct &= self.last < number;
        self.last = number;
    }
}

fn has_distinct_ids(head: &Head<'_>) -> Option<bool> {
    let mut seen = FxHashSet::default();
    seen.reserve(head.node_count);
    let mut nodes = head.nodes();
    while let Some(node) = nodes.next_node().ok()? {
        if !seen.insert(node.id) {
            return Some(false);
        }
    }
    Some(true)
}
