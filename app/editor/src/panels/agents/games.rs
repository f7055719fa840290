//! The agents of games that are attached: who is there, who has left, what each runs, found by name, tag, state or condition. A row that is clicked
//! shows its agent in all panels, with what it did before.

use egui::{Align, ComboBox, Layout, Ui, vec2};
use treewright_session::workspace::live::{Connection, SourceId};
use treewright_session::workspace::live_games::{FoundAgents, GameView};

use super::game_listing::{GameListing, Presence};
use super::game_table::{self, GameTable};
use super::listed_of;
use crate::action::{Action, ActionSink, LiveAction};
use crate::panels::PanelContext;
use crate::popup_keyboard::set_label;
use crate::theme::space;
use crate::widgets::{
    IconButton, ROW_HEIGHT, caption, empty_hint, scroll_to_focused, search_field,
};

/// The least width of the choice which agents are listed, in points.
const PRESENCE_WIDTH: f32 = 70.0;

/// State kept between frames.
#[derive(Default)]
pub struct GamesState {
    /// The game whose agents are listed; the last one that came if it is not there.
    pub source: Option<SourceId>,
    listing: GameListing,
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
    let is_pointed_at = state.table.is_pointed_at(ui);
    let rows = state.listing.rows(cx, game, &state.table, is_pointed_at);
    header(ui, cx, (game, rows.len()), state, sink);
    if rows.is_empty() {
        let text = cx.texts.tr("agents.nothing");
        return empty_hint(ui, cx.theme, "filter_list", &text);
    }
    if let Some(agent) = game_table::show(ui, cx, game, &rows, &mut state.table) {
        sink.push(Action::Live(LiveAction::ShowAgent(game.source, agent)));
    }
}

/// The field to search, what can be looked for in the game, which agents are listed, and how many these are.
fn header(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    (game, listed): (&GameView<'_>, usize),
    state: &mut GamesState,
    sink: &mut ActionSink,
) {
    let texts = cx.texts;
    let listing = &mut state.listing;
    let size = vec2(ui.available_width(), ROW_HEIGHT);
    ui.allocate_ui_with_layout(size, Layout::right_to_left(Align::Center), |ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        find_buttons(ui, cx, game, listing.query.trim(), sink);
        ui.add_space(space::S);
        caption(ui, cx.theme, &count_text(cx, game, (listing, listed)));
        ui.add_space(space::S);
        presence_choice(ui, cx, &mut listing.presence);
        ui.add_space(space::S);
        let (name, clear) = (texts.tr("games.search"), texts.tr("search.clear"));
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            search_field(ui, cx.theme, &mut listing.query, &name, &clear);
        });
    });
    if let Some(found) = game.found {
        found_line(ui, cx, (game, found), sink);
    }
    ui.add_space(space::XS);
}

/// The buttons that let the game look for agents.
fn find_buttons(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    game: &GameView<'_>,
    query: &str,
    sink: &mut ActionSink,
) {
    let selected = cx.front.selection().primary().cloned();
    let mut button = |icon, key, is_enabled| {
        let name = cx.texts.tr(key);
        let button = IconButton::new(icon, &name).small();
        let is_enabled = game.can_find && is_enabled;
        ui.add_enabled_ui(is_enabled, |ui| button.show(ui))
            .inner
            .clicked()
    };
    if button("account_tree", "games.find_running", selected.is_some())
        && let Some(node) = selected
    {
        sink.push(Action::Live(LiveAction::FindRunning(game.source, node)));
    }
    if button("manage_search", "games.find_true", !query.is_empty()) {
        let find = LiveAction::FindTrue(game.source, query.to_owned());
        sink.push(Action::Live(find));
    }
}

/// How many agents are listed, of how many if not all are.
fn count_text(
    cx: &PanelContext<'_>,
    game: &GameView<'_>,
    (listing, listed): (&GameListing, usize),
) -> String {
    let presence = listing.presence;
    let agents = || game.seen.agents().values();
    if listing.is_narrowed(game) {
        let all = agents().filter(|agent| presence.has(agent)).count();
        return listed_of(cx, listed, all);
    }
    let left = agents().filter(|agent| agent.left.is_some()).count();
    let there = cx.texts.tr_count("games.agents", agents().count() - left);
    let gone = || cx.texts.tr_count("games.left_count", left);
    match presence {
        Presence::Left => gone(),
        Presence::All if left > 0 => format!("{there} · {}", gone()),
        Presence::All | Presence::Running => there,
    }
}

/// Whether those that are there are listed, those that have left, or both.
fn presence_choice(ui: &mut Ui, cx: &PanelContext<'_>, presence: &mut Presence) {
    let chosen = cx.texts.tr(presence.key());
    let field = ComboBox::from_id_salt("presence").selected_text(&*chosen);
    let shown = field.width(PRESENCE_WIDTH).show_ui(ui, |ui| {
        for choice in Presence::ALL {
            let text = cx.texts.tr(choice.key());
            let entry = ui.selectable_value(presence, choice, &*text);
            set_label(&entry, &text);
        }
        scroll_to_focused(ui);
    });
    let name = cx.texts.tr("games.presence");
    shown.response.accessible_name(&*name).on_hover_text(name);
}

/// What was looked for and in which frame, with the buttons to look again and to end this.
fn found_line(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    (game, found): (&GameView<'_>, &FoundAgents),
    sink: &mut ActionSink,
) {
    let texts = cx.texts;
    ui.horizontal_wrapped(|ui| {
        let key = if found.is_complete {
            "games.found"
        } else {
            "games.searching"
        };
        let frame = found.frame.to_string();
        let arguments = [("text", &*found.text), ("frame", &*frame)];
        let text = match &found.refused {
            Some(why) => {
                let arguments = [("text", &*found.text), ("reason", why)];
                texts.tr_with("games.not_searched", &arguments)
            }
            None => texts.tr_count_with(key, found.agents.len(), &arguments),
        };
        caption(ui, cx.theme, &text);
        let name = texts.tr("games.find_again");
        let again = IconButton::new("refresh", &name).small();
        if again.enabled(game.can_find).show(ui).clicked() {
            sink.push(Action::Live(LiveAction::FindAgain(game.source)));
        }
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
