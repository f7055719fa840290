//! How much memory a recording takes, and what it forgets when that is too much: first what was set aside, then its oldest frames, with the programs
//! that only they ran.

use super::{Gone, Happening, Recording};

/// How many bytes are kept at most, unless somebody says otherwise.
pub const DEFAULT_LIMIT: usize = 256 << 20;

impl Recording {
    /// About how many bytes it takes.
    pub fn bytes(&self) -> usize {
        let aside = self.set_aside.as_ref().map_or(0, |aside| aside.bytes);
        self.bytes + aside + self.program_bytes
    }

    /// How many bytes it takes at most, about: the frames since the last keyframes are kept however large they are.
    pub fn limit(&self) -> usize {
        self.limit
    }

    /// Says how many bytes it may take.
    pub fn set_limit(&mut self, bytes: usize) {
        self.limit = bytes;
        self.keep_within_limit();
    }

    /// Says how many bytes somebody keeps beside it of the frames that it keeps. They count as its own, so that both together keep within the limit.
    pub fn set_beside(&mut self, bytes: usize) {
        self.beside = bytes;
        self.keep_within_limit();
    }

    /// Has what was set aside and is needed no more freed by somebody, such as a thread that nobody waits for.
    pub fn free_with(&mut self, free: fn(Gone)) {
        self.free = free;
    }

    /// Says whether what was done before the next frame is kept however large the programs are: who does a run again and compares each frame needs all of it.
    pub fn keep_what_was_done(&mut self, is_kept: bool) {
        self.keeps_what_was_done = is_kept;
    }

    pub(super) fn forget_set_aside(&mut self) {
        if let Some(aside) = self.set_aside.take() {
            (self.free)(Gone(aside));
        }
    }

    pub(super) fn count(&mut self, bytes: usize) {
        self.bytes += bytes;
        self.counted += bytes;
    }

    /// What the frames and keyframes after this frame take. Looks at no more frames than lie between two keyframes.
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

    /// The place in [`Self::programs`] of the first one that is still needed.
    pub fn first_program(&self) -> usize {
        let first = self.keyframes.front();
        first.map_or(self.now.program, |keyframe| keyframe.program)
    }

    fn is_too_large(&self) -> bool {
        self.bytes() + self.beside > self.limit
    }

    pub(super) fn keep_within_limit(&mut self) {
        if self.keyframes.is_empty() || !self.is_too_large() {
            return;
        }
        self.forget_set_aside();
        // The frame that is shown stays: it may be looked at while the run does not go on.
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
        let forgotten = (next - self.first_frame()) as usize;
        self.written.forget(next);
        let frames = self.frames.drain(..forgotten).map(|f| f.bytes());
        self.bytes -= frames.sum::<usize>();
        if let Some(keyframe) = self.keyframes.pop_front() {
            self.bytes -= keyframe.bytes();
        }
        self.let_programs_go();
    }

    /// Who changes a program over and over while the run stands still makes no frames that could be forgotten for it: then the run begins with
    /// the moment that is shown.
    fn forget_other_programs(&mut self) {
        let only_swaps = |done: &Happening| matches!(done, Happening::Swap { .. });
        let stands_still = !self.pending.is_empty() && self.pending.iter().all(only_swaps);
        let stands_still = stands_still && !self.keeps_what_was_done;
        let last = self.last_frame();
        // Before its first frame nothing tells that it no longer begins with the program that it began with.
        if !stands_still || last == 0 || self.inside.is_some() || self.is_in_the_past() {
            return;
        }
        self.pending.clear();
        self.frames.clear();
        self.keyframes.clear();
        self.written.forget(last);
        self.bytes = 0;
        self.take_keyframe();
        self.let_programs_go();
    }

    /// In the place of programs that no frame needs stands the one with which the run began, so that the others keep their places.
    pub(super) fn let_programs_go(&mut self) {
        let first = self.first_program().max(self.programs_gone);
        let stand_in = self.programs[0].clone();
        for program in &mut self.programs[self.programs_gone..first] {
            self.program_bytes -= program.memory();
            *program = stand_in.clone();
        }
        self.programs_gone = first;
    }
}
