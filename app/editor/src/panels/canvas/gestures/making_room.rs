//! Dragging a node past its siblings: the others make room while it is held, and it takes the place that they left.

use egui::{Rect, Ui, Vec2};

use super::super::view::{Moved, View};
use crate::scene::Scene;
use crate::scene::siblings::{Reordered, Siblings};

/// How long siblings take to make room, in seconds.
const SECONDS: f32 = 0.12;

/// Fills in for each card how far it stands aside now: on its way there where that is seen.
pub fn stand_aside(siblings: &Siblings, ui: &Ui, (scene, seen): (&Scene, Rect), moved: &mut Moved) {
    let aside = &mut moved.aside;
    aside.clear();
    aside.resize(scene.cards.len(), Vec2::ZERO);
    moved.most_aside = 0.0;
    let place = siblings.place(moved.offset);
    // Where they lie in another order, nobody could tell who makes room for whom.
    let stays = siblings.keeps(place) || !siblings.in_order;
    let seconds = if ui.style().animation_time > 0.0 {
        SECONDS
    } else {
        0.0
    };
    let shifts = siblings.shifts(place);
    for (id, cards, shift) in siblings.others(&shifts) {
        let target = if stays { 0.0 } else { shift };
        let lying = scene.cards[cards.start].rect;
        let way = lying | lying.translate(siblings.along * shift);
        let now = if way.intersects(seen) {
            let id = egui::Id::unique("standing aside").with(id.as_str());
            ui.ctx().animate_value_with_time(id, target, seconds)
        } else {
            target
        };
        moved.most_aside = moved.most_aside.max(now.abs());
        if let Some(cards) = aside.get_mut(cards) {
            cards.fill(siblings.along * now);
        }
    }
}

/// What dropping the node here does beside moving it: none if its place stays the same.
pub fn dropped(siblings: Siblings, view: &View<'_>, offset: Vec2) -> Option<Reordered> {
    let place = siblings.place(offset);
    if siblings.keeps(place) {
        return None;
    }
    let across = offset - siblings.along * offset.dot(siblings.along);
    Some(siblings.reorder(view.input.document, place, across))
}
