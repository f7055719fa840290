//! The folder of a project, and the files that a document may refer to: those inside that folder and no others.

use std::io;
use std::path::{Component, Path, PathBuf};

use treewright_core::told;

use super::files;
use super::outputs::is_hidden;
use crate::file_names::slashed;

/// The file that marks the folder of a project.
pub const MARK: &str = "treewright.project.json";
/// The endings of the files that mark a project of behavior3's editor, and one of behaviac's.
const WORKSPACES: [&str; 2] = [".b3-workspace", ".workspace.xml"];
/// So many entries of a folder are looked at to find that file.
const MAX_ENTRIES: usize = 1_000;

/// Where the references of a document start, and which folder they may not leave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Project {
    /// The folder of the document's file.
    base: PathBuf,
    /// The nearest folder at or above it that holds the mark of a project, none above a clone; else the same.
    folder: PathBuf,
}

told! {
    /// Why a reference of a document cannot be followed.
    #[derive(Debug)]
    pub enum ReferenceError of "library_error" without examples {
        /// It names nothing.
        Empty = "empty_path", "the path is empty";
        /// It does not say where to look from the document's folder.
        NotRelative(path: String) = "not_relative",
            "`{path}` is no path from the document's folder: write it with `/` between folders, such as `tasks/arena.tasks.json`";
        /// It leads out of the project.
        Outside {
            /// The reference.
            path: String,
            /// The folder.
            folder: String,
        } = "outside_project", "`{path}` lies outside the project folder {folder}";
        /// It names a hidden file, or one in a hidden folder.
        Hidden(path: String) = "hidden_path", "`{path}` is hidden, or lies in a hidden folder";
        /// There is no file of this name.
        NotFound(path: String) = "not_found", "there is no file `{path}`";
        /// The system says no.
        Io {
            /// The reference.
            path: String,
            /// What it says.
            reason: io::ErrorKind,
        } = "io", "`{path}` cannot be looked at: {reason}"
            with [("path", path), ("reason", reason.to_string())];
    }
}

impl std::error::Error for ReferenceError {}

impl ReferenceError {
    /// What to do about it, in a sentence.
    pub fn remedy(&self) -> String {
        match self {
            Self::Empty | Self::NotRelative(_) => "Correct the path, or remove it.".to_owned(),
            Self::Outside { .. } => format!(
                "Move the file into the project; a file {MARK} makes a folder further up the project's."
            ),
            Self::Hidden(_) => {
                "Give it a path in which no name begins with a dot: hidden files are not read."
                    .to_owned()
            }
            Self::NotFound(_) => {
                "Correct the path, which starts at the document's folder, or remove it.".to_owned()
            }
            Self::Io { .. } => "Check that the file may be read.".to_owned(),
        }
    }
}

/// Whether a folder is that of a project, of this program's or of another editor, for documents in the folder `base`.
fn is_project(folder: &Path, base: &Path) -> bool {
    let entries = || files::readable_entries(folder).take(MAX_ENTRIES);
    let is_workspace = |name: &str| WORKSPACES.iter().any(|ending| name.ends_with(ending));
    let is_mark = |name: &str| is_workspace(name) && is_trusted(&folder.join(name), base);
    let own = folder.join(MARK);
    (own.is_file() && is_trusted(&own, base)) || entries().any(|entry| is_mark(&entry.name()))
}

/// Whether a mark counts: in a folder that all may write to, anybody can put one. On Unix it must belong to the user, to root, or to the owner of the
/// folder `base` of the documents.
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

