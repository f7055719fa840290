//! Requests from the rest of the editor to a canvas, carried out in the next frame: reveal something, or open a search or a field on it.

use treewright_core::geometry::Position;
use treewright_core::ids::NodeId;
use treewright_core::model::Annotation;

use super::CanvasState;
use super::requests::Request;

impl CanvasState {
    /// Shows the whole tree.
    pub fn request_fit(&mut self) {
        self.request = Some(Request::Fit);
    }

    /// Shows the tree as when a document is opened.
    pub fn request_open(&mut self) {
        self.request = Some(Request::Open);
    }

    /// Shows the selected nodes.
    pub fn request_fit_selection(&mut self) {
        self.request = Some(Request::FitSelection);
    }

    /// Centers the root.
    pub fn request_center_root(&mut self) {
        self.request = Some(Request::CenterRoot);
    }

    /// Moves the view by as little as possible so that this node is visible.
    pub fn request_reveal(&mut self, node: NodeId) {
        self.request = Some(Request::Reveal(node));
    }

    /// Makes this node visible: by as little movement as possible if it is large enough to read, otherwise by centering it.
    pub fn request_sight(&mut self, node: NodeId) {
        self.request = Some(Request::Sight(node));
    }

    /// Centers this node.
    pub fn request_center(&mut self, node: NodeId) {
        self.request = Some(Request::Center(node));
    }

    /// Centers this node at a readable zoom.
    pub fn request_readable(&mut self, node: NodeId) {
        self.request = Some(Request::Near(node));
    }

    /// Shows the whole tree if that is readable, otherwise this node.
    pub fn request_open_at(&mut self, node: NodeId) {
        self.request = Some(Request::OpenAt(node));
    }

    /// Shows the tree below this node, as when a document is opened.
    pub fn request_tree(&mut self, root: NodeId) {
        self.request = Some(Request::Tree(root));
    }

    /// Centers this point.
    pub fn request_point(&mut self, position: Position) {
        self.request = Some(Request::Point(position));
    }

    /// Opens the search that adds a node.
    pub fn open_quick_add(&mut self) {
        self.request = Some(Request::QuickAdd);
    }

    /// Opens the search for a template, to insert at the selected node, or at the pointer.
    pub fn open_templates(&mut self) {
        self.request = Some(Request::InsertTemplate);
    }

    /// Opens the search for another node type for the selected nodes.
    pub fn open_replace(&mut self) {
        self.request = Some(Request::Replace);
    }

    /// Opens the search for a parent around the selected nodes.
    pub fn open_wrap(&mut self) {
        self.request = Some(Request::Wrap);
    }

    /// Edits the name of a node on its card.
    pub fn open_rename(&mut self, node: NodeId) {
        self.request = Some(Request::Rename(node));
    }

    /// Edits the text of a note, or the title of a group.
    pub fn request_write_on(&mut self, annotation: Annotation) {
        self.request = Some(Request::WriteOn(annotation));
    }

    /// Moves the view by as little as possible so that this note or group is visible.
    pub fn request_reveal_annotation(&mut self, annotation: Annotation) {
        self.request = Some(Request::RevealAnnotation(annotation));
    }

    /// Returns the center and the zoom, which may be set for the next frame only; `None` if nothing was shown or set yet.
    pub fn looks_at(&self) -> Option<(egui::Pos2, f32)> {
        match self.request {
            Some(Request::Look(middle, zoom)) => Some((middle, zoom)),
            _ => self.shown_before.then(|| (self.middle(), self.zoom())),
        }
    }

    /// Sets the center and the zoom.
    pub fn look_at(&mut self, middle: egui::Pos2, zoom: f32) {
        self.request = Some(Request::Look(middle, zoom));
    }
}
