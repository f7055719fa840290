//! Overrides of a Subtree node: parameters set inside its tree, for this use only; and the variables of that tree, as parameters of the node.

use egui::{Id, Label, RichText, Ui};
use treewright_authoring::edit::Command;
use treewright_core::model::{
    Document, FILE_PARAMETER, Node, Override, ParameterDeclaration, ParameterType, ParameterValue,
    SUBTREE, Scope,
};
use treewright_core::project::resolve;
use treewright_session::refactoring::inlining::top_of_run;
use treewright_session::workspace::subtree_use::find_inside;

use super::InspectorState;
use super::difference::{Difference, small_button, value_text};
use super::parameter_fields::{ParameterChange, ParameterField};
use crate::action::{Action, ActionSink, Overrides, UseAction, ViewAction};
use crate::icons;
use crate::panels::PanelContext;
use crate::theme::{space, text_size};
use crate::widgets::{Form, caption, choice};

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
    let button = |ui: &mut Ui, icon: &str, key: &str| {
        let text = cx.texts.tr(key).into_owned();
        let button = ui.button((icons::text(icon), &*text));
        button.accessible_name(text).clicked()
    };
    form.unlabeled(ui, |ui| {
        ui.horizontal_wrapped(|ui| {
            if button(ui, "arrow_forward", "command.go_to_tree") {
                sink.push(Action::View(ViewAction::GoToTree));
            }
            if button(ui, "edit_note", "command.edit_use") {
                sink.push(Action::Use(UseAction::Edit));
            }
        });
    });
    ui.add_space(space::XS);
    let hint = cx.texts.tr("inspector.overrides_hint");
    caption(ui, cx.theme, &cx.texts.tr("inspector.overrides")).on_hover_text(hint);
    all(ui, cx, node, sink);
    for other in &node.overrides {
        ui.push_id((&other.path, &other.parameter), |ui| {
            row(ui, cx, form, (node, other), sink);
        });
    }
    if let Some(document) = document_of(cx, node) {
        add(ui, cx, (document, node), state, sink);
    }
}

/// How many overrides there are, and what can be done with all of them.
fn all(ui: &mut Ui, cx: &PanelContext<'_>, node: &Node, sink: &mut ActionSink) {
    let count = node.overrides.len();
    if count == 0 {
        return;
    }
    let of = |action: fn(Overrides) -> UseAction| {
        Action::Use(action(Overrides {
            document: cx.front.id(),
            node: node.id().clone(),
            only: None,
        }))
    };
    ui.horizontal_wrapped(|ui| {
        let text = RichText::new(cx.texts.tr_count("this_use.count", count));
        ui.label(text.size(text_size::SMALL).color(cx.theme.muted));
        let reset = cx.texts.tr("this_use.reset_all");
        if small_button(ui, &reset, &reset) {
            sink.push(of(UseAction::Reset));
        }
        let apply = cx.texts.tr("this_use.apply_all");
        if small_button(ui, &apply, &apply) {
            sink.push(of(UseAction::Apply));
        }
    });
}

/// One override.
fn row(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    form: &Form<'_>,
    (node, other): (&Node, &Override),
    sink: &mut ActionSink,
) {
    let found = find_inside(&cx.front.project(), node, &other.path);
    let inner_title = found.as_ref().map_or_else(
        || other.path.to_string(),
        |found| cx.texts.node_title(found.node),
    );
    let task = found.as_ref().map_or("", |found| &*found.node.task);
    let title = cx.texts.parameter_title(task, &other.parameter);
    let whose = RichText::new(cx.texts.with_note(&inner_title, &other.path));
    ui.add(Label::new(whose.color(cx.theme.muted)).truncate());
    let declared = found.as_ref().and_then(|found| {
        let mut parameters = parameters(cx, found.document, found.node).into_iter();
        parameters.find(|p| *p.name == *other.parameter)
    });
    let in_file = found.as_ref().zip(declared.as_ref());
    let in_file = in_file.map(|(found, declared)| {
        let value = found.value(&other.parameter);
        value_text(
            cx,
            (found.document, found.node),
            declared,
            value,
            cx.library,
        )
    });
    if let (Some(found), Some(declared)) = (&found, &declared) {
        let inner = (found.node, declared, &*title);
        field(ui, cx, form, (node, other), inner, sink);
    } else {
        let value = match &other.value {
            ParameterValue::Literal(literal) => literal.value.to_string(),
            ParameterValue::Variable(variable) => variable.to_string(),
        };
        form.row(ui, &title, |ui| ui.add(Label::new(value).wrap()));
    }
    let difference = Difference {
        document: cx.front.id(),
        node: node.id(),
        path: &other.path,
        parameter: &other.parameter,
        title: &title,
        inner_title: &inner_title,
        in_file,
    };
    difference.show(ui, cx, form, sink);
}

/// The field of an override of a parameter of the node `inner`.
fn field(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    form: &Form<'_>,
    (node, other): (&Node, &Override),
    (inner, declared, title): (&Node, &ParameterDeclaration, &str),
    sink: &mut ActionSink,
) {
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
        parameter: declared,
        help_task: &inner.task,
        title: title.to_owned(),
        id,
        mixed: false,
        is_unused: false,
        resets: false,
    };
    match field.show(ui, form, sink) {
        None | Some(ParameterChange::To(None)) => {}
        Some(change) => sink.edit(change.command(|value| Command::SetOverride {
            node: node.id().clone(),
            path: other.path.clone(),
            parameter: other.parameter.clone(),
            value,
        })),
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
pub fn parameters(
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
    let Some(root) = top_of_run(document, node) else {
        return Vec::new();
    };
    let nodes = document.subtree(root);
    let settable = nodes.filter(|inner| !parameters(cx, document, inner).is_empty());
    settable.take(MAX_INNER_NODES).collect()
}
