//! The only way in which files are written: to a new file next to the old one, read back, flushed, and moved into place in one step.
//!
//! After each step either the old file or the new one is complete. Where the system can swap two files, the old file is checked after the swap and
//! before its removal, so that a version which another program wrote at the same moment is restored. Does not interpret file contents.

use std::fs::Metadata;
use std::io;
use std::path::{Path, PathBuf};

use tempfile::{NamedTempFile, TempPath};

use super::disk::{Disk, is_unknown};
use super::{Expected, Fingerprint, HardLinks, SaveError, Saved, folder_of};
use crate::file_names::is_possible_on_windows;

/// Writes a whole file, or leaves the old one unchanged.
pub fn save<D: Disk>(
    disk: &D,
    path: &Path,
    bytes: &[u8],
    expected: Expected,
    linked: HardLinks,
) -> Result<Saved, SaveError> {
    let place = SaveTarget::find(disk, path, expected)?;
    save_at(disk, &place, bytes, expected, linked)
}

/// Like [`save`], for a target that is already resolved.
pub fn save_at<D: Disk>(
    disk: &D,
    place: &SaveTarget,
    bytes: &[u8],
    expected: Expected,
    linked: HardLinks,
) -> Result<Saved, SaveError> {
    if place.link_count > 1 && linked == HardLinks::Refuse {
        return Err(SaveError::SeveralNames(place.link_count));
    }
    check_expected(disk, &place.target, expected)?;
    let written = if place.link_count > 1 && linked == HardLinks::Through {
        write_in_place(disk, place, bytes, expected).map(|()| None)
    } else {
        write_replacement(disk, place, bytes, expected)
    };
    let not_durable =
        written.map_err(|error| place.with_space_needed(error, bytes.len() as u64))?;
    let flushed = place.flush_name(disk);
    Ok(Saved {
        fingerprint: Fingerprint::of(bytes),
        not_durable: not_durable.or(flushed.err()),
    })
}

fn write_replacement<D: Disk>(
    disk: &D,
    place: &SaveTarget,
    bytes: &[u8],
    expected: Expected,
) -> Result<Option<io::Error>, SaveError> {
    let mut new = place.new_file(disk)?;
    disk.write(&mut new, bytes)?;
    finish(disk, place, new, Fingerprint::of(bytes), expected)
}

/// The resolved target of a save and the file that is there.
#[derive(Debug)]
pub struct SaveTarget {
    target: PathBuf,
    old: Option<Metadata>,
    /// How many names (hard links) the existing file has.
    link_count: u64,
    /// Only the user may read the new file.
    private: bool,
}

impl SaveTarget {
    /// Resolves links. Refuses targets that are not writable, and dangling links unless `expected` is [`Expected::Anything`].
    pub fn find<D: Disk>(disk: &D, path: &Path, expected: Expected) -> Result<Self, SaveError> {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if cfg!(windows) && !is_possible_on_windows(&name) {
            return Err(SaveError::NotOnWindows(name.into_owned()));
        }
        let target = resolve_links(disk, path)?;
        let old = match disk.about(&target) {
            Ok(about) if !about.is_file() => return Err(SaveError::NotAFile),
            // A rename would silently replace a write-protected file in a writable folder.
            Ok(about) if about.permissions().readonly() => return Err(SaveError::ReadOnly),
            Ok(about) => {
                check_permissions(disk, &target)?;
                Some(about)
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(SaveError::of_folder(&folder_of(&target), error)),
        };
        if old.is_none() && target != path {
            // A dangling link is not an empty path; only a user who named the link can mean its target.
            match expected {
                Expected::Nothing => return Err(SaveError::Exists),
                Expected::Version(_) => return Err(SaveError::Dangling(target)),
                Expected::Anything => {}
            }
        }
        let link_count = old
            .as_ref()
            .map_or(1, |about| link_count_of(&target, about));
        Ok(Self {
            target,
            old,
            link_count,
            private: false,
        })
    }

    /// Makes the saved file readable only by the user.
    pub fn readable_by_user_only(self) -> Self {
        Self {
            private: true,
            ..self
        }
    }

    /// The file itself, after all links.
    pub fn target(&self) -> &Path {
        &self.target
    }

    /// Adds the folder and the space needed to an error that is caused by lack of space.
    pub fn with_space_needed(&self, error: SaveError, bytes: u64) -> SaveError {
        match error {
            SaveError::Io(why) | SaveError::InFolder(_, why) if is_lack_of_space(&why) => {
                SaveError::NoRoom {
                    folder: folder_of(&self.target),
                    bytes,
                    why,
                }
            }
            error => error,
        }
    }

    /// Creates an empty temporary file in the same folder.
    pub fn new_file<D: Disk>(&self, disk: &D) -> Result<NamedTempFile, SaveError> {
        let folder = folder_of(&self.target);
        let name = self.target.file_name().unwrap_or_default();
        // An incomplete copy of a restricted file must not be readable by others.
        let secret = self.private || self.old.is_some();
        disk.new_file(&folder, &name.to_string_lossy(), secret)
            .map_err(|error| SaveError::of_folder(&folder, error))
    }

    /// Waits until the file's name is on disk.
    pub fn flush_name<D: Disk>(&self, disk: &D) -> io::Result<()> {
        disk.flush_name(&self.target)
    }
}

/// Moves a written file into place. Returns the error that the system reported although the file is in place, if any.
///
/// # Errors
/// If the file is not in place; the old content is then unchanged.
pub fn finish<D: Disk>(
    disk: &D,
    place: &SaveTarget,
    mut new: NamedTempFile,
    written: Fingerprint,
    expected: Expected,
) -> Result<Option<io::Error>, SaveError> {
    let keeps_owner = match &place.old {
        Some(old) => disk.copy_metadata(&new, &place.target, old)?,
        None => true,
    };
    disk.flush(&new)?;
    if disk.read_back(&mut new)? != written {
        return Err(SaveError::NotKept);
    }
    // A file that belongs to another user keeps its owner; one that is separated from its hard links becomes the user's own.
    if !keeps_owner && place.link_count == 1 {
        let bytes = disk.read(new.path())?;
        return write_in_place(disk, place, &bytes, expected).map(|()| None);
    }
    let (file, new) = new.into_parts();
    // Windows exchanges no file that is open. Elsewhere it stays open, as its lock says that it is no leftover of a killed program.
    let _open = (!cfg!(windows)).then_some(file);
    let final_move = FinalMove {
        disk,
        target: &place.target,
        written,
    };
    match (expected, &place.old) {
        (Expected::Anything, _) => final_move.replace(&new),
        (Expected::Version(version), Some(_)) => final_move.exchange(new, version),
        (Expected::Nothing | Expected::Version(_), _) => {
            final_move.move_no_replace_checked(&new, expected)
        }
    }
}

/// The last step of a save, which moves the new file into place.
struct FinalMove<'a, D> {
    disk: &'a D,
    target: &'a Path,
    written: Fingerprint,
}

