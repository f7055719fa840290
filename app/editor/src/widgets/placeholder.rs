//! The text that an empty field shows in place of a value. It must not be taken for a value, so it is dimmer and slanted.

use egui::RichText;

/// Code points below this one are of scripts that can be slanted. Slanted Han characters are hard to read.
const FIRST_UPRIGHT: u32 = 0x2e80;

/// A placeholder for `TextEdit::hint_text`, which gives it the color of weak text.
pub fn placeholder(text: impl Into<String>) -> RichText {
    let text = text.into();
    let is_upright = text.chars().any(|c| u32::from(c) >= FIRST_UPRIGHT);
    let shown = RichText::new(text);
    if is_upright { shown } else { shown.italics() }
}
