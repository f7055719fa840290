//! Export targets of the documents of a project. They are stored in the project folder, so that every editor and build server exports alike. Targets
//! outside the project folder are never stored there: a file from somebody else must not decide what is written elsewhere.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Component, Path, PathBuf};

use serde::{Deserialize, Serialize};
use treewright_exchange::WriteOptions;

use super::files::{Expected, ReadError, SaveError, real_path};
use super::outputs::is_hidden;
use super::side_file::{NewPath, SideFile};
use crate::file_names::slashed;

const FILE: &str = "exports.json";
/// The value of the file's `format` field.
const FORMAT: &str = "treewright-exports";
/// The version that is written, and the latest that can be read.
const VERSION: u64 = 1;

/// Where and how a document is exported.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExportTarget {
    /// The name of the format.
    pub to: String,
    /// The output file: relative to the project folder and separated by `/`, or an absolute path in the user's own settings.
    pub file: String,
    /// Export at each save of the document, and by `treewright watch`.
    #[serde(default, skip_serializing_if = "is_false")]
    pub on_save: bool,
    /// Replace Subtree nodes by the trees that they run.
    #[serde(default, skip_serializing_if = "is_false")]
    pub inline_subtrees: bool,
    /// Omit white space that only helps human readers.
    #[serde(default, skip_serializing_if = "is_false")]
    pub minify: bool,
    /// For nested save JSON: the key that holds a node's type.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub type_key: String,
    /// For nested save JSON: the namespace of the node classes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub namespace: Option<String>,
    /// Fields that this version does not know; written back unchanged.
    #[serde(flatten)]
    pub extra: BTreeMap<String, serde_json::Value>,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde requires this signature"
)]
fn is_false(flag: &bool) -> bool {
    !flag
}

impl ExportTarget {
    /// Returns the options for the writer.
    pub fn options(&self) -> WriteOptions {
        WriteOptions {
            inline_subtrees: self.inline_subtrees,
            minify: self.minify,
            type_key: self.type_key.clone(),
            namespace: self.namespace.clone(),
            with_run: false,
        }
    }
}

/// The content of the file.
#[derive(Debug, Serialize, Deserialize)]
struct Exports {
    format: String,
    version: u64,
    /// By the document's path in the project folder.
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

/// Why targets could not be loaded or saved.
#[derive(Debug)]
pub enum ExportFault {
    Read(PathBuf, ReadError),
    /// The file has another format, is damaged, or was written by a later version.
    Damaged(PathBuf),
    Save(PathBuf, SaveError),
    /// The target's file name is not valid Unicode, which the file cannot store.
    NotText(PathBuf),
}

impl ExportFault {
    pub fn path(&self) -> &Path {
        match self {
            Self::Read(path, _)
            | Self::Damaged(path)
            | Self::Save(path, _)
            | Self::NotText(path) => path,
        }
    }
}

impl fmt::Display for ExportFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read(_, error) => error.fmt(f),
            Self::Damaged(_) => write!(
                f,
                "it does not contain export targets of version {VERSION}: correct or delete it"
            ),
            Self::Save(_, error) => error.fmt(f),
            Self::NotText(_) => f.write_str("its name is not valid Unicode"),
        }
    }
}

/// Returns the export targets of this document.
///
/// # Errors
/// If the file of targets exists but cannot be read.
pub fn load(document: &Path) -> Result<Vec<ExportTarget>, ExportFault> {
    let Some(side) = SideFile::of(document, FILE) else {
        return Ok(Vec::new());
    };
    let (mut all, _) = read(&side)?;
    Ok(all.documents.remove(&side.document).unwrap_or_default())
}

/// Saves the export targets of this document. An unreadable file is left unchanged.
///
/// # Errors
/// If they could not be saved.
pub fn save(document: &Path, targets: &[ExportTarget]) -> Result<(), ExportFault> {
    let Some(side) = SideFile::of(document, FILE) else {
        return Ok(());
    };
    let (mut all, expected) = read(&side)?;
    if !side.replace_entries(&mut all.documents, targets) {
        return Ok(());
    }
    write(&side, &all, expected)
}

/// Keeps the export targets of documents that have moved.
///
/// # Errors
/// If the file of targets exists but cannot be read or replaced.
pub fn follow_moves(project: &Path, new_path: NewPath<'_>) -> Result<(), ExportFault> {
    let side = SideFile::in_project(project, String::new(), FILE);
    let (mut all, expected) = read(&side)?;
    if SideFile::follow_moves(&mut all.documents, new_path) {
        write(&side, &all, expected)?;
    }
    Ok(())
}

fn write(side: &SideFile, all: &Exports, expected: Expected) -> Result<(), ExportFault> {
    // Text and booleans alone always serialize.
    let text = serde_json::to_string_pretty(all).unwrap_or_default();
    side.write(&format!("{text}\n"), expected)
        .map_err(|error| ExportFault::Save(side.path.clone(), error))
}

/// Returns the path by which the project's file may name a target. `None` if the target lies outside the project folder, is hidden or is a link; only
/// the user's own settings may name such a target.
pub fn inside_project(document: &Path, target: &Path) -> Option<String> {
    let side = SideFile::of(document, FILE)?;
    let folder = real_path(target.parent()?).ok()?;
    let inside = folder.strip_prefix(&side.project).ok()?;
    let path = inside.join(target.file_name()?);
    if target.is_symlink() || is_hidden(&path) {
        return None;
    }
    Some(slashed(&path))
}

/// Returns the folder to which a project's target is relative, or `None` if the target would lie outside the project folder. Links that lead out are
/// detected when the target is written.
pub fn folder_of(document: &Path, target: &ExportTarget) -> Option<PathBuf> {
    let side = SideFile::of(document, FILE)?;
    let path = Path::new(&target.file);
    let mut parts = path.components();
    let stays = parts.all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
    (stays && !target.file.is_empty()).then_some(side.project)
}

/// Returns the folder and relative path under which the project's file names `file` as a target of this document, or `None`.
pub fn named_by_project(document: &Path, file: &Path) -> Option<(PathBuf, String)> {
    let mut targets = load(document).ok()?.into_iter();
    targets.find_map(|target| {
        let folder = folder_of(document, &target)?;
        (folder.join(&target.file) == *file).then_some((folder, target.file))
    })
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
    fn targets_are_stored_by_document_with_unknown_fields() {
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
    fn a_damaged_or_newer_file_is_unchanged() {
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
    fn a_target_outside_the_project_folder_is_refused() {
        let (folder, document) = folder();
        assert!(folder_of(&document, &target("out/new/a.dot")).is_some());
        for outside in ["../a.dot", "/tmp/a.dot", "", "out/../../a.dot"] {
            assert_eq!(folder_of(&document, &target(outside)), None, "{outside}");
        }
        let hidden = folder.path().join(".git");
        std::fs::create_dir(&hidden).unwrap();
        assert_eq!(inside_project(&document, &hidden.join("a.dot")), None);
        #[cfg(unix)]
        {
            let link = folder.path().join("link.dot");
            std::os::unix::fs::symlink("/tmp/a.dot", &link).unwrap();
            assert_eq!(inside_project(&document, &link), None);
        }
        let named = inside_project(&document, &folder.path().join("a.dot"));
        assert_eq!(named.as_deref(), Some("a.dot"));
        assert_eq!(inside_project(&document, Path::new("/a.dot")), None);
    }
}
