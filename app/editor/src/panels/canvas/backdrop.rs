//! The background: the grid, and the hint on an empty canvas.

use egui::epaint::Mesh;
use egui::{Align2, FontId, Painter, Rect, Shape, pos2, vec2};

use super::corners;
use super::view::View;
use crate::icons;
use crate::scene::placement::GRID;
use crate::theme::text_size;

/// The minimum distance between grid dots, in screen points.
const MIN_DOT_DISTANCE: f32 = 18.0;

pub fn paint(view: &View<'_>, painter: &Painter) {
    painter.rect_filled(view.projection.viewport, 0.0, view.input.theme.background);
    paint_grid(view, painter);
}

fn paint_grid(view: &View<'_>, painter: &Painter) {
    let mut step = GRID;
    while step * view.projection.zoom < MIN_DOT_DISTANCE {
        step *= 2.0;
    }
    let seen = view.projection.visible_canvas();
    let (left, top) = ((seen.min.x / step).floor(), (seen.min.y / step).floor());
    let columns = (seen.width() / step) as i32 + 2;
    let rows = (seen.height() / step) as i32 + 2;
    let color = view.input.theme.grid;
    let mut mesh = Mesh::default();
    let dots = (columns * rows).max(0) as usize;
    mesh.reserve_vertices(4 * dots);
    mesh.reserve_triangles(2 * dots);
    for row in 0..rows {
        for column in 0..columns {
            let at = pos2((left + column as f32) * step, (top + row as f32) * step);
            let at = view.projection.screen_from_canvas(at).round();
            mesh.add_colored_rect(Rect::from_center_size(at, vec2(2.0, 2.0)), color);
        }
    }
    painter.add(Shape::mesh(mesh));
}

/// The height of the welcome text below its middle, in points.
const HINT_BELOW: f32 = 46.0;

/// The welcome text on a canvas without nodes.
pub fn paint_hint(view: &View<'_>, painter: &Painter) {
    let theme = view.input.theme;
    let texts = view.input.texts;
    let viewport = view.projection.viewport;
    let corners = corners::covered(viewport.size(), view.input).into_iter();
    let free = corners.map(|corner| viewport.top() + corner.top());
    let lowest = free.fold(viewport.bottom(), f32::min) - HINT_BELOW;
    let middle = viewport.center();
    // In a low canvas above what lies over its corners.
    let middle = pos2(middle.x, middle.y.min(lowest));
    painter.text(
        middle - vec2(0.0, 34.0),
        Align2::CENTER_CENTER,
        icons::glyph("account_tree"),
        icons::font(40.0),
        theme.muted,
    );
    let lines = [
        ("canvas.empty.title", text_size::HEADING, theme.text, 8.0),
        ("canvas.empty.hint", text_size::BODY, theme.muted, 34.0),
    ];
    for (key, size, color, down) in lines {
        painter.text(
            middle + vec2(0.0, down),
            Align2::CENTER_CENTER,
            texts.tr(key),
            FontId::proportional(size),
            color,
        );
    }
}
