//! Conditional aborts. A conditional that has returned a status is watched by an observer, which records that status,
//! the abort type and a scope. Step 2 of a frame checks all observers again. An observer whose status has changed
//! interrupts what runs inside its scope, deepest task first and a Parallel's branches before the Parallel itself; then
//! the scope continues with the child that contains the conditional. (This is the algorithm of conditional aborts in
//! Behavior Designer, with scopes handed up through nested composites.)
//!
//! A conditional that only reads variables is not checked while they are unchanged: its status is known. One number
//! detects that: the total count of changes to the variables that such conditionals read, which can only grow.

use std::ops::Range;

use super::executor::{Branch, Executor, memory_of};
use super::panics::CallReason;
use super::program::{Flags, NONE, NodeIndex, Program, Role, some};
use super::program_builder::Operation;
use super::task::{ParentContext, Tasks};
use super::tracer::Tracer;
use super::world::World;
use crate::abort::AbortType;
use crate::status::{EndStatus, Status};

impl<W: World + ?Sized, B: Tasks, T: Tracer> Executor<'_, '_, W, B, T> {
    /// Checks every observer from index `from` on that is not dormant, in the order of the list.
    pub(super) fn reevaluate(&mut self, from: usize) {
        let mut is_valid = !T::ANSWERS && self.revalidate(from);
        if is_valid && self.program.followed.by_all && !T::WATCHES {
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
            self.frame_state.call_reason = CallReason::Observer(index);
            let flags = self.program.nodes[observer.conditional as usize].flags;
            let status = if is_valid && flags.has(Flags::FOLLOWS_VARIABLES) {
                observer.status
            } else {
                self.check_condition(observer.conditional)
            };
            if status == observer.status {
                self.tracer.check(NodeIndex(observer.conditional), status);
                index += 1;
            } else {
                index = self.handle_check(index, status);
            }
            // What was checked or interrupted may have written variables on which later conditionals depend.
            let agent = &self.context.tick.agent;
            is_valid &= !agent.is_restless;
        }
        self.frame_state.call_reason = CallReason::Task;
    }

    /// Returns whether the recorded statuses of all conditionals that depend on variables alone are still valid. If
    /// not, the caller is about to check them, so this records the current change count. Whatever makes that wrong in
    /// the meantime calls [`Self::invalidate`].
    #[inline]
    fn revalidate(&mut self, from: usize) -> bool {
        let followed = &self.program.followed;
        if followed.count == 0 {
            return false;
        }
        let tick = &self.context.tick;
        let changes = followed.variables.iter().map(|slot| tick.changes(*slot));
        let changes = changes.sum();
        // After a panic, the remaining observers are checked as if there had been no panic.
        let Some(observers) = self.state.observers.as_mut().filter(|_| from == 0) else {
            return false;
        };
        let before = observers.valid_at.replace(changes);
        if self.has_forced {
            observers.valid_at = None;
            return false;
        }
        before == Some(changes)
    }

    /// Marks the recorded statuses as possibly different from what a new check would return.
    pub(super) fn invalidate(&mut self) {
        if let Some(observers) = &mut self.state.observers {
            observers.valid_at = None;
        }
    }

    /// Checks a watched conditional or guard. Closures of the game, the most common case, are called inline.
    #[inline]
    fn check_condition(&mut self, index: u32) -> Status {
        #[cfg(test)]
        if let Some(observers) = &mut self.state.observers {
            observers.checks += 1;
        }
        match &self.program.nodes[index as usize].operation {
            Operation::Update(update) if !self.has_forced => {
                self.about_to_ask(index);
                let status = update(&mut self.context);
                self.report_writes(index);
                match status {
                    status if self.context.tick.report.is_some() => self.report(index, status),
                    Status::Running => Status::Failure,
                    status => status,
                }
            }
            _ => self.update_leaf(index),
        }
    }

    /// Handles the status that the conditional of the observer at `index` returned. Returns the index at which checking
    /// continues.
    pub(super) fn handle_check(&mut self, index: usize, status: Status) -> usize {
        let list = self.state.observers.as_ref();
        let Some(observer) = list.and_then(|list| list.get(index)) else {
            return index + 1;
        };
        self.tracer.check(NodeIndex(observer.conditional), status);
        if status == observer.status {
            return index + 1;
        }
        self.context.tick.agent.is_restless = true;
        if let Ok(branch) = self.program.victim(&self.state.branches, observer) {
            self.fire(observer, branch, index)
        } else {
            // Checked again in each frame until there is something to interrupt, or the status is back to the recorded
            // one.
            self.invalidate();
            index + 1
        }
    }

