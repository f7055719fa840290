//! Two versions of a document side by side in place of its canvas: on the left the other version, read-only; on the right the edited one.
//! In a narrow window one is above the other. Both cameras are linked unless the user unlinks them.

use egui::{Id, Key, Rect, Stroke, Ui, UiBuilder, pos2};
use treewright_authoring::edit::Selection;
use treewright_core::diagnostic::Problems;
use treewright_session::canvas_options::CanvasOptions;
use treewright_session::workspace::breakpoints::Breakpoints;
use treewright_session::workspace::versions::Versions;

use super::canvases::{self, CANVAS_RECT};
use crate::action::{Action, ActionSink, VersionAction};
use crate::panels::canvas::marks::NodeMarks;
use crate::panels::canvas::{CanvasInput, CanvasState, Link, LinkedCanvas};
use crate::panels::versions::{VersionsState, comparison_bar};
use crate::panels::{PanelContext, canvas};
use crate::widgets::takes_escape;

/// In less height than this, differing fields are shown only in the list of changes.
const ROOM_FOR_FIELDS: f32 = 300.0;
/// The height of the area with differing fields: a heading and three rows.
const FIELDS: f32 = 84.0;
/// Below this width, the versions are stacked vertically if that gives them more space.
const NARROW: f32 = 520.0;

/// State kept between frames.
pub(crate) struct ComparisonView {
    pub older: CanvasState,
    pub link: Link,
    /// Whether the cameras of both sides are linked.
    pub linked: bool,
    /// The view has just opened, and the bounds of the content are not known yet.
    opening: bool,
}

impl Default for ComparisonView {
    fn default() -> Self {
        Self {
            older: CanvasState::default(),
            link: Link::default(),
            linked: true,
            opening: false,
        }
    }
}

impl ComparisonView {
    /// Opens another version, with the same camera as the document's canvas.
    pub fn begin(&mut self, canvas: &CanvasState) {
        (self.older, self.link) = (CanvasState::default(), Link::default());
        self.older.copy_camera(canvas);
        self.opening = true;
    }
}

/// What both sides need in a frame.
struct SideContext<'a, 'b> {
    cx: &'b PanelContext<'a>,
    input: &'b CanvasInput<'b>,
    versions: &'b Versions,
    state: &'b VersionsState,
    names: [String; 2],
}

