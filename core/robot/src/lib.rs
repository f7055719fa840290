//! What programs with BehaviorTree.CPP tell of their trees: their logs, and what they send to a monitor. Knows the trees
//! ([`treewright_core`]), the reader of their files ([`treewright_exchange`]) and runs that are told ([`treewright_insight`]),
//! but neither files, networks, clocks nor a window: works on bytes and times that it is given.
//!
//! - [`btlog`]: decodes `.btlog` files.
//! - [`logged_run`]: a log as a run that was told.
//! - [`full_tree`]: the tree of a program as a document. [`statuses`]: what its nodes did, tick by tick.
//! - [`robot_run`]: a watched program as a run that is told.
//! - [`groot2`]: the messages of the Groot2 protocol. [`message_pack`]: the values in them. [`zmtp`]: how they travel.
//! - [`monitor`]: what to ask a program when, and how to leave it.
#![deny(missing_docs)]

pub mod btlog;
mod bytes;
mod changes;
pub mod full_tree;
pub mod groot2;
pub mod logged_run;
pub mod message_pack;
pub mod monitor;
pub mod robot_run;
pub mod statuses;
mod ticks;
pub mod zmtp;

pub use changes::{NodeStatus, StatusChange};
