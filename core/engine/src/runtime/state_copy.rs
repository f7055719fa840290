//! Compact copies of a run between two frames, for going through very many of them: a few bytes that are equal whenever two runs of a
//! program behave the same from then on, as far as can be told. For this a run first forgets what no later frame can read: numbers of
//! frames, times of which only the rest matters, the memory of tasks that start anew.
//!
//! Copies are for this process only; [`Snapshot`](super::Snapshot) is for files. Runs with task objects of a game cannot be copied,
//! and random numbers are not part of a copy.

mod bytes;

use std::sync::Arc;

use bytes::{Reader, Writer};
use oorandom::Rand32;

use super::aborts::Observer;
use super::blackboard::{Globals, Slot, VariableSlot};
use super::companions::{BackgroundTreeState, BackgroundTrees, Companions};
use super::draw::Draw;
use super::executor::{Branch, memory_of};
use super::forgetting::{CHANGES, FRAME, Forgetting, NOW, RECEIVED};
use super::instance::{TreeInstance, TreeState};
use super::outside::Received;
use super::program::{Flags, NodeIndex, Program, Role};
use super::program_builder::Operation;
use super::task::Tasks;
use super::tick_context::{Rare, TickContext, TimeStep};
use super::world::World;
use crate::abort::AbortType;
use crate::ids::NodeId;
use crate::status::{Outcome, Status};
use crate::time::Nanoseconds;
use crate::told;
use crate::value::Value;

told! {
    /// The reason why runs of a program cannot be copied.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum CopyError of "copy_error" {
        /// A node runs an object of the game.
        GameCode {
            /// The node.
            node: NodeId,
        } = "game_code", "node `{node}` runs an object of the game, whose state is not known";
        /// The game stores variables.
        Storage = "storage", "the game stores variables of the tree";
    }
}

impl std::error::Error for CopyError {}

/// Makes compact copies of runs of one program, and restores them.
pub struct StateCopier<W: World + ?Sized, B> {
    program: Arc<Program<W, B>>,
    /// The nodes with memory.
    remembering: Vec<u32>,
    reads_clock: bool,
    /// The events for which a node listens, sorted.
    listens: Vec<Arc<str>>,
    /// The semaphores of this tree and its background trees, sorted.
    semaphores: Vec<Arc<str>>,
    /// The copiers of the background trees, in the order of [`Program::trees`].
    background: Vec<Self>,
    /// For each node, whether it is on a run stack. Kept to reuse the buffer.
    running: Vec<bool>,
}

impl<W: World + ?Sized, B: Tasks> StateCopier<W, B> {
    /// Creates a copier for runs of this program.
    ///
    /// # Errors
    /// If the state of its runs is not all known.
    pub fn new(program: Arc<Program<W, B>>) -> Result<Self, CopyError> {
        if !program.storage.is_empty() {
            return Err(CopyError::Storage);
        }
        let mut remembering = Vec::new();
        let mut semaphores: Vec<Arc<str>> = Vec::new();
        let mut reads_clock = false;
        for index in program.indices() {
            let node = &program.nodes[index.get()];
            match &node.operation {
                Operation::Builtin(kind) => {
                    semaphores.extend(kind.semaphore().cloned());
                    reads_clock |= kind.reads_clock();
                }
                // They have no state of their own.
                Operation::Update(_) | Operation::Hooks(_) | Operation::Parallel(_) => {}
                _ => {
                    let node = program.id(index).clone();
                    return Err(CopyError::GameCode { node });
                }
            }
            let is_own = node.flags.has(Flags::LOOPS_OR_REVISES) || node.role() == Role::Parallel;
            if node.memory_len > 0 || is_own {
                remembering.push(index.0);
            }
        }
        let background = program.trees.iter();
        let background = background.map(|(_, tree)| Self::new(tree.clone()));
        let background: Vec<Self> = background.collect::<Result<_, _>>()?;
        semaphores.extend(background.iter().flat_map(|tree| tree.semaphores.clone()));
        semaphores.sort();
        semaphores.dedup();
        let mut listens: Vec<_> = program.listens().cloned().collect();
        listens.sort();
        Ok(Self {
            remembering,
            reads_clock,
            listens,
            semaphores,
            background,
            running: vec![false; program.len()],
            program,
        })
    }

