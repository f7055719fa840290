//! Lets trees sleep, so that frames in which nothing can happen to a tree cost nothing.
//!
//! A tree can sleep after a frame in which it wrote no variable, no observer was created or dropped or changed its
//! status, and no task reported anything, if every task that the next frame would call says that its status cannot
//! change ([`Wake`]). The next frame would only call them all and get the same statuses, and so would each one after
//! it. The tree returns what wakes it ([`Nap`]), and catches up later.
//!
//! The manager stores which trees sleep, what wakes them, and since when they sleep. Waking a tree too early does no
//! harm: it runs a frame in which nothing happens. So wake conditions are stored coarsely, in a few arrays that are
//! scanned only when a shared variable was written or the earliest time is reached.
//!
//! A tree catches up in one step, however many frames it slept through: times are whole nanoseconds, so their sum is
//! exact.

use super::world::World;

use super::blackboard::{Globals, VariableSlot};
use super::completion::ended_count;
use super::executor::{Branch, memory_of};
use super::instance::{TreeInstance, TreeState};
use super::panics::catch;
use super::program::{Flags, NONE, Program, ProgramNode, Role};
use super::program_builder::Operation;
use super::task::Tasks;
use super::tick_context::{TickContext, TimeStep};
use super::tree_manager::{AgentId, Seat, TreeManager};
use crate::status::Status;
use crate::time::Nanoseconds;

/// When the status of a task that is called each frame can change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wake {
    /// In any frame: the task draws random numbers, counts frames, or reads the game's world.
    EveryFrame,
    /// When a variable that the task reads changes, an event for which it listens arrives, or it is interrupted.
    Inputs,
    /// Like [`Wake::Inputs`], or after this much game time.
    After(Nanoseconds),
    /// Like [`Wake::Inputs`], or when a [`Completion`](super::Completion) ends.
    Completion,
}

/// What wakes a sleeping tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Nap {
    /// The shared variables that wake it: one bit for each position, modulo 64.
    pub globals: u64,
    /// The longest time to sleep; [`Nanoseconds::MAX`] if no timer is running.
    pub longest: Nanoseconds,
}

/// Returns the bit that stands for a shared variable.
pub(super) fn bit_of(place: usize) -> u64 {
    1 << (place % 64)
}

/// The bit that stands for completions. It is also that of some shared variables; a write of those wakes a tree too
/// early, which does no harm.
const COMPLETIONS: u64 = 1 << 63;

impl Nap {
    fn add(&mut self, wake: Wake) -> Option<()> {
        match wake {
            Wake::EveryFrame => return None,
            Wake::Inputs => {}
            Wake::After(time) => self.longest = self.longest.min(time),
            Wake::Completion => self.globals |= COMPLETIONS,
        }
        Some(())
    }
}

impl<W: World + ?Sized, B> Program<W, B> {
    /// Returns the next parent above this one that revises, on the same run stack.
    fn reviser_above(&self, reviser: u32) -> u32 {
        let node = &self.nodes[reviser as usize];
        if node.flags.has(Flags::BRANCH_ROOT) {
            return NONE;
        }
        self.facts[node.parent as usize].reviser
    }
}

impl<W: World + ?Sized, B: Tasks> TreeInstance<W, B> {
    /// Prepares a frame after which [`Self::nap`] is called.
    pub(super) fn begin_watch(&mut self) {
        if let Some(observers) = &mut self.run.observers {
            observers.touched = false;
        }
    }

    /// Returns what would wake the tree if it slept now; `None` if it cannot sleep.
    pub(super) fn nap(&mut self, globals: &mut Globals) -> Option<Nap> {
        if !self.is_at_rest() {
            return None;
        }
        let mut nap = Nap {
            globals: 0,
            longest: Nanoseconds::MAX,
        };
        for branch in 0..self.run.branches.len() {
            let Branch { top, resume } = self.run.branches[branch];
            if resume != NONE {
                return None;
            }
            if top == NONE {
                continue;
            }
            self.add_wake(top, Status::Running, globals, &mut nap)?;
            let facts = &self.program.facts[top as usize];
            let (mut supervisor, mut reviser) = (facts.supervisor, facts.reviser);
            while supervisor != NONE {
                self.add_wake(supervisor, Status::Running, globals, &mut nap)?;
                supervisor = self.program.facts[supervisor as usize].supervisor;
            }
            while reviser != NONE {
                self.add_wake(reviser, Status::Running, globals, &mut nap)?;
                reviser = self.program.reviser_above(reviser);
            }
        }
        for place in 0..self.run.observers.as_ref().map_or(0, |list| list.len()) {
            let observer = self.run.observers.as_ref().and_then(|l| l.get(place))?;
            if observer.scope != NONE {
                self.add_wake(observer.conditional, observer.status, globals, &mut nap)?;
            }
        }
        Some(nap)
    }

