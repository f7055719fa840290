//! Runs in files: saving one, opening one as a tab, and comparing one with the run that is shown.

pub mod comparing;

use std::path::Path;

use egui::Context;
use treewright_core::format::recording_json::{ENDING, NotWritten, read};
use treewright_core::limits;

use super::file::exporting::{Export, ask_where_to_export};
use super::{layout, references};
use crate::app::EditorApp;
use crate::notice::NoticeKind;
use crate::workspace::absolute;
use crate::workspace::open_document::OpenDocument;
use crate::workspace::run_session::NotSaved;

/// Asks where to save the run in front.
pub fn save(app: &mut EditorApp, ctx: &Context) {
    let texts = &app.texts;
    let (front, _) = app.workspace.front_mut();
    let tree = front.file_name(texts);
    let stem = tree.strip_suffix(".bt.json").unwrap_or(&tree);
    let name = format!("{stem}{ENDING}");
    let Some(run) = &mut front.run else { return };
    match run.write(tree) {
        Ok(text) => ask_where_to_export(app, ctx, Export { name, text }),
        Err(error) => {
            let text = match error {
                NotSaved::Document => app.texts.tr("run_not_saved.document").into_owned(),
                NotSaved::NotWritten(NotWritten::NothingHappened) => {
                    app.texts.tr("run_not_saved.nothing").into_owned()
                }
                NotSaved::NotWritten(NotWritten::BeginningForgotten(first)) => {
                    let first = first.to_string();
                    let arguments = [("first", &*first)];
                    app.texts.tr_with("run_not_saved.forgotten", &arguments)
                }
                NotSaved::NotWritten(NotWritten::TooLarge) => {
                    let limit = limits::in_megabytes(limits::RECORDING_BYTES as u64).to_string();
                    let arguments = [("limit", &*limit)];
                    app.texts.tr_with("run_not_saved.too_large", &arguments)
                }
            };
            app.say(ctx, NoticeKind::Refused, text);
        }
    }
}

/// Opens a recording: its tree as a copy without a file, with its run at the last frame.
///
/// # Errors
/// Why that is not possible, in words.
pub fn open(app: &mut EditorApp, ctx: &Context, path: &Path, bytes: &[u8]) -> Result<(), String> {
    let replay = read(bytes).map_err(|error| app.texts.format_error_and_remedy(&error))?;
    let number = replay.recording.program_number();
    let sources = replay.sources[number].clone();
    let unpacked = sources.unpack();
    let mut unpacked = unpacked.map_err(|error| app.texts.format_error_and_remedy(&error))?;
    let mut document = unpacked.document.clone();
    layout::place_unplaced(&mut document, &app.settings);
    let diagnostics = std::mem::take(&mut unpacked.diagnostics);
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let name = name.strip_suffix(ENDING).unwrap_or(&name).to_owned();
    let index = app
        .workspace
        .add(|id| OpenDocument::new(id, document, diagnostics).called(name));
    let (limit, cut_off) = (app.settings.recording_limit(), replay.cut_off);
    let texts = &app.texts;
    if let Some((document, _)) = app.workspace.get_mut(index) {
        document.take_held(sources, unpacked);
        document.take_run(replay, limit, texts);
    }
    references::follow(app);
    app.settings.remember(&absolute(path));
    if let Some(line) = cut_off {
        let line = line.to_string();
        let text = app.texts.tr_with("notice.cut_off", &[("line", &line)]);
        app.say(ctx, NoticeKind::Failed, text);
    }
    Ok(())
}
