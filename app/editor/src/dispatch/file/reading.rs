//! Reads files to open them, or to compare with them. Files are read in the background; small ones are usually finished at once.

use std::path::{Path, PathBuf};

use egui::pos2;
use treewright_core::format::FileContent;
use treewright_insight::recording_json::{Sources, Unpacked};
use treewright_session::host::files::absolute;
use treewright_session::host::reading::{Content, Fault, Outcome, Own, Reading, Wanted};
use treewright_session::i18n::Texts;
use treewright_session::notice::NoticeKind;
use treewright_session::settings::{OpenFile, Settings};
use treewright_session::workspace::Workspace;
use treewright_session::workspace::open_document::{
    DocumentFile, DocumentId, OpenDocument, Origin, Owed,
};

use super::on_disk::changed_on_disk;
use super::opening::{cannot_open, say_if_damaged};
use crate::action::Work;
use crate::dispatch::{import, layout, recordings, references, trail, versions};
use crate::editor::Editor;
use crate::panels::questions::{NoTree, Question};
use crate::shell::{Pending, Shell};
use crate::work_list::{Underway, WorkList, name_of};

/// What a file is read for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    Open,
    /// To compare with the document that was active.
    Compare,
}

/// A file that is being read.
struct ReadingFile {
    path: PathBuf,
    purpose: Purpose,
    reading: Reading,
    /// The document that was active when it was requested: a file that is no document of its own applies to that one.
    asked_in: DocumentId,
    /// Its view at the end of the last session, if it is reopened.
    reopens: Option<OpenFile>,
}

/// Opens a file, or activates its document if it is open; reports errors.
pub fn open_path(editor: &mut Editor, path: &Path) {
    if let Err(reason) = try_to_open(editor, path) {
        cannot_open(&mut editor.shell, path, &reason);
    }
}

/// Like `open_path`, but waits: the document is open afterwards, however long it takes, if it can be opened.
pub fn open_at_once(editor: &mut Editor, path: &Path) {
    if is_open(&mut editor.workspace, path) {
        return;
    }
    let asked_in = editor.workspace.front().id();
    let outcome = match take_awaited(&mut editor.work, path) {
        // Taken out of the list, so that it does not come to the front again later.
        Some(underway) => underway.reading.take_at_last(),
        None => begin(&editor.shell, path, false).take_at_last(),
    };
    if let Err(reason) = arrived(editor, path, outcome, asked_in) {
        cannot_open(&mut editor.shell, path, &reason);
    }
}

/// Removes the running job that reads a file to open it.
fn take_awaited(work: &mut WorkList<Editor>, path: &Path) -> Option<Box<ReadingFile>> {
    let path = absolute(path);
    work.take(|reading: &ReadingFile| reading.opens(&path))
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
    let whole = absolute(path);
    let is_it = |other: &ReadingFile| other.opens(&whole);
    let is_awaited = editor.work.any(is_it);
    if is_awaited || is_open(&mut editor.workspace, path) {
        return Ok(());
    }
    let asked_in = editor.workspace.front().id();
    let reading = begin(&editor.shell, path, even_without_tree);
    if let Some(outcome) = reading.take_soon() {
        return arrived(editor, path, outcome, asked_in);
    }
    editor.work.begin(ReadingFile {
        path: path.to_owned(),
        purpose: Purpose::Open,
        reading,
        asked_in,
        reopens: None,
    });
    Ok(())
}

