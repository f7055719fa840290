//! The line below a parameter that one use of a tree changes: the mark, the value of the file, and the buttons that reset the use or apply its value
//! to the file.

use egui::{Button, Label, RichText, Ui};
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::model::{
    Document, Field, FieldValue, Node, ParameterDeclaration, ParameterValue, Subject,
};
use treewright_session::workspace::open_document::DocumentId;

use crate::action::{Action, ActionSink, Overrides, UseAction};
use crate::icons;
use crate::panels::PanelContext;
use crate::theme::{Tone, text_size};
use crate::widgets::Form;

/// An override that is shown.
pub struct Difference<'a> {
    /// The document of the Subtree node.
    pub document: DocumentId,
    /// The Subtree node.
    pub node: &'a NodeId,
    pub path: &'a str,
    pub parameter: &'a str,
    /// The title of the parameter.
    pub title: &'a str,
    /// The title of the node inside.
    pub inner_title: &'a str,
    /// The value without this use; `None` if the node inside is unknown, so that nothing can be applied to it.
    pub in_file: Option<String>,
}

impl Difference<'_> {
    pub fn show(self, ui: &mut Ui, cx: &PanelContext<'_>, form: &Form<'_>, sink: &mut ActionSink) {
        let names = [("name", self.title), ("node", self.inner_title)];
        let of = |action: fn(Overrides) -> UseAction| {
            Action::Use(action(Overrides {
                document: self.document,
                node: self.node.clone(),
                only: Some((self.path.into(), self.parameter.into())),
            }))
        };
        form.unlabeled(ui, |ui| {
            ui.horizontal_wrapped(|ui| {
                let color = cx.theme.tone(Tone::Changed);
                ui.label(icons::text("edit").size(13.0).color(color));
                if let Some(value) = &self.in_file {
                    let text = cx.texts.tr_with("this_use.in_file", &[("value", value)]);
                    let text = RichText::new(text).size(text_size::SMALL);
                    ui.add(Label::new(text.color(cx.theme.muted)).truncate());
                }
            });
            ui.horizontal_wrapped(|ui| {
                let reset = cx.texts.tr_with("inspector.remove_override", &names);
                if small_button(ui, &cx.texts.tr("this_use.reset"), &reset) {
                    sink.push(of(UseAction::Reset));
                }
                let apply = cx.texts.tr_with("this_use.apply_one", &names);
                let is_known = self.in_file.is_some();
                if is_known && small_button(ui, &cx.texts.tr("this_use.apply"), &apply) {
                    sink.push(of(UseAction::Apply));
                }
            });
        });
    }
}

/// A small button with a longer name for screen readers and its tooltip.
pub fn small_button(ui: &mut Ui, text: &str, name: &str) -> bool {
    let button = ui.add(Button::new(text).small()).accessible_name(name);
    button.on_hover_text(name).clicked()
}

/// Words for a value of a parameter; for one that is not set, for its default.
pub fn value_text(
    cx: &PanelContext<'_>,
    (document, node): (&Document, &Node),
    declared: &ParameterDeclaration,
    value: Option<&ParameterValue>,
    library: &NodeLibrary,
) -> String {
    let default = || declared.default.clone().map(ParameterValue::literal);
    let value = value.cloned().or_else(default).map(FieldValue::Parameter);
    let field = Field::Parameter(declared.name.as_ref().into());
    let subject = Subject::Node(node.id().clone());
    let whose = (&field, &subject);
    cx.texts
        .field_value(value.as_ref(), whose, document, library)
}
