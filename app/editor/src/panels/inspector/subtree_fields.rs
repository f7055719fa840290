//! Overrides of a Subtree node: parameters set inside its tree, for this use only; and the variables of that tree, as parameters of the node.

use egui::{Id, Label, RichText, Ui};
use treewright_authoring::edit::Command;
use treewright_core::ids::NodeId;
use treewright_core::model::{
    Document, FILE_PARAMETER, Node, Override, ParameterDeclaration, ParameterType, ParameterValue,
    SUBTREE, Scope, TREE_PARAMETER,
};
use treewright_core::project::resolve;

use super::InspectorState;
use super::parameter_fields::{ParameterChange, ParameterField};
use crate::action::{Action, ActionSink, ViewAction};
use crate::icons;
use crate::panels::PanelContext;
use crate::theme::space;
use crate::widgets::{Form, IconButton, caption, choice};

/// The width of the button that removes an override, with the gap before it, in points.
const REMOVE: f32 = 30.0;

/// The maximum number of inner nodes in a list.
const MAX_INNER_NODES: usize = 500;

/// The document with the tree that a node of the active document runs: the same one or another, if that could be read.
pub fn document_of<'a>(cx: &PanelContext<'a>, node: &Node) -> Option<&'a Document> {
    if !node.runs_other_file() {
        return Some(cx.front.document());
    }
    let project = cx.front.project();
    let path = resolve(project.path, node.text_parameter(FILE_PARAMETER)).ok()?;
    project.get(&path)?.ok()
}

/// The variables of the tree that a node runs, as parameters. `document` contains the tree.
pub fn variables(document: &Document, node: &Node) -> Vec<ParameterDeclaration> {
    if &*node.task != SUBTREE {
        return Vec::new();
    }
    let own = document.variables.iter();
    let own = own.filter(|variable| match variable.scope {
        Scope::Subtree => true,
        Scope::Tree => node.runs_other_file(),
        Scope::Global => false,
    });
    own.map(|variable| {
        ParameterDeclaration::optional(
            variable.name.to_string(),
            ParameterType::Value(variable.value_type.clone()),
            variable.initial.value.clone(),
            variable.comment.clone(),
        )
    })
    .collect()
}

/// Shows the overrides, and fields to add one.
pub fn show(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    form: &Form<'_>,
    node: &Node,
    state: &mut InspectorState,
    sink: &mut ActionSink,
) {
    let go = cx.texts.tr("command.go_to_tree").into_owned();
    let button = |ui: &mut Ui| ui.button((icons::text("arrow_forward"), go)).clicked();
    if form.unlabeled(ui, button) {
        sink.push(Action::View(ViewAction::GoToTree));
    }
    ui.add_space(space::XS);
    let hint = cx.texts.tr("inspector.overrides_hint");
    caption(ui, cx.theme, &cx.texts.tr("inspector.overrides")).on_hover_text(hint);
    let document = document_of(cx, node);
    for other in &node.overrides {
        ui.push_id((&other.path, &other.parameter), |ui| {
            row(ui, cx, form, (document, node, other), sink);
        });
    }
    if let Some(document) = document {
        add(ui, cx, (document, node), state, sink);
    }
}

/// One override.
fn row(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    form: &Form<'_>,
    (document, node, other): (Option<&Document>, &Node, &Override),
    sink: &mut ActionSink,
) {
    let inner = document.and_then(|document| inner_node(document, node, &other.path));
    let title = inner.map_or_else(
        || other.path.to_string(),
        |inner| cx.texts.node_title(inner),
    );
    let task = inner.map_or("", |inner| &*inner.task);
    let parameter = cx.texts.parameter_title(task, &other.parameter);
    let set = |value: Option<ParameterValue>| Command::SetOverride {
        node: node.id().clone(),
        path: other.path.clone(),
        parameter: other.parameter.clone(),
        value,
    };
    ui.horizontal(|ui| {
        let whose = RichText::new(cx.texts.with_note(&title, &other.path));
        ui.scope(|ui| {
            ui.set_max_width((ui.available_width() - REMOVE).max(1.0));
            ui.add(Label::new(whose.color(cx.theme.muted)).truncate());
        });
        let arguments = [("name", &*parameter), ("node", &*title)];
        let remove = cx.texts.tr_with("inspector.remove_override", &arguments);
        if IconButton::new("close", &remove).small().show(ui).clicked() {
            sink.edit(set(None));
        }
    });
    let declared = inner.and_then(|inner| {
        let mut parameters = parameters(cx, document?, inner).into_iter();
        parameters.find(|p| *p.name == *other.parameter)
    });
    let (Some(inner), Some(mut declared)) = (inner, declared) else {
        let value = match &other.value {
            ParameterValue::Literal(literal) => literal.value.to_string(),
            ParameterValue::Variable(variable) => variable.to_string(),
        };
        form.row(ui, &parameter, |ui| ui.add(Label::new(value).wrap()));
        return;
    };
    // Hides the reset button: the remove button beside the node's name does that.
    declared.required = true;
    let mut shown = inner.clone();
    let value = other.value.clone();
    shown.parameters.insert(other.parameter.clone(), value);
    let id = Id::unique((
        "override",
        cx.front.id(),
        node.id().as_str(),
        &*other.path,
        &*other.parameter,
    ));
    let field = ParameterField {
        cx,
        node: &shown,
        parameter: &declared,
        help_task: &inner.task,
        title: parameter,
        id,
        mixed: false,
        is_unused: false,
    };
    match field.show(ui, form, sink) {
        None | Some(ParameterChange::To(None)) => {}
        Some(change) => sink.edit(change.command(set)),
    }
}

