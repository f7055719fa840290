//! Which agents are listed, in which order. Listed again only when the run shows another moment or the filter was changed.

use std::cmp::Ordering;

use rustc_hash::{FxHashMap, FxHashSet};
use treewright_core::ids::NodeId;
use treewright_session::memo::Memo;
use treewright_session::settings::agent_table::{AgentColumn, AgentOrder, AgentTable};
use treewright_session::workspace::open_document::DocumentId;
use treewright_session::workspace::run_view::{AgentView, AgentsView, RunView};

use super::columns::{compare, state_of, text};
use crate::panels::{Moment, PanelContext, agent_choice};

/// The listed agents, as indices of all.
#[derive(Default)]
pub struct AgentRows {
    rows: Memo<RowsKey, Vec<usize>>,
}

/// The inputs of the list.
#[derive(PartialEq)]
struct RowsKey {
    document: DocumentId,
    moment: Moment,
    agents: usize,
    query: String,
    node: Option<NodeId>,
    order: AgentOrder,
    language: &'static str,
}

impl AgentRows {
    /// Lists the agents that match the query and run the node of the table.
    pub fn update(
        &mut self,
        (cx, run, agents): (&PanelContext<'_>, &dyn RunView, &AgentsView),
        table: &AgentTable,
    ) {
        let key = RowsKey {
            document: cx.front.id(),
            moment: cx.moment(run),
            agents: agents.all().len(),
            query: table.query.trim().to_lowercase(),
            node: table.node.clone(),
            order: table.order.clone(),
            language: cx.texts.language(),
        };
        self.rows.of(key, |key| {
            let mut rows = matching(cx, agents, key);
            sort((cx, run, agents), &mut rows, &key.order);
            rows
        });
    }

    pub fn len(&self) -> usize {
        self.rows.len()
    }

    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The agent of a row.
    pub fn agent<'a>(&self, agents: &'a AgentsView, row: usize) -> Option<&'a AgentView> {
        agents.all().get(*self.rows.get(row)?)
    }

    /// The row of an agent.
    pub fn row_of(&self, agents: &AgentsView, number: u64) -> Option<usize> {
        let mut rows = self.rows.iter();
        let number_of = |index: usize| agents.all().get(index).map(|agent| agent.number);
        rows.position(|index| number_of(*index) == Some(number))
    }
}

fn matching(cx: &PanelContext<'_>, agents: &AgentsView, key: &RowsKey) -> Vec<usize> {
    let of_node = key.node.as_ref().map(|node| agents.running(node));
    let of_query = (!key.query.is_empty()).then(|| matching_query(cx, agents, &key.query));
    let is_listed = |number: u64| {
        of_node.is_none_or(|of_node| of_node.binary_search(&number).is_ok())
            && of_query
                .as_ref()
                .is_none_or(|found| found.contains(&number))
    };
    let all = agents.all().iter().enumerate();
    let listed = all.filter(|(_, agent)| is_listed(agent.number));
    listed.map(|(index, _)| index).collect()
}

/// The agents whose names contain the query, or who run a node whose title does.
fn matching_query(cx: &PanelContext<'_>, agents: &AgentsView, query: &str) -> FxHashSet<u64> {
    let fits = |text: String| text.to_lowercase().contains(query);
    let running = agents.running_nodes();
    let running = running.filter(|(node, _)| fits(cx.title_of(node)));
    let running = running.flat_map(|(_, numbers)| numbers.iter().copied());
    let numbers = agents.all().iter().map(|agent| agent.number);
    let named = numbers.filter(|number| fits(agent_choice::name_of(cx.texts, *number)));
    running.chain(named).collect()
}

fn sort(
    (cx, run, agents): (&PanelContext<'_>, &dyn RunView, &AgentsView),
    rows: &mut [usize],
    order: &AgentOrder,
) {
    let all = agents.all();
    let mut titles: FxHashMap<&NodeId, String> = FxHashMap::default();
    if matches!(order.by, AgentColumn::Leaf | AgentColumn::Tree) {
        // Many agents have the same leaf.
        for agent in all {
            if let Some(leaf) = &agent.leaf {
                let title = || match order.by {
                    AgentColumn::Tree => text(&AgentColumn::Tree, cx, run, agent),
                    _ => cx.title_of(leaf),
                };
                titles.entry(leaf).or_insert_with(title);
            }
        }
    }
    let title = |agent: &AgentView| agent.leaf.as_ref().and_then(|leaf| titles.get(leaf));
    let by = |a: &AgentView, b: &AgentView| match &order.by {
        AgentColumn::Name => Ordering::Equal,
        AgentColumn::Leaf | AgentColumn::Tree => title(a).cmp(&title(b)),
        AgentColumn::Status => (state_of(a) as u8).cmp(&(state_of(b) as u8)),
        AgentColumn::Variable(name) => {
            let [a, b] = [a, b].map(|agent| run.agent_variable(agent.number, name));
            compare(a, b)
        }
    };
    rows.sort_by(|a, b| by(&all[*a], &all[*b]));
    if order.is_descending {
        rows.reverse();
    }
}
