//! The examples as projects, and as Rust code, which the tests compile.

use std::path::Path;
use std::sync::Arc;

use treewright_core::format::{native, tasks_json};
use treewright_core::library::NodeLibrary;
use treewright_core::model::Document;
use treewright_core::project::{DocumentSet, Project};
use treewright_exchange::{ExchangeFormat, WriteOptions, write};

/// All examples, with the files that they refer to.
#[derive(Debug)]
pub struct Examples {
    /// Keyed by their paths in their folder.
    pub documents: DocumentSet,
    /// Built-in node types, and those of the examples' task libraries.
    pub library: NodeLibrary,
}

impl Examples {
    /// Reads the examples of a folder.
    ///
    /// # Panics
    /// If one of them cannot be read.
    #[allow(clippy::expect_used, reason = "the examples are there, and sound")]
    pub fn of(folder: &Path) -> Self {
        let mut documents = DocumentSet::new();
        let mut library = NodeLibrary::builtin();
        let files = std::fs::read_dir(folder).expect("there are examples");
        // Examples in other languages are in separate folders.
        let files = files.flatten().map(|file| file.path());
        let mut paths: Vec<_> = files.filter(|path| path.is_file()).collect();
        paths.sort();
        for path in paths {
            let name = path
                .file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
            let text = std::fs::read(&path).expect("the text can be read");
            if name.ends_with(".bt.json") {
                let read = native::read(&text).expect("the file is a document");
                documents.insert(name, Arc::new(read.document));
            } else if name.ends_with(".tasks.json") {
                let read = tasks_json::read(&text).expect("the file is a library");
                library.add_library(&name, &read.library);
            }
        }
        Self { documents, library }
    }

    /// Returns each example with its path.
    pub fn each(&self) -> impl Iterator<Item = (&str, &Document)> {
        self.documents.paths().filter_map(|path| {
            let document = self.documents.get(path)?.ok()?;
            Some((path, document))
        })
    }

    /// Returns one example as a project with the others.
    pub fn project<'a>(&'a self, path: &'a str, document: &'a Document) -> Project<'a> {
        Project::new(document, path, &self.documents)
    }

    /// Exports an example with inlined subtrees.
    ///
    /// # Panics
    /// If it cannot be exported.
    #[allow(clippy::expect_used, reason = "the examples are sound")]
    pub fn inlined(&self, project: &Project<'_>, format: ExchangeFormat) -> String {
        let options = WriteOptions {
            inline_subtrees: true,
            ..WriteOptions::default()
        };
        let exported = write(format, project, &self.library, &options);
        let mut files = exported.expect("the document can be written").files;
        files.swap_remove(0).text().to_owned()
    }
}

/// Returns the code of each example, with the name of its module.
pub fn code(folder: &Path) -> Vec<(String, String)> {
    let examples = Examples::of(folder);
    let module = |(path, document): (&str, &Document)| {
        let name = path.split('.').next().unwrap_or_default().replace('-', "_");
        let project = examples.project(path, document);
        (name, examples.inlined(&project, ExchangeFormat::Rust))
    };
    examples.each().map(module).collect()
}
