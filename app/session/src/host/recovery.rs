//! Recovery copies of unsaved work, so that a crash costs at most a few seconds. Each copy is a file in the state folder (`copy`), written on a
//! background thread (`copy_writer`).
//!
//! The copies of a session contain its name, and while the session is alive it holds the lock on a file of that name. The operating system releases
//! the lock however the process ends, so the next start knows which copies are left over. Process ids would not do: they are reused, and ended
//! processes may linger.

mod copy;
mod copy_writer;
#[cfg(unix)]
mod signals;

use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

pub use copy::{CopyFault, CopyHead, FoundCopy};
pub use copy_writer::{CopyError, CopyWriter, EmergencyWriter, Snapshot};
#[cfg(unix)]
pub use signals::write_copies_on_signals;

use super::files::{self, lock};
use copy_writer::CopySession;

/// How long discarded copies are kept.
const KEEP_DISCARDED: Duration = Duration::from_hours(7 * 24);

/// File ending of copies that wait for a newer version of the program.
const NEWER: &str = "newer";

/// The folder of the copies.
#[derive(Debug)]
pub struct Recovery {
    folder: PathBuf,
    /// The copies of this session.
    pub own: CopyWriter,
    /// Ended sessions whose copies this one offers. Holding their locks keeps other sessions from offering them.
    ended: Vec<CopySession>,
}

impl Recovery {
    /// Uses the `recovery` folder in this state folder.
    pub fn new(state: &Path) -> Self {
        let folder = state.join("recovery");
        Self {
            own: CopyWriter::new(folder.clone()),
            folder,
            ended: Vec::new(),
        }
    }

    /// Returns the copies of ended sessions, latest first, including damaged ones. Other files are ignored.
    pub fn find(&mut self) -> Vec<FoundCopy> {
        files::clear_leftovers(&self.folder);
        delete_old_discarded(&self.discarded_folder(), SystemTime::now());
        let files = files_in(&self.folder);
        let copies = files
            .iter()
            .filter(|file| has_ending(file, "copy") || awaits_newer_version(file));
        let offered = copies.filter(|file| self.may_offer(file));
        let mut found: Vec<FoundCopy> = offered.map(|file| copy::read(file)).collect();
        found.retain(|copy| {
            copy.fault != Some(CopyFault::Newer) || !awaits_newer_version(&copy.file)
        });
        found.sort_by_key(|copy| std::cmp::Reverse(copy.written));
        self.remove_empty_sessions(&files);
        found
    }

    /// Discards a copy: moves it away and keeps it for a week.
    ///
    /// # Errors
    /// If it cannot be moved; it then stays.
    pub fn discard(&self, copy: &Path) -> io::Result<PathBuf> {
        let folder = self.discarded_folder();
        files::make_private_folder(&folder)?;
        let name = copy.file_name().unwrap_or_default().to_string_lossy();
        let kept = folder.join(format!("{}-{name}", seconds(SystemTime::now())));
        files::rename(copy, &kept)?;
        Ok(kept)
    }

    /// Moves an unreadable copy away. A damaged one is kept forever, because somebody may be able to recover more of it. One of a newer program
    /// version is not damaged; a version that can read it offers it again.
    ///
    /// # Errors
    /// If it cannot be moved; it then stays.
    pub fn set_aside(copy: &FoundCopy) -> io::Result<PathBuf> {
        let is_newer = copy.fault == Some(CopyFault::Newer);
        files::set_aside(&copy.file, if is_newer { NEWER } else { "corrupt" })
    }

    /// Test hook: ends like a killed process, which writes and removes nothing and loses its locks.
    pub fn end_like_killed(&mut self) {
        self.own.abandon();
        self.ended.clear();
    }

    fn discarded_folder(&self) -> PathBuf {
        self.folder.join("discarded")
    }

    /// Returns whether the session that wrote the copy has ended and no other session offers its copies.
    fn may_offer(&mut self, copy: &Path) -> bool {
        let Some(session) = session_of(copy) else {
            return false;
        };
        if self.own.is_own(&session) {
            return false;
        }
        if self.ended.iter().any(|ended| ended.name == session) {
            return true;
        }
        let lock = self.folder.join(format!("{session}.lock"));
        match lock::try_lock_file(&lock) {
            lock::LockAttempt::Acquired(held) => {
                self.ended.push(CopySession {
                    name: session,
                    lock,
                    held,
                });
                true
            }
            lock::LockAttempt::HeldElsewhere => false,
            // On systems without locks, all copies are offered.
            lock::LockAttempt::Unsupported => true,
        }
    }

    /// Removes the lock files of ended sessions without copies.
    fn remove_empty_sessions(&self, files: &[PathBuf]) {
        let copies = files.iter().filter(|file| has_ending(file, "copy"));
        let sessions: Vec<String> = copies.filter_map(|file| session_of(file)).collect();
        for lock in files.iter().filter(|file| has_ending(file, "lock")) {
            let name = lock.file_stem().unwrap_or_default().to_string_lossy();
            if sessions.iter().any(|session| *session == name) || self.own.is_own(&name) {
                continue;
            }
            if let lock::LockAttempt::Acquired(_held) = lock::try_lock_file(lock) {
                files::remove(lock);
            }
        }
    }
}

impl Drop for Recovery {
    /// Removes the lock files of this and the ended sessions that have no copies left.
    fn drop(&mut self) {
        let own = self.own.end();
        let left: Vec<_> = files_in(&self.folder)
            .iter()
            .filter(|file| has_ending(file, "copy"))
            .filter_map(|file| session_of(file))
            .collect();
        for session in own.iter().chain(&self.ended) {
            if !left.contains(&session.name) {
                files::remove(&session.lock);
            }
        }
    }
}

/// Deletes copies that were discarded more than a week ago. The time is part of the name, because file systems may change time stamps.
fn delete_old_discarded(folder: &Path, now: SystemTime) {
    for file in files_in(folder) {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let since = name.split('-').next().and_then(|since| since.parse().ok());
        if since.is_some_and(|since: u64| since + KEEP_DISCARDED.as_secs() < seconds(now)) {
            files::remove(&file);
        }
    }
}

fn seconds(time: SystemTime) -> u64 {
    let since = time.duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_secs())
}

/// Returns the files of a folder, sorted by path.
fn files_in(folder: &Path) -> Vec<PathBuf> {
    let entries = files::readable_entries(folder);
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.path).collect();
    files.sort();
    files
}

fn has_ending(file: &Path, ending: &str) -> bool {
    file.extension() == Some(OsStr::new(ending))
}

fn awaits_newer_version(file: &Path) -> bool {
    let ending = file.extension().and_then(OsStr::to_str);
    let since = ending.and_then(|ending| ending.strip_prefix(NEWER));
    since.is_some_and(|since| since.starts_with('-'))
}

/// Returns the session name in a copy's file name.
fn session_of(copy: &Path) -> Option<String> {
    let name = copy.file_stem()?.to_str()?;
    let (session, _) = name.rsplit_once('-')?;
    Some(session.to_owned())
}

#[cfg(test)]
mod tests;
