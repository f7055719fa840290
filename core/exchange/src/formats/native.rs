//! The native documents of this program as a format among others.

use treewright_core::format::{FormatError, native};

use super::remarks::of_all;
use crate::common::{
    Exported, Format, ImportSource, Imported, ImportedDocument, ReadMode, WriteMode, of_document,
};
use crate::foreign::Json;

pub(super) static FORMAT: Format = Format {
    matches_start: |name, _| name.ends_with(".bt.json"),
    // Native files may have any name; their `format` field identifies them.
    matches_json: |top| top.get("format").and_then(Json::text).as_deref() == Some(native::FORMAT),
    read: ReadMode::Each(read),
    write: WriteMode::Ours(
        |project, _, _, path| match native::write(project.document) {
            Ok(text) => Ok(Exported::one(path, text)),
            Err(error) => Err(vec![of_document(of_all::cannot_be_written(error))]),
        },
    ),
    ..Format::new("treewright", "Treewright", "bt.json")
};

fn read(source: &ImportSource<'_>) -> Result<Imported, FormatError> {
    let read = native::read(source.bytes)?;
    let document = ImportedDocument {
        path: source.path.to_owned(),
        source: source.path.to_owned(),
        document: read.document,
        remarks: read.diagnostics,
    };
    Ok(Imported {
        documents: vec![document],
        libraries: Vec::new(),
    })
}
