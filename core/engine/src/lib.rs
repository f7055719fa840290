//! Behavior trees: the document that designers edit, and the executor that runs it in a game, in the editor or headless.
//!
//! # For games
//! Read a document ([`format::native`]), compile it with the game's own tasks ([`compile()`](compile::compile)), and tick instances of the
//! program ([`TreeManager`], [`TreeInstance`]). The executor is generic over a *world*: whatever the game hands to each tick.
//!
//! ```
//! use treewright_core::TreeInstance;
//! use treewright_core::compile::{GameTasks, compile};
//! use treewright_core::library::NodeLibrary;
//! use treewright_core::model::{DocumentBuilder, Node};
//! use treewright_core::runtime::{Globals, Status, TaskContext, TaskHooks};
//!
//! struct World { shots: u32 }
//!
//! let mut builder = DocumentBuilder::new("Gunner");
//! let root = builder.root(Node::new("n1", "Sequence")).unwrap();
//! builder.child(&root, Node::new("n2", "Shoot")).unwrap();
//! builder.child(&root, Node::new("n3", "Wait")).unwrap();
//!
//! let mut tasks = GameTasks::<World>::new();
//! tasks.action("Shoot", |_| {
//!     TaskHooks::new(|context: &mut TaskContext<World>| {
//!         context.world.shots += 1;
//!         Status::Success
//!     })
//! });
//!
//! let program = compile(&builder.finish(), &NodeLibrary::builtin(), &tasks).program.unwrap();
//! let mut instance = TreeInstance::new(program, 7);
//! let (mut world, mut globals) = (World { shots: 0 }, Globals::default());
//! assert_eq!(instance.tick(&mut world, &mut globals, 0.5), Some(Status::Running));
//! assert_eq!(instance.tick(&mut world, &mut globals, 0.5), Some(Status::Success));
//! assert_eq!(world.shots, 1);
//! ```
//!
//! The [`guide`] goes on from here: many agents, variables, events, saving, live changes. `examples/` holds whole programs.
//!
//! # Modules, in reading order
//! - [`value`], [`ids`], [`category`], [`abort`], [`status`], [`geometry`]: the words that everything else uses.
//!   [`limits`]: what files may ask for at most.
//! - [`model`]: the document. [`runtime`]: the executor. [`expression`]: expressions over variables. None knows the others.
//! - [`nodes`]: the built-in kinds, one file each. [`library`]: all kinds that a project has.
//! - [`project`]: documents that refer to each other.
//! - [`compile`](mod@compile): from a document to a program.
//! - [`diagnostic`]: what is wrong. [`trace`]: what happened in a frame.
//! - [`format`](mod@format): files.
#![deny(missing_docs)]

pub mod abort;
pub mod category;
pub mod compile;
pub mod diagnostic;
pub mod expression;
pub mod format;
pub mod geometry;
pub mod guide;
pub mod ids;
pub mod library;
pub mod limits;
pub mod model;
mod named;
pub mod nodes;
#[doc(hidden)]
pub mod on_purpose;
pub mod plural;
pub mod project;
pub mod runtime;
pub mod status;
#[cfg(any(test, feature = "testing"))]
#[doc(hidden)]
pub mod testing;
#[doc(hidden)]
pub mod told;
pub mod trace;
pub mod value;
mod words;

#[doc(hidden)]
pub use told::Filled;
pub use told::{Argument, Message, ToArgument};
pub use words::words;

/// A compiled tree that uses the built-in kinds, generic over the game's world.
pub type Program<W> = runtime::Program<W, nodes::Builtin>;
/// A running tree that uses the built-in kinds.
pub type TreeInstance<W> = runtime::TreeInstance<W, nodes::Builtin>;
/// Running trees that use the built-in kinds and share global variables.
pub type TreeManager<W> = runtime::TreeManager<W, nodes::Builtin>;

/// The examples of the README are compiled with those of this crate.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
pub struct Readme;
