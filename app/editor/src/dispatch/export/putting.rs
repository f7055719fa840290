//! Writes the files of an export: all of them or, where one would replace what it may not, none. Knows nothing of who asked for it.

use std::path::PathBuf;

use treewright_exchange::Exported;
use treewright_session::host::files::{Fingerprint, SaveError};
use treewright_session::host::job::Ended;
use treewright_session::host::outputs::{Kind, Output, Outputs, Place, Replacing};
use treewright_session::host::{export_targets, files};
use treewright_session::workspace::Workspace;
use treewright_session::workspace::background_export::Made;
use treewright_session::workspace::open_document::{DocumentFile, OpenDocument};

use crate::action::{NamedBy, Wanted};
use crate::services::Services;
use crate::shell::Shell;

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
pub fn why(shell: &Shell, trouble: &Trouble) -> String {
    match trouble {
        Trouble::Refused(count) => shell.texts.tr_count("export.refused", *count),
        Trouble::Exists(path) => {
            let path = path.display().to_string();
            shell.texts.tr_with("export.exists", &[("path", &path)])
        }
        Trouble::Ended(ended) => shell.texts.ended(ended),
        Trouble::Itself => shell.texts.tr("export.itself").into_owned(),
        Trouble::Save(error) => shell.texts.save_error(error),
    }
}

/// Writes all files of an export, or none if one of them would replace what it may not.
pub fn put(
    workspace: &mut Workspace,
    services: &Services,
    index: usize,
    wanted: &Wanted,
    written: Made,
    replacing: Replacing,
) -> Result<(), Trouble> {
    let written = written.map_err(Trouble::Ended)?;
    let exported = written.exported;
    let exported = exported.map_err(|refused| Trouble::Refused(refused.len()))?;
    let document = &workspace.documents()[index];
    let outputs = placed(document, wanted, &exported);
    // What another tab shows, or this one's own document, is never a target; the file that it came from is.
    let is_open = |output: &Output<'_>| {
        let open = workspace.index_of_path(&output.place.path());
        open.is_some_and(|open| open != index || document.path().is_some())
    };
    if outputs.iter().any(is_open) {
        return Err(Trouble::Itself);
    }
    let kind = Kind::Export(wanted.format);
    let mut files = Outputs::in_state(Some(&services.folders.state), replacing);
    if let Some(origin) = &document.origin {
        files.may_replace(&origin.file.path, kind, origin.file.fingerprint);
    }
    let paths = files.write(kind, &outputs);
    let paths = paths.map_err(|(path, error)| match error {
        SaveError::Exists | SaveError::Conflict => Trouble::Exists(path),
        error => Trouble::Save(error),
    })?;
    for (path, output) in paths.into_iter().zip(&outputs) {
        let fingerprint = Fingerprint::of(output.bytes);
        if let Some((document, _)) = workspace.get_mut(index) {
            document.exported_to(&DocumentFile { path, fingerprint });
        }
    }
    Ok(())
}

/// Where the files of an export go, the main one first, each with what it will hold.
fn placed<'a>(document: &OpenDocument, wanted: &Wanted, exported: &'a Exported) -> Vec<Output<'a>> {
    let own = document.path();
    let main = own.and_then(|own| export_targets::named_by_project(own, &wanted.file));
    let main = match (main, wanted.file.file_name(), wanted.named_by) {
        (Some((folder, file)), ..) => Place::below(&folder, file),
        (None, Some(name), NamedBy::Program) => Place::below(&files::folder_of(&wanted.file), name),
        _ => Place::Named(wanted.file.clone()),
    };
    let files = exported.files.iter().enumerate();
    let outputs = files.map(|(index, file)| {
        let place = match index {
            0 => main.clone(),
            _ => main.beside(&file.path),
        };
        let bytes = file.text.as_bytes();
        Output { place, bytes }
    });
    outputs.collect()
}
