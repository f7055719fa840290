//! Import and export of other tools' files on disk: detects a file's format, reads the file together with those it refers to, and writes the results.
//! Knows no format itself, except the names of files that mark a folder.

mod files_to_import;

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fmt;
use std::path::{Path, PathBuf};

use treewright_core::format::{FormatError, WriteError, native, tasks_json};
use treewright_exchange as exchange;
use treewright_exchange::{
    ExchangeFormat, FolderFiles, ImportResult, ImportSource, Imported, ImportedDocument,
    ImportedLibrary, ReadOptions, substitution_json,
};

pub use self::files_to_import::{Listing, MAX_DEPTH, Missed, foreign_files, kin_of};
use super::files::{self, Fingerprint, ReadError, SaveError};
use super::project::{self, MARK, Project};
use crate::file_names::{output_path, slashed};

/// How many entries of a folder are examined at most.
pub const MAX_ENTRIES: usize = 10_000;

/// A file to be written, relative to a folder.
pub type ExportedFile = exchange::ExportedFile<PathBuf>;

/// The folder that an import may read: the project folder of the file, or of each of several files. Files outside are never read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folder {
    /// Paths are relative to this folder.
    root: PathBuf,
    /// The readable folders: the root itself or folders in it.
    opened: Vec<Project>,
}

impl Folder {
    /// Returns the project folder of a file, and the file's path in it.
    ///
    /// # Errors
    /// If the file does not exist.
    pub fn around(file: &Path) -> Result<(Self, String), ReadError> {
        let file = files::real_path(file).map_err(|_| ReadError::NotFound)?;
        let project = Project::of(&file)?;
        let path = project.relative_path(&file);
        let folder = Self {
            root: project.folder().to_owned(),
            opened: vec![project],
        };
        Ok((folder, path))
    }

    /// Returns the folder for several files and folders. Its root is the deepest folder that contains all their projects.
    pub fn around_all(named: &[PathBuf]) -> Self {
        let projects = named.iter().filter_map(|path| {
            let project = if path.is_dir() {
                Project::at(path)
            } else {
                Project::of(path)
            };
            project.ok()
        });
        let opened: BTreeMap<PathBuf, Project> = projects
            .map(|project| (project.folder().to_owned(), project))
            .collect();
        let mut folders = opened.keys().map(PathBuf::as_path);
        let first = folders.next().unwrap_or(Path::new("/"));
        let root = folders.fold(first, |common, folder| {
            let mut above = common.ancestors();
            let above = above.find(|above| folder.starts_with(above));
            above.unwrap_or(Path::new(""))
        });
        Self {
            root: root.to_owned(),
            opened: opened.into_values().collect(),
        }
    }

    /// Paths are relative to this folder.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Returns the path of a file relative to the root, separated by `/`.
    fn path_of(&self, file: &Path) -> String {
        slashed(file.strip_prefix(&self.root).unwrap_or(file))
    }

    /// Resolves a path to the real file or folder, or `None` if it leads outside the readable folders.
    fn inside(&self, path: &str) -> Option<PathBuf> {
        let file = self.root.join(path);
        self.opened.iter().find_map(|project| {
            let inside = file.strip_prefix(project.folder()).ok()?;
            project.inside(&inside.to_string_lossy()).ok()
        })
    }
}

fn names(folder: &Path) -> impl Iterator<Item = String> {
    let entries = files::readable_entries(folder).take(MAX_ENTRIES);
    entries.map(|entry| entry.name().into_owned())
}

impl FolderFiles for Folder {
    fn read(&self, path: &str) -> Option<Vec<u8>> {
        files::read(&self.inside(path)?).ok()
    }

    fn list(&self, folder: &str) -> Vec<String> {
        let Some(folder) = self.inside(folder) else {
            return Vec::new();
        };
        let mut names: Vec<String> = names(&folder)
            .filter(|name| folder.join(name).is_file())
            .collect();
        names.sort();
        names
    }

    fn has(&self, path: &str) -> bool {
        self.inside(path).is_some_and(|found| found.is_file())
    }

    fn folder_path(&self) -> String {
        let names = self.root.iter().filter_map(|name| name.to_str());
        let names = names.map(|name| name.trim_matches(['/', '\\']));
        let names: Vec<&str> = names.filter(|name| !name.is_empty()).collect();
        names.join("/")
    }
}

/// A file that was imported.
#[derive(Debug)]
pub struct Import {
    pub format: ExchangeFormat,
    /// The root of its [`Folder`].
    pub folder: PathBuf,
    pub imported: Imported,
    /// Fingerprint of the file's content, to detect later changes.
    pub fingerprint: Fingerprint,
}

