//! The one rule for what commands and the editor may write where.
//!
//! A file is replaced if it holds what an earlier run wrote there: the bytes that are to be written, the version that the list of written files
//! knows, or what bears this program's mark for the kind. Where the user named the file, one of the same format will do. All else needs the user's
//! word (`--force`, or an answer in the editor).
//!
//! A file that a project names, or whose name the program makes, is moreover never hidden and never reached through a link below the folder that the user
//! named; no word changes that.

mod kinds;
mod names;
mod written;

use std::collections::HashSet;
use std::path::{Path, PathBuf};

pub use kinds::Kind;
pub use names::is_hidden;
use treewright_core::limits;
use written::Written;

use super::files::{
    self, Draft, Expected, Fingerprint, Missing, ReadError, SaveError, Saved, Unlinked,
};
use super::project::Project;
use super::project_files::FileKind;

/// Where something is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// To the file that the user named; links are followed.
    Named(PathBuf),
    /// To a file below a folder: a project named it, or the program made its name.
    Below(PathBuf, PathBuf),
}

impl Place {
    /// A file below a folder.
    pub fn below(folder: &Path, file: impl AsRef<Path>) -> Self {
        Self::Below(folder.to_owned(), file.as_ref().to_owned())
    }

    /// The path as the user knows it.
    pub fn path(&self) -> PathBuf {
        match self {
            Self::Named(path) => path.clone(),
            Self::Below(folder, file) => folder.join(file),
        }
    }

    /// A file that is written along with this one, at a path from its folder.
    #[must_use]
    pub fn beside(&self, file: impl AsRef<Path>) -> Self {
        match self {
            Self::Named(path) => Self::below(&files::folder_of(path), file),
            Self::Below(folder, main) => Self::below(folder, main.with_file_name(file.as_ref())),
        }
    }

    /// Refuses names that are no project's and no program's to choose.
    fn check(&self) -> Result<(), SaveError> {
        match self {
            Self::Below(_, file) if names::is_hidden(file) => Err(SaveError::Hidden(self.path())),
            _ => Ok(()),
        }
    }

    /// What is there.
    fn read(&self) -> Result<Vec<u8>, Obstacle> {
        let read = match self {
            Self::Named(path) => files::read(path),
            Self::Below(folder, file) => {
                let name = Path::new(file.file_name().unwrap_or_default());
                match Unlinked::folder_of(folder, file, Missing::Leave) {
                    Ok(Some(folder)) => folder.read(name, limits::FILE_BYTES as u64),
                    Ok(None) => Err(ReadError::NotFound),
                    Err(error) => return Err(Obstacle::Way(error)),
                }
            }
        };
        match read {
            Err(ReadError::Link) => Err(Obstacle::Way(SaveError::Link(self.path()))),
            Err(ReadError::NotFound) => Err(Obstacle::Nothing),
            Err(ReadError::NotAFile) => Err(Obstacle::Way(SaveError::NotAFile)),
            // Whether there is one cannot be seen: writing says why.
            Err(ReadError::Io(_)) if !files::is_there(&self.path()) => Err(Obstacle::Nothing),
            // Nobody knows what is in it.
            Err(ReadError::TooLarge { .. } | ReadError::Io(_)) => Err(Obstacle::Unknown),
            Ok(bytes) => Ok(bytes),
        }
    }

    fn save(&self, kind: Kind, bytes: &[u8], expected: Expected) -> Result<Saved, SaveError> {
        let path = self.path();
        match self {
            Self::Named(path) => {
                if let Kind::Export(_) = kind {
                    files::make_folder(&files::folder_of(path))?;
                }
                files::save(path, bytes, expected)
            }
            Self::Below(folder, file) => {
                let name = Path::new(file.file_name().ok_or(SaveError::NotAFile)?);
                match Unlinked::folder_of(folder, file, Missing::Make)? {
                    Some(folder) => folder.save(name, bytes, expected),
                    None => Err(SaveError::NoFolder(files::folder_of(&path))),
                }
            }
        }
    }
}

/// Why it is not known what a file holds.
enum Obstacle {
    /// There is none.
    Nothing,
    /// It cannot be read.
    Unknown,
    /// No file can be written there.
    Way(SaveError),
}

/// Which files may be replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Replacing {
    /// None.
    Nothing,
    /// Those that this program wrote.
    Own,
    /// Those as well, where the user named them, that are of the same format.
    SameFormat,
    /// All: the user said so.
    Anything,
}

impl Replacing {
    /// What the flag `--force` makes of it.
    #[must_use]
    pub fn or_forced(self, force: bool) -> Self {
        if force { Self::Anything } else { self }
    }
}

/// A file that is to be written.
#[derive(Clone, Debug)]
pub struct Output<'a> {
    /// Where.
    pub place: Place,
    /// What it will hold.
    pub bytes: &'a [u8],
}

/// A file that could not be written, and why.
pub type NotWritten = (PathBuf, SaveError);

/// What a command or the editor writes. Once it is dropped, the list of written files knows it.
#[derive(Debug)]
pub struct Outputs {
    replacing: Replacing,
    written: Written,
    inputs: HashSet<PathBuf>,
}

impl Outputs {
    /// Outputs that may replace these files.
    pub fn new(replacing: Replacing) -> Self {
        Self::in_state(super::state_folder().as_deref(), replacing)
    }

    /// The same with the list of written files in this state folder.
    pub fn in_state(state: Option<&Path>, replacing: Replacing) -> Self {
        Self {
            replacing,
            written: Written::in_state(state),
            inputs: HashSet::new(),
        }
    }

