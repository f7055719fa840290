//! Wires between cards drawn as blocks: straight segments without soft edges; siblings share segments where their wires coincide. A hundred
//! thousand wires cost little.

use egui::epaint::Mesh;
use egui::{Pos2, Rect, Vec2};

use super::route::STACK_WIRE_GAP;
use super::run_overlay::{Glow, RunOverlay};
use super::view::View;
use super::wires::{Layer, WireStyle, add_line, plain_style, style};
use crate::scene::StackPosition;
use crate::scene::flow::Flow;

/// Wires that are drawn over others. Keeps their memory from frame to frame.
#[derive(Debug, Default)]
pub struct RaisedWires {
    lit: Mesh,
    foremost: Mesh,
}

/// Adds the wires of all cards. A child that is not ahead of its parent gets a straight line.
pub fn add(view: &View<'_>, run: &RunOverlay<'_>, mesh: &mut Mesh, raised: &mut RaisedWires) {
    for above in [&mut raised.lit, &mut raised.foremost] {
        // `Mesh::clear` would free the memory of the vertices.
        above.vertices.clear();
        above.indices.clear();
    }
    let mut layers = Layers {
        plain: mesh,
        lit: &mut raised.lit,
        foremost: &mut raised.foremost,
    };
    let near: Vec<usize> = view.wires_near().collect();
    if near.len() * 2 > view.scene.cards.len() {
        for parent in 0..view.scene.cards.len() {
            add_family(view, run, parent, view.scene.children(parent), &mut layers);
        }
    } else {
        let parent = |child: usize| Some((view.card(child).parent?, child));
        let mut wires: Vec<_> = near.into_iter().filter_map(parent).collect();
        wires.sort_unstable();
        for family in wires.chunk_by(|(a, _), (b, _)| a == b) {
            let children = family.iter().map(|(_, child)| *child);
            add_family(view, run, family[0].0, children, &mut layers);
        }
    }
    let Layers {
        plain,
        lit,
        foremost,
    } = layers;
    for above in [lit, foremost] {
        if !above.is_empty() {
            plain.append_ref(above);
        }
    }
}

/// Adds the wires from a card to these of its children, in their order.
fn add_family(
    view: &View<'_>,
    run: &RunOverlay<'_>,
    parent: usize,
    children: impl Iterator<Item = usize>,
    layers: &mut Layers<'_>,
) {
    let from = view.out_port(parent);
    let lead = view.trunk(parent, None).map_or(0.0, |trunk| trunk.lead);
    let mut shared_route = SharedRoute::new(from, view.flow, lead);
    let mut stack = None;
    for child in children {
        let to = view.in_port(child);
        let around = Rect::from_two_pos(from, to).expand(2.0);
        if !around.intersects(view.projection.viewport) {
            continue;
        }
        let (style, layer) = style(view, run, child, false);
        let style = style.faint();
        // The color of a node that ended long ago is that of its own end of the wire.
        let is_past = layer == Layer::Lit
            && run
                .glow_at(child, view.card(child))
                .is_some_and(Glow::is_past);
        let is_shared = layer == Layer::Plain || is_past;
        if let Some(stacked) = view.stacked(child) {
            let route = StackRoute::to([from, to], stacked, view.projection.zoom);
            let mesh = layers.of(layer);
            if is_shared {
                route.add_end(mesh, style);
                stack = Some(route);
            } else {
                route.add_whole(mesh, style);
            }
            continue;
        }
        let mesh = layers.of(layer);
        if !shared_route.leads_to(to) {
            add_line(mesh, &[from, to], style);
            continue;
        }
        let turn = shared_route.turn(to);
        mesh.add_colored_rect(segment(turn, to, style.width), style.color);
        if is_shared {
            let style = plain_style(view, view.card(child).flags.disabled).faint();
            shared_route.join(layers.plain, turn, style);
        } else {
            shared_route.add_unshared(mesh, turn, style);
        }
    }
    let plain = plain_style(view, view.card(parent).flags.disabled).faint();
    if let Some(farthest) = stack {
        farthest.add_way(layers.plain, plain);
    }
    shared_route.draw_shared(layers.plain);
}

/// The wire to a card in a stack: out of the parent, across, along the stack, and into the card's side. Its cards share all but the end.
struct StackRoute {
    points: [Pos2; 5],
}

