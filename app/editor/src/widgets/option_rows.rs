//! A choice of one among a few, each with a line that explains it: all are in sight, as rows.

use egui::{Id, Role, Sense, Stroke, TextStyle, Ui, WidgetInfo, pos2, vec2};

use super::row_pressed;
use crate::theme::{Theme, space, text_size};

/// The radius of the circle before each row, in points.
const RADIUS: f32 = 6.0;
/// The width of the circle's column.
const MARK: f32 = 22.0;

/// Shows the options, each a name and its explanation. Returns the index of a newly chosen one.
pub fn option_rows(
    ui: &mut Ui,
    theme: &Theme,
    id: Id,
    options: &[(String, String)],
    current: Option<usize>,
) -> Option<usize> {
    let mut chosen = None;
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.y = 1.0;
        for (index, option) in options.iter().enumerate() {
            if row(ui, theme, id.with(index), option, current == Some(index)) {
                chosen = Some(index);
            }
        }
    });
    chosen.filter(|index| current != Some(*index))
}

/// One option. Returns whether it was pressed.
fn row(
    ui: &mut Ui,
    theme: &Theme,
    id: Id,
    (name, help): &(String, String),
    is_chosen: bool,
) -> bool {
    let width = ui.available_width();
    let room = (width - MARK - space::XS).max(1.0);
    let body = TextStyle::Body.resolve(ui.style());
    let small = egui::FontId::proportional(text_size::SMALL);
    let (name_lines, help_lines) = ui.fonts_mut(|fonts| {
        (
            fonts.layout(name.clone(), body, theme.text, room),
            fonts.layout(help.clone(), small, theme.muted, room),
        )
    });
    let line = ui.text_style_height(&TextStyle::Body);
    let height = name_lines.size().y + help_lines.size().y + 2.0 * space::XS;
    let (_, rect) = ui.allocate_space(vec2(width, height));
    let response = ui.interact(rect, id, Sense::click());
    response.widget_info(|| {
        WidgetInfo::selected(Role::RadioButton, ui.is_enabled(), is_chosen, &**name)
    });
    ui.ctx().accesskit_node_builder(response.id, |node| {
        node.set_description(help.as_str());
    });
    if ui.is_rect_visible(rect) {
        let painter = ui.painter();
        if is_chosen {
            painter.rect_filled(rect, 4.0, theme.selection_fill);
        } else if response.hovered() {
            let fill = ui.visuals().widgets.hovered.weak_bg_fill;
            painter.rect_filled(rect, 4.0, fill);
        }
        let top = rect.top() + space::XS;
        let center = pos2(rect.left() + MARK * 0.5, top + line * 0.5);
        let outline = if is_chosen { theme.accent } else { theme.muted };
        painter.circle(center, RADIUS, theme.field, Stroke::new(1.2, outline));
        if is_chosen {
            painter.circle_filled(center, RADIUS * 0.5, theme.accent);
        }
        let left = rect.left() + MARK;
        let below = top + name_lines.size().y;
        painter.galley(pos2(left, top), name_lines, theme.text);
        painter.galley(pos2(left, below), help_lines, theme.muted);
    }
    row_pressed(ui, &response)
}
