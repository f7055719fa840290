//! Behavior trees for games: the document that designers edit, and the executor that runs it in a game, in the editor
//! or headless.
//!
//! # For games
//! 1. Register the game's own tasks ([`GameTasks`](compile::GameTasks)).
//! 2. Load a tree with them ([`Program::load`], or [`Program::load_files`] if it refers to other files).
//! 3. Tick instances of the program, one for each agent ([`TreeInstance`], or many with a [`TreeManager`]).
//!
//! The executor is generic over a *world*: any type that the game passes to each tick. [`prelude`] has the names that
//! most games need, and an example. The page about embedding, `docs/embedding.md` in the repository, leads from the first tree
//! to saved games, live changes and threads, with a program for each; [`guide`] says where in this reference each is.
//!
//! # Modules, in reading order
//! - [`value`], [`ids`], [`category`], [`abort`], [`status`], [`time`], [`geometry`]: basic types that all other modules
//!   use. [`limits`]: size limits for files.
//! - [`model`]: the document. [`runtime`]: the executor. [`expression`]: expressions over variables. None of the three
//!   knows the others.
//! - [`nodes`]: the built-in node types, one file each. [`library`]: all node types of a project.
//! - [`tree`]: trees written in code.
//! - [`project`]: documents that refer to each other.
//! - [`compile`](mod@compile): from a document to a program.
//! - [`diagnostic`]: problems of documents. [`trace`]: what happened in a frame.
//! - [`format`](mod@format): files.
//! - [`load`]: from files to a program in one call.
#![deny(missing_docs)]

pub mod abort;
pub mod category;
pub mod compile;
#[cfg(feature = "derive")]
pub mod derive;
pub mod diagnostic;
pub mod expression;
pub mod format;
pub mod geometry;
pub mod guide;
pub mod ids;
pub mod library;
pub mod limits;
pub mod load;
pub mod model;
mod named;
mod named_list;
pub mod nodes;
#[doc(hidden)]
pub mod on_purpose;
pub mod plural;
pub mod prelude;
pub mod project;
pub mod runtime;
#[doc(hidden)]
pub mod spelling;
pub mod status;
#[cfg(any(test, feature = "testing"))]
#[doc(hidden)]
pub mod testing;
pub mod time;
#[doc(hidden)]
pub mod told;
pub mod trace;
pub mod tree;
pub mod value;
mod words;

#[doc(hidden)]
pub use told::Filled;
pub use told::{Argument, Message, ParameterName, ToArgument};
pub use words::words;

/// A compiled tree of built-in node types and tasks of the game, generic over the game's world `W`. Shared by all its
/// instances.
pub type Program<W> = runtime::ProgramOf<W, nodes::Builtin>;
/// A running tree: one agent's instance of a [`Program`].
pub type TreeInstance<W> = runtime::TreeInstanceOf<W, nodes::Builtin>;
/// Running trees that are ticked together and share global variables.
pub type TreeManager<W> = runtime::TreeManagerOf<W, nodes::Builtin>;

/// Compiles and runs the code blocks of pages as doc-tests of this crate. Those of README.md and docs/embedding.md, which
/// need more than this crate, are doc-tests of `treewright-insight`.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/formats/game-config.md")]
pub struct GameConfig;

#[cfg(doctest)]
#[doc = include_str!("../../../docs/formats/game-config-compact.md")]
pub struct CompactGameConfig;

#[cfg(doctest)]
#[doc = include_str!("../../../docs/formats/rust-code.md")]
pub struct RustCode;
