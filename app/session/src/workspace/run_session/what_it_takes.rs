//! What it would take that a node runs or an expectation holds: which inputs of a run may be changed for it, and trying out a change that was
//! found. The search itself knows no documents.

use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::model::Node;
use treewright_core::project::Project;
use treewright_core::runtime::{AgentId, Event, NodeIndex, ProgramVariable, Status};
use treewright_core::value::{Value, ValueType};
use treewright_insight::recording::{RecordedInput, RunInput, RunInputError, TriedInput};
use treewright_insight::scenario::{Fact, node_named};
use treewright_insight::what_it_takes::{ChangeSearch, Wanted};

use super::{Goal, RunSession};

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

impl Wish {
    /// Whether changes can be searched that lead to it: aborts are no state after a frame.
    pub fn can_be_searched(&self) -> bool {
        !matches!(self, Self::Holds(Fact::Aborts(_) | Fact::NoAborts(_)))
    }
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
                Fact::Aborts(_) | Fact::NoAborts(_) => return None,
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
        let mut heard: Vec<_> = program.listens().collect();
        heard.sort();
        inputs.extend(heard.into_iter().map(|name| RunInput::Send {
            agent: Some(agent),
            event: Event {
                name: name.clone(),
                payload: None,
            },
        }));
        let leaves = program
            .indices()
            .filter(|node| self.answers_for_game(*node, project, library));
        inputs.extend(leaves.flat_map(|node| results(agent, node)));
        inputs
    }

    /// The values with which conditions can turn: both truths, and numbers and texts beside those with which the variable is compared. Nothing
    /// if nothing reads it.
    fn values_to_try(&self, variable: &ProgramVariable, project: &Project<'_>) -> Vec<Value> {
        let program = self.program();
        let reads = |node: &NodeIndex| program.reads(*node).any(|name| *name == variable.name);
        let mut readers = program.indices().filter(reads).peekable();
        let mut values: Vec<Value> = Vec::new();
        let mut add = |value: Value| {
            if let Some(value) = value.coerced(&variable.value_type)
                && !values.contains(&value)
                && values.len() < MOST_VALUES
            {
                values.push(value);
            }
        };
        if readers.peek().is_none() {
            return values;
        }
        if variable.value_type == ValueType::Bool {
            return vec![Value::Bool(true), Value::Bool(false)];
        }
        let nodes = readers.filter_map(|reader| self.mapping().node(project, program, reader));
        for value in nodes.flat_map(compared) {
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
    pub fn try_change(&mut self, change: &[TriedInput], last: u64) -> Result<(), RunInputError> {
        let Some(first) = change.first().map(|first| first.frame) else {
            return Ok(());
        };
        let program = self.recording.record(first).map(|record| record.program);
        self.show(first - 1);
        self.repeat_recorded();
        for TriedInput { frame, input } in change {
            if *frame == first {
                self.happens(input.clone())?;
            } else if let Some(program) = program {
                self.recording.plan_input(RecordedInput {
                    frame: *frame,
                    program,
                    input: input.clone(),
                });
            }
        }
        self.run_to(Goal::Frame(last));
        Ok(())
    }
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
    let all = [number, number + 1.0, number - 1.0];
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
