//! Access to files below a folder without following links: a project may contain links, which must not lead the program out of its folder. Does not
//! know which names may be written or what files hold.

use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use super::disk::NoFollowSystem;
use super::{Expected, HardLinks, ReadError, SaveError, Saved, durability, folder_of, saving};

/// What to do about a missing folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IfMissing {
    /// Create it.
    Make,
    /// Do nothing.
    Leave,
}

/// A folder at or below a base folder, opened without following links on the way.
#[derive(Debug)]
pub struct NoFollowFolder {
    /// The folder's path as the user knows it.
    shown: PathBuf,
    folder: Open,
}

impl NoFollowFolder {
    /// Opens the folder of the file `below`, a path relative to `base`. Links on the way to `base` itself are followed, because the user named it.
    /// Returns `None` if the folder does not exist and is not to be created.
    ///
    /// # Errors
    /// If the path leads out of `base`, or through a link or a file.
    pub fn folder_of(
        base: &Path,
        below: &Path,
        missing: IfMissing,
    ) -> Result<Option<Self>, SaveError> {
        if missing == IfMissing::Make {
            fs::create_dir_all(base).map_err(|error| SaveError::of_folder(base, error))?;
        }
        // A bare file name has an empty parent path, which cannot be opened.
        let base = folder_of(&base.join("x"));
        let mut folder = match Open::base(&base) {
            Ok(folder) => folder,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(SaveError::of_folder(&base, error)),
        };
        let mut shown = base;
        for part in below.parent().unwrap_or(Path::new("")).components() {
            let name = match part {
                Component::Normal(name) => Path::new(name),
                Component::CurDir => continue,
                _ => return Err(SaveError::Outside),
            };
            shown.push(name);
            let refused = |error| SaveError::of_folder(&shown, error);
            let about = match fs::symlink_metadata(folder.path(name)) {
                Ok(about) => about,
                Err(error) if error.kind() == io::ErrorKind::NotFound => {
                    if missing == IfMissing::Leave {
                        return Ok(None);
                    }
                    folder.make(name).map_err(refused)?;
                    fs::symlink_metadata(folder.path(name)).map_err(refused)?
                }
                Err(error) => return Err(refused(error)),
            };
            if about.is_symlink() {
                return Err(SaveError::Link(shown.clone()));
            }
            folder = folder.below(name).map_err(refused)?;
        }
        Ok(Some(Self { shown, folder }))
    }

    /// Returns the path of a file in the folder, as the user knows it.
    pub fn shown(&self, name: &Path) -> PathBuf {
        self.shown.join(name)
    }

    /// Reads a file in the folder of at most `limit` bytes.
    ///
    /// # Errors
    /// Like [`super::read`], and if the file is a link.
    pub fn read(&self, name: &Path, limit: u64) -> Result<Vec<u8>, ReadError> {
        let path = self.folder.path(name);
        if is_link(&path) {
            return Err(ReadError::Link);
        }
        super::read_up_to(&path, limit)
    }

    /// Writes a file in the folder.
    ///
    /// # Errors
    /// Like [`super::save`], and if the file is a link.
    pub fn save(&self, name: &Path, bytes: &[u8], expected: Expected) -> Result<Saved, SaveError> {
        let (path, shown) = (self.folder.path(name), self.shown(name));
        if is_link(&path) {
            return Err(SaveError::Link(shown));
        }
        durability::remove_leftovers_once(&shown);
        let saved = saving::save(&NoFollowSystem, &path, bytes, expected, HardLinks::Refuse);
        let saved =
            saved.map_err(|error| error.with_shown_paths(&folder_of(&path), &self.shown))?;
        durability::record(&shown, &saved);
        Ok(saved)
    }
}

/// Writes a new file at a path relative to `base`, without following links. Creates missing folders.
///
/// # Errors
/// Like [`super::save`], and if the path leads out of the folder or through a link.
pub fn make_below(base: &Path, below: &Path, bytes: &[u8]) -> Result<Saved, SaveError> {
    let name = below.file_name().ok_or(SaveError::NotAFile)?;
    match NoFollowFolder::folder_of(base, below, IfMissing::Make)? {
        Some(folder) => folder.save(Path::new(name), bytes, Expected::Nothing),
        None => Err(SaveError::NoFolder(base.to_owned())),
    }
}

