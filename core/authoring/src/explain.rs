//! Explains node types by running them: how a parent reacts to each result of a child. Contains no rules of its own: the answers
//! come from the executor.

mod child_results;
mod probe;

pub use child_results::{ChildResult, ChildRule, Reaction, child_rules};
