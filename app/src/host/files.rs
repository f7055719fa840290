//! Reading files, and writing them so that no crash, full disk or other program makes anybody lose work.
//!
//! A save writes a temporary file in the same folder, flushes it to the disk, renames it over the old one, and flushes the folder.
//! It keeps permissions, follows symbolic links, and refuses to write over a version that it has not seen.
//! Knows nothing of what the files hold.

mod faults;
#[cfg(feature = "gui")]
pub mod lock;

use std::fs::{self, File, Permissions};
use std::hash::{DefaultHasher, Hasher as _};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

pub use faults::{ReadError, SaveError, code_of};

/// The most that is read of a file; larger ones are refused.
pub const MAX_BYTES: u64 = 512 * 1024 * 1024;

/// What a file held when it was last read or written: enough to see that somebody changed it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fingerprint {
    length: u64,
    hash: u64,
}

impl Fingerprint {
    /// The fingerprint of a file that holds these bytes.
    pub fn of(bytes: &[u8]) -> Self {
        let mut hasher = DefaultHasher::new();
        hasher.write(bytes);
        Self {
            length: bytes.len() as u64,
            hash: hasher.finish(),
        }
    }
}

/// Reads a whole file.
///
/// # Errors
/// Says what is in the way; never blocks on a device.
pub fn read(path: &Path) -> Result<Vec<u8>, ReadError> {
    read_up_to(path, MAX_BYTES)
}

/// Reads a whole file that is no larger than this.
///
/// # Errors
/// As [`read`].
pub fn read_up_to(path: &Path, limit: u64) -> Result<Vec<u8>, ReadError> {
    let about = match fs::metadata(path) {
        Ok(about) => about,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Err(ReadError::NotFound),
        Err(error) => return Err(error.into()),
    };
    if !about.is_file() {
        return Err(ReadError::NotAFile);
    }
    if about.len() > limit {
        return Err(ReadError::TooLarge(about.len()));
    }
    let mut bytes = Vec::with_capacity(usize::try_from(about.len()).unwrap_or(0));
    // The file may grow while it is read.
    File::open(path)?.take(limit).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// What a save expects to find at its path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// What was read or written last. A file that is gone is written anew.
    Version(Fingerprint),
    /// No file of this name: a new one is made, and none is replaced.
    Nothing,
    /// Whatever is there may be overwritten: the user has just said so.
    Anything,
}

/// A file was written.
#[derive(Debug)]
pub struct Saved {
    /// What it holds now.
    pub fingerprint: Fingerprint,
    /// Why it may not survive a power cut, if the system could not promise it.
    pub not_durable: Option<io::Error>,
}

/// Writes a whole file, or leaves it as it is.
///
/// # Errors
/// Refuses to write over what it does not expect, over folders and over write-protected files.
pub fn save(path: &Path, bytes: &[u8], expected: Expected) -> Result<Saved, SaveError> {
    let target = resolve_links(path)?;
    let permissions = check_target(&target)?;
    check_expected(&target, expected)?;
    let folder = folder_of(&target);
    let mut temporary = new_temporary(&target, &folder)?;
    temporary.write_all(bytes)?;
    temporary.flush()?;
    if let Some(permissions) = permissions {
        temporary.as_file().set_permissions(permissions)?;
    }
    temporary.as_file().sync_all()?;
    if fs::read(temporary.path())? != bytes {
        return Err(SaveError::NotKept);
    }
    put_in_place(temporary, &target, expected)?;
    // From here on the new version is in place, whatever else goes wrong.
    Ok(Saved {
        fingerprint: Fingerprint::of(bytes),
        not_durable: flush_folder(&folder).err(),
    })
}

/// Writes a file that nobody but the user can read, whatever was there before.
///
/// # Errors
/// If the system says no.
#[cfg(feature = "gui")]
pub fn save_private(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = folder_of(path);
    make_folder(&folder)?;
    // Such files are made for the user alone.
    let mut temporary = tempfile::NamedTempFile::new_in(folder)?;
    temporary.write_all(bytes)?;
    temporary.persist(path).map_err(|error| error.error)?;
    Ok(())
}

/// Makes a folder and those above it, where there are none yet.
///
/// # Errors
/// If the system says no.
pub fn make_folder(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)
}

