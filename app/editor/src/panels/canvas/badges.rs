//! The badges and ports on the edges of a card: order number, run status, breakpoint, problem, comment, and the abort type of a card without
//! rows.

use egui::epaint::PathShape;
use egui::{
    Align2, Color32, CornerRadius, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, pos2, vec2,
};
use treewright_core::abort::AbortType;
use treewright_core::diagnostic::Severity;
use treewright_session::workspace::run_view::NodeState;

use super::node_card::{font, galley, paint_icon};
use super::run_overlay::{Glow, RunOverlay};
use super::view::View;
use crate::icons;
use crate::scene::flow::Flow;
use crate::theme::{Theme, severity_icon, status_icon};

/// The radius of a badge in canvas units.
pub const BADGE: f32 = 8.5;
/// The least radius of an abort type's sign, in screen points: smaller ones cannot be told apart.
const MIN_SHAPE: f32 = 4.5;
/// The radius of a port in canvas units.
pub const PORT: f32 = 5.0;

/// Draws everything on the edges of a card.
pub fn paint(
    view: &View<'_>,
    run: &RunOverlay<'_>,
    painter: &Painter,
    index: usize,
    rect: Rect,
    glow: Option<Glow>,
) {
    let theme = view.input.theme;
    let zoom = view.projection.zoom;
    let card = view.card(index);
    paint_ports(view, painter, index);
    if let Some(played) = &card.face.stand_in {
        stand_in_badge(view, painter, rect, played);
    }
    if let Some(on) = view.input.breakpoints.mark(&card.id) {
        // A disabled breakpoint is a ring.
        let (fill, line) = if on {
            (theme.breakpoint, theme.card_fill)
        } else {
            (theme.card_fill, theme.breakpoint)
        };
        painter.circle(rect.left_center(), 6.0 * zoom, fill, Stroke::new(1.5, line));
    }
    if card.flags.comment {
        let at = rect.right_top() + vec2(-16.0, 14.0) * zoom;
        paint_icon(
            view,
            painter,
            at,
            12.0,
            icons::glyph("comment"),
            theme.muted,
        );
    }
    if card.flags.disabled {
        let at = rect.right_bottom() + vec2(-14.0, -13.0) * zoom;
        paint_icon(view, painter, at, 13.0, icons::glyph("block"), theme.muted);
    }
    if let Some(severity) = run.severity(&card.id) {
        problem_badge(view, painter, problem_position(view, rect), severity);
    }
    if let Some(glow) = glow {
        status_badge(view, painter, rect.right_bottom(), glow);
    } else if run.is_unknown(&card.id) {
        pill(view, painter, rect.right_bottom(), "?", theme.muted);
    }
    if let Some(count) = run.agents_running(&card.id) {
        // Beside the status badge.
        let text = format!("×{count}");
        let at = rect.right_bottom() - vec2(26.0 * zoom, 0.0);
        pill(view, painter, at, &text, theme.accent);
    }
}

/// Draws the most important badges, for a card that shows only its title.
pub fn paint_small(
    view: &View<'_>,
    run: &RunOverlay<'_>,
    painter: &Painter,
    index: usize,
    rect: Rect,
    glow: Option<Glow>,
) {
    let theme = view.input.theme;
    let zoom = view.projection.zoom;
    let card = view.card(index);
    if let Some(severity) = run.severity(&card.id) {
        problem_badge(view, painter, problem_position(view, rect), severity);
    }
    paint_ports(view, painter, index);
    if card.abort != AbortType::None {
        let rim = Stroke::new(1.5, theme.card_fill);
        let radius = (BADGE * zoom).max(MIN_SHAPE);
        let color = theme.abort_scope;
        abort_shape(painter, rect.right_top(), radius, card.abort, color, rim);
    }
    if card.face.stand_in.is_some() {
        stand_in_mask(view, painter, rect.right_top());
    }
    if view.input.breakpoints.mark(&card.id) == Some(true) {
        let radius = (6.0 * zoom).max(3.0);
        painter.circle_filled(rect.left_center(), radius, theme.breakpoint);
    }
    if let Some(glow) = glow {
        status_badge(view, painter, rect.right_bottom(), glow);
    }
}

/// The in-port of a child shows its order number. The out-port of a node that can have children is a dot, hollow while it has none. The
/// out-port of a collapsed node shows how many nodes are hidden.
fn paint_ports(view: &View<'_>, painter: &Painter, index: usize) {
    let theme = view.input.theme;
    let zoom = view.projection.zoom;
    let card = view.card(index);
    let outline = Stroke::new(1.0, theme.card_outline);
    if let Some(order) = card.order {
        let text = order.to_string();
        pill(view, painter, view.in_port(index), &text, theme.muted);
    } else if card.flags.unconnected {
        painter.circle(view.in_port(index), PORT * zoom, theme.card_faded, outline);
    }
    if card.hidden > 0 {
        let text = format!("+{}", card.hidden);
        pill(view, painter, view.out_port(index), &text, theme.accent);
    } else if card.can_have_children() {
        let fill = if card.child_count == 0 {
            theme.card_fill
        } else {
            theme.wire
        };
        painter.circle(view.out_port(index), PORT * zoom, fill, outline);
    }
}

/// Text on a small rounded background.
fn pill(view: &View<'_>, painter: &Painter, center: Pos2, text: &str, color: Color32) {
    let theme = view.input.theme;
    let zoom = view.projection.zoom;
    let galley = galley(painter, text, font(view, 10.0));
    let size = vec2((galley.size().x + 8.0 * zoom).max(15.0 * zoom), 15.0 * zoom);
    let plate = Rect::from_center_size(center, size);
    let radius = CornerRadius::same((7.5 * zoom).min(255.0) as u8);
    let outline = Stroke::new(1.0, theme.card_outline);
    painter.rect(plate, radius, theme.card_fill, outline, StrokeKind::Middle);
    let at = Align2::CENTER_CENTER.anchor_size(center, galley.size());
    painter.galley(at.min, galley, color);
}

