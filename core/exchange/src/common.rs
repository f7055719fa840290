//! What formats build on. Does not know the formats: the list is [`formats`](crate::formats).
//!
//! A reader takes a [`Source`] and returns documents, with the task libraries that they need ([`Imported`]). What a
//! format has and a document lacks is kept in the `extra` fields of the document and its nodes, under one key named
//! after the format, so that it survives edits, copies and the native format, and can be written again. A writer
//! returns texts ([`Exported`]), or lists node by node what its format cannot express. Whatever is not converted
//! exactly has an import note or export note, declared in a [`remarks`] table.
//!
//! Each format declares all of this in one value, its [`Format`].

mod format;
mod reading;
mod remarks;
mod writing;

pub(crate) use format::{
    FieldPlace, FileIds, Format, KeptAt, KeptData, MeaningfulData, MissingFeature, ReadMode,
    WriteMode,
};
pub(crate) use reading::library_names;
pub use reading::{
    FolderFiles, ImportCounts, ImportResult, ImportSource, Imported, ImportedDocument,
    ImportedLibrary, ImportedPaths, ReadOptions, free_path, stem,
};
pub(crate) use remarks::{NoteCodes, at, of_document, of_node, remarks, unless_refused};
pub use writing::{Exported, ExportedFile, MARK, WriteOption, WriteOptions};
