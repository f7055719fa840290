//! The built-in composites, one file each.

pub mod parallel;
pub mod selector;
pub mod sequence;
