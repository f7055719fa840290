//! Breakpoints prepared for a running program: which events of a frame they hit, exactly where, and how often.

use std::sync::Arc;
use treewright_core::Program;
use treewright_core::runtime::World;

use rustc_hash::FxHashMap;
use treewright_core::expression::{Expression, ExpressionError, variable_places};
use treewright_core::ids::NodeId;
use treewright_core::runtime::{EndStatus, NodeIndex};
use treewright_core::trace::{TraceEvent, Write};
use treewright_core::value::{Value, ValueType};

use super::{Breakpoint, NodeEvent, StopAt};

/// A hit of a breakpoint.
#[derive(Clone, Debug, PartialEq)]
pub struct BreakpointHit {
    /// The index of the breakpoint in the list.
    pub breakpoint: usize,
    /// The position in the frame: the number of events that happened before.
    pub events: usize,
    /// The node that caused the hit, if there is one.
    pub node: Option<NodeIndex>,
    /// The number of this hit in the run, from 1.
    pub number: u64,
    /// The message to log instead of stopping.
    pub message: Option<String>,
}

/// A placeholder for a variable without value, which is ruled out before use.
const PLACEHOLDER: Value = Value::Bool(false);

/// A breakpoint prepared for a program.
struct PreparedBreakpoint {
    breakpoint: Breakpoint,
    /// The indices of its node in the program: one per use of the node's tree.
    nodes: Vec<NodeIndex>,
    /// The expression that it waits for, or the condition of a node's breakpoint.
    expression: Option<Expression<usize>>,
    fault: Option<ExpressionError>,
    /// Whether its condition depends only on variables shared by all agents, so that it is hit once and not once per agent.
    is_shared: bool,
    /// The frames in which it was hit, each with the total number of hits up to and including that frame.
    counts: Vec<(u64, u64)>,
}

/// The variable values and breakpoint conditions of one agent when they were last evaluated.
#[derive(Clone, Default)]
struct AgentMemory {
    values: Vec<Option<Value>>,
    held: Vec<bool>,
}

/// The breakpoints of a run.
#[derive(Default)]
pub struct BreakpointSet {
    armed: Vec<PreparedBreakpoint>,
    /// The names of the watched variables; their numbers are the indices.
    names: Vec<Arc<str>>,
    agents: FxHashMap<u64, AgentMemory>,
}

/// Returns the names in a message: `{name}`.
fn names_in(message: &str) -> impl Iterator<Item = &str> {
    let parts = message.split('{').skip(1);
    parts.filter_map(|part| Some(part.split_once('}')?.0.trim()))
}

impl BreakpointSet {
    /// Prepares breakpoints for a program. `places` returns the indices of a document's node in it. Breakpoints that were in the
    /// list before keep their number of hits.
    pub fn prepare<W: World + ?Sized>(
        &mut self,
        breakpoints: &[Breakpoint],
        program: &Program<W>,
        places: &dyn Fn(&NodeId) -> Vec<NodeIndex>,
    ) {
        let mut before = std::mem::take(&mut self.armed);
        let (held, names) = (
            self.previous_conditions(&before),
            std::mem::take(&mut self.names),
        );
        for breakpoint in breakpoints {
            let known = before.iter().position(|a| a.breakpoint.at == breakpoint.at);
            let counts = known.map(|known| before.swap_remove(known).counts);
            let armed = self.prepare_one(breakpoint, counts.unwrap_or_default(), program, places);
            self.armed.push(armed);
        }
        self.restore_values(&held, &names);
    }

    fn prepare_one<W: World + ?Sized>(
        &mut self,
        breakpoint: &Breakpoint,
        counts: Vec<(u64, u64)>,
        program: &Program<W>,
        places: &dyn Fn(&NodeId) -> Vec<NodeIndex>,
    ) -> PreparedBreakpoint {
        let mut armed = PreparedBreakpoint {
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
            armed.is_shared = program.is_global(name);
        }
        if let StopAt::Expression(text) = &breakpoint.at {
            let mut read = variable_places(text).into_iter();
            armed.is_shared =
                read.clone().len() > 0 && read.all(|(name, _)| program.is_global(&name));
        }
        if let Some(text) = breakpoint.expression() {
            match self.compile(text, program) {
                Ok(expression) => armed.expression = Some(expression),
                Err(fault) => armed.fault = Some(fault),
            }
        }
        armed
    }

    /// Compiles an expression over the watched variables, to which those that it reads are added.
    fn compile<W: World + ?Sized>(
        &mut self,
        text: &str,
        program: &Program<W>,
    ) -> Result<Expression<usize>, ExpressionError> {
        for (name, _) in variable_places(text) {
            self.number_of(&name);
        }
        let resolve = |name: &str| {
            let number = self.names.iter().position(|n| **n == *name)?;
            Some((number, type_of(program, name)?))
        };
        Expression::compile(text, &resolve, Some(&ValueType::Bool))
    }

