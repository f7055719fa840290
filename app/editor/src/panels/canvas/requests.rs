//! Carries out requests from outside to the canvas: show all, reveal a node, open the search. Moves the camera, and opens what the keyboard
//! or a menu requests.

use egui::{Pos2, Rect, Response, Ui, Vec2, vec2};
use treewright_core::geometry::Position;
use treewright_core::ids::NodeId;
use treewright_core::model::Annotation;

use super::annotation_editor::AnnotationEditor;
use super::camera::{Camera, OpeningZooms};
use super::flight::Flight;
use super::level_of_detail::TITLE_ZOOM;
use super::quick_add::{InsertTarget, QuickAdd};
use super::rename::RenameField;
use super::view::{DragPreview, View};
use super::{CanvasInput, CanvasState, annotations, corners, keyboard, navigation};
use crate::scene::Card;
use crate::scene::flow::Flow;
use crate::scene::placement::{NEW_CARD, presumed_card};
use crate::scene::point;

/// The maximum zoom for fitting a tree.
const FIT_ZOOM: f32 = 1.0;
/// The zooms for opening a tree: as a whole as long as all texts on its cards are legible, otherwise from its root on.
const OPENING: OpeningZooms = OpeningZooms {
    least: 0.75,
    readable: 0.75,
    most: FIT_ZOOM,
};
/// The share of the panel up to which a card is revealed together with its parent's.
const ROOM_FOR_BOTH: f32 = 0.7;
/// The zoom for going to a node, if its card is too small to read.
const READABLE: f32 = 0.75;
/// How long after opening a document its view adapts to a panel that changes its size, in seconds: the system may still be placing the
/// window. After that, only the user moves the view.
const SETTLING: f64 = 1.5;

/// A request for the next frame.
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    /// A document is shown for the first time.
    Open,
    /// Show everything.
    Fit,
    /// Show the selection.
    FitSelection,
    /// Center the root.
    CenterRoot,
    /// Scroll to this node by as little as possible.
    Reveal(NodeId),
    /// Scroll to this node by as little as possible if its card is large enough to read, otherwise center it.
    Sight(NodeId),
    /// Center this node.
    Center(NodeId),
    /// Center this node at a readable zoom.
    Near(NodeId),
    /// Show everything if that is readable, otherwise center this node.
    OpenAt(NodeId),
    /// Show the tree below this node, as when a document is opened.
    Tree(NodeId),
    /// Center this point.
    Point(Position),
    /// Set the center and the zoom.
    Look(Pos2, f32),
    /// Open the search that adds a node.
    QuickAdd,
    /// Open the search for a template.
    InsertTemplate,
    /// Open the search for another node type for the selected nodes.
    Replace,
    /// Open the search for a parent around the selected nodes.
    Wrap,
    /// Edit the name of this node on its card.
    Rename(NodeId),
    /// Edit the text of this note or the title of this group.
    WriteOn(Annotation),
    /// Scroll to this note or group by as little as possible.
    RevealAnnotation(Annotation),
}

impl Request {
    /// The node to be shown, even if it is inside a collapsed branch.
    pub fn node(&self) -> Option<&NodeId> {
        match self {
            Self::Reveal(node)
            | Self::Sight(node)
            | Self::Center(node)
            | Self::Near(node)
            | Self::OpenAt(node) => Some(node),
            _ => None,
        }
    }
}

/// A view that shows everything or the beginning of everything.
#[derive(Clone, Copy, Debug)]
pub struct FittedView {
    camera: Camera,
    /// When it was shown, in seconds, if the document was opened with it.
    opened: Option<f64>,
    /// It is a view of an earlier time, whatever fits.
    is_remembered: bool,
}

impl FittedView {
    /// Whether the user has not moved the camera since.
    fn is_camera_unchanged(&self, state: &CanvasState) -> bool {
        self.camera == state.camera
    }

