//! Overrides: parameters of nodes inside a subtree, set for a single use of it. Anything that depends on another document is not
//! refused here but reported as a problem.

use std::sync::Arc;

use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::model::{Document, Node, Override, ParameterValue, SUBTREE};

use super::{Plan, PlanContext, PlanResult, parameters};
use crate::edit::Refusal;
use crate::edit::connection::existing;
use crate::edit::primitive::Primitive;

/// Sets an override, or removes it if the value is `None`.
pub(super) fn set(
    PlanContext { document, library }: PlanContext<'_>,
    id: &NodeId,
    (path, parameter): (&Arc<str>, &Arc<str>),
    value: Option<&ParameterValue>,
) -> PlanResult {
    let node = existing(document, id)?;
    let mut overrides = node.overrides.clone();
    let is_it = |other: &Override| other.path == *path && other.parameter == *parameter;
    let set = overrides.iter().position(is_it);
    match (value, set) {
        (Some(value), _) => {
            check(document, library, node, (path, parameter), value)?;
            let new = Override {
                path: path.clone(),
                parameter: parameter.clone(),
                value: value.clone(),
            };
            let of_node = overrides.iter().rposition(|other| other.path == *path);
            match (set, of_node) {
                (Some(at), _) => overrides[at] = new,
                (None, Some(last)) => overrides.insert(last + 1, new),
                (None, None) => overrides.push(new),
            }
        }
        (None, Some(at)) => drop(overrides.remove(at)),
        (None, None) => return Err(Refusal::Nothing),
    }
    if overrides == node.overrides {
        return Err(Refusal::Nothing);
    }
    let primitive = Primitive::Overrides(id.clone(), overrides);
    Plan::new("set_override", 1, vec![primitive])
}

fn check(
    document: &Document,
    library: &NodeLibrary,
    node: &Node,
    (path, parameter): (&Arc<str>, &Arc<str>),
    value: &ParameterValue,
) -> Result<(), Refusal> {
    if &*node.task != SUBTREE {
        return Err(Refusal::NoSubtree(document.name_of_node(node)));
    }
    let inner_id = NodeId::from(&**path);
    let inner = document.node(&inner_id).filter(|_| !node.runs_other_file());
    if let Some(inner) = inner {
        return parameters::check(document, library, inner, parameter, value);
    }
    // A path without a slash can only mean a node of the subtree itself.
    if path.is_empty() || !node.runs_other_file() && !path.contains('/') {
        return Err(Refusal::NoSuchNode(inner_id));
    }
    parameters::check_value(document, None, node, value)
}

#[cfg(test)]
mod tests;
