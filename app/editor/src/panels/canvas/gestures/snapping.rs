//! Where what is dragged comes to rest: on the grid, or in line with something that lies in view; with Ctrl held, the opposite.

use egui::{Painter, Rect, Stroke, Vec2, pos2, vec2};
use treewright_session::canvas_options::CanvasOptions;

use super::super::view::View;
use crate::scene::Scene;
use crate::scene::placement::GRID;

/// How near, in screen points, something must be to another's line to come to rest there.
const REACH: f32 = 6.0;
/// With more cards in view than this, lines mean nothing.
const MOST: usize = 600;

/// A line along which what is dragged and something else end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Guide {
    /// 0 for an upright line, 1 for a level one.
    axis: usize,
    at: f32,
    from: f32,
    to: f32,
}

/// Moves an offset so that `lead`, which is dragged by it, comes to rest. Gives the lines that it then lies on.
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
    in_line(scene, moves, seen, REACH / zoom, lead, offset)
}

/// The offset at which a rectangle's corner lies on the grid.
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
    let held = lead.translate(offset);
    let resting = || {
        let rests = |i: &usize| !moves.get(*i).copied().unwrap_or(false);
        let resting = scene.cards_in(seen).filter(rests);
        resting.map(|i| scene.cards[i].rect)
    };
    let mut offset = offset;
    let mut guides = Vec::new();
    if resting().take(MOST + 1).count() > MOST {
        return (offset, guides);
    }
    for axis in [0, 1] {
        // Middles and both edges: each with its like.
        let lines = |rect: Rect| [rect.center()[axis], rect.min[axis], rect.max[axis]];
        let mut best: Option<(f32, f32, Rect)> = None;
        for other in resting() {
            for (mine, theirs) in lines(held).into_iter().zip(lines(other)) {
                let away = theirs - mine;
                if away.abs() <= reach && best.is_none_or(|(least, ..)| away.abs() < least.abs()) {
                    best = Some((away, theirs, other));
                }
            }
        }
        if let Some((away, at, other)) = best {
            offset[axis] += away;
            let both = held.union(other);
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

/// Draws the lines.
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
    fn a_corner_comes_to_rest_on_the_grid() {
        let lead = Rect::from_min_size(pos2(5.0, 7.0), vec2(100.0, 48.0));
        let offset = on_grid(lead, vec2(20.0, 1.0));
        assert_eq!(lead.min + offset, pos2(24.0, 0.0));
    }
}
