//! The observers of one running tree: conditionals that have answered and are watched, with their answer, kind and scope.
//! Holds the list and its rules of making, handing up and dropping; not when they are asked or what firing does.

use super::program::{Flags, NONE, Program};
use crate::abort::AbortType;
use crate::status::Status;

/// A watched conditional. SEMANTICS: an observer is (conditional, last status, kind, scope).
#[derive(Clone, Copy, Debug)]
pub(super) struct Observer {
    pub conditional: u32,
    /// The number of the conditional among those that can be watched.
    pub number: u32,
    /// The composite inside which it may interrupt; [`NONE`] while dormant.
    pub scope: u32,
    pub kind: AbortType,
    pub status: Status,
}

/// Observers in the order in which they were made, and a bit for each conditional that has one.
#[derive(Clone, Debug, Default)]
pub(super) struct ObserverList {
    list: Vec<Observer>,
    /// By number of the watched conditional: whether the list holds it.
    held: Vec<u64>,
    /// Whether any was made, changed or dropped since this was last set to false.
    pub touched: bool,
    /// How often the variables that watched conditionals follow had changed when all of these had last answered as is kept here; none
    /// when that does not hold, or one of them had more to say than its answer.
    pub settled_at: Option<u64>,
    /// How often a watched conditional was asked.
    #[cfg(test)]
    pub asked: u64,
}

impl ObserverList {
    pub fn new(watched_count: usize) -> Self {
        Self {
            list: Vec::new(),
            held: vec![0; watched_count.div_ceil(64)],
            touched: false,
            settled_at: None,
            #[cfg(test)]
            asked: 0,
        }
    }

    pub fn len(&self) -> usize {
        self.list.len()
    }

    #[inline]
    pub fn get(&self, index: usize) -> Option<Observer> {
        self.list.get(index).copied()
    }

    pub fn iter(&self) -> impl Iterator<Item = &Observer> {
        self.list.iter()
    }

    pub fn clear(&mut self) {
        self.list.clear();
        self.held.fill(0);
        self.settled_at = None;
    }

    /// Keeps room for every observer that there can be, so that making one allocates nothing.
    pub fn reserve(&mut self, watched_count: usize) {
        self.list.reserve(watched_count);
    }

    /// A conditional ended: it is watched from now on, in its old place if it already was.
    pub fn make<W, B>(&mut self, program: &Program<W, B>, conditional: u32, status: Status) {
        self.touched = true;
        let facts = &program.facts[conditional as usize];
        let composite = facts.nearest_composite;
        let kind = program.facts[composite as usize].abort;
        let dormant = kind == AbortType::LowerPriority;
        let observer = Observer {
            conditional,
            number: facts.watched.0,
            scope: if dormant { NONE } else { composite },
            kind,
            status,
        };
        if self.set_held(facts.watched.0) {
            self.list.push(observer);
        } else if let Some(place) = self.list.iter_mut().find(|o| o.conditional == conditional) {
            *place = observer;
        }
    }

    /// A composite starts: what was seen inside it in an earlier round no longer counts.
    pub fn retire<W, B>(&mut self, program: &Program<W, B>, composite: u32) {
        if self.holds_any(program.facts[composite as usize].watched) {
            self.drop_where(|o| program.contains(composite, o.conditional));
        }
    }

    /// A composite ends: observers that it is the scope of (or that wait for it to be left) go up to the next composite, or are dropped.
    pub fn hand_up<W, B>(&mut self, program: &Program<W, B>, composite: u32) {
        let facts = &program.facts[composite as usize];
        if !self.holds_any(facts.watched) {
            return;
        }
        // One that slept may have another answer by now.
        self.settled_at = None;
        let (own, above) = (facts.abort, facts.nearest_composite);
        let above_abort = program
            .facts
            .get(above as usize)
            .map_or(AbortType::None, |f| f.abort);
        self.revise(|observer| {
            let concerned = observer.scope == composite
                || (own == AbortType::LowerPriority
                    && observer.scope == NONE
                    && program.facts[observer.conditional as usize].nearest_composite == composite);
            if !concerned {
                return true;
            }
            match handed_up(own, above_abort, observer.kind) {
                Some(kind) if above != NONE => {
                    observer.scope = above;
                    observer.kind = kind;
                    true
                }
                _ => false,
            }
        });
    }

    /// The observer at `index` fired: drops it, every later one of a conditional inside `scope`, and all inside what was unwound.
    /// Returns where checking goes on.
    pub fn drop_fired<W, B>(
        &mut self,
        program: &Program<W, B>,
        index: usize,
        scope: u32,
        unwound: u32,
    ) -> usize {
        let mut at = 0;
        let mut kept_before = 0;
        self.revise(|observer| {
            let here = at;
            at += 1;
            let keep = here != index
                && !program.contains(unwound, observer.conditional)
                && (here < index || !program.contains(scope, observer.conditional));
            kept_before += usize::from(keep && here < index);
            keep
        });
        kept_before
    }

    /// Drops those of whom `drop` says so.
    pub fn drop_where(&mut self, drop: impl Fn(&Observer) -> bool) {
        self.revise(|observer| !drop(observer));
    }

    /// Adds an observer that another program's instance had, unless its conditional is not watched here.
    pub fn adopt<W, B>(&mut self, program: &Program<W, B>, observer: Observer) {
        let conditional = observer.conditional as usize;
        if program.nodes[conditional].flags.has(Flags::WATCHED)
            && self.set_held(program.facts[conditional].watched.0)
        {
            self.list.push(observer);
        }
    }

    fn revise(&mut self, mut keep: impl FnMut(&mut Observer) -> bool) {
        self.touched = true;
        let held = &mut self.held;
        self.list.retain_mut(|observer| {
            let kept = keep(observer);
            if !kept {
                held[observer.number as usize / 64] &= !(1 << (observer.number % 64));
            }
            kept
        });
    }

    /// Marks a conditional as held; false if it already was.
    fn set_held(&mut self, number: u32) -> bool {
        let word = &mut self.held[number as usize / 64];
        let bit = 1 << (number % 64);
        let new = *word & bit == 0;
        *word |= bit;
        new
    }

    /// Whether any conditional with a number in this range is held.
    fn holds_any(&self, (from, to): (u32, u32)) -> bool {
        if self.list.is_empty() || from == to {
            return false;
        }
        let (first, last) = (from as usize / 64, (to as usize - 1) / 64);
        (first..=last).any(|word| {
            let mut bits = self.held[word];
            if word == first {
                bits &= u64::MAX << (from % 64);
            }
            if word == last {
                bits &= u64::MAX >> (63 - (to - 1) % 64);
            }
            bits != 0
        })
    }
}

/// Whether an observer goes up from a composite with abort type `own` to one with `above`, and of which kind it then is:
/// Both becomes no more than the composites that it passes allow.
pub(super) fn handed_up(own: AbortType, above: AbortType, kind: AbortType) -> Option<AbortType> {
    let upwards =
        own.includes_own_branch() && above.includes_own_branch() && kind.includes_own_branch();
    let sideways = own.includes_lower_priority() && kind.includes_lower_priority();
    if !(upwards || sideways) {
        return None;
    }
    let passes = |abort: AbortType| own == abort || above == abort;
    Some(match kind {
        AbortType::Both if passes(AbortType::OwnBranch) => AbortType::OwnBranch,
        AbortType::Both if passes(AbortType::LowerPriority) => AbortType::LowerPriority,
        kind => kind,
    })
}
