//! The settings of the selected nodes, notes and groups; with nothing selected, the settings of the document.

mod annotation_fields;
mod completion;
mod data_fields;
mod difference;
mod document_fields;
mod expression_field;
mod interrupters;
mod interruptions;
mod node_fields;
mod parameter_fields;
mod sections;
mod several_fields;
mod stand_in_fields;
mod subtree_fields;
mod tree_name;
mod use_fields;

use egui::Ui;
use egui::scroll_area::ScrollBarVisibility;
use treewright_core::ids::NodeId;
use treewright_session::workspace::open_document::DocumentId;

use super::PanelContext;
use crate::action::ActionSink;
use crate::widgets::panel_scroll;

/// State kept between frames.
#[derive(Default)]
pub struct InspectorState {
    /// The name field takes the keyboard focus in the next frame.
    pub focus_name: bool,
    /// The field for the name of the tree takes the keyboard focus in the next frame.
    pub focus_tree_name: bool,
    /// The node whose tree is being named; the field is shown for it even if it would not be otherwise.
    pub naming: Option<NodeId>,
    /// The node inside a subtree for which an override is being added.
    pub inside: Option<NodeId>,
    /// The common values of several selected nodes.
    several: several_fields::CommonFields,
    /// What was shown before; something else is shown from its beginning.
    shown: Option<(DocumentId, Option<NodeId>)>,
    /// Sentences about what the selected node can interrupt.
    interruptions: interruptions::Interruptions,
    interrupters: interrupters::Interrupters,
}

pub fn show(ui: &mut Ui, cx: &PanelContext<'_>, state: &mut InspectorState, sink: &mut ActionSink) {
    let selection = cx.front.selection();
    let primary = selection.primary();
    let primary = primary.and_then(|id| cx.front.document().node(id));
    // The scroll bar always has its place, so that fields do not become narrower with the length of the form.
    let shown = Some((cx.front.id(), selection.primary().cloned()));
    let mut area = panel_scroll();
    if state.shown != shown {
        area = area.vertical_scroll_offset(0.0);
        state.shown = shown;
    }
    let area = area.scroll_bar_visibility(ScrollBarVisibility::AlwaysVisible);
    area.show(ui, |ui| {
        if let Some(edited) = cx.edited_use {
            let only = primary.filter(|_| selection.len() == 1);
            return use_fields::show(ui, cx, edited, only, sink);
        }
        let others: Vec<_> = selection.annotations().collect();
        match primary {
            Some(node) if selection.len() == 1 => node_fields::show(ui, cx, node, state, sink),
            Some(_) => state.several.show(ui, cx, sink),
            None if others.is_empty() => document_fields::show(ui, cx, sink),
            None => annotation_fields::show(ui, cx, &others, sink),
        }
    });
}
