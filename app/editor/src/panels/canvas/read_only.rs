//! A read-only canvas: the same drawing, camera and tooltips, without anything that edits. A click on a card returns its node. Actions of
//! what is drawn are discarded, except for selecting a node.

use egui::accesskit::Role;
use egui::{Sense, Ui, Vec2, WidgetInfo};
use treewright_core::ids::NodeId;

use super::gestures::Gesture;
use super::requests::navigate;
use super::view::View;
use super::{CanvasInput, CanvasState, RunMarks, keyboard, paint, zoom_control};
use crate::action::{Action, ActionSink, SelectAction};

/// Draws the canvas into the remaining space of `ui` and returns the clicked node. `by_itself` adds a zoom control, because no other canvas
/// controls its zoom.
pub fn show_read_only(
    ui: &mut Ui,
    input: &CanvasInput<'_>,
    name: &str,
    by_itself: bool,
    state: &mut CanvasState,
) -> Option<NodeId> {
    let size = ui.available_size().max(Vec2::splat(1.0));
    let (_, rect) = ui.allocate_space(size);
    let id = ui.make_persistent_id("canvas to look at");
    let response = ui.interact(rect, id, Sense::click_and_drag());
    let ui = &mut ui.new_child(egui::UiBuilder::new().max_rect(rect));
    ui.shrink_clip_rect(rect);
    response.widget_info(|| WidgetInfo::labeled(Role::Canvas, true, name));
    state.renew_scene(ui.ctx(), input);
    if response.is_pointer_button_down_on() && ui.input(|i| i.pointer.any_pressed()) {
        response.request_focus();
    }
    keyboard::keep_focus(ui, &response);
    navigate(ui, input, &response, state);
    if response.dragged() {
        state.flight = None;
        state.camera.pan(response.drag_delta());
    }
    debug_assert!(
        matches!(state.gesture, Gesture::Idle),
        "a read-only canvas starts no gesture"
    );
    let mut actions = ActionSink::default();
    state.run_places.update(input.run, state.scene.cards.len());
    let view = View::new(
        input,
        &state.scene,
        state.camera.projection(rect),
        &state.moved,
    );
    let marks = RunMarks {
        flash: &state.flash,
        abort_reach: &state.abort_reach,
        places: &state.run_places,
        glows: &state.glows,
    };
    paint(
        ui,
        &response,
        &view,
        None,
        &marks,
        &mut state.blocks,
        &mut actions,
    );
    let pressed = response
        .interact_pointer_pos()
        .filter(|_| response.clicked());
    let pressed = pressed.and_then(|at| view.card_at(at));
    let pressed = pressed.map(|index| view.card(index).id.clone());
    let least = state.least_zoom(rect.size());
    if by_itself && zoom_control::show(ui, input, &mut state.camera, least, None) {
        state.request_fit();
    }
    // A screen reader clicks the widget of a card.
    pressed.or_else(|| actions.take().into_iter().find_map(only_node))
}

fn only_node(action: Action) -> Option<NodeId> {
    match action {
        Action::Select(SelectAction::Set(ids)) => ids.into_iter().next(),
        _ => None,
    }
}