impl StackRoute {
    fn to([from, to]: [Pos2; 2], stacked: StackPosition, zoom: f32) -> Self {
        let forward = stacked.flow.forward();
        let aside = Vec2::ONE - forward;
        let beside = to - aside * (STACK_WIRE_GAP * zoom);
        let first = from + forward * (stacked.lead * zoom);
        let second = first + aside * (beside - first).dot(aside);
        Self {
            points: [from, first, second, beside, to],
        }
    }

    fn add_whole(&self, mesh: &mut Mesh, style: WireStyle) {
        self.add_way(mesh, style);
        self.add_end(mesh, style);
    }

    fn add_way(&self, mesh: &mut Mesh, style: WireStyle) {
        for pair in self.points[..4].windows(2) {
            mesh.add_colored_rect(segment(pair[0], pair[1], style.width), style.color);
        }
    }

    /// Adds the end, if it is long enough to be seen.
    fn add_end(&self, mesh: &mut Mesh, style: WireStyle) {
        let [.., beside, to] = self.points;
        if beside.distance_sq(to) >= 1.0 {
            mesh.add_colored_rect(segment(beside, to, style.width), style.color);
        }
    }
}

struct Layers<'m> {
    plain: &'m mut Mesh,
    lit: &'m mut Mesh,
    foremost: &'m mut Mesh,
}

impl Layers<'_> {
    fn of(&mut self, layer: Layer) -> &mut Mesh {
        match layer {
            Layer::Plain => self.plain,
            Layer::Lit => self.lit,
            Layer::Live | Layer::Marked => self.foremost,
        }
    }
}

/// The part that the wires of adjacent siblings share: out of the parent, and across at the same distance.
struct SharedRoute {
    from: Pos2,
    flow: Flow,
    /// The distance from the parent at which wires go across.
    lead: f32,
    shared: Option<SharedPart>,
}

struct SharedPart {
    /// The distance from the parent at which it goes across.
    ahead: f32,
    /// The extent of the part that goes across.
    across: Rect,
    style: WireStyle,
}

impl SharedRoute {
    fn new(from: Pos2, flow: Flow, lead: f32) -> Self {
        Self {
            from,
            flow,
            lead,
            shared: None,
        }
    }

    fn leads_to(&self, to: Pos2) -> bool {
        self.ahead(to) > 0.0
    }

    fn ahead(&self, to: Pos2) -> f32 {
        (to - self.from).dot(self.flow.forward())
    }

    /// The point where the wire to a child leaves the shared part.
    fn turn(&self, to: Pos2) -> Pos2 {
        to - self.flow.forward() * (self.ahead(to) - self.lead).max(0.0)
    }

    /// Extends the shared part to this point, or starts a new one at this distance.
    fn join(&mut self, mesh: &mut Mesh, turn: Pos2, style: WireStyle) {
        let ahead = self.ahead(turn);
        if let Some(shared) = &mut self.shared
            && (shared.ahead - ahead).abs() < 0.25
        {
            shared.across.extend_with(turn);
            return;
        }
        self.draw_shared(mesh);
        let corner = self.from + self.flow.forward() * ahead;
        self.shared = Some(SharedPart {
            ahead,
            across: Rect::from_two_pos(corner, turn),
            style,
        });
    }

    /// Adds the unshared wire to one highlighted child.
    fn add_unshared(&self, mesh: &mut Mesh, turn: Pos2, style: WireStyle) {
        let corner = self.from + self.flow.forward() * self.ahead(turn);
        mesh.add_colored_rect(segment(self.from, corner, style.width), style.color);
        mesh.add_colored_rect(segment(corner, turn, style.width), style.color);
    }

    /// Draws the shared part.
    fn draw_shared(&mut self, mesh: &mut Mesh) {
        let Some(shared) = self.shared.take() else {
            return;
        };
        let corner = self.from + self.flow.forward() * shared.ahead;
        let WireStyle { color, width } = shared.style;
        mesh.add_colored_rect(segment(self.from, corner, width), color);
        let across = segment(shared.across.min, shared.across.max, width);
        mesh.add_colored_rect(across, color);
    }
}

/// A straight segment between two points that share a coordinate, aligned to whole points so that it is sharp.
fn segment(a: Pos2, b: Pos2, width: f32) -> Rect {
    let rect = Rect::from_two_pos(a, b);
    let min = (rect.min - Vec2::splat(width * 0.5)).round();
    Rect::from_min_max(min, min + rect.size() + Vec2::splat(width))
}
