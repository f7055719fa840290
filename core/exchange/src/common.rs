//! Other tools' files: which formats there are, and what reading and writing them have in common.
//!
//! A reader takes a [`Source`] and gives documents, with the task libraries that they need ([`Imported`]). What a format has and a
//! document has not is kept in the `extra` fields of the document and its nodes, under one key named after the format, so that
//! it survives edits, copies and the project's own files, and can be written again. A writer gives texts ([`Exported`]), or says
//! node by node what its format cannot express. Whatever does not go over as it is has a remark: see [`remarks`].
//!
//! To add a format, write its reader or writer beside this folder, and a line in `exchange/formats.rs`;
//! what it keeps, in a `KEPT` that `exchange/comparable.rs` names.
//! Knows no files and no folders: texts come in, texts go out.

mod acting;
mod comparable;
mod declarable;
mod formats;
mod kept;
mod left_out;
mod reading;
pub mod remarks;
mod savable;
mod unsettled;
mod versions;
mod writing;

pub use comparable::{IdsByPlace, comparable, has_own_ids, with_kept_of};
pub use formats::{
    ExchangeFormat, FileKin, MARK, detect, read, read_together, syntax_error, write,
};
pub(super) use kept::{Ids, Keeper, Kept, Place, fields_meant};
pub use reading::{
    Imported, ImportedDocument, ImportedLibrary, Known, ReadOptions, ReadTogether, Source,
    Surroundings, Tally, free_path, stem,
};
pub use remarks::{Findings, problems, standing};
pub use versions::{Comparable, OfFormat};
pub use writing::{Exported, ExportedFile, WriteOption, WriteOptions};

#[cfg(test)]
mod laws;
#[cfg(test)]
mod tests;
