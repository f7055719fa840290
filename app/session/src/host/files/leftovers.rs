//! Temporary files of saves: their names, and the removal of those that killed programs left behind.
//!
//! The writer of a temporary file holds its lock, and the operating system releases the lock however the process ends. So a file with such a name
//! whose lock is free has no owner any more.
//!
//! Where two files cannot be exchanged in one step, the old file has a temporary name for a moment. If it has that name still and no file has its own
//! name, it gets it back.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::listing::readable_entries;

/// Follows the name of the target file in the name of a temporary file.
const MARK: &str = ".treewright-";

const ENDING: &str = ".tmp";

/// The ending of the old file's temporary name, with its whole name in front.
const ASIDE_ENDING: &str = ".old.tmp";

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

/// Returns the temporary name of an old file that the temporary file `new` replaces. `None` if it would be too long.
#[cfg_attr(
    not(windows),
    allow(dead_code, reason = "Unix exchanges two files in one step")
)]
pub fn aside(new: &Path, target: &Path) -> Option<PathBuf> {
    /// The length limit of a file name on Windows, in units of UTF-16, which are at most as many as bytes.
    const MAX_NAME: usize = 255;
    let (new, name) = (new.file_name()?.to_str()?, target.file_name()?.to_str()?);
    let (_, unique) = new.strip_suffix(ENDING)?.rsplit_once(MARK)?;
    let aside = format!(".{name}{MARK}{unique}{ASIDE_ENDING}");
    (aside.len() <= MAX_NAME).then(|| target.with_file_name(aside))
}

/// Returns the own name of a file that has this temporary name, if it is one of an old file.
fn own_name(aside: &str) -> Option<&str> {
    let (name, _) = aside.strip_suffix(ASIDE_ENDING)?.rsplit_once(MARK)?;
    name.strip_prefix('.')
}

/// Removes the temporary files of killed programs in a folder, except old files that nothing has replaced, which get their names back. Returns how
/// many files it removed.
pub fn clear(folder: &Path) -> usize {
    let left = readable_entries(folder).filter(|entry| is_temporary(&entry.name()));
    let left = left.filter(|entry| is_unlocked(&entry.path));
    left.filter(|entry| {
        let name = entry.name();
        let own = own_name(&name).map(|own| folder.join(own));
        match own.filter(|own| fs::symlink_metadata(own).is_err()) {
            Some(own) => {
                // If it fails, the next start tries it again.
                let _ = super::move_new(&entry.path, &own);
                false
            }
            None => fs::remove_file(&entry.path).is_ok(),
        }
    })
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

    #[test]
    fn an_old_file_that_nothing_has_replaced_gets_its_name_back() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let temporary = new_file(folder.path(), "guard.bt.json", true).unwrap();
        let guard = path("guard.bt.json");
        let old = aside(temporary.path(), &guard).unwrap();
        assert_eq!(
            own_name(old.file_name().unwrap().to_str().unwrap()),
            Some("guard.bt.json")
        );
        fs::write(&old, "old").unwrap();
        assert_eq!(clear(folder.path()), 0);
        assert_eq!(fs::read_to_string(&guard).unwrap(), "old");
        fs::write(&old, "older").unwrap();
        assert_eq!(clear(folder.path()), 1);
        assert!(!old.exists());
        assert_eq!(fs::read_to_string(&guard).unwrap(), "old");
        assert_eq!(aside(temporary.path(), &path(&"a".repeat(250))), None);
    }
}
