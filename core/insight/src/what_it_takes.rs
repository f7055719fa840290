//! What it would take that a node runs, or that something holds: changes of the inputs of the last frames that lead there, found by
//! running the tree with each.
//!
//! First it follows what stood in the way: each run shows how near it came and which answers decided, and the next runs change inputs
//! on which these depended. What leads there is then made as small as possible: fewer of its inputs are tried in other frames, and then
//! all smaller changes, as far as these are few; all small ones if nothing was found.
//!
//! Whoever asks says which inputs may change. Knows no documents, clocks or texts.

mod complete;
mod directed;
mod sight;
mod wanted;

use treewright_core::runtime::AgentId;

use self::complete::Turn;
use self::directed::Directed;
use self::sight::{Goal, Sight};
pub use self::wanted::Wanted;
use crate::recording::{Recording, RunInput, Trials, TriedInput};

/// The maximum number of frames that all trials together run.
const MOST_FRAMES: u64 = 2_000_000;
/// The maximum number of frames that trials run to make what was found smaller.
const MOST_FRAMES_FOR_SMALLER: u64 = 100_000;
/// The maximum number of changes that are found.
const MOST_FOUND: usize = 6;

/// The inputs that lead to what is wanted, in the order of their frames.
pub type FoundChange = Vec<TriedInput>;

/// Inputs before frames, ascending: the frame, and the index of the input among those that may change.
type Choice = Vec<(u64, usize)>;

/// An input that may change.
struct InputOption {
    input: RunInput,
    /// The frame before which it was recorded, if it may be left out.
    left_out: Option<u64>,
}

/// A search, which can go on some trials at a time.
pub struct ChangeSearch {
    trials: Trials,
    agent: AgentId,
    wanted: Wanted,
    goal: Goal,
    /// How often the node had started.
    visits: u32,
    options: Vec<InputOption>,
    phase: Phase,
    /// The inputs that the complete search chooses from.
    among: Vec<usize>,
    ran: u64,
    /// How many frames trials may run until the search ends.
    most_ran: u64,
    tried: u64,
    found: Vec<Choice>,
    told: Vec<FoundChange>,
    tried_all_smaller: bool,
    is_so_already: bool,
}

enum Phase {
    Directed(Directed),
    /// Through the inputs of what was found.
    Narrow(Turn),
    Complete(Turn),
    Over,
}

impl ChangeSearch {
    /// Creates a search in the frames `first` to `last` of a recording. `inputs` are those that may be added before any of them; those
    /// that were recorded may be left out.
    pub fn new(
        recording: &mut Recording,
        (first, last): (u64, u64),
        agent: AgentId,
        wanted: Wanted,
        inputs: Vec<RunInput>,
    ) -> Self {
        let trials = recording.trials(agent, first, last);
        let mut options: Vec<InputOption> = inputs
            .into_iter()
            .map(|input| InputOption {
                input,
                left_out: None,
            })
            .collect();
        options.extend(recorded(&trials, agent));
        let goal = Goal::new(trials.program().map(|program| &**program), &wanted);
        let mut search = Self {
            agent,
            visits: 0,
            phase: Phase::Over,
            among: Vec::new(),
            ran: 0,
            most_ran: MOST_FRAMES,
            tried: 0,
            found: Vec::new(),
            told: Vec::new(),
            tried_all_smaller: false,
            is_so_already: false,
            goal,
            wanted,
            options,
            trials,
        };
        if let Wanted::Runs(node) = search.wanted {
            let visits = search
                .trials
                .run(&[], |moment| moment.node(agent, node).visits);
            search.visits = visits.unwrap_or_default();
        }
        if let Some((is_so, sight)) = search.run(&Choice::new()) {
            search.is_so_already = is_so;
            if !is_so && !search.options.is_empty() {
                let mut directed = Directed::default();
                search.note_leads(&mut directed, &Choice::new(), &sight);
                search.phase = Phase::Directed(directed);
            }
        }
        search
    }

    /// Returns the changes that were found, all equally large.
    pub fn found(&self) -> &[FoundChange] {
        &self.told
    }

    /// Returns whether no smaller change than those found leads there. If not, none of their inputs can be left out, but other ones may
    /// be fewer.
    pub fn is_smallest(&self) -> bool {
        match self.size() {
            Some(size) => size == 1 || (size == 2 && self.tried_all_smaller),
            None => false,
        }
    }

    /// Returns whether it is as wanted without any change, so that there is nothing to search.
    pub fn is_so_already(&self) -> bool {
        self.is_so_already
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
        matches!(self.phase, Phase::Over)
    }

    /// Returns whether it gave up, since more was to be tried than it may.
    pub fn gave_up(&self) -> bool {
        self.ran >= MOST_FRAMES
    }

    /// Ends the search with what was found.
    pub fn cancel(&mut self) {
        self.phase = Phase::Over;
    }

