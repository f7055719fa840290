//! What readers of other tools' files take and give. Knows no format but our own, in which it hands on what came.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::{FxHashMap, FxHashSet};
use treewright_authoring::edit::{Command, History, Selection};
use treewright_authoring::layout;
use treewright_core::diagnostic::{Diagnostic, Grade, Problem};
use treewright_core::format::{FormatError, WriteError, native, tasks_json};
use treewright_core::ids::NodeId;
use treewright_core::library::{NodeLibrary, TaskLibrary};
use treewright_core::model::{
    Document, DocumentBuilder, FILE_PARAMETER, Node, ParameterValue, SUBTREE,
};
use treewright_core::project;
use treewright_insight::recording_json::{HeldFile, Sources};

use crate::foreign::is_builtin;

/// The other files of the folder in which a file was opened. Nothing outside that folder is in it.
pub trait Surroundings {
    /// What the file at this path holds; none if there is no such file or it may not be read. Paths start at the opened folder and
    /// have `/` between their parts.
    fn read(&self, path: &str) -> Option<Vec<u8>>;

    /// The names of the files in this folder (empty for the opened one), in order.
    fn list(&self, folder: &str) -> Vec<String>;

    /// Whether there is a file at this path.
    fn has(&self, path: &str) -> bool {
        self.read(path).is_some()
    }

    /// The names of the folders that lead to the opened one, with `/` between them; empty if they are not known. Files may be named from one of
    /// these folders, and be read if they lie in the opened one.
    fn above(&self) -> String {
        String::new()
    }
}

/// Files by path, as tests and recordings have them.
impl Surroundings for BTreeMap<String, Vec<u8>> {
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

/// What the reader of a file may be told.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReadOptions {
    /// For nested save JSON: the key that holds a node's type; empty to find it out.
    pub type_key: String,
}

/// A file to be read.
#[derive(Clone, Copy)]
pub struct Source<'a> {
    /// Where it lies below the opened folder, with `/` between the parts.
    pub path: &'a str,
    /// What it holds.
    pub bytes: &'a [u8],
    /// The files around it.
    pub around: &'a dyn Surroundings,
    /// What else is to be known.
    pub options: &'a ReadOptions,
}

impl Source<'_> {
    /// The name of the file without folders and endings: what a document made of it is called.
    pub fn stem(&self) -> &str {
        stem(self.path)
    }

    /// Where the document of a file belongs: beside it, with the ending of documents. `a/hero.json` gives `a/hero.bt.json`.
    pub fn document_path(path: &str) -> String {
        format!("{}.bt.json", &path[..path.len() - ending(path).len()])
    }

    /// Where the task library of a file belongs.
    pub fn library_path(path: &str) -> String {
        format!("{}.tasks.json", &path[..path.len() - ending(path).len()])
    }
}

/// The name of a file without folders and endings: `a/hero.v2.bt.json` gives `hero.v2`.
pub fn stem(path: &str) -> &str {
    let without = &path[..path.len() - ending(path).len()];
    without.rsplit('/').next().unwrap_or(without)
}

/// The ending of a file's name, with its dot; that of `.xml` is empty, for then there would be no name.
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

/// What a file gave.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Imported {
    /// The document of the file itself, if it holds one, then those of the files that it needs.
    pub documents: Vec<ImportedDocument>,
    /// The task libraries that the documents name.
    pub libraries: Vec<ImportedLibrary>,
}

/// Which files became documents, and which libraries there are.
#[derive(Clone, Debug, Default)]
pub struct Known {
    sources: FxHashSet<String>,
    libraries: FxHashSet<String>,
}

impl Known {
    /// Whether this file became a document.
    pub fn has(&self, source: &str) -> bool {
        self.sources.contains(source)
    }
}

/// What files gave that were read together.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ReadTogether {
    /// What those gave that could be read, each file once: first those that were asked for, then those that they need.
    pub imported: Imported,
    /// The places of those that could not be read, each with the reason.
    pub failed: Vec<(usize, FormatError)>,
}