    /// The command reads these files, and replaces them on the user's word only.
    pub fn reads<'a>(&mut self, inputs: impl IntoIterator<Item = &'a Path>) {
        let inputs = inputs.into_iter();
        self.inputs
            .extend(inputs.filter_map(|input| input.canonicalize().ok()));
    }

    /// The user agreed that a file which holds this is replaced.
    pub fn may_replace(&mut self, file: &Path, kind: Kind, held: Fingerprint) {
        self.written.knows(real(file), kind.code(), held);
    }

    /// Writes files, or none of them if one would replace what it may not. Those that hold the same already stay as they are.
    ///
    /// # Errors
    /// The first file that cannot be written.
    pub fn write(
        &mut self,
        kind: Kind,
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
                // It stays somebody's work, though it holds the same.
                None if is_work(&path) => continue,
                None => {}
            }
            let held = Fingerprint::of(output.bytes);
            self.written.note(real(&path), kind.code(), held);
        }
        Ok(outputs.iter().map(|output| output.place.path()).collect())
    }

    /// Begins a file that the user named and that is written bit by bit.
    ///
    /// # Errors
    /// If it would replace what it may not, or nothing can be written there.
    pub fn begin(&self, kind: Kind, path: &Path) -> Result<Draft, SaveError> {
        self.check_inputs(path)?;
        let place = Place::Named(path.to_owned());
        let expected = match files::open_up_to(path, u64::MAX) {
            _ if self.replacing == Replacing::Anything => Expected::Anything,
            // Beginning it says why there can be none.
            Err(ReadError::NotFound | ReadError::NotAFile) => if_nothing(&place),
            Err(ReadError::Io(_)) if !files::is_there(path) => if_nothing(&place),
            Err(_) => return Err(SaveError::Exists),
            Ok((file, _)) => {
                let beginning = files::read_beginning(path, 1 << 16);
                let beginning = beginning.map_err(|_| SaveError::Exists)?;
                let version = Fingerprint::of_reader(file)?;
                self.expect(kind, &place, (&beginning, version))?
            }
        };
        Draft::begin(path, expected)
    }

    /// What is expected at a place; `None` if it holds these bytes already.
    fn expected(
        &self,
        kind: Kind,
        place: &Place,
        bytes: &[u8],
    ) -> Result<Option<Expected>, SaveError> {
        place.check()?;
        let path = place.path();
        let is_forced = self.replacing == Replacing::Anything;
        let there = match place.read() {
            Ok(there) => there,
            Err(Obstacle::Nothing) => return Ok(Some(if_nothing(place))),
            Err(Obstacle::Unknown) if is_forced => return Ok(Some(Expected::Anything)),
            Err(Obstacle::Unknown) => return Err(SaveError::Exists),
            Err(Obstacle::Way(error)) => return Err(error),
        };
        if there == bytes {
            return Ok(None);
        }
        self.check_inputs(&path)?;
        let version = Fingerprint::of(&there);
        self.expect(kind, place, (&there, version)).map(Some)
    }

    /// The version at a place, which begins or is so, if it may be replaced.
    fn expect(
        &self,
        kind: Kind,
        place: &Place,
        (there, version): (&[u8], Fingerprint),
    ) -> Result<Expected, SaveError> {
        let path = place.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let is_work = is_work(&path);
        let is_own = || {
            let known = self.written.version(&real(&path), kind.code());
            let bears_mark = !is_work && kind.left_its_mark(there);
            known == Some(version) || there.is_empty() || bears_mark
        };
        let is_alike = || {
            let is_named = matches!(place, Place::Named(_));
            is_named && !is_work && kind.resembles(&name, there)
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

    /// Refuses to replace what the same command reads.
    fn check_inputs(&self, path: &Path) -> Result<(), SaveError> {
        let is_input = path
            .canonicalize()
            .is_ok_and(|path| self.inputs.contains(&path));
        if is_input && self.replacing != Replacing::Anything {
            return Err(SaveError::Input);
        }
        Ok(())
    }
}

impl Drop for Outputs {
    fn drop(&mut self) {
        self.written.keep();
    }
}

/// Whether a file is a tree, a task library or a scenario by its name: somebody's work, whatever it says of itself.
fn is_work(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    FileKind::of(&name.to_ascii_lowercase()).is_some()
}

/// What is expected where there is no file. A link that the user named means the file to which it leads, also where there is none yet.
fn if_nothing(place: &Place) -> Expected {
    match place {
        Place::Named(path) if path.is_symlink() => Expected::Anything,
        _ => Expected::Nothing,
    }
}

/// Makes a file of a project that one of its documents names, at this path, where there is none. As below any folder, it is neither hidden nor reached
/// through a link.
///
/// # Errors
/// If there is one, or it cannot be written.
pub fn make_in_project(project: &Project, file: &Path, bytes: &[u8]) -> Result<Saved, SaveError> {
    let folder = project.folder();
    let inside = file.strip_prefix(folder).unwrap_or(file);
    Place::below(folder, inside).check()?;
    files::make_below(folder, inside, bytes)
}

/// The path of a file without links; that of its folder with its name if it is not there.
pub fn real(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| {
        let folder = files::folder_of(path).canonicalize();
        let folder = folder.unwrap_or_else(|_| files::folder_of(path));
        folder.join(path.file_name().unwrap_or_default())
    })
}

#[cfg(test)]
mod tests;
