//! Runs in files: saving one, opening one as a tab, and comparing one with the run that is shown.

use std::path::Path;

use egui::Context;
use treewright_core::format::FormatError;
use treewright_core::format::recording_json::{ENDING, NotWritten, Replay, read};
use treewright_core::ids::NodeId;
use treewright_core::recording::{Difference, Pair, Recording, Row, RowKind, rows};

use super::file::exporting::{Export, ask_where_to_export};
use super::{layout, references};
use crate::app::EditorApp;
use crate::host::recordings;
use crate::notice::NoticeKind;
use crate::panels::comparison::{Comparison, Titles};
use crate::workspace::absolute;
use crate::workspace::open_document::{DocumentId, OpenDocument};
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
    let replay = read(bytes).map_err(|error| app.texts.format_error(&error))?;
    let number = replay.recording.program_number();
    let sources = replay.sources[number].clone();
    let unpacked = sources.unpack();
    let mut unpacked = unpacked.map_err(|error| app.texts.format_error(&error))?;
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

/// Shows the first frame in which the run of a document differs from a recording.
///
/// # Errors
/// Why they cannot be compared, in words.
pub fn compare(app: &mut EditorApp, id: DocumentId, path: &Path) -> Result<(), String> {
    let bytes = recordings::read(path).map_err(|error| app.texts.read_error(&error))?;
    let other = Replay::begin(&bytes);
    let mut other = other.map_err(|error| app.texts.format_error(&error))?;
    let Some(index) = app.workspace.index_of(id) else {
        return Ok(());
    };
    let document = &app.workspace.documents()[index];
    let Some(run) = &document.run else {
        return Ok(());
    };
    let found = first_difference(run.recording(), &mut other);
    let found = found.map_err(|error| app.texts.format_error(&error))?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let ids = |side: fn(&Pair) -> &Option<Row>| {
        let pairs = found.iter().flat_map(|difference| &difference.pairs);
        let rows = pairs.filter_map(move |pair| side(pair).as_ref());
        rows.flat_map(|row| {
            let scope = (row.kind == RowKind::Abort).then(|| NodeId::from(&*row.text));
            row.node.clone().into_iter().chain(scope)
        })
    };
    let this = |id: &NodeId| run.title_in_program(document.project(), id, &app.texts);
    let (unpacked, compiled) = &other.programs[other.recording.program_number()];
    let theirs = |id: &NodeId| {
        let origin = compiled.origins.origin(id);
        let project = unpacked.project();
        let document = match origin.path {
            None => Some(project.document),
            Some(path) => project.get(path).and_then(Result::ok),
        };
        let node = document.and_then(|document| document.node(origin.node));
        node.map_or_else(|| id.to_string(), |node| app.texts.node_title(node))
    };
    let titles: (Titles, Titles) = (
        ids(|pair| &pair.left)
            .map(|id| (id.clone(), this(&id)))
            .collect(),
        ids(|pair| &pair.right)
            .map(|id| (id.clone(), theirs(&id)))
            .collect(),
    );
    app.views.comparison = Some(Comparison {
        document: id,
        name: name.into_owned(),
        frames: run.recording().last_frame(),
        seeds: (run.seed(), other.setup.seed),
        same_tree: run.ran(&other.sources[0]),
        difference: found,
        titles,
    });
    Ok(())
}

fn first_difference(
    run: &Recording,
    other: &mut Replay<'_>,
) -> Result<Option<Difference>, FormatError> {
    let (mut before, mut known) = (0, true);
    let mut frame = 0;
    loop {
        frame += 1;
        let theirs_before = other.recording.program_number();
        let theirs = other.step()?;
        let theirs = theirs.map(|record| rows(other.recording.programs(), &record, theirs_before));
        if frame <= run.first_frame() {
            // It is no longer known what happened here.
            known = false;
            if theirs.is_none() {
                frame = run.first_frame();
            }
            continue;
        }
        let ours = run.record(frame).map(|record| {
            // What was swapped in before the first frame that is kept is not known.
            let place = if known { before } else { record.program };
            (before, known) = (record.program, true);
            rows(run.programs(), record, place)
        });
        if ours.is_none() && theirs.is_none() {
            return Ok(None);
        }
        let difference = Difference::of(frame, ours, theirs);
        if difference.is_some() {
            return Ok(difference);
        }
    }
}
