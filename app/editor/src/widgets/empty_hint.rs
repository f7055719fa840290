//! What an empty panel says instead of nothing.

use egui::{Label, RichText, Ui, Vec2};

use crate::icons;
use crate::theme::{Theme, space, text_size};

/// The least height in which the icon leaves the sentence its room, in points.
const ROOM_FOR_ICON: f32 = 90.0;
/// What a button with the gap above it takes, in points.
const ROOM_FOR_BUTTON: f32 = 34.0;

/// An icon and a sentence in the middle of the panel; in a low panel the sentence alone, for that is what must be read.
pub fn empty_hint(ui: &mut Ui, theme: &Theme, icon: &str, text: &str) {
    hint(ui, theme, (icon, text), None);
}

/// The same with a button for the obvious next step below it; whether that was pressed.
pub fn empty_hint_with(
    ui: &mut Ui,
    theme: &Theme,
    icon_and_text: (&str, &str),
    button: &str,
) -> bool {
    hint(ui, theme, icon_and_text, Some(button))
}

fn hint(ui: &mut Ui, theme: &Theme, (icon, text): (&str, &str), button: Option<&str>) -> bool {
    let height = ui.available_height();
    let below = if button.is_some() {
        ROOM_FOR_BUTTON
    } else {
        0.0
    };
    let mut pressed = false;
    ui.vertical_centered(|ui| {
        if height < ROOM_FOR_ICON + below {
            let above = (height - below) * 0.5 - text_size::BODY;
            ui.add_space(above.max(space::XS));
        } else {
            ui.add_space(((height - below) * 0.5 - 34.0).max(space::M));
            ui.label(icons::text(icon).size(26.0).color(theme.wire));
            ui.add_space(space::XS);
        }
        ui.spacing_mut().item_spacing = Vec2::ZERO;
        let text = RichText::new(text).size(text_size::BODY).color(theme.muted);
        ui.add(Label::new(text).wrap());
        if let Some(button) = button {
            ui.add_space(space::S);
            pressed = ui.button(button).clicked();
        }
    });
    pressed
}
