//! The breakpoints of the document in front: what each waits for, how often it was met, and what is wrong with it. The chosen one can be
//! changed beside the list.

mod editor;

use std::sync::Arc;

use egui::{Checkbox, Layout, RichText, ScrollArea, Ui};
use treewright_core::ids::NodeId;
use treewright_core::value::Value;
use treewright_insight::breakpoint::{Breakpoint, NodeEvent, StopAt};
use treewright_session::workspace::open_document::DocumentId;

use super::PanelContext;
use crate::action::{Action, ActionSink, BreakpointAction, ViewAction};
use crate::theme::space;
use crate::widgets::{IconButton, ROW_HEIGHT, Row, empty_hint, row_pressed};

/// With less room than this the editor stands below the list.
const BESIDE_AT_LEAST: f32 = 560.0;

/// What the panel remembers between frames.
#[derive(Default)]
pub struct BreakpointsState {
    open: Open,
    /// The document whose breakpoint is open.
    document: Option<DocumentId>,
}

#[derive(Default, PartialEq)]
enum Open {
    #[default]
    Nothing,
    Own(usize),
    /// The one that is about to be added.
    Last,
}

impl BreakpointsState {
    /// One was taken out of the list.
    fn removed(&mut self, place: usize) {
        self.open = match self.open {
            Open::Own(open) if open == place => Open::Nothing,
            Open::Own(open) if open > place => Open::Own(open - 1),
            Open::Own(open) => Open::Own(open),
            Open::Nothing => Open::Nothing,
            Open::Last => Open::Last,
        };
    }

    /// Opens the one that is added next.
    pub fn open_last(&mut self) {
        self.open = Open::Last;
    }
}

/// Shows the breakpoints.
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
        state.open = Open::Own(own.len().saturating_sub(1));
    }
    let edited = match state.open {
        Open::Own(place) => own.get(place).map(|breakpoint| (place, breakpoint)),
        _ => None,
    };
    let Some((place, breakpoint)) = edited else {
        list(ui, cx, state, sink);
        return;
    };
    if ui.available_width() >= BESIDE_AT_LEAST {
        let width = ui.available_width() * 0.55;
        ui.with_layout(Layout::left_to_right(egui::Align::Min), |ui| {
            ui.vertical(|ui| {
                ui.set_width(width);
                list(ui, cx, state, sink);
            });
            ui.separator();
            ui.vertical(|ui| editor::show(ui, cx, place, breakpoint, sink));
        });
    } else {
        editor::show(ui, cx, place, breakpoint, sink);
        ui.separator();
        list(ui, cx, state, sink);
    }
}

fn header(ui: &mut Ui, cx: &PanelContext<'_>, sink: &mut ActionSink) {
    ui.horizontal(|ui| {
        let add = cx.texts.tr("breakpoints.add").into_owned();
        ui.menu_button(format!("+ {add}"), |ui| add_menu(ui, cx, sink));
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
        ui.menu_button(written, |ui| {
            for variable in variables {
                if ui.button(&*variable.name).clicked() {
                    sink.push(add(StopAt::Written(variable.name.clone())));
                }
            }
        });
        let becomes = cx.texts.tr("breakpoints.add_becomes").into_owned();
        ui.menu_button(becomes, |ui| {
            for variable in variables {
                if ui.button(&*variable.name).clicked() {
                    let value = wanted(variable.initial.value.clone());
                    sink.push(add(StopAt::Becomes(variable.name.clone(), value)));
                }
            }
        });
    });
    let expression = cx.texts.tr("breakpoints.add_expression").into_owned();
    if ui.button(expression).clicked() {
        let first = variables.first();
        let text = first.map_or("true".into(), starting_expression);
        sink.push(add(StopAt::Expression(text)));
    }
}

/// What a variable may become, where nobody has said yet: another value than at first, where that is plain.
pub(super) fn wanted(initial: Value) -> Value {
    match initial {
        Value::Bool(flag) => Value::Bool(!flag),
        other => other,
    }
}

