//! Wires between cards: one mesh for all of them, and the wire under the pointer.

use egui::epaint::{Mesh, Vertex};
use egui::{Color32, Painter, Pos2, Rect, Shape, Vec2};

use super::flow::Flow;
use super::level_of_detail::LevelOfDetail;
use super::run_overlay::RunOverlay;
use super::view::{REACH, View};
use crate::theme::Theme;

/// How a wire looks.
#[derive(Clone, Copy, Debug)]
pub struct WireStyle {
    /// Its colour.
    pub color: Color32,
    /// Its width in screen points.
    pub width: f32,
}

/// Draws the wires that are in view. `left_out` is the card whose wire is being pulled off; `marked` the one whose
/// wire would take in what is dropped.
pub fn paint(
    view: &View<'_>,
    run: &RunOverlay<'_>,
    painter: &Painter,
    left_out: Option<usize>,
    marked: Option<usize>,
) {
    let seen = view.projection.viewport.expand(4.0);
    let steps = match view.detail {
        LevelOfDetail::Full => 20,
        LevelOfDetail::Title => 12,
        LevelOfDetail::Block => 6,
    };
    let mut mesh = Mesh::default();
    let mut above = Mesh::default();
    for index in 0..view.scene.cards.len() {
        let Some(ends) = view.wire_above(index) else {
            continue;
        };
        if left_out == Some(index) || !Rect::from_two_pos(ends[0], ends[1]).intersects(seen) {
            continue;
        }
        let style = style(view, run, index, marked == Some(index));
        let plain = style.color == view.input.theme.wire;
        // What stands out is drawn over what does not.
        let mesh = if plain { &mut mesh } else { &mut above };
        add_wire(mesh, ends, view.flow, style, steps);
    }
    mesh.append(above);
    painter.add(Shape::mesh(mesh));
}

/// Draws one wire that is not in the tree: the one that is being pulled.
pub fn paint_one(painter: &Painter, ends: [Pos2; 2], flow: Flow, style: WireStyle) {
    let mut mesh = Mesh::default();
    add_wire(&mut mesh, ends, flow, style, 24);
    painter.add(Shape::mesh(mesh));
}

fn style(view: &View<'_>, run: &RunOverlay<'_>, index: usize, marked: bool) -> WireStyle {
    let theme = view.input.theme;
    let width = (1.7 * view.projection.zoom).clamp(0.7, 2.6);
    if marked {
        let color = theme.accent;
        return WireStyle {
            color,
            width: width + 2.0,
        };
    }
    let card = view.card(index);
    if let Some(glow) = run.glow(&card.id) {
        let strength = glow.strength;
        return WireStyle {
            color: Theme::tint(theme.wire, glow.color, strength),
            width: width * (1.0 + 0.9 * strength),
        };
    }
    let color = if card.marks.disabled {
        Theme::tint(theme.background, theme.wire, 0.4)
    } else {
        theme.wire
    };
    WireStyle { color, width }
}

/// The child whose wire passes nearest to a screen point, if one passes near enough. Leaves out what is dragged.
pub fn wire_at(view: &View<'_>, at: Pos2) -> Option<usize> {
    let mut nearest = None;
    let mut distance = REACH;
    for index in 0..view.scene.cards.len() {
        if view.is_moved(index) {
            continue;
        }
        let Some(ends) = view.wire_above(index) else {
            continue;
        };
        if !Rect::from_two_pos(ends[0], ends[1])
            .expand(REACH)
            .contains(at)
        {
            continue;
        }
        let curve = points(ends, view.flow, 24);
        for pair in curve.windows(2) {
            let near = nearest_on_segment(pair[0], pair[1], at).distance(at);
            if near < distance {
                distance = near;
                nearest = Some(index);
            }
        }
    }
    nearest
}

fn nearest_on_segment(a: Pos2, b: Pos2, at: Pos2) -> Pos2 {
    let along = b - a;
    let length = along.length_sq();
    if length <= f32::EPSILON {
        return a;
    }
    a + along * ((at - a).dot(along) / length).clamp(0.0, 1.0)
}

/// A curve that leaves the parent and reaches the child along the flow of the tree.
fn points(ends: [Pos2; 2], flow: Flow, steps: usize) -> Vec<Pos2> {
    let mut curve = Vec::with_capacity(steps + 1);
    curve.extend((0..=steps).map(|i| on_curve(ends, flow, i as f32 / steps as f32)));
    curve
}

