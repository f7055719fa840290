//! A semibold face for titles, in every script: each row of a text is drawn twice, the second time a fraction of a pixel further right. The
//! fonts of the window have one weight, and those that the system adds for other scripts often have, too.

use std::sync::Arc;

use egui::epaint::text::PlacedRow;
use egui::{Galley, vec2};

/// How much thicker stems become, relative to the size of the text.
const ADDED_STEM: f32 = 0.045;

/// The same text in semibold. `size` is its font size.
pub fn embolden(galley: &Galley, size: f32) -> Arc<Galley> {
    let mut bold = galley.clone();
    let shifted = vec2(size * ADDED_STEM, 0.0);
    bold.rows = galley
        .rows
        .iter()
        .flat_map(|row| {
            let mut again = row.clone();
            again.pos += shifted;
            [row.clone(), again]
        })
        .collect();
    bold.num_vertices *= 2;
    bold.num_indices *= 2;
    Arc::new(bold)
}

/// The rows of a text, without the second drawing of semibold ones, and whether each is semibold.
pub fn rows(galley: &Galley) -> impl Iterator<Item = (&PlacedRow, bool)> {
    let is_same = |a: &PlacedRow, b: &PlacedRow| {
        (a.pos.y - b.pos.y).abs() < f32::EPSILON && Arc::ptr_eq(&a.row, &b.row)
    };
    let rows = &galley.rows;
    rows.iter().enumerate().filter_map(move |(index, row)| {
        let is_again = index > 0 && is_same(&rows[index - 1], row);
        let is_bold = rows.get(index + 1).is_some_and(|next| is_same(row, next));
        (!is_again).then_some((row, is_bold))
    })
}

#[cfg(test)]
mod tests {
    use egui::{Color32, FontId};

    use super::*;

    #[test]
    fn each_row_is_still_one_row_of_the_text() {
        let ctx = egui::Context::default();
        let mut plain = None;
        let mut output = ctx.run_ui(egui::RawInput::default(), |ui| {
            let font = FontId::proportional(14.0);
            let text = "Chase\nChase".to_owned();
            plain = Some(ui.painter().layout(text, font, Color32::PLACEHOLDER, 200.0));
        });
        output.textures_delta.clear();
        let plain = plain.expect("a text");
        let told = |galley: &Galley| -> Vec<(String, bool)> {
            rows(galley)
                .map(|(row, is_bold)| (row.text(), is_bold))
                .collect()
        };
        let bold = embolden(&plain, 14.0);
        let is = |is_bold| vec![("Chase".to_owned(), is_bold); 2];
        assert_eq!((told(&plain), told(&bold)), (is(false), is(true)));
        assert!(bold.rows[1].pos.x > bold.rows[0].pos.x);
    }
}