/// A file that is written bit by bit, and takes its place only when it is finished.
#[derive(Debug)]
pub struct Draft {
    target: PathBuf,
    permissions: Option<Permissions>,
    writer: io::BufWriter<tempfile::NamedTempFile>,
}

impl Draft {
    /// Begins to write; whatever is at the path stays until the end.
    ///
    /// # Errors
    /// If nothing can be written there.
    pub fn begin(path: &Path) -> Result<Self, SaveError> {
        let target = resolve_links(path)?;
        let permissions = check_target(&target)?;
        let temporary = new_temporary(&target, &folder_of(&target))?;
        Ok(Self {
            target,
            permissions,
            writer: io::BufWriter::new(temporary),
        })
    }

    /// Puts it in its place.
    ///
    /// # Errors
    /// If the system says no; then what was there is untouched.
    pub fn finish(self) -> Result<(), SaveError> {
        let temporary = self.writer.into_inner().map_err(io::Error::from)?;
        if let Some(permissions) = self.permissions {
            temporary.as_file().set_permissions(permissions)?;
        }
        temporary.persist(&self.target).map_err(|e| e.error)?;
        Ok(())
    }
}

impl io::Write for Draft {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

fn put_in_place(
    temporary: tempfile::NamedTempFile,
    target: &Path,
    expected: Expected,
) -> Result<(), SaveError> {
    let temporary = if expected == Expected::Nothing {
        match temporary.persist_noclobber(target) {
            Ok(_) => return Ok(()),
            Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => {
                return Err(SaveError::Exists);
            }
            // Some file systems cannot do both in one step; then looking once more has to do.
            Err(error) => error.file,
        }
    } else {
        temporary
    };
    check_expected(target, expected)?;
    temporary.persist(target).map_err(|e| e.error)?;
    Ok(())
}

/// Moves a file out of the way, to a name beside it that says why and when, which is given back.
///
/// # Errors
/// If it cannot be renamed.
pub fn set_aside(file: &Path, why: &str) -> io::Result<PathBuf> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let mut name = file.as_os_str().to_owned();
    name.push(format!(".{why}-{}", now.map_or(0, |since| since.as_secs())));
    let aside = PathBuf::from(name);
    fs::rename(file, &aside)?;
    Ok(aside)
}

/// Whether there is a folder at this path.
#[cfg(feature = "gui")]
pub fn is_folder(path: &Path) -> bool {
    path.is_dir()
}

/// Whether there is anything at a path.
#[cfg(feature = "gui")]
pub fn is_there(path: &Path) -> bool {
    path.exists()
}

/// Removes a file that is no longer needed; one that is already gone is as good.
pub fn remove(file: &Path) {
    let _ = fs::remove_file(file);
}

fn new_temporary(target: &Path, folder: &Path) -> Result<tempfile::NamedTempFile, SaveError> {
    let name = target.file_name().unwrap_or_default().to_string_lossy();
    let mut builder = tempfile::Builder::new();
    let prefix = format!(".{name}.");
    builder.prefix(&prefix).suffix(".tmp");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        // Opening applies the user's mask to this, as for any new file.
        builder.permissions(Permissions::from_mode(0o666));
    }
    builder
        .tempfile_in(folder)
        .map_err(|error| SaveError::of_folder(folder, error))
}

fn folder_of(target: &Path) -> PathBuf {
    match target.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent.to_owned(),
        _ => PathBuf::from("."),
    }
}

/// Follows links by hand, because the last one may point to a file that does not exist yet.
fn resolve_links(path: &Path) -> Result<PathBuf, SaveError> {
    const MAX_HOPS: usize = 40;
    let mut at = path.to_owned();
    for _ in 0..MAX_HOPS {
        match fs::read_link(&at) {
            Ok(next) => at = folder_of(&at).join(next),
            Err(_) => return Ok(at),
        }
    }
    Err(SaveError::TooManyLinks)
}

/// The permissions to keep, if there is a file.
fn check_target(target: &Path) -> Result<Option<Permissions>, SaveError> {
    match fs::metadata(target) {
        Ok(about) if !about.is_file() => Err(SaveError::NotAFile),
        // A rename would silently replace a write-protected file in a writable folder.
        Ok(about) if about.permissions().readonly() => Err(SaveError::ReadOnly),
        Ok(about) => Ok(Some(about.permissions())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(SaveError::of_folder(&folder_of(target), error)),
    }
}

fn check_expected(target: &Path, expected: Expected) -> Result<(), SaveError> {
    let version = match expected {
        Expected::Nothing if fs::symlink_metadata(target).is_ok() => {
            return Err(SaveError::Exists);
        }
        Expected::Anything | Expected::Nothing => return Ok(()),
        Expected::Version(version) => version,
    };
    match fs::read(target) {
        Ok(bytes) if Fingerprint::of(&bytes) != version => Err(SaveError::Conflict),
        Ok(_) => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error.into()),
    }
}