impl ReadTogether {
    /// Reads each file by itself. Of what several of them need, what the first gave counts.
    pub(crate) fn one_by_one(
        sources: &[Source<'_>],
        read: impl Fn(&Source<'_>) -> Result<Imported, FormatError>,
    ) -> Self {
        let places = sources.iter().enumerate();
        let places: FxHashMap<&str, usize> =
            places.map(|(place, source)| (source.path, place)).collect();
        let (mut together, mut known) = (Self::default(), Known::default());
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

/// A document that was made from another tool's file.
#[derive(Clone, Debug, PartialEq)]
pub struct ImportedDocument {
    /// Where it belongs, below the opened folder: others refer to it there.
    pub path: String,
    /// The file that it came from.
    pub source: String,
    /// The document.
    pub document: Document,
    /// What did not go over as it is and that nothing in the document tells.
    pub remarks: Vec<Diagnostic>,
}

/// A task library that was made from another tool's file.
#[derive(Clone, Debug, PartialEq)]
pub struct ImportedLibrary {
    /// Where it belongs, below the opened folder.
    pub path: String,
    /// The library.
    pub library: TaskLibrary,
}

/// How many nodes went over, and how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// All nodes.
    pub nodes: usize,
    /// Those of the game's own tasks, of which nothing else is to be said: they are declared, and do what the game lets them do.
    pub own: usize,
    /// Those of which something is kept that does nothing here.
    pub kept: usize,
    /// Those that behave otherwise in some case.
    pub approximated: usize,
    /// Those that could not be taken as they are.
    pub refused: usize,
}

impl Tally {
    /// Counts nodes by the worst remark on each. What is said of the document as a whole is no node's.
    pub fn of(document: &Document, remarks: &[Diagnostic]) -> Self {
        let mut worst: FxHashMap<&NodeId, Grade> = FxHashMap::default();
        for remark in remarks {
            let grade = match &remark.problem {
                Problem::Transfer(transfer) => transfer.grade(),
                // What it runs cannot be put in its place.
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

    /// Those of built-in kinds that went over as they are.
    pub fn mapped(self) -> usize {
        self.nodes
            .saturating_sub(self.own + self.kept + self.approximated + self.refused)
    }
}

/// The document with its libraries named so.
fn naming(document: &Document, libraries: Vec<String>) -> Document {
    let mut named = document.clone();
    let (kinds, command) = (NodeLibrary::builtin(), Command::SetLibraries(libraries));
    // That they are named so already is the only refusal.
    let _ = History::new().apply(&mut named, &kinds, &mut Selection::default(), &command);
    named
}

/// A path if it is not taken, else the first with a number before its ending that is not.
pub fn free_path(path: &str, is_taken: impl Fn(&str) -> bool) -> String {
    if !is_taken(path) {
        return path.to_owned();
    }
    let (before, own) = path.split_at(path.len() - ending(path).len());
    let numbered = (2_u64..).map(|number| format!("{before}.{number}{own}"));
    let mut free = numbered.filter(|path| !is_taken(path));
    free.next().unwrap_or_default()
}

/// The document with what it refers to where that is now.
fn following(document: &Document, place: &dyn Fn(&str) -> Option<String>) -> Document {
    let libraries = document.libraries.iter();
    let libraries = libraries.map(|named| place(named).unwrap_or_else(|| named.clone()));
    let mut followed = naming(document, libraries.collect());
    let (kinds, mut history) = (NodeLibrary::builtin(), History::new());
    for node in document.nodes().filter(|node| &*node.task == SUBTREE) {
        if let Some(file) = place(node.text_parameter(FILE_PARAMETER)) {
            let command = Command::SetParameter {
                nodes: vec![node.id().clone()],
                name: FILE_PARAMETER.into(),
                value: Some(ParameterValue::literal(&*file)),
            };
            // That it is set so already is the only refusal.
            let _ = history.apply(&mut followed, &kinds, &mut Selection::default(), &command);
        }
    }
    followed
}

/// How the document of a file names the library beside it, if that declares something.
pub(crate) fn library_names(source: &Source<'_>, library: &TaskLibrary) -> Vec<String> {
    let path = Source::library_path(source.path);
    let name = path.rsplit('/').next().unwrap_or(&path);
    let is_needed = !library.tasks.is_empty();
    is_needed.then(|| name.to_owned()).into_iter().collect()
}

impl Imported {
    /// What a file gives that is one document, with a library beside it if that declares something.
    pub(crate) fn of_one(
        source: &Source<'_>,
        document: Document,
        remarks: Vec<Diagnostic>,
        library: TaskLibrary,
    ) -> Self {
        let document = ImportedDocument {
            path: Source::document_path(source.path),
            source: source.path.to_owned(),
            document,
            remarks,
        };
        let path = Source::library_path(source.path);
        let is_needed = !library.tasks.is_empty();
        let library = is_needed.then_some(ImportedLibrary { path, library });
        Self {
            documents: vec![document],
            libraries: library.into_iter().collect(),
        }
    }

    /// Keeps documents and libraries apart from those of other files that were given the same paths before: they get paths of their own, and all
    /// that refer to them follow. Gives the files whose documents got another path, each with that.
    pub fn keep_apart(&mut self, taken: &mut BTreeSet<String>) -> Vec<(String, String)> {
        let mut moved: FxHashMap<String, String> = FxHashMap::default();
        let mut told = Vec::new();
        let before = taken.clone();
        let mut place = |path: &mut String| {
            if taken.insert(path.clone()) {
                return false;
            }
            let free = free_path(path, |path| taken.contains(path));
            taken.insert(free.clone());
            // Of two that came together the first is meant.
            if before.contains(&**path) {
                moved.insert(path.clone(), free.clone());
            }
            *path = free;
            true
        };
        for made in &mut self.documents {
            if place(&mut made.path) {
                told.push((made.source.clone(), made.path.clone()));
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
                made.document = following(&made.document, &place);
            }
        }
        told
    }

    /// Adds what other files gave, but for what is known.
    pub fn add(&mut self, other: Self, known: &mut Known) {
        let documents = other.documents.into_iter();
        self.documents
            .extend(documents.filter(|document| known.sources.insert(document.source.clone())));
        let libraries = other.libraries.into_iter();
        self.libraries
            .extend(libraries.filter(|library| known.libraries.insert(library.path.clone())));
    }

    /// The texts of its documents and libraries, as if they had been read from files of this program's own; the library of a
    /// document stands there by the name that the document has for it. Files that only declare kinds of nodes give an empty document
    /// that names them.
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
                native::write(&naming(&imported.document, references))?
            };
            sources.documents.push(HeldFile::new(&*imported.path, text));
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
            sources.libraries.push(HeldFile::new(name, text));
        }
        let text = native::write(builder.document())?;
        sources.documents.push(HeldFile::new("tree.bt.json", text));
        Ok(())
    }

    /// Adds the libraries of a document; gives the names by which it finds them. In files that lie together without folders two libraries of
    /// one name are told apart by how they are named: `./a.tasks.json` means the same file as `a.tasks.json`.
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
                sources.libraries.push(HeldFile::new(&*name, text));
            }
            names.push(name);
        }
        names
    }

    fn library_of(&self, imported: &ImportedDocument, reference: &str) -> Option<&ImportedLibrary> {
        let path = project::resolve(&imported.path, reference).ok()?;
        self.libraries.iter().find(|library| library.path == path)
    }

    /// Gives places to the nodes of documents whose files had none, for cards of a usual size.
    pub fn lay_out(&mut self) {
        for imported in &mut self.documents {
            let document = &mut imported.document;
            let options = layout::Options::default();
            if let Some(places) = layout::places_of_unplaced(document, &options) {
                let (library, arrange) = (NodeLibrary::builtin(), Command::Arrange(places));
                // That all nodes lie well already is the only refusal.
                let _ =
                    History::new().apply(document, &library, &mut Selection::default(), &arrange);
            }
        }
    }
}
