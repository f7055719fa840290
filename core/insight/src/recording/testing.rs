//! Converts the inputs of random test scripts to inputs of recordings.

use treewright_core::Program;
use treewright_core::nodes::testing::random;
use treewright_core::nodes::testing::random::leaf;
use treewright_core::runtime::{AgentId, Event};

use super::Happening;

/// Converts an input of a script for an agent with this program; `None` for inputs that recordings do not know.
pub fn scripted(
    happening: &random::Happening,
    agent: AgentId,
    program: &Program<()>,
) -> Option<Happening> {
    Some(match happening {
        random::Happening::Write(name, value) => Happening::Set {
            agent,
            name: name.clone(),
            value: value.clone(),
        },
        random::Happening::Event(name) => Happening::Send {
            agent: None,
            event: Event {
                name: (*name).into(),
                payload: None,
            },
        },
        random::Happening::Force(number, status) => Happening::Force {
            agent,
            node: leaf(program, *number),
            status: *status,
        },
        random::Happening::Interrupt(key, outcome) => Happening::Interrupt {
            agent,
            key: (*key).into(),
            outcome: *outcome,
        },
        _ => return None,
    })
}
