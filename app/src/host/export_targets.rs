//! Where the documents of a project are exported to, and how: kept in the project's folder, so that everybody's editor and build servers
//! do the same. Targets outside the project folder are never kept there: nobody's file may say what is written elsewhere.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Component, Path, PathBuf};

use serde::{Deserialize, Serialize};
use treewright_core::format::exchange::WriteOptions;

use super::files::{Expected, ReadError, SaveError};
use super::side_file::SideFile;

/// The name of the file.
const FILE: &str = "exports.json";
/// What its `format` says.
const FORMAT: &str = "treewright-exports";
/// The version that is written, and the latest that is read.
const VERSION: u64 = 1;

/// Where a document is exported to, and how.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExportTarget {
    /// The name of the format.
    pub to: String,
    /// The file: below the project folder, with `/` between the parts; in the user's own settings, its full path.
    pub file: String,
    /// Whether it is written each time the document is saved, and by `treewright watch`.
    #[serde(default, skip_serializing_if = "is_false")]
    pub on_save: bool,
    /// Trees that Subtree nodes run are put in their place.
    #[serde(default, skip_serializing_if = "is_false")]
    pub inline_subtrees: bool,
    /// White space that only people need is left out.
    #[serde(default, skip_serializing_if = "is_false")]
    pub minify: bool,
    /// For nested save JSON: the key that holds a node's type.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub type_key: String,
    /// What this version does not know.
    #[serde(flatten)]
    pub extra: BTreeMap<String, serde_json::Value>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
fn is_false(flag: &bool) -> bool {
    !flag
}

impl ExportTarget {
    /// How the writer is told.
    pub fn options(&self) -> WriteOptions {
        WriteOptions {
            inline_subtrees: self.inline_subtrees,
            minify: self.minify,
            type_key: self.type_key.clone(),
        }
    }
}

/// What the file holds.
#[derive(Debug, Serialize, Deserialize)]
struct Exports {
    format: String,
    version: u64,
    /// By the path of the document in the project folder.
    #[serde(default)]
    documents: BTreeMap<String, Vec<ExportTarget>>,
    #[serde(flatten)]
    extra: BTreeMap<String, serde_json::Value>,
}

impl Default for Exports {
    fn default() -> Self {
        Self {
            format: FORMAT.to_owned(),
            version: VERSION,
            documents: BTreeMap::new(),
            extra: BTreeMap::new(),
        }
    }
}

/// Why targets could not be read or kept.
#[derive(Debug)]
pub enum ExportFault {
    /// The file cannot be read.
    Read(PathBuf, ReadError),
    /// It holds something else, is damaged, or a later version wrote it.
    Damaged(PathBuf),
    /// It cannot be written.
    Save(PathBuf, SaveError),
}

impl ExportFault {
    /// The file.
    pub fn path(&self) -> &Path {
        match self {
            Self::Read(path, _) | Self::Damaged(path) | Self::Save(path, _) => path,
        }
    }
}

impl fmt::Display for ExportFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read(_, error) => error.fmt(f),
            Self::Damaged(_) => write!(
                f,
                "it does not hold export targets of version {VERSION}: correct it, or remove it"
            ),
            Self::Save(_, error) => error.fmt(f),
        }
    }
}

/// The targets of the document in this file.
///
/// # Errors
/// If there is a file of targets that cannot be read.
pub fn load(document: &Path) -> Result<Vec<ExportTarget>, ExportFault> {
    let Some(side) = SideFile::of(document, FILE) else {
        return Ok(Vec::new());
    };
    let (mut all, _) = read(&side)?;
    Ok(all.documents.remove(&side.document).unwrap_or_default())
}

/// Keeps the targets of the document in this file. A file that cannot be read is left as it is.
///
/// # Errors
/// If they could not be kept.
pub fn save(document: &Path, targets: &[ExportTarget]) -> Result<(), ExportFault> {
    let Some(side) = SideFile::of(document, FILE) else {
        return Ok(());
    };
    let (mut all, expected) = read(&side)?;
    if targets.is_empty() {
        if all.documents.remove(&side.document).is_none() {
            return Ok(());
        }
    } else {
        all.documents
            .insert(side.document.clone(), targets.to_vec());
    }
    let failed = |error| ExportFault::Save(side.path.clone(), error);
    // What is made of texts and flags alone can be written.
    let text = serde_json::to_string_pretty(&all).unwrap_or_default();
    side.write(&format!("{text}\n"), expected).map_err(failed)
}

