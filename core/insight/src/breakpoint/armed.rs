//! Breakpoints over a running program: what of a frame they meet, exactly where, and how often they did.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use treewright_core::expression::{Expression, ExpressionError, variable_places};
use treewright_core::ids::NodeId;
use treewright_core::runtime::{EndStatus, NodeIndex, Program};
use treewright_core::trace::{TraceEvent, Write};
use treewright_core::value::{Value, ValueType};

use super::{Breakpoint, NodeEvent, StopAt};

/// A breakpoint was met.
#[derive(Clone, Debug, PartialEq)]
pub struct Hit {
    /// Which one, by its place in the list.
    pub breakpoint: usize,
    /// Where: when so many events of the frame have happened.
    pub events: usize,
    /// The node that met it, if one did.
    pub node: Option<NodeIndex>,
    /// The how manieth time it was met in this run, from 1.
    pub number: u64,
    /// What it says instead of stopping.
    pub says: Option<String>,
}

/// Stands where a variable holds nothing, which is ruled out before.
const NOTHING: Value = Value::Bool(false);

/// A breakpoint made ready for a program.
struct Armed {
    breakpoint: Breakpoint,
    /// Where its node stands in the program: once, or once for each use of its tree.
    nodes: Vec<NodeIndex>,
    expression: Option<Expression<usize>>,
    fault: Option<ExpressionError>,
    /// What it waits for is told by variables that all agents share: it comes to be so once, not once for each.
    is_shared: bool,
    /// How often it was met up to and with this frame.
    counts: Vec<(u64, u64)>,
}

/// What one agent's variables held when they were looked at last, and which breakpoints held then.
#[derive(Clone, Default)]
struct Memory {
    values: Vec<Option<Value>>,
    held: Vec<bool>,
}

/// All breakpoints of a run.
#[derive(Default)]
pub struct Armory {
    armed: Vec<Armed>,
    /// The variables that are looked at, and their numbers.
    names: Vec<Arc<str>>,
    agents: FxHashMap<u64, Memory>,
}

/// A name in a message: `{name}`.
fn names_in(message: &str) -> impl Iterator<Item = &str> {
    let parts = message.split('{').skip(1);
    parts.filter_map(|part| Some(part.split_once('}')?.0.trim()))
}

impl Armory {
    /// Makes breakpoints ready for a program. `places` says where a node of the document stands in it.
    /// How often those that were there before were met is kept.
    pub fn arm<W, B>(
        &mut self,
        breakpoints: &[Breakpoint],
        program: &Program<W, B>,
        places: &dyn Fn(&NodeId) -> Vec<NodeIndex>,
    ) {
        let mut before = std::mem::take(&mut self.armed);
        let (held, names) = (self.held_by(&before), std::mem::take(&mut self.names));
        for breakpoint in breakpoints {
            let known = before.iter().position(|a| a.breakpoint.at == breakpoint.at);
            let counts = known.map(|known| before.swap_remove(known).counts);
            let armed = self.make_ready(breakpoint, counts.unwrap_or_default(), program, places);
            self.armed.push(armed);
        }
        self.remember(&held, &names);
    }

    fn make_ready<W, B>(
        &mut self,
        breakpoint: &Breakpoint,
        counts: Vec<(u64, u64)>,
        program: &Program<W, B>,
        places: &dyn Fn(&NodeId) -> Vec<NodeIndex>,
    ) -> Armed {
        let mut armed = Armed {
            nodes: breakpoint.node().map(places).unwrap_or_default(),
            breakpoint: breakpoint.clone(),
            expression: None,
            fault: None,
            is_shared: false,
            counts,
        };
        if let Some(name) = breakpoint.at.variable() {
            self.number_of(name);
        }
        if let Some(message) = &breakpoint.log {
            for name in names_in(message) {
                self.number_of(name);
            }
        }
        if let StopAt::Becomes(name, _) = &breakpoint.at {
            armed.is_shared = program.shares(name);
        }
        if let StopAt::Expression(text) = &breakpoint.at {
            let mut read = variable_places(text).into_iter();
            armed.is_shared = read.clone().len() > 0 && read.all(|(name, _)| program.shares(&name));
            for (name, _) in variable_places(text) {
                self.number_of(&name);
            }
            let resolve = |name: &str| {
                let number = self.names.iter().position(|n| **n == *name)?;
                Some((number, type_of(program, name)?))
            };
            match Expression::compile(text, &resolve, Some(&ValueType::Bool)) {
                Ok(expression) => armed.expression = Some(expression),
                Err(fault) => armed.fault = Some(fault),
            }
        }
        armed
    }

