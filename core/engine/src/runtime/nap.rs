//! Whether a running tree can be left alone for some frames, until what, and how it catches up afterwards. Knows one tree, not who
//! leaves it alone: that is the manager (`sleeping.rs`).
//!
//! A tree can be left alone after a frame in which it wrote no variable, no observer came, went or differed, and nobody had anything to
//! say, if every task that the next frame would ask says that its answer cannot change ([`Wake`]). The next frame would then do nothing but
//! ask them all and hear the same, and so would each one after it.

use super::blackboard::{Globals, VariableSlot};
use super::executor::memory_of;
use super::instance::{TreeInstance, TreeState};
use super::program::{Flags, NONE, Program, ProgramNode, Role};
use super::program_builder::Operation;
use super::task::Tasks;
use super::tick_context::TickContext;
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
