//! The fields that every node has: name, comment, abort type, switches; and the description of its type.

use egui::{Button, Id, RichText, TextEdit, Ui};
use treewright_authoring::edit::Command;
use treewright_core::abort::AbortType;
use treewright_core::category::Category;
use treewright_core::limits::LISTED_PROBLEMS;
use treewright_core::model::{Node, SUBTREE};

use super::stand_in_fields::{CurrentStandIn, StandInFields};
use super::{InspectorState, parameter_fields, subtree_fields, tree_name};
use crate::action::{Action, ActionSink, EditAction, ViewAction};
use crate::icons;
use crate::panels::PanelContext;
use crate::panels::problems::fixes;
use crate::theme::{space, text_size};
use crate::widgets::{IconButton, caption, choice, draft, focus_all};
pub fn show(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    node: &Node,
    state: &mut InspectorState,
    sink: &mut ActionSink,
) {
    heading(ui, cx, node, sink);
    texts(ui, cx, node, state, sink);
    tree_name::show(ui, cx, node, state, sink);
    abort_type(ui, cx, node, sink);
    state.interruptions.show(ui, cx, node);
    parameter_fields::show(ui, cx, node, sink);
    if &*node.task == SUBTREE {
        subtree_fields::show(ui, cx, node, state, sink);
    }
    // Nodes of these types are stand-ins themselves.
    let plays = matches!(&*node.task, "StandIn" | "StandInConditional");
    let is_played = cx.library.can_have_stand_in(node) && (!plays || node.stand_in.is_some());
    if is_played || cx.library.is_parent_without_code(node) {
        StandInFields {
            cx,
            node,
            nodes: &|| vec![node.id().clone()],
            current_stand_in: CurrentStandIn::By(node.stand_in.as_deref()),
        }
        .show(ui, sink);
    }
    switches(ui, cx, node, sink);
    problems(ui, cx, node, sink);
    help(ui, cx, node);
}

fn heading(ui: &mut Ui, cx: &PanelContext<'_>, node: &Node, sink: &mut ActionSink) {
    ui.horizontal(|ui| {
        let (icon, color) = (cx.icon_of(node.id()), cx.color_of(node.id()));
        ui.label(icons::text(icon).size(20.0).color(color));
        let title = cx.texts.task_title(&node.task);
        ui.label(RichText::new(title).size(text_size::HEADING));
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            caption(ui, cx.theme, node.id().as_str());
            let name = cx.texts.tr("command.node_help");
            let help = IconButton::new("help", &name).hint("Shift+F1").small();
            if help.show(ui).clicked() {
                let task = Some(node.task.clone());
                sink.push(Action::View(ViewAction::NodeReference(task)));
            }
        });
    });
    if let Some(declaration) = cx.library.declaration(&node.task) {
        let summary = cx.texts.task_summary(declaration);
        ui.label(RichText::new(summary).color(cx.theme.muted));
    } else {
        let text = cx
            .texts
            .tr_with("inspector.unknown", &[("task", &node.task)]);
        ui.label(RichText::new(text).color(cx.theme.error));
    }
    ui.add_space(space::XS);
}

fn texts(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    node: &Node,
    state: &mut InspectorState,
    sink: &mut ActionSink,
) {
    let id = Id::unique(("node", cx.front.id(), node.id().as_str()));
    let name_label = cx.texts.tr("inspector.name");
    let comment_label = cx.texts.tr("inspector.comment");
    let hint = cx.texts.task_title(&node.task);
    caption(ui, cx.theme, &name_label);
    let focus = std::mem::take(&mut state.focus_name);
    let name = draft(ui, id.with("name"), &node.name, |ui, text| {
        let width = ui.available_width();
        let response = ui
            .add(
                TextEdit::singleline(text)
                    .hint_text(hint)
                    .desired_width(width),
            )
            .accessible_name(&*name_label);
        if focus {
            focus_all(ui, &response, text);
        }
        response
    });
    if let Some(name) = name {
        sink.edit(Command::SetName(vec![node.id().clone()], name));
    }
    caption(ui, cx.theme, &comment_label);
    let comment = draft(ui, id.with("comment"), &node.comment, |ui, text| {
        let width = ui.available_width();
        ui.add(
            TextEdit::multiline(text)
                .desired_width(width)
                .desired_rows(2),
        )
        .accessible_name(&*comment_label)
    });
    if let Some(comment) = comment {
        sink.edit(Command::SetComment(vec![node.id().clone()], comment));
    }
}

