//! Whether and where a child can hang below a parent. Says why not, in the words of the edit layer.

use egui::Pos2;
use treewright_authoring::edit::{Refusal, can_connect, can_hold_another};
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::model::Document;

use super::view::View;

/// Why `child` cannot become a child of `parent`. `pulled_off` says that its present wire goes away first.
pub fn refusal(
    document: &Document,
    library: &NodeLibrary,
    parent: &NodeId,
    child: &NodeId,
    pulled_off: bool,
) -> Option<Refusal> {
    match can_connect(document, library, parent, child) {
        // With its wire in hand only the new parent can have something against it.
        Err(Refusal::SecondParent { .. }) if pulled_off => {
            can_hold_another(document, library, parent).err()
        }
        other => other.err(),
    }
}

/// Where among the children of `parent` a card at a canvas point belongs.
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

/// Where among the children of `parent` an existing card belongs.
pub fn index_for_card(view: &View<'_>, parent: &NodeId, child: &NodeId) -> usize {
    view.scene.card(child).map_or(usize::MAX, |card| {
        index_at(view, parent, card.rect.center())
    })
}
