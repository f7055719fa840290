//! What programs with BehaviorTree.CPP tell of their trees: their logs, and what they send to a monitor. Knows the trees
//! ([`treewright_core`]), the reader of their files ([`treewright_exchange`]) and runs that are told ([`treewright_insight`]),
//! but neither files, networks, clocks nor a window: works on bytes and times that it is given.
//!
//! - [`btlog`]: decodes `.btlog` files.
//! - [`groot2`]: the messages of the Groot2 protocol. [`message_pack`]: the values in them. [`zmtp`]: how they travel.
#![deny(missing_docs)]

pub mod btlog;
mod bytes;
mod changes;
pub mod groot2;
pub mod message_pack;
pub mod zmtp;

pub use changes::{NodeStatus, StatusChange};
