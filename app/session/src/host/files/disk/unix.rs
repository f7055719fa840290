//! Moves of files on Unix: one system call each, and the folder is flushed to keep a new name over a power cut.

use std::fs;
use std::io;
use std::path::Path;

use crate::host::files::folder_of;

#[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
fn rename_with(from: &Path, to: &Path, flags: rustix::fs::RenameFlags) -> io::Result<()> {
    use rustix::fs::{CWD, renameat_with};
    Ok(renameat_with(CWD, from, CWD, to, flags)?)
}

#[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
pub fn exchange(new: &Path, target: &Path) -> io::Result<()> {
    rename_with(new, target, rustix::fs::RenameFlags::EXCHANGE)
}

#[cfg(not(any(target_os = "linux", target_os = "android", target_vendor = "apple")))]
pub fn exchange(_new: &Path, _target: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

#[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
pub fn no_replace(from: &Path, to: &Path) -> io::Result<()> {
    match rename_with(from, to, rustix::fs::RenameFlags::NOREPLACE) {
        Err(error) if super::is_unknown(&error) => hard_link_no_replace(from, to),
        done => done,
    }
}

#[cfg(not(any(target_os = "linux", target_os = "android", target_vendor = "apple")))]
pub fn no_replace(from: &Path, to: &Path) -> io::Result<()> {
    hard_link_no_replace(from, to)
}

/// Creating a hard link fails if the name exists. The first name is removed with its temporary file.
fn hard_link_no_replace(from: &Path, to: &Path) -> io::Result<()> {
    fs::hard_link(from, to)
}

pub fn replace(from: &Path, to: &Path) -> io::Result<()> {
    fs::rename(from, to)
}

pub fn flush_name(file: &Path) -> io::Result<()> {
    fs::File::open(folder_of(file))?.sync_all()
}