    /// Whether the view still shows what was made to fit it.
    pub fn fits(&self, state: &CanvasState) -> bool {
        !self.is_remembered && self.is_camera_unchanged(state)
    }

    /// The request that shows it again in a panel of another size.
    fn again(&self) -> Request {
        if self.is_remembered {
            Request::Look(self.camera.center, self.camera.zoom)
        } else {
            Request::Open
        }
    }
}

/// Keeps everything at its place on the screen when the panel gets another size. Shows the first view again instead if that happens right after
/// the document was opened; returns whether it does.
fn follow_panel(ui: &Ui, viewport: Rect, state: &mut CanvasState) -> bool {
    let before = state.viewport.replace(viewport);
    let Some(before) = before.filter(|before| *before != viewport) else {
        return false;
    };
    let now = ui.input(|input| input.time);
    let is_new = |fitted: &FittedView| {
        let opened = fitted.opened.is_some_and(|at| now - at < SETTLING);
        opened && fitted.is_camera_unchanged(state)
    };
    let opened = state.fitted.as_ref().filter(|fitted| is_new(fitted));
    if let Some(opened) = opened.filter(|_| state.request.is_none()) {
        state.request = Some(opened.again());
        return true;
    }
    state.camera.stay(before, viewport);
    if let Some(fitted) = &mut state.fitted {
        fitted.camera.stay(before, viewport);
    }
    if let Some(flight) = &mut state.flight {
        flight.stay(before, viewport);
    }
    false
}

/// Requests the first view of a canvas that is shown for the first time.
fn request_opening_view(input: &CanvasInput<'_>, state: &mut CanvasState) {
    if !state.shown_before {
        state.shown_before = true;
        state.primary = input.selection.primary().cloned();
        state.request.get_or_insert(Request::Open);
    }
}

/// Carries out the request, follows the selection, and applies wheel and pinch.
pub fn navigate(ui: &Ui, input: &CanvasInput<'_>, response: &Response, state: &mut CanvasState) {
    let panel = response.rect.size();
    let follows_panel = follow_panel(ui, response.rect, state);
    let seen = state.camera;
    // A request during a camera movement starts from the movement's end.
    if let Some(flight) = &state.flight {
        state.camera = flight.to();
    }
    let aimed = state.camera;
    // Following the size of the panel is not animated.
    let at_once = !state.shown_before || follows_panel;
    let is_remembered = at_once && matches!(state.request, Some(Request::Look(..)));
    request_opening_view(input, state);
    reveal_new_primary(input, panel, state);
    let request = state.request.take();
    let fits = matches!(request, Some(Request::Fit | Request::Open));
    let opens = matches!(request, Some(Request::Open));
    if let Some(request) = request {
        carry_out(ui, input, response, state, request);
    }
    if fits || is_remembered {
        let now = ui.input(|input| input.time);
        state.fitted = Some(FittedView {
            camera: state.camera,
            opened: (opens || is_remembered).then_some(now),
            is_remembered,
        });
    }
    state.move_by_keys(response.rect, input.selection.primary());
    if !at_once && state.camera != aimed {
        state.flight = Flight::begin(ui, seen, state.camera);
    }
    if at_once {
        state.flight = None;
    }
    continue_flight(ui, state);
    let before = state.camera;
    let least = state.least_zoom(panel);
    // The wheel is meant for an open menu, also at its edge.
    if !egui::Popup::is_any_open(ui.ctx()) {
        navigation::apply(ui, response, &mut state.camera, least);
    }
    if state.camera != before {
        state.flight = None;
    }
}