    /// Makes a run forget what no later frame can read. It goes on as it would have otherwise, but for the numbers of frames and the
    /// game time, of which nothing is visible to built-in tasks. Call it between frames only.
    pub fn forget(&mut self, tree: &mut TreeInstance<W, B>, globals: &mut Globals) {
        tree.bind_globals(globals);
        self.forget_tasks(tree, globals);
        for slot in &mut globals.slots {
            forget_writes(slot);
        }
        globals.changed = 0;
    }

    /// Makes the tasks of a tree and of its background trees forget, and then what is the tree's own.
    fn forget_tasks(&mut self, tree: &mut TreeInstance<W, B>, globals: &mut Globals) {
        for (name, companion) in tree.companions.iter_mut().flat_map(|c| c.iter_mut()) {
            let place = self.program.trees.iter().position(|(own, _)| own == name);
            if let Some(copier) = place.and_then(|place| self.background.get_mut(place)) {
                companion.bind_globals(globals);
                copier.forget_tasks(companion, globals);
            }
        }
        self.running.fill(false);
        for node in tree.running() {
            self.running[node.get()] = true;
        }
        let now = if self.reads_clock {
            tree.agent.time
        } else {
            NOW
        };
        let tick = TickContext {
            step: TimeStep::ZERO,
            agent: &mut tree.agent,
            globals,
            declared: &self.program.tree_variables,
            labels: &self.program.labels,
            report: None,
        };
        for index in &self.remembering {
            let node = &self.program.nodes[*index as usize];
            let is_running = self.running[*index as usize];
            let is_parallel = node.role() == Role::Parallel;
            let memory = memory_of(&mut tree.run.memory, node);
            if is_parallel && !is_running {
                memory.fill(0);
            } else if let Operation::Builtin(kind) = &node.operation {
                let forgetting = Forgetting {
                    tick: &tick,
                    is_running,
                    now,
                };
                kind.forget(memory, &forgetting);
            }
            let own = (node.memory + node.memory_len) as usize;
            if node.flags.has(Flags::LOOPS_OR_REVISES) || is_parallel && !is_running {
                tree.run.memory[own] = 0;
            }
        }
        self.forget_agent(tree, now);
    }

    fn forget_agent(&self, tree: &mut TreeInstance<W, B>, now: Nanoseconds) {
        let agent = &mut tree.agent;
        if !self.listens.is_empty() {
            let rare = agent.rare.get_or_insert_default();
            for name in &self.listens {
                let received = rare.received.entry(name.clone()).or_default();
                (received.count, received.frame) = (RECEIVED, 0);
            }
        }
        for slot in &mut agent.variables {
            forget_writes(slot);
        }
        if let Some(rare) = &mut agent.rare {
            rare.seen.fill(CHANGES);
        }
        agent.time = now;
        if !self.reads_clock {
            agent.frame = FRAME;
        }
        if let Some(observers) = &mut tree.run.observers {
            observers.valid_at = None;
            observers.touched = false;
        }
    }

    /// Appends a copy of a run that has just forgotten ([`Self::forget`]). Global variables are part of it.
    pub fn save(&self, tree: &TreeInstance<W, B>, globals: &Globals, to: &mut Vec<u8>) {
        let mut to = Writer(to);
        for slot in &globals.slots {
            to.value(&slot.value);
        }
        for name in &self.semaphores {
            to.number(globals.semaphores.get(name).copied().unwrap_or(0));
        }
        to.list(&globals.posted, Writer::event);
        self.save_tree(tree, &mut to);
    }

