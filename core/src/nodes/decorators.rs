//! The built-in decorators, one file each.

pub mod inverter;
pub mod repeater;
pub mod return_failure;
pub mod return_success;
pub mod subtree;
pub mod until_failure;
pub mod until_success;
