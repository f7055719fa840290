//! The status bar: the last notice, the state of the run, and the number of problems.

use egui::{Align, Label, Layout, RichText, Ui};
use treewright_core::diagnostic::Severity;
use treewright_core::runtime::Status;
use treewright_session::notice::{Notice, NoticeKind};
use treewright_session::workspace::answering;
use treewright_session::workspace::live::{Connection, LiveRow};
use treewright_session::workspace::live_games::DoorView;
use treewright_session::workspace::run_view::{NodeState, RunState, RunView, Visits};

use super::live_words::LiveWords;
use super::{PanelContext, attach_window};
use crate::action::{Action, ActionSink, LiveAction, ViewAction};
use crate::command_table::{self, answer_command};
use crate::docking::Panel;
use crate::icons;
use crate::theme::{space, status_icon, text_size};

pub fn show(ui: &mut Ui, cx: &PanelContext<'_>, notice: Option<&Notice>, sink: &mut ActionSink) {
    ui.horizontal(|ui| {
        // From the right, so that the notice gets the remaining space.
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            problem_counts(ui, cx, sink);
            ui.add_space(space::M);
            let count = cx.front.document().node_count();
            small_text(ui, cx, &cx.texts.tr_count("status.nodes", count));
            light(ui, cx, sink);
            if let Some(run) = cx.run {
                if cx.settings.canvas.unreached {
                    ui.add_space(space::M);
                    small_text(ui, cx, &reached_text(cx, run.visits()));
                }
                ui.add_space(space::M);
                if let Some(known) = run.known_seconds() {
                    known_seconds(ui, cx, known);
                    ui.add_space(space::S);
                }
                run_state(ui, cx, run);
                if let Some(agent) = cx.shown_agent_of_game() {
                    ui.add_space(space::S);
                    small_text(ui, cx, &agent);
                }
            }
            ui.add_space(space::M);
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                notice_text(ui, cx, notice);
            });
        });
    });
}

fn small_text(ui: &mut Ui, cx: &PanelContext<'_>, text: &str) {
    let text = RichText::new(text).size(text_size::SMALL);
    ui.add(Label::new(text.color(cx.theme.muted)).truncate());
}

fn notice_text(ui: &mut Ui, cx: &PanelContext<'_>, notice: Option<&Notice>) {
    let Some(notice) = notice else {
        if let Some(stop) = cx.run.and_then(|run| run.stop()) {
            return stop_text(ui, cx, &cx.texts.stop(stop, cx.front.document()));
        }
        match cx.run.and_then(|run| waiting_leaf(ui, cx, run)) {
            Some(text) => {
                let color = cx.theme.status(NodeState::Running);
                ui.label(icons::text("front_hand").size(14.0).color(color));
                small_text(ui, cx, &text);
            }
            None => small_text(ui, cx, &cx.texts.tr("status.hint")),
        }
        return;
    };
    let (icon, color) = match notice.kind {
        NoticeKind::Done => ("check", cx.theme.success),
        NoticeKind::Refused => ("block", cx.theme.warning),
        NoticeKind::Failed => ("error", cx.theme.error),
    };
    ui.label(icons::text(icon).size(14.0).color(color));
    let text = RichText::new(&notice.text).size(text_size::SMALL);
    // Text that does not fit is truncated; tooltips and screen readers get all of it.
    ui.add(Label::new(text.color(color)).truncate());
}

/// How many seconds of the shown agent can be looked at.
fn known_seconds(ui: &mut Ui, cx: &PanelContext<'_>, known: f64) {
    let seconds = format!("{known:.0}");
    let text = cx.texts.tr_with("status.known", &[("seconds", &seconds)]);
    let text = RichText::new(text).size(text_size::SMALL);
    let label = ui.add(Label::new(text.color(cx.theme.muted)));
    label.on_hover_text(cx.texts.tr("status.known_hint"));
}

/// Where and why the run has stopped. Stays until it continues.
fn stop_text(ui: &mut Ui, cx: &PanelContext<'_>, text: &str) {
    let color = cx.theme.accent;
    ui.label(icons::text("pause_circle").size(14.0).color(color));
    let text = RichText::new(text)
        .size(text_size::SMALL)
        .color(cx.theme.text);
    ui.add(Label::new(text).truncate());
}

/// Which node waits for an answer, and the keys that answer it.
fn waiting_leaf(ui: &Ui, cx: &PanelContext<'_>, run: &dyn RunView) -> Option<String> {
    run.asking().next()?;
    let (document, selection) = (cx.front.document(), cx.front.selection());
    let target = answering::target(document, selection, run)?;
    if !run.is_asking(&target) {
        return None;
    }
    let keys = |id: &str| {
        let command = command_table::find(id);
        command.map_or_else(String::new, |command| command.shortcut_text(ui.ctx()))
    };
    let node = cx.texts.title_of(document, &target);
    let arguments = [
        ("node", &*node),
        ("success", &*keys(answer_command(Status::Success))),
        ("failure", &*keys(answer_command(Status::Failure))),
        ("next", &*keys("next_asking")),
    ];
    Some(cx.texts.tr_with("status.asks", &arguments))
}

