//! Navigation history: visited places, and the subtree nodes through which the current tree was entered.

use egui::Pos2;
use treewright_authoring::edit::Selection;
use treewright_session::workspace::open_document::DocumentId;
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
}
