//! The built-in actions, one file each.

pub mod compute;
pub mod fail;
pub mod idle;
pub mod log;
pub mod set_variable;
pub mod stand_in;
pub mod succeed;
pub mod wait;
pub mod wait_until;
