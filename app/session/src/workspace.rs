//! The open documents and their runs. Knows nothing of panels, nor of where files come from.

pub mod answering;
pub mod background_check;
pub mod background_export;
pub mod background_layout;
pub mod breakpoints;
pub mod calls;
pub mod document_libraries;
pub mod document_program;
pub mod finding;
pub mod open_document;
pub mod program_places;
pub mod project_listing;
pub mod related_documents;
pub mod reload;
pub mod run_files;
pub mod run_session;
pub mod run_view;
pub mod scenario_list;
pub mod tab_titles;
pub mod trail;
pub mod versions;

use std::path::Path;
use std::sync::Arc;

use open_document::{DocumentId, OpenDocument};
use treewright_core::library::NodeLibrary;

use crate::host::files::absolute;

/// The open documents; there is always one.
pub struct Workspace {
    documents: Vec<OpenDocument>,
    front: usize,
    last_id: u64,
}

impl Default for Workspace {
    fn default() -> Self {
        Self {
            documents: vec![OpenDocument::empty(DocumentId(0))],
            front: 0,
            last_id: 0,
        }
    }
}

impl Workspace {
    /// The kinds of nodes that the document in front can have.
    pub fn library(&self) -> &NodeLibrary {
        self.front().library()
    }

    /// All open documents, in the order of their tabs.
    pub fn documents(&self) -> &[OpenDocument] {
        &self.documents
    }

    /// All open documents, to change them.
    pub fn documents_mut(&mut self) -> &mut [OpenDocument] {
        &mut self.documents
    }

    /// The place of the document in front.
    pub fn front_index(&self) -> usize {
        self.front
    }

    /// The document in front.
    pub fn front(&self) -> &OpenDocument {
        &self.documents[self.front]
    }

    /// The document in front, with the kinds of nodes that its changes need.
    pub fn front_mut(&mut self) -> (&mut OpenDocument, Arc<NodeLibrary>) {
        let front = &mut self.documents[self.front];
        let library = front.library().clone();
        (front, library)
    }

    /// The document at a place, with the kinds of nodes that its changes need.
    pub fn get_mut(&mut self, index: usize) -> Option<(&mut OpenDocument, Arc<NodeLibrary>)> {
        let document = self.documents.get_mut(index)?;
        let library = document.library().clone();
        Some((document, library))
    }

    /// Brings a document to the front.
    pub fn bring_to_front(&mut self, index: usize) {
        if index < self.documents.len() {
            self.front = index;
        }
    }

    /// Gives the tab of a document another place among the others.
    pub fn move_tab(&mut self, from: usize, to: usize) {
        if from < self.documents.len() && to < self.documents.len() {
            let front = self.front().id();
            let document = self.documents.remove(from);
            self.documents.insert(to, document);
            self.front = self.index_of(front).unwrap_or(0);
        }
    }

    /// Adds a document and brings it to the front. It takes the place of the one in front if that is new and untouched.
    pub fn add(&mut self, make: impl FnOnce(DocumentId) -> OpenDocument) -> usize {
        self.last_id += 1;
        let mut document = make(DocumentId(self.last_id));
        let replaced = self.front().is_untouched().then(|| self.front().id());
        let others = self.documents.iter().filter(|d| d.is_untitled());
        let taken: Vec<usize> = others
            .filter(|d| Some(d.id()) != replaced)
            .map(|d| d.number)
            .collect();
        document.number = (1..=taken.len() + 1)
            .find(|number| !taken.contains(number))
            .unwrap_or(1);
        if replaced.is_some() {
            self.documents[self.front] = document;
        } else {
            self.documents.push(document);
            self.front = self.documents.len() - 1;
        }
        self.front
    }

    /// Closes a document; the last one gives way to an empty one.
    pub fn close(&mut self, index: usize) {
        if index >= self.documents.len() {
            return;
        }
        self.documents.remove(index);
        if self.documents.is_empty() {
            self.last_id += 1;
            let empty = OpenDocument::empty(DocumentId(self.last_id));
            self.documents.push(empty);
        }
        if self.front > index {
            self.front -= 1;
        }
        self.front = self.front.min(self.documents.len() - 1);
    }

    /// The place of the document with this id.
    pub fn index_of(&self, id: DocumentId) -> Option<usize> {
        self.documents.iter().position(|d| d.id() == id)
    }

    /// The place of the document that was read from this file.
    pub fn index_of_path(&self, path: &Path) -> Option<usize> {
        let path = absolute(path);
        let mut documents = self.documents.iter();
        documents.position(|d| d.known_as().is_some_and(|p| absolute(p) == path))
    }
}
