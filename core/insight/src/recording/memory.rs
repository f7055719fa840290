//! The memory limit of a recording. To stay within it, the recording forgets first the ways that were left, then the oldest
//! frames with the programs that only they ran.

use std::collections::BTreeSet;

use super::agent_programs::AgentPrograms;
use super::program_starts::program_of;
use super::{DroppedFrames, ProgramStarts, Recording, RunInput, Way};

/// The default memory limit in bytes.
pub const DEFAULT_LIMIT: usize = 256 << 20;

impl Recording {
    /// Estimates the memory in bytes.
    pub fn bytes(&self) -> usize {
        let before_swap = self.before_swap.as_ref().map_or(0, |before| before.bytes());
        self.bytes + self.ways.bytes() + before_swap + self.program_bytes
    }

    /// Returns the memory limit in bytes. It is approximate: the frames since the last keyframes are always kept.
    pub fn limit(&self) -> usize {
        self.limit
    }

    /// Sets the memory limit in bytes.
    pub fn set_limit(&mut self, bytes: usize) {
        self.limit = bytes;
        self.keep_within_limit();
    }

    /// Sets the number of bytes that the caller stores for the frames of this recording. They count towards the limit.
    pub fn set_caller_bytes(&mut self, bytes: usize) {
        self.beside = bytes;
        self.keep_within_limit();
    }

    /// Sets how forgotten ways are freed, for instance in a background thread.
    pub fn set_disposer(&mut self, free: fn(DroppedFrames)) {
        self.free = free;
    }

    /// Sets whether the inputs before the next frame are kept even if programs exceed the limit: comparing each frame of a rerun
    /// needs all of them.
    pub fn keep_pending_inputs(&mut self, is_kept: bool) {
        self.keeps_pending_inputs = is_kept;
    }

    pub(super) fn count(&mut self, bytes: usize) {
        self.bytes += bytes;
        self.counted += bytes;
    }

    /// Returns the memory of the frames and keyframes after this frame. Visits at most the frames between two keyframes.
    pub(super) fn bytes_after(&self, frame: u64) -> usize {
        let later = self.keyframes.partition_point(|k| k.frame <= frame);
        let next = self.keyframes.get(later);
        let last = next.map_or_else(|| self.last_frame(), |keyframe| keyframe.frame);
        let between = self
            .frames
            .iter()
            .skip((frame - self.first_frame()) as usize);
        let between = between.take((last - frame) as usize).map(|f| f.bytes());
        let beyond = next.map_or(0, |keyframe| self.counted - keyframe.counted);
        between.sum::<usize>() + beyond
    }

    /// Returns the indices in [`Self::programs`] of the programs that the current moment needs, or anything stored.
    pub fn needed_programs(&self) -> BTreeSet<usize> {
        let stored = self.keyframes.front().into_iter().chain(&self.before_swap);
        let between = stored.map(|keyframe| &keyframe.programs);
        let between = between.chain([&self.now.programs]);
        let mut needed: BTreeSet<usize> = between.flat_map(AgentPrograms::programs).collect();
        needed.extend(self.starts.programs());
        needed.extend(self.pending.iter().filter_map(program_of));
        for way in self.ways.left() {
            needed.extend(way.programs());
        }
        let ways = self.ways.left().iter();
        // Inputs that are to happen again name nodes of the programs that ran then.
        for ahead in ways.map(Way::ahead).chain([&self.ahead]) {
            needed.extend(ahead.programs());
            let added: BTreeSet<usize> = ahead.added_programs().collect();
            needed.extend(added.into_iter().map(|added| self.newest_version(added)));
        }
        needed
    }

    /// Returns whether a program was not replaced because nothing needed it.
    pub fn keeps_program(&self, number: usize) -> bool {
        self.kept_programs.binary_search(&number).is_ok()
    }

    /// Returns the index in [`Self::programs`] of the program with which the current way starts.
    pub fn start_program(&self) -> usize {
        let first = self.keyframes.front();
        let programs = first.map_or(&self.now.programs, |keyframe| &keyframe.programs);
        programs.default_program()
    }

    fn is_too_large(&self) -> bool {
        self.bytes() + self.beside > self.limit
    }

    pub(super) fn keep_within_limit(&mut self) {
        if self.keyframes.is_empty() || !self.is_too_large() {
            return;
        }
        while self.is_too_large()
            && let Some(way) = self.ways.forget_oldest()
        {
            self.dispose([way]);
        }
        // The current frame is kept: it may be viewed while the run is paused.
        while self.is_too_large() && self.keyframes.len() > 1 {
            let next = self.keyframes[1].frame;
            if next >= self.now.frame {
                break;
            }
            self.forget_first_keyframe(next);
        }
        if self.is_too_large() {
            self.forget_other_programs();
        }
    }

    fn forget_first_keyframe(&mut self, next: u64) {
        let lost = self.ways.forget_before(next);
        self.dispose(lost);
        let forgotten = (next - self.first_frame()) as usize;
        self.written.forget(next);
        self.starts.forget(next);
        let frames = self.frames.drain(..forgotten).map(|f| f.bytes());
        self.bytes -= frames.sum::<usize>();
        if let Some(keyframe) = self.keyframes.pop_front() {
            self.bytes -= keyframe.bytes();
        }
        self.drop_unused_programs();
    }

    /// Forgets all frames and restarts the recording at the current moment, if only program changes are pending: repeated changes
    /// while the run is paused add no frames that could be forgotten.
    fn forget_other_programs(&mut self) {
        let only_swaps = |done: &RunInput| matches!(done, RunInput::Swap { .. });
        let stands_still = !self.pending.is_empty() && self.pending.iter().all(only_swaps);
        let stands_still = stands_still && !self.keeps_pending_inputs;
        let last = self.last_frame();
        // Before the first frame, restarting would hide that the run no longer begins with its first program.
        if !stands_still || last == 0 || self.inside.is_some() || self.is_in_the_past() {
            return;
        }
        self.pending.clear();
        self.before_swap = None;
        self.frames.clear();
        self.keyframes.clear();
        self.written.forget(last);
        self.starts = ProgramStarts::default();
        self.bytes = 0;
        self.take_keyframe();
        self.drop_unused_programs();
    }

    /// Replaces programs that nothing needs by the first one, so that the indices of the others stay valid.
    pub(super) fn drop_unused_programs(&mut self) {
        if self.kept_programs.len() == 1 {
            return;
        }
        let needed = self.needed_programs();
        let stand_in = self.programs[0].clone();
        let (programs, bytes) = (&mut self.programs, &mut self.program_bytes);
        self.kept_programs.retain(|number| {
            let is_kept = *number == 0 || needed.contains(number);
            if !is_kept {
                let dropped = std::mem::replace(&mut programs[*number], stand_in.clone());
                *bytes -= dropped.memory();
            }
            is_kept
        });
    }
}
