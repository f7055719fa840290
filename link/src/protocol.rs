//! The messages between a game and an editor, as data and as JSON: an object with one member, the name of the message.
//! Unknown members and messages are ignored and counted, so that later versions can add some. Knows neither bytes nor
//! what the messages cause.
//!
//! Nodes are named by their index in the program, frames by the number of the link's frame, from 1.

#[cfg(feature = "schema")]
pub(crate) mod described;
mod fields;
mod frames;

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use treewright_core::format::distinct::named;

use treewright_core::format::FormatError;
use treewright_core::format::json::{self, Raw};
#[cfg(feature = "schema")]
use treewright_core::format::schema;
use treewright_core::format::shape::Entries;
use treewright_core::ids::NodeId;
use treewright_core::runtime::{Event, Status, TreeState};
#[cfg(any(test, feature = "editor"))]
use treewright_core::{Program as Compiled, runtime::AgentId};
#[cfg(any(test, feature = "editor"))]
use treewright_insight::recording::RunInput;
use treewright_insight::recording_json::{Recorded, RecordedFile};
use treewright_insight::scenario::Interruption;

pub use frames::{Frames, SeenFrame};

use crate::proof::Hex16;

/// The version of the protocol that this crate speaks: a change of the first number breaks, one of the second adds.
pub const VERSION: [u32; 2] = [1, 0];

/// The most agents that an editor may watch at once.
pub const MOST_WATCHED: usize = 16;

/// A message that was received.
#[derive(Debug)]
pub enum Received<M> {
    /// A message, and how many of its members are unknown.
    Known(M, usize),
    /// A message whose name is unknown, or whose content is not as expected.
    Ignored,
}

/// All messages that one side sends.
pub trait Message: Serialize + Sized {
    /// Reads the message of this name from its JSON; `None` if there is none of this name.
    #[doc(hidden)]
    fn of_body(name: &str, body: &str) -> Option<Result<(Self, usize), FormatError>>;

    /// Reads a message.
    ///
    /// # Errors
    /// If the text is not a JSON object.
    fn read(text: &str) -> Result<Received<Self>, FormatError> {
        let members: Entries<'_> = json::from_str(text)?;
        let read = match &members.0[..] {
            [(name, body)] => Self::of_body(name, body.get()),
            _ => None,
        };
        Ok(match read {
            Some(Ok((message, unknown))) => Received::Known(message, unknown),
            Some(Err(_)) | None => Received::Ignored,
        })
    }

    /// Returns the message as JSON.
    fn write(&self) -> String {
        // Fails for numbers of 128 bits only.
        json::to_string(self).unwrap_or_default()
    }
}

