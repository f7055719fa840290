//! Reads files, and writes them so that no crash, full disk or other program destroys work.
//!
//! A save writes a temporary file in the same folder, reads it back, flushes it to disk, moves it over the old file, and flushes the folder. It keeps
//! permissions, follows symbolic links, and refuses to overwrite a version that the program has not read. Does not interpret file contents.

mod disk;
mod durability;
mod errors;
mod leftovers;
mod listing;
pub mod lock;
mod no_follow;
mod permissions;
mod saving;

use std::fs::{self, File};
use std::hash::Hasher as _;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use disk::System;
pub use durability::{NotDurableFile, take as take_doubts};
pub use errors::{
    ReadError, SaveError, SystemError, UnchangedTarget, code_of, in_words, size, size_in_units,
};
pub use listing::{Entry, entries, readable_entries};
pub use no_follow::{IfMissing, NoFollowFolder, make_below};
pub use permissions::{make_private_folder, make_private_recursively, narrow, open_private};
use saving::SaveTarget;
use serde::{Deserialize, Serialize};
use siphasher::sip::SipHasher13;
use treewright_core::limits;

use crate::file_names::is_windows_device;

/// Fingerprint of a file's content when it was last read or written, to detect changes by others. It is stored in files, too, so its hash must be the
/// same in every version of the program and the compiler.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fingerprint {
    length: u64,
    hash: u64,
}

impl Fingerprint {
    /// Returns the fingerprint of this content.
    pub fn of(bytes: &[u8]) -> Self {
        let mut hasher = SipHasher13::new();
        hasher.write(bytes);
        Self {
            length: bytes.len() as u64,
            hash: hasher.finish(),
        }
    }

    /// Returns the fingerprint of everything a reader returns, without loading it into memory at once.
    ///
    /// # Errors
    /// If reading fails.
    pub fn of_reader(mut reader: impl io::Read) -> io::Result<Self> {
        let mut hasher = SipHasher13::new();
        let (mut length, mut part) = (0, vec![0; 64 * 1024]);
        loop {
            let count = match reader.read(&mut part) {
                Ok(0) => break,
                Ok(count) => count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            hasher.write(&part[..count]);
            length += count as u64;
        }
        Ok(Self {
            length,
            hash: hasher.finish(),
        })
    }

    /// Returns the length in bytes.
    pub fn length(&self) -> u64 {
        self.length
    }
}

/// Length and modification time of a file, known without reading it. `None` if there is no file.
pub type Stamp = Option<(u64, Option<SystemTime>)>;

pub fn stamp(path: &Path) -> Stamp {
    let about = fs::metadata(path).ok()?;
    Some((about.len(), about.modified().ok()))
}

/// Returns at most the first `bytes` bytes of a file.
///
/// # Errors
/// Like [`read`], except that no file is too large.
pub fn read_beginning(path: &Path, bytes: u64) -> Result<Vec<u8>, ReadError> {
    match read_up_to(path, bytes) {
        Err(ReadError::TooLarge { .. }) => {
            let mut beginning = Vec::new();
            File::open(path)?.take(bytes).read_to_end(&mut beginning)?;
            Ok(beginning)
        }
        read => read,
    }
}

/// Reads a whole file of at most the size limit for files.
///
/// # Errors
/// Says what is wrong with the file. Never blocks on a device.
pub fn read(path: &Path) -> Result<Vec<u8>, ReadError> {
    read_up_to(path, limits::FILE_BYTES as u64)
}

/// Reads a whole file of at most `limit` bytes.
///
/// # Errors
/// As [`read`].
pub fn read_up_to(path: &Path, limit: u64) -> Result<Vec<u8>, ReadError> {
    let (file, length) = open_up_to(path, limit)?;
    let mut bytes = Vec::with_capacity(usize::try_from(length).unwrap_or(0));
    // The file may grow while it is read; a truncated file must not be returned.
    file.take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
    let bytes_read = bytes.len() as u64;
    if bytes_read > limit {
        return Err(ReadError::TooLarge {
            bytes: bytes_read,
            limit,
        });
    }
    Ok(bytes)
}

/// Opens a file of at most `limit` bytes for reading in parts, and returns it with its length.
///
/// # Errors
/// As [`read`].
pub fn open_up_to(path: &Path, limit: u64) -> Result<(File, u64), ReadError> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    if cfg!(windows) && is_windows_device(&name) {
        return Err(ReadError::NotAFile);
    }
    let about = match fs::metadata(path) {
        Ok(about) => about,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Err(ReadError::NotFound),
        Err(error) => return Err(error.into()),
    };
    if !about.is_file() {
        return Err(ReadError::NotAFile);
    }
    let bytes = about.len();
    if bytes > limit {
        return Err(ReadError::TooLarge { bytes, limit });
    }
    Ok((File::open(path)?, bytes))
}

