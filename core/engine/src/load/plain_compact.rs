//! Compiles a file in the compact form without making a document of it, if nothing in it needs special care. Whatever does
//! is left to the longer way, which explains what is wrong.

use std::fmt::Write as _;

use crate::compile::{Compiled, GameTasks, PlainCompiler};
use crate::format::compact::{CompactId, Head};
use crate::ids::NodeId;
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
    let mut ids = ids(head)?;
    let mut compiler =
        PlainCompiler::new((library, tasks), &head.variables, head.node_count)?;
    for (task, parameters) in &head.kinds {
        let mut node = Node::new(NodeId::from(""), task.clone());
        node.parameters = parameters.clone();
        compiler.add_kind(&node).filter(|()| !has_problem(&node))?;
    }
    let mut nodes = head.nodes();
    let (mut open, mut is_first) = (0, true);
    while let Some(node) = nodes.next_node().ok()? {
        compiler.close(node.closed)?;
        open -= node.closed;
        if open == 0 && !is_first {
            break;
        }
        compiler.open(node.kind, ids.next()?, node.name, node.abort)?;
        open += 1;
        is_first = false;
    }
    compiler.close(open)?;
    let name = if head.name.is_empty() {
        "Main"
    } else {
        head.name
    };
    compiler.finish(name.to_owned(), head.restart_when_complete)
}

/// Returns the ids of all nodes, if they are distinct and no node is disabled.
fn ids(head: &Head<'_>) -> Option<impl Iterator<Item = NodeId>> {
    let mut text = String::with_capacity(7 * head.node_count);
    let mut ends = Vec::with_capacity(head.node_count);
    let mut last = None;
    let mut nodes = head.nodes();
    while let Some(node) = nodes.next_node().ok()? {
        match node.id {
            CompactId::Number(number) if last < Some(number) && !node.disabled => {
                last = Some(number);
                text.push('n');
                write!(text, "{number}").ok()?;
            }
            _ => return None,
        }
        ends.push(u32::try_from(text.len()).ok()?);
    }
    Some(NodeId::parts_of(text.into(), ends.into_iter()))
}
