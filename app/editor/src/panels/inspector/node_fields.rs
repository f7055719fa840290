//! The fields of a node in sections: name, comment and switches; its parameters; abort type; stand-in; and the description of its type.

use egui::{AtomExt as _, Button, FontId, Id, Label, RichText, ScrollArea, TextEdit, Ui};
use treewright_authoring::edit::Command;
use treewright_core::abort::AbortType;
use treewright_core::category::Category;
use treewright_core::limits::LISTED_PROBLEMS;
use treewright_core::model::{Node, SUBTREE};
use treewright_session::stand_in_words;
use treewright_session::workspace::run_view::RunView;

use super::parameter_fields::ShownParameter;
use super::sections::Section;
use super::stand_in_fields::{CurrentStandIn, StandInFields};
use super::{InspectorState, data_fields, parameter_fields, subtree_fields, tree_name};
use crate::action::{Action, ActionSink, EditAction, ViewAction};
use crate::docking;
use crate::icons;
use crate::panels::problems::fixes;
use crate::panels::profile_words;
use crate::panels::{PanelContext, explore};
use crate::theme::{space, text_size};
use crate::widgets::{
    Form, IconButton, caption, check_box, draft, focus_all, option_rows, placeholder, text_width,
};

/// The height of a comment above which it scrolls, in points: what follows decides how the node runs.
const MAX_COMMENT: f32 = 72.0;

pub fn show(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    node: &Node,
    state: &mut InspectorState,
    sink: &mut ActionSink,
) {
    heading(ui, cx, node, sink);
    measured(ui, cx, node);
    problems(ui, cx, node, sink);
    let fields = parameter_fields::fields_of(cx, node);
    let form = form(ui, cx, &fields);
    Section::Node.show(ui, cx, "", sink, |ui, sink| {
        texts(ui, cx, &form, node, state, sink);
        tree_name::show(ui, cx, &form, node, state, sink);
        form.unlabeled(ui, |ui| switches(ui, cx, node, sink));
    });
    if !fields.is_empty() {
        let words = stand_in_words::of_parameters(cx.texts, node).unwrap_or_default();
        Section::Parameters.show(ui, cx, &words, sink, |ui, sink| {
            parameter_fields::show(ui, cx, &form, (node, &fields), sink);
            if &*node.task == SUBTREE {
                subtree_fields::show(ui, cx, &form, node, state, sink);
            }
        });
    }
    abort(ui, cx, node, state, sink);
    state.interrupters.show(ui, cx, node, sink);
    stand_in(ui, cx, &form, node, sink);
    data_fields::show(ui, cx, &form, node, sink);
    explored(ui, cx, node, sink);
    help(ui, cx, node, sink);
}

/// What an attached game has measured of the node, while the canvas shows that.
fn measured(ui: &mut Ui, cx: &PanelContext<'_>, node: &Node) {
    let run = cx.run.filter(|_| cx.settings.canvas.profile);
    let Some(profile) = run.and_then(RunView::profile) else {
        return;
    };
    let text = match profile.of(node.id()) {
        Some(cost) => profile_words::sentence(cx.texts, cost),
        None => cx.texts.tr("profile.not_called").into_owned(),
    };
    ui.horizontal_top(|ui| {
        ui.label(icons::text("speed").size(16.0).color(cx.theme.muted));
        ui.add(Label::new(text).wrap());
    });
}

/// What the node can do and what not, once the tree was explored and until it is changed.
fn explored(ui: &mut Ui, cx: &PanelContext<'_>, node: &Node, sink: &mut ActionSink) {
    let report = cx.exploration.and_then(|it| it.current_report(cx.front));
    let reach = report.and_then(|report| Some((report, report.node(node.id())?)));
    if let Some((report, reach)) = reach {
        Section::Explored.show(ui, cx, "", sink, |ui, sink| {
            explore::node::lines(ui, cx, (report, node.id()), reach, sink);
        });
    }
}

