//! Index of the frames in which each variable was written, so that frames need not be searched.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use treewright_core::runtime::AgentId;
use treewright_core::trace::Write;
use treewright_core::value::Value;

use super::frame_record::{FrameRecord, RunInput};
use super::{Past, Recording};
use crate::history::ChunkedList;

/// Returns whether what an agent wrote in a frame is seen.
type Sees<'f> = &'f dyn Fn(u64, AgentId) -> bool;

/// Returns whether a write in a frame counts.
type Counts<'f> = &'f dyn Fn(u64, &Write) -> bool;

/// For each variable, the frames in which it was written and by which agent, in order, without duplicates.
#[derive(Debug, Default)]
pub(crate) struct WriteIndex(FxHashMap<Arc<str>, ChunkedList<(u64, AgentId)>>);

impl WriteIndex {
    /// Adds a frame.
    pub fn note(&mut self, record: &FrameRecord) {
        for happening in &record.inputs {
            if let RunInput::Set { agent, name, .. } = happening {
                self.add(name, record.frame, *agent);
            }
        }
        for frame in &record.agents {
            for write in &frame.writes {
                self.add(&write.variable, record.frame, frame.agent);
            }
        }
    }

    fn add(&mut self, name: &Arc<str>, frame: u64, agent: AgentId) {
        let frames = self.0.entry(name.clone()).or_default();
        if frames.last() != Some(&(frame, agent)) {
            frames.push((frame, agent));
        }
    }

    /// Forgets the frames after this one.
    pub fn cut(&mut self, after: u64) {
        for frames in self.0.values_mut() {
            frames.truncate(frames.partition_point(|(frame, _)| *frame <= after));
        }
    }

    /// Forgets the frames up to this one.
    pub fn forget(&mut self, until: u64) {
        for frames in self.0.values_mut() {
            frames.forget(frames.partition_point(|(frame, _)| *frame <= until));
        }
    }

    /// Returns the last frame up to `frame` in which an agent selected by `counts` wrote the variable.
    pub fn last(
        &self,
        name: &str,
        frame: u64,
        counts: impl Fn(u64, AgentId) -> bool,
    ) -> Option<u64> {
        let frames = self.0.get(name)?.all();
        let until = frames.up_to(frames.partition_point(|(written, _)| *written <= frame));
        let mut found = until.iter().rev();
        found
            .find(|(frame, agent)| counts(*frame, *agent))
            .map(|(frame, _)| *frame)
    }
    /// Returns the last write of a variable before a moment, as an agent sees it: `sees` returns whether it sees what another one wrote in
    /// a frame. Writes of the agent itself for which `counts` is false are passed over. `None` if there is none.
    pub fn last_write<'p>(
        &self,
        past: &'p impl Past,
        agent: AgentId,
        name: &str,
        (frame, events): (u64, usize),
        (sees, counts): (Sees<'_>, Counts<'_>),
    ) -> Option<LastWrite<'p>> {
        let mut until = Some(frame);
        while let Some(last) = until.and_then(|until| self.last(name, until, sees)) {
            let Some(record) = past.record(last) else {
                return Some(LastWrite::Unknown);
            };
            let happened = if last == frame { events } else { usize::MAX };
            let ran = record.agents.iter().rev();
            // Later trees of the frame run after it.
            let ran = ran.skip_while(|by| last == frame && by.agent != agent);
            let mut ran = ran.filter(|by| sees(last, by.agent));
            let found = ran.find_map(|by| {
                let mut writes = by.writes.iter().rev();
                let is_counted = |write: &&Write| {
                    let is_before = write.after <= happened && counts(last, write);
                    &*write.variable == name && (by.agent != agent || is_before)
                };
                Some((by.agent, writes.find(is_counted)?))
            });
            if let Some((agent, write)) = found {
                let frame = last;
                return Some(LastWrite::Task {
                    frame,
                    agent,
                    write,
                });
            }
            if let Some(value) = input_to(record, name, |by| sees(last, by)) {
                let frame = last;
                return Some(LastWrite::Input { frame, value });
            }
            until = last.checked_sub(1);
        }
        None
    }
}

/// The last write of a variable before a position of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LastWrite<'a> {
    /// It has its initial value.
    Never,
    /// It was written before the first recorded frame, or that is unknown.
    Unknown,
    /// An input before a frame wrote it.
    Input {
        /// The frame.
        frame: u64,
        /// The new value.
        value: &'a Value,
    },
    /// A task wrote it.
    Task {
        /// The frame.
        frame: u64,
        /// The agent of the task.
        agent: AgentId,
        /// The write.
        write: &'a Write,
    },
}

impl Recording {
    /// Returns the last write of a variable, as this agent sees it, before a moment: a frame, and the number of its events before the moment.
    /// Writes of the agent itself for which `counts` is false are passed over.
    pub fn last_write(
        &self,
        agent: AgentId,
        name: &str,
        (frame, events): (u64, usize),
        counts: impl Fn(u64, &Write) -> bool,
    ) -> LastWrite<'_> {
        let is_shared = self.writes_shared(frame, agent, name);
        let sees = |frame, by| by == agent || (is_shared && self.writes_shared(frame, by, name));
        let found = self
            .written
            .last_write(self, agent, name, (frame, events), (&sees, &counts));
        found.unwrap_or(if self.first_frame() > 0 {
            LastWrite::Unknown
        } else {
            LastWrite::Never
        })
    }

    /// Returns the last frame, up to the current one, in which a variable visible to this agent was written; the next frame if an
    /// input for it is pending.
    pub fn written(&self, agent: AgentId, name: &str) -> Option<u64> {
        let is_global = |of: AgentId| {
            let program = self.program_of(of);
            program.is_none_or(|program| program.is_global(name))
        };
        let is_shared = self.program_of(agent).is_some() && is_global(agent);
        let is_pending = !self.is_in_the_past()
            && self.pending.iter().any(|happening| match happening {
                RunInput::Set {
                    agent: by,
                    name: set,
                    ..
                } => &**set == name && (*by == agent || (is_shared && is_global(*by))),
                _ => false,
            });
        if is_pending {
            return Some(self.last_frame() + 1);
        }
        self.written.last(name, self.frame(), |frame, by| {
            by == agent || (is_shared && self.writes_shared(frame, by, name))
        })
    }

    /// Whether a variable that an agent wrote before or in a frame is a shared one. Of a variable with this name that another agent has
    /// for itself, that is not so.
    fn writes_shared(&self, frame: u64, by: AgentId, name: &str) -> bool {
        let record = self.record(frame);
        let ran = record.and_then(|record| record.of(by)).map(|of| of.program);
        // It may have been removed before the frame.
        let program = ran.or_else(|| {
            let mut programs = self.programs_before(frame);
            let inputs = record.iter().flat_map(|record| &record.inputs);
            let before = inputs.map(|input| {
                let of = programs.of(by);
                programs.follow(input);
                of
            });
            before.flatten().last()
        });
        program.is_some_and(|program| self.programs[program].is_global(name))
    }
}

/// The last value that inputs before a frame gave a variable.
fn input_to<'a>(
    record: &'a FrameRecord,
    name: &str,
    sees: impl Fn(AgentId) -> bool,
) -> Option<&'a Value> {
    record.inputs.iter().rev().find_map(|input| match input {
        RunInput::Set {
            agent,
            name: set,
            value,
        } if **set == *name && sees(*agent) => Some(value),
        _ => None,
    })
}
