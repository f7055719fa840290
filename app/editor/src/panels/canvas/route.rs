//! The route of a wire: out of the parent along the trunk that all wires of the family share, aside at the same distance, and straight into
//! the child. A child only a little aside gets a curve in the shape of an S. Knows nothing about painting.

use egui::{Pos2, Vec2};

use crate::scene::StackPosition;
use crate::scene::flow::Flow;
use crate::scene::trunks::{self, Trunk};

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
/// A child no farther aside than this, in canvas units, gets an S curve: two bends would look like a mistake.
const S_CURVE: f32 = 32.0;
/// The number of points along an S curve.
const S_STEPS: usize = 12;

/// How a child that is not in a stack is connected to its family's trunk.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Branching {
    /// Straight ahead.
    Straight,
    /// Only a little aside.
    Curved {
        /// The distance from the port at which the curve begins, in screen points: where the trunk turns to others.
        lead: f32,
    },
    /// Along the trunk.
    Turning {
        /// The distance from the port at which the trunk turns aside, in screen points.
        lead: f32,
        /// Whether the trunk turns to one side only, so that a bend there leaves no wedge.
        from_bend: bool,
        /// Whether the trunk ends at this child, so that a bend there leaves no wedge.
        end_bend: bool,
    },
    /// Beside or behind the parent.
    Behind,
}

impl Branching {
    /// The branching of a child at this offset from its parent's port, in screen points.
    pub fn of(offset: Vec2, trunk: Option<Trunk>, flow: Flow, zoom: f32) -> Self {
        let Some(trunk) = trunk.filter(|_| trunks::gap(offset / zoom, flow).is_some()) else {
            return Self::Behind;
        };
        let aside = offset.dot(Vec2::ONE - flow.forward());
        let [first, last] = trunk.aside;
        let near = S_CURVE * zoom;
        if aside.abs() <= near {
            return match trunk_reach(trunk, zoom) {
                [0.0, 0.0] if aside.abs() < 0.5 => Self::Straight,
                [0.0, 0.0] => Self::Curved { lead: 0.0 },
                _ => Self::Curved { lead: trunk.lead },
            };
        }
        Self::Turning {
            lead: trunk.lead,
            from_bend: is_one_sided(trunk, zoom),
            end_bend: aside < first + 0.5 || aside > last - 0.5,
        }
    }
}

/// How far the trunk turns aside, from negative to positive, in screen points; zero if it does not.
fn trunk_reach(trunk: Trunk, zoom: f32) -> [f32; 2] {
    let near = S_CURVE * zoom;
    let [first, last] = trunk.aside;
    [
        if first < -near { first } else { 0.0 },
        if last > near { last } else { 0.0 },
    ]
}

/// Fills `points` with the route from the parent's port to the child's, with round bends if they are visible.
pub fn route(
    points: &mut Vec<Pos2>,
    [from, to]: [Pos2; 2],
    branching: Branching,
    flow: Flow,
    zoom: f32,
    bends: Bends,
) {
    points.clear();
    let forward = flow.forward();
    match branching {
        Branching::Behind => curve(points, from, to, forward),
        Branching::Straight => points.extend([from, to]),
        Branching::Curved { lead } => {
            points.extend((lead > 0.0).then_some(from));
            s_curve(points, from + forward * lead, to, forward);
        }
        Branching::Turning {
            lead,
            from_bend,
            end_bend,
        } => {
            points.push(from);
            let (first, second) = corners([from, to], lead, forward);
            let across = (second - first).normalized();
            let radius = trunk_radius(lead, zoom, bends);
            let or_none = |is_round: bool| if is_round { radius } else { 0.0 };
            bend(points, first, [-forward, across], or_none(from_bend), bends);
            bend(points, second, [-across, forward], or_none(end_bend), bends);
            points.push(to);
        }
    }
}

/// Fills `points` with the part of a route that only one child has: from where it leaves the trunk.
pub fn route_off_trunk(
    points: &mut Vec<Pos2>,
    [from, to]: [Pos2; 2],
    branching: Branching,
    flow: Flow,
    zoom: f32,
    bends: Bends,
) {
    points.clear();
    let forward = flow.forward();
    match branching {
        Branching::Curved { lead } => s_curve(points, from + forward * lead, to, forward),
        Branching::Turning { lead, end_bend, .. } => {
            let (first, second) = corners([from, to], lead, forward);
            let across = (second - first).normalized();
            let radius = trunk_radius(lead, zoom, bends);
            let radius = if end_bend { radius } else { 0.0 };
            bend(points, second, [-across, forward], radius, bends);
            points.push(to);
        }
        Branching::Straight | Branching::Behind => {
            route(points, [from, to], branching, flow, zoom, bends);
        }
    }
}

