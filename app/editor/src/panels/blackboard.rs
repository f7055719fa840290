//! The variables: declared here, and while the tree runs shown and edited with their current values.

mod history;

use std::sync::Arc;

use egui::{Id, Popup, Pos2, Rect, RichText, ScrollArea, TextEdit, Ui, vec2};
use treewright_authoring::edit::Command;
use treewright_core::model::{Literal, Scope, Variable};
use treewright_core::value::ValueType;
use treewright_insight::breakpoint::{Breakpoint, StopAt};
use treewright_session::workspace::run_session::ExpectedFact;

use super::breakpoints::default_value;
use super::plots::PlotsState;
use super::{PanelContext, watches};
use crate::action::{Action, ActionSink, BreakpointAction, FindAction, RunAction, ScenarioAction};
use crate::popup_keyboard;
use crate::theme::{Theme, space};
use crate::widgets::{ValueField, caption, draft, empty_hint, focus_all, value_editor};

/// Up to this number of variables, all rows are drawn; above it, only those in view.
const MAX_FULLY_DRAWN: usize = 60;

/// State kept between frames.
#[derive(Default)]
pub struct BlackboardState {
    /// A newly added variable, whose name field gets the keyboard focus.
    focus: Option<Arc<str>>,
    /// Opens the menu of types, from which a variable is added.
    pub add: bool,
    /// A variable to scroll to in the next frame.
    pub reveal: Option<Arc<str>>,
    /// The height of each row when it was drawn last.
    heights: Vec<f32>,
    /// The row that is being edited or dragged. It is drawn even out of view, or the unfinished input would be lost.
    busy: Option<usize>,
}

impl BlackboardState {
    /// The space to leave for a row of a long list that is out of view: its last height, or else that of the row before it. `None` if the
    /// row must be drawn.
    fn unseen_height(&mut self, ui: &Ui, index: usize, count: usize) -> Option<f32> {
        self.heights.resize(count, 0.0);
        let height = self.heights[index];
        if count <= MAX_FULLY_DRAWN || height <= 0.0 && index == 0 {
            return None;
        }
        if height <= 0.0 {
            self.heights[index] = self.heights[index - 1];
        }
        let corner = ui.next_widget_position();
        let row = Rect::from_min_size(corner, vec2(1.0, self.heights[index]));
        let is_seen = ui.clip_rect().y_range().intersects(row.y_range());
        (!is_seen).then_some(self.heights[index])
    }
}

/// The last position of the field that is being edited or dragged.
fn edited_position(ui: &Ui) -> Option<Pos2> {
    let dragged = ui.ctx().dragged_id();
    let field = dragged.or_else(|| ui.memory(egui::Memory::focused))?;
    Some(ui.ctx().read_response(field)?.rect.center())
}

pub fn show(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    state: &mut BlackboardState,
    plots: &PlotsState,
    sink: &mut ActionSink,
) {
    header(ui, cx, state, sink);
    let variables = &cx.front.document().variables;
    if variables.is_empty() {
        empty_hint(ui, cx.theme, "memory", &cx.texts.tr("blackboard.empty"));
        return;
    }
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        for (index, variable) in variables.iter().enumerate() {
            let height = state.unseen_height(ui, index, variables.len());
            let is_busy = state.busy == Some(index);
            let is_wanted = is_busy || state.focus.as_ref() == Some(&variable.name);
            let rect = if let Some(height) = height.filter(|_| !is_wanted) {
                ui.allocate_space(vec2(ui.available_width(), height)).1
            } else {
                let row = ui.push_id(index, |ui| {
                    row(ui, cx, (index, variable), state, plots, sink);
                });
                let rect = row.response.rect;
                state.heights[index] = rect.height();
                if edited_position(ui).is_some_and(|at| rect.contains(at)) {
                    state.busy = Some(index);
                } else if is_busy {
                    state.busy = None;
                }
                rect
            };
            if state.reveal.as_ref() == Some(&variable.name) {
                state.reveal = None;
                ui.scroll_to_rect(rect, Some(egui::Align::Center));
                state.focus = Some(variable.name.clone());
            }
        }
        watches::show(ui, cx, sink);
    });
}

fn header(ui: &mut Ui, cx: &PanelContext<'_>, state: &mut BlackboardState, sink: &mut ActionSink) {
    ui.horizontal(|ui| {
        let add = cx.texts.tr("blackboard.add").into_owned();
        let menu = ui.menu_button(format!("+ {add}"), |ui| {
            for value_type in ValueType::SIMPLE {
                if ui.button(type_title(cx, &value_type)).clicked() {
                    let name = fresh_name(cx, &value_type);
                    state.focus = Some(name.clone());
                    sink.edit(Command::AddVariable(Variable::new(name, value_type)));
                }
            }
            let lists = cx.texts.tr("blackboard.list_of").into_owned();
            ui.menu_button(lists, |ui| {
                for element in ValueType::SIMPLE {
                    if ui.button(type_title(cx, &element)).clicked() {
                        let value_type = ValueType::List(Box::new(element));
                        let name = fresh_name(cx, &value_type);
                        state.focus = Some(name.clone());
                        sink.edit(Command::AddVariable(Variable::new(name, value_type)));
                    }
                }
            });
        });
        if std::mem::take(&mut state.add) {
            popup_keyboard::open(ui.ctx(), Popup::default_response_id(&menu.response));
        }
        if cx.run.is_some() {
            let live = cx.texts.tr("blackboard.live").into_owned();
            ui.label(RichText::new(live).small().color(cx.theme.running));
        }
    });
    ui.add_space(space::XS);
}

