//! What the agents of a run do at its shown moment, and a run as if another agent were the shown one. Knows neither how a run is recorded nor how
//! agents are listed.

use std::borrow::Cow;

use rustc_hash::FxHashMap;
use treewright_core::Argument;
use treewright_core::ids::NodeId;
use treewright_core::runtime::Status;
use treewright_core::value::Value;
use treewright_insight::history::RunHistory;

use super::super::open_document::DocumentId;
use super::{AbortView, FoundFrames, LaneView, NodeRun, RunState, RunView, Visits};

/// Which agents something is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AgentScope {
    /// Only the shown one.
    Shown,
    All,
}

/// The agents that count in the runs of a document.
#[derive(Clone, Copy, Debug)]
pub struct AgentScopes {
    /// The agents in whose frames something is found.
    pub finds: AgentScope,
    /// The agents that stop the run, at breakpoints and goals.
    pub stops: AgentScope,
}

impl Default for AgentScopes {
    fn default() -> Self {
        Self {
            finds: AgentScope::Shown,
            stops: AgentScope::All,
        }
    }
}

/// What an agent does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AgentView {
    pub number: u64,
    /// The index of the run's tree that it runs.
    pub tree: usize,
    /// Running, or how its tree has ended; `None` before its first frame.
    pub status: Option<Status>,
    /// Its deepest running node; if several branches run, that of the first.
    pub leaf: Option<NodeId>,
    /// The title of that node if it is in another file: `leaf` is then the node that runs the file.
    pub inside: Option<Argument>,
    /// How many other branches run.
    pub other_leaves: usize,
}

/// All agents of a moment, and which of them run each node.
#[derive(Debug, Default)]
pub struct AgentsView {
    agents: Vec<AgentView>,
    /// For each tree of the run.
    running: Vec<FxHashMap<NodeId, Vec<u64>>>,
    /// The nodes of other files, by title.
    inside: Vec<(Argument, Vec<u64>)>,
}

impl AgentsView {
    /// Creates it from the agents, ascending by number, and the numbers of the agents that run each node of each tree of the run, and
    /// each node of other files.
    pub fn new(
        agents: Vec<AgentView>,
        running: impl Iterator<Item = ((usize, NodeId), Vec<u64>)>,
        inside: Vec<(Argument, Vec<u64>)>,
    ) -> Self {
        let mut by_node: Vec<FxHashMap<NodeId, Vec<u64>>> = Vec::new();
        for ((tree, node), numbers) in running {
            if by_node.len() <= tree {
                by_node.resize_with(tree + 1, FxHashMap::default);
            }
            // Several nodes of another file are represented by the node that runs it.
            let all = by_node[tree].entry(node).or_default();
            all.extend(numbers);
            all.sort_unstable();
            all.dedup();
        }
        Self {
            agents,
            running: by_node,
            inside,
        }
    }

    /// Returns all agents, ascending by number.
    pub fn all(&self) -> &[AgentView] {
        &self.agents
    }

    /// Returns the agent of this number.
    pub fn get(&self, number: u64) -> Option<&AgentView> {
        let place = self
            .agents
            .binary_search_by_key(&number, |agent| agent.number);
        place.ok().map(|place| &self.agents[place])
    }

    /// Returns the numbers of the agents that run a node of a tree, ascending.
    pub fn running(&self, (tree, node): (usize, &NodeId)) -> &[u64] {
        let running = self.running.get(tree).and_then(|tree| tree.get(node));
        running.map_or(&[], Vec::as_slice)
    }

    /// Returns the titles of the nodes of other files that run, and the numbers of the agents that run each.
    pub fn running_inside(&self) -> &[(Argument, Vec<u64>)] {
        &self.inside
    }

    /// Returns the nodes that run, with their trees, and the numbers of the agents that run each, in no particular order.
    pub fn running_nodes(&self) -> impl Iterator<Item = ((usize, &NodeId), &[u64])> {
        let trees = self.running.iter().enumerate();
        trees.flat_map(|(tree, nodes)| {
            nodes
                .iter()
                .map(move |(node, agents)| ((tree, node), &**agents))
        })
    }
}

/// A run as if another agent were the shown one: what the timeline needs to draw its lanes.
pub struct OtherAgent<'a> {
    run: &'a dyn RunView,
    agent: u64,
    history: &'a RunHistory,
}

impl<'a> OtherAgent<'a> {
    /// `None` if no frame of this agent is known.
    pub fn of(run: &'a dyn RunView, agent: u64) -> Option<Self> {
        let history = run.history_of(agent)?;
        Some(Self {
            run,
            agent,
            history,
        })
    }
}

impl RunView for OtherAgent<'_> {
    fn state(&self) -> RunState {
        self.run.state()
    }

    fn frame(&self) -> u64 {
        self.run.frame()
    }

    fn frames(&self) -> (u64, u64) {
        self.run.frames()
    }

    fn agent(&self) -> u64 {
        self.agent
    }

    fn time(&self) -> f64 {
        self.run.time()
    }

    fn node(&self, id: &NodeId) -> NodeRun {
        self.run.agent_node(self.agent, id)
    }

    fn name_in_run<'n>(&'n self, name: &'n str) -> Cow<'n, str> {
        self.run.agent_name_in_run(self.agent, name)
    }

    fn variable(&self, name: &str) -> Option<&Value> {
        self.run.agent_variable(self.agent, name)
    }

    fn aborts(&self) -> &[AbortView] {
        &[]
    }

    fn moment(&self) -> u64 {
        self.run.moment()
    }

    fn lanes(&self) -> &[LaneView] {
        self.run.agent_lanes(self.agent)
    }

    fn tree_count(&self) -> usize {
        self.run.tree_count()
    }

    fn document_of(&self, tree: usize) -> Option<DocumentId> {
        self.run.document_of(tree)
    }

    fn tree_of(&self, agent: u64) -> usize {
        self.run.tree_of(agent)
    }

    fn history(&self) -> &RunHistory {
        self.history
    }

    fn visits(&self) -> Visits {
        Visits::default()
    }

    fn found(&self) -> Option<&FoundFrames> {
        self.run.found()
    }
}
