//! Goes from a subtree node to the tree that it runs.

use treewright_core::ids::NodeId;
use treewright_core::model::{Document, FILE_PARAMETER, SUBTREE, TREE_PARAMETER};
use treewright_session::host::project::Project;
use treewright_session::notice::NoticeKind;

use super::file::reading;
use crate::action::ViewAction;
use crate::editor::Editor;

/// Shows the tree that the selected node runs; a tree of another file opens in its own tab.
pub fn go_to_tree(editor: &mut Editor) {
    let front = editor.workspace.front();
    let selected = front.selection().primary();
    let node = selected.and_then(|id| front.document().node(id));
    let Some(node) = node.filter(|node| &*node.task == SUBTREE) else {
        return;
    };
    let previous = super::navigation::current_place(&editor.workspace, &editor.shell);
    let tree = node.text_parameter(TREE_PARAMETER).to_owned();
    let file = node.text_parameter(FILE_PARAMETER).to_owned();
    if !file.is_empty() && !open(editor, &file) {
        return;
    }
    if let Some(root) = top(editor.workspace.front().document(), &tree) {
        super::navigation::entered(&editor.workspace, &mut editor.shell, &previous, &root);
        super::view::apply(editor, ViewAction::Reveal(root.clone()));
        let front = editor.workspace.front().id();
        editor.shell.views.canvases.of(front).request_tree(root);
    } else {
        editor
            .shell
            .notify_key(NoticeKind::Refused, "notice.no_tree", &[("tree", &tree)]);
    }
}

/// Activates the document of a file that the active one refers to; returns whether that succeeded.
fn open(editor: &mut Editor, file: &str) -> bool {
    let Some(own) = editor.workspace.front().path().map(ToOwned::to_owned) else {
        editor
            .shell
            .notify_key(NoticeKind::Refused, "notice.save_first", &[]);
        return false;
    };
    let found = Project::of(&own).map_err(|error| editor.shell.texts.io_error(&error));
    let found = found.and_then(|project| {
        let resolved = project.resolve(file);
        resolved.map_err(|error| editor.shell.texts.reference_error(&error))
    });
    match found {
        Ok(path) => {
            reading::open_and_wait(editor, &path);
            editor.workspace.front().path() == Some(&*path)
        }
        Err(reason) => {
            editor.shell.notify(NoticeKind::Failed, reason);
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
