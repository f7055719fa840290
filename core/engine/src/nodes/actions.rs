//! The built-in actions, one file each.

pub mod compute;
pub mod fail;
pub mod idle;
pub mod log;
pub mod perform_interrupt;
pub mod random_wait;
pub mod restart_tree;
pub mod run_tree;
pub mod send_event;
pub mod set_variable;
pub mod stand_in;
pub mod stop_tree;
pub mod succeed;
pub mod trace;
pub mod wait;
pub mod wait_for_event;
pub mod wait_until;
