//! The breakpoints of the active document: what each waits for, how often it was hit, and what is wrong with it. The chosen one can be
//! edited beside the list.

mod editor;

use egui::{Layout, RichText, Ui};
use treewright_core::ids::NodeId;
use treewright_core::value::Value;
use treewright_insight::breakpoint::{Breakpoint, NodeEvent, StopAt};
use treewright_session::workspace::open_document::DocumentId;
use treewright_session::workspace::run_view::{AgentScope, RunView};

use super::PanelContext;
use crate::accessible_tree::opens_menu;
use crate::action::{Action, ActionSink, AgentAction, BreakpointAction, RunAction, ViewAction};
use crate::popup_keyboard::set_label;
use crate::theme::space;
use crate::widgets::{
    IconButton, ROW_HEIGHT, Row, check_box, empty_hint, list_in_popup, panel_scroll, row_pressed,
};

/// In less width than this, the editor is below the list instead of beside it.
const MIN_SIDE_BY_SIDE: f32 = 560.0;

/// State kept between frames.
#[derive(Default)]
pub struct BreakpointsState {
    open: Open,
    /// The row to scroll to.
    reveal: Option<usize>,
    /// The document whose breakpoint is open.
    document: Option<DocumentId>,
}

#[derive(Default, PartialEq)]
enum Open {
    #[default]
    Nothing,
    Own(usize),
    /// The breakpoint that is about to be added.
    Last,
}

impl BreakpointsState {
    /// Adjusts the open index after a breakpoint was removed.
    fn on_removed(&mut self, index: usize) {
        self.open = match self.open {
            Open::Own(open) if open == index => Open::Nothing,
            Open::Own(open) if open > index => Open::Own(open - 1),
            Open::Own(open) => Open::Own(open),
            Open::Nothing => Open::Nothing,
            Open::Last => Open::Last,
        };
    }

    /// Opens the next breakpoint that is added.
    pub fn open_last(&mut self) {
        self.open = Open::Last;
    }
}

pub fn show(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    state: &mut BreakpointsState,
    sink: &mut ActionSink,
) {
    let breakpoints = &cx.front.breakpoints;
    header(ui, cx, sink);
    let (own, flagged) = (breakpoints.own(), breakpoints.in_document());
    if own.is_empty() && flagged.is_empty() {
        empty_hint(ui, cx.theme, "adjust", &cx.texts.tr("breakpoints.empty"));
        return;
    }
    let document = Some(cx.front.id());
    if state.document != document {
        state.document = document;
        if let Open::Own(_) = state.open {
            state.open = Open::Nothing;
        }
    }
    if state.open == Open::Last {
        let last = own.len().saturating_sub(1);
        state.open = Open::Own(last);
        state.reveal = Some(last);
        if own.get(last).is_some_and(|added| is_empty(&added.at)) {
            editor::focus_expression(ui, cx, last);
        }
    }
    let edited = match state.open {
        Open::Own(index) => own.get(index).map(|breakpoint| (index, breakpoint)),
        _ => None,
    };
    let Some((index, breakpoint)) = edited else {
        list(ui, cx, state, sink);
        return;
    };
    if ui.available_width() >= MIN_SIDE_BY_SIDE {
        let width = ui.available_width() * 0.55;
        ui.with_layout(Layout::left_to_right(egui::Align::Min), |ui| {
            ui.vertical(|ui| {
                ui.set_width(width);
                list(ui, cx, state, sink);
            });
            ui.separator();
            ui.vertical(|ui| editor::show(ui, cx, index, breakpoint, sink));
        });
    } else {
        editor::show(ui, cx, index, breakpoint, sink);
        ui.separator();
        list(ui, cx, state, sink);
    }
}

