//! A recorded run up to a moment: its events, and the states of the nodes on a path.

use rustc_hash::FxHashMap;
use treewright_core::Program;
use treewright_core::runtime::World;
use treewright_core::runtime::{EndStatus, NodeIndex};
use treewright_core::trace::{FrameTrace, TraceEvent};

use super::values::{Arrival, KeyUser, KnownWrite, OtherNode};

/// The position of an event in a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EventPosition {
    /// The frame.
    pub frame: u64,
    /// The index of the event within the frame.
    pub event: usize,
}

/// A moment of a run: a frame of which some events have happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Moment {
    /// The frame.
    pub frame: u64,
    /// How many of its events have happened.
    pub events: usize,
}

impl Moment {
    /// Returns the moment at the end of a frame.
    pub fn after(frame: u64) -> Self {
        Self {
            frame,
            events: usize::MAX,
        }
    }
}

/// The recorded frames of one tree, without gaps.
pub trait Frames {
    /// Returns the first recorded frame.
    fn first(&self) -> u64;
    /// Returns the events of a frame; empty for frames that are not recorded.
    fn events(&self, frame: u64) -> &[TraceEvent];
    /// Returns the last frame up to `until` in which one of these nodes may have started or ended; `None` if there is none.
    /// Implementations with an index avoid visiting all frames, of which there may be millions.
    fn last_about(&self, nodes: &[NodeIndex], until: u64) -> Option<u64> {
        let _ = nodes;
        Some(until)
    }
    /// Returns the last frame up to `until` in which this background tree may have been started or ended, like [`Self::last_about`].
    fn last_about_tree(&self, tree: &str, until: u64) -> Option<u64> {
        let _ = tree;
        Some(until)
    }
    /// Returns the last write of a variable before an event; `None` if the recording does not know variables. Writes of `reader` while it answered at
    /// this event do not count.
    fn last_write(
        &self,
        variable: &str,
        before: EventPosition,
        reader: Option<NodeIndex>,
    ) -> Option<KnownWrite> {
        let _ = (variable, before, reader);
        None
    }
    /// Returns the last write of a variable before one of another agent, as that agent saw it; `None` if that is unknown.
    fn write_before(&self, variable: &str, by: &OtherNode) -> Option<KnownWrite> {
        let _ = (variable, by);
        None
    }
    /// Returns the last event of this name that the tree received until this frame; `None` if the recording does not know.
    fn last_event(&self, name: &str, until: u64) -> Option<Arrival> {
        let _ = (name, until);
        None
    }
    /// Returns who used this key last, with effect at the start of a frame; `None` if the recording does not know.
    fn last_key_use(&self, key: &str, frame: u64) -> Option<KeyUser> {
        let _ = (key, frame);
        None
    }
    /// Returns whether the answer of a leaf at this event, or the last one before it in the frame, was forced from outside.
    fn is_forced(&self, leaf: NodeIndex, place: EventPosition) -> bool {
        let _ = (leaf, place);
        false
    }
    /// Returns the nodes on run stacks before the first recorded frame.
    fn running_before(&self) -> &[NodeIndex] {
        &[]
    }
    /// Returns whether nothing has happened before the first recorded frame, or nothing that matters. If not, nothing is said of what
    /// may have happened then.
    fn is_from_the_start(&self) -> bool {
        true
    }
}

impl Frames for [FrameTrace] {
    fn first(&self) -> u64 {
        self.first().map_or(1, |frame| frame.frame)
    }

    fn events(&self, frame: u64) -> &[TraceEvent] {
        let place = frame.checked_sub(Frames::first(self));
        let place = place.and_then(|place| usize::try_from(place).ok());
        let found = place.and_then(|place| self.get(place));
        found.map_or(&[], |found| &found.events)
    }
}

/// When a node was started and when it ended last.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Track {
    pub start: Option<EventPosition>,
    pub end: Option<(EventPosition, EndStatus)>,
    /// Whether it ran before the first recorded frame.
    pub before: bool,
}

impl Track {
    pub fn runs(&self) -> bool {
        match (self.start, self.end) {
            (Some(start), Some((end, _))) => end < start,
            (Some(_), None) => true,
            (None, Some(_)) => false,
            (None, None) => self.before,
        }
    }
}

/// A run, seen from one of its moments.
pub(super) struct History<'a, W: World + ?Sized, F: ?Sized> {
    pub program: &'a Program<W>,
    pub frames: &'a F,
    pub moment: Moment,
}

