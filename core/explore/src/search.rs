//! Goes through all states that a tree can reach, those after fewer frames first, on all threads of the caller's pool. What is found
//! does not depend on their number. Reads no clock: the caller says when it has taken long enough.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};

use rayon::prelude::*;
use rustc_hash::FxHashSet;
use treewright_core::runtime::NodeIndex;
use treewright_core::{Message, Program};

use crate::choices::{Choice, held};
use crate::cycles::{Endless, Lasting, hold_on, key_of_held};
use crate::dead_ends::{DeadEnd, DeadEnds, Onward};
use crate::explored::{ExploreError, Explored};
use crate::findings::{Findings, Shown, Sight};
use crate::frame::Runner;
use crate::frame_facts::Watch;
use crate::gaps::{Gap, gaps_of_program};
use crate::inputs::ExploredInputs;
use crate::states::{Arrival, FIRST, States};

/// How far a search goes. It can go on with larger limits later.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most states.
    pub states: usize,
    /// The most frames of a run.
    pub frames: u64,
    /// The most bytes that the search may take.
    pub memory: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            states: 2_000_000,
            frames: 100_000,
            memory: 1 << 30,
        }
    }
}

/// The limit that a search has reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// That of states.
    States,
    /// That of frames of a run.
    Frames,
    /// That of memory.
    Memory,
    /// The caller stopped it.
    Stopped,
}

/// How far a search has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// The states that were reached.
    pub states: usize,
    /// The states of which it is not known yet what follows.
    pub waiting: usize,
    /// The frames that were run.
    pub frames_run: u64,
    /// After how many frames the states are that are looked at now. All that fewer frames can show was seen.
    pub frame: u64,
    /// How much was seen.
    pub seen: usize,
    /// How many bytes the search takes.
    pub memory: usize,
}

/// How sure it is that what was not seen cannot happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Certainty {
    /// All states were seen: it is proved.
    Proved,
    /// All states were seen of what was tried, but something was left out: [`Search::gaps`].
    Sampled,
    /// The assumptions end every run: [`Search::dead_end`].
    NoRun,
    /// The assumptions end every run that was tried, but something was left out: [`Search::gaps`].
    NoRunTried,
    /// It does not happen within this number of frames; beyond that it is not known.
    NotWithin {
        /// The frames.
        frames: u64,
        /// The states that were reached.
        states: usize,
    },
}

impl Certainty {
    /// Returns whether the assumptions end every run, as far as is known.
    pub fn is_no_run(self) -> bool {
        matches!(self, Self::NoRun | Self::NoRunTried)
    }
}

/// A state of which it is not known yet what follows.
struct Waiting {
    state: u32,
    bytes: Box<[u8]>,
    rest: Option<Box<Rest>>,
}

/// What is left to do with a state after some of the frames that can follow.
struct Rest {
    /// The script of the next frame.
    script: Box<[Choice]>,
    lasting: Lasting,
    onward: Onward,
}

/// A state that was reached in a frame and was not known.
struct Reached {
    hash: u128,
    frames: u64,
    script: Arc<[u8]>,
    bytes: Box<[u8]>,
}

/// A state that was reached and is not stored yet.
struct Unstored {
    parent: u32,
    /// How many frames there are before the parent.
    frame: u64,
    reached: Reached,
}

/// What follows a state.
#[derive(Default)]
struct Expansion {
    reached: Vec<Reached>,
    shown: Vec<(Shown, u64, Arc<[u8]>)>,
    errors: Vec<(NodeIndex, Message)>,
    frames_run: u64,
    gaps: Vec<Gap>,
    /// What is common to all frames so far.
    lasting: Lasting,
    /// The script of the next frame, if there are more than fit into a turn.
    rest: Option<Box<[Choice]>>,
    /// What is allowed.
    onward: Onward,
    /// The frames after which is to be tried whether their aborts fire again and again.
    tried: Vec<Tried>,
}

/// A frame after which is to be tried whether its aborts fire again and again.
struct Tried {
    /// The state after it and what stays as it is, by [`key_of_held`].
    key: u128,
    /// The hash of the state after it.
    after: u128,
    conditionals: Vec<NodeIndex>,
    script: Arc<[u8]>,
}

/// How many states are looked at together.
const CHUNK: usize = 1_024;

/// How many frames from a state are run in one turn. The rest waits behind the other states after as many frames, so that no state with
/// very many choices holds up the others.
const TURN: u64 = 64;