    fn number_of(&mut self, name: &str) -> usize {
        let known = self.names.iter().position(|n| **n == *name);
        known.unwrap_or_else(|| {
            self.names.push(name.into());
            self.names.len() - 1
        })
    }

    fn held_by(&self, armed: &[Armed]) -> FxHashMap<u64, Vec<(StopAt, bool)>> {
        let of = |memory: &Memory| {
            let held = memory.held.iter().zip(armed);
            held.map(|(held, armed)| (armed.breakpoint.at.clone(), *held))
                .collect()
        };
        self.agents.iter().map(|(a, m)| (*a, of(m))).collect()
    }

    /// Carries what was known of variables over to their new numbers.
    fn remember(&mut self, held: &FxHashMap<u64, Vec<(StopAt, bool)>>, names: &[Arc<str>]) {
        let (new_names, armed) = (&self.names, &self.armed);
        for (agent, memory) in &mut self.agents {
            let old = std::mem::take(&mut memory.values);
            let value = |name: &Arc<str>| {
                let number = names.iter().position(|n| n == name)?;
                old.get(number).cloned().flatten()
            };
            memory.values = new_names.iter().map(value).collect();
            let was = held.get(agent);
            memory.held = armed
                .iter()
                .map(|armed| {
                    let known =
                        was.and_then(|was| was.iter().find(|(at, _)| *at == armed.breakpoint.at));
                    known.map_or_else(|| armed.holds(new_names, &memory.values), |(_, held)| *held)
                })
                .collect();
        }
    }

    /// Whether there is anything to look for.
    pub fn is_empty(&self) -> bool {
        !self.armed.iter().any(|armed| armed.breakpoint.enabled)
    }

    /// Why the expression of a breakpoint is none.
    pub fn fault(&self, breakpoint: usize) -> Option<&ExpressionError> {
        self.armed.get(breakpoint)?.fault.as_ref()
    }

    /// Whether a breakpoint can be met: its node and variables are in the program, its expression can be worked out.
    pub fn is_set(&self, breakpoint: usize, declared: &dyn Fn(&str) -> bool) -> bool {
        self.armed
            .get(breakpoint)
            .is_some_and(|armed| match &armed.breakpoint.at {
                StopAt::Node(..) => !armed.nodes.is_empty(),
                StopAt::Written(name) | StopAt::Becomes(name, _) => declared(name),
                StopAt::Expression(_) => armed.expression.is_some(),
            })
    }

    /// How often a breakpoint was met in this run.
    pub fn hits(&self, breakpoint: usize) -> u64 {
        self.armed.get(breakpoint).map_or(0, Armed::hits)
    }

    /// Forgets what was met in this frame and later: it is run again.
    pub fn forget_from(&mut self, frame: u64) {
        for armed in &mut self.armed {
            let kept = armed.counts.partition_point(|(at, _)| *at < frame);
            armed.counts.truncate(kept);
        }
    }

    /// A frame is about to run: what came from outside since the last one is there. Gives what that alone meets.
    pub fn before_frame(
        &mut self,
        agent: u64,
        frame: u64,
        read: &dyn Fn(&str) -> Option<Value>,
    ) -> Vec<Hit> {
        let values: Vec<_> = self.names.iter().map(|name| read(name)).collect();
        let memory = self.agents.entry(agent).or_default();
        memory.held.resize(self.armed.len(), false);
        memory.values = values;
        let mut hits = Vec::new();
        for (number, armed) in self.armed.iter_mut().enumerate() {
            armed.look(number, memory, (frame, 0, None), &self.names, &mut hits);
        }
        self.tell_others(agent, &[]);
        hits
    }