/// Declares the messages of one side: variant, content and name of each.
macro_rules! messages {
    ($(#[$about:meta])* $side:ident: $($(#[$doc:meta])* $message:ident($body:ty) = $name:literal,)*) => {
        $(#[$about])*
        #[derive(Clone, Debug, PartialEq, Serialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[non_exhaustive]
        pub enum $side {
            $($(#[$doc])* #[serde(rename = $name)] $message($body),)*
        }

        impl Message for $side {
            fn of_body(name: &str, body: &str) -> Option<Result<(Self, usize), FormatError>> {
                Some(match name {
                    $($name => json::from_str(body).map(|read| {
                        (Self::$message(read), fields::count_unknown::<$body>(body))
                    }),)*
                    _ => return None,
                })
            }
        }
    };
}

messages! {
    /// A message of the game.
    FromGame:
    /// The first message.
    Hello(Hello) = "hello",
    /// Proves that the game knows the token; from now on, everything else may follow.
    Proof(Hex16) = "proof",
    /// The conversation cannot go on.
    Error(Problem) = "error",
    /// A program that agents run; comes before anything else that names it.
    Program(Program) = "program",
    /// The files of a program, as far as the game has them.
    Texts(Texts) = "texts",
    /// The agents: who came, who left, where each stands.
    Agents(Agents) = "agents",
    /// What a watched agent did.
    Frames(Frames) = "frames",
    /// What a watched agent did between two frames.
    Keyframe(Keyframe) = "keyframe",
    /// Frames of a watched agent are lost.
    Gap(Gap) = "gap",
    /// Something that the editor wanted was done. The number is the editor's.
    Done(u64) = "done",
    /// Something that the editor wanted was not done.
    Refused(Refused) = "refused",
    /// A program was replaced.
    Swapped(Swapped) = "swapped",
    /// The game was paused, stepped, or goes on.
    State(State) = "state",
    /// The agents that were looked for.
    Found(Found) = "found",
    /// The player pointed at an agent.
    Show(Show) = "show",
    /// How long leaves took.
    Profile(Profile) = "profile",
    /// Asks for a sign of life.
    Ping(Nothing) = "ping",
    /// A sign of life.
    Pong(Nothing) = "pong",
    /// The game ends, or the link is switched off.
    Bye(Nothing) = "bye",
}

messages! {
    /// A message of the editor.
    FromEditor:
    /// Answers the game's first message.
    Welcome(Welcome) = "welcome",
    /// The conversation cannot go on.
    Error(Problem) = "error",
    /// Asks for the files of the program with this number.
    Texts(u32) = "texts",
    /// Which agents to watch from now on.
    Watch(Watch) = "watch",
    /// Whether to tell where all agents stand.
    List(bool) = "list",
    /// Something to be done before the next frame.
    Do(Order) = "do",
    /// Asks the game to pause.
    Pause(Nothing) = "pause",
    /// Lets the game go on.
    Resume(Nothing) = "resume",
    /// Lets a paused game run some frames.
    Step(Step) = "step",
    /// All breakpoints of the project, in the form of the file `breakpoints.json`.
    Breakpoints(Json) = "breakpoints",
    /// Looks for agents.
    Find(Find) = "find",
    /// In every how many frames leaves are to be measured; 0 for never.
    Profile(Every) = "profile",
    /// Asks for a sign of life.
    Ping(Nothing) = "ping",
    /// A sign of life.
    Pong(Nothing) = "pong",
    /// The editor ends, or the link is switched off.
    Bye(Nothing) = "bye",
}

/// Nothing but the name of the message.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Nothing {}

/// The text of a JSON value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Json(pub Arc<str>);

impl Serialize for Json {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Raw::of(&self.0).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self(Raw::deserialize(deserializer)?.get().into()))
    }
}

/// Who the game is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Hello {
    /// The version of the protocol.
    pub version: [u32; 2],
    /// Random bytes, new for each conversation.
    pub nonce: Hex16,
    /// The name of the game.
    pub app: Arc<str>,
    /// What runs the trees.
    #[serde(default)]
    pub engine: Arc<str>,
    /// The number of the process.
    #[serde(default)]
    pub process: u32,
    /// What the editor may ask for.
    #[serde(default)]
    pub may: Vec<Arc<str>>,
}

/// The editor's answer to the game's first message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Welcome {
    /// The version of the protocol.
    pub version: [u32; 2],
    /// Random bytes, new for each conversation.
    pub nonce: Hex16,
    /// Proves that the editor knows the token.
    pub proof: Hex16,
}

/// Why a conversation cannot go on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Problem {
    /// The reason: `version`.
    pub code: Arc<str>,
    /// The version that this side speaks.
    #[serde(default)]
    pub version: [u32; 2],
}

/// A program.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Program {
    /// Its number in this conversation.
    pub id: u32,
    /// The path of its document in the project folder; the name of the tree if the game does not know it.
    pub document: Arc<str>,
    /// Its nodes in order: id, index of the parent or -1, node type.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<(schema::Id, i64, String)>"))]
    pub nodes: Vec<(NodeId, i64, Arc<str>)>,
    /// Its variables: name, type, `tree` or `global`.
    pub variables: Vec<(Arc<str>, Arc<str>, Arc<str>)>,
}

/// The files of a program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Texts {
    /// The number of the program.
    pub program: u32,
    /// The main document, then what it refers to. Empty if the game does not have them.
    pub files: Vec<RecordedFile>,
}

/// An agent that came or changed: number, number of the program, name, tags.
pub type AgentRow = (u64, u32, Arc<str>, Vec<Arc<str>>);

