//! What an open editor consists of: the documents with their runs, the shell around them, the services beside the window, and the work that goes on. Knows neither
//! frames nor what is done when somebody asks for something.

use treewright_session::host::panics::caught;
use treewright_session::notice::NoticeKind;
use treewright_session::workspace::Workspace;
use treewright_session::workspace::open_document::DocumentId;

use crate::action::Work;
use crate::command_table::find;
use crate::services::Services;
use crate::shell::Shell;
use crate::work_list::WorkList;

/// What an open editor consists of.
pub(crate) struct Editor {
    /// The documents and their runs.
    pub workspace: Workspace,
    pub shell: Shell,
    pub services: Services,
    /// What is being done beside the window's thread.
    pub work: WorkList<Editor>,
}

impl Editor {
    /// Takes in what was made beside the window's thread since the last frame; what would be in the user's way waits.
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

    /// Notes what goes on by now, so that the user is told of it in time.
    pub fn note_work(&mut self) {
        if let Some(seconds) = self.work.note(self.shell.now()) {
            self.shell.wake_in(seconds);
        }
    }

    /// No longer wants what is listed as this work.
    pub fn call_off(&mut self, work: &Work) {
        if !work.can_be_stopped() {
            return;
        }
        self.shell.ctx.request_repaint();
        for task in self.work.take_work(work) {
            task.cancel(self);
        }
    }

    /// Does something that leaves documents as they are, or changes them as a whole; where it panics the user is told, and all goes on.
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

    /// Copies all unsaved work at once: what comes next may end the program.
    pub fn copy_now(&mut self) {
        let copies = &mut self.services.copies;
        copies.copy_now(&self.workspace, &self.shell.texts);
    }

    /// How far the history of the document in front has come.
    pub fn last_step(&self) -> (DocumentId, u64) {
        let front = self.workspace.front();
        (front.id(), front.revision())
    }

    /// Says which edit was made, if one was made in the document in front and nobody said anything about it.
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

/// Looks for problems of a document, if it was changed.
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