/// The sign of an abort type: Self is a circle, `LowerPriority` points to the right, Both is a diamond.
pub fn abort_shape(
    painter: &Painter,
    center: Pos2,
    radius: f32,
    abort: AbortType,
    color: Color32,
    rim: Stroke,
) {
    let corners: &[(f32, f32)] = match abort {
        AbortType::None => return,
        AbortType::OwnBranch => {
            painter.circle(center, radius, color, rim);
            return;
        }
        AbortType::LowerPriority => &[
            (-1.0, -0.95),
            (0.45, -0.95),
            (1.35, 0.0),
            (0.45, 0.95),
            (-1.0, 0.95),
        ],
        AbortType::Both => &[(0.0, -1.35), (1.35, 0.0), (0.0, 1.35), (-1.35, 0.0)],
    };
    let points = corners
        .iter()
        .map(|(x, y)| center + vec2(*x, *y) * radius)
        .collect();
    painter.add(Shape::Path(PathShape::convex_polygon(points, color, rim)));
}

/// The stand-in badge at the upper right corner of a card: theater masks, and a short form of the stand-in.
fn stand_in_badge(view: &View<'_>, painter: &Painter, rect: Rect, played: &str) {
    let theme = view.input.theme;
    let zoom = view.projection.zoom;
    let text = galley(painter, played, font(view, 10.0));
    let mask = 16.0 * zoom;
    let size = vec2(mask + text.size().x + 7.0 * zoom, 15.0 * zoom);
    // The order number uses the center of the edge.
    let corner = rect.right_top() + vec2(8.0 * zoom - size.x, -size.y / 2.0);
    let plate = Rect::from_min_size(corner, size);
    let radius = CornerRadius::same((7.5 * zoom).min(255.0) as u8);
    let outline = Stroke::new(1.0, theme.accent);
    painter.rect(plate, radius, theme.card_fill, outline, StrokeKind::Middle);
    let at = plate.left_center() + vec2(mask / 2.0 + 1.0 * zoom, 0.0);
    let glyph = icons::glyph("theater_comedy");
    paint_icon(view, painter, at, 12.0, glyph, theme.accent);
    let at = plate.left_center() + vec2(mask + 1.0 * zoom, 0.0);
    let at = Align2::LEFT_CENTER.anchor_size(at, text.size());
    painter.galley(at.min, text, theme.text);
}

/// Only the masks, for small cards.
fn stand_in_mask(view: &View<'_>, painter: &Painter, center: Pos2) {
    let theme = view.input.theme;
    let radius = BADGE * view.projection.zoom;
    let outline = Stroke::new(1.0, theme.accent);
    painter.circle(center, radius, theme.card_fill, outline);
    let glyph = icons::glyph("theater_comedy");
    paint_icon(view, painter, center, 13.0, glyph, theme.accent);
}

/// The position of the problem badge on a card: at its lower edge, away from the breakpoint on the left.
pub fn problem_position(view: &View<'_>, rect: Rect) -> Pos2 {
    let along = (2.0 * BADGE * view.projection.zoom).min(rect.width() * 0.25);
    rect.left_bottom() + vec2(along, 0.0)
}

fn problem_badge(view: &View<'_>, painter: &Painter, center: Pos2, severity: Severity) {
    let theme = view.input.theme;
    let (icon, color) = (severity_icon(severity), theme.severity(severity));
    painter.circle_filled(
        center,
        (BADGE + 0.5) * view.projection.zoom,
        theme.card_fill,
    );
    paint_icon(view, painter, center, 16.0, icons::glyph(icon), color);
}

fn status_badge(view: &View<'_>, painter: &Painter, center: Pos2, glow: Glow) {
    let theme = view.input.theme;
    let radius = (BADGE * view.projection.zoom).max(4.0);
    let color = Theme::tint(theme.card_fill, glow.color, glow.strength.max(0.45));
    let glyph = icons::glyph(status_icon(glow.state));
    let rim = Stroke::new(1.5, theme.card_fill);
    match glow.state {
        // These icons are discs themselves, with the clock hands or the square left out.
        NodeState::Running | NodeState::Interrupted => {
            painter.circle(center, radius, theme.card_fill, rim);
            paint_icon(view, painter, center, 2.3 * BADGE, glyph, color);
        }
        _ => {
            painter.circle(center, radius, color, rim);
            paint_icon(view, painter, center, 13.0, glyph, theme.background);
        }
    }
}

/// Whether a point is on the out-port of a card that can have children.
pub fn on_out_port(view: &View<'_>, index: usize, at: Pos2) -> bool {
    view.card(index).can_have_children() && on_port(view, view.out_port(index), at)
}

/// Whether a point is on the in-port.
pub fn on_in_port(view: &View<'_>, index: usize, at: Pos2) -> bool {
    let card = view.card(index);
    (card.order.is_some() || card.flags.unconnected) && on_port(view, view.in_port(index), at)
}

fn on_port(view: &View<'_>, port: Pos2, at: Pos2) -> bool {
    let reach = (9.0 * view.projection.zoom).clamp(5.0, 16.0);
    let (side, along) = match view.flow {
        Flow::Down => (1.5, 1.0),
        Flow::Right => (1.0, 1.5),
    };
    let away = at - port;
    pos2(away.x / side, away.y / along).to_vec2().length() <= reach
}
