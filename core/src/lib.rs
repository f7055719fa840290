//! Behaviour trees: the document that designers edit, and the executor that runs it.
#![warn(missing_docs)]

pub mod abort;
pub mod category;
pub mod compile;
pub mod geometry;
pub mod ids;
pub mod validate;
pub mod value;

pub mod diagnostic;
pub mod edit;
pub mod format;
pub mod layout;
pub mod library;
pub mod model;
pub mod nodes;
pub mod runtime;
pub mod scenario;
pub mod trace;

/// A compiled tree that uses the built-in kinds, generic over the game's world.
pub type Program<W> = runtime::Program<W, nodes::Builtin>;
/// A running tree that uses the built-in kinds.
pub type TreeInstance<W> = runtime::TreeInstance<W, nodes::Builtin>;
/// Running trees that use the built-in kinds and share global variables.
pub type TreeManager<W> = runtime::TreeManager<W, nodes::Builtin>;
