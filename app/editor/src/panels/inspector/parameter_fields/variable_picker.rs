//! The variable of a parameter: a list of variables with a suitable type, and items to declare a new one.

use egui::{ComboBox, RichText, Ui};
use treewright_core::model::{ParameterValue, Variable};
use treewright_core::value::ValueType;

use super::{ParameterChange, ParameterField};
use crate::popup_keyboard::set_label;
use crate::widgets::scroll_to_focused;

impl ParameterField<'_> {
    /// A list of the suitable variables, and below it new ones of each suitable type.
    pub(super) fn variable_picker(
        &self,
        ui: &mut Ui,
        set: Option<&ParameterValue>,
    ) -> Option<ParameterChange> {
        let texts = self.cx.texts;
        let bound = set.and_then(ParameterValue::as_variable);
        let none = texts.tr(if self.mixed {
            "inspector.several_values"
        } else {
            "inspector.no_variable"
        });
        let mut change = None;
        let combo = ComboBox::from_id_salt(self.id)
            .selected_text(bound.unwrap_or(&none))
            .width((ui.available_width() - 4.0).max(40.0))
            .truncate();
        let shown = combo.show_ui(ui, |ui| {
            let fitting = self.variables();
            for variable in &fitting {
                let name: &str = &variable.name;
                let of_type = texts.type_title(&variable.value_type);
                let of_type = RichText::new(of_type).small().color(self.cx.theme.muted);
                let row = egui::Button::selectable(bound == Some(name), name).right_text(of_type);
                let row = ui.add(row).accessible_name(name);
                set_label(&row, name);
                let row = if variable.comment.is_empty() {
                    row
                } else {
                    row.on_hover_text(&variable.comment)
                };
                if row.clicked() && bound != Some(name) {
                    let value = ParameterValue::Variable(variable.name.clone());
                    change = Some(ParameterChange::To(Some(value)));
                }
            }
            if fitting.is_empty() {
                let text = texts.tr("inspector.no_fitting_variable");
                ui.label(RichText::new(text).color(self.cx.theme.muted));
            }
            ui.separator();
            for value_type in self.types_to_declare() {
                let variable = self.new_variable(value_type);
                let of_type = texts.type_title(&variable.value_type);
                let arguments = [("name", &*variable.name), ("type", &*of_type)];
                let declare = texts.tr_with("inspector.declare", &arguments);
                let row = ui.button((crate::icons::text("add"), &*declare));
                if row.accessible_name(&*declare).clicked() {
                    change = Some(ParameterChange::ToNew(variable));
                }
            }
            scroll_to_focused(ui);
        });
        shown.response.accessible_name(&*self.title);
        change
    }

    /// The first suitable variable, or a new one.
    pub(super) fn first_variable(&self) -> ParameterChange {
        if let Some(first) = self.variables().first() {
            return ParameterChange::To(Some(ParameterValue::Variable(first.name.clone())));
        }
        let value_type = self.types_to_declare().into_iter().next();
        ParameterChange::ToNew(self.new_variable(value_type.unwrap_or(ValueType::Bool)))
    }

    /// The variables that the parameter can be bound to.
    fn variables(&self) -> Vec<&Variable> {
        let value_type = self.value_type();
        let variables = self.cx.front.document().variables.iter();
        variables
            .filter(|v| value_type.as_ref().is_none_or(|t| *t == v.value_type))
            .collect()
    }

    fn types_to_declare(&self) -> Vec<ValueType> {
        match self.value_type() {
            Some(value_type) => vec![value_type],
            None => ValueType::SIMPLE.to_vec(),
        }
    }

    /// A new variable named after the parameter, with a number if that name is taken.
    fn new_variable(&self, value_type: ValueType) -> Variable {
        let document = self.cx.front.document();
        let name = document.free_variable_name(&self.parameter.name);
        Variable::new(name, value_type)
    }
}