    /// Interrupts what runs inside the scope on this branch and makes the scope continue with the child that contains
    /// the conditional. Returns the index at which checking continues.
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
        self.unwind(branch, stop, ObserverHandling::CallerDrops);
        self.state.branches[branch as usize].resume = target;
        let node = &self.program.nodes[scope as usize];
        if node.role() == Role::Parent && node.rule.is_none() {
            let tell = |kind: &B, context: &mut ParentContext<'_, '_>| {
                kind.aborted_to(context, NodeIndex(target));
            };
            self.call_parent(scope, NONE, tell, |executor| {
                executor.tell_game_parent_of_abort(scope, target);
            });
        }
        match &mut self.state.observers {
            Some(observers) => observers.drop_fired(self.program, index, scope, unwound),
            None => 0,
        }
    }
}

impl<W: World + ?Sized, B: Tasks, T: Tracer> Executor<'_, '_, W, B, T> {
    /// Interrupts what runs at and below a node that is on a run stack or about to be entered, and drops the observers
    /// there. The node is entered again when its run stack runs next.
    pub(super) fn restart_at(&mut self, index: u32) {
        let node = &self.program.nodes[index as usize];
        let stop = if node.flags.has(Flags::BRANCH_ROOT) {
            NONE
        } else {
            node.parent
        };
        self.unwind(node.branch, stop, ObserverHandling::CallerDrops);
        self.state.branches[node.branch as usize].resume = index;
        if let Some(observers) = &mut self.state.observers {
            let program = self.program;
            observers.drop_where(|o| program.contains(index, o.conditional));
        }
    }
}

impl<W: World + ?Sized, B> Program<W, B> {
    /// Returns the abort type and the scope that the observer of a conditional has while `scope` runs and all
    /// composites between them have ended; `None` if there is no such observer. `scope` is [`NONE`] while the nearest
    /// composite runs and the observer is dormant, in the argument as in the result.
    pub(super) fn observer_in(&self, conditional: u32, scope: u32) -> Option<(AbortType, u32)> {
        let mut at = self.facts[conditional as usize].nearest_composite;
        let mut kind = some(at).map_or(AbortType::None, |nearest| self.abort(nearest));
        match kind {
            AbortType::None => return None,
            AbortType::LowerPriority if scope == NONE || scope == at => return Some((kind, NONE)),
            _ if scope == NONE => return Some((kind, at)),
            _ => {}
        }
        while at != scope {
            let above = self.facts[at as usize].nearest_composite;
            let abort = self.abort(NodeIndex(at));
            kind = abort.handed_up(self.abort(some(above)?), kind)?;
            at = above;
        }
        Some((kind, scope))
    }
}

/// The reason why an observer could not interrupt anything if its status changed now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Obstacle {
    NothingRuns,
    /// Nothing runs in the conditional's branch of this Parallel; the other branches are out of reach.
    OtherBranch(u32),
    /// The running task was interrupted by its key and is about to end.
    AlreadyEnding(u32),
}

impl<W: World + ?Sized, B: Tasks> Program<W, B> {
    /// Returns the branch that runs inside an observer's scope and may be interrupted by it.
    ///
    /// If the scope is a Parallel, only the conditional's own branch can be interrupted. For any other scope, what runs
    /// inside it is on the scope's own run stack, or on branches of Parallels that end together with that stack.
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
        if self.is_ending_by_key(top) && self.contains(top, observer.conditional) {
            return Err(Obstacle::AlreadyEnding(top));
        }
        let meeting = self.lowest_common_ancestor(top, observer.conditional);
        if self.nodes[meeting as usize].role() == Role::Parallel {
            return Err(Obstacle::OtherBranch(meeting));
        }
        Ok(branch)
    }

    /// Returns whether this top of a run stack was interrupted by its key in step 1 and is about to end. (An
    /// `Interruptible` is never the top of a stack otherwise.) A conditional below it would start it again, and the
    /// requested result would be lost.
    fn is_ending_by_key(&self, top: u32) -> bool {
        match &self.nodes[top as usize].operation {
            Operation::Builtin(kind) => kind.interrupt_key().is_some(),
            _ => false,
        }
    }
}

