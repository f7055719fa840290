//! Where somebody was before, and by way of which nodes they came to where they are.

use egui::Pos2;
use treewright_authoring::edit::Selection;
use treewright_session::workspace::open_document::DocumentId;
use treewright_session::workspace::trail::{Trail, WayIn};

/// Where somebody is: a document, what is selected there, and where its canvas looks.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Place {
    pub document: DocumentId,
    pub selection: Selection,
    /// The point in the middle, and the zoom.
    pub camera: Option<(Pos2, f32)>,
    pub descent: Vec<WayIn>,
}

/// Where somebody was, and by way of which nodes they came here.
#[derive(Default)]
pub(crate) struct Journey {
    /// Places behind and ahead.
    pub trail: Trail<Place>,
    /// The nodes by way of which the tree in front was entered, the outermost first.
    pub descent: Vec<WayIn>,
}
