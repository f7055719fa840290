//! The route of a wire: out of the parent, across at half the distance, into the child. Siblings share the part that goes across, so that
//! even a wide row of children stays clear. Knows nothing about painting.

use egui::{Pos2, Vec2};

use crate::scene::StackPosition;
use crate::scene::flow::Flow;

/// How bends are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bends {
    /// As corners.
    Sharp,
    /// As smooth as is visible in a window.
    Round,
    /// Smooth enough for enlarging a picture.
    Fine,
}

impl Bends {
    /// The number of points along a bend.
    fn steps(self) -> usize {
        match self {
            Self::Sharp => 1,
            Self::Round => 5,
            Self::Fine => 12,
        }
    }

    fn radius(self, zoom: f32) -> f32 {
        match self {
            Self::Sharp => 0.0,
            Self::Round | Self::Fine => RADIUS * zoom,
        }
    }
}

/// The number of points along the curve to a child that is not ahead of its parent.
const CURVE_STEPS: usize = 20;
/// The radius of a bend, in canvas units.
const RADIUS: f32 = 10.0;
/// The distance between a stack and its wires, in canvas units.
pub const STACK_WIRE_GAP: f32 = 12.0;
/// A child nearer than this, in canvas units, does not count as ahead.
const NEAR: f32 = 6.0;

/// Fills `points` with the route from the parent's port to the child's, with round bends if they are visible.
pub fn route(points: &mut Vec<Pos2>, [from, to]: [Pos2; 2], flow: Flow, zoom: f32, bends: Bends) {
    points.clear();
    let forward = flow.forward();
    let gap = (to - from).dot(forward);
    let aside = (to - from) - forward * gap;
    if gap < NEAR * zoom {
        curve(points, from, to, forward);
        return;
    }
    points.push(from);
    if aside.length_sq() > 0.25 {
        let first = from + forward * (gap * 0.5);
        let second = first + aside;
        let radius = bends.radius(zoom);
        let radius = radius.min(gap * 0.5).min(aside.length() * 0.5);
        bend(points, first, [-forward, aside.normalized()], radius, bends);
        bend(
            points,
            second,
            [-aside.normalized(), forward],
            radius,
            bends,
        );
    }
    points.push(to);
}

/// Fills `points` with the route to a card in a stack: out of the parent, across to the side of the stack, along it, and into the card's side.
pub fn route_to_stacked(
    points: &mut Vec<Pos2>,
    [from, to]: [Pos2; 2],
    StackPosition { flow, lead, .. }: StackPosition,
    zoom: f32,
    bends: Bends,
) {
    points.clear();
    let forward = flow.forward();
    let aside = Vec2::ONE - forward;
    let beside = to - aside * (STACK_WIRE_GAP * zoom);
    let lead = (lead * zoom).min((to - from).dot(forward).max(0.0));
    let first = from + forward * lead;
    let second = first + aside * (beside - first).dot(aside);
    let radius = bends.radius(zoom);
    let across = (second - first).length();
    points.push(from);
    if across > 0.5 {
        let towards = (second - first).normalized();
        let radius = radius.min(lead * 0.5).min(across * 0.5);
        bend(points, first, [-forward, towards], radius, bends);
        bend(points, second, [-towards, forward], radius, bends);
    }
    turn_in(points, [second, to], flow, zoom, bends);
}

/// Fills `points` with the last part of the route to a card in a stack, from where the wire of the previous card turns in.
pub fn route_from_previous(
    points: &mut Vec<Pos2>,
    [before, to]: [Pos2; 2],
    flow: Flow,
    zoom: f32,
    bends: Bends,
) {
    points.clear();
    let forward = flow.forward();
    // That wire bends a little before.
    let bent = forward * RADIUS.min(STACK_WIRE_GAP * 0.5);
    let start = before - (bent + (Vec2::ONE - forward) * STACK_WIRE_GAP) * zoom;
    points.push(start);
    turn_in(points, [start, to], flow, zoom, bends);
}

/// Goes along the side of a stack, at `here`, and into a card's side.
fn turn_in(points: &mut Vec<Pos2>, [here, to]: [Pos2; 2], flow: Flow, zoom: f32, bends: Bends) {
    let forward = flow.forward();
    let aside = Vec2::ONE - forward;
    let corner = to - aside * (STACK_WIRE_GAP * zoom);
    let left = (corner - here).dot(forward).max(0.0);
    let radius = bends.radius(zoom);
    let radius = radius.min(left * 0.5).min(STACK_WIRE_GAP * zoom * 0.5);
    bend(points, corner, [-forward, aside], radius, bends);
    points.push(to);
}

/// A quarter turn at a corner; `back` and `on` are the directions to the previous and to the next point.
fn bend(points: &mut Vec<Pos2>, corner: Pos2, [back, on]: [Vec2; 2], radius: f32, bends: Bends) {
    if radius < 1.0 {
        points.push(corner);
        return;
    }
    let (start, end) = (corner + back * radius, corner + on * radius);
    for i in 0..=bends.steps() {
        let t = i as f32 / bends.steps() as f32;
        let (a, b) = (start.lerp(corner, t), corner.lerp(end, t));
        points.push(a.lerp(b, t));
    }
}

/// A curve that leaves and arrives in the forward direction although the child is beside or behind the parent.
fn curve(points: &mut Vec<Pos2>, from: Pos2, to: Pos2, forward: Vec2) {
    let pull = forward * (20.0 + from.distance(to) * 0.25);
    let (leave, arrive) = (from + pull, to - pull);
    for i in 0..=CURVE_STEPS {
        let t = i as f32 / CURVE_STEPS as f32;
        let (a, b, c) = (
            from.lerp(leave, t),
            leave.lerp(arrive, t),
            arrive.lerp(to, t),
        );
        points.push(a.lerp(b, t).lerp(b.lerp(c, t), t));
    }
}

#[cfg(test)]
mod tests {
    use egui::pos2;

    use super::*;

    fn route_points(ends: [Pos2; 2]) -> Vec<Pos2> {
        let mut points = Vec::new();
        route(&mut points, ends, Flow::Down, 1.0, Bends::Round);
        points
    }

    #[test]
    fn a_wire_crosses_at_half_height() {
        let ends = [pos2(100.0, 50.0), pos2(300.0, 150.0)];
        let points = route_points(ends);
        assert_eq!((points[0], *points.last().unwrap()), (ends[0], ends[1]));
        let across: Vec<_> = points
            .iter()
            .filter(|p| p.x > 115.0 && p.x < 285.0)
            .collect();
        assert!(
            across.iter().all(|p| (p.y - 100.0).abs() < 0.5),
            "{across:?}"
        );
        let second = points[1];
        assert!((second.x - 100.0).abs() < 0.01 && second.y > 50.0);
    }

    #[test]
    fn a_child_straight_ahead_has_a_straight_wire() {
        assert_eq!(route_points([pos2(0.0, 0.0), pos2(0.0, 60.0)]).len(), 2);
    }

    #[test]
    fn a_child_behind_its_parent_gets_a_curved_wire() {
        let points = route_points([pos2(0.0, 0.0), pos2(100.0, -80.0)]);
        assert!(points[1].y > 0.0);
        assert!(points[points.len() - 2].y < -80.0);
    }
}
