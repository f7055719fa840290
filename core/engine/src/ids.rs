//! Node ids. Knows nothing about nodes.

use std::borrow::Borrow;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use crate::shown_as_text;
use serde::{Deserialize, Serialize};

/// The stable identity of a node, unique in its document and written to the file.
///
/// An id is any non-empty text; the editor creates `n1`, `n2`, and so on. Cloning is cheap: the text is shared.
#[derive(Clone, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct NodeId(Arc<str>);

/// Clones are equal without a look at their text, which is often far away in memory.
impl PartialEq for NodeId {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0 == other.0
    }
}

impl Hash for NodeId {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}

impl NodeId {
    /// Creates the id with this text.
    pub fn new(text: impl Into<Arc<str>>) -> Self {
        Self(text.into())
    }

    /// The text of the id, as in the file.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the number of an id that is `n` and a number, as the editor makes them; `None` for all others, such as
    /// `n07`.
    pub(crate) fn number(&self) -> Option<u64> {
        number_of(self.as_str())
    }
}

/// The text of an id, in a form that takes little time to read and to compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum IdText<'a> {
    /// `n` and this number, as the editor makes them.
    Number(u64),
    /// Any other text, such as `n07`.
    Text(&'a str),
}

impl<'a> IdText<'a> {
    /// Returns the form of an id, of which each has one.
    #[inline]
    pub fn of(id: &'a str) -> Self {
        number_of(id).map_or(Self::Text(id), Self::Number)
    }
}

impl fmt::Display for IdText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "n{number}"),
            Self::Text(text) => f.write_str(text),
        }
    }
}

fn number_of(id: &str) -> Option<u64> {
    let digits = id.strip_prefix('n')?.as_bytes();
    if digits.is_empty() || (digits[0] == b'0' && digits.len() > 1) {
        return None;
    }
    digits.iter().try_fold(0_u64, |number, digit| {
        let digit = digit.wrapping_sub(b'0');
        let digit = (digit < 10).then_some(u64::from(digit))?;
        number.checked_mul(10)?.checked_add(digit)
    })
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
