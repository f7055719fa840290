//! The minimap in the corner: the whole tree, and the visible part of it. Clicking or dragging moves the view. The tree is drawn into a
//! texture when something on it changed, so the cost of a frame does not depend on the size of the tree.

use egui::accesskit::Role;
use egui::{
    Color32, ColorImage, Pos2, Rect, Sense, Stroke, StrokeKind, TextureHandle, TextureOptions, Ui,
    Vec2, WidgetInfo, pos2, vec2,
};
use treewright_session::memo::Memo;

use super::{CanvasInput, CanvasState, annotations};
use crate::scene::Scene;
use crate::small_drawing::{card_color, drawn};
use crate::theme::{Theme, UNTINTED};

/// The size in a canvas that has room for it, in screen points, whatever the shape of the tree is.
const SIZE: Vec2 = vec2(180.0, 112.0);
/// The largest share of the width and the height of the canvas.
const MAX_SHARE: f32 = 0.34;
/// The smallest share of the usual size.
const LEAST_SHARE: f32 = 0.5;
/// The minimum part of the canvas for which the map has room, in canvas units, so that a few cards are small on it, too.
const LEAST: Vec2 = vec2(1000.0, 600.0);
/// The distance from the corner.
const MARGIN: f32 = 10.0;
/// The breadth of its rim.
const RIM: f32 = 4.0;
/// A tree with more cards is drawn in the frame after its change, which has enough to do itself.
const MAX_AT_ONCE: usize = 20_000;

/// The image of the tree.
#[derive(Default)]
pub struct Minimap {
    /// By the shape revision of the scene, and the background of the theme.
    picture: Memo<(u64, Color32), Option<TextureHandle>>,
    /// The key of the picture that the next frame draws.
    due: Option<(u64, Color32)>,
}

impl std::fmt::Debug for Minimap {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Minimap")
            .field("drawn_for", &self.picture.key())
            .finish_non_exhaustive()
    }
}

/// Its place on a canvas with this screen rectangle, if it is shown. In a small canvas it is smaller, so that it takes no more than a part of it.
pub fn place(viewport: Rect, input: &CanvasInput<'_>) -> Option<Rect> {
    let share = (viewport.size() * MAX_SHARE / SIZE).min_elem().min(1.0);
    let size = SIZE * share.max(LEAST_SHARE);
    let corner = viewport.left_bottom() + vec2(MARGIN, -MARGIN - size.y);
    let is_shown = input.options.minimap && share > 0.0;
    is_shown.then(|| Rect::from_min_size(corner, size).expand(RIM))
}

/// Shows the minimap if it is enabled, always at the same place: it must not come and go while the user moves about.
pub fn show(ui: &Ui, input: &CanvasInput<'_>, state: &mut CanvasState) {
    let Some(frame) = place(ui.max_rect(), input) else {
        return;
    };
    let place = frame.shrink(RIM);
    let rim = Stroke::new(1.0, input.theme.separator);
    let painter = ui.painter();
    painter.rect(frame, 4.0, input.theme.panel, rim, StrokeKind::Inside);
    let Some(bounds) = state.scene.bounds else {
        return;
    };
    let scale = (place.size() / bounds.size().max(LEAST)).min_elem();
    let size = (bounds.size() * scale).max(Vec2::splat(2.0));
    let map = Rect::from_center_size(place.center(), size);
    let response = ui.interact(
        frame,
        ui.scope_id().with("minimap"),
        // Keys move the view from anywhere on the canvas.
        Sense::CLICK | Sense::DRAG,
    );
    response.widget_info(|| {
        let name = input.texts.tr("canvas.minimap.name");
        WidgetInfo::labeled(Role::ScrollView, true, name)
    });
    let pressed = response.is_pointer_button_down_on() || response.clicked();
    if let Some(at) = response.interact_pointer_pos().filter(|_| pressed) {
        let part = (at - map.min) / map.size();
        let part = part.clamp(Vec2::ZERO, Vec2::splat(1.0));
        state.camera.center = bounds.min + bounds.size() * part;
        state.flight = None;
        ui.ctx().request_repaint();
    }
    let key = (state.shape_revision, input.theme.background);
    let is_old = state
        .minimap
        .picture
        .key()
        .is_some_and(|drawn| *drawn != key);
    if is_old && state.scene.cards.len() > MAX_AT_ONCE && state.minimap.due != Some(key) {
        state.minimap.due = Some(key);
        ui.ctx().request_repaint();
        return paint(ui, input.theme, state, (map, frame), bounds);
    }
    state.minimap.picture.update(key, |drawn, _, _| {
        let image = picture(input, &state.scene, bounds, size);
        let options = TextureOptions::LINEAR;
        match drawn {
            Some(texture) => texture.set(image, options),
            none => *none = Some(ui.ctx().load_texture("minimap", image, options)),
        }
    });
    paint(ui, input.theme, state, (map, frame), bounds);
}

fn paint(ui: &Ui, theme: &Theme, state: &CanvasState, (map, frame): (Rect, Rect), bounds: Rect) {
    let painter = ui.painter();
    if let Some(picture) = &*state.minimap.picture {
        let whole = Rect::from_min_max(Pos2::ZERO, pos2(1.0, 1.0));
        painter.image(picture.id(), map, whole, UNTINTED);
    }
    let seen = state.camera.projection(ui.max_rect()).visible_canvas();
    let on_map =
        |at: Pos2| map.min + (at - bounds.min) / bounds.size().max(Vec2::splat(1.0)) * map.size();
    let seen = Rect::from_min_max(on_map(seen.min), on_map(seen.max)).intersect(frame);
    if seen.is_positive() {
        let outline = Stroke::new(1.5, theme.accent);
        let fill = theme.accent.gamma_multiply(0.12);
        painter.rect(seen, 2.0, fill, outline, StrokeKind::Inside);
    }
}

/// Draws all groups, notes and cards as filled rectangles.
fn picture(input: &CanvasInput<'_>, scene: &Scene, bounds: Rect, size: Vec2) -> ColorImage {
    let theme = input.theme;
    let annotations = annotations::all(input.document).filter_map(|annotation| {
        let rect = annotations::rect_of(input.document, annotation)?;
        let color = annotations::color_of(input.document, annotation);
        Some((rect, theme.note_fill(color)))
    });
    let cards = scene.cards.iter().map(|card| {
        let never_runs = card.flags.never_runs();
        let color = card_color(theme, card.category, card.own_color, never_runs);
        (card.rect, color)
    });
    drawn(theme, bounds, size, annotations.chain(cards))
}
