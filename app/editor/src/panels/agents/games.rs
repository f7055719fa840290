//! The agents of games that are attached: who is there, who has left, what each runs, found by name, tag, state or condition. A row that is clicked
//! shows its agent in all panels, with what it did before.

use egui::{Align, Layout, ScrollArea, Ui, vec2};
use treewright_core::ids::NodeId;
use treewright_core::runtime::NodeIndex;
use treewright_link::seen::SeenAgent;
use treewright_session::workspace::live::SourceId;
use treewright_session::workspace::live_games::GameView;

use crate::action::{Action, ActionSink, LiveAction};
use crate::panels::PanelContext;
use crate::theme::space;
use crate::widgets::{IconButton, ROW_HEIGHT, Row, caption, empty_hint, row_pressed, search_field};

/// State kept between frames.
#[derive(Default)]
pub struct GamesState {
    /// The game whose agents are listed; the last one that came if it is not there.
    pub source: Option<SourceId>,
    query: String,
}

pub fn show(ui: &mut Ui, cx: &PanelContext<'_>, state: &mut GamesState, sink: &mut ActionSink) {
    let listed = cx
        .games
        .iter()
        .find(|game| Some(game.source) == state.source);
    let Some(game) = listed.or(cx.games.last()) else {
        return;
    };
    if cx.games.len() > 1 {
        ui.horizontal_wrapped(|ui| {
            for other in cx.games {
                let is_chosen = other.source == game.source;
                if ui.selectable_label(is_chosen, other.name).clicked() {
                    state.source = Some(other.source);
                }
            }
        });
    }
    header(ui, cx, game, state, sink);
    let rows = listed_agents(game, &state.query);
    if rows.is_empty() {
        let text = cx.texts.tr("agents.nothing");
        return empty_hint(ui, cx.theme, "filter_list", &text);
    }
    ui.spacing_mut().item_spacing.y = 0.0;
    let area = ScrollArea::vertical()
        .id_salt("agents of game")
        .auto_shrink(false);
    area.show_rows(ui, ROW_HEIGHT, rows.len(), |ui, range| {
        for (number, agent) in &rows[range] {
            line(ui, cx, game, (*number, agent), sink);
        }
    });
}

/// The field to search, what can be looked for in the game, and how many agents there are.
fn header(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    game: &GameView<'_>,
    state: &mut GamesState,
    sink: &mut ActionSink,
) {
    let texts = cx.texts;
    let size = vec2(ui.available_width(), ROW_HEIGHT);
    ui.allocate_ui_with_layout(size, Layout::right_to_left(Align::Center), |ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        let selected = cx.front.selection().primary().cloned();
        let name = texts.tr("games.find_running");
        let running = IconButton::new("account_tree", &name).small();
        let can_find = game.can_find && selected.is_some();
        if ui
            .add_enabled_ui(can_find, |ui| running.show(ui))
            .inner
            .clicked()
            && let Some(node) = selected
        {
            sink.push(Action::Live(LiveAction::FindRunning(game.source, node)));
        }
        let name = texts.tr("games.find_true");
        let find = IconButton::new("manage_search", &name).small();
        let can_find = game.can_find && !state.query.trim().is_empty();
        if ui
            .add_enabled_ui(can_find, |ui| find.show(ui))
            .inner
            .clicked()
        {
            let find = LiveAction::FindTrue(game.source, state.query.trim().to_owned());
            sink.push(Action::Live(find));
        }
        ui.add_space(space::S);
        let there = game.seen.agents().values();
        let there = there.filter(|agent| agent.left.is_none()).count();
        caption(ui, cx.theme, &texts.tr_count("games.agents", there));
        let (name, clear) = (texts.tr("games.search"), texts.tr("search.clear"));
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            search_field(ui, cx.theme, &mut state.query, &name, &clear);
        });
    });
    if let Some(found) = game.found {
        ui.horizontal(|ui| {
            let key = if found.is_complete {
                "games.found"
            } else {
                "games.searching"
            };
            let arguments = [("text", &*found.text)];
            let text = texts.tr_count_with(key, found.agents.len(), &arguments);
            caption(ui, cx.theme, &text);
            let name = texts.tr("games.show_all");
            if IconButton::new("close", &name).small().show(ui).clicked() {
                sink.push(Action::Live(LiveAction::ForgetFound(game.source)));
            }
        });
    }
    ui.add_space(space::XS);
}

/// Returns the agents that are listed: those that are there, then those that have left, the last first.
fn listed_agents<'a>(game: &GameView<'a>, query: &str) -> Vec<(u64, &'a SeenAgent)> {
    let query = query.trim();
    let is_meant = |number: u64, agent: &SeenAgent| match game.found {
        Some(found) => found.agents.contains(&number),
        None => query.is_empty() || agent.is_called(query) || number.to_string() == query,
    };
    let agents = game.seen.agents().iter();
    let mut rows: Vec<(u64, &SeenAgent)> = agents
        .map(|(number, agent)| (*number, agent))
        .filter(|(number, agent)| is_meant(*number, agent))
        .collect();
    rows.sort_by_key(|(number, agent)| {
        let left = agent.left.map_or(0, |frame| u64::MAX - frame);
        (left, *number)
    });
    rows
}

fn line(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    game: &GameView<'_>,
    (number, agent): (u64, &SeenAgent),
    sink: &mut ActionSink,
) {
    let title = if agent.name.is_empty() {
        cx.texts
            .tr_with("games.agent", &[("number", &number.to_string())])
    } else {
        agent.name.to_string()
    };
    let detail = what_it_does(cx, game, agent);
    let tags = agent.tags.join(" ");
    let is_watched = game.seen.watched().contains(&number);
    let (icon, color) = match agent.left {
        Some(_) => ("person_off", cx.theme.muted),
        None if is_watched => ("visibility", cx.theme.accent),
        None => ("person", cx.theme.muted),
    };
    let name = [&*title, &*tags, &*detail].join(" ");
    let mut row = Row::new(&title)
        .icon(icon, color)
        .detail(&detail)
        .name(name.trim())
        .selected(game.shown == Some(number));
    if agent.left.is_some() {
        row = row.color(cx.theme.muted);
    }
    let response = row.show(ui, cx.theme);
    if row_pressed(ui, &response) {
        sink.push(Action::Live(LiveAction::ShowAgent(game.source, number)));
    }
    if !tags.is_empty() {
        response.on_hover_text(tags);
    }
}

/// The tree of an agent, and where it stands, or when it has left.
fn what_it_does(cx: &PanelContext<'_>, game: &GameView<'_>, agent: &SeenAgent) -> String {
    let program = game.seen.programs().get(&agent.program);
    let document = program.map_or("", |program| &*program.message.document);
    let tree = document.strip_suffix(".bt.json").unwrap_or(document);
    if let Some(frame) = agent.left {
        let arguments = [("tree", tree), ("frame", &*frame.to_string())];
        return cx.texts.tr_with("games.left", &arguments);
    }
    let node = agent.at.as_ref().and_then(|at| {
        let place = NodeIndex(*at.last()?);
        Some(match game.seen.tree(agent.program) {
            Some(tree) => {
                let id: &NodeId = tree.document_node(place)?;
                cx.texts.title_of(&tree.files.document, id)
            }
            None => program?.message.nodes.get(place.get())?.2.to_string(),
        })
    });
    match node {
        Some(node) => cx.texts.with_note(tree, &node),
        None => tree.to_owned(),
    }
}
