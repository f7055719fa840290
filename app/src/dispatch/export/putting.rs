//! Writes the files of an export: all of them or, where one would replace what it may not, none. Knows nothing of who asked for it.

use std::path::{Path, PathBuf};

use treewright_core::format::exchange::Exported;

use crate::app::EditorApp;
use crate::host::exchange::leads_out;
use crate::host::files::{self, Expected, Fingerprint, SaveError};
use crate::host::job::Ended;
use crate::panels::export_window::Wanted;
use crate::workspace::absolute;
use crate::workspace::background_export::Made;
use crate::workspace::open_document::{DocumentFile, OpenDocument};

/// Which files an export may replace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Replacing {
    /// Those that exports of this user wrote, as they were written, and the one that the document came from, as it was read.
    OwnOnly,
    /// Whatever is there: the user was asked.
    Anything,
}

/// What may be at this path.
fn expected(app: &EditorApp, document: &OpenDocument, file: &Path) -> Expected {
    let path = absolute(file);
    let origin = document.origin.as_ref();
    let origin = origin.filter(|origin| absolute(&origin.file.path) == path);
    let read = origin.map(|origin| origin.file.fingerprint);
    let version = read.or_else(|| app.settings.exported_version(&path));
    version.map_or(Expected::Nothing, Expected::Version)
}

/// Why something was not exported.
pub enum Trouble {
    /// It was not made to the end.
    Ended(Ended),
    /// The format cannot express so many things.
    Refused(usize),
    /// There is this file, about which nobody was asked.
    Exists(PathBuf),
    /// It is the document's own file.
    Itself,
    /// It cannot be written.
    Save(SaveError),
}

/// The same in words.
pub fn why(app: &EditorApp, trouble: &Trouble) -> String {
    match trouble {
        Trouble::Refused(count) => app.texts.tr_count("export.refused", *count),
        Trouble::Exists(path) => {
            let path = path.display().to_string();
            app.texts.tr_with("export.exists", &[("path", &path)])
        }
        Trouble::Ended(ended) => app.texts.ended(ended),
        Trouble::Itself => app.texts.tr("export.itself").into_owned(),
        Trouble::Save(error) => app.texts.save_error(error),
    }
}

/// Writes all files of an export, or none if one of them would replace what it may not.
pub fn put(
    app: &mut EditorApp,
    index: usize,
    wanted: &Wanted,
    written: Made,
    replacing: Replacing,
) -> Result<(), Trouble> {
    let written = written.map_err(Trouble::Ended)?;
    let exported = written.exported;
    let exported = exported.map_err(|refused| Trouble::Refused(refused.len()))?;
    let files = placed(app, index, wanted, exported)?;
    let document = &app.workspace.documents()[index];
    let targets: Vec<(PathBuf, Expected)> = files
        .iter()
        .map(|(path, _)| match replacing {
            Replacing::Anything => (path.clone(), Expected::Anything),
            Replacing::OwnOnly => (path.clone(), expected(app, document, path)),
        })
        .collect();
    for ((path, text), (_, expected)) in files.iter().zip(&targets) {
        let there = files::read(path).ok();
        let there = there.as_deref().map(Fingerprint::of);
        let same = there == Some(Fingerprint::of(text.as_bytes()));
        let replaces = match (there, expected) {
            (None, _) | (_, Expected::Anything) => false,
            (Some(there), Expected::Version(known)) => there != *known,
            (Some(_), Expected::Nothing) => true,
        };
        if replaces && !same {
            return Err(Trouble::Exists(path.clone()));
        }
    }
    for ((path, text), (_, expected)) in files.iter().zip(targets) {
        if let Some(folder) = path.parent() {
            files::make_folder(folder).map_err(|error| Trouble::Save(error.into()))?;
        }
        let there = files::read(path).is_ok_and(|bytes| bytes == text.as_bytes());
        if !there {
            let saved = files::save(path, text.as_bytes(), expected);
            saved.map_err(|error| match error {
                SaveError::Exists | SaveError::Conflict => Trouble::Exists(path.clone()),
                error => Trouble::Save(error),
            })?;
        }
        let file = DocumentFile {
            path: path.clone(),
            fingerprint: Fingerprint::of(text.as_bytes()),
        };
        app.settings.note_exported(absolute(path), file.fingerprint);
        if let Some((document, _)) = app.workspace.get_mut(index) {
            document.exported_to(&file);
        }
    }
    Ok(())
}

/// Where the files of an export go, the main one first, each with what it will hold.
fn placed(
    app: &EditorApp,
    index: usize,
    wanted: &Wanted,
    exported: Exported,
) -> Result<Vec<(PathBuf, String)>, Trouble> {
    let workspace = &app.workspace;
    let document = &workspace.documents()[index];
    let Some(folder) = wanted.file.parent() else {
        return Err(Trouble::Save(SaveError::NotAFile));
    };
    if exported.files.iter().any(|file| leads_out(&file.path)) {
        return Err(Trouble::Save(SaveError::NotAFile));
    }
    let files = exported.files.into_iter().enumerate();
    let files = files.map(|(place, file)| match place {
        0 => (wanted.file.clone(), file.text),
        _ => (folder.join(file.path), file.text),
    });
    let files: Vec<(PathBuf, String)> = files.collect();
    // What another tab shows, or this one's own document, is never a target; the file that it came from is.
    let is_open = |path: &PathBuf| {
        let open = workspace.index_of_path(path);
        open.is_some_and(|open| open != index || document.path().is_some())
    };
    if files.iter().any(|(path, _)| is_open(path)) {
        return Err(Trouble::Itself);
    }
    Ok(files)
}