fn header(ui: &mut Ui, cx: &PanelContext<'_>, sink: &mut ActionSink) {
    ui.horizontal(|ui| {
        let add = cx.texts.tr("breakpoints.add").into_owned();
        let menu = ui.menu_button(format!("+ {add}"), |ui| add_menu(ui, cx, sink));
        opens_menu(&menu.response, menu.inner.is_some());
        agent_button(ui, cx, sink);
        let own = cx.front.breakpoints.own();
        let has_any = !own.is_empty() || !cx.front.breakpoints.in_document().is_empty();
        if !has_any {
            return;
        }
        let on = own.iter().any(|breakpoint| breakpoint.enabled);
        let (key, icon) = if on {
            ("breakpoints.disable_all", "block")
        } else {
            ("breakpoints.enable_all", "check")
        };
        let name = cx.texts.tr(key);
        let button = IconButton::new(icon, &name).enabled(!own.is_empty());
        if button.show(ui).clicked() {
            sink.push(Action::Breakpoint(BreakpointAction::EnableAll(!on)));
        }
        let name = cx.texts.tr("breakpoints.remove_all");
        if IconButton::new("delete", &name).show(ui).clicked() {
            sink.push(Action::Breakpoint(BreakpointAction::RemoveAll));
        }
    });
    ui.add_space(space::XS);
}

/// The button that limits stops to the shown agent, if there are several.
fn agent_button(ui: &mut Ui, cx: &PanelContext<'_>, sink: &mut ActionSink) {
    let is_on = cx.front.agent_scopes.stops == AgentScope::Shown;
    if !is_on && !cx.run.is_some_and(RunView::has_several_agents) {
        return;
    }
    let (name, hint) = (
        cx.texts.tr("breakpoints.only_shown_agent"),
        cx.texts.tr("breakpoints.only_shown_agent_hint"),
    );
    let button = IconButton::new("person", &name).description(&hint);
    if button.selected(is_on).show(ui).clicked() {
        let scope = if is_on {
            AgentScope::All
        } else {
            AgentScope::Shown
        };
        let action = AgentAction::StopFor(scope);
        sink.push(Action::Run(RunAction::Agents(action)));
    }
}

fn add_menu(ui: &mut Ui, cx: &PanelContext<'_>, sink: &mut ActionSink) {
    ui.set_min_width(200.0);
    let add = |at| Action::Breakpoint(BreakpointAction::Add(Breakpoint::new(at)));
    let selected = cx.front.selection().primary().cloned();
    ui.add_enabled_ui(selected.is_some(), |ui| {
        for event in [NodeEvent::Start, NodeEvent::End(None), NodeEvent::Abort] {
            let text = match event {
                NodeEvent::Start => "breakpoints.add_start",
                NodeEvent::End(_) => "breakpoints.add_end",
                NodeEvent::Abort => "breakpoints.add_abort",
            };
            let button = ui
                .button(cx.texts.tr(text).into_owned())
                .on_disabled_hover_text(cx.texts.tr("breakpoints.select_first"));
            if let (true, Some(node)) = (button.clicked(), &selected) {
                sink.push(add(StopAt::Node(node.clone(), event)));
            }
        }
    });
    ui.separator();
    let variables = &cx.front.document().variables;
    ui.add_enabled_ui(!variables.is_empty(), |ui| {
        let written = cx.texts.tr("breakpoints.add_written").into_owned();
        let menu = ui.menu_button(written, |ui| {
            list_in_popup(ui, |ui| {
                for variable in variables {
                    let entry = ui.button(&*variable.name);
                    set_label(&entry, &variable.name);
                    if entry.clicked() {
                        sink.push(add(StopAt::Written(variable.name.clone())));
                    }
                }
            });
        });
        opens_menu(&menu.response, menu.inner.is_some());
        let becomes = cx.texts.tr("breakpoints.add_becomes").into_owned();
        let menu = ui.menu_button(becomes, |ui| {
            list_in_popup(ui, |ui| {
                for variable in variables {
                    let entry = ui.button(&*variable.name);
                    set_label(&entry, &variable.name);
                    if entry.clicked() {
                        let value = default_value(variable.initial.value.clone());
                        sink.push(add(StopAt::Becomes(variable.name.clone(), value)));
                    }
                }
            });
        });
        opens_menu(&menu.response, menu.inner.is_some());
    });
    let expression = cx.texts.tr("breakpoints.add_expression").into_owned();
    if ui.button(expression).clicked() {
        // The user types the expression next; until it is valid, it is off.
        let empty = Breakpoint {
            enabled: false,
            ..Breakpoint::new(StopAt::Expression("".into()))
        };
        sink.push(Action::Breakpoint(BreakpointAction::Add(empty)));
    }
}

