//! The input and output of readers. Knows no format except the native one, in which it passes on what was read.
//!
//! The files of one command are read together, with paths relative to one folder, so that each becomes one document
//! however many others need it. If two would have the same path, the second gets another name
//! (`Imported::assign_free_paths`).

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::{FxHashMap, FxHashSet};
use treewright_authoring::edit::{self, Command, History, Selection};
use treewright_authoring::layout;
use treewright_core::diagnostic::{Diagnostic, Grade, Problem};
use treewright_core::format::{FormatError, WriteError, native, tasks_json};
use treewright_core::ids::NodeId;
use treewright_core::library::{NodeLibrary, TaskLibrary};
use treewright_core::model::{
    Document, DocumentBuilder, FILE_PARAMETER, Node, ParameterValue, SUBTREE,
};
use treewright_core::project;
use treewright_insight::recording_json::{RecordedFile, Sources};

use crate::foreign::is_builtin;

/// The other files of the folder that was opened. Nothing outside that folder can be read.
pub trait FolderFiles {
    /// Returns the content of the file at this path; `None` if there is no such file or it may not be read. Paths are
    /// relative to the opened folder, with `/` between their parts.
    fn read(&self, path: &str) -> Option<Vec<u8>>;

    /// Returns the names of the files in this folder (empty for the opened one), in order.
    fn list(&self, folder: &str) -> Vec<String>;

    /// Returns whether there is a file at this path.
    fn has(&self, path: &str) -> bool {
        self.read(path).is_some()
    }

    /// Returns the path of the opened folder, with `/` between the names; empty if it is not known. References may
    /// start at one of these folders, and are followed if they lead into the opened one.
    fn folder_path(&self) -> String {
        String::new()
    }
}

/// Files by path, for tests and recordings.
impl FolderFiles for BTreeMap<String, Vec<u8>> {
    fn read(&self, path: &str) -> Option<Vec<u8>> {
        self.get(path).cloned()
    }

    fn list(&self, folder: &str) -> Vec<String> {
        let inside = |path: &String| {
            let (above, name) = path.rsplit_once('/').unwrap_or(("", path));
            (above == folder).then(|| name.to_owned())
        };
        self.keys().filter_map(inside).collect()
    }
}

/// Options of readers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReadOptions {
    /// For nested save JSON: the key of a node's type; empty to detect it.
    pub type_key: String,
}

/// A file to read.
#[derive(Clone, Copy)]
pub struct ImportSource<'a> {
    /// The path below the opened folder, with `/` between the parts.
    pub path: &'a str,
    /// The content of the file.
    pub bytes: &'a [u8],
    /// The files around it.
    pub around: &'a dyn FolderFiles,
    /// The options to read it with.
    pub options: &'a ReadOptions,
}

impl ImportSource<'_> {
    /// Returns the file's name without folders and extensions, which becomes the name of its document.
    pub fn stem(&self) -> &str {
        stem(self.path)
    }

    /// Returns the path of a file's document: next to it, with the extension of documents. `a/hero.json` gives
    /// `a/hero.bt.json`.
    pub fn document_path(path: &str) -> String {
        format!("{}.bt.json", &path[..path.len() - ending(path).len()])
    }

    /// Returns the path of a file's task library: next to it, with the extension of libraries.
    pub fn library_path(path: &str) -> String {
        format!("{}.tasks.json", &path[..path.len() - ending(path).len()])
    }
}

/// Returns the name of a file without folders and extensions: `a/hero.v2.bt.json` gives `hero.v2`.
pub fn stem(path: &str) -> &str {
    let without = &path[..path.len() - ending(path).len()];
    without.rsplit('/').next().unwrap_or(without)
}

/// Returns the extension of a file's name, with its dot; empty for a name such as `.xml`, which would leave no name.
fn ending(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or(path);
    let own = [".bt.json", ".tasks.json"];
    if let Some(ending) = own
        .into_iter()
        .find(|own| name.len() > own.len() && name.ends_with(own))
    {
        return ending;
    }
    match name.rfind('.') {
        Some(at) if at > 0 => &name[at..],
        _ => "",
    }
}

