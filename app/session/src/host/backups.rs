//! Backups: the last versions of each file that a save replaced, in the state folder. Does not interpret the files.
//!
//! Each file has its own folder, named after it, with a number where several files share a name. The folder holds one file per version and a file
//! with the path of the original; beside a version from before a move, a file with the path at that time. A version is named by its number, which defines the order, and the time of the save that replaced it, which is for
//! display only because clocks can be set back. Versions written by earlier programs have only the time and sort before all numbered ones.

use std::cmp::Reverse;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use super::files::{self, Expected, Fingerprint, ReadError, SaveError};

/// How many versions are kept per file.
pub const MAX_VERSIONS: usize = 10;

/// The file in a backup folder that holds the path of the original.
const PATH_FILE: &str = "path.txt";

const ENDING: &str = "version";

/// The ending of the file beside a version that holds the path which the original had then.
const MOVED_ENDING: &str = "moved";

/// A version of a file that a save replaced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EarlierVersion {
    /// The backup file.
    pub file: PathBuf,
    pub replaced: SystemTime,
    /// Size in bytes.
    pub bytes: u64,
}

/// The folder of all backups.
#[derive(Clone, Debug)]
pub struct Backups {
    folder: PathBuf,
}

impl Backups {
    /// Creates a store in this state folder.
    pub fn new(state: &Path) -> Self {
        Self {
            folder: state.join("backups"),
        }
    }

    /// Backs up the current content of a file that is about to be replaced. Does nothing if there is no file or if the content equals the latest
    /// backup.
    ///
    /// # Errors
    /// If the file cannot be read or the backup cannot be written.
    pub fn keep(&self, path: &Path) -> Result<(), SaveError> {
        let bytes = match files::read(path) {
            Ok(bytes) => bytes,
            // There is no file to replace, or it is something that a save would refuse to overwrite.
            Err(ReadError::NotFound | ReadError::NotAFile) => return Ok(()),
            Err(ReadError::TooLarge { .. }) => {
                return Err(io::Error::from(io::ErrorKind::FileTooLarge).into());
            }
            Err(ReadError::InUse) => return Err(SaveError::InUse),
            Err(ReadError::Link) => return Err(SaveError::Link(path.to_owned())),
            Err(ReadError::Io(error)) => return Err(error.into()),
        };
        let folder = self.folder_of(path);
        let kept = versions_in(&folder);
        if let Some((_, last)) = kept.first()
            && fs::read(&last.file)
                .is_ok_and(|last| Fingerprint::of(&last) == Fingerprint::of(&bytes))
        {
            return Ok(());
        }
        let done = write_version(&folder, path, &bytes, &kept);
        if done.is_err() && kept.is_empty() {
            // Otherwise every save on a full disk would leave another empty folder.
            files::remove(&folder.join(PATH_FILE));
            let _ = fs::remove_dir(&folder);
        }
        done
    }

    /// Returns the backups of a file, latest first.
    pub fn of(&self, path: &Path) -> Vec<EarlierVersion> {
        let versions = versions_in(&self.folder_of(path));
        versions.into_iter().map(|(_, version)| version).collect()
    }

    /// Gives the backups of a file that has moved to its new path, unless there are some already.
    ///
    /// # Errors
    /// If they cannot be moved.
    pub fn follow_move(&self, old: &Path, new: &Path) -> Result<(), SaveError> {
        let (from, to) = (self.folder_of(old), self.folder_of(new));
        if versions_in(&from).is_empty() || !versions_in(&to).is_empty() {
            return Ok(());
        }
        for (_, version) in versions_in(&from) {
            let note = version.file.with_extension(MOVED_ENDING);
            if !files::is_there(&note) {
                write_path(&note, old)?;
            }
        }
        files::remove(&to.join(PATH_FILE));
        let _ = fs::remove_dir(&to);
        files::rename(&from, &to)?;
        keep_path(&to, new)
    }

    /// Returns the folder that belongs to this path, or the first unused one: one that does not exist or has no versions.
    fn folder_of(&self, path: &Path) -> PathBuf {
        let path = files::absolute(path);
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let named = self.folder.join(&*name);
        let of = |number: u32| files::with_ending(&named, &format!("-{number}"));
        let is_own = |folder: &PathBuf| {
            let of = fs::read(folder.join(PATH_FILE));
            of.is_ok_and(|of| of == path.as_os_str().as_encoded_bytes())
        };
        // Files of this name may have moved away, so that there are gaps between the numbers.
        let there = files::readable_entries(&self.folder);
        let numbers = there.filter_map(|entry| {
            let (_, number) = entry.path.file_name()?.to_str()?.rsplit_once('-')?;
            let number = number.parse().ok()?;
            (of(number) == entry.path).then_some(number)
        });
        let mut numbers: Vec<u32> = numbers.collect();
        numbers.sort_unstable();
        if let Some(own) = numbers.into_iter().map(of).find(is_own) {
            return own;
        }
        let is_unused =
            |folder: &PathBuf| !folder.join(PATH_FILE).exists() && versions_in(folder).is_empty();
        let mut unused = (1..).map(of).filter(is_unused);
        unused.next().unwrap_or_else(|| self.folder.clone())
    }
}

