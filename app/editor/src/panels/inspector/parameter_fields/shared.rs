//! The parameters that several nodes have in common, by name and type, whatever their node types are.

use std::sync::Arc;

use egui::{Id, Ui};
use treewright_core::ids::NodeId;
use treewright_core::model::{Node, ParameterDeclaration, ParameterType, ParameterValue};
use treewright_core::value::Value;

use super::{ParameterField, has_effect, help_task, parameters_of, set_parameter, value_type_of};
use crate::action::ActionSink;
use crate::panels::PanelContext;
use crate::widgets::Form;

/// A common parameter of several nodes.
pub struct SharedParameter {
    /// The declaration for the last selected node.
    declaration: ParameterDeclaration,
    /// The task whose help explains it.
    help_task: Arc<str>,
    /// Whether the nodes have different values.
    mixed: bool,
    /// Whether it has no effect on any of the nodes at present; it is shown because it is set.
    is_unused: bool,
}

impl SharedParameter {
    /// Its title.
    pub fn title(&self, cx: &PanelContext<'_>) -> String {
        cx.texts
            .parameter_title(&self.help_task, &self.declaration.name)
    }
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
            help_task: help_task(cx, primary, &declaration).into(),
            declaration,
            mixed: false,
            is_unused: true,
        })
        .collect();
    for node in nodes {
        if shared.is_empty() {
            break;
        }
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
                parameter.is_unused &= !has_effect(cx, node, theirs);
                parameter.mixed |= effective_value(node, theirs) != effective_value(primary, ours);
                return true;
            }
            // The variables of a tree that a node runs are not in the task's declaration.
            let of_tree = parameters_of(cx, node);
            let theirs = of_tree.iter().find(fits);
            parameter.is_unused = false;
            parameter.mixed |=
                theirs.is_some_and(|t| effective_value(node, t) != effective_value(primary, ours));
            theirs.is_some()
        });
    }
    let is_set = |node: &&Node, parameter: &SharedParameter| {
        node.parameters.contains_key(&parameter.declaration.name)
    };
    shared.retain(|parameter| {
        !parameter.is_unused || nodes.iter().any(|node| is_set(node, parameter))
    });
    shared
}

/// Shows the parameters with the values of `primary`, or as mixed. A change is applied to all nodes.
pub fn show_shared(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    form: &Form<'_>,
    (primary, shared): (&Node, &[SharedParameter]),
    nodes: impl Fn() -> Vec<NodeId>,
    sink: &mut ActionSink,
) {
    for parameter in shared {
        let name = &*parameter.declaration.name;
        let id = ("shared parameter", cx.front.id(), primary.id().as_str());
        let field = ParameterField {
            cx,
            node: primary,
            parameter: &parameter.declaration,
            help_task: &parameter.help_task,
            title: parameter.title(cx),
            id: Id::unique((id, name)),
            mixed: parameter.mixed,
            is_unused: parameter.is_unused,
            resets: !parameter.declaration.required,
        };
        if let Some(change) = field.show(ui, form, sink) {
            sink.edit(set_parameter(change, nodes(), name));
        }
    }
}

/// Whether two parameters accept the same values.
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

/// The effective value of a parameter, set or by default.
#[derive(PartialEq)]
enum EffectiveValue<'a> {
    Nothing,
    Literal(&'a Value),
    Variable(&'a str),
}

fn effective_value<'a>(node: &'a Node, parameter: &'a ParameterDeclaration) -> EffectiveValue<'a> {
    match node.parameters.get(&parameter.name) {
        Some(ParameterValue::Literal(literal)) => EffectiveValue::Literal(&literal.value),
        Some(ParameterValue::Variable(name)) => EffectiveValue::Variable(name),
        None => parameter
            .default
            .as_ref()
            .map_or(EffectiveValue::Nothing, EffectiveValue::Literal),
    }
}
