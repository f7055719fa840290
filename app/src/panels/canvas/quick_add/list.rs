//! The list of kinds that fit what was typed, best first. Knows nothing about where the new node goes.

use egui::accesskit::Role;
use egui::{Align2, FontId, Rect, ScrollArea, Sense, Ui, WidgetInfo, vec2};
use fuzzy_matcher::FuzzyMatcher as _;
use fuzzy_matcher::skim::SkimMatcherV2;
use treewright_core::library::NodeLibrary;
use treewright_core::model::NodeDeclaration;

use super::super::CanvasInput;
use crate::i18n::Texts;
use crate::icons;
use crate::theme::text_size;

const ROW: f32 = 40.0;
/// The most kinds that are listed; nobody scrolls further.
const MOST: usize = 300;
/// How tall the list may become.
pub const HEIGHT: f32 = 320.0;

/// The declarations that match a query, best first; all of them in palette order for an empty one.
pub fn search<'a>(
    library: &'a NodeLibrary,
    texts: &Texts,
    query: &str,
    accepts: impl Fn(&NodeDeclaration) -> bool,
) -> Vec<&'a NodeDeclaration> {
    let query = query.trim();
    let matcher = SkimMatcherV2::default();
    let mut found: Vec<(i64, &NodeDeclaration)> = library
        .declarations()
        .filter(|declaration| accepts(declaration))
        .filter_map(|declaration| {
            let score = score(&matcher, texts, declaration, query)?;
            Some((score, declaration))
        })
        .collect();
    // The sort is stable: equally good ones stay in palette order.
    found.sort_by_key(|(score, _)| -score);
    found
        .into_iter()
        .take(MOST)
        .map(|(_, declaration)| declaration)
        .collect()
}

/// A match in the name counts far more than one in the summary, its beginning more, and the whole name most of all.
fn score(
    matcher: &SkimMatcherV2,
    texts: &Texts,
    declaration: &NodeDeclaration,
    query: &str,
) -> Option<i64> {
    if query.is_empty() {
        return Some(0);
    }
    let title = texts.task_title(&declaration.task);
    let by_name = [&*declaration.task, &title]
        .into_iter()
        .filter_map(|name| {
            let (name_lower, query_lower) = (name.to_lowercase(), query.to_lowercase());
            let bonus = match name_lower.strip_prefix(&query_lower) {
                Some("") => 3000,
                Some(_) => 2000,
                None => 1000,
            };
            matcher.fuzzy_match(name, query).map(|score| score + bonus)
        })
        .max();
    by_name.or_else(|| matcher.fuzzy_match(&texts.task_summary(declaration), query))
}

/// Draws the list; gives the row that was clicked.
pub fn show(
    ui: &mut Ui,
    input: &CanvasInput<'_>,
    found: &[&NodeDeclaration],
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
        // Else the list stays as short as it was while few kinds fitted.
        .min_scrolled_height(height)
        .auto_shrink([false, true])
        .show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            for (index, declaration) in found.iter().enumerate() {
                let (rect, response) =
                    ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::click());
                let title = input.texts.task_title(&declaration.task);
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
                paint_row(ui, input, rect, declaration, &title, index == *chosen);
            }
        });
    clicked
}

fn paint_row(
    ui: &Ui,
    input: &CanvasInput<'_>,
    rect: Rect,
    declaration: &NodeDeclaration,
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
        icons::glyph(icons::of_kind(declaration)),
        icons::font(18.0),
        theme.declared(declaration),
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
    let key = format!("category.{}", declaration.category);
    let category = input.texts.tr(&key);
    let right = rect.max.x - 8.0;
    text(
        right,
        12.0,
        Align2::RIGHT_CENTER,
        &category,
        10.5,
        theme.muted,
    );
    let summary = input.texts.task_summary(declaration);
    let font = FontId::proportional(10.5);
    let mut job = egui::text::LayoutJob::simple_singleline(summary, font, theme.muted);
    job.wrap = egui::text::TextWrapping::truncate_at_width(right - left);
    let galley = painter.layout_job(job);
    let at = egui::pos2(left, rect.min.y + 28.0 - galley.size().y / 2.0);
    painter.galley(at, galley, theme.muted);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first(query: &str) -> String {
        let library = NodeLibrary::builtin();
        let found = search(&library, &Texts::default(), query, |_| true);
        found
            .first()
            .map_or_else(String::new, |d| d.task.to_string())
    }

    #[test]
    fn a_few_letters_find_the_node_that_is_meant() {
        assert_eq!(first("seq"), "Sequence");
        assert_eq!(first("sel"), "Selector");
        assert_eq!(first("wait"), "Wait");
        assert_eq!(first("cmpb"), "CompareBool");
        assert_eq!(first("inv"), "Inverter");
        assert_eq!(first("xyzzy"), "");
    }

    #[test]
    fn an_empty_query_lists_everything_in_palette_order() {
        let library = NodeLibrary::builtin();
        let found = search(&library, &Texts::default(), " ", |_| true);
        assert_eq!(found.len(), library.declarations().len());
        assert_eq!(found[0].task, library.declarations().next().unwrap().task);
    }

    #[test]
    fn chinese_names_are_found_by_chinese_text() {
        let texts = Texts::new("zh-CN");
        let library = NodeLibrary::builtin();
        let title = texts.task_title("Sequence");
        let found = search(&library, &texts, &title, |_| true);
        assert_eq!(found[0].task, "Sequence");
    }
}
