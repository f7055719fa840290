//! Moves stand-ins of leaves from their document into a scenario.

use std::path::PathBuf;

use treewright_authoring::edit::Command;
use treewright_core::model::{Node, StandIn};
use treewright_session::notice::NoticeKind;
use treewright_session::workspace::Workspace;

use super::creating::{chosen_file, refuse};
use super::editing::change;
use crate::dispatch::edit::perform;
use crate::editor::Editor;
use crate::services::Services;

/// Moves the stand-ins of the selected leaves from the document into the scenario that was chosen for its tree.
pub fn move_stand_ins(editor: &mut Editor) {
    let front = editor.workspace.front();
    let document = front.document();
    let played = front.selection().iter().filter_map(|id| {
        let node = document.node(id)?;
        let stand_in = node.stand_in.as_deref()?;
        let is_leafs = !matches!(stand_in, StandIn::Unknown(_) | StandIn::ActsLike(_));
        is_leafs.then(|| (node.clone(), stand_in.clone()))
    });
    let played: Vec<(Node, StandIn)> = played.collect();
    let file = chosen_file(&editor.workspace, &editor.services)
        // Nothing is moved where it would not be saved.
        .filter(|file| file.is_absolute())
        .or_else(|| only_one(&editor.workspace, &editor.services));
    let Some(file) = file.filter(|_| !played.is_empty()) else {
        return refuse(&mut editor.shell, "notice.no_scenario_chosen");
    };
    let nodes = played.iter().map(|(node, _)| node.id().clone()).collect();
    let written = change(editor, &file, |scenario| {
        for (node, stand_in) in played {
            scenario.set_stand_in(&node, stand_in);
        }
    });
    if !written {
        return;
    }
    perform(editor, &Command::SetStandIn(nodes, None));
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    editor
        .shell
        .notify_key(NoticeKind::Done, "notice.stand_in_kept", &[("file", &name)]);
}

/// The file of the active tree's scenario, if it has exactly one.
fn only_one(workspace: &Workspace, services: &Services) -> Option<PathBuf> {
    let tree = services.scenarios.tree_of(workspace.front().id())?;
    let mut own = services.scenarios.entries();
    let mut own = own
        .by_ref()
        .filter(|entry| entry.tree == tree && !entry.is_example());
    match (own.next(), own.next()) {
        (Some(only), None) => Some(only.file.clone()),
        _ => None,
    }
}
