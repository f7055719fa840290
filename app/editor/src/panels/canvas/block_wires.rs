//! Wires between cards drawn as blocks: straight segments without soft edges; siblings share segments where their wires coincide. A hundred
//! thousand wires cost little.

use egui::{Pos2, Rect, Vec2};

use super::raster::Raster;
use super::route::STACK_WIRE_GAP;
use super::run_overlay::{Glow, RunOverlay};
use super::view::View;
use super::wires::{Layer, WireStyle, plain_style, style};
use crate::scene::StackPosition;
use crate::scene::flow::Flow;

/// Wires that are drawn over others. Keeps their memory from frame to frame.
#[derive(Debug, Default)]
pub struct RaisedWires {
    lit: Vec<Line>,
    foremost: Vec<Line>,
}

/// A straight part of a wire.
type Line = ([Pos2; 2], WireStyle);

/// Where a part of a wire is drawn: at once, or over others.
trait Lines {
    fn line(&mut self, ends: [Pos2; 2], style: WireStyle);
}

impl Lines for Raster {
    fn line(&mut self, ends: [Pos2; 2], style: WireStyle) {
        self.draw_line(ends, style.width, style.color);
    }
}

impl Lines for Vec<Line> {
    fn line(&mut self, ends: [Pos2; 2], style: WireStyle) {
        self.push((ends, style));
    }
}

/// Adds the wires of all cards. A child that is not ahead of its parent gets a straight line.
pub fn add(view: &View<'_>, run: &RunOverlay<'_>, raster: &mut Raster, raised: &mut RaisedWires) {
    let mut layers = Layers {
        plain: raster,
        lit: &mut raised.lit,
        foremost: &mut raised.foremost,
    };
    if view.visible.len() * 2 > view.scene.cards.len() {
        let has_children = |parent: &usize| view.card(*parent).subtree_end > parent + 1;
        for parent in (0..view.scene.cards.len()).filter(has_children) {
            add_family(view, run, parent, view.scene.children(parent), &mut layers);
        }
    } else {
        let parent = |child: usize| Some((view.card(child).parent?, child));
        let mut wires: Vec<_> = view.wires_near().filter_map(parent).collect();
        wires.sort_unstable();
        for family in wires.chunk_by(|(a, _), (b, _)| a == b) {
            let children = family.iter().map(|(_, child)| *child);
            add_family(view, run, family[0].0, children, &mut layers);
        }
    }
    for (ends, style) in raised.lit.drain(..).chain(raised.foremost.drain(..)) {
        raster.line(ends, style);
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
    let plain = plain_style(view, view.card(parent).flags.disabled).faint();
    let mut stack = StackWays::default();
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
            route.add_end(layers.of(layer), style);
            if is_shared {
                stack.extend(Layer::Plain, route, plain);
            } else {
                stack.extend(layer, route, style);
            }
            continue;
        }
        let lines = layers.of(layer);
        if !shared_route.leads_to(to) {
            lines.line([from, to], style);
            continue;
        }
        let turn = shared_route.turn(to);
        lines.line([turn, to], style);
        if is_shared {
            let style = plain_style(view, view.card(child).flags.disabled).faint();
            shared_route.join(layers.plain, turn, style);
        } else {
            shared_route.add_unshared(lines, turn, style);
        }
    }
    stack.draw(layers);
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

    fn add_way(&self, lines: &mut dyn Lines, style: WireStyle) {
        for pair in self.points[..4].windows(2) {
            lines.line([pair[0], pair[1]], style);
        }
    }

    /// Adds the end, if it is long enough to be seen.
    fn add_end(&self, lines: &mut dyn Lines, style: WireStyle) {
        let [.., beside, to] = self.points;
        if beside.distance_sq(to) >= 1.0 {
            lines.line([beside, to], style);
        }
    }
}

/// The ways to the farthest cards of a family's stack, one for each layer: each covers those to all nearer cards, which thereby have its style.
#[derive(Default)]
struct StackWays([Option<(Layer, StackRoute, WireStyle)>; 4]);

impl StackWays {
    /// Replaces the way of a layer by one that leads farther.
    fn extend(&mut self, layer: Layer, farther: StackRoute, style: WireStyle) {
        self.0[layer as usize] = Some((layer, farther, style));
    }

    /// Draws the ways and forgets them.
    fn draw(&mut self, layers: &mut Layers<'_>) {
        for (layer, route, style) in self.0.iter_mut().filter_map(Option::take) {
            route.add_way(layers.of(layer), style);
        }
    }
}

struct Layers<'m> {
    plain: &'m mut Raster,
    lit: &'m mut Vec<Line>,
    foremost: &'m mut Vec<Line>,
}

impl Layers<'_> {
    fn of(&mut self, layer: Layer) -> &mut dyn Lines {
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
    fn join(&mut self, lines: &mut dyn Lines, turn: Pos2, style: WireStyle) {
        let ahead = self.ahead(turn);
        if let Some(shared) = &mut self.shared
            && (shared.ahead - ahead).abs() < 0.25
        {
            shared.across.extend_with(turn);
            return;
        }
        self.draw_shared(lines);
        let corner = self.from + self.flow.forward() * ahead;
        self.shared = Some(SharedPart {
            ahead,
            across: Rect::from_two_pos(corner, turn),
            style,
        });
    }

    /// Adds the unshared wire to one highlighted child.
    fn add_unshared(&self, lines: &mut dyn Lines, turn: Pos2, style: WireStyle) {
        let corner = self.from + self.flow.forward() * self.ahead(turn);
        lines.line([self.from, corner], style);
        lines.line([corner, turn], style);
    }

    /// Draws the shared part.
    fn draw_shared(&mut self, lines: &mut dyn Lines) {
        let Some(shared) = self.shared.take() else {
            return;
        };
        let corner = self.from + self.flow.forward() * shared.ahead;
        lines.line([self.from, corner], shared.style);
        lines.line([shared.across.min, shared.across.max], shared.style);
    }
}
