//! Snapshots of a run, taken at intervals and before changes of the program, and restored to go back in time or to take a change back.

use std::mem::size_of;
use std::sync::Arc;

use treewright_core::runtime::{AgentId, ManagerSnapshot, Snapshot};
use treewright_core::time::Nanoseconds;
use treewright_core::trace::FrameRecorder;
use treewright_core::{Program, TreeManager};

use super::Recording;
use super::agent_programs::AgentPrograms;
use super::current_run::CurrentRun;
use crate::history::NodeRuns;

/// The maximum number of frames that are rerun to show one. Small in tests, so that short runs cross many keyframes.
const MAX_FRAMES_BETWEEN: u64 = if cfg!(test) { 4 } else { 64 };

/// The approximate maximum number of events between keyframes: frames with more events take longer to rerun, about a microsecond
/// per event.
const MAX_EVENTS_BETWEEN: usize = 10_000;

/// The maximum number of events between keyframes of many agents, whose keyframes are large. See [`Recording::keyframe_is_due`].
const MAX_EVENTS_OF_MANY: usize = 60_000;

/// Replaced programs take at most this fraction (1/n) of the memory limit without a new keyframe.
const PROGRAM_SHARE: usize = 8;

/// A snapshot of the run at the end of a frame, possibly after inputs for the next one.
pub(super) struct Keyframe {
    pub frame: u64,
    time: Nanoseconds,
    pub programs: AgentPrograms,
    manager: ManagerSnapshot,
    runs: Vec<(AgentId, NodeRuns)>,
    /// `Recording::counted` before this keyframe.
    pub counted: usize,
    /// `Recording::programs_counted` before this keyframe.
    programs_counted: usize,
}

impl Keyframe {
    fn of(present: &mut CurrentRun, counted: usize, programs_counted: usize) -> Self {
        Self {
            counted,
            programs_counted,
            frame: present.frame,
            time: present.time,
            programs: present.programs.clone(),
            manager: present.manager.snapshot(),
            runs: present.runs.clone(),
        }
    }

    /// Returns the run as it was; `None` if that is impossible.
    pub fn begin(&self, programs: &[Arc<Program<()>>]) -> Option<CurrentRun> {
        let restored = TreeManager::restore(&self.manager, |agent, _| {
            Some(programs[self.programs.of(AgentId(agent))?].clone())
        });
        let fits = restored.as_ref().is_ok_and(|(_, report)| report.is_kept());
        debug_assert!(fits, "a keyframe does not fit its own programs");
        let (manager, _) = restored.ok()?;
        Some(CurrentRun {
            manager,
            runs: self.runs.clone(),
            programs: self.programs.clone(),
            frame: self.frame,
            time: self.time,
            recorder: FrameRecorder::default(),
        })
    }

    /// Estimates the memory in bytes.
    pub fn bytes(&self) -> usize {
        let trees = self.manager.trees.iter();
        let trees: usize = trees.map(|saved| bytes_of(&saved.tree)).sum();
        let runs: usize = self.runs.iter().map(|(_, runs)| runs.memory()).sum();
        let runs = runs + self.runs.len() * size_of::<(AgentId, usize)>();
        size_of::<Self>() + trees + runs + self.manager.globals.variables.len() * 64
    }
}

fn bytes_of(snapshot: &Snapshot) -> usize {
    let variables = snapshot.variables.iter();
    let variables: usize = variables
        .map(|(_, slot)| 64 + slot.value.heap_bytes())
        .sum();
    let nodes = snapshot.tops.len() + snapshot.resumes.len() + snapshot.fresh.len();
    let small = snapshot.watched.len() * 16 + nodes * 4 + snapshot.objects.len() * 32;
    let beside = snapshot.companions.iter();
    // Background trees cannot start background trees of their own.
    let beside: usize = beside
        .map(|(_, s)| size_of::<Snapshot>() + s.memory.len() * 8)
        .sum();
    size_of::<Snapshot>() + snapshot.memory.len() * 8 + variables + small + beside
}

impl Recording {
    pub(super) fn keyframe_is_due(&self) -> bool {
        let last = &self.keyframes[self.keyframes.len() - 1];
        let frames = self.now.frame - last.frame;
        // Programs are forgotten together with the frames that ran them, up to a keyframe.
        let programs = self.programs_counted - last.programs_counted;
        if frames >= MAX_FRAMES_BETWEEN || programs > self.limit / PROGRAM_SHARE {
            return true;
        }
        // A keyframe holds the states of all nodes of all agents: it should not take more memory than the frames before it.
        let programs = self.now.programs.iter();
        let nodes: usize = programs.map(|(_, of)| self.programs[of].len()).sum();
        let enough = nodes.clamp(MAX_EVENTS_BETWEEN, MAX_EVENTS_OF_MANY);
        let since = self.frames.iter().rev().take(frames as usize);
        let agents = since.flat_map(|record| &record.agents);
        agents.map(|frame| frame.events.len()).sum::<usize>() >= enough
    }

    pub(super) fn take_keyframe(&mut self) {
        let keyframe = self.keyframe_now();
        self.count(keyframe.bytes());
        self.keyframes.push_back(Arc::new(keyframe));
    }

    pub(super) fn keyframe_now(&mut self) -> Keyframe {
        Keyframe::of(&mut self.now, self.counted, self.programs_counted)
    }

    /// Returns the last keyframe at or before this frame; the first one if there is none.
    pub(super) fn keyframe_before(&self, frame: u64) -> &Arc<Keyframe> {
        let after = self.keyframes.partition_point(|k| k.frame <= frame);
        &self.keyframes[after.saturating_sub(1)]
    }

    /// Restores the run at a keyframe. Returns whether it could.
    pub(super) fn restore(&mut self, keyframe: &Keyframe) -> bool {
        let Some(now) = keyframe.begin(&self.programs) else {
            return false;
        };
        self.inside = None;
        self.now = now;
        true
    }
}