/// Returns the path that the original of a backup had then, if it has moved since.
pub fn path_before_move(version: &Path) -> Option<PathBuf> {
    let bytes = fs::read(version.with_extension(MOVED_ENDING)).ok()?;
    Some(String::from_utf8(bytes).ok()?.into())
}

/// Notes whose backups are in a folder.
fn keep_path(folder: &Path, of: &Path) -> Result<(), SaveError> {
    write_path(&folder.join(PATH_FILE), of)
}

fn write_path(note: &Path, of: &Path) -> Result<(), SaveError> {
    let path = files::absolute(of);
    let bytes = path.as_os_str().as_encoded_bytes();
    files::keep_private(note, bytes, Expected::Anything)
}

/// Writes a file's content as the next version and removes the oldest versions beyond the limit.
fn write_version(
    folder: &Path,
    path: &Path,
    bytes: &[u8],
    kept: &[NumberedVersion],
) -> Result<(), SaveError> {
    files::make_private_folder(folder)?;
    if !folder.join(PATH_FILE).exists() {
        keep_path(folder, path)?;
    }
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let now = now.map_or(0, |since| since.as_millis());
    let last = kept.first().map_or(0, |(number, _)| *number);
    let version = folder.join(format!("{}-{now}.{ENDING}", last.saturating_add(1)));
    // Another window may back up the same content at the same moment.
    match files::keep_private(&version, bytes, Expected::Nothing) {
        Ok(()) | Err(SaveError::Exists) => {}
        Err(error) => return Err(error),
    }
    for (_, old) in kept.iter().skip(MAX_VERSIONS - 1) {
        files::remove(&old.file);
        files::remove(&old.file.with_extension(MOVED_ENDING));
    }
    Ok(())
}

/// A version with its number. Versions written by earlier programs have the number 0.
type NumberedVersion = (u64, EarlierVersion);