/// What a save expects to find at its path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// The version that was last read or written. A missing file is created again.
    Version(Fingerprint),
    /// No file. The save creates one and never replaces one.
    Nothing,
    /// Anything. The user has agreed to overwrite it.
    Anything,
}

/// The result of a successful save.
#[derive(Debug)]
pub struct Saved {
    /// Fingerprint of the new content.
    pub fingerprint: Fingerprint,
    /// Why the file may not survive a power loss, if the system could not guarantee it.
    pub not_durable: Option<io::Error>,
}

/// What happens to the other names of a file with several names (hard links).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HardLinks {
    /// The save is refused until the user decides.
    Refuse,
    /// The other names keep the old content; the saved name becomes a separate file.
    Leave,
    /// All names get the new content.
    Through,
}

/// Writes a whole file, or leaves the old one unchanged.
///
/// # Errors
/// Refuses to overwrite unexpected content, folders, files without write permission, and files with several names.
pub fn save(path: &Path, bytes: &[u8], expected: Expected) -> Result<Saved, SaveError> {
    durability::remove_leftovers_once(path);
    let saved = saving::save(&System, path, bytes, expected, HardLinks::Refuse)?;
    durability::record(path, &saved);
    Ok(saved)
}

/// Like [`save`], for files of the program itself, such as settings and backups: does not report when one may not survive a power loss.
///
/// # Errors
/// As [`save`].
pub fn keep(path: &Path, bytes: &[u8], expected: Expected) -> Result<(), SaveError> {
    saving::save(&System, path, bytes, expected, HardLinks::Refuse).map(drop)
}

/// Like [`keep`], for files that only the user may read: backups and copies of unsaved work.
///
/// # Errors
/// As [`save`].
pub fn keep_private(path: &Path, bytes: &[u8], expected: Expected) -> Result<(), SaveError> {
    let place = SaveTarget::find(&System, path, expected)?.readable_by_user_only();
    saving::save_at(&System, &place, bytes, expected, HardLinks::Refuse).map(drop)
}

/// Like [`save`], for when the user has decided what happens to the file's other names.
///
/// # Errors
/// As [`save`].
pub fn save_linked(
    path: &Path,
    bytes: &[u8],
    expected: Expected,
    linked: HardLinks,
) -> Result<Saved, SaveError> {
    durability::remove_leftovers_once(path);
    let saved = saving::save(&System, path, bytes, expected, linked)?;
    durability::record(path, &saved);
    Ok(saved)
}

/// Writes a file that only the user can read, replacing any existing one.
///
/// # Errors
/// If the operating system refuses.
pub fn save_private(path: &Path, bytes: &[u8]) -> io::Result<()> {
    use io::Write as _;
    let folder = folder_of(path);
    make_private_folder(&folder)?;
    permissions::narrow(&folder);
    // Temporary files are created with access for the user only.
    let mut temporary = tempfile::NamedTempFile::new_in(folder)?;
    temporary.write_all(bytes)?;
    temporary.persist(path).map_err(|error| error.error)?;
    Ok(())
}

/// Creates a folder and its missing ancestors.
///
/// # Errors
/// If the operating system refuses.
pub fn make_folder(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)
}

