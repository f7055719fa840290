//! The folder of a project, and the files that a document may refer to: those inside that folder and no others.

use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use thiserror::Error;

/// The file that marks the folder of a project.
pub const MARK: &str = "treewright.project.json";
/// The ending of the file that marks a project of behavior3's editor.
const WORKSPACE: &str = ".b3-workspace";
/// So many entries of a folder are looked at to find that file.
const MAX_ENTRIES: usize = 1_000;

/// Where the references of a document start, and which folder they may not leave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Project {
    /// The folder of the document's file.
    base: PathBuf,
    /// The nearest folder at or above it that holds the mark of a project, else the same.
    folder: PathBuf,
}

/// Why a reference of a document cannot be followed.
#[derive(Debug, Error)]
pub enum ReferenceError {
    /// It names nothing.
    #[error("the path is empty")]
    Empty,
    /// It does not say where to look from the document's folder.
    #[error(
        "`{0}` is no path from the document's folder: write it with `/` between folders, such as `tasks/arena.tasks.json`"
    )]
    NotRelative(String),
    /// It leads out of the project.
    #[error("`{path}` lies outside the project folder {folder}")]
    Outside {
        /// The reference.
        path: String,
        /// The folder.
        folder: String,
    },
    /// There is no file of this name.
    #[error("there is no file `{0}`")]
    NotFound(String),
    /// The system says no.
    #[error("`{path}` cannot be looked at: {reason}")]
    Io {
        /// The reference.
        path: String,
        /// What it says.
        reason: io::ErrorKind,
    },
}

impl ReferenceError {
    /// A stable name, for translation and for machines.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Empty => "empty_path",
            Self::NotRelative(_) => "not_relative",
            Self::Outside { .. } => "outside_project",
            Self::NotFound(_) => "not_found",
            Self::Io { .. } => "io",
        }
    }

    /// The values that a translation fills in, by name.
    pub fn arguments(&self) -> Vec<(&'static str, String)> {
        match self {
            Self::Empty => Vec::new(),
            Self::NotRelative(path) | Self::NotFound(path) => vec![("path", path.clone())],
            Self::Outside { path, folder } => {
                vec![("path", path.clone()), ("folder", folder.clone())]
            }
            Self::Io { path, reason } => {
                vec![("path", path.clone()), ("reason", reason.to_string())]
            }
        }
    }

    /// What to do about it, in a sentence.
    pub fn remedy(&self) -> String {
        match self {
            Self::Empty | Self::NotRelative(_) => "Correct the path, or remove it.".to_owned(),
            Self::Outside { .. } => format!(
                "Move the file into the project; a file {MARK} makes a folder further up the project's."
            ),
            Self::NotFound(_) => {
                "Correct the path, which starts at the document's folder, or remove it.".to_owned()
            }
            Self::Io { .. } => "Check that the file may be read.".to_owned(),
        }
    }
}

/// Whether a folder is that of a project, of this program's or of behavior3's editor.
pub fn is_project(folder: &Path) -> bool {
    let entries = || fs::read_dir(folder).into_iter().flatten();
    let mut names = std::iter::once_with(entries).flatten().take(MAX_ENTRIES);
    folder.join(MARK).is_file()
        || names.any(|entry| {
            let name = entry.map(|entry| entry.file_name());
            name.is_ok_and(|name| name.to_string_lossy().ends_with(WORKSPACE))
        })
}

impl Project {
    /// The project of the document in this file.
    ///
    /// # Errors
    /// If the folder of the file cannot be looked at.
    pub fn of(document: &Path) -> io::Result<Self> {
        // References start where the file is, not where a link to it lies.
        let document = match document.canonicalize() {
            Ok(path) => path,
            Err(_) => std::path::absolute(document)?,
        };
        let base = document.parent().unwrap_or(Path::new("/"));
        let base = base.canonicalize()?;
        let marked = base.ancestors().find(|folder| is_project(folder));
        let folder = marked.unwrap_or(&base).to_owned();
        Ok(Self { base, folder })
    }

