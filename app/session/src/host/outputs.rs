//! The one rule for what commands and the editor may write where.
//!
//! A file is replaced if an earlier run wrote its content: it equals the bytes to be written, it is the version in the list of written files, or it
//! contains this program's mark for its kind. If the user named the file, one of the same format is replaced as well. Everything else requires the
//! user's consent (`--force`, or a dialog in the editor).
//!
//! A file that a project names, or whose name the program generates, must also not be hidden nor be reached through a link below the folder that the
//! user named; consent does not change that.
//!
//! Not subject to this rule: a file that is replaced by a new version of itself (a saved document, `fmt`, OURS of `merge`, the settings), and a path
//! that the user chose in a dialog.

mod names;
mod output_kind;
mod written;

use std::collections::HashSet;
use std::path::{Path, PathBuf};

pub use names::is_hidden;
pub use output_kind::OutputKind;
use treewright_core::limits;
use written::WrittenFiles;

use super::files::{
    self, Expected, FileDraft, Fingerprint, IfMissing, NoFollowFolder, ReadError, SaveError, Saved,
};
use super::project::Project;
use super::project_files::FileKind;

/// The target of an output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OutputTarget {
    /// The file that the user named; links are followed.
    Named(PathBuf),
    /// A folder and a file below it: a project named the file, or the program generated its name.
    Below(PathBuf, PathBuf),
}

impl OutputTarget {
    pub fn below(folder: &Path, file: impl AsRef<Path>) -> Self {
        Self::Below(folder.to_owned(), file.as_ref().to_owned())
    }

    /// Returns the path as the user knows it.
    pub fn path(&self) -> PathBuf {
        match self {
            Self::Named(path) => path.clone(),
            Self::Below(folder, file) => folder.join(file),
        }
    }

    /// Returns the target of a file that is written along with this one; `file` is relative to this one's folder.
    #[must_use]
    pub fn beside(&self, file: impl AsRef<Path>) -> Self {
        match self {
            Self::Named(path) => Self::below(&files::folder_of(path), file),
            Self::Below(folder, main) => Self::below(folder, main.with_file_name(file.as_ref())),
        }
    }

    /// Refuses names that projects and the program may not choose.
    fn check(&self) -> Result<(), SaveError> {
        match self {
            Self::Below(_, file) if names::is_hidden(file) => Err(SaveError::Hidden(self.path())),
            _ => Ok(()),
        }
    }

    /// Reads the current content.
    fn read(&self) -> Result<Vec<u8>, ContentUnknown> {
        let read = match self {
            Self::Named(path) => files::read(path),
            Self::Below(folder, file) => {
                let name = Path::new(file.file_name().unwrap_or_default());
                match NoFollowFolder::folder_of(folder, file, IfMissing::Leave) {
                    Ok(Some(folder)) => folder.read(name, limits::FILE_BYTES as u64),
                    Ok(None) => Err(ReadError::NotFound),
                    Err(error) => return Err(ContentUnknown::NotWritable(error)),
                }
            }
        };
        match read {
            Err(ReadError::Link) => Err(ContentUnknown::NotWritable(SaveError::Link(self.path()))),
            Err(ReadError::NotFound) => Err(ContentUnknown::NoFile),
            Err(ReadError::NotAFile) => Err(ContentUnknown::NotWritable(SaveError::NotAFile)),
            // It is unknown whether the file exists: writing will report the reason.
            Err(ReadError::Io(_)) if !files::is_there(&self.path()) => Err(ContentUnknown::NoFile),
            // The content is unknown.
            Err(ReadError::TooLarge { .. } | ReadError::InUse | ReadError::Io(_)) => {
                Err(ContentUnknown::Unreadable)
            }
            Ok(bytes) => Ok(bytes),
        }
    }

    fn save(&self, kind: OutputKind, bytes: &[u8], expected: Expected) -> Result<Saved, SaveError> {
        let path = self.path();
        match self {
            Self::Named(path) => {
                if let OutputKind::Export(_) = kind {
                    files::make_folder(&files::folder_of(path))?;
                }
                files::save(path, bytes, expected)
            }
            Self::Below(folder, file) => {
                let name = Path::new(file.file_name().ok_or(SaveError::NotAFile)?);
                match NoFollowFolder::folder_of(folder, file, IfMissing::Make)? {
                    Some(folder) => folder.save(name, bytes, expected),
                    None => Err(SaveError::NoFolder(files::folder_of(&path))),
                }
            }
        }
    }
}

