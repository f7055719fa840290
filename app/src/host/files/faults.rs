//! Why files could not be read or written. In English here; the interface translates by code.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

/// A file could not be read.
#[derive(Debug, Error)]
pub enum ReadError {
    /// There is none of this name.
    #[error("there is no file of this name")]
    NotFound,
    /// It is a folder or a device.
    #[error("this is not a file")]
    NotAFile,
    /// It is larger than what is read of such files.
    #[error("the file is too large: {0} bytes")]
    TooLarge(u64),
    /// The system says no.
    #[error("{0}")]
    Io(#[from] io::Error),
}

impl ReadError {
    /// A stable name for translation.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NotFound => "not_found",
            Self::NotAFile => "not_a_file",
            Self::TooLarge(_) => "too_large",
            Self::Io(_) => "io",
        }
    }
}

/// A file was not written; what was there is untouched.
#[derive(Debug, Error)]
pub enum SaveError {
    /// It was changed by somebody else since it was read.
    #[error("the file was changed by another program")]
    Conflict,
    /// There is one already, and a new one was to be made.
    #[error("there is a file of this name already")]
    Exists,
    /// It is a folder or a device.
    #[error("this is not a file")]
    NotAFile,
    /// It is write-protected.
    #[error("the file is write-protected")]
    ReadOnly,
    /// The folder that it is to lie in is not there.
    #[error("there is no folder {}", .0.display())]
    NoFolder(PathBuf),
    /// What it is to lie in is a file.
    #[error("{} is not a folder", .0.display())]
    NotAFolder(PathBuf),
    /// The user may not make files in this folder.
    #[error("the folder {} may not be written to", .0.display())]
    LockedFolder(PathBuf),
    /// No file can be made in this folder, for another reason.
    #[error("no file can be made in {}: {}", .0.display(), .1.kind())]
    InFolder(PathBuf, io::Error),
    /// What was read back is not what was written.
    #[error("the disk did not keep what was written")]
    NotKept,
    /// Links that lead to links without an end.
    #[error("too many symbolic links")]
    TooManyLinks,
    /// The system says no.
    #[error("{0}")]
    Io(#[from] io::Error),
}

impl SaveError {
    /// Why no file can be made in a folder. The system would name the temporary file, of which nobody has heard.
    pub(super) fn of_folder(folder: &Path, error: io::Error) -> Self {
        let folder = folder.to_owned();
        match error.kind() {
            io::ErrorKind::NotFound => Self::NoFolder(folder),
            io::ErrorKind::NotADirectory => Self::NotAFolder(folder),
            io::ErrorKind::PermissionDenied => Self::LockedFolder(folder),
            _ => Self::InFolder(folder, error),
        }
    }

    /// A stable name for translation.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Conflict => "conflict",
            Self::Exists => "exists",
            Self::NotAFile => "not_a_file",
            Self::ReadOnly => "read_only",
            Self::NoFolder(_) => "no_folder",
            Self::NotAFolder(_) => "not_a_folder",
            Self::LockedFolder(_) => "locked_folder",
            Self::InFolder(..) => "in_folder",
            Self::NotKept => "not_kept",
            Self::TooManyLinks => "too_many_links",
            Self::Io(_) => "io",
        }
    }
}

/// A stable name for the kind of what the system said; `other` for those that hardly ever come.
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