    /// The folder that references may not leave.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Where the document in this file lies in the project folder, with `/` between the parts.
    pub fn own_path(&self, document: &Path) -> String {
        // The name is that of the file itself, as the folder is that of the file itself.
        let file = document.canonicalize();
        let file = file.as_deref().unwrap_or(document);
        let name = file.file_name().unwrap_or_default();
        let folders = self.base.strip_prefix(&self.folder);
        let path = folders.unwrap_or(Path::new("")).join(name);
        let parts = path.iter().map(|part| part.to_string_lossy());
        parts.collect::<Vec<_>>().join("/")
    }

    /// The file that a reference of the document names, without any link.
    ///
    /// # Errors
    /// If it leads out of the project, also by a link, or there is no such file.
    pub fn resolve(&self, reference: &str) -> Result<PathBuf, ReferenceError> {
        let path = self.named(reference)?;
        self.existing(&path, reference)
    }

    /// The file at a path inside the project folder, without any link.
    ///
    /// # Errors
    /// If it leads out of the project by a link, or there is no such file.
    pub fn inside(&self, path: &str) -> Result<PathBuf, ReferenceError> {
        self.existing(&self.folder.join(path), path)
    }

    fn existing(&self, path: &Path, reference: &str) -> Result<PathBuf, ReferenceError> {
        let outside = || ReferenceError::Outside {
            path: reference.to_owned(),
            folder: self.folder.display().to_string(),
        };
        match path.canonicalize() {
            Ok(file) if file.starts_with(&self.folder) => Ok(file),
            Ok(_) => Err(outside()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                Err(ReferenceError::NotFound(reference.to_owned()))
            }
            Err(error) => Err(ReferenceError::Io {
                path: reference.to_owned(),
                reason: error.kind(),
            }),
        }
    }

    /// Where the file that a reference names is or would be, by its name alone.
    ///
    /// # Errors
    /// If it would lie outside the project.
    pub fn named(&self, reference: &str) -> Result<PathBuf, ReferenceError> {
        if reference.is_empty() {
            return Err(ReferenceError::Empty);
        }
        // What is a folder on one system is a drive, a server or a home on another.
        let is_foreign = reference.contains(['\\', ':', '\0']) || reference.starts_with('~');
        let path = Path::new(reference);
        if is_foreign || path.has_root() {
            return Err(ReferenceError::NotRelative(reference.to_owned()));
        }
        let mut at = self.base.clone();
        for part in path.components() {
            match part {
                Component::Normal(name) => at.push(name),
                Component::CurDir => {}
                _ => drop(at.pop()),
            }
        }
        if at.starts_with(&self.folder) {
            return Ok(at);
        }
        Err(ReferenceError::Outside {
            path: reference.to_owned(),
            folder: self.folder.display().to_string(),
        })
    }

    /// How the document names this file.
    ///
    /// # Errors
    /// If it lies outside the project, or its name is no text.
    pub fn reference_to(&self, file: &Path) -> Result<String, ReferenceError> {
        let shown = || file.display().to_string();
        let file = file.canonicalize().map_err(|error| ReferenceError::Io {
            path: shown(),
            reason: error.kind(),
        })?;
        if !file.starts_with(&self.folder) {
            return Err(ReferenceError::Outside {
                path: shown(),
                folder: self.folder.display().to_string(),
            });
        }
        let shared = self
            .base
            .ancestors()
            .find(|folder| file.starts_with(folder));
        let shared = shared.unwrap_or(&self.folder);
        let up = self.base.strip_prefix(shared).unwrap_or(Path::new(""));
        let down = file.strip_prefix(shared).unwrap_or(&file);
        let mut parts = vec![".."; up.components().count()];
        for part in down.components() {
            let name = part.as_os_str().to_str();
            parts.push(name.ok_or_else(|| ReferenceError::NotRelative(shown()))?);
        }
        let reference = parts.join("/");
        self.named(&reference).map(|_| reference)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// A folder with `game/` in it, which has documents and libraries in folders of their own.
    fn folder() -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir_all(folder.path().join("game/trees")).unwrap();
        fs::create_dir_all(folder.path().join("game/tasks")).unwrap();
        for file in [
            "secret.json",
            "game/trees/a.bt.json",
            "game/tasks/a.tasks.json",
        ] {
            fs::write(folder.path().join(file), "{}").unwrap();
        }
        folder
    }

