//! Measures text without laying it out, from cached glyph widths. Kerning is ignored, which is accurate enough for the width of a card.

use egui::{FontFamily, FontId};
use rustc_hash::FxHashMap;

/// The font size at which glyphs are measured; large, so that rounding does not matter.
const MEASURED_AT: f32 = 32.0;

/// A cache of glyph widths.
pub struct TextMeasure {
    ctx: Option<egui::Context>,
    ascii: [f32; 128],
    other: FxHashMap<char, f32>,
}

impl TextMeasure {
    /// Measures with the fonts of this context.
    pub fn new(ctx: &egui::Context) -> Self {
        let font = FontId::new(MEASURED_AT, FontFamily::Proportional);
        let ascii = ctx.fonts_mut(|fonts| {
            std::array::from_fn(|code| {
                let glyph = u8::try_from(code).map_or('?', char::from);
                fonts.glyph_width(&font, glyph) / MEASURED_AT
            })
        });
        Self {
            ctx: Some(ctx.clone()),
            ascii,
            other: FxHashMap::default(),
        }
    }

    /// Takes every glyph to be 0.55 of its height wide, for tests without fonts.
    #[cfg(test)]
    pub fn fixed() -> Self {
        Self {
            ctx: None,
            ascii: [0.55; 128],
            other: FxHashMap::default(),
        }
    }

    /// The width of a line of text of this size.
    pub fn width(&mut self, text: &str, size: f32) -> f32 {
        text.chars().map(|c| self.glyph(c)).sum::<f32>() * size
    }

    /// The first line of a text, cut with an ellipsis if it is wider than `room`.
    pub fn shortened(&mut self, text: &str, size: f32, room: f32) -> String {
        let line = text.lines().next().unwrap_or_default();
        let whole = line.len() == text.len();
        if whole && self.width(line, size) <= room {
            return line.to_owned();
        }
        let room = room - self.glyph('…') * size;
        let mut width = 0.0;
        let mut end = 0;
        for (start, c) in line.char_indices() {
            width += self.glyph(c) * size;
            if width > room {
                break;
            }
            end = start + c.len_utf8();
        }
        format!("{}…", line[..end].trim_end())
    }

    fn glyph(&mut self, c: char) -> f32 {
        if let Some(width) = self.ascii.get(c as usize) {
            return *width;
        }
        let Some(ctx) = &self.ctx else { return 1.0 };
        *self.other.entry(c).or_insert_with(|| {
            let font = FontId::new(MEASURED_AT, FontFamily::Proportional);
            ctx.fonts_mut(|fonts| fonts.glyph_width(&font, c)) / MEASURED_AT
        })
    }
}

impl std::fmt::Debug for TextMeasure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TextMeasure").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_text_ends_in_an_ellipsis() {
        let mut measure = TextMeasure::fixed();
        assert_eq!(measure.shortened("Patrol", 10.0, 100.0), "Patrol");
        let cut = measure.shortened("Patrol the northern wall", 10.0, 60.0);
        assert_eq!(cut, "Patrol th…");
        assert_eq!(measure.shortened("one\ntwo", 10.0, 100.0), "one…");
    }
}
