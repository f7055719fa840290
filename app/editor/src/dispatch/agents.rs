//! The agents of the active document's run: adds, removes, lists and compares them.

use treewright_insight::recording::RunInputError;
use treewright_session::notice::NoticeKind;
use treewright_session::workspace::run_session::{RunSession, TreeVersion, VariableSpread};

use treewright_session::workspace::run_view::RunView as _;

use super::file::reading;
use super::run::change_run;
use crate::action::{AgentAction, AgentTree};
use crate::docking::{self, Panel};
use crate::editor::Editor;
use crate::panels::agents_window::AgentsWindow;
use crate::shell::Shell;

pub fn apply(editor: &mut Editor, action: AgentAction) {
    let (workspace, shell) = (&mut editor.workspace, &mut editor.shell);
    match action {
        AgentAction::Add => {
            workspace.front_mut().0.reopen_last_run();
            change_run(workspace, shell, RunSession::add_agent);
        }
        AgentAction::AskForMany => {
            workspace.front_mut().0.reopen_last_run();
            shell.views.agents_window = Some(AgentsWindow::default());
        }
        AgentAction::CloseWindow => shell.views.agents_window = None,
        AgentAction::AddMany {
            tree,
            count,
            spreads,
        } => add_many(editor, &tree, count, &spreads),
        AgentAction::AddEarlier => add_earlier(editor),
        AgentAction::RemoveShown => {
            change_run(workspace, shell, RunSession::remove_agent);
        }
        AgentAction::ListRunning(node) => {
            docking::show(&mut shell.panels, Panel::Agents);
            let front = workspace.front();
            let run = front.run.as_ref();
            let tree = run.map_or(0, |run| run.tree_of(run.agent()));
            let first = run.and_then(|run| run.document_of(0));
            let document = first.unwrap_or(front.id());
            shell.views.agents.list_running(document, (tree, node));
        }
        AgentAction::Compare(agent) => {
            docking::show(&mut shell.panels, Panel::Timeline);
            shell.views.timeline.compared.open(agent);
        }
        AgentAction::FindIn(scope) => {
            let (front, _) = workspace.front_mut();
            front.agent_scopes.finds = scope;
            front.search_run();
        }
        AgentAction::StopFor(scope) => workspace.front_mut().0.set_stops_of(scope),
    }
}

/// Adds several agents of a tree, and lists all.
fn add_many(editor: &mut Editor, tree: &AgentTree, count: usize, spreads: &[VariableSpread]) {
    editor.shell.views.agents_window = None;
    let Some(index) = document_of(editor, tree) else {
        return;
    };
    let added = if index == editor.workspace.front_index() {
        let (workspace, shell) = (&mut editor.workspace, &mut editor.shell);
        change_run(workspace, shell, |run| run.add_agents(count, spreads))
    } else {
        add_of(editor, index, |run, version| {
            run.add_agents_of(version, count, spreads)
        })
    };
    if added {
        tell_added(&mut editor.shell, count);
    }
}

/// Returns the document of a tree; opens its file behind the active document if it is not open.
fn document_of(editor: &mut Editor, tree: &AgentTree) -> Option<usize> {
    let path = match tree {
        AgentTree::Open(id) => return editor.workspace.index_of(*id),
        AgentTree::File(path) => path,
    };
    let front = editor.workspace.front().id();
    reading::open_and_wait(editor, path);
    if let Some(index) = editor.workspace.index_of(front) {
        editor.workspace.bring_to_front(index);
    }
    editor.workspace.index_of_path(path)
}

/// Adds agents of a document's tree to the active run. Returns whether that was possible, and reports why not.
fn add_of(
    editor: &mut Editor,
    index: usize,
    add: impl FnOnce(&mut RunSession, TreeVersion) -> Result<(), RunInputError>,
) -> bool {
    let (workspace, shell) = (&mut editor.workspace, &mut editor.shell);
    let Some((document, _)) = workspace.get_mut(index) else {
        return false;
    };
    let title = document.title(&shell.texts);
    let version = match document.tree_version(&[]) {
        Ok(version) => version,
        Err(text) => {
            let reason = shell.texts.mistake(&text);
            let arguments = [("reason", &*reason)];
            shell.notify_key(NoticeKind::Failed, "notice.agents_refused", &arguments);
            return false;
        }
    };
    if version.compiled.program().is_none() {
        let arguments = [("title", &*title)];
        shell.notify_key(NoticeKind::Refused, "notice.nothing_to_add", &arguments);
        return false;
    }
    let added = change_run(workspace, shell, |run| add(run, version));
    workspace.update_shared_runs(&shell.texts);
    added
}

/// Adds the agents that were added to an earlier run.
fn add_earlier(editor: &mut Editor) {
    let mut count = 0;
    for (index, values) in editor.workspace.earlier_agents() {
        let added = add_of(editor, index, |run, version| {
            run.add_agents_with_of(version, &values)
        });
        if added {
            count += values.len();
        }
    }
    if count > 0 {
        tell_added(&mut editor.shell, count);
    }
}

/// Lists all agents after some were added.
fn tell_added(shell: &mut Shell, count: usize) {
    // What was said of a file that was opened for them is in its panels.
    let notice = &mut shell.notice;
    notice.take_if(|notice| notice.kind != NoticeKind::Failed);
    docking::show(&mut shell.panels, Panel::Agents);
    let text = shell.texts.tr_count("notice.agents_added", count);
    shell.notify(NoticeKind::Done, text);
}
