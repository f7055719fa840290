//! The editor of a parameter that has several values on the selected nodes: it shows none of them, and gives all nodes the one that is chosen.

use egui::{Checkbox, RichText, TextEdit, Ui};
use treewright_core::model::{ParameterType, ParameterValue};
use treewright_core::value::{Value, ValueType};

use super::{Change, Field};
use crate::panels::inspector::subtree_fields;
use crate::widgets::draft;

impl Field<'_> {
    /// What stands in place of a value.
    pub(super) fn several_values(&self) -> String {
        self.cx.texts.tr("inspector.several_values").into_owned()
    }

    pub(super) fn mixed_editor(&self, ui: &mut Ui) -> Option<Change> {
        match &self.parameter.parameter_type {
            ParameterType::Choice(options) => return self.choice_editor(ui, options, None),
            ParameterType::Tree if subtree_fields::document_of(self.cx, self.node).is_some() => {
                return self.tree_editor(ui, None);
            }
            ParameterType::VariableName(_) => return self.variable_picker(ui, None),
            _ => {}
        }
        match self.value_type() {
            Some(ValueType::Bool) => self.mixed_switch(ui),
            Some(
                value_type @ (ValueType::Int
                | ValueType::Float
                | ValueType::String
                | ValueType::Vec2
                | ValueType::Vec3),
            ) => self.mixed_text(ui, &value_type),
            _ => self.take_over(ui),
        }
    }

    fn mixed_switch(&self, ui: &mut Ui) -> Option<Change> {
        let mut on = false;
        let switch = Checkbox::new(&mut on, self.several_values()).indeterminate(true);
        let response = ui.add(switch).accessible_name(&*self.title);
        response.changed().then(|| Change::literal(true))
    }

    /// An empty field; what is written in it must be a value of the type.
    fn mixed_text(&self, ui: &mut Ui, value_type: &ValueType) -> Option<Change> {
        let hint = self.several_values();
        let typed = draft(ui, self.id.with("mixed"), &String::new(), |ui, text| {
            let edit = TextEdit::singleline(text).hint_text(hint);
            let width = ui.available_width();
            ui.add(edit.desired_width(width))
                .accessible_name(&*self.title)
        })?;
        read(value_type, &typed).map(Change::literal)
    }

    /// For what cannot be written in a line: takes the value of the last one selected for all.
    fn take_over(&self, ui: &mut Ui) -> Option<Change> {
        let set = self.node.parameters.get(&self.parameter.name).cloned();
        let value = set.unwrap_or_else(|| ParameterValue::literal(self.fallback()));
        let shown = match &value {
            ParameterValue::Literal(literal) => literal.value.to_string(),
            ParameterValue::Variable(name) => name.to_string(),
        };
        let arguments = [("name", &*self.title), ("value", &*shown)];
        let name = self.cx.texts.tr_with("inspector.take_over", &arguments);
        let text = RichText::new(self.several_values()).color(self.cx.theme.muted);
        let button = ui.button(text).accessible_name(&*name).on_hover_text(name);
        button.clicked().then_some(Change::To(Some(value)))
    }
}

/// The value that a text says; none if it is not one.
fn read(value_type: &ValueType, text: &str) -> Option<Value> {
    match value_type {
        ValueType::Int => text.trim().parse().ok().map(Value::Int),
        ValueType::Float => numbers::<1>(text).map(|[number]| Value::Float(number)),
        ValueType::Vec2 => numbers(text).map(Value::Vec2),
        ValueType::Vec3 => numbers(text).map(Value::Vec3),
        _ => Some(Value::from(text)),
    }
}

/// So many finite numbers with commas or spaces between them.
fn numbers<const N: usize>(text: &str) -> Option<[f64; N]> {
    let words = text.split([',', ' ', '，']).filter(|word| !word.is_empty());
    let read = words.map(|word| word.parse().ok().filter(|number: &f64| number.is_finite()));
    let numbers: Option<Vec<f64>> = read.collect();
    numbers?.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_read_by_its_type() {
        assert_eq!(read(&ValueType::Int, " 12 "), Some(Value::Int(12)));
        assert_eq!(read(&ValueType::Int, "1.5"), None);
        assert_eq!(read(&ValueType::Float, "-0.5"), Some(Value::Float(-0.5)));
        assert_eq!(read(&ValueType::Float, "inf"), None);
        assert_eq!(read(&ValueType::Float, "1 2"), None);
        let v = Value::Vec2([1.0, 2.5]);
        assert_eq!(read(&ValueType::Vec2, "1, 2.5"), Some(v));
        assert_eq!(read(&ValueType::Vec3, "1, 2.5"), None);
        assert_eq!(read(&ValueType::String, "a"), Some(Value::from("a")));
    }
}
