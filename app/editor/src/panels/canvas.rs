//! The editor canvas: the tree as cards and wires, drawn with its own pan and zoom transform on egui's painter. Reads the document and
//! sends actions; changes nothing itself.
//!
//! In each frame, requests and navigation move the camera; a [`View`] determines what is visible; gestures read the pointer; then
//! everything is painted from back to front, and each card becomes a widget for screen readers and tests.

mod abort_flash;
mod abort_reach;
mod abort_sentence;
mod accessibility;
mod annotation_editor;
mod annotation_menu;
pub mod annotations;
mod answer_buttons;
mod backdrop;
mod badges;
mod block_labels;
mod block_wires;
mod blocks;
mod camera;
mod connect;
mod context_menu;
mod corners;
mod drop_places;
mod drops;
mod expect_menu;
mod feedback;
mod flight;
mod gestures;
mod glide;
mod heat;
mod input;
pub(crate) mod keyboard;
mod leaf_labels;
mod leaf_menu;
mod level_of_detail;
mod linking;
pub mod marks;
mod minimap;
mod motion;
mod navigation;
mod node_card;
mod problem_badges;
mod quick_add;
mod raster;
mod read_only;
mod rename;
mod request_api;
mod requests;
mod route;
mod run_overlay;
mod run_places;
pub mod still;
mod tooltip;
mod tree_names;
mod view;
mod wires;
pub mod zoom_control;
mod zooming;

use std::rc::Rc;
use std::sync::Arc;

use abort_flash::AbortFlash;
use abort_reach::AbortReach;
pub use abort_sentence::sentences as abort_sentences;
pub use accessibility::status_key;
use annotation_editor::AnnotationEditor;
use blocks::BlockPicture;
use camera::Camera;
use context_menu::MenuPlace;
use egui::{Response, Sense, Ui, Vec2};
use flight::Flight;
use gestures::{Gesture, GestureOutput, GroupContent};
use glide::Glide;
pub use input::CanvasInput;
use keyboard::SpaceBar;
use level_of_detail::LevelOfDetail;
pub use linking::{Link, LinkedCanvas};
use minimap::Minimap;
use quick_add::{Outcome, QuickAdd};
pub use read_only::show_read_only;
use rename::RenameField;
use requests::{Request, navigate};
use run_overlay::{GlowCache, RunOverlay};
use run_places::RunPlaces;
use rustc_hash::FxHashSet;
pub use tooltip::MAX_PROBLEMS;
use treewright_core::geometry::Position;
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::model::{Annotation, Document};
use treewright_session::i18n::Texts;
use view::{DragPreview, View};

use crate::action::{Action, ActionSink, SelectAction};
use crate::focus_regions;
use crate::popup_keyboard;
use crate::scene::flow::Flow;
use crate::scene::{Scene, SceneUpdate, TextMeasure, placement};
use crate::widgets::hover_card;

/// The canvas state of a document, kept between frames.
#[derive(Debug, Default)]
pub struct CanvasState {
    camera: Camera,
    flight: Option<Flight>,
    minimap: Minimap,
    scene: Rc<Scene>,
    built_from: Option<BuiltFrom>,
    /// Incremented when something moves or looks different in the minimap.
    shape_revision: u64,
    /// The number of cards created so far.
    created: usize,
    measure: Option<TextMeasure>,
    gesture: Gesture,
    moved: DragPreview,
    glide: Glide,
    quick_add: Option<QuickAdd>,
    rename: Option<RenameField>,
    writing: Option<AnnotationEditor>,
    menu: Option<MenuPlace>,
    space: SpaceBar,
    flash: AbortFlash,
    abort_reach: AbortReach,
    blocks: BlockPicture,
    run_places: RunPlaces,
    glows: GlowCache,
    request: Option<Request>,
    shown_before: bool,
    fitted: Option<requests::FittedView>,
    /// The screen rectangle of the canvas in the last frame.
    viewport: Option<egui::Rect>,
    key_moves: zooming::KeyMoves,
    sentences: abort_sentence::SentencesPlace,
    /// The mouse selected something on this canvas in the last frame.
    selected_by_mouse: bool,
    /// The bounds of the other version when two are compared, in canvas units; included when everything is shown.
    compared_bounds: Option<egui::Rect>,
    /// Collapsed nodes whose branch is shown because the user navigated into it. The document keeps them collapsed.
    peeked: FxHashSet<NodeId>,
    primary: Option<NodeId>,
}

