//! The toolbar, derived from the command table; and the speed controls of the run.

use egui::{DragValue, Ui};
use treewright_session::settings::{FASTEST, SLOWEST};
use treewright_session::workspace::run_view::RunState;

use super::PanelContext;
use crate::action::{Action, ActionSink, RunAction, RunSetting};
use crate::command_table::{CommandEntry, commands};
use crate::theme::space;
use crate::widgets::IconButton;

pub fn show(ui: &mut Ui, cx: &PanelContext<'_>, sink: &mut ActionSink) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        let mut group = 0;
        for command in commands() {
            let Some(of) = command.toolbar else {
                continue;
            };
            if of != group {
                ui.add_space(space::XS);
                ui.separator();
                ui.add_space(space::XS);
                group = of;
            }
            button(ui, cx, command, sink);
        }
        ui.add_space(space::M);
        speed(ui, cx, sink);
    });
}

fn button(ui: &mut Ui, cx: &PanelContext<'_>, command: &CommandEntry, sink: &mut ActionSink) {
    let running = cx.situation.run == Some(RunState::Running);
    let (icon, text) = match command.id {
        "run" if running => ("pause", cx.texts.tr("command.pause").into_owned()),
        _ => (command.icon, command.text(cx.texts, cx.situation)),
    };
    let shortcut = command.shortcut_text(ui.ctx());
    let enabled = (command.enabled)(cx.situation);
    let disabled_reason = enabled.err().map(|why| cx.texts.tr(why.text_key()));
    let mut button = IconButton::new(icon, &text)
        .hint(&shortcut)
        .disabled_reason(disabled_reason.as_deref().unwrap_or_default())
        .enabled(enabled.is_ok());
    match command.id {
        "run" if !running => button = button.color(cx.theme.success),
        "stop" => button = button.color(cx.theme.failure),
        _ => {}
    }
    if button.show(ui).clicked() {
        sink.push((command.action)(cx.situation));
    }
}

fn speed(ui: &mut Ui, cx: &PanelContext<'_>, sink: &mut ActionSink) {
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
