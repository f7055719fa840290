//! An editor for a value of any type. It returns the new value once the user has finished editing it.

use std::ops::RangeInclusive;
use std::sync::Arc;

use egui::{
    Button, ComboBox, DragValue, Id, Key, KeyboardShortcut, Modifiers, Response, RichText, Slider,
    TextEdit, Ui,
};
use treewright_core::value::{Value, ValueType};
use treewright_session::i18n::Texts;

use super::{IconButton, check_box, draft, focus_request, scroll_to_focused};
use crate::popup_keyboard::set_label;

/// The maximum number of text lines shown without scrolling.
const MAX_ROWS: usize = 6;
/// The height of a list of choices above which it scrolls, in points.
const LIST_HEIGHT: f32 = 300.0;
/// A number whose range is at most this wide gets a slider.
const SLIDER_SPAN: f64 = 100.0;

/// The field in which a value is edited.
pub struct ValueField<'a> {
    /// Must be unique for each field of each edited object.
    pub id: Id,
    /// The name for screen readers.
    pub name: &'a str,
    /// The allowed range of a number.
    pub range: Option<(f64, f64)>,
    /// The unit of a number; empty if it has none.
    pub unit: &'a str,
    /// Whether a text may have several lines.
    pub lines: bool,
    /// Texts for list items and their buttons.
    pub texts: &'a Texts,
}

/// Shows an editor of `current`, which is of type `value_type`.
pub fn value_editor(
    ui: &mut Ui,
    field: &ValueField<'_>,
    value_type: &ValueType,
    current: &Value,
) -> Option<Value> {
    match (value_type, current) {
        (ValueType::Bool, Value::Bool(on)) => {
            let mut on = *on;
            let name = field
                .texts
                .tr(if on { "value.true" } else { "value.false" });
            check_box(ui, &mut on, name)
                .accessible_name(field.name)
                .changed()
                .then_some(Value::Bool(on))
        }
        (ValueType::Int, Value::Int(number)) => int_editor(ui, field, *number),
        (ValueType::Float, Value::Float(number)) => with_slider(ui, field, *number)
            .or_else(|| numbers(ui, field, &[*number]).map(|n| n[0]))
            .map(Value::Float),
        (ValueType::String, Value::String(text)) => text_editor(ui, field, text).map(Value::String),
        (ValueType::Vec2, Value::Vec2(v)) => numbers(ui, field, v).map(Value::Vec2),
        (ValueType::Vec3, Value::Vec3(v)) => numbers(ui, field, v).map(Value::Vec3),
        (ValueType::Color, Value::Color(color)) => {
            let mut edited = *color;
            // The picker is a popup, so there is no drag to wait for: every change is committed.
            draft(ui, field.id, color, |ui, value| {
                edited = *value;
                let response = ui.color_edit_button_rgba_unmultiplied(&mut edited);
                *value = edited;
                response.accessible_name(field.name)
            })
            .map(Value::Color)
        }
        (ValueType::List(element), Value::List(items)) => list_editor(ui, field, element, items),
        // The value does not match its type (it was read like that from a file); offer to replace it by a default value.
        (expected, _) => ui
            .button(format!("{current} → {}", expected.default_value()))
            .accessible_name(field.name)
            .clicked()
            .then(|| expected.default_value()),
    }
}

fn int_editor(ui: &mut Ui, field: &ValueField<'_>, current: i64) -> Option<Value> {
    let range: RangeInclusive<i64> = match field.range {
        Some((min, max)) => min as i64..=max as i64,
        None => i64::MIN..=i64::MAX,
    };
    draft(ui, field.id, &current, |ui, value| {
        ui.add(
            DragValue::new(value)
                .range(range)
                .speed(0.1)
                .suffix(suffix(field))
                .update_while_editing(false)
                .clamp_existing_to_range(false),
        )
        .accessible_name(field.name)
    })
    .map(Value::Int)
}

/// The unit, as the suffix of a number field.
fn suffix(field: &ValueField<'_>) -> String {
    if field.unit.is_empty() {
        return String::new();
    }
    format!(" {}", field.unit)
}

/// Adds a slider to a number with a small range.
fn with_slider(ui: &mut Ui, field: &ValueField<'_>, current: f64) -> Option<f64> {
    let (min, max) = field.range.filter(|(min, max)| max - min <= SLIDER_SPAN)?;
    let name = field.texts.tr_with("value.slider", &[("name", field.name)]);
    draft(ui, field.id.with("slider"), &current, |ui, value| {
        ui.spacing_mut().slider_width = (ui.available_width() - 70.0).clamp(40.0, 160.0);
        let slider = Slider::new(value, min..=max).show_value(false);
        ui.add(slider).accessible_name(name)
    })
}

