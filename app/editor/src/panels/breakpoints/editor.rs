//! The fields of one breakpoint: what it waits for, from which hit on it breaks, and whether it only logs.

use std::sync::Arc;

use egui::{DragValue, Grid, Id, ScrollArea, TextEdit, Ui};
use treewright_core::ids::NodeId;
use treewright_core::runtime::EndStatus;
use treewright_core::value::Value;
use treewright_insight::breakpoint::{Breakpoint, NodeEvent, StopAt};

use crate::action::{Action, ActionSink, BreakpointAction};
use crate::panels::{PanelContext, expressions};
use crate::widgets::{
    ValueField, check_box, choice, draft, focus_request, placeholder, value_editor,
};

/// The events of a node that a breakpoint can wait for, with their text keys.
const EVENTS: [(&str, NodeEvent); 6] = [
    ("breakpoints.event_start", NodeEvent::Start),
    ("breakpoints.event_end", NodeEvent::End(None)),
    (
        "breakpoints.event_success",
        NodeEvent::End(Some(EndStatus::Success)),
    ),
    (
        "breakpoints.event_failure",
        NodeEvent::End(Some(EndStatus::Failure)),
    ),
    (
        "breakpoints.event_interrupted",
        NodeEvent::End(Some(EndStatus::Inactive)),
    ),
    ("breakpoints.event_abort", NodeEvent::Abort),
];

/// Shows the fields of the breakpoint at an index.
pub(super) fn show(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    index: usize,
    breakpoint: &Breakpoint,
    sink: &mut ActionSink,
) {
    let mut changed = None;
    let id = Id::unique(("breakpoint field", cx.front.id(), index));
    let area = ScrollArea::vertical()
        .id_salt("breakpoint fields")
        .auto_shrink([false, true]);
    area.show(ui, |ui| {
        Grid::new("breakpoint").num_columns(2).show(ui, |ui| {
            if let Some(at) = stop_at(ui, cx, id, &breakpoint.at) {
                changed = Some(Breakpoint {
                    enabled: stays_enabled(cx, breakpoint, &at),
                    at,
                    ..breakpoint.clone()
                });
            }
            if breakpoint.node().is_some()
                && let TextChange::Now(condition) =
                    condition(ui, cx, id, breakpoint.condition.as_deref())
            {
                changed = Some(Breakpoint {
                    condition,
                    ..breakpoint.clone()
                });
            }
            let from = cx.texts.tr("breakpoints.field_from_hit");
            ui.label(&*from);
            let from_hit = draft(ui, id.with("hit"), &breakpoint.from_hit, |ui, value| {
                let drag = DragValue::new(value).range(1..=u64::MAX).speed(0.1);
                ui.add(drag.update_while_editing(false))
                    .accessible_name(&*from)
            });
            if let Some(from_hit) = from_hit {
                changed = Some(Breakpoint {
                    from_hit,
                    ..breakpoint.clone()
                });
            }
            ui.end_row();
            if let TextChange::Now(log) = message(ui, cx, id, breakpoint.log.as_ref()) {
                changed = Some(Breakpoint {
                    log,
                    ..breakpoint.clone()
                });
            }
        });
    });
    if let Some(to) = changed {
        sink.push(Action::Breakpoint(BreakpointAction::Change(index, to)));
    }
}

/// Focuses the field of an expression that was just added.
pub(super) fn focus_expression(ui: &Ui, cx: &PanelContext<'_>, index: usize) {
    let id = Id::unique(("breakpoint field", cx.front.id(), index));
    focus_request::request(ui.ctx(), id.with("text"));
}

/// Whether a breakpoint is on after a change of what it waits for: an expression is off until it is valid, and on from then on.
fn stays_enabled(cx: &PanelContext<'_>, before: &Breakpoint, at: &StopAt) -> bool {
    let is_valid = |at: &StopAt| match at {
        StopAt::Expression(text) => expressions::fault(cx, text, true).is_none(),
        _ => true,
    };
    is_valid(at) && (before.enabled || !is_valid(&before.at))
}

