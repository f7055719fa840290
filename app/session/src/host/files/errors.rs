//! Errors of reading and writing files. In English here; the interface translates by code.

use std::io;
use std::path::{Path, PathBuf};

use treewright_core::limits::in_megabytes;
use treewright_core::told;

told! {
    /// Why a file could not be read.
    #[derive(Debug)]
    pub enum ReadError of "read_error" without examples {
        NotFound = "not_found", "there is no file of this name";
        /// The path is a folder or a device.
        NotAFile = "not_a_file", "this is not a file";
        TooLarge {
            bytes: u64,
            /// The size limit for such files.
            limit: u64,
        } = "too_large",
            ("the file has {} MB; at most {} MB are read", in_megabytes(*bytes), in_megabytes(*limit))
            with [("size", in_megabytes(*bytes).to_string()), ("limit", in_megabytes(*limit).to_string())];
        /// The path is a symbolic link where links are not followed.
        Link = "link", "this is a symbolic link, which is not followed here";
        /// The operating system refused.
        Io(reason: io::Error) = "io", "{reason}" with [("reason", reason.to_string())];
    }
}

told! {
    /// Why a file was not written. The old content is unchanged, unless [`SaveError::leaves_doubt`].
    #[derive(Debug)]
    pub enum SaveError of "save_error" without examples {
        /// Another program changed the file since it was read.
        Conflict = "conflict", "the file was changed by another program";
        /// A new file was to be created but the file exists.
        Exists = "exists", "there is a file of this name already";
        /// The path is a folder or a device.
        NotAFile = "not_a_file", "this is not a file";
        ReadOnly = "read_only", "the file is write-protected";
        /// The file belongs to another user and this user may not write to it.
        LockedFile = "locked_file", "you have no right to write to this file";
        /// The file has several names (hard links), so a save must either separate this name or change them all.
        SeveralNames(count: u64) = "several_names",
            "the file has {count} names (hard links), and a save would change only this one";
        /// An earlier save of a file with several names was interrupted; its old content is at this path.
        CutShort(path: PathBuf) = "cut_short",
            ("a save of this file was cut short; what it held before is in {}", path.display())
            with [("path", path.display().to_string())];
        /// The content to be replaced was not the expected one or was unreadable, and could not be restored: one version is in place, the other at
        /// this path.
        KeptBeside(path: PathBuf) = "kept_beside",
            ("the file has two versions now, what was saved and what was there; one of them is in {}", path.display())
            with [("path", path.display().to_string())];
        /// The file was overwritten in place only in part and could not be restored; its old content is at this path.
        Torn(path: PathBuf) = "torn",
            ("the file is damaged: it could be written only in part; what it held before is in {}", path.display())
            with [("path", path.display().to_string())];
        /// The target folder does not exist.
        NoFolder(folder: PathBuf) = "no_folder", ("there is no folder {}", folder.display())
            with [("folder", folder.display().to_string())];
        /// The target folder is a file.
        NotAFolder(folder: PathBuf) = "not_a_folder", ("{} is not a folder", folder.display())
            with [("folder", folder.display().to_string())];
        /// The user may not create files in this folder.
        LockedFolder(folder: PathBuf) = "locked_folder",
            ("the folder {} may not be written to", folder.display()) with [("folder", folder.display().to_string())];
        /// No file can be created in this folder, for another reason.
        InFolder(folder: PathBuf, why: io::Error) = "in_folder",
            ("no file can be made in {}: {}", folder.display(), why.kind())
            with [("folder", folder.display().to_string()), ("reason", why.to_string())];
        /// There is not enough space.
        NoRoom {
            /// The target folder.
            folder: PathBuf,
            /// How many bytes are needed.
            bytes: u64,
            why: io::Error,
        } = "no_room", ("{} (needs {} in {})", lacking_space(why), size(*bytes), folder.display())
            with [("folder", folder.display().to_string()), ("size", size(*bytes)), ("reason", why.to_string())];
        /// The content that was read back differs from what was written.
        NotKept = "not_kept", "the disk did not keep what was written";
        /// A chain of symbolic links does not end.
        TooManyLinks = "too_many_links", "too many symbolic links";
        /// A symbolic link is on the way to a file that a project or the program itself names; links are not followed there.
        Link(path: PathBuf) = "link",
            ("{} is a symbolic link, which is not followed for a file that a project or the program names", path.display())
            with [("path", path.display().to_string())];
        /// The path is a link to a file that does not exist.
        Dangling(path: PathBuf) = "dangling_link",
            ("it is a link to {}, which does not exist; save under another name", path.display())
            with [("path", path.display().to_string())];
        /// A project or the program itself names a hidden path, such as `.git`.
        Hidden(path: PathBuf) = "hidden_place",
            ("{} is hidden or reserved, where no project and no program may place a file", path.display())
            with [("path", path.display().to_string())];
        /// A project or the program itself names a path outside its folder.
        Outside = "outside", "the path leads out of its folder";
        /// The same command reads this file.
        Input = "is_read", "the same command reads this file";
        /// The operating system refused.
        Io(reason: io::Error) = "io", "{reason}" with [("reason", reason.to_string())];
    }
}

