//! The state of an open editor: the documents with their runs, the shell around them, the services outside the window, and the background jobs. Knows
//! neither frames nor the effects of actions.

use treewright_session::host::panics::caught;
use treewright_session::notice::NoticeKind;
use treewright_session::workspace::Workspace;
use treewright_session::workspace::open_document::DocumentId;

use crate::action::Work;
use crate::command_table::find;
use crate::services::Services;
use crate::shell::Shell;
use crate::work_list::WorkList;

/// The state of an open editor.
pub(crate) struct Editor {
    /// The documents and their runs.
    pub workspace: Workspace,
    pub shell: Shell,
    pub services: Services,
    /// The background jobs.
    pub work: WorkList<Editor>,
}

impl Editor {
    /// Applies the results of finished jobs; those that would disturb the user wait.
    pub fn take_in_work(&mut self) {
        while let Some(ready) = self.work.next_ready(self.shell.are_hands_free()) {
            let work = ready.work();
            if !self.went_well(|editor| ready.finish(editor)) {
                self.work.fell(work, self.shell.now());
            }
        }
        if self.work.one_waits() {
            self.shell.look_again();
        }
    }

    /// Updates which jobs are shown to the user.
    pub fn note_work(&mut self) {
        if let Some(seconds) = self.work.note(self.shell.now()) {
            self.shell.wake_in(seconds);
        }
    }

    /// Cancels the jobs of this kind.
    pub fn call_off(&mut self, work: &Work) {
        if !work.can_be_stopped() {
            return;
        }
        self.shell.ctx.request_repaint();
        for task in self.work.take_work(work) {
            task.cancel(self);
        }
    }

    /// Runs `act`, which leaves documents unchanged or changes them as a whole. If it panics, the user is notified, and the program continues.
    pub fn guarded(&mut self, act: impl FnOnce(&mut Self)) {
        self.went_well(act);
    }

    fn went_well(&mut self, act: impl FnOnce(&mut Self)) -> bool {
        let done = caught(|| act(self));
        if let Err(text) = &done {
            let reason = self.shell.texts.mistake(text);
            let arguments = [("reason", &*reason)];
            self.shell
                .say_key(NoticeKind::Failed, "jobs.not_done", &arguments);
        }
        done.is_ok()
    }

    /// Copies all unsaved work immediately: the next step may end the program.
    pub fn copy_now(&mut self) {
        let copies = &mut self.services.copies;
        copies.copy_now(&self.workspace, &self.shell.texts);
    }

    /// The active document and its revision.
    pub fn last_step(&self) -> (DocumentId, u64) {
        let front = self.workspace.front();
        (front.id(), front.revision())
    }

    /// Reports the edit since `before` in the active document, if there was one and no other notice.
    pub fn say_what_was_done(&mut self, before: (DocumentId, u64)) {
        let now = self.last_step();
        let label = self.workspace.front().history().undo_label();
        let Some(label) = label.filter(|_| now.0 == before.0 && now.1 != before.1) else {
            return;
        };
        let what = self.shell.texts.label_done(label);
        let undo = find("undo").map(|command| command.shortcut_text(&self.shell.ctx));
        match undo.filter(|keys| !keys.is_empty()) {
            Some(keys) => {
                let arguments = [("what", &*what), ("keys", &*keys)];
                self.shell
                    .say_key(NoticeKind::Done, "notice.done_undo", &arguments);
            }
            None => self.shell.say(NoticeKind::Done, what),
        }
    }
}

/// Checks a document for problems, if it was changed.
pub(crate) fn check(workspace: &mut Workspace, shell: &mut Shell, index: usize) {
    let Some((document, library)) = workspace.get_mut(index) else {
        return;
    };
    document.keep_program_up(shell.waker());
    if let Err(ended) = document.check(&library, shell.waker()) {
        let reason = shell.texts.ended(&ended);
        let arguments = [("reason", &*reason)];
        shell.say_key(NoticeKind::Failed, "jobs.check_ended", &arguments);
    }
}
