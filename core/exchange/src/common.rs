//! What formats build on. Knows none of them: which there are is said by [`formats`](crate::formats).
//!
//! A reader takes a [`Source`] and gives documents, with the task libraries that they need ([`Imported`]). What a format has and a
//! document has not is kept in the `extra` fields of the document and its nodes, under one key named after the format, so that
//! it survives edits, copies and the project's own files, and can be written again. A writer gives texts ([`Exported`]), or says
//! node by node what its format cannot express. Whatever does not go over as it is has a remark, declared in a table of [`remarks`].
//!
//! All of this a format says of itself in one row, its [`Format`].

mod format;
mod reading;
mod remarks;
mod writing;

pub(crate) use format::{Format, Ids, Keeper, Kept, Lack, Meant, Place, Read, Write};
pub(crate) use reading::library_names;
pub use reading::{
    Imported, ImportedDocument, ImportedLibrary, Known, ReadOptions, ReadTogether, Source,
    Surroundings, Tally, free_path, stem,
};
pub(crate) use remarks::{Codes, at, of_document, of_node, remarks, unless_refused};
pub use writing::{Exported, ExportedFile, MARK, WriteOption, WriteOptions};
