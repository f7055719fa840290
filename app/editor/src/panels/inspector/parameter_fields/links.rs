//! Links of a parameter: to the declaration of its variable, and to all uses of its variable, tree or event, and to the new name of an event.

use egui::Ui;
use treewright_core::model::{FILE_PARAMETER, ParameterType, ParameterValue};
use treewright_session::refactoring::event_named_by;

use super::ParameterField;
use crate::action::{Action, ActionSink, FindAction, NamedInProject, ProjectAction, ViewAction};
use crate::widgets::{IconButton, keyed};

impl ParameterField<'_> {
    /// How many links the current value has.
    pub(super) fn count_link_buttons(&self, set: Option<&ParameterValue>) -> usize {
        let is_tree = matches!(self.parameter.parameter_type, ParameterType::Tree);
        match set {
            Some(ParameterValue::Variable(name)) => {
                let variable = self.cx.front.document().variable(name);
                variable.map_or(0, |_| 2)
            }
            Some(ParameterValue::Literal(literal)) if is_tree => {
                let name = literal.value.as_str();
                name.map_or(0, |name| usize::from(!name.is_empty()))
            }
            Some(ParameterValue::Literal(_)) => self.event().map_or(0, |_| 2),
            None => 0,
        }
    }

    /// Buttons for the links of the current value.
    pub(super) fn link_buttons(
        &self,
        ui: &mut Ui,
        set: Option<&ParameterValue>,
        sink: &mut ActionSink,
    ) {
        let tree = matches!(self.parameter.parameter_type, ParameterType::Tree);
        match set {
            Some(ParameterValue::Variable(name)) => {
                if self.cx.front.document().variable(name).is_none() {
                    return;
                }
                if self.link_button(ui, "my_location", "inspector.to_declaration", name) {
                    sink.push(Action::View(ViewAction::ShowVariable(name.clone())));
                }
                if self.link_button(ui, "manage_search", "inspector.to_uses", name) {
                    sink.push(Action::Find(FindAction::Uses(name.clone())));
                }
            }
            Some(ParameterValue::Literal(literal)) if tree => {
                let name = literal.value.as_str().filter(|name| !name.is_empty());
                if let Some(name) = name
                    && self.link_button(ui, "manage_search", "inspector.to_tree_uses", name)
                {
                    let file = self.node.text_parameter(FILE_PARAMETER).to_owned();
                    let tree = name.into();
                    sink.push(Action::Find(FindAction::UsesOfTree { file, tree }));
                }
            }
            Some(ParameterValue::Literal(_)) => {
                if let Some(name) = self.event() {
                    self.event_buttons(ui, name, sink);
                }
            }
            None => {}
        }
    }

    /// The event that the current value names.
    fn event(&self) -> Option<&str> {
        event_named_by(self.node, &self.parameter.name)
    }

    /// A name in the field is for this node; here all that have it get another one.
    fn event_buttons(&self, ui: &mut Ui, name: &str, sink: &mut ActionSink) {
        if self.link_button(ui, "edit", "inspector.rename_event", name) {
            let rename = ProjectAction::AskForName(NamedInProject::Event(name.into()));
            sink.push(Action::Project(rename));
        }
        if self.link_button(ui, "manage_search", "inspector.to_event_uses", name) {
            sink.push(Action::Find(FindAction::UsesOfEvent(name.into())));
        }
    }

    fn link_button(&self, ui: &mut Ui, icon: &str, key: &str, name: &str) -> bool {
        let text = self.cx.texts.tr_with(key, &[("name", name)]);
        let button = IconButton::new(icon, &text).small();
        keyed(ui, icon, |ui| button.show(ui)).inner.clicked()
    }
}
