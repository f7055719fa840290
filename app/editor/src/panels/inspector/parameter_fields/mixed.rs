//! The editor of a parameter that has different values on the selected nodes. It shows none of them; a new value is set for all nodes.

use egui::{RichText, TextEdit, Ui};
use treewright_core::model::{ParameterType, ParameterValue};
use treewright_core::value::{Value, ValueType};

use super::{ParameterChange, ParameterField};
use crate::panels::inspector::subtree_fields;
use crate::widgets::{draft, mixed_check_box, placeholder};

impl ParameterField<'_> {
    /// The placeholder for different values.
    pub(super) fn mixed_hint(&self) -> String {
        self.cx.texts.tr("inspector.several_values").into_owned()
    }

    pub(super) fn mixed_editor(&self, ui: &mut Ui) -> Option<ParameterChange> {
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
            _ => self.set_all_button(ui),
        }
    }

    fn mixed_switch(&self, ui: &mut Ui) -> Option<ParameterChange> {
        let mut on = false;
        let switch = mixed_check_box(ui, &mut on, self.mixed_hint(), true);
        let response = switch.accessible_name(&*self.title);
        response.changed().then(|| ParameterChange::literal(true))
    }

    /// An empty field. The text must be a value of the type.
    fn mixed_text(&self, ui: &mut Ui, value_type: &ValueType) -> Option<ParameterChange> {
        let hint = self.mixed_hint();
        let typed = draft(ui, self.id.with("mixed"), &String::new(), |ui, text| {
            let edit = TextEdit::singleline(text).hint_text(placeholder(hint));
            let width = ui.available_width();
            ui.add(edit.desired_width(width))
                .accessible_name(&*self.title)
        })?;
        parse(value_type, &typed).map(ParameterChange::literal)
    }

    /// For values that cannot be entered as text: a button that sets the value of the last selected node for all.
    fn set_all_button(&self, ui: &mut Ui) -> Option<ParameterChange> {
        let set = self.node.parameters.get(&self.parameter.name).cloned();
        let value = set.unwrap_or_else(|| ParameterValue::literal(self.fallback()));
        let shown = match &value {
            ParameterValue::Literal(literal) => literal.value.to_string(),
            ParameterValue::Variable(name) => name.to_string(),
        };
        let arguments = [("name", &*self.title), ("value", &*shown)];
        let name = self.cx.texts.tr_with("inspector.take_over", &arguments);
        let text = RichText::new(self.mixed_hint()).color(self.cx.theme.muted);
        let button = ui.button(text).accessible_name(&*name).on_hover_text(name);
        button.clicked().then_some(ParameterChange::To(Some(value)))
    }
}

/// Parses a value; `None` if the text is invalid.
fn parse(value_type: &ValueType, text: &str) -> Option<Value> {
    match value_type {
        ValueType::Int => text.trim().parse().ok().map(Value::Int),
        ValueType::Float => numbers::<1>(text).map(|[number]| Value::Float(number)),
        ValueType::Vec2 => numbers(text).map(Value::Vec2),
        ValueType::Vec3 => numbers(text).map(Value::Vec3),
        _ => Some(Value::from(text)),
    }
}

/// Parses `N` finite numbers separated by commas or spaces.
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
    fn text_is_parsed_by_type() {
        assert_eq!(parse(&ValueType::Int, " 12 "), Some(Value::Int(12)));
        assert_eq!(parse(&ValueType::Int, "1.5"), None);
        assert_eq!(parse(&ValueType::Float, "-0.5"), Some(Value::Float(-0.5)));
        assert_eq!(parse(&ValueType::Float, "inf"), None);
        assert_eq!(parse(&ValueType::Float, "1 2"), None);
        let v = Value::Vec2([1.0, 2.5]);
        assert_eq!(parse(&ValueType::Vec2, "1, 2.5"), Some(v));
        assert_eq!(parse(&ValueType::Vec3, "1, 2.5"), None);
        assert_eq!(parse(&ValueType::String, "a"), Some(Value::from("a")));
    }
}
