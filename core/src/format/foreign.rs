//! What the readers and writers of other tools' JSON share: the text as a list of parts, values both ways, what was kept of a file
//! merged with what was edited, and a file's own way of setting its text. Knows no single tool.

mod fields;
mod layout;
mod merge;
mod names;
mod nest;
mod tape;
#[cfg(test)]
pub(super) mod testing;
mod values;

pub(super) use fields::{Fields, listed, quoted};
pub(super) use layout::Layout;
pub(super) use merge::merged;
pub(super) use names::{foreign_name, is_builtin, own_name};
pub(super) use nest::{flattened, push_tree};
pub(super) use tape::{Json, Kind, Tape};
pub(super) use values::{literal_of, push_foreign};
