//! What commands may replace unasked. An export that runs again in a build takes the place of what it wrote before, and of nothing that looks like anything
//! else. Knows nothing of how trees become files.

use std::path::{Path, PathBuf};

use treewright_core::format::exchange::{self, ExchangeFormat, ExportedFile};

use crate::host::files::{self, Expected, ReadError};
use crate::host::project_files::FileKind;

/// Which files may be replaced by what is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Replacing {
    /// None.
    Nothing,
    /// Those that an export in the same format may have written.
    Exports,
    /// All: the user said so.
    Anything,
}

impl Replacing {
    /// What the flag `--force` makes of it.
    pub fn or_forced(self, force: bool) -> Self {
        if force { Self::Anything } else { self }
    }

    /// The first file that is there and may not be replaced.
    pub fn refused(
        self,
        format: ExchangeFormat,
        folder: &Path,
        files: &[ExportedFile],
    ) -> Option<PathBuf> {
        if self != Self::Exports {
            return None;
        }
        let stays = |file: &&ExportedFile| match files::read(&folder.join(&file.path)) {
            Ok(there) => !may_replace(format, file, &there),
            // Writing says why there can be none.
            Err(ReadError::NotFound | ReadError::NotAFile) => false,
            // Nobody knows what is in it.
            Err(ReadError::TooLarge { .. } | ReadError::Io(_)) => true,
        };
        files.iter().find(stays).map(|file| folder.join(&file.path))
    }

    /// What is said to whoever writes the files.
    pub fn expected(self) -> Expected {
        match self {
            Self::Nothing => Expected::Nothing,
            Self::Exports | Self::Anything => Expected::Anything,
        }
    }
}

/// Whether what is there may come from an earlier export. Trees, task libraries and scenarios are somebody's work, whatever is written over them.
fn may_replace(format: ExchangeFormat, file: &ExportedFile, there: &[u8]) -> bool {
    if there.is_empty() || there == file.text.as_bytes() {
        return true;
    }
    let name = file.path.rsplit('/').next().unwrap_or_default();
    if FileKind::of(&name.to_ascii_lowercase()).is_some() {
        return false;
    }
    let fitting = ExchangeFormat::written_to(name);
    // A name that says nothing is taken for one of the format.
    let usual = format!("file.{}", format.extension());
    let as_usual = || exchange::detect(&usual, there).filter(|_| fitting.is_empty());
    match exchange::detect(name, there).or_else(as_usual) {
        // A config for a game is a tree without places.
        Some(ExchangeFormat::Native) => format == ExchangeFormat::GameConfig && !has_places(there),
        Some(found) => found == format,
        None if format.is_readable() => false,
        None if fitting.is_empty() => begins_alike(there, file.text.as_bytes()),
        None => fitting.contains(&format),
    }
}

fn has_places(tree: &[u8]) -> bool {
    tree.windows(4).any(|part| part == b"\"x\":")
}

/// Whether two texts have the same first word, as all of one format do.
fn begins_alike(one: &[u8], other: &[u8]) -> bool {
    let first = |text: &[u8]| {
        let mut words = text.split(u8::is_ascii_whitespace);
        words.find(|word| !word.is_empty()).map(<[u8]>::to_vec)
    };
    first(one) == first(other)
}
