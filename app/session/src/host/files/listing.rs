//! Lists folders. The listing of the standard library panics when the system reports an error while closing the folder, which broken disks and
//! servers do after everything was read; this one does not.

use std::borrow::Cow;
use std::io;
use std::path::{Path, PathBuf};

/// An entry of a folder.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The folder's path joined with the entry's name.
    pub path: PathBuf,
    entry_type: EntryType,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum EntryType {
    Folder,
    File,
    /// A link (not followed), a device or the like.
    Other,
}

impl Entry {
    /// Returns the name as text; invalid Unicode is replaced.
    pub fn name(&self) -> Cow<'_, str> {
        self.path.file_name().unwrap_or_default().to_string_lossy()
    }

    /// Returns whether it is a folder; `false` for a link to one.
    pub fn is_folder(&self) -> bool {
        self.entry_type == EntryType::Folder
    }

    /// Returns whether it is a file; `false` for a link to one.
    pub fn is_file(&self) -> bool {
        self.entry_type == EntryType::File
    }

    pub fn is_link(&self) -> bool {
        self.path.is_symlink()
    }
}

impl EntryType {
    /// Checks the type of a path, for folders whose listing does not include it.
    fn at(path: &Path) -> Self {
        match path.symlink_metadata() {
            Ok(about) if about.is_dir() => Self::Folder,
            Ok(about) if about.is_file() => Self::File,
            _ => Self::Other,
        }
    }
}

/// Returns the entries of a folder in no particular order.
///
/// # Errors
/// If the folder cannot be listed. Each entry may fail, too.
#[cfg(unix)]
pub fn entries(folder: &Path) -> io::Result<impl Iterator<Item = io::Result<Entry>> + use<>> {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;

    use rustix::fs::{CWD, Dir, FileType, Mode, OFlags, openat};
    use rustix::io::retry_on_intr;

    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    let opened = retry_on_intr(|| openat(CWD, folder, flags, Mode::empty()))?;
    let folder = folder.to_owned();
    let named = move |entry: rustix::fs::DirEntry| {
        let name = entry.file_name().to_bytes();
        if matches!(name, b"." | b"..") {
            return None;
        }
        let path = folder.join(OsStr::from_bytes(name));
        let entry_type = match entry.file_type() {
            FileType::Directory => EntryType::Folder,
            FileType::RegularFile => EntryType::File,
            FileType::Unknown => EntryType::at(&path),
            _ => EntryType::Other,
        };
        Some(Entry { path, entry_type })
    };
    let listed = Dir::new(opened)?;
    Ok(listed.filter_map(move |entry| match entry {
        Ok(entry) => named(entry).map(Ok),
        Err(error) => Some(Err(error.into())),
    }))
}

/// Returns the entries of a folder in no particular order.
///
/// # Errors
/// If the folder cannot be listed. Each entry may fail, too.
#[cfg(not(unix))]
pub fn entries(folder: &Path) -> io::Result<impl Iterator<Item = io::Result<Entry>> + use<>> {
    let listed = std::fs::read_dir(folder)?;
    Ok(listed.map(|entry| {
        let path = entry?.path();
        let entry_type = EntryType::at(&path);
        Ok(Entry { path, entry_type })
    }))
}

/// Returns the readable entries of a folder; none if it cannot be listed.
pub fn readable_entries(folder: &Path) -> impl Iterator<Item = Entry> + use<> {
    entries(folder).into_iter().flatten().flatten()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn entries_have_their_type() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("树.bt.json"), "").unwrap();
        fs::create_dir(folder.path().join("inner")).unwrap();
        #[cfg(unix)]
        std::os::unix::fs::symlink("inner", folder.path().join("link")).unwrap();
        let mut all: Vec<Entry> = readable_entries(folder.path()).collect();
        all.sort_by(|one, other| one.path.cmp(&other.path));
        let said: Vec<_> = all
            .iter()
            .map(|entry| {
                (
                    entry.name().into_owned(),
                    entry.is_folder(),
                    entry.is_file(),
                )
            })
            .collect();
        let mut expected = vec![("inner".to_owned(), true, false)];
        if cfg!(unix) {
            expected.push(("link".to_owned(), false, false));
            assert!(all[1].is_link() && !all[0].is_link());
        }
        expected.push(("树.bt.json".to_owned(), false, true));
        assert_eq!(said, expected);
        assert_eq!(all[0].path, folder.path().join("inner"));
    }

    #[test]
    fn listing_a_file_fails() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        fs::write(&file, "").unwrap();
        assert!(entries(&file).is_err());
        let missing = entries(&folder.path().join("missing"));
        assert_eq!(missing.err().unwrap().kind(), io::ErrorKind::NotFound);
    }
}