/// Why a file cannot be imported.
#[derive(Debug)]
pub enum ImportFault {
    Read(ReadError),
    /// No supported format matches.
    Unknown,
    /// The file holds substitution rules, that is stand-ins for leaves and no tree.
    Rules,
    /// No supported format matches, because the text is not valid in the syntax that its name implies.
    Syntax(Box<(FormatError, Vec<u8>)>),
    /// The file is not valid in its format.
    Format(Box<(ExchangeFormat, FormatError, Vec<u8>)>),
}

impl fmt::Display for ImportFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read(error) => error.fmt(f),
            Self::Unknown => f.write_str("unknown format"),
            Self::Rules => f.write_str("it contains substitution rules, not a tree"),
            Self::Syntax(error) => error.0.fmt(f),
            Self::Format(error) => error.1.fmt(f),
        }
    }
}

/// The content of a file in a supported format.
#[derive(Debug)]
pub struct OpenedForeignFile {
    pub format: ExchangeFormat,
    /// The path relative to the root of its [`Folder`].
    pub path: String,
    pub bytes: Vec<u8>,
}

impl OpenedForeignFile {
    /// Reads a file in `folder`, and detects its format if `format` is `None`.
    ///
    /// # Errors
    /// If the file cannot be read or its format is unknown.
    pub fn of(
        file: &Path,
        folder: &Folder,
        format: Option<ExchangeFormat>,
    ) -> Result<Self, ImportFault> {
        let bytes = files::read(file).map_err(ImportFault::Read)?;
        let whole = files::real_path(file);
        let path = folder.path_of(&whole.map_err(|_| ImportFault::Read(ReadError::NotFound))?);
        let name = path.rsplit('/').next().unwrap_or_default();
        match format.or_else(|| exchange::detect(name, &bytes)) {
            Some(format) => Ok(Self {
                format,
                path,
                bytes,
            }),
            None => Err(unknown(name, bytes)),
        }
    }

    fn source<'a>(&'a self, folder: &'a Folder, options: &'a ReadOptions) -> ImportSource<'a> {
        ImportSource {
            path: &self.path,
            bytes: &self.bytes,
            around: folder,
            options,
        }
    }
}

/// Imports files of one format together with the files that they need, each file once.
pub fn read_together(
    opened: &[OpenedForeignFile],
    folder: &Folder,
    options: &ReadOptions,
) -> ImportResult {
    let Some(first) = opened.first() else {
        return ImportResult::default();
    };
    let sources = opened.iter().map(|file| file.source(folder, options));
    exchange::read_together(first.format, &sources.collect::<Vec<_>>())
}

/// Imports another tool's file, or a document. Detects the format if `format` is `None`.
///
/// # Errors
/// If the file cannot be imported.
pub fn import(
    file: &Path,
    format: Option<ExchangeFormat>,
    options: &ReadOptions,
) -> Result<Import, ImportFault> {
    let (folder, _) = Folder::around(file).map_err(ImportFault::Read)?;
    let opened = OpenedForeignFile::of(file, &folder, format)?;
    let fingerprint = Fingerprint::of(&opened.bytes);
    match exchange::read(opened.format, &opened.source(&folder, options)) {
        Ok(imported) => Ok(Import {
            format: opened.format,
            folder: folder.root,
            imported,
            fingerprint,
        }),
        Err(error) => {
            let fault = (opened.format, error, opened.bytes);
            Err(ImportFault::Format(Box::new(fault)))
        }
    }
}

/// Returns why the format of a file could not be detected.
fn unknown(name: &str, bytes: Vec<u8>) -> ImportFault {
    if let Some(error) = exchange::syntax_error(name, &bytes) {
        return ImportFault::Syntax(Box::new((error, bytes)));
    }
    if substitution_json::detect(&bytes) {
        ImportFault::Rules
    } else {
        ImportFault::Unknown
    }
}

/// Returns what a file of this format would import as if it had the content `bytes`, or `None` if that could not be read.
pub fn reread(file: &Path, format: ExchangeFormat, bytes: &[u8]) -> Option<Imported> {
    let (folder, path) = Folder::around(file).ok()?;
    let source = ImportSource {
        path: &path,
        bytes,
        around: &folder,
        options: &ReadOptions::default(),
    };
    exchange::read(format, &source).ok()
}

/// Returns the document and library files that an import of `file` produces: path and text of each.
///
/// # Errors
/// If a document cannot be serialized.
pub fn own_files(file: &Path, imported: &Imported) -> Result<Vec<ExportedFile>, WriteError> {
    let documents = imported.documents.iter().enumerate();
    // The main document is named after the file, whose name may be invalid Unicode; the file refers to the others by text.
    let documents =
        documents.map(|(place, made)| document_file((place == 0).then_some(file), made));
    let libraries = imported.libraries.iter().map(|made| Ok(library_file(made)));
    documents.chain(libraries).collect()
}