fn abort_type(ui: &mut Ui, cx: &PanelContext<'_>, node: &Node, sink: &mut ActionSink) {
    let declaration = cx.library.declaration(&node.task);
    if declaration.is_none_or(|d| d.category != Category::Composite) {
        return;
    }
    let label = cx.texts.tr("inspector.abort");
    caption(ui, cx.theme, &label).on_hover_text(cx.texts.tr("inspector.abort_hint"));
    let options = AbortType::ALL.map(|abort| abort_text(cx, abort));
    let current = AbortType::ALL.iter().position(|a| *a == node.abort);
    let id = Id::unique(("abort", node.id().as_str()));
    let shown = abort_text(cx, node.abort);
    if let Some(chosen) = choice(ui, id, &label, &shown, &options, current) {
        let nodes = vec![node.id().clone()];
        sink.edit(Command::SetAbort(nodes, AbortType::ALL[chosen]));
    }
    let help = format!("abort_help.{}", node.abort.name());
    caption(ui, cx.theme, &cx.texts.tr(&help));
}

/// The name of an abort type in the language of the interface.
pub(super) fn abort_text(cx: &PanelContext<'_>, abort: AbortType) -> String {
    cx.texts.tr(&format!("abort.{}", abort.name())).into_owned()
}

fn switches(ui: &mut Ui, cx: &PanelContext<'_>, node: &Node, sink: &mut ActionSink) {
    ui.add_space(space::S);
    let mut switch = |ui: &mut Ui, key: &str, on: bool, action: EditAction| {
        let mut on = on;
        let text = cx.texts.tr(key).into_owned();
        if ui.checkbox(&mut on, text).changed() {
            sink.push(Action::Edit(action));
        }
    };
    ui.horizontal_wrapped(|ui| {
        switch(
            ui,
            "inspector.disabled",
            node.disabled,
            EditAction::ToggleDisabled,
        );
        ui.add_space(space::S);
        switch(
            ui,
            "inspector.breakpoint",
            cx.front.breakpoints.has(node.id()),
            EditAction::ToggleBreakpoint,
        );
    });
}

fn problems(ui: &mut Ui, cx: &PanelContext<'_>, node: &Node, sink: &mut ActionSink) {
    let (shown, more) = cx
        .front
        .diagnostics()
        .first_of_node(node.id(), LISTED_PROBLEMS);
    for (index, diagnostic) in shown {
        let color = cx.theme.severity(diagnostic.severity);
        let icon = crate::theme::severity_icon(diagnostic.severity);
        ui.horizontal_top(|ui| {
            ui.label(icons::text(icon).size(15.0).color(color));
            let text = cx.texts.problem_in(cx.front.document(), diagnostic);
            ui.add(egui::Label::new(RichText::new(text).color(color)).wrap());
        });
        ui.horizontal_wrapped(|ui| {
            for remedy in fixes(cx, index) {
                let name = [("fix", &*remedy.text)];
                let name = cx.texts.tr_with("inspector.mend", &name);
                let button = Button::new((icons::text("build"), &*remedy.text)).small();
                if ui.add(button).accessible_name(name).clicked() {
                    remedy.actions.into_iter().for_each(|a| sink.push(a));
                }
            }
        });
    }
    if more > 0 {
        let text = cx
            .texts
            .tr_with("problems.more", &[("count", &more.to_string())]);
        ui.label(RichText::new(text).color(cx.theme.muted));
    }
}

fn help(ui: &mut Ui, cx: &PanelContext<'_>, node: &Node) {
    let Some(declaration) = cx.library.declaration(&node.task) else {
        return;
    };
    ui.add_space(space::S);
    let title = cx.texts.tr("inspector.rules").into_owned();
    egui::CollapsingHeader::new(RichText::new(title).color(cx.theme.muted))
        .id_salt("rules")
        .default_open(false)
        .show(ui, |ui| {
            for line in cx.texts.task_details(declaration).lines() {
                let line = line.trim_start_matches("- ").replace('`', "");
                ui.horizontal_top(|ui| {
                    ui.label(RichText::new("•").color(cx.theme.muted));
                    ui.add(egui::Label::new(RichText::new(line).color(cx.theme.muted)).wrap());
                });
            }
        });
}
