//! The files of a program, as texts that can be compiled again elsewhere.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use treewright_core::compile::{Compiled, GameTasks, compile_project};
use treewright_core::diagnostic::Diagnostic;
use treewright_core::format::{FormatError, FormatErrorKind, WriteError, native, tasks_json};
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::model::{Document, StandIn};
use treewright_core::project::{DocumentSet, Project};

use super::fault::{RecordingFault, wrong};

/// A file in a recording.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename = "file")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RecordedFile {
    /// The path of a document inside the project folder, or the path of a task library as documents refer to it.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub path: Arc<str>,
    /// The text of the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub text: Option<Arc<str>>,
    /// The reason why the file could not be read, if there is no text.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub unreadable: Option<Arc<str>>,
}

/// The files of a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sources {
    /// The main document, then the documents that it refers to.
    pub documents: Vec<RecordedFile>,
    /// The task libraries, in the order in which their node types are added to the built-in ones.
    pub libraries: Vec<RecordedFile>,
}

/// Parsed sources.
pub struct ParsedSources {
    /// The main document.
    pub document: Document,
    /// Problems of its text that the document does not show.
    pub diagnostics: Vec<Diagnostic>,
    /// Its path in the project folder.
    pub path: String,
    /// The documents that it refers to.
    pub others: DocumentSet,
    /// The node types available to the program.
    pub kinds: NodeLibrary,
}

impl RecordedFile {
    /// Creates a file that could be read.
    pub fn new(path: impl Into<Arc<str>>, text: impl Into<Arc<str>>) -> Self {
        Self {
            path: path.into(),
            text: Some(text.into()),
            unreadable: None,
        }
    }
}

impl Sources {
    /// Returns the files of a project's document. `libraries` are the paths and texts of the task libraries of that document and
    /// of those that it refers to.
    ///
    /// # Errors
    /// A document cannot be written.
    pub fn of<'l>(
        project: &Project<'_>,
        libraries: impl IntoIterator<Item = (&'l str, Arc<str>)>,
    ) -> Result<Self, WriteError> {
        let mut documents = vec![RecordedFile::new(
            project.path,
            native::write(project.document)?,
        )];
        for path in project.others.paths() {
            documents.extend(match project.others.get(path) {
                Some(Ok(document)) => Some(RecordedFile::new(path, native::write(document)?)),
                Some(Err(reason)) => Some(RecordedFile {
                    path: path.into(),
                    text: None,
                    unreadable: Some(reason.into()),
                }),
                None => None,
            });
        }
        let libraries = libraries.into_iter();
        Ok(Self {
            documents,
            libraries: libraries
                .map(|(p, text)| RecordedFile::new(p, text))
                .collect(),
        })
    }

    /// Returns the size of the texts in bytes.
    pub fn bytes(&self) -> usize {
        let files = self.documents.iter().chain(&self.libraries);
        files
            .map(|file| file.path.len() + file.text.as_deref().map_or(0, str::len))
            .sum()
    }

    /// Parses all files. A broken task library is skipped; its tasks are then unknown.
    ///
    /// # Errors
    /// There is no document, or one cannot be read.
    pub fn unpack(&self) -> Result<ParsedSources, FormatError> {
        let missing = || FormatError::new(FormatErrorKind::MissingField { field: "documents" });
        let (main, others) = self.documents.split_first().ok_or_else(missing)?;
        let text = main.text.as_deref().ok_or_else(missing)?;
        let read = native::read(text.as_bytes()).map_err(|error| file_error(main, &error))?;
        let mut set = DocumentSet::new();
        for file in others {
            match (&file.text, &file.unreadable) {
                (Some(text), _) => {
                    let read = native::read(text.as_bytes());
                    let read = read.map_err(|error| file_error(file, &error))?;
                    set.insert(&*file.path, Arc::new(read.document));
                }
                (None, reason) => {
                    set.insert_unreadable(&*file.path, reason.as_deref().unwrap_or_default());
                }
            }
        }
        let mut kinds = NodeLibrary::builtin();
        for file in &self.libraries {
            let text = file.text.as_deref().unwrap_or_default();
            if let Ok(read) = tasks_json::read(text.as_bytes()) {
                // A name clash existed when the recording was written, too.
                kinds.add_library(&file.path, &read.library);
            }
        }
        Ok(ParsedSources {
            document: read.document,
            diagnostics: read.diagnostics,
            path: main.path.to_string(),
            others: set,
            kinds,
        })
    }
}

fn file_error(file: &RecordedFile, error: &FormatError) -> FormatError {
    wrong(RecordingFault::Held {
        path: file.path.to_string(),
        why: error.message(),
    })
}

impl ParsedSources {
    /// Returns the document with those that it refers to.
    pub fn project(&self) -> Project<'_> {
        Project::new(&self.document, &self.path, &self.others)
    }

    /// Compiles the program to run without its game, with these stand-ins for leaves.
    pub fn compile(&self, leaves: &[(NodeId, StandIn)]) -> Compiled<()> {
        let mut tasks = GameTasks::new();
        tasks.use_stand_ins(&self.kinds);
        for (node, stand_in) in leaves {
            tasks.set_stand_in(node.clone(), stand_in.clone());
        }
        compile_project(&self.project(), &self.kinds, &tasks)
    }
}
