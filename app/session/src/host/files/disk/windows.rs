//! Moves of files on Windows. `ReplaceFile` is what Windows offers to exchange a file: the new one gets the name, attributes and access rights of the
//! old one, which stays under another name. Folders cannot be flushed there; flushing a file also writes the entries of the journal that name it.
//!
//! Programs that look at each new file, such as virus scanners, keep it open for a moment, so a move that they prevent is tried again.

use std::fs::{self, File};
use std::io;
use std::path::{self, Path};
use std::thread;
use std::time::Duration;

use winsafe::co::{ERROR, MOVEFILE, REPLACEFILE};
use winsafe::{MoveFileEx, ReplaceFile};

use super::is_in_use;
use crate::host::files::leftovers;

/// The pauses between the attempts to move a file that another program has open, in milliseconds: a second in total.
const PAUSES: [u64; 7] = [5, 10, 30, 60, 120, 250, 500];

/// The new file could not get its name: neither file was moved, or the old one only, or the file system knows no such exchange.
const NOT_EXCHANGED: [ERROR; 6] = [
    ERROR::INVALID_FUNCTION,
    ERROR::NOT_SUPPORTED,
    ERROR::INVALID_PARAMETER,
    ERROR::UNABLE_TO_REMOVE_REPLACED,
    ERROR::UNABLE_TO_MOVE_REPLACEMENT,
    ERROR::UNABLE_TO_MOVE_REPLACEMENT_2,
];

/// Between the two moves of `ReplaceFile`, a killed program leaves the old file under a name from which [`leftovers::clear`] restores it.
pub fn exchange(new: &Path, target: &Path) -> io::Result<()> {
    let aside = leftovers::aside(new, target).ok_or(io::ErrorKind::Unsupported)?;
    let [new_name, target_name, aside_name] =
        [new, target, aside.as_path()].map(|path| system_name(path));
    let (new_name, target_name, aside_name) = (new_name?, target_name?, aside_name?);
    let replaced = until_free(|| {
        let done = ReplaceFile(
            &target_name,
            &new_name,
            Some(&aside_name),
            REPLACEFILE::IGNORE_MERGE_ERRORS | REPLACEFILE::IGNORE_ACL_ERRORS,
        );
        match done {
            Err(error) if NOT_EXCHANGED.contains(&error) => {
                // The old file may have its other name already.
                if !target.exists() {
                    no_replace(&aside, target)?;
                }
                Err(io::ErrorKind::Unsupported.into())
            }
            done => done.map_err(system_error),
        }
    });
    replaced?;
    replace(&aside, new)
}

pub fn no_replace(from: &Path, to: &Path) -> io::Result<()> {
    let (from, to) = (system_name(from)?, system_name(to)?);
    until_free(|| MoveFileEx(&from, Some(&to), MOVEFILE::WRITE_THROUGH).map_err(system_error))
}

pub fn replace(from: &Path, to: &Path) -> io::Result<()> {
    until_free(|| fs::rename(from, to))
}

pub fn flush_name(file: &Path) -> io::Result<()> {
    until_free(|| File::options().write(true).open(file)?.sync_all())
}

/// Repeats a move while another program has one of the files open.
fn until_free(mut attempt: impl FnMut() -> io::Result<()>) -> io::Result<()> {
    for pause in PAUSES {
        match attempt() {
            Err(error) if is_in_use(&error) => thread::sleep(Duration::from_millis(pause)),
            done => return done,
        }
    }
    attempt()
}

/// Returns the path in the form that Windows leaves unchanged, so that it may be longer than 260 characters.
fn system_name(path: &Path) -> io::Result<String> {
    let whole = path::absolute(path)?.into_os_string().into_string();
    // Half of a surrogate pair is allowed in names, but has no text.
    let whole = whole.map_err(|_| io::ErrorKind::Unsupported)?;
    Ok(match whole.strip_prefix(r"\\") {
        None => format!(r"\\?\{whole}"),
        Some(rest) if rest.starts_with(r"?\") => whole,
        Some(share) => format!(r"\\?\UNC\{share}"),
    })
}

fn system_error(error: ERROR) -> io::Error {
    io::Error::from_raw_os_error(error.raw() as i32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_whole_and_may_be_long() {
        for (path, name) in [
            (
                r"C:\trees/deep\..\guard.bt.json",
                r"\\?\C:\trees\guard.bt.json",
            ),
            (
                r"\\server\share\guard.bt.json",
                r"\\?\UNC\server\share\guard.bt.json",
            ),
            (r"\\?\C:\guard.bt.json", r"\\?\C:\guard.bt.json"),
        ] {
            assert_eq!(system_name(Path::new(path)).unwrap(), name);
        }
    }
}