    /// What came to be so for all agents is known to each of them, and so are the shared variables that one wrote.
    fn tell_others(&mut self, agent: u64, written: &[(usize, Value)]) {
        let Some(held) = self.agents.get(&agent).map(|memory| memory.held.clone()) else {
            return;
        };
        for (_, memory) in self.agents.iter_mut().filter(|(other, _)| **other != agent) {
            memory.held.resize(held.len(), false);
            memory.values.resize(self.names.len(), None);
            for (number, value) in written {
                memory.values[*number] = Some(value.clone());
            }
            for (number, armed) in self.armed.iter().enumerate() {
                if armed.is_shared {
                    memory.held[number] = held[number];
                }
            }
        }
    }

    /// A frame has run: what happened in it and what tasks wrote. Gives what it met, in the order in which it did.
    pub fn after_frame<W, B>(
        &mut self,
        agent: u64,
        frame: u64,
        program: &Program<W, B>,
        (events, writes): (&[TraceEvent], &[Write]),
    ) -> Vec<Hit> {
        let memory = self.agents.entry(agent).or_default();
        memory.held.resize(self.armed.len(), false);
        memory.values.resize(self.names.len(), None);
        let mut hits = Vec::new();
        let mut writes = writes.iter().peekable();
        let mut shared = Vec::new();
        for place in 0..=events.len() {
            while let Some(write) = writes.next_if(|write| write.after <= place) {
                let number = self.names.iter().position(|n| *n == write.variable);
                if let Some(number) = number {
                    memory.values[number] = Some(write.value.clone());
                    if program.shares(&write.variable) {
                        shared.push((number, write.value.clone()));
                    }
                }
                // What a task writes is seen once it has answered, which is the next event.
                let place = (write.after + 1).min(events.len());
                for (number, armed) in self.armed.iter_mut().enumerate() {
                    let is_written = matches!(&armed.breakpoint.at, StopAt::Written(name) if *name == write.variable);
                    if is_written {
                        let met = (frame, place, write.node);
                        armed.meet(number, memory, met, &self.names, &mut hits);
                    }
                    let now = (frame, place, write.node);
                    armed.look(number, memory, now, &self.names, &mut hits);
                }
            }
            let Some(event) = events.get(place) else {
                break;
            };
            for (number, armed) in self.armed.iter_mut().enumerate() {
                if let Some((events, node)) = armed.met_by(program, events, place, event) {
                    let met = (frame, events, Some(node));
                    armed.meet(number, memory, met, &self.names, &mut hits);
                }
            }
        }
        // One that stops after an event and one that stops before the next meet at the same place; the list is nearly sorted.
        hits.sort_by_key(|hit| hit.events);
        self.tell_others(agent, &shared);
        hits
    }

    /// The run was taken back to another frame, or begins: whatever holds now did not come to hold.
    pub fn look_again(&mut self, agent: u64, read: &dyn Fn(&str) -> Option<Value>) {
        let values: Vec<_> = self.names.iter().map(|name| read(name)).collect();
        let held = self
            .armed
            .iter()
            .map(|armed| armed.holds(&self.names, &values))
            .collect();
        self.agents.insert(agent, Memory { values, held });
    }
}

impl Armed {
    fn hits(&self) -> u64 {
        self.counts.last().map_or(0, |(_, count)| *count)
    }

    /// Whether what it waits for is so. Of those that wait for something that happens, never.
    fn holds(&self, names: &[Arc<str>], values: &[Option<Value>]) -> bool {
        let read = |number: usize| values.get(number).and_then(Option::as_ref);
        if let StopAt::Becomes(name, wanted) = &self.breakpoint.at {
            let number = names.iter().position(|n| n == name);
            let held = number.and_then(read);
            return held.is_some_and(|held| is_same(held, wanted));
        }
        let Some(expression) = &self.expression else {
            return false;
        };
        if expression.variables().iter().any(|v| read(*v).is_none()) {
            return false;
        }
        expression.holds(&|number| read(number).unwrap_or(&NOTHING)) == Ok(true)
    }