    fn save_tree(&self, tree: &TreeInstance<W, B>, to: &mut Writer<'_>) {
        let agent = &tree.agent;
        to.byte(match agent.state {
            TreeState::Enabled => 0,
            TreeState::Paused => 1,
            TreeState::Disabled => 2,
            TreeState::Finished(status) => 3 + status as u8,
        });
        to.byte(u8::from(agent.at_start) | u8::from(agent.awake) << 1);
        if self.reads_clock {
            to.number(agent.frame);
            to.number(agent.time.0);
        }
        for number in &tree.run.memory {
            to.number(*number);
        }
        for branch in tree.run.branches.iter() {
            to.node(branch.top);
            to.node(branch.resume);
        }
        if let Some(observers) = &tree.run.observers {
            to.number(observers.len() as u64);
            for observer in observers.iter() {
                to.node(observer.conditional);
                to.node(observer.scope);
                to.byte(observer.kind as u8 | (observer.status as u8) << 4);
            }
        }
        for slot in &agent.variables {
            to.value(&slot.value);
        }
        self.save_rare(agent.rare.as_deref(), to);
        let companions = || tree.companions.iter().flat_map(|c| c.iter());
        to.number(companions().count() as u64);
        for (name, companion) in companions() {
            let place = self.program.trees.iter().position(|(own, _)| own == name);
            if let Some(place) = place {
                to.number(place as u64);
                self.background[place].save_tree(companion, to);
            }
        }
    }

    fn save_rare(&self, rare: Option<&Rare>, to: &mut Writer<'_>) {
        let background = rare.and_then(|rare| rare.background.as_ref());
        let is_waiting = rare.is_some_and(|rare| {
            !(rare.events.is_empty() && rare.interrupts.is_empty() && rare.forced.is_empty())
        });
        to.byte(u8::from(is_waiting) | u8::from(background.is_some()) << 1);
        if let Some(rare) = rare.filter(|_| is_waiting) {
            to.list(&rare.events, Writer::event);
            to.list(&rare.interrupts, |to, (key, outcome)| {
                to.text(key);
                to.byte(u8::from(outcome.is_success()));
            });
            to.list(&rare.forced, |to, (node, status)| {
                to.node(node.0);
                to.byte(*status as u8);
            });
        }
        for name in &self.listens {
            let payload = rare.and_then(|rare| rare.received.get(name)?.payload.as_ref());
            to.optional_value(payload);
        }
        if let Some(background) = background {
            for (name, _) in &self.program.trees {
                to.byte(match background.runs.get(name) {
                    None | Some(BackgroundTreeState::Idle) => 0,
                    Some(BackgroundTreeState::Running) => 1,
                    Some(BackgroundTreeState::Ended(Outcome::Success)) => 2,
                    Some(BackgroundTreeState::Ended(Outcome::Failure)) => 3,
                });
            }
            to.list(&background.requests, |to, (name, starts)| {
                to.text(name);
                to.byte(u8::from(*starts));
            });
        }
    }

    /// Restores a copy in any run of the program, with the same globals as when it was made. The random numbers begin anew with the
    /// seed 0.
    pub fn restore(&self, from: &[u8], tree: &mut TreeInstance<W, B>, globals: &mut Globals) {
        let mut from = Reader(from);
        for slot in &mut globals.slots {
            from.value(&mut slot.value);
            forget_writes(slot);
        }
        for name in &self.semaphores {
            let taken = from.number();
            match globals.semaphores.get_mut(name) {
                Some(slots) => *slots = taken,
                None if taken == 0 => {}
                None => drop(globals.semaphores.insert(name.clone(), taken)),
            }
        }
        globals.posted.clear();
        from.list(&mut globals.posted, Reader::event);
        globals.changed = 0;
        self.restore_tree(&mut from, tree, globals);
    }

