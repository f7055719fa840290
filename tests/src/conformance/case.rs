//! A case as data, and its published form: a line of JSON that holds the tree as a game config. Knows nothing about how trees run.

use std::collections::{BTreeMap, BTreeSet};

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;
use treewright_core::format::json_text::compact_any;
use treewright_core::format::literal::{push_value, read_literal};
use treewright_core::format::native;
use treewright_core::model::Document;
use treewright_core::runtime::{Outcome, Status};
use treewright_core::value::Value;

use super::Level;

/// A test case: what is played, and what must be seen.
pub struct Case {
    /// Its name, unique among all cases.
    pub name: String,
    /// Whether it is a vector or published.
    pub form: Form,
    /// What is played.
    pub setting: Setting,
    /// What must be seen after each step, by agent.
    pub frames: Vec<Vec<Observed>>,
}

/// The form of a case's line, which decides how much of a frame must be equal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Form {
    /// A vector: status, run stacks, and events of starts, updates, ends, checks and aborts.
    Vector,
    /// A published case: everything, with the level and the node types that it states.
    Published(Level, BTreeSet<String>),
}

/// What is played: a tree, and what is done to it frame by frame.
pub struct Setting {
    /// The tree, which refers to no other file and has no tasks of a game.
    pub document: Document,
    /// The seed of the first agent's random numbers; each further agent has the next number.
    pub seed: u64,
    /// How many agents run the tree, under one manager.
    pub agents: usize,
    /// The frames.
    pub steps: Vec<Step>,
}

/// What is done before a frame, and its duration.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// The duration in seconds.
    pub dt: f64,
    /// The inputs, in order.
    pub did: Vec<Done>,
}

/// Something that is done from outside.
#[derive(Clone, Debug, PartialEq)]
pub struct Done {
    /// The agent to which it is done; `None` for the first, or for all if it is an event.
    pub agent: Option<usize>,
    /// What is done.
    pub input: Input,
}

/// What can be done from outside.
#[derive(Clone, Debug, PartialEq)]
pub enum Input {
    /// Writes a variable.
    Set(String, Written),
    /// Sends an event.
    Send(String, Option<Written>),
    /// Forces the next result of a leaf.
    Force(String, Status),
    /// Interrupts the nodes with a key; they end with this outcome.
    Interrupt(String, Outcome),
    /// Calls a function of the tree's life cycle.
    Call(Call),
}

/// A function of a tree's life cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Call {
    /// Enables a tree that is disabled or has finished.
    Enable,
    /// Interrupts everything and disables the tree.
    Disable,
    /// Disables and enables the tree.
    Restart,
    /// Pauses an enabled tree.
    Pause,
    /// Continues a paused tree.
    Resume,
}

/// What is seen of an agent after a frame.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Observed {
    /// The status that the frame returned; `None` if the tree did not run, or stopped itself.
    pub status: Option<Status>,
    /// What happened since the previous frame, in order: the type of the event, the node, and what belongs to it.
    pub events: Vec<Vec<String>>,
    /// The run stacks, each from its first task to its top.
    pub stacks: Vec<Vec<String>>,
    /// The variables whose values differ from those after the previous frame.
    pub variables: BTreeMap<String, Written>,
}

/// A value as files write it.
#[derive(Clone, Debug, PartialEq)]
pub struct Written(pub Value);

impl Serialize for Written {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut json = String::new();
        push_value(&self.0, &mut json);
        let raw = RawValue::from_string(compact_any(&json));
        raw.map_err(serde::ser::Error::custom)?
            .serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Written {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let raw = Box::<RawValue>::deserialize(deserializer)?;
        let literal = read_literal(raw.get());
        let literal = literal.map_err(|_| D::Error::custom(format!("{raw} is not a value")))?;
        Ok(Self(literal.value))
    }
}

/// The line of a published case.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct CaseLine {
    name: String,
    level: Level,
    kinds: BTreeSet<String>,
    seed: u64,
    #[serde(default = "one", skip_serializing_if = "is_one")]
    agents: usize,
    tree: Box<RawValue>,
    frames: Vec<FrameLine>,
}

fn one() -> usize {
    1
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "signature required by serde"
)]
fn is_one(agents: &usize) -> bool {
    *agents == 1
}

/// A frame: inputs, then what is seen of the first agent, then of the others.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FrameLine {
    dt: f64,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    did: Vec<DoneLine>,
    status: Option<Status>,
    events: Vec<Vec<String>>,
    stacks: Vec<Vec<String>>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    variables: BTreeMap<String, Written>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    agents: Vec<AgentLine>,
}

/// What is seen of an agent other than the first.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct AgentLine {
    agent: usize,
    status: Option<Status>,
    events: Vec<Vec<String>>,
    stacks: Vec<Vec<String>>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    variables: BTreeMap<String, Written>,
}

/// One input, as in the lines of recordings.
#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct DoneLine {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    set: Option<BTreeMap<String, Written>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    send: Option<SentLine>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    force: Option<BTreeMap<String, Status>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    interrupt: Option<InterruptLine>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    call: Option<Call>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    agent: Option<usize>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SentLine {
    name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    payload: Option<Written>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct InterruptLine {
    key: String,
    result: Status,
}

