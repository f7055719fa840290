//! The parameters of a node inside a tree of which only one use is edited: what is set here becomes an override of the Subtree node.

use egui::{Id, Label, RichText, Ui};
use treewright_authoring::edit::Command;
use treewright_core::model::{Node, ParameterDeclaration, ParameterType, ParameterValue, SUBTREE};
use treewright_session::workspace::open_document::OpenDocument;
use treewright_session::workspace::subtree_use::EditedUse;

use super::difference::{Difference, value_text};
use super::parameter_fields::{self, ParameterChange, ParameterField};
use super::sections::Section;
use super::{node_fields, subtree_fields};
use crate::action::{Action, ActionSink, UseAction};
use crate::focus_regions;
use crate::panels::PanelContext;
use crate::theme::space;
use crate::widgets::Form;

/// Shows the selected node, or what to select.
pub fn show(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    edited: &EditedUse,
    node: Option<&Node>,
    sink: &mut ActionSink,
) {
    let caller = cx.workspace.with_id(edited.caller);
    let runner = caller.and_then(|caller| caller.document().node(&edited.node));
    let (Some(caller), Some(runner)) = (caller, runner) else {
        return;
    };
    let inside = node.and_then(|node| edited.shown.node(node.id()));
    if let Some(shown) = inside {
        node_fields::heading(ui, cx, shown, sink);
        let fields = UseFields {
            // Its variables are those that values of overrides can name.
            cx: &PanelContext {
                front: caller,
                ..*cx
            },
            edited,
            caller,
            runner,
            shown,
        };
        let declared = fields.declared(cx);
        if declared.is_empty() {
            note(ui, cx, "this_use.no_parameters");
        } else {
            Section::Parameters.show(ui, cx, "", sink, |ui, sink| {
                fields.show(ui, &declared, sink);
            });
        }
    } else {
        note(ui, cx, "this_use.select");
    }
    ui.add_space(space::S);
    note(ui, cx, "this_use.of_file");
}

fn note(ui: &mut Ui, cx: &PanelContext<'_>, key: &str) {
    let text = RichText::new(cx.texts.tr(key)).color(cx.theme.muted);
    ui.add(Label::new(text).wrap());
}

struct UseFields<'a> {
    cx: &'a PanelContext<'a>,
    edited: &'a EditedUse,
    /// The document of the Subtree node.
    caller: &'a OpenDocument,
    /// The Subtree node.
    runner: &'a Node,
    /// The node as this use runs it.
    shown: &'a Node,
}

impl UseFields<'_> {
    /// The parameters that overrides can set and that have an effect, or are overridden. `inner` is the context of the tree.
    fn declared(&self, inner: &PanelContext<'_>) -> Vec<ParameterDeclaration> {
        let mut declared = if &*self.shown.task == SUBTREE {
            let document = subtree_fields::document_of(inner, self.shown);
            document.map_or_else(Vec::new, |document| {
                subtree_fields::variables(document, self.shown)
            })
        } else {
            subtree_fields::parameters(inner, inner.front.document(), self.shown)
        };
        declared.retain(|parameter| {
            self.is_overridden(&parameter.name)
                || parameter_fields::has_effect(inner, self.shown, parameter)
        });
        for parameter in &mut declared {
            self.settle_type(parameter, inner);
        }
        declared
    }

    /// Gives a parameter whose type is that of a variable this type: the variable is one of the tree, or of the caller if it is overridden.
    fn settle_type(&self, parameter: &mut ParameterDeclaration, inner: &PanelContext<'_>) {
        let ParameterType::SameAs(other) = &parameter.parameter_type else {
            return;
        };
        let document = if self.is_overridden(other) {
            self.caller.document()
        } else {
            inner.front.document()
        };
        let bound = self.shown.parameters.get(other);
        let bound = bound.and_then(ParameterValue::as_variable);
        if let Some(variable) = bound.and_then(|bound| document.variable(bound)) {
            parameter.parameter_type = ParameterType::Value(variable.value_type.clone());
        }
    }

    fn is_overridden(&self, parameter: &str) -> bool {
        let path = self.edited.path_of(self.shown.id());
        let mut set = self.runner.overrides.iter();
        set.any(|set| *set.path == *path && *set.parameter == *parameter)
    }

    fn show(&self, ui: &mut Ui, declared: &[ParameterDeclaration], sink: &mut ActionSink) {
        let cx = self.cx;
        let title_of = |parameter: &ParameterDeclaration| {
            cx.texts.parameter_title(&self.shown.task, &parameter.name)
        };
        let titles: Vec<String> = declared.iter().map(title_of).collect();
        let form = Form::new(ui, cx.theme, titles.iter().map(|title| &**title));
        let path = self.edited.path_of(self.shown.id());
        for (parameter, title) in declared.iter().zip(titles) {
            let top = ui.cursor().top();
            let field = ParameterField {
                cx,
                node: self.shown,
                parameter,
                help_task: &self.shown.task,
                title: title.clone(),
                id: Id::unique(("this use", cx.front.id(), &*path, &*parameter.name)),
                mixed: false,
                is_unused: false,
                resets: false,
            };
            let change = field.show(ui, &form, sink);
            // The first one takes the keyboard that a key gives to the panel.
            let row = ui.max_rect().with_min_y(top).with_max_y(ui.cursor().top());
            focus_regions::start_at(ui, row);
            if let Some(change @ (ParameterChange::To(Some(_)) | ParameterChange::ToNew(_))) =
                change
            {
                let command = change.command(|value| Command::SetOverride {
                    node: self.edited.node.clone(),
                    path: (*path).into(),
                    parameter: parameter.name.as_ref().into(),
                    value,
                });
                sink.push(Action::Use(UseAction::Do(command)));
            }
            if self.is_overridden(&parameter.name) {
                self.difference(ui, &form, parameter, &title, sink);
            }
        }
    }

    fn difference(
        &self,
        ui: &mut Ui,
        form: &Form<'_>,
        parameter: &ParameterDeclaration,
        title: &str,
        sink: &mut ActionSink,
    ) {
        let cx = self.cx;
        let tree = &self.edited.without;
        let in_file = tree.node(self.shown.id()).map(|node| {
            let value = node.parameters.get(&parameter.name);
            value_text(cx, (tree, node), parameter, value, cx.library)
        });
        ui.push_id(("difference", &*parameter.name), |ui| {
            let difference = Difference {
                document: self.edited.caller,
                node: &self.edited.node,
                path: &self.edited.path_of(self.shown.id()),
                parameter: &parameter.name,
                title,
                inner_title: &cx.texts.node_title(self.shown),
                in_file,
            };
            difference.show(ui, cx, form, sink);
        });
    }
}