/// The result of reading a file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Imported {
    /// The document of the file itself, if it contains one, then those of the files that it needs.
    pub documents: Vec<ImportedDocument>,
    /// The task libraries that the documents reference.
    pub libraries: Vec<ImportedLibrary>,
}

/// The files that became documents, and the libraries, that were added so far.
#[derive(Clone, Debug, Default)]
pub struct ImportedPaths {
    sources: FxHashSet<String>,
    libraries: FxHashSet<String>,
}

impl ImportedPaths {
    /// Returns whether this file became a document.
    pub fn has(&self, source: &str) -> bool {
        self.sources.contains(source)
    }
}

/// The result of reading several files together.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ImportResult {
    /// The result for the files that could be read, each file once: the requested ones first, then those that they
    /// need.
    pub imported: Imported,
    /// The indices of the sources that could not be read, each with the reason.
    pub failed: Vec<(usize, FormatError)>,
}

impl ImportResult {
    /// Reads each file by itself. If several of them need the same file, the first result counts.
    pub(crate) fn one_by_one(
        sources: &[ImportSource<'_>],
        read: impl Fn(&ImportSource<'_>) -> Result<Imported, FormatError>,
    ) -> Self {
        let places = sources.iter().enumerate();
        let places: FxHashMap<&str, usize> =
            places.map(|(place, source)| (source.path, place)).collect();
        let (mut together, mut known) = (Self::default(), ImportedPaths::default());
        for (index, source) in sources.iter().enumerate() {
            if known.sources.contains(source.path) {
                continue;
            }
            match read(source) {
                Ok(imported) => together.imported.add(imported, &mut known),
                Err(error) => together.failed.push((index, error)),
            }
        }
        let place = |document: &ImportedDocument| {
            let place = places.get(&*document.source);
            place.copied().unwrap_or(sources.len())
        };
        together.imported.documents.sort_by_key(place);
        together
    }
}

/// A document that was created from another tool's file.
#[derive(Clone, Debug, PartialEq)]
pub struct ImportedDocument {
    /// Its path below the opened folder, by which other documents reference it.
    pub path: String,
    /// The path of the file that it came from.
    pub source: String,
    /// The converted document.
    pub document: Document,
    /// The import notes that the document itself does not imply.
    pub remarks: Vec<Diagnostic>,
}

/// A task library that was created from another tool's file.
#[derive(Clone, Debug, PartialEq)]
pub struct ImportedLibrary {
    /// Its path below the opened folder.
    pub path: String,
    /// The converted library.
    pub library: TaskLibrary,
}

/// Counts of nodes by how they were converted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ImportCounts {
    /// All nodes.
    pub nodes: usize,
    /// Nodes of game tasks without an import note: they are declared, and the game defines what they do.
    pub own: usize,
    /// Nodes with kept data that has no effect in this program.
    pub kept: usize,
    /// Nodes that behave differently in some case.
    pub approximated: usize,
    /// Nodes that could not be converted.
    pub refused: usize,
}

impl ImportCounts {
    /// Counts nodes by the worst import note on each. Notes on the document as a whole count for no node.
    pub fn of(document: &Document, remarks: &[Diagnostic]) -> Self {
        let mut worst: FxHashMap<&NodeId, Grade> = FxHashMap::default();
        for remark in remarks {
            let grade = match &remark.problem {
                Problem::Transfer(transfer) => transfer.grade(),
                // The tree that it runs cannot take its place.
                Problem::Subtree(_) => Grade::Refused,
                _ => continue,
            };
            if let Some(node) = remark.location.node() {
                let worst = worst.entry(node).or_insert(grade);
                *worst = (*worst).max(grade);
            }
        }
        let count = |wanted| worst.values().filter(|grade| **grade == wanted).count();
        let is_own = |node: &&Node| !is_builtin(&node.task) && !worst.contains_key(node.id());
        Self {
            nodes: document.node_count(),
            own: document.nodes().filter(is_own).count(),
            kept: count(Grade::Kept),
            approximated: count(Grade::Approximated),
            refused: count(Grade::Refused),
        }
    }

