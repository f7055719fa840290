//! What is known of the game's programs and agents, also of those that were there when frames happened that are still
//! known. Knows no editors.

use std::collections::{BTreeMap, VecDeque};

use treewright_core::runtime::AgentId;

use crate::exchange::{AgentNews, Source};
use crate::protocol::{AgentRow, Program, Verb};

/// The most things that editors did which are remembered.
const MOST_DONE: usize = 10_000;

/// A program.
#[derive(Debug)]
pub(super) struct KnownProgram {
    pub message: Program,
    pub source: Source,
}

#[derive(Debug)]
struct KnownAgent {
    about: AgentNews,
    /// The first frame and the number of each program that it ran, in order.
    programs: Vec<(u64, u32)>,
    /// From which frames on it was recorded or not, in order.
    recorded: Vec<(u64, bool)>,
    is_gone: bool,
}

/// All programs and agents.
#[derive(Debug, Default)]
pub(super) struct Table {
    programs: BTreeMap<u32, KnownProgram>,
    agents: BTreeMap<u64, KnownAgent>,
    /// The agents that have left, with the frame in which they did.
    gone: VecDeque<(u64, u64)>,
    /// What editors did to agents, or to all, before which frames, in order.
    done: VecDeque<(u64, Option<u64>, Verb)>,
}

impl Table {
    pub fn add_program(&mut self, message: Program, source: Source) {
        let known = KnownProgram { message, source };
        self.programs.insert(known.message.id, known);
    }

    pub fn program(&self, number: u32) -> Option<&KnownProgram> {
        self.programs.get(&number)
    }

    /// Adds an agent or what is new about it. What happened before the frame `first` is forgotten.
    pub fn add_agent(&mut self, agent: AgentId, about: AgentNews, first: u64) {
        let before = self.agents.remove(&agent.number());
        let before = before.map(|known| (known.programs, known.recorded));
        let (mut programs, mut recorded) = before.unwrap_or_default();
        if programs
            .last()
            .is_none_or(|(_, last)| *last != about.program)
        {
            programs.push((about.from, about.program));
        }
        forget(&mut programs, first);
        forget(&mut recorded, first);
        let known = KnownAgent {
            about,
            programs,
            recorded,
            is_gone: false,
        };
        self.agents.insert(agent.number(), known);
    }

    /// Notes whether an agent is recorded from this frame on. What happened before the frame `first` is forgotten.
    pub fn record(&mut self, agent: AgentId, frame: u64, is_recorded: bool, first: u64) {
        if let Some(known) = self.agents.get_mut(&agent.number()) {
            known.recorded.push((frame, is_recorded));
            forget(&mut known.recorded, first);
        }
    }

    /// Notes that an agent has left in this frame. Those that left before the frame `first` are forgotten.
    pub fn remove_agent(&mut self, agent: AgentId, frame: u64, first: u64) {
        if let Some(known) = self.agents.get_mut(&agent.number()) {
            known.is_gone = true;
            self.gone.push_back((frame, agent.number()));
        }
        let old = self.gone.partition_point(|(frame, _)| *frame < first);
        for (_, agent) in self.gone.drain(..old) {
            self.agents.remove(&agent);
        }
    }

    /// Notes what an editor did to an agent, or to all, before a frame. What was done before the frame `first` is forgotten.
    pub fn note_done(&mut self, (agent, frame): (Option<AgentId>, u64), verb: Verb, first: u64) {
        let old = self.done.partition_point(|(frame, ..)| *frame < first);
        self.done.drain(..old);
        if self.done.len() >= MOST_DONE {
            self.done.pop_front();
        }
        self.done
            .push_back((frame, agent.map(AgentId::number), verb));
    }

    /// Returns what editors did to an agent before a frame, in order.
    pub fn done_before(&self, agent: u64, frame: u64) -> impl Iterator<Item = &Verb> {
        let from = self.done.partition_point(|(before, ..)| *before < frame);
        let of_frame = self.done.range(from..);
        let of_frame = of_frame.take_while(move |(before, ..)| *before == frame);
        of_frame
            .filter(move |(_, of, _)| of.is_none_or(|of| of == agent))
            .map(|(.., verb)| verb)
    }

    /// Returns the numbers of all agents that are there.
    pub fn agents(&self) -> impl Iterator<Item = u64> {
        let there = self.agents.iter().filter(|(_, known)| !known.is_gone);
        there.map(|(agent, _)| *agent)
    }

    /// Returns an agent as editors are told of it; `None` if it is not there.
    pub fn row(&self, agent: u64) -> Option<AgentRow> {
        let known = self.agents.get(&agent).filter(|known| !known.is_gone)?;
        let about = &known.about;
        Some((agent, about.program, about.name.clone(), about.tags.clone()))
    }

    /// Returns the number of the program that an agent ran in a frame; `None` if the frame was not recorded.
    pub fn program_in(&self, agent: u64, frame: u64) -> Option<u32> {
        let known = self.agents.get(&agent)?;
        let is_recorded = at(&known.recorded, frame)?;
        let program = at(&known.programs, frame)?;
        is_recorded.then_some(program)
    }
}

/// Returns what was so in a frame.
fn at<T: Copy>(times: &[(u64, T)], frame: u64) -> Option<T> {
    let current = times.iter().rfind(|(from, _)| *from <= frame);
    current.map(|(_, value)| *value)
}

/// Forgets what was no longer so in the frame `first`.
fn forget<T>(times: &mut Vec<(u64, T)>, first: u64) {
    let old = times.iter().skip(1);
    let old = old.take_while(|(from, _)| *from <= first).count();
    times.drain(..old);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn about(program: u32, from: u64) -> AgentNews {
        AgentNews {
            name: "goblin".into(),
            tags: Vec::new(),
            program,
            from,
        }
    }

    #[test]
    fn an_agent_ran_each_of_its_programs_in_its_time() {
        let mut table = Table::default();
        for (program, from) in [(1, 1), (2, 10), (2, 15), (1, 20)] {
            table.add_agent(AgentId(7), about(program, from), 1);
        }
        table.record(AgentId(7), 1, true, 0);
        let ran = |table: &Table, frames: &[u64]| {
            let of = |frame: &u64| table.program_in(7, *frame).unwrap_or(99);
            frames.iter().map(of).collect::<Vec<_>>()
        };
        assert_eq!(ran(&table, &[1, 9, 10, 19, 20, 99]), [1, 1, 2, 2, 1, 1]);
        table.add_agent(AgentId(7), about(3, 30), 25);
        assert_eq!(ran(&table, &[25, 30]), [1, 3]);
        assert_eq!(ran(&table, &[10]), [99], "this is forgotten");
        table.record(AgentId(7), 31, false, 0);
        table.record(AgentId(7), 35, true, 0);
        assert_eq!(ran(&table, &[30, 31, 34, 35]), [3, 99, 99, 3]);
    }

    #[test]
    fn an_agent_that_has_left_is_known_as_long_as_what_it_did() {
        let mut table = Table::default();
        table.add_agent(AgentId(7), about(1, 1), 1);
        table.add_agent(AgentId(8), about(2, 1), 1);
        for agent in [7, 8] {
            table.record(AgentId(agent), 1, true, 0);
        }
        table.remove_agent(AgentId(7), 20, 5);
        assert_eq!(table.agents().collect::<Vec<_>>(), [8]);
        assert_eq!((table.row(7), table.program_in(7, 9)), (None, Some(1)));
        table.remove_agent(AgentId(8), 30, 21);
        assert_eq!(
            (table.program_in(7, 9), table.program_in(8, 9)),
            (None, Some(2))
        );
    }
}
