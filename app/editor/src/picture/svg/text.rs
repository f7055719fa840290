//! Converts canvas text to SVG text: each row is one element with the same width as on the canvas, whatever font displays it. Icons become
//! references to their outlines.

use std::f32::consts::FRAC_1_SQRT_2;

use egui::emath::GuiRounding as _;
use egui::epaint::TextShape;
use egui::epaint::text::{Glyph, PlacedRow};
use egui::{Color32, Pos2};

use super::outlines::{self, DRAWN_AT};
use super::shapes::Writer;
use super::xml::{escaped, number, paint};
use crate::semibold;
use crate::theme::COLOR_WHEN_PAINTED;

impl Writer<'_> {
    /// Adds a text.
    pub(super) fn text(&mut self, shape: &TextShape) {
        let Some(section) = shape.galley.job.sections.first() else {
            return;
        };
        let format = &section.format;
        let color = match shape.override_text_color {
            Some(color) => color,
            None if format.color == COLOR_WHEN_PAINTED => shape.fallback_color,
            None => format.color,
        };
        let color = color.gamma_multiply(shape.opacity_factor);
        // The window aligns text to whole pixels.
        let at = shape.pos.round_to_pixels(self.scale);
        let font = outlines::font_of_icons(self.ctx, &format.font_id.family);
        for (row, is_bold) in semibold::rows(&shape.galley) {
            if let Some(font) = &font {
                let low = outlines::baseline_offset(font, format.font_id.size);
                for glyph in &row.glyphs {
                    let place = at + (row.pos + glyph.pos.to_vec2()).to_vec2();
                    let place = place + egui::vec2(0.0, low);
                    self.icon(font, glyph.chr, place, format.font_id.size, color);
                }
            } else {
                self.row(shape, (row, is_bold), at, format.font_id.size, color);
            }
        }
    }

    fn row(
        &mut self,
        shape: &TextShape,
        (row, is_bold): (&PlacedRow, bool),
        at: Pos2,
        size: f32,
        color: Color32,
    ) {
        let seen = |glyph: &&Glyph| !glyph.chr.is_whitespace();
        let first = row.glyphs.iter().position(|glyph| seen(&glyph));
        let last = row.glyphs.iter().rposition(|glyph| seen(&glyph));
        let Some((first, last)) = first.zip(last) else {
            return;
        };
        let glyphs = &row.glyphs[first..=last];
        let text: String = glyphs.iter().map(|glyph| glyph.chr).collect();
        let start = (row.pos + glyphs[0].pos.to_vec2()).to_vec2();
        let width = row.glyphs[last].max_x() - glyphs[0].pos.x;
        let turned = if shape.angle.abs() < FRAC_1_SQRT_2 * f32::EPSILON {
            String::new()
        } else {
            let degrees = shape.angle.to_degrees();
            let (x, y) = (number(at.x), number(at.y));
            format!(" transform=\"rotate({} {x} {y})\"", number(degrees))
        };
        let place = at + start;
        let weight = if is_bold { " font-weight=\"600\"" } else { "" };
        self.line(&format!(
            "<text x=\"{}\" y=\"{}\" font-size=\"{}\"{weight} textLength=\"{}\" lengthAdjust=\"spacingAndGlyphs\"{}{turned}>{}</text>",
            number(place.x),
            number(place.y),
            number(size),
            number(width),
            paint("fill", color),
            escaped(&text),
        ));
    }

    fn icon(&mut self, font: &egui::FontData, c: char, place: Pos2, size: f32, color: Color32) {
        let Some(id) = self.icon_definition(font, c) else {
            return;
        };
        self.line(&format!(
            "<use href=\"#{id}\" transform=\"translate({} {}) scale({})\"{}/>",
            number(place.x),
            number(place.y),
            number(size / DRAWN_AT),
            paint("fill", color),
        ));
    }
}
