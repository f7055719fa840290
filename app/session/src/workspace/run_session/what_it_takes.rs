//! What it would take that a node runs or an expectation holds: which inputs of a run may be changed for it, and trying out a change that was
//! found. The search itself knows no documents.

use std::sync::Arc;

use treewright_core::Program;
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::model::Node;
use treewright_core::project::Project;
use treewright_core::runtime::{AgentId, Event, NodeIndex, ProgramVariable, Status};
use treewright_core::value::{Value, ValueType};
use treewright_insight::breakpoint::NodeEvent;
use treewright_insight::occurrence::Sought;
use treewright_insight::recording::{RunInput, RunInputError, TriedInput, WayId};
use treewright_insight::scenario::{Fact, node_named};
use treewright_insight::what_it_takes::{ChangeSearch, Wanted};

use super::{Goal, RunSession};
use crate::workspace::run_view::RunView as _;

/// How many values of a variable are tried.
const MOST_VALUES: usize = 12;

/// What the user wants to happen, in terms of the document.
#[derive(Clone, Debug, PartialEq)]
pub enum Wish {
    /// The node runs.
    Runs(NodeId),
    /// The expectation of a scenario holds.
    Holds(Fact),
}

impl RunSession {
    /// Prepares the search for changes of inputs that lead to what is wished in the shown frame, in the last `frames` frames. `None` if that
    /// cannot be searched.
    pub fn what_it_takes(
        &mut self,
        wish: &Wish,
        frames: u64,
        project: &Project<'_>,
        library: &NodeLibrary,
    ) -> Option<ChangeSearch> {
        let wanted = self.wanted(wish, project)?;
        let last = self.recording.frame();
        let first = (last + 1).saturating_sub(frames).max(1);
        let inputs = self.inputs_to_try(project, library);
        let agent = self.agent;
        Some(ChangeSearch::new(
            &mut self.recording,
            (first, last),
            agent,
            wanted,
            inputs,
        ))
    }

    fn wanted(&self, wish: &Wish, project: &Project<'_>) -> Option<Wanted> {
        let place = |name: &str| {
            let id = node_named(project.document, name)?;
            self.mapping().of(self.program(), id).next()
        };
        Some(match wish {
            Wish::Runs(id) => Wanted::Runs(self.mapping().of(self.program(), id).next()?),
            Wish::Holds(fact) => match fact {
                Fact::Status(status) => Wanted::Status(*status),
                Fact::Node(name, state) => Wanted::State(place(name)?, *state),
                Fact::Ended(name, ending) => Wanted::Ends(place(name)?, *ending),
                Fact::Running(names) => {
                    let nodes = names.iter().map(|name| place(name));
                    Wanted::Running(nodes.collect::<Option<Vec<NodeIndex>>>()?)
                }
                Fact::Variable(name, value) => Wanted::Variable(name.to_string(), value.clone()),
                Fact::Aborts(aborts) => {
                    let places = aborts.iter().map(|abort| {
                        let scope = match &abort.scope {
                            Some(scope) => Some(place(scope)?),
                            None => None,
                        };
                        Some((place(&abort.conditional)?, scope))
                    });
                    Wanted::Aborts(places.collect::<Option<_>>()?)
                }
                Fact::NoAborts(_) => Wanted::Aborts(Vec::new()),
            },
        })
    }

    /// The inputs that may be given before a frame: values of variables that the tree reads, events that it hears, and results of the game's
    /// tasks.
    fn inputs_to_try(&self, project: &Project<'_>, library: &NodeLibrary) -> Vec<RunInput> {
        let (program, agent) = (self.program(), self.agent);
        let declared = program
            .tree_variables()
            .iter()
            .chain(program.global_variables());
        let mut inputs = Vec::new();
        for variable in declared {
            let values = self.values_to_try(variable, project);
            inputs.extend(values.into_iter().map(|value| RunInput::Set {
                agent,
                name: variable.name.clone(),
                value,
            }));
        }
        inputs.extend(self.events_to_try(project).into_iter().map(|event| {
            let agent = Some(agent);
            RunInput::Send { agent, event }
        }));
        let leaves = program
            .indices()
            .filter(|node| self.answers_for_game(*node, project, library));
        inputs.extend(leaves.flat_map(|node| results(agent, node)));
        inputs
    }

    /// The events that the tree hears, with the values with which conditions can turn that read what the events bring.
    fn events_to_try(&self, project: &Project<'_>) -> Vec<Event> {
        let program = self.program();
        let mut events: Vec<Event> = Vec::new();
        let mut add = |name: &Arc<str>, payload| {
            let event = Event {
                name: name.clone(),
                payload,
            };
            if !events.contains(&event) {
                events.push(event);
            }
        };
        for node in program.indices() {
            let kept = self.mapping().node(project, program, node);
            let kept = kept.and_then(|node| node.parameters.get("payload")?.as_variable());
            let declared = kept.and_then(|name| variable_named(program, name));
            for name in program.hears(node) {
                match declared {
                    Some(declared) => {
                        let values = self.values_to_try(declared, project);
                        let values = values.into_iter().map(Some);
                        values.for_each(|value| add(name, value));
                    }
                    None => add(name, None),
                }
            }
        }
        events
    }

