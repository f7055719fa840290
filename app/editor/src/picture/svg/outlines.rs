//! Outlines of icons, read from the font that the canvas uses for them.

use std::fmt::Write as _;

use egui::{Context, FontData, FontFamily};
use skrifa::instance::{LocationRef, Size};
use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::{FontRef, MetadataProvider as _};
use std::sync::Arc;

use super::xml::number;

/// The font size of outlines; they are scaled where they are used.
pub const DRAWN_AT: f32 = 100.0;

/// How far below its baseline the canvas draws an icon of a font, for a size in points.
pub fn baseline_offset(data: &FontData, size: f32) -> f32 {
    size * data.tweak.y_offset_factor + data.tweak.y_offset
}

/// The font of an icon family; `None` for text families.
pub fn font_of_icons(ctx: &Context, family: &FontFamily) -> Option<Arc<FontData>> {
    let FontFamily::Name(_) = family else {
        return None;
    };
    ctx.fonts(|fonts| {
        let definitions = fonts.definitions();
        let first = definitions.families.get(family)?.first()?;
        definitions.font_data.get(first).cloned()
    })
}

/// The outline of a character as SVG path data, with the baseline at zero, at [`DRAWN_AT`]; `None` if the font does not have it.
pub fn outline(data: &FontData, c: char) -> Option<String> {
    let font = FontRef::from_index(data.font.as_ref().as_ref(), data.index).ok()?;
    let glyph = font.outline_glyphs().get(font.charmap().map(c)?)?;
    let mut path = Path::default();
    let settings = DrawSettings::unhinted(Size::new(DRAWN_AT), LocationRef::default());
    glyph.draw(settings, &mut path).ok()?;
    Some(path.0)
}

/// Path data. The y axis of fonts points up, that of SVG down.
#[derive(Default)]
struct Path(String);

impl Path {
    fn add(&mut self, letter: char, points: &[(f32, f32)]) {
        self.0.push(letter);
        for (place, (x, y)) in points.iter().enumerate() {
            let comma = if place == 0 { "" } else { " " };
            let _ = write!(self.0, "{comma}{} {}", number(*x), number(-*y));
        }
    }
}

impl OutlinePen for Path {
    fn move_to(&mut self, x: f32, y: f32) {
        self.add('M', &[(x, y)]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.add('L', &[(x, y)]);
    }

    fn quad_to(&mut self, cx0: f32, cy0: f32, x: f32, y: f32) {
        self.add('Q', &[(cx0, cy0), (x, y)]);
    }

    fn curve_to(&mut self, cx0: f32, cy0: f32, cx1: f32, cy1: f32, x: f32, y: f32) {
        self.add('C', &[(cx0, cy0), (cx1, cy1), (x, y)]);
    }

    fn close(&mut self) {
        self.0.push('Z');
    }
}