/// Returns the versions in a folder, latest first.
fn versions_in(folder: &Path) -> Vec<NumberedVersion> {
    let mut versions: Vec<NumberedVersion> = files::readable_entries(folder)
        .filter_map(|entry| {
            let file = entry.path;
            let is_version = file.extension().is_some_and(|ending| ending == ENDING);
            let name = file.file_stem()?.to_str()?;
            let (number, milliseconds) = name.split_once('-').unwrap_or(("0", name));
            let version = EarlierVersion {
                bytes: fs::metadata(&file).map_or(0, |about| about.len()),
                replaced: UNIX_EPOCH
                    .checked_add(Duration::from_millis(milliseconds.parse().ok()?))?,
                file: file.clone(),
            };
            is_version.then_some((number.parse().ok()?, version))
        })
        .collect();
    versions.sort_by_key(|(number, version)| Reverse((*number, version.replaced)));
    versions
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_ten_versions_are_kept_latest_first() {
        let folder = tempfile::tempdir().unwrap();
        let backups = Backups::new(&folder.path().join("state"));
        let path = folder.path().join("guard.bt.json");
        backups.keep(&path).unwrap();
        // Only regular files are read: reading a device might never end.
        backups.keep(folder.path()).unwrap();
        assert_eq!(backups.of(&path), []);
        for version in 0..13 {
            fs::write(&path, version.to_string()).unwrap();
            backups.keep(&path).unwrap();
            // The same content again is not a new version.
            backups.keep(&path).unwrap();
        }
        let kept: Vec<String> = backups
            .of(&path)
            .iter()
            .map(|version| fs::read_to_string(&version.file).unwrap())
            .collect();
        let expected: Vec<String> = (3..13)
            .rev()
            .map(|version: i32| version.to_string())
            .collect();
        assert_eq!(kept, expected);
    }

    /// Returns the contents of a file's backups, latest first.
    fn contents(backups: &Backups, path: &Path) -> Vec<String> {
        let kept = backups.of(path);
        let texts = kept.iter().map(|version| fs::read_to_string(&version.file));
        texts.map(Result::unwrap).collect()
    }

    #[test]
    fn versions_follow_a_file_that_moves() {
        let folder = tempfile::tempdir().unwrap();
        let backups = Backups::new(&folder.path().join("state"));
        let (old, new) = (folder.path().join("a.json"), folder.path().join("b.json"));
        fs::write(&old, "first").unwrap();
        backups.keep(&old).unwrap();
        backups.follow_move(&old, &new).unwrap();
        assert_eq!(contents(&backups, &old), Vec::<String>::new());
        assert_eq!(contents(&backups, &new), ["first"]);
        // Another file takes the old path; its own versions stay with it.
        fs::write(&old, "other").unwrap();
        backups.keep(&old).unwrap();
        backups.follow_move(&old, &new).unwrap();
        assert_eq!(contents(&backups, &old), ["other"]);
        backups
            .follow_move(&new, &folder.path().join("c.json"))
            .unwrap();
        assert_eq!(contents(&backups, &folder.path().join("c.json")), ["first"]);
    }

    #[test]
    fn versions_follow_a_file_that_keeps_its_name_in_another_folder_and_back() {
        let folder = tempfile::tempdir().unwrap();
        let backups = Backups::new(&folder.path().join("state"));
        let deep = folder.path().join("deep");
        fs::create_dir(&deep).unwrap();
        let (old, new) = (folder.path().join("a.json"), deep.join("a.json"));
        fs::write(&old, "first").unwrap();
        backups.keep(&old).unwrap();
        for (from, to) in [(&old, &new), (&new, &old), (&old, &new)] {
            backups.follow_move(from, to).unwrap();
            assert_eq!(contents(&backups, from), Vec::<String>::new());
            assert_eq!(contents(&backups, to), ["first"]);
        }
        fs::write(&new, "second").unwrap();
        backups.keep(&new).unwrap();
        let kept = backups.of(&new);
        assert_eq!(path_before_move(&kept[0].file), None);
        assert_eq!(path_before_move(&kept[1].file), Some(files::absolute(&old)));
    }

    #[test]
    fn versions_are_ordered_by_number_regardless_of_the_clock() {
        let folder = tempfile::tempdir().unwrap();
        let backups = Backups::new(&folder.path().join("state"));
        let path = folder.path().join("guard.bt.json");
        fs::write(&path, "first").unwrap();
        backups.keep(&path).unwrap();
        // A version named as earlier programs did, from a clock that was fifty years ahead.
        let first = backups.of(&path).remove(0).file;
        let (now, ahead) = (1_700_000_000_000_u64, 3_400_000_000_000_u64);
        fs::rename(&first, first.with_file_name(format!("{now}.version"))).unwrap();
        for version in 1..=9 {
            let name = format!("{}.version", ahead + version);
            fs::write(first.with_file_name(name), version.to_string()).unwrap();
        }
        assert_eq!(contents(&backups, &path)[0], "9");
        assert_eq!(contents(&backups, &path)[9], "first");
        for version in 10..15 {
            fs::write(&path, version.to_string()).unwrap();
            backups.keep(&path).unwrap();
        }
        let expected = ["14", "13", "12", "11", "10", "9", "8", "7", "6", "5"];
        assert_eq!(contents(&backups, &path), expected);
        // The same, after the clock was ahead under this program.
        let last = backups.of(&path).remove(0).file;
        fs::rename(&last, last.with_file_name(format!("5-{ahead}.version"))).unwrap();
        for version in 15..17 {
            fs::write(&path, version.to_string()).unwrap();
            backups.keep(&path).unwrap();
        }
        assert_eq!(contents(&backups, &path)[..3], ["16", "15", "14"]);
        assert_eq!(contents(&backups, &path).len(), MAX_VERSIONS);
    }

    #[cfg(unix)]
    #[test]
    fn a_failed_backup_leaves_no_folder() {
        let folder = tempfile::tempdir().unwrap();
        let backups = Backups::new(&folder.path().join("state"));
        let path = folder.path().join("guard.bt.json");
        fs::write(&path, "text").unwrap();
        let own = backups.folder.join("guard.bt.json-1");
        fs::create_dir_all(&own).unwrap();
        // Makes it impossible to write the file with the original's path.
        std::os::unix::fs::symlink("missing/path", own.join(PATH_FILE)).unwrap();
        assert!(backups.keep(&path).is_err());
        assert!(!own.exists());
        // What an earlier program left on a full disk.
        fs::create_dir(&own).unwrap();
        backups.keep(&path).unwrap();
        let folders = || fs::read_dir(&backups.folder).unwrap().count();
        assert_eq!((backups.of(&path).len(), folders()), (1, 1));
    }

    #[test]
    fn files_with_long_names_have_versions() {
        let folder = tempfile::tempdir().unwrap();
        let backups = Backups::new(&folder.path().join("state"));
        for end in ["a", "b"] {
            let path = folder.path().join(format!("{}{end}", "n".repeat(254)));
            fs::write(&path, end).unwrap();
            backups.keep(&path).unwrap();
            assert_eq!(contents(&backups, &path), [end]);
        }
    }

    #[test]
    fn files_of_the_same_name_have_separate_backups() {
        let folder = tempfile::tempdir().unwrap();
        let backups = Backups::new(&folder.path().join("state"));
        let paths = ["a", "b"].map(|name| folder.path().join(name).join("tree.bt.json"));
        for path in &paths {
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, path.display().to_string()).unwrap();
            backups.keep(path).unwrap();
        }
        for path in &paths {
            let kept = backups.of(path);
            assert_eq!(kept.len(), 1);
            assert_eq!(
                fs::read_to_string(&kept[0].file).unwrap(),
                path.display().to_string()
            );
        }
    }
}
