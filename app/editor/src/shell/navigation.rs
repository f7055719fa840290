//! Navigation history: visited places, the subtree nodes through which the current tree was entered, and which use of it is edited.

use egui::Pos2;
use treewright_authoring::edit::Selection;
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
