//! The ways that a run took. Going back and changing something leaves the frames that came later: they stay beside the new ones as a
//! way of their own, which can become the current one again.
//!
//! A way shares its first frames with the current one. Knows neither names of ways nor what differs between them.

use std::sync::Arc;

use super::agent_programs::AgentPrograms;
use super::frame_record::{FrameRecord, RunInput};
use super::keyframe::Keyframe;
use super::program_starts::{ProgramStarts, program_of};
use super::recorded_inputs::RecordedInputs;
use super::write_index::WriteIndex;
use super::{DroppedFrames, Recording};

/// The maximum number of ways of a run, with the current one.
pub const MAX_WAYS: usize = 16;

/// Identifies a way of a run, also after it became the current one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WayId(u64);

impl WayId {
    /// The number of the way, in the order in which the ways began, from 0.
    pub fn number(self) -> u64 {
        self.0
    }
}

/// A way that the run left.
pub struct Way {
    id: WayId,
    /// The last frame that it shares with the current way. The start of the run is not shared if there is a keyframe of it.
    after: u64,
    frames: Vec<Arc<FrameRecord>>,
    keyframes: Vec<Arc<Keyframe>>,
    pending: Vec<RunInput>,
    ahead: RecordedInputs,
    /// The memory of the frames and keyframes in bytes.
    bytes: usize,
    is_pinned: bool,
}

impl Way {
    /// Returns the identity of this way.
    pub fn id(&self) -> WayId {
        self.id
    }

    /// Returns the last frame that it shares with the current way; 0 if that is none.
    pub fn shared_until(&self) -> u64 {
        self.after
    }

    /// Returns its last frame.
    pub fn last_frame(&self) -> u64 {
        self.after + self.frames.len() as u64
    }

    /// Returns the record of a frame that it does not share with the current way.
    pub fn record(&self, frame: u64) -> Option<&Arc<FrameRecord>> {
        let place = frame.checked_sub(self.after + 1)?;
        self.frames.get(usize::try_from(place).ok()?)
    }

    /// Returns the records of all frames that it does not share with the current way, in order.
    pub fn records(&self) -> &[Arc<FrameRecord>] {
        &self.frames
    }

    /// What happened in it, and what was still to happen again. `before` are the programs before its first frame.
    pub(super) fn inputs_to_repeat(&self, before: AgentPrograms) -> RecordedInputs {
        RecordedInputs::of(&self.frames, before, self.ahead.clone())
    }

    /// Estimates the memory in bytes of what it does not share with the current way.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// What was still to happen again after its last frame.
    pub(super) fn ahead(&self) -> &RecordedInputs {
        &self.ahead
    }

    /// The programs that it needs for its frames, besides those that run where it leaves the current way.
    pub(super) fn programs(&self) -> impl Iterator<Item = usize> {
        let start = self.own_start().into_iter();
        let start = start.flat_map(|keyframe| keyframe.programs.programs());
        let inputs = self.frames.iter().flat_map(|record| &record.inputs);
        start.chain(inputs.chain(&self.pending).filter_map(program_of))
    }

    fn own_start(&self) -> Option<&Arc<Keyframe>> {
        self.keyframes
            .first()
            .filter(|start| start.frame <= self.after)
    }

    /// The current way becomes another one: `left` is what it leaves. This way shared the current one up to `self.after`.
    fn follow(&mut self, left: &Self) {
        let shares =
            self.own_start().is_none() && (left.own_start().is_some() || self.after > left.after);
        if !shares {
            return;
        }
        let until = self.after;
        let frames = left.frames.iter().filter(|record| record.frame <= until);
        let keyframes = left
            .keyframes
            .iter()
            .filter(|keyframe| keyframe.frame <= until);
        self.frames.splice(..0, frames.cloned());
        self.keyframes.splice(..0, keyframes.cloned());
        self.after = left.after;
        self.recount();
    }