impl Case {
    /// Reads the line of a published case.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(line: &str) -> Result<Self, String> {
        let line: CaseLine = serde_json::from_str(line).map_err(|e| e.to_string())?;
        let read = native::read(line.tree.get().as_bytes()).map_err(|e| e.to_string())?;
        let mut steps = Vec::new();
        let mut frames = Vec::new();
        for frame in line.frames {
            let did: Result<_, String> = frame.did.into_iter().map(read_done).collect();
            steps.push(Step {
                dt: frame.dt,
                did: did?,
            });
            frames.push(observed(
                frame.status,
                frame.events,
                frame.stacks,
                frame.variables,
                frame.agents,
            )?);
        }
        Ok(Self {
            name: line.name,
            form: Form::Published(line.level, line.kinds),
            setting: Setting {
                document: read.document,
                seed: line.seed,
                agents: line.agents,
                steps,
            },
            frames,
        })
    }

    /// Returns the line of a published case, without line break. `config` is its tree as a game config.
    ///
    /// # Errors
    /// If the config is not JSON, or the case is a vector.
    pub fn write(&self, config: &str) -> Result<String, String> {
        let Form::Published(level, kinds) = &self.form else {
            return Err("a vector is not published".to_owned());
        };
        let frames = self.setting.steps.iter().zip(&self.frames);
        let line = CaseLine {
            name: self.name.clone(),
            level: *level,
            kinds: kinds.clone(),
            seed: self.setting.seed,
            agents: self.setting.agents,
            tree: RawValue::from_string(config.to_owned()).map_err(|e| e.to_string())?,
            frames: frames.map(|(step, seen)| frame_line(step, seen)).collect(),
        };
        serde_json::to_string(&line).map_err(|e| e.to_string())
    }
}

/// Puts together what is seen of all agents.
fn observed(
    status: Option<Status>,
    events: Vec<Vec<String>>,
    stacks: Vec<Vec<String>>,
    variables: BTreeMap<String, Written>,
    others: Vec<AgentLine>,
) -> Result<Vec<Observed>, String> {
    let mut all = vec![Observed {
        status,
        events,
        stacks,
        variables,
    }];
    for other in others {
        if other.agent != all.len() {
            return Err(format!("agent {} is out of order", other.agent));
        }
        all.push(Observed {
            status: other.status,
            events: other.events,
            stacks: other.stacks,
            variables: other.variables,
        });
    }
    Ok(all)
}

fn frame_line(step: &Step, seen: &[Observed]) -> FrameLine {
    let mut agents = seen
        .iter()
        .cloned()
        .enumerate()
        .map(|(agent, seen)| AgentLine {
            agent,
            status: seen.status,
            events: seen.events,
            stacks: seen.stacks,
            variables: seen.variables,
        });
    let first = agents.next();
    let (status, events, stacks, variables) = first
        .map(|first| (first.status, first.events, first.stacks, first.variables))
        .unwrap_or_default();
    FrameLine {
        dt: step.dt,
        did: step.did.iter().map(write_done).collect(),
        status,
        events,
        stacks,
        variables,
        agents: agents.collect(),
    }
}

fn write_done(done: &Done) -> DoneLine {
    let mut line = DoneLine {
        agent: done.agent,
        ..DoneLine::default()
    };
    match &done.input {
        Input::Set(name, value) => line.set = Some([(name.clone(), value.clone())].into()),
        Input::Send(name, payload) => {
            line.send = Some(SentLine {
                name: name.clone(),
                payload: payload.clone(),
            });
        }
        Input::Force(node, status) => line.force = Some([(node.clone(), *status)].into()),
        Input::Interrupt(key, outcome) => {
            line.interrupt = Some(InterruptLine {
                key: key.clone(),
                result: (*outcome).into(),
            });
        }
        Input::Call(call) => line.call = Some(*call),
    }
    line
}

/// Reads one input: exactly one of the fields must be present.
fn read_done(line: DoneLine) -> Result<Done, String> {
    let mut inputs = Vec::new();
    for (name, value) in line.set.into_iter().flatten() {
        inputs.push(Input::Set(name, value));
    }
    inputs.extend(line.send.map(|sent| Input::Send(sent.name, sent.payload)));
    for (node, status) in line.force.into_iter().flatten() {
        inputs.push(Input::Force(node, status));
    }
    if let Some(InterruptLine { key, result }) = line.interrupt {
        let outcome = result
            .outcome()
            .ok_or("an interruption ends with Success or Failure")?;
        inputs.push(Input::Interrupt(key, outcome));
    }
    inputs.extend(line.call.map(Input::Call));
    let agent = line.agent;
    match <[Input; 1]>::try_from(inputs) {
        Ok([input]) => Ok(Done { agent, input }),
        Err(inputs) => Err(format!("one input is expected, found {}", inputs.len())),
    }
}