/// Why the content of a file is not known.
enum ContentUnknown {
    NoFile,
    Unreadable,
    /// No file can be written there.
    NotWritable(SaveError),
}

/// Which existing files may be replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Replacing {
    Nothing,
    /// Files that this program wrote.
    Own,
    /// Those, and named files of the same format.
    SameFormat,
    /// All files: the user agreed.
    Anything,
}

impl Replacing {
    /// Applies the flag `--force`.
    #[must_use]
    pub fn or_forced(self, force: bool) -> Self {
        if force { Self::Anything } else { self }
    }
}

/// A file to be written.
#[derive(Clone, Debug)]
pub struct Output<'a> {
    pub place: OutputTarget,
    pub bytes: &'a [u8],
}

/// The path of a file that could not be written, and why.
pub type NotWritten = (PathBuf, SaveError);

/// The files that a command or the editor writes. Dropping it updates the list of written files.
#[derive(Debug)]
pub struct Outputs {
    replacing: Replacing,
    written: WrittenFiles,
    inputs: HashSet<PathBuf>,
}

impl Outputs {
    /// Creates outputs that may replace these files.
    pub fn new(replacing: Replacing) -> Self {
        Self::in_state(super::state_folder().as_deref(), replacing)
    }

    /// Like [`Outputs::new`], with the list of written files in this state folder.
    pub fn in_state(state: Option<&Path>, replacing: Replacing) -> Self {
        Self {
            replacing,
            written: WrittenFiles::in_state(state),
            inputs: HashSet::new(),
        }
    }

