//! What was open when the program ended is open again when it starts: which files, which one in front, and where each canvas looked.

use egui::Context;
use treewright_session::host::files::absolute;
use treewright_session::settings::OpenFile;

use super::EditorApp;
use crate::dispatch::file::reading;
use crate::dispatch::{self};

impl EditorApp {
    /// Notes what is open, for the next start.
    pub(super) fn note_open_files(&mut self) {
        let front = self.workspace.front().id();
        let documents = self.workspace.documents().iter();
        let open = documents.filter_map(|document| {
            let path = absolute(document.known_as()?);
            let canvas = self.views.canvases.get(document.id());
            let camera = canvas.map(|canvas| {
                let middle = canvas.middle();
                (middle.x, middle.y, canvas.zoom())
            });
            Some(OpenFile {
                path,
                camera,
                front: document.id() == front,
            })
        });
        let mut files: Vec<OpenFile> = open.collect();
        // Those that have not arrived yet are wanted as well.
        let awaited = self.host.readings.iter();
        let awaited: Vec<OpenFile> = awaited
            .filter_map(reading::Underway::for_next_start)
            .collect();
        if awaited.iter().any(|file| file.front) {
            for file in &mut files {
                file.front = false;
            }
        }
        files.extend(awaited);
        self.settings.open_files = files;
    }

    /// Opens what was open. What is gone since then is left out without a word.
    pub(super) fn reopen(&mut self, ctx: &Context) {
        let files = std::mem::take(&mut self.settings.open_files);
        let mut front = None;
        for file in files.iter().filter(|file| file.path.is_file()) {
            dispatch::file::reading::reopen(self, ctx, file);
            let Some(index) = self.workspace.index_of_path(&file.path) else {
                continue;
            };
            let id = self.workspace.documents()[index].id();
            if file.front {
                front = Some(id);
            }
        }
        if let Some(index) = front.and_then(|id| self.workspace.index_of(id)) {
            self.workspace.bring_to_front(index);
        }
    }
}