    /// Meets it if what it waits for has come to be so.
    fn look(
        &mut self,
        number: usize,
        memory: &mut Memory,
        (frame, events, node): (u64, usize, Option<NodeIndex>),
        names: &[Arc<str>],
        hits: &mut Vec<Hit>,
    ) {
        let holds = self.holds(names, &memory.values);
        let held = std::mem::replace(&mut memory.held[number], holds);
        if holds && !held {
            self.meet(number, memory, (frame, events, node), names, hits);
        }
    }

    /// Where this event meets it, and by which node.
    fn met_by<W, B>(
        &self,
        program: &Program<W, B>,
        events: &[TraceEvent],
        place: usize,
        event: &TraceEvent,
    ) -> Option<(usize, NodeIndex)> {
        let StopAt::Node(_, on) = &self.breakpoint.at else {
            return None;
        };
        let is_own = |node: &NodeIndex| self.nodes.contains(node);
        match (on, event) {
            (NodeEvent::Start, TraceEvent::Start(node)) if is_own(node) => Some((place, *node)),
            (NodeEvent::End(wanted), TraceEvent::End(node, status)) if is_own(node) => wanted
                .is_none_or(|wanted| wanted == *status)
                .then_some((place + 1, *node)),
            (NodeEvent::Abort, TraceEvent::Abort { conditional, scope }) => {
                let ends = events[place + 1..].iter().map_while(|event| match event {
                    TraceEvent::End(node, EndStatus::Inactive) => Some(Some(*node)),
                    TraceEvent::Error(..) | TraceEvent::Log(..) | TraceEvent::Mark(..) => {
                        Some(None)
                    }
                    _ => None,
                });
                let inside = ends
                    .flatten()
                    .filter(|node| program.is_inside(*node, *scope) && node != scope);
                let mut concerned = [*conditional, *scope].into_iter().chain(inside);
                concerned.find(is_own).map(|node| (place, node))
            }
            _ => None,
        }
    }

    /// Counts that it was met, and notes it if it counts from now on.
    fn meet(
        &mut self,
        number: usize,
        memory: &Memory,
        (frame, events, node): (u64, usize, Option<NodeIndex>),
        names: &[Arc<str>],
        hits: &mut Vec<Hit>,
    ) {
        if !self.breakpoint.enabled {
            return;
        }
        let count = self.hits() + 1;
        match self.counts.last_mut() {
            Some((at, total)) if *at == frame => *total = count,
            _ => self.counts.push((frame, count)),
        }
        if count < self.breakpoint.from_hit {
            return;
        }
        let says = self.breakpoint.log.as_ref();
        hits.push(Hit {
            breakpoint: number,
            events,
            node,
            number: count,
            says: says.map(|message| filled(message, names, &memory.values)),
        });
    }
}

/// A message with the values of variables in it; what names none stays as it is.
fn filled(message: &str, names: &[Arc<str>], values: &[Option<Value>]) -> String {
    let mut out = String::new();
    let mut rest = message;
    while let Some((before, after)) = rest.split_once('{') {
        out.push_str(before);
        let value = after.split_once('}').and_then(|(name, after)| {
            let number = names.iter().position(|n| **n == *name.trim())?;
            Some((values.get(number)?.as_ref()?, after))
        });
        if let Some((value, after)) = value {
            out.push_str(&value.to_string());
            rest = after;
        } else {
            out.push('{');
            rest = after;
        }
    }
    out + rest
}

fn is_same(held: &Value, wanted: &Value) -> bool {
    held == wanted || wanted.coerced(&held.value_type()).as_ref() == Some(held)
}

fn type_of<W, B>(program: &Program<W, B>, name: &str) -> Option<ValueType> {
    let all = program
        .tree_variables()
        .iter()
        .chain(program.global_variables());
    let mut found = all.filter(|variable| *variable.name == *name);
    found.next().map(|variable| variable.value_type.clone())
}
