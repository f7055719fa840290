//! Opens files of other tools as documents, and reports what was not imported unchanged.

use std::path::Path;

use treewright_authoring::edit::Command;
use treewright_core::format::FileContent;
use treewright_exchange::{ImportCounts, substitution_json};
use treewright_session::host::files;
use treewright_session::host::files::{SaveError, absolute};
use treewright_session::host::outputs::make_in_project;
use treewright_session::host::project::Project;
use treewright_session::host::reading::ForeignDocument;
use treewright_session::notice::NoticeKind;
use treewright_session::workspace::Workspace;
use treewright_session::workspace::open_document::{
    DocumentFile, OpenDocument, Origin, PendingLayout,
};

use super::edit::perform;
use super::references;
use crate::docking::{self, Panel};
use crate::editor::{Editor, check};
use crate::panels::import_report::ImportedFile;
use crate::panels::transfer_report::RemarkList;
use crate::shell::Shell;

/// The origin of an imported document.
pub fn origin(path: &Path, foreign: &ForeignDocument) -> Origin {
    Origin {
        file: DocumentFile {
            path: path.to_owned(),
            fingerprint: foreign.fingerprint,
        },
        format: foreign.format,
    }
}

/// Opens a file of another tool that was read, and shows its import notes.
pub fn open(editor: &mut Editor, path: &Path, foreign: ForeignDocument) {
    let origin = origin(path, &foreign);
    let files = (foreign.held, foreign.unpacked);
    let index = editor
        .workspace
        .add(|id| OpenDocument::of_import(id, origin, files, foreign.from_reader));
    let Some((document, _)) = editor.workspace.get_mut(index) else {
        return;
    };
    if foreign.placed {
        document.request_layout(PendingLayout::Reading);
    }
    let document = document.id();
    editor.services.watcher.watch(path);
    references::update(editor);
    editor.shell.settings.remember(&absolute(path));
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let format = foreign.format.title();
    let arguments = [("name", &*name), ("format", format)];
    editor
        .shell
        .notify_key(NoticeKind::Done, "import.opened", &arguments);
    let problems = count_problems(&mut editor.workspace, &mut editor.shell);
    let has_to_tell = !foreign.remarks.is_empty() || problems > 0;
    let file = ImportedFile {
        document,
        name: name.into_owned(),
        format,
        tally: foreign.tally,
        remarks: RemarkList::new(foreign.remarks),
    };
    report(&editor.workspace, &mut editor.shell, file, has_to_tell);
}

/// Applies a file of substitution rules: the nodes that they name in the active tree get stand-ins.
///
/// # Errors
/// Why that is not possible, in words.
pub fn play_by_rules(editor: &mut Editor, path: &Path, bytes: &[u8]) -> Result<(), String> {
    let rules = substitution_json::read(bytes);
    let texts = &editor.shell.texts;
    let rules =
        rules.map_err(|error| texts.format_error_and_remedy(&error, FileContent::Foreign))?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let front = editor.workspace.front();
    let found = rules.of(front.document(), editor.workspace.library());
    let document = front.id();
    if found.leaves.is_empty() {
        editor.shell.notify_key(
            NoticeKind::Refused,
            "import.rules_no_leaf",
            &[("name", &name)],
        );
        return Ok(());
    }
    let several = found.leaves.len();
    let count = several.to_string();
    let leaves = found.leaves.into_iter();
    let commands = leaves.map(|(leaf, played)| Command::SetStandIn(vec![leaf], Some(played)));
    perform(editor, &Command::Batch(commands.collect()));
    let arguments = [("name", &*name), ("count", &*count)];
    let text = editor
        .shell
        .texts
        .tr_count_with("import.rules_taken", several, &arguments);
    editor.shell.notify(NoticeKind::Done, text);
    if !found.remarks.is_empty() {
        let file = ImportedFile {
            document,
            name: name.into_owned(),
            format: "BehaviorTree.CPP",
            tally: ImportCounts::of(editor.workspace.front().document(), &found.remarks),
            remarks: RemarkList::new(found.remarks),
        };
        report(&editor.workspace, &mut editor.shell, file, true);
    }
    Ok(())
}

/// Adds the import notes of a file, and opens their panel if the user must see them.
fn report(workspace: &Workspace, shell: &mut Shell, file: ImportedFile, has_to_tell: bool) {
    shell.views.import.add(file, workspace);
    if has_to_tell {
        docking::show(&mut shell.panels, Panel::Import);
    }
}

/// The number of problems of the active document that are known so far.
fn count_problems(workspace: &mut Workspace, shell: &mut Shell) -> usize {
    let front = workspace.front_index();
    check(workspace, shell, front);
    workspace.front().count_all_problems()
}

/// What happened to the files that came with an imported document.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct AccompanyingFiles {
    /// The files that were written.
    pub written: Vec<String>,
    /// The files that were not written because another file exists in their place.
    pub in_the_way: Vec<String>,
}

/// Writes the files that came with a document next to it, when it gets its first file. Existing files are kept.
pub fn write_accompanying_files(
    workspace: &Workspace,
    index: usize,
    file: &Path,
) -> AccompanyingFiles {
    let mut accompanying = AccompanyingFiles::default();
    let accompanying_files = workspace.documents()[index].files_of_import();
    let Ok(project) = Project::of(file) else {
        return accompanying;
    };
    for (reference, text) in accompanying_files {
        // A file outside the project, or one that cannot be written, becomes a problem of the document if it is needed.
        let Ok(path) = project.named(&reference) else {
            continue;
        };
        match make_in_project(&project, &path, text.as_bytes()) {
            Ok(_) => accompanying.written.push(reference),
            Err(SaveError::Exists) if files::read(&path).is_ok_and(|is| is == text.as_bytes()) => {}
            Err(SaveError::Exists | SaveError::Link(_)) => accompanying.in_the_way.push(reference),
            Err(_) => {}
        }
    }
    accompanying
}
