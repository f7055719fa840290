//! Renames a variable everywhere: in its document, in open documents that set it for a subtree, and, if it is global, in open documents of the same
//! project that share it. Each document can undo its part; if one of them refuses, none is changed.

use std::sync::Arc;

use treewright_authoring::edit::{Command, refusal_of};
use treewright_authoring::search::rename_in_caller;
use treewright_core::model::Scope;
use treewright_session::notice::NoticeKind;
use treewright_session::workspace::open_document::OpenDocument;
use treewright_session::workspace::{Workspace, calls};

use super::edit::perform_in;
use crate::shell::Shell;

/// Renames a variable, or reports which document refuses it and why.
pub fn variable(workspace: &mut Workspace, shell: &mut Shell, from: &Arc<str>, to: &Arc<str>) {
    let own = Command::RenameVariable {
        from: from.clone(),
        to: to.clone(),
    };
    let front = workspace.front();
    let mut parts = vec![(workspace.front_index(), own)];
    let others = workspace.documents().iter().enumerate();
    let others = others.filter(|(_, other)| other.id() != front.id());
    parts.extend(
        others.filter_map(|(index, other)| Some((index, part_of(front, other, from, to)?))),
    );
    let several = parts.len() > 1;
    for (index, command) in &parts {
        let document = &workspace.documents()[*index];
        let refusal = refusal_of(command, document.document(), document.library());
        if let Some(refusal) = refusal.filter(|_| several) {
            let title = document.title(&shell.texts);
            let reason = shell.texts.refusal(&refusal);
            let arguments = [("title", &*title), ("reason", &reason)];
            return shell.notify_key(NoticeKind::Refused, "rename.refused", &arguments);
        }
    }
    for (index, command) in &parts {
        perform_in(workspace, shell, *index, command);
    }
    if several {
        let count = parts.len().to_string();
        let arguments = [("name", &**to), ("count", &count)];
        shell.notify_key(NoticeKind::Done, "rename.done", &arguments);
    }
}

/// The command for another document; `None` if it does not use the variable.
fn part_of(
    own: &OpenDocument,
    other: &OpenDocument,
    from: &Arc<str>,
    to: &Arc<str>,
) -> Option<Command> {
    if calls::shares_global(own, other, from) {
        return Some(Command::RenameVariable {
            from: from.clone(),
            to: to.clone(),
        });
    }
    let declared = own.document().variable(from)?;
    let (own_path, path) = (own.path()?, other.path()?);
    if declared.scope != Scope::Subtree {
        return None;
    }
    let means = |file: &str| calls::means(path, file, own_path);
    rename_in_caller(other.document(), &means, from, to)
}
