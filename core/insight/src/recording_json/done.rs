//! The inputs before a frame: conversion between inputs and JSON.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
#[cfg(feature = "schema")]
use treewright_core::format::schema;
use treewright_core::ids::NodeId;
use treewright_core::runtime::{AgentId, Event, Status};
use treewright_core::{Message, Program};

use super::fault::RecordingFault;
use super::sources::Sources;
#[cfg(feature = "schema")]
use super::values;
use super::values::Recorded;
use crate::recording::RunInput;
use crate::scenario::Interruption;

/// A new agent.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename = "added")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct AddedAgent {
    /// The seed of the new agent's random choices.
    #[cfg_attr(feature = "schema", schemars(with = "schema::Whole"))]
    seed: u64,
}

/// Converts inputs to their written form, with nodes by their ids in the program of that moment. `program` is the initial one.
pub(super) fn write(
    happenings: &[RunInput],
    before: &Program<()>,
    programs: &[Arc<Program<()>>],
    sources: &[Sources],
) -> Vec<Done> {
    let mut program = before;
    let done = happenings.iter().filter_map(|happening| {
        let mut done = Done::default();
        let agent = match happening.clone() {
            RunInput::Set { agent, name, value } => {
                done.set = Some((name, Recorded(value)));
                Some(agent)
            }
            RunInput::Send { agent, event } => {
                let (name, payload) = (event.name, event.payload.map(Recorded));
                done.send = Some(Sent { name, payload });
                agent
            }
            RunInput::Force {
                agent,
                node,
                status,
            } => {
                done.force = Some((program.id(node).clone(), status));
                Some(agent)
            }
            RunInput::Interrupt {
                agent,
                key,
                outcome: result,
            } => {
                done.interrupt = Some(Interruption { key, result });
                Some(agent)
            }
            RunInput::Add { seed } => {
                done.add = Some(AddedAgent { seed });
                None
            }
            RunInput::Remove { agent } => {
                done.remove = Some(agent.number());
                None
            }
            RunInput::Swap { program: number } => {
                program = programs.get(number)?;
                done.swap = Some(sources.get(number)?.clone());
                None
            }
        };
        done.agent = agent.map(AgentId::number);
        Some(done)
    });
    done.collect()
}

/// One input as it is read: exactly one of the first fields is present.
#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "done", transform = one_thing)
)]
pub(super) struct Done {
    /// Sets a variable of the agent to a value.
    #[serde(default, with = "one", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(
        with = "Option<schema::ByName<values::Described>>",
        extend("minProperties" = 1, "maxProperties" = 1)
    ))]
    set: Option<(Arc<str>, Recorded)>,
    /// Sends an event to the agent or to all agents.
    #[serde(skip_serializing_if = "Option::is_none")]
    send: Option<Sent>,
    /// Forces the next result of a node.
    #[serde(default, with = "one", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(
        with = "Option<schema::ByName<crate::file_header::StatusName>>",
        extend("minProperties" = 1, "maxProperties" = 1)
    ))]
    force: Option<(NodeId, Status)>,
    /// Interrupts the tasks with a key.
    #[serde(skip_serializing_if = "Option::is_none")]
    interrupt: Option<Interruption>,
    /// Adds an agent.
    #[serde(skip_serializing_if = "Option::is_none")]
    add: Option<AddedAgent>,
    /// Removes the agent with this number.
    #[serde(skip_serializing_if = "Option::is_none")]
    remove: Option<u64>,
    /// Replaces the program.
    #[serde(skip_serializing_if = "Option::is_none")]
    swap: Option<Sources>,
    /// The number of the agent that the input applies to.
    #[serde(skip_serializing_if = "Option::is_none")]
    agent: Option<u64>,
}

