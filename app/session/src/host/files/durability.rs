//! What happens with every save besides writing: once per folder, temporary files of killed programs are removed; and files that may not survive a
//! power loss are recorded centrally, so that no caller of a save can forget to report them.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::{Saved, folder_of, leftovers};

/// A saved file that may not survive a power loss.
#[derive(Debug)]
pub struct NotDurableFile {
    pub file: PathBuf,
    /// The operating system's error.
    pub why: io::Error,
}

static NOT_DURABLE: Mutex<Vec<NotDurableFile>> = Mutex::new(Vec::new());
static CLEANED_FOLDERS: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// Removes and returns the files that were not reported yet.
pub fn take() -> Vec<NotDurableFile> {
    // Called in each frame; the lock is hardly ever contended, so this never waits.
    NOT_DURABLE
        .try_lock()
        .map_or_else(|_| Vec::new(), |mut files| std::mem::take(&mut files))
}

/// Records the file if the save is not durable.
pub(super) fn record(file: &Path, saved: &Saved) {
    if let Some(why) = &saved.not_durable {
        let mut files = NOT_DURABLE.lock().unwrap_or_else(PoisonError::into_inner);
        files.push(NotDurableFile {
            file: file.to_owned(),
            why: again(why),
        });
    }
}

/// Copies an error, since `io::Error` is not `Clone`.
fn again(why: &io::Error) -> io::Error {
    match why.raw_os_error() {
        Some(code) => io::Error::from_raw_os_error(code),
        None => io::Error::new(why.kind(), why.to_string()),
    }
}

/// Removes leftovers in the folder of a file, once per program run.
pub(super) fn remove_leftovers_once(file: &Path) {
    let folder = folder_of(file);
    let mut cleaned = CLEANED_FOLDERS
        .lock()
        .unwrap_or_else(PoisonError::into_inner);
    if cleaned.insert(folder.clone()) {
        drop(cleaned);
        leftovers::clear(&folder);
    }
}
