//! What was done before a frame: from happenings to JSON and back.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use treewright_core::format::distinct::Distinct;
#[cfg(feature = "schema")]
use treewright_core::format::schema;
use treewright_core::runtime::{AgentId, Event};
use treewright_core::{Message, Program};

use super::fault::RecordingFault;
use super::sources::Sources;
use super::values;
use crate::recording::Happening;
use crate::scenario_json::shapes::{ResultName, StatusName};

/// One thing that was done, as it is written.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum What<'a> {
    #[serde(serialize_with = "one")]
    Set((&'a str, Box<RawValue>)),
    Send(EventOut<'a>),
    #[serde(serialize_with = "one")]
    Force((&'a str, &'static str)),
    Interrupt(InterruptionOut<'a>),
    Add(Added),
    Remove(u64),
    Swap(&'a Sources),
}

#[derive(Serialize)]
pub(super) struct Done<'a> {
    #[serde(flatten)]
    what: What<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    agent: Option<u64>,
}

#[derive(Serialize)]
struct EventOut<'a> {
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    payload: Option<Box<RawValue>>,
}

#[derive(Serialize)]
struct InterruptionOut<'a> {
    key: &'a str,
    result: &'static str,
}

/// Somebody who joins.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "added")
)]
struct Added {
    /// What the new agent's random choices are drawn from.
    #[cfg_attr(feature = "schema", schemars(with = "schema::Whole"))]
    seed: u64,
}

/// An object of one field.
fn one<S: serde::Serializer, V: Serialize>(
    (name, value): &(&str, V),
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map([(name, value)])
}

/// What was done, as JSON; nodes by their ids in the programs that then ran, of which the first one is given.
pub(super) fn write<'a>(
    happenings: &'a [Happening],
    before: &'a Program<()>,
    programs: &'a [Arc<Program<()>>],
    sources: &'a [Sources],
) -> Vec<Done<'a>> {
    let mut program = before;
    let done = happenings.iter().filter_map(|happening| {
        let (what, agent) = match happening {
            Happening::Set { agent, name, value } => {
                (What::Set((name, values::write(value))), Some(*agent))
            }
            Happening::Send { agent, event } => {
                let payload = event.payload.as_ref().map(values::write);
                let name = &event.name;
                (What::Send(EventOut { name, payload }), *agent)
            }
            Happening::Force {
                agent,
                node,
                status,
            } => {
                let id = program.id(*node).as_str();
                (What::Force((id, status.name())), Some(*agent))
            }
            Happening::Interrupt {
                agent,
                key,
                succeeded,
            } => {
                let result = if *succeeded { "Success" } else { "Failure" };
                let what = What::Interrupt(InterruptionOut { key, result });
                (what, Some(*agent))
            }
            Happening::Add { seed } => (What::Add(Added { seed: *seed }), None),
            Happening::Remove { agent } => (What::Remove(agent.number()), None),
            Happening::Swap { program: number } => {
                program = programs.get(*number)?;
                (What::Swap(sources.get(*number)?), None)
            }
        };
        let agent = agent.map(AgentId::number);
        Some(Done { what, agent })
    });
    done.collect()
}

/// One thing that was done, as it is read: exactly one of the first fields is there.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "done", transform = one_thing)
)]
pub(super) struct DoneFile<'a> {
    /// A variable of the agent was set to a value.
    #[serde(borrow)]
    #[cfg_attr(feature = "schema", schemars(
        with = "Option<schema::ByName<values::Described>>",
        extend("minProperties" = 1, "maxProperties" = 1)
    ))]
    set: Option<Distinct<Arc<str>, &'a RawValue>>,
    /// An event was sent, to the agent or to all.
    #[serde(borrow)]
    send: Option<EventFile<'a>>,
    /// A node's next result was given, whatever it would answer.
    #[cfg_attr(feature = "schema", schemars(
        with = "Option<schema::ByName<StatusName>>",
        extend("minProperties" = 1, "maxProperties" = 1)
    ))]
    force: Option<Distinct<String, StatusName>>,
    /// Tasks with a key were interrupted.
    interrupt: Option<InterruptionFile>,
    /// An agent joined.
    add: Option<Added>,
    /// The agent of this number left.
    remove: Option<u64>,
    /// Another program took the place of the one that ran.
    swap: Option<Sources>,
    /// The number of the agent that it was done to.
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
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "event_sent")
)]
struct EventFile<'a> {
    /// What it is called.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    name: Arc<str>,
    /// What it carries.
    #[serde(borrow)]
    #[cfg_attr(feature = "schema", schemars(with = "Option<values::Described>"))]
    payload: Option<&'a RawValue>,
}

/// An interruption by key.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "interruption")
)]
struct InterruptionFile {
    /// The key of the tasks.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    key: Arc<str>,
    /// What the tasks end with.
    result: ResultName,
}

/// What is to be done again.
pub(super) enum Again {
    Happening(Happening),
    /// A program is to be compiled and swapped in.
    Swap(Sources),
}

/// What this means for a run of this program, or why nothing.
pub(super) fn read(done: DoneFile<'_>, program: &Program<()>) -> Result<Again, Message> {
    let agent = done.agent.map(AgentId);
    let named = || agent.ok_or(RecordingFault::NoAgent);
    let fields = (
        (done.set, done.send, done.force),
        (done.interrupt, done.add, done.remove, done.swap),
    );
    let happening = match fields {
        ((Some(set), None, None), (None, None, None, None)) => {
            let (name, value) = only(set)?;
            let value = values::read(value)?;
            let agent = named()?;
            Happening::Set { agent, name, value }
        }
        ((None, Some(event), None), (None, None, None, None)) => {
            let payload = event.payload.map(values::read).transpose()?;
            let name = event.name;
            let event = Event { name, payload };
            Happening::Send { agent, event }
        }
        ((None, None, Some(force)), (None, None, None, None)) => {
            let (id, status) = only(force)?;
            let node = program.index(&id.as_str().into());
            Happening::Force {
                agent: named()?,
                node: node.ok_or(RecordingFault::NoNode { node: id })?,
                status: status.into(),
            }
        }
        ((None, None, None), (Some(interruption), None, None, None)) => Happening::Interrupt {
            agent: named()?,
            key: interruption.key,
            succeeded: interruption.result == ResultName::Success,
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

fn only<K, V>(entries: Distinct<K, V>) -> Result<(K, V), RecordingFault> {
    let mut entries = entries.into_iter();
    match (entries.next(), entries.next()) {
        (Some(entry), None) => Ok(entry),
        _ => Err(RecordingFault::OneField),
    }
}
