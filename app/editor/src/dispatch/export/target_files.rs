//! Writes the files of an export: all of them or, if one would replace a file without permission, none. Does not know who requested it.

use std::path::PathBuf;

use treewright_exchange::Exported;
use treewright_session::host::files::{Fingerprint, SaveError};
use treewright_session::host::job::JobEnd;
use treewright_session::host::outputs::{Output, OutputKind, OutputTarget, Outputs, Replacing};
use treewright_session::host::{export_targets, files};
use treewright_session::workspace::Workspace;
use treewright_session::workspace::background_export::ExportResult;
use treewright_session::workspace::open_document::{DocumentFile, OpenDocument};

use crate::action::{ExportRequest, NamedBy};
use crate::services::Services;
use crate::shell::Shell;

/// Why an export failed.
pub enum ExportError {
    /// The conversion was cancelled or failed.
    Ended(JobEnd),
    /// The format cannot express this number of things.
    Refused(usize),
    /// This file exists, and the user has not agreed to replace it.
    Exists(PathBuf),
    /// The target is an open document.
    Itself,
    Save(SaveError),
}

/// Returns the error in words.
pub fn describe_error(shell: &Shell, error: &ExportError) -> String {
    match error {
        ExportError::Refused(count) => shell.texts.tr_count("export.refused", *count),
        ExportError::Exists(path) => {
            let path = path.display().to_string();
            shell.texts.tr_with("export.exists", &[("path", &path)])
        }
        ExportError::Ended(ended) => shell.texts.ended(ended),
        ExportError::Itself => shell.texts.tr("export.itself").into_owned(),
        ExportError::Save(error) => shell.texts.save_error(error),
    }
}

/// Writes all files of an export, or none if one of them would replace a file without permission.
pub fn write_files(
    workspace: &mut Workspace,
    services: &Services,
    index: usize,
    request: &ExportRequest,
    written: ExportResult,
    replacing: Replacing,
) -> Result<(), ExportError> {
    let written = written.map_err(ExportError::Ended)?;
    let exported = written.exported;
    let exported = exported.map_err(|refused| ExportError::Refused(refused.len()))?;
    let document = &workspace.documents()[index];
    let outputs = output_files(document, request, &exported);
    // Files of open documents are never targets; the file that this document was imported from is allowed.
    let is_open = |output: &Output<'_>| {
        let open = workspace.index_of_path(&output.place.path());
        open.is_some_and(|open| open != index || document.path().is_some())
    };
    if outputs.iter().any(is_open) {
        return Err(ExportError::Itself);
    }
    let kind = OutputKind::Export(request.format);
    let mut files = Outputs::in_state(Some(&services.folders.state), replacing);
    if let Some(origin) = &document.origin {
        files.may_replace(&origin.file.path, kind, origin.file.fingerprint);
    }
    let paths = files.write(kind, &outputs);
    let paths = paths.map_err(|(path, error)| match error {
        SaveError::Exists | SaveError::Conflict => ExportError::Exists(path),
        error => ExportError::Save(error),
    })?;
    for (path, output) in paths.into_iter().zip(&outputs) {
        let fingerprint = Fingerprint::of(output.bytes);
        if let Some((document, _)) = workspace.get_mut(index) {
            document.exported_to(&DocumentFile { path, fingerprint });
        }
    }
    Ok(())
}

/// The paths of the files of an export, the main one first, each with its contents.
fn output_files<'a>(
    document: &OpenDocument,
    request: &ExportRequest,
    exported: &'a Exported,
) -> Vec<Output<'a>> {
    let own = document.path();
    let main = own.and_then(|own| export_targets::named_by_project(own, &request.file));
    let main = match (main, request.file.file_name(), request.named_by) {
        (Some((folder, file)), ..) => OutputTarget::below(&folder, file),
        (None, Some(name), NamedBy::Program) => {
            OutputTarget::below(&files::folder_of(&request.file), name)
        }
        _ => OutputTarget::Named(request.file.clone()),
    };
    let files = exported.files.iter().enumerate();
    let outputs = files.map(|(index, file)| {
        let place = match index {
            0 => main.clone(),
            _ => main.beside(&file.path),
        };
        let bytes = &file.bytes;
        Output { place, bytes }
    });
    outputs.collect()
}
