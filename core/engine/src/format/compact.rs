//! The compact form of a document, for games: what runs, in a small binary file that loads fast. `docs/formats/game-config-compact.md`
//! describes it byte by byte.
//!
//! - It starts with [`MAGIC`], which is no UTF-8 and so no JSON, with the version, and with the length of the rest.
//! - Texts are in a table. So are the pairs of a task and its parameters, which many nodes of a tree share. Nodes follow
//!   in pre-order, three bytes for most.
//! - Node ids are kept, so that saved games, hot swap and recordings work as with the document.
//! - What only editors need is not in it: positions, comments, notes, groups, stand-ins, how numbers were written.
//!
//! A file may be damaged or hostile: each count is compared with the bytes that are left before anything is allocated, and
//! what nodes share is counted once for each node.

mod bytes;
mod error;
mod head;
mod nodes;
mod read;
mod write;

pub use error::CompactError;
use error::Damage;
pub use read::read;
pub use write::write;

use crate::limits::{FILE_BYTES, JSON_VALUES};
pub(crate) use head::Head;

/// The first bytes of each file. The first is no ASCII, and the line breaks reveal a copy as text.
pub const MAGIC: [u8; 8] = *b"\x89TWG\r\n\x1a\n";

/// The version that is written, and the latest that can be read.
pub const VERSION: u64 = 1;

/// Returns whether a file is of this format.
pub fn is_compact(bytes: &[u8]) -> bool {
    bytes.starts_with(&MAGIC)
}

/// How much a document holds: what its nodes share counts for each of them.
#[derive(Clone, Copy, Debug, Default)]
struct Extent {
    /// Values, and items of lists.
    values: usize,
    /// Bytes of texts.
    bytes: usize,
}

impl Extent {
    /// A file in JSON, which repeats what nodes share, cannot hold more.
    const LIMIT: Self = Self {
        values: JSON_VALUES / 2,
        bytes: FILE_BYTES,
    };

    const VALUE: Self = Self {
        values: 1,
        bytes: 0,
    };

    fn of_text(text: &str) -> Self {
        Self {
            values: 0,
            bytes: text.len(),
        }
    }

    /// Adds what comes next.
    ///
    /// # Errors
    /// If that is too much: the error says of what.
    #[inline]
    fn add(&mut self, more: Self) -> Result<(), CompactError> {
        self.values += more.values;
        self.bytes += more.bytes;
        if self.values > Self::LIMIT.values {
            let limit = Self::LIMIT.values;
            return Err(CompactError::Values { limit });
        }
        if self.bytes > Self::LIMIT.bytes {
            let limit = Self::LIMIT.bytes;
            return Err(CompactError::Texts { limit });
        }
        Ok(())
    }

    /// Returns what was added since.
    fn since(self, before: Self) -> Self {
        Self {
            values: self.values - before.values,
            bytes: self.bytes - before.bytes,
        }
    }
}

/// The tags of values. Those of lists are followed by a count and the items.
mod tag {
    pub const FALSE: u8 = 0;
    pub const TRUE: u8 = 1;
    pub const INT: u8 = 2;
    pub const FLOAT: u8 = 3;
    pub const STRING: u8 = 4;
    pub const VEC2: u8 = 5;
    pub const VEC3: u8 = 6;
    pub const COLOR: u8 = 7;
    pub const LIST: u8 = 8;
    /// The name of a variable, as the value of a parameter.
    pub const VARIABLE: u8 = 9;
}

/// Added to the number of a simple type for the type of a list of it.
const LIST_TYPE: u8 = 16;

/// The bits of the first byte of a node.
mod bit {
    /// The abort type, as its place in [`AbortType::ALL`](crate::abort::AbortType::ALL).
    pub const ABORT: u8 = 0b11;
    pub const DISABLED: u8 = 1 << 2;
    pub const NAMED: u8 = 1 << 3;
    pub const OVERRIDES: u8 = 1 << 4;
    /// The id is a text of the table.
    pub const TEXT_ID: u8 = 1 << 5;
    /// The id is `n` and a number, which is not one more than that of the last such id.
    pub const ID_STEP: u8 = 1 << 6;
    /// Reserved.
    pub const UNKNOWN: u8 = 1 << 7;
}

/// The bits of the byte with the settings of a document.
mod setting {
    pub const RESTART_WHEN_COMPLETE: u8 = 1;
    pub const HAS_ROOT: u8 = 1 << 1;
    pub const KNOWN: u8 = RESTART_WHEN_COMPLETE | HAS_ROOT;
}

#[cfg(test)]
mod tests;
