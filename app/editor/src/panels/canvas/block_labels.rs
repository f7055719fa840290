//! Names of upper nodes over a tree that is too small to be read, for orientation when zoomed out: those nearest the root first, each only
//! if it covers no other.

use egui::{Align2, Painter, Rect, vec2};

use super::node_card::galley;
use super::view::View;
use crate::scene::{Card, TITLE_SIZE};
use crate::theme::text_size;

/// The maximum number of names tried, and shown.
const MAX_CANDIDATES: usize = 400;
const MAX_SHOWN: usize = 60;
/// With at most this number of visible cards, nodes without a name of their own are labeled, too.
const FEW: usize = 300;
const HEIGHT: f32 = 15.0;
const PADDING: egui::Vec2 = vec2(5.0, 2.0);

/// Draws as many names as fit. Returns their rectangles.
pub fn paint(view: &View<'_>, painter: &Painter) -> Vec<Rect> {
    let theme = view.input.theme;
    let mut taken: Vec<Rect> = Vec::new();
    for index in candidates(view) {
        let card = view.card(index);
        let anchor = view.screen_rect(index).center_top() - vec2(0.0, 3.0);
        // The measured width is accurate enough to find space; only names that fit are laid out.
        let measured = vec2(
            card.face.title_width / TITLE_SIZE * text_size::SMALL,
            HEIGHT,
        );
        let plate = Align2::CENTER_BOTTOM.anchor_size(anchor, measured + 2.0 * PADDING);
        let room = plate.expand(4.0);
        if !view.projection.viewport.contains_rect(plate)
            || taken.iter().any(|other| other.intersects(room))
        {
            continue;
        }
        let font = egui::FontId::proportional(text_size::SMALL);
        let name = galley(painter, &card.face.title, font);
        let plate = Align2::CENTER_BOTTOM.anchor_size(anchor, name.size() + 2.0 * PADDING);
        let fill = theme.panel.gamma_multiply(0.92);
        painter.rect_filled(plate, 4.0, fill);
        painter.galley(plate.min + PADDING, name, theme.text);
        taken.push(plate);
        if taken.len() == MAX_SHOWN {
            break;
        }
    }
    taken
}

/// Top-level nodes, then their children, and so on, breadth first up to a limit. Leaves are not labeled.
fn candidates(view: &View<'_>) -> Vec<usize> {
    let scene = view.scene;
    let next = |index: &usize| Some(scene.cards.get(*index)?.subtree_end);
    let tops = std::iter::successors(Some(0), next);
    let tops = tops.take_while(|index| *index < scene.cards.len());
    let mut level: Vec<usize> = tops.take(MAX_CANDIDATES).collect();
    let mut found = Vec::new();
    while !level.is_empty() && found.len() < MAX_CANDIDATES {
        level.truncate(MAX_CANDIDATES);
        found.extend(level.iter().copied().filter(|i| is_worth_naming(view, *i)));
        level = level.iter().flat_map(|i| scene.children(*i)).collect();
    }
    found
}

fn is_worth_naming(view: &View<'_>, index: usize) -> bool {
    let card = view.card(index);
    // The name of a tree stands above its root.
    card.child_count > 0 && card.face.tree.is_none() && says_enough(view, card)
}

/// Whether the title is worth its place: it is the node's own name, or few cards are visible.
pub fn says_enough(view: &View<'_>, card: &Card) -> bool {
    card.face.is_named || view.visible.len() <= FEW
}
