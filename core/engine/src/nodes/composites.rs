//! The built-in composites, one file each.

pub mod if_then_else;
pub mod nonblocking_sequence;
mod order;
pub mod parallel;
pub mod parallel_all;
pub mod parallel_complete;
pub mod parallel_selector;
pub mod persistent_sequence;
pub mod pipeline_sequence;
pub mod priority_selector;
pub mod random_selector;
pub mod random_sequence;
pub mod reactive_selector;
pub mod reactive_sequence;
pub mod recovery_node;
pub mod round_robin;
pub mod selector;
pub mod sequence;
pub mod sequence_with_memory;
pub mod service;
pub mod switch;
pub mod utility_selector;
pub mod while_do_else;