/// The inputs from which the scene was built.
#[derive(Debug)]
struct BuiltFrom {
    revision: u64,
    language: &'static str,
    library: Arc<NodeLibrary>,
    /// A cheap copy that shares its nodes with the active document.
    document: Document,
}

impl CanvasState {
    /// Pans by an offset in canvas units, so that content that moved by the same offset stays in place on the screen.
    pub fn follow(&mut self, offset: Vec2) {
        self.camera.center += offset;
        self.flight = None;
        self.glide.follow(offset);
    }

    /// Hides the branches of these nodes again if they were only peeked at. Returns whether any was.
    pub fn close_peeks<'a>(&mut self, nodes: impl Iterator<Item = &'a NodeId>) -> bool {
        let mut any = false;
        for node in nodes {
            any |= self.peeked.remove(node);
        }
        if any {
            self.built_from = None;
        }
        any
    }

    /// A free position for something of this size, near the center of the view.
    pub fn free_place(&self, document: &Document, size: Vec2) -> Position {
        placement::free_place(document, &self.scene, self.camera.center, size)
    }

    /// The nodes inside these groups, including those hidden in collapsed branches; and the given annotations with those inside the groups.
    pub fn group_content(
        &self,
        document: &Document,
        annotations: &[Annotation],
    ) -> (Vec<NodeId>, Vec<Annotation>) {
        let content = GroupContent::by(document, &self.scene, annotations);
        let nodes = gestures::nodes_with_hidden(document, &self.scene, content.cards.into_iter());
        (nodes, content.annotations)
    }

    /// Whether the search that adds nodes is open, which then has the keyboard.
    pub fn has_search(&self) -> bool {
        self.quick_add.is_some()
    }

    pub fn close_quick_add(&mut self) {
        self.quick_add = None;
    }

    /// The zoom; 1 is 100 %.
    pub fn zoom(&self) -> f32 {
        self.camera.zoom
    }

    /// Where the card of a node is on the screen, if it is in sight in this viewport.
    pub fn card_on_screen(&self, node: &NodeId, viewport: egui::Rect) -> Option<egui::Rect> {
        let card = self.scene.card(node)?;
        let rect = self.camera.projection(viewport).screen_rect(card.rect);
        viewport.intersects(rect).then_some(rect)
    }

    /// The canvas point at the center of the view.
    pub fn middle(&self) -> egui::Pos2 {
        self.camera.center
    }

    pub fn is_dragging_nodes(&self) -> bool {
        matches!(self.gesture, Gesture::Moving(_))
    }

    /// The number of cards created so far, by updates and rebuilds.
    pub fn created_cards(&self) -> usize {
        self.created
    }

    /// All cards in pre-order.
    pub fn cards(&self) -> impl Iterator<Item = (NodeId, egui::Rect)> {
        let cards = self.scene.cards.iter();
        cards.map(|card| (card.id.clone(), card.rect))
    }

    /// The rectangle of a node's card, if the node is in the scene.
    pub fn card(&self, node: &NodeId) -> Option<egui::Rect> {
        self.scene.card(node).map(|card| card.rect)
    }

    /// Shows collapsed branches that contain the requested node, without changing the document.
    fn peek_at_requested_node(&mut self, document: &Document) {
        let Some(node) = self.request.as_ref().and_then(Request::node) else {
            return;
        };
        for above in document.ancestors(node) {
            let collapsed = document.node(above).is_some_and(|node| node.collapsed);
            if collapsed && self.peeked.insert(above.clone()) {
                self.built_from = None;
            }
        }
    }

    /// Shows the editor of an annotation, if one is open.
    fn show_writing(
        &mut self,
        ui: &mut Ui,
        input: &CanvasInput<'_>,
        response: &Response,
        rect: egui::Rect,
        actions: &mut ActionSink,
    ) {
        let projection = self.camera.projection(rect);
        if let Some(writing) = &mut self.writing
            && writing.show(ui, input, projection, actions) == Outcome::Closed
        {
            self.writing = None;
            response.request_focus();
        }
    }

    /// Cuts texts that have no room any more, instead of covering other cards.
    pub fn fit_texts(&mut self) {
        self.built_from = None;
    }

    fn renew_scene(&mut self, ctx: &egui::Context, input: &CanvasInput<'_>) {
        self.peek_at_requested_node(input.document);
        let document = (input.document, input.revision);
        self.scene_now(ctx, document, input.library, input.texts);
    }

    /// The scene of the given version of the document, which may be newer than what was drawn. `revision` belongs to `document`.
    pub fn scene_now(
        &mut self,
        ctx: &egui::Context,
        (document, revision): (&Document, u64),
        library: &Arc<NodeLibrary>,
        texts: &Texts,
    ) -> Rc<Scene> {
        let language = texts.language();
        let before = self.built_from.take();
        let before = before.filter(|b| b.language == language && Arc::ptr_eq(&b.library, library));
        if before.as_ref().is_some_and(|b| b.revision == revision) {
            self.built_from = before;
            return self.scene.clone();
        }
        let measure = self.measure.get_or_insert_with(|| TextMeasure::new(ctx));
        let is_first = before.is_none();
        let updated = before.map_or(SceneUpdate::NeedsRebuild, |before| {
            let scene = Rc::make_mut(&mut self.scene);
            scene.update(&before.document, document, (library, texts), measure)
        });
        if updated == SceneUpdate::NeedsRebuild {
            self.peeked
                .retain(|id| document.node(id).is_some_and(|node| node.collapsed));
            let mut scene = Scene::build(document, library, texts, measure, &self.peeked);
            if is_first {
                scene.narrow(document, (library, texts), measure);
            } else {
                scene.narrow_like(&self.scene, document, (library, texts), measure);
            }
            scene.added = glide::added_between(&self.scene, &scene, self.glide.seen());
            let shifts = glide::shifts_between(&self.scene, &scene, self.glide.seen());
            self.glide.begin(ctx, &scene, &shifts);
            self.scene = Rc::new(scene);
        } else {
            self.glide.begin(ctx, &self.scene, &self.scene.shifts);
        }
        self.created += self.scene.created;
        self.run_places.clear();
        self.shape_revision += u64::from(updated != SceneUpdate::InPlace);
        self.built_from = Some(BuiltFrom {
            revision,
            language,
            library: library.clone(),
            document: document.clone(),
        });
        // The marks of a drag are indices into the old scene.
        self.moved = DragPreview::default();
        if matches!(self.gesture, Gesture::Moving(_)) {
            self.gesture = Gesture::Idle;
        }
        self.scene.clone()
    }
}

