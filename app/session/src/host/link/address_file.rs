//! The file by which games find the door: only the user can read it, and a lock beside it shows whether the program that wrote it still lives.

use std::fs::File;
use std::path::{Path, PathBuf};

use treewright_link::Address;

use super::LinkError;
use crate::host::files::{self, lock, make_private_folder};

/// The locked place of the file; dropping it removes the file.
#[derive(Debug)]
pub(super) struct AddressFile {
    path: PathBuf,
    /// `None` where the system has no locks.
    lock: Option<File>,
}

impl AddressFile {
    /// Locks the place of the file. What a program has left there that is gone is removed.
    pub fn lock(path: &Path) -> Result<Self, LinkError> {
        let folder = files::folder_of(path);
        make_private_folder(&folder).map_err(|error| LinkError::of_system(&error))?;
        files::narrow(&folder);
        let lock = match lock::try_lock_file(&path.with_extension("lock")) {
            lock::LockAttempt::Acquired(lock) => Some(lock),
            lock::LockAttempt::HeldElsewhere => return Err(LinkError::HeldElsewhere),
            lock::LockAttempt::Unsupported => None,
        };
        files::remove(path);
        Ok(Self {
            path: path.to_owned(),
            lock,
        })
    }

    /// Writes the file.
    pub fn write(self, address: &Address) -> Result<Self, LinkError> {
        let text = address.to_file(std::process::id());
        files::save_private(&self.path, text.as_bytes())
            .map_err(|error| LinkError::of_system(&error))?;
        Ok(self)
    }
}

impl Drop for AddressFile {
    fn drop(&mut self) {
        files::remove(&self.path);
        // The lock file stays: another program may be about to lock it.
        self.lock = None;
    }
}
