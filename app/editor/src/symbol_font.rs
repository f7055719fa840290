//! The symbol font that egui brings, without its full-width characters. It draws them as bold symbols, and comes before the fonts of the system,
//! so that a Chinese question mark or bracket would not look like the text around it. Knows the table of characters of a font file, nothing else.

use std::ops::RangeInclusive;
use std::sync::Arc;

use egui::{Context, FontData, FontDefinitions};

/// Its name in egui.
const NAME: &str = "emoji-icon-font";
/// Full-width forms of Latin letters, digits and punctuation, which fonts of East Asian scripts have.
const FULL_WIDTH: RangeInclusive<u32> = 0xff00..=0xffef;

/// Installs egui's fonts with the changed symbol font.
pub fn install(ctx: &Context) {
    let mut fonts = FontDefinitions::default();
    if let Some(data) = fonts.font_data.get_mut(NAME) {
        let mut font = data.bytes().to_vec();
        if without_full_width(&mut font).is_some() {
            *data = Arc::new(FontData {
                font: FontData::from_owned(font).font,
                ..(**data).clone()
            });
        }
    }
    ctx.set_fonts(fonts);
}

/// Removes the full-width characters from the table of characters. A font that cannot be read is left as it is.
fn without_full_width(font: &mut [u8]) -> Option<()> {
    let tables = usize::from(u16_at(font, 4)?);
    let table = (0..tables).map(|index| 12 + 16 * index);
    let mut table = table.filter(|at| font.get(*at..at + 4) == Some(b"cmap"));
    let start = u32_at(font, table.next_back()? + 8)? as usize;
    for index in 0..usize::from(u16_at(font, start + 2)?) {
        let part = start + u32_at(font, start + 4 + 8 * index + 4)? as usize;
        match u16_at(font, part)? {
            4 => empty_segments(font, part)?,
            12 => empty_groups(font, part)?,
            _ => {}
        }
    }
    Some(())
}

/// Empties the segments with only full-width characters in a part of format 4: such a segment begins behind its end.
fn empty_segments(font: &mut [u8], part: usize) -> Option<()> {
    let size = usize::from(u16_at(font, part + 6)?);
    for place in (0..size).step_by(2) {
        let (end, start) = (part + 14 + place, part + 16 + size + place);
        let last = u32::from(u16_at(font, end)?);
        let first = u32::from(u16_at(font, start)?);
        if FULL_WIDTH.contains(&first) && FULL_WIDTH.contains(&last) {
            font.get_mut(start..start + 2)?.fill(0xff);
        }
    }
    Some(())
}

/// Empties the groups with only full-width characters in a part of format 12.
fn empty_groups(font: &mut [u8], part: usize) -> Option<()> {
    for index in 0..u32_at(font, part + 12)? as usize {
        let group = part + 16 + 12 * index;
        let (first, last) = (u32_at(font, group)?, u32_at(font, group + 4)?);
        if FULL_WIDTH.contains(&first) && FULL_WIDTH.contains(&last) {
            let start = font.get_mut(group..group + 4)?;
            start.copy_from_slice(&(last + 1).to_be_bytes());
        }
    }
    Some(())
}

fn u16_at(font: &[u8], at: usize) -> Option<u16> {
    let bytes = font.get(at..at + 2)?;
    Some(u16::from_be_bytes(bytes.try_into().ok()?))
}

fn u32_at(font: &[u8], at: usize) -> Option<u32> {
    let bytes = font.get(at..at + 4)?;
    Some(u32::from_be_bytes(bytes.try_into().ok()?))
}

#[cfg(test)]
mod tests {
    use egui::FontId;

    use super::*;

    /// Whether egui's own fonts can draw a character.
    fn is_drawn(ctx: &Context, c: char) -> bool {
        let font = FontId::proportional(14.0);
        ctx.fonts_mut(|fonts| fonts.has_glyph(&font, c))
    }

    #[test]
    fn full_width_characters_are_left_to_the_fonts_of_the_system() {
        let (usual, changed) = (Context::default(), Context::default());
        install(&changed);
        for ctx in [&usual, &changed] {
            let mut output = ctx.run_ui(egui::RawInput::default(), |_| {});
            output.textures_delta.clear();
        }
        for c in ['？', '！', '（', '）', '５', 'Ａ'] {
            assert!(
                is_drawn(&usual, c),
                "{c}: egui's font need not be changed any more"
            );
            assert!(!is_drawn(&changed, c), "{c}");
        }
        for c in ['⚔', '★', '?', '(', '🏅'] {
            assert!(is_drawn(&changed, c), "{c}");
        }
    }

    #[test]
    fn a_damaged_font_is_left_as_it_is() {
        for damaged in [&b""[..], b"\0\x01\0\0\0\x01", &[0xff; 64]] {
            let mut font = damaged.to_vec();
            without_full_width(&mut font);
            assert_eq!(font, damaged);
        }
    }
}
