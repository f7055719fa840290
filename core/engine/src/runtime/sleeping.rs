//! How trees sleep, so that a frame costs nothing for one in which nothing can happen.
//!
//! A tree can be left alone after a frame in which it wrote no variable, no observer came, went or differed, and nobody had anything to
//! say, if every task that the next frame would ask says that its answer cannot change ([`Wake`]). The next frame would then do nothing but
//! ask them all and hear the same, and so would each one after it. The tree says until what ([`Nap`]), and catches up afterwards.
//!
//! The manager keeps which trees sleep, until what, and how long each has slept. Waking one too early does no harm: it runs a frame in which nothing
//! happens. So what it waits for is kept coarsely, in a few arrays that are gone through only when a shared variable was written or the earliest
//! time has come.

use std::collections::VecDeque;

use super::blackboard::{Globals, VariableSlot};
use super::executor::memory_of;
use super::instance::{TreeInstance, TreeState};
use super::program::{Flags, NONE, Program, ProgramNode, Role};
use super::program_builder::Operation;
use super::task::Tasks;
use super::tick_context::TickContext;
use super::tree_manager::{AgentId, TreeManager};
use crate::status::Status;

/// When the answer of a task that is asked each frame can change.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Wake {
    /// In any frame: it draws random numbers, counts frames, or looks at the game's world.
    EveryFrame,
    /// When a variable that it reads changes, an event comes that it listens for, or it is interrupted.
    Inputs,
    /// Then, or when this many seconds have passed.
    After(f64),
}

/// Until what a tree can be left alone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Nap {
    /// The shared variables that it waits for: a bit for each place, modulo 64.
    pub globals: u64,
    /// The seconds that it waits, infinite if it waits for nothing that time brings.
    pub seconds: f64,
    /// How old it is, in seconds: its sums of time are no more exact than that allows.
    pub age: f64,
}

/// The bit that stands for a shared variable.
pub(super) fn bit_of(place: usize) -> u64 {
    1 << (place % 64)
}

impl Nap {
    fn add(&mut self, wake: Wake) -> Option<()> {
        match wake {
            Wake::EveryFrame => return None,
            Wake::Inputs => {}
            Wake::After(seconds) => self.seconds = self.seconds.min(seconds),
        }
        Some(())
    }
}

impl<W, B> Program<W, B> {
    /// The next parent above this one, on the same run stack, that revises.
    fn reviser_above(&self, reviser: u32) -> u32 {
        let node = &self.nodes[reviser as usize];
        if node.flags.has(Flags::BRANCH_ROOT) {
            return NONE;
        }
        self.facts[node.parent as usize].reviser
    }
}

impl<W, B: Tasks> TreeInstance<W, B> {
    /// Before a frame after which it is asked whether it can be left alone.
    pub(super) fn begin_watch(&mut self) {
        if let Some(observers) = &mut self.run.observers {
            observers.touched = false;
        }
    }

    /// Whether it can be left alone after this frame, and until what.
    pub(super) fn nap(&mut self, globals: &mut Globals) -> Option<Nap> {
        if !self.is_at_rest() {
            return None;
        }
        let mut nap = Nap {
            globals: 0,
            seconds: f64::INFINITY,
            age: self.agent.time,
        };
        for branch in 0..self.run.branches.len() {
            let top = self.run.branches[branch].top;
            if top == NONE {
                continue;
            }
            self.ask_wake(top, Status::Running, globals, &mut nap)?;
            let facts = &self.program.facts[top as usize];
            let (mut supervisor, mut reviser) = (facts.supervisor, facts.reviser);
            while supervisor != NONE {
                self.ask_wake(supervisor, Status::Running, globals, &mut nap)?;
                supervisor = self.program.facts[supervisor as usize].supervisor;
            }
            while reviser != NONE {
                self.ask_wake(reviser, Status::Running, globals, &mut nap)?;
                reviser = self.program.reviser_above(reviser);
            }
        }
        for place in 0..self.run.observers.as_ref().map_or(0, |list| list.len()) {
            let observer = self.run.observers.as_ref().and_then(|l| l.get(place))?;
            if observer.scope != NONE {
                self.ask_wake(observer.conditional, observer.status, globals, &mut nap)?;
            }
        }
        Some(nap)
    }

    /// Whether the frame that is over left nothing to be done in the next one.
    fn is_at_rest(&self) -> bool {
        let observers = self.run.observers.as_ref();
        let nothing_came = self.agent.rare.as_ref().is_none_or(|rare| {
            rare.events.is_empty()
                && rare.interrupts.is_empty()
                && rare.requests.is_empty()
                && rare.forced.is_empty()
                && rare.board.is_none()
        });
        self.state == TreeState::Enabled
            && !self.at_start
            && self.agent.restless != self.agent.frame
            && observers.is_none_or(|list| !list.touched)
            && self.companions.is_none()
            && self.program.storage.is_empty()
            && nothing_came
    }

