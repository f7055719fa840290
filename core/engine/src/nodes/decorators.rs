//! The built-in decorators, one file each.

pub mod cooldown;
pub mod counter_limit;
pub mod delay;
pub mod guard;
pub mod interruptible;
pub mod inverter;
pub mod keep_running_until_failure;
pub mod probability;
pub mod rate_controller;
pub mod repeater;
pub mod retry;
pub mod return_failure;
pub mod return_success;
pub mod run_once;
pub mod semaphore;
pub mod single_trigger;
pub mod subtree;
pub mod time_limit;
pub mod until_failure;
pub mod until_success;