    /// The values with which conditions can turn: both truths, and numbers and texts beside those with which the variable is compared. Nothing
    /// if nothing reads it.
    fn values_to_try(&self, variable: &ProgramVariable, project: &Project<'_>) -> Vec<Value> {
        let program = self.program();
        let reads = |node: &NodeIndex| program.reads(*node).any(|name| *name == variable.name);
        let mut readers: Vec<NodeIndex> = program.indices().filter(reads).collect();
        let mut values: Vec<Value> = Vec::new();
        let mut add = |value: Value| {
            if let Some(value) = value.coerced(&variable.value_type)
                && !values.contains(&value)
                && values.len() < MOST_VALUES
            {
                values.push(value);
            }
        };
        if readers.is_empty() {
            return values;
        }
        if variable.value_type == ValueType::Bool {
            return vec![Value::Bool(true), Value::Bool(false)];
        }
        // A parent that chooses among its children compares what all of them read.
        let chosen = readers.iter().filter_map(|reader| program.parent(*reader));
        let chosen = chosen.filter(|parent| !program.runs_in_order(*parent));
        let siblings: Vec<NodeIndex> = chosen.flat_map(|parent| program.children(parent)).collect();
        readers.extend(siblings);
        let nodes = readers
            .iter()
            .filter_map(|reader| self.mapping().node(project, program, *reader));
        let others = readers.iter().flat_map(|reader| program.reads(*reader));
        let others = others
            .filter(|name| **name != variable.name)
            .filter_map(|name| self.variable(name).cloned());
        let values_near = nodes.flat_map(compared).chain(others);
        for value in values_near {
            near(&value, &variable.value_type)
                .into_iter()
                .for_each(&mut add);
        }
        add(variable.initial.clone());
        values
    }

    /// Whether a leaf stands in for a task of the game.
    fn answers_for_game(
        &self,
        node: NodeIndex,
        project: &Project<'_>,
        library: &NodeLibrary,
    ) -> bool {
        let program = self.program();
        let Some(document_node) = self.mapping().node(project, program, node) else {
            return false;
        };
        let stands_in = document_node.stand_in.is_some()
            || matches!(&*document_node.task, "StandIn" | "StandInConditional")
            || library.stand_in(&document_node.task).is_some()
            || program.awaits_result(node);
        stands_in && program.check_force(node).is_ok()
    }

    /// Tries out a change that was found: goes back, makes it, and goes on with the recorded inputs to the frame that was shown.
    ///
    /// # Errors
    /// If it is not possible any more.
    pub fn try_change(
        &mut self,
        way: WayId,
        change: &[TriedInput],
        last: u64,
    ) -> Result<(), RunInputError> {
        // Another change that was tried may have left it.
        self.return_to_way(way);
        let Some(first) = change.first().map(|first| first.frame) else {
            return Ok(());
        };
        let agent = self.agent;
        let first_record = self.recording.record(first);
        let part = first_record.and_then(|record| record.of(agent));
        let program = part.map(|part| part.program);
        self.show(first - 1);
        self.repeat_recorded();
        for TriedInput {
            frame,
            input,
            is_left_out,
        } in change
        {
            if *is_left_out {
                self.recording.leave_out_input(*frame, input);
            } else if *frame == first {
                self.happens(input.clone())?;
            } else if let Some(program) = program {
                self.recording.plan_input(*frame, program, input.clone());
            }
        }
        self.run_to(Goal::Frame(last));
        Ok(())
    }

    /// Returns the first frame from `first` to `last` in which a node of the shown agent started.
    pub fn first_start(&self, id: &NodeId, first: u64, last: u64) -> Option<u64> {
        let sought = Sought::Node(id.clone(), NodeEvent::Start);
        self.first_found(&sought, first..=last)
    }
}

fn variable_named<'a>(program: &'a Program<()>, name: &str) -> Option<&'a ProgramVariable> {
    let own = program.tree_variables().iter();
    let mut declared = own.chain(program.global_variables());
    declared.find(|variable| *variable.name == *name)
}

fn results(agent: AgentId, node: NodeIndex) -> impl Iterator<Item = RunInput> {
    [Status::Success, Status::Failure]
        .into_iter()
        .map(move |status| RunInput::Force {
            agent,
            node,
            status,
        })
}

/// The values with which a node can compare: those of its parameters, and the numbers in its expressions.
fn compared(node: &Node) -> Vec<Value> {
    let mut values = Vec::new();
    let stand_in = node.stand_in.as_ref().and_then(|said| said.expression());
    values.extend(stand_in.into_iter().flat_map(numbers_in));
    for (_, set) in &node.parameters {
        let Some(value) = set.as_literal() else {
            continue;
        };
        match value.as_str() {
            Some(text) => {
                values.extend(numbers_in(text));
                values.push(value.clone());
            }
            None => values.push(value.clone()),
        }
    }
    values
}

fn numbers_in(text: &str) -> impl Iterator<Item = Value> + '_ {
    let words = text.split(|c: char| !(c.is_alphanumeric() || c == '.' || c == '_'));
    words.filter_map(|word| word.parse::<f64>().ok().map(Value::Float))
}

/// A number, and the ones beside it; other values alone.
fn near(value: &Value, value_type: &ValueType) -> Vec<Value> {
    let number = match value {
        Value::Int(number) => *number as f64,
        Value::Float(number) => *number,
        _ => return vec![value.clone()],
    };
    let step = if number.abs() < 1.0 && *value_type == ValueType::Float {
        0.1
    } else {
        1.0
    };
    let all = [number, number + step, number - step];
    match value_type {
        ValueType::Int => all
            .into_iter()
            .map(|number| Value::Int(number.round() as i64))
            .collect(),
        ValueType::Float => all.into_iter().map(Value::Float).collect(),
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests;
