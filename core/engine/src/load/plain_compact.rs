//! Compiles a file in the compact form without making a document of it, if nothing in it needs special care. Whatever does
//! is left to the longer way, which explains what is wrong.

use rustc_hash::FxHashSet;

use crate::abort::AbortType;
use crate::compile::{Compiled, GameTasks, PlainCompiler};
use crate::format::compact::{CompactId, Head};
use crate::ids::NodeId;
use crate::library::NodeLibrary;
use crate::limits::{FILE_BYTES, NAME_BYTES};
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
    let PlainNodes { nodes, names, ids } = nodes(head)?;
    let mut compiler = PlainCompiler::new((library, tasks), &head.variables, head.node_count)?;
    for (task, parameters) in &head.kinds {
        let mut node = Node::new(NodeId::from(""), task.clone());
        node.parameters = parameters.clone();
        compiler.add_kind(&node).filter(|()| !has_problem(&node))?;
    }
    let mut open = 0;
    let mut names = names.into_iter().peekable();
    for (place, (node, id)) in nodes.iter().zip(ids).enumerate() {
        let name = names.next_if(|(named, _)| *named == place);
        let name = name.map_or("", |(_, name)| name);
        let closed = node.closed as usize;
        compiler.close(closed)?;
        open -= closed;
        // The trees after the main one do not run.
        if open == 0 && place > 0 {
            break;
        }
        compiler.open(node.kind as usize, id, name, node.abort)?;
        open += 1;
    }
    compiler.close(open)?;
    let name = if head.name.is_empty() {
        "Main"
    } else {
        head.name
    };
    compiler.finish(name.to_owned(), head.restart_when_complete)
}

/// All nodes of a file, with what only some of them have apart: less memory to fill.
struct PlainNodes<'a, I> {
    nodes: Vec<PlainNode>,
    /// The names of nodes, with their places in the list.
    names: Vec<(usize, &'a str)>,
    ids: I,
}

/// What of each node is compiled, except its id.
struct PlainNode {
    kind: u32,
    closed: u32,
    abort: AbortType,
}

/// Returns all nodes and their ids, if the ids are distinct and no node is disabled.
fn nodes<'a>(head: &Head<'a>) -> Option<PlainNodes<'a, impl Iterator<Item = NodeId>>> {
    let mut text = String::with_capacity(7 * head.node_count);
    let mut ends = Vec::with_capacity(head.node_count);
    let mut list = Vec::with_capacity(head.node_count);
    let mut names = Vec::new();
    let (mut last, mut is_ascending) = (None, true);
    let mut nodes = head.nodes();
    while let Some(node) = nodes.next_node().ok()? {
        match node.id {
            CompactId::Number(number) => {
                is_ascending &= last < Some(number);
                last = Some(number);
                push_id(number, &mut text);
            }
            CompactId::Text(id) => {
                is_ascending = false;
                text.push_str(id);
            }
        }
        if node.disabled || text.len() > FILE_BYTES {
            return None;
        }
        ends.push(text.len() as u32);
        if !node.name.is_empty() {
            names.push((list.len(), node.name));
        }
        list.push(PlainNode {
            kind: node.kind,
            closed: node.closed,
            abort: node.abort,
        });
    }
    if !is_ascending && !has_distinct_ids(head)? {
        return None;
    }
    Some(PlainNodes {
        nodes: list,
        names,
        ids: NodeId::parts_of(text.into(), ends.into_iter()),
    })
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

/// Appends `n` and the number; faster than the standard formatting.
fn push_id(mut number: u64, text: &mut String) {
    let mut digits = [0_u8; 21];
    let mut from = digits.len();
    loop {
        from -= 1;
        digits[from] = b'0' + (number % 10) as u8;
        number /= 10;
        if number == 0 {
            break;
        }
    }
    from -= 1;
    digits[from] = b'n';
    text.push_str(std::str::from_utf8(&digits[from..]).unwrap_or_default());
}