/// The columns of all sections, wide enough for the labels in them.
fn form<'a>(ui: &Ui, cx: &PanelContext<'a>, fields: &[ShownParameter]) -> Form<'a> {
    let keys = ["inspector.name", "inspector.comment", "stand_in.kind"];
    let fixed = keys.map(|key| cx.texts.tr(key));
    let titles = fields.iter().map(|field| &*field.title);
    Form::new(ui, cx.theme, fixed.iter().map(|text| &**text).chain(titles))
}

/// The abort type of a composite, and what the node can interrupt.
fn abort(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    node: &Node,
    state: &mut InspectorState,
    sink: &mut ActionSink,
) {
    let declaration = cx.library.declaration(&node.task);
    let is_composite = declaration.is_some_and(|d| d.category == Category::Composite);
    state.interruptions.update(cx, node);
    if !is_composite && state.interruptions.is_empty() {
        return;
    }
    let detail = if is_composite {
        abort_text(cx, node.abort)
    } else {
        String::new()
    };
    Section::Abort.show(ui, cx, &detail, sink, |ui, sink| {
        if is_composite {
            let id = Id::unique(("abort", node.id().as_str()));
            if let Some(chosen) = abort_types(ui, cx, id, Some(node.abort)) {
                let nodes = vec![node.id().clone()];
                sink.edit(Command::SetAbort(nodes, chosen));
            }
        }
        state.interruptions.show(ui, cx);
    });
}

fn stand_in(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    form: &Form<'_>,
    node: &Node,
    sink: &mut ActionSink,
) {
    // Nodes of these types are stand-ins themselves.
    let plays = matches!(&*node.task, "StandIn" | "StandInConditional");
    let is_played = cx.library.can_have_stand_in(node) && (!plays || node.stand_in.is_some());
    if is_played || cx.library.is_parent_without_code(node) {
        StandInFields {
            cx,
            form,
            node,
            nodes: &|| vec![node.id().clone()],
            current_stand_in: CurrentStandIn::By(node.stand_in.as_deref()),
        }
        .show(ui, sink);
    }
}

/// What stands beside title and id in the heading, in points.
const BESIDE_TITLE: f32 = 60.0;

/// The type of the node, its id, and what such nodes do. A narrow panel has a line for the id; a low window has id and sentence as a tooltip.
pub(super) fn heading(ui: &mut Ui, cx: &PanelContext<'_>, node: &Node, sink: &mut ActionSink) {
    let id = cx
        .texts
        .tr_with("inspector.id", &[("id", node.id().as_str())]);
    let title = cx.texts.task_title(&node.task);
    let sized = [(&title, text_size::HEADING), (&id, text_size::SMALL)];
    let widths = sized.map(|(text, size)| text_width(ui, text, FontId::proportional(size)));
    let needed: f32 = widths.iter().sum();
    let is_narrow = ui.available_width() < needed + BESIDE_TITLE;
    let declaration = cx.library.declaration(&node.task);
    let summary = declaration.map(|declaration| cx.texts.task_summary(declaration));
    let is_low = docking::is_low_window(ui.ctx());
    ui.horizontal(|ui| {
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            if !is_narrow {
                caption(ui, cx.theme, &id);
            }
            let name = cx.texts.tr("command.node_help");
            let help = IconButton::new("help", &name).hint("Shift+F1").small();
            if help.show(ui).clicked() {
                let task = Some(node.task.clone());
                sink.push(Action::View(ViewAction::NodeReference(task)));
            }
            ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                let (icon, color) = (cx.icon_of(node.id()), cx.color_of(node.id()));
                ui.label(icons::text(icon).size(20.0).color(color));
                let title = RichText::new(&title).size(text_size::HEADING);
                let title = ui.add(Label::new(title).truncate());
                if let Some(summary) = summary.as_ref().filter(|_| is_low) {
                    title.on_hover_text(format!("{summary}\n{id}"));
                }
            });
        });
    });
    if is_narrow && !is_low {
        caption(ui, cx.theme, &id);
    }
    if let Some(summary) = summary {
        if !is_low {
            let summary = RichText::new(summary).color(cx.theme.muted);
            ui.add(Label::new(summary).wrap());
        }
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
    form: &Form<'_>,
    node: &Node,
    state: &mut InspectorState,
    sink: &mut ActionSink,
) {
    let id = Id::unique(("node", cx.front.id(), node.id().as_str()));
    let name_label = cx.texts.tr("inspector.name");
    let comment_label = cx.texts.tr("inspector.comment");
    let hint = cx.texts.task_title(&node.task);
    let focus = std::mem::take(&mut state.focus_name);
    let name = form.row(ui, &name_label, |ui| {
        draft(ui, id.with("name"), &node.name, |ui, text| {
            let width = ui.available_width();
            let edit = TextEdit::singleline(text)
                .hint_text(placeholder(hint))
                .desired_width(width);
            let response = ui.add(edit).accessible_name(&*name_label);
            if focus {
                focus_all(ui, &response, text);
            }
            response
        })
    });
    if let Some(name) = name {
        sink.edit(Command::SetName(vec![node.id().clone()], name));
    }
    let is_short = node.comment.is_empty() && docking::is_low_window(ui.ctx());
    let comment_rows = if is_short { 1 } else { 2 };
    let comment = form.row(ui, &comment_label, |ui| {
        draft(ui, id.with("comment"), &node.comment, |ui, text| {
            let width = ui.available_width();
            let edit = TextEdit::multiline(text)
                .desired_width(width)
                .desired_rows(comment_rows);
            ScrollArea::vertical()
                .max_height(MAX_COMMENT)
                .show(ui, |ui| ui.add(edit).accessible_name(&*comment_label))
                .inner
        })
    });
    if let Some(comment) = comment {
        sink.edit(Command::SetComment(vec![node.id().clone()], comment));
    }
}

