//! The open documents and their runs. Knows nothing of panels or of where files come from.

pub mod answering;
pub mod background_check;
pub mod background_export;
pub mod background_layout;
pub mod breakpoints;
pub mod calls;
pub mod condition_values;
pub mod document_libraries;
pub mod document_program;
pub mod edit_history;
pub mod exploration;
pub mod export;
pub mod finding;
pub mod game_link;
pub mod live;
pub mod live_games;
pub mod node_mapping;
pub mod open_document;
pub mod program_sources;
pub mod project_listing;
pub mod project_steps;
mod reasons;
pub mod related_documents;
pub mod reload;
pub mod robot_link;
mod run_log;
pub mod run_profile;
pub mod run_session;
pub mod run_view;
pub mod scenario_edits;
pub mod scenario_list;
mod shared_runs;
mod shown_nodes;
pub mod subtree_use;
pub mod tab_titles;
pub mod told_run;
pub mod trail;
pub mod tree_coverage;
mod tree_lanes;
pub mod versions;

use std::path::Path;
use std::sync::Arc;

use open_document::{DocumentId, OpenDocument};
use treewright_core::library::NodeLibrary;

use crate::host::files::absolute;

/// The open documents; there is always at least one.
pub struct Workspace {
    documents: Vec<OpenDocument>,
    front: usize,
    /// The front document, as far as runs know.
    known_front: Option<DocumentId>,
    /// The document whose run was stopped because that of another one moved to it, until that is reported.
    replaced_run: Option<DocumentId>,
    last_id: u64,
}

impl Default for Workspace {
    fn default() -> Self {
        Self {
            documents: vec![OpenDocument::empty(DocumentId(0))],
            front: 0,
            known_front: None,
            replaced_run: None,
            last_id: 0,
        }
    }
}

impl Workspace {
    /// Returns the node types of the front document.
    pub fn library(&self) -> &NodeLibrary {
        self.front().library()
    }

    /// Returns all open documents in the order of their tabs.
    pub fn documents(&self) -> &[OpenDocument] {
        &self.documents
    }

    pub fn documents_mut(&mut self) -> &mut [OpenDocument] {
        &mut self.documents
    }

    pub fn front_index(&self) -> usize {
        self.front
    }

    pub fn front(&self) -> &OpenDocument {
        &self.documents[self.front]
    }

    /// Returns the front document, with the node types that edits of it need.
    pub fn front_mut(&mut self) -> (&mut OpenDocument, Arc<NodeLibrary>) {
        let front = &mut self.documents[self.front];
        let library = front.library().clone();
        (front, library)
    }

    /// Returns the document at an index, with the node types that edits of it need.
    pub fn get_mut(&mut self, index: usize) -> Option<(&mut OpenDocument, Arc<NodeLibrary>)> {
        let document = self.documents.get_mut(index)?;
        let library = document.library().clone();
        Some((document, library))
    }

    pub fn bring_to_front(&mut self, index: usize) {
        if index < self.documents.len() {
            self.front = index;
        }
    }

    /// Moves the tab of a document.
    pub fn move_tab(&mut self, from: usize, to: usize) {
        if from < self.documents.len() && to < self.documents.len() {
            let front = self.front().id();
            let document = self.documents.remove(from);
            self.documents.insert(to, document);
            self.front = self.index_of(front).unwrap_or(0);
        }
    }

    /// Adds a document and brings it to the front. Replaces the front document if that is new and untouched.
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

    /// Closes a document. Closing the last one opens an empty one.
    pub fn close(&mut self, index: usize) {
        if index >= self.documents.len() {
            return;
        }
        let closed = self.documents.remove(index);
        self.end_runs_with(closed.id());
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

    pub fn index_of(&self, id: DocumentId) -> Option<usize> {
        self.documents.iter().position(|d| d.id() == id)
    }

    pub fn with_id(&self, id: DocumentId) -> Option<&OpenDocument> {
        self.documents.iter().find(|d| d.id() == id)
    }

    /// Returns the index of the document that was read from this file.
    pub fn index_of_path(&self, path: &Path) -> Option<usize> {
        let path = absolute(path);
        let mut documents = self.documents.iter();
        documents.position(|d| d.file_or_origin().is_some_and(|p| absolute(p) == path))
    }
}
