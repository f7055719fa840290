//! Wires between cards: one mesh for all of them, and hit testing. A family's trunk is drawn once, its wires only from where they leave it.

use std::ops::Range;

use egui::epaint::{Mesh, Vertex};
use egui::{Color32, Painter, Pos2, Rect, Shape, Stroke, Vec2};
use rustc_hash::FxHashMap;
use treewright_session::workspace::run_view::NodeState;

use super::level_of_detail::LevelOfDetail;
use super::motion::Motion;
use super::route::{
    Bends, Branching, STACK_WIRE_GAP, route, route_from_previous, route_off_trunk,
    route_to_stacked, trunk_lines,
};
use super::run_overlay::RunOverlay;
use super::view::View;
use crate::scene::flow::Flow;
use crate::scene::trunks::Trunk;
use crate::theme::Theme;

/// The maximum distance from the pointer to a wire for inserting something into it, in screen points.
const DROP_REACH: f32 = 16.0;

/// The look of a wire.
#[derive(Clone, Copy, Debug)]
pub struct WireStyle {
    pub color: Color32,
    /// The width in screen points.
    pub width: f32,
}

impl WireStyle {
    /// Draws a wire thinner than a point as a point wide but fainter.
    pub fn faint(self) -> Self {
        Self {
            color: self.color.gamma_multiply(self.width.min(1.0)),
            width: self.width.max(1.0),
        }
    }
}

/// Draws the visible wires. `left_out` is the card whose wire is being pulled off; `marked` the one above which the dropped node would be
/// inserted. Returns whether something moves along them, so that the next frame looks different.
pub fn paint(
    view: &View<'_>,
    run: &RunOverlay<'_>,
    painter: &Painter,
    left_out: Option<usize>,
    marked: Option<usize>,
) -> bool {
    let mut layers: [Mesh; 4] = Default::default();
    let mut motion = run.motion().map(|time| Motion::new(view, time));
    for_each_wire(
        view,
        run,
        (left_out, marked),
        (0..usize::MAX, Bends::Round),
        |layer, points, style| {
            add_line(&mut layers[layer as usize], points, style);
            if layer == Layer::Live
                && let Some(motion) = &mut motion
            {
                motion.add(points, style);
            }
        },
    );
    for mesh in layers {
        painter.add(Shape::mesh(mesh));
    }
    motion.is_some_and(|motion| motion.paint(painter))
}

/// Draws the wires above these cards as lines, for output that cannot contain triangles.
pub fn paint_lines(view: &View<'_>, run: &RunOverlay<'_>, painter: &Painter, cards: Range<usize>) {
    let mut layers: [Vec<Shape>; 4] = Default::default();
    for_each_wire(
        view,
        run,
        (None, None),
        (cards, Bends::Fine),
        |layer, points, style| {
            let WireStyle { color, width } = style.faint();
            let line = Shape::line(points.to_vec(), Stroke::new(width, color));
            layers[layer as usize].push(line);
        },
    );
    painter.extend(layers.into_iter().flatten());
}

/// Calls `draw` with the route and the style of each visible piece of wire above one of these cards, except for the left-out one.
fn for_each_wire(
    view: &View<'_>,
    run: &RunOverlay<'_>,
    (left_out, marked): (Option<usize>, Option<usize>),
    (cards, bends): (Range<usize>, Bends),
    mut draw: impl FnMut(Layer, &[Pos2], WireStyle),
) {
    let seen = view.projection.viewport.expand(4.0);
    let zoom = view.projection.zoom;
    let mut points = Vec::new();
    let mut trunks = Trunks::default();
    for index in view.wires_near().filter(|index| cards.contains(index)) {
        let Some((parent, ends)) = view.card(index).parent.zip(view.wire_above(index)) else {
            continue;
        };
        let trunk = trunks.of(view, parent, left_out);
        // The trunk is drawn with the first wire that is near.
        if trunk.is_new
            && cards.contains(&(parent + 1))
            && let Some(trunk) = trunk.trunk
        {
            let style = plain_style(view, view.card(parent).flags.disabled);
            for line in trunk_lines(ends[0], trunk, view.flow, zoom, bends) {
                draw(Layer::Plain, &line, style);
            }
        }
        let around =
            |ends: [Pos2; 2]| Rect::from_two_pos(ends[0], ends[1]).expand(STACK_WIRE_GAP * zoom);
        if left_out == Some(index) || !around(ends).intersects(seen) {
            continue;
        }
        let (style, layer) = style(view, run, index, marked == Some(index));
        if layer == Layer::Plain && left_out.is_none() {
            if let Some(before) = shared_way(view, index) {
                let ends = [before, ends[1]];
                if around(ends).intersects(seen) {
                    route_from_previous(&mut points, ends, view.flow, zoom, bends);
                    draw(layer, &points, style);
                }
                continue;
            }
            if !view.is_stacked(index) {
                let branching = Branching::of(ends[1] - ends[0], trunk.trunk, view.flow, zoom);
                route_off_trunk(&mut points, ends, branching, view.flow, zoom, bends);
                if points
                    .first()
                    .is_some_and(|from| around([*from, ends[1]]).intersects(seen))
                {
                    draw(layer, &points, style);
                }
                continue;
            }
        }
        fill_route(&mut points, view, index, (ends, trunk.trunk), bends);
        draw(layer, &points, style);
    }
}

