//! The agents of games that are attached: who is there, who has left, what each runs, found by name, tag, state or condition. A row that is clicked
//! shows its agent in all panels, with what it did before.

use egui::{Align, ComboBox, Key, Label, Layout, Response, RichText, Ui, vec2};
use treewright_session::workspace::live::{Connection, SourceId};
use treewright_session::workspace::live_games::{FoundAgents, GameView};
use treewright_session::workspace::open_document::DocumentId;

use super::game_listing::{GameListing, Presence};
use super::game_table::{self, GameTable};
use super::listed_of;
use crate::action::{Action, ActionSink, LiveAction};
use crate::focus_regions;
use crate::panels::PanelContext;
use crate::popup_keyboard::set_label;
use crate::theme::{space, text_size};
use crate::widgets::{
    IconButton, ROW_HEIGHT, caption, empty_hint, filter_field, scroll_to_focused,
};

/// The least width of the choice which agents are listed, in points.
const PRESENCE_WIDTH: f32 = 70.0;
/// The width of the choice of a game.
const GAME_WIDTH: f32 = 110.0;
/// The share of the line for the field, and its least width. Nothing in the line moves when counts grow.
const FIELD_SHARE: f32 = 0.4;
const MIN_FIELD: f32 = 90.0;

/// State kept between frames.
#[derive(Default)]
pub struct GamesState {
    /// The game whose agents are listed; the last one that came if it is not there.
    source: Option<SourceId>,
    /// The document that was in front last and its game, if it shows an agent of one: that is listed, until the user chooses another.
    front: Option<(DocumentId, SourceId)>,
    /// The game that came last.
    newest: Option<SourceId>,
    listing: GameListing,
    table: GameTable,
}

pub fn show(ui: &mut Ui, cx: &PanelContext<'_>, state: &mut GamesState, sink: &mut ActionSink) {
    let Some(game) = listed_game(cx, state) else {
        return;
    };
    let is_pointed_at = state.table.is_pointed_at(ui);
    let rows = state.listing.rows(cx, game, &state.table, is_pointed_at);
    header(ui, cx, game, state, sink);
    if rows.is_empty() {
        let may_be_condition = game.found.is_none() && state.listing.is_unknown(cx, game);
        let key = if game.can_find && may_be_condition {
            "games.nothing_yet"
        } else {
            "agents.nothing"
        };
        return empty_hint(ui, cx.theme, "filter_list", &cx.texts.tr(key));
    }
    if let Some(agent) = game_table::show(
        ui,
        cx,
        game,
        (&rows, state.listing.presence),
        &mut state.table,
    ) {
        sink.push(Action::Live(LiveAction::ShowAgent(game.source, agent)));
    }
}

/// The game whose agents are listed: that of the document in front as soon as it comes there, or the one that the user has chosen since.
fn listed_game<'c>(cx: &'c PanelContext<'_>, state: &mut GamesState) -> Option<&'c GameView<'c>> {
    let mut games = cx.games.iter();
    let shown = games.find(|game| game.shown.is_some());
    let shown = shown.map(|game| (cx.front.id(), game.source));
    if std::mem::replace(&mut state.front, shown) != shown {
        state.source = shown.map(|(_, source)| source).or(state.source);
    }
    let mut games = cx.games.iter();
    let listed = games.find(|game| Some(game.source) == state.source);
    let last = cx.games.last();
    let newest = last.map(|game| game.source);
    let is_new = std::mem::replace(&mut state.newest, newest) != newest;
    let is_gone = |game: &GameView<'_>| matches!(game.connection, Some(Connection::Ended(_)));
    if is_new && listed.is_some_and(is_gone) {
        // It has probably come again.
        state.source = newest;
        return last;
    }
    listed.or(last)
}

/// The field to search, which agents are listed and how many these are, of which game if there are several, and what can be looked for in it.
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
        find_buttons(ui, cx, game, state.listing.query.trim(), sink);
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            let width = (FIELD_SHARE * ui.available_width()).max(MIN_FIELD);
            let (name, clear) = (texts.tr("games.search"), texts.tr("search.clear"));
            let field = ui.allocate_ui(vec2(width, ROW_HEIGHT), |ui| {
                filter_field(ui, cx.theme, &mut state.listing.query, &name, &clear)
            });
            search_by_enter(ui, cx, game, (&state.listing, &field.inner), sink);
            // The buttons at its right are drawn before it.
            focus_regions::start_at(ui, field.inner.rect);
            ui.add_space(space::S);
            presence_choice(ui, cx, &mut state.listing.presence);
            if cx.games.len() > 1 {
                game_choice(ui, cx, game, &mut state.source);
            }
            ui.add_space(space::S);
            let text = RichText::new(count_text(cx, game, &state.listing));
            let text = text.size(text_size::SMALL).color(cx.theme.muted);
            ui.add(Label::new(text).truncate());
        });
    });
    if let Some(found) = game.found {
        found_line(ui, cx, (game, found), sink);
    }
    ui.add_space(space::XS);
}

/// Enter lets the game look for what is in no name, tag or state: it may be a condition. What is listed already is listed alone.
fn search_by_enter(
    ui: &Ui,
    cx: &PanelContext<'_>,
    game: &GameView<'_>,
    (listing, field): (&GameListing, &Response),
    sink: &mut ActionSink,
) {
    let is_entered = field.has_focus() && ui.input(|input| input.key_pressed(Key::Enter));
    if !is_entered || listing.query.trim().is_empty() {
        return;
    }
    if !listing.is_unknown(cx, game) {
        sink.push(Action::Live(LiveAction::ForgetFound(game.source)));
    } else if game.can_find {
        let text = listing.query.trim().to_owned();
        sink.push(Action::Live(LiveAction::FindTrue(game.source, text)));
    }
}

/// The choice of the game whose agents are listed.
fn game_choice(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    game: &GameView<'_>,
    source: &mut Option<SourceId>,
) {
    let name = |game: &GameView<'_>| {
        let note = match game.connection {
            Some(Connection::Ended(None)) => Some("status.detached"),
            Some(Connection::Ended(_)) => Some("status.ended"),
            None => Some("run.told"),
            Some(_) => None,
        };
        note.map_or_else(
            || game.name.to_owned(),
            |note| cx.texts.with_note(game.name, &cx.texts.tr(note)),
        )
    };
    let field = ComboBox::from_id_salt("game").selected_text(name(game));
    let field = field.width(GAME_WIDTH).truncate();
    let shown = field.show_ui(ui, |ui| {
        for other in cx.games {
            let is_chosen = other.source == game.source;
            if ui.selectable_label(is_chosen, name(other)).clicked() {
                *source = Some(other.source);
            }
        }
        scroll_to_focused(ui);
    });
    let label = cx.texts.tr("games.choice");
    shown.response.accessible_name(&*label).on_hover_text(label);
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
fn count_text(cx: &PanelContext<'_>, game: &GameView<'_>, listing: &GameListing) -> String {
    let presence = listing.presence;
    let agents = || game.seen.agents().values();
    if listing.is_narrowed(game) {
        let all = agents().filter(|agent| presence.has(agent)).count();
        return listed_of(cx, listing.count(), all);
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
                let reason = texts.refused_by_game(why);
                let arguments = [("text", &*found.text), ("reason", &*reason)];
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
