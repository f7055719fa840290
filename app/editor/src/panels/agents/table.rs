//! The headings and the rows in sight of the table of agents.

use egui::{
    Align2, EventFilter, Key, Rect, Role, ScrollArea, Sense, TextStyle, TextWrapMode, Ui,
    UiBuilder, WidgetInfo, WidgetText, pos2, vec2,
};
use treewright_session::settings::agent_table::{AgentColumn, AgentOrder};
use treewright_session::workspace::run_view::{AgentView, AgentsView, RunView};

use super::AgentsState;
use super::columns::{self, state_of};
use crate::action::{Action, ActionSink, AgentAction, RunAction, Walk};
use crate::icons;
use crate::panels::PanelContext;
use crate::theme::{Theme, status_icon};
use crate::widgets::{ROW_HEIGHT, menu_item, row_menu, row_pressed};

/// The margin of a cell at both ends, in points.
pub(super) const MARGIN: f32 = 6.0;
/// How much wider the column of leaves becomes where there is room.
const MOST_GROWTH: f32 = 150.0;
/// The room for the icon of a cell.
pub(super) const ICON: f32 = 20.0;

/// The columns with the horizontal extent of each, from the left edge of the table.
struct Cells<'a> {
    columns: Vec<(&'a AgentColumn, f32, f32)>,
    width: f32,
}

impl<'a> Cells<'a> {
    /// Distributes a width; if it is not enough, the table is wider and scrolls.
    fn new(columns: &'a [AgentColumn], room: f32) -> Self {
        let least: f32 = columns.iter().map(columns::least_width).sum();
        // Only names of nodes may need more.
        let more = (room - least).clamp(0.0, MOST_GROWTH);
        let mut left = 0.0;
        let columns = columns.iter().map(|column| {
            let grows = *column == AgentColumn::Leaf;
            let width = columns::least_width(column) + if grows { more } else { 0.0 };
            left += width;
            (column, left - width, width)
        });
        Self {
            columns: columns.collect(),
            width: room.max(least),
        }
    }
}

pub fn show(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    (run, agents): (&dyn RunView, &AgentsView),
    columns: &[AgentColumn],
    state: &mut AgentsState,
    sink: &mut ActionSink,
) {
    let bar = ui.spacing().scroll.allocated_width();
    let cells = Cells::new(columns, ui.available_width() - bar);
    ui.spacing_mut().item_spacing.y = 0.0;
    let scrolled = state.scrolled;
    let order = &mut state.table(super::table_of(cx)).order;
    headings(ui, cx, (&cells, scrolled), order);
    // An agent that was shown elsewhere comes into sight.
    let is_new = state.shown.replace(run.agent()) != Some(run.agent());
    let reveal = Some(run.agent()).filter(|_| is_new);
    let area = ScrollArea::both()
        .id_salt("agents")
        .auto_shrink(false)
        .min_scrolled_height(0.0);
    let output = area.show_rows(ui, ROW_HEIGHT, state.rows.len(), |ui, range| {
        ui.set_min_width(cells.width);
        let wanted = state.focus.or(reveal);
        if let Some(row) = wanted.and_then(|agent| state.rows.row_of(agents, agent)) {
            let top = (row as f32 - range.start as f32) * ROW_HEIGHT;
            let corner = ui.cursor().min + vec2(0.0, top);
            ui.scroll_to_rect(Rect::from_min_size(corner, vec2(1.0, ROW_HEIGHT)), None);
        } else {
            state.focus = None;
        }
        for row in range {
            if let Some(agent) = state.rows.agent(agents, row) {
                ui.push_id(agent.number, |ui| {
                    show_row(ui, cx, (run, agents), &cells, (row, agent), state, sink);
                });
            }
        }
    });
    state.scrolled = output.state.clamped_offset().x;
}