fn on_curve(ends: [Pos2; 2], flow: Flow, t: f32) -> Pos2 {
    bezier(&controls(ends, flow), t)
}

fn controls([from, to]: [Pos2; 2], flow: Flow) -> [Vec2; 4] {
    let forward = flow.forward();
    let gap = (to - from).dot(forward);
    // A child that lies behind its parent still gets a visible bow.
    let pull = forward * (gap.abs() * 0.5).max(10.0);
    let (from, to) = (from.to_vec2(), to.to_vec2());
    [from, from + pull, to - pull, to]
}

fn bezier(p: &[Vec2; 4], t: f32) -> Pos2 {
    let s = 1.0 - t;
    let near = p[0] * (s * s * s) + p[1] * (3.0 * s * s * t);
    (near + p[2] * (3.0 * s * t * t) + p[3] * (t * t * t)).to_pos2()
}

/// The direction of the curve, of any length.
fn direction(p: &[Vec2; 4], t: f32) -> Vec2 {
    let s = 1.0 - t;
    (p[1] - p[0]) * (s * s) + (p[2] - p[1]) * (2.0 * s * t) + (p[3] - p[2]) * (t * t)
}

fn add_wire(mesh: &mut Mesh, ends: [Pos2; 2], flow: Flow, style: WireStyle, most_steps: usize) {
    let curve = controls(ends, flow);
    let span = ends[1] - ends[0];
    let straight = span.dot(flow.forward().rot90()).abs() <= 0.5;
    let steps = if straight || span.length_sq() < 36.0 {
        1
    } else {
        ((span.length() / 8.0) as usize).clamp(3, most_steps.max(3))
    };
    let first = u32::try_from(mesh.vertices.len()).unwrap_or(u32::MAX);
    for i in 0..=steps {
        let t = i as f32 / steps as f32;
        let along = if steps == 1 {
            span
        } else {
            direction(&curve, t)
        };
        add_cross_section(mesh, bezier(&curve, t), along.normalized().rot90(), style);
    }
    for step in 0..u32::try_from(steps).unwrap_or(0) {
        for lane in 0..3 {
            let near = first + 4 * step + lane;
            let far = near + 4;
            mesh.indices
                .extend([near, near + 1, far, far, near + 1, far + 1]);
        }
    }
}

/// Four points across the wire: a transparent edge, the full width, a transparent edge.
fn add_cross_section(mesh: &mut Mesh, at: Pos2, side: Vec2, style: WireStyle) {
    const FEATHER: f32 = 0.8;
    // A wire thinner than a point is drawn a point wide but fainter.
    let strength = style.width.min(1.0);
    let color = style.color.gamma_multiply(strength);
    let half = (style.width.max(1.0) - FEATHER).max(0.0) * 0.5;
    let edge = half + FEATHER;
    for (offset, color) in [
        (-edge, Color32::TRANSPARENT),
        (-half, color),
        (half, color),
        (edge, Color32::TRANSPARENT),
    ] {
        mesh.vertices
            .push(Vertex::untextured(at + side * offset, color));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::pos2;

    #[test]
    fn a_wire_leaves_and_arrives_along_the_flow() {
        let ends = [pos2(100.0, 50.0), pos2(300.0, 150.0)];
        let curve = points(ends, Flow::Down, 50);
        assert_eq!((curve[0], curve[50]), (ends[0], ends[1]));
        let (first, last) = (curve[1] - curve[0], curve[50] - curve[49]);
        assert!(first.y > 3.0 * first.x.abs(), "{first:?}");
        assert!(last.y > 3.0 * last.x.abs(), "{last:?}");
    }

    #[test]
    fn the_mesh_of_a_wire_is_whole() {
        let mut mesh = Mesh::default();
        let style = WireStyle {
            color: Color32::PLACEHOLDER,
            width: 2.0,
        };
        add_wire(
            &mut mesh,
            [pos2(0.0, 0.0), pos2(50.0, 80.0)],
            Flow::Down,
            style,
            10,
        );
        assert!(mesh.is_valid());
        assert_eq!(mesh.vertices.len(), 11 * 4);
        assert_eq!(mesh.indices.len(), 10 * 18);
    }
}
