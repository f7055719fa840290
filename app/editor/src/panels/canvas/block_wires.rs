//! Wires of a tree whose cards are blocks: straight pieces without soft edges, and where neighbors share a way, one
//! piece for all. Ten thousand of them cost little.

use egui::epaint::Mesh;
use egui::{Pos2, Rect, Vec2};

use super::route::BESIDE;
use super::run_overlay::RunOverlay;
use super::view::View;
use super::wires::{Layer, WireStyle, add_line, style};
use crate::scene::Stacked;
use crate::scene::flow::Flow;

/// Adds the wires of all cards. A child that is not ahead of its parent gets a straight line.
pub fn add(view: &View<'_>, run: &RunOverlay<'_>, mesh: &mut Mesh) {
    let mut layers = Layers {
        plain: mesh,
        lit: Mesh::default(),
        foremost: Mesh::default(),
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
            plain.append_ref(&above);
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
    let mut rail = Rail::new(from, view.flow);
    for child in children {
        let to = view.in_port(child);
        let around = Rect::from_two_pos(from, to).expand(2.0);
        if !around.intersects(view.projection.viewport) {
            continue;
        }
        let (style, layer) = style(view, run, child, false);
        let style = style.faint();
        let mesh = layers.of(layer);
        if let Some(stacked) = view.stacked(child) {
            add_beside(mesh, [from, to], stacked, view.projection.zoom, style);
            continue;
        }
        if !rail.leads_to(to) {
            add_line(mesh, &[from, to], style);
            continue;
        }
        let turn = rail.turn(to);
        mesh.add_colored_rect(piece(turn, to, style.width), style.color);
        match layer {
            Layer::Plain => rail.join(mesh, turn, style),
            Layer::Lit | Layer::Foremost => rail.lone(mesh, turn, style),
        }
    }
    rail.finish(layers.of(Layer::Plain));
}

/// The way to a card of a stack.
fn add_beside(
    mesh: &mut Mesh,
    [from, to]: [Pos2; 2],
    stacked: Stacked,
    zoom: f32,
    style: WireStyle,
) {
    let forward = stacked.flow.forward();
    let aside = Vec2::ONE - forward;
    let beside = to - aside * (BESIDE * zoom);
    let first = from + forward * (stacked.lead * zoom);
    let second = first + aside * (beside - first).dot(aside);
    for (a, b) in [
        (from, first),
        (first, second),
        (second, beside),
        (beside, to),
    ] {
        mesh.add_colored_rect(piece(a, b, style.width), style.color);
    }
}

struct Layers<'m> {
    plain: &'m mut Mesh,
    lit: Mesh,
    foremost: Mesh,
}

impl Layers<'_> {
    fn of(&mut self, layer: Layer) -> &mut Mesh {
        match layer {
            Layer::Plain => self.plain,
            Layer::Lit => &mut self.lit,
            Layer::Foremost => &mut self.foremost,
        }
    }
}

/// The way that neighboring children share: out of the parent and across at one height.
struct Rail {
    from: Pos2,
    flow: Flow,
    shared: Option<Shared>,
}

struct Shared {
    /// How far ahead of the parent it goes across.
    ahead: f32,
    /// What it spans.
    across: Rect,
    style: WireStyle,
}

impl Rail {
    fn new(from: Pos2, flow: Flow) -> Self {
        Self {
            from,
            flow,
            shared: None,
        }
    }

    fn leads_to(&self, to: Pos2) -> bool {
        self.ahead(to) > 0.0
    }

    fn ahead(&self, to: Pos2) -> f32 {
        (to - self.from).dot(self.flow.forward())
    }

    /// Where the way to a child leaves the shared one.
    fn turn(&self, to: Pos2) -> Pos2 {
        to - self.flow.forward() * (self.ahead(to) * 0.5)
    }

    /// Lengthens the shared way to here, or begins another one at this height.
    fn join(&mut self, mesh: &mut Mesh, turn: Pos2, style: WireStyle) {
        let ahead = self.ahead(turn);
        if let Some(shared) = &mut self.shared
            && (shared.ahead - ahead).abs() < 0.25
        {
            shared.across.extend_with(turn);
            return;
        }
        self.finish(mesh);
        let corner = self.from + self.flow.forward() * ahead;
        self.shared = Some(Shared {
            ahead,
            across: Rect::from_two_pos(corner, turn),
            style,
        });
    }

    /// The whole way to one child, which stands out.
    fn lone(&self, mesh: &mut Mesh, turn: Pos2, style: WireStyle) {
        let corner = self.from + self.flow.forward() * self.ahead(turn);
        mesh.add_colored_rect(piece(self.from, corner, style.width), style.color);
        mesh.add_colored_rect(piece(corner, turn, style.width), style.color);
    }

    /// Draws the shared way.
    fn finish(&mut self, mesh: &mut Mesh) {
        let Some(shared) = self.shared.take() else {
            return;
        };
        let corner = self.from + self.flow.forward() * shared.ahead;
        let WireStyle { color, width } = shared.style;
        mesh.add_colored_rect(piece(self.from, corner, width), color);
        let across = piece(shared.across.min, shared.across.max, width);
        mesh.add_colored_rect(across, color);
    }
}

/// A straight piece between two points that share a coordinate, on whole points so that it is sharp.
fn piece(a: Pos2, b: Pos2, width: f32) -> Rect {
    let rect = Rect::from_two_pos(a, b);
    let min = (rect.min - Vec2::splat(width * 0.5)).round();
    Rect::from_min_max(min, min + rect.size() + Vec2::splat(width))
}
