//! The toolbar, derived from the command table; and the speed controls of the run. What does not fit is in a menu at its end.

use egui::containers::menu::{MenuButton, MenuConfig};
use egui::{Button, DragValue, Id, PopupCloseBehavior, Ui};
use treewright_session::settings::{FASTEST, SLOWEST};
use treewright_session::workspace::run_view::RunView;

use super::{PanelContext, menu_bar};
use crate::accessible_tree::opens_menu;
use crate::action::{Action, ActionSink, RunAction, RunSetting};
use crate::command_table::{CommandEntry, commands};
use crate::icons;
use crate::theme::{space, text_size};
use crate::widgets::IconButton;

/// The width of a button, and of the one that lists what does not fit.
const BUTTON: f32 = 26.0;
/// The width of the speed controls before they were measured.
const SPEED: f32 = 290.0;

pub fn show(ui: &mut Ui, cx: &PanelContext<'_>, sink: &mut ActionSink) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        let mut group = 0;
        let mut hidden: Vec<&CommandEntry> = Vec::new();
        for command in commands() {
            let Some(of) = command.toolbar else {
                continue;
            };
            // Besides the gap before a group, there must be room for the button that lists the rest.
            let gap = if of == group { 0.0 } else { GROUP_GAP };
            if !hidden.is_empty() || ui.available_width() < gap + 2.0 * (BUTTON + 2.0) {
                hidden.push(command);
                continue;
            }
            if of != group {
                ui.add_space(space::XS);
                ui.separator();
                ui.add_space(space::XS);
                group = of;
            }
            button(ui, cx, command, sink);
        }
        let memory = Id::unique("width of the speed controls");
        let width = ui.data(|data| data.get_temp(memory)).unwrap_or(SPEED);
        let has_room = ui.available_width() >= space::M + width;
        if hidden.is_empty() && has_room {
            ui.add_space(space::M);
            let left = ui.cursor().left();
            speed(ui, cx, sink);
            let width = ui.cursor().left() - left;
            ui.data_mut(|data| data.insert_temp(memory, width));
        } else {
            more(ui, cx, &hidden, sink);
        }
    });
}

/// The space between two groups.
const GROUP_GAP: f32 = 2.0 * space::XS + 12.0;

/// A button with a menu of what does not fit into the toolbar.
fn more(ui: &mut Ui, cx: &PanelContext<'_>, hidden: &[&CommandEntry], sink: &mut ActionSink) {
    let name = cx.texts.tr("toolbar.more");
    let icon = icons::text("keyboard_double_arrow_right").size(text_size::ICON);
    // Dragging a number does not close the menu.
    let config = MenuConfig::new().close_behavior(PopupCloseBehavior::CloseOnClickOutside);
    let button = Button::new(icon).frame_when_inactive(false);
    let menu = MenuButton::from_button(button).config(config);
    let (response, shown) = menu.ui(ui, |ui| {
        for command in hidden {
            if menu_bar::entry(ui, cx, command, sink) {
                ui.close();
            }
        }
        if !hidden.is_empty() {
            ui.separator();
        }
        ui.horizontal(|ui| speed(ui, cx, sink));
    });
    opens_menu(&response, shown.is_some());
    response.accessible_name(&*name).on_hover_text(name);
}

fn button(ui: &mut Ui, cx: &PanelContext<'_>, command: &CommandEntry, sink: &mut ActionSink) {
    let name = cx
        .texts
        .tr(&command.current_text_key(cx.situation))
        .into_owned();
    let text = command.text(cx.texts, cx.situation);
    let description = if matches!(command.id, "undo" | "redo") {
        &*text
    } else {
        ""
    };
    let shortcut = command.shortcut_text(ui.ctx());
    let enabled = command.check(cx.situation);
    let disabled_reason = enabled.err().map(|why| cx.texts.tr(why.text_key()));
    let mut button = IconButton::new(command.current_icon(cx.situation), &name)
        .description(description)
        .hint(&shortcut)
        .disabled_reason(disabled_reason.as_deref().unwrap_or_default())
        .enabled(enabled.is_ok());
    match command.id {
        "run" if !cx.situation.can_pause => button = button.color(cx.theme.success),
        "stop" => button = button.color(cx.theme.failure),
        _ => {}
    }
    if button.show(ui).clicked() {
        sink.push((command.action)(cx.situation));
    }
}

/// How fast runs of the editor's own are. Whoever tells a run sets its pace.
fn speed(ui: &mut Ui, cx: &PanelContext<'_>, sink: &mut ActionSink) {
    let is_told = cx.run.is_some_and(RunView::is_told);
    let pace = ui.add_enabled_ui(!is_told, |ui| pace(ui, cx, sink));
    if is_told {
        let response = pace.response.interact(egui::Sense::hover());
        response.on_hover_text(cx.texts.tr("run.told_pace"));
    }
}

fn pace(ui: &mut Ui, cx: &PanelContext<'_>, sink: &mut ActionSink) {
    ui.spacing_mut().item_spacing.x = space::XS;
    let full = cx.settings.run_at_full_speed;
    let name = cx.texts.tr("run.speed");
    let mut speed = cx.settings.run_speed();
    let drag = DragValue::new(&mut speed)
        .range(SLOWEST..=FASTEST)
        .speed(0.02 * cx.settings.run_speed())
        .max_decimals(2)
        .suffix("×");
    let response = ui.add_enabled(!full, drag).on_hover_text(&*name);
    if response.accessible_name(&*name).changed() {
        sink.push(Action::Run(RunAction::Set(RunSetting::Speed(speed))));
    }
    let name = cx.texts.tr("run.full_speed");
    let response = IconButton::new("fast_forward", &name)
        .selected(full)
        .show(ui);
    if response.clicked() {
        sink.push(Action::Run(RunAction::Set(RunSetting::FullSpeed(!full))));
    }
    time_step(ui, cx, sink);
}

fn time_step(ui: &mut Ui, cx: &PanelContext<'_>, sink: &mut ActionSink) {
    let real = cx.settings.real_time_step;
    let name = cx.texts.tr("run.time_step");
    let mut step = cx.settings.time_step();
    let drag = DragValue::new(&mut step)
        .range(0.0..=60.0)
        .speed(0.005)
        .max_decimals(4)
        .prefix(format!("{} ", cx.texts.tr("run.time_step_short")))
        .suffix(" s");
    let response = ui.add_enabled(!real, drag).on_hover_text(&*name);
    if response.accessible_name(&*name).changed() {
        sink.push(Action::Run(RunAction::Set(RunSetting::TimeStep(step))));
    }
    let name = cx.texts.tr("run.real_time_step");
    let response = IconButton::new("timer", &name).selected(real).show(ui);
    if response.clicked() {
        sink.push(Action::Run(RunAction::Set(RunSetting::RealTimeStep(!real))));
    }
}
