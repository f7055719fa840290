//! The tree as an indented list, in which every node can be reached independently of the canvas view, and dragged. Knows nothing about the canvas.

mod dragging;
mod lines;
mod menu;

use dragging::{RowDrag, RowList};
use egui::accesskit::Node as AccessNode;
use egui::{Key, Rangef, Rect, Response, Role, Ui};
use lines::{OutlineLine, OutlineLines};
use treewright_core::ids::NodeId;
use treewright_core::model::Node;
use treewright_session::memo::Memo;
use treewright_session::workspace::open_document::{DocumentId, Version};
use treewright_session::workspace::run_view::NodeState;

use super::PanelContext;
use super::canvas::status_key;
use super::reader_words::{NodePlace, ReaderWords};
use crate::action::{Action, ActionSink, SelectAction, ViewAction};
use crate::theme::{Theme, space, status_icon};
use crate::widgets::{
    ROW_HEIGHT, Row, empty_hint_with, keyed, panel_scroll, row_menu, search_field,
};

/// The query and the matching lines.
#[derive(Default)]
pub struct OutlineState {
    query: String,
    /// The search field takes the keyboard focus in the next frame.
    pub focus_search: bool,
    listed: Memo<(Version, String), OutlineLines>,
    /// The last revealed selection: the version of the document, the node, and its line.
    shown_selection: Option<((Version, NodeId), Option<usize>)>,
    /// The vertical range of a document's list that was visible last.
    seen: Option<(DocumentId, Rangef)>,
    /// Do not scroll to the current selection.
    pub skip_scroll: bool,
    drag: Option<RowDrag>,
    /// The visible part of the list on the screen.
    list: Option<Rect>,
}

/// The number of levels up to which rows are indented at most.
const MAX_INDENT: usize = 24;
/// The indentation of a level, in points.
const INDENT: f32 = 14.0;
/// The share of a row up to which it is indented, so that titles of deep nodes stay readable.
const INDENTED_PART: f32 = 0.4;

/// The number of levels up to which rows of this width are indented.
fn indented_levels(width: f32) -> usize {
    ((INDENTED_PART * width / INDENT) as usize).min(MAX_INDENT)
}

/// The indentation at a depth of rows of this width, in points.
fn indent(depth: usize, width: f32) -> f32 {
    INDENT * depth.min(indented_levels(width)) as f32
}

pub fn show(ui: &mut Ui, cx: &PanelContext<'_>, state: &mut OutlineState, sink: &mut ActionSink) {
    let name = cx.texts.tr("outline.search");
    let clear = cx.texts.tr("search.clear");
    let field = search_field(ui, cx.theme, &mut state.query, &name, &clear);
    if std::mem::take(&mut state.focus_search) {
        field.request_focus();
    }
    ui.add_space(space::XS);
    let key = (cx.front.version(), state.query.clone());
    state
        .listed
        .update(key, |listed, before, (version, query)| {
            let same =
                |(of, typed): (Version, String)| of.document == version.document && typed == *query;
            let is_same_list = before.is_some_and(same);
            listed.refresh(cx.front.document(), cx.texts, query, is_same_list);
        });
    if state.listed.lines().is_empty() {
        empty_message(ui, cx, state, sink);
        return;
    }
    keys(ui, cx, state, &field, sink);
    rows(ui, cx, state, sink);
}

/// While the search field has the focus, the arrows select the next or previous listed node, and Enter the first one if none of them is selected.
fn keys(
    ui: &Ui,
    cx: &PanelContext<'_>,
    state: &OutlineState,
    field: &Response,
    sink: &mut ActionSink,
) {
    let pressed = |key| ui.input(|input| input.key_pressed(key));
    let step = if field.has_focus() {
        isize::from(pressed(Key::ArrowDown)) - isize::from(pressed(Key::ArrowUp))
    } else {
        0
    };
    let entered = field.lost_focus() && pressed(Key::Enter) && !state.query.is_empty();
    if step == 0 && !entered {
        return;
    }
    let lines = state.listed.lines();
    let primary = cx.front.selection().primary();
    let at = primary.and_then(|id| lines.iter().position(|line| line.id == *id));
    let to = match at {
        Some(at) => at.saturating_add_signed(step).min(lines.len() - 1),
        None => 0,
    };
    if let Some(line) = lines.get(to) {
        sink.push(Action::View(ViewAction::Reveal(line.id.clone())));
        sink.push(Action::Select(SelectAction::Set(vec![line.id.clone()])));
    }
}