/// Two lists: the nodes inside, and the parameters of the chosen one.
fn add(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    (document, node): (&Document, &Node),
    state: &mut InspectorState,
    sink: &mut ActionSink,
) {
    let nodes = nodes_inside(cx, document, node);
    if nodes.is_empty() {
        return;
    }
    let title = |inner: &Node| {
        let title = cx.texts.node_title(inner);
        cx.texts.with_note(&title, inner.id().as_str())
    };
    let names: Vec<String> = nodes.iter().map(|inner| title(inner)).collect();
    let is_chosen = |inner: &&Node| state.inside.as_ref() == Some(inner.id());
    let current = nodes.iter().position(is_chosen);
    let label = cx.texts.tr("inspector.override_node");
    let shown = current.map_or(&*label, |index| &names[index]);
    let id = Id::unique(("override node", cx.front.id(), node.id().as_str()));
    if let Some(chosen) = choice(ui, id, &label, shown, &names, current) {
        state.inside = Some(nodes[chosen].id().clone());
    }
    let Some(inner) = current.map(|index| nodes[index]) else {
        return;
    };
    let is_set = |name: &str| {
        let of_inner = |o: &&Override| *o.path == *inner.id().as_str() && *o.parameter == *name;
        node.overrides.iter().any(|o| of_inner(&o))
    };
    let mut open = parameters(cx, document, inner);
    open.retain(|p| !is_set(&p.name));
    let names = open.iter();
    let names: Vec<String> = names
        .map(|p| cx.texts.parameter_title(&inner.task, &p.name))
        .collect();
    let label = cx.texts.tr("inspector.override_parameter");
    let id = Id::unique(("override parameter", cx.front.id(), node.id().as_str()));
    if let Some(chosen) = choice(ui, id, &label, &label, &names, None)
        && let Some(value) = first_value(cx, inner, &open[chosen])
    {
        sink.edit(Command::SetOverride {
            node: node.id().clone(),
            path: inner.id().as_str().into(),
            parameter: open[chosen].name.as_ref().into(),
            value: Some(value),
        });
        state.inside = None;
    }
}

/// The initial value of an override: that of the inner node, otherwise the default.
fn first_value(
    cx: &PanelContext<'_>,
    inner: &Node,
    declared: &ParameterDeclaration,
) -> Option<ParameterValue> {
    if let Some(set) = inner.parameters.get(&declared.name) {
        return Some(set.clone());
    }
    let default = declared.default.clone().map(ParameterValue::literal);
    default.or_else(|| match &declared.parameter_type {
        ParameterType::Value(value_type) => {
            Some(ParameterValue::literal(value_type.default_value()))
        }
        ParameterType::VariableName(value_type) => {
            let mut variables = cx.front.document().variables.iter();
            let fits = |wanted: &treewright_core::value::ValueType| {
                value_type.as_ref().is_none_or(|t| t == wanted)
            };
            let variable = variables.find(|v| fits(&v.value_type))?;
            Some(ParameterValue::Variable(variable.name.clone()))
        }
        _ => Some(ParameterValue::literal("")),
    })
}

/// The parameters of an inner node that can be overridden; not which tree it runs.
fn parameters(
    cx: &PanelContext<'_>,
    document: &Document,
    inner: &Node,
) -> Vec<ParameterDeclaration> {
    let parent = inner.parent().and_then(|id| document.node(id));
    let own = cx
        .library
        .parameters(&inner.task, parent.map(|parent| &*parent.task));
    if &*inner.task == SUBTREE {
        // The variables of a tree in another file are not known here.
        let known = Some(document).filter(|_| !inner.runs_other_file());
        return known.map_or_else(Vec::new, |document| variables(document, inner));
    }
    own.cloned().collect()
}

/// The inner nodes that have parameters to override.
fn nodes_inside<'d>(cx: &PanelContext<'_>, document: &'d Document, node: &Node) -> Vec<&'d Node> {
    let Some(root) = root_of(document, node) else {
        return Vec::new();
    };
    let nodes = document.subtree(root);
    let settable = nodes.filter(|inner| !parameters(cx, document, inner).is_empty());
    settable.take(MAX_INNER_NODES).collect()
}

/// The root of the tree in this document that a node runs.
fn root_of<'a>(document: &'a Document, node: &Node) -> Option<&'a NodeId> {
    match node.text_parameter(TREE_PARAMETER) {
        "" => document.root(),
        name => document.tree(name).map(|tree| &tree.root),
    }
}

/// Finds the inner node at a path, starting in the tree of this document that `node` runs.
fn inner_node<'a>(document: &'a Document, node: &Node, path: &str) -> Option<&'a Node> {
    let mut tree = root_of(document, node)?;
    let mut ids = path.split('/').peekable();
    while let Some(id) = ids.next() {
        let inner = document.node(&NodeId::from(id))?;
        if !document.is_inside(inner.id(), tree) {
            return None;
        }
        if ids.peek().is_none() {
            return Some(inner);
        }
        let runs_ours = &*inner.task == SUBTREE && !inner.runs_other_file();
        tree = root_of(document, inner).filter(|_| runs_ours)?;
    }
    None
}
