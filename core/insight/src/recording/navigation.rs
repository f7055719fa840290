//! Going to other frames of a recording, and branching from one of them.

use std::collections::BTreeSet;
use std::sync::Arc;

use treewright_core::Program;
use treewright_core::runtime::{AgentId, Globals};

use super::current_run::CurrentRun;
use super::frame_record::{FrameRecord, RunInput};
use super::partial_frame::PartialFrame;
use super::{Recording, RunInputError, Way};

impl Recording {
    /// Goes to a frame, or to the nearest stored one. At the last frame, the inputs waiting for the next frame apply again.
    pub fn go_to(&mut self, frame: u64) {
        let frame = frame.clamp(self.first_frame(), self.last_frame());
        if self.inside.is_none() && frame == self.now.frame {
            return;
        }
        self.restore_end_of(frame);
        self.apply_pending_at_end();
    }

    /// At the last frame, applies the inputs that wait for the next one.
    pub(super) fn apply_pending_at_end(&mut self) {
        if !self.is_in_the_past() {
            for happening in &self.pending {
                // Cannot fail, since it succeeded when it was recorded.
                let _ = self.now.apply(happening, &self.programs);
            }
        }
    }

    /// Goes to a moment inside a frame, after the first `events` events of an agent's part of it: 0 is the start of the frame,
    /// and the number of all events the end of that agent's part. Agents before it have run, those after it have not.
    ///
    /// Returns whether the frame and the agent exist; if not, nothing changes.
    pub fn go_inside(&mut self, frame: u64, agent: AgentId, events: usize) -> bool {
        let Some(record) = self.record(frame).cloned() else {
            return false;
        };
        if record.of(agent).is_none() {
            return false;
        }
        let is_there = self
            .inside
            .as_ref()
            .is_some_and(|i| i.record.frame == frame);
        if !is_there {
            self.restore_end_of(frame - 1);
            for happening in &record.inputs {
                let _ = self.now.apply(happening, &self.programs);
            }
        }
        self.inside = Some(PartialFrame::new(
            (&self.now, &self.programs),
            &record,
            agent,
            events,
        ));
        true
    }

    /// Returns the agent and the number of its events that have happened, if the current moment is inside a frame.
    pub fn inside(&self) -> Option<(AgentId, usize)> {
        let inside = self.inside.as_ref()?;
        Some((inside.agent, inside.events))
    }

    /// Goes to each stored frame in turn, until `each` returns `false`, and then back to the current moment.
    pub fn revisit(&mut self, mut each: impl FnMut(&Self, &FrameRecord) -> bool) {
        let (shown, inside) = (self.frame(), self.inside());
        for frame in self.first_frame() + 1..=self.last_frame() {
            self.go_to(frame);
            if let Some(record) = self.record(frame).cloned()
                && !each(self, &record)
            {
                break;
            }
        }
        self.go_to(shown);
        if let Some((agent, events)) = inside {
            self.go_inside(shown, agent, events);
        }
    }

    /// Restores the end of a stored frame, without the inputs after it.
    pub(super) fn restore_end_of(&mut self, frame: u64) {
        let keyframe = self.keyframe_before(frame);
        let goes_on = self.inside.is_none() && self.is_in_the_past() && self.now.frame <= frame;
        if !goes_on || keyframe.frame > self.now.frame {
            self.restore(&keyframe.clone());
        }
        while let Some(next) = self.record(self.now.frame + 1).filter(|r| r.frame <= frame) {
            self.now.repeat(&next.clone(), &self.programs);
        }
    }

    /// Branches at the current frame: the frames after it are left, and their inputs are to happen again.
    pub fn discard_later_frames(&mut self) {
        self.branch();
    }

    /// Branches here: everything after it is left. Inside a frame, branches before that frame, with its inputs pending again.
    pub(super) fn branch(&mut self) {
        let inside = self.inside.take();
        if inside.is_none() && !self.is_in_the_past() {
            return;
        }
        let before = self.programs_before(self.now.frame + 1);
        let left = self.cut(self.now.frame);
        self.ahead = left.inputs_to_repeat(before);
        if let Some(inside) = inside {
            self.ahead = std::mem::take(&mut self.ahead).without_first();
            self.pending.clone_from(&inside.record.inputs);
        }
        self.leave_way(left);
    }

    /// Restarts the run with another version of the first agent's program. The inputs of all frames are to happen again. Returns
    /// whether that is possible: not if the first frames were forgotten to save memory.
    pub fn restart(&mut self, program: Arc<Program<()>>, seed: u64) -> bool {
        if self.keyframes.is_empty() || self.first_frame() > 0 {
            return false;
        }
        self.inside = None;
        let (before, earlier) = (self.programs_before(1), self.start_program());
        let left = self.cut_all();
        self.ahead = left.inputs_to_repeat(before);
        self.leave_way(left);
        let number = self.register(program, Some(earlier));
        self.now = CurrentRun::new(&self.programs, number, seed);
        self.take_keyframe();
        self.keep_within_limit();
        true
    }

    /// Returns the first and the last frame of the way that was left last, if there is one.
    pub fn discarded_frames(&self) -> Option<(u64, u64)> {
        let way = self.ways().last()?;
        Some((way.shared_until() + 1, way.last_frame()))
    }

    /// Makes the way that was left last the current one. Returns whether there was one.
    pub fn restore_discarded(&mut self) -> bool {
        let last = self.ways().last().map(Way::id);
        last.is_some_and(|last| self.switch_to_way(last))
    }

    /// Checks that an input can be applied now, before anything is discarded for it.
    pub(super) fn present_knows(&self, happening: &RunInput) -> Result<(), RunInputError> {
        let agent = match happening {
            RunInput::Set { agent, .. }
            | RunInput::Force { agent, .. }
            | RunInput::Interrupt { agent, .. }
            | RunInput::Seed { agent, .. }
            | RunInput::Remove { agent } => Some(*agent),
            RunInput::Send { agent, .. } => *agent,
            RunInput::Add { program, .. } => {
                self.globals().check(self.known_program(*program)?)?;
                None
            }
            RunInput::Swap { .. } => None,
        };
        let Some(agent) = agent else { return Ok(()) };
        let instance = self.instance(agent).ok_or(RunInputError::UnknownAgent)?;
        match happening {
            RunInput::Set { name, value, .. } => {
                instance.check_variable(self.globals(), name, value)?;
            }
            RunInput::Force { node, .. } => instance.program().check_force(*node)?,
            _ => {}
        }
        Ok(())
    }

    /// The program of this number, unless it was dropped.
    pub(super) fn known_program(&self, number: usize) -> Result<&Arc<Program<()>>, RunInputError> {
        let program = self.programs.get(number);
        let program = program.filter(|_| self.keeps_program(number));
        program.ok_or(RunInputError::UnknownProgram)
    }

    /// Checks that a program can be replaced by another one now. A variable may change its type, unless other agents share it.
    pub(super) fn check_swap(
        &self,
        from: usize,
        program: &Program<()>,
    ) -> Result<(), RunInputError> {
        if !self.now.programs.has(from) {
            return Err(RunInputError::UnknownProgram);
        }
        let agents = self.now.programs.iter();
        let others: BTreeSet<usize> = agents.map(|(_, of)| of).filter(|of| *of != from).collect();
        let mut shared = Globals::default();
        for other in others {
            // They agree with each other, since they run beside each other.
            let _ = shared.declare(&self.programs[other]);
        }
        Ok(shared.check(program)?)
    }
}
