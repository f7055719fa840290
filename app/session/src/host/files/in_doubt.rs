//! What happens with every save besides writing: once per folder, temporary files of killed programs are removed; and files that may not survive a
//! power loss are recorded centrally, so that no caller of a save can forget to report them.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::{Saved, folder_of, leftovers};

/// A saved file that may not survive a power loss.
#[derive(Debug)]
pub struct Doubt {
    pub file: PathBuf,
    /// The operating system's error.
    pub why: io::Error,
}

static DOUBTS: Mutex<Vec<Doubt>> = Mutex::new(Vec::new());
static TIDY: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// Removes and returns the files that were not reported yet.
pub fn take() -> Vec<Doubt> {
    // Called in each frame; the lock is hardly ever contended, so this never waits.
    DOUBTS
        .try_lock()
        .map_or_else(|_| Vec::new(), |mut doubts| std::mem::take(&mut doubts))
}

/// Records the file if the save is not durable.
pub(super) fn note(file: &Path, saved: &Saved) {
    if let Some(why) = &saved.not_durable {
        let mut doubts = DOUBTS.lock().unwrap_or_else(PoisonError::into_inner);
        doubts.push(Doubt {
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
pub(super) fn tidy(file: &Path) {
    let folder = folder_of(file);
    let mut tidy = TIDY.lock().unwrap_or_else(PoisonError::into_inner);
    if tidy.insert(folder.clone()) {
        drop(tidy);
        leftovers::clear(&folder);
    }
}
