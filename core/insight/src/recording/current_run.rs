//! The run at the current frame: the trees and the states of their nodes. Knows neither earlier nor later frames.

use std::sync::Arc;

use rustc_hash::FxHashSet;
use treewright_core::runtime::{
    AgentId, GlobalConflict, NoTracer, NodeIndex, Status, SwapOutcome, TreeState,
};
use treewright_core::time::Nanoseconds;
use treewright_core::trace::FrameRecorder;
use treewright_core::{Program, TreeInstance, TreeManager};

use super::RunInputError;
use super::agent_programs::AgentPrograms;
use super::frame_record::{AgentFrame, FrameRecord, RunInput};
use crate::history::{NodeRuns, NodeState};

/// A run between two frames.
pub(super) struct CurrentRun {
    pub manager: TreeManager<()>,
    /// The states of each agent's nodes, in the manager's order, which is that of their ids.
    pub runs: Vec<(AgentId, NodeRuns)>,
    /// The program of each agent.
    pub programs: AgentPrograms,
    pub frame: u64,
    pub time: Nanoseconds,
    pub recorder: FrameRecorder,
}

impl CurrentRun {
    /// Creates a run of one agent before its first frame. `program` is the index of its program.
    pub fn new(programs: &[Arc<Program<()>>], program: usize, seed: u64) -> Self {
        let mut present = Self {
            manager: TreeManager::new(),
            runs: Vec::new(),
            programs: AgentPrograms::new(program),
            frame: 0,
            time: Nanoseconds::ZERO,
            recorder: FrameRecorder::default(),
        };
        let added = present.apply(&RunInput::Add { seed, program }, programs);
        debug_assert!(added.is_ok(), "a program does not agree with itself");
        present
    }

    pub fn node_runs(&self, agent: AgentId) -> Option<&NodeRuns> {
        of_agent(&self.runs, agent)
    }

    /// Whether a variable of an agent is a shared one.
    pub fn shares(&self, agent: AgentId, name: &str) -> bool {
        let instance = self.manager.get(agent);
        instance.is_some_and(|instance| instance.program().is_global(name))
    }

    fn add(&mut self, program: &Arc<Program<()>>, seed: u64) -> Result<(), GlobalConflict> {
        let agent = self.manager.add(program.clone(), seed)?;
        debug_assert_eq!(agent, self.programs.next_agent());
        self.runs.push((agent, NodeRuns::new(program.len())));
        Ok(())
    }

    /// Applies an input before a frame.
    pub fn apply(
        &mut self,
        happening: &RunInput,
        programs: &[Arc<Program<()>>],
    ) -> Result<(), RunInputError> {
        let unknown = RunInputError::UnknownAgent;
        match happening {
            RunInput::Set { agent, name, value } => {
                let (instance, globals) = self.manager.get_mut(*agent).ok_or(unknown)?;
                instance.set_variable(globals, name, value.clone())?;
            }
            RunInput::Send { agent, event } => {
                let agents: Vec<AgentId> = match agent {
                    Some(agent) => vec![*agent],
                    None => self.manager.agents().collect(),
                };
                for agent in agents {
                    let (instance, _) = self
                        .manager
                        .get_mut(agent)
                        .ok_or(RunInputError::UnknownAgent)?;
                    instance.send(event.clone());
                }
            }
            RunInput::Force {
                agent,
                node,
                status,
            } => {
                let (instance, _) = self.manager.get_mut(*agent).ok_or(unknown)?;
                instance.force(*node, *status)?;
            }
            RunInput::Interrupt {
                agent,
                key,
                outcome,
            } => {
                let (instance, _) = self.manager.get_mut(*agent).ok_or(unknown)?;
                instance.interrupt(key.clone(), *outcome);
            }
            RunInput::Seed { agent, seed } => {
                let (instance, _) = self.manager.get_mut(*agent).ok_or(unknown)?;
                instance.reseed(*seed);
            }
            RunInput::Add { seed, program } => self.add(&programs[*program], *seed)?,
            RunInput::Swap { from, program } => {
                self.swap(*from, *program, programs);
                return Ok(());
            }
            RunInput::Remove { agent } => {
                self.manager.remove(*agent, &mut ()).ok_or(unknown)?;
                self.runs.retain(|(id, _)| id != agent);
            }
        }
        self.programs.follow(happening);
        Ok(())
    }

