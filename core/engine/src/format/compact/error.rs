//! What can be wrong with a file in the compact form.

use crate::format::{FormatError, FormatErrorKind};
use crate::told;

told! {
    /// An error in a file in the compact form.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum CompactError of "compact_error" {
        /// The file does not begin as each of this format.
        Mark = "mark", "it does not begin with the mark of this format";
        /// The file ends too early.
        EndsEarly = "ends_early", "it ends too early";
        /// The file is longer than it says.
        TooLong = "too_long", "it is longer than it says";
        /// A number is longer than 64 bits.
        Number = "number", "a number is too large";
        /// The texts are not UTF-8.
        Text = "text", "a text is not UTF-8";
        /// A reference leads to nothing.
        NoSuch {
            /// The number of the entry.
            index: u64,
            /// The number of entries.
            count: usize,
        } = "no_such", "entry {index} does not exist: there are {count}";
        /// A list has more items than there can be.
        Count {
            /// The number of items.
            found: u64,
            /// The limit.
            limit: usize,
        } = "count", "a list has {found} items, limit {limit}";
        /// The values of all nodes together are too many.
        Values {
            /// The limit.
            limit: usize,
        } = "values", "all nodes together have more than {limit} values";
        /// The texts of all nodes together are too long.
        Texts {
            /// The limit.
            limit: usize,
        } = "texts", "all nodes together have more than {limit} bytes of text";
        /// A byte has none of the values that it can have.
        Byte {
            /// The byte.
            found: u64,
        } = "byte", "unexpected byte {found}";
        /// A number is infinite or not a number.
        NotFinite = "not_finite", "a number is not finite";
        /// The items of a list are lists, or have several types.
        List = "list", "the items of a list must have one simple type";
        /// A name is empty that must not be.
        EmptyName = "empty_name", "a name is empty";
        /// Two nodes have the same id, or two parameters of a node the same name.
        Twice {
            /// The id or name.
            name: String,
        } = "twice", "`{name}` occurs twice";
        /// The numbers of children do not fit the number of nodes.
        Tree = "tree", "the numbers of children do not fit the number of nodes";
    }
}

/// An error with its place. Boxed, so that results of readers are small.
#[derive(Debug)]
pub(crate) struct Damage(Box<FormatError>);

impl From<FormatError> for Damage {
    fn from(error: FormatError) -> Self {
        Self(Box::new(error))
    }
}

impl From<Damage> for FormatError {
    fn from(damage: Damage) -> Self {
        *damage.0
    }
}

impl CompactError {
    /// Returns the error with its place: the part of the file, and the offset in bytes.
    #[cold]
    pub(super) fn at(self, part: &str, offset: usize) -> Damage {
        let message = self.message();
        let dash = if part.is_empty() { "" } else { " " };
        Damage::from(FormatError {
            path: format!("{part}{dash}@{offset:#x}"),
            ..FormatError::new(FormatErrorKind::Damaged { message })
        })
    }
}