/// How many nodes the run has entered.
fn reached_text(cx: &PanelContext<'_>, visits: Visits) -> String {
    let reached = visits.reached.to_string();
    cx.texts
        .tr_count_with("status.reached", visits.of, &[("reached", &reached)])
}

/// What the editor is attached to, and whether it lets games attach; a click shows the list.
fn light(ui: &mut Ui, cx: &PanelContext<'_>, sink: &mut ActionSink) {
    let is_exposed = cx.door.is_some_and(DoorView::is_exposed);
    let worst = cx.live.iter().max_by_key(|row| urgency(row));
    let door = cx.door.map(|_| {
        let key = if is_exposed {
            "status.door_exposed"
        } else {
            "status.door"
        };
        cx.texts.tr(key)
    });
    let text = match (cx.live, &door) {
        ([], None) => return,
        ([], Some(door)) => door.to_string(),
        ([only], _) => only.name.clone(),
        (several, _) => attached_text(cx, several),
    };
    let (icon, color) = match worst {
        _ if is_exposed => ("warning", cx.theme.warning),
        Some(worst) => ("sensors", attach_window::color_of(cx.theme, worst)),
        None => ("sensors", cx.theme.muted),
    };
    let lines = cx.live.iter().map(|row| {
        let state = attach_window::state_of(cx.texts, row);
        cx.texts.with_note(&row.name, &state)
    });
    let lines = lines.chain(door.map(String::from));
    let name = lines.collect::<Vec<_>>().join("\n");
    ui.add_space(space::M);
    let icon = icons::text(icon).size(14.0).color(color);
    let text = RichText::new(text)
        .size(text_size::SMALL)
        .color(cx.theme.muted);
    let button = egui::Button::new((icon, text)).frame(false);
    let response = ui.add(button).accessible_name(&name);
    if response.on_hover_text(name).clicked() {
        sink.push(Action::Live(LiveAction::OpenWindow));
    }
}

/// How many programs are attached, and how many of them are reached if not all are.
fn attached_text(cx: &PanelContext<'_>, rows: &[LiveRow]) -> String {
    let is_reached = |row: &&LiveRow| row.connection == Connection::Attached;
    let reached = rows.iter().filter(is_reached).count();
    if reached == rows.len() {
        return cx.texts.tr_count("status.attached", reached);
    }
    let reached = reached.to_string();
    let arguments = [("reached", &*reached)];
    cx.texts
        .tr_count_with("status.attached_reached", rows.len(), &arguments)
}

/// What the light shows if programs differ.
fn urgency(row: &LiveRow) -> u8 {
    match &row.connection {
        Connection::Lost(_) => 3,
        Connection::Attached if row.waits => 2,
        Connection::Attached => 1,
        Connection::Connecting | Connection::Ended(_) => 0,
    }
}

fn run_state(ui: &mut Ui, cx: &PanelContext<'_>, run: &dyn RunView) {
    if let Some(words) = LiveWords::of(cx) {
        return words.show(ui);
    }
    let (icon, state, key) = match run.state() {
        _ if run.follows_newest().is_none() && run.is_told() => {
            ("history", NodeState::Idle, "run.told")
        }
        RunState::Running if run.is_told() => ("sensors", NodeState::Running, "run.live"),
        RunState::Running => ("play_arrow", NodeState::Running, "run.running"),
        RunState::Paused if run.frame() < run.frames().1 => {
            ("history", NodeState::Idle, "run.in_the_past")
        }
        RunState::Paused => ("pause", NodeState::Idle, "run.paused"),
        RunState::Finished(Status::Success) => {
            let state = NodeState::Success;
            (status_icon(state), state, "run.succeeded")
        }
        RunState::Finished(_) => {
            let state = NodeState::Failure;
            (status_icon(state), state, "run.failed")
        }
    };
    let color = cx.theme.status(state);
    let text = cx.texts.tr(key).into_owned();
    ui.label(RichText::new(text).size(text_size::SMALL).color(color));
    ui.label(icons::text(icon).size(14.0).color(color));
}

fn problem_counts(ui: &mut Ui, cx: &PanelContext<'_>, sink: &mut ActionSink) {
    for severity in [Severity::Warning, Severity::Error] {
        let count = cx.count_problems(cx.front, severity);
        let color = if count == 0 {
            cx.theme.muted
        } else {
            cx.theme.severity(severity)
        };
        let key = match severity {
            Severity::Error => "status.errors",
            Severity::Warning => "status.warnings",
        };
        let number = count.to_string();
        let name = cx.texts.tr_count(key, count);
        let text = RichText::new(number).size(text_size::SMALL).color(color);
        let icon = icons::text(crate::theme::severity_icon(severity))
            .size(14.0)
            .color(color);
        let button = egui::Button::new((icon, text)).frame(false);
        let response = ui.add(button).accessible_name(&name);
        if response.on_hover_text(name).clicked() {
            sink.push(Action::View(ViewAction::ShowPanel(Panel::Problems.key())));
        }
    }
}
