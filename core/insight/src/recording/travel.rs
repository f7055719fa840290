//! Going to other frames of a recording, and taking another way from one of them.

use treewright_core::runtime::AgentId;

use super::frame_record::{FrameRecord, Happening};
use super::inside::Inside;
use super::{Gone, HappeningError, Recording, SetAside};

impl Recording {
    /// Shows a frame: the nearest that is kept. What was done after the last frame stands again when that one is shown.
    pub fn go_to(&mut self, frame: u64) {
        let frame = frame.clamp(self.first_frame(), self.last_frame());
        if self.inside.is_none() && frame == self.now.frame {
            return;
        }
        self.stand_at(frame);
        if !self.is_in_the_past() {
            for happening in &self.pending {
                // It could be done then, so it can be done now.
                let _ = self.now.apply(happening, &self.programs);
            }
        }
    }

    /// Shows a frame with only the first `events` events of an agent's part of it. With none, that is how it stood when the frame began, and
    /// with as many as there are, how that agent ended it. Agents that run before it have run, those after it have not.
    ///
    /// Gives whether there is such a frame with such an agent; if not, nothing changes.
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
            self.stand_at(frame - 1);
            for happening in &record.happenings {
                let _ = self.now.apply(happening, &self.programs);
            }
        }
        self.inside = Some(Inside::new(&self.now, &record, agent, events));
        true
    }

    /// If a moment inside a frame is shown: the agent whose frame it is, and how many of its events have happened.
    pub fn inside(&self) -> Option<(AgentId, usize)> {
        let inside = self.inside.as_ref()?;
        Some((inside.agent, inside.events))
    }

    /// Shows each frame that is kept in turn, until `each` wants no more, and then what was shown before.
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

    /// Puts the run at the end of a frame that is kept, without what was done after it.
    fn stand_at(&mut self, frame: u64) {
        let keyframe = self.keyframe_before(frame);
        let goes_on = self.inside.is_none() && self.is_in_the_past() && self.now.frame <= frame;
        if !goes_on || keyframe.frame > self.now.frame {
            self.restore(&keyframe.clone());
        }
        while let Some(next) = self.record(self.now.frame + 1).filter(|r| r.frame <= frame) {
            self.now.repeat(&next.clone(), &self.programs);
        }
    }

    /// Takes another way from the frame that is shown: those after it are set aside.
    pub fn leave(&mut self) {
        self.branch();
    }

    /// Takes another way from here: what came after it is set aside. Inside a frame it is taken from before that frame,
    /// with what was done before it still to be done.
    pub(super) fn branch(&mut self) {
        let inside = self.inside.take();
        if inside.is_none() && !self.is_in_the_past() {
            return;
        }
        self.forget_set_aside();
        self.set_aside = Some(self.cut());
        if let Some(inside) = inside {
            self.pending.clone_from(&inside.record.happenings);
        }
    }

    /// Takes away what comes after the frame that is shown.
    fn cut(&mut self) -> SetAside {
        let after = self.now.frame;
        let bytes = self.bytes_after(after);
        let kept = (after - self.first_frame()) as usize;
        let later = self.keyframes.partition_point(|k| k.frame <= after);
        let frames: Vec<_> = self.frames.split_off(kept).into();
        let keyframes: Vec<_> = self.keyframes.split_off(later).into();
        let tail = SetAside {
            after,
            bytes,
            frames,
            keyframes,
            pending: std::mem::take(&mut self.pending),
        };
        self.bytes -= bytes;
        self.counted -= bytes;
        self.written.cut(after);
        tail
    }

    /// The frames that were set aside when the run took another way: the first and the last one.
    pub fn set_aside(&self) -> Option<(u64, u64)> {
        let aside = self.set_aside.as_ref()?;
        Some((aside.after + 1, aside.after + aside.frames.len() as u64))
    }

    /// Exchanges what was set aside with what came instead, and shows its last frame. Gives whether there was anything.
    pub fn take_back(&mut self) -> bool {
        let Some(aside) = self.set_aside.take() else {
            return false;
        };
        if aside.after < self.first_frame() {
            (self.free)(Gone(aside));
            return false;
        }
        self.go_to(aside.after);
        let keyframe = self.keyframe_before(aside.after).clone();
        self.set_aside = Some(self.cut());
        // Where it was taken away as much had been counted as now.
        self.count(aside.bytes);
        aside
            .frames
            .iter()
            .for_each(|record| self.written.note(record));
        self.frames.extend(aside.frames);
        self.keyframes.extend(aside.keyframes);
        self.pending = aside.pending;
        // Not from where it stands, since what was done after that frame is part of it.
        self.restore(&keyframe);
        self.go_to(self.last_frame());
        true
    }

    /// Whether what happens can be done now: before anything is set aside for it.
    pub(super) fn present_knows(&self, happening: &Happening) -> Result<(), HappeningError> {
        let agent = match happening {
            Happening::Set { agent, .. }
            | Happening::Force { agent, .. }
            | Happening::Interrupt { agent, .. }
            | Happening::Remove { agent } => Some(*agent),
            Happening::Send { agent, .. } => *agent,
            Happening::Swap { .. } | Happening::Add { .. } => None,
        };
        let Some(agent) = agent else { return Ok(()) };
        let instance = self.instance(agent).ok_or(HappeningError::UnknownAgent)?;
        match happening {
            Happening::Set { name, value, .. } => {
                instance.check_variable(self.globals(), name, value)?;
            }
            Happening::Force { node, .. } if node.get() >= self.program().len() => {
                return Err(HappeningError::UnknownNode);
            }
            _ => {}
        }
        Ok(())
    }
}
