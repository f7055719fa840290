//! Random trees that run beside each other, and conversion of the inputs of random test scripts to inputs of recordings.

use treewright_core::Program;
use treewright_core::model::{Document, Scope};
use treewright_core::nodes::testing::random;
use treewright_core::nodes::testing::random::{document_with_trees, leaf};
use treewright_core::runtime::{AgentId, Event};

use super::RunInput;

/// Draws up to three documents whose trees can run beside each other. Some variables that one tree has for itself, another one shares.
pub fn documents(seed: u64, size: usize) -> Vec<Document> {
    let count = 1 + seed % 3;
    let trees = (0..count).map(|number| {
        let mut document = document_with_trees(seed ^ (number << 32), size, &[]);
        let exchanged = ["", "int_a", "int_g"][number as usize];
        for variable in &mut document.variables {
            if *variable.name == *exchanged {
                let is_shared = variable.scope == Scope::Global;
                variable.scope = if is_shared {
                    Scope::Tree
                } else {
                    Scope::Global
                };
            }
        }
        document
    });
    trees.collect()
}

/// Converts an input of a script for an agent with this program; `None` for inputs that recordings do not know.
pub fn scripted(
    happening: &random::ScriptEvent,
    agent: AgentId,
    program: &Program<()>,
) -> Option<RunInput> {
    Some(match happening {
        random::ScriptEvent::Write(name, value) => RunInput::Set {
            agent,
            name: name.clone(),
            value: value.clone(),
        },
        random::ScriptEvent::Event(name, payload) => RunInput::Send {
            agent: None,
            event: Event {
                name: (*name).into(),
                payload: payload.clone(),
            },
        },
        random::ScriptEvent::Force(number, status) => RunInput::Force {
            agent,
            node: leaf(program, *number),
            status: *status,
        },
        random::ScriptEvent::Interrupt(key, outcome) => RunInput::Interrupt {
            agent,
            key: (*key).into(),
            outcome: *outcome,
        },
        _ => return None,
    })
}
