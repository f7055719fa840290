//! Reads files to open them, or to compare with them. Files are read in the background; small ones are usually finished at once.

use std::path::{Path, PathBuf};

use egui::pos2;
use treewright_core::format::FileContent;
use treewright_insight::recording_json::{ParsedSources, Sources};
use treewright_session::host::files::{absolute, from_root};
use treewright_session::host::reading::{
    FileReadJob, OpenError, OpenResult, OpenedContent, OwnDocument, ReadRequest,
};
use treewright_session::i18n::Texts;
use treewright_session::notice::NoticeKind;
use treewright_session::settings::{OpenFile, Settings};
use treewright_session::workspace::Workspace;
use treewright_session::workspace::open_document::{
    DocumentFile, DocumentId, OpenDocument, Origin, PendingLayout,
};

use super::on_disk::changed_on_disk;
use super::opening::{cannot_open, report_problems};
use crate::action::JobKind;
use crate::dispatch::{
    games, import, layout, navigation, recordings, references, told_runs, versions,
};
use crate::editor::Editor;
use crate::job_registry::{BackgroundJob, JobRegistry, name_of};
use crate::panels::questions::{NoTree, Question};
use crate::shell::{QuestionTopic, Shell};

/// What a file is read for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ReadPurpose {
    Open,
    /// To compare with the document that was active.
    Compare,
}

/// A file that is being read.
struct ReadFileJob {
    path: PathBuf,
    purpose: ReadPurpose,
    reading: FileReadJob,
    /// The document that was active when it was requested: a file that is no document of its own applies to that one.
    active_at_request: DocumentId,
    /// Its view at the end of the last session, if it is reopened.
    reopens: Option<OpenFile>,
}

/// Opens a file, or activates its document if it is open; reports errors.
pub fn open_path(editor: &mut Editor, path: &Path) {
    if let Err(reason) = try_to_open(editor, path) {
        cannot_open(&mut editor.shell, path, &reason);
    }
}

/// Like `open_path`, but returns only after the file has been read: then it is open, or the error is reported.
pub fn open_and_wait(editor: &mut Editor, path: &Path) {
    let path = &from_root(path);
    if is_open(&mut editor.workspace, path) {
        return;
    }
    let active_at_request = editor.workspace.front().id();
    let outcome = match take_running(&mut editor.jobs, path) {
        // Removed from the list, so that it is not activated again later.
        Some(underway) => underway.reading.take_at_last(),
        None => begin(&editor.shell, path, false).take_at_last(),
    };
    if let Err(reason) = on_finished(editor, path, outcome, active_at_request) {
        cannot_open(&mut editor.shell, path, &reason);
    }
}

/// Removes the running job that reads a file to open it.
fn take_running(jobs: &mut JobRegistry<Editor>, path: &Path) -> Option<Box<ReadFileJob>> {
    let path = absolute(path);
    jobs.take(|reading: &ReadFileJob| reading.opens(&path))
}

/// Opens a file, or activates its document if it is open. Continues in the background if it takes longer than a moment.
///
/// # Errors
/// Why that is not possible, in words, as far as known after a moment.
pub fn try_to_open(editor: &mut Editor, path: &Path) -> Result<(), String> {
    open(editor, path, false)
}

/// Opens a file of another tool that holds no tree as an empty document with the node types that it declares.
///
/// # Errors
/// Why that is not possible, in words.
pub fn open_without_tree(editor: &mut Editor, path: &Path) -> Result<(), String> {
    open(editor, path, true)
}

fn open(editor: &mut Editor, path: &Path, even_without_tree: bool) -> Result<(), String> {
    let path = &from_root(path);
    let whole = absolute(path);
    let is_it = |other: &ReadFileJob| other.opens(&whole);
    let is_awaited = editor.jobs.any(is_it);
    if is_awaited || is_open(&mut editor.workspace, path) {
        return Ok(());
    }
    let active_at_request = editor.workspace.front().id();
    let reading = begin(&editor.shell, path, even_without_tree);
    if let Some(outcome) = reading.wait_briefly() {
        return on_finished(editor, path, outcome, active_at_request);
    }
    editor.jobs.begin(ReadFileJob {
        path: path.to_owned(),
        purpose: ReadPurpose::Open,
        reading,
        active_at_request,
        reopens: None,
    });
    Ok(())
}

/// Compares the active document with a file. Continues in the background if it takes longer than a moment; choosing another file cancels it.
///
/// # Errors
/// Why that is not possible, in words, as far as known after a moment.
pub fn compare(editor: &mut Editor, path: &Path) -> Result<(), String> {
    let path = &from_root(path);
    let active_at_request = editor.workspace.front().id();
    cancel_comparison(&mut editor.jobs, active_at_request);
    let reading = begin(&editor.shell, path, false);
    if let Some(outcome) = reading.wait_briefly() {
        return versions::compare_with_file(editor, active_at_request, path, outcome);
    }
    editor.jobs.begin(ReadFileJob {
        path: path.to_owned(),
        purpose: ReadPurpose::Compare,
        reading,
        active_at_request,
        reopens: None,
    });
    Ok(())
}

