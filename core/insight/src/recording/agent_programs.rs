//! Which program each agent runs between two frames. Knows programs only by their indices in the recording.

use treewright_core::runtime::AgentId;

use super::frame_record::{FrameRecord, RunInput};

/// The program of each agent between two frames, by its index in [`Recording::programs`](super::Recording::programs).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AgentPrograms {
    /// In the order of their ids.
    agents: Vec<(AgentId, usize)>,
    default_program: usize,
    next_agent: AgentId,
}

impl AgentPrograms {
    /// Before the first agent is added, which is to run this program.
    pub(super) fn new(program: usize) -> Self {
        Self {
            agents: Vec::new(),
            default_program: program,
            next_agent: AgentId::default(),
        }
    }

    /// After a frame.
    pub fn after(record: &FrameRecord) -> Self {
        let agents = record.agents.iter();
        Self {
            agents: agents.map(|frame| (frame.agent, frame.program)).collect(),
            default_program: record.default_program,
            next_agent: record.next_agent,
        }
    }

    /// Returns the program of an agent; `None` if the agent does not exist.
    pub fn of(&self, agent: AgentId) -> Option<usize> {
        let place = self.agents.binary_search_by_key(&agent, |(id, _)| *id);
        place.ok().map(|place| self.agents[place].1)
    }

    /// Returns the program of the first agent; without agents, of the last one there was.
    pub fn default_program(&self) -> usize {
        self.default_program
    }

    /// Returns the agent that was added last of those that run a program.
    pub fn last_agent_with(&self, program: usize) -> Option<AgentId> {
        let mut agents = self.agents.iter().rev();
        let found = agents.find(|(_, of)| *of == program);
        found.map(|(agent, _)| *agent)
    }

    /// Returns whether a program is that of an agent or, without agents, of the last one there was.
    pub fn has(&self, program: usize) -> bool {
        self.programs().any(|of| of == program)
    }

    /// Returns all programs that it names, some repeatedly, that of the first agent first.
    pub(super) fn programs(&self) -> impl Iterator<Item = usize> {
        let agents = self.agents.iter().map(|(_, of)| *of);
        std::iter::once(self.default_program).chain(agents)
    }

    /// Returns the id of the next agent that is added.
    pub(super) fn next_agent(&self) -> AgentId {
        self.next_agent
    }

    /// Returns the agents with their programs, in the order in which they run.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (AgentId, usize)> {
        self.agents.iter().copied()
    }

    /// Follows an input before the next frame.
    pub fn follow(&mut self, input: &RunInput) {
        match *input {
            RunInput::Add { program, .. } => {
                self.agents.push((self.next_agent, program));
                self.next_agent = AgentId(self.next_agent.number() + 1);
            }
            RunInput::Remove { agent } => self.agents.retain(|(id, _)| *id != agent),
            RunInput::Swap { from, program } => {
                for (_, of) in self.agents.iter_mut().filter(|(_, of)| *of == from) {
                    *of = program;
                }
                if self.default_program == from {
                    self.default_program = program;
                }
            }
            RunInput::Set { .. }
            | RunInput::Send { .. }
            | RunInput::Force { .. }
            | RunInput::Interrupt { .. }
            | RunInput::Seed { .. } => {}
        }
        if let Some((_, first)) = self.agents.first() {
            self.default_program = *first;
        }
    }
}