    /// Shares the frames that it has in common with a way that becomes the current one.
    fn share_with(&mut self, current: &Self) {
        let starts = (self.own_start(), current.own_start());
        let same_start = match starts {
            (None, None) => true,
            (Some(own), Some(other)) => Arc::ptr_eq(own, other),
            _ => false,
        };
        if !same_start || self.after != current.after {
            return;
        }
        let pairs = self.frames.iter().zip(&current.frames);
        let common = pairs
            .take_while(|(own, other)| Arc::ptr_eq(own, other))
            .count();
        self.frames.drain(..common);
        self.after += common as u64;
        let after = self.after;
        self.keyframes.retain(|keyframe| keyframe.frame > after);
        self.recount();
    }

    fn recount(&mut self) {
        self.bytes = self.counted();
    }

    /// The memory of the frames and keyframes in bytes, counted anew.
    pub(super) fn counted(&self) -> usize {
        let frames = self.frames.iter().map(|record| record.bytes());
        let keyframes = self.keyframes.iter().map(|keyframe| keyframe.bytes());
        frames.sum::<usize>() + keyframes.sum::<usize>()
    }
}

/// All ways but the current one, in the order in which they were left.
#[derive(Default)]
pub(super) struct Ways {
    left: Vec<Way>,
    current: WayId,
    next: u64,
    is_current_pinned: bool,
}

impl Ways {
    pub fn bytes(&self) -> usize {
        self.left.iter().map(|way| way.bytes).sum()
    }

    pub fn left(&self) -> &[Way] {
        &self.left
    }

    /// Adds the way that the run leaves for a new one. Returns a way that has to go for it.
    fn leave(&mut self, way: Way) -> Option<Way> {
        self.next += 1;
        self.current = WayId(self.next);
        self.is_current_pinned = false;
        self.put(way)
    }

    /// Adds a way. Returns one that has to go for it; a way without frames is not kept.
    fn put(&mut self, way: Way) -> Option<Way> {
        if way.frames.is_empty() {
            return Some(way);
        }
        self.left.push(way);
        if self.left.len() < MAX_WAYS {
            return None;
        }
        let others = &self.left[..self.left.len() - 1];
        let oldest = others.iter().position(|way| !way.is_pinned);
        Some(self.left.remove(oldest.unwrap_or(0)))
    }

    /// Removes and returns the way that was left first, one without a name if possible.
    pub fn forget_oldest(&mut self) -> Option<Way> {
        let oldest = self.left.iter().position(|way| !way.is_pinned);
        let oldest = oldest.or((!self.left.is_empty()).then_some(0))?;
        Some(self.left.remove(oldest))
    }

    /// Removes and returns the ways that share their start with frames that are forgotten now.
    pub fn forget_before(&mut self, first: u64) -> Vec<Way> {
        let is_lost = |way: &mut Way| way.own_start().is_none() && way.after < first;
        self.left.extract_if(.., is_lost).collect()
    }
}

impl Recording {
    /// Returns the identity of the current way.
    pub fn current_way(&self) -> WayId {
        self.ways.current
    }

    /// Returns the ways that were left, in the order in which they were left.
    pub fn ways(&self) -> &[Way] {
        self.ways.left()
    }

    /// Returns a way that was left.
    pub fn way(&self, id: WayId) -> Option<&Way> {
        self.ways.left.iter().find(|way| way.id == id)
    }

    /// Sets whether a way is kept when another one has to go, as there are at most [`MAX_WAYS`] and a memory limit.
    pub fn pin_way(&mut self, id: WayId, is_pinned: bool) {
        if id == self.ways.current {
            self.ways.is_current_pinned = is_pinned;
        } else if let Some(way) = self.ways.left.iter_mut().find(|way| way.id == id) {
            way.is_pinned = is_pinned;
        }
    }

    /// Returns the programs before the inputs of a frame of the current way.
    pub fn programs_before(&self, frame: u64) -> AgentPrograms {
        let record = frame.checked_sub(1).and_then(|before| self.record(before));
        match (record, self.keyframes.front()) {
            (Some(record), _) => AgentPrograms::after(record),
            (None, Some(start)) => start.programs.clone(),
            (None, None) => self.now.programs.clone(),
        }
    }

