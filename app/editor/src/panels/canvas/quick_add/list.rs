//! The list of matches for the query. Knows neither their scores nor where the new node goes.

use egui::accesskit::Role;
use egui::{Align2, FontId, Rect, ScrollArea, Sense, Ui, WidgetInfo, vec2};

use super::super::CanvasInput;
use super::search_item::SearchItem;
use crate::icons;
use crate::theme::text_size;

const ROW: f32 = 40.0;
/// The maximum number of matches; nobody scrolls further.
pub const MAX_ITEMS: usize = 300;
/// The maximum height.
pub const HEIGHT: f32 = 320.0;

/// Draws the list. Returns the row that was clicked.
pub fn show(
    ui: &mut Ui,
    input: &CanvasInput<'_>,
    found: &[SearchItem<'_>],
    chosen: &mut usize,
    moved: isize,
    height: f32,
) -> Option<usize> {
    if found.is_empty() {
        ui.label(input.texts.tr("canvas.add.nothing"));
        return None;
    }
    let last = found.len() - 1;
    *chosen = chosen.saturating_add_signed(moved).min(last);
    let mut clicked = None;
    ScrollArea::vertical()
        .max_height(height)
        // Otherwise the list would stay as short as it was with few matches.
        .min_scrolled_height(height)
        .auto_shrink([false, true])
        .show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            for (index, item) in found.iter().enumerate() {
                let (rect, response) =
                    ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::click());
                let title = item.title(input);
                response.widget_info(|| {
                    WidgetInfo::selected(Role::ListBoxOption, true, index == *chosen, &title)
                });
                if index == *chosen && moved != 0 {
                    response.scroll_to_me(None);
                }
                if response.hovered() && ui.input(|i| i.pointer.is_moving()) {
                    *chosen = index;
                }
                if response.clicked() {
                    clicked = Some(index);
                }
                paint_row(ui, input, rect, item, &title, index == *chosen);
            }
        });
    clicked
}

fn paint_row(
    ui: &Ui,
    input: &CanvasInput<'_>,
    rect: Rect,
    item: &SearchItem<'_>,
    title: &str,
    chosen: bool,
) {
    let theme = input.theme;
    let painter = ui.painter();
    if chosen {
        painter.rect_filled(rect, 4.0, theme.selection_fill);
    }
    painter.text(
        rect.left_center() + vec2(18.0, 0.0),
        Align2::CENTER_CENTER,
        icons::glyph(item.icon()),
        icons::font(18.0),
        item.color(input),
    );
    let text = |x: f32, y: f32, align: Align2, text: &str, size: f32, color| {
        let at = egui::pos2(x, rect.min.y + y);
        painter.text(at, align, text, FontId::proportional(size), color)
    };
    let left = rect.min.x + 36.0;
    text(
        left,
        12.0,
        Align2::LEFT_CENTER,
        title,
        text_size::BODY,
        theme.text,
    );
    let right = rect.max.x - 8.0;
    text(
        right,
        12.0,
        Align2::RIGHT_CENTER,
        &item.family(input),
        10.5,
        theme.muted,
    );
    let summary = item.summary(input);
    let font = FontId::proportional(10.5);
    let mut job = egui::text::LayoutJob::simple_singleline(summary, font, theme.muted);
    job.wrap = egui::text::TextWrapping::truncate_at_width(right - left);
    let galley = painter.layout_job(job);
    let at = egui::pos2(left, rect.min.y + 28.0 - galley.size().y / 2.0);
    painter.galley(at, galley, theme.muted);
}