/// Activates the document of a file if it is open; returns whether it is.
fn is_open(workspace: &mut Workspace, path: &Path) -> bool {
    let index = workspace.index_of_path(path);
    if let Some(index) = index {
        workspace.bring_to_front(index);
    }
    index.is_some()
}

pub(super) fn begin(shell: &Shell, path: &Path, even_without_tree: bool) -> FileReadJob {
    let settings: Settings = shell.settings.clone();
    let wanted = ReadRequest {
        path: path.to_owned(),
        place: Box::new(move |document| layout::place_unplaced(document, &settings)),
        even_without_tree,
        run_limit: shell.settings.recording_limit(),
    };
    FileReadJob::begin(wanted, shell.waker())
}

impl ReadFileJob {
    /// Whether it is read to be opened, and has this absolute path.
    fn opens(&self, path: &Path) -> bool {
        self.purpose == ReadPurpose::Open && absolute(&self.path) == path
    }

    /// How it is opened at the next start if the program ends before it is read. A file that the user just requested becomes the active one.
    fn for_next_start(&self) -> Option<OpenFile> {
        let asked_for = || OpenFile {
            path: absolute(&self.path),
            front: true,
            ..OpenFile::default()
        };
        let is_opened = self.purpose == ReadPurpose::Open;
        is_opened.then(|| self.reopens.clone().unwrap_or_else(asked_for))
    }
}

impl BackgroundJob<Editor> for ReadFileJob {
    fn kind(&self) -> JobKind {
        let path = self.path.clone();
        match self.purpose {
            ReadPurpose::Open => JobKind::Opening(path),
            ReadPurpose::Compare => JobKind::Comparing(self.active_at_request, path),
        }
    }

    fn name(&self) -> String {
        name_of(&self.path)
    }

    fn is_ready(&self) -> bool {
        self.reading.is_ready()
    }

    fn finish(self: Box<Self>, editor: &mut Editor) {
        let outcome = self.reading.take_at_last();
        match self.purpose {
            ReadPurpose::Open => open_finished(
                editor,
                (&self.path, outcome),
                self.active_at_request,
                self.reopens,
            ),
            ReadPurpose::Compare => {
                let compared = versions::compare_with_file(
                    editor,
                    self.active_at_request,
                    &self.path,
                    outcome,
                );
                if let Err(reason) = compared {
                    cannot_open(&mut editor.shell, &self.path, &reason);
                }
            }
        }
    }
}

/// Opens a file that was read; restores the view of a reopened one.
fn open_finished(
    editor: &mut Editor,
    (path, outcome): (&Path, OpenResult),
    active_at_request: DocumentId,
    reopens: Option<OpenFile>,
) {
    let previous = navigation::current_place(&editor.workspace, &editor.shell);
    let front = editor.workspace.front();
    let before = (!front.is_untouched()).then(|| front.id());
    if let Err(reason) = on_finished(editor, path, outcome, active_at_request) {
        return cannot_open(&mut editor.shell, path, &reason);
    }
    let Some(file) = reopens else {
        return navigation::remember(&editor.workspace, &mut editor.shell, previous);
    };
    restore_view(&editor.workspace, &mut editor.shell, &file);
    let before = before.filter(|_| !file.front);
    if let Some(index) = before.and_then(|id| editor.workspace.index_of(id)) {
        editor.workspace.bring_to_front(index);
    }
}

/// Cancels reading a file to compare with this document: another one is chosen, or the document is closed.
pub fn cancel_comparison(jobs: &mut JobRegistry<Editor>, id: DocumentId) {
    jobs.discard(|reading: &ReadFileJob| {
        reading.purpose == ReadPurpose::Compare && reading.active_at_request == id
    });
}

/// Opens a file of the last session, and restores its view.
pub fn reopen(editor: &mut Editor, file: &OpenFile) {
    open_path(editor, &file.path);
    let path = absolute(&file.path);
    let is_it = |reading: &ReadFileJob| reading.opens(&path);
    if let Some(reading) = editor.jobs.take(is_it) {
        editor.jobs.begin(ReadFileJob {
            reopens: Some(file.clone()),
            ..*reading
        });
    } else {
        restore_view(&editor.workspace, &mut editor.shell, file);
    }
}

/// The files that are being read to be opened, as they are opened at the next start if the program ends before that.
pub fn for_next_start(jobs: &JobRegistry<Editor>) -> impl Iterator<Item = OpenFile> {
    let all = jobs.of::<ReadFileJob>();
    all.filter_map(ReadFileJob::for_next_start)
}

pub fn is_any_reading(jobs: &JobRegistry<Editor>) -> bool {
    jobs.of::<ReadFileJob>().next().is_some()
}

