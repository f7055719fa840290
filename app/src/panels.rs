//! What is drawn. Panels read and ask: they get read-only views and an action sink, and change nothing themselves.

pub mod canvas;

use std::sync::Arc;

/// What the pointer carries while a node is dragged out of the palette: the name of its task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaletteDrag(pub Arc<str>);
