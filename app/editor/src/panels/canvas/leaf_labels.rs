//! Titles of leaves when zoomed out, in the free space ahead of them: written downward below a leaf if the tree grows down, beside it
//! otherwise. They keep a wide tree readable when it is fitted into the view.

use std::f32::consts::FRAC_PI_2;
use std::sync::Arc;

use egui::epaint::TextShape;
use egui::text::LayoutJob;
use egui::{Align, Color32, FontId, Galley, Painter, Rect, pos2, vec2};

use super::block_labels;
use super::node_card::galley;
use super::run_overlay::RunOverlay;
use super::view::View;
use crate::scene::TITLE_SIZE;
use crate::scene::flow::Flow;

const SIZE: f32 = 11.0;
/// The height of a line of this size.
const LINE: f32 = 13.0;
/// The gap between a leaf and its title.
const GAP: f32 = 4.0;
/// With more visible cards than this there is no space anyway.
const MAX_CARDS: usize = 900;

/// Draws the titles that fit. `taken` are rectangles with other text.
pub fn paint(view: &View<'_>, run: &RunOverlay<'_>, painter: &Painter, taken: &[Rect]) {
    if view.visible.len() > MAX_CARDS {
        return;
    }
    let theme = view.input.theme;
    let blocks: Vec<Rect> = view.visible.iter().map(|i| view.screen_rect(*i)).collect();
    let mut written: Vec<Rect> = taken.to_vec();
    for &index in &view.visible {
        let card = view.card(index);
        // In a large tree, titles that say no more than the node type would be noise.
        if card.subtree_end > index + 1 || !block_labels::says_enough(view, card) {
            continue;
        }
        let upright = (view.flow == Flow::Down)
            .then(|| upright(&card.face.title))
            .flatten();
        let length = match &upright {
            Some(column) => column.lines().count() as f32 * LINE,
            None => card.face.title_width / TITLE_SIZE * SIZE,
        };
        let place = title_rect(view.flow, view.screen_rect(index), length);
        let free = view.projection.viewport.contains_rect(place)
            && !blocks.iter().chain(&written).any(|r| r.intersects(place));
        if !free {
            continue;
        }
        let glow = run.glow(&card.id);
        let color = glow.map_or(theme.muted, |glow| theme.status(glow.state));
        let font = FontId::proportional(SIZE);
        if let Some(column) = upright {
            let mut column = LayoutJob::simple(column, font, color, f32::INFINITY);
            column.halign = Align::Center;
            let column = painter.layout_job(column);
            painter.galley(place.center_top(), column, color);
        } else {
            let title = galley(painter, &card.face.title, font);
            paint_along(painter, view.flow, place, title, color);
        }
        written.push(place);
    }
}

/// Paints a title in the direction of growth.
fn paint_along(painter: &Painter, flow: Flow, place: Rect, title: Arc<Galley>, color: Color32) {
    match flow {
        Flow::Down => {
            // After a quarter turn around its top left corner, the text is to the left of that corner.
            let corner = pos2(place.center().x + title.size().y / 2.0, place.min.y);
            painter.add(TextShape::new(corner, title, color).with_angle(FRAC_PI_2));
        }
        Flow::Right => {
            painter.galley(place.min, title, color);
        }
    }
}

/// A title in Chinese with one character in each line, as it is written downward; `None` for one in another script, which is turned.
fn upright(title: &str) -> Option<String> {
    let is_ideograph = |c: char| ('\u{2e80}'..='\u{9fff}').contains(&c);
    let lines = || title.chars().filter(|c| !c.is_whitespace());
    title
        .contains(is_ideograph)
        .then(|| lines().map(String::from).collect::<Vec<_>>().join("\n"))
}

fn title_rect(flow: Flow, leaf: Rect, length: f32) -> Rect {
    match flow {
        Flow::Down => {
            let top = leaf.center_bottom() + vec2(-LINE / 2.0, GAP);
            Rect::from_min_size(top, vec2(LINE, length))
        }
        Flow::Right => {
            let start = leaf.right_center() + vec2(GAP, -LINE / 2.0);
            Rect::from_min_size(start, vec2(length, LINE))
        }
    }
}