    /// Returns whether the last frame left nothing to do for the next one.
    fn is_at_rest(&self) -> bool {
        let observers = self.run.observers.as_ref();
        let nothing_came = self.agent.rare.as_ref().is_none_or(|rare| {
            rare.events.is_empty()
                && rare.interrupts.is_empty()
                && rare.requests.is_empty()
                && rare.forced.is_empty()
                && rare.background.is_none()
        });
        self.agent.state == TreeState::Enabled
            && !self.agent.at_start
            && !self.agent.is_restless
            && observers.is_none_or(|list| !list.touched)
            && self.companions.is_none()
            && self.program.storage.is_empty()
            && nothing_came
    }

    /// Adds what wakes a task that is on a run stack or watched, and whose last status is `last`. Returns `None` if the
    /// task keeps the tree awake.
    fn add_wake(
        &mut self,
        index: u32,
        last: Status,
        globals: &mut Globals,
        nap: &mut Nap,
    ) -> Option<()> {
        let node = &self.program.nodes[index as usize];
        let wake = match &node.operation {
            _ if node.role() == Role::Parallel && !node.flags.has(Flags::PIPELINE) => Wake::Inputs,
            Operation::Builtin(kind) => {
                let tick = TickContext {
                    step: TimeStep::ZERO,
                    agent: &mut self.agent,
                    globals,
                    declared: &self.program.tree_variables,
                    labels: &self.program.labels,
                    report: None,
                };
                kind.wake(memory_of(&mut self.run.memory, node), last, &tick)
            }
            Operation::Object(object) | Operation::ParentObject(object) => {
                let object = &self.run.objects[*object as usize];
                // A broken task keeps its tree awake.
                catch(|| object.wake()).unwrap_or(Wake::EveryFrame)
            }
            Operation::Hooks(_) | Operation::Update(_) => {
                if self.program.kind(index).hooks_wait {
                    Wake::Inputs
                } else {
                    Wake::EveryFrame
                }
            }
            Operation::Factory(_) | Operation::Parent(_) | Operation::Parallel(_) => {
                Wake::EveryFrame
            }
        };
        nap.add(wake)?;
        nap.globals |= self.read_globals(index);
        Some(())
    }

    /// Returns the shared variables that a task reads, as bits; all of them if that is unknown.
    fn read_globals(&self, index: u32) -> u64 {
        let rare = self.agent.rare.as_ref();
        let places = rare.map_or(&[][..], |rare| &*rare.global_places);
        match &self.program.kind(index).reads {
            Some(read) => read
                .iter()
                .filter_map(|slot| match slot {
                    VariableSlot::Global(index) => places.get(*index as usize),
                    VariableSlot::Tree(_) => None,
                })
                .fold(0, |bits, place| bits | bit_of(*place as usize)),
            None => places
                .iter()
                .fold(0, |bits, place| bits | bit_of(*place as usize)),
        }
    }

    /// Accounts for `frames` skipped frames, `elapsed` in all, in which nothing happened.
    pub(super) fn pass(&mut self, elapsed: Nanoseconds, frames: u64) {
        self.agent.frame += frames;
        self.agent.time += elapsed;
        for branch in 0..self.run.branches.len() {
            let top = self.run.branches[branch].top;
            if top == NONE {
                continue;
            }
            self.pass_task(top, elapsed, frames);
            let facts = &self.program.facts[top as usize];
            let (mut supervisor, mut reviser) = (facts.supervisor, facts.reviser);
            // From the innermost of them outwards, as one parent may be both.
            let is_any = |at: &u32| *at != NONE;
            while let Some(at) = [supervisor, reviser].into_iter().filter(is_any).max() {
                if at != top {
                    self.pass_task(at, elapsed, frames);
                }
                if at == supervisor {
                    supervisor = self.program.facts[at as usize].supervisor;
                }
                if at == reviser {
                    reviser = self.program.reviser_above(at);
                }
            }
        }
        for place in 0..self.run.observers.as_ref().map_or(0, |list| list.len()) {
            let observer = self.run.observers.as_ref().and_then(|l| l.get(place));
            if let Some(observer) = observer.filter(|o| o.scope != NONE) {
                self.pass_task(observer.conditional, elapsed, frames);
            }
        }
    }