fn carry_out(
    ui: &Ui,
    input: &CanvasInput<'_>,
    response: &Response,
    state: &mut CanvasState,
    request: Request,
) {
    let panel = response.rect.size();
    match request {
        Request::Open => open(input, panel, state),
        Request::Fit => fit(input, panel, state),
        Request::FitSelection => match selected_bounds(input, state) {
            Some(bounds) => state.camera.fit(panel, bounds, FIT_ZOOM),
            None => fit(input, panel, state),
        },
        Request::CenterRoot => {
            let head = input.document.heads().next();
            if let Some(card) = head.and_then(|id| state.scene.card(id)) {
                state.camera.center = card.rect.center();
            }
        }
        Request::Reveal(node) => {
            if let Some(card) = state.scene.card(&node) {
                reveal(input, panel, card.rect, state);
            }
        }
        Request::Sight(node) if state.camera.zoom >= TITLE_ZOOM => {
            if let Some(card) = state.scene.card(&node) {
                reveal(input, panel, card.rect, state);
            }
        }
        Request::Center(node) | Request::Sight(node) => {
            with_card(state, &node, |camera, card| camera.center = card.center());
            if state.camera.zoom < TITLE_ZOOM {
                // Going to a node means reading it, so zoom in if necessary.
                state.camera.zoom = READABLE;
            }
        }
        Request::Near(node) => {
            with_card(state, &node, |camera, card| camera.center = card.center());
            state.camera.zoom = state.camera.zoom.max(READABLE);
        }
        Request::OpenAt(node) => open_at(input, panel, &node, state),
        Request::Tree(root) => show_tree(input, panel, &root, state),
        Request::Look(center, zoom) => state.camera = Camera { center, zoom },
        Request::Point(position) => state.camera.center = point(position),
        Request::QuickAdd => {
            state.quick_add = Some(search_to_add(ui, input, response, state));
        }
        Request::InsertTemplate => {
            let search = search_to_add(ui, input, response, state);
            state.quick_add = Some(search.of_templates());
        }
        Request::Replace => {
            search_for_selected(input, response, state, InsertTarget::Replace);
        }
        Request::Wrap => search_for_selected(input, response, state, InsertTarget::Wrap),
        Request::Rename(node) => {
            if let (Some(card), Some(named)) = (state.scene.card(&node), input.document.node(&node))
            {
                let field = RenameField::new(named);
                reveal(input, panel, card.rect, state);
                state.rename = Some(field);
            }
        }
        Request::WriteOn(annotation) => {
            let seen = state.camera.projection(response.rect).visible_canvas();
            let rect = annotations::rect_of(input.document, annotation);
            // Do not move if it is visible well enough to edit.
            if rect.is_some_and(|rect| !seen.contains(rect.min)) {
                reveal_annotation(input, panel, annotation, state);
            }
            state.writing = Some(AnnotationEditor::new(annotation));
        }
        Request::RevealAnnotation(annotation) => {
            reveal_annotation(input, panel, annotation, state);
        }
    }
}

/// Shows the whole tree if that is readable, otherwise this node, with as much of the tree as there is room for.
fn open_at(input: &CanvasInput<'_>, panel: Vec2, node: &NodeId, state: &mut CanvasState) {
    open(input, panel, state);
    let seen = Rect::from_center_size(state.camera.center, panel / state.camera.zoom);
    if let Some(all) = state.all().filter(|all| !seen.contains_rect(*all)) {
        with_card(state, node, |camera, card| {
            camera.center_within(panel, (all, card));
        });
    }
}

/// Moves the camera based on the card of a node, if the node is shown.
fn with_card(state: &mut CanvasState, node: &NodeId, look: impl FnOnce(&mut Camera, Rect)) {
    if let Some(card) = state.scene.card(node) {
        look(&mut state.camera, card.rect);
    }
}

/// Continues a camera movement.
fn continue_flight(ui: &Ui, state: &mut CanvasState) {
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
        reveal(input, panel, rect, state);
    }
}

/// Scrolls to a part of the canvas by as little as possible, so that nothing covers it.
fn reveal(input: &CanvasInput<'_>, panel: Vec2, content: Rect, state: &mut CanvasState) {
    let corners = corners::covered(panel, input);
    state.camera.reveal(panel, content, &corners);
}

