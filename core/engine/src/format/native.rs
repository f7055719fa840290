//! The project's own file format, `NAME.bt.json`, designed for version control.
//!
//! - UTF-8 JSON with keys in a fixed order. Fields at their default are left out. The file ends with a line break.
//! - Nodes come in the order of the tree, parents before children, then the unconnected branches. Each node has
//!   separate lines for its id, name and task, its texts, parameters, children, flags, and last its position. So
//!   moving a card or renaming a node changes one line, and adding a node adds its own lines and changes the parent's
//!   line of children.
//! - A parameter is a constant or `{"var": "name"}`. The type of a constant follows from its text, without any
//!   library; see `format/literal.rs`.
//! - Numbers stay as written (`1.50`, `1e3`) until their value changes.
//! - Unresolved conflicts of a merge are in `merge_conflicts`; see `conflicts.rs`.
//! - Stand-ins are written as in scenarios; see `format/stand_in_json.rs`.
//! - Unknown fields of the document, nodes, variables, notes and groups are kept.
//! - Structural errors (second parents, cycles, connections to missing nodes, duplicate ids) never keep a file from
//!   being opened. They are stored apart from the tree and written back in place.
//!
//! **Invariant:** reading a file that this program wrote and writing it again gives the same bytes.

mod assemble;
mod conflicts;
mod damaged;
mod faults;
mod fields;
mod inside;
#[doc(hidden)]
pub mod link;
mod nodes;
mod plain;
mod positions;
mod read;
mod shapes;
mod write;

pub use conflicts::field_value_json;
pub use damaged::read_damaged;
pub use faults::faults;
pub(crate) use plain::{PlainNode, plain};
pub use positions::Positions;
pub use read::{ReadDocument, read};
pub(in crate::format) use write::check_limits;
pub use write::write;
pub use write::write_without_positions;

/// The value of the field `format` in each file.
pub const FORMAT: &str = "treewright";

/// The version that is written, and the latest that can be read.
pub const VERSION: u64 = 1;

/// The names of the fields that this version knows, for telling a misspelled one from one of a later version.
pub mod known_fields {
    use super::shapes;

    /// The fields of a document.
    pub const DOCUMENT: &[&str] = shapes::FileDocument::FIELDS;
    /// The fields of a node.
    pub const NODE: &[&str] = shapes::FileNode::FIELDS;
    /// The fields of a variable.
    pub const VARIABLE: &[&str] = shapes::FileVariable::FIELDS;
    /// The fields of a named tree.
    pub const TREE: &[&str] = shapes::FileTree::FIELDS;
}

/// The JSON Schema of these files.
#[cfg(feature = "schema")]
pub(super) fn schema() -> serde_json::Value {
    super::schema::of::<shapes::FileDocument<'_>>("bt")
}

#[cfg(test)]
mod tests;
