//! Runs that never end: states in which a tree is stuck, and aborts that fire again and again while nothing from outside changes. Knows
//! no way to go through states.

use std::collections::BTreeSet;
use std::hash::Hash as _;

use rustc_hash::{FxHashMap, FxHashSet};
use siphasher::sip128::{Hasher128, SipHasher13};
use treewright_core::Program;
use treewright_core::runtime::NodeIndex;

use crate::choices::Point;
use crate::findings::{Findings, Sight};
use crate::frame::{FrameEnd, Runner};

/// What is common to all frames that follow a state, if the same nodes run in all of them by themselves: a tree may be stuck there.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lasting {
    /// A hash of the nodes that run, and the nodes.
    ran: Option<(u64, Vec<NodeIndex>)>,
    /// The alternatives that were chosen in the first of these frames.
    script: Vec<u8>,
    /// The hashes of the states that follow.
    next: Vec<u128>,
    /// Whether different nodes run, or leaves answer from outside, or the tree ends.
    is_over: bool,
}

impl Lasting {
    /// Adds a frame that can follow.
    pub fn add(&mut self, end: &FrameEnd, runner: &Runner<'_>) {
        if self.is_over {
            return;
        }
        let is_same = self.ran.as_ref().is_none_or(|(ran, _)| *ran == end.ran);
        if !is_same || end.answers || end.is_last {
            *self = Self {
                is_over: true,
                ..Self::default()
            };
            return;
        }
        if self.ran.is_none() {
            self.ran = Some((end.ran, runner.ran().collect()));
            self.script = runner.script().collect();
        }
        if !self.next.contains(&end.hash) {
            self.next.push(end.hash);
        }
    }
}

/// A state from which the same nodes run in every frame.
#[derive(Debug)]
struct Candidate {
    state: u32,
    frame: u64,
    ran: u64,
    script: Vec<u8>,
    next: Vec<u128>,
}

/// A state in which a tree is stuck: whatever comes from outside, nothing but these nodes ever runs again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stuck {
    /// The nodes that run in each frame from then on, in pre-order.
    pub nodes: Vec<NodeIndex>,
    /// The first frame in which only they run.
    pub sight: Sight,
}

impl Stuck {
    /// Returns the leaves that run in each frame, and only they.
    pub fn leaves<'s>(&'s self, program: &'s Program<()>) -> impl Iterator<Item = NodeIndex> {
        let nodes = self.nodes.iter().copied();
        nodes.filter(|node| program.category(*node).is_leaf())
    }
}

/// Aborts that fire again and again while everything from outside stays as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thrashing {
    /// The conditionals that fire in the cycle, with their scopes, in pre-order.
    pub aborts: Vec<(NodeIndex, NodeIndex)>,
    /// How many frames the cycle has.
    pub frames: u64,
    /// A frame of the cycle. The run goes on in the cycle if nothing comes from outside after that, and the leaves that answer from
    /// outside go on to answer as they did.
    pub sight: Sight,
}

/// Runs that never end.
#[derive(Debug, Default)]
pub struct Endless {
    candidates: FxHashMap<u128, Candidate>,
    /// What runs in the candidates, by its hash.
    nodes: FxHashMap<u64, Vec<NodeIndex>>,
    thrashing: Vec<Thrashing>,
    /// The states from which runs were followed to their end in which everything from outside stays as it is, by [`key_of_held`].
    followed: FxHashSet<u128>,
    /// How many more frames of such runs were run than frames of the search. Those of runs that were too long count several times.
    ahead: u64,
    /// The conditionals that have caused an abort before a run that was too long.
    untried: BTreeSet<NodeIndex>,
}

impl Endless {
    /// Returns the ways in which aborts fire again and again that were found, each set of aborts once.
    pub fn thrashing(&self) -> &[Thrashing] {
        &self.thrashing
    }