/// Each entry is a single input, and most inputs apply to one agent.
#[cfg(feature = "schema")]
fn one_thing(done: &mut schemars::Schema) {
    let to_one = ["set", "force", "interrupt"].map(|what| [what, "agent"].to_vec());
    let to_any = ["send", "add", "remove", "swap"].map(|what| [what].to_vec());
    let required = |fields| serde_json::json!({"required": fields});
    let things = to_one.into_iter().chain(to_any).map(required);
    done.insert("oneOf".into(), things.collect());
}

/// A sent event.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename = "event_sent")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Sent {
    /// The name of the event.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    name: Arc<str>,
    /// The payload of the event.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<values::Described>"))]
    payload: Option<Recorded>,
}

/// An input to repeat.
pub(super) enum RepeatedInput {
    Happening(RunInput),
    /// Compiles a program and swaps it in.
    Swap(Sources),
}

/// Returns the input for a run of this program, or the reason why it is invalid.
pub(super) fn read(done: Done, program: &Program<()>) -> Result<RepeatedInput, Message> {
    let agent = done.agent.map(AgentId);
    let named = || agent.ok_or(RecordingFault::NoAgent);
    let fields = (
        (done.set, done.send, done.force),
        (done.interrupt, done.add, done.remove, done.swap),
    );
    let happening = match fields {
        ((Some(set), None, None), (None, None, None, None)) => {
            let (name, Recorded(value)) = set;
            let agent = named()?;
            RunInput::Set { agent, name, value }
        }
        ((None, Some(event), None), (None, None, None, None)) => {
            let (name, payload) = (event.name, event.payload.map(|Recorded(value)| value));
            let event = Event { name, payload };
            RunInput::Send { agent, event }
        }
        ((None, None, Some(force)), (None, None, None, None)) => {
            let (id, status) = force;
            let node = program.index(&id);
            RunInput::Force {
                agent: named()?,
                node: node.ok_or(RecordingFault::NoNode {
                    node: id.to_string(),
                })?,
                status,
            }
        }
        ((None, None, None), (Some(interruption), None, None, None)) => RunInput::Interrupt {
            agent: named()?,
            key: interruption.key,
            outcome: interruption.result,
        },
        ((None, None, None), (None, Some(AddedAgent { seed }), None, None)) => {
            RunInput::Add { seed }
        }
        ((None, None, None), (None, None, Some(agent), None)) => RunInput::Remove {
            agent: AgentId(agent),
        },
        ((None, None, None), (None, None, None, Some(sources))) => {
            return Ok(RepeatedInput::Swap(sources));
        }
        _ => {
            let fields = "set, send, force, interrupt, add, remove or swap";
            return Err(RecordingFault::OneOf { fields }.into());
        }
    };
    Ok(RepeatedInput::Happening(happening))
}

/// An object with exactly one field.
mod one {
    use std::fmt::Display;
    use std::hash::Hash;

    use serde::de::{Deserialize, Deserializer};
    use serde::ser::{Serialize, Serializer};
    use treewright_core::format::distinct::Distinct;
    use treewright_core::format::json::custom;

    use super::RecordingFault;

    #[allow(clippy::ref_option, reason = "signature required by serde")]
    pub fn serialize<S, K, V>(field: &Option<(K, V)>, serializer: S) -> Result<S::Ok, S::Error>
    where
        S: Serializer,
        K: Serialize,
        V: Serialize,
    {
        serializer.collect_map(field.iter().map(|(name, value)| (name, value)))
    }

    pub fn deserialize<'de, D, K, V>(deserializer: D) -> Result<Option<(K, V)>, D::Error>
    where
        D: Deserializer<'de>,
        K: Deserialize<'de> + Display + Eq + Hash,
        V: Deserialize<'de>,
    {
        let fields = Option::<Distinct<K, V>>::deserialize(deserializer)?;
        let Some(mut fields) = fields.map(Distinct::into_iter) else {
            return Ok(None);
        };
        match (fields.next(), fields.next()) {
            (Some(field), None) => Ok(Some(field)),
            _ => Err(custom(RecordingFault::OneField)),
        }
    }
}