    /// Tries changes while `has_time` returns true, at least one.
    pub fn advance(&mut self, mut has_time: impl FnMut() -> bool) {
        while !self.is_over() {
            self.phase = match std::mem::replace(&mut self.phase, Phase::Over) {
                Phase::Directed(directed) => self.follow(directed),
                Phase::Narrow(turn) => match self.take(&turn) {
                    Some(next) => Phase::Narrow(next),
                    None => self.among_all(),
                },
                Phase::Complete(turn) => self.take(&turn).map_or(Phase::Over, Phase::Complete),
                Phase::Over => Phase::Over,
            };
            if self.ran >= self.most_ran {
                self.phase = Phase::Over;
            }
            if !has_time() {
                break;
            }
        }
    }

    /// The number of inputs of what was found.
    fn size(&self) -> Option<usize> {
        self.found.first().map(Vec::len)
    }

    /// Whether two inputs of a choice cannot both count.
    fn contradicts(&self, choice: &Choice) -> bool {
        let pairs = choice.iter().enumerate();
        let mut pairs =
            pairs.flat_map(|(place, one)| choice[..place].iter().map(move |o| (o, one)));
        pairs.any(|((frame, other), (at, one))| {
            let (one, other) = (&self.options[*one], &self.options[*other]);
            frame == at && contradict(&one.input, &other.input)
        })
    }

    /// Whether a smaller change, or the same one in other frames, was found already.
    fn is_covered(&self, choice: &Choice) -> bool {
        let is_part = |found: &Choice| {
            let mut parts = found.iter();
            found.len() <= choice.len()
                && parts.all(|(_, part)| choice.iter().any(|(_, own)| own == part))
        };
        self.found.iter().any(is_part)
    }

    /// Runs a choice. Returns whether it leads there, and what was seen; `None` if one of its inputs is not possible.
    fn run(&mut self, choice: &Choice) -> Option<(bool, Sight)> {
        let (first, last) = self.trials.frames()?;
        let from = choice.first().map_or(first, |(frame, _)| *frame);
        self.ran += last + 1 - from.min(last);
        let mut sight = Sight::default();
        for frame in first..from {
            let record = self.trials.record(frame).and_then(|r| r.of(self.agent));
            if let Some(record) = record {
                sight.note(frame, &record.events, &self.goal);
            }
        }
        let change = self.told_of(choice);
        let is_so = self.trials.run(&change, |moment| {
            if let Some(record) = moment.record.of(self.agent) {
                sight.note(moment.record.frame, &record.events, &self.goal);
            }
            let is_last = moment.record.frame == last;
            if is_last {
                sight.finish(moment, self.agent, &self.goal);
            }
            is_last && self.wanted.is_so(moment, self.agent, self.visits)
        })?;
        Some((is_so, sight))
    }

    fn told_of(&self, choice: &Choice) -> FoundChange {
        let tried = choice.iter().map(|(frame, option)| TriedInput {
            frame: *frame,
            input: self.options[*option].input.clone(),
            is_left_out: self.options[*option].left_out.is_some(),
        });
        tried.collect()
    }

    /// Keeps a change that leads there, and forgets larger ones.
    fn keep(&mut self, choice: Choice) {
        let size = choice.len();
        if self.size().is_some_and(|found| found < size) || self.is_covered(&choice) {
            return;
        }
        self.found.retain(|found| found.len() <= size);
        self.found.push(choice);
        self.found.truncate(MOST_FOUND);
        self.told = self.found.iter().map(|found| self.told_of(found)).collect();
    }
}

/// The recorded inputs that may be left out.
fn recorded(trials: &Trials, agent: AgentId) -> Vec<InputOption> {
    let Some((first, last)) = trials.frames() else {
        return Vec::new();
    };
    let mut options: Vec<InputOption> = Vec::new();
    for record in (first..=last).filter_map(|frame| trials.record(frame)) {
        for input in &record.inputs {
            let concerns = match input {
                RunInput::Set { .. } | RunInput::Send { agent: None, .. } => true,
                RunInput::Send { agent: to, .. } => *to == Some(agent),
                RunInput::Force { agent: of, .. } | RunInput::Interrupt { agent: of, .. } => {
                    *of == agent
                }
                RunInput::Seed { .. }
                | RunInput::Swap { .. }
                | RunInput::Add { .. }
                | RunInput::Remove { .. } => false,
            };
            let left_out = Some(record.frame);
            let is_known = |o: &InputOption| o.left_out == left_out && o.input == *input;
            if concerns && !options.iter().any(is_known) {
                let input = input.clone();
                options.push(InputOption { input, left_out });
            }
        }
    }
    options
}

/// Whether two inputs before the same frame cannot both count.
fn contradict(one: &RunInput, other: &RunInput) -> bool {
    match (one, other) {
        (RunInput::Set { name, .. }, RunInput::Set { name: written, .. }) => name == written,
        (RunInput::Force { node, .. }, RunInput::Force { node: forced, .. }) => node == forced,
        (RunInput::Send { event, .. }, RunInput::Send { event: other, .. }) => {
            event.name == other.name
        }
        _ => one == other,
    }
}

#[cfg(test)]
mod tests;