    fn number_of(&mut self, name: &str) -> usize {
        let known = self.names.iter().position(|n| **n == *name);
        known.unwrap_or_else(|| {
            self.names.push(name.into());
            self.names.len() - 1
        })
    }

    fn previous_conditions(
        &self,
        armed: &[PreparedBreakpoint],
    ) -> FxHashMap<u64, Vec<(StopAt, bool)>> {
        let of = |memory: &AgentMemory| {
            let held = memory.held.iter().zip(armed);
            held.map(|(held, armed)| (armed.breakpoint.at.clone(), *held))
                .collect()
        };
        self.agents.iter().map(|(a, m)| (*a, of(m))).collect()
    }

    /// Moves the known variable values to the new variable numbers.
    fn restore_values(&mut self, held: &FxHashMap<u64, Vec<(StopAt, bool)>>, names: &[Arc<str>]) {
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

    /// Returns whether no breakpoint is enabled.
    pub fn is_empty(&self) -> bool {
        !self.armed.iter().any(|armed| armed.breakpoint.enabled)
    }

    /// Returns the error of a breakpoint's expression, if it has one.
    pub fn fault(&self, breakpoint: usize) -> Option<&ExpressionError> {
        self.armed.get(breakpoint)?.fault.as_ref()
    }

    /// Returns whether a breakpoint can be hit: its node and variables exist in the program, and its expression is valid.
    pub fn is_set(&self, breakpoint: usize, declared: &dyn Fn(&str) -> bool) -> bool {
        self.armed
            .get(breakpoint)
            .is_some_and(|armed| match &armed.breakpoint.at {
                StopAt::Node(..) => !armed.nodes.is_empty() && armed.fault.is_none(),
                StopAt::Written(name) | StopAt::Becomes(name, _) => declared(name),
                StopAt::Expression(_) => armed.expression.is_some(),
            })
    }

    /// Returns the number of hits of a breakpoint in this run.
    pub fn hits(&self, breakpoint: usize) -> u64 {
        self.armed
            .get(breakpoint)
            .map_or(0, PreparedBreakpoint::hits)
    }

    /// Forgets hits in this frame and later, since they will run again.
    pub fn forget_from(&mut self, frame: u64) {
        for armed in &mut self.armed {
            let kept = armed.counts.partition_point(|(at, _)| *at < frame);
            armed.counts.truncate(kept);
        }
    }

    /// Must be called before a frame runs, after external input was applied, with the names of the variables that it set.
    /// Returns the hits caused by that input.
    pub fn before_frame(
        &mut self,
        agent: u64,
        frame: u64,
        set: &[Arc<str>],
        read: &dyn Fn(&str) -> Option<Value>,
    ) -> Vec<BreakpointHit> {
        let values: Vec<_> = self.names.iter().map(|name| read(name)).collect();
        let memory = self.agents.entry(agent).or_default();
        memory.held.resize(self.armed.len(), false);
        memory.values = values;
        let mut hits = Vec::new();
        let now = (frame, 0, None);
        for (number, armed) in self.armed.iter_mut().enumerate() {
            let is_written =
                matches!(&armed.breakpoint.at, StopAt::Written(name) if set.contains(name));
            if is_written {
                armed.record_hit(number, memory, now, &self.names, &mut hits);
            }
            armed.check_condition(number, memory, now, &self.names, &mut hits);
        }
        self.update_other_agents(agent, &[]);
        hits
    }

    /// Copies shared conditions and newly written shared variables to all other agents.
    fn update_other_agents(&mut self, agent: u64, written: &[(usize, Value)]) {
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

    /// Must be called after a frame has run, with its events and the writes of tasks. `program` is `None` for agents of other trees, of which
    /// only the writes of shared variables are passed. Returns the hits in order.
    pub fn after_frame<W: World + ?Sized>(
        &mut self,
        agent: u64,
        frame: u64,
        program: Option<&Program<W>>,
        (events, writes): (&[TraceEvent], &[Write]),
    ) -> Vec<BreakpointHit> {
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
                    if program.is_none_or(|program| program.is_global(&write.variable)) {
                        shared.push((number, write.value.clone()));
                    }
                }
                // A write takes effect for breakpoints when its task has returned, which is the next event.
                let place = (write.after + 1).min(events.len());
                for (number, armed) in self.armed.iter_mut().enumerate() {
                    let is_written = matches!(&armed.breakpoint.at, StopAt::Written(name) if *name == write.variable);
                    if is_written {
                        let met = (frame, place, write.node);
                        armed.record_hit(number, memory, met, &self.names, &mut hits);
                    }
                    let now = (frame, place, write.node);
                    armed.check_condition(number, memory, now, &self.names, &mut hits);
                }
            }
            let Some(event) = events.get(place) else {
                break;
            };
            let Some(program) = program else { continue };
            for (number, armed) in self.armed.iter_mut().enumerate() {
                if let Some((events, node)) = armed.position_of_hit(program, events, place, event) {
                    let met = (frame, events, Some(node));
                    armed.record_hit(number, memory, met, &self.names, &mut hits);
                }
            }
        }
        // A breakpoint after an event and one before the next event have the same position; the list is nearly sorted.
        hits.sort_by_key(|hit| hit.events);
        self.update_other_agents(agent, &shared);
        hits
    }

    /// Must be called when a run starts or returns to another frame: conditions that are true then do not count as becoming true.
    pub fn reset_conditions(&mut self, agent: u64, read: &dyn Fn(&str) -> Option<Value>) {
        let values: Vec<_> = self.names.iter().map(|name| read(name)).collect();
        let held = self
            .armed
            .iter()
            .map(|armed| armed.holds(&self.names, &values))
            .collect();
        self.agents.insert(agent, AgentMemory { values, held });
    }
}

