//! A line of the blackboard: the icon of the type, the name, the value, and the buttons. The buttons have their places also while nothing runs.

use egui::{Align, Id, Key, Layout, Rect, TextEdit, Ui, UiBuilder, pos2, vec2};
use treewright_authoring::edit::Command;
use treewright_core::model::{Scope, Variable};
use treewright_core::value::ValueType;

use super::columns::{BUTTON, Columns};
use super::lines::Group;
use super::{BlackboardState, history, menu, value};
use crate::action::ActionSink;
use crate::icons;
use crate::keyboard_return;
use crate::panels::PanelContext;
use crate::panels::plots::PlotsState;
use crate::widgets::{Row, caption, draft, focus_all, row_pressed};

/// The space around a name in its field, on both sides together.
const NAME_MARGIN: f32 = 8.0;
/// How much wider the beginning of a shortened name is than its end.
const HEAD_TO_TAIL: f32 = 1.4;

pub fn show(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    (index, variable, prefix): (usize, &Variable, usize),
    columns: &Columns,
    (state, plots): (&mut BlackboardState, &PlotsState),
    sink: &mut ActionSink,
) {
    if columns.icon.is_positive() {
        type_icon(ui, cx, variable, columns.icon);
    }
    name_field(ui, cx, (variable, prefix), columns.name, state, sink);
    value::show(ui, cx, variable, columns.value, sink);
    // In a narrow line, the menu contains what the other buttons do.
    let menu_only = columns.is_narrow();
    for (position, place) in (if menu_only { 2..3 } else { 0..3 }).enumerate() {
        let left = columns.buttons.left() + BUTTON * position as f32;
        let rect = Rect::from_min_size(
            pos2(left, columns.buttons.top()),
            vec2(BUTTON, columns.buttons.height()),
        );
        let layout = Layout::left_to_right(Align::Center);
        let builder = UiBuilder::new().id_salt(("button", place)).max_rect(rect);
        let mut ui = ui.new_child(builder.layout(layout));
        ui.spacing_mut().button_padding = vec2(1.0, 1.0);
        match (place, cx.run) {
            (0, _) => history::plot_switch(&mut ui, cx, variable, plots.has(&variable.name), sink),
            (1, Some(run)) if run.variable(&variable.name).is_some() => {
                history::history_button(&mut ui, cx, run, variable, sink);
            }
            (1, _) => {}
            _ => {
                let is_plotted = plots.has(&variable.name);
                let extra = menu_only.then_some(is_plotted);
                menu::show(&mut ui, cx, (index, variable), extra, sink);
            }
        }
    }
}

/// The icon of a type.
pub fn icon_of_type(value_type: &ValueType) -> &'static str {
    match value_type {
        ValueType::Bool => "toggle_on",
        ValueType::Int => "tag",
        ValueType::Float => "decimal_increase",
        ValueType::String => "abc",
        ValueType::Vec2 | ValueType::Vec3 => "open_with",
        ValueType::Color => "palette",
        ValueType::List(_) => "list",
    }
}

fn type_icon(ui: &Ui, cx: &PanelContext<'_>, variable: &Variable, rect: Rect) {
    let about = about(cx, variable);
    let response = ui.interact(rect, ui.scope_id().with("type"), egui::Sense::hover());
    let glyph = icons::glyph(icon_of_type(&variable.value_type));
    let font = icons::font(15.0);
    let center = egui::Align2::CENTER_CENTER;
    ui.painter()
        .text(rect.center(), center, glyph, font, cx.theme.muted);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, &about));
    response.on_hover_text(about);
}

/// The type of a variable, and its scope unless that is the tree.
fn about(cx: &PanelContext<'_>, variable: &Variable) -> String {
    let title = menu::type_title(cx, &variable.value_type);
    match variable.scope {
        Scope::Tree => title,
        Scope::Subtree => format!("{title} · {}", cx.texts.tr("scope.subtree")),
        Scope::Global => format!("{title} · {}", cx.texts.tr("scope.global")),
    }
}