/// The agents of the game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Agents {
    /// The number of the last frame.
    pub frame: u64,
    /// Those that came or changed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub came: Vec<AgentRow>,
    /// Those that left.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left: Vec<u64>,
    /// Where some of them stand: the number, and the nodes that run.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub at: Vec<(u64, Vec<u32>)>,
}

/// What an agent does between two frames.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Keyframe {
    /// The agent.
    pub agent: u64,
    /// The number of its program.
    pub program: u32,
    /// The frame after which this is so.
    pub frame: u64,
    /// How many frames its tree has run.
    pub ran: u64,
    /// Whether its tree runs, and if it has finished, how.
    #[cfg_attr(feature = "schema", schemars(with = "described::TreeStateName"))]
    pub state: TreeState,
    /// The nodes on its run stacks, in order.
    pub running: Vec<u32>,
    /// Its variables.
    #[serde(with = "named")]
    #[cfg_attr(feature = "schema", schemars(with = "schema::ByName<Recorded>"))]
    pub variables: Vec<(Arc<str>, Recorded)>,
}

/// Frames that are lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Gap {
    /// The agent.
    pub agent: u64,
    /// The first of them.
    pub from: u64,
    /// The last of them.
    pub to: u64,
}

/// What was not done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Refused {
    /// The editor's number of what it wanted.
    pub number: u64,
    /// The reason.
    pub code: Arc<str>,
    /// The reason in English, with what it is about.
    pub text: Arc<str>,
    /// The group of messages that has the code, with which an editor translates the reason. Empty for a game with sentences of its own.
    #[serde(default, skip_serializing_if = "str::is_empty")]
    pub family: Arc<str>,
    /// What the reason is about, by the names that its message has for that.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub with: BTreeMap<Arc<str>, Filling>,
}

/// What a reason is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Filling {
    /// A text that needs no translation.
    Text(Arc<str>),
    /// Several of them.
    List(Vec<Filling>),
    /// A message that can be translated.
    Message(Box<InnerMessage>),
}

/// A message in another one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct InnerMessage {
    /// The group of messages that has the code.
    pub family: Arc<str>,
    /// The message.
    pub code: Arc<str>,
    /// The message in English.
    pub text: Arc<str>,
    /// What the message is about, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub with: BTreeMap<Arc<str>, Filling>,
}

/// How many runs continued after a swap.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Swapped {
    /// The editor's number of what it wanted.
    pub number: u64,
    /// The agents whose runs continue, if only in part.
    pub kept: u64,
    /// The agents whose trees restart.
    pub restarted: u64,
}

/// Whether the game runs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct State {
    /// Whether it is paused.
    pub paused: bool,
    /// The number of the last frame.
    pub frame: u64,
    /// The breakpoint that paused it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub because: Option<Hit>,
}

/// A breakpoint that was hit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Hit {
    /// The document of the breakpoint.
    pub document: Arc<str>,
    /// Its place in the list of that document.
    pub breakpoint: usize,
    /// The agent.
    pub agent: u64,
    /// The number of events in the frame that came before.
    pub events: usize,
    /// The node that caused it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub node: Option<u32>,
}

/// The agents that a search found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Found {
    /// The editor's number of the search.
    pub number: u64,
    /// The agents, in order.
    pub agents: Vec<u64>,
    /// How many agents were looked at so far.
    pub looked: u64,
    /// How many there are to look at.
    pub of: u64,
}

/// An agent that the player pointed at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Show {
    /// The agent.
    pub agent: u64,
}

/// How long the leaves of a program took in the frames that were measured since the last message.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Profile {
    /// The number of the program.
    pub program: u32,
    /// The number of frames.
    pub frames: u32,
    /// The leaves that were called: the node, how often, and how long in nanoseconds.
    pub nodes: Vec<(u32, u64, u64)>,
}

/// How often leaves are measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Every {
    /// In every how many frames.
    pub every: u32,
}

/// The agents to watch.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Watch {
    /// Their numbers; at most 16.
    pub agents: Vec<u64>,
    /// How many seconds of what they did before to tell, as far as they are known.
    #[serde(default)]
    pub past: f64,
}

