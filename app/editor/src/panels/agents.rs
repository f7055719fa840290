//! The agents of the run: a table with what each does, which can be filtered and sorted. A row that is clicked shows its agent in all panels.

mod columns;
mod game_listing;
mod game_table;
pub mod games;
mod listing;
mod table;

use egui::{Align, Layout, Ui, vec2};
use rustc_hash::FxHashMap;
use treewright_core::ids::NodeId;
use treewright_session::settings::agent_table::{AgentOrder, AgentTable};
use treewright_session::workspace::open_document::DocumentId;
use treewright_session::workspace::run_view::{AgentsView, RunView};

use self::listing::AgentRows;
use super::{PanelContext, no_run_hint};
use crate::action::{Action, ActionSink, AgentAction, RunAction};
use crate::focus_regions;
use crate::theme::space;
use crate::widgets::{IconButton, ROW_HEIGHT, caption, empty_hint, filter_field};

/// State kept between frames.
#[derive(Default)]
pub struct AgentsState {
    /// What is listed for the runs of each document.
    tables: FxHashMap<DocumentId, AgentTable>,
    rows: AgentRows,
    /// The agent whose row gets the keyboard focus as soon as it is in sight.
    focus: Option<u64>,
    /// The agent that was shown last.
    shown: Option<u64>,
    /// How far the table is scrolled to the right.
    scrolled: f32,
    /// What is listed of games.
    games: games::GamesState,
}

impl AgentsState {
    /// Lists only the agents that run a node of a tree of the run.
    pub fn list_running(&mut self, document: DocumentId, (tree, node): (usize, NodeId)) {
        let table = self.table(document);
        table.query.clear();
        (table.tree, table.node) = (tree, Some(node));
    }

    fn table(&mut self, document: DocumentId) -> &mut AgentTable {
        self.tables.entry(document).or_default()
    }

    /// How the agents of a document are listed, if the user has changed it.
    pub fn changed_table(&self, document: DocumentId) -> Option<AgentTable> {
        let table = self.tables.get(&document)?;
        (*table != AgentTable::default()).then(|| table.clone())
    }

    /// Lists the agents of a document like in an earlier session.
    pub fn restore(&mut self, document: DocumentId, table: AgentTable) {
        self.tables.insert(document, table);
    }
}

pub fn show(ui: &mut Ui, cx: &PanelContext<'_>, state: &mut AgentsState, sink: &mut ActionSink) {
    let is_elsewhere = cx.run.is_none_or(RunView::is_told);
    if is_elsewhere && !cx.games.is_empty() {
        return games::show(ui, cx, &mut state.games, sink);
    }
    let agents = cx.run.and_then(|run| Some((run, run.agents_view()?)));
    let Some((run, agents)) = agents else {
        if cx.run.is_some() {
            let text = cx.texts.tr("agents.only_one");
            return empty_hint(ui, cx.theme, "groups", &text);
        }
        return no_run_hint::show(ui, cx, ("groups", "agents.no_run"), sink);
    };
    let table = state.tables.entry(table_of(cx)).or_default();
    let tree = table.tree;
    let document = cx.of_tree(run, tree).front.document();
    table
        .node
        .take_if(|node| tree >= run.tree_count() || document.node(node).is_none());
    let columns = columns::shown(cx, run, table);
    if !columns.contains(&table.order.by) {
        table.order = AgentOrder::default();
    }
    state.rows.update((cx, run, agents), table);
    header(ui, cx, (run, agents), state, sink);
    offer_earlier(ui, cx, run, sink);
    if state.rows.is_empty() {
        let text = cx.texts.tr("agents.nothing");
        return empty_hint(ui, cx.theme, "filter_list", &text);
    }
    table::show(ui, cx, (run, agents), &columns, state, sink);
}

/// The document whose runs are listed like this one: that with whose tree the run started.
fn table_of(cx: &PanelContext<'_>) -> DocumentId {
    let first = cx.run.and_then(|run| run.document_of(0));
    first.unwrap_or(cx.front.id())
}

