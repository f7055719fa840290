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
//! tasks.action_fn("Greet", |context| {
//!     context.world.push("hello".to_owned());
//!     Status::Success
//! });
//!
//! let mut manager = TreeManager::new();
//! manager.add(Program::load(file, &tasks)?, 7).unwrap();
//! let mut world = Vec::new();
//! manager.tick(&mut world, 1.0 / 60.0);
//! assert_eq!(world, ["hello"]);
//! # Ok::<(), LoadError>(())
//! ```
//!
//! It contains, in the order of their use:
//! - the game's own tasks: [`GameTasks`], [`TaskHooks`], [`Task`], [`TaskContext`], their parameters [`Arguments`],
//!   [`Operand`], [`Var`] and [`List`], their declarations [`TaskDeclaration`] and [`ParameterDeclaration`], and
//!   [`TaskState`], [`Completion`], [`Category`], [`Wake`]; with the feature `derive` also the macros `Task`, `action`,
//!   `conditional`, `Choice` and `TaskState`
//! - the game's own composites and decorators: [`ParentTask`], [`ParentCallbacks`], [`Children`], [`Next`], [`Revision`],
//!   [`Tally`], [`TickContext`]
//! - loading: [`Program`] with [`load`](Program::load), [`Loaded`], [`LoadError`]
//! - trees in code: [`Tree`], the module [`tree`], [`AbortType`]
//! - running: [`TreeInstance`], [`TreeManager`], [`AgentId`], [`Globals`], [`GlobalConflict`], [`TreeState`],
//!   [`SwapOutcome`], [`RestoreReport`], [`LentWorld`], [`Nanoseconds`], [`ErrorPolicy`], [`ErrorTracer`],
//!   [`NodeError`]
//! - statuses, values and variables: [`Status`], [`EndStatus`], [`Outcome`], [`Event`], [`Value`], [`ValueType`], [`Key`],
//!   [`VariableError`]
//! - reading, building and compiling documents step by step: [`native`], [`Document`], [`DocumentBuilder`], [`Node`],
//!   [`ParameterValue`], [`Variable`], [`compile()`], [`Compiled`], [`NodeLibrary`]
//!
//! - saved games ([`snapshot_json`]), and task libraries for the editor ([`tasks_json`])
//!
//! Tracing, expressions and the other formats are in their own modules.

pub use crate::abort::AbortType;
pub use crate::category::Category;
pub use crate::compile::{Compiled, GameTasks, compile};
#[cfg(feature = "derive")]
pub use crate::derive::{Choice, Task, TaskState, action, conditional};
pub use crate::format::{native, snapshot_json, tasks_json};
pub use crate::library::{NodeLibrary, TaskDeclaration};
pub use crate::load::{LoadError, Loaded};
pub use crate::model::{
    Document, DocumentBuilder, Node, ParameterDeclaration, ParameterValue, Variable,
};
pub use crate::nodes::Arguments;
pub use crate::runtime::{
    AgentId, Children, Completion, EndStatus, ErrorPolicy, ErrorTracer, Event, GlobalConflict,
    Globals, Key, LentWorld, List, Next, NodeError, Operand, Outcome, ParentCallbacks, ParentTask,
    RestoreReport, Revision, Status, SwapOutcome, Tally, Task, TaskContext, TaskHooks, TaskState,
    TickContext, TreeState, Var, VariableError, Wake,
};
pub use crate::time::Nanoseconds;
pub use crate::tree::{self, Tree};
pub use crate::value::{Value, ValueType};
pub use crate::{Program, TreeInstance, TreeManager};
