//! Texts and runs that the user takes out of the program: where to, and writing them. They belong to no document.

use std::path::Path;

use egui::Context;
use treewright_session::host::files;
use treewright_session::host::files::{Expected, SaveError};
use treewright_session::notice::NoticeKind;
use treewright_session::workspace::open_document::DocumentId;

use super::asking::{Agreed, ask, folder};
use crate::app::{EditorApp, Pending};
use crate::dialogs::PathQuestion;
use crate::dispatch::recordings;
use crate::panels::path_box::Trouble;

/// Something to be written to a file of the user's choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Export {
    /// The name that is proposed.
    pub name: String,
    /// What the file will hold.
    pub what: What,
}

/// What a file will hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// A text.
    Text(String),
    /// The run of this document, written frame by frame: its text may be larger than memory.
    Run(DocumentId),
}

/// Asks where to write it.
pub fn ask_where_to_export(app: &mut EditorApp, ctx: &Context, export: Export) {
    let question = PathQuestion::Save {
        title: app.texts.tr("question.export.title").into_owned(),
        folder: folder(app),
        name: export.name.clone(),
    };
    ask(app, ctx, question, Pending::Export(export));
}

/// Writes it to a path that the user chose, unless that would cost a file that nobody was asked about.
///
/// # Errors
/// Why it is not written. Nobody was told of it yet.
pub fn export_to(
    app: &mut EditorApp,
    ctx: &Context,
    export: &Export,
    path: &Path,
    agreed: Agreed,
) -> Result<(), Trouble> {
    let expected = may_write(app, path, agreed)?;
    let written = match &export.what {
        What::Text(text) => files::save(path, text.as_bytes(), expected).map(drop),
        What::Run(id) => match recordings::write(app, *id, path, expected) {
            Ok(()) => Ok(()),
            Err(recordings::NotWritten::File(error)) => Err(error),
            Err(recordings::NotWritten::Run(why)) => return Err(Trouble::Said(why)),
        },
    };
    match written {
        Ok(()) => {
            let name = path.display().to_string();
            let text = app.texts.tr_with("notice.exported", &[("path", &name)]);
            app.say(ctx, NoticeKind::Done, text);
            Ok(())
        }
        Err(SaveError::Exists) => Err(Trouble::Exists(path.to_owned())),
        Err(SaveError::NoFolder(folder)) => Err(Trouble::NoFolder {
            file: path.to_owned(),
            folder,
        }),
        Err(error) => Err(Trouble::Said(app.texts.save_error(&error))),
    }
}

/// What may be at a path that the user chose for something that is no document; makes its folder if that was agreed to.
///
/// # Errors
/// Why nothing may be written there.
pub fn may_write(app: &EditorApp, path: &Path, agreed: Agreed) -> Result<Expected, Trouble> {
    if app.workspace.index_of_path(path).is_some() {
        let path = path.display().to_string();
        let text = app
            .texts
            .tr_with("notice.open_elsewhere", &[("path", &path)]);
        return Err(Trouble::Said(text));
    }
    if agreed == Agreed::ToMakeFolder
        && let Some(folder) = path.parent()
        && let Err(error) = files::make_folder(folder)
    {
        return Err(Trouble::Said(app.texts.io_error(&error)));
    }
    Ok(match agreed {
        Agreed::ToReplace => Expected::Anything,
        Agreed::Nothing | Agreed::ToMakeFolder => Expected::Nothing,
    })
}