/// Removes a folder if nothing is in it; otherwise it stays.
pub fn remove_empty_folder(folder: &Path) {
    // It stays just as well if the operating system refuses.
    let _ = fs::remove_dir(folder);
}

/// A file that is written in parts and replaces the old file only when it is finished.
#[derive(Debug)]
pub struct FileDraft {
    place: SaveTarget,
    expected: Expected,
    length: u64,
    hasher: SipHasher13,
    writer: io::BufWriter<tempfile::NamedTempFile>,
}

impl FileDraft {
    /// Starts writing a replacement. The old file stays until [`Draft::finish`].
    ///
    /// # Errors
    /// If no file can be written there.
    pub fn begin(path: &Path, expected: Expected) -> Result<Self, SaveError> {
        durability::remove_leftovers_once(path);
        let place = SaveTarget::find(&System, path, expected)?;
        let new = place.new_file(&System)?;
        Ok(Self {
            place,
            expected,
            length: 0,
            hasher: SipHasher13::new(),
            writer: io::BufWriter::new(new),
        })
    }

    /// Moves the finished file into place, over what is expected there.
    ///
    /// # Errors
    /// If something else is there or the operating system refuses; the old file is then unchanged.
    pub fn finish(self) -> Result<(), SaveError> {
        let new = self.writer.into_inner().map_err(io::Error::from)?;
        let written = Fingerprint {
            length: self.length,
            hash: self.hasher.finish(),
        };
        let finished = saving::finish(&System, &self.place, new, written, self.expected);
        let not_durable =
            finished.map_err(|error| self.place.with_space_needed(error, self.length))?;
        let flushed = self.place.flush_name(&System);
        let saved = Saved {
            fingerprint: written,
            not_durable: not_durable.or(flushed.err()),
        };
        durability::record(self.place.target(), &saved);
        Ok(())
    }
}

impl io::Write for FileDraft {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.writer.write(bytes)?;
        self.length += count as u64;
        self.hasher.write(&bytes[..count]);
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

/// A file that is written in parts over a long time, and has what was written even if the program is killed: at first it is a [`FileDraft`];
/// from [`Self::place`] on, it is in its place and grows.
#[derive(Debug)]
pub enum GrowingFile {
    /// Nothing is in its place yet.
    Draft(Box<FileDraft>),
    /// It is in its place.
    Placed(io::BufWriter<File>),
}

impl GrowingFile {
    /// Moves what was written so far into place, as [`FileDraft::finish`] does, unless that was done.
    ///
    /// # Errors
    /// If something else is there or the operating system refuses.
    pub fn place(self) -> Result<Self, SaveError> {
        let Self::Draft(draft) = self else {
            return Ok(self);
        };
        let target = draft.place.target().to_owned();
        draft.finish()?;
        let file = File::options().append(true).open(target)?;
        Ok(Self::Placed(io::BufWriter::new(file)))
    }

    /// Ends the file, and waits until it is on the disk.
    ///
    /// # Errors
    /// If the operating system refuses.
    pub fn finish(self) -> Result<(), SaveError> {
        match self {
            Self::Draft(draft) => draft.finish(),
            Self::Placed(file) => {
                let file = file.into_inner().map_err(io::Error::from)?;
                Ok(file.sync_all()?)
            }
        }
    }
}

impl io::Write for GrowingFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Draft(draft) => draft.write(bytes),
            Self::Placed(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Draft(draft) => draft.flush(),
            Self::Placed(file) => file.flush(),
        }
    }
}

/// Renames a file to a name next to it that contains the reason and the time, and returns the new path.
///
/// # Errors
/// If the file cannot be renamed.
pub fn set_aside(file: &Path, why: &str) -> io::Result<PathBuf> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let now = now.map_or(0, |since| since.as_secs());
    let mut number = 1;
    loop {
        let ending = match number {
            1 => format!(".{why}-{now}"),
            _ => format!(".{why}-{now}-{number}"),
        };
        let aside = with_ending(file, &ending);
        // A file that was set aside within the same second is kept.
        if fs::symlink_metadata(&aside).is_err() {
            fs::rename(file, &aside)?;
            return Ok(aside);
        }
        number += 1;
    }
}