impl std::error::Error for ReadError {}

impl From<io::Error> for ReadError {
    fn from(reason: io::Error) -> Self {
        Self::Io(reason)
    }
}

impl ReadError {
    /// Returns the operating system's error, if that is the reason.
    pub fn of_system(&self) -> Option<&io::Error> {
        match self {
            Self::Io(reason) => Some(reason),
            _ => None,
        }
    }
}

impl std::error::Error for SaveError {}

impl From<io::Error> for SaveError {
    fn from(reason: io::Error) -> Self {
        Self::Io(reason)
    }
}

impl SaveError {
    /// Returns why no file can be created in a folder. The system's own message would name the temporary file, which users do not know.
    pub(super) fn of_folder(folder: &Path, error: io::Error) -> Self {
        let folder = folder.to_owned();
        match error.kind() {
            io::ErrorKind::NotFound => Self::NoFolder(folder),
            io::ErrorKind::NotADirectory => Self::NotAFolder(folder),
            io::ErrorKind::PermissionDenied => Self::LockedFolder(folder),
            _ => Self::InFolder(folder, error),
        }
    }

    /// Replaces the paths in a folder that was opened under another name by those that the user knows.
    pub(super) fn with_shown_paths(self, opened: &Path, shown: &Path) -> Self {
        let seen = |path: PathBuf| match path.strip_prefix(opened) {
            Ok(rest) if rest.as_os_str().is_empty() => shown.to_owned(),
            Ok(rest) => shown.join(rest),
            Err(_) => path,
        };
        match self {
            Self::CutShort(kept) => Self::CutShort(seen(kept)),
            Self::KeptBeside(kept) => Self::KeptBeside(seen(kept)),
            Self::Torn(kept) => Self::Torn(seen(kept)),
            Self::NoFolder(folder) => Self::NoFolder(seen(folder)),
            Self::NotAFolder(folder) => Self::NotAFolder(seen(folder)),
            Self::LockedFolder(folder) => Self::LockedFolder(seen(folder)),
            Self::InFolder(folder, why) => Self::InFolder(seen(folder), why),
            Self::NoRoom { folder, bytes, why } => Self::NoRoom {
                folder: seen(folder),
                bytes,
                why,
            },
            error => error,
        }
    }

    /// Returns what to do about a failed save to this path, for the command line. The editor offers the remedies as actions.
    pub fn remedy(&self, file: &Path) -> String {
        let what = match self {
            Self::Conflict => {
                "Look at what the other program wrote, which is still there, and run the command again."
            }
            Self::Exists => "Choose another place; the file that is there is unchanged.",
            Self::NotAFile => "Name a file, or one that does not exist yet.",
            Self::ReadOnly => "Make it writable or choose another place.",
            Self::LockedFile => {
                "Choose another place, or ask its owner for the right to write to it."
            }
            Self::SeveralNames(_) => "Write to another name.",
            Self::CutShort(_) | Self::KeptBeside(_) => {
                "Compare the two, keep the right one under its name, and remove the other."
            }
            Self::Torn(_) => "Check the disk, and copy what the file held before back into it.",
            Self::NoFolder(_) => "Make the folder, or choose another place.",
            Self::NotAFolder(_) | Self::Hidden(_) | Self::Outside => "Choose another place.",
            Self::InFolder(_, why) if why.kind() == io::ErrorKind::InvalidFilename => {
                "Choose a shorter name."
            }
            Self::LockedFolder(_) | Self::InFolder(..) => {
                "Check that the folder may be written to, or choose another place."
            }
            Self::NoRoom { .. } => "Make room there or choose another place.",
            Self::NotKept => "Check the disk, or choose another place.",
            Self::TooManyLinks => "Name the file itself.",
            Self::Link(_) => {
                "Replace the link by a folder or a file of its own, or choose another place."
            }
            Self::Dangling(_) => "Name another file, or remove the link.",
            Self::Input => "Choose another place, or replace the file with --force.",
            Self::Io(_) => "Check the disk and the folder, or choose another place.",
        };
        let is_said = matches!(self, Self::Conflict | Self::Exists | Self::NotAFile);
        if is_said || self.leaves_doubt() {
            return what.to_owned();
        }
        format!("{what} {}", Untouched::of(file).sentence())
    }