/// The lines of a trunk from a port: up to where wires leave it. Empty if it does not turn aside.
pub fn trunk_lines(
    from: Pos2,
    trunk: Trunk,
    flow: Flow,
    zoom: f32,
    bends: Bends,
) -> Vec<Vec<Pos2>> {
    let [first, last] = trunk_reach(trunk, zoom);
    let radius = trunk_radius(trunk.lead, zoom, bends);
    let forward = flow.forward();
    let aside = Vec2::ONE - forward;
    let turn = from + forward * trunk.lead;
    let end = |reach: f32| turn + aside * (reach - radius * reach.signum());
    match (first < 0.0, last > 0.0) {
        (false, false) => Vec::new(),
        (true, true) => vec![vec![from, turn], vec![end(first), end(last)]],
        (left, _) => {
            let reach = if left { first } else { last };
            if !is_one_sided(trunk, zoom) {
                return vec![vec![from, turn], vec![turn, end(reach)]];
            }
            let mut line = vec![from];
            bend(
                &mut line,
                turn,
                [-forward, aside * reach.signum()],
                radius,
                bends,
            );
            line.push(end(reach));
            vec![line]
        }
    }
}

/// Whether all children lie so far to one side that the trunk bends.
fn is_one_sided(trunk: Trunk, zoom: f32) -> bool {
    let near = S_CURVE * zoom;
    trunk.aside[0] > near || trunk.aside[1] < -near
}

/// The radius of the bends where a trunk turns aside and where it ends. Children are at least twice as far ahead as it turns aside.
fn trunk_radius(lead: f32, zoom: f32, bends: Bends) -> f32 {
    bends.radius(zoom).min(lead)
}

/// The points where a wire turns aside and where it turns to the child.
fn corners([from, to]: [Pos2; 2], lead: f32, forward: Vec2) -> (Pos2, Pos2) {
    let first = from + forward * lead;
    let aside = (to - first) - forward * (to - first).dot(forward);
    (first, first + aside)
}

/// A curve between two points that leaves and arrives in the forward direction.
fn s_curve(points: &mut Vec<Pos2>, from: Pos2, to: Pos2, forward: Vec2) {
    let pull = forward * ((to - from).dot(forward) * 0.5);
    cubic(points, [from, from + pull, to - pull, to], S_STEPS);
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
    cubic(points, [from, from + pull, to - pull, to], CURVE_STEPS);
}

/// A Bézier curve through its first and last point.
fn cubic(points: &mut Vec<Pos2>, [from, leave, arrive, to]: [Pos2; 4], steps: usize) {
    for i in 0..=steps {
        let t = i as f32 / steps as f32;
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
    use egui::{pos2, vec2};

    use super::*;

    /// The route to a child of a family whose children lie at these offsets.
    fn route_points(family: &[Vec2], to: Vec2) -> Vec<Pos2> {
        let mut points = Vec::new();
        let trunk = Trunk::to(family.iter().copied(), Flow::Down);
        let branching = Branching::of(to, trunk, Flow::Down, 1.0);
        let ends = [pos2(0.0, 0.0), to.to_pos2()];
        route(&mut points, ends, branching, Flow::Down, 1.0, Bends::Round);
        points
    }

    #[test]
    fn all_wires_of_a_family_turn_aside_together() {
        let family = [vec2(-200.0, 40.0), vec2(60.0, 90.0), vec2(300.0, 48.0)];
        for child in family {
            let points = route_points(&family, child);
            assert_eq!(
                (points[0], points[points.len() - 1]),
                (Pos2::ZERO, child.to_pos2())
            );
            let middle = points
                .iter()
                .filter(|p| (p.x - child.x / 2.0).abs() < child.x.abs() * 0.3);
            assert!(
                middle.clone().all(|p| (p.y - 20.0).abs() < 0.5),
                "{points:?}"
            );
            // Where the trunk continues, wires turn without a bend.
            assert!(points.contains(&pos2(0.0, 20.0)), "{points:?}");
            let is_last = child.x.abs() > 100.0;
            assert_eq!(
                !points.contains(&pos2(child.x, 20.0)),
                is_last,
                "{points:?}"
            );
        }
    }

    #[test]
    fn a_child_a_little_aside_has_a_curve_without_corners() {
        let points = route_points(&[vec2(12.0, 50.0)], vec2(12.0, 50.0));
        let turns = points.windows(3).map(|p| {
            let (a, b) = ((p[1] - p[0]).normalized(), (p[2] - p[1]).normalized());
            a.dot(b)
        });
        assert!(turns.into_iter().all(|turn| turn > 0.95), "{points:?}");
        assert!(points[1].x < 0.5, "{points:?}");
    }

    #[test]
    fn a_child_straight_ahead_has_a_straight_wire() {
        assert_eq!(route_points(&[vec2(0.0, 60.0)], vec2(0.0, 60.0)).len(), 2);
    }

    #[test]
    fn a_child_behind_its_parent_gets_a_curved_wire() {
        let points = route_points(&[vec2(100.0, -80.0)], vec2(100.0, -80.0));
        assert!(points[1].y > 0.0);
        assert!(points[points.len() - 2].y < -80.0);
    }
}
