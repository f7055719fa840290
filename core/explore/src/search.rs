//! Goes through all states that a tree can reach, those after fewer frames first, on all threads of the caller's pool. What is found
//! does not depend on their number. Reads no clock: the caller says when it has taken long enough.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};

use rayon::prelude::*;
use treewright_core::runtime::NodeIndex;
use treewright_core::{Message, Program};

use crate::cycles::{Endless, Lasting};
use crate::explored::{ExploreError, Explored};
use crate::findings::{Findings, Shown, Sight};
use crate::frame::Runner;
use crate::frame_facts::Watch;
use crate::inputs::ExploredInputs;
use crate::states::{FIRST, States, Way};

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
    /// All states were seen, but of some inputs or draws only samples were tried.
    Sampled,
    /// It does not happen within so many frames; beyond that it is not known.
    NotWithin {
        /// The frames.
        frames: u64,
        /// The states that were reached.
        states: usize,
    },
}

/// A state of which it is not known yet what follows.
struct Waiting {
    state: u32,
    bytes: Box<[u8]>,
}

/// A state that was reached in a frame.
struct Reached {
    hash: u128,
    frames: u64,
    script: Box<[u8]>,
    /// The bytes, if it was not known.
    bytes: Option<Box<[u8]>>,
}

/// What follows a state.
#[derive(Default)]
struct Expansion {
    reached: Vec<Reached>,
    shown: Vec<(Shown, u64, Arc<[u8]>)>,
    errors: Vec<(NodeIndex, Message)>,
    frames_run: u64,
    is_sampled: bool,
    lasting: Option<Lasting>,
    endless: Vec<(Vec<(NodeIndex, NodeIndex)>, Arc<[u8]>)>,
}

/// How many states are looked at together.
const CHUNK: usize = 1_024;

/// A search through all states of a tree.
pub struct Search {
    pub(crate) explored: Arc<Explored>,
    pub(crate) states: States,
    pub(crate) first: Box<[u8]>,
    /// By the number of frames before them.
    waiting: BTreeMap<u64, Vec<Waiting>>,
    findings: Findings,
    endless: Endless,
    frames_run: u64,
    waiting_count: usize,
    waiting_bytes: usize,
    is_sampled: bool,
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
        };
        Ok(Self {
            states: States::new(0),
            findings: Findings::new(explored.program.len()),
            endless: Endless::default(),
            waiting_bytes: first.len(),
            first,
            waiting: BTreeMap::from([(0, vec![waiting])]),
            frames_run: 0,
            waiting_count: 1,
            is_sampled: !explored.program.trees().is_empty(),
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

    /// Returns whether all states were seen.
    pub fn is_complete(&self) -> bool {
        self.waiting.is_empty()
    }

    /// Returns how sure it is that what was not found cannot happen.
    pub fn certainty(&self) -> Certainty {
        match self.waiting.keys().next() {
            None if self.is_sampled => Certainty::Sampled,
            None => Certainty::Proved,
            Some(frames) => Certainty::NotWithin {
                frames: *frames,
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
            frame: self.waiting.keys().next().copied().unwrap_or(0),
            seen: self.findings.len(),
            memory: self.memory(),
        }
    }

    fn memory(&self) -> usize {
        let waiting = self.waiting_count * (size_of::<Waiting>() + 16) + self.waiting_bytes;
        self.states.memory() + self.findings.memory() + self.endless.memory() + waiting
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
        let limit = loop {
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
            let known = (&self.states, &self.findings);
            let expand = |waiting: &Waiting| {
                let pooled = runners.lock().unwrap_or_else(PoisonError::into_inner).pop();
                let mut runner = match pooled {
                    Some(runner) => runner,
                    None => Runner::new(&explored).ok()?,
                };
                let expansion = expand(&mut runner, &waiting.bytes, known);
                runners
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner)
                    .push(runner);
                Some(expansion)
            };
            let expansions: Vec<_> = chunk.par_iter().with_min_len(16).map(expand).collect();
            for (waiting, expansion) in chunk.into_iter().zip(expansions) {
                self.waiting_count -= 1;
                self.waiting_bytes -= waiting.bytes.len();
                self.merge(frame, waiting.state, expansion.unwrap_or_default());
            }
            if self.states.len() >= limits.states || !self.states.has_room() {
                break Some(Limit::States);
            }
            if self.memory() >= limits.memory {
                break Some(Limit::Memory);
            }
            if go_on(self).is_break() {
                break Some(Limit::Stopped);
            }
        };
        if self.is_complete() {
            return None;
        }
        limit
    }

    fn merge(&mut self, frame: u64, state: u32, expansion: Expansion) {
        self.frames_run += expansion.frames_run;
        self.is_sampled |= expansion.is_sampled;
        for (shown, later, script) in expansion.shown {
            self.findings.add(shown, || Sight {
                frame: frame + 1 + later,
                state,
                script,
                later,
            });
        }
        for (node, why) in &expansion.errors {
            self.findings.add_error(*node, why);
        }
        for (aborts, script) in expansion.endless {
            let sight = || Sight {
                frame: frame + 1,
                state,
                script,
                later: 0,
            };
            self.endless.add_thrashing(aborts, sight);
        }
        if let Some(lasting) = expansion.lasting {
            self.endless.add_lasting(state, frame, lasting);
        }
        for reached in expansion.reached {
            let way = Way {
                parent: state,
                frames: reached.frames,
                script: &reached.script,
            };
            if let Some(bytes) = reached.bytes
                && let Some(state) = self.states.add(reached.hash, way)
            {
                self.waiting_count += 1;
                self.waiting_bytes += bytes.len();
                let layer = self.waiting.entry(frame + reached.frames).or_default();
                layer.push(Waiting { state, bytes });
            }
        }
    }
}

/// Runs all frames that can follow a state.
fn expand(
    runner: &mut Runner<'_>,
    from: &[u8],
    (states, findings): (&States, &Findings),
) -> Expansion {
    let mut expansion = Expansion::default();
    let mut lasting = Lasting::default();
    runner.frame.script.clear();
    runner.frame.is_sampled = false;
    loop {
        let end = runner.run(from, findings);
        expansion.frames_run += 1;
        if !end.is_cut {
            let script = || -> Arc<[u8]> {
                let choices = runner.choices().iter();
                choices.map(|choice| choice.alternative).collect()
            };
            for (shown, later) in &runner.shown {
                let is_known = expansion.shown.iter().any(|(known, ..)| known == shown);
                if !is_known {
                    expansion.shown.push((*shown, *later, script()));
                }
            }
            expansion.errors.extend_from_slice(runner.errors());
            lasting.add(&end, runner);
            let is_here = expansion.reached.iter().any(|known| known.hash == end.hash);
            if !end.is_last && !is_here {
                let is_new = states.find(end.hash).is_none();
                expansion.reached.push(Reached {
                    hash: end.hash,
                    frames: end.frames,
                    script: if is_new {
                        script().as_ref().into()
                    } else {
                        [].into()
                    },
                    bytes: is_new.then(|| runner.state.as_slice().into()),
                });
            }
        }
        if !runner.frame.script.advance() {
            break;
        }
    }
    expansion.is_sampled = runner.frame.is_sampled;
    expansion
}
