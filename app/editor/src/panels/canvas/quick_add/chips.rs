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

/// The chips; without `leaves`, those of node types that can have children.
fn offered(leaves: bool) -> impl Iterator<Item = (&'static str, Option<Category>)> {
    let fits = move |of: Option<Category>| leaves || of.is_none_or(|of| !of.is_leaf());
    CHIPS.into_iter().filter(move |(_, of)| fits(*of))
}

/// Draws the chips; a click chooses one.
pub fn show(ui: &mut Ui, input: &CanvasInput<'_>, leaves: bool, category: &mut Option<Category>) {
    let hint = input.texts.tr("canvas.add.chips_hint");
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        ui.spacing_mut().button_padding.x = 7.0;
        for (key, of) in offered(leaves) {
            let text = RichText::new(input.texts.tr(key)).small();
            let chip = Button::selectable(*category == of, text).frame_when_inactive(true);
            if ui.add(chip).on_hover_text(&*hint).clicked() {
                *category = of;
            }
        }
    });
}

/// Returns the chip `steps` further; after the last one comes the first.
pub fn neighbor(category: Option<Category>, leaves: bool, steps: isize) -> Option<Category> {
    let chips: Vec<Option<Category>> = offered(leaves).map(|(_, of)| of).collect();
    let at = chips.iter().position(|of| *of == category);
    let at = at.unwrap_or_default() + chips.len();
    chips[at.saturating_add_signed(steps) % chips.len()]
}
