//! Converts the inputs of random test scripts to inputs of recordings.

use treewright_core::Program;
use treewright_core::nodes::testing::random;
use treewright_core::nodes::testing::random::leaf;
use treewright_core::runtime::{AgentId, Event};

use super::RunInput;

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
