//! The sources of a run's program, kept so that the run can be saved to a file. Documents are kept as immutable copies, which share unchanged parts
//! with the current document, and are serialized only when needed.

use std::sync::Arc;

use treewright_core::model::Document;
use treewright_core::project::{DocumentSet, Project};
use treewright_insight::recording_json::{RecordedFile, Sources};

/// The sources of one program.
#[derive(Clone)]
pub enum ProgramSources {
    /// Texts, as in a recording.
    Texts(Sources),
    /// Documents that are not serialized yet.
    Documents(Arc<DocumentSources>),
}

/// Snapshots of a document and of what it refers to.
#[derive(PartialEq)]
pub struct DocumentSources {
    document: Arc<Document>,
    path: String,
    others: DocumentSet,
    libraries: Vec<(String, Arc<str>)>,
}

impl ProgramSources {
    /// Stores the sources of a project. `document` is a snapshot of its main document; `libraries` are the paths and texts of all task libraries.
    pub fn of<'l>(
        document: Arc<Document>,
        project: &Project<'_>,
        libraries: impl Iterator<Item = (&'l str, Arc<str>)>,
    ) -> Self {
        Self::Documents(Arc::new(DocumentSources {
            document,
            path: project.path.to_owned(),
            others: project.others.clone(),
            libraries: libraries.map(|(p, text)| (p.to_owned(), text)).collect(),
        }))
    }

    /// Returns whether both are equal documents; false for texts, which are not read for this.
    pub fn are_same_documents(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Documents(own), Self::Documents(other)) => own == other,
            _ => false,
        }
    }

    /// Returns the documents as a project; `None` if they are known as texts only.
    pub fn project(&self) -> Option<Project<'_>> {
        match self {
            Self::Documents(files) => Some(files.project()),
            Self::Texts(_) => None,
        }
    }

    /// Serializes the sources; `None` if a document contains something that files cannot represent.
    pub fn texts(&self) -> Option<Sources> {
        let files = match self {
            Self::Texts(sources) => return Some(sources.clone()),
            Self::Documents(files) => files,
        };
        let libraries = files.libraries.iter();
        Sources::of(
            &files.project(),
            libraries.map(|(p, text)| (&**p, text.clone())),
        )
        .ok()
    }

    /// Estimates the memory in bytes that is not shared with the previous program's sources.
    pub fn unshared_bytes(&self, before: Option<&Self>) -> usize {
        match (self, before) {
            (Self::Documents(files), Some(Self::Documents(before))) => {
                files.unshared_bytes(Some(before))
            }
            (Self::Documents(files), _) => files.unshared_bytes(None),
            (Self::Texts(files), Some(Self::Texts(before))) => {
                let own = files_of(files).filter(|file| files_of(before).all(|f| f != *file));
                own.filter_map(|file| file.text.as_deref())
                    .map(str::len)
                    .sum()
            }
            (Self::Texts(files), _) => files.bytes(),
        }
    }

    /// Shares texts that are equal to those of the previous program.
    pub fn share_with(&mut self, before: &Self) {
        let (Self::Texts(sources), Self::Texts(before)) = (self, before) else {
            return;
        };
        let files = sources.documents.iter_mut().chain(&mut sources.libraries);
        for file in files {
            if let Some(known) = files_of(before).find(|known| *known == file) {
                *file = known.clone();
            }
        }
    }
}

fn files_of(sources: &Sources) -> impl Iterator<Item = &RecordedFile> {
    sources.documents.iter().chain(&sources.libraries)
}

impl DocumentSources {
    fn project(&self) -> Project<'_> {
        Project::new(&self.document, &self.path, &self.others)
    }

    fn unshared_bytes(&self, before: Option<&Self>) -> usize {
        let documents = self.others.paths().filter_map(|path| {
            let now = self.others.get(path)?.ok()?;
            let then = before.and_then(|before| before.others.get(path)?.ok());
            Some(now.estimated_unshared_bytes(then))
        });
        let is_kept = |text: &Arc<str>| {
            let mut known = before.iter().flat_map(|before| &before.libraries);
            known.any(|(_, known)| Arc::ptr_eq(known, text))
        };
        let libraries = self.libraries.iter().map(|(_, text)| text);
        let own = before.map(|before| &*before.document);
        self.document.estimated_unshared_bytes(own)
            + documents.sum::<usize>()
            + libraries
                .filter(|text| !is_kept(text))
                .map(|text| text.len())
                .sum::<usize>()
    }
}
