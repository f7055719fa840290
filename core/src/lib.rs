//! Behaviour trees: the document that designers edit, and the executor that runs it.
#![warn(missing_docs)]

pub mod abort;
pub mod category;
pub mod geometry;
pub mod ids;
pub mod value;

pub mod edit;
pub mod library;
pub mod model;
pub mod nodes;
pub mod runtime;
