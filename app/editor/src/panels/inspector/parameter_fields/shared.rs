//! The parameters that several nodes share, by name and type, whatever their kinds are.

use std::sync::Arc;

use egui::{Id, Ui};
use treewright_core::ids::NodeId;
use treewright_core::model::{Node, ParameterDeclaration, ParameterType, ParameterValue};
use treewright_core::value::Value;

use super::{Field, explained_by, parameters_of, set_parameter, value_type_of};
use crate::action::ActionSink;
use crate::panels::PanelContext;

/// A parameter that all of some nodes have.
pub struct SharedParameter {
    /// As the last one selected declares it.
    declaration: ParameterDeclaration,
    /// The task in whose help it stands.
    explained_by: Arc<str>,
    /// Whether it does not have the same value everywhere.
    mixed: bool,
}

/// The parameters of `primary` that all of these nodes have.
pub fn shared_parameters(
    cx: &PanelContext<'_>,
    nodes: &[&Node],
    primary: &Node,
) -> Vec<SharedParameter> {
    let own = parameters_of(cx, primary).into_iter();
    let mut shared: Vec<SharedParameter> = own
        .map(|declaration| SharedParameter {
            explained_by: explained_by(cx, primary, &declaration).into(),
            declaration,
            mixed: false,
        })
        .collect();
    for node in nodes {
        let parent = node.parent().and_then(|id| cx.front.document().node(id));
        let declared = || {
            let parent = parent.map(|parent| &*parent.task);
            cx.library.parameters(&node.task, parent)
        };
        shared.retain_mut(|parameter| {
            let ours = &parameter.declaration;
            let fits = |theirs: &&ParameterDeclaration| {
                theirs.name == ours.name && is_same_type(cx, (primary, ours), (node, theirs))
            };
            if let Some(theirs) = declared().find(fits) {
                parameter.mixed |= shown(node, theirs) != shown(primary, ours);
                return true;
            }
            // The variables of a tree that a node runs are no declared ones.
            let of_tree = parameters_of(cx, node);
            let theirs = of_tree.iter().find(fits);
            parameter.mixed |= theirs.is_some_and(|t| shown(node, t) != shown(primary, ours));
            theirs.is_some()
        });
    }
    shared
}

/// Shows them with the values of `primary`, or as mixed; gives all nodes what one is changed to.
pub fn show_shared(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    (primary, shared): (&Node, &[SharedParameter]),
    nodes: impl Fn() -> Vec<NodeId>,
    sink: &mut ActionSink,
) {
    for parameter in shared {
        let name = &*parameter.declaration.name;
        let id = ("shared parameter", cx.front.id(), primary.id().as_str());
        let field = Field {
            cx,
            node: primary,
            parameter: &parameter.declaration,
            explained_by: &parameter.explained_by,
            title: cx.texts.parameter_title(&parameter.explained_by, name),
            id: Id::unique((id, name)),
            mixed: parameter.mixed,
        };
        if let Some(change) = field.show(ui, sink) {
            sink.edit(set_parameter(change, nodes(), name));
        }
    }
}

/// Whether what one parameter can be set to, the other can be set to as well.
fn is_same_type(
    cx: &PanelContext<'_>,
    (node, parameter): (&Node, &ParameterDeclaration),
    (other_node, other): (&Node, &ParameterDeclaration),
) -> bool {
    let same = parameter.parameter_type == other.parameter_type;
    if !matches!(parameter.parameter_type, ParameterType::SameAs(_)) {
        return same;
    }
    let of =
        |node, parameter: &ParameterDeclaration| value_type_of(cx, node, &parameter.parameter_type);
    same && of(node, parameter) == of(other_node, other)
}

/// What a parameter is, be it set or by default.
#[derive(PartialEq)]
enum Shown<'a> {
    Nothing,
    Literal(&'a Value),
    Variable(&'a str),
}

fn shown<'a>(node: &'a Node, parameter: &'a ParameterDeclaration) -> Shown<'a> {
    match node.parameters.get(&parameter.name) {
        Some(ParameterValue::Literal(literal)) => Shown::Literal(&literal.value),
        Some(ParameterValue::Variable(name)) => Shown::Variable(name),
        None => parameter
            .default
            .as_ref()
            .map_or(Shown::Nothing, Shown::Literal),
    }
}
