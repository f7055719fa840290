//! Going from a node to the tree that it runs.

use egui::Context;
use treewright_core::ids::NodeId;
use treewright_core::model::{Document, FILE_PARAMETER, SUBTREE, TREE_PARAMETER};
use treewright_session::host::project::Project;
use treewright_session::notice::NoticeKind;

use super::file::reading;
use crate::action::ViewAction;
use crate::app::EditorApp;

/// Shows the tree that the selected node runs; one of another file in a tab of its own.
pub fn go_to_tree(app: &mut EditorApp, ctx: &Context) {
    let front = app.workspace.front();
    let selected = front.selection().primary();
    let node = selected.and_then(|id| front.document().node(id));
    let Some(node) = node.filter(|node| &*node.task == SUBTREE) else {
        return;
    };
    let was = super::trail::here(app);
    let tree = node.text_parameter(TREE_PARAMETER).to_owned();
    let file = node.text_parameter(FILE_PARAMETER).to_owned();
    if !file.is_empty() && !open(app, ctx, &file) {
        return;
    }
    if let Some(root) = top(app.workspace.front().document(), &tree) {
        super::trail::entered(app, &was, &root);
        super::view::apply(app, ctx, ViewAction::Reveal(root.clone()));
        let front = app.workspace.front().id();
        app.views.canvases.of(front).request_tree(root);
    } else {
        let text = app.texts.tr_with("notice.no_tree", &[("tree", &tree)]);
        app.say(ctx, NoticeKind::Refused, text);
    }
}

/// Brings the document of a file to the front that the one in front refers to.
fn open(app: &mut EditorApp, ctx: &Context, file: &str) -> bool {
    let Some(own) = app.workspace.front().path().map(ToOwned::to_owned) else {
        let text = app.texts.tr("notice.save_first").into_owned();
        app.say(ctx, NoticeKind::Refused, text);
        return false;
    };
    let found = Project::of(&own).map_err(|error| app.texts.io_error(&error));
    let found = found.and_then(|project| {
        let resolved = project.resolve(file);
        resolved.map_err(|error| app.texts.reference_error(&error))
    });
    match found {
        Ok(path) => {
            reading::open_at_once(app, ctx, &path);
            app.workspace.front().path() == Some(&*path)
        }
        Err(reason) => {
            app.say(ctx, NoticeKind::Failed, reason);
            false
        }
    }
}

fn top(document: &Document, tree: &str) -> Option<NodeId> {
    let root = match tree {
        "" => document.root(),
        name => document.tree(name).map(|tree| &tree.root),
    };
    root.filter(|root| document.node(root).is_some()).cloned()
}
