//! The built-in conditionals, one file each.

pub mod compare_bool;
pub mod compare_float;
pub mod compare_int;
pub mod compare_string;
pub mod expression;
pub mod has_received_event;
pub mod is_tree_running;
pub mod is_variable_set;
pub mod random_chance;
pub mod stand_in_conditional;
pub mod timer;
pub mod variable_changed;