/// What happens to the observers inside composites that are interrupted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ObserverHandling {
    /// They are handed up as at any other end. For composites that are left because a Parallel above them ended.
    HandUp,
    /// Nothing: the caller drops them.
    CallerDrops,
}

impl<W: World + ?Sized, B: Tasks, T: Tracer> Executor<'_, '_, W, B, T> {
    /// Ends everything on a branch's run stack and below it, down to but not including `stop` ([`NONE`] for the whole
    /// stack).
    pub(super) fn unwind(&mut self, branch: u32, stop: u32, observers: ObserverHandling) {
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
            // Continue with the branch to the right; after the last one, with the Parallel itself.
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
            self.unwind(branch, NONE, ObserverHandling::HandUp);
            branch = self.live_branch_from(self.program.branches[branch as usize].next);
        }
    }

    /// Returns the first branch, from `first` to the right, on which something runs. Cancels the pending restart of the
    /// branches that it skips.
    fn live_branch_from(&mut self, first: u32) -> u32 {
        let mut branch = first;
        while branch != NONE && self.state.branches[branch as usize].top == NONE {
            self.state.branches[branch as usize].resume = NONE;
            branch = self.program.branches[branch as usize].next;
        }
        branch
    }

    #[inline]
    fn notify_interrupted(&mut self, index: u32) {
        let node = &self.program.nodes[index as usize];
        if node.flags.has(Flags::HEARS_INTERRUPTION)
            && let Operation::Builtin(kind) = &node.operation
        {
            let memory = memory_of(&mut self.state.memory, node);
            kind.interrupted(memory, &mut self.context.tick);
            self.report_writes(index);
        }
    }

    fn end_interrupted(&mut self, node: u32, observers: ObserverHandling) {
        self.notify_interrupted(node);
        self.end_task(node, EndStatus::Inactive);
        if observers == ObserverHandling::HandUp
            && self.program.nodes[node as usize]
                .flags
                .has(Flags::HAS_WATCHED)
            && let Some(observers) = &mut self.state.observers
        {
            observers.hand_up(self.program, node);
        }
    }
}

/// A watched conditional, as (conditional, last status, abort type, scope).
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

/// The observers in the order in which they were created, and one bit for each conditional that has one.
#[derive(Clone, Debug, Default)]
pub(super) struct ObserverList {
    list: Vec<Observer>,
    /// One bit per number of a watched conditional: set if the list contains it.
    observed: Vec<u64>,
    /// Whether an observer was created, changed or dropped since this was last set to false.
    pub touched: bool,
    /// The change count of the variables at which all recorded statuses were valid. `None` if they may be outdated, or
    /// if a conditional reported more than a status.
    pub valid_at: Option<u64>,
    /// How many checks of watched conditionals there were.
    #[cfg(test)]
    pub checks: u64,
}