fn row(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    (index, variable): (usize, &Variable),
    state: &mut BlackboardState,
    plots: &PlotsState,
    sink: &mut ActionSink,
) {
    ui.horizontal(|ui| {
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            more_menu(ui, cx, index, variable, sink);
            history::plot_switch(ui, cx, variable, plots.has(&variable.name), sink);
            let mut about = type_title(cx, &variable.value_type);
            let scope = match variable.scope {
                Scope::Tree => None,
                Scope::Subtree => Some("scope.subtree"),
                Scope::Global => Some("scope.global"),
            };
            if let Some(scope) = scope {
                about = format!("{about} · {}", cx.texts.tr(scope));
            }
            caption(ui, cx.theme, &about);
            ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                name_field(ui, cx, variable, state, sink);
            });
        });
    });
    value_field(ui, cx, variable, sink);
    ui.add_space(space::XS);
}

fn name_field(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    variable: &Variable,
    state: &mut BlackboardState,
    sink: &mut ActionSink,
) {
    let id = Id::unique(("variable name", cx.front.id(), &*variable.name));
    let label = cx
        .texts
        .tr_with("blackboard.name_of", &[("name", &variable.name)]);
    let focus = state.focus.as_ref() == Some(&variable.name);
    let renamed = draft(ui, id, &variable.name.to_string(), |ui, text| {
        let response = ui
            .add(
                TextEdit::singleline(text)
                    .desired_width(ui.available_width())
                    .font(egui::TextStyle::Body),
            )
            .accessible_name(&label);
        if focus {
            focus_all(ui, &response, text);
        }
        let comment = &variable.comment;
        if comment.is_empty() {
            response
        } else {
            response.on_hover_text(comment)
        }
    });
    if focus {
        state.focus = None;
    }
    if let Some(to) = renamed {
        sink.edit(Command::RenameVariable {
            from: variable.name.clone(),
            to: to.into(),
        });
    }
}

fn value_field(ui: &mut Ui, cx: &PanelContext<'_>, variable: &Variable, sink: &mut ActionSink) {
    let live = cx.run.and_then(|run| run.variable(&variable.name));
    let key = if live.is_some() {
        "blackboard.live_value_of"
    } else {
        "blackboard.value_of"
    };
    let label = cx.texts.tr_with(key, &[("name", &variable.name)]);
    let field = ValueField {
        id: Id::unique((
            "variable value",
            cx.front.id(),
            &*variable.name,
            live.is_some(),
        )),
        name: &label,
        range: None,
        unit: "",
        lines: false,
        texts: cx.texts,
    };
    let shown = live.unwrap_or(&variable.initial.value);
    let changed = cx
        .run
        .is_some_and(|run| history::changed_now(run, &variable.name));
    let mut frame = egui::Frame::new().corner_radius(4);
    if changed {
        frame = frame.fill(Theme::tint(cx.theme.panel, cx.theme.running, 0.16));
    }
    let content = |ui: &mut Ui| {
        if let (Some(run), true) = (cx.run, live.is_some()) {
            history::history_button(ui, cx, run, variable, sink);
        } else {
            ui.add_space(space::M + space::S);
        }
        let Some(value) = value_editor(ui, &field, &variable.value_type, shown) else {
            return;
        };
        if live.is_some() {
            let name = variable.name.to_string();
            sink.push(Action::Run(RunAction::SetVariable(name, value)));
        } else {
            sink.edit(Command::ChangeVariable(Variable {
                initial: Literal::from(value),
                ..variable.clone()
            }));
        }
    };
    frame.show(ui, |ui| ui.horizontal(content));
}

