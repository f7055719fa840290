//! Two versions of a document beside each other in the place of its canvas: on the left the other one, which can only be looked at, on the
//! right the one that is edited; in a narrow window above and below. Both look at the same place unless somebody parts them.

use egui::{Id, Key, Rect, Stroke, Ui, UiBuilder, pos2};
use treewright_authoring::edit::Selection;
use treewright_core::diagnostic::Problems;
use treewright_session::canvas_options::CanvasOptions;
use treewright_session::workspace::breakpoints::Breakpoints;
use treewright_session::workspace::versions::Versions;

use super::canvases::{self, CANVAS_RECT};
use crate::action::{Action, ActionSink, VersionAction};
use crate::panels::canvas::marks::Marks;
use crate::panels::canvas::{CanvasInput, CanvasState, Link, Which};
use crate::panels::versions::{VersionsState, beside};
use crate::panels::{PanelContext, canvas};
use crate::widgets::takes_escape;

/// With less room than this the fields that differ are seen in the list of changes alone.
const ROOM_FOR_FIELDS: f32 = 300.0;
/// The height of the fields that differ: three of them and their heading.
const FIELDS: f32 = 84.0;
/// Below this width, two versions lie one above the other where that gives them more room.
const NARROW: f32 = 520.0;

/// What the view keeps between frames.
pub(crate) struct Beside {
    /// The canvas of the other version.
    pub older: CanvasState,
    pub link: Link,
    /// Whether both sides move together.
    pub linked: bool,
    /// It has just come, and nothing is known yet of how much there is to see.
    opening: bool,
}

impl Default for Beside {
    fn default() -> Self {
        Self {
            older: CanvasState::default(),
            link: Link::default(),
            linked: true,
            opening: false,
        }
    }
}

impl Beside {
    /// Another version is to be seen, from where the document's canvas looks.
    pub fn begin(&mut self, canvas: &CanvasState) {
        (self.older, self.link) = (CanvasState::default(), Link::default());
        self.older.begin_like(canvas);
        self.opening = true;
    }
}

/// The sides of the view.
struct Sides<'a, 'b> {
    cx: &'b PanelContext<'a>,
    input: &'b CanvasInput<'b>,
    versions: &'b Versions,
    state: &'b VersionsState,
    names: [String; 2],
}

/// Draws both versions. `takes_keys` says whether the one that is edited takes the keyboard if nobody has it.
pub(crate) fn show(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    (state, input): (&VersionsState, &CanvasInput<'_>),
    (view, canvas): (&mut Beside, &mut CanvasState),
    takes_keys: bool,
    sink: &mut ActionSink,
) {
    let Some(versions) = state.beside(cx.front.id()) else {
        return;
    };
    // Whoever drags or writes leaves that by Escape, not the view.
    let is_free = !canvas.is_busy() && takes_escape(ui.ctx());
    ui.spacing_mut().item_spacing.y = 0.0;
    beside::bar(ui, cx, state, view.linked, sink);
    let sides = Sides {
        cx,
        input,
        versions,
        state,
        names: beside::names(cx, state, versions),
    };
    let mut rect = ui.available_rect_before_wrap();
    ui.advance_cursor_after_rect(rect);
    if rect.height() >= ROOM_FOR_FIELDS {
        let fields = rect.split_top_bottom_at_y(rect.max.y - FIELDS).1;
        rect.max.y = fields.min.y - 1.0;
        let mut ui = part(ui, fields, "fields");
        beside::fields(&mut ui, cx, state, &sides.names);
    }
    let (left, right) = halves(rect);
    let mut older = part(ui, left, "older version");
    let older_canvas = sides.older(&mut older, view, sink);
    let mut newer = part(ui, right, "newer version");
    beside::head(&mut newer, cx, &sides.names[1], true);
    let newer_canvas = newer.available_rect_before_wrap();
    ui.data_mut(|data| data.insert_temp(Id::unique(CANVAS_RECT), newer_canvas));
    canvases::one(&mut newer, input, canvas, takes_keys, sink);
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
        view.link.part();
    }
    if std::mem::take(&mut view.opening) {
        show_all_or(cx, state, view, canvas);
        ui.ctx().request_repaint();
    }
    if is_free && ui.input(|input| input.key_pressed(Key::Escape)) {
        sink.push(Action::Version(VersionAction::SideBySide));
    }
}

/// Shows all of both sides if it can be read so, or else what is selected. By now both know how much there is on the other one.
fn show_all_or(
    cx: &PanelContext<'_>,
    state: &VersionsState,
    view: &mut Beside,
    canvas: &mut CanvasState,
) {
    let gone = state.gone(cx.front);
    let Some(primary) = cx.front.selection().primary().cloned() else {
        return;
    };
    if view.link.leads() == Which::First || !view.linked {
        let there = gone.unwrap_or_else(|| primary.clone());
        view.older.request_open_at(there);
    }
    if view.link.leads() == Which::Second || !view.linked {
        canvas.request_open_at(primary);
    }
}

fn part(ui: &mut Ui, rect: Rect, salt: &str) -> Ui {
    let mut part = ui.new_child(UiBuilder::new().max_rect(rect).id_salt(salt));
    part.shrink_clip_rect(rect);
    part
}

/// The places of the older and the newer version.
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

impl Sides<'_, '_> {
    /// Draws the other version, and gives the place of its canvas.
    fn older(&self, ui: &mut Ui, view: &mut Beside, sink: &mut ActionSink) -> Rect {
        let cx = self.cx;
        beside::head(ui, cx, &self.names[0], false);
        let gone = self.state.gone(cx.front).map(Selection::one);
        let selection = gone.as_ref().unwrap_or_else(|| cx.front.selection());
        if view.linked {
            view.older.stay_at(selection.primary());
        }
        let marks: &Marks = self.state.older_marks();
        let input = CanvasInput {
            document: self.versions.older(),
            revision: self.versions.older_revision(),
            selection,
            diagnostics: &Problems::default(),
            breakpoints: &Breakpoints::default(),
            run: None,
            reached: None,
            marks: Some(marks),
            options: CanvasOptions::PLAIN,
            ..*self.input
        };
        let rect = ui.available_rect_before_wrap();
        let arguments = [("name", &*self.names[0])];
        let name = cx.texts.tr_with("sides.canvas", &arguments);
        let pressed = canvas::look(ui, &input, &name, !view.linked, &mut view.older);
        if let Some(id) = pressed {
            sink.push(Action::Version(VersionAction::Pick(id)));
        }
        rect
    }
}
