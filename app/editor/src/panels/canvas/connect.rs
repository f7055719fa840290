//! Decides at which index a child is connected to a parent.

use egui::Pos2;
use treewright_core::ids::NodeId;

use super::view::View;

/// The index among the children of `parent` for a new card at a canvas point.
pub fn index_at(view: &View<'_>, parent: &NodeId, at: Pos2) -> usize {
    let Some(index) = view.scene.index(parent) else {
        return usize::MAX;
    };
    if view.card(index).hidden > 0 {
        return usize::MAX;
    }
    let first = view.scene.children(index).next();
    let along = view.along_family(first, at);
    view.scene
        .children(index)
        .filter(|child| view.along_family(first, view.rect(*child).center()) < along)
        .count()
}

/// The index among the children of `parent` for an existing card.
pub fn index_for_card(view: &View<'_>, parent: &NodeId, child: &NodeId) -> usize {
    view.scene.card(child).map_or(usize::MAX, |card| {
        index_at(view, parent, card.rect.center())
    })
}