    /// Returns where the tree is stuck, the first state for each set of nodes that run from then on. Sure, however far the search has
    /// come: of each of these states, all that can follow was seen.
    pub fn stuck(&self) -> Vec<Stuck> {
        let over = self.not_lasting();
        let left = self
            .candidates
            .iter()
            .filter(|(hash, _)| !over.contains(*hash));
        let mut first: FxHashMap<u64, &Candidate> = FxHashMap::default();
        for (_, candidate) in left {
            let earliest = first.entry(candidate.ran).or_insert(candidate);
            if (candidate.frame, candidate.state) < (earliest.frame, earliest.state) {
                *earliest = candidate;
            }
        }
        let mut stuck: Vec<Stuck> = first
            .into_values()
            .map(|candidate| Stuck {
                nodes: self.nodes.get(&candidate.ran).cloned().unwrap_or_default(),
                sight: Sight {
                    frame: candidate.frame + 1,
                    state: candidate.state,
                    script: candidate.script.as_slice().into(),
                    later: 0,
                },
            })
            .collect();
        stuck.sort_by_key(|stuck| (stuck.sight.frame, stuck.sight.state));
        stuck
    }

    /// Returns the candidates from which a run can come to a state in which other nodes run, or of which it is not known what follows.
    fn not_lasting(&self) -> FxHashSet<u128> {
        let mut before: FxHashMap<u128, Vec<u128>> = FxHashMap::default();
        let mut over = FxHashSet::default();
        let mut pending = Vec::new();
        for (hash, candidate) in &self.candidates {
            for next in &candidate.next {
                match self.candidates.get(next) {
                    Some(other) if other.ran == candidate.ran => {
                        before.entry(*next).or_default().push(*hash);
                    }
                    _ => pending.push(*hash),
                }
            }
        }
        while let Some(hash) = pending.pop() {
            if over.insert(hash) {
                pending.extend(before.get(&hash).into_iter().flatten());
            }
        }
        over
    }

    pub(crate) fn memory(&self) -> usize {
        let next = size_of::<u128>();
        self.candidates.len() * (size_of::<(u128, Candidate)>() + next + 16)
            + self.thrashing.len() * size_of::<Thrashing>()
            + self.followed.capacity() * (size_of::<u128>() + 1)
    }

    /// Returns the conditionals of which it was not tried everywhere whether they abort again and again, unless it is known that they do.
    pub fn untried(&self) -> impl Iterator<Item = NodeIndex> {
        let found = self.thrashing.iter().flat_map(|cycle| &cycle.aborts);
        let found: FxHashSet<NodeIndex> = found.map(|(conditional, _)| *conditional).collect();
        let untried = self.untried.iter().copied();
        untried.filter(move |conditional| !found.contains(conditional))
    }

    /// Returns whether a run was followed from the state with this key to its end.
    pub(crate) fn is_followed(&self, key: u128) -> bool {
        self.followed.contains(&key)
    }

    /// Counts frames of the search, so that following runs takes no longer than these.
    pub(crate) fn add_frames_run(&mut self, frames: u64) {
        self.ahead = self.ahead.saturating_sub(frames);
    }

    /// Returns how many frames of a run may be followed.
    pub(crate) fn frames_left(&self) -> u64 {
        MOST_AHEAD.saturating_sub(self.ahead).min(MOST_FRAMES)
    }

    /// Adds a run that was followed after aborts by these conditionals.
    pub(crate) fn add_held_run(
        &mut self,
        run: HeldRun,
        conditionals: Vec<NodeIndex>,
        sight: impl FnOnce() -> Sight,
    ) {
        let frames = run.keys.len() as u64;
        match run.end {
            HeldEnd::TooLong => {
                self.ahead += frames * COST_OF_TOO_LONG;
                self.untried.extend(conditionals);
                return;
            }
            HeldEnd::Thrashes(cycle) => self.add_thrashing(cycle, sight),
            HeldEnd::Known => {}
        }
        self.ahead += frames;
        self.followed.extend(run.keys);
    }