/// The name as a field. It looks like text until it is used: without the prefix that its heading says, shortened in its middle if it is too
/// long, and whole in the tooltip.
fn name_field(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    (variable, prefix): (&Variable, usize),
    rect: Rect,
    state: &mut BlackboardState,
    sink: &mut ActionSink,
) {
    let id = Id::unique(("variable name", cx.front.id(), &*variable.name));
    let label = cx
        .texts
        .tr_with("blackboard.name_of", &[("name", &variable.name)]);
    let takes_focus = state.focus.as_ref() == Some(&variable.name);
    let layout = Layout::left_to_right(Align::Center);
    let builder = UiBuilder::new().id_salt("name").max_rect(rect);
    let mut ui = ui.new_child(builder.layout(layout));
    ui.shrink_clip_rect(rect);
    let mut is_text = false;
    let renamed = draft(&mut ui, id, &variable.name.to_string(), |ui, text| {
        let is_used = ui.memory(|memory| memory.has_focus(id.with("field")));
        let field = TextEdit::singleline(text)
            .id(id.with("field"))
            .desired_width(rect.width())
            .font(egui::TextStyle::Body);
        let field = if is_used {
            field
        } else {
            field.frame(egui::Frame::NONE.inner_margin(4))
        };
        let output = field.show(ui);
        is_text = !is_used;
        let response = output.response.response.accessible_name(&label);
        if takes_focus {
            state.named = Some((response.id, keyboard_return::borrow(ui.ctx())));
            focus_all(ui, &response, text);
        } else if response.lost_focus()
            && let Some((_, lent)) = state.named.take_if(|(field, _)| *field == response.id)
            && ui.input(|input| input.key_pressed(Key::Enter) || input.key_pressed(Key::Escape))
        {
            lent.give_back(ui.ctx());
        }
        response.on_hover_ui(|ui| tooltip(ui, cx, variable))
    });
    let shown = &variable.name[prefix..];
    if is_text && let Some(text) = short_name(&ui, shown, rect.width() - NAME_MARGIN) {
        cover(&ui, cx, rect, &text);
    } else if is_text && prefix > 0 {
        cover(&ui, cx, rect, shown);
    }
    if takes_focus {
        state.focus = None;
    }
    if let Some(to) = renamed {
        sink.edit(Command::RenameVariable {
            from: variable.name.clone(),
            to: to.into(),
        });
    }
}

/// Shows a text in place of the name in its field.
fn cover(ui: &Ui, cx: &PanelContext<'_>, rect: Rect, text: &str) {
    ui.painter().rect_filled(rect, 0.0, cx.theme.panel);
    let font = egui::TextStyle::Body.resolve(ui.style());
    let anchor = egui::Align2::LEFT_CENTER;
    let at = rect.left_center() + vec2(NAME_MARGIN / 2.0, 0.0);
    ui.painter().text(at, anchor, text, font, cx.theme.text);
}

/// Shortens a name in its middle, as names differ at both ends; `None` if it has room.
fn short_name(ui: &Ui, name: &str, room: f32) -> Option<String> {
    let font = egui::TextStyle::Body.resolve(ui.style());
    let (widths, dots): (Vec<f32>, f32) = ui.fonts_mut(|fonts| {
        let widths = name.chars().map(|c| fonts.glyph_width(&font, c));
        (widths.collect(), fonts.glyph_width(&font, '…'))
    });
    if widths.iter().sum::<f32>() <= room {
        return None;
    }
    let (mut from, mut to) = (0, widths.len());
    let (mut head, mut tail) = (0.0, 0.0);
    while from + 1 < to {
        // The beginning is read first, so it gets a little more.
        let takes_head = head <= tail * HEAD_TO_TAIL;
        let next = if takes_head {
            widths[from]
        } else {
            widths[to - 1]
        };
        if head + tail + next > room - dots {
            break;
        }
        if takes_head {
            head += next;
            from += 1;
        } else {
            tail += next;
            to -= 1;
        }
    }
    let head: String = name.chars().take(from).collect();
    let tail: String = name.chars().skip(to).collect();
    Some(format!("{head}…{tail}"))
}

fn tooltip(ui: &mut Ui, cx: &PanelContext<'_>, variable: &Variable) {
    ui.set_max_width(320.0);
    ui.strong(&*variable.name);
    caption(ui, cx.theme, &about(cx, variable));
    if !variable.comment.is_empty() {
        ui.label(&variable.comment);
    }
}

/// Shows the heading of a group. Returns whether it was pressed.
pub fn heading(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    (group, count, is_collapsed): (&Group, usize, bool),
    rect: Rect,
) -> bool {
    let (title, indent) = match group {
        Group::Scope(scope) => (cx.texts.tr(scope_key(*scope)).into_owned(), 0.0),
        Group::Prefix(_, prefix) => (prefix.to_string(), 10.0),
    };
    let count = count.to_string();
    let arguments = [("title", &*title), ("count", &*count)];
    let key = if is_collapsed {
        "blackboard.group_collapsed"
    } else {
        "blackboard.group"
    };
    let name = cx.texts.tr_with(key, &arguments);
    let icon = if is_collapsed {
        "chevron_right"
    } else {
        "expand_more"
    };
    let mut ui = ui.new_child(
        UiBuilder::new()
            .id_salt((&title, indent > 0.0))
            .max_rect(rect),
    );
    let response = Row::new(&title)
        .icon(icon, cx.theme.muted)
        .color(cx.theme.muted)
        .detail(&count)
        .indent(indent)
        .name(&name)
        .show(&mut ui, cx.theme);
    row_pressed(&ui, &response)
}

fn scope_key(scope: Scope) -> &'static str {
    match scope {
        Scope::Tree => "blackboard.scope_tree",
        Scope::Subtree => "blackboard.scope_subtree",
        Scope::Global => "blackboard.scope_global",
    }
}
