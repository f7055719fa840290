//! The task libraries of the project that the document does not use: a click adds one, and its tasks appear above.

use egui::{Id, Key, Ui};
use treewright_session::workspace::project_listing::{FileKind, ProjectFile};

use crate::action::{Action, ActionSink, FileAction};
use crate::panels::PanelContext;
use crate::widgets::{Row, hover_card};

/// Those that the document does not use.
pub fn unused<'a>(cx: &PanelContext<'a>) -> Vec<&'a ProjectFile> {
    if cx.front.path().is_none() {
        return Vec::new();
    }
    let used = cx.front.libraries();
    let libraries = cx.project.files.iter();
    let libraries = libraries.filter(|file| file.kind == FileKind::Library);
    let unused = libraries.filter(|file| !used.is_read_from(&file.path));
    unused.collect()
}

pub fn show(ui: &mut Ui, cx: &PanelContext<'_>, library: &ProjectFile, sink: &mut ActionSink) {
    ui.push_id(Id::unique(("library", &library.relative)), |ui| {
        let path = &*library.relative;
        let name = path.rsplit('/').next().unwrap_or(path);
        let (stem, _) = FileKind::split(name);
        let said = cx.texts.tr_with("palette.use_library", &[("path", path)]);
        let row = Row::new(stem)
            .icon("add", cx.theme.accent)
            .detail(path)
            .indent(6.0)
            .name(&said)
            .show(ui, cx.theme);
        let row = hover_card(row, |ui| {
            ui.label(said);
        });
        let entered = row.has_focus() && ui.input(|input| input.key_pressed(Key::Enter));
        if row.clicked() || entered {
            let add = FileAction::UseLibrary(library.path.clone());
            sink.push(Action::File(add));
        }
    });
}
