//! Node ids. Knows nothing about nodes.

use std::borrow::Borrow;
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use crate::shown_as_text;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The stable identity of a node, unique in its document and written to the file.
///
/// An id is any non-empty text; the editor creates `n1`, `n2`, and so on. Cloning is cheap: the text is shared.
#[derive(Clone)]
pub struct NodeId {
    /// A text that contains the id. Those of a game's file share one, so that it loads faster.
    text: Arc<str>,
    start: u32,
    end: u32,
}

impl NodeId {
    /// Creates the id with this text.
    pub fn new(text: impl Into<Arc<str>>) -> Self {
        let text = text.into();
        let end = u32::try_from(text.len()).unwrap_or(u32::MAX);
        Self {
            text,
            start: 0,
            end,
        }
    }

    /// Creates ids that are parts of one text. Each ends where the next one begins; `ends` lists these places.
    pub(crate) fn parts_of(
        text: Arc<str>,
        ends: impl Iterator<Item = u32>,
    ) -> impl Iterator<Item = Self> {
        let mut start = 0;
        ends.map(move |end| {
            let text = Arc::clone(&text);
            let id = Self { text, start, end };
            start = end;
            id
        })
    }

    /// The text of the id, as in the file.
    #[inline]
    pub fn as_str(&self) -> &str {
        let part = self.start as usize..self.end as usize;
        // Only a text of 4 GB has no such part.
        self.text.get(part).unwrap_or(&self.text)
    }
}

impl PartialEq for NodeId {
    fn eq(&self, other: &Self) -> bool {
        self.as_str() == other.as_str()
    }
}

impl Eq for NodeId {}

impl PartialOrd for NodeId {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for NodeId {
    fn cmp(&self, other: &Self) -> Ordering {
        self.as_str().cmp(other.as_str())
    }
}

impl Hash for NodeId {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_str().hash(state);
    }
}

impl Serialize for NodeId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for NodeId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Arc::deserialize(deserializer).map(|text: Arc<str>| Self::new(text))
    }
}

impl From<&str> for NodeId {
    fn from(text: &str) -> Self {
        Self::new(text)
    }
}

impl From<String> for NodeId {
    fn from(text: String) -> Self {
        Self::new(text)
    }
}

impl Borrow<str> for NodeId {
    fn borrow(&self) -> &str {
        self.as_str()
    }
}

impl fmt::Display for NodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for NodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.as_str())
    }
}

shown_as_text! { NodeId }

#[cfg(any(test, feature = "testing"))]
impl crate::told::Example for NodeId {
    fn example(_: usize) -> Self {
        "n1".into()
    }
}
