//! Reads the files of a tree: its own, those whose trees it runs, and the task libraries that they name.

use std::fmt::Display;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::BUILTIN;
use super::problem::LoadProblem;
use crate::diagnostic::{Problem, SubtreeProblem};
use crate::format::native::{Positions, ReadDocument};
use crate::format::{FileContent, FormatError, compact, native, tasks_json};
use crate::library::{NodeLibrary, TaskLibrary};
use crate::model::Document;
use crate::project::{DocumentSet, PathError, resolve};

/// The files of a tree, as far as they could be read.
#[derive(Default)]
pub(super) struct Files {
    /// The path of the tree's own file; empty if it was not read from one.
    pub path: String,
    /// The tree's own document, if it could be read.
    pub document: Option<Document>,
    pub others: DocumentSet,
    /// The positions of nodes in each file.
    pub positions: FxHashMap<String, Positions>,
    /// The built-in node types together with those of task libraries; `None` without libraries.
    pub library: Option<NodeLibrary>,
    /// What is wrong with the files themselves.
    pub problems: Vec<LoadProblem>,
}

impl Files {
    /// A document that is not from a file.
    pub fn of_document(document: Document) -> Self {
        Self {
            document: Some(document),
            ..Self::default()
        }
    }

    /// Reads a document that refers to no others.
    pub fn of_bytes(bytes: &[u8]) -> Self {
        let mut files = Self::default();
        files.document = files.own_document("", bytes);
        files
    }

    /// Reads the file at `path`, and all others that it refers to.
    pub fn read<B: AsRef<[u8]>, E: Display>(
        path: &str,
        mut read: impl FnMut(&str) -> Result<B, E>,
    ) -> Self {
        let mut files = Self::default();
        match resolve("", path) {
            Ok(path) => files.path = path,
            Err(error) => {
                files.problems.push(unusable("", path.to_owned(), error));
                return files;
            }
        }
        let path = files.path.clone();
        match read(&path) {
            Ok(bytes) => files.document = files.own_document(&path, bytes.as_ref()),
            Err(error) => files.problems.push(LoadProblem::of_file(&path, &error)),
        }
        if let Some(document) = files.document.take() {
            files.read_others(&document, &mut read);
            files.document = Some(document);
            files.read_libraries(&mut read);
        }
        files
    }

    /// The documents with their paths, the tree's own one first.
    pub fn documents(&self) -> impl Iterator<Item = (&str, &Document)> {
        let own = self.document.iter().map(|document| (&*self.path, document));
        let others = self.others.paths().filter(|path| *path != self.path);
        own.chain(others.filter_map(|path| Some((path, self.others.get(path)?.ok()?))))
    }

    fn own_document(&mut self, path: &str, bytes: &[u8]) -> Option<Document> {
        match read_document(bytes) {
            Ok(read) => Some(self.add_document(path, read)),
            Err(error) => {
                let remedy = error.remedy(FileContent::Tree);
                self.problems
                    .push(LoadProblem::of_format(path, &error, remedy));
                None
            }
        }
    }

    /// Keeps the positions and problems of a document that was read.
    fn add_document(&mut self, path: &str, read: ReadDocument) -> Document {
        let found = read.diagnostics.into_iter();
        let problems = found.map(|found| LoadProblem::of_diagnostic(path, &found));
        self.problems.extend(problems);
        self.positions.insert(path.to_owned(), read.positions);
        read.document
    }

    /// Reads the documents that `document` refers to, directly or not. One that cannot be read breaks the nodes that
    /// need it, which tell why.
    fn read_others<B: AsRef<[u8]>, E: Display>(
        &mut self,
        document: &Document,
        read: &mut impl FnMut(&str) -> Result<B, E>,
    ) {
        loop {
            let missing = self.others.missing(document, &self.path);
            if missing.is_empty() {
                return;
            }
            for path in missing {
                let bytes = read(&path).map_err(|error| error.to_string());
                let bytes = bytes
                    .and_then(|bytes| read_document(bytes.as_ref()).map_err(|error| told(&error)));
                match bytes {
                    Ok(read) => {
                        let document = self.add_document(&path, read);
                        self.others.insert(path, Arc::new(document));
                    }
                    Err(why) => self.others.insert_unreadable(path, why),
                }
            }
        }
    }

    /// Reads the task libraries that the documents name, each once.
    fn read_libraries<B: AsRef<[u8]>, E: Display>(
        &mut self,
        read: &mut impl FnMut(&str) -> Result<B, E>,
    ) {
        let documents = self.documents();
        let named = documents.flat_map(|(path, document)| {
            let libraries = document.libraries.iter();
            libraries.map(move |reference| (path.to_owned(), reference.clone()))
        });
        let mut seen = FxHashSet::default();
        let mut libraries: Vec<(String, TaskLibrary)> = Vec::new();
        for (from, reference) in named.collect::<Vec<_>>() {
            match resolve(&from, &reference) {
                Err(error) => self.problems.push(unusable(&from, reference, error)),
                Ok(path) => {
                    if seen.insert(path.clone()) {
                        let library = self.library_at(&path, read);
                        libraries.extend(library.map(|library| (path, library)));
                    }
                }
            }
        }
        if libraries.is_empty() {
            return;
        }
        let mut all = BUILTIN.clone();
        for (path, library) in &libraries {
            // A name that is taken keeps its first declaration, as in the editor.
            let _taken = all.add_library(path, library);
        }
        self.library = Some(all);
    }

    fn library_at<B: AsRef<[u8]>, E: Display>(
        &mut self,
        path: &str,
        read: &mut impl FnMut(&str) -> Result<B, E>,
    ) -> Option<TaskLibrary> {
        let bytes = match read(path) {
            Ok(bytes) => bytes,
            Err(error) => {
                self.problems.push(LoadProblem::of_file(path, &error));
                return None;
            }
        };
        match tasks_json::read(bytes.as_ref()) {
            Ok(read) => Some(read.library),
            Err(errors) => {
                let errors = errors.iter().map(|error| {
                    LoadProblem::of_format(path, error, error.remedy(FileContent::Library))
                });
                self.problems.extend(errors);
                None
            }
        }
    }
}

/// Reads a document in either of its forms.
fn read_document(bytes: &[u8]) -> Result<ReadDocument, FormatError> {
    if compact::is_compact(bytes) {
        compact::read(bytes).map(ReadDocument::without_text)
    } else {
        native::read(bytes)
    }
}

/// The error of a file, with its position, for the nodes that need the file.
fn told(error: &FormatError) -> String {
    match error.position {
        Some(at) => format!("line {}, column {}: {error}", at.line, at.column),
        None => error.to_string(),
    }
}

/// The problem of a reference that is no path in the project.
fn unusable(from: &str, file: String, error: PathError) -> LoadProblem {
    let problem = match error {
        PathError::Outside => SubtreeProblem::FileOutside { file },
        PathError::Empty | PathError::Absolute | PathError::Unusable => {
            SubtreeProblem::FileNotRelative { file }
        }
    };
    LoadProblem::of_message(from, Problem::Subtree(problem).message())
}