/// Draws the canvas into the remaining space of `ui` and handles its input.
pub fn show(
    ui: &mut Ui,
    input: &CanvasInput<'_>,
    state: &mut CanvasState,
    actions: &mut ActionSink,
) {
    let size = ui.available_size().max(Vec2::splat(1.0));
    let (_, rect) = ui.allocate_space(size);
    let id = ui.make_persistent_id("canvas");
    let response = ui.interact(rect, id, Sense::click_and_drag());
    let ui = &mut ui.new_child(egui::UiBuilder::new().max_rect(rect));
    ui.shrink_clip_rect(rect);

    response.widget_info(|| accessibility::of_canvas(input));

    state.renew_scene(ui.ctx(), input);
    focus(ui, &response, state);
    navigate(ui, input, &response, state);
    let CanvasState {
        camera,
        scene,
        rename,
        gesture,
        moved,
        glide,
        quick_add,
        menu,
        space,
        flash,
        abort_reach,
        blocks,
        run_places,
        glows,
        selected_by_mouse,
        ..
    } = state;
    flash.update(ui, input.run);
    abort_reach.update(input);
    if gesture.is_active() {
        state.flight = None;
    }
    gesture.pan_at_edges(ui, &response, (scene, moved), camera);
    let flow = Flow::of(input.left_to_right);
    gesture.follow(ui, &response, (scene, input.options, flow), camera, moved);
    let seen = camera.projection(rect).visible_canvas();
    moved.gliding = glide.begin_frame(ui.ctx(), scene, seen);
    let mut started_moving = None;
    let mut write_on = None;
    {
        let view = View::new(input, scene, camera.projection(rect), moved);
        let mut output = GestureOutput {
            actions,
            quick_add,
            started_moving: &mut started_moving,
            write_on: &mut write_on,
            space_used: &mut space.used,
        };
        let before = output.actions.count();
        gestures::clicks(ui, &response, &view, &mut output);
        gesture.update(ui, &response, &view, &mut output);
        *selected_by_mouse = output.actions.has_selected_since(before);
        drops::receive(&response, &view, actions);
        keyboard::open_search(ui, &response, space, actions);
        run_places.update(input.run, scene.cards.len());
        let marks = RunMarks {
            flash,
            abort_reach,
            places: run_places,
            glows,
        };
        let hand = Some(&*gesture);
        paint(ui, &response, &view, hand, &marks, blocks, actions);
        if let Some(search) = quick_add {
            search.paint(&view, &ui.painter_at(rect));
        }
        if response.secondary_clicked()
            && let Some(at) = response.interact_pointer_pos()
        {
            *menu = Some(MenuPlace::new(ui.ctx(), &view, at));
        }
        rename::show(ui, &response, &view, rename, actions);
        popup_keyboard::set_menu_point(ui.ctx(), response.id, keyboard::menu_point(&view));
        response.context_menu(|ui| {
            if let Some(place) = menu {
                context_menu::show(ui, &view, place, quick_add, actions);
            }
        });
    }
    if let Some(started) = started_moving {
        *moved = started;
    } else if !matches!(gesture, Gesture::Moving(_)) {
        glide.drop(moved, scene);
        moved.end_drag();
    }
    if !matches!(gesture, Gesture::Resizing(_)) {
        moved.resized = None;
    }
    let begun = write_on.map(AnnotationEditor::new);
    state.writing = begun.or(state.writing.take());
    show_quick_add(ui, input, &response, quick_add, actions);
    state.show_writing(ui, input, &response, rect, actions);
    focus_regions::end_contents(ui, response.id);
    show_controls(ui, input, state, actions);
}

