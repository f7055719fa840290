//! The clipboard: selected subtrees out as text, and text in as nodes.

use egui::Context;
use treewright_core::edit::{self, Command};
use treewright_core::format::native;
use treewright_core::ids::NodeId;
use treewright_core::model::Place;

use super::annotations;
use super::edit::{free_place, perform, place_below};
use crate::app::EditorApp;
use crate::notice::NoticeKind;

/// Where what is pasted goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PastePlace {
    /// Below the selected node, as its last children.
    Below,
    /// Beside the selected node, right after it.
    After,
}

/// Puts the selected subtrees on the clipboard; says whether it did.
pub fn copy(app: &mut EditorApp, ctx: &Context) -> bool {
    let (nodes, others) = annotations::with_held(app);
    if nodes.is_empty() && others.is_empty() {
        return false;
    }
    let document = app.workspace.front().document();
    let library = app.workspace.library();
    let fragment = edit::copy_with_annotations(document, library, &nodes, others);
    match native::write(&fragment) {
        Ok(text) => {
            ctx.copy_text(text);
            true
        }
        Err(error) => {
            let text = app.texts.write_error(&error);
            app.say(ctx, NoticeKind::Failed, text);
            false
        }
    }
}

/// Adds the nodes that a text describes, or says what is wrong with it.
pub fn paste(app: &mut EditorApp, ctx: &Context, text: &str, place: PastePlace) {
    let after = std::mem::take(&mut app.views.paste_after) || place == PastePlace::After;
    let fragment = match native::read(text.as_bytes()) {
        Ok(read) => read.document,
        Err(error) if text.trim_start().starts_with('{') => {
            let why = app.texts.format_error(&error);
            let text = app.texts.tr_with("notice.broken_paste", &[("why", &why)]);
            app.say(ctx, NoticeKind::Refused, text);
            return;
        }
        // Some text that was never meant to be a tree.
        Err(_) => return nothing(app, ctx),
    };
    if fragment.node_count() + fragment.notes.len() + fragment.groups.len() == 0 {
        return nothing(app, ctx);
    }
    let front = app.workspace.front();
    let selected = front.selection().primary().cloned();
    let below = match selected {
        Some(node) if after => beside(app, &node),
        Some(node) => Some((node, usize::MAX)),
        None => None,
    };
    let at = match &below {
        Some((parent, _)) => place_below(app, parent),
        None => free_place(front),
    };
    let command = Command::Paste {
        fragment: Box::new(fragment),
        at,
        below,
    };
    perform(app, ctx, &command);
}

/// Right after a node, if it has a parent.
fn beside(app: &EditorApp, node: &NodeId) -> Option<(NodeId, usize)> {
    match app.workspace.front().document().place(node)? {
        Place::Child(parent, index) => Some((parent, index + 1)),
        Place::Root | Place::Loose(_) => None,
    }
}

fn nothing(app: &mut EditorApp, ctx: &Context) {
    let text = app.texts.tr("notice.nothing_to_paste").into_owned();
    app.say(ctx, NoticeKind::Refused, text);
}
