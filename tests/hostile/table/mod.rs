//! Hostile inputs, row by row as listed in RELIABILITY, for every reader of files: the content of each file, and the expected result.
//! Data only, so that tests of the readers, the command line and the benchmark can share the table.
//!
//! | rows | where |
//! | --- | --- |
//! | 1–3 truncated, other encodings, invalid JSON | `texts` |
//! | 4, 6–8 too large, too deep, chains, many children | `sizes` |
//! | 5 devices, pipes, folders, no permission | `tests/cli/hostile.rs`, `tests/cli/files.rs`, `tests/gui/editor/hostile.rs` |
//! | 9–18 ids, connections, roots, numbers, unknown node types and versions, numbers of children | `trees` |
//! | 19–23 names, references out of the project, cycles of files, doubling, missing files | `trees` |
//! | 24–26 loops, counts and waits, expressions, variables | `trees`, `sizes` |
//! | 27 tasks that panic | tests of panics |
//! | 28 document types, entities, attributes | `texts`, `sizes` |
//! | 29 a connection to a running game | the program has none |
//! | 30 damaged or newer native files | `texts`; how they are kept: `tests/hostile/own_files.rs` |
//! | 31 files that change while they are open | `tests/gui/editor/files.rs` |
//! | 32 pasted text | `tests/gui/editor/hostile.rs` |

#![allow(
    dead_code,
    unused_imports,
    reason = "the tests, the command line and the benchmark each take another part of the table"
)]

/// Defines rows of the table: number, defect, content of the file, and expected result. With a reader and the name of a scale, each case is created
/// on demand.
macro_rules! rows {
    ($($row:literal $what:literal: $bytes:expr => $expected:expr;)*) => {
        vec![$(($row, $what, $bytes.into(), $expected)),*]
    };
    ($($row:literal $reader:ident $what:literal, $scale:tt: $bytes:expr => $expected:expr;)*) => {
        vec![$(|$scale: Scale| Case::new($row, $what, Reader::$reader, $bytes, $expected)),*]
    };
}

mod makers;
mod samples;
mod sizes;
mod texts;
mod trees;

pub use samples::Reader;
pub use sizes::{Scale, sizes};
pub use texts::texts;
pub use trees::trees;

/// A file that somebody opens.
pub struct Case {
    /// The number of the row.
    pub row: u8,
    /// The defect, in a few words.
    pub what: &'static str,
    pub reader: Reader,
    /// The content of the file.
    pub bytes: Vec<u8>,
    /// Neighboring files.
    pub around: Vec<(&'static str, String)>,
    pub expected: Expected,
}

/// The expected result of reading a file.
#[derive(Clone, Copy, Debug)]
pub enum Expected {
    /// Refused, with one of these codes.
    Refused(&'static [&'static str]),
    /// Opened, with this message: a code and a part of the text.
    Says(&'static str, &'static str),
    /// Opened, with no message of this code.
    Fine,
}

impl Case {
    fn new(
        row: u8,
        what: &'static str,
        reader: Reader,
        bytes: impl Into<Vec<u8>>,
        expected: Expected,
    ) -> Self {
        Self {
            row,
            what,
            reader,
            bytes: bytes.into(),
            around: Vec::new(),
            expected,
        }
    }

    fn with(mut self, name: &'static str, text: impl Into<String>) -> Self {
        self.around.push((name, text.into()));
        self
    }

    /// Returns the name shown in failures.
    pub fn title(&self) -> String {
        format!("row {}, {:?}: {}", self.row, self.reader, self.what)
    }
}