fn stop_at(ui: &mut Ui, cx: &PanelContext<'_>, id: Id, at: &StopAt) -> Option<StopAt> {
    match at {
        StopAt::Node(node, event) => {
            ui.label(cx.title_of(node));
            let event = node_event(ui, cx, id, *event);
            ui.end_row();
            event.map(|event| StopAt::Node(NodeId::clone(node), event))
        }
        StopAt::Written(name) => {
            let to = variable_event(ui, cx, id, name, None);
            ui.end_row();
            to
        }
        StopAt::Becomes(name, value) => {
            let to = variable_event(ui, cx, id, name, Some(value));
            ui.end_row();
            let value_label = cx.texts.tr("breakpoints.field_value");
            ui.label(&*value_label);
            let declared = cx.front.document().variable(name);
            let value_type = declared.map_or_else(|| value.value_type(), |v| v.value_type.clone());
            let field = ValueField {
                id: id.with("value"),
                name: &value_label,
                range: None,
                unit: "",
                lines: false,
                texts: cx.texts,
            };
            let shown = value.coerced(&value_type).unwrap_or_else(|| value.clone());
            let value = value_editor(ui, &field, &value_type, &shown);
            ui.end_row();
            to.or_else(|| Some(StopAt::Becomes(name.clone(), value?)))
        }
        StopAt::Expression(text) => {
            let label = cx.texts.tr("breakpoints.field_expression");
            ui.label(&*label);
            let to = ui
                .vertical(|ui| expressions::field(ui, cx, (id.with("text"), &label), text, true))
                .inner;
            ui.end_row();
            to.map(|text| StopAt::Expression(text.into()))
        }
    }
}

fn node_event(ui: &mut Ui, cx: &PanelContext<'_>, id: Id, event: NodeEvent) -> Option<NodeEvent> {
    let options = EVENTS.map(|(key, _)| cx.texts.tr(key).into_owned());
    let current = EVENTS
        .iter()
        .position(|(_, event_of_entry)| *event_of_entry == event);
    let shown = current.map_or("", |current| &options[current]);
    let name = cx.texts.tr("breakpoints.field_event");
    let chosen = choice(ui, id.with("event"), &name, shown, &options, current);
    chosen.map(|chosen| EVENTS[chosen].1)
}

/// The expression that must be true for the event of a node to count.
fn condition(ui: &mut Ui, cx: &PanelContext<'_>, id: Id, text: Option<&str>) -> TextChange {
    let label = cx.texts.tr("breakpoints.field_condition");
    ui.label(&*label)
        .on_hover_text(cx.texts.tr("breakpoints.condition_hint"));
    let text = text.unwrap_or_default();
    let field = ui.vertical(|ui| expressions::field(ui, cx, (id.with("if"), &label), text, true));
    ui.end_row();
    field.inner.map_or(TextChange::Same, |to| {
        let to = to.trim();
        TextChange::Now((!to.is_empty()).then(|| to.into()))
    })
}

/// Whether a variable breakpoint waits for any write or for a value.
fn variable_event(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    id: Id,
    name: &Arc<str>,
    value: Option<&Value>,
) -> Option<StopAt> {
    ui.label(&**name);
    let keys = ["breakpoints.event_written", "breakpoints.event_becomes"];
    let options = keys.map(|key| cx.texts.tr(key).into_owned());
    let current = usize::from(value.is_some());
    let label = cx.texts.tr("breakpoints.field_event");
    let id = id.with("event");
    if choice(ui, id, &label, &options[current], &options, Some(current))? == 0 {
        return Some(StopAt::Written(name.clone()));
    }
    let declared = cx.front.document().variable(name)?;
    let value = super::default_value(declared.initial.value.clone());
    Some(StopAt::Becomes(name.clone(), value))
}

/// The user's edit of a text that may be missing.
enum TextChange {
    Same,
    Now(Option<Arc<str>>),
}

/// Whether the breakpoint only logs, and its message.
fn message(ui: &mut Ui, cx: &PanelContext<'_>, id: Id, log: Option<&Arc<str>>) -> TextChange {
    let mut changed = TextChange::Same;
    let label = cx.texts.tr("breakpoints.field_only_says").into_owned();
    let mut only = log.is_some();
    let hint = cx.texts.tr("breakpoints.message_hint").into_owned();
    if check_box(ui, &mut only, label)
        .on_hover_text(&hint)
        .changed()
    {
        let first = cx.front.document().variables.first();
        let text = first.map_or_else(String::new, |v| format!("{0} = {{{0}}}", v.name));
        changed = TextChange::Now(only.then(|| text.into()));
    }
    if let Some(log) = log {
        let name = cx.texts.tr("breakpoints.field_message");
        let text = draft(ui, id.with("log"), &log.to_string(), |ui, text| {
            let edit = TextEdit::singleline(text).hint_text(placeholder(&hint));
            ui.add(edit.desired_width(ui.available_width().max(120.0)))
                .accessible_name(&*name)
        });
        if let Some(text) = text {
            changed = TextChange::Now(Some(text.into()));
        }
    }
    ui.end_row();
    changed
}
