//! Trials: the last frames of a run once more, with other inputs, without changing the recording. Each trial starts from a snapshot, so
//! that hundreds of them take no longer than their frames.

use std::sync::Arc;

use treewright_core::runtime::{AgentId, NodeIndex, TreeState};
use treewright_core::value::Value;
use treewright_core::{Program, TreeInstance};

use super::Recording;
use super::current_run::CurrentRun;
use super::frame_record::{FrameRecord, RunInput};
use super::keyframe::Keyframe;
use super::recorded_inputs::concern_the_same;
use crate::history::NodeRun;

/// The last frames of a run, to be run again with other inputs.
pub struct Trials {
    /// The index of the agent's program in all frames.
    program: Option<usize>,
    programs: Vec<Arc<Program<()>>>,
    /// The run before each of the frames.
    starts: Vec<Keyframe>,
    records: Vec<Arc<FrameRecord>>,
}

/// An input that a trial adds before a frame, or a recorded one that it leaves out. One that is added goes before a recorded one about
/// the same variable or leaf.
#[derive(Clone, Debug, PartialEq)]
pub struct TriedInput {
    /// The frame.
    pub frame: u64,
    /// The input.
    pub input: RunInput,
    /// Whether it was recorded before this frame, and is left out.
    pub is_left_out: bool,
}

/// A trial after one of its frames.
pub struct TrialMoment<'a> {
    run: &'a CurrentRun,
    /// What happened in the frame.
    pub record: &'a FrameRecord,
}

impl TrialMoment<'_> {
    /// Returns the state of a node.
    pub fn node(&self, agent: AgentId, node: NodeIndex) -> NodeRun {
        let runs = self.run.node_runs(agent);
        runs.map(|runs| runs.get(node)).unwrap_or_default()
    }

    /// Returns the value of a variable.
    pub fn variable(&self, agent: AgentId, name: &str) -> Option<&Value> {
        let instance = self.run.manager.get(agent)?;
        instance.variable(self.run.manager.globals(), name)
    }

    /// Returns the state of an agent's tree.
    pub fn tree(&self, agent: AgentId) -> Option<TreeState> {
        Some(self.run.manager.get(agent)?.state())
    }

    /// Returns the nodes of an agent that wait for the next frame, the last of each run stack.
    pub fn tops(&self, agent: AgentId) -> Vec<NodeIndex> {
        let instance = self.run.manager.get(agent);
        instance
            .map(|instance| instance.tops().collect())
            .unwrap_or_default()
    }

    /// Returns the conditions of an agent that are watched.
    pub fn watched(&self, agent: AgentId) -> Vec<NodeIndex> {
        let instance = self.run.manager.get(agent).into_iter();
        let observed = instance.flat_map(TreeInstance::observed);
        observed.map(|observed| observed.conditional).collect()
    }
}

impl Recording {
    /// Prepares trials of the frames `first` to `last`, as far as they are stored and an agent ran no other program in them than in the
    /// last one. Afterwards the recording is at the same moment as before.
    pub fn trials(&mut self, agent: AgentId, first: u64, last: u64) -> Trials {
        let (shown, inside) = (self.frame(), self.inside());
        let first = first.max(self.first_frame() + 1);
        let ran = |record: &FrameRecord| record.of(agent).map(|part| part.program);
        let program = self.record(last).and_then(|record| ran(record));
        let mut trials = Trials {
            program,
            programs: self.programs.clone(),
            starts: Vec::new(),
            records: Vec::new(),
        };
        for frame in first..=last.min(self.last_frame()) {
            let Some(record) = self.record(frame).cloned() else {
                continue;
            };
            let before = self.programs_before(frame).of(agent);
            let mut ran = ran(&record).into_iter().chain(before);
            if program.is_none() || ran.any(|of| Some(of) != program) {
                // An earlier tree cannot be given inputs of this one.
                trials.starts.clear();
                trials.records.clear();
                continue;
            }
            self.restore_end_of(frame - 1);
            trials.starts.push(self.keyframe_now());
            trials.records.push(record);
        }
        self.restore_end_of(shown.min(self.last_frame()));
        self.apply_pending_at_end();
        if let Some((agent, events)) = inside {
            self.go_inside(shown, agent, events);
        }
        trials
    }
}

impl Trials {
    /// Returns the first and the last frame; `None` if there is none.
    pub fn frames(&self) -> Option<(u64, u64)> {
        Some((self.records.first()?.frame, self.records.last()?.frame))
    }

    /// Returns the program of the agent.
    pub fn program(&self) -> Option<&Arc<Program<()>>> {
        self.programs.get(self.program?)
    }

    /// Returns the record of a frame as it was.
    pub fn record(&self, frame: u64) -> Option<&FrameRecord> {
        let first = self.records.first()?.frame;
        let place = usize::try_from(frame.checked_sub(first)?).ok()?;
        self.records.get(place).map(|record| &**record)
    }

    /// Runs from the first changed frame to the last one with these inputs besides the recorded ones, which are in the order of their
    /// frames. `told` is called after each of these frames. Returns what it returned for the last one; `None` if an input is not possible.
    pub fn run<T>(
        &self,
        changes: &[TriedInput],
        mut told: impl FnMut(&TrialMoment<'_>) -> T,
    ) -> Option<T> {
        let (first, _) = self.frames()?;
        let from = changes.first().map_or(first, |change| change.frame);
        let place = usize::try_from(from.checked_sub(first)?).ok()?;
        let start = self.starts.get(place)?;
        let mut run = start.begin(&self.programs)?;
        let mut changes = changes.iter().peekable();
        let mut last = None;
        for record in &self.records[place..] {
            let mut own = Vec::new();
            while let Some(change) = changes.next_if(|change| change.frame == record.frame) {
                own.push(change);
            }
            for input in &record.inputs {
                let is_shared = |agent, name: &str| run.shares(agent, name);
                let is_replaced = own.iter().any(|own| {
                    if own.is_left_out {
                        own.input == *input
                    } else {
                        concern_the_same(input, &own.input, is_shared)
                    }
                });
                if !is_replaced {
                    // It was possible when it was recorded; if not now, it is left out, as it is when the run goes another way.
                    let _ = run.apply(input, &self.programs);
                }
            }
            for own in own.iter().filter(|own| !own.is_left_out) {
                run.apply(&own.input, &self.programs).ok()?;
            }
            let record = run.run_frame(record.dt, Vec::new());
            last = Some(told(&TrialMoment {
                run: &run,
                record: &record,
            }));
        }
        last
    }
}
