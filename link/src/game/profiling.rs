//! How long the game's leaves take: measured in some frames, of the agents that are recorded, because reading a clock costs more
//! than most leaves. Told once a second of game time. Does not know who asks.

use std::collections::BTreeMap;
use std::time::Instant;

use treewright_core::runtime::{AgentId, NodeIndex, Status, Tracer};
use treewright_core::time::Nanoseconds;

use super::roster::Roster;
use crate::exchange::News;
use crate::protocol;

/// The game time between two messages.
const TOLD: Nanoseconds = Nanoseconds(1_000_000_000);

/// How often a leaf was called, and how long that took in nanoseconds.
type Calls = (u64, u64);

/// What was measured.
#[derive(Debug, Default)]
pub(super) struct Profile {
    every: u32,
    /// By program and node.
    calls: BTreeMap<(u32, u32), Calls>,
    frames: u32,
    told: Nanoseconds,
}

impl Profile {
    /// Measures every so many frames from now on; never for 0.
    pub fn measure_every(&mut self, frames: u32) {
        *self = Self {
            every: frames,
            told: self.told,
            ..Self::default()
        };
    }

    fn measures(&self, frame: u64) -> bool {
        self.every > 0 && frame.is_multiple_of(u64::from(self.every))
    }

    /// Returns what measures a frame; `None` if this one is not measured.
    pub fn clock<'p>(&'p mut self, frame: u64, roster: &'p Roster) -> Option<Clock<'p>> {
        self.measures(frame).then_some(Clock {
            profile: self,
            roster,
            program: 0,
            asked: None,
        })
    }

    /// Counts a frame, and tells once a second what was measured.
    pub fn finish_frame(&mut self, frame: u64, time: Nanoseconds, news: &mut Vec<News>) {
        self.frames += u32::from(self.measures(frame));
        if self.every == 0 || time.0.saturating_sub(self.told.0) < TOLD.0 {
            return;
        }
        self.told = time;
        let frames = std::mem::take(&mut self.frames);
        let mut all: BTreeMap<u32, protocol::Profile> = BTreeMap::new();
        for ((program, node), (calls, nanoseconds)) in std::mem::take(&mut self.calls) {
            let one = all.entry(program).or_insert(protocol::Profile {
                program,
                frames,
                nodes: Vec::new(),
            });
            one.nodes.push((node, calls, nanoseconds));
        }
        news.extend(all.into_values().map(News::Profile));
    }
}

/// Measures the leaves of a frame.
pub(super) struct Clock<'p> {
    profile: &'p mut Profile,
    roster: &'p Roster,
    /// The number of the program of the tree that runs.
    program: u32,
    /// The leaf that was called, and when.
    asked: Option<(NodeIndex, Instant)>,
}

impl Clock<'_> {
    fn answered(&mut self, leaf: NodeIndex) {
        if let Some((asked, begin)) = self.asked.take()
            && asked == leaf
        {
            let taken = begin.elapsed().as_nanos();
            let calls = self
                .profile
                .calls
                .entry((self.program, leaf.0))
                .or_default();
            calls.0 += 1;
            calls.1 += u64::try_from(taken).unwrap_or(u64::MAX);
        }
    }
}

impl Tracer for Clock<'_> {
    fn tree(&mut self, agent: AgentId) {
        self.program = self.roster.program(agent).unwrap_or_default();
        self.asked = None;
    }

    fn asks(&mut self, node: NodeIndex) {
        self.asked = Some((node, Instant::now()));
    }

    fn update(&mut self, node: NodeIndex, _: Status) {
        self.answered(node);
    }

    fn check(&mut self, node: NodeIndex, _: Status) {
        self.answered(node);
    }
}
