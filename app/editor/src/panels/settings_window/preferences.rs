//! The settings pages except for shortcuts: each row has a name, a control, and a hint.

use egui::{DragValue, Id, RichText, Slider, Ui};
use treewright_session::i18n::LANGUAGES;
use treewright_session::settings::{AtStart, FASTEST, SLOWEST, SecondStart, ThemeChoice};

use crate::action::{
    Action, ActionSink, FileAction, PreferAction, RunAction, RunSetting, ViewAction,
};
use crate::panels::PanelContext;
use crate::theme::{space, text_size};
use crate::widgets::{check_box, choice};

/// The width of the column of names, and the largest share of the page that it has.
const NAMES: f32 = 190.0;
const NAMES_SHARE: f32 = 0.4;
/// The width of a drop-down, if there is room.
const PICK: f32 = 240.0;

/// A row of a page: its name, its control, and below both a hint.
fn line(ui: &mut Ui, cx: &PanelContext<'_>, key: &str, control: impl FnOnce(&mut Ui, &str)) {
    let name = cx.texts.tr(key).into_owned();
    let names = NAMES.min(ui.available_width() * NAMES_SHARE);
    ui.horizontal(|ui| {
        let size = egui::vec2(names, ui.spacing().interact_size.y);
        let layout = egui::Layout::left_to_right(egui::Align::Center);
        ui.allocate_ui_with_layout(size, layout, |ui| {
            ui.set_min_width(names);
            ui.add(egui::Label::new(&name).wrap());
        });
        control(ui, &name);
    });
    let hint_key = format!("{key}_hint");
    if let Some(hint) = cx.texts.find(&hint_key) {
        ui.horizontal(|ui| {
            ui.add_space(names + space::S);
            let hint = RichText::new(hint).size(text_size::SMALL);
            ui.add(egui::Label::new(hint.color(cx.theme.muted)).wrap());
        });
    }
    ui.add_space(space::M);
}

/// A drop-down.
fn pick(ui: &mut Ui, name: &str, options: &[String], current: usize) -> Option<usize> {
    let size = egui::vec2(PICK.min(ui.available_width()), ui.spacing().interact_size.y);
    ui.allocate_ui(size, |ui| {
        let (id, shown) = (Id::unique(name), &options[current]);
        choice(ui, id, name, shown, options, Some(current))
    })
    .inner
}

/// The look of the window.
pub fn appearance(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    scale: &mut Option<u16>,
    sink: &mut ActionSink,
) {
    line(ui, cx, "settings.theme", |ui, name| {
        const THEMES: [ThemeChoice; 4] = [
            ThemeChoice::System,
            ThemeChoice::Light,
            ThemeChoice::Dark,
            ThemeChoice::HighContrast,
        ];
        let keys = [
            "command.theme_system",
            "command.theme_light",
            "command.theme_dark",
            "command.theme_high_contrast",
        ];
        let options = keys.map(|key| cx.texts.tr(key).into_owned());
        let now = cx.situation.theme.unwrap_or(ThemeChoice::System);
        let now = THEMES.iter().position(|theme| *theme == now);
        if let Some(chosen) = pick(ui, name, &options, now.unwrap_or(0)) {
            sink.push(Action::View(ViewAction::SetTheme(THEMES[chosen])));
        }
    });
    line(ui, cx, "settings.language", |ui, name| {
        let options = LANGUAGES.map(|(_, own_name)| own_name.to_owned());
        let now = LANGUAGES
            .iter()
            .position(|(code, _)| *code == cx.texts.language());
        if let Some(chosen) = pick(ui, name, &options, now.unwrap_or(0)) {
            let code = LANGUAGES[chosen].0.to_owned();
            sink.push(Action::View(ViewAction::SetLanguage(code)));
        }
    });
    line(ui, cx, "settings.scale", |ui, name| {
        let mut percent = scale.unwrap_or_else(|| cx.settings.scale());
        // Beside it is its value.
        let room = ui.available_width() - 60.0;
        ui.spacing_mut().slider_width = room.clamp(60.0, 180.0);
        let slider = Slider::new(&mut percent, 75..=200).step_by(5.0).suffix("%");
        let response = ui.add(slider).accessible_name(name);
        // Apply the scale after the drag: otherwise the slider would move away from the pointer.
        if response.dragged() {
            *scale = Some(percent);
        } else if scale.take().is_some() || response.changed() {
            sink.push(Action::Prefer(PreferAction::SetScale(percent)));
        }
    });
    line(ui, cx, "settings.less_motion", |ui, name| {
        let mut less = cx.settings.less_motion;
        if check_box(ui, &mut less, "").accessible_name(name).changed() {
            sink.push(Action::Prefer(PreferAction::SetLessMotion(less)));
        }
    });
}