/// Compares the active document with a file. Continues in the background if it takes longer than a moment; choosing another file cancels it.
///
/// # Errors
/// Why that is not possible, in words, as far as known after a moment.
pub fn compare(editor: &mut Editor, path: &Path) -> Result<(), String> {
    let asked_in = editor.workspace.front().id();
    forget(&mut editor.work, asked_in);
    let reading = begin(&editor.shell, path, false);
    if let Some(outcome) = reading.take_soon() {
        return versions::compare_with_file(editor, asked_in, path, outcome);
    }
    editor.work.begin(ReadingFile {
        path: path.to_owned(),
        purpose: Purpose::Compare,
        reading,
        asked_in,
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

pub(super) fn begin(shell: &Shell, path: &Path, even_without_tree: bool) -> Reading {
    let settings: Settings = shell.settings.clone();
    let wanted = Wanted {
        path: path.to_owned(),
        place: Box::new(move |document| layout::place_unplaced(document, &settings)),
        even_without_tree,
    };
    Reading::begin(wanted, shell.waker())
}

impl ReadingFile {
    /// Whether it is read to be opened, and has this absolute path.
    fn opens(&self, path: &Path) -> bool {
        self.purpose == Purpose::Open && absolute(&self.path) == path
    }

    /// How it is opened at the next start if the program ends before it is read. A file that the user just requested becomes the active one.
    fn for_next_start(&self) -> Option<OpenFile> {
        let asked_for = || OpenFile {
            path: absolute(&self.path),
            camera: None,
            front: true,
        };
        let is_opened = self.purpose == Purpose::Open;
        is_opened.then(|| self.reopens.clone().unwrap_or_else(asked_for))
    }
}

impl Underway<Editor> for ReadingFile {
    fn work(&self) -> Work {
        let path = self.path.clone();
        match self.purpose {
            Purpose::Open => Work::Opening(path),
            Purpose::Compare => Work::Comparing(self.asked_in, path),
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
            Purpose::Open => bring(editor, (&self.path, outcome), self.asked_in, self.reopens),
            Purpose::Compare => {
                let compared =
                    versions::compare_with_file(editor, self.asked_in, &self.path, outcome);
                if let Err(reason) = compared {
                    cannot_open(&mut editor.shell, &self.path, &reason);
                }
            }
        }
    }
}

/// Opens a file that was read; restores the view of a reopened one.
fn bring(
    editor: &mut Editor,
    (path, outcome): (&Path, Outcome),
    asked_in: DocumentId,
    reopens: Option<OpenFile>,
) {
    let was = trail::here(&editor.workspace, &editor.shell);
    let front = editor.workspace.front();
    let before = (!front.is_untouched()).then(|| front.id());
    if let Err(reason) = arrived(editor, path, outcome, asked_in) {
        return cannot_open(&mut editor.shell, path, &reason);
    }
    let Some(file) = reopens else {
        return trail::remember(&editor.workspace, &mut editor.shell, was);
    };
    look_as_before(&editor.workspace, &mut editor.shell, &file);
    let before = before.filter(|_| !file.front);
    if let Some(index) = before.and_then(|id| editor.workspace.index_of(id)) {
        editor.workspace.bring_to_front(index);
    }
}

/// Cancels reading a file to compare with this document: another one is chosen, or the document is closed.
pub fn forget(work: &mut WorkList<Editor>, id: DocumentId) {
    work.forget(|reading: &ReadingFile| {
        reading.purpose == Purpose::Compare && reading.asked_in == id
    });
}

/// Opens a file of the last session, and restores its view.
pub fn reopen(editor: &mut Editor, file: &OpenFile) {
    open_path(editor, &file.path);
    let path = absolute(&file.path);
    let is_it = |reading: &ReadingFile| reading.opens(&path);
    if let Some(reading) = editor.work.take(is_it) {
        editor.work.begin(ReadingFile {
            reopens: Some(file.clone()),
            ..*reading
        });
    } else {
        look_as_before(&editor.workspace, &mut editor.shell, file);
    }
}

/// The files that are being read to be opened, as they are opened at the next start if the program ends before that.
pub fn for_next_start(work: &WorkList<Editor>) -> impl Iterator<Item = OpenFile> {
    let all = work.of::<ReadingFile>();
    all.filter_map(ReadingFile::for_next_start)
}

pub fn is_any_awaited(work: &WorkList<Editor>) -> bool {
    work.of::<ReadingFile>().next().is_some()
}

fn look_as_before(workspace: &Workspace, shell: &mut Shell, file: &OpenFile) {
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
}

/// Opens the contents of a file that was read.
fn arrived(
    editor: &mut Editor,
    path: &Path,
    outcome: Outcome,
    asked_in: DocumentId,
) -> Result<(), String> {
    // It may have been opened in another way meanwhile.
    if is_open(&mut editor.workspace, path) {
        return Ok(());
    }
    match outcome.map_err(|fault| why_not(&editor.shell.texts, &fault))? {
        Content::Own(own) => own_arrived(editor, path, *own),
        Content::Foreign(foreign) => import::arrived(editor, path, *foreign),
        Content::NoTree(found) => {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            // While another question is open, the status bar reports it.
            if editor.shell.question.is_some() {
                return Err(editor.shell.texts.tr("import.no_tree").into_owned());
            }
            let question = Question::NoTree(NoTree {
                name: name.into_owned(),
                marks_folder: found.marks_folder,
                kinds: found.kinds,
                trees: found.trees,
            });
            editor.shell.question = Some((question, Pending::NoTree(path.to_owned())));
        }
        Content::Recording(file) => return recordings::open(editor, path, file),
        Content::Rules(bytes) => {
            // Rules apply to the tree for which they were requested, whichever is active now.
            let meant = editor.workspace.index_of(asked_in);
            let meant =
                meant.ok_or_else(|| editor.shell.texts.tr("import.rules_no_tree").into_owned())?;
            editor.workspace.bring_to_front(meant);
            return import::play_by_rules(editor, path, &bytes);
        }
    }
    Ok(())
}

fn own_arrived(editor: &mut Editor, path: &Path, own: Own) {
    // Not a change to the document: the positions are written with the next save.
    if own.placed {
        editor
            .shell
            .say_key(NoticeKind::Done, "notice.places_made", &[]);
    }
    let file = DocumentFile {
        path: path.to_owned(),
        fingerprint: own.fingerprint,
    };
    let index = editor
        .workspace
        .add(|id| OpenDocument::new(id, own.read.document, own.read.diagnostics).of_file(file));
    if let (true, Some((document, _))) = (own.placed, editor.workspace.get_mut(index)) {
        document.owe_layout(Owed::Reading);
    }
    editor.services.watcher.watch(path);
    references::follow(editor);
    editor.shell.settings.remember(&absolute(path));
    say_if_damaged(&mut editor.workspace, &mut editor.shell, index);
    // Changes between reading and watching it were not reported.
    changed_on_disk(editor, path);
}

/// Returns what an imported document was made from; `None` if its file cannot be read any more.
pub fn origin_of(path: &Path) -> Option<(Origin, (Sources, Unpacked))> {
    let wanted = Wanted {
        path: path.to_owned(),
        place: Box::new(|_| false),
        even_without_tree: true,
    };
    match Reading::begin(wanted, || {}).take_at_last() {
        Ok(Content::Foreign(foreign)) => {
            let origin = import::origin(path, &foreign);
            Some((origin, (foreign.held, foreign.unpacked)))
        }
        _ => None,
    }
}

/// Why a file cannot be opened, in words.
pub fn why_not(texts: &Texts, fault: &Fault) -> String {
    use treewright_session::host::exchange::ImportFault as Import;
    let foreign = |error| texts.format_error_and_remedy(error, FileContent::Foreign);
    match fault {
        Fault::Read(error) | Fault::Import(Import::Read(error)) => texts.read_error(error),
        Fault::Format(error) => texts.format_error_and_remedy(error, FileContent::Tree),
        // The editor opens rules separately, before it tries to read a tree.
        Fault::Import(Import::Unknown | Import::Rules) => texts.tr("import.unknown").into_owned(),
        Fault::Import(Import::Syntax(what)) => foreign(&what.0),
        Fault::Import(Import::Format(what)) => foreign(&what.1),
        Fault::Write(error) => texts.write_error(error),
        Fault::Ended(ended) => texts.ended(ended),
    }
}
