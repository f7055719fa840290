//! Temporary files of saves: their names, and the removal of those that killed programs left behind.
//!
//! The writer of a temporary file holds its lock, and the operating system releases the lock however the process ends. So a file with such a name
//! whose lock is free has no owner any more.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::Path;

use tempfile::NamedTempFile;

use super::listing::readable_entries;

/// Follows the name of the target file in the name of a temporary file.
const MARK: &str = ".treewright-";

const ENDING: &str = ".tmp";

/// How many bytes of the target's name are used. With the additions, such a name fits into any file system.
const MAX_NAME_BYTES: usize = 64;

/// Returns whether this is the name of a temporary file of a save.
pub fn is_temporary(name: &str) -> bool {
    name.starts_with('.') && name.contains(MARK) && name.ends_with(ENDING)
}

/// How often another name is tried when another process removes the file before its lock is held.
const MAX_TRIES: usize = 8;

/// Creates a temporary file in `folder` for the file `name`. With `secret`, only the user may read it for now.
///
/// # Errors
/// If the operating system refuses.
pub fn new_file(folder: &Path, name: &str, secret: bool) -> io::Result<NamedTempFile> {
    let name_part = &name[..name.floor_char_boundary(MAX_NAME_BYTES)];
    let prefix = format!(".{name_part}{MARK}");
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix).suffix(ENDING);
    for _ in 0..MAX_TRIES {
        let file = builder.make_in(folder, |path| open(path, secret))?;
        match file.as_file().try_lock() {
            Err(TryLockError::WouldBlock) => {}
            // Before it was locked, the file looked like a leftover and was removed.
            Ok(()) if !file.path().exists() => {}
            // On systems without locks, nobody removes leftovers either.
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
        // The operating system applies the user's umask to this, as for any new file.
        options.mode(if secret { 0o600 } else { 0o666 });
    }
    #[cfg(not(unix))]
    let _ = secret;
    options.open(path)
}

/// Removes the temporary files of killed programs in a folder, and returns how many.
pub fn clear(folder: &Path) -> usize {
    let left = readable_entries(folder).filter(|entry| is_temporary(&entry.name()));
    left.filter(|entry| is_unlocked(&entry.path) && fs::remove_file(&entry.path).is_ok())
        .count()
}

fn is_unlocked(path: &Path) -> bool {
    let is_file = fs::symlink_metadata(path).is_ok_and(|about| about.is_file());
    // The lock is held until the file is removed, so that a process that has just created it notices.
    is_file && File::open(path).is_ok_and(|file| file.try_lock().is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_unlocked_temporary_files_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        let written = new_file(folder.path(), "guard.bt.json", true).unwrap();
        let left = new_file(folder.path(), "guard.bt.json", true).unwrap();
        // What a killed program leaves: the file exists and its lock is free.
        let (file, left) = left.keep().unwrap();
        drop(file);
        let other = folder.path().join(".other.tmp");
        fs::write(&other, "somebody else's").unwrap();
        assert_eq!(clear(folder.path()), 1);
        assert!(written.path().exists() && other.exists());
        assert!(!left.exists());
    }
}
