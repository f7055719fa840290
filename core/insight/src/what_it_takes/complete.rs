//! The search through all small changes: one input, in the latest frame first, then several before the same frame, then two before
//! different ones.

use super::{ChangeSearch, Choice, MOST_FOUND, Phase};

/// The maximum number of inputs that a change consists of.
const LARGEST: usize = 3;

/// The next trial.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Turn {
    /// This input is left out, counted among those that may be.
    LeftOut(usize),
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
    /// Takes one turn.
    pub(super) fn take(&mut self, turn: &Turn) -> Phase {
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
        let is_single = |turn| size(turn) == Some(1);
        let (was_last_single, found) = (is_single(turn) && !is_single(&next), self.size());
        self.tried_all_smaller |= was_last_single;
        // Larger changes are not the smallest.
        let is_enough = found.is_some_and(|found| was_last_single || size(&next) != Some(found));
        if next == Turn::Over
            || (is_enough && !is_single(&next))
            || self.found.len() >= MOST_FOUND && found == size(&next)
        {
            return Phase::Over;
        }
        Phase::Complete(next)
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
                is_in.then(|| inputs.iter().map(|input| (*frame, *input)).collect())
            }
            Turn::Apart { frames, inputs } => {
                Some(vec![(frames.0, inputs.0), (frames.1, inputs.1)])
            }
            Turn::Over => None,
        }
    }

    /// The number of inputs that may be added.
    fn added(&self) -> usize {
        let options = &self.options;
        options.partition_point(|option| option.left_out.is_none())
    }

    /// The turn after this one.
    fn next(&self, turn: &Turn) -> Turn {
        let Some((first, last)) = self.trials.frames() else {
            return Turn::Over;
        };
        let count = self.added();
        match turn {
            Turn::Over => Turn::Over,
            Turn::LeftOut(place) if count + place + 1 < self.options.len() => {
                Turn::LeftOut(place + 1)
            }
            Turn::LeftOut(_) if count == 0 => Turn::Over,
            Turn::LeftOut(_) => Turn::Together {
                frame: last,
                inputs: vec![0],
            },
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

/// The number of inputs of a turn.
fn size(turn: &Turn) -> Option<usize> {
    match turn {
        Turn::LeftOut(_) => Some(1),
        Turn::Together { inputs, .. } => Some(inputs.len()),
        Turn::Apart { .. } => Some(2),
        Turn::Over => None,
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
