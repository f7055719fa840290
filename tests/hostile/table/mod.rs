//! Hostile inputs, row by row as RELIABILITY lists them, for every reader of files: what a file holds, and what must be said of it.
//! Data only, so that the readers, the command line and the benchmark can go through the same table.
//!
//! | rows | where |
//! | --- | --- |
//! | 1–3 ends early, other encodings, what JSON has not | `texts` |
//! | 4, 6–8 too large, too deep, chains, many children | `sizes` |
//! | 5 devices, pipes, folders, no permission | `tests/cli/hostile.rs`, `tests/cli/files.rs`, `tests/gui/editor/hostile.rs` |
//! | 9–18 ids, links, roots, numbers, unknown kinds and versions, counts of children | `trees` |
//! | 19–23 names, references out of the project, cycles of files, doubling, missing files | `trees` |
//! | 24–26 loops, counts and waits, expressions, variables | `trees`, `sizes` |
//! | 27 tasks that panic | tests of panics |
//! | 28 document types, entities, attributes | `texts`, `sizes` |
//! | 29 a link to a running game | there is none in this program |
//! | 30 the program's own files damaged or newer | `texts`; what becomes of them: `tests/hostile/own_files.rs` |
//! | 31 files that change while they are open | `tests/gui/editor/files.rs` |
//! | 32 pasted | `tests/gui/editor/hostile.rs` |

#![allow(
    dead_code,
    unused_imports,
    reason = "the tests, the command line and the benchmark each take another part of the table"
)]

/// Rows of a table: the number of each, what is wrong with it, what the file holds, and what must come of it. With a reader and the name of a scale, each is
/// made when it is asked for.
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
    /// What is wrong with it, in a few words.
    pub what: &'static str,
    /// Who reads it.
    pub reader: Reader,
    /// What it holds.
    pub bytes: Vec<u8>,
    /// Files around it.
    pub around: Vec<(&'static str, String)>,
    /// What must come of it.
    pub expected: Expected,
}

/// What must come of a file.
#[derive(Clone, Copy, Debug)]
pub enum Expected {
    /// It is of no use, with one of these codes.
    Refused(&'static [&'static str]),
    /// It is opened, and this is said of it: a code and a part of the message.
    Says(&'static str, &'static str),
    /// It is opened, and nothing of this code is said.
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

    /// What it is called where it fails.
    pub fn title(&self) -> String {
        format!("row {}, {:?}: {}", self.row, self.reader, self.what)
    }
}
