//! How a variable got its current value in the run: a sign that shows whether it changed just now, and its last values with their writers.

use egui::{Button, Id, Popup, RichText, ScrollArea, Ui};
use treewright_core::model::Variable;
use treewright_core::value::ValueType;
use treewright_insight::history::{Change, ChunkedSlice, ValueSource};
use treewright_session::workspace::run_view::RunView;

use crate::accessible_tree::opens_menu;
use crate::action::{Action, ActionSink, Plotted, RunAction, ViewAction, Walk};
use crate::icons;
use crate::panels::{PanelContext, agent_choice};
use crate::theme::space;
use crate::widgets::{IconButton, Row, caption, row_pressed};

/// The maximum number of values in the tooltip and in the list.
const IN_TOOLTIP: usize = 10;
const IN_LIST: usize = 200;
/// The width and the maximum height of the list.
const WIDTH: f32 = 340.0;
const HEIGHT: f32 = 320.0;

/// The changes of a variable up to the shown frame, in the shown use.
fn changes<'a>(run: &'a dyn RunView, name: &str) -> ChunkedSlice<'a, Change> {
    let all = run.history().changes(&run.name_in_run(name)).all();
    all.up_to(all.partition_point(|change| u64::from(change.frame) <= run.frame()))
}

/// The frame in which a variable changed last; a later one if it was written since the shown frame. 0 if it never changed.
pub fn last_change(run: &dyn RunView, name: &str) -> u64 {
    let changed = changes(run, name)
        .last()
        .map_or(0, |last| u64::from(last.frame));
    let written = run.variable_written(name).filter(|at| *at > run.frame());
    written.unwrap_or(changed)
}

/// Whether the variable changed in the shown frame, or was written since then and takes effect in the next one.
pub fn changed_now(run: &dyn RunView, name: &str) -> bool {
    let frame = run.frame();
    let last = last_change(run, name);
    last > frame || frame > 0 && last == frame
}

/// The sign after a value. Hovering shows the last values; clicking opens them as a list with links to their frames.
pub fn history_button(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    run: &dyn RunView,
    variable: &Variable,
    sink: &mut ActionSink,
) {
    let changed = changed_now(run, &variable.name);
    let (icon, color, key) = if changed {
        ("edit", cx.theme.running, "blackboard.changed_now")
    } else {
        ("history", cx.theme.inactive, "blackboard.history_of")
    };
    let name = cx.texts.tr_with(key, &[("name", &variable.name)]);
    let icon = icons::text(icon).size(13.0).color(color);
    let button = Button::new(icon).frame_when_inactive(false);
    let response = ui
        .add(button.min_size(egui::vec2(18.0, 18.0)))
        .accessible_name(&name);
    let recent = changes(run, &variable.name);
    // Of this variable and document only: another row may take the place of this one.
    let id = Id::unique(("variable history", cx.front.id(), &*variable.name));
    let shown = Popup::menu(&response).id(id).show(|ui| {
        list(ui, cx, &name, recent, sink);
    });
    opens_menu(&response, shown.is_some());
    if !Popup::is_any_open(ui.ctx()) {
        response.on_hover_ui(|ui| card(ui, cx, &name, recent));
    }
}

/// The last values, newest first.
fn list(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    title: &str,
    recent: ChunkedSlice<'_, Change>,
    sink: &mut ActionSink,
) {
    ui.set_width(WIDTH);
    caption(ui, cx.theme, title);
    ScrollArea::vertical().max_height(HEIGHT).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        for change in last(recent, IN_LIST) {
            list_row(ui, cx, change, sink);
        }
        more(ui, cx, recent, IN_LIST);
    });
}

/// The last values and the switch of the plot as items of a menu, where they have no buttons.
pub fn menu_items(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    variable: &Variable,
    is_plotted: bool,
    sink: &mut ActionSink,
) {
    let arguments = [("name", &*variable.name)];
    let run = cx.run.filter(|run| run.variable(&variable.name).is_some());
    if let Some(run) = run {
        let name = cx.texts.tr_with("blackboard.history_of", &arguments);
        let recent = changes(run, &variable.name);
        let item = (icons::text("history"), &*name);
        let menu = ui.menu_button(item, |ui| list(ui, cx, &name, recent, sink));
        opens_menu(&menu.response, menu.inner.is_some());
        menu.response.accessible_name(&*name);
    }
    if can_be_plotted(variable) {
        let name = cx.texts.tr_with("plots.switch", &arguments);
        let item = Button::selectable(is_plotted, (icons::text("show_chart"), &*name));
        if ui.add(item).accessible_name(&*name).clicked() {
            sink.push(Action::View(ViewAction::Plot(Plotted::Variable(
                variable.name.clone(),
            ))));
        }
    }
    if run.is_some() || can_be_plotted(variable) {
        ui.separator();
    }
}