fn numbers<const N: usize>(
    ui: &mut Ui,
    field: &ValueField<'_>,
    current: &[f64; N],
) -> Option<[f64; N]> {
    let (min, max) = field.range.unwrap_or((f64::MIN, f64::MAX));
    draft(ui, field.id, current, |ui, values| {
        let mut all: Option<Response> = None;
        ui.horizontal(|ui| {
            for (value, axis) in values.iter_mut().zip(["x", "y", "z"]) {
                let mut drag = DragValue::new(value)
                    .range(min..=max)
                    .speed(0.02)
                    .suffix(suffix(field))
                    .max_decimals(6)
                    .update_while_editing(false)
                    .clamp_existing_to_range(false);
                let mut name = field.name.to_owned();
                if N > 1 {
                    drag = drag.prefix(format!("{axis} "));
                    name = format!("{name} {axis}");
                }
                let response = ui.add(drag).accessible_name(name);
                all = Some(match all.take() {
                    Some(before) => before.union(response),
                    None => response,
                });
            }
        });
        all.unwrap_or_else(|| ui.label(""))
    })
}

fn text_editor(ui: &mut Ui, field: &ValueField<'_>, current: &Arc<str>) -> Option<Arc<str>> {
    let current = current.to_string();
    draft(ui, field.id, &current, |ui, text| {
        let width = ui.available_width();
        if !field.lines {
            let edit = TextEdit::singleline(text).desired_width(width);
            return ui.add(edit).accessible_name(field.name);
        }
        // Enter commits, as in every other field; Shift+Enter starts a new line.
        let rows = text.lines().count().clamp(1, MAX_ROWS);
        let edit = TextEdit::multiline(text)
            .desired_rows(rows)
            .desired_width(width)
            .return_key(KeyboardShortcut::new(Modifiers::SHIFT, Key::Enter));
        let mut response = ui.add(edit).accessible_name(field.name);
        let done = |i: &egui::InputState| i.key_pressed(Key::Enter) && !i.modifiers.shift;
        if response.has_focus() && ui.input(done) {
            response.surrender_focus();
            response.mark_changed();
        }
        response
    })
    .map(Arc::from)
}

/// One row per item, and a button below that adds an item.
fn list_editor(
    ui: &mut Ui,
    field: &ValueField<'_>,
    element: &ValueType,
    items: &[Value],
) -> Option<Value> {
    let mut changed = None;
    ui.vertical(|ui| {
        for (index, item) in items.iter().enumerate() {
            changed = changed
                .take()
                .or(item_editor(ui, field, element, items, index, item));
        }
        let name = [("name", field.name)];
        let add = field.texts.tr_with("value.add_item", &name);
        if IconButton::new("add", &add).small().show(ui).clicked() {
            let mut longer = items.to_vec();
            longer.push(element.default_value());
            changed = Some(longer);
        }
    });
    changed.map(|items| Value::List(items.into()))
}

/// An item with its remove button. Returns the whole list if something changed.
fn item_editor(
    ui: &mut Ui,
    field: &ValueField<'_>,
    element: &ValueType,
    items: &[Value],
    index: usize,
    item: &Value,
) -> Option<Vec<Value>> {
    let number = (index + 1).to_string();
    let arguments = [("name", field.name), ("number", &*number)];
    let item_field = ValueField {
        id: field.id.with(index),
        name: &field.texts.tr_with("value.item", &arguments),
        ..*field
    };
    let mut changed = None;
    ui.horizontal(|ui| {
        let remove = field.texts.tr_with("value.remove_item", &arguments);
        if IconButton::new("close", &remove).small().show(ui).clicked() {
            let mut shorter = items.to_vec();
            shorter.remove(index);
            changed = Some(shorter);
        }
        if let Some(value) = value_editor(ui, &item_field, element, item) {
            let mut edited = items.to_vec();
            edited[index] = value;
            changed = Some(edited);
        }
    });
    changed
}

/// A drop-down of texts. Returns the index of a newly chosen one.
pub fn choice(
    ui: &mut Ui,
    id: Id,
    name: &str,
    shown: &str,
    options: &[String],
    current: Option<usize>,
) -> Option<usize> {
    let options = options.iter().map(|option| (option.clone(), String::new()));
    let options: Vec<_> = options.collect();
    explained_choice(ui, id, name, shown, &options, current)
}

/// Like [`choice`], with explanations: beside each item in the list, and as a tooltip of the current one.
pub fn explained_choice(
    ui: &mut Ui,
    id: Id,
    name: &str,
    shown: &str,
    options: &[(String, String)],
    current: Option<usize>,
) -> Option<usize> {
    let mut chosen = None;
    let response = ComboBox::from_id_salt(id)
        .selected_text(shown)
        .width((ui.available_width() - 4.0).max(40.0))
        .truncate()
        .height(LIST_HEIGHT)
        .show_ui(ui, |ui| {
            for (i, (option, help)) in options.iter().enumerate() {
                let mut line = Button::selectable(current == Some(i), option);
                if !help.is_empty() {
                    line = line.right_text(RichText::new(help).small().weak());
                }
                let response = ui.add(line).accessible_name(option);
                set_label(&response, option);
                ui.ctx().accesskit_node_builder(response.id, |node| {
                    node.set_description(help.as_str());
                });
                if response.clicked() {
                    chosen = Some(i);
                }
            }
            scroll_to_focused(ui);
        })
        .response
        .accessible_name(name);
    focus_request::apply(ui.ctx(), id, &response);
    let help = current.and_then(|i| options.get(i)).map(|(_, help)| help);
    if let Some(help) = help.filter(|help| !help.is_empty()) {
        response.on_hover_text(help);
    }
    chosen.filter(|i| current != Some(*i))
}
