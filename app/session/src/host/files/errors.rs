//! Errors of reading and writing files. In English here; the interface translates by code.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use treewright_core::limits::in_megabytes;
use treewright_core::{Argument, Message, ToArgument, told};

use super::disk::is_in_use;

told! {
    /// Why a file could not be read.
    #[derive(Debug)]
    pub enum ReadError of "read_error" without examples {
        NotFound = "not_found", "no such file";
        /// The path is a folder or a device.
        NotAFile = "not_a_file", "not a file";
        TooLarge {
            bytes: u64,
            /// The size limit for such files.
            limit: u64,
        } = "too_large",
            ("the file is too large: found {} MB, limit {} MB", in_megabytes(*bytes), in_megabytes(*limit))
            with [("size", in_megabytes(*bytes).to_string()), ("limit", in_megabytes(*limit).to_string())];
        /// Another program has the file open and shares it with no one.
        InUse = "in_use", "another program has the file open and does not let others read it";
        /// The path is a symbolic link where links are not followed.
        Link = "link", "this is a symbolic link; symbolic links are not followed here";
        /// The operating system refused.
        Io(reason: io::Error) = "io", ("{}", in_words(reason)) with [("reason", in_words(reason))];
    }
}

told! {
    /// Why a file was not written. The old content is unchanged, unless [`SaveError::leaves_doubt`].
    #[derive(Debug)]
    pub enum SaveError of "save_error" without examples {
        /// Another program changed the file since it was read.
        Conflict = "conflict", "another program changed the file";
        /// A new file was to be created but the file exists.
        Exists = "exists", "a file with this name already exists";
        /// The path is a folder or a device.
        NotAFile = "not_a_file", "not a file";
        ReadOnly = "read_only", "the file is write-protected";
        /// The file belongs to another user and this user may not write to it.
        LockedFile = "locked_file", "you do not have permission to write to this file";
        /// Another program has the file open and shares it with no one.
        InUse = "in_use", "another program has the file open and does not let others change it";
        /// Windows gives the name another meaning, such as that of a device, or cannot store it.
        NotOnWindows(name: String) = "not_on_windows", "Windows allows no file with the name {name}";
        /// The file has several names (hard links), so a save must either separate this name or change them all.
        SeveralNames(count: u64) = "several_names",
            "the file has {count} names (hard links); saving would change only this one";
        /// An earlier save of a file with several names was interrupted; its old content is at this path.
        CutShort(path: PathBuf) = "cut_short",
            ("an earlier save of this file was interrupted; its previous content is in {}", path.display())
            with [("path", path.display().to_string())];
        /// The content to be replaced was not the expected one or was unreadable, and could not be restored: one version is in place, the other at
        /// this path.
        KeptBeside(path: PathBuf) = "kept_beside",
            ("the file now has two versions, the saved one and the previous one; one of them is in {}", path.display())
            with [("path", path.display().to_string())];
        /// The file was overwritten in place only in part and could not be restored; its old content is at this path.
        Torn(path: PathBuf) = "torn",
            ("the file is damaged: only part of it was written; its previous content is in {}", path.display())
            with [("path", path.display().to_string())];
        /// The target folder does not exist.
        NoFolder(folder: PathBuf) = "no_folder", ("folder {} does not exist", folder.display())
            with [("folder", folder.display().to_string())];
        /// The target folder is a file.
        NotAFolder(folder: PathBuf) = "not_a_folder", ("{} is not a folder", folder.display())
            with [("folder", folder.display().to_string())];
        /// The user may not create files in this folder.
        LockedFolder(folder: PathBuf) = "locked_folder",
            ("you do not have permission to write to the folder {}", folder.display()) with [("folder", folder.display().to_string())];
        /// No file can be created in this folder, for another reason.
        InFolder(folder: PathBuf, why: io::Error) = "in_folder",
            ("cannot create a file in {}: {}", folder.display(), why.kind())
            with [("folder", folder.display().to_string()), ("reason", why.to_string())];
        /// There is not enough space.
        NoRoom {
            /// The target folder.
            folder: PathBuf,
            /// How many bytes are needed.
            bytes: u64,
            why: io::Error,
        } = "no_room", ("{} ({} needed in {})", lacking_space(why), size(*bytes), folder.display())
            with [("folder", folder.display().to_string()), ("size", size(*bytes)), ("reason", why.to_string())];
        /// The content that was read back differs from what was written.
        NotKept = "not_kept", "the disk did not store the written content";
        /// A chain of symbolic links does not end.
        TooManyLinks = "too_many_links", "too many symbolic links";
        /// A symbolic link is on the way to a file that a project or the program itself names; links are not followed there.
        Link(path: PathBuf) = "link",
            ("{} is a symbolic link; links are not followed for files named by a project or by the program", path.display())
            with [("path", path.display().to_string())];
        /// The path is a link to a file that does not exist.
        Dangling(path: PathBuf) = "dangling_link",
            ("this is a link to {}, which does not exist; save under another name", path.display())
            with [("path", path.display().to_string())];
        /// A project or the program itself names a hidden path, such as `.git`.
        Hidden(path: PathBuf) = "hidden_place",
            ("{} is hidden or reserved; projects and the program cannot write there", path.display())
            with [("path", path.display().to_string())];
        /// A project or the program itself names a path outside its folder.
        Outside = "outside", "the path leads outside its folder";
        /// The same command reads this file.
        Input = "is_read", "this file is also an input of this command";
        /// The operating system refused.
        Io(reason: io::Error) = "io", ("{}", in_words(reason)) with [("reason", in_words(reason))];
    }
}

