//! The agents of the active document's run: adds, removes, lists and compares them.

use treewright_session::notice::NoticeKind;
use treewright_session::workspace::run_session::{RunSession, VariableSpread};

use super::run::change_run;
use crate::action::AgentAction;
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
        AgentAction::AddMany { count, spreads } => add_many(editor, count, &spreads),
        AgentAction::AddEarlier => {
            let earlier = workspace.front().earlier_agents.clone();
            let count = earlier.len();
            let add = |run: &mut RunSession| run.add_agents_with(&earlier);
            if change_run(workspace, shell, add) {
                tell_added(shell, count);
            }
        }
        AgentAction::RemoveShown => {
            change_run(workspace, shell, RunSession::remove_agent);
        }
        AgentAction::ListRunning(node) => {
            docking::show(&mut shell.panels, Panel::Agents);
            let document = workspace.front().id();
            shell.views.agents.list_running(document, node);
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

/// Adds several agents, and lists all.
fn add_many(editor: &mut Editor, count: usize, spreads: &[VariableSpread]) {
    let (workspace, shell) = (&mut editor.workspace, &mut editor.shell);
    shell.views.agents_window = None;
    if change_run(workspace, shell, |run| run.add_agents(count, spreads)) {
        tell_added(shell, count);
    }
}

/// Lists all agents after some were added.
fn tell_added(shell: &mut Shell, count: usize) {
    docking::show(&mut shell.panels, Panel::Agents);
    let text = shell.texts.tr_count("notice.agents_added", count);
    shell.notify(NoticeKind::Done, text);
}
