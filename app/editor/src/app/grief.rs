//! What the editor does when something in it panics: what only reads and writes files is given up and told, a run ends, and where the window
//! itself is drawn, all work is copied and the program ends.

use std::collections::BTreeMap;

use treewright_core::on_purpose;
use treewright_session::host::panics::caught;
use treewright_session::host::{panics, unexpected_end};
use treewright_session::notice::NoticeKind;
use treewright_session::workspace::open_document::DocumentId;

use super::EditorApp;
use crate::editor::Editor;

/// How long something that is done in every frame and panicked is left alone, unless the document in front becomes another, in seconds.
const LEFT_ALONE: f64 = 10.0;

/// What is done in every frame and panicked: with which document in front, at which revision, and until when it is left alone.
pub(super) type GivenUp = BTreeMap<&'static str, ((DocumentId, u64), f64)>;

impl EditorApp {
    /// Does something that is done in every frame and leaves documents as they are: where it panics it is left alone for a while, or it would do so in the next frame
    /// again.
    pub(super) fn guarded_each_frame(&mut self, what: &'static str, act: impl FnOnce(&mut Editor)) {
        let (now, state) = (self.editor.shell.now(), self.editor.last_step());
        if let Some((of, until)) = self.given_up.get(what) {
            if *of == state && now < *until {
                self.editor.shell.wake_in(*until - now);
                return;
            }
            self.given_up.remove(what);
        }
        let given_up = &mut self.given_up;
        self.editor.guarded(|editor| {
            given_up.insert(what, (state, now + LEFT_ALONE));
            on_purpose::panic_at(what);
            act(editor);
            given_up.remove(what);
        });
    }

    /// Draws one frame; if that panics, keeps what can be kept and ends the program.
    pub(super) fn show_or_end(&mut self, ui: &mut egui::Ui) {
        let drawn = panics::caught_at_last(|| self.show_watched(ui));
        if let Err(text) = drawn {
            self.end_by_mistake(&text);
            std::process::exit(panics::EXIT_CODE.into());
        }
    }

    #[cfg(not(debug_assertions))]
    fn show_watched(&mut self, ui: &mut egui::Ui) {
        self.show(ui);
    }

    /// Draws one frame, and notes it if it keeps the window waiting.
    #[cfg(debug_assertions)]
    fn show_watched(&mut self, ui: &mut egui::Ui) {
        let nodes = self.editor.workspace.front().document().node_count();
        let frame = self.watchdog.begin(ui.ctx().cumulative_frame_nr(), nodes);
        self.show(ui);
        drop(frame);
    }

    /// Copies all unsaved work and notes for the next start what happened. For a panic in the window, after which nothing else can be done. Gives
    /// what standard error is told of the copies.
    pub fn end_by_mistake(&mut self, said: &str) -> Option<String> {
        // Each by itself: what panicked once may do so again.
        let copied = caught(|| {
            let Editor {
                workspace,
                shell,
                services,
                ..
            } = &mut self.editor;
            services.copies.copy_before_the_end(workspace, &shell.texts)
        });
        unexpected_end::note(&self.editor.services.folders.state, said);
        let _ = caught(|| {
            // All is copied that can be.
            let _ = self.save_settings();
        });
        let line = said_of_copies(copied.ok());
        if let Some(line) = &line {
            panics::say(line);
        }
        line
    }
}

/// Says how the program ended last time, if that was by a mistake.
pub(super) fn say_how_it_ended(editor: &mut Editor) {
    let Some(end) = unexpected_end::take(&editor.services.folders.state) else {
        return;
    };
    let reason = editor.shell.texts.mistake(&end.text);
    let arguments = [("time", &*end.at), ("reason", &*reason)];
    editor
        .shell
        .say_key(NoticeKind::Failed, "jobs.ended_unexpectedly", &arguments);
}

/// What is said of so many copies of so many documents with unsaved work; none if it is not known how many.
fn said_of_copies(copied: Option<(usize, usize)>) -> Option<String> {
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
    fn no_copy_is_promised_that_was_not_written() {
        assert_eq!(said_of_copies(Some((0, 0))), None);
        let said = |copied| said_of_copies(copied).unwrap();
        assert!(said(Some((2, 2))).contains("was copied"));
        assert!(said(Some((0, 2))).contains("could not"));
        assert!(said(Some((1, 2))).contains("1 of 2"));
        assert!(said(None).contains("copied again"));
    }
}
