//! A document together with the other documents that it refers to.
//!
//! This module opens no files. Paths are texts, relative to the project folder, with `/` as separator. The project
//! folder is the nearest folder, at or above the document's, that contains a file `treewright.project.json`, or else
//! the document's own folder. References that lead out of it are refused.
//!
//! # Loading
//! The caller reads files: it asks [`DocumentSet::missing`] for paths until none are left, then compiles or validates
//! a [`Project`]. If a file cannot be read, the set keeps the reason: nodes that need the file report it, and the
//! rest runs.
//!
//! ```
//! use std::sync::Arc;
//! use treewright_core::compile::{GameTasks, compile_project};
//! use treewright_core::format::native;
//! use treewright_core::library::NodeLibrary;
//! use treewright_core::project::{DocumentSet, Project};
//!
//! # fn read_file(path: &str) -> Result<&'static str, std::io::Error> {
//! #     match path {
//! #         "lib/rest.bt.json" => Ok(r#"{"format": "treewright", "version": 1, "root": "a", "nodes": [{"id": "a", "task": "Succeed"}]}"#),
//! #         _ => Err(std::io::ErrorKind::NotFound.into()),
//! #     }
//! # }
//! # let text = r#"{"format": "treewright", "version": 1, "root": "a", "nodes": [
//! #     {"id": "a", "task": "Subtree", "parameters": {"file": "../lib/rest.bt.json"}}]}"#;
//! let document = native::read(text.as_bytes()).unwrap().document;
//! let path = "ai/guard.bt.json"; // where `text` lies in the project folder
//! let mut others = DocumentSet::new();
//! loop {
//!     let missing = others.missing(&document, path);
//!     if missing.is_empty() {
//!         break;
//!     }
//!     for path in missing {
//!         let read = read_file(&path).map_err(|error| error.to_string());
//!         let read = read.and_then(|text| native::read(text.as_bytes()).map_err(|error| error.to_string()));
//!         match read {
//!             Ok(read) => others.insert(path, Arc::new(read.document)),
//!             Err(reason) => others.insert_unreadable(path, reason),
//!         }
//!     }
//! }
//! let project = Project::new(&document, path, &others);
//! let compiled = compile_project(&project, &NodeLibrary::builtin(), &GameTasks::<()>::new());
//! assert!(compiled.broken.is_empty());
//! assert_eq!(compiled.program.unwrap().len(), 2);
//! ```

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use rustc_hash::FxHashSet;

use crate::model::{Document, FILE_PARAMETER, SUBTREE};
use crate::named;

named! {
    /// Why a reference is no path in the project.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum PathError: code {
        /// It is empty.
        Empty = "empty",
        /// It is an absolute path.
        Absolute = "absolute",
        /// It leads out of the project folder.
        Outside = "outside",
        /// It contains a character that paths cannot have.
        Unusable = "unusable",
    }
}

impl fmt::Display for PathError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Empty => "the path is empty",
            Self::Absolute => "the path is not relative: use a path relative to this file",
            Self::Outside => "the path leads out of the project folder",
            Self::Unusable => "the path contains an invalid character",
        })
    }
}

impl std::error::Error for PathError {}

/// Resolves a reference in the document at `from` to a path in the project folder, such as `a/b.bt.json`. The case of
/// letters is unchanged.
///
/// # Errors
/// If it is empty, absolute, leads out of the project folder, or cannot be a path.
///
/// ```
/// use treewright_core::project::{PathError, resolve};
///
/// assert_eq!(resolve("ai/guard.bt.json", r"..\Lib\.//rest.bt.json").unwrap(), "Lib/rest.bt.json");
/// assert_eq!(resolve("ai/guard.bt.json", "../../rest.bt.json"), Err(PathError::Outside));
/// ```
pub fn resolve(from: &str, reference: &str) -> Result<String, PathError> {
    let is_separator = |c: char| matches!(c, '/' | '\\');
    if reference.chars().any(char::is_control) {
        return Err(PathError::Unusable);
    }
    if reference.trim().is_empty() {
        return Err(PathError::Empty);
    }
    let has_drive =
        matches!(reference.as_bytes(), [letter, b':', ..] if letter.is_ascii_alphabetic());
    if has_drive || reference.starts_with(is_separator) {
        return Err(PathError::Absolute);
    }
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in reference.split(is_separator) {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop().ok_or(PathError::Outside)?),
            _ => parts.push(part),
        }
    }
    if parts.is_empty() {
        return Err(PathError::Empty);
    }
    Ok(parts.join("/"))
}

