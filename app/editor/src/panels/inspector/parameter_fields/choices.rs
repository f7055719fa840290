//! Editors for parameters with a list of choices: texts from the declaration, or the trees of the document.

use std::borrow::Cow;

use egui::Ui;
use treewright_core::model::ParameterValue;
use treewright_core::value::Value;

use super::{ParameterChange, ParameterField};
use crate::panels::inspector::subtree_fields;
use crate::widgets::{choice, explained_choice};

impl ParameterField<'_> {
    pub(super) fn choice_editor(
        &self,
        ui: &mut Ui,
        options: &[Cow<'static, str>],
        set: Option<&ParameterValue>,
    ) -> Option<ParameterChange> {
        let value = set
            .and_then(ParameterValue::as_literal)
            .or(self.parameter.default.as_ref());
        let shown = value.and_then(Value::as_str).unwrap_or_default();
        let current = options.iter().position(|option| option == shown);
        let texts = self.cx.texts;
        let names = options.iter().enumerate().map(|(index, option)| {
            let help = texts.choice_help(self.help_task, self.parameter, index);
            (texts.choice(option), help)
        });
        let names: Vec<(String, String)> = names.collect();
        let current = current.filter(|_| !self.mixed);
        let shown = if self.mixed {
            self.mixed_hint()
        } else {
            texts.choice(shown)
        };
        let chosen = explained_choice(ui, self.id, &self.title, &shown, &names, current)?;
        Some(ParameterChange::literal(&*options[chosen]))
    }

    /// A list of the document's trees.
    pub(super) fn tree_editor(
        &self,
        ui: &mut Ui,
        set: Option<&ParameterValue>,
    ) -> Option<ParameterChange> {
        let main = self.cx.texts.tr("inspector.main_tree").into_owned();
        let document = subtree_fields::document_of(self.cx, self.node);
        let trees = document.map_or(&[][..], |document| &document.trees).iter();
        let names: Vec<&str> = std::iter::once("").chain(trees.map(|t| &*t.name)).collect();
        let set = set.and_then(|set| set.as_literal()?.as_str());
        let current = set.unwrap_or_default();
        let title = |name: &str| match name {
            "" => main.clone(),
            name => name.to_owned(),
        };
        let titles: Vec<String> = names.iter().map(|name| title(name)).collect();
        let place = names.iter().position(|name| *name == current);
        let place = place.filter(|_| !self.mixed);
        let shown = if self.mixed {
            self.mixed_hint()
        } else {
            title(current)
        };
        let chosen = choice(ui, self.id, &self.title, &shown, &titles, place)?;
        let value = names[chosen];
        let value = (!value.is_empty()).then(|| ParameterValue::literal(value));
        Some(ParameterChange::To(value))
    }
}
