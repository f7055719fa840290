//! Writes texts and runs to files that the user chooses. They belong to no document.

use std::path::Path;

use treewright_session::host::files;
use treewright_session::host::files::{Expected, SaveError};
use treewright_session::notice::NoticeKind;
use treewright_session::workspace::Workspace;

use super::asking::{Agreed, ask, folder};
use crate::dialogs::PathQuestion;
use crate::dispatch::recordings;
use crate::editor::Editor;
use crate::panels::path_box::Trouble;
use crate::shell::{Export, Pending, Shell, What};

pub fn ask_where_to_export(editor: &mut Editor, export: Export) {
    let question = PathQuestion::Save {
        title: editor.shell.texts.tr("question.export.title").into_owned(),
        folder: folder(editor),
        name: export.name.clone(),
    };
    ask(
        &mut editor.shell,
        &mut editor.services,
        question,
        Pending::Export(export),
    );
}

/// Writes the export to a path that the user chose, unless that would replace a file without consent.
///
/// # Errors
/// Why it is not written. The user was not notified yet.
pub fn export_to(
    workspace: &mut Workspace,
    shell: &mut Shell,
    export: &Export,
    path: &Path,
    agreed: Agreed,
) -> Result<(), Trouble> {
    let expected = may_write(workspace, shell, path, agreed)?;
    let written = match &export.what {
        What::Text(text) => files::save(path, text.as_bytes(), expected).map(drop),
        What::Run(id) => match recordings::write(workspace, shell, *id, path, expected) {
            Ok(()) => Ok(()),
            Err(recordings::NotWritten::File(error)) => Err(error),
            Err(recordings::NotWritten::Run(why)) => return Err(Trouble::Said(why)),
        },
    };
    match written {
        Ok(()) => {
            let name = path.display().to_string();
            shell.say_key(NoticeKind::Done, "notice.exported", &[("path", &name)]);
            Ok(())
        }
        Err(SaveError::Exists) => Err(Trouble::Exists(path.to_owned())),
        Err(SaveError::NoFolder(folder)) => Err(Trouble::NoFolder {
            file: path.to_owned(),
            folder,
        }),
        Err(error) => Err(Trouble::Said(shell.texts.save_error(&error))),
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
    agreed: Agreed,
) -> Result<Expected, Trouble> {
    if workspace.index_of_path(path).is_some() {
        let path = path.display().to_string();
        let text = shell
            .texts
            .tr_with("notice.open_elsewhere", &[("path", &path)]);
        return Err(Trouble::Said(text));
    }
    if agreed == Agreed::ToMakeFolder
        && let Some(folder) = path.parent()
        && let Err(error) = files::make_folder(folder)
    {
        return Err(Trouble::Said(shell.texts.io_error(&error)));
    }
    Ok(match agreed {
        Agreed::ToReplace => Expected::Anything,
        Agreed::Nothing | Agreed::ToMakeFolder => Expected::Nothing,
    })
}
