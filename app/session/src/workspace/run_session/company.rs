//! The agents of a run: several instances of the tree, each with variables and random choices of its own.

use treewright_core::runtime::AgentId;
use treewright_insight::recording::{Happening, HappeningError};

use super::RunSession;

impl RunSession {
    /// Shows another agent's tree. Inside a frame its end is shown.
    pub fn show_agent(&mut self, number: u64) {
        let found = self
            .recording
            .agents()
            .find(|agent| agent.number() == number);
        let Some(agent) = found else { return };
        self.agent = agent;
        if self.recording.inside().is_some() {
            self.show(self.recording.frame());
        }
        self.look();
    }

    /// Shows the next agent's tree; after the last one the first.
    pub fn show_next_agent(&mut self) {
        let agents: Vec<AgentId> = self.recording.agents().collect();
        let place = agents.iter().position(|agent| *agent == self.agent);
        let next = place.map_or(0, |place| (place + 1) % agents.len());
        if let Some(next) = agents.get(next) {
            self.show_agent(next.number());
        }
    }

    /// Adds an agent, whose random choices are its own, and shows it.
    ///
    /// # Errors
    /// If the recording refuses it.
    pub fn add_agent(&mut self) -> Result<(), HappeningError> {
        let seed = self.seed.wrapping_add(self.added + 1);
        self.happens(Happening::Add { seed })?;
        self.added += 1;
        if let Some(last) = self.recording.agents().last() {
            self.agent = last;
        }
        self.look();
        Ok(())
    }

    /// Takes away the agent that is shown, unless it is the only one.
    ///
    /// # Errors
    /// If it is not there in the frame that is shown.
    pub fn remove_agent(&mut self) -> Result<(), HappeningError> {
        if self.recording.agents().len() < 2 {
            return Ok(());
        }
        let agent = self.agent;
        self.happens(Happening::Remove { agent })
    }
}