/// Draws both versions. If `takes_keys`, the edited one takes the keyboard focus when nothing has it.
pub(crate) fn show(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    (state, input): (&VersionsState, &CanvasInput<'_>),
    (view, canvas): (&mut ComparisonView, &mut CanvasState),
    takes_keys: bool,
    sink: &mut ActionSink,
) {
    let Some(versions) = state.side_by_side_versions(cx.front.id()) else {
        return;
    };
    // During a drag or while typing, Escape ends that and does not close the view.
    let is_free = !canvas.is_busy() && takes_escape(ui.ctx());
    ui.spacing_mut().item_spacing.y = 0.0;
    comparison_bar::bar(ui, cx, state, view.linked, sink);
    let sides = SideContext {
        cx,
        input,
        versions,
        state,
        names: comparison_bar::names(cx, state, versions),
    };
    let mut rect = ui.available_rect_before_wrap();
    ui.advance_cursor_after_rect(rect);
    if rect.height() >= ROOM_FOR_FIELDS {
        let fields = rect.split_top_bottom_at_y(rect.max.y - FIELDS).1;
        rect.max.y = fields.min.y - 1.0;
        let mut ui = child_ui(ui, fields, "fields");
        comparison_bar::fields(&mut ui, cx, state, &sides.names);
    }
    let (left, right) = halves(rect);
    let mut older = child_ui(ui, left, "older version");
    let older_canvas = sides.older(&mut older, view, sink);
    let mut newer = child_ui(ui, right, "newer version");
    comparison_bar::side_title(&mut newer, cx, &sides.names[1], true);
    let newer_canvas = newer.available_rect_before_wrap();
    ui.data_mut(|data| data.insert_temp(Id::unique(CANVAS_RECT), newer_canvas));
    canvases::show_canvas(&mut newer, input, canvas, takes_keys, sink);
    let line = Stroke::new(2.0, cx.theme.card_outline);
    if left.right() < right.left() {
        ui.painter().vline(left.right() + 1.0, rect.y_range(), line);
    } else {
        ui.painter()
            .hline(rect.x_range(), left.bottom() + 1.0, line);
    }
    if view.linked {
        let at = cx.front.selection().primary();
        let panel = older_canvas.size().min(newer_canvas.size());
        view.link.follow(ui, at, &mut view.older, canvas, panel);
    } else {
        view.link.unlink();
    }
    if std::mem::take(&mut view.opening) {
        show_all_or_selection(cx, state, view, canvas);
        ui.ctx().request_repaint();
    }
    if is_free && ui.input(|input| input.key_pressed(Key::Escape)) {
        sink.push(Action::Version(VersionAction::SideBySide));
    }
}

/// Shows all of both sides if that is readable, otherwise the selection. By now each canvas knows the bounds of the other.
fn show_all_or_selection(
    cx: &PanelContext<'_>,
    state: &VersionsState,
    view: &mut ComparisonView,
    canvas: &mut CanvasState,
) {
    let removed = state.removed_node(cx.front);
    let Some(primary) = cx.front.selection().primary().cloned() else {
        return;
    };
    if view.link.leads() == LinkedCanvas::First || !view.linked {
        let there = removed.unwrap_or_else(|| primary.clone());
        view.older.request_open_at(there);
    }
    if view.link.leads() == LinkedCanvas::Second || !view.linked {
        canvas.request_open_at(primary);
    }
}

fn child_ui(ui: &mut Ui, rect: Rect, salt: &str) -> Ui {
    let mut part = ui.new_child(UiBuilder::new().max_rect(rect).id_salt(salt));
    part.shrink_clip_rect(rect);
    part
}

/// The areas of the older and the newer version.
fn halves(rect: Rect) -> (Rect, Rect) {
    let middle = rect.center().round();
    if rect.width() < NARROW && rect.height() > rect.width() {
        let above = Rect::from_min_max(rect.min, pos2(rect.max.x, middle.y - 1.0));
        let below = Rect::from_min_max(pos2(rect.min.x, middle.y + 1.0), rect.max);
        return (above, below);
    }
    let left = Rect::from_min_max(rect.min, pos2(middle.x - 1.0, rect.max.y));
    let right = Rect::from_min_max(pos2(middle.x + 1.0, rect.min.y), rect.max);
    (left, right)
}

impl SideContext<'_, '_> {
    /// Draws the other version and returns the rectangle of its canvas.
    fn older(&self, ui: &mut Ui, view: &mut ComparisonView, sink: &mut ActionSink) -> Rect {
        let cx = self.cx;
        comparison_bar::side_title(ui, cx, &self.names[0], false);
        let removed = self.state.removed_node(cx.front).map(Selection::one);
        let selection = removed.as_ref().unwrap_or_else(|| cx.front.selection());
        if view.linked {
            view.older.skip_revealing(selection.primary());
        }
        let marks: &NodeMarks = self.state.older_marks();
        let input = CanvasInput {
            is_read_only: false,
            document: self.versions.older(),
            revision: self.versions.older_revision(),
            selection,
            diagnostics: &Problems::default(),
            breakpoints: &Breakpoints::default(),
            run: None,
            coverage: None,
            explored: None,
            marks: Some(marks),
            options: CanvasOptions::PLAIN,
            ..*self.input
        };
        let rect = ui.available_rect_before_wrap();
        let arguments = [("name", &*self.names[0])];
        let name = cx.texts.tr_with("sides.canvas", &arguments);
        let pressed = canvas::show_read_only(ui, &input, &name, !view.linked, &mut view.older);
        if let Some(id) = pressed {
            sink.push(Action::Version(VersionAction::SelectOther(id)));
        }
        rect
    }
}
