//! The project folder, and the files to which a document may refer: only those in that folder.
//!
//! Every reference is resolved here, in the editor and on the command line: those of documents, the trees of scenarios, the
//! files of other tools' projects, and links found while searching a folder. `tests/cli/references.rs` lists all kinds.

use std::io;
use std::path::{Component, Path, PathBuf};

use treewright_core::told;

use super::files::{self, SystemError};
use super::outputs::is_hidden;
use crate::file_names::slashed;

/// The file that marks a project folder.
pub const MARK: &str = "treewright.project.json";
/// Endings of the files that mark a project of the behavior3 editor or of behaviac.
const WORKSPACES: [&str; 2] = [".b3-workspace", ".workspace.xml"];
/// How many entries of a folder are searched for such a file.
const MAX_ENTRIES: usize = 1_000;

/// The folder to which a document's references are relative, and the project folder that they may not leave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Project {
    /// The folder of the document's file.
    base: PathBuf,
    /// The nearest marked folder at or above `base`, up to the root of a git clone; otherwise `base`.
    folder: PathBuf,
}

told! {
    /// Why a reference of a document cannot be followed.
    #[derive(Debug)]
    pub enum ReferenceError of "library_error" without examples {
        Empty = "empty_path", "the path is empty";
        /// The path is not relative to the document's folder.
        NotRelative(path: String) = "not_relative",
            "`{path}` is not a path relative to the document's folder: use `/` between folders, such as `tasks/arena.tasks.json`";
        /// The path leads out of the project.
        Outside {
            path: String,
            /// The project folder.
            folder: String,
        } = "outside_project", "`{path}` is outside the project folder {folder}";
        /// The file or one of its folders is hidden.
        Hidden(path: String) = "hidden_path", "`{path}` is hidden or in a hidden folder";
        NotFound(path: String) = "not_found", "file `{path}` not found";
        /// The operating system refused.
        Io {
            path: String,
            reason: SystemError,
        } = "io", "`{path}` cannot be accessed: {reason}"
            with [("path", path), ("reason", reason)];
    }
}

impl std::error::Error for ReferenceError {}

impl ReferenceError {
    /// Returns what to do about it, as a sentence.
    pub fn remedy(&self) -> String {
        match self {
            Self::Empty | Self::NotRelative(_) => "Correct or remove the path.".to_owned(),
            Self::Outside { .. } => format!(
                "Move the file into the project folder, or put a file named {MARK} into a parent folder to make that the project folder."
            ),
            Self::Hidden(_) => {
                "Use a path in which no name begins with a dot: hidden files are not read."
                    .to_owned()
            }
            Self::NotFound(_) => {
                "Correct or remove the path; it is relative to the document's folder.".to_owned()
            }
            Self::Io { .. } => "Check that you have permission to read the file.".to_owned(),
        }
    }
}

/// Returns whether a folder is marked as a project of this program or another editor, for documents in the folder `base`.
fn is_project(folder: &Path, base: &Path) -> bool {
    let entries = || files::readable_entries(folder).take(MAX_ENTRIES);
    let is_workspace = |name: &str| WORKSPACES.iter().any(|ending| name.ends_with(ending));
    let is_mark = |name: &str| is_workspace(name) && is_trusted(&folder.join(name), base);
    let own = folder.join(MARK);
    (own.is_file() && is_trusted(&own, base)) || entries().any(|entry| is_mark(&entry.name()))
}

/// Returns whether a mark counts, because anybody can create one in a folder that all may write to. On Unix it must belong to the user, to root, or
/// to the owner of the documents' folder `base`.
#[cfg(unix)]
fn is_trusted(mark: &Path, base: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let user = rustix::process::geteuid().as_raw();
    let owner = base.metadata().map_or(user, |about| about.uid());
    mark.symlink_metadata()
        .is_ok_and(|about| [user, 0, owner].contains(&about.uid()))
}

#[cfg(not(unix))]
fn is_trusted(_mark: &Path, _base: &Path) -> bool {
    true
}

/// Returns the nearest marked folder at or above this one. Marks above the root of a git clone do not count.
pub fn marked_folder(base: &Path) -> Option<&Path> {
    for folder in base.ancestors() {
        if is_project(folder, base) {
            return Some(folder);
        }
        if folder.join(".git").symlink_metadata().is_ok() {
            return None;
        }
    }
    None
}

/// Returns the highest folder that becomes the project folder of the files in this one if it is marked; `None` if this one is marked, since the nearest
/// mark counts.
pub fn highest_markable_folder(folder: &Path) -> Option<&Path> {
    if is_project(folder, folder) {
        return None;
    }
    let is_clone = |above: &&Path| above.join(".git").symlink_metadata().is_ok();
    folder
        .ancestors()
        .find(is_clone)
        .or(folder.ancestors().last())
}

