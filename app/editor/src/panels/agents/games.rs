//! The agents of games that are attached: who is there, who has left, what each runs, found by name, tag, state or condition. A row that is clicked
//! shows its agent in all panels, with what it did before.

use egui::{Align, Layout, Ui, vec2};
use treewright_session::workspace::live::{Connection, SourceId};
use treewright_session::workspace::live_games::GameView;

use super::game_table::{self, GameTable};
use crate::action::{Action, ActionSink, LiveAction};
use crate::panels::PanelContext;
use crate::theme::space;
use crate::widgets::{IconButton, ROW_HEIGHT, caption, empty_hint, search_field};

/// State kept between frames.
#[derive(Default)]
pub struct GamesState {
    /// The game whose agents are listed; the last one that came if it is not there.
    pub source: Option<SourceId>,
    query: String,
    table: GameTable,
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
                let name = match other.connection {
                    Some(Connection::Ended(None)) => Some("status.detached"),
                    Some(Connection::Ended(_)) => Some("status.ended"),
                    None => Some("run.told"),
                    Some(_) => None,
                };
                let name = name.map_or_else(
                    || other.name.to_owned(),
                    |note| cx.texts.with_note(other.name, &cx.texts.tr(note)),
                );
                if ui.selectable_label(is_chosen, name).clicked() {
                    state.source = Some(other.source);
                }
            }
        });
    }
    header(ui, cx, game, state, sink);
    let rows = game_table::rows(cx, game, &state.query, &state.table);
    if rows.is_empty() {
        let text = cx.texts.tr("agents.nothing");
        return empty_hint(ui, cx.theme, "filter_list", &text);
    }
    if let Some(agent) = game_table::show(ui, cx, game, &rows, &mut state.table) {
        sink.push(Action::Live(LiveAction::ShowAgent(game.source, agent)));
    }
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
        ui.horizontal_wrapped(|ui| {
            let key = if found.is_complete {
                "games.found"
            } else {
                "games.searching"
            };
            let text = match &found.refused {
                Some(why) => {
                    let arguments = [("text", &*found.text), ("reason", why)];
                    texts.tr_with("games.not_searched", &arguments)
                }
                None => {
                    let arguments = [("text", &*found.text)];
                    texts.tr_count_with(key, found.agents.len(), &arguments)
                }
            };
            caption(ui, cx.theme, &text);
            let name = texts.tr(if found.refused.is_some() {
                "games.close_refused"
            } else {
                "games.show_all"
            });
            if IconButton::new("close", &name).small().show(ui).clicked() {
                sink.push(Action::Live(LiveAction::ForgetFound(game.source)));
            }
        });
    }
    ui.add_space(space::XS);
}
