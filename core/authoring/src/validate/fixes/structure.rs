//! Fixes for problems of the tree structure and of nodes as such.

use std::sync::Arc;

use treewright_core::abort::AbortType;
use treewright_core::diagnostic::Problem;
use treewright_core::geometry::Position;
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::model::{BrokenLinkReason, Document, Node, NodePlace};
use treewright_core::{Argument, ToArgument as _};

use super::{Fix, MAX_ALTERNATIVES};
use crate::edit::{Command, can_hold_another};
use crate::validate::nearest::nearest;

/// The default composite where one is needed.
const COMPOSITE: &str = "Sequence";
/// How far wrapped nodes move down, in canvas units: about a card and the gap below it.
const LEVEL: i32 = 100;

pub(super) fn fixes(
    document: &Document,
    library: &NodeLibrary,
    at: Option<&NodeId>,
    problem: &Problem,
) -> Vec<Fix> {
    match (at, problem) {
        (_, Problem::NoRoot { loose: 0 }) => vec![add_root()],
        (_, Problem::NoRoot { .. }) => {
            let heads = document.loose().iter();
            heads
                .take(MAX_ALTERNATIVES)
                .map(|id| make_root(document, id))
                .collect()
        }
        (_, Problem::TwoRoots { kept, others }) => two_roots(document, library, kept, others),
        (
            Some(node),
            Problem::Cycle { .. }
            | Problem::SecondParent { .. }
            | Problem::RootAsChild { .. }
            | Problem::DanglingId { .. },
        ) => broken_link(document, library, node, problem),
        (Some(node), Problem::DuplicateId { given, .. }) => vec![Fix::new(
            "accept_id",
            vec![("id", given.to_string())],
            Command::AcceptNewId(node.clone()),
        )],
        (Some(node), Problem::WrongChildCount { max, has, .. }) if has > max => {
            let node = document.node(node);
            node.map_or_else(Vec::new, |node| too_many_children(document, node, *max))
        }
        (Some(node), Problem::WrongChildCount { .. }) => vec![delete_node(node)],
        (Some(node), Problem::UnknownTask { task }) => unknown_task(document, library, node, task),
        (
            Some(node),
            Problem::AbortWithoutConditional { .. } | Problem::AbortOnNonComposite { .. },
        ) => vec![Fix::plain(
            "remove_abort",
            Command::SetAbort(vec![node.clone()], AbortType::None),
        )],
        (
            Some(node),
            Problem::AbortWithoutReach {
                composite, remedy, ..
            },
        ) => abort_without_reach(document, node, composite, *remedy),
        (
            Some(node),
            Problem::Unreachable {
                sibling,
                is_one_of_several,
                ..
            },
        ) => {
            // If several would have to be the last, moving one is no remedy.
            let moved = (!is_one_of_several).then_some(sibling);
            unreachable(document, node, moved)
        }
        (Some(node), Problem::DisabledRoot) => vec![Fix::plain(
            "enable",
            Command::SetDisabled(vec![node.clone()], false),
        )],
        (Some(node), Problem::LooseNodes { .. }) => loose_nodes(document, library, node),
        _ => Vec::new(),
    }
}

fn add_root() -> Fix {
    Fix::new(
        "add_root",
        vec![("task", Argument::Task(COMPOSITE.into()))],
        Command::AddNode {
            task: COMPOSITE.into(),
            place: NodePlace::Root,
            position: Position::default(),
        },
    )
}

fn make_root(document: &Document, head: &NodeId) -> Fix {
    let title = document.name_of(head);
    Fix::new(
        "make_root",
        vec![("node", title)],
        Command::MakeRoot(head.clone()),
    )
}

fn delete_node(node: &NodeId) -> Fix {
    let command = Command::Delete(vec![node.clone()]);
    Fix::plain("delete_node", command)
}

/// Connects unconnected trees below a node, if it can take all of them.
fn hang_below(
    document: &Document,
    library: &NodeLibrary,
    parent: &NodeId,
    heads: &[NodeId],
) -> Option<Fix> {
    can_hold_another(document, library, parent).ok()?;
    let above = library.declaration(&document.node(parent)?.task)?;
    let children = document.node(parent)?.children().len();
    if heads.is_empty() || children + heads.len() > above.arity().max {
        return None;
    }
    let connect = |head: &NodeId| Command::Connect {
        parent: parent.clone(),
        child: head.clone(),
        index: usize::MAX,
    };
    let command = match heads {
        [only] => connect(only),
        several => Command::Batch(several.iter().map(connect).collect()),
    };
    let title = document.name_of(parent);
    Some(Fix::new("hang_below", vec![("node", title)], command))
}

fn two_roots(
    document: &Document,
    library: &NodeLibrary,
    kept: &NodeId,
    others: &[NodeId],
) -> Vec<Fix> {
    let loose = others.iter().filter(|id| document.loose().contains(id));
    let loose: Vec<NodeId> = loose.cloned().collect();
    let mut fixes: Vec<Fix> = hang_below(document, library, kept, &loose)
        .into_iter()
        .collect();
    if !loose.is_empty() {
        fixes.push(Fix::plain("delete_others", Command::Delete(loose)));
    }
    fixes
}