    /// Returns how many nodes became built-in node types exactly.
    pub fn mapped(self) -> usize {
        self.nodes
            .saturating_sub(self.own + self.kept + self.approximated + self.refused)
    }
}

/// Returns the document with these libraries.
fn with_libraries(document: &Document, libraries: Vec<String>) -> Document {
    let mut named = document.clone();
    let (kinds, command) = (NodeLibrary::builtin(), Command::SetLibraries(libraries));
    // The only possible refusal is that it has these libraries already.
    let _ = History::new().apply(&mut named, &kinds, &mut Selection::default(), &command);
    named
}

/// Returns the path if it is free, else the first free one with a number before its extension.
pub fn free_path(path: &str, is_taken: impl Fn(&str) -> bool) -> String {
    if !is_taken(path) {
        return path.to_owned();
    }
    let (before, own) = path.split_at(path.len() - ending(path).len());
    let numbered = (2_u64..).map(|number| format!("{before}.{number}{own}"));
    let mut free = numbered.filter(|path| !is_taken(path));
    free.next().unwrap_or_default()
}

/// Returns the document with its references changed to the new paths.
fn with_new_references(document: &Document, place: &dyn Fn(&str) -> Option<String>) -> Document {
    let libraries = document.libraries.iter();
    let libraries = libraries.map(|named| place(named).unwrap_or_else(|| named.clone()));
    let mut followed = with_libraries(document, libraries.collect());
    let (kinds, mut history) = (NodeLibrary::builtin(), History::new());
    for node in document.nodes().filter(|node| &*node.task == SUBTREE) {
        if let Some(file) = place(node.text_parameter(FILE_PARAMETER)) {
            let command = Command::SetParameter {
                nodes: vec![node.id().clone()],
                name: FILE_PARAMETER.into(),
                value: Some(ParameterValue::literal(&*file)),
            };
            // The only possible refusal is that it has this reference already.
            let _ = history.apply(&mut followed, &kinds, &mut Selection::default(), &command);
        }
    }
    followed
}

/// Returns the reference of a file's document to the library next to it; empty if the library declares nothing.
pub(crate) fn library_names(source: &ImportSource<'_>, library: &TaskLibrary) -> Vec<String> {
    let path = ImportSource::library_path(source.path);
    let name = path.rsplit('/').next().unwrap_or(&path);
    let is_needed = !library.tasks.is_empty();
    is_needed.then(|| name.to_owned()).into_iter().collect()
}

impl Imported {
    /// Returns the result for a file that is one document, with a library next to it if that declares something.
    pub(crate) fn of_one(
        source: &ImportSource<'_>,
        document: Document,
        remarks: Vec<Diagnostic>,
        library: TaskLibrary,
    ) -> Self {
        let document = ImportedDocument {
            path: ImportSource::document_path(source.path),
            source: source.path.to_owned(),
            document,
            remarks,
        };
        let path = ImportSource::library_path(source.path);
        let is_needed = !library.tasks.is_empty();
        let library = is_needed.then_some(ImportedLibrary { path, library });
        Self {
            documents: vec![document],
            libraries: library.into_iter().collect(),
        }
    }

    /// Gives new paths to documents and libraries whose paths other files' results already have; all references follow.
    /// Returns the files whose documents got another path, each with that path.
    pub fn assign_free_paths(&mut self, taken: &mut BTreeSet<String>) -> Vec<(String, String)> {
        let mut moved: FxHashMap<String, String> = FxHashMap::default();
        let mut renamed = Vec::new();
        let before = taken.clone();
        let mut place = |path: &mut String| {
            if taken.insert(path.clone()) {
                return false;
            }
            let free = free_path(path, |path| taken.contains(path));
            taken.insert(free.clone());
            // Of two documents of the same import, references mean the first.
            if before.contains(&**path) {
                moved.insert(path.clone(), free.clone());
            }
            *path = free;
            true
        };
        for made in &mut self.documents {
            if place(&mut made.path) {
                renamed.push((made.source.clone(), made.path.clone()));
            }
        }
        for library in &mut self.libraries {
            place(&mut library.path);
        }
        if !moved.is_empty() {
            for made in &mut self.documents {
                let place = |reference: &str| {
                    let path = project::resolve(&made.path, reference).ok()?;
                    Some(project::relative(&made.path, moved.get(&path)?))
                };
                made.document = with_new_references(&made.document, &place);
            }
        }
        renamed
    }