    fn restore_tree(
        &self,
        from: &mut Reader<'_>,
        tree: &mut TreeInstance<W, B>,
        globals: &mut Globals,
    ) {
        let agent = &mut tree.agent;
        agent.state = match from.byte() {
            0 => TreeState::Enabled,
            1 => TreeState::Paused,
            2 => TreeState::Disabled,
            status => TreeState::Finished(status_of(status.wrapping_sub(3))),
        };
        let flags = from.byte();
        (agent.at_start, agent.awake) = (flags & 1 != 0, flags & 2 != 0);
        (agent.frame, agent.time) = if self.reads_clock {
            (from.number(), Nanoseconds(from.number()))
        } else {
            (FRAME, NOW)
        };
        agent.random = Rand32::new(0);
        agent.is_restless = false;
        for number in &mut tree.run.memory {
            *number = from.number();
        }
        for branch in tree.run.branches.iter_mut() {
            *branch = Branch {
                top: from.node(),
                resume: from.node(),
            };
        }
        if let Some(observers) = &mut tree.run.observers {
            observers.clear();
            for _ in 0..from.number() {
                let (conditional, scope, kind) = (from.node(), from.node(), from.byte());
                let observer = Observer {
                    conditional,
                    number: self.program.facts[conditional as usize].watched.0,
                    scope,
                    kind: AbortType::ALL[usize::from(kind & 3)],
                    status: status_of(kind >> 4),
                };
                observers.adopt(&self.program, observer);
            }
            observers.touched = false;
        }
        for slot in &mut agent.variables {
            from.value(&mut slot.value);
            forget_writes(slot);
        }
        self.restore_rare(from, tree);
        self.restore_companions(from, tree, globals);
    }

    fn restore_rare(&self, from: &mut Reader<'_>, tree: &mut TreeInstance<W, B>) {
        let flags = from.byte();
        let (is_waiting, has_background) = (flags & 1 != 0, flags & 2 != 0);
        let rare = &mut tree.agent.rare;
        let is_needed = is_waiting || has_background || !self.listens.is_empty();
        if !is_needed && self.program.global_variables.is_empty() {
            *rare = None;
            return;
        }
        let rare = rare.get_or_insert_default();
        rare.events.clear();
        rare.interrupts.clear();
        rare.forced.clear();
        rare.requests.clear();
        rare.seen.fill(CHANGES);
        if is_waiting {
            from.list(&mut rare.events, Reader::event);
            from.list(&mut rare.interrupts, |from| {
                (from.text(), Outcome::of(from.byte() != 0))
            });
            from.list(&mut rare.forced, |from| {
                (NodeIndex(from.node()), status_of(from.byte()))
            });
        }
        for name in &self.listens {
            let payload = from.optional_value();
            let received = Received {
                count: RECEIVED,
                frame: 0,
                payload,
            };
            if let Some(own) = rare.received.get_mut(name) {
                *own = received;
            } else {
                rare.received.insert(name.clone(), received);
            }
        }
        rare.background = has_background.then(|| {
            let mut background = BackgroundTrees::default();
            for (name, _) in &self.program.trees {
                let state = match from.byte() {
                    0 => continue,
                    1 => BackgroundTreeState::Running,
                    2 => BackgroundTreeState::Ended(Outcome::Success),
                    _ => BackgroundTreeState::Ended(Outcome::Failure),
                };
                background.runs.insert(name.clone(), state);
            }
            from.list(&mut background.requests, |from| {
                (from.text(), from.byte() != 0)
            });
            Box::new(background)
        });
    }

    fn restore_companions(
        &self,
        from: &mut Reader<'_>,
        tree: &mut TreeInstance<W, B>,
        globals: &mut Globals,
    ) {
        let count = from.number();
        if count == 0 {
            tree.companions = None;
            return;
        }
        let mut companions = Companions::default();
        for _ in 0..count {
            let place = from.number() as usize;
            let Some((name, program)) = self.program.trees.get(place) else {
                break;
            };
            let mut companion = TreeInstance::new(program.clone(), 0);
            companion.set_agent(tree.agent());
            companion.bind_globals(globals);
            self.background[place].restore_tree(from, &mut companion, globals);
            companions.push(name.clone(), companion);
        }
        tree.companions = Some(Box::new(companions));
    }
}

