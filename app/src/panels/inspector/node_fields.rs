//! The fields that every node has: name, comment, abort type, switches; and what its kind is for.

use egui::{Id, RichText, TextEdit, Ui};
use treewright_core::abort::AbortType;
use treewright_core::category::Category;
use treewright_core::edit::Command;
use treewright_core::ids::NodeId;
use treewright_core::model::{Node, SUBTREE};

use super::{InspectorState, parameter_fields, subtree_fields, tree_name};
use crate::action::{Action, ActionSink, EditAction, ViewAction};
use crate::icons;
use crate::panels::PanelContext;
use crate::theme::{space, text_size};
use crate::widgets::{IconButton, caption, choice, draft, focus_all};

/// Shows the fields of the selected nodes; the last one selected is the one whose values are shown.
pub fn show(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    nodes: &[&Node],
    state: &mut InspectorState,
    sink: &mut ActionSink,
) {
    let Some(primary) = nodes.last() else {
        return;
    };
    heading(ui, cx, nodes, primary, sink);
    if nodes.len() == 1 {
        texts(ui, cx, primary, state, sink);
        tree_name::show(ui, cx, primary, state, sink);
    }
    abort_type(ui, cx, nodes, sink);
    if nodes.len() == 1 {
        state.interruptions.show(ui, cx, primary);
    }
    if nodes.iter().all(|node| node.task == primary.task) {
        parameter_fields::show(ui, cx, nodes, primary, sink);
    }
    if nodes.len() == 1 && &*primary.task == SUBTREE {
        subtree_fields::show(ui, cx, primary, state, sink);
    }
    switches(ui, cx, nodes, sink);
    if nodes.len() == 1 {
        problems(ui, cx, primary);
        help(ui, cx, primary);
    }
}

fn heading(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    nodes: &[&Node],
    primary: &Node,
    sink: &mut ActionSink,
) {
    ui.horizontal(|ui| {
        let one = nodes.len() == 1;
        let (icon, color) = if one {
            (cx.icon_of(primary.id()), cx.color_of(primary.id()))
        } else {
            ("select_all", cx.theme.muted)
        };
        ui.label(icons::text(icon).size(20.0).color(color));
        let title = if one {
            cx.texts.task_title(&primary.task)
        } else {
            let count = nodes.len().to_string();
            cx.texts.tr_with("inspector.several", &[("count", &count)])
        };
        ui.label(RichText::new(title).size(text_size::HEADING));
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            if one {
                caption(ui, cx.theme, primary.id().as_str());
                let name = cx.texts.tr("command.node_help");
                let help = IconButton::new("help", &name).hint("Shift+F1").small();
                if help.show(ui).clicked() {
                    let task = Some(primary.task.clone());
                    sink.push(Action::View(ViewAction::NodeReference(task)));
                }
            }
        });
    });
    if let (1, Some(declaration)) = (nodes.len(), cx.library.declaration(&primary.task)) {
        let summary = cx.texts.task_summary(declaration);
        ui.label(RichText::new(summary).color(cx.theme.muted));
    } else if nodes.len() == 1 {
        let text = cx
            .texts
            .tr_with("inspector.unknown", &[("task", &primary.task)]);
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
        sink.edit(Command::SetName(node.id().clone(), name));
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
        sink.edit(Command::SetComment(node.id().clone(), comment));
    }
}

fn abort_type(ui: &mut Ui, cx: &PanelContext<'_>, nodes: &[&Node], sink: &mut ActionSink) {
    let composite = |node: &&Node| {
        let declaration = cx.library.declaration(&node.task);
        declaration.is_some_and(|d| d.category == Category::Composite)
    };
    let (true, Some(primary)) = (nodes.iter().all(composite), nodes.last()) else {
        return;
    };
    let label = cx.texts.tr("inspector.abort");
    caption(ui, cx.theme, &label).on_hover_text(cx.texts.tr("inspector.abort_hint"));
    let options: Vec<String> = AbortType::ALL
        .iter()
        .map(|abort| abort_text(cx, *abort))
        .collect();
    let current = AbortType::ALL.iter().position(|a| *a == primary.abort);
    let id = Id::unique(("abort", primary.id().as_str()));
    let shown = abort_text(cx, primary.abort);
    if let Some(chosen) = choice(ui, id, &label, &shown, &options, current) {
        sink.edit(Command::SetAbort(ids_of(nodes), AbortType::ALL[chosen]));
    }
    caption(
        ui,
        cx.theme,
        &cx.texts.tr(&format!("abort_help.{}", primary.abort.name())),
    );
}

/// The name of an abort type in the language of the interface.
fn abort_text(cx: &PanelContext<'_>, abort: AbortType) -> String {
    cx.texts.tr(&format!("abort.{}", abort.name())).into_owned()
}

fn switches(ui: &mut Ui, cx: &PanelContext<'_>, nodes: &[&Node], sink: &mut ActionSink) {
    ui.add_space(space::S);
    let mut switch = |ui: &mut Ui, key: &str, on: bool, action: EditAction| {
        let mut on = on;
        let text = cx.texts.tr(key).into_owned();
        if ui.checkbox(&mut on, text).changed() {
            sink.push(Action::Edit(action));
        }
    };
    ui.horizontal_wrapped(|ui| {
        let disabled = nodes.iter().all(|node| node.disabled);
        switch(
            ui,
            "inspector.disabled",
            disabled,
            EditAction::ToggleDisabled,
        );
        ui.add_space(space::S);
        let breakpoint = nodes.iter().all(|node| node.breakpoint);
        switch(
            ui,
            "inspector.breakpoint",
            breakpoint,
            EditAction::ToggleBreakpoint,
        );
    });
}

fn problems(ui: &mut Ui, cx: &PanelContext<'_>, node: &Node) {
    for diagnostic in cx.front.diagnostics() {
        if diagnostic.location.node() == Some(node.id()) {
            let color = cx.theme.severity(diagnostic.severity);
            let icon = crate::theme::severity_icon(diagnostic.severity);
            ui.horizontal_top(|ui| {
                ui.label(icons::text(icon).size(15.0).color(color));
                let text = cx
                    .texts
                    .problem_in(cx.front.document(), &diagnostic.problem);
                ui.add(egui::Label::new(RichText::new(text).color(color)).wrap());
            });
        }
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

/// The ids of these nodes.
pub fn ids_of(nodes: &[&Node]) -> Vec<NodeId> {
    nodes.iter().map(|node| node.id().clone()).collect()
}