    fn project(folder: &tempfile::TempDir) -> Project {
        Project::of(&folder.path().join("game/trees/a.bt.json")).unwrap()
    }

    fn code(result: Result<PathBuf, ReferenceError>) -> &'static str {
        result.map_or_else(|error| error.code(), |_| "found")
    }

    #[test]
    fn without_a_mark_the_project_is_the_folder_of_the_document() {
        let folder = folder();
        let project = project(&folder);
        assert_eq!(code(project.resolve("a.bt.json")), "found");
        assert_eq!(code(project.resolve("./a.bt.json")), "found");
        assert_eq!(code(project.resolve("../trees/a.bt.json")), "found");
        assert_eq!(
            code(project.resolve("../tasks/a.tasks.json")),
            "outside_project"
        );
    }

    #[test]
    fn a_mark_further_up_makes_that_folder_the_project() {
        let folder = folder();
        fs::write(folder.path().join("game").join(MARK), "").unwrap();
        let project = project(&folder);
        assert_eq!(code(project.resolve("../tasks/a.tasks.json")), "found");
        assert_eq!(code(project.resolve("../tasks/b.tasks.json")), "not_found");
        assert_eq!(
            code(project.resolve("../../secret.json")),
            "outside_project"
        );
        assert_eq!(
            code(project.resolve("../../../../../../../../etc/passwd")),
            "outside_project"
        );
    }

    #[test]
    fn only_paths_from_the_documents_folder_are_followed() {
        let folder = folder();
        let project = project(&folder);
        for path in [
            "/etc/passwd",
            "C:\\windows\\win.ini",
            "C:win.ini",
            "\\\\server\\share\\a",
            "~/a",
            "~root",
            "a\0b",
        ] {
            assert_eq!(code(project.resolve(path)), "not_relative", "{path}");
        }
        assert_eq!(code(project.resolve("")), "empty_path");
    }

    #[cfg(unix)]
    #[test]
    fn a_link_that_leads_out_is_not_followed() {
        let folder = folder();
        let trees = folder.path().join("game/trees");
        std::os::unix::fs::symlink("../../secret.json", trees.join("out.json")).unwrap();
        std::os::unix::fs::symlink("../..", trees.join("up")).unwrap();
        std::os::unix::fs::symlink("a.bt.json", trees.join("in.json")).unwrap();
        std::os::unix::fs::symlink("round.json", trees.join("round.json")).unwrap();
        let project = project(&folder);
        assert_eq!(code(project.resolve("out.json")), "outside_project");
        assert_eq!(code(project.resolve("up/secret.json")), "outside_project");
        assert_eq!(code(project.resolve("in.json")), "found");
        assert_eq!(code(project.resolve("round.json")), "io");
    }

    #[test]
    fn a_file_is_named_by_the_way_from_the_document_to_it() {
        let folder = folder();
        let library = folder.path().join("game/tasks/a.tasks.json");
        let refused = project(&folder).reference_to(&library).unwrap_err();
        assert_eq!(refused.code(), "outside_project");
        fs::write(folder.path().join("game").join(MARK), "").unwrap();
        let project = project(&folder);
        let reference = project.reference_to(&library).unwrap();
        assert_eq!(reference, "../tasks/a.tasks.json");
        assert_eq!(
            project.resolve(&reference).unwrap(),
            library.canonicalize().unwrap()
        );
        let own = folder.path().join("game/trees/a.bt.json");
        assert_eq!(project.reference_to(&own).unwrap(), "a.bt.json");
    }
}
