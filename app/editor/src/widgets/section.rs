//! The heading of a part of a panel that can be closed.

use egui::text::{LayoutJob, TextFormat, TextWrapping};
use egui::{Align2, FontId, Id, Role, Sense, Stroke, TextStyle, Ui, WidgetInfo, pos2, vec2};

use super::row_pressed;
use crate::icons;
use crate::theme::{Theme, space, text_size};

/// The height of a heading, in points.
const HEIGHT: f32 = 26.0;
/// The width of the arrow, in points.
const ARROW: f32 = 20.0;
/// In less width than this, in points, no detail is shown.
const MIN_DETAIL: f32 = 40.0;

/// Shows the heading of a section, with a detail at its right end, which may be empty. Returns whether it was pressed.
pub fn section_heading(
    ui: &mut Ui,
    theme: &Theme,
    id: Id,
    (title, detail): (&str, &str),
    is_open: bool,
) -> bool {
    ui.add_space(space::XS);
    let size = vec2(ui.available_width(), HEIGHT);
    let (_, rect) = ui.allocate_space(size);
    let response = ui.interact(rect, id, Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::DisclosureTriangle, ui.is_enabled(), title));
    ui.ctx().accesskit_node_builder(response.id, |node| {
        node.set_expanded(is_open);
        if !detail.is_empty() {
            node.set_description(detail);
        }
    });
    if ui.is_rect_visible(rect) {
        let painter = ui.painter();
        if response.hovered() {
            let fill = ui.visuals().widgets.hovered.weak_bg_fill;
            painter.rect_filled(rect, 4.0, fill);
        }
        let line = Stroke::new(1.0, theme.separator);
        painter.hline(rect.x_range(), rect.top(), line);
        let arrow = icons::glyph(if is_open {
            "expand_more"
        } else {
            "chevron_right"
        });
        let at = pos2(rect.left() + ARROW * 0.5 - 2.0, rect.center().y);
        let center = Align2::CENTER_CENTER;
        painter.text(at, center, arrow, icons::font(16.0), theme.muted);
        let body = TextStyle::Body.resolve(ui.style());
        let at = pos2(rect.left() + ARROW, rect.center().y);
        let end = painter.text(at, Align2::LEFT_CENTER, title, body, theme.text);
        let room = rect.right() - end.right() - space::M;
        if !detail.is_empty() && room >= MIN_DETAIL {
            let galley = ui.fonts_mut(|fonts| fonts.layout_job(one_line(detail, theme, room)));
            let at = pos2(
                rect.right() - galley.size().x,
                rect.center().y - galley.size().y * 0.5,
            );
            ui.painter().galley(at, galley, theme.muted);
        }
    }
    row_pressed(ui, &response)
}

/// A small text in one line of at most this width.
fn one_line(text: &str, theme: &Theme, room: f32) -> LayoutJob {
    let format = TextFormat {
        font_id: FontId::proportional(text_size::SMALL),
        color: theme.muted,
        ..TextFormat::default()
    };
    let mut job = LayoutJob::single_section(text.to_owned(), format);
    job.wrap = TextWrapping::truncate_at_width(room);
    job
}
