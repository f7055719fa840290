//! What a kind of node does, found out by letting it do it: how a parent goes on after each result of a child.
//! Holds no rule of its own: what it says comes from the executor.

mod child_results;
mod probe;

pub use child_results::{ChildResult, ChildRule, Reaction, child_rules};