/// The headings, by which the table is sorted.
fn headings(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    (cells, scrolled): (&Cells<'_>, f32),
    order: &mut AgentOrder,
) {
    let size = vec2(ui.available_width(), ROW_HEIGHT);
    let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
    let mut row = ui.new_child(UiBuilder::new().max_rect(rect));
    row.set_clip_rect(row.clip_rect().intersect(rect));
    for (column, left, width) in &cells.columns {
        let corner = pos2(rect.left() + left - scrolled, rect.top());
        let cell = Rect::from_min_size(corner, vec2(*width, ROW_HEIGHT));
        let title = columns::title(column, cx.texts);
        let sorted = (order.by == **column).then(|| Sorted::of(order.is_descending));
        if heading(&row, cx, &title, cell, sorted) {
            order.turn(column);
        }
    }
    let line = egui::Stroke::new(1.0, cx.theme.separator);
    ui.painter().hline(rect.x_range(), rect.bottom(), line);
}

/// In which direction rows are sorted by a column.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Sorted {
    Up,
    Down,
}

impl Sorted {
    pub fn of(is_descending: bool) -> Self {
        if is_descending { Self::Down } else { Self::Up }
    }
}

/// A heading. Returns whether it was pressed, to sort by it.
pub(super) fn heading(
    ui: &Ui,
    cx: &PanelContext<'_>,
    title: &str,
    cell: Rect,
    sorted: Option<Sorted>,
) -> bool {
    let is_order = sorted.is_some();
    let id = ui.scope_id().with(("heading", title));
    let response = ui.interact(cell, id, Sense::click());
    let key = match sorted {
        Some(Sorted::Down) => "agents.sorted_down",
        Some(Sorted::Up) => "agents.sorted_up",
        None => "agents.sort",
    };
    let name = cx.texts.tr_with(key, &[("column", title)]);
    response.widget_info(|| WidgetInfo::selected(Role::ColumnHeader, true, is_order, &name));
    let painter = ui.painter_at(cell);
    if response.hovered() || response.has_focus() {
        let fill = Theme::tint(cx.theme.panel, cx.theme.text, 0.07);
        painter.rect_filled(cell, 3.0, fill);
    }
    let room = cell.width() - 2.0 * MARGIN - if is_order { ICON } else { 0.0 };
    let right = paint_text(ui, cell, (MARGIN, room), title, cx.theme.muted);
    if let Some(sorted) = sorted {
        let icon = match sorted {
            Sorted::Down => "arrow_downward",
            Sorted::Up => "arrow_upward",
        };
        let at = pos2(right + 9.0, cell.center().y);
        let (center, glyph) = (Align2::CENTER_CENTER, icons::glyph(icon));
        painter.text(at, center, glyph, icons::font(13.0), cx.theme.muted);
    }
    let is_pressed = row_pressed(ui, &response);
    response.on_hover_text(name);
    is_pressed
}

fn show_row(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    (run, agents): (&dyn RunView, &AgentsView),
    cells: &Cells<'_>,
    (row, agent): (usize, &AgentView),
    state: &mut AgentsState,
    sink: &mut ActionSink,
) {
    let size = vec2(cells.width, ROW_HEIGHT);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    let is_shown = run.agent() == agent.number;
    let texts = cells.columns.iter();
    let texts = texts.map(|(column, ..)| columns::text(column, cx, run, agent));
    let texts: Vec<String> = texts.collect();
    response.widget_info(|| {
        let name = row_name(cx, cells, &texts);
        WidgetInfo::selected(Role::ListItem, true, is_shown, name)
    });
    if state.focus == Some(agent.number) {
        state.focus = None;
        response.request_focus();
    }
    if response.has_focus()
        && let Some(to) = row_keys(ui, &response, row, state.rows.len())
    {
        let agent = state.rows.agent(agents, to);
        state.focus = agent.map(|agent| agent.number);
    }
    if row_pressed(ui, &response) && !is_shown {
        let show = Walk::ShowAgent(agent.number);
        sink.push(Action::Run(RunAction::Walk(show)));
    }
    let theme = cx.theme;
    if is_shown {
        ui.painter().rect_filled(rect, 4.0, theme.selection_fill);
    } else if response.hovered() || response.has_focus() {
        let fill = Theme::tint(theme.panel, theme.text, 0.07);
        ui.painter().rect_filled(rect, 4.0, fill);
    }
    let own = cx.of_tree(run, agent.tree);
    for ((column, left, width), text) in cells.columns.iter().zip(&texts) {
        let corner = pos2(rect.left() + left, rect.top());
        let cell = Rect::from_min_size(corner, vec2(*width, ROW_HEIGHT));
        paint_cell(ui, &own, cell, (column, agent), text);
    }
    row_menu(&response, |ui| menu(ui, cx, (run, agent), sink));
}

