//! What a program was compiled from, as texts that can be compiled again elsewhere.

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

/// A file that a recording holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename = "file")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HeldFile {
    /// Of a document its path inside the project folder, of a task library the one that documents name.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub path: Arc<str>,
    /// What it holds.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub text: Option<Arc<str>>,
    /// Why it could not be read, if it has no text.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub unreadable: Option<Arc<str>>,
}

/// The files of a program.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename = "files")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Sources {
    /// The document that is run, then those that it refers to.
    pub documents: Vec<HeldFile>,
    /// The task libraries, in the order in which their kinds are added to the built-in ones.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Vec<HeldFile>>"))]
    pub libraries: Vec<HeldFile>,
}

/// Sources that were read.
pub struct Unpacked {
    /// The document that is run.
    pub document: Document,
    /// What is wrong in its text that it cannot show.
    pub diagnostics: Vec<Diagnostic>,
    /// Where it lay in its project folder.
    pub path: String,
    /// Those that it refers to.
    pub others: DocumentSet,
    /// The kinds that its program can have.
    pub kinds: NodeLibrary,
}

impl HeldFile {
    /// One that could be read.
    pub fn new(path: impl Into<Arc<str>>, text: impl Into<Arc<str>>) -> Self {
        Self {
            path: path.into(),
            text: Some(text.into()),
            unreadable: None,
        }
    }
}

impl Sources {
    /// The files of a project's document. `libraries` are the paths and texts of its task libraries, and of those of the documents that it
    /// refers to.
    ///
    /// # Errors
    /// If a document cannot be written.
    pub fn of<'l>(
        project: &Project<'_>,
        libraries: impl IntoIterator<Item = (&'l str, Arc<str>)>,
    ) -> Result<Self, WriteError> {
        let mut documents = vec![HeldFile::new(
            project.path,
            native::write(project.document)?,
        )];
        for path in project.others.paths() {
            documents.extend(match project.others.get(path) {
                Some(Ok(document)) => Some(HeldFile::new(path, native::write(document)?)),
                Some(Err(reason)) => Some(HeldFile {
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
            libraries: libraries.map(|(p, text)| HeldFile::new(p, text)).collect(),
        })
    }

    /// How many bytes its texts take.
    pub fn bytes(&self) -> usize {
        let files = self.documents.iter().chain(&self.libraries);
        files
            .map(|file| file.path.len() + file.text.as_deref().map_or(0, str::len))
            .sum()
    }

    /// Reads all of it. A library that is none any more is passed over: its tasks are unknown then, as they would be anywhere.
    ///
    /// # Errors
    /// If there is no document, or one is none.
    pub fn unpack(&self) -> Result<Unpacked, FormatError> {
        let missing = || FormatError::new(FormatErrorKind::MissingField { field: "documents" });
        let (main, others) = self.documents.split_first().ok_or_else(missing)?;
        let text = main.text.as_deref().ok_or_else(missing)?;
        let read = native::read(text.as_bytes()).map_err(|error| held(main, &error))?;
        let mut set = DocumentSet::new();
        for file in others {
            match (&file.text, &file.unreadable) {
                (Some(text), _) => {
                    let read = native::read(text.as_bytes());
                    let read = read.map_err(|error| held(file, &error))?;
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
                // A name that is taken was taken when this was written, too.
                kinds.add_library(&file.path, &read.library);
            }
        }
        Ok(Unpacked {
            document: read.document,
            diagnostics: read.diagnostics,
            path: main.path.to_string(),
            others: set,
            kinds,
        })
    }
}

fn held(file: &HeldFile, error: &FormatError) -> FormatError {
    wrong(RecordingFault::Held {
        path: file.path.to_string(),
        why: error.message(),
    })
}

impl Unpacked {
    /// The document with those that it refers to.
    pub fn project(&self) -> Project<'_> {
        Project::new(&self.document, &self.path, &self.others)
    }

    /// Compiles it to run without its game, with leaves played as a scenario says.
    pub fn compile(&self, leaves: &[(NodeId, StandIn)]) -> Compiled<()> {
        let mut tasks = GameTasks::new();
        tasks.stand_in_for(&self.kinds);
        for (node, stand_in) in leaves {
            tasks.play_node(node.clone(), stand_in.clone());
        }
        compile_project(&self.project(), &self.kinds, &tasks)
    }
}