/// The search that adds something below the selected node, which is scrolled into view, or unconnected.
fn search_to_add(
    ui: &Ui,
    input: &CanvasInput<'_>,
    response: &Response,
    state: &mut CanvasState,
) -> QuickAdd {
    let primary = input.selection.primary();
    if let Some(card) = primary.and_then(|id| state.scene.card(id)) {
        reveal(input, response.rect.size(), card.rect, state);
    }
    let moved = DragPreview::default();
    let projection = state.camera.projection(response.rect);
    let view = View::new(input, &state.scene, projection, &moved);
    if let Some(search) = keyboard::at_selection(&view) {
        return search;
    }
    search_for_loose(ui, input, response, state)
}

/// The search that adds something unconnected at the pointer; if that is elsewhere, at a free place near the center, which is scrolled into view.
fn search_for_loose(
    ui: &Ui,
    input: &CanvasInput<'_>,
    response: &Response,
    state: &mut CanvasState,
) -> QuickAdd {
    let viewport = response.rect;
    let pointer = ui.input(|input| input.pointer.latest_pos());
    let canvas = if let Some(at) = pointer.filter(|at| viewport.contains(*at)) {
        state.camera.projection(viewport).canvas_from_screen(at)
    } else {
        let corner = state.free_place(input.document, NEW_CARD);
        let card = presumed_card(corner);
        reveal(input, viewport.size(), card, state);
        card.center()
    };
    let screen = state.camera.projection(viewport).screen_from_canvas(canvas);
    QuickAdd::new(screen, canvas, InsertTarget::Loose)
}

/// Opens a search that applies to the selected nodes, at the card of the primary one.
fn search_for_selected(
    input: &CanvasInput<'_>,
    response: &Response,
    state: &mut CanvasState,
    place: impl FnOnce(Vec<NodeId>) -> InsertTarget,
) {
    let primary = input.selection.primary();
    let Some(card) = primary.and_then(|id| state.scene.card(id)) else {
        return;
    };
    let canvas = card.rect.left_bottom();
    reveal(input, response.rect.size(), card.rect, state);
    let screen = state
        .camera
        .projection(response.rect)
        .screen_from_canvas(canvas);
    let nodes = input.selection.iter().cloned().collect();
    state.quick_add = Some(QuickAdd::new(screen, canvas, place(nodes)));
}

/// Shows the whole tree, or as much of it below the root as is legible.
fn open(input: &CanvasInput<'_>, panel: Vec2, state: &mut CanvasState) {
    let head = input.document.heads().next();
    match (state.all(), head.and_then(|id| state.scene.card(id))) {
        (Some(bounds), Some(head)) => {
            let start = head.rect;
            show_from(input, panel, (bounds, start), state);
        }
        _ => state.camera = Camera::default(),
    }
}

/// Shows the whole tree below a node, or as much of it as is legible.
fn show_tree(input: &CanvasInput<'_>, panel: Vec2, root: &NodeId, state: &mut CanvasState) {
    let nodes = input
        .document
        .subtree(root)
        .map(treewright_core::model::Node::id);
    if let (Some(bounds), Some(head)) = (state.scene.bounds_of(nodes), state.scene.card(root)) {
        let start = head.rect;
        show_from(input, panel, (bounds, start), state);
    }
}

/// Shows all of `content`, or as much of it from `start` on as is legible.
fn show_from(
    input: &CanvasInput<'_>,
    panel: Vec2,
    (content, start): (Rect, Rect),
    state: &mut CanvasState,
) {
    let scene = &state.scene;
    let has_cards = |area| scene.cards_in(area).next().is_some();
    let panel = (panel, &*corners::covered(panel, input));
    let flow = Flow::of(input.left_to_right);
    let shown = (content, start, has_cards);
    state.camera.open(panel, shown, flow, OPENING);
}

