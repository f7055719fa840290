//! Names of upper nodes over a tree that is too small to be read, for orientation when zoomed out: those nearest the root first, each only
//! if it covers no other, nor, of few visible cards, another card.

use egui::{Align2, Painter, Rect, Vec2, vec2};

use super::corners;
use super::node_card::galley;
use super::view::View;
use crate::scene::flow::Flow;
use crate::scene::{Card, TITLE_SIZE};
use crate::theme::text_size;

/// The maximum number of names tried, and shown.
const MAX_CANDIDATES: usize = 400;
const MAX_SHOWN: usize = 60;
/// The maximum number of cards of a level that are examined.
const MAX_EXAMINED: usize = 2_000;
/// With at most this number of visible cards, nodes without a name of their own are labeled, too, and names cover no cards but for the
/// uppermost ones.
const FEW: usize = 300;
const HEIGHT: f32 = 15.0;
const PADDING: Vec2 = vec2(5.0, 2.0);
/// The gap between a card and its name.
const GAP: f32 = 3.0;

/// Draws as many names as fit. Returns their rectangles, and those of what lies over the corners.
pub fn paint(view: &View<'_>, painter: &Painter) -> Vec<Rect> {
    let theme = view.input.theme;
    let viewport = view.projection.viewport;
    let corners = corners::covered(viewport.size(), view.input);
    let corners = corners
        .into_iter()
        .map(|corner| corner.translate(viewport.min.to_vec2()));
    let mut taken: Vec<Rect> = corners.collect();
    let most = taken.len() + MAX_SHOWN;
    let blocks = if view.visible.len() <= FEW {
        view.visible.iter().map(|i| view.screen_rect(*i)).collect()
    } else {
        Vec::new()
    };
    for index in candidates(view) {
        let card = view.card(index);
        // The measured width is accurate enough to find space; only names that fit are laid out.
        let measured = vec2(
            card.face.title_width / TITLE_SIZE * text_size::SMALL,
            HEIGHT,
        );
        let is_free = |place: &Place| {
            let plate = place.plate(view.screen_rect(index), measured);
            let room = plate.expand(4.0);
            viewport.contains_rect(plate) && !taken.iter().any(|other| other.intersects(room))
        };
        let is_clear = |place: &&Place| {
            let plate = place.plate(view.screen_rect(index), measured);
            !blocks.iter().any(|block| block.intersects(plate))
        };
        let mut free = Place::of(view.flow).iter().filter(|place| is_free(place));
        // The uppermost names are worth a covered card.
        let may_cover = blocks.is_empty() || is_upper(view, card);
        let best = free.clone().find(is_clear);
        let Some(place) = best.or_else(|| free.next().filter(|_| may_cover)) else {
            continue;
        };
        let font = egui::FontId::proportional(text_size::SMALL);
        let name = galley(painter, &card.face.title, font);
        let plate = place.plate(view.screen_rect(index), name.size());
        let fill = theme.panel.gamma_multiply(0.92);
        painter.rect_filled(plate, 4.0, fill);
        painter.galley(plate.min + PADDING, name, theme.text);
        taken.push(plate);
        if taken.len() == most {
            break;
        }
    }
    taken
}

/// Where a name can be, seen from its card.
enum Place {
    Above,
    Below,
    Left,
    Right,
}

impl Place {
    /// The places at which there are no wires, the best one first.
    fn of(flow: Flow) -> &'static [Self] {
        match flow {
            Flow::Down => &[Self::Above, Self::Right, Self::Left],
            Flow::Right => &[Self::Above, Self::Below],
        }
    }

    /// The rectangle around a name of this size.
    fn plate(&self, card: Rect, name: Vec2) -> Rect {
        let (align, anchor) = match self {
            Self::Above => (Align2::CENTER_BOTTOM, card.center_top() - vec2(0.0, GAP)),
            Self::Below => (Align2::CENTER_TOP, card.center_bottom() + vec2(0.0, GAP)),
            Self::Left => (Align2::RIGHT_CENTER, card.left_center() - vec2(GAP, 0.0)),
            Self::Right => (Align2::LEFT_CENTER, card.right_center() + vec2(GAP, 0.0)),
        };
        align.anchor_size(anchor, name + 2.0 * PADDING)
    }
}

/// Top-level nodes, then their children, and so on, breadth first up to a limit. Leaves are not labeled.
fn candidates(view: &View<'_>) -> Vec<usize> {
    let scene = view.scene;
    let next = |index: &usize| Some(scene.cards.get(*index)?.subtree_end);
    let tops = std::iter::successors(Some(0), next);
    let tops = tops.take_while(|index| *index < scene.cards.len());
    let has_children = |index: &usize| view.card(*index).child_count > 0;
    let mut level: Vec<usize> = tops.filter(has_children).take(MAX_CANDIDATES).collect();
    let mut found = Vec::new();
    while !level.is_empty() && found.len() < MAX_CANDIDATES {
        found.extend(level.iter().copied().filter(|i| is_worth_naming(view, *i)));
        let below = level
            .iter()
            .flat_map(|i| scene.children(*i))
            .take(MAX_EXAMINED);
        level = below.filter(has_children).take(MAX_CANDIDATES).collect();
    }
    found
}

/// Whether the card is that of a root or of a child of one.
fn is_upper(view: &View<'_>, card: &Card) -> bool {
    let parent = card.parent.map(|parent| view.card(parent));
    parent.is_none_or(|parent| parent.parent.is_none())
}

fn is_worth_naming(view: &View<'_>, index: usize) -> bool {
    let card = view.card(index);
    // The name of a tree stands above its root.
    card.face.tree.is_none() && says_enough(view, card)
}

/// Whether the title is worth its place: it is the node's own name, or few cards are visible.
pub fn says_enough(view: &View<'_>, card: &Card) -> bool {
    card.face.is_named || view.visible.len() <= FEW
}
