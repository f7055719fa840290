//! Conditional aborts, and what happens when one fires. Conditionals that have answered are watched: each has an observer, with its answer, kind
//! and scope. In step 2 of a frame they are asked again; one whose answer changed interrupts what runs inside its scope, deepest task first, a
//! Parallel's branches before itself, and the scope goes on at the conditional's branch. (The algorithm is that of conditional aborts in
//! Behavior Designer, with scopes handed up through nested composites.)
//!
//! A conditional that only looks at variables is not asked while they stay as they are: its answer is known. One number tells that, how often
//! the variables that such conditionals read have changed in all, which can only grow.

use super::executor::{Branch, Executor, memory_of};
use super::panics::Calling;
use super::program::{Flags, NONE, NodeIndex, Program, Role};
use super::program_builder::Operation;
use super::task::Tasks;
use super::tracer::Tracer;
use crate::abort::AbortType;
use crate::status::{EndStatus, Status};

impl<W, B: Tasks, T: Tracer> Executor<'_, W, B, T> {
    /// Asks every observer from this index on that is not dormant, in the order in which they were made.
    pub(super) fn reevaluate(&mut self, from: usize) {
        let is_settled = self.settle(from);
        if is_settled && self.program.followed.by_all && !T::WATCHES {
            return;
        }
        let mut index = from;
        while let Some(observer) = self
            .state
            .observers
            .as_ref()
            .and_then(|list| list.get(index))
        {
            if observer.scope == NONE {
                index += 1;
                continue;
            }
            self.kept.calling = Calling::Observer(index);
            let flags = self.program.nodes[observer.conditional as usize].flags;
            let status = if is_settled && flags.has(Flags::FOLLOWS_VARIABLES) {
                observer.status
            } else {
                self.ask_observed(observer.conditional)
            };
            if status == observer.status && !T::WATCHES {
                index += 1;
            } else {
                index = self.checked(index, status);
            }
        }
        self.kept.calling = Calling::Task;
    }

    /// Whether all that follow variables would answer as they did; if not, they are about to be asked. What happens meanwhile that makes
    /// this wrong takes it back ([`Self::unsettle`]).
    #[inline]
    fn settle(&mut self, from: usize) -> bool {
        let followed = &self.program.followed;
        if followed.count == 0 {
            return false;
        }
        let tick = &self.context.tick;
        let changes = followed.variables.iter().map(|slot| tick.changes(*slot));
        let changes = changes.sum();
        // After a panic the rest is asked as if there had been none.
        let Some(observers) = self.state.observers.as_mut().filter(|_| from == 0) else {
            return false;
        };
        let before = observers.settled_at.replace(changes);
        if self.has_forced {
            observers.settled_at = None;
            return false;
        }
        before == Some(changes)
    }

    /// What is kept of the observers' answers is not what asking them again would give.
    pub(super) fn unsettle(&mut self) {
        if let Some(observers) = &mut self.state.observers {
            observers.settled_at = None;
        }
    }

    /// Asks a watched conditional or guard; a game's own, the most common, right here.
    #[inline]
    fn ask_observed(&mut self, index: u32) -> Status {
        #[cfg(test)]
        if let Some(observers) = &mut self.state.observers {
            observers.asked += 1;
        }
        match &self.program.nodes[index as usize].operation {
            Operation::Update(update) if !self.has_forced => {
                self.kept.called = index;
                let status = update(&mut self.context);
                self.tell_writes(index);
                match status {
                    status if self.context.tick.report.is_some() => self.report(index, status),
                    Status::Running => Status::Failure,
                    status => status,
                }
            }
            _ => self.ask_leaf(index),
        }
    }

    /// The conditional of the observer at `index` answered. Returns where checking goes on.
    pub(super) fn checked(&mut self, index: usize, status: Status) -> usize {
        let list = self.state.observers.as_ref();
        let Some(observer) = list.and_then(|list| list.get(index)) else {
            return index + 1;
        };
        self.tracer.check(NodeIndex(observer.conditional), status);
        if status == observer.status {
            return index + 1;
        }
        self.context.tick.agent.restless = self.context.tick.agent.frame;
        if let Ok(branch) = self.program.victim(&self.state.branches, observer) {
            self.fire(observer, branch, index)
        } else {
            // It is asked until there is something to interrupt, or it answers as before.
            self.unsettle();
            index + 1
        }
    }

    /// Interrupts what runs inside the scope on this branch and sends the scope to the conditional's branch.
    /// Returns where checking goes on.
    fn fire(&mut self, observer: Observer, branch: u32, index: usize) -> usize {
        let Observer {
            conditional, scope, ..
        } = observer;
        self.tracer.abort(NodeIndex(conditional), NodeIndex(scope));
        let top = self.state.branches[branch as usize].top;
        let target = self.program.child_towards(scope, conditional);
        let unwound = if top == scope {
            target
        } else {
            self.program.child_towards(scope, top)
        };
        let stop = if self.program.nodes[target as usize]
            .flags
            .has(Flags::BRANCH_ROOT)
        {
            NONE
        } else {
            scope
        };
        self.unwind(branch, stop, AtEnd::Leave);
        self.state.branches[branch as usize].resume = target;
        match &mut self.state.observers {
            Some(observers) => observers.drop_fired(self.program, index, scope, unwound),
            None => 0,
        }
    }
}