/// The cells with the headings of variables, for screen readers.
fn row_name(cx: &PanelContext<'_>, cells: &Cells<'_>, texts: &[String]) -> String {
    let cells = cells.columns.iter().zip(texts);
    let cells = cells.filter(|(_, text)| !text.is_empty());
    let parts = cells.map(|((column, ..), text)| match column {
        AgentColumn::Variable(name) => cx.texts.labeled(name, text),
        _ => text.clone(),
    });
    let parts: Vec<String> = parts.collect();
    parts.join(&cx.texts.tr("list.comma"))
}

fn paint_cell(
    ui: &Ui,
    cx: &PanelContext<'_>,
    cell: Rect,
    (column, agent): (&AgentColumn, &AgentView),
    text: &str,
) {
    let theme = cx.theme;
    let icon = match (column, &agent.leaf) {
        (AgentColumn::Leaf, Some(leaf)) => Some((cx.icon_of(leaf), cx.color_of(leaf))),
        (AgentColumn::Status, _) => {
            let status = state_of(agent);
            agent
                .status
                .map(|_| (status_icon(status), theme.status(status)))
        }
        _ => None,
    };
    let mut left = MARGIN;
    if let Some((icon, color)) = icon {
        let at = pos2(cell.left() + MARGIN + 8.0, cell.center().y);
        let (center, glyph) = (Align2::CENTER_CENTER, icons::glyph(icon));
        let painter = ui.painter();
        painter.text(at, center, glyph, icons::font(15.0), color);
        left += ICON;
    }
    paint_text(
        ui,
        cell,
        (left, cell.width() - left - MARGIN),
        text,
        theme.text,
    );
}

/// Paints a text into a cell, at a distance from its left edge and no wider than this. Returns where it ends.
pub(super) fn paint_text(
    ui: &Ui,
    cell: Rect,
    (left, room): (f32, f32),
    text: &str,
    color: egui::Color32,
) -> f32 {
    let wrap = Some(TextWrapMode::Truncate);
    let galley = WidgetText::from(text).into_galley(ui, wrap, room.max(0.0), TextStyle::Body);
    let at = pos2(cell.left() + left, cell.center().y - galley.size().y * 0.5);
    let right = at.x + galley.size().x;
    ui.painter().galley(at, galley, color);
    right
}

/// The keys of a focused row move the focus to other rows, also to those out of sight. Returns the row that gets the focus, of `count` rows.
pub(super) fn row_keys(
    ui: &Ui,
    response: &egui::Response,
    row: usize,
    count: usize,
) -> Option<usize> {
    let filter = EventFilter {
        vertical_arrows: true,
        ..EventFilter::default()
    };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, filter));
    let last = count.saturating_sub(1);
    let page = ((ui.clip_rect().height() / ROW_HEIGHT) as usize).max(2) - 1;
    let moves = [
        (Key::ArrowUp, row.saturating_sub(1)),
        (Key::ArrowDown, row + 1),
        (Key::PageUp, row.saturating_sub(page)),
        (Key::PageDown, row + page),
        (Key::Home, 0),
        (Key::End, last),
    ];
    let pressed = |key: &Key| ui.input(|input| input.key_pressed(*key));
    let (_, to) = moves.into_iter().rfind(|(key, _)| pressed(key))?;
    ui.ctx().request_repaint();
    Some(to.min(last))
}

fn menu(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    (run, agent): (&dyn RunView, &AgentView),
    sink: &mut ActionSink,
) {
    let show = cx.texts.tr("agents.show");
    if menu_item(ui, "visibility", &show, "").clicked() {
        let show = Walk::ShowAgent(agent.number);
        sink.push(Action::Run(RunAction::Walk(show)));
    }
    if run.agent() == agent.number {
        return;
    }
    let compare = cx.texts.tr("agents.compare");
    if menu_item(ui, "compare_arrows", &compare, "").clicked() {
        let compare = AgentAction::Compare(Some(agent.number));
        sink.push(Action::Run(RunAction::Agents(compare)));
    }
}
