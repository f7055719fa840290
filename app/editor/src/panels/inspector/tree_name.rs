//! The name of the tree below a node, by which Subtree nodes reference it.

use egui::{Id, TextEdit, Ui};
use treewright_authoring::edit::Command;
use treewright_core::model::Node;

use super::InspectorState;
use crate::action::{Action, ActionSink, FindAction};
use crate::panels::PanelContext;
use crate::widgets::{Form, IconButton, RowLabel, draft, focus_all};

/// The width of the button beside the field with the gap before it, in points.
const BUTTON: f32 = 27.0;

/// Lists what runs the tree of this name.
fn uses_button(ui: &mut Ui, cx: &PanelContext<'_>, tree: &str, sink: &mut ActionSink) {
    let text = cx
        .texts
        .tr_with("inspector.to_tree_uses", &[("name", tree)]);
    let button = IconButton::new("manage_search", &text).small();
    if button.show(ui).clicked() {
        let (file, tree) = (String::new(), tree.into());
        sink.push(Action::Find(FindAction::UsesOfTree { file, tree }));
    }
}

/// Shows the field for top-level nodes, for roots of named trees, and for the node whose tree is being named.
pub fn show(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    form: &Form<'_>,
    node: &Node,
    state: &mut InspectorState,
    sink: &mut ActionSink,
) {
    let document = cx.front.document();
    let focus = std::mem::take(&mut state.focus_tree_name);
    if focus {
        state.naming = Some(node.id().clone());
    }
    let named = document
        .trees
        .iter()
        .position(|tree| tree.root == *node.id());
    let is_loose = node.parent().is_none() && document.root() != Some(node.id());
    if named.is_none() && !is_loose && state.naming.as_ref() != Some(node.id()) {
        return;
    }
    let label = cx.texts.tr("inspector.tree_name");
    let hint = cx.texts.tr("inspector.tree_name_hint");
    let now = named.map_or_else(String::new, |index| document.trees[index].name.to_string());
    let id = Id::unique(("tree name", cx.front.id(), node.id().as_str()));
    let row = RowLabel {
        text: &label,
        hint: &hint,
        ..RowLabel::default()
    };
    let name = form.labeled_row(ui, row, |ui| {
        ui.horizontal(|ui| {
            let buttons = if named.is_some() { BUTTON } else { 0.0 };
            let width = ui.available_width() - buttons;
            let name = draft(ui, id, &now, |ui, text| {
                let edit = TextEdit::singleline(text).desired_width(width);
                let response = ui.add(edit).accessible_name(&*label);
                if focus {
                    focus_all(ui, &response, text);
                }
                response
            });
            if named.is_some() {
                uses_button(ui, cx, &now, sink);
            }
            name
        })
        .inner
    });
    match (name, named) {
        (Some(name), Some(index)) if name.trim().is_empty() => {
            sink.edit(Command::RemoveTreeName(index));
        }
        (Some(name), _) if !name.trim().is_empty() => sink.edit(Command::NameTree {
            root: node.id().clone(),
            name: name.trim().into(),
        }),
        _ => {}
    }
}
