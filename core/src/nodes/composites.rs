//! The built-in composites, one file each.

mod order;
pub mod parallel;
pub mod priority_selector;
pub mod selector;
pub mod sequence;
pub mod utility_selector;
