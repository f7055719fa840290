//! How the trees of a manager can interact within a frame: by shared variables and by semaphore slots. Computed when a
//! program is built. Knows nothing about threads.
//!
//! A task may write a shared variable only if it is one of its arguments. Other writes could not be known when the
//! program is built, so they are refused, on one thread as well.

use super::blackboard::VariableSlot;
use super::program_builder::{KindSpec, Operation, ProgramBuilder};
use super::task::Tasks;
use super::variables::Storage;
use super::world::World;

/// How much trees can notice of each other within a frame.
///
/// Events for all trees do not count, since they arrive in the next frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Sharing {
    /// Declares no shared variable and uses no semaphore: the tree is independent of all others.
    #[default]
    Nothing,
    /// Only reads shared variables: the tree notices writes of others.
    Reads,
    /// May write shared variables, or uses a semaphore.
    Writes,
}

impl<W: World + ?Sized, B: Tasks> ProgramBuilder<W, B> {
    /// Returns what a program of these nodes can share. Unknown behavior counts as the most.
    pub(super) fn find_sharing(&self) -> Sharing {
        // Background trees declare their shared variables when they are started.
        let background = self.trees.iter().map(|(_, program)| program.sharing);
        if background.max().unwrap_or_default() > Sharing::Nothing
            || self.kinds.iter().any(takes_places)
            || self.storage.iter().any(is_shared)
        {
            return Sharing::Writes;
        }
        if self.global_variables.is_empty() {
            return Sharing::Nothing;
        }
        if self.kinds.iter().any(may_write) {
            Sharing::Writes
        } else {
            Sharing::Reads
        }
    }
}

fn takes_places<W: World + ?Sized, B: Tasks>(kind: &KindSpec<W, B>) -> bool {
    match &kind.operation {
        Operation::Builtin(kind) => kind.semaphore().is_some(),
        _ => false,
    }
}

fn is_shared<W: World + ?Sized>(storage: &Storage<W>) -> bool {
    matches!(storage.slot, VariableSlot::Global(_))
}

/// A game's own task may write any variable among its arguments.
fn may_write<W: World + ?Sized, B: Tasks>(kind: &KindSpec<W, B>) -> bool {
    let is_shared = |slot: &VariableSlot| matches!(slot, VariableSlot::Global(_));
    let names_shared = match &kind.facts.reads {
        Some(slots) => slots.iter().any(is_shared),
        None => true,
    };
    let writes = match &kind.operation {
        Operation::Builtin(kind) => kind.wants().writes_variables,
        _ => true,
    };
    names_shared && writes
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::Sharing;
    use crate::compile::{GameTasks, compile};
    use crate::library::NodeLibrary;
    use crate::model::{DocumentBuilder, Node, ParameterType, ParameterValue, Scope, Variable};
    use crate::runtime::{Globals, Status, TaskContext, TaskHooks, VariableSlot};
    use crate::value::{Value, ValueType};
    use crate::{Program, TreeInstance};

    /// A program of one node, with a variable `alarm` of this scope bound to a parameter, and a game's task `Write`
    /// that writes the first global variable.
    fn program(task: &str, parameter: &str, scope: Scope) -> Arc<Program<()>> {
        let mut builder = DocumentBuilder::new("Guard");
        let library = NodeLibrary::builtin();
        let declared = library
            .declaration(task)
            .and_then(|d| d.parameter(parameter));
        let value_type = match declared.map(|p| &p.parameter_type) {
            Some(ParameterType::VariableName(Some(value_type))) => value_type.clone(),
            _ => ValueType::Bool,
        };
        builder.variable(Variable {
            scope,
            ..Variable::new("alarm", value_type)
        });
        let mut node = Node::new("n1", task);
        if !parameter.is_empty() {
            node = node.with_parameter(parameter, ParameterValue::variable("alarm"));
        }
        node = match task {
            "Compute" => node.with_parameter("expression", ParameterValue::literal("alarm")),
            "SetVariable" => node.with_parameter("value", ParameterValue::literal(true)),
            "WaitForEvent" | "HasReceivedEvent" => {
                node.with_parameter("name", ParameterValue::literal("ring"))
            }
            _ => node,
        };
        let is_parent = library
            .declaration(task)
            .is_some_and(|d| !d.category.is_leaf());
        let root = builder.root(node).unwrap();
        if is_parent {
            builder.child(&root, Node::new("n2", "Succeed")).unwrap();
        }
        let mut tasks = GameTasks::new();
        tasks.action("Write", |_| {
            TaskHooks::new(|context: &mut TaskContext<()>| {
                context.tick.set(VariableSlot::Global(0), Value::Bool(true));
                Status::Success
            })
        });
        let compiled = compile(&builder.finish(), &NodeLibrary::builtin(), &tasks);
        assert_eq!(compiled.broken, []);
        compiled.program.unwrap()
    }

    #[test]
    fn sharing_follows_from_variable_bindings() {
        let of = |task, parameter, scope| program(task, parameter, scope).sharing();
        assert_eq!(of("SetVariable", "variable", Scope::Tree), Sharing::Nothing);
        assert_eq!(of("Idle", "", Scope::Global), Sharing::Reads);
        assert_eq!(of("CompareBool", "left", Scope::Global), Sharing::Reads);
        assert_eq!(
            of("SetVariable", "variable", Scope::Global),
            Sharing::Writes
        );
        assert_eq!(of("Compute", "variable", Scope::Global), Sharing::Writes);
        assert_eq!(of("Write", "", Scope::Global), Sharing::Reads);
        assert_eq!(of("Write", "variable", Scope::Global), Sharing::Writes);
    }

    #[test]
    fn a_task_writes_a_shared_variable_only_if_it_is_one_of_its_arguments() {
        for (parameter, expected) in [("", Status::Failure), ("variable", Status::Success)] {
            let mut tree = TreeInstance::new(program("Write", parameter, Scope::Global), 1);
            let mut globals = Globals::default();
            assert_eq!(tree.tick(&mut (), &mut globals, 0.1), Some(expected));
            let written = globals.get("alarm") == Some(&Value::Bool(true));
            assert_eq!(written, expected == Status::Success);
        }
    }

    /// A node type that takes a variable name and is not known to write it would be refused the write.
    #[test]
    fn node_types_that_name_a_variable_write_it_or_only_read_it() {
        let looks = ["IsVariableSet", "VariableChanged"];
        for declaration in crate::nodes::declarations() {
            let task = &*declaration.task;
            let named = declaration
                .parameters
                .iter()
                .find(|p| matches!(p.parameter_type, ParameterType::VariableName(_)));
            let Some(parameter) = named else { continue };
            let sharing = program(task, &parameter.name, Scope::Global).sharing();
            let writes = sharing == Sharing::Writes;
            assert_ne!(writes, looks.contains(&task), "{task}");
        }
    }
}
