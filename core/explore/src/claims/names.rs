//! What the names in expressions of claims mean: variables of the tree, the functions that ask about its nodes, and `last`.

use treewright_core::Program;
use treewright_core::expression::{Fault, Function, Names};
use treewright_core::runtime::{NodeIndex, VariableSlot};
use treewright_core::value::ValueType;
use treewright_insight::scenario::{NamedNodes, NodeName, NodeNames};

use super::condition::ClaimKey;
use super::problem::NameProblem;
use crate::explored::is_condition;

const fn function(name: &'static str, usage: &'static str, help: &'static str) -> Function {
    Function { name, usage, help }
}

/// The functions that only expressions of claims have.
pub const FUNCTIONS: [Function; 6] = [
    function(
        "running",
        "running(\"node\")",
        "Whether the node is running after the frame.",
    ),
    function(
        "succeeded",
        "succeeded(\"node\")",
        "Whether the node returned Success in the frame.",
    ),
    function(
        "failed",
        "failed(\"node\")",
        "Whether the node returned Failure in the frame.",
    ),
    function(
        "interrupted",
        "interrupted(\"node\")",
        "Whether the node was interrupted in the frame.",
    ),
    function(
        "fired",
        "fired(\"conditional\")",
        "Whether the conditional caused an abort in the frame.",
    ),
    function(
        "status",
        "status()",
        "The status of the tree after the frame: Running, Success, Failure, or Stopped.",
    ),
];

/// The name before that of a variable, for its value before the frame.
pub(super) const LAST: &str = "last";

/// Where an expression is: this decides whether `last` has a meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// Only of the frame itself.
    Frame,
    /// Also of the values before it.
    FrameAndLast,
}

/// The names that expressions about a program can use.
#[derive(Clone, Copy)]
pub struct ClaimNames<'p> {
    pub program: &'p Program<()>,
    pub nodes: &'p NamedNodes<'p>,
    pub names: &'p NodeNames<'p>,
    pub reading: Reading,
}

impl ClaimNames<'_> {
    fn node(&self, name: &str) -> Result<NodeIndex, Fault> {
        let name = NodeName::from(name);
        self.nodes.place(&name).map_err(|error| {
            let (why, meant) = (error.message(), self.names.similar(&name));
            match meant.filter(|meant| **meant != *name) {
                Some(meant) => Fault::RefusedMeant {
                    why,
                    meant: meant.to_owned(),
                },
                None => Fault::Refused { why },
            }
        })
    }

    fn conditional(&self, name: &str) -> Result<NodeIndex, Fault> {
        let node = self.node(name)?;
        if is_condition(self.program, node) {
            Ok(node)
        } else {
            Err(refused(&NameProblem::NoConditional { name: name.into() }))
        }
    }
}

fn refused(problem: &NameProblem) -> Fault {
    Fault::Refused {
        why: problem.message(),
    }
}

/// Returns the slot and the type of a variable of a program.
pub fn variable_of(program: &Program<()>, name: &str) -> Option<(VariableSlot, ValueType)> {
    let slot = program.variable(name)?;
    let declared = match slot {
        VariableSlot::Tree(index) => &program.tree_variables()[index as usize],
        VariableSlot::Global(index) => &program.global_variables()[index as usize],
    };
    Some((slot, declared.value_type.clone()))
}

impl Names<ClaimKey> for ClaimNames<'_> {
    fn variable(&self, name: &str) -> Option<(ClaimKey, ValueType)> {
        let (slot, value_type) = variable_of(self.program, name)?;
        Some((ClaimKey::Variable(slot), value_type))
    }

    fn functions(&self) -> &'static [Function] {
        &FUNCTIONS
    }

    fn call(
        &self,
        function: &str,
        text: Option<&str>,
    ) -> Option<Result<(ClaimKey, ValueType), Fault>> {
        if function == "status" {
            let status = (ClaimKey::Status, ValueType::String);
            return text.is_none().then_some(Ok(status));
        }
        let name = text?;
        let key: fn(NodeIndex) -> ClaimKey = match function {
            "running" => ClaimKey::Runs,
            "succeeded" => ClaimKey::Succeeded,
            "failed" => ClaimKey::Failed,
            "interrupted" => ClaimKey::Interrupted,
            _ => ClaimKey::Fired,
        };
        let node = match function {
            "fired" => self.conditional(name),
            _ => self.node(name),
        };
        Some(node.map(|node| (key(node), ValueType::Bool)))
    }

    fn member(&self, name: &str, member: &str) -> Option<Result<(ClaimKey, ValueType), Fault>> {
        if name != LAST {
            return None;
        }
        if self.reading == Reading::Frame {
            return Some(Err(refused(&NameProblem::LastInClaim)));
        }
        let known = variable_of(self.program, member);
        let unknown = || Fault::UnknownVariable {
            name: member.to_owned(),
        };
        let known = known.map(|(slot, value_type)| (ClaimKey::Last(slot), value_type));
        Some(known.ok_or_else(unknown))
    }
}
