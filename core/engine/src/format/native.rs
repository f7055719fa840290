//! The project's own format, `NAME.bt.json`, made for version control.
//!
//! - UTF-8 JSON; the keys stand in a fixed order; what has its default value is left out; a file ends with a line break.
//! - Nodes stand in the order of the tree, each before its children, then the loose trees. Each node has lines of its own: who it
//!   is, its texts, its parameters, its children, its flags, and last its position, so that moving a card changes one line,
//!   renaming a node one line, and adding a node its own lines and its parent's line of children.
//! - A parameter is a constant or `{"var": "name"}`; constants read back as the type as which they were written, without any
//!   library: see `format/literal.rs`.
//! - Numbers stay as they were written (`1.50`, `1e3`) as long as their value is not changed.
//! - What a merge could not decide stands in `merge_conflicts` until somebody does: see `conflicts.rs`.
//! - What plays a leaf without its game is written as in scenarios: see `format/stand_in_json.rs`.
//! - Fields that this version does not know are kept at the document, nodes, variables, notes and groups.
//! - What a tree cannot hold (second parents, cycles, links to nodes that do not exist, ids that occur twice) never keeps a
//!   file from being opened: it is kept beside the tree and written back at its place.
//!
//! **Invariant:** writing what was read from a written file gives the same bytes.

mod assemble;
mod conflicts;
mod damaged;
mod faults;
mod fields;
mod inside;
#[doc(hidden)]
pub mod link;
mod nodes;
mod positions;
mod read;
mod shapes;
mod write;

pub use conflicts::field_value_json;
pub use damaged::read_damaged;
pub use faults::faults;
pub use positions::Positions;
pub use read::{Read, read};
pub use write::write;
pub use write::write_without_places;

/// What `format` says in each file.
pub const FORMAT: &str = "treewright";

/// The version that is written, and the latest that is read.
pub const VERSION: u64 = 1;

/// What a text editor is told of these files.
#[cfg(feature = "schema")]
pub(super) fn schema() -> serde_json::Value {
    super::schema::of::<shapes::FileDocument<'_>>("bt")
}

#[cfg(test)]
mod tests;
