//! Renames a node on its card: Enter or a click elsewhere commits the name, Escape discards it.

use egui::{Align2, Area, Id, Key, Order, Response, TextEdit, Ui, vec2};
use treewright_authoring::edit::Command;
use treewright_core::ids::NodeId;
use treewright_core::model::Node;

use super::node_card::header_rect;
use super::view::View;
use crate::action::ActionSink;
use crate::widgets::{focus_all, placeholder};

/// The minimum width of the field, in points: zoomed-out cards are narrower than a name.
const WIDTH: f32 = 140.0;

/// A name that is being edited.
#[derive(Clone, Debug)]
pub struct RenameField {
    node: NodeId,
    text: String,
    first_frame: bool,
}

impl RenameField {
    /// Starts with the current name of this node.
    pub fn new(node: &Node) -> Self {
        Self {
            node: node.id().clone(),
            text: node.name.clone(),
            first_frame: true,
        }
    }
}

/// Shows the field, if a name is being edited, and sends the rename command when it is done.
pub fn show(
    ui: &Ui,
    canvas: &Response,
    view: &View<'_>,
    open: &mut Option<RenameField>,
    actions: &mut ActionSink,
) {
    let Some(field) = open else {
        return;
    };
    let document = view.input.document;
    let (Some(index), Some(node)) = (view.scene.index(&field.node), document.node(&field.node))
    else {
        *open = None;
        return;
    };
    let texts = view.input.texts;
    let label = texts.tr("authoring.name_on_card");
    let title = header_rect(view, index);
    let area = Area::new(Id::unique("canvas rename"))
        .order(Order::Foreground)
        .pivot(Align2::CENTER_CENTER)
        .fixed_pos(title.center())
        .constrain_to(view.projection.viewport);
    let written = area.show(ui.ctx(), |ui| {
        let edit = TextEdit::singleline(&mut field.text)
            .hint_text(placeholder(texts.task_title(&node.task)))
            .desired_width(title.width().max(WIDTH))
            .margin(vec2(8.0, 2.0));
        let response = ui.add(edit).accessible_name(&*label);
        if field.first_frame {
            focus_all(ui, &response, &field.text);
        }
        response
    });
    let response = written.inner;
    let done = !field.first_frame && !response.has_focus();
    field.first_frame = false;
    if done {
        let cancelled = ui.input(|input| input.key_pressed(Key::Escape));
        if !cancelled {
            let name = field.text.trim().to_owned();
            actions.edit(Command::SetName(vec![field.node.clone()], name));
        }
        *open = None;
        canvas.request_focus();
    }
}