impl<D: Disk> FinalMove<'_, D> {
    /// Replaces whatever is at the target.
    fn replace(&self, new: &TempPath) -> Result<Option<io::Error>, SaveError> {
        match self.disk.replace(new, self.target) {
            Ok(()) => Ok(None),
            Err(error) => self.ignore_if_in_place(error).map(Some),
        }
    }

    /// Succeeds only if nothing is at the target.
    fn move_no_replace_checked(
        &self,
        new: &TempPath,
        expected: Expected,
    ) -> Result<Option<io::Error>, SaveError> {
        match self.disk.move_no_replace(new, self.target) {
            Ok(()) => Ok(None),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                // Some network file systems repeat a request and then report the first, successful one as an existing file.
                if self.is_in_place() && !new.exists() {
                    return Ok(Some(error));
                }
                Err(match expected {
                    Expected::Nothing => SaveError::Exists,
                    _ => SaveError::Conflict,
                })
            }
            // Some file systems cannot check and move in one step; checking once more before the move must suffice.
            Err(error) if is_unknown(&error) && !self.is_in_place() => {
                check_expected(self.disk, self.target, expected)?;
                self.replace(new)
            }
            Err(error) => self.ignore_if_in_place(error).map(Some),
        }
    }

    /// Replaces the expected version only.
    fn exchange(
        &self,
        new: TempPath,
        version: Fingerprint,
    ) -> Result<Option<io::Error>, SaveError> {
        let not_durable = match self.disk.exchange(&new, self.target) {
            Ok(()) => None,
            Err(error) if error.kind() == io::ErrorKind::NotFound && new.exists() => {
                // It was deleted just now.
                return self.move_no_replace_checked(&new, Expected::Version(version));
            }
            Err(error) if is_unknown(&error) && !self.is_in_place() => {
                check_expected(self.disk, self.target, Expected::Version(version))?;
                return self.replace(&new);
            }
            Err(error) => Some(self.ignore_if_in_place(error)?),
        };
        let swapped_out = self.disk.read(&new);
        match swapped_out {
            Ok(bytes) if Fingerprint::of(&bytes) == version => Ok(not_durable),
            // Another process removed the leftover.
            Err(error) if error.kind() == io::ErrorKind::NotFound && !new.exists() => {
                Ok(not_durable)
            }
            Ok(_) => Err(self.swap_back(new, SaveError::Conflict)),
            Err(error) => Err(self.swap_back(new, error.into())),
        }
    }

    /// Restores the swapped-out file, which is not the expected version.
    fn swap_back(&self, new: TempPath, why: SaveError) -> SaveError {
        let said = self.disk.exchange(&new, self.target);
        let back = self.disk.read(&new);
        if back.is_ok_and(|bytes| Fingerprint::of(&bytes) == self.written) {
            return why;
        }
        // The swap failed, or another program wrote again meanwhile: neither version may be deleted.
        match new.keep() {
            Ok(kept) => SaveError::KeptBeside(kept),
            Err(error) => SaveError::Io(said.err().unwrap_or(error.error)),
        }
    }

    /// Decides what an error of the system means: `Ok` if the new file is in place all the same.
    fn ignore_if_in_place(&self, error: io::Error) -> Result<io::Error, SaveError> {
        if self.is_in_place() {
            Ok(error)
        } else {
            Err(error.into())
        }
    }

    fn is_in_place(&self) -> bool {
        let there = self.disk.read(self.target);
        there.is_ok_and(|bytes| Fingerprint::of(&bytes) == self.written)
    }
}

