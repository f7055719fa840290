//! An open document that was imported: its origin and the files that came with it.

use std::collections::BTreeMap;
use std::path::Path;

use treewright_core::diagnostic::Diagnostic;
use treewright_core::project::{relative, resolve};
use treewright_exchange::ExchangeFormat;
use treewright_insight::recording_json::{ParsedSources, RecordedFile, Sources};

use super::{DocumentFile, DocumentId, OpenDocument};

/// The other tool's file from which a document was imported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The file as it was when it was read.
    pub file: DocumentFile,
    pub format: ExchangeFormat,
}

/// Where the files come from that came with a document.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum HeldFrom {
    #[default]
    Recording,
    /// They are written beside its own file when it gets one.
    Import,
}

impl OpenDocument {
    /// Opens the main document of an import.
    pub fn of_import(
        id: DocumentId,
        origin: Origin,
        (held, mut unpacked): (Sources, ParsedSources),
        remarks: Vec<Diagnostic>,
    ) -> Self {
        let stem = origin.file.path.file_stem().unwrap_or_default();
        let stem = stem.to_string_lossy().into_owned();
        let document = std::mem::take(&mut unpacked.document);
        let mut open = Self::new(id, document, remarks).called(stem);
        open.set_origin(origin, (held, unpacked));
        open
    }

    /// Records its origin and the files that came with it.
    pub fn set_origin(&mut self, origin: Origin, (held, unpacked): (Sources, ParsedSources)) {
        self.take_imported(held, unpacked);
        self.origin = Some(origin);
    }

    /// Stores the files that came with its import.
    pub fn take_imported(&mut self, held: Sources, unpacked: ParsedSources) {
        self.take_held(held, unpacked);
        self.held_from = HeldFrom::Import;
    }

    /// Returns the format of its file, or else of its origin.
    pub fn format(&self) -> ExchangeFormat {
        let origin = self.origin.as_ref().filter(|_| self.file.is_none());
        origin.map_or(ExchangeFormat::Native, |origin| origin.format)
    }

    /// Returns the path of its file, or else of its origin.
    pub fn file_or_origin(&self) -> Option<&Path> {
        let origin = self.origin.as_ref().map(|origin| &*origin.file.path);
        self.path().or(origin)
    }

    /// Returns the files that came with an import, as path and text: the documents that it runs and the task libraries of all. The paths are relative
    /// to its own file, and the documents refer to them there.
    pub fn files_of_import(&self) -> Vec<(String, String)> {
        let Some(held) = self
            .held
            .as_ref()
            .filter(|_| self.held_from == HeldFrom::Import)
        else {
            return Vec::new();
        };
        let (Some(main), Ok(unpacked)) = (held.documents.first(), held.unpack()) else {
            return Vec::new();
        };
        let text = |file: &RecordedFile| file.text.as_deref().unwrap_or_default().to_owned();
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

    /// Records that it was exported to the file from which it was imported.
    pub fn exported_to(&mut self, file: &DocumentFile) {
        if let Some(origin) = &mut self.origin
            && origin.file.path == file.path
        {
            origin.file = file.clone();
        }
    }
}
