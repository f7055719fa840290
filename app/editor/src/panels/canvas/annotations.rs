//! Notes and groups on the canvas: drawing, hit testing, and their widgets for screen readers and tests. Changes nothing.

use egui::accesskit::{Action as AccessAction, Role};
use egui::text::{LayoutJob, TextWrapping};
use egui::{
    CornerRadius, CursorIcon, FontFamily, FontId, Painter, Pos2, Rect, Response, Sense, Stroke,
    StrokeKind, Ui, WidgetInfo, vec2,
};
use treewright_core::model::{Annotation, Document, LEAST_ANNOTATION};
use treewright_session::i18n::Texts;

use super::accessibility::requested_by_reader;
use super::view::View;
use crate::accessible_tree::set_focus_within;
pub use crate::scene::annotations::{TITLE_STRIP, all, moved, rect_of};
use crate::theme::{COLOR_WHEN_PAINTED, Theme};

/// The text size, in canvas units.
pub const TEXT: f32 = 13.0;
/// The minimum size of a group's title on the screen, so that it is readable when zoomed out.
const MIN_TITLE: f32 = 10.0;
/// The minimum height of a group's title strip, in screen points: room for `MIN_TITLE`.
const MIN_STRIP: f32 = MIN_TITLE + 4.0;
/// The distance from an edge at which dragging resizes, in screen points.
const EDGE: f32 = 5.0;
/// Below this size on the screen, dragging always moves, in screen points.
const MIN_RESIZABLE: f32 = 28.0;

/// The dragged edges of a note or group; no edge to move it as a whole.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Grip {
    /// -1 for the left edge, 1 for the right one, 0 for neither.
    pub across: i8,
    /// -1 for the top edge, 1 for the bottom one, 0 for neither.
    pub down: i8,
}

impl Grip {
    /// Whether it is moved as a whole.
    pub fn is_whole(self) -> bool {
        self == Self::default()
    }

    /// The edges of a rectangle that are near a point.
    fn near(rect: Rect, at: Pos2) -> Self {
        let side = |low: f32, high: f32, at: f32| {
            if high - low < MIN_RESIZABLE {
                0
            } else if (at - high).abs() <= EDGE {
                1
            } else if (at - low).abs() <= EDGE {
                -1
            } else {
                0
            }
        };
        Self {
            across: side(rect.min.x, rect.max.x, at.x),
            down: side(rect.min.y, rect.max.y, at.y),
        }
    }

    /// The mouse cursor over it.
    pub fn cursor(self) -> CursorIcon {
        match (self.across, self.down) {
            (0, 0) => CursorIcon::Grab,
            (0, _) => CursorIcon::ResizeVertical,
            (_, 0) => CursorIcon::ResizeHorizontal,
            (a, b) if a == b => CursorIcon::ResizeNwSe,
            _ => CursorIcon::ResizeNeSw,
        }
    }

    /// Moves the dragged edges of a rectangle by an offset, but not below the minimum size of a note.
    pub fn resized(self, rect: Rect, by: egui::Vec2) -> Rect {
        let least = vec2(LEAST_ANNOTATION.0 as f32, LEAST_ANNOTATION.1 as f32);
        let mut resized = rect;
        for (axis, side) in [(0, self.across), (1, self.down)] {
            match side {
                1 => {
                    resized.max[axis] =
                        (rect.max[axis] + by[axis]).max(rect.min[axis] + least[axis]);
                }
                -1 => {
                    resized.min[axis] =
                        (rect.min[axis] + by[axis]).min(rect.max[axis] - least[axis]);
                }
                _ => {}
            }
        }
        resized
    }
}

/// The title strip of a group with this screen rectangle. When zoomed out, the strip extends upward out of the group, so that it hides none
/// of the cards inside.
pub fn title_strip(group: Rect, zoom: f32) -> Rect {
    let bottom = group.min.y + TITLE_STRIP * zoom;
    let top = group.min.y.min(bottom - MIN_STRIP);
    Rect::from_x_y_ranges(group.x_range(), top..=bottom)
}

