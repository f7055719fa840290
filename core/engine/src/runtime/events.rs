//! Events that a game sends to a tree. They are there for one frame.

use std::sync::Arc;

use crate::value::Value;

/// Something that happened, by name.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// What happened.
    pub name: Arc<str>,
    /// What goes with it, if anything.
    pub payload: Option<Value>,
}