#[cfg(unix)]
fn flush_folder(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

#[cfg(not(unix))]
fn flush_folder(_folder: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder() -> tempfile::TempDir {
        tempfile::tempdir().unwrap()
    }

    fn names_in(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn a_save_replaces_the_file_and_leaves_nothing_else() {
        let folder = folder();
        let path = folder.path().join("guard.bt.json");
        let first = save(&path, b"one", Expected::Anything).unwrap();
        let second = save(&path, b"two", Expected::Version(first.fingerprint)).unwrap();
        assert_eq!(read(&path).unwrap(), b"two");
        assert_eq!(second.fingerprint, Fingerprint::of(b"two"));
        assert!(second.not_durable.is_none());
        assert_eq!(names_in(folder.path()), ["guard.bt.json"]);
    }

    #[test]
    fn a_version_that_nobody_read_is_not_overwritten() {
        let folder = folder();
        let path = folder.path().join("tree.bt.json");
        let mine = save(&path, b"mine", Expected::Anything).unwrap();
        fs::write(&path, b"theirs").unwrap();
        let refused = save(&path, b"mine again", Expected::Version(mine.fingerprint));
        assert!(matches!(refused, Err(SaveError::Conflict)));
        assert_eq!(read(&path).unwrap(), b"theirs");
        assert_eq!(names_in(folder.path()), ["tree.bt.json"]);
    }

    #[test]
    fn a_new_file_takes_the_place_of_none() {
        let folder = folder();
        let path = folder.path().join("tree.bt.json");
        save(&path, b"first", Expected::Nothing).unwrap();
        let refused = save(&path, b"second", Expected::Nothing);
        assert!(matches!(refused, Err(SaveError::Exists)));
        assert_eq!(read(&path).unwrap(), b"first");
        assert_eq!(names_in(folder.path()), ["tree.bt.json"]);
    }

    #[test]
    fn a_file_that_was_deleted_is_written_anew() {
        let folder = folder();
        let path = folder.path().join("tree.bt.json");
        let mine = save(&path, b"mine", Expected::Anything).unwrap();
        fs::remove_file(&path).unwrap();
        save(&path, b"mine", Expected::Version(mine.fingerprint)).unwrap();
        assert_eq!(read(&path).unwrap(), b"mine");
    }

    #[cfg(unix)]
    #[test]
    fn links_and_permissions_are_kept() {
        use std::os::unix::fs::{PermissionsExt as _, symlink};
        let folder = folder();
        let real = folder.path().join("real.json");
        let link = folder.path().join("link.json");
        fs::write(&real, b"one").unwrap();
        fs::set_permissions(&real, Permissions::from_mode(0o640)).unwrap();
        symlink("real.json", &link).unwrap();
        save(&link, b"two", Expected::Anything).unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read(&real).unwrap(), b"two");
        let mode = fs::metadata(&real).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o640);
    }

    #[test]
    fn folders_and_write_protected_files_are_refused() {
        let folder = folder();
        let refused = save(folder.path(), b"x", Expected::Anything);
        assert!(matches!(refused, Err(SaveError::NotAFile)));
        let path = folder.path().join("kept.json");
        fs::write(&path, b"kept").unwrap();
        let mut permissions = fs::metadata(&path).unwrap().permissions();
        permissions.set_readonly(true);
        fs::set_permissions(&path, permissions).unwrap();
        let refused = save(&path, b"x", Expected::Anything);
        assert!(matches!(refused, Err(SaveError::ReadOnly)));
        assert_eq!(fs::read(&path).unwrap(), b"kept");
    }

    #[test]
    fn what_cannot_be_read_says_why() {
        let folder = folder();
        assert!(matches!(read(folder.path()), Err(ReadError::NotAFile)));
        let missing = folder.path().join("missing");
        assert!(matches!(read(&missing), Err(ReadError::NotFound)));
    }
}
