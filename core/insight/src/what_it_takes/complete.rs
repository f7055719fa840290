//! The search through all small changes: one input, in the latest frame first, then several before the same frame, then two before
//! different ones. If something was found already, first through those of its inputs.

use super::{ChangeSearch, Choice, MOST_FOUND, Phase};

/// The maximum number of inputs that a change consists of.
const LARGEST: usize = 3;

/// The next trial.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Turn {
    /// This input is left out, counted among those that may be.
    LeftOut(usize),
    /// These inputs, by index and ascending, before this frame.
    Together { frame: u64, inputs: Vec<usize> },
    /// One input before each of two frames.
    Apart {
        frames: (u64, u64),
        inputs: (usize, usize),
    },
}

impl ChangeSearch {
    /// Takes one turn. Returns the next one, unless it was the last.
    pub(super) fn take(&mut self, turn: &Turn) -> Option<Turn> {
        if let Some(choice) = self.choice(turn)
            && !self.contradicts(&choice)
            && !self.is_covered(&choice)
        {
            self.tried += 1;
            if self.run(&choice).is_some_and(|(is_so, _)| is_so) {
                self.keep(choice);
            }
        }
        let next = self.next(turn);
        let is_single = |turn: &Turn| turn.size() == 1;
        self.tried_all_smaller |= is_single(turn) && !next.as_ref().is_some_and(is_single);
        next
    }

    /// Starts the search among all inputs that may be added, and single ones that may be left out.
    pub(super) fn among_all(&mut self) -> Phase {
        self.among = (0..self.added()).collect();
        Phase::Complete(Turn::LeftOut(0))
    }

    /// Whether changes of this size are worth trying after a turn: they would be smaller than what was found, or that was found among them.
    fn is_useful(&self, size: usize, turn: &Turn) -> bool {
        self.size().is_none_or(|found| {
            let is_among_equals = turn.size() == found && self.found.len() < MOST_FOUND;
            size < found || size == found && is_among_equals
        })
    }

    /// The inputs of a turn.
    fn choice(&self, turn: &Turn) -> Option<Choice> {
        match turn {
            Turn::LeftOut(place) => {
                let number = self.added() + place;
                Some(vec![(self.options.get(number)?.left_out?, number)])
            }
            Turn::Together { frame, inputs } => {
                let (first, last) = self.trials.frames()?;
                let is_in = (first..=last).contains(frame) && !inputs.is_empty();
                let before = |place: &usize| self.before(*frame, *place);
                is_in.then(|| inputs.iter().map(before).collect()).flatten()
            }
            Turn::Apart { frames, inputs } => Some(vec![
                self.before(frames.0, inputs.0)?,
                self.before(frames.1, inputs.1)?,
            ]),
        }
    }

    /// One of the inputs that are chosen from, before a frame; `None` if it was recorded before another one.
    fn before(&self, frame: u64, place: usize) -> Option<(u64, usize)> {
        let input = *self.among.get(place)?;
        let own = self.options[input].left_out;
        own.is_none_or(|own| own == frame).then_some((frame, input))
    }

    /// The number of inputs that may be added.
    fn added(&self) -> usize {
        let options = &self.options;
        options.partition_point(|option| option.left_out.is_none())
    }

    /// The turn after this one.
    fn next(&self, turn: &Turn) -> Option<Turn> {
        let (first, last) = self.trials.frames()?;
        let count = self.among.len();
        match turn {
            Turn::LeftOut(place) => {
                if self.added() + place + 1 < self.options.len() {
                    return Some(Turn::LeftOut(place + 1));
                }
                let inputs = vec![0];
                let frame = last;
                (count > 0).then_some(Turn::Together { frame, inputs })
            }
            Turn::Together { frame, inputs } => {
                let size = inputs.len();
                if self.is_useful(size, turn) {
                    let frame = *frame;
                    if let Some(inputs) = next_choice(inputs, count) {
                        return Some(Turn::Together { frame, inputs });
                    }
                    if frame > first {
                        return Some(Turn::all_first(frame - 1, size));
                    }
                }
                if size < LARGEST.min(count) && self.is_useful(size + 1, turn) {
                    return Some(Turn::all_first(last, size + 1));
                }
                let is_wanted = last > first && self.size().is_none_or(|found| found > 2);
                is_wanted.then_some(Turn::Apart {
                    frames: (last - 1, last),
                    inputs: (0, 0),
                })
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
                    return None;
                };
                let next = Turn::Apart { frames, inputs };
                self.is_useful(2, turn).then_some(next)
            }
        }
    }
}

impl Turn {
    /// The first turn of this many inputs before a frame.
    pub(super) fn all_first(frame: u64, size: usize) -> Self {
        let inputs = (0..size).collect();
        Self::Together { frame, inputs }
    }

    /// The number of inputs.
    fn size(&self) -> usize {
        match self {
            Self::LeftOut(_) => 1,
            Self::Together { inputs, .. } => inputs.len(),
            Self::Apart { .. } => 2,
        }
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