/// Returns the reference from the file `from` to the file `to`: the inverse of [`resolve`]. Both are paths in the
/// project folder.
///
/// ```
/// assert_eq!(treewright_core::project::relative("a/b/x.json", "a/c.json"), "../c.json");
/// ```
pub fn relative(from: &str, to: &str) -> String {
    let (above, _) = from.rsplit_once('/').unwrap_or(("", from));
    let above: Vec<&str> = above.split('/').filter(|part| !part.is_empty()).collect();
    let (folder, name) = to.rsplit_once('/').unwrap_or(("", to));
    let below: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    let shared = above.iter().zip(&below).take_while(|(a, b)| a == b).count();
    let mut way = vec![".."; above.len() - shared];
    way.extend(&below[shared..]);
    way.push(name);
    way.join("/")
}

/// The files that the Subtree nodes of a document refer to, each once, as written. Includes unconnected nodes.
pub fn references(document: &Document) -> impl Iterator<Item = &str> {
    let mut seen = FxHashSet::default();
    let nodes = document.nodes().filter(|node| &*node.task == SUBTREE);
    let files = nodes.map(|node| node.text_parameter(FILE_PARAMETER));
    files.filter(move |file| !file.is_empty() && seen.insert(*file))
}

/// Documents by their paths in the project folder. For a document that could not be read, it has the reason instead.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DocumentSet {
    documents: BTreeMap<String, Result<Arc<Document>, String>>,
}

impl DocumentSet {
    /// Creates an empty set.
    pub const fn new() -> Self {
        Self {
            documents: BTreeMap::new(),
        }
    }

    /// Adds a document, or replaces the one at this path.
    pub fn insert(&mut self, path: impl Into<String>, document: Arc<Document>) {
        self.documents.insert(path.into(), Ok(document));
    }

    /// Records why the document at this path could not be read.
    pub fn insert_unreadable(&mut self, path: impl Into<String>, reason: impl Into<String>) {
        self.documents.insert(path.into(), Err(reason.into()));
    }

    /// The document at this path, or why it could not be read; `None` if it is not in the set yet.
    pub fn get(&self, path: &str) -> Option<Result<&Document, &str>> {
        let entry = self.documents.get(path)?;
        Some(entry.as_deref().map_err(|reason| &**reason))
    }

    /// All paths in the set, in order, readable or not.
    pub fn paths(&self) -> impl ExactSizeIterator<Item = &str> {
        self.documents.keys().map(|path| &**path)
    }

    /// The paths that a document refers to, directly or through documents of the set, and that are not in the set
    /// yet.
    pub fn missing(&self, document: &Document, path: &str) -> Vec<String> {
        let mut missing = Vec::new();
        let mut seen = FxHashSet::from_iter([path.to_owned()]);
        let mut pending = vec![(path.to_owned(), document)];
        while let Some((from, document)) = pending.pop() {
            for reference in references(document) {
                let Ok(path) = resolve(&from, reference) else {
                    continue;
                };
                if !seen.insert(path.clone()) {
                    continue;
                }
                match self.get(&path) {
                    None => missing.push(path),
                    Some(Ok(document)) => pending.push((path, document)),
                    Some(Err(_)) => {}
                }
            }
        }
        missing.sort_unstable();
        missing
    }
}

/// A document with the other documents that it refers to.
#[derive(Clone, Copy, Debug)]
pub struct Project<'a> {
    /// The main document: the one to compile, validate or run.
    pub document: &'a Document,
    /// Its path in the project folder.
    pub path: &'a str,
    /// The other documents.
    pub others: &'a DocumentSet,
}

impl<'a> Project<'a> {
    /// Combines a document, its path and the other documents.
    pub fn new(document: &'a Document, path: &'a str, others: &'a DocumentSet) -> Self {
        Self {
            document,
            path,
            others,
        }
    }

    /// A document that refers to no others.
    pub fn alone(document: &'a Document) -> Self {
        static NONE: DocumentSet = DocumentSet::new();
        Self::new(document, "", &NONE)
    }

    /// The number of nodes in the main document and in all others that it may run.
    pub fn node_count(&self) -> usize {
        let others = self
            .others
            .paths()
            .filter_map(|path| self.others.get(path)?.ok());
        let others: usize = others.map(Document::node_count).sum();
        self.document.node_count() + others
    }

    /// The other document at this path, or why it could not be read; `None` if it was not loaded.
    pub fn get(&self, path: &str) -> Option<Result<&'a Document, &'a str>> {
        if path == self.path {
            return Some(Ok(self.document));
        }
        self.others.get(path)
    }
}

#[cfg(test)]
mod tests;
