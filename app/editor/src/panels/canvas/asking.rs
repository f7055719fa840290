//! What the rest of the editor asks of a canvas for the next frame: to show something, or to open a search or a field on it.

use treewright_core::geometry::Position;
use treewright_core::ids::NodeId;
use treewright_core::model::Annotation;

use super::CanvasState;
use super::requests::Request;

impl CanvasState {
    /// Shows the whole tree in the next frame.
    pub fn request_fit(&mut self) {
        self.request = Some(Request::Fit);
    }

    /// Shows the selected nodes in the next frame.
    pub fn request_fit_selection(&mut self) {
        self.request = Some(Request::FitSelection);
    }

    /// Brings the root to the middle in the next frame.
    pub fn request_center_root(&mut self) {
        self.request = Some(Request::CenterRoot);
    }

    /// Moves so that this node is seen in the next frame.
    pub fn request_reveal(&mut self, node: NodeId) {
        self.request = Some(Request::Reveal(node));
    }

    /// Shows this node in the middle in the next frame.
    pub fn request_center(&mut self, node: NodeId) {
        self.request = Some(Request::Center(node));
    }

    /// Shows this node in the middle in the next frame, near enough to read it.
    pub fn request_near(&mut self, node: NodeId) {
        self.request = Some(Request::Near(node));
    }

    /// Shows all in the next frame if it can be read so, or else this node in the middle.
    pub fn request_open_at(&mut self, node: NodeId) {
        self.request = Some(Request::OpenAt(node));
    }

    /// Shows the tree below this node in the next frame, as one that is opened.
    pub fn request_tree(&mut self, root: NodeId) {
        self.request = Some(Request::Tree(root));
    }

    /// Shows this point in the middle in the next frame.
    pub fn request_point(&mut self, position: Position) {
        self.request = Some(Request::Point(position));
    }

    /// Opens the search that adds a node in the next frame.
    pub fn open_quick_add(&mut self) {
        self.request = Some(Request::QuickAdd);
    }

    /// Opens the search for a template at the selected node, or at the pointer.
    pub fn open_templates(&mut self) {
        self.request = Some(Request::InsertTemplate);
    }

    /// Opens the search for another kind for the selected nodes in the next frame.
    pub fn open_replace(&mut self) {
        self.request = Some(Request::Replace);
    }

    /// Opens the search for a parent around the selected nodes in the next frame.
    pub fn open_wrap(&mut self) {
        self.request = Some(Request::Wrap);
    }

    /// Lets the name of a node be written on its card, in the next frame.
    pub fn open_rename(&mut self, node: NodeId) {
        self.request = Some(Request::Rename(node));
    }

    /// Opens the text of a note, or the title of a group, for writing in the next frame.
    pub fn request_write_on(&mut self, annotation: Annotation) {
        self.request = Some(Request::WriteOn(annotation));
    }

    /// Moves so that this note or group is seen in the next frame.
    pub fn request_reveal_annotation(&mut self, annotation: Annotation) {
        self.request = Some(Request::RevealAnnotation(annotation));
    }

    /// Looks at this point, so near, from the next frame on.
    pub fn look_at(&mut self, middle: egui::Pos2, zoom: f32) {
        self.request = Some(Request::Look(middle, zoom));
    }
}
