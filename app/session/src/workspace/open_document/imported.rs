//! An open document that was made from another tool's file: where it came from, and the files that came with it.

use std::collections::BTreeMap;
use std::path::Path;

use treewright_core::diagnostic::Diagnostic;
use treewright_core::project::{relative, resolve};
use treewright_exchange::ExchangeFormat;
use treewright_insight::recording_json::{HeldFile, Sources, Unpacked};

use super::{DocumentFile, DocumentId, OpenDocument};

/// Where a document came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The file, as it was when it was read.
    pub file: DocumentFile,
    /// Its format.
    pub format: ExchangeFormat,
}

impl OpenDocument {
    /// The main document of these files, which another tool's file became.
    pub fn of_import(
        id: DocumentId,
        origin: Origin,
        (held, mut unpacked): (Sources, Unpacked),
        remarks: Vec<Diagnostic>,
    ) -> Self {
        let stem = origin.file.path.file_stem().unwrap_or_default();
        let stem = stem.to_string_lossy().into_owned();
        let document = std::mem::take(&mut unpacked.document);
        let mut open = Self::new(id, document, remarks).called(stem);
        open.came_from(origin, (held, unpacked));
        open
    }

    /// It came from there, with these files.
    pub fn came_from(&mut self, origin: Origin, (held, unpacked): (Sources, Unpacked)) {
        self.take_held(held, unpacked);
        self.origin = Some(origin);
    }

    /// The format of the file that it is, or else came from.
    pub fn format(&self) -> ExchangeFormat {
        let origin = self.origin.as_ref().filter(|_| self.file.is_none());
        origin.map_or(ExchangeFormat::Native, |origin| origin.format)
    }

    /// The file that it is, or else came from.
    pub fn known_as(&self) -> Option<&Path> {
        let origin = self.origin.as_ref().map(|origin| &*origin.file.path);
        self.path().or(origin)
    }

    /// The files that came with it out of another tool's file, each with what it holds: the documents that it runs and the task libraries of all,
    /// where those that name them look for them, as seen from its own file.
    pub fn files_along(&self) -> Vec<(String, String)> {
        let (Some(held), Some(_)) = (&self.held, &self.origin) else {
            return Vec::new();
        };
        let (Some(main), Ok(unpacked)) = (held.documents.first(), held.unpack()) else {
            return Vec::new();
        };
        let text = |file: &HeldFile| file.text.as_deref().unwrap_or_default().to_owned();
        let others = held.documents.iter().skip(1);
        let documents = others.map(|other| (relative(&main.path, &other.path), text(other)));
        let mut along: BTreeMap<String, String> = documents.collect();
        let others = unpacked.others.paths().filter_map(|path| {
            let document = unpacked.others.get(path)?.ok()?;
            Some((path, document))
        });
        for (path, document) in others.chain([(&*main.path, &unpacked.document)]) {
            for reference in &document.libraries {
                let mut libraries = held.libraries.iter();
                let library = libraries.find(|library| *library.path == **reference);
                if let (Some(library), Ok(place)) = (library, resolve(path, reference)) {
                    along.insert(relative(&main.path, &place), text(library));
                }
            }
        }
        along.into_iter().collect()
    }

    /// It was written back to the file that it came from.
    pub fn exported_to(&mut self, file: &DocumentFile) {
        if let Some(origin) = &mut self.origin
            && origin.file.path == file.path
        {
            origin.file = file.clone();
        }
    }
}