/// A search through all states of a tree.
pub struct Search {
    pub(crate) explored: Arc<Explored>,
    pub(crate) states: States,
    pub(crate) first: Box<[u8]>,
    /// By the number of frames before them.
    waiting: BTreeMap<u64, Vec<Waiting>>,
    unstored: VecDeque<Unstored>,
    findings: Findings,
    endless: Endless,
    dead_ends: DeadEnds,
    frames_run: u64,
    waiting_count: usize,
    waiting_bytes: usize,
    gaps: BTreeSet<Gap>,
}

impl Search {
    /// Prepares a search with frames of `dt` seconds.
    ///
    /// # Errors
    /// If the tree cannot be explored, or an input does not fit it.
    pub fn new(
        program: Arc<Program<()>>,
        inputs: &ExploredInputs,
        watches: Vec<Arc<dyn Watch>>,
        dt: f64,
    ) -> Result<Self, ExploreError> {
        let explored = Explored::new(program, inputs, watches, dt)?;
        let runner = Runner::new(&explored).map_err(ExploreError::Copy)?;
        let first: Box<[u8]> = runner.state.as_slice().into();
        drop(runner);
        let waiting = Waiting {
            state: FIRST,
            bytes: first.clone(),
            rest: None,
        };
        Ok(Self {
            states: States::new(0),
            unstored: VecDeque::new(),
            findings: Findings::new(explored.program.len()),
            endless: Endless::default(),
            dead_ends: DeadEnds::default(),
            waiting_bytes: first.len(),
            first,
            waiting: BTreeMap::from([(0, vec![waiting])]),
            frames_run: 0,
            waiting_count: 1,
            gaps: gaps_of_program(&explored.program)
                .chain(explored.unexplored_trees().map(Gap::BackgroundTree))
                .collect(),
            explored: Arc::new(explored),
        })
    }

    /// Returns the program.
    pub fn program(&self) -> &Arc<Program<()>> {
        &self.explored.program
    }

    /// Returns what was found so far.
    pub fn findings(&self) -> &Findings {
        &self.findings
    }

    /// Returns runs of frames that never end, found so far.
    pub fn endless(&self) -> &Endless {
        &self.endless
    }

    /// Returns the first state after which the assumptions allow no frame.
    pub fn dead_end(&self) -> Option<&DeadEnd> {
        self.dead_ends.first()
    }

    /// Returns whether all states were seen.
    pub fn is_complete(&self) -> bool {
        self.frames_seen().is_none()
    }

    /// Returns the number of frames of which all that they can show was seen; `None` if all states were.
    fn frames_seen(&self) -> Option<u64> {
        let unstored = self.unstored.iter();
        let unstored = unstored.map(|of| of.frame + of.reached.frames).min();
        let waiting = self.waiting.keys().next().copied();
        waiting.into_iter().chain(unstored).min()
    }

    /// Returns what is left out, as far as it was met so far.
    pub fn gaps(&self) -> &BTreeSet<Gap> {
        &self.gaps
    }

    /// Adds something of which the search knows nothing.
    pub(crate) fn leave_out(&mut self, gap: Gap) {
        self.gaps.insert(gap);
    }

    /// Returns how sure it is that what was not found cannot happen. Whether aborts fire again and again may be less sure:
    /// [`Endless::untried`].
    pub fn certainty(&self) -> Certainty {
        let is_over = self.dead_end().is_some_and(|end| end.is_inevitable);
        match self.frames_seen() {
            _ if is_over && self.gaps.is_empty() => Certainty::NoRun,
            _ if is_over => Certainty::NoRunTried,
            None if self.gaps.is_empty() && self.dead_end().is_none() => Certainty::Proved,
            None => Certainty::Sampled,
            Some(frames) => Certainty::NotWithin {
                frames,
                states: self.states.len(),
            },
        }
    }

    /// Returns how far the search has come.
    pub fn progress(&self) -> Progress {
        Progress {
            states: self.states.len(),
            waiting: self.waiting_count,
            frames_run: self.frames_run,
            frame: self.frames_seen().unwrap_or(0),
            seen: self.findings.len(),
            memory: self.memory(),
        }
    }

    fn memory(&self) -> usize {
        let waiting = self.waiting_count * (size_of::<Waiting>() + 16) + self.waiting_bytes;
        let ends = self.endless.memory() + self.dead_ends.memory();
        self.states.memory() + self.findings.memory() + ends + waiting
    }

