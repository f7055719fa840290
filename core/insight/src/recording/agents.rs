//! Who takes part in a recording, and which moments of their frames can be shown. Asks, and changes nothing.

use treewright_core::runtime::{AgentId, NodeIndex, TreeState};

use super::Recording;

impl Recording {
    /// The agents at the frame that is shown, in the order in which they run.
    pub fn agents(&self) -> impl ExactSizeIterator<Item = AgentId> {
        self.now.manager.agents()
    }

    /// The agent that runs first; of a recording that has lost its last agent, the one that it began with.
    pub fn first_agent(&self) -> AgentId {
        self.agents().next().unwrap_or_default()
    }

    /// Whether no agent's tree would do anything in another frame.
    pub fn is_finished(&self) -> bool {
        !self.is_in_the_past() && self.inside.is_none() && self.all_finished()
    }

    fn all_finished(&self) -> bool {
        let mut instances = self.agents().filter_map(|agent| self.instance(agent));
        instances.all(|instance| {
            matches!(instance.state(), TreeState::Finished(_))
                && !instance.program().restarts_when_complete()
        })
    }

    /// The run stacks of an agent at the moment that is shown, the main one first, each from its first task to its top.
    pub fn stacks(&self, agent: AgentId) -> Vec<Vec<NodeIndex>> {
        let Some(instance) = self.instance(agent) else {
            return Vec::new();
        };
        match (&self.inside, self.node_runs(agent)) {
            (Some(_), Some(runs)) => instance
                .program()
                .stacks_of(|node| runs.get(node).state.is_running()),
            _ => instance.stacks().collect(),
        }
    }
}
