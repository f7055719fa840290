//! Snapping of dragged elements: to the grid, or to guides from other visible elements; holding Ctrl inverts the settings.

use egui::{Painter, Rect, Stroke, Vec2, pos2, vec2};
use treewright_session::canvas_options::CanvasOptions;

use super::super::view::View;
use crate::scene::Scene;
use crate::scene::placement::GRID;

/// The distance within which something snaps to a guide, in screen points.
const SNAP_DISTANCE: f32 = 6.0;
/// With more visible cards than this, guides would be arbitrary.
const MAX_CARDS: usize = 600;

/// An alignment guide between the dragged element and another one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Guide {
    /// 0 for a vertical line, 1 for a horizontal one.
    axis: usize,
    at: f32,
    from: f32,
    to: f32,
}

/// Adjusts a drag offset so that `lead` snaps. Returns the offset and the resulting guides.
pub fn snap(
    scene: &Scene,
    moves: &[bool],
    seen: Rect,
    zoom: f32,
    (lead, offset): (Rect, Vec2),
    (options, opposite): (CanvasOptions, bool),
) -> (Vec2, Vec<Guide>) {
    if options.snap_to_grid != opposite {
        return (on_grid(lead, offset), Vec::new());
    }
    if !options.guides || opposite {
        return (offset, Vec::new());
    }
    in_line(scene, moves, seen, SNAP_DISTANCE / zoom, lead, offset)
}

/// The offset at which a rectangle's corner is on the grid.
pub fn on_grid(lead: Rect, offset: Vec2) -> Vec2 {
    let corner = lead.min + offset;
    let on = |along: f32| (along / GRID).round() * GRID;
    vec2(on(corner.x), on(corner.y)) - lead.min.to_vec2()
}

fn in_line(
    scene: &Scene,
    moves: &[bool],
    seen: Rect,
    reach: f32,
    lead: Rect,
    offset: Vec2,
) -> (Vec2, Vec<Guide>) {
    let moved_rect = lead.translate(offset);
    let resting = || {
        let rests = |i: &usize| !moves.get(*i).copied().unwrap_or(false);
        let resting = scene.cards_in(seen).filter(rests);
        resting.map(|i| scene.cards[i].rect)
    };
    let mut offset = offset;
    let mut guides = Vec::new();
    if resting().take(MAX_CARDS + 1).count() > MAX_CARDS {
        return (offset, guides);
    }
    for axis in [0, 1] {
        // Centers and both edges: each snaps to its counterpart.
        let lines = |rect: Rect| [rect.center()[axis], rect.min[axis], rect.max[axis]];
        let mut best: Option<(f32, f32, Rect)> = None;
        for other in resting() {
            for (mine, theirs) in lines(moved_rect).into_iter().zip(lines(other)) {
                let away = theirs - mine;
                if away.abs() <= reach && best.is_none_or(|(least, ..)| away.abs() < least.abs()) {
                    best = Some((away, theirs, other));
                }
            }
        }
        if let Some((away, at, other)) = best {
            offset[axis] += away;
            let both = moved_rect.union(other);
            guides.push(Guide {
                axis,
                at,
                from: both.min[1 - axis],
                to: both.max[1 - axis],
            });
        }
    }
    (offset, guides)
}

/// Draws the guides.
pub fn paint(guides: &[Guide], view: &View<'_>, painter: &Painter) {
    let stroke = Stroke::new(1.0, view.input.theme.accent);
    for guide in guides {
        let ends = if guide.axis == 0 {
            [pos2(guide.at, guide.from), pos2(guide.at, guide.to)]
        } else {
            [pos2(guide.from, guide.at), pos2(guide.to, guide.at)]
        };
        let ends = ends.map(|at| view.projection.screen_from_canvas(at));
        painter.line_segment(ends, stroke);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_snap_to_the_grid() {
        let lead = Rect::from_min_size(pos2(5.0, 7.0), vec2(100.0, 48.0));
        let offset = on_grid(lead, vec2(20.0, 1.0));
        assert_eq!(lead.min + offset, pos2(24.0, 0.0));
    }
}
