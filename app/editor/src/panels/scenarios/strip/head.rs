//! The line above the strip: name, description, number of frames, their duration, seed, zoom, undo and redo, and the menu of expectations.

use egui::{Align, DragValue, Id, Layout, RichText, TextEdit, Ui, vec2};
use treewright_insight::scenario::MAX_FRAMES;
use treewright_insight::scenario_json::MAX_DT;
use treewright_session::workspace::scenario_edits::{Direction, ScenarioEdit};

use super::{HEAD, Strip, StripState};
use crate::accessible_tree::opens_menu;
use crate::action::{Action, ActionSink, ScenarioAction};
use crate::icons;
use crate::panels::scenarios::expectations;
use crate::widgets::{IconButton, caption, check_box, draft, placeholder};

/// The width of the name.
const NAME: f32 = 260.0;
/// The width of the list with the other properties.
const PROPERTIES: f32 = 300.0;

/// Shows buttons at the start of the line, in place of the name.
pub type LeadingButtons<'a> = dyn FnMut(&mut Ui, &mut ActionSink) + 'a;

pub fn show(
    ui: &mut Ui,
    strip: &Strip<'_>,
    state: &mut StripState,
    start: Option<&mut LeadingButtons<'_>>,
    sink: &mut ActionSink,
) {
    let size = vec2(ui.available_width(), HEAD);
    ui.allocate_ui_with_layout(size, Layout::right_to_left(Align::Center), |ui| {
        steps(ui, strip, state, sink);
        zoom(ui, strip, state);
        let has_name = start.is_none();
        properties(ui, strip, has_name, sink);
        expectations::menu(ui, strip.cx, &mut state.quiet, has_name, sink);
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            if let Some(start) = start {
                return start(ui, sink);
            }
            name(ui, strip, sink);
            if strip.entry.text.is_some() {
                let text = strip.cx.texts.tr("scenarios.of_example");
                let text = RichText::new(text).color(strip.cx.theme.muted);
                ui.add(egui::Label::new(text).truncate());
            } else if !strip.scenario.description.is_empty() {
                let text = RichText::new(&strip.scenario.description).color(strip.cx.theme.muted);
                let label = egui::Label::new(text)
                    .truncate()
                    .show_tooltip_when_elided(false);
                ui.add(label).on_hover_text(&strip.scenario.description);
            }
        });
    });
}

fn field(strip: &Strip<'_>, key: &str) -> Id {
    Id::unique(("scenario", &strip.entry.file, key))
}

fn name(ui: &mut Ui, strip: &Strip<'_>, sink: &mut ActionSink) {
    let label = strip.cx.texts.tr("scenarios.name");
    let current = &strip.scenario.name;
    let width = NAME.min(ui.available_width() * 0.6);
    let named = draft(ui, field(strip, "name"), current, |ui, text| {
        let edit = TextEdit::singleline(text)
            .hint_text(placeholder(&*label))
            .desired_width(width);
        ui.add(edit).accessible_name(&*label)
    });
    if let Some(name) = named {
        strip.edit(ScenarioEdit::Name(name), sink);
    }
}

/// Undo and redo of the scenario's edits.
pub(super) fn steps(ui: &mut Ui, strip: &Strip<'_>, state: &mut StripState, sink: &mut ActionSink) {
    let history = strip.entry.history();
    for (icon, key, direction, is_enabled) in [
        (
            "redo",
            "scenarios.redo",
            Direction::Redo,
            history.can_redo(),
        ),
        (
            "undo",
            "scenarios.undo",
            Direction::Undo,
            history.can_undo(),
        ),
    ] {
        let name = strip.cx.texts.tr(key);
        let button = IconButton::new(icon, &name).small().enabled(is_enabled);
        if button.show(ui).clicked() {
            let file = strip.entry.file.clone();
            sink.push(Action::Scenario(ScenarioAction::Step { file, direction }));
            state.focus = true;
        }
    }
}

fn zoom(ui: &mut Ui, strip: &Strip<'_>, state: &mut StripState) {
    let texts = strip.cx.texts;
    let all = texts.tr("timeline.all");
    if IconButton::new("fit_screen", &all)
        .small()
        .show(ui)
        .clicked()
    {
        state.scale.show_all();
    }
}

