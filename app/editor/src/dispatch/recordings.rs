//! Recordings: saves the active run, opens a recording in a tab, and compares one with the active run.

pub mod comparing;

use std::io::Write as _;
use std::path::Path;

use treewright_core::format::{FileContent, FormatError};
use treewright_core::limits;
use treewright_insight::recording_json as format;
use treewright_insight::recording_json::{ENDING, Replay};
use treewright_insight::scenario_json::MAX_FRAMES;
use treewright_session::host::files::{Expected, FileDraft, SaveError, absolute};
use treewright_session::host::{files, recordings};
use treewright_session::i18n::Texts;
use treewright_session::notice::NoticeKind;
use treewright_session::workspace::Workspace;
use treewright_session::workspace::open_document::{DocumentId, OpenDocument};
use treewright_session::workspace::run_session::{NotSaved, recorded_trees};

use super::file::exporting::ask_for_export_path;
use super::{layout, references};
use crate::editor::Editor;
use crate::shell::{ExportToFile, ExportedKind, FileContents, Shell};

/// Asks where to save the active run.
pub fn save(editor: &mut Editor) {
    let texts = &editor.shell.texts;
    let (front, _) = editor.workspace.front_mut();
    let tree = front.file_name(texts);
    let stem = tree.strip_suffix(".bt.json").unwrap_or(&tree);
    let name = format!("{stem}{ENDING}");
    let id = front.id();
    let Some(run) = &mut front.run else { return };
    // Before the question, so that the user does not choose a file in vain.
    match run.lines(tree, |_| false) {
        Ok(()) => {
            let contents = FileContents::Run(id);
            let export = ExportToFile::new(ExportedKind::Run, name, contents);
            ask_for_export_path(editor, export);
        }
        Err(error) => {
            let text = describe_not_saved(&editor.shell.texts, &error);
            editor.shell.notify(NoticeKind::Refused, text);
        }
    }
}

/// Why a run was not written to a file.
pub enum RunWriteError {
    /// The run cannot be written, for this reason.
    Run(String),
    /// The file cannot be written.
    File(SaveError),
}

/// Writes the run of a document to a file, frame by frame.
///
/// # Errors
/// Why it cannot be written; an existing file is unchanged then.
pub fn write(
    workspace: &mut Workspace,
    shell: &Shell,
    id: DocumentId,
    path: &Path,
    expected: Expected,
) -> Result<(), RunWriteError> {
    if expected == Expected::Nothing && files::is_there(path) {
        return Err(RunWriteError::File(SaveError::Exists));
    }
    let texts = &shell.texts;
    let nothing = || RunWriteError::Run(texts.tr("run_not_saved.nothing").into_owned());
    let index = workspace.run_with(id).ok_or_else(nothing)?;
    let (document, _) = workspace.get_mut(index).ok_or_else(nothing)?;
    let tree = document.file_name(texts);
    let run = document.run.as_mut().ok_or_else(nothing)?;
    let mut draft = FileDraft::begin(path, expected).map_err(RunWriteError::File)?;
    let mut result = Ok(());
    let lines = run.lines(tree, |line| {
        result = writeln!(draft, "{line}");
        result.is_ok()
    });
    lines.map_err(|error| RunWriteError::Run(describe_not_saved(texts, &error)))?;
    let written = result.map_err(SaveError::from);
    let written = written.and_then(|()| draft.finish());
    if written.is_ok() {
        run.mark_saved();
    }
    written.map_err(RunWriteError::File)
}

/// Returns the run of a document as the text of a recording of at most `limit` bytes.
///
/// # Errors
/// Why it cannot be written, in words.
pub fn text(
    workspace: &mut Workspace,
    texts: &Texts,
    index: usize,
    limit: usize,
) -> Result<String, String> {
    let nothing = || texts.tr("run_not_saved.nothing").into_owned();
    let (document, _) = workspace.get_mut(index).ok_or_else(nothing)?;
    let tree = document.file_name(texts);
    let run = document.run.as_mut().ok_or_else(nothing)?;
    let mut text = String::new();
    let lines = run.lines(tree, |line| {
        text.push_str(line);
        text.push('\n');
        text.len() <= limit
    });
    lines.map_err(|error| describe_not_saved(texts, &error))?;
    if text.len() > limit {
        let limit = limits::in_megabytes(limit as u64).to_string();
        return Err(texts.tr_with("run_not_saved.too_large", &[("limit", &limit)]));
    }
    Ok(text)
}

