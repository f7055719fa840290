//! What was done before a frame: from happenings to JSON and back.

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
use crate::recording::Happening;
use crate::scenario::Interruption;

/// Somebody who joins.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename = "added")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Added {
    /// What the new agent's random choices are drawn from.
    #[cfg_attr(feature = "schema", schemars(with = "schema::Whole"))]
    seed: u64,
}

/// What was done, as it is written; nodes by their ids in the programs that then ran, of which the first one is given.
pub(super) fn write(
    happenings: &[Happening],
    before: &Program<()>,
    programs: &[Arc<Program<()>>],
    sources: &[Sources],
) -> Vec<Done> {
    let mut program = before;
    let done = happenings.iter().filter_map(|happening| {
        let mut done = Done::default();
        let agent = match happening.clone() {
            Happening::Set { agent, name, value } => {
                done.set = Some((name, Recorded(value)));
                Some(agent)
            }
            Happening::Send { agent, event } => {
                let (name, payload) = (event.name, event.payload.map(Recorded));
                done.send = Some(Sent { name, payload });
                agent
            }
            Happening::Force {
                agent,
                node,
                status,
            } => {
                done.force = Some((program.id(node).clone(), status));
                Some(agent)
            }
            Happening::Interrupt {
                agent,
                key,
                outcome: result,
            } => {
                done.interrupt = Some(Interruption { key, result });
                Some(agent)
            }
            Happening::Add { seed } => {
                done.add = Some(Added { seed });
                None
            }
            Happening::Remove { agent } => {
                done.remove = Some(agent.number());
                None
            }
            Happening::Swap { program: number } => {
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

/// One thing that was done, as it is read: exactly one of the first fields is there.
#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "done", transform = one_thing)
)]
pub(super) struct Done {
    /// A variable of the agent was set to a value.
    #[serde(default, with = "one", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(
        with = "Option<schema::ByName<values::Described>>",
        extend("minProperties" = 1, "maxProperties" = 1)
    ))]
    set: Option<(Arc<str>, Recorded)>,
    /// An event was sent, to the agent or to all.
    #[serde(skip_serializing_if = "Option::is_none")]
    send: Option<Sent>,
    /// A node's next result was given, whatever it would answer.
    #[serde(default, with = "one", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(
        with = "Option<schema::ByName<crate::headed::StatusName>>",
        extend("minProperties" = 1, "maxProperties" = 1)
    ))]
    force: Option<(NodeId, Status)>,
    /// Tasks with a key were interrupted.
    #[serde(skip_serializing_if = "Option::is_none")]
    interrupt: Option<Interruption>,
    /// An agent joined.
    #[serde(skip_serializing_if = "Option::is_none")]
    add: Option<Added>,
    /// The agent of this number left.
    #[serde(skip_serializing_if = "Option::is_none")]
    remove: Option<u64>,
    /// Another program took the place of the one that ran.
    #[serde(skip_serializing_if = "Option::is_none")]
    swap: Option<Sources>,
    /// The number of the agent that it was done to.
    #[serde(skip_serializing_if = "Option::is_none")]
    agent: Option<u64>,
}

/// One thing is done at a time, and most are done to one agent.
#[cfg(feature = "schema")]
fn one_thing(done: &mut schemars::Schema) {
    let to_one = ["set", "force", "interrupt"].map(|what| [what, "agent"].to_vec());
    let to_any = ["send", "add", "remove", "swap"].map(|what| [what].to_vec());
    let required = |fields| serde_json::json!({"required": fields});
    let things = to_one.into_iter().chain(to_any).map(required);
    done.insert("oneOf".into(), things.collect());
}

/// An event that was sent.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename = "event_sent")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Sent {
    /// What it is called.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    name: Arc<str>,
    /// What it carries.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<values::Described>"))]
    payload: Option<Recorded>,
}

/// What is to be done again.
pub(super) enum Again {
    Happening(Happening),
    /// A program is to be compiled and swapped in.
    Swap(Sources),
}

/// What this means for a run of this program, or why nothing.
pub(super) fn read(done: Done, program: &Program<()>) -> Result<Again, Message> {
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
            Happening::Set { agent, name, value }
        }
        ((None, Some(event), None), (None, None, None, None)) => {
            let (name, payload) = (event.name, event.payload.map(|Recorded(value)| value));
            let event = Event { name, payload };
            Happening::Send { agent, event }
        }
        ((None, None, Some(force)), (None, None, None, None)) => {
            let (id, status) = force;
            let node = program.index(&id);
            Happening::Force {
                agent: named()?,
                node: node.ok_or(RecordingFault::NoNode {
                    node: id.to_string(),
                })?,
                status,
            }
        }
        ((None, None, None), (Some(interruption), None, None, None)) => Happening::Interrupt {
            agent: named()?,
            key: interruption.key,
            outcome: interruption.result,
        },
        ((None, None, None), (None, Some(Added { seed }), None, None)) => Happening::Add { seed },
        ((None, None, None), (None, None, Some(agent), None)) => Happening::Remove {
            agent: AgentId(agent),
        },
        ((None, None, None), (None, None, None, Some(sources))) => {
            return Ok(Again::Swap(sources));
        }
        _ => {
            let fields = "set, send, force, interrupt, add, remove or swap";
            return Err(RecordingFault::OneOf { fields }.into());
        }
    };
    Ok(Again::Happening(happening))
}

/// An object of one field.
mod one {
    use std::fmt::Display;
    use std::hash::Hash;

    use serde::de::{Deserialize, Deserializer};
    use serde::ser::{Serialize, Serializer};
    use treewright_core::format::distinct::Distinct;
    use treewright_core::format::json_errors::custom;

    use super::RecordingFault;

    #[allow(clippy::ref_option, reason = "serde asks like this")]
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