    /// Like [`Self::programs_before`], for a frame that a way does not share.
    pub(super) fn programs_before_in(&self, way: &Way, frame: u64) -> AgentPrograms {
        let record = frame.checked_sub(1).and_then(|before| way.record(before));
        match (record, way.own_start()) {
            (Some(record), _) => AgentPrograms::after(record),
            (None, Some(start)) => start.programs.clone(),
            (None, None) => self.programs_before(frame),
        }
    }

    /// Makes a way the current one, and goes to its last frame; the one that was current is left. Returns whether there is such a way.
    pub fn switch_to_way(&mut self, id: WayId) -> bool {
        let Some(place) = self.ways.left.iter().position(|way| way.id == id) else {
            return false;
        };
        let way = self.ways.left.remove(place);
        let own_start = way.own_start().cloned();
        self.inside = None;
        let keyframe = own_start.unwrap_or_else(|| self.keyframe_before(way.after).clone());
        let left = match way.own_start() {
            Some(_) => self.cut_all(),
            None => self.cut(way.after),
        };
        for other in &mut self.ways.left {
            other.follow(&left);
            other.share_with(&way);
        }
        self.ways.current = way.id;
        self.ways.is_current_pinned = way.is_pinned;
        let gone = self.ways.put(left);
        self.append(way);
        // Not from the current moment, since inputs after that frame belong to it.
        self.restore(&keyframe);
        self.go_to(self.last_frame());
        self.dispose(gone);
        let prefixes = self.ways.left.extract_if(.., |way| way.frames.is_empty());
        let prefixes: Vec<_> = prefixes.collect();
        self.dispose(prefixes);
        true
    }

    /// Forgets a way that was left. Returns whether there was one.
    pub fn forget_way(&mut self, id: WayId) -> bool {
        let place = self.ways.left.iter().position(|way| way.id == id);
        let gone = place.map(|place| self.ways.left.remove(place));
        let is_gone = gone.is_some();
        self.dispose(gone);
        is_gone
    }

    /// Leaves the current way after the current frame for a new one.
    pub(super) fn leave_way(&mut self, left: Way) {
        for other in &mut self.ways.left {
            other.follow(&left);
        }
        let gone = self.ways.leave(left);
        self.dispose(gone);
    }

    /// Removes and returns everything after a stored frame.
    pub(super) fn cut(&mut self, after: u64) -> Way {
        let bytes = self.bytes_after(after);
        let kept = (after - self.first_frame()) as usize;
        let later = self.keyframes.partition_point(|k| k.frame <= after);
        let frames = self.frames.split_off(kept).into();
        let keyframes = self.keyframes.split_off(later).into();
        self.written.cut(after);
        self.starts.cut(after);
        self.cut_of(after, frames, keyframes, bytes)
    }

    /// Removes and returns everything, with the start of the run.
    pub(super) fn cut_all(&mut self) -> Way {
        let frames = std::mem::take(&mut self.frames).into();
        let keyframes = std::mem::take(&mut self.keyframes).into();
        let bytes = self.bytes;
        self.written = WriteIndex::default();
        self.starts = ProgramStarts::default();
        self.cut_of(0, frames, keyframes, bytes)
    }

    fn cut_of(
        &mut self,
        after: u64,
        frames: Vec<Arc<FrameRecord>>,
        keyframes: Vec<Arc<Keyframe>>,
        bytes: usize,
    ) -> Way {
        self.bytes -= bytes;
        self.counted -= bytes;
        self.before_swap = None;
        Way {
            id: self.ways.current,
            after,
            frames,
            keyframes,
            pending: std::mem::take(&mut self.pending),
            ahead: std::mem::take(&mut self.ahead),
            bytes,
            is_pinned: self.ways.is_current_pinned,
        }
    }

    /// Appends a way to the frames that it shares.
    fn append(&mut self, way: Way) {
        // The same amount was counted when it was cut off.
        self.count(way.bytes);
        for record in &way.frames {
            self.written.note(record);
            self.starts.note(record);
        }
        self.frames.extend(way.frames);
        self.keyframes.extend(way.keyframes);
        self.pending = way.pending;
        self.ahead = way.ahead;
    }

    pub(super) fn dispose(&mut self, ways: impl IntoIterator<Item = Way>) {
        for way in ways {
            (self.free)(DroppedFrames(way));
        }
    }
}