    /// Protects files that the command reads: they are replaced only with the user's consent.
    pub fn reads<'a>(&mut self, inputs: impl IntoIterator<Item = &'a Path>) {
        let inputs = inputs.into_iter();
        self.inputs
            .extend(inputs.filter_map(|input| files::real_path(input).ok()));
    }

    /// Records that the user agreed to replace a file with this content.
    pub fn may_replace(&mut self, file: &Path, kind: OutputKind, held: Fingerprint) {
        self.written.add_known(real(file), kind.code(), held);
    }

    /// Writes all files, or none if one of them may not be replaced. Files that already have the content are unchanged.
    ///
    /// # Errors
    /// The first file that cannot be written.
    pub fn write(
        &mut self,
        kind: OutputKind,
        outputs: &[Output<'_>],
    ) -> Result<Vec<PathBuf>, NotWritten> {
        let decided = outputs.iter().map(|output| {
            let expected = self.expected(kind, &output.place, output.bytes);
            expected.map_err(|error| (output.place.path(), error))
        });
        let decided = decided.collect::<Result<Vec<_>, _>>()?;
        for (output, expected) in outputs.iter().zip(decided) {
            let path = output.place.path();
            match expected {
                Some(expected) => {
                    let saved = output.place.save(kind, output.bytes, expected);
                    saved.map_err(|error| (path.clone(), error))?;
                }
                // It remains the user's work although the content is the same.
                None if is_user_work(&path) => continue,
                None => {}
            }
            let held = Fingerprint::of(output.bytes);
            self.written.record(real(&path), kind.code(), held);
        }
        Ok(outputs.iter().map(|output| output.place.path()).collect())
    }

    /// Starts a named file that is written in parts.
    ///
    /// # Errors
    /// If an existing file may not be replaced, or no file can be written there.
    pub fn begin(&self, kind: OutputKind, path: &Path) -> Result<FileDraft, SaveError> {
        self.check_inputs(path)?;
        let place = OutputTarget::Named(path.to_owned());
        let expected = match files::open_up_to(path, u64::MAX) {
            _ if self.replacing == Replacing::Anything => Expected::Anything,
            // Starting the file reports why there can be none.
            Err(ReadError::NotFound | ReadError::NotAFile) => expected_without_file(&place),
            Err(ReadError::Io(_)) if !files::is_there(path) => expected_without_file(&place),
            Err(_) => return Err(SaveError::Exists),
            Ok((file, _)) => {
                let beginning = files::read_beginning(path, 1 << 16);
                let beginning = beginning.map_err(|_| SaveError::Exists)?;
                let version = Fingerprint::of_reader(file)?;
                self.expect(kind, &place, (&beginning, version))?
            }
        };
        FileDraft::begin(path, expected)
    }

    /// Returns what a save must expect at a target; `None` if it already has these bytes.
    fn expected(
        &self,
        kind: OutputKind,
        place: &OutputTarget,
        bytes: &[u8],
    ) -> Result<Option<Expected>, SaveError> {
        place.check()?;
        let path = place.path();
        let is_forced = self.replacing == Replacing::Anything;
        let there = match place.read() {
            Ok(there) => there,
            Err(ContentUnknown::NoFile) => return Ok(Some(expected_without_file(place))),
            Err(ContentUnknown::Unreadable) if is_forced => return Ok(Some(Expected::Anything)),
            Err(ContentUnknown::Unreadable) => return Err(SaveError::Exists),
            Err(ContentUnknown::NotWritable(error)) => return Err(error),
        };
        if there == bytes {
            return Ok(None);
        }
        self.check_inputs(&path)?;
        let version = Fingerprint::of(&there);
        self.expect(kind, place, (&there, version)).map(Some)
    }

    /// Returns the version at a target if it may be replaced. `there` is its content or the beginning of it.
    fn expect(
        &self,
        kind: OutputKind,
        place: &OutputTarget,
        (there, version): (&[u8], Fingerprint),
    ) -> Result<Expected, SaveError> {
        let path = place.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let is_user_work = is_user_work(&path);
        let is_own = || {
            let known = self.written.version(&real(&path), kind.code());
            let bears_mark = !is_user_work && kind.has_mark(there);
            known == Some(version) || there.is_empty() || bears_mark
        };
        let is_alike = || {
            let is_named = matches!(place, OutputTarget::Named(_));
            is_named && !is_user_work && kind.resembles(&name, there)
        };
        let may = match self.replacing {
            Replacing::Nothing => false,
            Replacing::Own => is_own(),
            Replacing::SameFormat => is_own() || is_alike(),
            Replacing::Anything => true,
        };
        if may {
            Ok(Expected::Version(version))
        } else {
            Err(SaveError::Exists)
        }
    }

    /// Refuses to replace files that the same command reads.
    fn check_inputs(&self, path: &Path) -> Result<(), SaveError> {
        let is_input = files::real_path(path).is_ok_and(|path| self.inputs.contains(&path));
        if is_input && self.replacing != Replacing::Anything {
            return Err(SaveError::Input);
        }
        Ok(())
    }
}

impl Drop for Outputs {
    fn drop(&mut self) {
        self.written.save();
    }
}

/// Returns whether the name is that of a tree, task library or scenario: the user's work, whatever its content claims.
fn is_user_work(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    FileKind::of(&name.to_ascii_lowercase()).is_some()
}

/// Returns what a save must expect where no file is. A link that the user named stands for its target, even if that does not exist yet.
fn expected_without_file(place: &OutputTarget) -> Expected {
    match place {
        OutputTarget::Named(path) if path.is_symlink() => Expected::Anything,
        _ => Expected::Nothing,
    }
}

/// Creates a file that a document of the project names, if it does not exist. As below any folder, it must not be hidden nor be reached through a
/// link.
///
/// # Errors
/// If the file exists or cannot be written.
pub fn make_in_project(project: &Project, file: &Path, bytes: &[u8]) -> Result<Saved, SaveError> {
    let folder = project.folder();
    let inside = file.strip_prefix(folder).unwrap_or(file);
    OutputTarget::below(folder, inside).check()?;
    files::make_below(folder, inside, bytes)
}

/// Returns the path without links. If the file does not exist, only its folder's path is resolved.
pub fn real(path: &Path) -> PathBuf {
    files::real_path(path).unwrap_or_else(|_| {
        let folder = files::folder_of(path);
        let folder = files::real_path(&folder).unwrap_or(folder);
        folder.join(path.file_name().unwrap_or_default())
    })
}

#[cfg(test)]
mod tests;
