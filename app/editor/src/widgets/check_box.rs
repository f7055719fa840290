//! Check boxes and radio buttons: hollow while they are off, so that they cannot be taken for ones that are on. A check box that is on is filled
//! with the accent color.

use egui::{Checkbox, Response, RichText, Stroke, Ui};

use crate::theme::Theme;

/// The width of the outline and of the tick, in points.
const OUTLINE: f32 = 1.2;
const TICK: f32 = 2.0;

/// Shows a check box with a label, which may be empty.
pub fn check_box(ui: &mut Ui, on: &mut bool, label: impl Into<String>) -> Response {
    shown(ui, on, label, false)
}

/// Shows a check box for several things; with `is_mixed`, some of them are on and others are off.
pub fn mixed_check_box(
    ui: &mut Ui,
    on: &mut bool,
    label: impl Into<String>,
    is_mixed: bool,
) -> Response {
    shown(ui, on, label, is_mixed)
}

fn shown(ui: &mut Ui, on: &mut bool, label: impl Into<String>, is_mixed: bool) -> Response {
    let theme = Theme::of(ui);
    let color = ui.visuals().text_color();
    let label = label.into();
    start_row_if_needed(ui, &label);
    let label = RichText::new(label).color(color);
    let is_filled = *on && !is_mixed;
    ui.scope(|ui| {
        let widgets = &mut ui.visuals_mut().widgets;
        for (level, outline) in [
            (&mut widgets.inactive, theme.muted),
            (&mut widgets.hovered, theme.accent),
            (&mut widgets.active, theme.accent),
        ] {
            let (fill, outline, tick) = if is_filled {
                (theme.accent, theme.accent, theme.on_accent)
            } else {
                (theme.field, outline, theme.text)
            };
            level.bg_fill = fill;
            level.bg_stroke = Stroke::new(OUTLINE, outline);
            level.fg_stroke = Stroke::new(TICK, tick);
        }
        ui.add(Checkbox::new(on, label).indeterminate(is_mixed))
    })
    .inner
}

/// In rows that wrap, starts the next one if the rest of this one is too narrow, so that the label is not broken within a word.
fn start_row_if_needed(ui: &mut Ui, label: &str) {
    if !ui.layout().main_wrap() {
        return;
    }
    let font = egui::TextStyle::Button.resolve(ui.style());
    let color = ui.visuals().text_color();
    let text = ui.painter().layout_no_wrap(label.to_owned(), font, color);
    let spacing = ui.spacing();
    let width = spacing.icon_width + spacing.icon_spacing + text.size().x;
    let is_first = ui.cursor().left() <= ui.max_rect().left();
    if !is_first && ui.available_size_before_wrap().x < width {
        ui.end_row();
    }
}

/// Shows a radio button with a label, hollow while it is off, also in a menu.
pub fn radio_button(ui: &mut Ui, is_on: bool, label: impl Into<String>) -> Response {
    let theme = Theme::of(ui);
    let color = ui.visuals().text_color();
    let label = RichText::new(label).color(color);
    ui.scope(|ui| {
        hollow_radio_buttons(ui, &theme);
        ui.radio(is_on, label)
    })
    .inner
}

/// Makes the radio buttons that follow hollow while they are off.
pub fn hollow_radio_buttons(ui: &mut Ui, theme: &Theme) {
    let widgets = &mut ui.visuals_mut().widgets;
    for level in [&mut widgets.inactive, &mut widgets.hovered] {
        level.bg_fill = theme.field;
        level.bg_stroke = Stroke::new(OUTLINE, theme.muted);
    }
}
