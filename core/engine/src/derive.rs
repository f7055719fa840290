//! Tasks of a game as one struct or one function each, with their parameters, help and state (feature `derive`).
//!
//! - A function with [`#[action]`](action) or [`#[conditional]`](conditional) is a task. Its arguments are the parameters, and
//!   with `#[state]` what the task remembers.
//! - A struct with [`#[derive(Task)]`](Task) is a task that does more than update, by the trait
//!   [`Task`](crate::runtime::Task); or a composite or decorator, by [`ParentTask`](crate::runtime::ParentTask).
//! - An enum with [`#[derive(Choice)]`](Choice) is a parameter that takes one of its names.
//! - A type with [`#[derive(TaskState)]`](TaskState) can be part of a task's state.
//!
//! [`GameTasks::register`](crate::compile::GameTasks::register) registers them, and
//! [`GameTasks::library`](crate::compile::GameTasks::library) shows them to designers.

pub use treewright_derive::{Choice, Task, TaskState, action, conditional};
