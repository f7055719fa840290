//! The window that adds several agents to a run: how many, and which variables differ from agent to agent.

use egui::{DragValue, RichText, Ui};
use rustc_hash::FxHashMap;
use treewright_core::model::{Scope, Variable};
use treewright_core::value::{Value, ValueType};
use treewright_session::workspace::run_session::VariableSpread;

use super::PanelContext;
use crate::action::{Action, ActionSink, AgentAction, RunAction};
use crate::theme::space;
use crate::widgets::{
    Dialog, DialogButton, DialogPlace, caption, check_box, dialog_body, dialog_buttons,
    focus_all_at_first,
};

/// The most agents that are added at once.
const MOST: usize = 1_000;

/// What has been entered so far.
pub struct AgentsWindow {
    count: usize,
    /// The first and the last value of the variables that differ.
    spreads: FxHashMap<String, (f64, f64)>,
    shown_before: bool,
}

impl Default for AgentsWindow {
    fn default() -> Self {
        Self {
            count: 100,
            spreads: FxHashMap::default(),
            shown_before: false,
        }
    }
}

pub fn show(
    ctx: &egui::Context,
    cx: &PanelContext<'_>,
    window: &mut AgentsWindow,
    sink: &mut ActionSink,
) {
    let title = cx.texts.tr("agents.add_title");
    let dialog = Dialog {
        id: "agents",
        title: &title,
        close: &cx.texts.tr("dialog.close"),
        width: 430.0,
        closes_outside: false,
        place: DialogPlace::Middle,
    };
    let mut pressed = None;
    let closed = dialog.show(ctx, cx.theme, |ui| {
        dialog_body(ui, |ui| {
            count_field(ui, cx, window);
            spreads(ui, cx, window);
        });
        let (cancel, add) = (
            cx.texts.tr("question.cancel"),
            cx.texts.tr("agents.add_now"),
        );
        let buttons = [DialogButton::new(&cancel), DialogButton::new(&add)];
        pressed = dialog_buttons(ui, cx.theme, &buttons);
    });
    let act = |action| Action::Run(RunAction::Agents(action));
    if pressed == Some(1) {
        sink.push(act(AgentAction::AddMany {
            count: window.count,
            spreads: chosen(cx, window),
        }));
    } else if closed || pressed.is_some() {
        sink.push(act(AgentAction::CloseWindow));
    }
}

fn count_field(ui: &mut Ui, cx: &PanelContext<'_>, window: &mut AgentsWindow) {
    let name = cx.texts.tr("agents.count_field");
    ui.horizontal(|ui| {
        ui.label(&*name);
        let field = DragValue::new(&mut window.count).range(1..=MOST).speed(0.5);
        let field = ui.add(field).accessible_name(&*name);
        let text = window.count.to_string();
        focus_all_at_first(ui, &field, &text, &mut window.shown_before);
    });
}

/// The variables that can differ: numbers and conditions of the agent's own.
fn spreadable<'a>(cx: &PanelContext<'a>) -> impl Iterator<Item = &'a Variable> {
    let variables = cx.front.document().variables.iter();
    variables.filter(|variable| {
        let types = [ValueType::Int, ValueType::Float, ValueType::Bool];
        types.contains(&variable.value_type) && variable.scope != Scope::Global
    })
}

fn spreads(ui: &mut Ui, cx: &PanelContext<'_>, window: &mut AgentsWindow) {
    if spreadable(cx).next().is_none() {
        return;
    }
    ui.add_space(space::S);
    let text = RichText::new(cx.texts.tr("agents.spread")).color(cx.theme.muted);
    ui.label(text);
    for variable in spreadable(cx) {
        let name = &*variable.name;
        ui.push_id(name, |ui| {
            ui.horizontal(|ui| {
                let mut is_on = window.spreads.contains_key(name);
                if check_box(ui, &mut is_on, name.to_owned()).changed() {
                    if is_on {
                        let range = first_range(&variable.initial.value);
                        window.spreads.insert(name.to_owned(), range);
                    } else {
                        window.spreads.remove(name);
                    }
                }
                let is_condition = variable.value_type == ValueType::Bool;
                if is_condition && is_on {
                    caption(ui, cx.theme, &cx.texts.tr("agents.spread_halves"));
                } else if let Some((from, to)) = window.spreads.get_mut(name) {
                    let keys = ["agents.spread_from", "agents.spread_from_of"];
                    value_field(ui, cx, keys, name, from);
                    let keys = ["agents.spread_to", "agents.spread_to_of"];
                    value_field(ui, cx, keys, name, to);
                }
            });
        });
    }
}

/// A field for a value of a variable. `caption_key` is the text before it, `name_key` its name for screen readers.
fn value_field(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    [caption_key, name_key]: [&str; 2],
    variable: &str,
    value: &mut f64,
) {
    caption(ui, cx.theme, &cx.texts.tr(caption_key));
    let name = cx.texts.tr_with(name_key, &[("name", variable)]);
    let field = DragValue::new(value).speed(0.1);
    ui.add(field).accessible_name(name);
}

/// From where to where a variable goes until the user chooses something else.
fn first_range(value: &Value) -> (f64, f64) {
    match value {
        Value::Int(number) => (*number as f64, *number as f64),
        Value::Float(number) => (*number, *number),
        _ => (0.0, 1.0),
    }
}

/// The spreads of the variables that still exist.
fn chosen(cx: &PanelContext<'_>, window: &AgentsWindow) -> Vec<VariableSpread> {
    let spreads = spreadable(cx).filter_map(|variable| {
        let (from, to) = *window.spreads.get(&*variable.name)?;
        Some(VariableSpread {
            name: variable.name.clone(),
            from,
            to,
        })
    });
    spreads.collect()
}
