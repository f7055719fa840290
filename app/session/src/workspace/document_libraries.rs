//! Task libraries of an open document: their declarations, their problems, and the last valid version of each. Opens no file; the caller provides
//! what was read.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use treewright_core::diagnostic::Severity;
use treewright_core::library::NodeLibrary;

pub use crate::host::libraries::LibraryProblem;
use crate::host::libraries::{Libraries, NamedLibrary};

#[derive(Debug)]
pub struct DocumentLibraries {
    kinds: Arc<NodeLibrary>,
    used: Vec<NamedLibrary>,
    problems: Vec<LibraryProblem>,
    paths: Vec<PathBuf>,
    loaded_for: (Option<PathBuf>, Vec<String>),
    /// Summary of what was read, to detect changes.
    read: Vec<String>,
}

/// The result of loading libraries again.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Taken {
    /// Whether anything has changed.
    pub changed: bool,
    /// Libraries that were loaded before and have different content now.
    pub reloaded: Vec<String>,
    /// Index of the problem of a library whose last valid version stays in use because it is now invalid.
    pub kept: Option<usize>,
}

impl Default for DocumentLibraries {
    fn default() -> Self {
        Self {
            kinds: Arc::new(NodeLibrary::builtin()),
            used: Vec::new(),
            problems: Vec::new(),
            paths: Vec::new(),
            loaded_for: (None, Vec::new()),
            read: Vec::new(),
        }
    }
}

impl DocumentLibraries {
    /// Returns the node types that the document can use.
    pub fn kinds(&self) -> &Arc<NodeLibrary> {
        &self.kinds
    }

    pub fn problems(&self) -> &[LibraryProblem] {
        &self.problems
    }

    /// Returns the files on which the result depends, including missing ones.
    pub fn paths(&self) -> &[PathBuf] {
        &self.paths
    }

    /// Returns whether the library in this file is in use.
    pub fn is_read_from(&self, file: &Path) -> bool {
        self.used.iter().any(|named| named.path == file)
    }

    /// Returns the library with this path in the document, if it is in use.
    pub fn named(&self, reference: &str) -> Option<&NamedLibrary> {
        self.used.iter().find(|named| named.reference == reference)
    }

    /// Returns the paths and texts of the libraries in use.
    pub fn texts(&self) -> impl Iterator<Item = (&str, Arc<str>)> {
        let used = self.used.iter();
        used.map(|named| (&*named.reference, named.file.text.clone()))
    }

    /// Returns whether the libraries were loaded for a document in this file with these references.
    pub fn is_of(&self, file: Option<&Path>, references: &[String]) -> bool {
        self.loaded_for.0.as_deref() == file && self.loaded_for.1 == references
    }

    /// Accepts libraries that were loaded for a document in this file. A library that has become invalid stays in use in its last valid version.
    pub fn take(
        &mut self,
        file: Option<&Path>,
        references: &[String],
        mut libraries: Libraries,
    ) -> Taken {
        let read = libraries.summary();
        let moved = self.loaded_for.0.as_deref() != file;
        self.loaded_for = (file.map(Path::to_owned), references.to_vec());
        self.paths = std::mem::take(&mut libraries.paths);
        if read == self.read {
            return Taken::default();
        }
        self.read = read;
        let mut taken = Taken {
            changed: true,
            ..Taken::default()
        };
        for named in &libraries.files {
            let before = self.named(&named.reference).filter(|_| !moved);
            if before.is_some_and(|b| b.file.fingerprint != named.file.fingerprint) {
                taken.reloaded.push(named.reference.clone());
            }
        }
        let kept = self.used.drain(..).filter(|old| {
            let read = libraries.files.iter();
            references.contains(&old.reference)
                && !read.clone().any(|new| new.reference == old.reference)
        });
        let kept: Vec<NamedLibrary> = kept.collect();
        taken.kept = libraries.problems.iter().position(|problem| {
            problem.fault.severity() == Severity::Error
                && kept.iter().any(|old| old.reference == problem.reference)
        });
        libraries.files.extend(kept);
        let place = |named: &NamedLibrary| references.iter().position(|r| *r == named.reference);
        libraries.files.sort_by_key(place);
        self.kinds = Arc::new(libraries.combined());
        self.used = libraries.files;
        self.problems = libraries.problems;
        taken
    }
}