/// Something to be done before the next frame.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Order {
    /// The editor's number, which the answer repeats.
    pub number: u64,
    /// The agent; for `send`, none means all. For `swap`, all agents that run its program are meant.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<u64>,
    /// What to do.
    #[serde(rename = "do")]
    pub verb: Verb,
}

/// What may be done from outside.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Verb {
    /// Sets variables to values.
    Set(
        #[serde(with = "named")]
        #[cfg_attr(feature = "schema", schemars(with = "schema::ByName<Recorded>"))]
        Vec<(Arc<str>, Recorded)>,
    ),
    /// Sends an event.
    Send(Sent),
    /// Forces the next results of leaves, by their ids in the program.
    Force(
        #[serde(with = "named")]
        #[cfg_attr(
            feature = "schema",
            schemars(with = "schema::ByName<schema::StatusName>")
        )]
        Vec<(NodeId, Status)>,
    ),
    /// Interrupts the tasks with a key.
    Interrupt(Interruption),
    /// Replaces the program.
    Swap(Replacing),
}

#[cfg(any(test, feature = "editor"))]
impl Verb {
    /// Returns the inputs of a run that do the same to an agent with this program: events, forced results and interruptions.
    pub(crate) fn inputs(&self, agent: AgentId, program: &Compiled<()>) -> Vec<RunInput> {
        match self {
            Self::Send(sent) => vec![RunInput::Send {
                agent: Some(agent),
                event: sent.event(),
            }],
            Self::Force(results) => {
                let forced = results.iter().filter_map(|(id, status)| {
                    let (node, status) = (program.index(id)?, *status);
                    Some(RunInput::Force {
                        agent,
                        node,
                        status,
                    })
                });
                forced.collect()
            }
            Self::Interrupt(interruption) => vec![RunInput::Interrupt {
                agent,
                key: interruption.key.clone(),
                outcome: interruption.result,
            }],
            Self::Set(_) | Self::Swap(_) => Vec::new(),
        }
    }

    /// Returns what does the same as an input of an agent with this program; `None` for values and other programs.
    pub(crate) fn of_input(input: &RunInput, program: &Compiled<()>) -> Option<Self> {
        Some(match input {
            RunInput::Send { event, .. } => Self::Send(Sent {
                name: event.name.clone(),
                payload: event.payload.clone().map(Recorded),
            }),
            RunInput::Force { node, status, .. } => {
                Self::Force(vec![(program.id(*node).clone(), *status)])
            }
            RunInput::Interrupt { key, outcome, .. } => Self::Interrupt(Interruption {
                key: key.clone(),
                result: *outcome,
            }),
            RunInput::Set { .. }
            | RunInput::Seed { .. }
            | RunInput::Swap { .. }
            | RunInput::Add { .. }
            | RunInput::Remove { .. } => return None,
        })
    }
}

/// An event.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Sent {
    /// Its name.
    pub name: Arc<str>,
    /// A value that comes with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub payload: Option<Recorded>,
}

impl Sent {
    /// Returns the event.
    pub(crate) fn event(&self) -> Event {
        Event {
            name: self.name.clone(),
            payload: self.payload.as_ref().map(|Recorded(value)| value.clone()),
        }
    }
}

/// The files of a program that replaces another one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Replacing {
    /// The main document, then the documents and task libraries that it refers to.
    pub files: Vec<RecordedFile>,
}

/// How many frames a paused game may run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Step {
    /// The number of frames.
    pub frames: u32,
}

/// A search for agents.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Find {
    /// The editor's number, which the answers repeat.
    pub number: u64,
    /// What they must meet.
    #[serde(rename = "where")]
    pub condition: Condition,
}

/// What an agent must meet to be found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Condition {
    /// A node with this id in its program runs.
    Running(#[cfg_attr(feature = "schema", schemars(with = "schema::Id"))] NodeId),
    /// An expression over its variables is true.
    Expression(Arc<str>),
    /// Its name or one of its tags contains this text.
    Name(Arc<str>),
}

#[cfg(test)]
mod tests;
