//! What a save asks of the system, one call at a time, so that tests can let each of them fail. Knows nothing of the order in
//! which they are asked, nor of what a failure means.

use std::fs::{self, File, Metadata};
use std::io::{self, Seek as _, Write as _};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::{Fingerprint, leftovers};

/// The calls, as the system does them.
pub trait Disk {
    /// Where a symbolic link leads; none if there is something else, or nothing.
    fn link_target(&self, path: &Path) -> io::Result<Option<PathBuf>> {
        match fs::symlink_metadata(path) {
            Ok(about) if about.is_symlink() => fs::read_link(path).map(Some),
            Ok(_) => Ok(None),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// What is at a path, through links.
    fn about(&self, path: &Path) -> io::Result<Metadata> {
        fs::metadata(path)
    }

    /// Refuses where the user has no right to write to a file. A system that cannot tell refuses nothing.
    fn may_write(&self, path: &Path) -> io::Result<()> {
        rights::may_write(path)
    }

    /// What a file holds.
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        fs::read(path)
    }

    /// A new file beside the one of this name, which goes away unless it is moved.
    fn new_file(&self, folder: &Path, name: &str, secret: bool) -> io::Result<NamedTempFile> {
        leftovers::new_file(folder, name, secret)
    }

    /// Writes to its end.
    fn write(&self, file: &mut NamedTempFile, bytes: &[u8]) -> io::Result<()> {
        file.write_all(bytes)
    }

    /// The fingerprint of what was written to it, read from the disk.
    fn read_back(&self, file: &mut NamedTempFile) -> io::Result<Fingerprint> {
        file.rewind()?;
        Fingerprint::of_reader(file)
    }

    /// Gives it what belongs to the file that it is to replace: rights, owner and, where they can be had, further attributes. Returns whether
    /// it has the same owner and group now.
    fn take_after(&self, file: &NamedTempFile, old: &Path, about: &Metadata) -> io::Result<bool> {
        rights::take_after(file.as_file(), old, about)
    }

    /// Waits until it is on the disk.
    fn flush(&self, file: &NamedTempFile) -> io::Result<()> {
        file.as_file().sync_all()
    }

    /// Moves it where nothing is; never over a file.
    fn move_to_free(&self, from: &Path, to: &Path) -> io::Result<()> {
        moves::to_free(from, to)
    }

    /// Moves it over whatever is there.
    fn replace(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::rename(from, to)
    }

    /// Lets two files change their names in one step.
    fn exchange(&self, one: &Path, other: &Path) -> io::Result<()> {
        moves::exchange(one, other)
    }

    /// Writes over a file in its place, so that all its names show it, and waits until it is on the disk.
    fn overwrite(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        let mut file = File::options().write(true).open(path)?;
        file.write_all(bytes)?;
        file.set_len(bytes.len() as u64)?;
        file.sync_all()
    }

    /// Waits until the names in a folder are on the disk.
    fn flush_folder(&self, folder: &Path) -> io::Result<()> {
        moves::flush_folder(folder)
    }
}

/// The system itself.
pub struct System;

impl Disk for System {}

/// The system without following links: a link at the path is replaced, not the file behind it.
pub struct Unfollowed;

impl Disk for Unfollowed {
    fn link_target(&self, _path: &Path) -> io::Result<Option<PathBuf>> {
        Ok(None)
    }
}

/// Whether the system, or the file system in question, does not know how to do this.
pub fn is_unknown(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported
    )
}

mod moves {
    use std::fs;
    use std::io;
    use std::path::Path;

    #[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
    fn rename_with(from: &Path, to: &Path, flags: rustix::fs::RenameFlags) -> io::Result<()> {
        use rustix::fs::{CWD, renameat_with};
        Ok(renameat_with(CWD, from, CWD, to, flags)?)
    }

    #[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
    pub fn exchange(one: &Path, other: &Path) -> io::Result<()> {
        rename_with(one, other, rustix::fs::RenameFlags::EXCHANGE)
    }

    #[cfg(not(any(target_os = "linux", target_os = "android", target_vendor = "apple")))]
    pub fn exchange(_one: &Path, _other: &Path) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }

    #[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
    pub fn to_free(from: &Path, to: &Path) -> io::Result<()> {
        match rename_with(from, to, rustix::fs::RenameFlags::NOREPLACE) {
            Err(error) if super::is_unknown(&error) => linked_to_free(from, to),
            done => done,
        }
    }

    #[cfg(not(any(target_os = "linux", target_os = "android", target_vendor = "apple")))]
    pub fn to_free(from: &Path, to: &Path) -> io::Result<()> {
        linked_to_free(from, to)
    }

    /// A second name is refused where there is one already; the first goes with its temporary file.
    fn linked_to_free(from: &Path, to: &Path) -> io::Result<()> {
        fs::hard_link(from, to)
    }

    #[cfg(unix)]
    pub fn flush_folder(folder: &Path) -> io::Result<()> {
        fs::File::open(folder)?.sync_all()
    }

    #[cfg(not(unix))]
    pub fn flush_folder(_folder: &Path) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(unix)]
mod rights {
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

    pub fn take_after(file: &File, old: &Path, about: &Metadata) -> io::Result<bool> {
        let own = file.metadata()?;
        let mut mode = about.permissions().mode();
        let mut same = own.uid() == about.uid() && own.gid() == about.gid();
        if !same && fchown(file, Some(about.uid()), Some(about.gid())).is_ok() {
            same = true;
        } else if !same && fchown(file, None, Some(about.gid())).is_err() {
            // The group is another one now, which may do no more than anybody.
            mode = mode & !0o070 | (mode & 0o007) << 3;
        }
        // Lists of further rights are among these; not every file system has them, and some only the system may set.
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
mod rights {
    use std::fs::{File, Metadata};
    use std::io;
    use std::path::Path;

    pub fn may_write(_path: &Path) -> io::Result<()> {
        Ok(())
    }

    pub fn take_after(file: &File, _old: &Path, about: &Metadata) -> io::Result<bool> {
        file.set_permissions(about.permissions())?;
        Ok(true)
    }
}