/// The text of a note or the title of a group.
pub fn text_of(document: &Document, annotation: Annotation) -> &str {
    let text = match annotation {
        Annotation::Group(index) => document.groups.get(index).map(|group| &*group.title),
        Annotation::Note(index) => document.notes.get(index).map(|note| &*note.text),
    };
    text.unwrap_or_default()
}
pub fn color_of(document: &Document, annotation: Annotation) -> &str {
    let name = match annotation {
        Annotation::Group(index) => document.groups.get(index).map(|group| &*group.color),
        Annotation::Note(index) => document.notes.get(index).map(|note| &*note.color),
    };
    name.unwrap_or_default()
}

/// The note or group at a screen point, and the edges there. The inside of a group counts as empty canvas.
pub fn at(view: &View<'_>, screen: Pos2) -> Option<(Annotation, Grip)> {
    all(view.input.document).rev().find_map(|annotation| {
        let rect = view
            .projection
            .screen_rect(view.annotation_rect(annotation)?);
        let outline = outline_of(annotation, rect, view.projection.zoom);
        if !outline.expand(EDGE).contains(screen) {
            return None;
        }
        let grip = Grip::near(outline, screen);
        let taken = match annotation {
            Annotation::Note(_) => !grip.is_whole() || rect.contains(screen),
            Annotation::Group(_) => {
                let strip = title_strip(rect, view.projection.zoom);
                !grip.is_whole() || strip.contains(screen)
            }
        };
        taken.then_some((annotation, grip))
    })
}

/// The screen area of a note or group, including a title strip outside of its rectangle.
fn outline_of(annotation: Annotation, rect: Rect, zoom: f32) -> Rect {
    match annotation {
        Annotation::Note(_) => rect,
        Annotation::Group(_) => rect.union(title_strip(rect, zoom)),
    }
}

/// Draws groups, then notes.
pub fn paint(view: &View<'_>, painter: &Painter) {
    for annotation in all(view.input.document) {
        paint_one(view, painter, annotation);
    }
}

/// Draws a note or group, if it is visible.
pub fn paint_one(view: &View<'_>, painter: &Painter, annotation: Annotation) {
    let seen = view.projection.viewport.expand(4.0);
    let rect = view.annotation_rect(annotation);
    let rect = rect.map(|rect| view.projection.screen_rect(rect));
    let Some(rect) = rect.filter(|rect| rect.intersects(seen)) else {
        return;
    };
    match annotation {
        Annotation::Group(_) => paint_group(view, painter, rect, annotation),
        Annotation::Note(_) => paint_note(view, painter, rect, annotation),
    }
    if view.input.selection.contains_annotation(annotation) {
        let outline = Stroke::new(2.0, view.input.theme.selection);
        let rect = outline_of(annotation, rect, view.projection.zoom);
        painter.rect_stroke(rect, radius(view), outline, StrokeKind::Outside);
    }
}

fn radius(view: &View<'_>) -> CornerRadius {
    CornerRadius::same((6.0 * view.projection.zoom).round().clamp(0.0, 24.0) as u8)
}

fn paint_group(view: &View<'_>, painter: &Painter, rect: Rect, annotation: Annotation) {
    let theme = view.input.theme;
    let color = color_of(view.input.document, annotation);
    let outline = Stroke::new(
        1.0,
        Theme::tint(theme.background, theme.annotation(color), 0.55),
    );
    let radius = radius(view);
    let strip = title_strip(rect, view.projection.zoom);
    let rect = rect.union(strip);
    painter.rect_filled(rect, radius, theme.group_fill(color));
    let size = (TEXT * view.projection.zoom).max(MIN_TITLE);
    let top = CornerRadius {
        sw: 0,
        se: 0,
        ..radius
    };
    painter.rect_filled(strip, top, theme.group_title(color));
    painter.rect_stroke(rect, radius, outline, StrokeKind::Inside);
    let margin = (9.0 * view.projection.zoom).max(3.0);
    let title = text_of(view.input.document, annotation).to_owned();
    let font = FontId::new((size * 2.0).floor() / 2.0, FontFamily::Proportional);
    let mut job = LayoutJob::simple_singleline(title, font, COLOR_WHEN_PAINTED);
    job.wrap = TextWrapping::truncate_at_width((rect.width() - 2.0 * margin).max(0.0));
    let galley = painter.layout_job(job);
    let at = strip.left_center() + vec2(margin, -galley.size().y / 2.0);
    painter
        .with_clip_rect(rect.intersect(painter.clip_rect()))
        .galley(at, galley, theme.text);
}

