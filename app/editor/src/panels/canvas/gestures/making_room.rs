//! Dragging a node past its siblings: the others make room while it is dragged, and it takes the freed place.

use egui::{Rect, Ui, Vec2};

use super::super::drop_places::DropPlace;
use super::super::view::{DragPreview, View};
use crate::scene::Scene;
use crate::scene::siblings::{SiblingMove, Siblings};

/// The duration of the siblings' movement, in seconds.
const SECONDS: f32 = 0.12;

/// Sets the current displacement of each card while the node is displaced by `offset`, animated for visible ones.
pub fn make_room(
    siblings: &Siblings,
    offset: Vec2,
    ui: &Ui,
    (scene, seen): (&Scene, Rect),
    moved: &mut DragPreview,
) {
    let aside = &mut moved.aside;
    aside.clear();
    aside.resize(scene.cards.len(), Vec2::ZERO);
    moved.max_aside = 0.0;
    let place = siblings.index_at(offset);
    // If siblings are not in execution order, making room would be confusing.
    let stays = siblings.is_current_index(place) || !siblings.arrange_in_order;
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
        moved.max_aside = moved.max_aside.max(now.abs());
        if let Some(cards) = aside.get_mut(cards) {
            cards.fill(siblings.along * now);
        }
    }
}

/// The place that the node would get; `None` if its index stays the same. The bar is where the node is.
pub fn place(siblings: &Siblings, view: &View<'_>) -> Option<DropPlace> {
    let index = siblings.index_at(view.moved.offset);
    if siblings.is_current_index(index) {
        return None;
    }
    let own = view.scene.index(siblings.id())?;
    let parent = view.card(own).parent?;
    // The siblings have made room there.
    let shifts = siblings.shifts(index);
    let gap = siblings.along * siblings.own_shift(&shifts);
    let lying = view.scene.cards[own].rect.translate(gap);
    let card = view.projection.screen_rect(lying);
    let bar = if siblings.along.x > 0.0 {
        [card.left_top(), card.left_bottom()]
    } else {
        [card.left_top(), card.right_top()]
    };
    Some(DropPlace {
        parent,
        // Its own place counts, if it comes before.
        index: index + usize::from(!siblings.is_before(index)),
        bar: Some(bar),
    })
}

/// What dropping the node here does besides moving it; `None` if its index stays the same.
pub fn on_drop(siblings: Siblings, view: &View<'_>, offset: Vec2) -> Option<SiblingMove> {
    let place = siblings.index_at(offset);
    if siblings.is_current_index(place) {
        return None;
    }
    let across = offset - siblings.along * offset.dot(siblings.along);
    Some(siblings.reorder(view.input.document, place, across))
}