    /// Goes on until all states were seen (`None`), or a limit is reached. After each thousand states or so, `go_on` says whether to go
    /// on.
    pub fn advance(
        &mut self,
        limits: &Limits,
        mut go_on: impl FnMut(&Self) -> ControlFlow<()>,
    ) -> Option<Limit> {
        let explored = self.explored.clone();
        let runners = Mutex::new(Vec::new());
        let Ok(runner) = Runner::new(&explored) else {
            // Never, as there was one before.
            return Some(Limit::Stopped);
        };
        let mut follower = Follower {
            runner,
            nothing: Findings::new(explored.program.len()),
        };
        let limit = loop {
            if !self.store(limits.states) {
                break Some(Limit::States);
            }
            let Some(mut layer) = self.waiting.first_entry() else {
                break None;
            };
            let frame = *layer.key();
            if frame >= limits.frames {
                break Some(Limit::Frames);
            }
            let states = layer.get_mut();
            // From the front, so that the order is that in which they were reached.
            let rest = states.split_off(states.len().min(CHUNK));
            let chunk = std::mem::replace(states, rest);
            if states.is_empty() {
                layer.remove();
            }
            let known = Known {
                states: &self.states,
                findings: &self.findings,
                endless: &self.endless,
            };
            let expand = |waiting: &Waiting| {
                let pooled = runners.lock().unwrap_or_else(PoisonError::into_inner).pop();
                let mut runner = match pooled {
                    Some(runner) => runner,
                    None => Runner::new(&explored).ok()?,
                };
                let expansion = expand(&mut runner, waiting, &known);
                runners
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner)
                    .push(runner);
                Some(expansion)
            };
            let expansions: Vec<_> = chunk.par_iter().with_min_len(16).map(expand).collect();
            for (waiting, expansion) in chunk.into_iter().zip(expansions) {
                let expansion = expansion.unwrap_or_else(Expansion::not_run);
                self.merge(frame, waiting, expansion, &mut follower);
            }
            if !self.store(limits.states) {
                break Some(Limit::States);
            }
            if self.memory() >= limits.memory {
                break Some(Limit::Memory);
            }
            if go_on(self).is_break() {
                break Some(Limit::Stopped);
            }
        };
        self.dead_ends.settle(&self.states);
        if self.is_complete() {
            return None;
        }
        limit
    }

    /// Adds what follows a state. `follower` follows the runs after aborts.
    fn merge(
        &mut self,
        frame: u64,
        waiting: Waiting,
        expansion: Expansion,
        follower: &mut Follower<'_>,
    ) {
        let state = waiting.state;
        self.frames_run += expansion.frames_run;
        self.endless.add_frames_run(expansion.frames_run);
        self.gaps.extend(expansion.gaps);
        let sight = |script, later| Sight {
            frame: frame + 1 + later,
            state,
            script,
            later,
        };
        for (shown, later, script) in expansion.shown {
            self.findings.add(shown, || sight(script, later));
        }
        for (node, why) in &expansion.errors {
            self.findings.add_error(*node, why);
        }
        for tried in expansion.tried {
            self.follow(tried, (&waiting, frame), follower);
        }
        let reached = expansion.reached.into_iter();
        self.unstored.extend(reached.map(|reached| Unstored {
            parent: state,
            frame,
            reached,
        }));
        if let Some(script) = expansion.rest {
            let rest = Rest {
                script,
                lasting: expansion.lasting,
                onward: expansion.onward,
            };
            self.waiting.entry(frame).or_default().push(Waiting {
                rest: Some(Box::new(rest)),
                ..waiting
            });
            return;
        }
        self.waiting_count -= 1;
        self.waiting_bytes -= waiting.bytes.len();
        let hash = self.states.hash(state);
        self.endless
            .add_lasting(hash, (state, frame), expansion.lasting);
        if self.explored.may_cut {
            self.dead_ends.add(state, frame, expansion.onward);
        }
    }

    /// Finds out whether the aborts of a frame fire again and again. One after another, so that no run is followed twice.
    fn follow(
        &mut self,
        tried: Tried,
        (from, frame): (&Waiting, u64),
        follower: &mut Follower<'_>,
    ) {
        if self.endless.is_followed(tried.key) {
            return;
        }
        let Follower { runner, nothing } = follower;
        runner.frame.script.replay(&tried.script);
        runner.run(&from.bytes, nothing);
        let left = self.endless.frames_left();
        let is_followed = |key| self.endless.is_followed(key);
        let run = hold_on(runner, tried.after, left, is_followed, nothing);
        self.endless
            .add_held_run(run, tried.conditionals, || Sight {
                frame: frame + 1,
                state: from.state,
                script: tried.script,
                later: 0,
            });
    }

    /// Stores the states that were reached, so that there are at most `most`. Returns whether all are stored.
    fn store(&mut self, most: usize) -> bool {
        while let Some(Unstored {
            parent,
            frame,
            reached,
        }) = self.unstored.pop_front()
        {
            if self.states.find(reached.hash).is_some() {
                continue;
            }
            if self.states.len() >= most || !self.states.has_room() {
                self.unstored.push_front(Unstored {
                    parent,
                    frame,
                    reached,
                });
                return false;
            }
            let arrival = Arrival {
                parent,
                frames: reached.frames,
                script: &reached.script,
            };
            if let Some(state) = self.states.add(reached.hash, arrival) {
                let bytes = reached.bytes;
                self.waiting_count += 1;
                self.waiting_bytes += bytes.len();
                let layer = self.waiting.entry(frame + reached.frames).or_default();
                layer.push(Waiting {
                    state,
                    bytes,
                    rest: None,
                });
            }
        }
        true
    }
}

