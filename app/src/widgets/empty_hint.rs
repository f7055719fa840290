//! What an empty panel says instead of nothing.

use egui::{Label, RichText, Ui, Vec2};

use crate::icons;
use crate::theme::{Theme, space, text_size};

/// The least height in which the icon leaves the sentence its room, in points.
const ROOM_FOR_ICON: f32 = 90.0;

/// An icon and a sentence in the middle of the panel; in a low panel the sentence alone, for that is what must be read.
pub fn empty_hint(ui: &mut Ui, theme: &Theme, icon: &str, text: &str) {
    let height = ui.available_height();
    ui.vertical_centered(|ui| {
        if height < ROOM_FOR_ICON {
            ui.add_space((height * 0.5 - text_size::BODY).max(space::XS));
        } else {
            ui.add_space((height * 0.5 - 34.0).max(space::M));
            ui.label(icons::text(icon).size(26.0).color(theme.wire));
            ui.add_space(space::XS);
        }
        ui.spacing_mut().item_spacing = Vec2::ZERO;
        let text = RichText::new(text).size(text_size::BODY).color(theme.muted);
        ui.add(Label::new(text).wrap());
    });
}