    fn pass_task(&mut self, index: u32, elapsed: Nanoseconds, frames: u64) {
        let node: &ProgramNode<W, B> = &self.program.nodes[index as usize];
        match &node.operation {
            Operation::Builtin(kind) if node.role() != Role::Parallel => {
                kind.pass(memory_of(&mut self.run.memory, node), elapsed, frames);
            }
            Operation::Object(object) | Operation::ParentObject(object) => {
                let object = &mut self.run.objects[*object as usize];
                // The panic text of `pass` has no receiver. A broken task fails at its next update.
                let _ = catch(|| object.pass(elapsed, frames));
            }
            _ => {}
        }
    }
}

/// The end of a frame of a manager.
#[derive(Clone, Copy, Debug, Default)]
struct FrameEnd {
    /// The number of frames until then.
    frame: u64,
    /// Their total length.
    time: Nanoseconds,
}

/// The sleep state of a manager's trees, by position.
#[derive(Debug, Default)]
pub(super) struct Sleepers {
    /// One bit for each position: set if the tree there is awake.
    awake: Vec<u64>,
    /// One bit for each position: set unless the tree there was removed.
    present: Vec<u64>,
    /// How many trees were removed whose positions are still there.
    removed: usize,
    /// How many trees are before each group of 64 positions, and in all. Empty if that is not known, or if no position
    /// is vacant.
    ranks: Vec<usize>,
    /// Whether the tree at each position may sleep.
    pub may_sleep: Vec<bool>,
    /// The shared variables that wake it, as bits.
    globals: Vec<u64>,
    /// The time at which it wakes at the latest.
    due: Vec<Nanoseconds>,
    /// The last frame that it ran, or with which it has caught up.
    caught_up_to: Vec<FrameEnd>,
    asleep: usize,
    /// No tree is due before this time.
    next_due: Nanoseconds,
    /// The current or last frame.
    now: FrameEnd,
    /// The frame before it.
    before: FrameEnd,
    /// How many completions had ended at the beginning of the frame.
    completions: usize,
}

impl Sleepers {
    /// Reserves capacity for `trees` more trees.
    pub fn reserve(&mut self, trees: usize) {
        self.may_sleep.reserve_exact(trees);
        self.globals.reserve_exact(trees);
        self.due.reserve_exact(trees);
        self.caught_up_to.reserve_exact(trees);
        self.awake.reserve_exact(trees.div_ceil(64));
        self.present.reserve_exact(trees.div_ceil(64));
    }

    /// Adds a tree at the end.
    pub fn add(&mut self, may_sleep: bool) {
        let place = self.may_sleep.len();
        self.may_sleep.push(may_sleep);
        self.globals.push(0);
        self.due.push(Nanoseconds::MAX);
        self.caught_up_to.push(FrameEnd::default());
        self.awake.resize(place / 64 + 1, 0);
        self.present.resize(place / 64 + 1, 0);
        self.present[place / 64] |= 1 << (place % 64);
        self.ranks.clear();
        self.set_awake(place);
    }

    /// Removes the tree at this position, which must be awake. The position remains, vacant.
    pub fn remove(&mut self, place: usize) {
        let bit = 1 << (place % 64);
        self.awake[place / 64] &= !bit;
        self.present[place / 64] &= !bit;
        self.removed += 1;
        self.ranks.clear();
        self.due[place] = Nanoseconds::MAX;
    }

    /// Returns how many positions are vacant.
    pub fn vacant(&self) -> usize {
        self.removed
    }

    /// Removes the vacant positions.
    pub fn close_gaps(&mut self) {
        let places = 0..self.may_sleep.len();
        let kept: Vec<usize> = places.filter(|place| self.is_present(*place)).collect();
        let asleep: Vec<bool> = kept.iter().map(|place| self.sleeps(*place)).collect();
        keep(&mut self.may_sleep, &kept);
        keep(&mut self.globals, &kept);
        keep(&mut self.due, &kept);
        keep(&mut self.caught_up_to, &kept);
        self.awake.clear();
        self.awake.resize(kept.len().div_ceil(64), 0);
        self.present.clone_from(&self.awake);
        self.removed = 0;
        self.ranks.clear();
        for (place, asleep) in asleep.into_iter().enumerate() {
            self.present[place / 64] |= 1 << (place % 64);
            if !asleep {
                self.set_awake(place);
            }
        }
    }

