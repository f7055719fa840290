//! The menu of a variable: comment, type, scope, order, breakpoints, uses, removal. Also the menu that declares a new one.

use std::sync::Arc;

use egui::containers::menu::{MenuButton, MenuConfig};
use egui::{Id, Popup, PopupCloseBehavior, TextEdit, Ui};
use treewright_authoring::edit::Command;
use treewright_core::expression;
use treewright_core::model::{Literal, Scope, Variable};
use treewright_core::value::ValueType;
use treewright_insight::breakpoint::{Breakpoint, StopAt};
use treewright_insight::occurrence::Sought;
use treewright_session::workspace::run_session::ExpectedFact;

use super::row::icon_of_type;
use super::{BlackboardState, history};
use crate::accessible_tree::opens_menu;
use crate::action::{Action, ActionSink, BreakpointAction, FindAction, ScenarioAction, ViewAction};
use crate::icons;
use crate::panels::breakpoints::default_value;
use crate::panels::{PanelContext, find_in_time};
use crate::popup_keyboard;
use crate::widgets::{caption, draft, list_in_popup, radio_button};

/// The button that declares a variable. A narrow one has no text.
pub fn add(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    is_narrow: bool,
    state: &mut BlackboardState,
    sink: &mut ActionSink,
) {
    let add = cx.texts.tr("blackboard.add").into_owned();
    let opens = std::mem::take(&mut state.add);
    let mut declare = |value_type: ValueType| {
        let name = fresh_name(cx, &value_type);
        state.focus = Some(name.clone());
        state.reveal = Some(name.clone());
        sink.edit(Command::AddVariable(Variable::new(name, value_type)));
    };
    let text = if is_narrow {
        "+".to_owned()
    } else {
        format!("+ {add}")
    };
    let menu = ui.menu_button(text, |ui| {
        caption(ui, cx.theme, &cx.texts.tr("blackboard.add_order"));
        for value_type in ValueType::SIMPLE {
            if type_button(ui, cx, &value_type).clicked() {
                declare(value_type);
            }
        }
        let lists = cx.texts.tr("blackboard.list_of").into_owned();
        ui.menu_button(lists, |ui| {
            for element in ValueType::SIMPLE {
                if type_button(ui, cx, &element).clicked() {
                    declare(ValueType::List(Box::new(element)));
                }
            }
        });
    });
    let response = menu.response.clone().accessible_name(format!("+ {add}"));
    if is_narrow {
        response.on_hover_text(add);
    }
    if opens {
        popup_keyboard::open(ui.ctx(), Popup::default_response_id(&menu.response));
    }
}

fn type_button(ui: &mut Ui, cx: &PanelContext<'_>, value_type: &ValueType) -> egui::Response {
    let title = type_title(cx, value_type);
    let icon = icons::text(icon_of_type(value_type)).size(15.0);
    ui.button((icon, &*title)).accessible_name(&title)
}

/// The button that opens the menu of a variable. `without_buttons` is set in a line that has no other button: it says whether the variable is
/// plotted, and the menu contains what the buttons would do.
pub fn show(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    (index, variable): (usize, &Variable),
    without_buttons: Option<bool>,
    sink: &mut ActionSink,
) {
    let name = cx
        .texts
        .tr_with("blackboard.more", &[("name", &variable.name)]);
    let icon = crate::icons::text("more_horiz").size(15.0);
    let icon = egui::Button::new(icon).frame_when_inactive(false);
    // A click into the comment must not close it.
    let config = MenuConfig::new().close_behavior(PopupCloseBehavior::CloseOnClickOutside);
    let menu = MenuButton::from_button(icon).config(config);
    let (response, shown) = menu.ui(ui, |ui| {
        list_in_popup(ui, |ui| {
            ui.set_min_width(200.0);
            let before = sink.count();
            if ui.add(button(cx, "command.rename")).clicked() {
                sink.push(Action::View(ViewAction::RenameVariable(
                    variable.name.clone(),
                )));
            }
            expect_value(ui, cx, variable, sink);
            if let Some(run) = cx.run {
                let offer = || sought(variable);
                find_in_time::submenu(ui, (cx.texts, run), offer, sink);
                ui.separator();
            }
            if let Some(is_plotted) = without_buttons {
                history::menu_items(ui, cx, variable, is_plotted, sink);
            }
            let is_done = sink.count() > before;
            comment_field(ui, cx, variable, sink);
            let before = sink.count();
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
            if is_done || sink.count() > before {
                ui.close();
            }
        });
    });
    opens_menu(&response, shown.is_some());
    response.accessible_name(name);
}

/// During a run: adds the variable's current value to the expectations of the open scenario.
fn expect_value(ui: &mut Ui, cx: &PanelContext<'_>, variable: &Variable, sink: &mut ActionSink) {
    let Some(run) = cx.run.filter(|run| run.shows_own_frame()) else {
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

/// What can be found in time of a variable: its changes, and where a boolean became true or false.
fn sought(variable: &Variable) -> Vec<Sought> {
    let mut offered = vec![Sought::Change(variable.name.clone())];
    if variable.value_type == ValueType::Bool {
        let read = expression::written(&variable.name);
        let becomes = [read.to_string(), format!("!{read}")];
        offered.extend(becomes.map(|text| Sought::Expression(text.into())));
    }
    offered
}

fn button(cx: &PanelContext<'_>, key: &str) -> egui::Button<'static> {
    egui::Button::new(cx.texts.tr(key).into_owned())
}

fn comment_field(ui: &mut Ui, cx: &PanelContext<'_>, variable: &Variable, sink: &mut ActionSink) {
    let label = cx.texts.tr("inspector.comment");
    caption(ui, cx.theme, &label);
    let id = Id::unique(("variable comment", cx.front.id(), &*variable.name));
    let comment = ui.scope(|ui| {
        // Fields in menus have no frame.
        ui.reset_style();
        draft(ui, id, &variable.comment, |ui, text| {
            ui.add(TextEdit::singleline(text).desired_width(190.0))
                .accessible_name(&*label)
        })
    });
    if let Some(comment) = comment.inner {
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
        if radio_button(ui, chosen, text).clicked() && !chosen {
            sink.edit(Command::ChangeVariable(Variable {
                scope,
                ..variable.clone()
            }));
        }
    }
}

/// The name of a type.
pub fn type_title(cx: &PanelContext<'_>, value_type: &ValueType) -> String {
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