/// How trees are drawn and run.
pub fn canvas(ui: &mut Ui, cx: &PanelContext<'_>, sink: &mut ActionSink) {
    line(ui, cx, "settings.direction", |ui, name| {
        let keys = ["settings.downwards", "settings.to_the_right"];
        let options = keys.map(|key| cx.texts.tr(key).into_owned());
        let now = usize::from(cx.front.grows_right());
        if let Some(chosen) = pick(ui, name, &options, now) {
            sink.push(Action::View(ViewAction::SetLeftToRight(chosen == 1)));
        }
    });
    line(ui, cx, "run.speed", |ui, name| {
        let mut speed = cx.settings.run_speed();
        let drag = DragValue::new(&mut speed).range(SLOWEST..=FASTEST);
        let drag = drag
            .speed(0.02 * cx.settings.run_speed())
            .max_decimals(2)
            .suffix("×");
        if ui.add(drag).accessible_name(name).changed() {
            sink.push(Action::Run(RunAction::Set(RunSetting::Speed(speed))));
        }
    });
    line(ui, cx, "run.time_step", |ui, name| {
        let mut step = cx.settings.time_step();
        let drag = DragValue::new(&mut step).range(0.0..=60.0).speed(0.005);
        let drag = drag.max_decimals(4).suffix(" s");
        if ui.add(drag).accessible_name(name).changed() {
            sink.push(Action::Run(RunAction::Set(RunSetting::TimeStep(step))));
        }
    });
    line(ui, cx, "run.recording_limit", |ui, name| {
        let mut megabytes = cx.settings.recording_limit() >> 20;
        let drag = DragValue::new(&mut megabytes).range(8..=65_536);
        if ui.add(drag.suffix(" MB")).accessible_name(name).changed() {
            let megabytes = u32::try_from(megabytes).unwrap_or(u32::MAX);
            sink.push(Action::Run(RunAction::Set(RunSetting::RecordingMegabytes(
                megabytes,
            ))));
        }
    });
}

/// Opening of files.
pub fn files(ui: &mut Ui, cx: &PanelContext<'_>, sink: &mut ActionSink) {
    line(ui, cx, "settings.second_start", |ui, name| {
        const STARTS: [SecondStart; 2] = [SecondStart::RunningWindow, SecondStart::NewWindow];
        let keys = ["settings.running_window", "settings.new_window"];
        let options = keys.map(|key| cx.texts.tr(key).into_owned());
        let now = STARTS
            .iter()
            .position(|start| *start == cx.settings.second_start);
        if let Some(chosen) = pick(ui, name, &options, now.unwrap_or(0)) {
            sink.push(Action::Prefer(PreferAction::SetSecondStart(STARTS[chosen])));
        }
    });
    line(ui, cx, "settings.reopen", |ui, name| {
        let mut on = cx.settings.at_start == AtStart::Reopen;
        if check_box(ui, &mut on, "").accessible_name(name).changed() {
            let what = if on {
                AtStart::Reopen
            } else {
                AtStart::Example
            };
            sink.push(Action::Prefer(PreferAction::SetAtStart(what)));
        }
    });
    line(ui, cx, "settings.recent", |ui, _| {
        let button = egui::Button::new(cx.texts.tr("menu.clear_recent"));
        let any = !cx.settings.recent.is_empty();
        if ui.add_enabled(any, button).clicked() {
            sink.push(Action::File(FileAction::ClearRecent));
        }
    });
}