/// The message where there is nothing to list.
fn empty_message(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    state: &mut OutlineState,
    sink: &mut ActionSink,
) {
    let is_empty = state.query.is_empty();
    let (text, button) = if is_empty {
        ("outline.empty", "outline.add_first")
    } else {
        ("outline.nothing", "search.clear")
    };
    let (text, button) = (cx.texts.tr(text), cx.texts.tr(button));
    if empty_hint_with(ui, cx.theme, ("account_tree", &text), &button) {
        state.query.clear();
        if is_empty {
            sink.push(Action::View(ViewAction::QuickAdd));
        }
    }
}

fn rows(ui: &mut Ui, cx: &PanelContext<'_>, state: &mut OutlineState, sink: &mut ActionSink) {
    ui.spacing_mut().item_spacing.y = 0.0;
    let document = cx.front.id();
    // Each document has its own scroll position.
    let mut area = panel_scroll().id_salt(("outline", document));
    let revealed = offset_of_new_selection(ui, cx, state);
    if let Some(offset) = revealed.or_else(|| offset_while_dragging(ui, cx, state)) {
        area = area.vertical_scroll_offset(offset);
    }
    let mut dragged = None;
    let shown = area.show_rows(ui, ROW_HEIGHT, state.listed.lines().len(), |ui, range| {
        for line in &state.listed.lines()[range] {
            keyed(ui, line.id.as_str(), |ui| {
                if row(ui, cx, line, sink).is_some_and(|row| row.drag_started()) {
                    dragged = Some(line.id.clone());
                }
            });
        }
    });
    let top = shown.state.clamped_offset().y;
    let seen = Rangef::new(top, top + shown.inner_rect.height());
    state.seen = Some((document, seen));
    state.list = Some(shown.inner_rect);
    if let Some(node) = dragged {
        start_drag(cx, state, node, sink);
    }
    let list = RowList {
        lines: state.listed.lines(),
        is_whole: state.query.is_empty(),
        rect: shown.inner_rect,
        top,
    };
    let goes_on = |drag: &RowDrag, sink: &mut ActionSink| drag.update(ui, cx, &list, sink);
    if state.drag.as_ref().is_some_and(|drag| !goes_on(drag, sink)) {
        state.drag = None;
    }
}

/// Starts dragging a row: alone, or with the whole selection if it is selected.
fn start_drag(
    cx: &PanelContext<'_>,
    state: &mut OutlineState,
    node: NodeId,
    sink: &mut ActionSink,
) {
    let selection = cx.front.selection();
    let nodes = if selection.contains(&node) {
        selection.topmost(cx.front.document())
    } else {
        // What is under the pointer must not move.
        state.skip_scroll = true;
        sink.push(Action::Select(SelectAction::Set(vec![node.clone()])));
        vec![node]
    };
    let document = cx.front.id();
    state.drag = Some(RowDrag { document, nodes });
}

/// The scroll offset while rows are dragged near an edge of the list.
fn offset_while_dragging(ui: &Ui, cx: &PanelContext<'_>, state: &OutlineState) -> Option<f32> {
    state.drag.as_ref()?;
    let by = RowDrag::scrolling(ui, state.list?);
    let (_, seen) = state.seen.filter(|(of, _)| *of == cx.front.id())?;
    (by != 0.0).then(|| (seen.min + by).max(0.0))
}

fn row(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    line: &OutlineLine,
    sink: &mut ActionSink,
) -> Option<Response> {
    let node = cx.front.document().node(&line.id)?;
    let title = cx.texts.node_title(node);
    let run = cx.run.map(|run| run.node(&line.id)).unwrap_or_default();
    let faded = node.disabled || line.unconnected;
    let (icon, color) = match run.state {
        NodeState::Idle if faded => (cx.icon_of(&line.id), cx.theme.inactive),
        NodeState::Idle => (cx.icon_of(&line.id), cx.color_of(&line.id)),
        state => (status_icon(state), cx.theme.status(state)),
    };
    let text = if faded { cx.theme.muted } else { cx.theme.text };
    let detail = match node.own_title() {
        None => String::new(),
        Some(_) => cx.texts.task_title(&node.task),
    };
    let name = cx.texts.tr_with("outline.row", &[("title", &title)]);
    let response = Row::new(&title)
        .icon(icon, color)
        .color(text)
        .detail(&detail)
        .indent(indent(line.depth, ui.available_width()))
        .draggable()
        .selected(cx.front.selection().contains(&line.id))
        .role(Role::TreeItem)
        .name(&name)
        .show(ui, cx.theme);
    ui.ctx().accesskit_node_builder(response.id, |accessible| {
        describe(accessible, cx, (node, line), run.state);
    });
    if response.clicked() {
        let modifiers = ui.input(|input| input.modifiers);
        let ids = vec![line.id.clone()];
        let select = if modifiers.command {
            SelectAction::Toggle(ids)
        } else if modifiers.shift {
            SelectAction::Add(ids)
        } else {
            sink.push(Action::View(ViewAction::Reveal(line.id.clone())));
            SelectAction::Set(ids)
        };
        sink.push(Action::Select(select));
    }
    if response.double_clicked() {
        sink.push(Action::View(ViewAction::Rename));
    }
    if response.secondary_clicked() && !cx.front.selection().contains(&line.id) {
        let ids = vec![line.id.clone()];
        sink.push(Action::Select(SelectAction::Set(ids)));
    }
    row_menu(&response, |ui| menu::show(ui, cx, sink));
    let mark = cx.front.breakpoints.mark(&line.id);
    breakpoint_mark(ui, cx.theme, &response, mark);
    Some(response)
}

