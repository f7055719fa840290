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

    /// Returns the number of an id that is `n` and a number, as the editor makes them; `None` for all others, such as
    /// `n07`.
    pub(crate) fn number(&self) -> Option<u64> {
        number_of(self.as_str())
    }

    /// The text of the id, as in the file.
    #[inline]
    pub fn as_str(&self) -> &str {
        let part = self.start as usize..self.end as usize;
        // Only a text of 4 GB has no such part.
        self.text.get(part).unwrap_or(&self.text)
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

    /// Appends the text.
    pub fn push_to(self, out: &mut String) {
        match self {
            Self::Number(number) => push_number(number, out),
            Self::Text(text) => out.push_str(text),
        }
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

/// Appends `n` and the number; faster than the standard formatting.
fn push_number(mut number: u64, text: &mut String) {
    let mut digits = [0_u8; 21];
    let mut from = digits.len();
    loop {
        from -= 1;
        digits[from] = b'0' + (number % 10) as u8;
        number /= 10;
        if number == 0 {
            break;
        }
    }
    from -= 1;
    digits[from] = b'n';
    text.push_str(std::str::from_utf8(&digits[from..]).unwrap_or_default());
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
