//! Which agents are listed, in which order. Listed again only when the run shows another moment or the filter was changed.

use std::cmp::Ordering;

use rustc_hash::{FxHashMap, FxHashSet};
use treewright_core::ids::NodeId;
use treewright_core::value::Value;
use treewright_session::memo::Memo;
use treewright_session::settings::agent_table::{AgentColumn, AgentOrder, AgentTable};
use treewright_session::workspace::open_document::DocumentId;
use treewright_session::workspace::run_view::{AgentView, AgentsView, RunView};

use super::columns::{compare, state_of, text, title_of_leaf};
use crate::panels::{Moment, PanelContext};

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
    node: Option<(usize, NodeId)>,
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
            node: table.node.clone().map(|node| (table.tree, node)),
            order: table.order.clone(),
            language: cx.texts.language(),
        };
        self.rows.of(key, |key| {
            let mut rows = matching((cx, run, agents), key);
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

fn matching(
    (cx, run, agents): (&PanelContext<'_>, &dyn RunView, &AgentsView),
    key: &RowsKey,
) -> Vec<usize> {
    let of_node = key.node.as_ref();
    let of_node = of_node.map(|(tree, node)| agents.running((*tree, node)));
    let of_query = || matching_query((cx, run, agents), &key.query);
    let of_query = (!key.query.is_empty()).then(of_query);
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

/// The agents whose names or trees contain the query, or who run a node whose title does.
fn matching_query(
    (cx, run, agents): (&PanelContext<'_>, &dyn RunView, &AgentsView),
    query: &str,
) -> FxHashSet<u64> {
    let fits = |text: String| text.to_lowercase().contains(query);
    let running = agents.running_nodes();
    let trees = (0..run.tree_count()).map(|tree| cx.of_tree(run, tree));
    let trees: Vec<PanelContext<'_>> = trees.collect();
    let running = running.filter(|((tree, node), _)| fits(trees[*tree].title_of(node)));
    let running = running.flat_map(|(_, numbers)| numbers.iter().copied());
    let numbers = agents.all().iter().map(|agent| agent.number);
    let named = numbers.filter(|number| fits(cx.texts.agent(*number)));
    let titles = (0..run.tree_count()).map(|tree| cx.tree_title(run, tree));
    let is_of_query: Vec<bool> = titles.map(|title| title.is_some_and(fits)).collect();
    let of_trees = agents.all().iter().filter(|agent| is_of_query[agent.tree]);
    let of_trees = of_trees.map(|agent| agent.number);
    let inside = agents.running_inside().iter();
    let inside = inside.filter(|(title, _)| fits(cx.texts.argument(title)));
    let inside = inside.flat_map(|(_, numbers)| numbers.iter().copied());
    running.chain(named).chain(of_trees).chain(inside).collect()
}

/// What decides the title of an agent's leaf.
type TitleKey<'a> = (usize, Option<&'a NodeId>, Option<String>);

fn title_key(agent: &AgentView) -> TitleKey<'_> {
    let inside = agent
        .inside
        .as_ref()
        .map(|inside| inside.english().into_owned());
    (agent.tree, agent.leaf.as_ref(), inside)
}

fn sort(
    (cx, run, agents): (&PanelContext<'_>, &dyn RunView, &AgentsView),
    rows: &mut [usize],
    order: &AgentOrder,
) {
    let all = agents.all();
    let mut titles: FxHashMap<TitleKey<'_>, String> = FxHashMap::default();
    if matches!(order.by, AgentColumn::Leaf | AgentColumn::Tree) {
        // Many agents have the same leaf.
        for agent in all {
            let title = || match (&order.by, &agent.leaf) {
                (AgentColumn::Tree, _) => text(&AgentColumn::Tree, cx, run, agent),
                (_, Some(leaf)) => title_of_leaf(&cx.of_tree(run, agent.tree), agent, leaf),
                (_, None) => String::new(),
            };
            titles.entry(title_key(agent)).or_insert_with(title);
        }
    }
    let title = |place: usize| {
        let agent = &all[place];
        titles.get(&title_key(agent))
    };
    let values: Vec<Option<&Value>> = match &order.by {
        AgentColumn::Variable(name) => {
            let values = all.iter();
            values
                .map(|agent| run.agent_variable(agent.number, name))
                .collect()
        }
        _ => Vec::new(),
    };
    let by = |a: usize, b: usize| match &order.by {
        AgentColumn::Name => Ordering::Equal,
        AgentColumn::Leaf | AgentColumn::Tree => title(a).cmp(&title(b)),
        AgentColumn::Status => {
            let [a, b] = [a, b].map(|place| state_of(&all[place]) as u8);
            a.cmp(&b)
        }
        AgentColumn::Variable(_) => compare(values[a], values[b]),
    };
    rows.sort_by(|a, b| by(*a, *b));
    if order.is_descending {
        rows.reverse();
    }
}