    /// Counts the trees before each position, for [`Self::rank`].
    fn count_places(&mut self) {
        if self.removed > 0 && self.ranks.is_empty() {
            let mut before = 0;
            self.ranks.push(before);
            for word in &self.present {
                before += word.count_ones() as usize;
                self.ranks.push(before);
            }
        }
    }

    /// Returns how many trees are before this position. Valid from the beginning of a frame to its end.
    pub fn rank(&self, place: usize) -> usize {
        if self.removed == 0 {
            return place;
        }
        let word = self.present.get(place / 64).copied().unwrap_or(0);
        let left = word & !(u64::MAX << (place % 64));
        let before = self.ranks.get(place / 64).copied().unwrap_or(0);
        before + left.count_ones() as usize
    }

    fn is_present(&self, place: usize) -> bool {
        self.present[place / 64] & (1 << (place % 64)) != 0
    }

    fn set_awake(&mut self, place: usize) {
        self.awake[place / 64] |= 1 << (place % 64);
    }

    pub fn sleeps(&self, place: usize) -> bool {
        (self.present[place / 64] & !self.awake[place / 64]) & (1 << (place % 64)) != 0
    }

    /// Returns how many trees sleep.
    pub fn count(&self) -> usize {
        self.asleep
    }

    /// Returns the first awake tree at or after this position.
    pub fn next_awake(&self, place: usize) -> Option<usize> {
        let mut word = place / 64;
        let mut bits = self.awake.get(word)? & (u64::MAX << (place % 64));
        while bits == 0 {
            word += 1;
            bits = *self.awake.get(word)?;
        }
        Some(word * 64 + bits.trailing_zeros() as usize)
    }

    /// Begins a frame of this length.
    pub fn begin_frame(&mut self, length: Nanoseconds) {
        self.count_places();
        self.before = self.now;
        self.now.frame += 1;
        self.now.time += length;
    }

    /// Returns whether any tree may be due.
    pub fn is_due(&self) -> bool {
        self.asleep > 0 && self.now.time >= self.next_due
    }

    /// Calls `wake` with the position of each tree that is due, and computes when the next one is.
    pub fn due_places(&mut self, mut wake: impl FnMut(&mut Self, usize)) {
        self.next_due = Nanoseconds::MAX;
        for place in 0..self.due.len() {
            if !self.sleeps(place) {
                continue;
            }
            if self.due[place] <= self.now.time {
                wake(self, place);
            } else {
                self.next_due = self.next_due.min(self.due[place]);
            }
        }
    }

    /// Calls `wake` with the position of each tree that waits for one of these shared variables.
    pub fn waiting_places(&mut self, written: u64, mut wake: impl FnMut(&mut Self, usize)) {
        if self.asleep == 0 {
            return;
        }
        for place in 0..self.globals.len() {
            // For awake trees these bits are 0.
            if self.globals[place] & written != 0 {
                wake(self, place);
            }
        }
    }

    /// Puts the tree at this position to sleep, after it has run its frame.
    pub fn put_to_sleep(&mut self, place: usize, nap: Nap) {
        self.awake[place / 64] &= !(1 << (place % 64));
        self.asleep += 1;
        self.globals[place] = nap.globals;
        self.caught_up_to[place] = self.now;
        self.due[place] = self.now.time + nap.longest;
        self.next_due = self.next_due.min(self.due[place]);
    }

    /// Wakes the tree at this position.
    pub fn wake(&mut self, place: usize) {
        self.set_awake(place);
        self.asleep -= 1;
        self.globals[place] = 0;
    }

    /// Returns the total length and the number of the frames that the tree at this position has slept through up to the
    /// frame `until`, and records that it has caught up.
    fn missed(&mut self, place: usize, until: FrameEnd) -> (Nanoseconds, u64) {
        let since = std::mem::replace(&mut self.caught_up_to[place], until);
        let frames = until.frame.saturating_sub(since.frame);
        (until.time - since.time, frames)
    }
}

/// Keeps the items at these positions.
fn keep<T: Copy>(list: &mut Vec<T>, places: &[usize]) {
    for (to, from) in places.iter().enumerate() {
        list[to] = list[*from];
    }
    list.truncate(places.len());
}

impl<W: World + ?Sized, B: Tasks> TreeInstance<W, B> {
    pub(super) fn listens_for(&self, event: &str) -> bool {
        self.program.listens.contains(event)
    }
}

