//! The open documents and their runs.

pub mod run_view;