impl<W: World + ?Sized, F: Frames + ?Sized> History<'_, W, F> {
    /// Iterates backwards over the events up to the moment, in the frames that concern these nodes.
    pub fn back<'h>(
        &'h self,
        nodes: &'h [NodeIndex],
    ) -> impl Iterator<Item = (EventPosition, &'h TraceEvent)> + use<'h, W, F> {
        let last = self.last_about(nodes, self.moment.frame);
        let frames = std::iter::successors(last, |at| self.last_about(nodes, at.checked_sub(1)?));
        frames.flat_map(|frame| self.back_in(frame))
    }

    /// Iterates backwards over all events up to the moment. What is read again without a start or end is in no index.
    pub fn back_through_all(&self) -> impl Iterator<Item = (EventPosition, &TraceEvent)> {
        let frames = self.frames.first()..=self.moment.frame;
        frames.rev().flat_map(|frame| self.back_in(frame))
    }

    /// Iterates backwards over the events up to the moment, in the frames that concern this background tree.
    pub fn back_of_tree<'h>(
        &'h self,
        tree: &'h str,
    ) -> impl Iterator<Item = (EventPosition, &'h TraceEvent)> + use<'h, W, F> {
        let about = move |until| {
            let last = self.frames.last_about_tree(tree, until);
            last.filter(|frame| *frame >= self.frames.first())
        };
        let last = about(self.moment.frame);
        let frames = std::iter::successors(last, move |at| about(at.checked_sub(1)?));
        frames.flat_map(|frame| self.back_in(frame))
    }

    fn last_about(&self, nodes: &[NodeIndex], until: u64) -> Option<u64> {
        let last = self.frames.last_about(nodes, until);
        last.filter(|frame| *frame >= self.frames.first())
    }

    /// Iterates backwards over the events of a frame, up to the moment.
    fn back_in(&self, frame: u64) -> impl Iterator<Item = (EventPosition, &TraceEvent)> {
        let all = self.frames.events(frame);
        let shown = if frame == self.moment.frame {
            self.moment.events.min(all.len())
        } else {
            all.len()
        };
        let place = move |event| EventPosition { frame, event };
        let shown = all[..shown].iter().enumerate().rev();
        shown.map(move |(event, what)| (place(event), what))
    }

    /// Returns the last start and end of each of these nodes.
    pub fn tracks(&self, nodes: &[NodeIndex]) -> Vec<Track> {
        let numbers: FxHashMap<_, _> = nodes.iter().enumerate().map(|(i, n)| (*n, i)).collect();
        let mut tracks = vec![Track::default(); nodes.len()];
        let mut missing = nodes.to_vec();
        let mut next = self.last_about(&missing, self.moment.frame);
        while let Some(frame) = next {
            for (place, event) in self.back_in(frame) {
                let track = |node| numbers.get(node).copied();
                match event {
                    TraceEvent::Start(node) => {
                        if let Some(number) = track(node) {
                            tracks[number].start.get_or_insert(place);
                        }
                    }
                    TraceEvent::End(node, status) => {
                        if let Some(number) = track(node) {
                            tracks[number].end.get_or_insert((place, *status));
                        }
                    }
                    _ => {}
                }
            }
            missing.retain(|node| {
                let track = &tracks[numbers[node]];
                track.start.is_none() || track.end.is_none()
            });
            let earlier = frame.checked_sub(1).filter(|_| !missing.is_empty());
            next = earlier.and_then(|until| self.last_about(&missing, until));
        }
        for node in self.frames.running_before() {
            if let Some(number) = numbers.get(node) {
                tracks[*number].before = true;
            }
        }
        tracks
    }

    /// Returns the nodes from the root to this one.
    pub fn path_to(&self, node: NodeIndex) -> Vec<NodeIndex> {
        let above = std::iter::successors(Some(node), |at| self.program.parent(*at));
        let mut path: Vec<NodeIndex> = above.collect();
        path.reverse();
        path
    }

    /// Returns the child of `parent` that is `inner` or contains it.
    pub fn child_towards(&self, parent: NodeIndex, inner: NodeIndex) -> NodeIndex {
        let mut above = std::iter::successors(Some(inner), |at| self.program.parent(*at));
        let child = above.find(|at| self.program.parent(*at) == Some(parent));
        child.unwrap_or(inner)
    }

    /// Returns the deepest node that is or contains both.
    pub fn lowest_common_ancestor(&self, a: NodeIndex, b: NodeIndex) -> Option<NodeIndex> {
        let mut above = std::iter::successors(Some(a), |at| self.program.parent(*at));
        above.find(|at| self.program.is_inside(b, *at))
    }
}
