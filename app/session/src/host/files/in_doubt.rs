//! What is done beside each save: folders are tidied of what killed programs left, once for each of them, and files of which the disk does not
//! promise that they outlive a power cut are noted, so that none of the many who save can forget to tell it.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::{Saved, folder_of, leftovers};

/// A file that is saved, but may not outlive a power cut.
#[derive(Debug)]
pub struct Doubt {
    /// The file.
    pub file: PathBuf,
    /// What the system said.
    pub why: io::Error,
}

static DOUBTS: Mutex<Vec<Doubt>> = Mutex::new(Vec::new());
static TIDY: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// Those that nobody was told of yet.
pub fn take() -> Vec<Doubt> {
    // Asked in each frame, and hardly ever held.
    DOUBTS
        .try_lock()
        .map_or_else(|_| Vec::new(), |mut doubts| std::mem::take(&mut doubts))
}

/// Notes what came of a save.
pub(super) fn note(file: &Path, saved: &Saved) {
    if let Some(why) = &saved.not_durable {
        let mut doubts = DOUBTS.lock().unwrap_or_else(PoisonError::into_inner);
        doubts.push(Doubt {
            file: file.to_owned(),
            why: again(why),
        });
    }
}

/// The same once more: errors of the system cannot be copied.
fn again(why: &io::Error) -> io::Error {
    match why.raw_os_error() {
        Some(code) => io::Error::from_raw_os_error(code),
        None => io::Error::new(why.kind(), why.to_string()),
    }
}

/// Tidies the folder of a file up, if that was not done since the program began.
pub(super) fn tidy(file: &Path) {
    let folder = folder_of(file);
    let mut tidy = TIDY.lock().unwrap_or_else(PoisonError::into_inner);
    if tidy.insert(folder.clone()) {
        drop(tidy);
        leftovers::clear(&folder);
    }
}
