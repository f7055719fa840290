//! The table of a game's agents: name, tags, tree, where each stands, and how many seconds of it are known.

use egui::{
    Align2, Color32, Rect, Response, Role, ScrollArea, Sense, Stroke, Ui, UiBuilder, WidgetInfo,
    pos2, vec2,
};
use treewright_core::runtime::NodeIndex;
use treewright_link::seen::{SeenAgent, SeenTree};
use treewright_session::workspace::live_games::GameView;

use super::columns::inside_of;
use super::game_listing::{Presence, Row};
use super::table::{ICON, MARGIN, Sorted, heading, paint_text, row_keys};
use crate::icons;
use crate::panels::PanelContext;
use crate::theme::Theme;
use crate::widgets::{ROW_HEIGHT, row_pressed};

/// A column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Column {
    Name,
    Tags,
    Tree,
    /// The deepest node that runs.
    Leaf,
    /// How many seconds of what it did are known.
    Known,
}

impl Column {
    const ALL: [Self; 5] = [Self::Name, Self::Tags, Self::Tree, Self::Leaf, Self::Known];

    fn key(self) -> &'static str {
        match self {
            Self::Name => "agents.name",
            Self::Tags => "games.tags",
            Self::Tree => "agents.tree",
            Self::Leaf => "agents.leaf",
            Self::Known => "games.known",
        }
    }

    /// Its part of the width.
    fn part(self) -> f32 {
        match self {
            Self::Name | Self::Tree => 0.22,
            Self::Tags => 0.16,
            Self::Leaf => 0.27,
            Self::Known => 0.13,
        }
    }
}

/// How agents are listed.
#[derive(Clone, Copy, Debug)]
pub struct GameTable {
    /// The column by which the user sorts, and whether in descending order.
    chosen: Option<(Column, bool)>,
    /// The agent whose row gets the keyboard focus as soon as it is in sight.
    focus: Option<u64>,
    /// The agent that was shown last.
    shown: Option<u64>,
    /// Where the rows were shown last.
    area: Rect,
}

impl Default for GameTable {
    fn default() -> Self {
        Self {
            chosen: None,
            focus: None,
            shown: None,
            area: Rect::NOTHING,
        }
    }
}

impl GameTable {
    /// Returns whether the user has chosen the order.
    pub fn is_sorted(&self) -> bool {
        self.chosen.is_some()
    }

    /// Returns the column by which these agents are sorted, and whether in descending order.
    pub fn order(&self, presence: Presence) -> (Column, bool) {
        let usual = match presence {
            // The last one first.
            Presence::Left => (Column::Leaf, true),
            Presence::All | Presence::Running => (Column::Name, false),
        };
        self.chosen.unwrap_or(usual)
    }

    /// Returns whether the pointer is over the rows.
    pub fn is_pointed_at(&self, ui: &Ui) -> bool {
        ui.rect_contains_pointer(self.area)
    }

    fn turn(&mut self, by: Column, presence: Presence) {
        let (before, is_descending) = self.order(presence);
        self.chosen = Some((by, before == by && !is_descending));
    }
}