impl ObserverList {
    pub fn new(watched_count: usize) -> Self {
        Self {
            list: Vec::new(),
            observed: vec![0; watched_count.div_ceil(64)],
            touched: false,
            valid_at: None,
            #[cfg(test)]
            checks: 0,
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
        self.observed.fill(0);
        self.valid_at = None;
    }

    /// Reserves capacity for all possible observers, so that adding one never allocates.
    pub fn reserve(&mut self, watched_count: usize) {
        self.list.reserve(watched_count);
    }

    /// Creates the observer of a conditional that ended. An observer that it already has is overwritten and keeps its
    /// position in the list.
    pub fn record<W: World + ?Sized, B>(
        &mut self,
        program: &Program<W, B>,
        conditional: u32,
        status: Status,
    ) {
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
        if self.mark_observed(facts.watched.0) {
            self.list.push(observer);
        } else if let Some(place) = self.list.iter_mut().find(|o| o.conditional == conditional) {
            *place = observer;
        }
    }

    /// Drops the observers inside a composite that starts: their statuses are from an earlier round.
    pub fn retire<W: World + ?Sized, B>(&mut self, program: &Program<W, B>, composite: u32) {
        if self.observes_any(program.facts[composite as usize].watched) {
            self.drop_where(|o| program.contains(composite, o.conditional));
        }
    }

    /// Hands up the observers of a composite that ends: those whose scope it is, and those that are dormant until it
    /// ends. They get the next composite as their scope, or are dropped.
    pub fn hand_up<W: World + ?Sized, B>(&mut self, program: &Program<W, B>, composite: u32) {
        let facts = &program.facts[composite as usize];
        if !self.observes_any(facts.watched) {
            return;
        }
        // An observer that was dormant may have an outdated status.
        self.valid_at = None;
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
            match own.handed_up(above_abort, observer.kind) {
                Some(kind) if above != NONE => {
                    observer.scope = above;
                    observer.kind = kind;
                    true
                }
                _ => false,
            }
        });
    }

    /// Drops the observer at `index`, which fired, every later one of a conditional inside `scope`, and all inside
    /// `unwound`, which is inside `scope`. Returns the index at which checking continues.
    pub fn drop_fired<W: World + ?Sized, B>(
        &mut self,
        program: &Program<W, B>,
        index: usize,
        scope: u32,
        unwound: u32,
    ) -> usize {
        let (in_scope, in_unwound) = (program.span(scope), program.span(unwound));
        let (before, from_fired) = self.list.split_at(index);
        let count = |span: &Range<u32>| {
            let inside = before.iter().filter(|o| span.contains(&o.conditional));
            inside.count()
        };
        let kept_inside = count(&in_scope);
        let numbers = program.facts[scope as usize].watched;
        let is_all = self.count_observed(numbers) == kept_inside + from_fired.len();
        if is_all && count(&in_unwound) == 0 {
            self.truncate(index, numbers);
            return index;
        }
        let mut at = 0;
        let mut kept_before = 0;
        self.revise(|observer| {
            let here = at;
            at += 1;
            let keep = here != index
                && !in_unwound.contains(&observer.conditional)
                && (here < index || !in_scope.contains(&observer.conditional));
            kept_before += usize::from(keep && here < index);
            keep
        });
        kept_before
    }

    /// Drops the observers from `index` on, whose numbers are all in this range.
    fn truncate(&mut self, index: usize, (from, to): (u32, u32)) {
        self.touched = true;
        self.list.truncate(index);
        for (word, bits) in words((from, to)) {
            self.observed[word] &= !bits;
        }
        for observer in self.list.iter().filter(|o| (from..to).contains(&o.number)) {
            self.observed[observer.number as usize / 64] |= 1 << (observer.number % 64);
        }
    }

    /// Drops the observers for which `drop` returns true.
    pub fn drop_where(&mut self, drop: impl Fn(&Observer) -> bool) {
        self.revise(|observer| !drop(observer));
    }

    /// Adds an observer of an instance of another program, unless its conditional is not watched in this one.
    pub fn adopt<W: World + ?Sized, B>(&mut self, program: &Program<W, B>, observer: Observer) {
        let conditional = observer.conditional as usize;
        if program.nodes[conditional].flags.has(Flags::WATCHED)
            && self.mark_observed(program.facts[conditional].watched.0)
        {
            self.list.push(observer);
        }
    }

    fn revise(&mut self, mut keep: impl FnMut(&mut Observer) -> bool) {
        self.touched = true;
        let observed = &mut self.observed;
        self.list.retain_mut(|observer| {
            let kept = keep(observer);
            if !kept {
                observed[observer.number as usize / 64] &= !(1 << (observer.number % 64));
            }
            kept
        });
    }

    /// Marks a conditional as observed. Returns false if it already was.
    fn mark_observed(&mut self, number: u32) -> bool {
        let word = &mut self.observed[number as usize / 64];
        let bit = 1 << (number % 64);
        let new = *word & bit == 0;
        *word |= bit;
        new
    }

    /// Returns whether any conditional with a number in this range is observed.
    fn observes_any(&self, numbers: (u32, u32)) -> bool {
        !self.list.is_empty() && words(numbers).any(|(word, bits)| self.observed[word] & bits != 0)
    }

    /// Returns how many conditionals with a number in this range are observed.
    fn count_observed(&self, numbers: (u32, u32)) -> usize {
        let counts = words(numbers).map(|(word, bits)| (self.observed[word] & bits).count_ones());
        counts.sum::<u32>() as usize
    }
}

/// Iterates over the words of bits for a range of numbers, each with the bits that belong to the range.
fn words((from, to): (u32, u32)) -> impl Iterator<Item = (usize, u64)> {
    let (first, end) = (from as usize / 64, (to as usize).div_ceil(64));
    (first..end).map(move |word| {
        let start = if word == first { from % 64 } else { 0 };
        let unused = (word as u32 * 64 + 64).saturating_sub(to);
        (word, (u64::MAX << start) & (u64::MAX >> unused))
    })
}

#[cfg(test)]
mod tests;