/// A default for the value to break on: one that differs from the initial value if there is an obvious choice.
pub(super) fn default_value(initial: Value) -> Value {
    match initial {
        Value::Bool(flag) => Value::Bool(!flag),
        other => other,
    }
}

fn list(ui: &mut Ui, cx: &PanelContext<'_>, state: &mut BreakpointsState, sink: &mut ActionSink) {
    let breakpoints = &cx.front.breakpoints;
    let own = breakpoints.own();
    let count = own.len() + breakpoints.in_document().len();
    ui.spacing_mut().item_spacing.y = 0.0;
    let mut area = panel_scroll().id_salt("breakpoints");
    if let Some(row) = state.reveal.take() {
        area = area.vertical_scroll_offset(row as f32 * ROW_HEIGHT);
    }
    area.show_rows(ui, ROW_HEIGHT, count, |ui, range| {
        for index in range {
            ui.push_id(index, |ui| match own.get(index) {
                Some(breakpoint) => own_row(ui, cx, (index, breakpoint), state, sink),
                None => document_breakpoint_row(
                    ui,
                    cx,
                    index,
                    &breakpoints.in_document()[index - own.len()],
                    sink,
                ),
            });
        }
    });
}

/// Whether this is an expression that was not typed yet.
fn is_empty(at: &StopAt) -> bool {
    matches!(at, StopAt::Expression(text) if text.trim().is_empty())
}

/// Why a breakpoint cannot work: its node or variable does not exist, or its expression is invalid.
pub fn fault(cx: &PanelContext<'_>, breakpoint: &Breakpoint) -> Option<String> {
    let document = cx.front.document();
    let missing = match &breakpoint.at {
        StopAt::Node(node, _) if document.node(node).is_none() => "breakpoints.node_gone",
        StopAt::Written(name) | StopAt::Becomes(name, _) if document.variable(name).is_none() => {
            "breakpoints.variable_gone"
        }
        at if is_empty(at) => return None,
        _ => return super::expressions::fault(cx, breakpoint.expression()?, true),
    };
    Some(cx.texts.tr(missing).into_owned())
}

fn own_row(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    (index, breakpoint): (usize, &Breakpoint),
    state: &mut BreakpointsState,
    sink: &mut ActionSink,
) {
    let text = if is_empty(&breakpoint.at) {
        cx.texts.tr("breakpoints.at_nothing").into_owned()
    } else {
        cx.texts.breakpoint(cx.front.document(), &breakpoint.at)
    };
    let fault = fault(cx, breakpoint);
    let can_be_on = breakpoint.enabled || fault.is_none() && !is_empty(&breakpoint.at);
    ui.horizontal(|ui| {
        let mut on = breakpoint.enabled;
        let name = cx
            .texts
            .tr_with("breakpoints.enabled_of", &[("what", &text)]);
        let check = ui
            .add_enabled_ui(can_be_on, |ui| check_box(ui, &mut on, ""))
            .inner
            .accessible_name(name);
        if check.changed() {
            let to = Breakpoint {
                enabled: on,
                ..breakpoint.clone()
            };
            sink.push(Action::Breakpoint(BreakpointAction::Change(index, to)));
        }
        ui.with_layout(Layout::right_to_left(egui::Align::Center), |ui| {
            let remove = cx.texts.tr_with("breakpoints.remove", &[("what", &text)]);
            if IconButton::new("close", &remove).small().show(ui).clicked() {
                sink.push(Action::Breakpoint(BreakpointAction::Remove(index)));
                state.on_removed(index);
            }
            ui.with_layout(Layout::left_to_right(egui::Align::Center), |ui| {
                row(ui, cx, (index, breakpoint), (&text, fault), state, sink);
            });
        });
    });
}

