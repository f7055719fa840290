//! Lock files that show that a process is alive. The operating system releases a lock however the process ends.

use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

/// How often another name is tried when another process removes the file before its lock is held.
const MAX_TRIES: usize = 8;

/// Creates a lock file with a unique name and locks it.
///
/// # Errors
/// If no file can be created in the folder.
pub fn create(folder: &Path, prefix: &str) -> io::Result<(PathBuf, File)> {
    for _ in 0..MAX_TRIES {
        let file = tempfile::Builder::new()
            .prefix(prefix)
            .suffix(".lock")
            .tempfile_in(folder)?;
        // On systems without locks, nobody can tell which process is alive, and nobody removes leftovers.
        let is_free = !matches!(file.as_file().try_lock(), Err(TryLockError::WouldBlock));
        // Before it was locked, the file looked like a leftover and may have been removed.
        if is_free && file.path().exists() {
            let (held, lock) = file.keep().map_err(|error| error.error)?;
            return Ok((lock, held));
        }
    }
    Err(io::ErrorKind::ResourceBusy.into())
}

/// The result of an attempt to lock a file.
pub enum LockAttempt {
    /// Locked for as long as this file is open.
    Acquired(File),
    /// Another process holds the lock.
    HeldElsewhere,
    /// The operating system cannot tell.
    Unsupported,
}

/// Tries to lock a file, which is created if it does not exist.
pub fn try_lock_file(lock: &Path) -> LockAttempt {
    let opened = File::options()
        .create(true)
        .truncate(false)
        .write(true)
        .open(lock);
    let Ok(file) = opened else {
        return LockAttempt::Unsupported;
    };
    match file.try_lock() {
        Ok(()) => LockAttempt::Acquired(file),
        Err(TryLockError::WouldBlock) => LockAttempt::HeldElsewhere,
        Err(TryLockError::Error(_)) => LockAttempt::Unsupported,
    }
}
