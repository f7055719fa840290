//! The inputs before a frame: conversion between inputs and JSON.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use treewright_core::Message;
use treewright_core::format::distinct::named;
use treewright_core::format::json;
#[cfg(feature = "schema")]
use treewright_core::format::schema;
use treewright_core::ids::NodeId;
use treewright_core::model::StandIn;
use treewright_core::runtime::{AgentId, Event, Status};

use super::fault::RecordingFault;
use super::head::Setup;
use super::sources::{RecordedFile, Sources};
#[cfg(feature = "schema")]
use super::values;
use super::values::Recorded;
use crate::recording::{AgentPrograms, Recording, RunInput, RunInputError};
use crate::scenario::Interruption;

/// A new agent.
#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename = "added")]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(transform = of_one_tree)
)]
struct AddedAgent {
    /// The seed of the new agent's random choices.
    #[cfg_attr(feature = "schema", schemars(with = "schema::Whole"))]
    seed: u64,
    /// The number of an agent that runs the same program. Without this and without files, that is the first agent.
    #[serde(skip_serializing_if = "Option::is_none")]
    like: Option<u64>,
    /// The file name of its tree, if no agent runs that.
    #[serde(skip_serializing_if = "Option::is_none")]
    tree: Option<String>,
    /// Stand-ins that replace those of the document, by the ids of leaves in the program.
    #[serde(default, with = "named", skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<schema::StandIns>"))]
    leaves: Vec<(NodeId, StandIn)>,
    /// The main document, then the documents that it refers to.
    #[serde(skip_serializing_if = "Option::is_none")]
    documents: Option<Vec<RecordedFile>>,
    /// The task libraries, in the order in which their node types are added to the built-in ones.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Vec<RecordedFile>>"))]
    libraries: Vec<RecordedFile>,
}

/// An agent has the tree of another agent or one of its own.
#[cfg(feature = "schema")]
fn of_one_tree(added: &mut schemars::Schema) {
    added.insert(
        "dependentRequired".into(),
        serde_json::json!({
            "tree": ["documents"], "documents": ["tree"], "leaves": ["documents"], "libraries": ["documents"]
        }),
    );
    let both = serde_json::json!({"required": ["like", "documents"]});
    added.insert("not".into(), both);
}

/// A program that replaces another one.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename = "replacing")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Replacing {
    /// The number of an agent whose program is replaced, in all agents that run it. Without it, that of the first agent is replaced.
    #[serde(skip_serializing_if = "Option::is_none")]
    of: Option<u64>,
    /// The main document, then the documents that it refers to.
    documents: Vec<RecordedFile>,
    /// The task libraries, in the order in which their node types are added to the built-in ones.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Vec<RecordedFile>>"))]
    libraries: Vec<RecordedFile>,
}

/// The programs of a recording and their files.
#[derive(Clone, Copy)]
pub(super) struct Written<'a> {
    pub recording: &'a Recording,
    pub setup: &'a Setup,
    /// The files of each program.
    pub sources: &'a [Sources],
}

impl Written<'_> {
    /// A new agent that runs this program, beside agents that run theirs.
    fn added(&self, seed: u64, program: usize, beside: &AgentPrograms) -> AddedAgent {
        let bare = AddedAgent {
            seed,
            ..AddedAgent::default()
        };
        if program == beside.default_program() {
            return bare;
        }
        if let Some(agent) = beside.last_agent_with(program) {
            let like = Some(agent.number());
            return AddedAgent { like, ..bare };
        }
        let is_of = |of| self.recording.are_versions(of, program);
        let mut trees = self.setup.added_trees.iter();
        let (tree, leaves) = match trees.find(|tree| is_of(tree.program)) {
            Some(tree) => (tree.tree.clone(), tree.leaves.clone()),
            None if is_of(self.recording.start_program()) => {
                (self.setup.tree.clone(), self.setup.leaves.clone())
            }
            None => (String::new(), Vec::new()),
        };
        let sources = self.sources.get(program).cloned().unwrap_or_default();
        AddedAgent {
            tree: Some(tree),
            leaves,
            documents: Some(sources.documents),
            libraries: sources.libraries,
            ..bare
        }
    }

    /// A change of the program `from` to another one.
    fn replacing(&self, from: usize, program: usize, before: &AgentPrograms) -> Replacing {
        let is_other = from != before.default_program();
        let of = before.last_agent_with(from).filter(|_| is_other);
        let sources = self.sources.get(program).cloned().unwrap_or_default();
        Replacing {
            of: of.map(AgentId::number),
            documents: sources.documents,
            libraries: sources.libraries,
        }
    }
}

/// Converts inputs to their written form, with nodes by their ids in the agent's program of that moment. `programs` are those before
/// the inputs.
pub(super) fn write(
    happenings: &[RunInput],
    mut programs: AgentPrograms,
    written: Written<'_>,
) -> Vec<Done> {
    let done = happenings.iter().filter_map(|happening| {
        let done = done_of(happening, &programs, written);
        programs.follow(happening);
        done
    });
    done.collect()
}

