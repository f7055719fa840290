//! The last versions of each file that saves replaced, in the state folder. Knows nothing of what the files hold.
//!
//! Each file has a folder of its own, named after it and numbered where several have one name; in it lies a file for each version, named after the moment of the save that
//! replaced it, and one that says which path this is about.

use std::cmp::Reverse;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use super::files::{self, Expected, Fingerprint, ReadError, SaveError};

/// How many versions of a file are kept.
pub const MAX_VERSIONS: usize = 10;

/// Which path the versions of a folder are of.
const OF: &str = "path.txt";

const ENDING: &str = "version";

/// A version of a file that a save replaced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EarlierVersion {
    /// Where it lies now.
    pub file: PathBuf,
    /// When it was replaced.
    pub replaced: SystemTime,
    /// How long it is.
    pub bytes: u64,
}

/// The folder of the versions.
#[derive(Clone, Debug)]
pub struct Backups {
    folder: PathBuf,
}

impl Backups {
    /// Versions below this state folder.
    pub fn new(state: &Path) -> Self {
        Self {
            folder: state.join("backups"),
        }
    }

    /// Keeps what a file holds, which is about to be replaced; nothing if there is no file, or if it is what was kept last.
    ///
    /// # Errors
    /// If it cannot be read or kept.
    pub fn keep(&self, path: &Path) -> Result<(), SaveError> {
        let bytes = match files::read(path) {
            Ok(bytes) => bytes,
            // Nothing is replaced, or nothing that a save would write over.
            Err(ReadError::NotFound | ReadError::NotAFile) => return Ok(()),
            Err(ReadError::TooLarge { .. }) => {
                return Err(io::Error::from(io::ErrorKind::FileTooLarge).into());
            }
            Err(ReadError::Io(error)) => return Err(error.into()),
        };
        let folder = self.folder_of(path);
        let kept = versions_in(&folder);
        if let Some(last) = kept.first()
            && fs::read(&last.file)
                .is_ok_and(|last| Fingerprint::of(&last) == Fingerprint::of(&bytes))
        {
            return Ok(());
        }
        files::make_private_folder(&folder)?;
        let of = folder.join(OF);
        if !of.exists() {
            let path = absolute(path);
            files::keep(&of, path.as_os_str().as_encoded_bytes(), Expected::Anything)?;
        }
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        let mut now = now.map_or(0, |since| since.as_millis());
        while folder.join(name_of(now)).exists() {
            now += 1;
        }
        files::keep(&folder.join(name_of(now)), &bytes, Expected::Nothing)?;
        for old in kept.iter().skip(MAX_VERSIONS - 1) {
            files::remove(&old.file);
        }
        Ok(())
    }

    /// The kept versions of a file, latest first.
    pub fn of(&self, path: &Path) -> Vec<EarlierVersion> {
        versions_in(&self.folder_of(path))
    }

    /// The folder that says it is about this path, or the first that is free.
    fn folder_of(&self, path: &Path) -> PathBuf {
        let path = absolute(path);
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let folders = (1_u32..).map(|number| self.folder.join(format!("{name}-{number}")));
        let mut ours = folders.filter(|folder| match fs::read(folder.join(OF)) {
            Ok(of) => of == path.as_os_str().as_encoded_bytes(),
            Err(_) => !folder.exists(),
        });
        ours.next().unwrap_or_else(|| self.folder.clone())
    }
}

/// The same path from wherever one looks, through links.
fn absolute(path: &Path) -> PathBuf {
    let real = fs::canonicalize(path).or_else(|_| std::path::absolute(path));
    real.unwrap_or_else(|_| path.to_owned())
}

fn name_of(milliseconds: u128) -> String {
    format!("{milliseconds}.{ENDING}")
}

fn versions_in(folder: &Path) -> Vec<EarlierVersion> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut versions: Vec<EarlierVersion> = entries
        .filter_map(|entry| {
            let file = entry.path();
            let is_version = file.extension().is_some_and(|ending| ending == ENDING);
            let milliseconds = file.file_stem()?.to_str()?.parse().ok()?;
            is_version.then(|| EarlierVersion {
                bytes: entry.metadata().map_or(0, |about| about.len()),
                replaced: UNIX_EPOCH + Duration::from_millis(milliseconds),
                file,
            })
        })
        .collect();
    versions.sort_by_key(|version| Reverse(version.replaced));
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
        // What is no file is not read: a device might never end.
        backups.keep(folder.path()).unwrap();
        assert_eq!(backups.of(&path), []);
        for version in 0..13 {
            fs::write(&path, version.to_string()).unwrap();
            backups.keep(&path).unwrap();
            // The same again is no other version.
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

    #[test]
    fn files_of_one_name_in_two_folders_are_kept_apart() {
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