    /// Replaces a program in all agents that run it. Returns the outcome of the agent of which least continues.
    pub fn swap(
        &mut self,
        from: usize,
        program: usize,
        programs: &[Arc<Program<()>>],
    ) -> SwapOutcome {
        let (old, new) = (&programs[from], &programs[program]);
        let of = &self.programs;
        let outcomes = self
            .manager
            .swap_each(new, &mut (), |agent, _| of.of(agent) == Some(from));
        let mut least = SwapOutcome::Kept;
        let mut places = self.runs.iter_mut();
        for (agent, outcome) in outcomes {
            // Both are in the order of the agents.
            let Some((_, runs)) = places.find(|(id, _)| *id == agent) else {
                continue;
            };
            let before = std::mem::replace(runs, NodeRuns::new(new.len()));
            if !matches!(outcome, SwapOutcome::Restarted(_)) {
                let stacks = self.manager.get(agent).map(TreeInstance::stacks);
                let running: FxHashSet<NodeIndex> =
                    stacks.into_iter().flatten().flatten().collect();
                for node in old.indices() {
                    let Some(kept) = new.index(old.id(node)) else {
                        continue;
                    };
                    let mut run = before.get(node);
                    if run.state.is_running() && !running.contains(&kept) {
                        // What restarts was interrupted, and starts again in the next frame.
                        run.state = NodeState::Interrupted;
                        run.since_frame = self.frame;
                    }
                    runs.put(kept, run);
                }
            }
            if lost(&outcome) > lost(&least) {
                least = outcome;
            }
        }
        self.programs.follow(&RunInput::Swap { from, program });
        least
    }

    /// Runs a frame and returns its record. The inputs before it must have been applied.
    pub fn run_frame(&mut self, dt: f64, happenings: Vec<RunInput>) -> FrameRecord {
        let dt = if dt > 0.0 && dt.is_finite() { dt } else { 0.0 };
        self.frame += 1;
        self.time += Nanoseconds::from_seconds(dt);
        self.manager.tick_traced(&mut (), dt, &mut self.recorder);
        let mut data = self.recorder.take_data().into_iter().peekable();
        let agents = self.recorder.take_trees();
        let agents = agents
            .into_iter()
            .map(|(agent, events, writes)| AgentFrame {
                agent,
                program: self.programs.of(agent).unwrap_or_default(),
                status: match self.manager.get(agent).map(TreeInstance::state) {
                    Some(TreeState::Finished(status)) => status,
                    _ => Status::Running,
                },
                events,
                writes,
                // Both are in the order in which the trees ran.
                data: data.next_if(|(of, _)| *of == agent).unwrap_or_default().1,
            });
        let agents = agents.collect();
        let record = FrameRecord {
            frame: self.frame,
            dt,
            time: self.time.seconds(),
            inputs: happenings,
            agents,
            default_program: self.programs.default_program(),
            next_agent: self.programs.next_agent(),
        };
        self.note(&record);
        record
    }

    /// Reruns a recorded frame.
    pub fn repeat(&mut self, record: &FrameRecord, programs: &[Arc<Program<()>>]) {
        for happening in &record.inputs {
            // Cannot fail, since it succeeded when it was recorded.
            let _ = self.apply(happening, programs);
        }
        self.frame = record.frame;
        self.time += Nanoseconds::from_seconds(record.dt);
        self.manager.tick_traced(&mut (), record.dt, &mut NoTracer);
        self.note(record);
    }

    fn note(&mut self, record: &FrameRecord) {
        for (agent, runs) in &mut self.runs {
            if let Some(frame) = record.of(*agent) {
                runs.note(&frame.events, record.frame);
            }
        }
    }
}

/// Returns what belongs to an agent in a list in the order of agents.
pub(super) fn of_agent<T>(list: &[(AgentId, T)], agent: AgentId) -> Option<&T> {
    let place = list.binary_search_by_key(&agent, |(id, _)| *id);
    place.ok().map(|place| &list[place].1)
}

/// Orders outcomes by how much was lost.
fn lost(outcome: &SwapOutcome) -> usize {
    match outcome {
        SwapOutcome::Kept => 0,
        SwapOutcome::Partly(reasons) => reasons.len(),
        SwapOutcome::Restarted(_) => usize::MAX,
    }
}
