//! Handles panics of the editor. Where only files are read or written, the step is paused and the user notified; a run ends; where the window itself
//! is drawn, all work is copied and the program ends.
//!
//! Where the window itself panics, the program ends with exit code 101, and the next start reports it.

use std::collections::BTreeMap;

use treewright_core::on_purpose;
use treewright_session::host::panics::caught;
use treewright_session::host::{panics, unexpected_end};
use treewright_session::notice::NoticeKind;
use treewright_session::workspace::open_document::DocumentId;

use super::EditorApp;
use crate::editor::Editor;

/// How long, in seconds, a step that panicked in a frame is paused, unless the active document changes.
const PANIC_PAUSE: f64 = 10.0;

/// The paused steps by name: the active document and its revision when the step panicked, and until when it is paused.
pub(super) type PausedSteps = BTreeMap<&'static str, ((DocumentId, u64), f64)>;

impl EditorApp {
    /// Runs a step of each frame that does not change documents. If it panics, it is paused for a while; otherwise it would panic again in the next
    /// frame.
    pub(super) fn guarded_each_frame(&mut self, what: &'static str, act: impl FnOnce(&mut Editor)) {
        let (now, state) = (self.editor.shell.now(), self.editor.active_revision());
        if let Some((of, until)) = self.paused_steps.get(what) {
            if *of == state && now < *until {
                self.editor.shell.wake_in(*until - now);
                return;
            }
            self.paused_steps.remove(what);
        }
        let paused_steps = &mut self.paused_steps;
        self.editor.guarded(|editor| {
            paused_steps.insert(what, (state, now + PANIC_PAUSE));
            on_purpose::panic_at(what);
            act(editor);
            paused_steps.remove(what);
        });
    }

    /// Draws one frame; if that panics, saves what can be saved and ends the program.
    pub(super) fn show_or_end(&mut self, ui: &mut egui::Ui) {
        let drawn = panics::catch_before_exit(|| self.show_watched(ui));
        if let Err(text) = drawn {
            self.end_after_panic(&text);
            std::process::exit(panics::EXIT_CODE.into());
        }
    }

    #[cfg(not(debug_assertions))]
    fn show_watched(&mut self, ui: &mut egui::Ui) {
        self.show(ui);
    }

    /// Draws one frame, and logs it if it takes too long.
    #[cfg(debug_assertions)]
    fn show_watched(&mut self, ui: &mut egui::Ui) {
        let nodes = self.editor.workspace.front().document().node_count();
        let frame = self.watchdog.begin(ui.ctx().cumulative_frame_nr(), nodes);
        self.show(ui);
        drop(frame);
    }

    /// Copies all unsaved work and records the panic for the next start. For panics of the window, after which the program cannot continue. Returns
    /// the line about the copies that was written to standard error.
    pub fn end_after_panic(&mut self, message: &str) -> Option<String> {
        // Each in its own `catch`: what panicked once may panic again.
        let copied = caught(|| {
            let Editor {
                workspace,
                shell,
                services,
                ..
            } = &mut self.editor;
            services.copies.copy_after_panic(workspace, &shell.texts)
        });
        unexpected_end::note(&self.editor.services.folders.state, message);
        let _ = caught(|| {
            // Unsaved work is already copied.
            let _ = self.save_settings();
        });
        let line = copies_message(copied.ok());
        if let Some(line) = &line {
            panics::say(line);
        }
        line
    }
}

/// Reports how the program ended last time, if by an internal error.
pub(super) fn report_unexpected_end(editor: &mut Editor) {
    let Some(end) = unexpected_end::take(&editor.services.folders.state) else {
        return;
    };
    let reason = editor.shell.texts.mistake(&end.text);
    let arguments = [("time", &*end.at), ("reason", &*reason)];
    editor
        .shell
        .notify_key(NoticeKind::Failed, "jobs.ended_unexpectedly", &arguments);
}

/// The message about `(copied, all)` documents with unsaved work; `None` if there were none. The argument is `None` if the counts are unknown.
fn copies_message(copied: Option<(usize, usize)>) -> Option<String> {
    let line = match copied {
        Some((_, 0)) => return None,
        Some((copied, all)) if copied == all => {
            "unsaved work was copied and will be offered at the next start".to_owned()
        }
        Some((0, _)) => "unsaved work could not be copied".to_owned(),
        Some((copied, all)) => format!(
            "unsaved work of {copied} of {all} documents was copied and will be offered at the next start; the rest could not be copied"
        ),
        None => {
            "unsaved work could not be copied again; earlier copies will be offered at the next start"
                .to_owned()
        }
    };
    Some(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_message_promises_only_written_copies() {
        assert_eq!(copies_message(Some((0, 0))), None);
        let message = |copied| copies_message(copied).unwrap();
        assert!(message(Some((2, 2))).contains("was copied"));
        assert!(message(Some((0, 2))).contains("could not"));
        assert!(message(Some((1, 2))).contains("1 of 2"));
        assert!(message(None).contains("copied again"));
    }
}
