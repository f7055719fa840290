//! What the view is asked for from outside: show all, show this node, open the search. Moves the camera, and opens what the keyboard or a menu asks for.

use egui::{Pos2, Rect, Response, Ui, Vec2};
use treewright_core::geometry::Position;
use treewright_core::ids::NodeId;
use treewright_core::model::Annotation;

use super::annotation_editor::AnnotationEditor;
use super::camera::{Camera, OpeningZooms};
use super::flight::Flight;
use super::level_of_detail::TITLE_ZOOM;
use super::quick_add::{QuickAdd, QuickPlace};
use super::rename::RenameField;
use super::view::{Moved, View};
use super::{CanvasInput, CanvasState, annotations, keyboard, navigation};
use crate::scene::point;

/// The largest zoom at which a tree is shown when it is fitted.
const FIT_ZOOM: f32 = 1.0;
/// The zooms at which a tree is shown when it is opened: whole as long as its cards have titles, else its upper part.
const OPENING: OpeningZooms = OpeningZooms {
    least: TITLE_ZOOM,
    readable: 0.45,
    most: FIT_ZOOM,
};

/// What is to happen in the next frame.
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    /// A document is shown for the first time.
    Open,
    /// Show all.
    Fit,
    /// Show what is selected.
    FitSelection,
    /// Bring the root to the middle.
    CenterRoot,
    /// Show this node, moving no farther than needed.
    Reveal(NodeId),
    /// Show this node in the middle.
    Center(NodeId),
    /// Show this node in the middle, near enough to read it.
    Near(NodeId),
    /// Show all if it can be read so, or else this node in the middle.
    OpenAt(NodeId),
    /// Show the tree below this node, as one that is opened.
    Tree(NodeId),
    /// Show this point in the middle.
    Point(Position),
    /// Look at this point, with this zoom.
    Look(Pos2, f32),
    /// Open the search that adds a node.
    QuickAdd,
    /// Open the search for a template.
    InsertTemplate,
    /// Open the search for another kind for the selected nodes.
    Replace,
    /// Open the search for a parent around the selected nodes.
    Wrap,
    /// Let the name of this node be written on its card.
    Rename(NodeId),
    /// Write on this note or group.
    WriteOn(Annotation),
    /// Show this note or group, moving no farther than needed.
    RevealAnnotation(Annotation),
}

impl Request {
    /// The node that it goes to, even if a collapsed one hides it.
    pub fn node(&self) -> Option<&NodeId> {
        match self {
            Self::Reveal(node) | Self::Center(node) | Self::Near(node) | Self::OpenAt(node) => {
                Some(node)
            }
            _ => None,
        }
    }
}

/// A view that was fitted: it stays so when the panel gets another size, until somebody moves it.
#[derive(Clone, Copy, Debug)]
pub struct Fitted {
    camera: Camera,
    panel: Vec2,
    /// All of the tree, not only what is legible of it.
    whole: bool,
}

impl Fitted {
    /// Whether nobody has moved the view since.
    pub fn is_where(&self, state: &CanvasState) -> bool {
        self.camera == state.camera
    }
}

/// Asks for a view again that was fitted, if nobody moved it since and the panel has another size now. True if it does.
fn keep_fitted(panel: Vec2, state: &mut CanvasState) -> bool {
    let Some(fitted) = state.fitted else {
        return false;
    };
    if fitted.camera != state.camera {
        state.fitted = None;
        return false;
    }
    let is_due = state.request.is_none() && (fitted.panel - panel).length() > 0.5;
    if is_due {
        state.request = Some(if fitted.whole {
            Request::Fit
        } else {
            Request::Open
        });
    }
    is_due
}

