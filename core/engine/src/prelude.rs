//! The names that a game needs in its first hour, for `use treewright_core::prelude::*`.
//!
//! ```
//! use treewright_core::prelude::*;
//!
//! let file = br#"{
//!   "format": "treewright", "version": 1, "name": "Greeter", "root": "n1",
//!   "nodes": [{"id": "n1", "task": "Greet"}]
//! }"#;
//! let mut tasks = GameTasks::<Vec<String>>::new();
//! tasks.action("Greet", |_| {
//!     TaskHooks::new(|context: &mut TaskContext<Vec<String>>| {
//!         context.world.push("hello".to_owned());
//!         Status::Success
//!     })
//! });
//!
//! let document = native::read(file).unwrap().document;
//! let program = compile(&document, &NodeLibrary::builtin(), &tasks).program.unwrap();
//! let mut manager = TreeManager::new();
//! manager.add(program, document.seed);
//! let mut world = Vec::new();
//! manager.tick(&mut world, 1.0 / 60.0);
//! assert_eq!(world, ["hello"]);
//! ```
//!
//! It contains, in the order of their use:
//! - reading or building a document: [`native`], [`Document`], [`DocumentBuilder`], [`Node`], [`ParameterValue`], [`Variable`]
//! - the game's own tasks: [`GameTasks`], [`TaskDeclaration`], [`ParameterDeclaration`], [`Arguments`], [`TaskHooks`], [`Task`],
//!   [`TaskContext`], [`TickContext`], [`Category`], [`Wake`]
//! - the game's own composites and decorators: [`ParentTask`], [`ParentCallbacks`], [`Children`], [`Next`], [`Revision`],
//!   [`Tally`]
//! - compiling: [`compile()`], [`Compiled`], [`NodeLibrary`], [`Program`]
//! - running: [`TreeInstance`], [`TreeManager`], [`AgentId`], [`Globals`], [`TreeState`], [`SwapOutcome`],
//!   [`LentWorld`]
//! - statuses and values: [`Status`], [`EndStatus`], [`Outcome`], [`Event`], [`Value`], [`ValueType`], [`VariableError`]
//!
//! Snapshots, tracing, expressions and the formats other than [`native`] are in their own modules.

pub use crate::category::Category;
pub use crate::compile::{Compiled, GameTasks, compile};
pub use crate::format::native;
pub use crate::library::{NodeLibrary, TaskDeclaration};
pub use crate::model::{
    Document, DocumentBuilder, Node, ParameterDeclaration, ParameterValue, Variable,
};
pub use crate::nodes::Arguments;
pub use crate::runtime::{
    AgentId, Children, EndStatus, Event, Globals, LentWorld, Next, Outcome, ParentCallbacks,
    ParentTask, Revision, Status, SwapOutcome, Tally, Task, TaskContext, TaskHooks, TickContext,
    TreeState, VariableError, Wake,
};
pub use crate::value::{Value, ValueType};
pub use crate::{Program, TreeInstance, TreeManager};
