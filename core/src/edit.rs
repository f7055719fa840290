//! The one door to a document: a [`Command`] says what the user means; it becomes a [`Transaction`] of primitives with an exact
//! inverse, or a [`Refusal`] with a reason. [`History`] keeps transactions for undo and redo.
//!
//! **Invariant:** only `edit/primitive.rs` changes a document. Commands check; primitives cannot fail.

mod command;
mod refusal;
mod selection;

pub use command::{Command, OrderAxis};
pub use refusal::Refusal;
pub use selection::Selection;