/// Returns the file of an imported document. `of` is the imported file if the document is named after it.
///
/// # Errors
/// If the document cannot be serialized.
pub fn document_file(
    of: Option<&Path>,
    made: &ImportedDocument,
) -> Result<ExportedFile, WriteError> {
    let path = of.map_or_else(
        || PathBuf::from(&made.path),
        |of| output_path(of, &made.path),
    );
    let text = native::write(&made.document)?;
    Ok(ExportedFile::of_text(path, text))
}

pub fn library_file(library: &ImportedLibrary) -> ExportedFile {
    let path = PathBuf::from(&library.path);
    ExportedFile::of_text(path, tasks_json::write(&library.library))
}

/// Like [`own_files`], with paths relative to the folder of the main document, which is renamed to `name`. `None` if a file lies outside that folder.
///
/// # Errors
/// If a document cannot be serialized.
pub fn own_files_relative(
    file: &Path,
    imported: &Imported,
    name: &OsStr,
) -> Result<Option<Vec<ExportedFile>>, WriteError> {
    let files = own_files(file, imported)?;
    let folder = files.first().and_then(|main| main.path.parent());
    let folder = folder.unwrap_or(Path::new("")).to_owned();
    let beside = files.into_iter().enumerate().map(|(place, file)| {
        let path = file.path.strip_prefix(&folder).ok()?;
        let path = if place == 0 { Path::new(name) } else { path }.to_owned();
        Some(ExportedFile {
            path,
            bytes: file.bytes,
        })
    });
    Ok(beside.collect())
}

/// Marks `folder` as a project folder if `files` would otherwise not find each other because some lie in subfolders.
///
/// # Errors
/// If the marker file cannot be written.
pub fn make_project(folder: &Path, files: &[ExportedFile]) -> Result<(), (PathBuf, SaveError)> {
    let has_folders = files.iter().any(|file| file.path.components().count() > 1);
    let folder = files::real_path(folder).unwrap_or_else(|_| folder.to_owned());
    if !has_folders || project::marked_folder(&folder).is_some() {
        return Ok(());
    }
    let mark = folder.join(MARK);
    let made = files::make_below(&folder, Path::new(MARK), b"{}\n");
    made.map(drop).map_err(|error| (mark, error))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn files_outside_the_opened_folder_are_not_read() {
        let outer = tempfile::tempdir().unwrap();
        let inner = outer.path().join("trees");
        fs::create_dir(&inner).unwrap();
        fs::write(outer.path().join("secret.xml"), "secret").unwrap();
        fs::write(inner.join("a.xml"), "a").unwrap();
        #[cfg(unix)]
        std::os::unix::fs::symlink("../secret.xml", inner.join("link.xml")).unwrap();
        let (folder, path) = Folder::around(&inner.join("a.xml")).unwrap();
        assert_eq!(path, "a.xml");
        assert_eq!(folder.read("a.xml").unwrap(), b"a");
        for path in ["../secret.xml", "link.xml", "/etc/hostname", "missing.xml"] {
            assert_eq!(folder.read(path), None, "{path}");
        }
        assert_eq!(folder.list(".."), Vec::<String>::new());
    }

    #[test]
    fn folders_between_the_opened_ones_are_not_read() {
        let outer = tempfile::tempdir().unwrap();
        for path in [
            "a/x.xml",
            "a/in/y.xml",
            "b/c/z.xml",
            "b/secret.xml",
            "secret.xml",
        ] {
            let file = outer.path().join(path);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, path).unwrap();
        }
        let named = ["a", "b/c/z.xml"].map(|path| outer.path().join(path));
        let folder = Folder::around_all(&named);
        for (path, is_read) in [
            ("a/x.xml", true),
            ("a/in/y.xml", true),
            ("b/c/z.xml", true),
            ("b/secret.xml", false),
            ("secret.xml", false),
            ("a/../secret.xml", false),
        ] {
            assert_eq!(folder.read(path).is_some(), is_read, "{path}");
            assert_eq!(folder.has(path), is_read, "{path}");
        }
        assert!(
            folder
                .folder_path()
                .ends_with(outer.path().file_name().unwrap().to_str().unwrap())
        );
    }

    #[test]
    fn a_workspace_opens_its_folder() {
        let outer = tempfile::tempdir().unwrap();
        let inner = outer.path().join("workdir");
        fs::create_dir(&inner).unwrap();
        fs::write(outer.path().join("game.b3-workspace"), "{}").unwrap();
        fs::write(inner.join("hero.json"), "{}").unwrap();
        let (folder, path) = Folder::around(&inner.join("hero.json")).unwrap();
        assert_eq!(path, "workdir/hero.json");
        assert_eq!(folder.list(""), ["game.b3-workspace"]);
    }
}