/// Where a target of a document is, as the project's file names it; none if it lies outside the project folder.
pub fn inside_project(document: &Path, target: &Path) -> Option<String> {
    let side = SideFile::of(document, FILE)?;
    let folder = target.parent()?.canonicalize().ok()?;
    let inside = folder.strip_prefix(&side.project).ok()?;
    let path = inside.join(target.file_name()?);
    let parts = path.iter().map(|part| part.to_string_lossy());
    Some(parts.collect::<Vec<_>>().join("/"))
}

/// The file that a target of the project means; none if it would lie outside the project folder.
pub fn file_of(document: &Path, target: &ExportTarget) -> Option<PathBuf> {
    let side = SideFile::of(document, FILE)?;
    let path = Path::new(&target.file);
    let mut parts = path.components();
    let stays = parts.all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
    if !stays || target.file.is_empty() {
        return None;
    }
    let file = side.project.join(path);
    // A link on the way may lead out; folders that are not there yet are made below one that is.
    let known = file.ancestors().skip(1).find(|folder| folder.exists())?;
    let known = known.canonicalize().ok()?;
    known.starts_with(&side.project).then_some(file)
}

fn read(side: &SideFile) -> Result<(Exports, Expected), ExportFault> {
    let read = side.read();
    let (bytes, expected) = read.map_err(|error| ExportFault::Read(side.path.clone(), error))?;
    let Some(bytes) = bytes else {
        return Ok((Exports::default(), expected));
    };
    let damaged = || ExportFault::Damaged(side.path.clone());
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&bytes);
    let all: Exports = serde_json::from_slice(bytes).map_err(|_| damaged())?;
    if all.format != FORMAT || all.version > VERSION {
        return Err(damaged());
    }
    Ok((all, expected))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder() -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let document = folder.path().join("a.bt.json");
        std::fs::write(&document, "{}").unwrap();
        (folder, document)
    }

    fn target(file: &str) -> ExportTarget {
        ExportTarget {
            to: "dot".into(),
            file: file.into(),
            on_save: true,
            ..ExportTarget::default()
        }
    }

    #[test]
    fn targets_are_kept_by_document_with_what_is_not_known() {
        let (folder, document) = folder();
        assert_eq!(load(&document).unwrap(), []);
        save(&document, &[target("out/a.dot")]).unwrap();
        let file = folder.path().join(".treewright").join(FILE);
        let text = std::fs::read_to_string(&file).unwrap();
        let more = text.replace("\"on_save\": true", "\"on_save\": true,\n \"color\": 3");
        assert_ne!(more, text);
        std::fs::write(&file, more).unwrap();
        let read = load(&document).unwrap();
        assert_eq!(read[0].extra["color"], 3);
        save(&document, &read).unwrap();
        assert!(
            std::fs::read_to_string(&file)
                .unwrap()
                .contains("\"color\": 3")
        );
        save(&document, &[]).unwrap();
        assert_eq!(load(&document).unwrap(), []);
    }

    #[test]
    fn a_damaged_or_newer_file_is_left_alone() {
        let (folder, document) = folder();
        let file = folder.path().join(".treewright").join(FILE);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        for text in [
            "{ not mine",
            r#"{"format": "treewright-exports", "version": 2}"#,
        ] {
            std::fs::write(&file, text).unwrap();
            assert!(matches!(load(&document), Err(ExportFault::Damaged(_))));
            assert!(save(&document, &[target("a.dot")]).is_err());
            assert_eq!(std::fs::read_to_string(&file).unwrap(), text);
        }
    }

    #[test]
    fn a_target_never_leaves_the_project_folder() {
        let (folder, document) = folder();
        assert!(file_of(&document, &target("out/new/a.dot")).is_some());
        for outside in ["../a.dot", "/tmp/a.dot", "", "out/../../a.dot"] {
            assert_eq!(file_of(&document, &target(outside)), None, "{outside}");
        }
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink("/tmp", folder.path().join("link")).unwrap();
            assert_eq!(file_of(&document, &target("link/a.dot")), None);
        }
        let named = inside_project(&document, &folder.path().join("a.dot"));
        assert_eq!(named.as_deref(), Some("a.dot"));
        assert_eq!(inside_project(&document, Path::new("/a.dot")), None);
    }
}