/// What lies over the canvas in its corners.
fn show_controls(
    ui: &mut Ui,
    input: &CanvasInput<'_>,
    state: &mut CanvasState,
    actions: &mut ActionSink,
) {
    minimap::show(ui, input, state);
    abort_sentence::show(ui, input, state, actions);
    heat::legend(ui, input);
    let least = state.least_zoom(ui.max_rect().size());
    if zoom_control::show(ui, input, &mut state.camera, least, Some(actions)) {
        state.request_fit();
    }
}

/// Focuses the canvas when it is clicked, and at startup if nothing else is focused.
fn focus(ui: &Ui, response: &Response, state: &CanvasState) {
    let pressed = response.is_pointer_button_down_on() && ui.input(|i| i.pointer.any_pressed());
    let free = ui.memory(|memory| memory.focused().is_none() && memory.top_modal_layer().is_none());
    if pressed || (!state.shown_before && free) {
        response.request_focus();
    }
    keyboard::keep_focus(ui, response);
}

/// What a run adds to nodes: abort marks, and where it has the nodes.
struct RunMarks<'a> {
    flash: &'a AbortFlash,
    abort_reach: &'a AbortReach,
    places: &'a RunPlaces,
    glows: &'a GlowCache,
}

/// Paints everything. Without a gesture the canvas is read-only.
fn paint(
    ui: &mut Ui,
    response: &Response,
    view: &View<'_>,
    gesture: Option<&Gesture>,
    marks: &RunMarks<'_>,
    blocks: &mut BlockPicture,
    actions: &mut ActionSink,
) {
    let painter = ui.painter_at(view.projection.viewport);
    let fades = ui.style().animation_time > 0.0;
    let time = fades.then(|| ui.input(|input| input.time));
    let run = RunOverlay::new(view.input, fades, time).with_places(marks.places, marks.glows);
    backdrop::paint(view, &painter);
    annotations::paint(view, &painter);
    marks.flash.paint_behind(view, &painter);
    let feedback = match gesture {
        Some(gesture) => feedback::Feedback::of(ui, response, view, gesture),
        None => feedback::Feedback::of_read_only(ui, response, view),
    };
    let plates = if view.detail == LevelOfDetail::Block {
        blocks.paint(view, &run, &painter);
        self::marks::paint_frames(view, &painter);
        let taken = block_labels::paint(view, &painter);
        leaf_labels::paint(view, &run, &painter, &taken);
        marks.flash.paint_rings(view, &painter);
        taken
    } else {
        let (hidden, marked) = (feedback.hidden_wire, feedback.marked_wire);
        *blocks = BlockPicture::default();
        if wires::paint(view, &run, &painter, hidden, marked) {
            ui.ctx().request_repaint_after(motion::FRAME);
        }
        marks.abort_reach.paint_frames(view, &painter);
        marks.flash.paint_rings(view, &painter);
        node_card::paint(view, &run, &painter, feedback.emphasis);
        Vec::new()
    };
    heat::paint_shares(view, &run, &painter);
    tree_names::paint(view, &painter, &plates);
    marks.abort_reach.paint_tints(view, &painter);
    marks.flash.paint_marks(view, &painter);
    if let Some(index) = accessibility::widgets(ui, response, view, &run) {
        let only = SelectAction::Set(vec![view.card(index).id.clone()]);
        actions.push(Action::Select(only));
        response.request_focus();
    }
    if let Some(annotation) = annotations::widgets(ui, response, view) {
        let only = SelectAction::SetAnnotations(vec![annotation]);
        actions.push(Action::Select(only));
        response.request_focus();
    }
    problem_badges::show(ui, view, &run, actions);
    answer_buttons::show(ui, view, &run, actions);
    if let Some(gesture) = gesture {
        feedback.paint(ui, view, &painter, gesture);
    }
    if let Some(index) = feedback.emphasis.hovered
        && !gesture.is_some_and(Gesture::is_active)
        && !types_on(ui, view.projection.viewport)
    {
        // One tooltip per card, so that its delay starts again when the pointer moves to another card.
        let id = accessibility::widget_id(ui, view, index);
        let card = ui.interact(view.screen_rect(index), id.with("tip"), Sense::hover());
        hover_card(card, |ui| tooltip::show(ui, view, &run, index));
    }
    if view.scene.bounds.is_none() && gesture.is_some() && !feedback.has_ghost() {
        backdrop::paint_hint(view, &painter);
    }
}

/// Whether a text field on the canvas is focused: that of a search or a name.
fn types_on(ui: &Ui, canvas: egui::Rect) -> bool {
    let focused = ui.memory(egui::Memory::focused);
    let field = focused.and_then(|id| ui.ctx().read_response(id));
    ui.ctx().text_edit_focused() && field.is_some_and(|it| canvas.contains_rect(it.rect))
}

fn show_quick_add(
    ui: &Ui,
    input: &CanvasInput<'_>,
    response: &Response,
    quick_add: &mut Option<QuickAdd>,
    actions: &mut ActionSink,
) {
    if let Some(open) = quick_add
        && open.show(ui, input, response.rect, actions) == Outcome::Closed
    {
        *quick_add = None;
        response.request_focus();
    }
}