/// The trunks of the families whose wires are being drawn. A family's wires follow each other unless its branches are visible.
#[derive(Default)]
struct Trunks(FxHashMap<usize, Option<Trunk>>);

struct FoundTrunk {
    trunk: Option<Trunk>,
    /// Whether this is the first wire of its family.
    is_new: bool,
}

impl Trunks {
    fn of(&mut self, view: &View<'_>, parent: usize, left_out: Option<usize>) -> FoundTrunk {
        let mut is_new = false;
        let trunk = *self.0.entry(parent).or_insert_with(|| {
            is_new = true;
            view.trunk(parent, left_out)
        });
        FoundTrunk { trunk, is_new }
    }
}

/// Where the wire of the previous card of a stack arrives, if it shares the route and looks alike, so that only the rest must be drawn.
/// Drawing all of each wire would be quadratic in the length of the stack.
fn shared_way(view: &View<'_>, index: usize) -> Option<Pos2> {
    let before = view.stacked(index)?.before?;
    let looks_alike = view.card(before).flags.disabled == view.card(index).flags.disabled;
    let lie_still = !view.is_moved(before) && !view.is_moved(index);
    (looks_alike && lie_still).then(|| view.in_port(before))
}

/// Highlighted wires are drawn over others, because siblings share most of their routes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Layer {
    /// Not highlighted.
    Plain,
    /// The node ended just now.
    Lit,
    /// The node runs.
    Live,
    /// The wire is marked.
    Marked,
}

/// Draws one wire that is not in the tree: the one that is being pulled.
pub fn paint_one(painter: &Painter, ends: [Pos2; 2], flow: Flow, style: WireStyle) {
    let mut mesh = Mesh::default();
    let mut points = Vec::new();
    let offset = ends[1] - ends[0];
    let branching = Branching::of(offset, Trunk::to([offset].into_iter(), flow), flow, 1.0);
    route(&mut points, ends, branching, flow, 1.0, Bends::Round);
    add_line(&mut mesh, &points, style);
    painter.add(Shape::mesh(mesh));
}

/// The style of the wire above a card.
pub fn style(
    view: &View<'_>,
    run: &RunOverlay<'_>,
    index: usize,
    marked: bool,
) -> (WireStyle, Layer) {
    let theme = view.input.theme;
    let width = width(view);
    if marked {
        let color = theme.accent;
        let width = width + 2.0;
        return (WireStyle { color, width }, Layer::Marked);
    }
    let card = view.card(index);
    if let Some(glow) = run.glow_at(index, card) {
        let color = run.tint(theme.wire, glow);
        let width = width * (1.0 + 0.6 * glow.strength);
        let layer = match glow.state {
            NodeState::Running => Layer::Live,
            _ => Layer::Lit,
        };
        return (WireStyle { color, width }, layer);
    }
    (plain_style(view, card.flags.disabled), Layer::Plain)
}

/// The style of wires outside of a run.
pub fn plain_style(view: &View<'_>, is_disabled: bool) -> WireStyle {
    let theme = view.input.theme;
    let color = if is_disabled {
        Theme::tint(theme.background, theme.wire, 0.4)
    } else {
        theme.wire
    };
    let width = width(view);
    WireStyle { color, width }
}

/// The width of wires: wide enough to be followed while cards have titles.
fn width(view: &View<'_>) -> f32 {
    let least = match view.detail {
        LevelOfDetail::Block => 0.7,
        LevelOfDetail::Title | LevelOfDetail::Full => 1.6,
    };
    (2.0 * view.projection.zoom).clamp(least, 3.2)
}

/// Fills `points` with the whole route of the wire above a card.
fn fill_route(
    points: &mut Vec<Pos2>,
    view: &View<'_>,
    index: usize,
    (ends, trunk): ([Pos2; 2], Option<Trunk>),
    bends: Bends,
) {
    let zoom = view.projection.zoom;
    if let Some(stacked) = view.stacked(index) {
        route_to_stacked(points, ends, stacked, zoom, bends);
    } else {
        let branching = Branching::of(ends[1] - ends[0], trunk, view.flow, zoom);
        route(points, ends, branching, view.flow, zoom, bends);
    }
}