/// The abort types as rows, each with a line about what it does. Returns a newly chosen one.
pub(super) fn abort_types(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    id: Id,
    current: Option<AbortType>,
) -> Option<AbortType> {
    let option = |abort: AbortType| {
        let key = format!("abort_help.{}", abort.name());
        (abort_text(cx, abort), cx.texts.tr(&key).into_owned())
    };
    let hint = RichText::new(cx.texts.tr("inspector.abort_hint")).size(text_size::SMALL);
    ui.add(Label::new(hint.color(cx.theme.muted)).wrap());
    let options = AbortType::ALL.map(option);
    let place = AbortType::ALL.iter().position(|a| Some(*a) == current);
    let chosen = option_rows(ui, cx.theme, id, &options, place)?;
    Some(AbortType::ALL[chosen])
}

/// The name of an abort type in the language of the interface.
pub(super) fn abort_text(cx: &PanelContext<'_>, abort: AbortType) -> String {
    cx.texts.tr(&format!("abort.{}", abort.name())).into_owned()
}

fn switches(ui: &mut Ui, cx: &PanelContext<'_>, node: &Node, sink: &mut ActionSink) {
    let mut switch = |ui: &mut Ui, key: &str, on: bool, action: EditAction| {
        let mut on = on;
        let text = cx.texts.tr(key).into_owned();
        if check_box(ui, &mut on, text).changed() {
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
            ui.add(Label::new(RichText::new(text).color(color)).wrap());
        });
        ui.horizontal_wrapped(|ui| {
            for remedy in fixes(cx, index) {
                let name = [("fix", &*remedy.text)];
                let name = cx.texts.tr_with("inspector.mend", &name);
                let text = remedy.text.as_str().atom_shrink(true);
                let button = Button::new((icons::text("build"), text)).small().wrap();
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

fn help(ui: &mut Ui, cx: &PanelContext<'_>, node: &Node, sink: &mut ActionSink) {
    let Some(declaration) = cx.library.declaration(&node.task) else {
        return;
    };
    Section::Rules.show(ui, cx, "", sink, |ui, _| {
        for line in cx.texts.task_details(declaration).lines() {
            let line = line.trim_start_matches("- ").replace('`', "");
            ui.horizontal_top(|ui| {
                ui.label(RichText::new("•").color(cx.theme.muted));
                ui.add(Label::new(RichText::new(line).color(cx.theme.muted)).wrap());
            });
        }
    });
}