impl std::error::Error for ReadError {}

impl From<io::Error> for ReadError {
    fn from(reason: io::Error) -> Self {
        if is_in_use(&reason) {
            Self::InUse
        } else {
            Self::Io(reason)
        }
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
        if is_in_use(&reason) {
            Self::InUse
        } else {
            Self::Io(reason)
        }
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
pub enum UnchangedTarget {
    /// The unchanged file.
    File,
    /// No file, or it cannot be determined.
    Nothing,
}

impl UnchangedTarget {
    /// Checks what is at this path now.
    pub fn of(file: &Path) -> Self {
        if file.is_file() {
            Self::File
        } else {
            Self::Nothing
        }
    }
}

/// Returns what kind of space is lacking.
fn lacking_space(why: &io::Error) -> &'static str {
    match why.kind() {
        io::ErrorKind::QuotaExceeded => "disk quota exceeded",
        io::ErrorKind::FileTooLarge => "the file exceeds the maximum file size",
        _ => "no space left on device",
    }
}

/// Formats a size for display, such as "12 KB".
pub fn size(bytes: u64) -> String {
    let (count, unit) = size_in_units(bytes);
    format!("{count} {unit}")
}

/// Returns a size as a number and unit. Only the unit `bytes` needs translation.
pub fn size_in_units(bytes: u64) -> (u64, &'static str) {
    match bytes {
        0..1_000 => (bytes, "bytes"),
        1_000..10_000_000 => (bytes.div_ceil(1_000), "KB"),
        _ => (bytes.div_ceil(1_000_000), "MB"),
    }
}

/// The kind of an operating system error, in plain words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SystemError(pub io::ErrorKind);

impl fmt::Display for SystemError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            io::ErrorKind::NotFound => f.write_str("the file or folder does not exist"),
            io::ErrorKind::AlreadyExists => {
                f.write_str("there is a file or folder of this name already")
            }
            io::ErrorKind::NotADirectory => f.write_str("a part of the path is no folder"),
            other => other.fmt(f),
        }
    }
}

impl ToArgument for SystemError {
    fn to_argument(&self) -> Argument {
        let number = vec![("number", String::new().to_argument())];
        let code = code_of(&self.0.into());
        Argument::Message(Message::new("io_error", code, number, self.to_string()))
    }
}

/// Describes an operating system error: in its own words, or in plain ones if it has none.
pub fn in_words(error: &io::Error) -> String {
    if error.raw_os_error().is_some() || error.get_ref().is_some() {
        error.to_string()
    } else {
        SystemError(error.kind()).to_string()
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