/// Returns the file's path with `ending` appended to its name. A name that would be too long is cut and gets a hash of the full name, so that no two
/// files share it.
pub fn with_ending(file: &Path, ending: &str) -> PathBuf {
    /// The length limit of a file name in bytes on most file systems.
    const MAX_NAME_BYTES: usize = 255;
    let name = file.file_name().unwrap_or_default();
    if name.len() + ending.len() <= MAX_NAME_BYTES {
        let mut longer = name.to_owned();
        longer.push(ending);
        return file.with_file_name(longer);
    }
    let ending = format!(
        "~{:016x}{ending}",
        Fingerprint::of(name.as_encoded_bytes()).hash
    );
    let name = name.to_string_lossy();
    let room = MAX_NAME_BYTES.saturating_sub(ending.len());
    file.with_file_name(format!(
        "{}{ending}",
        &name[..name.floor_char_boundary(room)]
    ))
}

/// # Errors
/// If the operating system refuses.
pub fn rename(file: &Path, name: &Path) -> io::Result<()> {
    fs::rename(file, name)
}

/// Moves a file or folder to a path where nothing is.
///
/// # Errors
/// If something is there, or the operating system refuses.
pub fn move_new(from: &Path, to: &Path) -> io::Result<()> {
    // A file system that does not tell letter case apart has the file under both names.
    let in_lower_case = |path: &Path| path.to_string_lossy().to_lowercase();
    let is_same =
        in_lower_case(from) == in_lower_case(to) && real_path(from).ok() == real_path(to).ok();
    if is_there(to) && !is_same {
        return Err(io::ErrorKind::AlreadyExists.into());
    }
    fs::rename(from, to)
}

/// Removes temporary files that killed programs left in a folder.
pub fn clear_leftovers(folder: &Path) {
    leftovers::clear(folder);
}

/// Returns whether this is the name of a temporary file of a save, to be ignored.
pub fn is_temporary(name: &str) -> bool {
    leftovers::is_temporary(name)
}

pub fn is_folder(path: &Path) -> bool {
    path.is_dir()
}

/// Returns whether anything is at this path, even a dangling link.
pub fn is_there(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok()
}

/// Removes a file that is no longer needed. A missing file is not an error.
pub fn remove(file: &Path) {
    let _ = fs::remove_file(file);
}

/// Returns the folder of a file; of a bare name, the current folder.
pub fn folder_of(target: &Path) -> PathBuf {
    match target.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent.to_owned(),
        _ => PathBuf::from("."),
    }
}

