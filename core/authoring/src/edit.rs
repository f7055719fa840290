//! The only way to change a document: a [`Command`] describes the user's intent. It becomes a transaction of primitives with an
//! exact inverse, or a [`Refusal`] with a reason. [`History`] keeps transactions for undo and redo.
//!
//! **Invariant:** only `edit/primitive.rs` changes a document. Commands check; primitives cannot fail.

mod command;
mod commands;
mod connection;
mod fragment;
mod history;
mod label;
mod placing;
mod primitive;
mod refusal;
mod renames;
mod rewiring;
mod selection;
#[cfg(any(test, feature = "testing"))]
pub(crate) mod testing;
mod transaction;

pub use command::{Command, MovedBranch, OrderAxis, VersionOrigin};
pub use commands::{MAX_NODES, lost_by_changing_task, refusal_of};
pub use connection::{can_connect, can_hold_another, can_insert_above, can_move_above};
pub use fragment::{copy, copy_with_annotations};
pub use history::{History, MAX_BYTES, MAX_STEPS};
pub use label::Label;
pub use placing::{arrange_read, place_added, place_version};
pub use refusal::Refusal;
pub use renames::{Rename, RenameKind};
pub use rewiring::{can_move_below, move_below};
pub use selection::Selection;

#[cfg(test)]
mod saved;
#[cfg(test)]
mod tests;