    /// Returns whether the content at the path may be wrong or incomplete now.
    pub fn leaves_doubt(&self) -> bool {
        matches!(
            self,
            Self::CutShort(_) | Self::KeptBeside(_) | Self::Torn(_)
        )
    }

    /// Returns the operating system's error, if it is part of the reason.
    pub fn of_system(&self) -> Option<&io::Error> {
        match self {
            Self::InFolder(_, why) | Self::NoRoom { why, .. } | Self::Io(why) => Some(why),
            _ => None,
        }
    }
}

/// What is at a path to which nothing was written. A whole folder may have disappeared as well.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Untouched {
    /// The unchanged file.
    File,
    /// No file, or it cannot be determined.
    Nothing,
}

impl Untouched {
    /// Checks what is at this path now.
    pub fn of(file: &Path) -> Self {
        if file.is_file() {
            Self::File
        } else {
            Self::Nothing
        }
    }

    fn sentence(self) -> &'static str {
        match self {
            Self::File => "The file on disk is unchanged.",
            Self::Nothing => "No file was written.",
        }
    }
}

/// Returns what kind of space is lacking.
fn lacking_space(why: &io::Error) -> &'static str {
    match why.kind() {
        io::ErrorKind::QuotaExceeded => "disk quota exceeded",
        io::ErrorKind::FileTooLarge => "the file may not be so large",
        _ => "no space left on device",
    }
}

/// Formats a size for display, such as "12 KB".
pub fn size(bytes: u64) -> String {
    let (count, unit) = in_units(bytes);
    format!("{count} {unit}")
}

/// Returns a size as a number and unit. Only the unit `bytes` needs translation.
pub fn in_units(bytes: u64) -> (u64, &'static str) {
    match bytes {
        0..1_000 => (bytes, "bytes"),
        1_000..10_000_000 => (bytes.div_ceil(1_000), "KB"),
        _ => (bytes.div_ceil(1_000_000), "MB"),
    }
}

/// Returns a stable name for the kind of an operating system error; `other` for rare ones.
pub fn code_of(error: &io::Error) -> &'static str {
    use io::ErrorKind as Kind;
    match error.kind() {
        Kind::NotFound => "not_found",
        Kind::PermissionDenied => "permission_denied",
        Kind::AlreadyExists => "already_exists",
        Kind::NotADirectory => "not_a_directory",
        Kind::IsADirectory => "is_a_directory",
        Kind::ReadOnlyFilesystem => "read_only_filesystem",
        Kind::StorageFull => "storage_full",
        Kind::QuotaExceeded => "quota_exceeded",
        Kind::FileTooLarge => "file_too_large",
        Kind::ResourceBusy => "resource_busy",
        Kind::InvalidFilename => "invalid_filename",
        Kind::InvalidInput => "invalid_input",
        Kind::InvalidData => "invalid_data",
        Kind::UnexpectedEof => "unexpected_eof",
        Kind::WriteZero => "write_zero",
        Kind::Interrupted => "interrupted",
        Kind::TimedOut => "timed_out",
        Kind::Unsupported => "unsupported",
        Kind::OutOfMemory => "out_of_memory",
        Kind::CrossesDevices => "crosses_devices",
        Kind::StaleNetworkFileHandle => "stale_network_file_handle",
        Kind::NetworkDown | Kind::NetworkUnreachable | Kind::HostUnreachable => "network",
        _ => "other",
    }
}