/// An expression to begin from.
fn starting_expression(variable: &treewright_core::model::Variable) -> Arc<str> {
    let name = treewright_core::expression::written(&variable.name);
    match &variable.initial.value {
        Value::Bool(_) => name.into(),
        value => format!("{name} == {value}").into(),
    }
}

fn list(ui: &mut Ui, cx: &PanelContext<'_>, state: &mut BreakpointsState, sink: &mut ActionSink) {
    let breakpoints = &cx.front.breakpoints;
    let own = breakpoints.own();
    let count = own.len() + breakpoints.in_document().len();
    ui.spacing_mut().item_spacing.y = 0.0;
    let area = ScrollArea::vertical()
        .id_salt("breakpoints")
        .auto_shrink(false);
    area.show_rows(ui, ROW_HEIGHT, count, |ui, range| {
        for place in range {
            ui.push_id(place, |ui| match own.get(place) {
                Some(breakpoint) => own_row(ui, cx, (place, breakpoint), state, sink),
                None => flagged_row(
                    ui,
                    cx,
                    place,
                    &breakpoints.in_document()[place - own.len()],
                    sink,
                ),
            });
        }
    });
}

/// What is wrong with it: its node or variable is gone, or its expression is none.
pub fn fault(cx: &PanelContext<'_>, at: &StopAt) -> Option<String> {
    let document = cx.front.document();
    let missing = match at {
        StopAt::Node(node, _) if document.node(node).is_none() => "breakpoints.node_gone",
        StopAt::Written(name) | StopAt::Becomes(name, _) if document.variable(name).is_none() => {
            "breakpoints.variable_gone"
        }
        StopAt::Expression(text) => {
            let wrong = super::expressions::fault(cx, text, true)?;
            return Some(wrong);
        }
        _ => return None,
    };
    Some(cx.texts.tr(missing).into_owned())
}

fn own_row(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    (place, breakpoint): (usize, &Breakpoint),
    state: &mut BreakpointsState,
    sink: &mut ActionSink,
) {
    let text = cx.texts.breakpoint(cx.front.document(), &breakpoint.at);
    let fault = fault(cx, &breakpoint.at);
    ui.horizontal(|ui| {
        let mut on = breakpoint.enabled;
        let name = cx
            .texts
            .tr_with("breakpoints.enabled_of", &[("what", &text)]);
        let check = ui
            .add(Checkbox::without_text(&mut on))
            .accessible_name(name);
        if check.changed() {
            let to = Breakpoint {
                enabled: on,
                ..breakpoint.clone()
            };
            sink.push(Action::Breakpoint(BreakpointAction::Change(place, to)));
        }
        ui.with_layout(Layout::right_to_left(egui::Align::Center), |ui| {
            let remove = cx.texts.tr_with("breakpoints.remove", &[("what", &text)]);
            if IconButton::new("close", &remove).small().show(ui).clicked() {
                sink.push(Action::Breakpoint(BreakpointAction::Remove(place)));
                state.removed(place);
            }
            ui.with_layout(Layout::left_to_right(egui::Align::Center), |ui| {
                row(ui, cx, (place, breakpoint), (&text, fault), state, sink);
            });
        });
    });
}

fn row(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    (place, breakpoint): (usize, &Breakpoint),
    (text, fault): (&str, Option<String>),
    state: &mut BreakpointsState,
    sink: &mut ActionSink,
) {
    let hits = cx.run.map_or(0, |run| run.breakpoint_hits(place));
    let mut about = Vec::new();
    if let Some(fault) = &fault {
        about.push(fault.clone());
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
        .selected(state.open == Open::Own(place))
        .name(name.trim())
        .show(ui, cx.theme);
    if row_pressed(ui, &response) {
        state.open = Open::Own(place);
        go_to(cx, &breakpoint.at, sink);
    }
    response.on_hover_text(name.trim());
}

/// Shows what a breakpoint is about.
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

/// One that stands in the document itself, as older files have them.
fn flagged_row(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    place: usize,
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
                let hits = cx.run.map_or(0, |run| run.breakpoint_hits(place));
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