fn is_link(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|about| about.is_symlink())
}

/// An open folder. Nobody can replace it by a link while it is in use.
#[cfg(target_os = "linux")]
#[derive(Debug)]
struct Open {
    folder: std::os::fd::OwnedFd,
    /// The path through which its files are accessed.
    path: PathBuf,
}

#[cfg(target_os = "linux")]
impl Open {
    fn base(path: &Path) -> io::Result<Self> {
        use rustix::fs::{CWD, Mode, OFlags, openat};
        let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC;
        let folder = openat(CWD, path, flags, Mode::empty())?;
        Ok(Self::of(folder, path.to_owned()))
    }

    fn below(&self, name: &Path) -> io::Result<Self> {
        use rustix::fs::{Mode, OFlags, openat};
        let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let folder = openat(&self.folder, name, flags, Mode::empty())?;
        Ok(Self::of(folder, self.path(name)))
    }

    fn of(folder: std::os::fd::OwnedFd, path: PathBuf) -> Self {
        use std::os::fd::AsRawFd as _;
        let open = PathBuf::from(format!("/proc/self/fd/{}", folder.as_raw_fd()));
        // If `/proc` is not available, the path that was just checked must suffice.
        let path = if open.is_dir() { open } else { path };
        Self { folder, path }
    }

    fn make(&self, name: &Path) -> io::Result<()> {
        let mode = rustix::fs::Mode::from_raw_mode(0o777);
        Ok(rustix::fs::mkdirat(&self.folder, name, mode)?)
    }

    fn path(&self, name: &Path) -> PathBuf {
        self.path.join(name)
    }
}

/// A folder whose path was checked part by part.
#[cfg(not(target_os = "linux"))]
#[derive(Debug)]
struct Open {
    path: PathBuf,
}

#[cfg(not(target_os = "linux"))]
impl Open {
    fn base(path: &Path) -> io::Result<Self> {
        if !fs::metadata(path)?.is_dir() {
            return Err(io::ErrorKind::NotADirectory.into());
        }
        Ok(Self {
            path: path.to_owned(),
        })
    }

    fn below(&self, name: &Path) -> io::Result<Self> {
        Self::base(&self.path(name))
    }

    fn make(&self, name: &Path) -> io::Result<()> {
        fs::create_dir(self.path(name))
    }

    fn path(&self, name: &Path) -> PathBuf {
        self.path.join(name)
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    fn make(folder: &Path, below: &str) -> Result<Saved, SaveError> {
        make_below(folder, Path::new(below), b"new")
    }

    #[test]
    fn folders_are_created_and_no_link_is_followed() {
        let (folder, outside) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        make(folder.path(), "a/b/c.txt").unwrap();
        assert_eq!(fs::read(folder.path().join("a/b/c.txt")).unwrap(), b"new");
        symlink(outside.path(), folder.path().join("out")).unwrap();
        symlink(outside.path().join("new"), folder.path().join("dangling")).unwrap();
        for below in ["out/x", "out/deep/x", "dangling", "dangling/x"] {
            assert!(
                matches!(make(folder.path(), below), Err(SaveError::Link(_))),
                "{below}"
            );
        }
        for below in ["../x", "/tmp/x", "a/../../x"] {
            assert!(make(folder.path(), below).is_err(), "{below}");
        }
        assert_eq!(
            crate::host::files::entries(outside.path()).unwrap().count(),
            0
        );
        // The folder that the user named may itself be a link.
        make(&folder.path().join("out"), "named").unwrap();
        assert!(outside.path().join("named").is_file());
    }

    #[test]
    fn errors_contain_the_path_that_the_user_knows() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("file"), "x").unwrap();
        let error = make(folder.path(), "file/x").unwrap_err();
        assert!(matches!(&error, SaveError::NotAFolder(at) if *at == folder.path().join("file")));
        let taken = make(folder.path(), "file").unwrap_err();
        assert!(matches!(taken, SaveError::Exists));
    }
}
