//! Files whose lock says that somebody lives. The system lets go of a lock whatever way a process ends.

use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

/// How often a new name is tried if somebody tidies up a file before its lock is held.
const TRIES: usize = 8;

/// Makes a file of a name that no other has, and holds its lock.
///
/// # Errors
/// If no file can be made in the folder.
pub fn begin(folder: &Path, prefix: &str) -> io::Result<(PathBuf, File)> {
    for _ in 0..TRIES {
        let file = tempfile::Builder::new()
            .prefix(prefix)
            .suffix(".lock")
            .tempfile_in(folder)?;
        // Where the system knows no locks, nobody can tell who lives, and nobody tidies up.
        let is_free = !matches!(file.as_file().try_lock(), Err(TryLockError::WouldBlock));
        // Before the lock was held, the file looked like one that is left over.
        if is_free && file.path().exists() {
            let (held, lock) = file.keep().map_err(|error| error.error)?;
            return Ok((lock, held));
        }
    }
    Err(io::ErrorKind::ResourceBusy.into())
}

/// What came of the wish to hold a lock.
pub enum Hold {
    /// It is held for as long as the file is open.
    Held(File),
    /// Somebody else holds it.
    Taken,
    /// The system cannot say.
    Unknown,
}

/// Tries to hold the lock of a file, which is made where there is none.
pub fn try_to_hold(lock: &Path) -> Hold {
    let opened = File::options()
        .create(true)
        .truncate(false)
        .write(true)
        .open(lock);
    let Ok(file) = opened else {
        return Hold::Unknown;
    };
    match file.try_lock() {
        Ok(()) => Hold::Held(file),
        Err(TryLockError::WouldBlock) => Hold::Taken,
        Err(TryLockError::Error(_)) => Hold::Unknown,
    }
}