/// Does what was asked of the view, follows the selection, and applies wheel and pinch.
pub fn navigate(ui: &Ui, input: &CanvasInput<'_>, response: &Response, state: &mut CanvasState) {
    let panel = response.rect.size();
    let seen = state.camera;
    // What is asked for while the view is on its way counts from where it is going.
    if let Some(flight) = &state.flight {
        state.camera = flight.to();
    }
    let aimed = state.camera;
    // A view that only follows its panel does not glide there.
    let at_once = !state.shown_before || keep_fitted(panel, state);
    if !state.shown_before {
        state.shown_before = true;
        state.primary = input.selection.primary().cloned();
        state.request.get_or_insert(Request::Open);
    }
    reveal_new_primary(input, panel, state);
    let request = state.request.take();
    let fits = matches!(request, Some(Request::Fit | Request::Open));
    let whole = matches!(request, Some(Request::Fit));
    match request {
        Some(Request::Open) => open(input, panel, state),
        Some(Request::Fit) => fit(panel, state),
        Some(Request::FitSelection) => match selected_bounds(input, state) {
            Some(bounds) => state.camera.fit(panel, bounds, FIT_ZOOM),
            None => fit(panel, state),
        },
        Some(Request::CenterRoot) => {
            let head = input.document.heads().next();
            if let Some(card) = head.and_then(|id| state.scene.card(id)) {
                state.camera.center = card.rect.center();
            }
        }
        Some(Request::Reveal(node)) => {
            on_card(state, &node, |camera, card| camera.reveal(panel, card));
        }
        Some(Request::Center(node)) => {
            on_card(state, &node, |camera, card| camera.center = card.center());
            if state.camera.zoom < TITLE_ZOOM {
                // Whoever goes to a node wants to know it when he sees it.
                state.camera.zoom = OPENING.readable;
            }
        }
        Some(Request::Near(node)) => {
            on_card(state, &node, |camera, card| camera.center = card.center());
            state.camera.zoom = state.camera.zoom.max(OPENING.readable);
        }
        Some(Request::OpenAt(node)) => open_at(input, panel, &node, state),
        Some(Request::Tree(root)) => show_tree(input, panel, &root, state),
        Some(Request::Look(center, zoom)) => state.camera = Camera { center, zoom },
        Some(Request::Point(position)) => state.camera.center = point(position),
        Some(Request::QuickAdd) => {
            state.quick_add = Some(search_to_add(ui, input, response, state));
        }
        Some(Request::InsertTemplate) => {
            let search = search_to_add(ui, input, response, state);
            state.quick_add = Some(search.of_templates());
        }
        Some(Request::Replace) => search_for_selected(input, response, state, QuickPlace::Replace),
        Some(Request::Wrap) => search_for_selected(input, response, state, QuickPlace::Wrap),
        Some(Request::Rename(node)) => {
            if let (Some(card), Some(named)) = (state.scene.card(&node), input.document.node(&node))
            {
                state.camera.reveal(panel, card.rect);
                state.rename = Some(RenameField::new(named));
            }
        }
        Some(Request::WriteOn(annotation)) => {
            let seen = state.camera.projection(response.rect).visible_canvas();
            let rect = annotations::rect_of(input.document, annotation);
            // What is seen well enough to write on stays where it is.
            if rect.is_some_and(|rect| !seen.contains(rect.min)) {
                reveal_annotation(input, panel, annotation, state);
            }
            state.writing = Some(AnnotationEditor::new(annotation));
        }
        Some(Request::RevealAnnotation(annotation)) => {
            reveal_annotation(input, panel, annotation, state);
        }
        None => {}
    }
    if fits {
        state.fitted = Some(Fitted {
            camera: state.camera,
            panel,
            whole,
        });
    }
    if !at_once && state.camera != aimed {
        state.flight = Flight::begin(ui, seen, state.camera);
    }
    if at_once {
        state.flight = None;
    }
    fly(ui, state);
    let before = state.camera;
    navigation::apply(ui, response, &mut state.camera);
    if state.camera != before {
        state.flight = None;
    }
}

/// All of the tree if it can be read so, or else this node in the middle.
fn open_at(input: &CanvasInput<'_>, panel: Vec2, node: &NodeId, state: &mut CanvasState) {
    open(input, panel, state);
    let seen = Rect::from_center_size(state.camera.center, panel / state.camera.zoom);
    if !state.all().is_some_and(|all| seen.contains_rect(all)) {
        on_card(state, node, |camera, card| camera.center = card.center());
    }
}

/// Moves the view by where the card of a node lies, if it is shown.
fn on_card(state: &mut CanvasState, node: &NodeId, look: impl FnOnce(&mut Camera, Rect)) {
    if let Some(card) = state.scene.card(node) {
        look(&mut state.camera, card.rect);
    }
}