fn row(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    (index, breakpoint): (usize, &Breakpoint),
    (text, fault): (&str, Option<String>),
    state: &mut BreakpointsState,
    sink: &mut ActionSink,
) {
    let hits = cx.run.map_or(0, |run| run.breakpoint_hits(index));
    let mut about = Vec::new();
    if let Some(fault) = &fault {
        about.push(fault.clone());
    }
    if let (Some(condition), Some(_)) = (&breakpoint.condition, breakpoint.node()) {
        let arguments = [("condition", &**condition)];
        about.push(cx.texts.tr_with("breakpoints.if", &arguments));
    }
    if breakpoint.from_hit > 1 {
        let from = breakpoint.from_hit.to_string();
        about.push(
            cx.texts
                .tr_with("breakpoints.from_hit", &[("count", &from)]),
        );
    }
    if let Some(log) = &breakpoint.log {
        about.push(cx.texts.tr_with("breakpoints.only_says", &[("text", log)]));
    }
    if hits > 0 {
        about.push(cx.texts.tr_count(
            "breakpoints.hits",
            usize::try_from(hits).unwrap_or(usize::MAX),
        ));
    }
    let about = about.join(" · ");
    let (icon, color) = match (&fault, breakpoint.enabled) {
        (Some(_), _) => ("error", cx.theme.warning),
        (None, false) => ("radio_button_unchecked", cx.theme.muted),
        (None, true) if breakpoint.log.is_some() => ("chat", cx.theme.breakpoint),
        (None, true) => ("circle", cx.theme.breakpoint),
    };
    let name = format!("{text} {about}");
    let response = Row::new(text)
        .icon(icon, color)
        .detail(&about)
        .selected(state.open == Open::Own(index))
        .name(name.trim())
        .show(ui, cx.theme);
    if row_pressed(ui, &response) {
        state.open = Open::Own(index);
        go_to(cx, &breakpoint.at, sink);
    }
    response.on_hover_text(name.trim());
}

/// Reveals the node or variable of a breakpoint.
fn go_to(cx: &PanelContext<'_>, at: &StopAt, sink: &mut ActionSink) {
    match at {
        StopAt::Node(node, _) if cx.front.document().node(node).is_some() => {
            sink.push(Action::View(ViewAction::Reveal(node.clone())));
        }
        StopAt::Written(name) | StopAt::Becomes(name, _) => {
            sink.push(Action::View(ViewAction::ShowVariable(name.clone())));
        }
        StopAt::Node(..) | StopAt::Expression(_) => {}
    }
}

/// A breakpoint stored in the document itself, as in older files.
fn document_breakpoint_row(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    index: usize,
    node: &NodeId,
    sink: &mut ActionSink,
) {
    let at = StopAt::Node(node.clone(), NodeEvent::Start);
    let text = cx.texts.breakpoint(cx.front.document(), &at);
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(egui::Align::Center), |ui| {
            let remove = cx.texts.tr_with("breakpoints.remove", &[("what", &text)]);
            if IconButton::new("close", &remove).small().show(ui).clicked() {
                let clear = BreakpointAction::Set(vec![node.clone()], false);
                sink.push(Action::Breakpoint(clear));
            }
            let take_over = cx.texts.tr("breakpoints.take_over");
            let take_over = RichText::new(take_over).small();
            let response = ui.small_button(take_over);
            if response
                .on_hover_text(cx.texts.tr("breakpoints.take_over_hint"))
                .clicked()
            {
                sink.push(Action::Breakpoint(BreakpointAction::TakeOver(node.clone())));
            }
            ui.with_layout(Layout::left_to_right(egui::Align::Center), |ui| {
                let hits = cx.run.map_or(0, |run| run.breakpoint_hits(index));
                let mut about = cx.texts.tr("breakpoints.in_document").into_owned();
                if hits > 0 {
                    let hits = usize::try_from(hits).unwrap_or(usize::MAX);
                    about = format!("{about} · {}", cx.texts.tr_count("breakpoints.hits", hits));
                }
                let name = format!("{text} {about}");
                let response = Row::new(&text)
                    .icon("circle", cx.theme.breakpoint)
                    .detail(&about)
                    .name(&name)
                    .show(ui, cx.theme);
                if row_pressed(ui, &response) {
                    sink.push(Action::View(ViewAction::Reveal(node.clone())));
                }
            });
        });
    });
}
