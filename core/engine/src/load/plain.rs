//! Loads a file without making a document of it, if nothing in it needs special care. Whatever does is left to the longer
//! way, which explains what is wrong: `None` stands for that here.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::problem::Names;
use super::settings::wrong_settings;
use crate::compile::{Compiled, GameTasks, PlainCompiler};
use crate::diagnostic::structure::has_wrong_variables;
use crate::format::compact::{Head, is_compact};
use crate::format::native::{PlainNode, plain};
use crate::ids::{IdText, NodeId};
use crate::library::NodeLibrary;
use crate::limits::NAME_BYTES;
use crate::model::{Node, Parameters, Variable};
use crate::runtime::World;

/// Loads a file, which is a document or its compact form.
pub(super) fn compiled<W: World + ?Sized>(
    bytes: &[u8],
    library: &NodeLibrary,
    tasks: &GameTasks<W>,
) -> Option<Compiled<W>> {
    if !tasks.is_plain() {
        return None;
    }
    if is_compact(bytes) {
        of_compact(&Head::read(bytes).ok()?, (library, tasks))
    } else {
        of_json(bytes, (library, tasks))
    }
}

fn of_json<W: World + ?Sized>(
    bytes: &[u8],
    game: (&NodeLibrary, &GameTasks<W>),
) -> Option<Compiled<W>> {
    let file = plain(bytes)?;
    let document = &file.document;
    let refers = !document.libraries.is_empty() || !document.trees.is_empty();
    if refers || !document.conflicts.is_empty() {
        return None;
    }
    let mut tree = PlainTree::new(game, &document.variables, &file.kinds, file.nodes.len())?;
    for node in &file.nodes {
        tree.add(node)?;
    }
    let is_distinct =
        tree.ids.are_ascending() || are_distinct(file.nodes.iter().map(|node| node.id));
    is_distinct.then_some(())?;
    tree.finish(&document.name, document.restart_when_complete)
}

fn of_compact<W: World + ?Sized>(
    head: &Head<'_>,
    game: (&NodeLibrary, &GameTasks<W>),
) -> Option<Compiled<W>> {
    let refers = !head.libraries.is_empty() || !head.trees.is_empty();
    if !head.has_root || refers || head.longest > NAME_BYTES {
        return None;
    }
    let mut tree = PlainTree::new(game, &head.variables, &head.kinds, head.node_count)?;
    let mut is_main = true;
    let mut nodes = head.nodes();
    while let Some(node) = nodes.next_node().ok()? {
        if node.disabled {
            return None;
        }
        // The trees after the main one do not run, but must have other ids.
        is_main &= node.parent.is_some() || tree.open == 0;
        if is_main {
            tree.add(&PlainNode {
                kind: node.kind,
                closed: node.closed,
                id: node.id,
                name: node.name,
                abort: node.abort,
            })?;
        } else {
            tree.ids.add(node.id);
        }
    }
    if !tree.ids.are_ascending() {
        let mut nodes = head.nodes();
        let ids = std::iter::from_fn(|| Some(nodes.next_node().ok()??.id));
        are_distinct(ids).then_some(())?;
    }
    tree.finish(head.name, head.restart_when_complete)
}

/// A tree whose nodes are added in pre-order.
struct PlainTree<'k, W: World + ?Sized> {
    compiler: PlainCompiler<'k, W>,
    /// The number of nodes that are not closed.
    open: usize,
    ids: AscendingIds,
}

impl<'k, W: World + ?Sized> PlainTree<'k, W> {
    fn new(
        (library, tasks): (&'k NodeLibrary, &'k GameTasks<W>),
        variables: &[Variable],
        kinds: &[(Arc<str>, Parameters)],
        nodes: usize,
    ) -> Option<Self> {
        if has_wrong_variables(variables) {
            return None;
        }
        let names = Names { tasks, library };
        let mut compiler = PlainCompiler::new((library, tasks), variables, nodes)?;
        for (task, parameters) in kinds {
            let mut node = Node::new(NodeId::from(""), task.clone());
            node.parameters = parameters.clone();
            compiler.add_kind(&node)?;
            wrong_settings(None, &node, &names)
                .is_empty()
                .then_some(())?;
        }
        Some(Self {
            compiler,
            open: 0,
            ids: AscendingIds::default(),
        })
    }

    #[inline]
    fn add(&mut self, node: &PlainNode<'_>) -> Option<()> {
        let closed = node.closed as usize;
        self.compiler.close(closed)?;
        self.open = self.open - closed + 1;
        self.ids.add(node.id);
        self.compiler
            .open(node.kind as usize, node.id, node.name, node.abort)
    }

    fn finish(mut self, name: &str, restart_when_complete: bool) -> Option<Compiled<W>> {
        self.compiler.close(self.open)?;
        let name = if name.is_empty() { "Main" } else { name };
        self.compiler.finish(name.to_owned(), restart_when_complete)
    }
}

/// Finds out whether ids are ascending numbers, as in most files. Then they are distinct.
#[derive(Default)]
struct AscendingIds {
    last: Option<u64>,
    others: bool,
}

impl AscendingIds {
    #[inline]
    fn add(&mut self, id: IdText<'_>) {
        let number = match id {
            IdText::Number(number) => Some(number),
            IdText::Text(_) => None,
        };
        self.others |= self.last >= number;
        self.last = number;
    }

    fn are_ascending(&self) -> bool {
        !self.others
    }
}

fn are_distinct<'a>(mut ids: impl Iterator<Item = IdText<'a>>) -> bool {
    let mut seen = FxHashSet::default();
    ids.all(|id| seen.insert(id))
}