/// Why an observer could interrupt nothing if its answer changed now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Obstacle {
    NothingRuns,
    /// What runs, if anything does, stands in other branches of this Parallel.
    OtherBranch(u32),
    /// What runs was interrupted by its key and is about to end.
    AlreadyEnding(u32),
}

impl<W, B: Tasks> Program<W, B> {
    /// The branch that runs inside an observer's scope and may be interrupted by it.
    ///
    /// A scope that is a Parallel can only have the branch of the conditional itself interrupted. For any other scope, what runs inside
    /// it is on the scope's own run stack, or on branches of Parallels that end with what is on that stack.
    pub(super) fn victim(&self, branches: &[Branch], observer: Observer) -> Result<u32, Obstacle> {
        let scope = observer.scope;
        let is_parallel = self.nodes[scope as usize].role() == Role::Parallel;
        let branch = if is_parallel {
            let child = self.child_towards(scope, observer.conditional);
            self.nodes[child as usize].branch
        } else {
            self.nodes[scope as usize].branch
        };
        let top = branches[branch as usize].top;
        if top == NONE && is_parallel {
            return Err(Obstacle::OtherBranch(scope));
        }
        if top == NONE || !self.contains(scope, top) {
            return Err(Obstacle::NothingRuns);
        }
        if self.ends_as_asked(top) && self.contains(top, observer.conditional) {
            return Err(Obstacle::AlreadyEnding(top));
        }
        let meeting = self.lowest_common_ancestor(top, observer.conditional);
        if self.nodes[meeting as usize].role() == Role::Parallel {
            return Err(Obstacle::OtherBranch(meeting));
        }
        Ok(branch)
    }

    /// Whether this top of a run stack was interrupted by its key in step 1, and so is about to end: it never waits otherwise.
    /// A conditional below it would start it again, and the result that was asked for would be lost.
    fn ends_as_asked(&self, top: u32) -> bool {
        match &self.nodes[top as usize].operation {
            Operation::Builtin(kind) => kind.interrupt_key().is_some(),
            _ => false,
        }
    }
}

/// What becomes of the observers inside composites that are interrupted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum AtEnd {
    /// They go up as at any other end: the composites left because a Parallel above them ended.
    HandUp,
    /// The caller drops them.
    Leave,
}

impl<W, B: Tasks, T: Tracer> Executor<'_, W, B, T> {
    /// Ends everything on a branch's run stack and below it, down to but not including `stop` ([`NONE`] for all of it).
    pub(super) fn unwind(&mut self, branch: u32, stop: u32, observers: AtEnd) {
        let mut on = branch;
        let mut at = self.state.branches[branch as usize].top;
        let mut skip_branches = false;
        while at != stop && at != NONE {
            if !skip_branches && self.program.nodes[at as usize].role() == Role::Parallel {
                let first = self.program.first_child(at);
                let live = self.live_branch_from(self.program.nodes[first as usize].branch);
                if live != NONE {
                    on = live;
                    at = self.state.branches[live as usize].top;
                    continue;
                }
            }
            skip_branches = false;
            self.end_interrupted(at, observers);
            if !self.program.nodes[at as usize]
                .flags
                .has(Flags::BRANCH_ROOT)
            {
                at = self.program.nodes[at as usize].parent;
                continue;
            }
            self.state.branches[on as usize].close();
            if on == branch {
                return;
            }
            // The branch to the right is next; after the last one, the Parallel itself.
            let facts = &self.program.branches[on as usize];
            let live = self.live_branch_from(facts.next);
            if live == NONE {
                at = facts.parallel;
                on = self.program.nodes[at as usize].branch;
                skip_branches = true;
            } else {
                on = live;
                at = self.state.branches[live as usize].top;
            }
        }
        self.state.branches[branch as usize].top = stop;
        self.state.branches[branch as usize].resume = NONE;
    }

    /// Ends everything that runs below a Parallel, left to right.
    pub(super) fn interrupt_branches_of(&mut self, parallel: u32) {
        let first = self.program.first_child(parallel);
        let mut branch = self.live_branch_from(self.program.nodes[first as usize].branch);
        while branch != NONE {
            self.unwind(branch, NONE, AtEnd::HandUp);
            branch = self.live_branch_from(self.program.branches[branch as usize].next);
        }
    }

    /// This branch or the first one to its right on which something runs; a branch that is about to start again has nothing yet.
    fn live_branch_from(&mut self, first: u32) -> u32 {
        let mut branch = first;
        while branch != NONE && self.state.branches[branch as usize].top == NONE {
            self.state.branches[branch as usize].resume = NONE;
            branch = self.program.branches[branch as usize].next;
        }
        branch
    }

    #[inline]
    fn hear_interruption(&mut self, index: u32) {
        let node = &self.program.nodes[index as usize];
        if node.flags.has(Flags::HEARS_INTERRUPTION)
            && let Operation::Builtin(kind) = &node.operation
        {
            let memory = memory_of(&mut self.state.memory, node);
            kind.interrupted(memory, &mut self.context.tick);
            self.tell_writes(index);
        }
    }

    fn end_interrupted(&mut self, node: u32, observers: AtEnd) {
        self.hear_interruption(node);
        self.end_task(node, EndStatus::Inactive);
        if observers == AtEnd::HandUp
            && self.program.nodes[node as usize]
                .flags
                .has(Flags::HAS_WATCHED)
            && let Some(observers) = &mut self.state.observers
        {
            observers.hand_up(self.program, node);
        }
    }
}

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

#[cfg(test)]
mod tests;