    /// Asks a task on a run stack, or one that is watched, when its answer can change. `last` is what it answered last.
    fn ask_wake(
        &mut self,
        index: u32,
        last: Status,
        globals: &mut Globals,
        nap: &mut Nap,
    ) -> Option<()> {
        let node = &self.program.nodes[index as usize];
        let wake = match &node.operation {
            _ if node.flags.has(Flags::PIPELINE) => Wake::EveryFrame,
            _ if node.role() == Role::Parallel => Wake::Inputs,
            Operation::Builtin(kind) => {
                let tick = TickContext {
                    dt: 0.0,
                    agent: &mut self.agent,
                    globals,
                    report: None,
                };
                kind.wake(memory_of(&mut self.run.memory, node), last, &tick)
            }
            Operation::Object(object) => self.run.objects[*object as usize].wake(),
            Operation::Hooks(_) | Operation::Update(_) => {
                if self.program.facts[index as usize].hooks_wait {
                    Wake::Inputs
                } else {
                    Wake::EveryFrame
                }
            }
            Operation::Factory(_) => Wake::EveryFrame,
        };
        nap.add(wake)?;
        nap.globals |= self.read_globals(index);
        Some(())
    }

    /// The shared variables that a task reads; all that there are if that is not known.
    fn read_globals(&self, index: u32) -> u64 {
        let rare = self.agent.rare.as_ref();
        let places = rare.map_or(&[][..], |rare| &*rare.global_places);
        match &self.program.facts[index as usize].reads {
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

    /// Goes to where it would stand after frames in which nothing happened: so many of this length.
    pub(super) fn pass(&mut self, dt: f64, frames: u64) {
        self.agent.frame += frames;
        for _ in 0..frames {
            self.agent.time += dt;
        }
        for branch in 0..self.run.branches.len() {
            let top = self.run.branches[branch].top;
            if top == NONE {
                continue;
            }
            self.pass_of(top, dt, frames);
            let mut supervisor = self.program.facts[top as usize].supervisor;
            while supervisor != NONE {
                self.pass_of(supervisor, dt, frames);
                supervisor = self.program.facts[supervisor as usize].supervisor;
            }
        }
        for place in 0..self.run.observers.as_ref().map_or(0, |list| list.len()) {
            let observer = self.run.observers.as_ref().and_then(|l| l.get(place));
            if let Some(observer) = observer.filter(|o| o.scope != NONE) {
                self.pass_of(observer.conditional, dt, frames);
            }
        }
    }

    fn pass_of(&mut self, index: u32, dt: f64, frames: u64) {
        let node: &ProgramNode<W, B> = &self.program.nodes[index as usize];
        match &node.operation {
            Operation::Builtin(kind) if node.role() != Role::Parallel => {
                kind.pass(memory_of(&mut self.run.memory, node), dt, frames);
            }
            Operation::Object(object) => self.run.objects[*object as usize].pass(dt, frames),
            _ => {}
        }
    }
}

/// The most frames that a tree sleeps on end, so that the list of frames that it has to catch up with stays short.
const LONGEST: u64 = 1 << 15;

/// Frames of one length.
#[derive(Clone, Copy, Debug)]
struct Run {
    first: u64,
    frames: u64,
    dt: f64,
}

/// The trees of a manager by their places: who is awake, and what the others wait for.
#[derive(Debug, Default)]
pub(super) struct Sleepers {
    /// A bit for each place: whether the tree there runs in each frame.
    awake: Vec<u64>,
    /// Whether the tree there may sleep.
    pub may_sleep: Vec<bool>,
    /// The shared variables that it waits for.
    globals: Vec<u64>,
    /// The time at which it wakes at the latest.
    due: Vec<f64>,
    /// The last frame that it ran, or has caught up with.
    since: Vec<u64>,
    asleep: usize,
    /// Nobody is due before.
    next_due: f64,
    /// The frames that there were, and the seconds that they took.
    frame: u64,
    time: f64,
    /// The latest of them.
    runs: VecDeque<Run>,
}

impl Sleepers {
    /// Makes room for so many more trees.
    pub fn reserve(&mut self, trees: usize) {
        self.may_sleep.reserve_exact(trees);
        self.globals.reserve_exact(trees);
        self.due.reserve_exact(trees);
        self.since.reserve_exact(trees);
        self.awake.reserve_exact(trees.div_ceil(64));
    }

    /// A tree was added after all others.
    pub fn add(&mut self, may_sleep: bool) {
        let place = self.may_sleep.len();
        self.may_sleep.push(may_sleep);
        self.globals.push(0);
        self.due.push(f64::INFINITY);
        self.since.push(0);
        self.awake.resize(place / 64 + 1, 0);
        self.set_awake(place);
    }

    /// The tree at this place, which is awake, was taken out.
    pub fn remove(&mut self, place: usize) {
        let asleep: Vec<bool> = (0..self.may_sleep.len()).map(|p| self.sleeps(p)).collect();
        self.may_sleep.remove(place);
        self.globals.remove(place);
        self.due.remove(place);
        self.since.remove(place);
        self.awake.fill(0);
        let kept = asleep.iter().enumerate().filter(|(p, _)| *p != place);
        let sleeping: Vec<bool> = kept.map(|(_, sleeps)| *sleeps).collect();
        for (place, _) in sleeping.iter().enumerate().filter(|(_, sleeps)| !**sleeps) {
            self.set_awake(place);
        }
    }

    fn set_awake(&mut self, place: usize) {
        self.awake[place / 64] |= 1 << (place % 64);
    }

    pub fn sleeps(&self, place: usize) -> bool {
        self.awake[place / 64] & (1 << (place % 64)) == 0
    }

    /// How many sleep.
    pub fn count(&self) -> usize {
        self.asleep
    }

    /// The first tree at this place or after it that is awake.
    pub fn next_awake(&self, place: usize) -> Option<usize> {
        let mut word = place / 64;
        let mut bits = self.awake.get(word)? & (u64::MAX << (place % 64));
        while bits == 0 {
            word += 1;
            bits = *self.awake.get(word)?;
        }
        Some(word * 64 + bits.trailing_zeros() as usize)
    }

    /// A frame of this length begins.
    pub fn begin_frame(&mut self, dt: f64) {
        self.frame += 1;
        self.time += dt;
        match self.runs.back_mut() {
            Some(run) if run.dt.to_bits() == dt.to_bits() => run.frames += 1,
            _ => self.runs.push_back(Run {
                first: self.frame,
                frames: 1,
                dt,
            }),
        }
        while let Some(run) = self.runs.front()
            && run.first + run.frames + LONGEST < self.frame
        {
            self.runs.pop_front();
        }
    }

    /// The frame that is under way, or was the last one.
    pub fn frame(&self) -> u64 {
        self.frame
    }

    /// Whether somebody may be due.
    pub fn is_due(&self) -> bool {
        self.asleep > 0 && (self.time >= self.next_due || self.frame.is_multiple_of(LONGEST / 2))
    }

    /// Those that are due, and the time at which the next ones are. Calls for each with its place.
    pub fn due_places(&mut self, mut wake: impl FnMut(&mut Self, usize)) {
        self.next_due = f64::INFINITY;
        let sweeps = self.frame.is_multiple_of(LONGEST / 2);
        for place in 0..self.due.len() {
            if !self.sleeps(place) {
                continue;
            }
            if sweeps || self.due[place] <= self.time {
                wake(self, place);
            } else {
                self.next_due = self.next_due.min(self.due[place]);
            }
        }
    }

    /// Those that wait for one of these shared variables. Calls for each with its place.
    pub fn waiting_places(&mut self, written: u64, mut wake: impl FnMut(&mut Self, usize)) {
        if self.asleep == 0 {
            return;
        }
        for place in 0..self.globals.len() {
            // Those that are awake wait for nothing.
            if self.globals[place] & written != 0 {
                wake(self, place);
            }
        }
    }

    /// The tree at this place has run its frame and sleeps from now on.
    pub fn put_to_sleep(&mut self, place: usize, nap: Nap) {
        self.awake[place / 64] &= !(1 << (place % 64));
        self.asleep += 1;
        self.globals[place] = nap.globals;
        self.since[place] = self.frame;
        // Its time and ours are sums of the same steps that began at different numbers, and differ in their last digits.
        let early = nap.seconds * 1e-6 + (self.time + nap.age) * 1e-9;
        self.due[place] = if nap.seconds.is_finite() {
            self.time + nap.seconds - early
        } else {
            f64::INFINITY
        };
        self.next_due = self.next_due.min(self.due[place]);
    }

    /// The tree at this place is awake from now on.
    pub fn wake(&mut self, place: usize) {
        self.set_awake(place);
        self.asleep -= 1;
        self.globals[place] = 0;
    }

    /// The frames that the tree at this place has slept through up to this one: how many of which length, in order. It has caught up then.
    pub fn missed(&mut self, place: usize, until: u64) -> impl Iterator<Item = (f64, u64)> {
        let after = std::mem::replace(&mut self.since[place], until);
        let first = self
            .runs
            .partition_point(|r| r.first + r.frames <= after + 1);
        self.runs.range(first..).filter_map(move |run| {
            let from = run.first.max(after + 1);
            let to = (run.first + run.frames).min(until + 1);
            (from < to).then(|| (run.dt, to - from))
        })
    }
}

impl<W, B: Tasks> TreeInstance<W, B> {
    pub(super) fn listens_for(&self, event: &str) -> bool {
        self.program.listens.contains(event)
    }
}

impl<W, B: Tasks> TreeManager<W, B> {
    /// Whether a tree may sleep while nothing can change for it. What it does is the same; only frames in which nothing would happen are left
    /// out, and cost nothing. It wakes when a variable that it watches is written, an event comes that it listens for, a timer
    /// is due, or the game reaches for it ([`Self::get_mut`], [`Self::wake`]). A task that must be asked each frame keeps its tree awake:
    /// one that draws random numbers, or a game's own that does not say otherwise
    /// ([`TaskHooks::waits_for_inputs`](super::TaskHooks::waits_for_inputs), [`Task::wake`](super::Task::wake)); and so does a variable
    /// that the game keeps itself.
    pub fn set_sleeps(&mut self, id: AgentId, sleeps: bool) {
        if let Some(place) = self.place(id) {
            self.sleepers.may_sleep[place] = sleeps;
            if !sleeps {
                self.wake_at(place);
            }
        }
    }

    /// Wakes a tree, because something changed that it cannot know of.
    pub fn wake(&mut self, id: AgentId) {
        if let Some(place) = self.place(id) {
            self.wake_at(place);
        }
    }

    /// Whether a tree sleeps now.
    pub fn is_asleep(&self, id: AgentId) -> bool {
        self.place(id)
            .is_some_and(|place| self.sleepers.sleeps(place))
    }

    /// How many trees sleep now.
    pub fn asleep_count(&self) -> usize {
        self.sleepers.count()
    }

    /// Wakes a tree between two frames.
    pub(super) fn wake_at(&mut self, place: usize) {
        if self.sleepers.sleeps(place) {
            let frame = self.sleepers.frame();
            catch_up(&mut self.sleepers, &mut self.agents, place, frame);
            self.sleepers.wake(place);
        }
    }

    /// A frame begins: those wake whose time has come, and those that wait for what was written since the last one.
    pub(super) fn begin_frame(&mut self, dt: f64) {
        let dt = if dt > 0.0 && dt.is_finite() { dt } else { 0.0 };
        self.sleepers.begin_frame(dt);
        if self.sleepers.is_due() {
            let Self {
                sleepers, agents, ..
            } = self;
            let before = sleepers.frame() - 1;
            sleepers.due_places(|sleepers, place| {
                catch_up(sleepers, agents, place, before);
                sleepers.wake(place);
            });
        }
        self.wake_readers(0);
    }

    /// Wakes those that wait for shared variables which have changed. Those before the place `next` have had their turn in this frame; says how
    /// many of the others there are.
    pub(super) fn wake_readers(&mut self, next: usize) -> usize {
        let changed = std::mem::take(&mut self.globals.changed);
        if changed == 0 {
            return 0;
        }
        let mut woken = 0;
        let Self {
            sleepers, agents, ..
        } = self;
        let frame = sleepers.frame();
        sleepers.waiting_places(changed, |sleepers, place| {
            let had_turn = place < next;
            let until = if had_turn { frame } else { frame - 1 };
            woken += usize::from(!had_turn);
            catch_up(sleepers, agents, place, until);
            sleepers.wake(place);
        });
        woken
    }

    /// A tree that has run its frame falls asleep, if it may and can.
    pub(super) fn fall_asleep(&mut self, place: usize) {
        if self.sleepers.may_sleep[place]
            && let Some(nap) = self.agents[place].1.nap(&mut self.globals)
        {
            self.sleepers.put_to_sleep(place, nap);
        }
    }

    /// Lets all that sleep stand where they would, without waking them.
    pub(super) fn catch_up_all(&mut self) {
        let frame = self.sleepers.frame();
        for place in 0..self.agents.len() {
            if self.sleepers.sleeps(place) {
                catch_up(&mut self.sleepers, &mut self.agents, place, frame);
            }
        }
    }
}

fn catch_up<W, B: Tasks>(
    sleepers: &mut Sleepers,
    agents: &mut [(AgentId, TreeInstance<W, B>)],
    place: usize,
    until: u64,
) {
    let (_, instance) = &mut agents[place];
    for (dt, frames) in sleepers.missed(place, until) {
        instance.pass(dt, frames);
    }
}

#[cfg(test)]
mod tests;
