//! Asks before an action that cannot be undone, and does it once the user agrees.

use treewright_session::workspace::open_document::OpenDocument;

use crate::action::{
    Action, BreakpointAction, FileAction, PreferAction, RunAction, ViewAction, WayAction,
};
use crate::docking;
use crate::editor::Editor;
use crate::loss::Loss;
use crate::panels::questions::Question;
use crate::shell::{QuestionTopic, Shell};

/// Asks before this action if something would be lost for good. Returns whether it did.
pub(super) fn asks_first(editor: &mut Editor, action: &Action) -> bool {
    let front = editor.workspace.front();
    let Some(loss) = loss_of(action, &editor.shell, front) else {
        return false;
    };
    let topic = QuestionTopic::Confirm(loss.clone());
    editor.shell.question = Some((Question::Confirm(loss), topic));
    true
}

/// Does what the user was asked about.
pub(super) fn confirm(editor: &mut Editor) {
    if let Some((_, QuestionTopic::Confirm(loss))) = editor.shell.question.take() {
        super::apply_now(editor, loss.action());
    }
}

/// What this action would destroy; `None` if it can be undone or destroys nothing.
fn loss_of(action: &Action, shell: &Shell, front: &OpenDocument) -> Option<Loss> {
    match action {
        Action::Prefer(PreferAction::ResetAllKeys) => {
            (!shell.settings.keys.is_empty()).then_some(Loss::Keys)
        }
        Action::View(ViewAction::ResetPanels) => {
            (!docking::is_initial(shell.arrangement())).then_some(Loss::Arrangement)
        }
        Action::File(FileAction::ClearRecent) => {
            (!shell.settings.recent.is_empty()).then_some(Loss::Recent)
        }
        Action::Breakpoint(BreakpointAction::RemoveAll) => {
            let count = front.breakpoints.all().len();
            (count > 1).then_some(Loss::Breakpoints(count))
        }
        Action::Run(RunAction::Stop) => {
            let told = front.told_run()?;
            told.cannot_be_seen_again().then_some(Loss::ToldRun)
        }
        Action::Run(RunAction::Way(WayAction::KeepOnly(way))) => {
            let run = front.run.as_ref().or(front.last_run.as_ref())?;
            let count = run.recording().ways().len();
            (count > 1).then_some(Loss::OtherWays(*way, count))
        }
        _ => None,
    }
}