    /// Adds the result of other files, except documents and libraries that are known already.
    pub fn add(&mut self, other: Self, known: &mut ImportedPaths) {
        let documents = other.documents.into_iter();
        self.documents
            .extend(documents.filter(|document| known.sources.insert(document.source.clone())));
        let libraries = other.libraries.into_iter();
        self.libraries
            .extend(libraries.filter(|library| known.libraries.insert(library.path.clone())));
    }

    /// Returns the texts of the documents and libraries, as if they had been read from native files; the library of a
    /// document is stored by the name with which the document references it. For files that only declare node types,
    /// there is an empty document that references them.
    ///
    /// # Errors
    /// If a document cannot be written.
    pub fn sources(&self) -> Result<Sources, WriteError> {
        let mut sources = Sources::default();
        for imported in &self.documents {
            let references = self.add_libraries(imported, &mut sources);
            let text = if references == imported.document.libraries {
                native::write(&imported.document)?
            } else {
                native::write(&with_libraries(&imported.document, references))?
            };
            sources
                .documents
                .push(RecordedFile::new(&*imported.path, text));
        }
        if self.documents.is_empty() {
            self.add_kinds(&mut sources)?;
        }
        Ok(sources)
    }

    fn add_kinds(&self, sources: &mut Sources) -> Result<(), WriteError> {
        let mut builder = DocumentBuilder::default();
        for library in &self.libraries {
            let name = library.path.rsplit('/').next().unwrap_or(&library.path);
            builder.settings(|document| document.libraries.push(name.to_owned()));
            let text = tasks_json::write(&library.library);
            sources.libraries.push(RecordedFile::new(name, text));
        }
        let text = native::write(builder.document())?;
        sources
            .documents
            .push(RecordedFile::new("tree.bt.json", text));
        Ok(())
    }

    /// Adds the libraries of a document; returns the names by which it references them. Recorded files are not in
    /// folders: two libraries of one name are distinguished by their reference, since `./a.tasks.json` is the same file
    /// as `a.tasks.json`.
    fn add_libraries(&self, imported: &ImportedDocument, sources: &mut Sources) -> Vec<String> {
        let mut names = Vec::new();
        for reference in &imported.document.libraries {
            let library = self.library_of(imported, reference);
            let text = library.map(|library| tasks_json::write(&library.library));
            let mut name = reference.clone();
            let known = |name: &str, sources: &Sources| {
                let mut files = sources.libraries.iter();
                let file = files.find(|file| *file.path == *name);
                file.map(|file| file.text.clone().unwrap_or_default())
            };
            while text.is_some()
                && known(&name, sources).is_some_and(|k| Some(&*k) != text.as_deref())
            {
                name = format!("./{name}");
            }
            if let (Some(text), None) = (text, known(&name, sources)) {
                sources.libraries.push(RecordedFile::new(&*name, text));
            }
            names.push(name);
        }
        names
    }

    fn library_of(&self, imported: &ImportedDocument, reference: &str) -> Option<&ImportedLibrary> {
        let path = project::resolve(&imported.path, reference).ok()?;
        self.libraries.iter().find(|library| library.path == path)
    }

    /// Positions the nodes of documents whose files had no positions, for cards of a usual size.
    pub fn lay_out(&mut self) {
        for imported in &mut self.documents {
            let document = &mut imported.document;
            let options = layout::Options::default();
            if let Some(placed) = layout::positions_for_unplaced(document, &options) {
                edit::arrange_read(document, placed.places);
            }
        }
    }
}