fn more_menu(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    index: usize,
    variable: &Variable,
    sink: &mut ActionSink,
) {
    let name = cx
        .texts
        .tr_with("blackboard.more", &[("name", &variable.name)]);
    let icon = crate::icons::text("more_horiz").size(15.0);
    let icon = egui::Button::new(icon).frame_when_inactive(false);
    let (response, _) = egui::containers::menu::MenuButton::from_button(icon).ui(ui, |ui| {
        ui.set_min_width(200.0);
        expect_value(ui, cx, variable, sink);
        comment_field(ui, cx, variable, sink);
        change_type(ui, cx, variable, sink);
        change_scope(ui, cx, variable, sink);
        ui.separator();
        let count = cx.front.document().variables.len();
        let up = ui.add_enabled(index > 0, button(cx, "blackboard.up"));
        if up.clicked() {
            sink.edit(Command::MoveVariable(variable.name.clone(), index - 1));
        }
        let down = ui.add_enabled(index + 1 < count, button(cx, "blackboard.down"));
        if down.clicked() {
            sink.edit(Command::MoveVariable(variable.name.clone(), index + 1));
        }
        ui.separator();
        let uses = uses(cx, &variable.name);
        caption(ui, cx.theme, &cx.texts.tr_count("blackboard.uses", uses));
        let stop = |at| Action::Breakpoint(BreakpointAction::Add(Breakpoint::new(at)));
        if ui.add(button(cx, "blackboard.stop_when_written")).clicked() {
            sink.push(stop(StopAt::Written(variable.name.clone())));
        }
        if ui.add(button(cx, "blackboard.stop_when_becomes")).clicked() {
            let value = default_value(variable.initial.value.clone());
            sink.push(stop(StopAt::Becomes(variable.name.clone(), value)));
        }
        if ui.add(button(cx, "blackboard.find_uses")).clicked() {
            sink.push(Action::Find(FindAction::Uses(variable.name.clone())));
        }
        if ui.add(button(cx, "blackboard.remove")).clicked() {
            sink.edit(Command::RemoveVariable(variable.name.clone()));
        }
    });
    response.accessible_name(name);
}

/// During a run: adds the variable's current value to the expectations of the open scenario.
fn expect_value(ui: &mut Ui, cx: &PanelContext<'_>, variable: &Variable, sink: &mut ActionSink) {
    let Some(run) = cx.run.filter(|run| run.frame() > 0) else {
        return;
    };
    let frame = run.frame().to_string();
    let arguments = [("frame", &*frame)];
    let text = cx.texts.tr_with("scenarios.expect_variable", &arguments);
    let button = ui.button((crate::icons::text("flag"), &*text));
    if button.accessible_name(&*text).clicked() {
        let what = ExpectedFact::Variable(variable.name.clone());
        sink.push(Action::Scenario(ScenarioAction::Expect(what)));
        ui.close();
    }
    ui.separator();
}

fn button(cx: &PanelContext<'_>, key: &str) -> egui::Button<'static> {
    egui::Button::new(cx.texts.tr(key).into_owned())
}

fn comment_field(ui: &mut Ui, cx: &PanelContext<'_>, variable: &Variable, sink: &mut ActionSink) {
    let label = cx.texts.tr("inspector.comment");
    caption(ui, cx.theme, &label);
    let id = Id::unique(("variable comment", cx.front.id(), &*variable.name));
    let comment = draft(ui, id, &variable.comment, |ui, text| {
        ui.add(TextEdit::singleline(text).desired_width(190.0))
            .accessible_name(&*label)
    });
    if let Some(comment) = comment {
        sink.edit(Command::ChangeVariable(Variable {
            comment,
            ..variable.clone()
        }));
    }
}

fn change_type(ui: &mut Ui, cx: &PanelContext<'_>, variable: &Variable, sink: &mut ActionSink) {
    ui.menu_button(cx.texts.tr("blackboard.type").into_owned(), |ui| {
        for value_type in ValueType::SIMPLE {
            let chosen = value_type == variable.value_type;
            if ui
                .selectable_label(chosen, type_title(cx, &value_type))
                .clicked()
                && !chosen
            {
                sink.edit(Command::ChangeVariable(Variable {
                    initial: Literal::from(value_type.default_value()),
                    value_type,
                    ..variable.clone()
                }));
            }
        }
    });
}

fn change_scope(ui: &mut Ui, cx: &PanelContext<'_>, variable: &Variable, sink: &mut ActionSink) {
    for scope in Scope::ALL {
        let text = cx.texts.tr(match scope {
            Scope::Tree => "scope.tree_long",
            Scope::Subtree => "scope.subtree_long",
            Scope::Global => "scope.global_long",
        });
        let chosen = variable.scope == scope;
        if ui.radio(chosen, text.into_owned()).clicked() && !chosen {
            sink.edit(Command::ChangeVariable(Variable {
                scope,
                ..variable.clone()
            }));
        }
    }
}

/// The name of a type.
fn type_title(cx: &PanelContext<'_>, value_type: &ValueType) -> String {
    match value_type {
        ValueType::List(element) => {
            let element = type_title(cx, element);
            cx.texts.tr_with("type.list", &[("element", &element)])
        }
        simple => cx.texts.tr(&format!("type.{simple}")).into_owned(),
    }
}

/// A name that is not used by any variable.
fn fresh_name(cx: &PanelContext<'_>, value_type: &ValueType) -> Arc<str> {
    let stem = match value_type {
        ValueType::List(_) => "list".to_owned(),
        simple => simple.to_string(),
    };
    let document = cx.front.document();
    let mut number = 1;
    loop {
        let name = format!("{stem}_{number}");
        if document.variable(&name).is_none() {
            return name.into();
        }
        number += 1;
    }
}

/// The number of parameters bound to the variable and of expressions that read it.
fn uses(cx: &PanelContext<'_>, name: &str) -> usize {
    let nodes = cx.front.document().nodes();
    nodes
        .flat_map(|node| cx.library.variables_of(node))
        .filter(|used| *used == name)
        .count()
}
