//! Navigation history: visited places, the subtree nodes through which the current tree was entered, and which use of it is edited.

use egui::Pos2;
use treewright_authoring::edit::Selection;
use treewright_session::workspace::Workspace;
use treewright_session::workspace::open_document::DocumentId;
use treewright_session::workspace::subtree_use::EditedUse;
use treewright_session::workspace::trail::{NavigationHistory, SubtreeEntry};

/// A place: a document, its selection, and the view of its canvas.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct VisitedPlace {
    pub document: DocumentId,
    pub selection: Selection,
    /// The center of the view, and the zoom.
    pub camera: Option<(Pos2, f32)>,
    pub descent: Vec<SubtreeEntry>,
}

/// The navigation history.
#[derive(Default)]
pub(crate) struct Navigation {
    pub trail: NavigationHistory<VisitedPlace>,
    /// The subtree nodes through which the active tree was entered, the outermost first.
    pub descent: Vec<SubtreeEntry>,
    /// The one of them whose use is edited, instead of the tree itself.
    pub edited: Option<SubtreeEntry>,
    /// That use as it is now.
    pub edited_use: Option<EditedUse>,
    /// Whether the last edit was refused because it would have changed the tree itself.
    pub has_refused: bool,
}

impl Navigation {
    /// Returns the use through which the active tree was entered, if another program runs it as a part of another document's tree. What the program
    /// does is known for that document only.
    pub fn unseen_use(&self, workspace: &Workspace) -> Option<&SubtreeEntry> {
        let front = workspace.front().id();
        let is_told = |entry: &SubtreeEntry| {
            let caller = workspace.with_id(entry.document);
            entry.document != front && caller.is_some_and(|caller| caller.told_run().is_some())
        };
        let last = self.descent.last().filter(|last| last.into == front);
        last.filter(|_| self.descent.iter().any(is_told))
    }
}