/// The nearest folder at or above this one that holds the mark of a project. No mark above a clone counts.
pub fn marked(base: &Path) -> Option<&Path> {
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
        Self::at(document.parent().unwrap_or(Path::new("/")))
    }

    /// The project of the files in this folder.
    ///
    /// # Errors
    /// If the folder cannot be looked at.
    pub fn at(folder: &Path) -> io::Result<Self> {
        let base = folder.canonicalize()?;
        let folder = marked(&base).unwrap_or(&base).to_owned();
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
        slashed(&folders.unwrap_or(Path::new("")).join(name))
    }

    /// The file that a reference of the document names, without any link.
    ///
    /// # Errors
    /// If it leads out of the project, also by a link, is hidden, or there is no such file.
    pub fn resolve(&self, reference: &str) -> Result<PathBuf, ReferenceError> {
        let path = self.named(reference)?;
        self.existing(&path, reference)
    }

    /// The file at a path inside the project folder, without any link.
    ///
    /// # Errors
    /// If it leads out of the project by a link, is hidden, or there is no such file.
    pub fn inside(&self, path: &str) -> Result<PathBuf, ReferenceError> {
        let file = self.folder.join(path);
        self.seen(&file, path)?;
        self.existing(&file, path)
    }

    /// The file of this name beside the document, without any link. A name that the folder itself lists may hold anything.
    ///
    /// # Errors
    /// If it is a link that leads out of the project or to a hidden file, or there is no such file.
    pub fn beside(&self, name: &Path) -> Result<PathBuf, ReferenceError> {
        self.existing(&self.base.join(name), &name.to_string_lossy())
    }

    fn existing(&self, path: &Path, reference: &str) -> Result<PathBuf, ReferenceError> {
        let outside = || ReferenceError::Outside {
            path: reference.to_owned(),
            folder: self.folder.display().to_string(),
        };
        match path.canonicalize() {
            Ok(file) if !file.starts_with(&self.folder) => Err(outside()),
            // Its own name was checked, or is that of the document; a link may lead elsewhere.
            Ok(file) if file == path => Ok(file),
            Ok(file) => self.seen(&file, reference).map(|()| file),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                Err(ReferenceError::NotFound(reference.to_owned()))
            }
            Err(error) => Err(ReferenceError::Io {
                path: reference.to_owned(),
                reason: error.kind(),
            }),
        }
    }

    /// Refuses a hidden file of the project. What lies in the document's own folder is as hidden as the document.
    fn seen(&self, file: &Path, reference: &str) -> Result<(), ReferenceError> {
        let mut shared = self.base.ancestors();
        let below = shared.find_map(|folder| file.strip_prefix(folder).ok());
        if below.is_some_and(is_hidden) {
            return Err(ReferenceError::Hidden(reference.to_owned()));
        }
        Ok(())
    }

    /// Where the file that a reference names is or would be, by its name alone.
    ///
    /// # Errors
    /// If it would lie outside the project, or be hidden.
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
            return self.seen(&at, reference).map(|()| at);
        }
        Err(ReferenceError::Outside {
            path: reference.to_owned(),
            folder: self.folder.display().to_string(),
        })
    }

    /// How the document names this file.
    ///
    /// # Errors
    /// If it lies outside the project, is hidden, or its name is not valid Unicode.
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
    fn a_project_below_a_hidden_folder_is_one_like_any_other() {
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
    fn no_mark_above_a_clone_counts() {
        let folder = folder();
        let game = folder.path().join("game").canonicalize().unwrap();
        for mark in [MARK, "a.b3-workspace"] {
            let mark = folder.path().join(mark);
            fs::write(&mark, "").unwrap();
            assert_eq!(project(&folder).folder(), game.parent().unwrap());
            // In a submodule or another working folder it is a file.
            fs::write(game.join(".git"), "").unwrap();
            assert_eq!(project(&folder).folder(), game.join("trees"));
            fs::remove_file(game.join(".git")).unwrap();
            fs::remove_file(mark).unwrap();
        }
        fs::create_dir(game.join(".git")).unwrap();
        fs::write(game.join(MARK), "").unwrap();
        assert_eq!(project(&folder).folder(), game);
    }

    /// Only root can give a file away.
    #[cfg(unix)]
    #[test]
    fn no_mark_of_another_user_counts() {
        let folder = folder();
        let game = folder.path().join("game").canonicalize().unwrap();
        for mark in [MARK, "a.workspace.xml"] {
            let mark = game.join(mark);
            fs::write(&mark, "").unwrap();
            assert_eq!(project(&folder).folder(), game);
            if std::os::unix::fs::chown(&mark, Some(4_242), None).is_ok() {
                assert_eq!(project(&folder).folder(), game.join("trees"));
                // Files that are all somebody else's are one project, as where a build server runs as root.
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
