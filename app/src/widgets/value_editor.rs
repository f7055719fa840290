//! An editor for a value of any type. Gives the new value once the user has finished changing it.

use std::ops::RangeInclusive;
use std::sync::Arc;

use egui::{ComboBox, DragValue, Id, Response, TextEdit, Ui};
use treewright_core::value::{Value, ValueType};

use super::draft;

/// How a value is edited.
pub struct ValueField<'a> {
    /// Tells this field of this thing from all others.
    pub id: Id,
    /// Its name for screen readers.
    pub name: &'a str,
    /// What a number may be.
    pub range: Option<(f64, f64)>,
    /// What the items of a list are called, for the hint of a list's text.
    pub list_hint: &'a str,
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
            let name = if on { "true" } else { "false" };
            ui.checkbox(&mut on, name)
                .accessible_name(field.name)
                .changed()
                .then_some(Value::Bool(on))
        }
        (ValueType::Int, Value::Int(number)) => int_editor(ui, field, *number),
        (ValueType::Float, Value::Float(number)) => {
            numbers(ui, field, &[*number]).map(|n| Value::Float(n[0]))
        }
        (ValueType::String, Value::String(text)) => {
            text_editor(ui, field, text, "").map(Value::String)
        }
        (ValueType::Vec2, Value::Vec2(v)) => numbers(ui, field, v).map(Value::Vec2),
        (ValueType::Vec3, Value::Vec3(v)) => numbers(ui, field, v).map(Value::Vec3),
        (ValueType::Color, Value::Color(color)) => {
            let mut edited = *color;
            // The picker is a popup: every change of it is one.
            draft(ui, field.id, color, |ui, value| {
                edited = *value;
                let response = ui.color_edit_button_rgba_unmultiplied(&mut edited);
                *value = edited;
                response.accessible_name(field.name)
            })
            .map(Value::Color)
        }
        (ValueType::List(element), Value::List(items)) => list_editor(ui, field, element, items),
        // The value does not fit its type (the file said so); offer a fresh one in its place.
        (wanted, _) => ui
            .button(format!("{current} → {}", wanted.default_value()))
            .accessible_name(field.name)
            .clicked()
            .then(|| wanted.default_value()),
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
                .update_while_editing(false)
                .clamp_existing_to_range(false),
        )
        .accessible_name(field.name)
    })
    .map(Value::Int)
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

fn text_editor(
    ui: &mut Ui,
    field: &ValueField<'_>,
    current: &Arc<str>,
    hint: &str,
) -> Option<Arc<str>> {
    let current = current.to_string();
    draft(ui, field.id, &current, |ui, text| {
        let hint = hint.to_owned();
        ui.add(
            TextEdit::singleline(text)
                .hint_text(hint)
                .desired_width(ui.available_width()),
        )
        .accessible_name(field.name)
    })
    .map(Arc::from)
}

/// A list is written as its items with commas between; what cannot be read is not taken.
fn list_editor(
    ui: &mut Ui,
    field: &ValueField<'_>,
    element: &ValueType,
    items: &[Value],
) -> Option<Value> {
    let written: Vec<String> = items.iter().map(item_text).collect();
    let written: Arc<str> = written.join(", ").into();
    let text = text_editor(ui, field, &written, field.list_hint)?;
    let parts = text
        .split(',')
        .map(str::trim)
        .filter(|part| !part.is_empty());
    let items: Option<Vec<Value>> = parts.map(|part| parse_item(element, part)).collect();
    items.map(|items| Value::List(items.into()))
}

fn item_text(item: &Value) -> String {
    match item {
        Value::String(text) => text.to_string(),
        other => other.to_string(),
    }
}

fn parse_item(element: &ValueType, text: &str) -> Option<Value> {
    match element {
        ValueType::Bool => text.parse().ok().map(Value::Bool),
        ValueType::Int => text.parse().ok().map(Value::Int),
        ValueType::Float => text
            .parse()
            .ok()
            .filter(|x: &f64| x.is_finite())
            .map(Value::Float),
        ValueType::String => Some(Value::from(text)),
        // Items that need commas of their own cannot be written in one line.
        ValueType::Vec2 | ValueType::Vec3 | ValueType::Color | ValueType::List(_) => None,
    }
}

/// A choice from a list of texts; gives the index of another one that was chosen.
pub fn choice(
    ui: &mut Ui,
    id: Id,
    name: &str,
    shown: &str,
    options: &[String],
    current: Option<usize>,
) -> Option<usize> {
    let mut chosen = None;
    ComboBox::from_id_salt(id)
        .selected_text(shown)
        .width((ui.available_width() - 4.0).max(40.0))
        .truncate()
        .show_ui(ui, |ui| {
            for (i, option) in options.iter().enumerate() {
                if ui.selectable_label(current == Some(i), option).clicked() {
                    chosen = Some(i);
                }
            }
        })
        .response
        .accessible_name(name);
    chosen.filter(|i| current != Some(*i))
}
