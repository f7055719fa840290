//! The built-in conditionals, one file each; the comparisons share one.

pub mod compare;
pub mod expression;
pub mod has_received_event;
pub mod is_tree_running;
pub mod is_variable_set;
pub mod random_chance;
pub mod stand_in_conditional;
pub mod timer;
pub mod variable_changed;
