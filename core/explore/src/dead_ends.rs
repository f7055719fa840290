//! Dead ends: states after which the assumptions allow no frame, whatever comes from outside. Knows no way to go through states.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::frame::FrameEnd;
use crate::states::{FIRST, States};

/// What is allowed after a state.
#[derive(Clone, Debug, Default)]
pub(crate) struct Onward {
    /// The hashes of the states that can follow.
    next: FxHashSet<u128>,
    /// Whether the tree can end, or it is not known what follows.
    is_open: bool,
    /// The watches that do not allow frames, by their places.
    cut_by: Vec<u32>,
}

impl Onward {
    /// What follows is not known.
    pub fn unknown() -> Self {
        Self {
            is_open: true,
            ..Self::default()
        }
    }

    /// Adds a frame that can follow, or that the watches at these places do not allow.
    pub fn add(&mut self, end: &FrameEnd, cut_by: &[u32]) {
        if end.is_cut {
            let new = cut_by.iter().filter(|place| !self.cut_by.contains(place));
            let new: Vec<u32> = new.copied().collect();
            self.cut_by.extend(new);
        } else if end.is_last {
            self.is_open = true;
        } else {
            self.next.insert(end.hash);
        }
    }
}

/// A state after which the assumptions allow no frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeadEnd {
    /// The frame that is not allowed, from 1.
    pub frame: u64,
    /// The watches that do not allow it, by their places.
    pub cut_by: Vec<u32>,
    /// Whether every run reaches a dead end, though maybe a different one.
    pub is_inevitable: bool,
}

/// The dead ends of a search.
#[derive(Debug, Default)]
pub(crate) struct DeadEnds {
    /// The hash of a state, and a state that it can follow.
    followers: Vec<(u128, u32)>,
    /// How many states can follow a state, if the tree cannot end there.
    counts: FxHashMap<u32, usize>,
    first: Option<DeadEnd>,
}

impl DeadEnds {
    /// Returns the first one, as far as is known after [`Self::settle`].
    pub fn first(&self) -> Option<&DeadEnd> {
        self.first.as_ref()
    }

    /// Adds what is allowed after a state that is reached after a number of frames.
    pub fn add(&mut self, state: u32, frames: u64, onward: Onward) {
        if onward.is_open {
            return;
        }
        self.counts.insert(state, onward.next.len());
        if onward.next.is_empty() && self.first.is_none() {
            let mut cut_by = onward.cut_by;
            cut_by.sort_unstable();
            self.first = Some(DeadEnd {
                frame: frames + 1,
                cut_by,
                is_inevitable: false,
            });
        }
        let followers = onward.next.into_iter();
        self.followers.extend(followers.map(|hash| (hash, state)));
    }

    /// Computes whether every run reaches a dead end.
    pub fn settle(&mut self, states: &States) {
        let Some(first) = &mut self.first else {
            return;
        };
        let mut before: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
        for (hash, state) in &self.followers {
            if let Some(next) = states.find(*hash) {
                before.entry(next).or_default().push(*state);
            }
        }
        let mut counts = self.counts.clone();
        let ends = counts.iter().filter(|(_, count)| **count == 0);
        let mut pending: Vec<u32> = ends.map(|(state, _)| *state).collect();
        while let Some(dead) = pending.pop() {
            first.is_inevitable |= dead == FIRST;
            for state in before.get(&dead).into_iter().flatten() {
                if let Some(count) = counts.get_mut(state) {
                    *count -= 1;
                    if *count == 0 {
                        pending.push(*state);
                    }
                }
            }
        }
    }

    /// Returns how many bytes they take, about.
    pub fn memory(&self) -> usize {
        self.followers.capacity() * size_of::<(u128, u32)>()
            + self.counts.capacity() * (size_of::<(u32, usize)>() + 1)
    }
}
