//! Commands for a node's own fields, except parameters.

use treewright_core::abort::AbortType;
use treewright_core::category::Category;
use treewright_core::ids::NodeId;
use treewright_core::model::{Document, Node, StandIn};

use super::{Plan, PlanContext, PlanResult, distinct};
use crate::edit::Refusal;
use crate::edit::connection::existing;
use crate::edit::primitive::Primitive;

/// Changes only those of these nodes whose value differs.
fn change(
    nodes: Vec<&Node>,
    code: &'static str,
    differs: impl Fn(&Node) -> bool,
    change: impl Fn(NodeId) -> Primitive,
) -> PlanResult {
    let changed = nodes.into_iter().filter(|node| differs(node));
    Plan::each(
        code,
        changed.map(|node| change(node.id().clone())).collect(),
    )
}

pub(super) fn set_name(document: &Document, ids: &[NodeId], name: &str) -> PlanResult {
    let named = |id| Primitive::Name(id, name.to_owned());
    change(
        distinct(document, ids)?,
        "set_name",
        |n| n.name != name,
        named,
    )
}

pub(super) fn set_comment(document: &Document, ids: &[NodeId], text: &str) -> PlanResult {
    let said = |id| Primitive::Comment(id, text.to_owned());
    change(
        distinct(document, ids)?,
        "set_comment",
        |n| n.comment != text,
        said,
    )
}

/// Sets the attached data of nodes that can have a stand-in; an empty text removes them from any node.
pub(super) fn set_data(
    PlanContext { document, library }: PlanContext<'_>,
    ids: &[NodeId],
    text: &str,
) -> PlanResult {
    let nodes = distinct(document, ids)?;
    let unfit = |node: &&&Node| !text.is_empty() && !library.can_have_stand_in(node);
    if let Some(node) = nodes.iter().find(unfit) {
        return Err(Refusal::NotPlayed(document.name_of_node(node)));
    }
    let attached = |id| Primitive::Data(id, text.to_owned());
    change(nodes, "set_data", |n| n.data != text, attached)
}

/// Sets the abort type of composites and of unknown tasks; `None` can be set on any node.
pub(super) fn set_abort(
    PlanContext { document, library }: PlanContext<'_>,
    ids: &[NodeId],
    abort: AbortType,
) -> PlanResult {
    let nodes = distinct(document, ids)?;
    let takes_none = |node: &&&Node| {
        let declaration = library.declaration(&node.task);
        declaration.is_some_and(|d| d.category != Category::Composite)
    };
    if abort != AbortType::None
        && let Some(node) = nodes.iter().find(takes_none)
    {
        return Err(Refusal::NoAbortType(document.name_of_node(node)));
    }
    let aborting = |id| Primitive::Abort(id, abort);
    change(nodes, "set_abort", |n| n.abort != abort, aborting)
}

/// Sets the stand-in of nodes that can have one; `None` removes it from any node.
pub(super) fn set_stand_in(
    PlanContext { document, library }: PlanContext<'_>,
    ids: &[NodeId],
    said: Option<&StandIn>,
) -> PlanResult {
    let nodes = distinct(document, ids)?;
    if let Some(said) = said {
        if matches!(said, StandIn::Unknown(_)) || !said.is_finite() {
            return Err(Refusal::WrongType {
                value: said.to_string(),
                expected: "stand-in".into(),
            });
        }
        let unfit = |node: &&&Node| !library.accepts_stand_in(node, said);
        if let Some(node) = nodes.iter().find(unfit) {
            return Err(Refusal::NotPlayed(document.name_of_node(node)));
        }
    }
    let code = said.map_or("remove_stand_in", |_| "set_stand_in");
    let played = |id| Primitive::StandIn(id, said.cloned().map(Box::new));
    change(nodes, code, |n| n.stand_in.as_deref() != said, played)
}

pub(super) fn set_disabled(document: &Document, ids: &[NodeId], on: bool) -> PlanResult {
    let code = if on { "disable_nodes" } else { "enable_nodes" };
    let set = |id| Primitive::Disabled(id, on);
    change(distinct(document, ids)?, code, |n| n.disabled != on, set)
}

pub(super) fn set_breakpoint(document: &Document, ids: &[NodeId], on: bool) -> PlanResult {
    let code = ["clear_breakpoints", "set_breakpoints"][usize::from(on)];
    let set = |id| Primitive::Breakpoint(id, on);
    change(distinct(document, ids)?, code, |n| n.breakpoint != on, set)
}

pub(super) fn set_collapsed(document: &Document, ids: &[NodeId], on: bool) -> PlanResult {
    let code = if on { "collapse_nodes" } else { "expand_nodes" };
    let set = |id| Primitive::Collapsed(id, on);
    change(distinct(document, ids)?, code, |n| n.collapsed != on, set)
}

pub(super) fn forget_broken_link(document: &Document, id: &NodeId, link: usize) -> PlanResult {
    let mut links = existing(document, id)?.broken_links.clone();
    if link >= links.len() {
        return Err(Refusal::Nothing);
    }
    links.remove(link);
    Plan::new("repair", 1, vec![Primitive::BrokenLinks(id.clone(), links)])
}

pub(super) fn accept_new_id(document: &Document, id: &NodeId) -> PlanResult {
    let node = existing(document, id)?;
    let accepted = node.duplicate_of.is_some();
    let primitive = accepted.then(|| Primitive::DuplicateOf(id.clone(), None));
    Plan::each("repair", primitive.into_iter().collect())
}

#[cfg(test)]
mod tests;