/// Overwrites the file in place, so that all its hard links show the new content and the owner stays. A copy of the old content is kept next to it
/// until then.
fn write_in_place<D: Disk>(
    disk: &D,
    place: &SaveTarget,
    bytes: &[u8],
    expected: Expected,
) -> Result<(), SaveError> {
    let old = disk.read(&place.target)?;
    if let Expected::Version(version) = expected
        && Fingerprint::of(&old) != version
    {
        return Err(SaveError::Conflict);
    }
    let mut backup = place.new_file(disk)?;
    disk.write(&mut backup, &old)?;
    disk.flush(&backup)?;
    let kept = in_place_backup(&place.target);
    if let Err(error) = disk.move_no_replace(backup.path(), &kept) {
        let moved = !backup.path().exists();
        if moved {
            super::remove(&kept);
        } else if error.kind() == io::ErrorKind::AlreadyExists {
            return Err(SaveError::CutShort(kept));
        }
        return Err(error.into());
    }
    let written = disk
        .overwrite(&place.target, bytes)
        .and_then(|()| disk.read(&place.target));
    let fault = match written {
        Ok(there) if there == bytes => None,
        Ok(_) => Some(SaveError::NotKept),
        Err(error) => Some(error.into()),
    };
    if let Some(fault) = fault {
        let put_back = disk.overwrite(&place.target, &old).is_ok();
        // Perhaps the overwrite never started.
        if !put_back && !disk.read(&place.target).is_ok_and(|there| there == old) {
            return Err(SaveError::Torn(kept));
        }
        super::remove(&kept);
        return Err(fault);
    }
    super::remove(&kept);
    Ok(())
}

/// Returns the path of that copy.
fn in_place_backup(target: &Path) -> PathBuf {
    super::with_ending(target, ".before-save")
}

/// Follows links by hand, because the last one may point to a file that does not exist yet.
fn resolve_links<D: Disk>(disk: &D, path: &Path) -> Result<PathBuf, SaveError> {
    const MAX_LINKS: usize = 40;
    let mut at = path.to_owned();
    for _ in 0..MAX_LINKS {
        match disk.link_target(&at) {
            Ok(Some(next)) => at = folder_of(&at).join(next),
            Ok(None) => return Ok(at),
            // A path that may be a link must not be replaced by a file.
            Err(error) => return Err(SaveError::of_folder(&folder_of(&at), error)),
        }
    }
    Err(SaveError::TooManyLinks)
}

/// Fails if the user may not write to the file. The rights of the folder alone would allow replacing it.
fn check_permissions<D: Disk>(disk: &D, target: &Path) -> Result<(), SaveError> {
    use io::ErrorKind as Kind;
    match disk.may_write(target) {
        Err(error) if error.kind() == Kind::PermissionDenied => Err(SaveError::LockedFile),
        // The following steps report these errors better: the file was just deleted, or the whole disk is read-only.
        Err(error) if !matches!(error.kind(), Kind::NotFound | Kind::ReadOnlyFilesystem) => {
            Err(error.into())
        }
        _ => Ok(()),
    }
}

fn check_expected<D: Disk>(disk: &D, target: &Path, expected: Expected) -> Result<(), SaveError> {
    let version = match expected {
        Expected::Nothing if std::fs::symlink_metadata(target).is_ok() => {
            return Err(SaveError::Exists);
        }
        Expected::Anything | Expected::Nothing => return Ok(()),
        Expected::Version(version) => version,
    };
    match disk.read(target) {
        Ok(bytes) if Fingerprint::of(&bytes) != version => Err(SaveError::Conflict),
        Ok(_) => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error.into()),
    }
}

fn is_lack_of_space(error: &io::Error) -> bool {
    use io::ErrorKind as Kind;
    matches!(
        error.kind(),
        Kind::StorageFull | Kind::QuotaExceeded | Kind::FileTooLarge
    )
}

#[cfg(unix)]
fn link_count_of(_file: &Path, about: &Metadata) -> u64 {
    use std::os::unix::fs::MetadataExt as _;
    about.nlink()
}

/// A file that cannot be opened has an error of its own in the next step.
#[cfg(windows)]
fn link_count_of(file: &Path, _about: &Metadata) -> u64 {
    let about = std::fs::File::open(file).and_then(winapi_util::file::information);
    about.map_or(1, |about| about.number_of_links())
}

#[cfg(test)]
mod tests;