fn loose_nodes(document: &Document, library: &NodeLibrary, head: &NodeId) -> Vec<Fix> {
    let root = document.root();
    let head = std::slice::from_ref(head);
    let hang = root.and_then(|root| hang_below(document, library, root, head));
    let mut fixes: Vec<Fix> = hang.into_iter().collect();
    fixes.push(Fix::plain("delete_loose", Command::Delete(head.to_vec())));
    fixes
}

/// Discards the broken link and, if the child could be connected here instead of at its current place, connects it here.
fn broken_link(
    document: &Document,
    library: &NodeLibrary,
    at: &NodeId,
    problem: &Problem,
) -> Vec<Fix> {
    let Some(node) = document.node(at) else {
        return Vec::new();
    };
    let mut links = node.broken_links.iter();
    let found = links.position(|link| match (problem, &link.reason) {
        (Problem::Cycle { path }, BrokenLinkReason::Cycle(own)) => path == own,
        (Problem::SecondParent { child, .. }, BrokenLinkReason::SecondParent(_))
        | (Problem::DanglingId { child, .. }, BrokenLinkReason::Dangling)
        | (Problem::RootAsChild { child, .. }, BrokenLinkReason::Root) => *child == link.child,
        _ => false,
    });
    let Some(link) = found else {
        return Vec::new();
    };
    let child = node.broken_links[link].child.clone();
    let forget = Command::ForgetBrokenLink {
        node: at.clone(),
        link,
    };
    let mut fixes = vec![Fix::new(
        "forget_link",
        vec![("child", child.to_string())],
        forget.clone(),
    )];
    let hangs_below = document.node(&child).and_then(Node::parent);
    if let Problem::SecondParent { kept, other, .. } = problem
        && kept != other
        && hangs_below == Some(kept)
        && can_hold_another(document, library, at).is_ok()
    {
        let (child_title, title) = (document.name_of(&child), document.name_of(at));
        fixes.push(Fix::new(
            "hang_instead",
            vec![("child", child_title), ("node", title)],
            Command::Batch(vec![
                forget,
                Command::Detach(vec![child.clone()]),
                Command::Connect {
                    parent: at.clone(),
                    child,
                    index: node.broken_links[link].index,
                },
            ]),
        ));
    }
    fixes
}

/// A decorator over several children is usually meant to apply to all of them.
fn too_many_children(document: &Document, node: &Node, max: usize) -> Vec<Fix> {
    let mut fixes = Vec::new();
    let first = node.children().first().and_then(|id| document.node(id));
    if let Some(first) = first.filter(|_| max == 1) {
        fixes.push(Fix::new(
            "hang_below",
            vec![("node", Argument::Task(COMPOSITE.into()))],
            Command::Wrap {
                nodes: node.children().to_vec(),
                task: COMPOSITE.into(),
                position: first.position,
                shift: (0, LEVEL),
            },
        ));
    }
    fixes.push(Fix::plain(
        "detach_extra",
        Command::Detach(node.children()[max..].to_vec()),
    ));
    fixes
}

fn unknown_task(
    document: &Document,
    library: &NodeLibrary,
    id: &NodeId,
    task: &Arc<str>,
) -> Vec<Fix> {
    let mut fixes = Vec::new();
    if let Some(meant) = nearest(task, library.declarations().map(|d| &*d.task)) {
        fixes.push(Fix::new(
            "write_instead",
            vec![("meant", meant.to_owned())],
            Command::ReplaceTask {
                nodes: vec![id.clone()],
                task: meant.into(),
            },
        ));
    }
    let is_leaf = document.node(id).is_none_or(|n| n.children().is_empty());
    fixes.push(if is_leaf {
        delete_node(id)
    } else {
        Fix::plain(
            "remove_keeping",
            Command::RemoveKeepingChildren {
                node: id.clone(),
                shift: (0, 0),
            },
        )
    });
    fixes
}

fn abort_without_reach(
    document: &Document,
    node: &NodeId,
    composite: &NodeId,
    remedy: Option<AbortType>,
) -> Vec<Fix> {
    let raise = remedy.map(|abort| {
        let arguments = vec![
            ("node", document.name_of(composite).to_argument()),
            ("abort", abort.to_argument()),
        ];
        let command = Command::SetAbort(vec![composite.clone()], abort);
        Fix::new("set_abort", arguments, command)
    });
    let remove = Command::SetAbort(vec![node.clone()], AbortType::None);
    let remove = Fix::plain("remove_abort", remove);
    raise.into_iter().chain([remove]).collect()
}

fn unreachable(document: &Document, node: &NodeId, moved: Option<&NodeId>) -> Vec<Fix> {
    let moved = moved.map(|sibling| {
        let command = Command::Reorder {
            node: sibling.clone(),
            index: usize::MAX,
        };
        let arguments = vec![("node", document.name_of(sibling))];
        Fix::new("move_behind", arguments, command)
    });
    let disable = Fix::plain("disable", Command::SetDisabled(vec![node.clone()], true));
    moved.into_iter().chain([disable]).collect()
}