/// Shows the table. Returns the agent whose row was clicked.
pub fn show(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    game: &GameView<'_>,
    (rows, presence): (&[Row<'_>], Presence),
    table: &mut GameTable,
) -> Option<u64> {
    let width = ui.available_width() - ui.spacing().scroll.allocated_width();
    ui.spacing_mut().item_spacing.y = 0.0;
    headings(ui, cx, width, (table, presence));
    // An agent that was shown elsewhere comes into sight.
    let is_new = std::mem::replace(&mut table.shown, game.shown) != game.shown;
    let reveal = game.shown.filter(|_| is_new);
    let area = ScrollArea::vertical()
        .id_salt("agents of game")
        .auto_shrink(false)
        .min_scrolled_height(0.0);
    let output = area.show_rows(ui, ROW_HEIGHT, rows.len(), |ui, range| {
        let wanted = table.focus.or(reveal);
        let wanted = wanted.and_then(|agent| rows.iter().position(|row| row.0 == agent));
        if let Some(row) = wanted {
            let top = (row as f32 - range.start as f32) * ROW_HEIGHT;
            let corner = ui.cursor().min + vec2(0.0, top);
            ui.scroll_to_rect(Rect::from_min_size(corner, vec2(1.0, ROW_HEIGHT)), None);
        }
        let mut chosen = None;
        for row in range {
            let (number, _) = rows[row];
            let shown = ui.push_id(number, |ui| show_row(ui, cx, game, rows[row], width));
            let response = shown.inner;
            if table.focus == Some(number) {
                table.focus = None;
                response.request_focus();
            }
            if response.has_focus()
                && let Some(to) = row_keys(ui, &response, row, rows.len())
            {
                table.focus = Some(rows[to].0);
            }
            if row_pressed(ui, &response) {
                chosen = Some(number);
            }
        }
        chosen
    });
    table.area = output.inner_rect;
    output.inner
}

/// The columns with the cell of each in a row.
fn cells(row: Rect) -> impl Iterator<Item = (Column, Rect)> {
    let mut left = row.left();
    Column::ALL.into_iter().map(move |column| {
        let size = vec2(row.width() * column.part(), ROW_HEIGHT);
        let cell = Rect::from_min_size(pos2(left, row.top()), size);
        left = cell.right();
        (column, cell)
    })
}

fn headings(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    width: f32,
    (table, presence): (&mut GameTable, Presence),
) {
    let (by, is_descending) = table.order(presence);
    let (rect, _) = ui.allocate_exact_size(vec2(width, ROW_HEIGHT), Sense::hover());
    let row = ui.new_child(UiBuilder::new().max_rect(rect));
    for (column, cell) in cells(rect) {
        let title = cx.texts.tr(column.key());
        let sorted = (by == column).then(|| Sorted::of(is_descending));
        if heading(&row, cx, &title, cell, sorted) {
            table.turn(column, presence);
        }
    }
    let line = Stroke::new(1.0, cx.theme.separator);
    ui.painter().hline(rect.x_range(), rect.bottom(), line);
}

/// Shows a row.
fn show_row(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    game: &GameView<'_>,
    (number, agent): Row<'_>,
    width: f32,
) -> Response {
    let (rect, response) = ui.allocate_exact_size(vec2(width, ROW_HEIGHT), Sense::click());
    let is_shown = game.shown == Some(number);
    let texts = Column::ALL.map(|column| text(cx, game, column, (number, agent)));
    response.widget_info(|| {
        let filled = texts.iter().filter(|text| !text.is_empty());
        let name = filled.cloned().collect::<Vec<_>>();
        let name = name.join(&cx.texts.tr("list.comma"));
        WidgetInfo::selected(Role::ListItem, true, is_shown, name)
    });
    let theme = cx.theme;
    if is_shown {
        ui.painter().rect_filled(rect, 4.0, theme.selection_fill);
    } else if response.hovered() || response.has_focus() {
        let fill = Theme::tint(theme.panel, theme.text, 0.07);
        ui.painter().rect_filled(rect, 4.0, fill);
    }
    let color = if agent.left.is_some() {
        theme.muted
    } else {
        theme.text
    };
    for ((column, cell), text) in cells(rect).zip(&texts) {
        let mut left = MARGIN;
        if column == Column::Name {
            let (icon, color) = icon_of(cx, game, (number, agent));
            let at = pos2(cell.left() + MARGIN + 8.0, cell.center().y);
            let (center, glyph) = (Align2::CENTER_CENTER, icons::glyph(icon));
            ui.painter()
                .text(at, center, glyph, icons::font(15.0), color);
            left += ICON;
        }
        paint_text(ui, cell, (left, cell.width() - left - MARGIN), text, color);
    }
    response.on_hover_ui(|ui| {
        for text in texts.iter().filter(|text| !text.is_empty()) {
            ui.label(text);
        }
    })
}

/// Whether an agent has left, is watched, or neither.
fn icon_of(
    cx: &PanelContext<'_>,
    game: &GameView<'_>,
    (number, agent): Row<'_>,
) -> (&'static str, Color32) {
    match agent.left {
        Some(_) => ("person_off", cx.theme.muted),
        None if game.seen.watched().contains(&number) => ("visibility", cx.theme.accent),
        None => ("person", cx.theme.muted),
    }
}

/// What a column says of an agent.
pub(super) fn text(
    cx: &PanelContext<'_>,
    game: &GameView<'_>,
    column: Column,
    (number, agent): Row<'_>,
) -> String {
    match column {
        Column::Name => cx.texts.argument(&game.title_of(number)),
        Column::Tags => agent.tags.join(" "),
        Column::Tree => {
            let document = game.path_of(number).unwrap_or_default();
            document
                .strip_suffix(".bt.json")
                .unwrap_or(document)
                .to_owned()
        }
        Column::Leaf => leaf(cx, game, agent).unwrap_or_default(),
        Column::Known => game
            .known_seconds(number)
            .map_or_else(String::new, |known| {
                let seconds = format!("{known:.0}");
                cx.texts.tr_with("games.seconds", &[("seconds", &seconds)])
            }),
    }
}

/// Where an agent stands, or when it has left.
fn leaf(cx: &PanelContext<'_>, game: &GameView<'_>, agent: &SeenAgent) -> Option<String> {
    if let Some(frame) = agent.left {
        let frame = frame.to_string();
        return Some(cx.texts.tr_with("games.left", &[("frame", &frame)]));
    }
    let Some(place) = agent.at.as_ref()?.last() else {
        return Some(cx.texts.tr("games.nothing_runs").into_owned());
    };
    let place = NodeIndex(*place);
    if let Some(tree) = game.seen.tree(agent.program) {
        return title_at(cx, tree, place);
    }
    let program = game.seen.programs().get(&agent.program)?;
    let (_, _, task) = program.message.nodes.get(place.get())?;
    Some(cx.texts.task_title(task))
}

/// The title of a node; of one in a subtree of another file, after that of the node that runs the file.
fn title_at(cx: &PanelContext<'_>, tree: &SeenTree, place: NodeIndex) -> Option<String> {
    if place.get() >= tree.program.len() {
        return None;
    }
    let own = |place| {
        let id = tree.document_node(place)?;
        Some(cx.texts.title_of(&tree.files.document, id))
    };
    if let Some(title) = own(place) {
        return Some(title);
    }
    let inside = cx.texts.argument(&tree.program.title_argument(place));
    let mut above = std::iter::successors(tree.program.parent(place), |place| {
        tree.program.parent(*place)
    });
    let title = above.find_map(own)?;
    Some(inside_of(&title, &inside))
}
