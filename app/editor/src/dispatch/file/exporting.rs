//! Writes texts and runs to files that the user chooses. They belong to no document.

use std::path::Path;

use treewright_session::file_names;
use treewright_session::host::files;
use treewright_session::host::files::{Expected, SaveError};
use treewright_session::notice::NoticeKind;
use treewright_session::workspace::Workspace;

use super::asking::{PathConsent, ask, folder};
use crate::dialogs::PathQuestion;
use crate::dispatch::{recordings, told_runs};
use crate::editor::Editor;
use crate::panels::path_box::PathProblem;
use crate::shell::{ExportToFile, FileContents, QuestionTopic, Shell};

pub fn ask_for_export_path(editor: &mut Editor, export: ExportToFile) {
    let question = PathQuestion::Save {
        title: editor
            .shell
            .texts
            .tr(&format!("{}.title", export.kind.key()))
            .into_owned(),
        folder: folder(editor),
        name: export.name.clone(),
    };
    ask(
        &mut editor.shell,
        &mut editor.services,
        question,
        QuestionTopic::Export(export),
    );
}

/// Writes the export to a path that the user chose, unless that would replace a file without consent. A name of another ending gets that of such
/// files, so that the file can be opened.
///
/// # Errors
/// Why it is not written. The user was not notified yet.
pub fn export_to(
    workspace: &mut Workspace,
    shell: &mut Shell,
    export: &ExportToFile,
    path: &Path,
    consent: PathConsent,
) -> Result<(), PathProblem> {
    let chosen = path;
    let path = &*file_names::path_ending_in(chosen, export.kind.ending());
    // The user agreed to replace the file of the chosen name only.
    let consent = match consent {
        PathConsent::Replace if path != chosen => PathConsent::Nothing,
        consent => consent,
    };
    let expected = may_write(workspace, shell, path, consent)?;
    let written = match &export.contents {
        FileContents::Text(text) => files::save(path, text.as_bytes(), expected).map(drop),
        FileContents::Run(id) => match recordings::write(workspace, shell, *id, path, expected) {
            Ok(()) => Ok(()),
            Err(recordings::RunWriteError::File(error)) => Err(error),
            Err(recordings::RunWriteError::Run(why)) => return Err(PathProblem::Message(why)),
        },
    };
    match written {
        Ok(()) => {
            let name = path.display().to_string();
            let done = shell
                .texts
                .tr_with(export.kind.notice(), &[("path", &name)]);
            let mut told = vec![done];
            if let Some((document, lacks)) = &export.lacks {
                told_runs::remark(workspace, *document, lacks.clone());
                told.push(shell.texts.message(lacks));
            }
            shell.notify(NoticeKind::Done, shell.texts.sentences(told));
            Ok(())
        }
        Err(SaveError::Exists) => Err(PathProblem::Exists(path.to_owned())),
        Err(SaveError::NoFolder(folder)) => Err(PathProblem::NoFolder {
            file: path.to_owned(),
            folder,
        }),
        Err(error) => Err(PathProblem::Message(shell.texts.save_error(&error))),
    }
}

/// What may exist at a path that the user chose for something other than a document; creates its folder if the user agreed to that.
///
/// # Errors
/// Why nothing may be written there.
pub fn may_write(
    workspace: &Workspace,
    shell: &Shell,
    path: &Path,
    consent: PathConsent,
) -> Result<Expected, PathProblem> {
    if workspace.index_of_path(path).is_some() {
        let path = path.display().to_string();
        let text = shell
            .texts
            .tr_with("notice.open_elsewhere", &[("path", &path)]);
        return Err(PathProblem::Message(text));
    }
    if consent == PathConsent::CreateFolder
        && let Some(folder) = path.parent()
        && let Err(error) = files::make_folder(folder)
    {
        return Err(PathProblem::Message(shell.texts.io_error(&error)));
    }
    Ok(match consent {
        PathConsent::Replace => Expected::Anything,
        PathConsent::Nothing | PathConsent::CreateFolder => Expected::Nothing,
    })
}
