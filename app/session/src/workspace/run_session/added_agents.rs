//! The agents that were added to a run, each with its program and the values that it began with, so that another run can have them as well.

use std::sync::Arc;

use treewright_core::runtime::AgentId;
use treewright_core::value::Value;
use treewright_insight::recording::{FrameRecord, RunInput};

/// The values with which an agent began, if they are not those of the tree.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FirstValues(pub Vec<(Arc<str>, Value)>);

/// The agents that were added before the recorded frames, ascending.
#[derive(Clone, Default)]
pub(super) struct AddedAgents(Vec<AddedAgent>);

#[derive(Clone)]
struct AddedAgent {
    agent: AgentId,
    /// The program that it ran first.
    program: usize,
    values: FirstValues,
    /// The first frame with it.
    frame: u64,
    /// The first frame without it.
    removed: Option<u64>,
}

impl AddedAgents {
    /// Notes who was added or removed before a frame.
    pub fn record(&mut self, record: &FrameRecord) {
        let agents: Vec<AgentId> = record.agents.iter().map(|own| own.agent).collect();
        self.note(&record.inputs, &agents, record.frame);
    }

    /// Notes who was added or removed by the inputs before a frame. `agents` are those after the inputs, ascending.
    fn note(&mut self, inputs: &[RunInput], agents: &[AgentId], frame: u64) {
        let newest = self.0.last().map_or(AgentId::default(), |last| last.agent);
        let is_new = |agent: &AgentId| *agent > newest;
        let programs = inputs.iter().filter_map(|input| match input {
            RunInput::Add { program, .. } => Some(*program),
            _ => None,
        });
        let programs: Vec<usize> = programs.collect();
        // New agents are the last, and all others are known.
        let added = programs.len();
        let new = agents.iter().rev().zip(programs.iter().rev()).rev();
        let new = new.filter(|(agent, _)| is_new(agent));
        self.0.extend(new.map(|(agent, program)| AddedAgent {
            agent: *agent,
            program: *program,
            values: FirstValues::default(),
            frame,
            removed: None,
        }));
        for input in inputs {
            match input {
                RunInput::Set { agent, name, value } if is_new(agent) && added > 0 => {
                    if let Some(own) = self.get(*agent) {
                        own.values.0.push((name.clone(), value.clone()));
                    }
                }
                RunInput::Remove { agent } => {
                    if let Some(own) = self.get(*agent) {
                        own.removed = Some(frame);
                    }
                }
                _ => {}
            }
        }
    }

    fn get(&mut self, agent: AgentId) -> Option<&mut AddedAgent> {
        let place = self.0.binary_search_by_key(&agent, |own| own.agent);
        place.ok().map(|place| &mut self.0[place])
    }

    /// Forgets what was done after a frame.
    pub fn cut(&mut self, frame: u64) {
        self.0.retain(|own| own.frame <= frame);
        for own in &mut self.0 {
            own.removed.take_if(|removed| *removed > frame);
        }
    }

    /// Returns the program and the values with which each began that is still there; also those that inputs before the next frame have added. `agents` are those now.
    pub fn remaining(
        &self,
        pending: &[RunInput],
        agents: &[AgentId],
        frame: u64,
    ) -> Vec<(usize, FirstValues)> {
        let mut all = self.clone();
        all.note(pending, agents, frame + 1);
        let remaining = all.0.into_iter().filter(|own| own.removed.is_none());
        remaining.map(|own| (own.program, own.values)).collect()
    }
}