/// The filter, the number of listed agents, and the buttons.
fn header(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    (run, agents): (&dyn RunView, &AgentsView),
    state: &mut AgentsState,
    sink: &mut ActionSink,
) {
    let size = vec2(ui.available_width(), ROW_HEIGHT);
    let layout = Layout::right_to_left(Align::Center);
    ui.allocate_ui_with_layout(size, layout, |ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        let act = |action| Action::Run(RunAction::Agents(action));
        columns::menu(ui, cx, state.table(table_of(cx)));
        if button(
            ui,
            cx,
            ("compare_arrows", "command.compare_agents"),
            run.agent_count() > 1,
        ) {
            sink.push(act(AgentAction::Compare(None)));
        }
        if button(
            ui,
            cx,
            ("playlist_add", "command.add_agents"),
            cx.run.is_some(),
        ) {
            sink.push(act(AgentAction::AskForMany));
        }
        if button(
            ui,
            cx,
            ("person_add", "command.add_agent"),
            cx.run.is_some(),
        ) {
            sink.push(act(AgentAction::Add));
        }
        ui.add_space(space::S);
        caption(ui, cx.theme, &count_text(cx, agents, state));
        let table = state.table(table_of(cx));
        let own = cx.of_tree(run, table.tree);
        node_filter(ui, &own, &mut table.node);
        ui.add_space(space::S);
        let key = if run.tree_count() > 1 {
            "agents.search_trees"
        } else {
            "agents.search"
        };
        let (name, clear) = (cx.texts.tr(key), cx.texts.tr("search.clear"));
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            let field = filter_field(ui, cx.theme, &mut table.query, &name, &clear);
            // The buttons at its right are drawn before it.
            focus_regions::start_at(ui, field.rect);
        });
    });
    ui.add_space(space::XS);
}

/// Offers to add the agents that were added to an earlier run, while this one has none of them.
fn offer_earlier(ui: &mut Ui, cx: &PanelContext<'_>, run: &dyn RunView, sink: &mut ActionSink) {
    let can_add = cx.front.run.is_some() && run.agent_count() == 1;
    if !can_add || cx.front.earlier_agents.is_empty() {
        return;
    }
    let earlier = cx.workspace.earlier_agents();
    let count = earlier.iter().map(|(_, agents)| agents.len()).sum();
    if count == 0 {
        return;
    }
    let text = cx.texts.tr_count("agents.add_earlier", count);
    if ui.button(text).clicked() {
        let add = RunAction::Agents(AgentAction::AddEarlier);
        sink.push(Action::Run(add));
    }
    ui.add_space(space::XS);
}

fn button(ui: &mut Ui, cx: &PanelContext<'_>, (icon, key): (&str, &str), is_enabled: bool) -> bool {
    let name = cx.texts.tr(key);
    let button = IconButton::new(icon, &name).small().enabled(is_enabled);
    button.show(ui).clicked()
}

fn count_text(cx: &PanelContext<'_>, agents: &AgentsView, state: &AgentsState) -> String {
    let all = agents.all().len();
    if state.rows.len() == all {
        return cx.texts.tr_count("agents.count", all);
    }
    listed_of(cx, state.rows.len(), all)
}

/// How many agents of all are listed.
fn listed_of(cx: &PanelContext<'_>, listed: usize, all: usize) -> String {
    let (listed, all) = (listed.to_string(), all.to_string());
    let arguments = [("listed", &*listed), ("all", &*all)];
    cx.texts.tr_with("agents.listed", &arguments)
}

/// The node to which the table is limited, with a button that ends this.
fn node_filter(ui: &mut Ui, cx: &PanelContext<'_>, filter: &mut Option<NodeId>) {
    let Some(node) = filter else { return };
    ui.add_space(space::S);
    let title = cx.title_of(node);
    let close = cx.texts.tr("agents.all_again");
    let is_closed = IconButton::new("close", &close).small().show(ui).clicked();
    let text = cx.texts.tr_with("agents.running", &[("node", &title)]);
    let label = egui::Label::new(egui::RichText::new(&text).color(cx.theme.accent));
    ui.scope(|ui| {
        ui.set_max_width(ui.available_width() * 0.5);
        ui.add(label.truncate()).on_hover_text(text);
    });
    if is_closed {
        *filter = None;
    }
}