fn paint_note(view: &View<'_>, painter: &Painter, rect: Rect, annotation: Annotation) {
    /// Text below this size is illegible and not drawn.
    const LEGIBLE: f32 = 4.0;
    let theme = view.input.theme;
    let color = color_of(view.input.document, annotation);
    let fill = theme.note_fill(color);
    let outline = Stroke::new(1.0, Theme::tint(fill, theme.annotation(color), 0.6));
    painter.rect(rect, radius(view), fill, outline, StrokeKind::Inside);
    let size = view.projection.font_size(TEXT);
    if size < LEGIBLE {
        return;
    }
    let margin = 8.0 * view.projection.zoom;
    let inside = rect.shrink(margin);
    let text = text_of(view.input.document, annotation).to_owned();
    let font = FontId::new(size, FontFamily::Proportional);
    let mut job = LayoutJob::simple(text, font, COLOR_WHEN_PAINTED, inside.width().max(1.0));
    // Text that does not fit ends in an ellipsis, not in half a line.
    job.wrap.max_rows = ((inside.height() / (size * 1.25)) as usize).max(1);
    let galley = painter.layout_job(job);
    let clipped = painter.with_clip_rect(rect.intersect(painter.clip_rect()));
    clipped.galley(inside.min, galley, theme.text);
}

/// Creates a widget for each visible note and group. Returns the one that a screen reader clicked or focused.
pub fn widgets(ui: &Ui, canvas: &Response, view: &View<'_>) -> Option<Annotation> {
    let mut clicked = None;
    let selection = view.input.selection;
    for annotation in all(view.input.document) {
        let Some(rect) = view.annotation_rect(annotation) else {
            continue;
        };
        let rect = view.projection.screen_rect(rect);
        if !rect.intersects(view.projection.viewport) {
            continue;
        }
        let id = ui.make_persistent_id(("annotation", annotation));
        let response = ui.interact(rect, id, Sense::hover());
        response.widget_info(|| {
            let selected = selection.contains_annotation(annotation);
            let label = label(view.input.texts, view.input.document, annotation);
            let role = match annotation {
                Annotation::Group(_) => Role::Group,
                Annotation::Note(_) => Role::Note,
            };
            WidgetInfo::selected(role, true, selected, label)
        });
        ui.ctx().accesskit_node_builder(id, |node| {
            node.add_action(AccessAction::Click);
            node.add_action(AccessAction::Focus);
        });
        if requested_by_reader(ui, id) {
            clicked = Some(annotation);
        }
        if selection.primary().is_none() && selection.contains_annotation(annotation) {
            set_focus_within(canvas, id);
        }
    }
    clicked
}

/// `Note: look here` or `Group: Combat`.
pub fn label(texts: &Texts, document: &Document, annotation: Annotation) -> String {
    let key = match annotation {
        Annotation::Group(_) => "annotation.label.group",
        Annotation::Note(_) => "annotation.label.note",
    };
    texts.tr_with(key, &[("text", text_of(document, annotation))])
}

#[cfg(test)]
mod tests {
    use egui::pos2;

    use super::*;

    #[test]
    fn resizing_an_edge_stops_at_the_minimum_size() {
        let rect = Rect::from_min_max(pos2(0.0, 0.0), pos2(200.0, 100.0));
        let corner = Grip::near(rect, pos2(199.0, 98.0));
        assert_eq!(corner, Grip { across: 1, down: 1 });
        let larger = corner.resized(rect, vec2(20.0, -30.0));
        assert_eq!(larger.max, pos2(220.0, 70.0));
        let left = Grip::near(rect, pos2(1.0, 50.0));
        let least = left.resized(rect, vec2(900.0, 0.0));
        assert_eq!((least.min.x, least.max.x), (160.0, 200.0));
        assert!(Grip::near(rect, pos2(100.0, 50.0)).is_whole());
    }
}