    fn add_thrashing(&mut self, cycle: Cycle, sight: impl FnOnce() -> Sight) {
        if !self
            .thrashing
            .iter()
            .any(|known| known.aborts == cycle.aborts)
        {
            self.thrashing.push(Thrashing {
                aborts: cycle.aborts,
                frames: cycle.frames,
                sight: sight(),
            });
        }
    }

    /// Adds what is common to all frames that follow the state with this hash.
    pub(crate) fn add_lasting(&mut self, hash: u128, (state, frame): (u32, u64), lasting: Lasting) {
        let Some((ran, nodes)) = lasting.ran else {
            return;
        };
        self.nodes.entry(ran).or_insert_with(|| {
            let mut nodes = nodes;
            nodes.sort();
            nodes
        });
        let candidate = Candidate {
            state,
            frame,
            ran,
            script: lasting.script,
            next: lasting.next,
        };
        self.candidates.insert(hash, candidate);
    }
}

/// How many frames of a run are followed at most.
const MOST_FRAMES: u64 = 1_000;
/// How many frames more than the search has run may be followed.
const MOST_AHEAD: u64 = 50_000;
/// How often a frame of a run counts that is too long, so that a search does not spend its time on such runs.
const COST_OF_TOO_LONG: u64 = 8;

/// A cycle of frames in which aborts fire, while everything from outside stays as it is.
#[derive(Debug)]
pub(crate) struct Cycle {
    pub aborts: Vec<(NodeIndex, NodeIndex)>,
    pub frames: u64,
}

/// A run in which everything from outside stays as it is.
#[derive(Debug)]
pub(crate) struct HeldRun {
    /// Its states, by [`key_of_held`].
    pub keys: Vec<u128>,
    pub end: HeldEnd,
}

/// How a run ends in which everything from outside stays as it is.
#[derive(Debug)]
pub(crate) enum HeldEnd {
    /// In a cycle in which aborts fire.
    Thrashes(Cycle),
    /// In one without aborts, not in a cycle, or in a state from which it was followed earlier.
    Known,
    /// It is longer than what is followed.
    TooLong,
}

/// Returns a hash of a state and of what stays as it was in the frame before it. What follows depends on nothing else.
pub(crate) fn key_of_held(state: u128, held: &[(Point, u8)]) -> u128 {
    let mut hasher = SipHasher13::new();
    (state, held).hash(&mut hasher);
    hasher.finish128().as_u128()
}

/// Follows the run after the frame that a runner has just run, which has led to the state with the hash `after`, with everything from
/// outside as it was in that frame, for a number of frames. `is_followed` returns what [`Endless::is_followed`] does.
pub(crate) fn hold_on(
    runner: &mut Runner<'_>,
    mut after: u128,
    most_frames: u64,
    is_followed: impl Fn(u128) -> bool,
    nothing: &Findings,
) -> HeldRun {
    let held = runner.frame.script.hold().to_vec();
    let mut places: FxHashMap<u128, usize> = FxHashMap::default();
    let mut keys = Vec::new();
    let mut fired: Vec<Vec<(NodeIndex, NodeIndex)>> = Vec::new();
    let mut lengths: Vec<u64> = Vec::new();
    let mut state = runner.state.clone();
    let end = loop {
        let key = key_of_held(after, &held);
        if is_followed(key) {
            break HeldEnd::Known;
        }
        if let Some(begin) = places.insert(key, keys.len()) {
            let mut aborts = fired[begin..].concat();
            aborts.sort();
            aborts.dedup();
            let frames = lengths[begin..].iter().sum();
            break if aborts.is_empty() {
                HeldEnd::Known
            } else {
                HeldEnd::Thrashes(Cycle { aborts, frames })
            };
        }
        if keys.len() as u64 >= most_frames {
            break HeldEnd::TooLong;
        }
        keys.push(key);
        let end = runner.run(&state, nothing);
        if end.is_cut || end.is_last {
            break HeldEnd::Known;
        }
        fired.push(runner.aborts().to_vec());
        lengths.push(end.frames);
        state.clone_from(&runner.state);
        after = end.hash;
    };
    HeldRun { keys, end }
}
