//! Answers leaves of a run that ask, and forces results of leaves that run.

use treewright_core::ids::NodeId;
use treewright_core::runtime::Status;
use treewright_session::notice::NoticeKind;
use treewright_session::stand_in_words;
use treewright_session::workspace::run_view::RunView as _;
use treewright_session::workspace::{Workspace, answering};

use crate::action::ViewAction;
use crate::editor::Editor;
use crate::shell::Shell;

/// Sets a leaf's next result, and notifies the user, since nothing else is visible before the next frame.
pub fn set_result(workspace: &mut Workspace, shell: &mut Shell, id: &NodeId, status: Status) {
    let Some(run) = &workspace.front().run else {
        return;
    };
    let (asks, is_running) = (run.is_asking(id), run.node(id).state.is_running());
    let status = match status {
        // A condition is either true or false.
        Status::Running if !is_running => Status::Failure,
        status => status,
    };
    if !super::run::change_run(workspace, shell, |run| run.answer(id, status)) {
        return;
    }
    let front = workspace.front();
    let node = shell.texts.title_of(front.document(), id);
    let answer = stand_in_words::result(&shell.texts, status);
    let arguments = [("node", &*node), ("answer", &*answer)];
    let key = match (asks, is_running) {
        (true, _) => "notice.answered",
        (false, false) => "notice.forced_check",
        (false, true) => "notice.forced",
    };
    shell.notify_key(NoticeKind::Done, key, &arguments);
}

/// Sets the result of the selected leaf, or of the next one that asks.
pub fn set_next_result(workspace: &mut Workspace, shell: &mut Shell, status: Status) {
    let front = workspace.front();
    let run = front.run.as_ref();
    let target = run.and_then(|run| answering::target(front.document(), front.selection(), run));
    if let Some(target) = target {
        set_result(workspace, shell, &target, status);
    }
}

/// Selects and reveals the next leaf that asks.
pub fn reveal_next_asking(editor: &mut Editor) {
    let front = editor.workspace.front();
    let selected = front.selection().primary();
    let run = front.run.as_ref();
    let Some(next) = run.and_then(|run| answering::next(run, selected)) else {
        return;
    };
    super::view::apply(editor, ViewAction::Reveal(next));
}
