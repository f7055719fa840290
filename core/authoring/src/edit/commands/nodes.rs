//! Commands about a node's own fields, parameters aside.

use treewright_core::abort::AbortType;
use treewright_core::category::Category;
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::model::{Document, Node, StandIn};

use super::{Plan, distinct};
use crate::edit::Refusal;
use crate::edit::connection::existing;
use crate::edit::primitive::Primitive;

pub(super) fn set_name(document: &Document, ids: &[NodeId], name: &str) -> Result<Plan, Refusal> {
    set_text(
        document,
        ids,
        name,
        "set_name",
        |n| &n.name,
        Primitive::Name,
    )
}

pub(super) fn set_comment(
    document: &Document,
    ids: &[NodeId],
    comment: &str,
) -> Result<Plan, Refusal> {
    let code = "set_comment";
    set_text(
        document,
        ids,
        comment,
        code,
        |n| &n.comment,
        Primitive::Comment,
    )
}

fn set_text(
    document: &Document,
    ids: &[NodeId],
    text: &str,
    code: &'static str,
    current: impl Fn(&Node) -> &String,
    primitive: impl Fn(NodeId, String) -> Primitive,
) -> Result<Plan, Refusal> {
    let nodes = distinct(document, ids)?;
    let changed = nodes.into_iter().filter(|node| current(node) != text);
    let primitives = changed.map(|node| primitive(node.id().clone(), text.to_owned()));
    Plan::each(code, primitives.collect())
}

/// Sets the abort type of composites and of tasks that the library does not know; `None` can be set on any node.
pub(super) fn set_abort(
    document: &Document,
    library: &NodeLibrary,
    ids: &[NodeId],
    abort: AbortType,
) -> Result<Plan, Refusal> {
    let nodes = distinct(document, ids)?;
    let takes_none = |node: &&&Node| {
        let declaration = library.declaration(&node.task);
        declaration.is_some_and(|d| d.category != Category::Composite)
    };
    if abort != AbortType::None
        && let Some(node) = nodes.iter().find(takes_none)
    {
        return Err(Refusal::NoAbortType(node.title().to_owned()));
    }
    let changed = nodes.into_iter().filter(|node| node.abort != abort);
    let primitives = changed.map(|node| Primitive::Abort(node.id().clone(), abort));
    Plan::each("set_abort", primitives.collect())
}

/// Says what plays nodes; with none, takes that from any node.
pub(super) fn set_stand_in(
    document: &Document,
    library: &NodeLibrary,
    ids: &[NodeId],
    said: Option<&StandIn>,
) -> Result<Plan, Refusal> {
    let nodes = distinct(document, ids)?;
    if let Some(said) = said {
        if matches!(said, StandIn::Unknown(_)) || !said.is_finite() {
            return Err(Refusal::WrongType {
                value: said.to_string(),
                expected: "stand-in".into(),
            });
        }
        let unfit = |node: &&&Node| !library.takes_stand_in(node, said);
        if let Some(node) = nodes.iter().find(unfit) {
            return Err(Refusal::NotPlayed(node.title().to_owned()));
        }
    }
    let changed = nodes.into_iter().filter(|n| n.stand_in.as_deref() != said);
    let said = said.map(|said| Box::new(said.clone()));
    let primitives = changed.map(|n| Primitive::StandIn(n.id().clone(), said.clone()));
    let code = if said.is_some() {
        "set_stand_in"
    } else {
        "remove_stand_in"
    };
    Plan::each(code, primitives.collect())
}

pub(super) fn set_disabled(document: &Document, ids: &[NodeId], on: bool) -> Result<Plan, Refusal> {
    let code = if on { "disable_nodes" } else { "enable_nodes" };
    set_flag(document, ids, on, code, |n| n.disabled, Primitive::Disabled)
}

pub(super) fn set_breakpoint(
    document: &Document,
    ids: &[NodeId],
    on: bool,
) -> Result<Plan, Refusal> {
    let code = if on {
        "set_breakpoints"
    } else {
        "clear_breakpoints"
    };
    set_flag(
        document,
        ids,
        on,
        code,
        |n| n.breakpoint,
        Primitive::Breakpoint,
    )
}

pub(super) fn set_collapsed(
    document: &Document,
    ids: &[NodeId],
    on: bool,
) -> Result<Plan, Refusal> {
    let code = if on { "collapse_nodes" } else { "expand_nodes" };
    set_flag(
        document,
        ids,
        on,
        code,
        |n| n.collapsed,
        Primitive::Collapsed,
    )
}

fn set_flag(
    document: &Document,
    ids: &[NodeId],
    on: bool,
    code: &'static str,
    flag: impl Fn(&Node) -> bool,
    primitive: impl Fn(NodeId, bool) -> Primitive,
) -> Result<Plan, Refusal> {
    let nodes = distinct(document, ids)?;
    let changed = nodes.into_iter().filter(|node| flag(node) != on);
    Plan::each(
        code,
        changed.map(|n| primitive(n.id().clone(), on)).collect(),
    )
}

pub(super) fn forget_broken_link(
    document: &Document,
    id: &NodeId,
    link: usize,
) -> Result<Plan, Refusal> {
    let mut links = existing(document, id)?.broken_links.clone();
    if link >= links.len() {
        return Err(Refusal::Nothing);
    }
    links.remove(link);
    Plan::new("repair", 1, vec![Primitive::BrokenLinks(id.clone(), links)])
}

pub(super) fn accept_new_id(document: &Document, id: &NodeId) -> Result<Plan, Refusal> {
    let node = existing(document, id)?;
    let accepted = node.duplicate_of.is_some();
    let primitive = accepted.then(|| Primitive::DuplicateOf(id.clone(), None));
    Plan::each("repair", primitive.into_iter().collect())
}

#[cfg(test)]
mod tests;
