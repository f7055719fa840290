//! Node ids. Knows nothing about nodes.

use std::borrow::Borrow;
use std::fmt;
use std::sync::Arc;

use crate::shown_as_text;
use serde::{Deserialize, Serialize};

/// The stable identity of a node, unique in its document and written to the file.
///
/// An id is any non-empty text; the editor creates `n1`, `n2`, and so on. Cloning is cheap: the text is shared.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct NodeId(Arc<str>);

impl NodeId {
    /// Creates the id with this text.
    pub fn new(text: impl Into<Arc<str>>) -> Self {
        Self(text.into())
    }

    /// The text of the id, as in the file.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<&str> for NodeId {
    fn from(text: &str) -> Self {
        Self(text.into())
    }
}

impl From<String> for NodeId {
    fn from(text: String) -> Self {
        Self(text.into())
    }
}

impl Borrow<str> for NodeId {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for NodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for NodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}

shown_as_text! { NodeId }

#[cfg(any(test, feature = "testing"))]
impl crate::told::Example for NodeId {
    fn example(_: usize) -> Self {
        "n1".into()
    }
}
