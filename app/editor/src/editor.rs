//! The state of an open editor: the documents with their runs, the shell around them, the services outside the window, and the background jobs. Knows
//! neither frames nor the effects of actions.

use treewright_session::host::panics::caught;
use treewright_session::notice::NoticeKind;
use treewright_session::workspace::Workspace;
use treewright_session::workspace::open_document::DocumentId;

use crate::action::JobKind;
use crate::command_table::find;
use crate::job_registry::JobRegistry;
use crate::services::Services;
use crate::shell::Shell;

/// The state of an open editor.
pub(crate) struct Editor {
    /// The documents and their runs.
    pub workspace: Workspace,
    pub shell: Shell,
    pub services: Services,
    /// The background jobs.
    pub jobs: JobRegistry<Editor>,
}

impl Editor {
    /// Applies the results of finished jobs; those that would disturb the user wait.
    pub fn finish_ready_jobs(&mut self) {
        while let Some(ready) = self.jobs.next_ready(self.shell.is_user_idle()) {
            let kind = ready.kind();
            if !self.run_guarded(|editor| ready.finish(editor)) {
                self.jobs.record_panic(kind, self.shell.now());
            }
        }
        if self.jobs.has_waiting() {
            self.shell.check_again_soon();
        }
    }

    /// Updates which jobs are shown to the user.
    pub fn update_jobs(&mut self) {
        if let Some(seconds) = self.jobs.update(self.shell.now()) {
            self.shell.wake_in(seconds);
        }
    }

    /// Cancels the jobs of this kind.
    pub fn cancel_job(&mut self, kind: &JobKind) {
        if !kind.can_be_cancelled() {
            return;
        }
        self.shell.ctx.request_repaint();
        for job in self.jobs.take_kind(kind) {
            job.cancel(self);
        }
    }

    /// Runs `act`, which leaves documents unchanged or changes them as a whole. If it panics, the user is notified, and the program continues.
    pub fn guarded(&mut self, act: impl FnOnce(&mut Self)) {
        self.run_guarded(act);
    }

    fn run_guarded(&mut self, act: impl FnOnce(&mut Self)) -> bool {
        let done = caught(|| act(self));
        if let Err(text) = &done {
            let reason = self.shell.texts.mistake(text);
            let arguments = [("reason", &*reason)];
            self.shell
                .notify_key(NoticeKind::Failed, "jobs.not_done", &arguments);
        }
        done.is_ok()
    }

    /// Copies all unsaved work immediately: the next step may end the program.
    pub fn copy_now(&mut self) {
        let copies = &mut self.services.copies;
        copies.copy_now(&self.workspace, &self.shell.texts);
    }

    /// The active document and its revision.
    pub fn active_revision(&self) -> (DocumentId, u64) {
        let front = self.workspace.front();
        (front.id(), front.revision())
    }

    /// Reports the edit since `before` in the active document, if there was one and no other notice.
    pub fn report_edit(&mut self, before: (DocumentId, u64)) {
        let now = self.active_revision();
        let label = self.workspace.front().history().undo_label();
        let Some(label) = label.filter(|_| now.0 == before.0 && now.1 != before.1) else {
            return;
        };
        let what = self.shell.texts.label_done(label);
        self.report_done(what);
    }

    /// Reports an edit in these words, with the keys that undo it.
    pub fn report_done(&mut self, what: String) {
        let undo = find("undo").map(|command| command.shortcut_text(&self.shell.ctx));
        match undo.filter(|keys| !keys.is_empty()) {
            Some(keys) => {
                let arguments = [("what", &*what), ("keys", &*keys)];
                self.shell
                    .notify_key(NoticeKind::Done, "notice.done_undo", &arguments);
            }
            None => self.shell.notify(NoticeKind::Done, what),
        }
    }
}

/// Checks a document for problems, if it was changed.
pub(crate) fn check(workspace: &mut Workspace, shell: &mut Shell, index: usize) {
    let Some((document, _)) = workspace.get_mut(index) else {
        return;
    };
    document.keep_program_up(shell.waker());
    check_problems(workspace, shell, index);
}

/// The same without preparing its program.
pub(crate) fn check_problems(workspace: &mut Workspace, shell: &mut Shell, index: usize) {
    let Some((document, library)) = workspace.get_mut(index) else {
        return;
    };
    if let Err(ended) = document.check(&library, shell.waker()) {
        let reason = shell.texts.ended(&ended);
        let arguments = [("reason", &*reason)];
        shell.notify_key(NoticeKind::Failed, "jobs.check_ended", &arguments);
    }
}
