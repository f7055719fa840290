//! What any task can reach while it runs, except the game's world: time, variables, events, random numbers, and a way to speak.

use std::sync::Arc;

use oorandom::Rand32;

use super::blackboard::{Globals, Slot, VariableSlot};
use super::events::Event;
use super::program::NodeIndex;
use super::status::Status;
use crate::value::Value;

/// The part of an instance that its tasks can reach.
#[derive(Debug)]
pub(super) struct AgentState {
    pub variables: Box<[Slot]>,
    pub random: Rand32,
    pub frame: u64,
    pub rare: Option<Box<Rare>>,
}

/// What few instances need.
#[derive(Debug, Default)]
pub(super) struct Rare {
    /// Sent since the last tick.
    pub events: Vec<Event>,
    /// Results to be used instead of the next update of these leaves.
    pub forced: Vec<(NodeIndex, Status)>,
    /// Where the program's global variables lie among the manager's.
    pub global_places: Box<[u32]>,
}

/// What a task has to say about its update.
#[derive(Debug, Default)]
pub(super) struct Report {
    pub log: Option<Arc<str>>,
    pub error: Option<String>,
}

/// What any task can reach while it runs, except the game's world.
#[derive(Debug)]
pub struct TickContext<'a> {
    pub(super) dt: f64,
    pub(super) agent: &'a mut AgentState,
    pub(super) globals: &'a mut Globals,
    pub(super) report: Option<Box<Report>>,
}

impl TickContext<'_> {
    /// Seconds of game time since the last frame.
    pub fn dt(&self) -> f64 {
        self.dt
    }

    /// The number of this frame, counted from 1 since the tree was made.
    pub fn frame(&self) -> u64 {
        self.agent.frame
    }

    /// What a variable holds.
    #[inline]
    pub fn get(&self, slot: VariableSlot) -> &Value {
        match slot {
            VariableSlot::Tree(index) => &self.agent.variables[index as usize].value,
            VariableSlot::Global(index) => &self.globals.slots[self.global_place(index)].value,
        }
    }

    /// Writes a variable; the next task that runs sees it. A value of another type than the variable's is not written.
    pub fn set(&mut self, slot: VariableSlot, value: Value) {
        let frame = self.agent.frame;
        let place = match slot {
            VariableSlot::Tree(index) => &mut self.agent.variables[index as usize],
            VariableSlot::Global(index) => {
                let place = self.global_place(index);
                &mut self.globals.slots[place]
            }
        };
        if std::mem::discriminant(&place.value) == std::mem::discriminant(&value) {
            place.value = value;
            place.written = frame;
        }
    }

    /// What was sent to the tree since its last frame.
    pub fn events(&self) -> &[Event] {
        self.agent.rare.as_ref().map_or(&[], |rare| &rare.events)
    }

    /// The tree's seeded generator.
    pub fn random(&mut self) -> &mut Rand32 {
        &mut self.agent.random
    }

    /// Says why the task cannot do its work: it ends as Failure whatever it answers.
    pub fn fail(&mut self, why: impl Into<String>) {
        self.report.get_or_insert_default().error = Some(why.into());
    }

    /// Says something to people.
    pub fn say(&mut self, text: Arc<str>) {
        self.report.get_or_insert_default().log = Some(text);
    }

    fn global_place(&self, index: u32) -> usize {
        let rare = self.agent.rare.as_ref();
        rare.map_or(usize::MAX, |rare| {
            rare.global_places[index as usize] as usize
        })
    }
}
