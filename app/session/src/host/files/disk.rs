//! The system calls of a save, one method each, so that tests can make each of them fail. Does not know their order or what a failure means.
//! How files are moved differs between systems: `unix` and `windows`.

use std::fs::{self, File, Metadata};
use std::io::{self, Seek as _, Write as _};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

#[cfg(unix)]
use unix as moves;
#[cfg(windows)]
use windows as moves;

use super::{Fingerprint, leftovers};

#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

/// The calls of a save; the default methods are those of the operating system.
pub trait Disk {
    /// Returns the target of a symbolic link, or `None` if the path is something else or does not exist.
    fn link_target(&self, path: &Path) -> io::Result<Option<PathBuf>> {
        match fs::symlink_metadata(path) {
            Ok(about) if about.is_symlink() => fs::read_link(path).map(Some),
            Ok(_) => Ok(None),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Returns the metadata of a path, following links.
    fn about(&self, path: &Path) -> io::Result<Metadata> {
        fs::metadata(path)
    }

    /// Fails if the user may not write to the file. Succeeds on systems that cannot check it.
    fn may_write(&self, path: &Path) -> io::Result<()> {
        permissions::may_write(path)
    }

    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        fs::read(path)
    }

    /// Creates a temporary file in `folder` named after `name`. It is deleted when dropped unless it was moved.
    fn new_file(&self, folder: &Path, name: &str, secret: bool) -> io::Result<NamedTempFile> {
        leftovers::new_file(folder, name, secret)
    }

    fn write(&self, file: &mut NamedTempFile, bytes: &[u8]) -> io::Result<()> {
        file.write_all(bytes)
    }

    /// Returns the fingerprint of the file's content as read back from disk.
    fn read_back(&self, file: &mut NamedTempFile) -> io::Result<Fingerprint> {
        file.rewind()?;
        Fingerprint::of_reader(file)
    }

    /// Copies permissions, owner and, where possible, extended attributes from the file that is to be replaced. Returns whether the owner and group
    /// are now the same.
    fn copy_metadata(
        &self,
        file: &NamedTempFile,
        old: &Path,
        about: &Metadata,
    ) -> io::Result<bool> {
        permissions::copy_metadata(file.as_file(), old, about)
    }

    /// Waits until the file's content is on disk.
    fn flush(&self, file: &NamedTempFile) -> io::Result<()> {
        file.as_file().sync_all()
    }

    /// Moves a file to a path where nothing exists; never replaces a file.
    fn move_no_replace(&self, from: &Path, to: &Path) -> io::Result<()> {
        moves::no_replace(from, to)
    }

    /// Moves a file over whatever is at the target path.
    fn replace(&self, from: &Path, to: &Path) -> io::Result<()> {
        moves::replace(from, to)
    }

    /// Gives the name `target` to the file `new`, and the name `new` to the file that had that name.
    fn exchange(&self, new: &Path, target: &Path) -> io::Result<()> {
        moves::exchange(new, target)
    }

    /// Overwrites a file in place, so that all its hard links see the new content, and waits until it is on disk.
    fn overwrite(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        let mut file = File::options().write(true).open(path)?;
        file.write_all(bytes)?;
        file.set_len(bytes.len() as u64)?;
        file.sync_all()
    }

    /// Waits until the name of a file that was moved is on disk.
    fn flush_name(&self, file: &Path) -> io::Result<()> {
        moves::flush_name(file)
    }
}

/// The operating system.
pub struct System;

impl Disk for System {}

/// The operating system without following links: a link at the path is replaced, not its target.
pub struct NoFollowSystem;

impl Disk for NoFollowSystem {
    fn link_target(&self, _path: &Path) -> io::Result<Option<PathBuf>> {
        Ok(None)
    }
}

/// Returns whether another program has the file open, and lets no one else do this with it.
pub fn is_in_use(error: &io::Error) -> bool {
    /// A file that was opened without sharing it, and one of which a part is locked.
    const ON_WINDOWS: [i32; 2] = [32, 33];
    error.kind() == io::ErrorKind::ResourceBusy
        || cfg!(windows)
            && error
                .raw_os_error()
                .is_some_and(|code| ON_WINDOWS.contains(&code))
}

/// Returns whether the operating system or file system does not support the operation.
pub fn is_unknown(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported
    )
}

#[cfg(unix)]
mod permissions {
    use std::fs::{File, Metadata, Permissions};
    use std::io;
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, fchown};
    use std::path::Path;

    use rustix::fs::{Access, AtFlags, CWD, accessat};
    use xattr::FileExt as _;

    pub fn may_write(path: &Path) -> io::Result<()> {
        match accessat(CWD, path, Access::WRITE_OK, AtFlags::EACCESS) {
            Err(rustix::io::Errno::NOSYS | rustix::io::Errno::INVAL) => Ok(()),
            said => Ok(said?),
        }
    }

    pub fn copy_metadata(file: &File, old: &Path, about: &Metadata) -> io::Result<bool> {
        let own = file.metadata()?;
        let mut mode = about.permissions().mode();
        let mut same = own.uid() == about.uid() && own.gid() == about.gid();
        if !same && fchown(file, Some(about.uid()), Some(about.gid())).is_ok() {
            same = true;
        } else if !same && fchown(file, None, Some(about.gid())).is_err() {
            // The group has changed; the new group gets no more rights than everybody has.
            mode = mode & !0o070 | (mode & 0o007) << 3;
        }
        // Extended attributes include access control lists. Not every file system supports them, and only the system may set some.
        for name in xattr::list(old).into_iter().flatten() {
            if let Ok(Some(value)) = xattr::get(old, &name) {
                let _ = file.set_xattr(&name, &value);
            }
        }
        file.set_permissions(Permissions::from_mode(mode))?;
        Ok(same)
    }
}

#[cfg(not(unix))]
mod permissions {
    use std::fs::{File, Metadata};
    use std::io;
    use std::path::Path;

    pub fn may_write(_path: &Path) -> io::Result<()> {
        Ok(())
    }

    pub fn copy_metadata(file: &File, _old: &Path, about: &Metadata) -> io::Result<bool> {
        file.set_permissions(about.permissions())?;
        Ok(true)
    }
}