/// Goes on with a move of the view that is under way.
fn fly(ui: &Ui, state: &mut CanvasState) {
    if let Some(flight) = &state.flight {
        if let Some(camera) = flight.at(ui) {
            state.camera = camera;
        } else {
            state.camera = flight.to();
            state.flight = None;
        }
    }
}

fn reveal_annotation(
    input: &CanvasInput<'_>,
    panel: Vec2,
    annotation: Annotation,
    state: &mut CanvasState,
) {
    if let Some(rect) = annotations::rect_of(input.document, annotation) {
        state.camera.reveal(panel, rect);
    }
}

/// The search that adds something below the selected node, which is brought into view, or at the pointer.
fn search_to_add(
    ui: &Ui,
    input: &CanvasInput<'_>,
    response: &Response,
    state: &mut CanvasState,
) -> QuickAdd {
    let primary = input.selection.primary();
    if let Some(card) = primary.and_then(|id| state.scene.card(id)) {
        state.camera.reveal(response.rect.size(), card.rect);
    }
    let moved = Moved::default();
    let projection = state.camera.projection(response.rect);
    let view = View::new(input, &state.scene, projection, &moved);
    keyboard::at_selection(&view).unwrap_or_else(|| keyboard::at_pointer(ui, &view))
}

/// Opens the search for something that concerns the selected nodes, at the card of the primary.
fn search_for_selected(
    input: &CanvasInput<'_>,
    response: &Response,
    state: &mut CanvasState,
    place: impl FnOnce(Vec<NodeId>) -> QuickPlace,
) {
    let primary = input.selection.primary();
    let Some(card) = primary.and_then(|id| state.scene.card(id)) else {
        return;
    };
    let canvas = card.rect.left_bottom();
    state.camera.reveal(response.rect.size(), card.rect);
    let screen = state
        .camera
        .projection(response.rect)
        .screen_from_canvas(canvas);
    let nodes = input.selection.iter().cloned().collect();
    state.quick_add = Some(QuickAdd::new(screen, canvas, place(nodes)));
}

/// All of the tree, or as much of it below the root as is legible.
fn open(input: &CanvasInput<'_>, panel: Vec2, state: &mut CanvasState) {
    let head = input.document.heads().next();
    match (state.all(), head.and_then(|id| state.scene.card(id))) {
        (Some(bounds), Some(head)) => {
            let head = head.rect;
            state.camera.open(panel, bounds, head, OPENING);
        }
        _ => state.camera = Camera::default(),
    }
}

/// All of the tree below a node, or as much of it as is legible.
fn show_tree(input: &CanvasInput<'_>, panel: Vec2, root: &NodeId, state: &mut CanvasState) {
    let nodes = input
        .document
        .subtree(root)
        .map(treewright_core::model::Node::id);
    if let (Some(bounds), Some(head)) = (state.scene.bounds_of(nodes), state.scene.card(root)) {
        let head = head.rect;
        state.camera.open(panel, bounds, head, OPENING);
    }
}

/// The rectangle around what is selected.
fn selected_bounds(input: &CanvasInput<'_>, state: &CanvasState) -> Option<Rect> {
    let nodes = state.scene.bounds_of(input.selection.iter());
    let others = input.selection.annotations();
    let others = others.filter_map(|which| annotations::rect_of(input.document, which));
    nodes.into_iter().chain(others).reduce(Rect::union)
}

/// All of the tree, however small.
fn fit(panel: Vec2, state: &mut CanvasState) {
    if let Some(bounds) = state.all() {
        state.camera.fit(panel, bounds, FIT_ZOOM);
    } else {
        state.camera = Camera::default();
    }
}

/// Follows the selection when something else than the canvas's own mouse moved it out of sight.
fn reveal_new_primary(input: &CanvasInput<'_>, panel: Vec2, state: &mut CanvasState) {
    let primary = input.selection.primary();
    if state.primary.as_ref() == primary {
        return;
    }
    state.primary = primary.cloned();
    if let Some(card) = primary.and_then(|id| state.scene.card(id)) {
        state.camera.reveal(panel, card.rect);
    }
}
