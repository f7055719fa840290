//! The task libraries of an open document: what they declare now, what is wrong with them, and the last good version of each.
//! Opens no file: it is given what was read.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use treewright_core::diagnostic::Severity;
use treewright_core::library::NodeLibrary;

pub use crate::host::libraries::LibraryProblem;
use crate::host::libraries::{Libraries, NamedLibrary};

/// The libraries of one document.
#[derive(Debug)]
pub struct DocumentLibraries {
    kinds: Arc<NodeLibrary>,
    used: Vec<NamedLibrary>,
    problems: Vec<LibraryProblem>,
    paths: Vec<PathBuf>,
    loaded_for: (Option<PathBuf>, Vec<String>),
    /// What was read, to see whether anything changed.
    read: Vec<String>,
}

/// What became of libraries that were read anew.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Taken {
    /// Something is another than before.
    pub changed: bool,
    /// Libraries that were there before and hold something else now.
    pub reloaded: Vec<String>,
    /// The place among the problems of an error in a library whose last good version stays in use.
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
    /// The kinds of nodes that the document can have.
    pub fn kinds(&self) -> &Arc<NodeLibrary> {
        &self.kinds
    }

    /// What is wrong with the libraries.
    pub fn problems(&self) -> &[LibraryProblem] {
        &self.problems
    }

    /// The files that matter, there or not.
    pub fn paths(&self) -> &[PathBuf] {
        &self.paths
    }

    /// The library of this path in the document, if it is in use.
    pub fn named(&self, reference: &str) -> Option<&NamedLibrary> {
        self.used.iter().find(|named| named.reference == reference)
    }

    /// The paths in the document and the texts of those in use.
    pub fn texts(&self) -> impl Iterator<Item = (&str, Arc<str>)> {
        let used = self.used.iter();
        used.map(|named| (&*named.reference, named.file.text.clone()))
    }

    /// Whether what is here was read for a document in this file that names these libraries.
    pub fn is_of(&self, file: Option<&Path>, references: &[String]) -> bool {
        self.loaded_for.0.as_deref() == file && self.loaded_for.1 == references
    }

    /// Takes what was read for a document in this file. A library that cannot be used any more keeps its last good version.
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