/// Forgets when a variable was written.
fn forget_writes(slot: &mut Slot) {
    (slot.written, slot.changes) = (0, CHANGES);
}

fn status_of(number: u8) -> Status {
    let statuses = [Status::Success, Status::Failure, Status::Running];
    statuses[usize::from(number.min(2))]
}

impl<W: World + ?Sized, B: Tasks> TreeInstance<W, B> {
    /// Writes a variable between frames as [`TickContext::supply`] does within one. The type must fit.
    pub fn supply(&mut self, globals: &mut Globals, slot: VariableSlot, value: Value) {
        self.bind_globals(globals);
        let frame = self.agent.frame;
        self.slot_mut(globals, slot).write(value, frame);
    }

    /// Returns the value of a variable. The globals must be those with which the tree has run.
    pub fn value<'v>(&'v mut self, globals: &'v mut Globals, slot: VariableSlot) -> &'v Value {
        self.bind_globals(globals);
        &self.slot_mut(globals, slot).value
    }

    /// Begins the random numbers anew.
    pub fn reseed(&mut self, seed: u64) {
        self.agent.random = Rand32::new(seed);
    }

    /// Returns how many events a task has received and not reported yet.
    pub fn backlog(&mut self, globals: &mut Globals, node: NodeIndex) -> u64 {
        let node = &self.program.nodes[node.get()];
        let Operation::Builtin(kind) = &node.operation else {
            return 0;
        };
        let tick = TickContext {
            step: TimeStep::ZERO,
            agent: &mut self.agent,
            globals,
            declared: &self.program.tree_variables,
            labels: &self.program.labels,
            report: None,
        };
        kind.backlog(memory_of(&mut self.run.memory, node), &tick)
    }

    /// Makes an asking conditional forget the last result that it got from outside.
    pub fn forget_answer(&mut self, leaf: NodeIndex) {
        let node = &self.program.nodes[leaf.get()];
        if let Operation::Builtin(kind) = &node.operation {
            let memory = memory_of(&mut self.run.memory, node);
            kind.leaf_forced(memory, Status::Failure);
        }
    }

    /// Returns for how long the same would happen in each frame after the one that has just run, if nothing came from outside;
    /// [`Nanoseconds::MAX`] if for ever, `None` if that is not known. Call it before the run forgets.
    pub fn quiet_time(&mut self, globals: &mut Globals) -> Option<Nanoseconds> {
        self.nap(globals).map(|nap| nap.longest)
    }

    /// Lets frames pass in which the same happens as in the last one ([`Self::quiet_time`]).
    pub fn pass_quietly(&mut self, dt: Nanoseconds, frames: u64) {
        let elapsed = Nanoseconds(dt.0.saturating_mul(frames));
        self.pass(elapsed, frames);
    }
}

impl TickContext<'_> {
    /// Writes a variable as if that had been done before the frame. A value of another type than the variable's is not written.
    pub fn supply(&mut self, slot: VariableSlot, value: Value) {
        if self.check(slot, &value).is_err() {
            return;
        }
        let frame = self.agent.frame;
        let place = match slot {
            VariableSlot::Tree(index) => self.agent.variables.get_mut(index as usize),
            VariableSlot::Global(index) => {
                let place = self.global_place(index);
                self.globals.slots.get_mut(place)
            }
        };
        if let Some(place) = place {
            place.write(value, frame);
        }
    }

    /// Begins the random numbers anew.
    pub fn reseed(&mut self, seed: u64) {
        self.agent.random = Rand32::new(seed);
    }
}

impl<W: World + ?Sized, B: Tasks> Program<W, B> {
    /// Returns what a built-in task draws: a parent or an action when it starts, a conditional or stand-in at each update.
    pub fn draw(&self, node: NodeIndex, tick: &TickContext<'_>) -> Option<Draw> {
        let children = self.child_count(node.0) as usize;
        self.built_in(node)?.draw(children, tick)
    }
}

#[cfg(test)]
mod laws;