/// Returns the path from the root on. Follows no links, so that it stays the name that the user knows.
pub fn from_root(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

/// Returns the path without links, as users write it: the form that Windows itself gives begins with `\\?\` and equals no other.
///
/// # Errors
/// If nothing is there, or the operating system refuses.
pub fn real_path(path: &Path) -> io::Result<PathBuf> {
    dunce::canonicalize(path)
}

/// Returns the canonical form in which paths are compared: absolute, with links resolved if the file exists.
pub fn absolute(path: &Path) -> PathBuf {
    let followed = real_path(path);
    followed.unwrap_or_else(|_| from_root(path))
}

#[cfg(test)]
mod tests {
    #[cfg(unix)]
    use std::fs::Permissions;

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
    fn a_save_replaces_the_file_without_leftovers() {
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
    fn an_unknown_version_is_not_overwritten() {
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
    fn a_new_file_replaces_no_existing_one() {
        let folder = folder();
        let path = folder.path().join("tree.bt.json");
        save(&path, b"first", Expected::Nothing).unwrap();
        let refused = save(&path, b"second", Expected::Nothing);
        assert!(matches!(refused, Err(SaveError::Exists)));
        assert_eq!(read(&path).unwrap(), b"first");
        assert_eq!(names_in(folder.path()), ["tree.bt.json"]);
    }

    #[test]
    fn a_deleted_file_is_created_again() {
        let folder = folder();
        let path = folder.path().join("tree.bt.json");
        let mine = save(&path, b"mine", Expected::Anything).unwrap();
        fs::remove_file(&path).unwrap();
        save(&path, b"mine", Expected::Version(mine.fingerprint)).unwrap();
        assert_eq!(read(&path).unwrap(), b"mine");
    }

    #[test]
    fn a_save_that_nothing_prevents_is_durable_at_any_path() {
        let folder = folder();
        let deep = folder.path().join("a-long-name/".repeat(30));
        fs::create_dir_all(&deep).unwrap();
        for path in [
            folder.path().join("巡逻 1.bt.json"),
            deep.join("guard.bt.json"),
        ] {
            for expected in [
                Expected::Nothing,
                Expected::Version(Fingerprint::of(b"text")),
                Expected::Anything,
            ] {
                let saved = save(&path, b"text", expected).unwrap();
                assert!(saved.not_durable.is_none(), "{saved:?}");
                let left = names_in(&folder_of(&path));
                assert!(!left.iter().any(|name| is_temporary(name)), "{left:?}");
            }
        }
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

    #[cfg(unix)]
    #[test]
    fn a_dangling_link_is_followed_only_if_anything_is_expected() {
        let folder = folder();
        let (link, target) = (folder.path().join("link"), folder.path().join("none"));
        std::os::unix::fs::symlink(&target, &link).unwrap();
        let seen = Expected::Version(Fingerprint::of(b"seen"));
        let draft = |expected| FileDraft::begin(&link, expected).and_then(FileDraft::finish);
        for expected in [Expected::Nothing, seen] {
            assert!(save(&link, b"new", expected).is_err());
            assert!(keep_private(&link, b"new", expected).is_err());
            assert!(draft(expected).is_err());
        }
        assert!(!target.exists());
        draft(Expected::Anything).unwrap();
        assert!(target.exists());
    }

    #[cfg(unix)]
    #[test]
    fn files_with_unusual_names_are_saved_and_set_aside() {
        let names = (1..=255).map(|bytes| "n".repeat(bytes));
        // Three bytes each, and bytes that are not valid text.
        let chinese = (1..=85).map(|characters| "树".repeat(characters));
        let garbled = std::os::unix::ffi::OsStringExt::from_vec(vec![0xff; 255]);
        let names = names.chain(chinese).map(std::ffi::OsString::from);
        for name in names.chain([garbled]) {
            let folder = folder();
            let path = folder.path().join(&name);
            let first = save(&path, b"one", Expected::Nothing).unwrap();
            save(&path, b"two", Expected::Version(first.fingerprint)).unwrap();
            let mut draft = FileDraft::begin(&path, Expected::Anything).unwrap();
            io::Write::write_all(&mut draft, b"three").unwrap();
            draft.finish().unwrap();
            fs::hard_link(&path, folder.path().join("other")).unwrap();
            saving::save(
                &System,
                &path,
                b"four",
                Expected::Anything,
                HardLinks::Through,
            )
            .unwrap();
            assert_eq!(fs::read(folder.path().join("other")).unwrap(), b"four");
            let aside = set_aside(&path, "corrupt").unwrap();
            assert!(aside.to_string_lossy().contains(".corrupt-"));
            assert_eq!(read(&aside).unwrap(), b"four");
            assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "{name:?}");
        }
    }

    #[test]
    fn cut_names_remain_distinct() {
        let (one, other) = (format!("{}a", "n".repeat(254)), "n".repeat(255));
        let [one, other] = [one, other].map(|name| with_ending(Path::new(&name), ".x"));
        assert_ne!(one, other);
        assert_eq!(one.as_os_str().len(), 255);
        assert_eq!(with_ending(Path::new("a/b"), ".x"), Path::new("a/b.x"));
    }

    #[test]
    fn a_failed_read_reports_the_reason() {
        let folder = folder();
        assert!(matches!(read(folder.path()), Err(ReadError::NotAFile)));
        let missing = folder.path().join("missing");
        assert!(matches!(read(&missing), Err(ReadError::NotFound)));
    }
}
