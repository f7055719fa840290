//! The shown moment of a run: values computed once for it, because panels need them in every frame of the window, and the observers.

use std::cell::OnceCell;
use std::sync::Arc;

use treewright_core::Program;
use treewright_core::ids::NodeId;
use treewright_core::runtime::AgentId;
use treewright_core::trace::{Datum, TraceEvent};

use super::{RunSession, ShownUse};
use crate::workspace::node_mapping::NodeMapping;
use crate::workspace::run_view::{AbortView, AgentsView, InsideView, ObserversView, Visits};
use crate::workspace::shown_nodes::ShownNodes;

/// The shown moment.
#[derive(Default)]
pub(super) struct ShownMoment {
    /// The tree of the shown agent.
    tree: usize,
    pub stacks: Vec<Vec<NodeId>>,
    pub aborts: Vec<AbortView>,
    pub inside: Option<InsideView>,
    /// Increases whenever another moment is shown.
    pub revision: u64,
    /// Counted when they are shown.
    pub visits: OnceCell<Visits>,
    /// What all agents do, listed when that is shown.
    pub agents: OnceCell<AgentsView>,
    /// Memory of the run history in bytes.
    pub memory: usize,
    /// The run stopped because of the previous event; the next event may cause another stop.
    pub after_event: bool,
    /// The frames that a change has just left.
    pub discard: Option<Discard>,
}

/// Frames that a change before the last moment of a run has left; they are kept as another way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Discard {
    pub first_frame: u64,
    /// A moment inside the first one was shown, so that it runs again.
    pub was_inside: bool,
    /// Inputs before these frames are to happen again.
    pub repeats_inputs: bool,
}

impl RunSession {
    /// Updates the values for the recording's current moment.
    pub(super) fn update_moment(&mut self) {
        let has_joined = |agent: &mut AgentId| self.recording.instance(*agent).is_some();
        if let Some(agent) = self.awaited_agent.take_if(has_joined) {
            self.agent = agent;
            self.switch_programs();
        }
        if self.recording.instance(self.agent).is_none() {
            self.agent = self.recording.first_agent();
        }
        let tree = self.shown_tree();
        self.trees.get_mut(tree).shown = Some(self.agent);
        if std::mem::replace(&mut self.moment.tree, tree) != tree {
            // The choice and the selection are nodes of another document.
            self.shown_use = ShownUse::default();
        }
        self.moment.revision += 1;
        self.moment.after_event = false;
        self.moment.stacks = self.shown_stacks();
        self.update_use();
        self.moment.inside = self.shown_inside();
        self.moment.aborts = self.shown_aborts();
        self.moment.visits = OnceCell::new();
        self.moment.agents = OnceCell::new();
        self.moment.memory = self.keep_within_limit();
    }

    pub(super) fn shown_visits(&self) -> Visits {
        *self.moment.visits.get_or_init(|| {
            let runs = self.recording.node_runs(self.agent);
            let has_subtree_nodes = self.mapping().has_subtree_nodes();
            let tree = self.shown_tree();
            let count = |runs| self.histories.count_visits(tree, runs, has_subtree_nodes);
            let visits = runs.map(count);
            visits.unwrap_or_default()
        })
    }

    fn shown_stacks(&self) -> Vec<Vec<NodeId>> {
        let stacks = self.recording.stacks(self.agent);
        self.nodes_of(self.program_number()).stacks(stacks)
    }

    /// Returns the events of the shown frame that have happened at the shown moment.
    pub(super) fn shown_events(&self) -> &[TraceEvent] {
        let record = self.recording.record(self.recording.frame());
        let Some(frame) = record.and_then(|record| record.of(self.agent)) else {
            return &[];
        };
        match self.recording.inside() {
            Some((agent, events)) if agent == self.agent => &frame.events[..events],
            Some((agent, _)) if agent < self.agent => &[],
            _ => &frame.events,
        }
    }

    /// Returns the data that a node of the document has attached to the shown frame at the shown moment.
    pub(super) fn shown_data(&self, node: &NodeId) -> Vec<Datum> {
        let record = self.recording.record(self.recording.frame());
        let Some(frame) = record.and_then(|record| record.of(self.agent)) else {
            return Vec::new();
        };
        let events = self.shown_events().len();
        let is_whole = events == frame.events.len();
        let (program, places) = self.program_of_frame();
        let is_shown = |datum: &&Datum| {
            let is_its = datum
                .node
                .is_some_and(|of| places.shown(program, of) == *node);
            // Data belong to the event that follows them, in which their task returns.
            is_its && (is_whole || datum.after < events)
        };
        frame.data.list.iter().filter(is_shown).cloned().collect()
    }

    /// Returns the program of the shown frame, and its node mapping. After a change of the document, the run has a later program already.
    fn program_of_frame(&self) -> (&Arc<Program<()>>, &NodeMapping) {
        let record = self.recording.record(self.recording.frame());
        match record.and_then(|record| record.of(self.agent)) {
            Some(frame) => self.program_of(frame),
            None => (self.program(), self.mapping()),
        }
    }

    fn shown_aborts(&self) -> Vec<AbortView> {
        let (program, places) = self.program_of_frame();
        let nodes = ShownNodes { program, places };
        nodes.aborts(self.recording.frame(), self.shown_events())
    }

    fn shown_inside(&self) -> Option<InsideView> {
        let (agent, events) = self.recording.inside()?;
        let record = self.recording.record(self.recording.frame())?;
        let frame = record.of(agent)?;
        let nodes = self.nodes_of(frame.program);
        Some(nodes.inside(agent.number(), events, &frame.events))
    }
}

impl RunSession {
    /// Returns the observers at the end of the shown frame or, within a frame, before it.
    pub(super) fn all_observers(&self) -> ObserversView {
        let Some(instance) = self.instance() else {
            return ObserversView::default();
        };
        let nodes = ShownNodes {
            program: self.program(),
            places: self.mapping(),
        };
        nodes.observers(instance.observed(), instance.unobserved())
    }
}
