//! Decides whether a child can be connected to a parent, and at which index. Reasons for a refusal come from the edit layer.

use egui::Pos2;
use treewright_authoring::edit::{Refusal, can_connect, can_hold_another};
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::model::Document;

use super::view::View;

/// Why `child` cannot become a child of `parent`. `pulled_off` means that the child's present connection is removed first.
pub fn refusal(
    document: &Document,
    library: &NodeLibrary,
    parent: &NodeId,
    child: &NodeId,
    pulled_off: bool,
) -> Option<Refusal> {
    match can_connect(document, library, parent, child) {
        // Without the present connection, only the new parent can be the obstacle.
        Err(Refusal::SecondParent { .. }) if pulled_off => {
            can_hold_another(document, library, parent).err()
        }
        other => other.err(),
    }
}

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
