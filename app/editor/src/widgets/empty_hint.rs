//! The placeholder of an empty panel.

use egui::{Label, RichText, Ui, Vec2};

use crate::icons;
use crate::theme::{Theme, space, text_size};

/// In less height than this, in points, the icon would crowd out the sentence.
const ROOM_FOR_ICON: f32 = 90.0;
/// The height of a button and the gap above it, in points.
const ROOM_FOR_BUTTON: f32 = 34.0;

/// Shows an icon and a sentence in the middle of the panel. In a low panel only the sentence is shown, since it must be readable.
pub fn empty_hint(ui: &mut Ui, theme: &Theme, icon: &str, text: &str) {
    hint(ui, theme, (icon, text), None);
}

/// Like [`empty_hint`], with a button below for the obvious next step. Returns whether it was pressed.
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
