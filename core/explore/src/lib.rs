//! All that a tree can do, found by running it with everything that may come from outside: which nodes can run and how they can end,
//! whether claims about every run hold, and the shortest run that shows each. Knows how trees run ([`treewright_core`]) and how runs are
//! tested ([`treewright_insight`]), but not how they are edited, and no window. Opens no files.
#![deny(missing_docs)]

pub mod alternatives;
mod choices;
pub mod claims;
pub mod claims_json;
pub mod cover;
pub mod cycles;
pub mod dead_ends;
pub mod exploration;
mod explored;
pub mod findings;
mod frame;
pub mod frame_facts;
pub mod gaps;
pub mod hazards;
pub mod inputs;
pub mod names;
pub mod program;
#[cfg(feature = "schema")]
pub mod schema;
pub mod search;
mod states;
pub mod witness;

pub use explored::ExploreError;

#[cfg(test)]
mod laws;
#[cfg(test)]
mod tests;
