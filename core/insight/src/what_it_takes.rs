//! What it would take that a node runs, or that something holds: the smallest changes of the inputs of the last frames that lead there,
//! found by running the tree with each. First one input is changed, in the latest frame first, then several before the same frame, then
//! two before different ones.
//!
//! Whoever asks says which inputs may change. Knows no documents, clocks or texts.

use treewright_core::runtime::{AgentId, NodeIndex, Status, TreeState};
use treewright_core::trace::TraceEvent;
use treewright_core::value::Value;

use crate::history::NodeState;
use crate::recording::{Recording, RunInput, TrialMoment, Trials, TriedInput};
use crate::scenario::Ending;

/// The maximum number of frames that all trials together run.
const MOST_FRAMES: u64 = 2_000_000;
/// The maximum number of changes that are found.
const MOST_FOUND: usize = 6;
/// The maximum number of inputs that a change consists of.
const LARGEST: usize = 3;

/// What is wanted after the last frame.
#[derive(Clone, Debug, PartialEq)]
pub enum Wanted {
    /// The node starts once more than it did, or runs.
    Runs(NodeIndex),
    /// The node is in this state.
    State(NodeIndex, NodeState),
    /// The node ends in the frame like this.
    Ends(NodeIndex, Ending),
    /// Exactly these nodes wait for the next frame.
    Running(Vec<NodeIndex>),
    /// The tree has this status.
    Status(Status),
    /// The variable has this value.
    Variable(String, Value),
}

/// The inputs that lead to what is wanted, in the order of their frames.
pub type FoundChange = Vec<TriedInput>;

/// A search, which can go on some trials at a time.
pub struct ChangeSearch {
    trials: Trials,
    agent: AgentId,
    wanted: Wanted,
    /// How often the node had started.
    visits: u32,
    inputs: Vec<RunInput>,
    turn: Turn,
    ran: u64,
    tried: u64,
    found: Vec<FoundChange>,
}

/// The next trial.
#[derive(Clone, Debug, PartialEq)]
enum Turn {
    /// These inputs, by index and ascending, before this frame.
    Together {
        frame: u64,
        inputs: Vec<usize>,
    },
    /// One input before each of two frames.
    Apart {
        frames: (u64, u64),
        inputs: (usize, usize),
    },
    Over,
}

impl ChangeSearch {
    /// Creates a search in the frames `first` to `last` of a recording. `inputs` are those that may be added before any of them.
    pub fn new(
        recording: &mut Recording,
        (first, last): (u64, u64),
        agent: AgentId,
        wanted: Wanted,
        inputs: Vec<RunInput>,
    ) -> Self {
        let trials = recording.trials(first, last);
        let mut search = Self {
            agent,
            visits: 0,
            turn: Turn::Over,
            ran: 0,
            tried: 0,
            found: Vec::new(),
            wanted,
            inputs,
            trials,
        };
        if let Wanted::Runs(node) = search.wanted {
            let visits = search
                .trials
                .run(&[], |moment| moment.node(agent, node).visits);
            search.visits = visits.unwrap_or_default();
        }
        if let (Some((_, last)), false) = (search.trials.frames(), search.inputs.is_empty()) {
            search.turn = Turn::Together {
                frame: last,
                inputs: vec![0],
            };
        }
        search
    }

    /// Returns the changes that were found, the smallest and latest first.
    pub fn found(&self) -> &[FoundChange] {
        &self.found
    }

    /// Returns the number of changes that were tried.
    pub fn tried(&self) -> u64 {
        self.tried
    }

    /// Returns the frames in which inputs are changed.
    pub fn frames(&self) -> Option<(u64, u64)> {
        self.trials.frames()
    }

    /// Returns whether nothing is left to try.
    pub fn is_over(&self) -> bool {
        self.turn == Turn::Over
    }

    /// Returns whether it gave up, since more was to be tried than it may.
    pub fn gave_up(&self) -> bool {
        self.ran >= MOST_FRAMES
    }

    /// Ends the search with what was found.
    pub fn cancel(&mut self) {
        self.turn = Turn::Over;
    }

    /// Tries changes while `has_time` returns true, at least one.
    pub fn advance(&mut self, mut has_time: impl FnMut() -> bool) {
        while !self.is_over() {
            let change = self.change();
            self.turn = self.next();
            if let Some(change) = change {
                self.try_out(change);
            }
            if self.found.len() >= MOST_FOUND || self.ran >= MOST_FRAMES {
                self.turn = Turn::Over;
            }
            if !has_time() {
                break;
            }
        }
    }