/// Says of a row what its card says: node type, status, marks, problems, and place in the tree.
fn describe(
    row: &mut AccessNode,
    cx: &PanelContext<'_>,
    (node, line): (&Node, &OutlineLine),
    state: NodeState,
) {
    let document = cx.front.document();
    let words = ReaderWords {
        texts: cx.texts,
        document,
        breakpoints: &cx.front.breakpoints,
        problems: cx.front.diagnostics(),
    };
    let node_of = |id: &NodeId| document.node(id);
    let above = std::iter::successors(node.parent().and_then(node_of), |above| {
        above.parent().and_then(node_of)
    });
    let (levels, is_disabled) = above.fold((0, node.disabled), |(levels, disabled), above| {
        (levels + 1, disabled || above.disabled)
    });
    let siblings = node
        .parent()
        .and_then(node_of)
        .map_or(&[][..], Node::children);
    let order = siblings.iter().position(|id| id == node.id());
    let place = NodePlace {
        level: levels,
        order: order.map(|order| order + 1),
        siblings: siblings.len(),
        children: node.children().len(),
    };
    let mut parts = Vec::new();
    if node.own_title().is_some() {
        parts.push(cx.texts.task_title(&node.task));
    }
    if state != NodeState::Idle {
        parts.push(cx.texts.tr(status_key(state)).into_owned());
    }
    parts.extend(words.marks(node.id(), is_disabled, line.unconnected));
    parts.extend(words.place(place));
    row.set_description(words.joined(parts));
    place.describe(row);
}

fn breakpoint_mark(ui: &Ui, theme: &Theme, response: &egui::Response, breakpoint: Option<bool>) {
    let Some(on) = breakpoint.filter(|_| ui.is_rect_visible(response.rect)) else {
        return;
    };
    let at = response.rect.left_center() + egui::vec2(3.0, 0.0);
    if on {
        ui.painter().circle_filled(at, 3.0, theme.breakpoint);
    } else {
        let line = egui::Stroke::new(1.0, theme.breakpoint);
        ui.painter().circle_stroke(at, 3.0, line);
    }
}

/// The scroll offset that reveals a node that was just selected elsewhere, or that moved.
fn offset_of_new_selection(
    ui: &Ui,
    cx: &PanelContext<'_>,
    state: &mut OutlineState,
) -> Option<f32> {
    let document = cx.front.id();
    let skip_scroll = std::mem::take(&mut state.skip_scroll);
    let Some(primary) = cx.front.selection().primary() else {
        state.shown_selection = None;
        return None;
    };
    let of = (cx.front.version(), primary.clone());
    let (before, line_before) = state.shown_selection.take().unzip();
    if before.as_ref() == Some(&of) {
        state.shown_selection = before.zip(line_before);
        return None;
    }
    let is_it = |line: &&OutlineLine| line.id == *primary;
    let previous_line = line_before.flatten();
    let lines = state.listed.lines();
    let unmoved = previous_line.filter(|at| lines.get(*at).as_ref().is_some_and(is_it));
    let line = unmoved.or_else(|| lines.iter().position(|line| is_it(&line)));
    let same = before.is_some_and(|(there, id)| (there.document, &id) == (document, primary));
    let stays = skip_scroll || same && line_before == Some(line);
    state.shown_selection = Some((of, line));
    if stays {
        return None;
    }
    let top = line? as f32 * ROW_HEIGHT;
    let seen = state.seen.filter(|(of, _)| *of == document);
    if seen.is_some_and(|(_, seen)| seen.contains(top) && seen.contains(top + ROW_HEIGHT)) {
        return None;
    }
    Some((top - ui.available_height() * 0.5).max(0.0))
}