impl Project {
    /// Returns the project of the document in this file.
    ///
    /// # Errors
    /// If the file's folder cannot be read.
    pub fn of(document: &Path) -> io::Result<Self> {
        // References are relative to the file itself, not to a link to it.
        let document = match files::real_path(document) {
            Ok(path) => path,
            Err(_) => std::path::absolute(document)?,
        };
        Self::at(document.parent().unwrap_or(Path::new("/")))
    }

    /// Returns the project of the files in this folder.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub fn at(folder: &Path) -> io::Result<Self> {
        let base = files::real_path(folder)?;
        let folder = marked_folder(&base).unwrap_or(&base).to_owned();
        Ok(Self { base, folder })
    }

    /// The folder that references may not leave.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Returns the document's path relative to the project folder, separated by `/`.
    pub fn relative_path(&self, document: &Path) -> String {
        // The real name, as the folder is the real folder.
        let file = files::real_path(document);
        let file = file.as_deref().unwrap_or(document);
        let name = file.file_name().unwrap_or_default();
        let folders = self.base.strip_prefix(&self.folder);
        slashed(&folders.unwrap_or(Path::new("")).join(name))
    }

    /// Resolves a reference of the document to a file without links.
    ///
    /// # Errors
    /// If the file is outside the project (also through a link), hidden or missing.
    pub fn resolve(&self, reference: &str) -> Result<PathBuf, ReferenceError> {
        let path = self.named(reference)?;
        self.canonical_inside(&path, reference)
    }

    /// Resolves a path relative to the project folder to a file without links.
    ///
    /// # Errors
    /// If the file is outside the project through a link, hidden or missing.
    pub fn inside(&self, path: &str) -> Result<PathBuf, ReferenceError> {
        let file = self.folder.join(path);
        self.check_not_hidden(&file, path)?;
        self.canonical_inside(&file, path)
    }

    /// Resolves the name of a file in the document's folder to a file without links. The name comes from the folder's listing and may contain any
    /// character.
    ///
    /// # Errors
    /// If it is a link to a file that is outside the project or hidden, or if the file is missing.
    pub fn beside(&self, name: &Path) -> Result<PathBuf, ReferenceError> {
        self.canonical_inside(&self.base.join(name), &name.to_string_lossy())
    }

    fn canonical_inside(&self, path: &Path, reference: &str) -> Result<PathBuf, ReferenceError> {
        let outside = || ReferenceError::Outside {
            path: reference.to_owned(),
            folder: self.folder.display().to_string(),
        };
        match files::real_path(path) {
            Ok(file) if !file.starts_with(&self.folder) => Err(outside()),
            // The name itself was checked, or is that of the document; a link may lead elsewhere.
            Ok(file) if file == path => Ok(file),
            Ok(file) => self.check_not_hidden(&file, reference).map(|()| file),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                Err(ReferenceError::NotFound(reference.to_owned()))
            }
            Err(error) => Err(ReferenceError::Io {
                path: reference.to_owned(),
                reason: SystemError(error.kind()),
            }),
        }
    }

    /// Refuses hidden files of the project. Hidden parts of the path that the document's folder shares do not count.
    fn check_not_hidden(&self, file: &Path, reference: &str) -> Result<(), ReferenceError> {
        let mut shared = self.base.ancestors();
        let below = shared.find_map(|folder| file.strip_prefix(folder).ok());
        if below.is_some_and(is_hidden) {
            return Err(ReferenceError::Hidden(reference.to_owned()));
        }
        Ok(())
    }

    /// Resolves a reference by its text alone, without looking at the disk.
    ///
    /// # Errors
    /// If the file would be outside the project, or hidden.
    pub fn named(&self, reference: &str) -> Result<PathBuf, ReferenceError> {
        if reference.is_empty() {
            return Err(ReferenceError::Empty);
        }
        // These characters mean a drive, a server or a home folder on some system.
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
            return self.check_not_hidden(&at, reference).map(|()| at);
        }
        Err(ReferenceError::Outside {
            path: reference.to_owned(),
            folder: self.folder.display().to_string(),
        })
    }

    /// Returns the reference by which the document names this file.
    ///
    /// # Errors
    /// If the file is outside the project or hidden, or its name is not valid Unicode.
    pub fn reference_to(&self, file: &Path) -> Result<String, ReferenceError> {
        let shown = || file.display().to_string();
        let file = files::real_path(file).map_err(|error| ReferenceError::Io {
            path: shown(),
            reason: SystemError(error.kind()),
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

    /// A folder with `game/` in it, which has documents and libraries in separate folders.
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
    fn a_mark_in_an_ancestor_makes_it_the_project_folder() {
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
    fn only_relative_paths_are_resolved() {
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
    fn a_link_out_of_the_project_is_not_followed() {
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
    fn hidden_files_of_the_project_are_refused() {
        let folder = folder();
        let game = folder.path().join("game");
        fs::create_dir_all(game.join(".git")).unwrap();
        for file in [
            MARK,
            ".env",
            ".git/config",
            "trees/.env",
            "trees/.x.bt.json",
        ] {
            fs::write(game.join(file), "{}").unwrap();
        }
        let project = project(&folder);
        for path in ["../.env", "../.git/config", ".env", "./.no", "GIT~1/x"] {
            assert_eq!(code(project.resolve(path)), "hidden_path", "{path}");
        }
        for path in [".env", ".git/config", "trees/.env"] {
            assert_eq!(code(project.inside(path)), "hidden_path", "{path}");
        }
        assert_eq!(code(project.inside("trees/a.bt.json")), "found");
        let env = game.join(".env");
        assert_eq!(
            project.reference_to(&env).unwrap_err().code(),
            "hidden_path"
        );
        // The folder or the name of the document itself may be hidden.
        assert_eq!(code(project.beside(Path::new(".x.bt.json"))), "found");
        fs::create_dir_all(game.join(".ci")).unwrap();
        for file in [".ci/a.bt.json", ".ci/b.bt.json"] {
            fs::write(game.join(file), "{}").unwrap();
        }
        let hidden = Project::of(&game.join(".ci/a.bt.json")).unwrap();
        assert_eq!(code(hidden.resolve("b.bt.json")), "found");
        assert_eq!(code(hidden.resolve("../trees/a.bt.json")), "found");
        assert_eq!(code(hidden.resolve("../.env")), "hidden_path");
    }

    #[test]
    fn a_project_may_be_below_a_hidden_folder() {
        let folder = tempfile::tempdir().unwrap();
        let game = folder.path().join(".local/game");
        fs::create_dir_all(game.join("trees")).unwrap();
        for file in [MARK, "a.tasks.json", "trees/a.bt.json"] {
            fs::write(game.join(file), "{}").unwrap();
        }
        let project = Project::of(&game.join("trees/a.bt.json")).unwrap();
        assert_eq!(code(project.resolve("../a.tasks.json")), "found");
        assert_eq!(code(project.inside("trees/a.bt.json")), "found");
    }

    #[cfg(unix)]
    #[test]
    fn a_link_to_a_hidden_file_is_not_followed() {
        let folder = folder();
        let trees = folder.path().join("game/trees");
        fs::write(trees.join(".env"), "").unwrap();
        std::os::unix::fs::symlink(".env", trees.join("b.bt.json")).unwrap();
        let project = project(&folder);
        assert_eq!(code(project.resolve("b.bt.json")), "hidden_path");
        assert_eq!(code(project.inside("b.bt.json")), "hidden_path");
        assert_eq!(code(project.beside(Path::new("b.bt.json"))), "hidden_path");
    }

    #[test]
    fn marks_above_a_git_clone_do_not_count() {
        let folder = folder();
        let game = files::real_path(&folder.path().join("game")).unwrap();
        for mark in [MARK, "a.b3-workspace"] {
            let mark = folder.path().join(mark);
            fs::write(&mark, "").unwrap();
            assert_eq!(project(&folder).folder(), game.parent().unwrap());
            // In a submodule or another worktree it is a file.
            fs::write(game.join(".git"), "").unwrap();
            assert_eq!(project(&folder).folder(), game.join("trees"));
            fs::remove_file(game.join(".git")).unwrap();
            fs::remove_file(mark).unwrap();
        }
        fs::create_dir(game.join(".git")).unwrap();
        fs::write(game.join(MARK), "").unwrap();
        assert_eq!(project(&folder).folder(), game);
    }

    /// Only root can change a file's owner.
    #[cfg(unix)]
    #[test]
    fn marks_of_other_users_do_not_count() {
        let folder = folder();
        let game = files::real_path(&folder.path().join("game")).unwrap();
        for mark in [MARK, "a.workspace.xml"] {
            let mark = game.join(mark);
            fs::write(&mark, "").unwrap();
            assert_eq!(project(&folder).folder(), game);
            if std::os::unix::fs::chown(&mark, Some(4_242), None).is_ok() {
                assert_eq!(project(&folder).folder(), game.join("trees"));
                // Files that all belong to another user form one project, as when a build server runs as root.
                let trees = game.join("trees");
                std::os::unix::fs::chown(&trees, Some(4_242), None).unwrap();
                assert_eq!(project(&folder).folder(), game);
                let own = rustix::process::geteuid().as_raw();
                std::os::unix::fs::chown(&trees, Some(own), None).unwrap();
            }
            fs::remove_file(mark).unwrap();
        }
    }

    #[test]
    fn a_reference_is_the_relative_path_from_the_document() {
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
            files::real_path(&library).unwrap()
        );
        let own = folder.path().join("game/trees/a.bt.json");
        assert_eq!(project.reference_to(&own).unwrap(), "a.bt.json");
    }
}
