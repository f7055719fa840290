//! The chips of the search: all node types, or those of one category.

use egui::{Button, RichText, Ui};
use treewright_core::category::Category;

use super::super::CanvasInput;

/// The text keys of the chips, in their order.
const CHIPS: [(&str, Option<Category>); 5] = [
    ("canvas.add.all", None),
    ("canvas.add.composite", Some(Category::Composite)),
    ("canvas.add.decorator", Some(Category::Decorator)),
    ("canvas.add.condition", Some(Category::Conditional)),
    ("canvas.add.action", Some(Category::Action)),
];

/// Draws the chips; a click chooses one.
pub fn show(ui: &mut Ui, input: &CanvasInput<'_>, category: &mut Option<Category>) {
    let hint = input.texts.tr("canvas.add.chips_hint");
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        ui.spacing_mut().button_padding.x = 7.0;
        for (key, of) in CHIPS {
            let text = RichText::new(input.texts.tr(key)).small();
            let chip = Button::selectable(*category == of, text).frame_when_inactive(true);
            if ui.add(chip).on_hover_text(&*hint).clicked() {
                *category = of;
            }
        }
    });
}

/// Returns the chip `steps` further; after the last one comes the first.
pub fn neighbor(category: Option<Category>, steps: isize) -> Option<Category> {
    let at = CHIPS.iter().position(|(_, of)| *of == category);
    let at = at.unwrap_or_default() + CHIPS.len();
    CHIPS[at.saturating_add_signed(steps) % CHIPS.len()].1
}
