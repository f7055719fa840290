//! Results that the user sets for leaves: which leaves await one, and which results are in effect.

use rustc_hash::FxHashMap;
use treewright_core::TreeInstance;
use treewright_core::category::Category;
use treewright_core::ids::NodeId;
use treewright_core::runtime::{AgentId, NodeIndex, Status};
use treewright_insight::recording::{RunInput, RunInputError};

use super::RunSession;
use crate::workspace::run_view::RunView as _;

/// Results set for conditionals, with the frame after which each was set, ascending. Those of actions are stored in the tree instance itself.
#[derive(Clone, Default)]
pub(super) struct ForcedResults(FxHashMap<(AgentId, NodeId), Vec<(u64, Status)>>);

impl ForcedResults {
    fn last(&self, agent: AgentId, id: &NodeId, frame: u64) -> Option<Status> {
        let given = self.0.get(&(agent, id.clone()))?;
        let last = given.iter().rev().find(|(after, _)| *after <= frame);
        last.map(|(_, status)| *status)
    }

    /// Records the result of a conditional that was set after a frame.
    pub fn record(&mut self, agent: AgentId, id: NodeId, after: u64, status: Status) {
        let given = self.0.entry((agent, id)).or_default();
        given.push((after, status));
    }

    /// Removes results that were set after a frame that is no longer part of the run.
    pub fn remove_after(&mut self, frame: u64) {
        for given in self.0.values_mut() {
            given.retain(|(after, _)| *after <= frame);
        }
    }
}

impl RunSession {
    /// Forces the next result of a leaf.
    ///
    /// # Errors
    /// If it is not part of the program in the shown frame.
    pub fn answer(&mut self, id: &NodeId, status: Status) -> Result<(), RunInputError> {
        let mut leaves: Vec<NodeIndex> = self.mapping().of(self.program(), id).collect();
        if leaves.len() > 1 {
            // An action that is not running would keep the result for later.
            let runs = |leaf: &NodeIndex| self.recording.is_on_stack(self.agent, *leaf);
            let is_conditional_leaf = |leaf| self.program().category(leaf) == Category::Conditional;
            leaves.retain(|leaf| runs(leaf) || is_conditional_leaf(*leaf));
        }
        if leaves.is_empty() {
            return Err(RunInputError::UnknownNode);
        }
        for node in leaves {
            let (agent, conditional) = (self.agent, self.is_conditional(node));
            self.happens(RunInput::Force {
                agent,
                node,
                status,
            })?;
            if conditional {
                let after = self.frame();
                self.forced_results.record(agent, id.clone(), after, status);
            }
        }
        Ok(())
    }

    pub(super) fn is_conditional(&self, node: NodeIndex) -> bool {
        self.program().category(node) == Category::Conditional
    }

    /// Returns whether the node is a leaf that is checked in each frame.
    pub(super) fn is_watched(&self, id: &NodeId) -> bool {
        let Some(instance) = self.instance() else {
            return false;
        };
        let watched = instance.watched().map(|(leaf, _)| leaf);
        let mut watched = watched.filter(|leaf| self.is_conditional(*leaf));
        watched.any(|leaf| self.mapping().of(self.program(), id).any(|own| own == leaf))
    }

    /// Returns the leaf with this id, and whether it is a conditional, if it awaits results from the user.
    pub(super) fn awaiting_leaf(&self, id: &NodeId) -> Option<(NodeIndex, bool)> {
        if !self.mapping().any_awaiting() {
            return None;
        }
        let instance = self.instance()?;
        let mut leaves = self.mapping().of(self.program(), id);
        let leaf = leaves.find(|leaf| instance.is_asking(*leaf))?;
        Some((leaf, self.is_conditional(leaf)))
    }

    /// Returns the leaves whose result can be set now: running actions first, then conditionals.
    pub(super) fn awaiting_leaves(&self) -> impl Iterator<Item = NodeId> {
        let places = self.mapping();
        let tops = self.instance().into_iter().flat_map(TreeInstance::tops);
        let waiting = tops.filter(|top| self.program().awaits_result(*top));
        let watched = places.awaiting_conditionals().iter().copied();
        let in_document = |node| places.in_document(self.program(), node);
        let leaves = waiting.chain(watched).filter_map(in_document);
        leaves.filter(|id| self.is_asking(id))
    }

    /// Returns the result in effect: of an action until it is used, of a conditional until another one is set.
    pub(super) fn forced_result(&self, id: &NodeId) -> Option<Status> {
        let instance = self.instance()?;
        let mut places = self.mapping().of(self.program(), id);
        let waiting = places.find_map(|leaf| instance.forced(leaf));
        waiting.or_else(|| {
            let (_, conditional) = self.awaiting_leaf(id)?;
            let given = self.forced_results.last(self.agent, id, self.frame());
            // A conditional without a result returns Failure.
            conditional.then(|| given.unwrap_or(Status::Failure))
        })
    }
}
