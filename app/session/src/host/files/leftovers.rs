//! The temporary files of saves: how they are called, and how those are found and removed that a killed program left behind.
//!
//! Whoever writes one holds its lock, and the system lets go of a lock whatever way a process ends. So a file of such a name whose lock is
//! free belongs to nobody any more.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::Path;

use tempfile::NamedTempFile;

use super::listing::readable_entries;

/// What stands in the names of temporary files behind the name of the one that they are to become.
const MARK: &str = ".treewright-";

const ENDING: &str = ".tmp";

/// How many bytes of the name of the file they tell: with what is added, any such name fits into any folder.
const MOST_OF_NAME: usize = 64;

/// Whether a file of this name is a temporary one of a save.
pub fn is_temporary(name: &str) -> bool {
    name.starts_with('.') && name.contains(MARK) && name.ends_with(ENDING)
}

/// How often a new name is tried if somebody tidies up a file before its lock is held.
const TRIES: usize = 8;

/// A new file beside the one of this name; `secret` if nobody but the user may read it for now.
///
/// # Errors
/// If the system says no.
pub fn new_file(folder: &Path, name: &str, secret: bool) -> io::Result<NamedTempFile> {
    let told = &name[..name.floor_char_boundary(MOST_OF_NAME)];
    let prefix = format!(".{told}{MARK}");
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix).suffix(ENDING);
    for _ in 0..TRIES {
        let file = builder.make_in(folder, |path| open(path, secret))?;
        match file.as_file().try_lock() {
            Err(TryLockError::WouldBlock) => {}
            // Before the lock was held, it looked like one that is left over.
            Ok(()) if !file.path().exists() => {}
            // Where the system knows no locks, nobody tidies up either.
            Ok(()) | Err(TryLockError::Error(_)) => return Ok(file),
        }
    }
    Err(io::ErrorKind::ResourceBusy.into())
}

fn open(path: &Path, secret: bool) -> io::Result<File> {
    let mut options = File::options();
    options.read(true).write(true).create_new(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        // The system applies the user's mask to this, as for any new file.
        options.mode(if secret { 0o600 } else { 0o666 });
    }
    #[cfg(not(unix))]
    let _ = secret;
    options.open(path)
}

/// Removes what killed programs left in a folder, and says how many files that were.
pub fn clear(folder: &Path) -> usize {
    let left = readable_entries(folder).filter(|entry| is_temporary(&entry.name()));
    left.filter(|entry| is_nobodys(&entry.path) && fs::remove_file(&entry.path).is_ok())
        .count()
}

fn is_nobodys(path: &Path) -> bool {
    let is_file = fs::symlink_metadata(path).is_ok_and(|about| about.is_file());
    // Held until the file is removed, so that whoever has just made it sees that it is taken.
    is_file && File::open(path).is_ok_and(|file| file.try_lock().is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_nobody_writes_any_more_goes() {
        let folder = tempfile::tempdir().unwrap();
        let written = new_file(folder.path(), "guard.bt.json", true).unwrap();
        let left = new_file(folder.path(), "guard.bt.json", true).unwrap();
        // As a killed program leaves it: the file is there and its lock is free.
        let (file, left) = left.keep().unwrap();
        drop(file);
        let other = folder.path().join(".other.tmp");
        fs::write(&other, "somebody else's").unwrap();
        assert_eq!(clear(folder.path()), 1);
        assert!(written.path().exists() && other.exists());
        assert!(!left.exists());
    }
}
