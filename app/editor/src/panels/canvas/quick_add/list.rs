//! The list of matches for the query. Knows neither their scores nor where the new node goes.

use egui::accesskit::Role;
use egui::style::ScrollAnimation;
use egui::{Align2, FontId, Rect, Response, ScrollArea, Sense, StrokeKind, Ui, WidgetInfo, vec2};

use super::super::CanvasInput;
use super::search_item::SearchItem;
use crate::accessible_tree::set_chosen_line;
use crate::icons;
use crate::theme::text_size;

const ROW: f32 = 40.0;
const HEADING: f32 = 20.0;
/// The maximum number of matches; nobody scrolls further.
pub const MAX_ITEMS: usize = 300;
/// The maximum height.
pub const HEIGHT: f32 = 320.0;

/// The matches, and the headings between them.
#[derive(Default)]
pub struct Found<'a> {
    pub items: Vec<SearchItem<'a>>,
    /// Headings, each with the index of the item below it.
    pub headings: Vec<(usize, String)>,
}

/// What to draw in this frame.
pub struct List<'a> {
    pub found: &'a Found<'a>,
    /// The field with the query, which has the keyboard.
    pub search: &'a Response,
    /// The steps that the arrow keys made.
    pub moved: isize,
    /// The maximum height.
    pub height: f32,
    /// Scrolls to the chosen item.
    pub reveals: bool,
    /// Different for each list that has a scroll position of its own.
    pub salt: (u64, Option<usize>),
}

impl List<'_> {
    /// Draws the list. Returns the row that was clicked.
    pub fn show(&self, ui: &mut Ui, input: &CanvasInput<'_>, chosen: &mut usize) -> Option<usize> {
        let items = &self.found.items;
        if items.is_empty() {
            ui.label(input.texts.tr("canvas.add.nothing"));
            return None;
        }
        *chosen = chosen
            .saturating_add_signed(self.moved)
            .min(items.len() - 1);
        let mut clicked = None;
        let mut headings = self.found.headings.iter().peekable();
        ScrollArea::vertical()
            .id_salt(self.salt)
            .max_height(self.height)
            // Otherwise the list would stay as short as it was with few matches.
            .min_scrolled_height(self.height)
            .auto_shrink([false, true])
            .show(ui, |ui| {
                ui.spacing_mut().item_spacing.y = 0.0;
                for (index, item) in items.iter().enumerate() {
                    if let Some((_, title)) = headings.next_if(|(at, _)| *at == index) {
                        heading(ui, input, title);
                    }
                    let is_chosen = index == *chosen;
                    let row = self.row(ui, input, item, is_chosen);
                    if row.hovered() && ui.input(|i| i.pointer.is_moving()) {
                        *chosen = index;
                    }
                    if row.clicked() {
                        clicked = Some(index);
                    }
                }
            });
        clicked
    }

    fn row(
        &self,
        ui: &mut Ui,
        input: &CanvasInput<'_>,
        item: &SearchItem<'_>,
        is_chosen: bool,
    ) -> Response {
        let size = vec2(ui.available_width(), ROW);
        let (rect, response) = ui.allocate_exact_size(size, Sense::click());
        let title = item.title(input);
        response.widget_info(|| WidgetInfo::selected(Role::ListBoxOption, true, is_chosen, &title));
        if is_chosen {
            set_chosen_line(self.search, response.id, &title);
        }
        if is_chosen && self.reveals {
            // With the heading above it.
            let above = rect.expand2(vec2(0.0, HEADING));
            ui.scroll_to_rect_animation(above, None, ScrollAnimation::none());
        }
        if ui.is_rect_visible(rect) {
            paint_row(ui, input, rect, item, &title, is_chosen);
        }
        response
    }
}

fn heading(ui: &mut Ui, input: &CanvasInput<'_>, title: &str) {
    let size = vec2(ui.available_width(), HEADING);
    let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
    let at = rect.left_center() + vec2(8.0, 2.0);
    let font = FontId::proportional(text_size::SMALL);
    let color = input.theme.muted;
    ui.painter()
        .text(at, Align2::LEFT_CENTER, title, font, color);
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
        let inside = StrokeKind::Inside;
        painter.rect_stroke(rect, 4.0, theme.row_outline(), inside);
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