fn selected_bounds(input: &CanvasInput<'_>, state: &CanvasState) -> Option<Rect> {
    let nodes = state.scene.bounds_of(input.selection.iter());
    let others = input.selection.annotations();
    let others = others.filter_map(|which| annotations::rect_of(input.document, which));
    nodes.into_iter().chain(others).reduce(Rect::union)
}

/// Shows the whole tree, however small, and where that costs little zoom no card of it under what lies over the corners.
fn fit(input: &CanvasInput<'_>, panel: Vec2, state: &mut CanvasState) {
    if let Some(bounds) = state.all() {
        let scene = &state.scene;
        let has_cards = |area| scene.cards_in(area).next().is_some();
        // Below the sentences that explain an abort, if they leave enough.
        let top = Some(state.sentences.move_to_top()).filter(|top| *top < 0.3 * panel.y);
        let top = vec2(0.0, top.unwrap_or_default());
        let corners = corners::covered(panel, input).into_iter();
        let corners: Vec<Rect> = corners.map(|corner| corner.translate(-top)).collect();
        let content = (bounds, has_cards);
        let camera = &mut state.camera;
        camera.fit_clear_of((panel - top, &corners), content, FIT_ZOOM);
        camera.center -= 0.5 * top / camera.zoom;
    } else {
        state.camera = Camera::default();
    }
}

/// Scrolls to the selection when it changed by other means than the mouse on this canvas: what is under the pointer must not move.
fn reveal_new_primary(input: &CanvasInput<'_>, panel: Vec2, state: &mut CanvasState) {
    let primary = input.selection.primary();
    let by_mouse = std::mem::take(&mut state.selected_by_mouse);
    if state.primary.as_ref() == primary {
        return;
    }
    state.primary = primary.cloned();
    if by_mouse {
        return;
    }
    if let Some(card) = primary.and_then(|id| state.scene.card(id)) {
        let with_parent = with_parent(input, panel, card, state);
        reveal(input, panel, with_parent.unwrap_or(card.rect), state);
    }
}

/// The area of a card and of its parent's, which gives it its meaning, if there is room for both.
fn with_parent(
    input: &CanvasInput<'_>,
    panel: Vec2,
    card: &Card,
    state: &CanvasState,
) -> Option<Rect> {
    let parent = input.document.node(&card.id)?.parent()?;
    let both = card.rect.union(state.scene.card(parent)?.rect);
    let room = panel / state.camera.zoom * ROOM_FOR_BOTH;
    (both.width() <= room.x && both.height() <= room.y).then_some(both)
}

#[cfg(test)]
mod tests {
    use egui::pos2;

    use super::*;

    /// The request and the camera after a panel got its real size, right after a document was opened with this view.
    fn settled(is_remembered: bool) -> (Option<Request>, Camera) {
        let camera = Camera {
            center: pos2(56.0, 136.0),
            zoom: 0.75,
        };
        let mut state = CanvasState {
            camera,
            viewport: Some(Rect::from_min_size(Pos2::ZERO, vec2(6_667.0, 6_667.0))),
            fitted: Some(FittedView {
                camera,
                opened: Some(0.0),
                is_remembered,
            }),
            ..CanvasState::default()
        };
        let real = Rect::from_min_size(pos2(160.0, 130.0), vec2(500.0, 280.0));
        egui::__run_test_ui(|ui| {
            follow_panel(ui, real, &mut state);
        });
        (state.request, state.camera)
    }

    #[test]
    fn the_view_that_a_document_opens_with_is_shown_again_when_the_window_gets_its_size_late() {
        let (request, camera) = settled(true);
        let Some(Request::Look(center, zoom)) = request else {
            panic!("the remembered view");
        };
        assert_eq!((center, zoom), (camera.center, camera.zoom));
        assert_eq!(
            center,
            pos2(56.0, 136.0),
            "the camera did not move with the panel"
        );
        assert!(matches!(settled(false).0, Some(Request::Open)));
    }
}
