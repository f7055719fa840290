//! Other tools' files: which formats there are, and what reading and writing them have in common.
//!
//! A reader takes a [`Source`] and gives documents, with the task libraries that they need ([`Imported`]). What a format has and a
//! document has not is kept in the `extra` fields of the document and its nodes, under one key named after the format, so that
//! it survives edits, copies and the project's own files, and can be written again. A writer gives texts ([`Exported`]), or says
//! node by node what its format cannot express. Whatever does not go over as it is has a remark: see [`remarks`].
//!
//! To add a format, write its reader or writer beside this folder, and a line in `exchange/formats.rs`.
//! Knows no files and no folders: texts come in, texts go out.

mod formats;
mod left_out;
mod reading;
pub mod remarks;
mod writing;

pub use formats::{ExchangeFormat, detect, read, write};
pub use reading::{
    Imported, ImportedDocument, ImportedLibrary, ReadOptions, Source, Surroundings, Tally, stem,
};
pub use remarks::{problems, standing};
pub use writing::{Exported, ExportedFile, WriteOption, WriteOptions};

#[cfg(test)]
mod tests;