impl PreparedBreakpoint {
    fn hits(&self) -> u64 {
        self.counts.last().map_or(0, |(_, count)| *count)
    }

    /// Returns whether the value or expression that it waits for is there. Always false for breakpoints on events.
    fn holds(&self, names: &[Arc<str>], values: &[Option<Value>]) -> bool {
        let read = |number: usize| values.get(number).and_then(Option::as_ref);
        if let StopAt::Becomes(name, wanted) = &self.breakpoint.at {
            let number = names.iter().position(|n| n == name);
            let held = number.and_then(read);
            return held.is_some_and(|held| is_same(held, wanted));
        }
        matches!(self.breakpoint.at, StopAt::Expression(_)) && self.is_true(values)
    }

    /// Returns whether an event of its node counts.
    fn meets_condition(&self, values: &[Option<Value>]) -> bool {
        let has_condition = self.breakpoint.node().is_some() && self.breakpoint.condition.is_some();
        !has_condition || self.is_true(values)
    }

    /// Returns whether its expression is true; false if it is invalid or reads a variable without value.
    fn is_true(&self, values: &[Option<Value>]) -> bool {
        let read = |number: usize| values.get(number).and_then(Option::as_ref);
        let expression = self.expression.as_ref();
        expression.is_some_and(|expression| is_true(expression, read))
    }

    /// Records a hit if its condition has become true.
    fn check_condition(
        &mut self,
        number: usize,
        memory: &mut AgentMemory,
        (frame, events, node): (u64, usize, Option<NodeIndex>),
        names: &[Arc<str>],
        hits: &mut Vec<BreakpointHit>,
    ) {
        let holds = self.holds(names, &memory.values);
        let held = std::mem::replace(&mut memory.held[number], holds);
        if holds && !held {
            self.record_hit(number, memory, (frame, events, node), names, hits);
        }
    }

    /// Returns the position and the node if this event hits the breakpoint.
    fn position_of_hit<W: World + ?Sized>(
        &self,
        program: &Program<W>,
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

    /// Counts a hit, and adds it to the list if it is enabled and `from_hit` is reached.
    fn record_hit(
        &mut self,
        number: usize,
        memory: &AgentMemory,
        (frame, events, node): (u64, usize, Option<NodeIndex>),
        names: &[Arc<str>],
        hits: &mut Vec<BreakpointHit>,
    ) {
        if !self.breakpoint.enabled || !self.meets_condition(&memory.values) {
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
        hits.push(BreakpointHit {
            breakpoint: number,
            events,
            node,
            number: count,
            message: says.map(|message| filled(message, names, &memory.values)),
        });
    }
}

/// Returns whether an expression is true; false if it reads a variable without value.
pub(crate) fn is_true<'v>(
    expression: &Expression<usize>,
    read: impl Fn(usize) -> Option<&'v Value>,
) -> bool {
    let is_known = expression.variables().iter().all(|v| read(*v).is_some());
    is_known && expression.holds(&|number| read(number).unwrap_or(&PLACEHOLDER)) == Ok(true)
}

/// Fills variable values into a message; names without a value stay as they are.
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

pub(crate) fn type_of<W: World + ?Sized>(program: &Program<W>, name: &str) -> Option<ValueType> {
    let all = program
        .tree_variables()
        .iter()
        .chain(program.global_variables());
    let mut found = all.filter(|variable| *variable.name == *name);
    found.next().map(|variable| variable.value_type.clone())
}