/// Why a run cannot be saved, in words.
fn describe_not_saved(texts: &Texts, error: &NotSaved) -> String {
    let error = match error {
        NotSaved::Document => return texts.tr("run_not_saved.document").into_owned(),
        NotSaved::NotWritten(error) => error,
    };
    match error {
        format::WriteError::NothingHappened => texts.tr("run_not_saved.nothing").into_owned(),
        format::WriteError::BeginningForgotten(first) => {
            let first = first.to_string();
            texts.tr_with("run_not_saved.forgotten", &[("first", &first)])
        }
        format::WriteError::TooLarge => {
            let limit = limits::in_megabytes(limits::RECORDING_BYTES).to_string();
            texts.tr_with("run_not_saved.too_large", &[("limit", &limit)])
        }
        format::WriteError::TooLong => {
            let limit = MAX_FRAMES.to_string();
            texts.tr_with("run_not_saved.too_long", &[("limit", &limit)])
        }
    }
}

fn describe_format_error(shell: &Shell, error: &FormatError) -> String {
    let texts = &shell.texts;
    texts.format_error_and_remedy(error, FileContent::Recording)
}

/// Opens a recording: its tree as a document without a file, with its run at the last frame.
///
/// # Errors
/// Why that is not possible, in words.
pub fn open(editor: &mut Editor, path: &Path, file: recordings::Reader) -> Result<(), String> {
    let limit = editor.shell.settings.recording_limit();
    let replay = replay_all(file, limit);
    let replay = replay.map_err(|error| describe_format_error(&editor.shell, &error))?;
    let trees = recorded_trees(&replay);
    let names = trees.iter().map(|tree| name_of_tree(&tree.file_name, path));
    let mut unpacked = Vec::new();
    for tree in &trees {
        let kept = tree.programs.iter().rev();
        let mut kept = kept.filter(|number| replay.recording.keeps_program(**number));
        let sources = replay.sources[kept.next().copied().unwrap_or_default()].clone();
        let read = sources.unpack();
        let read = read.map_err(|error| describe_format_error(&editor.shell, &error))?;
        unpacked.push((sources, read));
    }
    let mut documents = Vec::new();
    for (name, (sources, mut read)) in names.zip(unpacked) {
        let mut document = read.document.clone();
        layout::place_unplaced(&mut document, &editor.shell.settings);
        let diagnostics = std::mem::take(&mut read.diagnostics);
        let index = editor
            .workspace
            .add(|id| OpenDocument::new(id, document, diagnostics).called(name));
        if let Some((document, _)) = editor.workspace.get_mut(index) {
            document.take_held(sources, read);
            documents.push((document.id(), document.run_revision()));
        }
    }
    let cut_off = replay.cut_off;
    let number = replay.recording.program_number();
    let shown = trees
        .iter()
        .position(|tree| tree.programs.contains(&number));
    let shown = shown.and_then(|shown| editor.workspace.index_of(documents.get(shown)?.0));
    let opened = documents.iter().filter_map(|(id, _)| {
        let document = editor.workspace.with_id(*id)?;
        Some((*id, document.program_sources()))
    });
    let opened: Vec<_> = opened.collect();
    if let Some(index) = shown
        && let Some((document, _)) = editor.workspace.get_mut(index)
    {
        document.show_recorded_run(replay, &documents, limit);
        if let Some(run) = &mut document.run {
            for (id, sources) in opened {
                run.note_opened(id, sources);
            }
        }
        editor.workspace.bring_to_front(index);
    }
    references::update(editor);
    editor.shell.settings.remember(&absolute(path));
    if let Some(line) = cut_off {
        let line = line.to_string();
        editor
            .shell
            .notify_key(NoticeKind::Failed, "notice.cut_off", &[("line", &line)]);
    }
    Ok(())
}

/// The name of a recorded tree: that of its own file or, if a game recorded none, that of the recording.
fn name_of_tree(file: &str, recording: &Path) -> String {
    if file.is_empty() {
        let name = recording.file_name().unwrap_or_default().to_string_lossy();
        return name.strip_suffix(ENDING).unwrap_or(&name).to_owned();
    }
    file.strip_suffix(".bt.json").unwrap_or(file).to_owned()
}

/// Replays a whole recording; its run history is limited to `limit` bytes.
fn replay_all(file: recordings::Reader, limit: usize) -> Result<Replay<'static>, FormatError> {
    let mut replay = Replay::of(file)?;
    replay.recording.set_limit(limit);
    while replay.step()?.is_some() {}
    Ok(replay)
}
