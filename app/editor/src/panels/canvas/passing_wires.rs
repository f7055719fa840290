//! Wires of large families that only pass through the view: those to cards beyond the same edge coincide, so only the longest is drawn.
//! Otherwise a parent with fifty thousand children would cost that many wires in every frame. Does not know how wires look.

use egui::Pos2;
use rustc_hash::FxHashMap;

use super::route::STACK_WIRE_GAP;
use super::view::View;

/// All wires are drawn if a parent has at most this number of children.
const MAX_FULLY_DRAWN: usize = 256;

/// Wires with an equal key coincide in the visible area.
#[derive(PartialEq, Eq, Hash)]
struct RouteKey {
    parent: usize,
    /// Whether it continues beyond the far edge, not the near one.
    beyond_far_edge: bool,
    /// The distance of the card ahead of its parent, in quarters of a point; the position of the bend depends on it.
    ahead: i32,
    disabled: bool,
}

/// The longest wire of each key.
#[derive(Default)]
pub struct PassingWires(FxHashMap<RouteKey, (f32, usize, [Pos2; 2])>);

impl PassingWires {
    /// Adds a wire if it only passes through the view. Returns whether it does.
    pub fn take(&mut self, view: &View<'_>, index: usize, ends: [Pos2; 2]) -> bool {
        let Some(key) = route_key(view, index, ends) else {
            return false;
        };
        let [from, to] = ends.map(|end| view.flow.along_siblings(end));
        let distance = (to - from).abs();
        let farthest = self.0.entry(key).or_insert((distance, index, ends));
        if distance > farthest.0 {
            *farthest = (distance, index, ends);
        }
        true
    }

    /// The wires to draw: cards and the ends of the wires above them, in the order of the cards.
    pub fn farthest(self) -> impl Iterator<Item = (usize, [Pos2; 2])> {
        let mut wires: Vec<_> = self
            .0
            .into_values()
            .map(|(_, index, ends)| (index, ends))
            .collect();
        wires.sort_unstable_by_key(|(index, _)| *index);
        wires.into_iter()
    }
}

fn route_key(view: &View<'_>, index: usize, [from, to]: [Pos2; 2]) -> Option<RouteKey> {
    let card = view.card(index);
    let parent = card.parent?;
    let ahead = (to - from).dot(view.flow.forward());
    if view.card(parent).child_count <= MAX_FULLY_DRAWN || view.is_stacked(index) || ahead <= 0.0 {
        return None;
    }
    // The bend at the card must be out of view, too.
    let seen = view
        .projection
        .viewport
        .expand(2.0 * STACK_WIRE_GAP * view.projection.zoom.max(1.0));
    let along = |at: Pos2| view.flow.along_siblings(at);
    let (near, far) = (along(seen.min), along(seen.max));
    let beyond_far_edge = along(to) > far && along(from) < far;
    let beyond_near_edge = along(to) < near && along(from) > near;
    // If the parent is out of view as well, its wires cross the view from edge to edge.
    (beyond_far_edge || beyond_near_edge).then(|| RouteKey {
        parent,
        beyond_far_edge,
        ahead: (ahead * 4.0).round() as i32,
        disabled: card.flags.disabled,
    })
}
