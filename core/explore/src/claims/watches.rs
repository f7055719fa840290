//! Assumptions and claims as watches of frames. What `within` and `before` must remember is one small number of the state.

use super::condition::Formula;
use crate::frame_facts::{FrameFacts, Judgement, Watch};
use crate::inputs::Condition as _;
use std::sync::Arc;

/// What never happens otherwise.
#[derive(Debug)]
pub struct Assumption(pub Formula);

impl Watch for Assumption {
    fn judge(&self, _memory: &mut [u64], facts: &mut dyn FrameFacts) -> Judgement {
        if self.0.holds(facts) {
            Judgement::Fine
        } else {
            Judgement::Cut
        }
    }

    fn reads_last(&self) -> Vec<Arc<str>> {
        self.0.reads_last()
    }
}

/// A claim with its expressions.
#[derive(Debug)]
pub enum Claimed {
    Never(Formula),
    Always(Formula),
    Within {
        frames: u64,
        after: Formula,
        then: Formula,
    },
    Before {
        first: Formula,
        then: Formula,
    },
    Can(Formula),
}

impl Watch for Claimed {
    fn memory_len(&self) -> usize {
        match self {
            Self::Within { .. } | Self::Before { .. } => 1,
            Self::Never(_) | Self::Always(_) | Self::Can(_) => 0,
        }
    }

    fn may_cut(&self) -> bool {
        false
    }

    fn judge(&self, memory: &mut [u64], facts: &mut dyn FrameFacts) -> Judgement {
        let is_broken = match self {
            Self::Never(formula) => formula.holds(facts),
            Self::Always(formula) => !formula.holds(facts),
            Self::Within {
                frames,
                after,
                then,
            } => is_late(&mut memory[0], *frames, (after, then), facts),
            Self::Before { first, then } => is_too_early(&mut memory[0], (first, then), facts),
            Self::Can(formula) => {
                return if formula.holds(facts) {
                    Judgement::Reached
                } else {
                    Judgement::Fine
                };
            }
        };
        if is_broken {
            Judgement::Broken
        } else {
            Judgement::Fine
        }
    }
}

/// Counts the frames that are left; 0 while nothing is waited for. The earliest cause decides, since one effect answers all causes
/// before it.
fn is_late(
    left: &mut u64,
    frames: u64,
    (after, then): (&Formula, &Formula),
    facts: &mut dyn FrameFacts,
) -> bool {
    let is_waiting = *left > 0;
    if !is_waiting && !after.holds(facts) {
        return false;
    }
    if then.holds(facts) {
        *left = 0;
        return false;
    }
    *left = if is_waiting { *left - 1 } else { frames };
    *left == 0
}

/// Remembers that what must hold first has held.
fn is_too_early(
    has_held: &mut u64,
    (first, then): (&Formula, &Formula),
    facts: &mut dyn FrameFacts,
) -> bool {
    if *has_held > 0 {
        return false;
    }
    if first.holds(facts) {
        *has_held = 1;
        return false;
    }
    then.holds(facts)
}
