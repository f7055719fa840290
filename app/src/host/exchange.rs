//! Other tools' files on disk: which format one has, reading it with the files around it, and writing what is made of it. Of the formats it
//! knows no more than the names of files that only mark a folder.

mod finding;

use std::collections::BTreeSet;
use std::fmt;
use std::fs;
use std::path::{Component, Path, PathBuf};

use treewright_core::format::exchange::{
    self, ExchangeFormat, ExportedFile, Imported, ReadOptions, Source, Surroundings,
};
use treewright_core::format::{FormatError, WriteError, native, substitution_json, tasks_json};

pub use self::finding::{Found, Listing, Missed, foreign_files, kin_of};
use super::files::{self, Expected, Fingerprint, ReadError, SaveError};
use super::project::{MARK, is_project};

/// The most entries of a folder that are looked at.
pub const MAX_ENTRIES: usize = 10_000;

/// The folder that counts as opened with a file: nothing outside it is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folder {
    root: PathBuf,
}

impl Folder {
    /// The project folder around a file, and where the file lies in it. Without a mark of a project that is the folder of the file.
    ///
    /// # Errors
    /// If the file is not there.
    pub fn around(file: &Path) -> Result<(Self, String), ReadError> {
        let file = file.canonicalize().map_err(|_| ReadError::NotFound)?;
        let base = file.parent().unwrap_or(Path::new("/"));
        let root = base.ancestors().find(|folder| is_project(folder));
        let folder = Self {
            root: root.unwrap_or(base).to_owned(),
        };
        let path = folder.path_of(&file);
        Ok((folder, path))
    }

    /// Where a file lies in the folder, with `/` between the parts.
    fn path_of(&self, file: &Path) -> String {
        let inside = file.strip_prefix(&self.root).unwrap_or(file);
        let parts = inside.iter().map(|part| part.to_string_lossy());
        parts.collect::<Vec<_>>().join("/")
    }

    /// The file or folder at a path, without any link; none if it leads out.
    fn inside(&self, path: &str) -> Option<PathBuf> {
        let found = self.root.join(path).canonicalize().ok()?;
        found.starts_with(&self.root).then_some(found)
    }
}

fn names(folder: &Path) -> impl Iterator<Item = String> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let files = entries.take(MAX_ENTRIES).flatten();
    files.map(|entry| entry.file_name().to_string_lossy().into_owned())
}

impl Surroundings for Folder {
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
}

/// A file that was read.
#[derive(Debug)]
pub struct Import {
    /// Its format.
    pub format: ExchangeFormat,
    /// The folder that counts as opened with it.
    pub folder: PathBuf,
    /// What it gave.
    pub imported: Imported,
    /// What it held, to see that it changed.
    pub fingerprint: Fingerprint,
}

/// Why a file cannot be read.
#[derive(Debug)]
pub enum ImportFault {
    /// The file cannot be read at all.
    Read(ReadError),
    /// It is of no format that can be read.
    Unknown,
    /// It holds substitution rules: no tree, but what plays the leaves of one.
    Rules,
    /// It is of no format that can be read, since it is no good text of what its name says.
    Syntax(Box<(FormatError, Vec<u8>)>),
    /// It is no good file of its format.
    Format(Box<(ExchangeFormat, FormatError, Vec<u8>)>),
}

impl fmt::Display for ImportFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read(error) => error.fmt(f),
            Self::Unknown => f.write_str("it is of no format that can be read"),
            Self::Rules => f.write_str("it holds substitution rules and no tree"),
            Self::Syntax(error) => error.0.fmt(f),
            Self::Format(error) => error.1.fmt(f),
        }
    }
}

/// Reads a file of another tool, or a document. Without a format it is found out.
///
/// # Errors
/// If it cannot be read.
pub fn import(
    file: &Path,
    format: Option<ExchangeFormat>,
    options: &ReadOptions,
) -> Result<Import, ImportFault> {
    let bytes = files::read(file).map_err(ImportFault::Read)?;
    let (folder, path) = Folder::around(file).map_err(ImportFault::Read)?;
    let name = path.rsplit('/').next().unwrap_or_default();
    let Some(format) = format.or_else(|| exchange::detect(name, &bytes)) else {
        return Err(unknown(name, bytes));
    };
    let source = Source {
        path: &path,
        bytes: &bytes,
        around: &folder,
        options,
    };
    let fingerprint = Fingerprint::of(&bytes);
    match exchange::read(format, &source) {
        Ok(imported) => Ok(Import {
            format,
            folder: folder.root,
            imported,
            fingerprint,
        }),
        Err(error) => Err(ImportFault::Format(Box::new((format, error, bytes)))),
    }
}

/// Why a file is of no format.
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

/// What a file of this format would give if it held these bytes; none if it could not be read.
pub fn reread(file: &Path, format: ExchangeFormat, bytes: &[u8]) -> Option<Imported> {
    let (folder, path) = Folder::around(file).ok()?;
    let source = Source {
        path: &path,
        bytes,
        around: &folder,
        options: &ReadOptions::default(),
    };
    exchange::read(format, &source).ok()
}