    /// The inputs of this turn; `None` if it cannot lead to anything that others do not.
    fn change(&self) -> Option<FoundChange> {
        let tried = |frame, input: usize| TriedInput {
            frame,
            input: self.inputs[input].clone(),
        };
        let change: FoundChange = match &self.turn {
            Turn::Together { frame, inputs } => {
                inputs.iter().map(|input| tried(*frame, *input)).collect()
            }
            Turn::Apart { frames, inputs } => {
                vec![tried(frames.0, inputs.0), tried(frames.1, inputs.1)]
            }
            Turn::Over => return None,
        };
        let contradicts = |(place, one): (usize, &TriedInput)| {
            let others = &change[place + 1..];
            let mut others = others.iter();
            others.any(|other| other.frame == one.frame && contradict(&one.input, &other.input))
        };
        if change.iter().enumerate().any(contradicts) {
            return None;
        }
        // A smaller change, or the same one in a later frame, was found already.
        let is_part = |found: &FoundChange| {
            found
                .iter()
                .all(|part| change.iter().any(|own| own.input == part.input))
        };
        (!self.found.iter().any(is_part)).then_some(change)
    }

    fn try_out(&mut self, change: FoundChange) {
        let Some((_, last)) = self.trials.frames() else {
            return;
        };
        self.tried += 1;
        self.ran += last + 1 - change.first().map_or(last, |first| first.frame);
        let is_so = self.trials.run(&change, |moment| self.is_so(moment));
        if is_so == Some(true) {
            self.found.push(change);
        }
    }

    fn is_so(&self, moment: &TrialMoment<'_>) -> bool {
        let state = |node| moment.node(self.agent, node).state;
        match &self.wanted {
            Wanted::Runs(node) => {
                state(*node).is_running() || moment.node(self.agent, *node).visits > self.visits
            }
            Wanted::State(node, wanted) => state(*node) == *wanted,
            Wanted::Ends(node, wanted) => {
                let frame = moment.record.of(self.agent);
                let events = frame.into_iter().flat_map(|frame| &frame.events);
                let mut endings = events.filter_map(|event| match event {
                    TraceEvent::End(ended, how) if ended == node => Some(Ending::from(*how)),
                    _ => None,
                });
                match wanted {
                    Ending::None => endings.next().is_none(),
                    wanted => endings.any(|ending| ending == *wanted),
                }
            }
            Wanted::Running(nodes) => {
                let tops = moment.tops(self.agent);
                tops.len() == nodes.len() && nodes.iter().all(|node| tops.contains(node))
            }
            Wanted::Status(status) => match moment.tree(self.agent) {
                Some(TreeState::Finished(found)) => found == *status,
                Some(_) => *status == Status::Running,
                None => false,
            },
            Wanted::Variable(name, value) => {
                let found = moment.variable(self.agent, name);
                found.is_some_and(|found| {
                    *found
                        == value
                            .coerced(&found.value_type())
                            .unwrap_or_else(|| value.clone())
                })
            }
        }
    }

    /// The turn after this one.
    fn next(&self) -> Turn {
        let Some((first, last)) = self.trials.frames() else {
            return Turn::Over;
        };
        let count = self.inputs.len();
        match &self.turn {
            Turn::Over => Turn::Over,
            Turn::Together { frame, inputs } => {
                if let Some(inputs) = next_choice(inputs, count) {
                    let frame = *frame;
                    return Turn::Together { frame, inputs };
                }
                let size = inputs.len();
                if *frame > first {
                    return Turn::Together {
                        frame: frame - 1,
                        inputs: (0..size).collect(),
                    };
                }
                if !self.found.is_empty() {
                    // Larger changes are not the smallest.
                    return Turn::Over;
                }
                if size < LARGEST.min(count) {
                    return Turn::Together {
                        frame: last,
                        inputs: (0..=size).collect(),
                    };
                }
                if last > first {
                    return Turn::Apart {
                        frames: (last - 1, last),
                        inputs: (0, 0),
                    };
                }
                Turn::Over
            }
            Turn::Apart { frames, inputs } => {
                let (one, other) = *inputs;
                let (from, to) = *frames;
                let (frames, inputs) = if other + 1 < count {
                    ((from, to), (one, other + 1))
                } else if one + 1 < count {
                    ((from, to), (one + 1, 0))
                } else if to < last {
                    ((from, to + 1), (0, 0))
                } else if from > first {
                    ((from - 1, from), (0, 0))
                } else {
                    return Turn::Over;
                };
                Turn::Apart { frames, inputs }
            }
        }
    }
}

/// Whether two inputs before the same frame cannot both count.
fn contradict(one: &RunInput, other: &RunInput) -> bool {
    match (one, other) {
        (RunInput::Set { name, .. }, RunInput::Set { name: written, .. }) => name == written,
        (RunInput::Force { node, .. }, RunInput::Force { node: forced, .. }) => node == forced,
        _ => one == other,
    }
}

/// The next choice of ascending numbers below `count`, as many as these.
fn next_choice(chosen: &[usize], count: usize) -> Option<Vec<usize>> {
    let size = chosen.len();
    let movable = (0..size)
        .rev()
        .find(|place| chosen[*place] + size - place < count)?;
    let mut next = chosen[..movable].to_vec();
    next.extend((0..size - movable).map(|offset| chosen[movable] + 1 + offset));
    Some(next)
}

#[cfg(test)]
mod tests;