/// The child above which a card held here would be inserted: its wire passes below the card or near the pointer. Ignores dragged cards.
pub fn wire_under(view: &View<'_>, card: Rect, pointer: Pos2) -> Option<usize> {
    if !view.detail.has_ports() {
        return None;
    }
    let area = Rect::from_center_size(pointer, Vec2::splat(2.0 * DROP_REACH)).union(card);
    let mut nearest = None;
    let mut distance = f32::INFINITY;
    let mut points = Vec::new();
    let mut trunks = Trunks::default();
    for index in view.wires_near() {
        if view.is_moved(index) {
            continue;
        }
        let Some((parent, ends)) = view.card(index).parent.zip(view.wire_above(index)) else {
            continue;
        };
        if !Rect::from_two_pos(ends[0], ends[1])
            .expand(1.0 + STACK_WIRE_GAP * view.projection.zoom)
            .intersects(area)
        {
            continue;
        }
        let trunk = trunks.of(view, parent, None).trunk;
        fill_route(&mut points, view, index, (ends, trunk), Bends::Sharp);
        for pair in points.windows(2) {
            let near = nearest_on_segment(pair[0], pair[1], pointer).distance(pointer);
            let hit = near < DROP_REACH || crosses(pair[0], pair[1], card);
            if hit && near < distance {
                distance = near;
                nearest = Some(index);
            }
        }
    }
    nearest
}

/// Whether a segment crosses a rectangle: from both ends, a ray along the segment hits the rectangle.
fn crosses(a: Pos2, b: Pos2, rect: Rect) -> bool {
    let direction = (b - a).normalized();
    direction != Vec2::ZERO
        && rect.is_positive()
        && rect.intersects_ray(a, direction)
        && rect.intersects_ray(b, -direction)
}

fn nearest_on_segment(a: Pos2, b: Pos2, at: Pos2) -> Pos2 {
    let along = b - a;
    let length = along.length_sq();
    if length <= f32::EPSILON {
        return a;
    }
    a + along * ((at - a).dot(along) / length).clamp(0.0, 1.0)
}

/// Adds a line through points as triangles with soft edges.
pub fn add_line(mesh: &mut Mesh, points: &[Pos2], style: WireStyle) {
    let first = u32::try_from(mesh.vertices.len()).unwrap_or(u32::MAX);
    for i in 0..points.len() {
        add_cross_section(mesh, points[i], across(points, i), style);
    }
    for step in 1..u32::try_from(points.len()).unwrap_or(0) {
        for lane in 0..3 {
            let far = first + 4 * step + lane;
            let near = far - 4;
            mesh.indices
                .extend([near, near + 1, far, far, near + 1, far + 1]);
        }
    }
}

/// The direction across a line at one of its points; longer at a corner, so that the line keeps its width.
fn across(points: &[Pos2], i: usize) -> Vec2 {
    let before = points[i] - points[i.saturating_sub(1)];
    let after = points[(i + 1).min(points.len() - 1)] - points[i];
    let (before, after) = (before.normalized(), after.normalized());
    if i == 0 {
        return after.rot90();
    }
    if i + 1 == points.len() {
        return before.rot90();
    }
    let middle = (before + after).normalized();
    middle.rot90() / middle.dot(after).max(0.5)
}

/// Adds four points across the wire: a transparent edge, the full width, a transparent edge.
fn add_cross_section(mesh: &mut Mesh, at: Pos2, side: Vec2, style: WireStyle) {
    const FEATHER: f32 = 0.8;
    let WireStyle { color, width } = style.faint();
    let half = (width - FEATHER).max(0.0) * 0.5;
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
    use egui::pos2;

    use super::*;

    #[test]
    fn a_wire_mesh_is_contiguous_and_keeps_its_width() {
        let mut mesh = Mesh::default();
        let style = WireStyle {
            color: Color32::PLACEHOLDER,
            width: 2.0,
        };
        let corner = [pos2(0.0, 0.0), pos2(0.0, 50.0), pos2(80.0, 50.0)];
        add_line(&mut mesh, &corner, style);
        assert!(mesh.is_valid());
        assert_eq!((mesh.vertices.len(), mesh.indices.len()), (12, 36));
        let at_corner = mesh.vertices[4].pos - corner[1];
        assert!((at_corner.x.abs() - at_corner.y.abs()).abs() < 0.01);
        let at_start = mesh.vertices[0].pos - corner[0];
        assert!((at_corner.x.abs() - at_start.x.abs()).abs() < 0.01);
    }
}
