//! How much memory a recording takes, and what it forgets when that is too much: first what was set aside, then its oldest frames.

use super::Recording;

/// How many bytes are kept at most, unless somebody says otherwise.
pub const DEFAULT_LIMIT: usize = 256 << 20;

impl Recording {
    /// About how many bytes it takes.
    pub fn bytes(&self) -> usize {
        self.bytes + self.set_aside.as_ref().map_or(0, |aside| aside.bytes)
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

    pub(super) fn keep_within_limit(&mut self) {
        if self.bytes() <= self.limit {
            return;
        }
        self.set_aside = None;
        // The frame that is shown stays: it may be looked at while the run does not go on.
        while self.bytes > self.limit && self.keyframes.len() > 1 {
            let next = self.keyframes[1].frame;
            if next >= self.now.frame {
                return;
            }
            let forgotten = (next - self.first_frame()) as usize;
            self.written.forget(next);
            let frames = self.frames.drain(..forgotten).map(|f| f.bytes());
            self.bytes -= frames.sum::<usize>();
            if let Some(keyframe) = self.keyframes.pop_front() {
                self.bytes -= keyframe.bytes();
            }
        }
    }
}