/// Follows runs in which everything from outside stays as it is.
struct Follower<'e> {
    runner: Runner<'e>,
    nothing: Findings,
}

/// What is known while states are looked at.
struct Known<'s> {
    states: &'s States,
    findings: &'s Findings,
    endless: &'s Endless,
}

/// Runs the frames that can follow a state, or the next ones of them.
fn expand(runner: &mut Runner<'_>, waiting: &Waiting, known: &Known<'_>) -> Expansion {
    let mut expansion = Expansion::default();
    let mut here = FxHashSet::default();
    let mut first = Vec::new();
    runner.frame.script.clear();
    if let Some(rest) = &waiting.rest {
        runner.frame.script.resume(&rest.script);
        expansion.lasting = rest.lasting.clone();
        expansion.onward = rest.onward.clone();
    }
    runner.frame.gaps.clear();
    loop {
        expansion.run(runner, &waiting.bytes, known, &mut here);
        if expansion.frames_run == 1 {
            first.extend_from_slice(runner.choices());
        }
        if !runner.frame.script.advance() {
            break;
        }
        if expansion.frames_run == TURN {
            expansion.rest = Some(runner.choices().into());
            break;
        }
    }
    if expansion.rest.is_some() && waiting.rest.is_none() {
        // Also tries each alternative of each choice alone: scripts in order vary only the last choices at first.
        for (place, choice) in first.iter().enumerate() {
            for alternative in 1..choice.count {
                let mut script = first[..=place].to_vec();
                script[place].alternative = alternative;
                runner.frame.script.resume(&script);
                expansion.run(runner, &waiting.bytes, known, &mut here);
            }
        }
    }
    expansion.gaps = std::mem::take(&mut runner.frame.gaps);
    expansion
}

impl Expansion {
    /// The frames cannot be run.
    fn not_run() -> Self {
        Self {
            gaps: vec![Gap::Frames],
            onward: Onward::unknown(),
            ..Self::default()
        }
    }

    /// Runs a frame with the script of the runner. `here` has the states that were reached from this one.
    fn run(
        &mut self,
        runner: &mut Runner<'_>,
        from: &[u8],
        known: &Known<'_>,
        here: &mut FxHashSet<u128>,
    ) {
        let end = runner.run(from, known.findings);
        self.frames_run += 1;
        if runner.frame.explored.may_cut {
            self.onward.add(&end, &runner.frame.cut_by);
        }
        if end.is_cut {
            return;
        }
        let script = || -> Arc<[u8]> { runner.script().collect() };
        for (shown, later) in &runner.shown {
            if !self.shown.iter().any(|(known, ..)| known == shown) {
                self.shown.push((*shown, *later, script()));
            }
        }
        self.errors.extend_from_slice(runner.errors());
        self.lasting.add(&end, runner);
        if !end.is_last && !runner.aborts().is_empty() {
            self.try_later(end.hash, runner, known.endless);
        }
        if end.is_last || known.states.find(end.hash).is_some() || !here.insert(end.hash) {
            return;
        }
        self.reached.push(Reached {
            hash: end.hash,
            frames: end.frames,
            script: script(),
            bytes: runner.state.as_slice().into(),
        });
    }

    /// Notes a frame with aborts, so that it is tried whether they fire again and again.
    fn try_later(&mut self, after: u128, runner: &Runner<'_>, endless: &Endless) {
        let key = key_of_held(after, &held(runner.choices()));
        if endless.is_followed(key) || self.tried.iter().any(|tried| tried.key == key) {
            return;
        }
        let conditionals = runner.aborts().iter().map(|(conditional, _)| *conditional);
        self.tried.push(Tried {
            key,
            after,
            conditionals: conditionals.collect(),
            script: runner.script().collect(),
        });
    }
}
