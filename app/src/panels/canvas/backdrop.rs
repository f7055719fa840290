//! What lies behind the cards: the grid, groups and notes; and what floats above an empty canvas.

use egui::epaint::Mesh;
use egui::{
    Align, Align2, FontFamily, FontId, Painter, Rect, Shape, Stroke, StrokeKind, pos2, vec2,
};
use treewright_core::geometry::Position;

use super::camera::point;
use super::node_card::{font, galley};
use super::view::View;
use crate::icons;
use crate::theme::{Theme, text_size};

/// Grid dots stand this many canvas units apart at 100 %.
const GRID: f32 = 24.0;
/// They never stand nearer than this on the screen.
const NEAREST_DOTS: f32 = 18.0;

/// Draws the grid, groups and notes.
pub fn paint(view: &View<'_>, painter: &Painter) {
    painter.rect_filled(view.projection.viewport, 0.0, view.input.theme.background);
    paint_grid(view, painter);
    for group in &view.input.document.groups {
        paint_group(
            view,
            painter,
            frame(group.position, group.size),
            &group.title,
        );
    }
    for note in &view.input.document.notes {
        paint_note(view, painter, frame(note.position, note.size), &note.text);
    }
}

fn paint_grid(view: &View<'_>, painter: &Painter) {
    let mut step = GRID;
    while step * view.projection.zoom < NEAREST_DOTS {
        step *= 2.0;
    }
    let seen = view.projection.visible_canvas();
    let (left, top) = ((seen.min.x / step).floor(), (seen.min.y / step).floor());
    let columns = (seen.width() / step) as i32 + 2;
    let rows = (seen.height() / step) as i32 + 2;
    let color = view.input.theme.grid;
    let mut mesh = Mesh::default();
    for row in 0..rows {
        for column in 0..columns {
            let at = pos2((left + column as f32) * step, (top + row as f32) * step);
            let at = view.projection.screen_from_canvas(at).round();
            mesh.add_colored_rect(Rect::from_center_size(at, vec2(2.0, 2.0)), color);
        }
    }
    painter.add(Shape::mesh(mesh));
}

fn frame(position: Position, size: (i32, i32)) -> Rect {
    let size = vec2(size.0.max(40) as f32, size.1.max(24) as f32);
    Rect::from_min_size(point(position), size)
}

fn paint_group(view: &View<'_>, painter: &Painter, frame: Rect, title: &str) {
    let theme = view.input.theme;
    let rect = view.projection.screen_rect(frame);
    if !rect.intersects(view.projection.viewport) {
        return;
    }
    let outline = Stroke::new(1.0, theme.separator);
    let fill = Theme::tint(theme.background, theme.text, 0.04);
    painter.rect(rect, 8.0, fill, outline, StrokeKind::Inside);
    let size = (13.0 * view.projection.zoom).max(9.0);
    let size = (size * 2.0).floor() / 2.0;
    let title = galley(painter, title, FontId::new(size, FontFamily::Proportional));
    let at = rect.min + vec2(10.0, 6.0) * view.projection.zoom;
    painter.galley(at, title, theme.muted);
}

fn paint_note(view: &View<'_>, painter: &Painter, frame: Rect, text: &str) {
    let theme = view.input.theme;
    let rect = view.projection.screen_rect(frame);
    if !rect.intersects(view.projection.viewport) {
        return;
    }
    let outline = Stroke::new(1.0, Theme::tint(theme.note, theme.text, 0.2));
    painter.rect(rect, 4.0, theme.note, outline, StrokeKind::Inside);
    let font = font(view, 12.0);
    if font.size < 4.0 {
        return;
    }
    let margin = 8.0 * view.projection.zoom;
    let mut job = egui::text::LayoutJob::simple(
        text.to_owned(),
        font,
        theme.text,
        rect.width() - 2.0 * margin,
    );
    job.halign = Align::LEFT;
    let galley = painter.layout_job(job);
    let inside = painter.with_clip_rect(rect);
    inside.galley(rect.min + vec2(margin, margin), galley, theme.text);
}

/// A word of welcome on a canvas without nodes.
pub fn paint_hint(view: &View<'_>, painter: &Painter) {
    let theme = view.input.theme;
    let texts = view.input.texts;
    let middle = view.projection.viewport.center();
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
