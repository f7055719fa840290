//! The toolbar, derived from the command table; and how fast a run goes.

use egui::{DragValue, RichText, Ui};

use super::PanelContext;
use crate::action::{Action, ActionSink, RunAction};
use crate::command_table::{CommandEntry, commands, obstacle};
use crate::theme::space;
use crate::widgets::{IconButton, caption};
use crate::workspace::run_view::RunState;

/// Shows the toolbar.
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
    let (icon, key) = match command.id {
        "run" if running => ("pause", "command.pause".to_owned()),
        _ => (command.icon, command.text_key()),
    };
    let text = cx.texts.tr(&key);
    let shortcut = command.shortcut_text(ui.ctx());
    let why_not = obstacle(command, cx.situation).map(|why| cx.texts.tr(&why).into_owned());
    let mut button = IconButton::new(icon, &text)
        .hint(&shortcut)
        .why_not(why_not.as_deref().unwrap_or_default())
        .enabled((command.enabled)(cx.situation));
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
    let mut frames = cx.settings.frames_per_second();
    let name = cx.texts.tr("run.frames_per_second");
    let response = ui.add(
        DragValue::new(&mut frames)
            .range(0.1..=240.0)
            .speed(0.2)
            .max_decimals(1)
            .suffix(RichText::new(format!(" {}", cx.texts.tr("run.fps_unit")))),
    );
    if response
        .on_hover_text(&*name)
        .accessible_name(&*name)
        .changed()
    {
        sink.push(Action::Run(RunAction::SetFramesPerSecond(frames)));
    }
    let mut step = cx.settings.time_step();
    let name = cx.texts.tr("run.time_step");
    let response = ui.add(
        DragValue::new(&mut step)
            .range(0.0..=60.0)
            .speed(0.005)
            .max_decimals(4)
            .prefix("dt ")
            .suffix(" s"),
    );
    if response
        .on_hover_text(&*name)
        .accessible_name(&*name)
        .changed()
    {
        sink.push(Action::Run(RunAction::SetTimeStep(step)));
    }
    if let Some(run) = cx.run {
        ui.add_space(space::S);
        let frame = run.frame().to_string();
        let time = format!("{:.2}", run.time());
        let arguments = [("frame", &*frame), ("time", &*time)];
        caption(ui, cx.theme, &cx.texts.tr_with("run.clock", &arguments));
    }
}