impl<W: World + ?Sized, B: Tasks> TreeManager<W, B> {
    /// Sets whether a tree may sleep while nothing can change for it. Its behavior stays the same: only frames in which
    /// nothing would happen are skipped, and cost nothing.
    ///
    /// A tree wakes when a variable that it watches is written, an event for which it listens arrives, a timer elapses,
    /// or the game accesses it ([`Self::get_mut`], [`Self::wake`]). A task that must be called each frame keeps its
    /// tree awake: one that draws random numbers, or one of the game that does not declare otherwise
    /// ([`TaskHooks::waits_for_inputs`](super::TaskHooks::waits_for_inputs), [`Task::wake`](super::Task::wake)). So
    /// does a variable that the game stores.
    pub fn set_sleeps(&mut self, id: AgentId, sleeps: bool) {
        if let Some(place) = self.place(id) {
            self.sleepers.may_sleep[place] = sleeps;
            if !sleeps {
                self.wake_at(place);
            }
        }
    }

    /// Wakes a tree after a change that it cannot notice itself, such as one in the game's world.
    pub fn wake(&mut self, id: AgentId) {
        if let Some(place) = self.place(id) {
            self.wake_at(place);
        }
    }

    /// Returns whether a tree is asleep.
    pub fn is_asleep(&self, id: AgentId) -> bool {
        self.place(id)
            .is_some_and(|place| self.sleepers.sleeps(place))
    }

    /// Returns how many trees are asleep.
    pub fn asleep_count(&self) -> usize {
        self.sleepers.count()
    }

    /// Wakes a tree between two frames.
    pub(super) fn wake_at(&mut self, place: usize) {
        if self.sleepers.sleeps(place) {
            let now = self.sleepers.now;
            catch_up(&mut self.sleepers, &mut self.seats, place, now);
            self.sleepers.wake(place);
        }
    }

    /// Begins a frame of `dt` seconds: wakes the trees whose time has come, and those that wait for a variable that was
    /// written since the last frame. Returns the length of the frame.
    pub(super) fn begin_frame(&mut self, dt: f64) -> TimeStep {
        let step = TimeStep::new(dt);
        self.sleepers.begin_frame(step.nanoseconds);
        let ended = ended_count();
        if std::mem::replace(&mut self.sleepers.completions, ended) != ended {
            self.globals.changed |= COMPLETIONS;
        }
        if self.sleepers.is_due() {
            let Self {
                sleepers, seats, ..
            } = self;
            let before = sleepers.before;
            sleepers.due_places(|sleepers, place| {
                catch_up(sleepers, seats, place, before);
                sleepers.wake(place);
            });
        }
        self.wake_readers(0);
        step
    }

    /// Wakes the trees that wait for shared variables which have changed. Trees before the position `next` have had
    /// their turn in this frame; returns how many of the woken trees have not.
    pub(super) fn wake_readers(&mut self, next: usize) -> usize {
        let changed = std::mem::take(&mut self.globals.changed);
        if changed == 0 {
            return 0;
        }
        let mut woken = 0;
        let Self {
            sleepers, seats, ..
        } = self;
        let (before, now) = (sleepers.before, sleepers.now);
        sleepers.waiting_places(changed, |sleepers, place| {
            let had_turn = place < next;
            let until = if had_turn { now } else { before };
            woken += usize::from(!had_turn);
            catch_up(sleepers, seats, place, until);
            sleepers.wake(place);
        });
        woken
    }

    /// Puts a tree to sleep after its frame, if it may and can sleep.
    pub(super) fn fall_asleep(&mut self, place: usize) {
        if self.sleepers.may_sleep[place]
            && let Some(tree) = &mut self.seats[place].tree
            && let Some(nap) = tree.nap(&mut self.globals)
        {
            self.sleepers.put_to_sleep(place, nap);
        }
    }

    /// Makes all sleeping trees catch up, without waking them.
    pub(super) fn catch_up_all(&mut self) {
        let now = self.sleepers.now;
        for place in 0..self.seats.len() {
            if self.sleepers.sleeps(place) {
                catch_up(&mut self.sleepers, &mut self.seats, place, now);
            }
        }
    }
}

fn catch_up<W: World + ?Sized, B: Tasks>(
    sleepers: &mut Sleepers,
    seats: &mut [Seat<W, B>],
    place: usize,
    until: FrameEnd,
) {
    let Some(tree) = &mut seats[place].tree else {
        return;
    };
    let (elapsed, frames) = sleepers.missed(place, until);
    if frames > 0 {
        tree.pass(elapsed, frames);
    }
}

#[cfg(test)]
mod tests;