fn done_of(happening: &RunInput, programs: &AgentPrograms, written: Written<'_>) -> Option<Done> {
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
            let program = written.recording.programs().get(programs.of(agent)?)?;
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
        RunInput::Seed { agent, seed } => {
            done.seed = Some(seed);
            Some(agent)
        }
        RunInput::Add { seed, program } => {
            done.add = Some(written.added(seed, program, programs));
            None
        }
        RunInput::Remove { agent } => {
            done.remove = Some(agent.number());
            None
        }
        RunInput::Swap { from, program } => {
            done.swap = Some(written.replacing(from, program, programs));
            None
        }
    };
    done.agent = agent.map(AgentId::number);
    Some(done)
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
    /// Begins the random choices of the agent anew with this seed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<schema::Whole>"))]
    seed: Option<u64>,
    /// Adds an agent.
    #[serde(skip_serializing_if = "Option::is_none")]
    add: Option<AddedAgent>,
    /// Removes the agent with this number.
    #[serde(skip_serializing_if = "Option::is_none")]
    remove: Option<u64>,
    /// Replaces the program of all agents that run it.
    #[serde(skip_serializing_if = "Option::is_none")]
    swap: Option<Replacing>,
    /// The number of the agent that the input applies to.
    #[serde(skip_serializing_if = "Option::is_none")]
    agent: Option<u64>,
}

/// Each entry is a single input, and most inputs apply to one agent.
#[cfg(feature = "schema")]
fn one_thing(done: &mut schemars::Schema) {
    let to_one = ["set", "force", "interrupt", "seed"].map(|what| [what, "agent"].to_vec());
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
    Swap {
        from: usize,
        sources: Sources,
    },
    /// Compiles a program and adds an agent that runs it.
    Add {
        seed: u64,
        tree: String,
        leaves: Vec<(NodeId, StandIn)>,
        sources: Sources,
    },
}

/// Reads one input for a run at its current moment, as frames list it in `did`. Inputs that bring files with them are not read.
///
/// # Errors
/// The text is no such input, or what it names does not exist now.
pub fn read_input(text: &str, recording: &Recording) -> Result<RunInput, Message> {
    let done = json::from_str(text).map_err(|error| error.message())?;
    match read(done, recording)? {
        RepeatedInput::Happening(input) => Ok(input),
        RepeatedInput::Swap { .. } | RepeatedInput::Add { .. } => {
            let fields = "set, send, force, interrupt, seed, add or remove";
            Err(RecordingFault::OneOf { fields }.into())
        }
    }
}

/// Returns the input for a run at its current moment, or the reason why it is invalid.
pub(super) fn read(done: Done, recording: &Recording) -> Result<RepeatedInput, Message> {
    let agent = done.agent.map(AgentId);
    let named = || agent.ok_or(RecordingFault::NoAgent);
    let fields = (
        (done.set, done.send, done.force, done.seed),
        (done.interrupt, done.add, done.remove, done.swap),
    );
    let happening = match fields {
        ((Some(set), None, None, None), (None, None, None, None)) => {
            let (name, Recorded(value)) = set;
            let agent = named()?;
            RunInput::Set { agent, name, value }
        }
        ((None, Some(event), None, None), (None, None, None, None)) => {
            let (name, payload) = (event.name, event.payload.map(|Recorded(value)| value));
            let event = Event { name, payload };
            RunInput::Send { agent, event }
        }
        ((None, None, Some(force), None), (None, None, None, None)) => {
            let (id, status) = force;
            let agent = named()?;
            let program = recording.program_of(agent);
            let node = program.ok_or(RunInputError::UnknownAgent)?.index(&id);
            RunInput::Force {
                agent,
                node: node.ok_or(RecordingFault::NoNode {
                    node: id.to_string(),
                })?,
                status,
            }
        }
        ((None, None, None, Some(seed)), (None, None, None, None)) => {
            let agent = named()?;
            RunInput::Seed { agent, seed }
        }
        ((None, None, None, None), (Some(interruption), None, None, None)) => RunInput::Interrupt {
            agent: named()?,
            key: interruption.key,
            outcome: interruption.result,
        },
        ((None, None, None, None), (None, Some(added), None, None)) => {
            return read_added(added, recording);
        }
        ((None, None, None, None), (None, None, Some(agent), None)) => RunInput::Remove {
            agent: AgentId(agent),
        },
        ((None, None, None, None), (None, None, None, Some(replacing))) => {
            let Replacing {
                of,
                documents,
                libraries,
            } = replacing;
            let sources = Sources {
                documents,
                libraries,
            };
            let from = program_like(of, recording)?;
            return Ok(RepeatedInput::Swap { from, sources });
        }
        _ => {
            let fields = "set, send, force, interrupt, seed, add, remove or swap";
            return Err(RecordingFault::OneOf { fields }.into());
        }
    };
    Ok(RepeatedInput::Happening(happening))
}

fn read_added(added: AddedAgent, recording: &Recording) -> Result<RepeatedInput, Message> {
    let AddedAgent {
        seed,
        like,
        tree,
        leaves,
        documents,
        libraries,
    } = added;
    match (tree, documents) {
        (None, None) if leaves.is_empty() && libraries.is_empty() => {
            let program = program_like(like, recording)?;
            let add = RunInput::Add { seed, program };
            Ok(RepeatedInput::Happening(add))
        }
        (Some(tree), Some(documents)) if like.is_none() => Ok(RepeatedInput::Add {
            seed,
            tree,
            leaves,
            sources: Sources {
                documents,
                libraries,
            },
        }),
        _ => Err(RecordingFault::AddedTree.into()),
    }
}

/// The program of the agent with this number; without a number, that of the first agent.
fn program_like(agent: Option<u64>, recording: &Recording) -> Result<usize, Message> {
    let Some(agent) = agent else {
        return Ok(recording.program_number());
    };
    let program = recording.program_number_of(AgentId(agent));
    Ok(program.ok_or(RecordingFault::NoSuchAgent { agent })?)
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