/// The files of the documents and libraries that were read: where each belongs and what it will hold.
///
/// # Errors
/// If a document cannot be written.
pub fn own_files(imported: &Imported) -> Result<Vec<ExportedFile>, WriteError> {
    let mut files = Vec::new();
    for document in &imported.documents {
        files.push(ExportedFile {
            path: document.path.clone(),
            text: native::write(&document.document)?,
        });
    }
    for library in &imported.libraries {
        files.push(ExportedFile {
            path: library.path.clone(),
            text: tasks_json::write(&library.library),
        });
    }
    Ok(files)
}

/// The same as seen from the folder of the main document, which gets this name; none if one of them lies outside that folder.
///
/// # Errors
/// If a document cannot be written.
pub fn own_files_beside(
    imported: &Imported,
    name: &str,
) -> Result<Option<Vec<ExportedFile>>, WriteError> {
    let files = own_files(imported)?;
    let folder = files.first().and_then(|main| main.path.rfind('/'));
    let folder = folder.map_or("", |end| &files[0].path[..=end]).to_owned();
    let beside = files.into_iter().enumerate().map(|(place, file)| {
        let path = file.path.strip_prefix(&folder)?;
        let path = if place == 0 { name } else { path }.to_owned();
        Some(ExportedFile {
            path,
            text: file.text,
        })
    });
    Ok(beside.collect())
}

/// Makes a folder that of a project if these files below it, some in folders of their own, would not find each other otherwise.
///
/// # Errors
/// If that cannot be written.
pub fn make_project(folder: &Path, files: &[ExportedFile]) -> Result<(), (PathBuf, SaveError)> {
    let has_folders = files.iter().any(|file| file.path.contains('/'));
    let folder = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    if !has_folders || folder.ancestors().any(is_project) {
        return Ok(());
    }
    let mark = folder.join(MARK);
    let made = files::save(&mark, b"{}\n", Expected::Nothing);
    made.map(|_| ()).map_err(|error| (mark, error))
}

/// Whether a path leads out of the folder below which it is to be: what a file refers to may say anything.
pub fn leads_out(path: &str) -> bool {
    let mut parts = Path::new(path).components();
    !parts.all(|part| matches!(part, Component::Normal(_)))
}

/// Writes files below a folder, which is made if it is not there; gives where they are.
///
/// # Errors
/// The first that cannot be written, and why. With [`Expected::Nothing`] nothing is written if any of them is there already and holds
/// something else.
pub fn write_below(
    folder: &Path,
    files: &[ExportedFile],
    expected: Expected,
) -> Result<Vec<PathBuf>, (PathBuf, SaveError)> {
    if let Some(file) = files.iter().find(|file| leads_out(&file.path)) {
        return Err((PathBuf::from(&file.path), SaveError::NotAFile));
    }
    let target = |file: &ExportedFile| folder.join(&file.path);
    let is_there = |file: &&ExportedFile| {
        files::read(&target(file)).is_ok_and(|bytes| bytes == file.text.as_bytes())
    };
    let already: BTreeSet<PathBuf> = files.iter().filter(is_there).map(target).collect();
    let mut waiting = files.iter().filter(|file| !already.contains(&target(file)));
    if expected == Expected::Nothing
        && let Some(taken) = waiting.clone().map(target).find(|path| path.exists())
    {
        return Err((taken, SaveError::Exists));
    }
    waiting.try_for_each(|file| {
        let path = target(file);
        let failed = |error| (path.clone(), error);
        if let Some(above) = path.parent() {
            files::make_folder(above).map_err(|error| failed(error.into()))?;
        }
        files::save(&path, file.text.as_bytes(), expected).map_err(failed)?;
        Ok(())
    })?;
    Ok(files.iter().map(target).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_outside_the_opened_folder_is_read() {
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
    fn the_folder_of_a_workspace_counts_as_opened() {
        let outer = tempfile::tempdir().unwrap();
        let inner = outer.path().join("workdir");
        fs::create_dir(&inner).unwrap();
        fs::write(outer.path().join("game.b3-workspace"), "{}").unwrap();
        fs::write(inner.join("hero.json"), "{}").unwrap();
        let (folder, path) = Folder::around(&inner.join("hero.json")).unwrap();
        assert_eq!(path, "workdir/hero.json");
        assert_eq!(folder.list(""), ["game.b3-workspace"]);
    }

    #[test]
    fn all_files_are_written_or_none() {
        let folder = tempfile::tempdir().unwrap();
        let file = |path: &str, text: &str| ExportedFile {
            path: path.to_owned(),
            text: text.to_owned(),
        };
        let two = [file("a/x.json", "x"), file("y.json", "y")];
        write_below(folder.path(), &two, Expected::Nothing).unwrap();
        // The same again changes nothing.
        write_below(folder.path(), &two, Expected::Nothing).unwrap();
        let other = [file("new.json", "n"), file("y.json", "other")];
        let (path, error) = write_below(folder.path(), &other, Expected::Nothing).unwrap_err();
        assert!(matches!(error, SaveError::Exists) && path.ends_with("y.json"));
        assert!(!folder.path().join("new.json").exists());
        write_below(folder.path(), &other, Expected::Anything).unwrap();
        assert_eq!(fs::read(folder.path().join("y.json")).unwrap(), b"other");
        for path in ["../out.json", "/out.json", "a/../../out.json"] {
            let out = [file(path, "o")];
            assert!(write_below(folder.path(), &out, Expected::Anything).is_err());
        }
    }
}
