//! Leaves out what was made of other tools' files and could not be opened again once it is saved, each with the reason. Knows no format.

use treewright_core::format::checked::too_long_in;
pub use treewright_core::format::error::{FormatError, FormatErrorKind};
use treewright_core::format::tasks_json;
use treewright_core::library::TaskLibrary;
use treewright_core::limits::{FOREIGN_NODES, ITEMS, LIBRARY_BYTES, in_megabytes};
use treewright_core::model::too_long;

use super::formats::ExchangeFormat;
use super::reading::{ImportedDocument, ReadTogether, Source};

/// Leaves such documents and libraries out. Their files count as failed.
pub(super) fn leave_out(format: ExchangeFormat, sources: &[Source<'_>], read: &mut ReadTogether) {
    let (failed, documents) = (&mut read.failed, &mut read.imported.documents);
    documents.retain(|made| match document(format, made) {
        Ok(()) => true,
        Err(error) => {
            let place = sources.iter().position(|source| source.path == made.source);
            failed.push((place.unwrap_or_default(), error));
            false
        }
    });
    let libraries = &mut read.imported.libraries;
    libraries.retain(|made| match library(&made.library) {
        Ok(()) => true,
        Err(error) => {
            // It holds the tasks of all files.
            failed.push((0, error));
            false
        }
    });
}

fn document(format: ExchangeFormat, made: &ImportedDocument) -> Result<(), FormatError> {
    too_long(&made.document).map_err(|long| too_long_in(&long))?;
    if format != ExchangeFormat::Native && made.document.node_count() > FOREIGN_NODES {
        let message = format!("a document has at most {FOREIGN_NODES} nodes");
        return Err(FormatError::new(FormatErrorKind::WrongField { message }));
    }
    Ok(())
}

fn library(library: &TaskLibrary) -> Result<(), FormatError> {
    let bytes = tasks_json::write(library).len();
    let message = if bytes > LIBRARY_BYTES {
        let [has, most] = [bytes, LIBRARY_BYTES].map(|bytes| in_megabytes(bytes as u64));
        format!("the task library of its nodes would have {has} MB, and at most {most} MB are read")
    } else if library.tasks.len() > ITEMS {
        format!("a task library has at most {ITEMS} tasks")
    } else {
        return Ok(());
    };
    Err(FormatError::new(FormatErrorKind::WrongField { message }))
}