/// The menu with description, frames, duration and seed, and the name if it has no place beside; its button tells the frames and their duration.
fn properties(ui: &mut Ui, strip: &Strip<'_>, has_name: bool, sink: &mut ActionSink) {
    let texts = strip.cx.texts;
    let seconds = strip.scenario.dt.to_string();
    let frames = usize::try_from(strip.scenario.frames).unwrap_or(usize::MAX);
    let title = texts.tr_count_with("scenarios.length", frames, &[("seconds", &seconds)]);
    let config = egui::containers::menu::MenuConfig::new()
        .close_behavior(egui::PopupCloseBehavior::CloseOnClickOutside);
    // Its place is small where the name is not beside it.
    let text = if has_name { &*title } else { "" };
    let button = egui::containers::menu::MenuButton::new((icons::text("tune"), text));
    let (response, shown) = button.config(config).ui(ui, |ui| {
        // Fields in menus have no frame.
        ui.reset_style();
        ui.set_width(PROPERTIES);
        if !has_name {
            caption(ui, strip.cx.theme, &texts.tr("scenarios.name"));
            name(ui, strip, sink);
        }
        description(ui, strip, sink);
        length(ui, strip, sink);
        seed(ui, strip, sink);
    });
    let name = texts.tr_with("scenarios.properties", &[("length", &title)]);
    opens_menu(&response, shown.is_some());
    response.accessible_name(name);
}

fn description(ui: &mut Ui, strip: &Strip<'_>, sink: &mut ActionSink) {
    let label = strip.cx.texts.tr("scenarios.description");
    caption(ui, strip.cx.theme, &label);
    let current = &strip.scenario.description;
    let described = draft(ui, field(strip, "description"), current, |ui, text| {
        let edit = TextEdit::multiline(text)
            .desired_rows(2)
            .desired_width(PROPERTIES);
        ui.add(edit).accessible_name(&*label)
    });
    if let Some(text) = described {
        strip.edit(ScenarioEdit::Description(text), sink);
    }
}

fn length(ui: &mut Ui, strip: &Strip<'_>, sink: &mut ActionSink) {
    let texts = strip.cx.texts;
    ui.horizontal(|ui| {
        let label = texts.tr("scenarios.frames");
        ui.label(&*label);
        let least = strip.scenario.last_marked_frame().max(1);
        let frames = draft(
            ui,
            field(strip, "frames"),
            &strip.scenario.frames,
            |ui, frames| {
                let field = DragValue::new(frames).range(least..=MAX_FRAMES).speed(0.2);
                ui.add(field.update_while_editing(false))
                    .accessible_name(&*label)
            },
        );
        if let Some(frames) = frames {
            strip.edit(ScenarioEdit::Frames(frames), sink);
        }
        let label = texts.tr("scenarios.frame_duration");
        ui.label(&*label);
        let dt = draft(ui, field(strip, "dt"), &strip.scenario.dt, |ui, dt| {
            let field = DragValue::new(dt)
                .range(0.0..=MAX_DT)
                .speed(0.01)
                .suffix(" s");
            ui.add(field.update_while_editing(false))
                .accessible_name(&*label)
        });
        if let Some(dt) = dt {
            strip.edit(ScenarioEdit::FrameDuration(dt), sink);
        }
    });
}

fn seed(ui: &mut Ui, strip: &Strip<'_>, sink: &mut ActionSink) {
    let texts = strip.cx.texts;
    ui.horizontal(|ui| {
        let mut has_own = strip.scenario.seed.is_some();
        let label = texts.tr("scenarios.own_seed");
        if check_box(ui, &mut has_own, &*label).changed() {
            let seed = has_own.then_some(strip.cx.front.document().seed);
            strip.edit(ScenarioEdit::Seed(seed), sink);
        }
        let Some(current) = strip.scenario.seed else {
            return;
        };
        let label = texts.tr("scenarios.seed");
        let seed = draft(ui, field(strip, "seed"), &current, |ui, seed| {
            let field = DragValue::new(seed).speed(0.2).update_while_editing(false);
            ui.add(field).accessible_name(&*label)
        });
        if let Some(seed) = seed {
            strip.edit(ScenarioEdit::Seed(Some(seed)), sink);
        }
    });
}