fn restore_view(workspace: &Workspace, shell: &mut Shell, file: &OpenFile) {
    let Some(index) = workspace.index_of_path(&file.path) else {
        return;
    };
    let id = workspace.documents()[index].id();
    if let Some((x, y, zoom)) = file.camera
        && [x, y, zoom].iter().all(|n| n.is_finite())
        && zoom > 0.0
    {
        shell.views.canvases.of(id).look_at(pos2(x, y), zoom);
    }
    if let Some(agents) = &file.agents {
        shell.views.agents.restore(id, agents.clone());
    }
}

/// Opens the contents of a file that was read.
pub(super) fn on_finished(
    editor: &mut Editor,
    path: &Path,
    outcome: OpenResult,
    active_at_request: DocumentId,
) -> Result<(), String> {
    // It may have been opened in another way meanwhile.
    if is_open(&mut editor.workspace, path) {
        return Ok(());
    }
    match outcome.map_err(|fault| describe_open_error(&editor.shell.texts, &fault))? {
        OpenedContent::Own(own) => open_native(editor, path, *own),
        OpenedContent::Foreign(foreign) => import::open(editor, path, *foreign),
        OpenedContent::NoTree(found) => {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            // While another question is open, the status bar reports it.
            if editor.shell.question.is_some() {
                return Err(editor.shell.texts.tr("import.no_tree").into_owned());
            }
            let trees = found.trees.iter().map(|(path, _)| path.clone());
            let topic = QuestionTopic::NoTree(path.to_owned(), trees.collect());
            let question = Question::NoTree(NoTree {
                name: name.into_owned(),
                marks_folder: found.marks_folder,
                kinds: found.kinds,
                trees: found.trees,
            });
            editor.shell.question = Some((question, topic));
        }
        OpenedContent::Recording(file) => return recordings::open(editor, path, file),
        OpenedContent::RobotLog(log) => told_runs::open(editor, path, *log),
        OpenedContent::GameRecord(record) => games::open_record(editor, path, *record),
        OpenedContent::Rules(bytes) => {
            // Rules apply to the tree for which they were requested, whichever is active now.
            let meant = editor.workspace.index_of(active_at_request);
            let meant =
                meant.ok_or_else(|| editor.shell.texts.tr("import.rules_no_tree").into_owned())?;
            editor.workspace.bring_to_front(meant);
            return import::play_by_rules(editor, path, &bytes);
        }
    }
    Ok(())
}

fn open_native(editor: &mut Editor, path: &Path, own: OwnDocument) {
    // Not a change to the document: the positions are written with the next save.
    if own.placed {
        let name = name_of(path);
        let arguments = [("name", &*name)];
        editor
            .shell
            .notify_key(NoticeKind::Done, "notice.places_made", &arguments);
    }
    let file = DocumentFile {
        path: path.to_owned(),
        fingerprint: own.fingerprint,
    };
    let index = editor
        .workspace
        .add(|id| OpenDocument::new(id, own.read.document, own.read.diagnostics).of_file(file));
    if let (true, Some((document, _))) = (own.placed, editor.workspace.get_mut(index)) {
        document.request_layout(PendingLayout::Reading);
    }
    editor.services.watcher.watch(path);
    references::update(editor);
    editor.shell.settings.remember(&absolute(path));
    report_problems(&mut editor.workspace, &mut editor.shell, index);
    // Changes between reading and watching it were not reported.
    changed_on_disk(editor, path);
}

/// Returns what an imported document was made from; `None` if its file cannot be read any more.
pub fn origin_of(path: &Path) -> Option<(Origin, (Sources, ParsedSources))> {
    let wanted = ReadRequest {
        path: path.to_owned(),
        place: Box::new(|_| false),
        even_without_tree: true,
        run_limit: 0,
    };
    match FileReadJob::begin(wanted, || {}).take_at_last() {
        Ok(OpenedContent::Foreign(foreign)) => {
            let origin = import::origin(path, &foreign);
            Some((origin, (foreign.held, foreign.unpacked)))
        }
        _ => None,
    }
}

/// Why a file cannot be opened, in words.
pub fn describe_open_error(texts: &Texts, fault: &OpenError) -> String {
    use treewright_session::host::exchange::ImportFault as Import;
    let foreign = |error| texts.format_error_and_remedy(error, FileContent::Foreign);
    match fault {
        OpenError::Read(error) | OpenError::Import(Import::Read(error)) => texts.read_error(error),
        OpenError::Format(error) => texts.format_error_and_remedy(error, FileContent::Tree),
        // The editor opens rules separately, before it tries to read a tree.
        OpenError::Import(Import::Unknown | Import::Rules) => {
            texts.tr("import.unknown").into_owned()
        }
        OpenError::Import(Import::Syntax(what)) => foreign(&what.0),
        OpenError::Import(Import::Format(what)) => foreign(&what.1),
        OpenError::RobotLog(fault) => {
            let (what, remedy) = (texts.message(&fault.message()), texts.tr("told_run.remedy"));
            let arguments = [("what", &*what), ("remedy", &*remedy)];
            texts.tr_with("notice.with_remedy", &arguments)
        }
        OpenError::Write(error) => texts.write_error(error),
        OpenError::Ended(ended) => texts.ended(ended),
    }
}
