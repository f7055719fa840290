//! The zoom control in the corner of the canvas: the percentage, zoom in, zoom out, show all, the minimap, and show only the canvas.

use egui::{Align, Button, Frame, Layout, Margin, Rect, RichText, Ui, UiBuilder, Vec2, vec2};

use treewright_session::canvas_options::CanvasSwitch;

use super::CanvasInput;
use super::camera::{Camera, MAX_ZOOM};
use super::zooming::STEP;
use crate::action::{Action, ActionSink, PreferAction, ViewAction};
use crate::icons;

const SIZE: Vec2 = vec2(200.0, 30.0);

/// A lower canvas has no room for the control beside what is on it.
const LEAST_HEIGHT: f32 = 100.0;

/// Its place on a canvas with this screen rectangle; empty where it has no room.
pub fn place(viewport: Rect) -> Rect {
    let size = if viewport.height() < LEAST_HEIGHT {
        Vec2::ZERO
    } else {
        SIZE
    };
    Rect::from_min_size(viewport.max - size - vec2(10.0, 10.0), size)
}

/// Shows the control; `least` is the zoom to which the camera can zoom out. Only a canvas that hands in its actions has the buttons for the
/// minimap and for closing the panels beside it. Returns whether "show all" was clicked.
pub fn show(
    ui: &mut Ui,
    input: &CanvasInput<'_>,
    camera: &mut Camera,
    least: f32,
    actions: Option<&mut ActionSink>,
) -> bool {
    let viewport = ui.max_rect();
    let corner = place(viewport);
    if !corner.is_positive() {
        return false;
    }
    let before = *camera;
    let mut all = false;
    let builder = UiBuilder::new()
        .max_rect(corner)
        .layout(Layout::right_to_left(Align::Center));
    ui.scope_builder(builder, |ui| {
        Frame::new()
            .fill(input.theme.panel)
            .corner_radius(6)
            .inner_margin(Margin::symmetric(4, 2))
            .show(ui, |ui| {
                ui.spacing_mut().item_spacing.x = 0.0;
                if let Some(actions) = actions {
                    if button(ui, input, "fullscreen", "command.only_canvas", true) {
                        actions.push(Action::View(ViewAction::OnlyCanvas));
                    }
                    if button(ui, input, "map", "command.minimap", true) {
                        let minimap = PreferAction::ToggleCanvas(CanvasSwitch::Minimap);
                        actions.push(Action::Prefer(minimap));
                    }
                }
                all = button(ui, input, "fit_screen", "canvas.zoom.fit", true);
                if button(ui, input, "add", "canvas.zoom.in", camera.zoom < MAX_ZOOM) {
                    camera.zoom_at(viewport, viewport.center(), STEP, least);
                }
                let percent = percentage(camera.zoom);
                let text = RichText::new(percent).small().color(input.theme.muted);
                let actual = Button::new(text).frame(false).min_size(vec2(44.0, 22.0));
                let response = ui.add(actual);
                let hint = input.texts.tr("canvas.zoom.actual");
                if response.on_hover_text(hint).clicked() {
                    camera.zoom_at(viewport, viewport.center(), 1.0 / camera.zoom, least);
                }
                let farther = camera.zoom > least;
                if button(ui, input, "remove", "canvas.zoom.out", farther) {
                    camera.zoom_at(viewport, viewport.center(), 1.0 / STEP, least);
                }
            });
    });
    if all || *camera != before {
        // The canvas is painted already; the next frame shows the change.
        ui.ctx().request_repaint();
    }
    all
}

/// The zoom as a percentage, with decimals where it is small.
fn percentage(zoom: f32) -> String {
    let percent = zoom * 100.0;
    let decimals = match percent {
        ..0.095 => 2,
        ..0.95 => 1,
        _ => 0,
    };
    format!("{percent:.decimals$}%")
}

fn button(ui: &mut Ui, input: &CanvasInput<'_>, icon: &str, key: &str, enabled: bool) -> bool {
    let icon = icons::text(icon).size(16.0).color(input.theme.muted);
    let name = input.texts.tr(key).into_owned();
    let button = Button::new(icon).frame_when_inactive(false);
    ui.add_enabled(enabled, button)
        .accessible_name(&name)
        .on_hover_text(name)
        .clicked()
}