fn can_be_plotted(variable: &Variable) -> bool {
    let plotted = [ValueType::Int, ValueType::Float, ValueType::Bool];
    plotted.contains(&variable.value_type)
}

/// A change in the list: its frame, the value and the writer. A click goes to the frame.
fn list_row(ui: &mut Ui, cx: &PanelContext<'_>, change: &Change, sink: &mut ActionSink) {
    let (value, by) = value_and_writer(cx, change);
    let frame = frame(cx, change);
    let arguments = [("frame", &*frame), ("value", &*value)];
    let text = cx.texts.tr_with("blackboard.value_in_frame", &arguments);
    let arguments = [("frame", &*frame), ("value", &*value), ("by", &*by)];
    let name = cx.texts.tr_with("blackboard.change", &arguments);
    let row = Row::new(&text).detail(&by).name(&name);
    let response = row.show(ui, cx.theme);
    if row_pressed(ui, &response) {
        let frame = u64::from(change.frame);
        sink.push(Action::Run(RunAction::Walk(Walk::GoTo(frame))));
        ui.close();
    }
    response.on_hover_text(&name);
}

/// The last changes, newest first.
fn last(changes: ChunkedSlice<'_, Change>, count: usize) -> impl Iterator<Item = &Change> {
    changes.iter().rev().take(count)
}

/// Says how many changes are not listed.
fn more(ui: &mut Ui, cx: &PanelContext<'_>, changes: ChunkedSlice<'_, Change>, listed: usize) {
    let more = changes.len().saturating_sub(listed);
    if more > 0 {
        caption(ui, cx.theme, &cx.texts.tr_count("blackboard.earlier", more));
    }
}

fn card(ui: &mut Ui, cx: &PanelContext<'_>, title: &str, recent: ChunkedSlice<'_, Change>) {
    ui.set_max_width(WIDTH);
    caption(ui, cx.theme, title);
    egui::Grid::new("history")
        .spacing([space::L, 2.0])
        .show(ui, |ui| {
            for change in last(recent, IN_TOOLTIP) {
                let (value, by) = value_and_writer(cx, change);
                ui.label(RichText::new(frame(cx, change)).color(cx.theme.muted));
                ui.label(value);
                ui.label(RichText::new(by).color(cx.theme.muted));
                ui.end_row();
            }
        });
    more(ui, cx, recent, IN_TOOLTIP);
}

fn frame(cx: &PanelContext<'_>, change: &Change) -> String {
    let frame = change.frame.to_string();
    cx.texts.tr_with("status.frame", &[("frame", &frame)])
}

/// A value, and its writer.
fn value_and_writer(cx: &PanelContext<'_>, change: &Change) -> (String, String) {
    let by = match &change.by {
        ValueSource::Declaration => cx.texts.tr("blackboard.by_declaration").into_owned(),
        ValueSource::Agent(agent) => {
            let number = agent.number();
            let with_tree = |run| agent_choice::with_tree(cx, run, number);
            cx.run.map_or_else(|| cx.texts.agent(number), with_tree)
        }
        ValueSource::Background => cx.texts.tr("blackboard.by_background").into_owned(),
        ValueSource::Outside if cx.run.is_some_and(RunView::has_own_inputs) => {
            cx.texts.tr("blackboard.by_you").into_owned()
        }
        ValueSource::Outside => cx.texts.tr("blackboard.by_outside").into_owned(),
        ValueSource::Unknown => cx.texts.tr("blackboard.by_unknown").into_owned(),
        ValueSource::Node(id) => {
            // Inside a subtree, the node's id is prefixed by the nodes through which it is reached.
            let document = cx.front.document();
            let parts = id.as_str().rsplit('/').map(Into::into);
            let recent = std::iter::once(id.clone()).chain(parts);
            let shown = recent.into_iter().find(|id| document.node(id).is_some());
            shown.map_or_else(|| id.to_string(), |id| cx.title_of(&id))
        }
    };
    (cx.texts.value(&change.value), by)
}

/// A switch that plots the variable over time, for numbers and booleans.
pub fn plot_switch(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    variable: &Variable,
    is_plotted: bool,
    sink: &mut ActionSink,
) {
    if !can_be_plotted(variable) {
        return;
    }
    let name = cx
        .texts
        .tr_with("plots.switch", &[("name", &variable.name)]);
    let button = IconButton::new("show_chart", &name).small();
    if button.selected(is_plotted).show(ui).clicked() {
        sink.push(Action::View(ViewAction::Plot(Plotted::Variable(
            variable.name.clone(),
        ))));
    }
}
