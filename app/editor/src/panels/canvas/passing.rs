//! Wires of large families that only pass through what is seen: those to cards beyond the same edge go one way, so the one that goes farthest is
//! drawn for all. Else a parent of fifty thousand would cost as many wires in every frame. Does not know how wires look.

use egui::Pos2;
use rustc_hash::FxHashMap;

use super::route::BESIDE;
use super::view::View;

/// Families with no more children than this have all their wires drawn.
const LARGE: usize = 256;

/// Which way a wire goes through what is seen.
#[derive(PartialEq, Eq, Hash)]
struct Way {
    parent: usize,
    /// Whether it goes on beyond the far edge, and not the near one.
    beyond_far_edge: bool,
    /// How far ahead the card lies, on which depends where the wire turns, in quarters of a point.
    ahead: i32,
    disabled: bool,
}

/// The wires that go farthest.
#[derive(Default)]
pub struct Passing(FxHashMap<Way, (f32, usize, [Pos2; 2])>);

impl Passing {
    /// Whether this wire only passes through; it is then among those of which the farthest are drawn.
    pub fn take(&mut self, view: &View<'_>, index: usize, ends: [Pos2; 2]) -> bool {
        let Some(way) = way(view, index, ends) else {
            return false;
        };
        let [from, to] = ends.map(|end| view.flow.along_siblings(end));
        let distance = (to - from).abs();
        let farthest = self.0.entry(way).or_insert((distance, index, ends));
        if distance > farthest.0 {
            *farthest = (distance, index, ends);
        }
        true
    }

    /// Those that are to be drawn: cards and the ends of the wires above them, in the order of the cards.
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

fn way(view: &View<'_>, index: usize, [from, to]: [Pos2; 2]) -> Option<Way> {
    let card = view.card(index);
    let parent = card.parent?;
    let ahead = (to - from).dot(view.flow.forward());
    if view.card(parent).child_count <= LARGE || view.is_stacked(index) || ahead <= 0.0 {
        return None;
    }
    // Where it turns to the card must be out of sight, too.
    let seen = view
        .projection
        .viewport
        .expand(2.0 * BESIDE * view.projection.zoom.max(1.0));
    let along = |at: Pos2| view.flow.along_siblings(at);
    let (near, far) = (along(seen.min), along(seen.max));
    let beyond_far_edge = along(to) > far && along(from) < far;
    let beyond_near_edge = along(to) < near && along(from) > near;
    // A parent that is out of sight as well has its wires go through from one edge to the other.
    (beyond_far_edge || beyond_near_edge).then(|| Way {
        parent,
        beyond_far_edge,
        ahead: (ahead * 4.0).round() as i32,
        disabled: card.marks.disabled,
    })
}
