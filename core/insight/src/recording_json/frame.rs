//! A frame as a line of JSON: its inputs and, for each agent, the events and the run stacks after it.

use serde::Serialize;
use serde::ser::{SerializeSeq as _, Serializer};
use treewright_core::Program;
use treewright_core::format::json::{self, Raw};
use treewright_core::runtime::{NodeIndex, Status};
use treewright_core::trace::{BesideEvent, Datum, TraceEvent};
use treewright_core::value::Value;

use super::done::{self, Done, Written};
use super::head::Setup;
use super::sources::Sources;
use super::values;
use crate::recording::{AgentFrame, AgentPrograms, FrameRecord, Recording};

/// Returns the line of the recording's current frame, without line break. `before` are the programs before its inputs, and
/// `sources` are the files of each program of the recording.
pub fn frame_line(
    recording: &Recording,
    record: &FrameRecord,
    before: AgentPrograms,
    setup: &Setup,
    sources: &[Sources],
) -> String {
    let is_usual = record.dt.to_bits() == setup.dt.to_bits();
    let mut agents = record.agents.iter().map(|frame| {
        let stacks = recording.stacks(frame.agent);
        AgentPart::of(&recording.programs()[frame.program], frame, &stacks)
    });
    let written = Written {
        recording,
        setup,
        sources,
    };
    let dt = (!is_usual).then(|| values::write(&Value::Float(record.dt)));
    let line = Line {
        frame: record.frame,
        dt: dt.as_deref().map(Raw::of),
        did: done::write(&record.inputs, before, written),
        first: agents.next().unwrap_or_else(AgentPart::none),
        agents: agents.collect(),
    };
    // Cannot fail: the line consists of texts, integers and JSON.
    json::to_string(&line).unwrap_or_default()
}

#[derive(Serialize)]
struct Line<'a> {
    frame: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    dt: Option<Raw<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    did: Vec<Done>,
    #[serde(flatten)]
    first: AgentPart<'a>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    agents: Vec<AgentPart<'a>>,
}

/// A frame of an agent other than the first.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "agent", deny_unknown_fields))]
pub(super) struct AgentPart<'a> {
    /// The number of the agent.
    #[serde(skip_serializing_if = "is_first")]
    agent: u64,
    /// Running until the root has ended; from that frame on, how it ended.
    #[cfg_attr(
        feature = "schema",
        schemars(with = "treewright_core::format::schema::StatusName")
    )]
    status: &'static str,
    /// The events in order.
    events: Vec<Event<'a>>,
    /// The data that tasks attached to the frame, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Vec<Attached<'a>>>"))]
    data: Vec<Attached<'a>>,
    /// How many more data there were that had no room in the frame.
    #[serde(skip_serializing_if = "is_zero")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<u32>"))]
    data_dropped: u32,
    /// The run stacks after the frame, each from its bottom to its top.
    stacks: Vec<Vec<&'a str>>,
}

/// Data that a task attached to the frame.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "datum", deny_unknown_fields))]
pub(super) struct Attached<'a> {
    /// The id of the node; absent for a task of a background tree.
    #[serde(skip_serializing_if = "Option::is_none")]
    node: Option<&'a str>,
    /// The name.
    name: &'a str,
    /// The value.
    #[cfg_attr(feature = "schema", schemars(with = "values::Described"))]
    value: values::Recorded,
}

#[allow(
    clippy::trivially_copy_pass_by_ref,
    reason = "signature required by serde"
)]
fn is_zero(count: &u32) -> bool {
    *count == 0
}

/// Returns whether this is the number of a run's first agent.
#[allow(
    clippy::trivially_copy_pass_by_ref,
    reason = "signature required by serde"
)]
fn is_first(agent: &u64) -> bool {
    *agent == 0
}

impl<'a> AgentPart<'a> {
    fn of(program: &'a Program<()>, frame: &'a AgentFrame, stacks: &[Vec<NodeIndex>]) -> Self {
        let id = |node: &NodeIndex| program.id(*node).as_str();
        let events = frame.events.iter();
        let stacks = stacks.iter();
        let attached = |datum: &'a Datum| Attached {
            node: datum.node.map(|node| program.id(node).as_str()),
            name: &datum.name,
            value: values::Recorded(datum.value.clone()),
        };
        Self {
            agent: frame.agent.number(),
            status: frame.status.name(),
            events: events.map(|event| of_event(program, event)).collect(),
            data: frame.data.list.iter().map(attached).collect(),
            data_dropped: frame.data.dropped,
            stacks: stacks.map(|s| s.iter().map(id).collect()).collect(),
        }
    }

    /// The frame of a run without agents.
    fn none() -> Self {
        Self {
            agent: 0,
            status: Status::Running.name(),
            events: Vec::new(),
            data: Vec::new(),
            data_dropped: 0,
            stacks: Vec::new(),
        }
    }
}

/// An event as a list: the name of the event, the node, and an optional argument.
pub(super) struct Event<'a>(&'static str, &'a str, Option<&'a str>);

impl Serialize for Event<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(what, node, more) = self;
        let mut list = serializer.serialize_seq(Some(if more.is_some() { 3 } else { 2 }))?;
        list.serialize_element(what)?;
        list.serialize_element(node)?;
        if let Some(more) = more {
            list.serialize_element(more)?;
        }
        list.end()
    }
}

/// The events with only a node or the name of a background tree.
#[cfg(feature = "schema")]
const BARE: [&str; 2] = ["start", "tree-start"];

/// The events with a result.
#[cfg(feature = "schema")]
const WITH_STATUS: [&str; 4] = ["update", "end", "check", "tree-end"];

/// The events with a text or, for an abort, its scope.
#[cfg(feature = "schema")]
const WITH_TEXT: [&str; 7] = [
    "abort",
    "log",
    "mark",
    "error",
    "tree-log",
    "tree-mark",
    "tree-error",
];

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Event<'_> {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "event".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let ending = serde_json::json!({"enum": ["Success", "Failure", "Running", "Inactive"]});
        let text = generator.subschema_for::<String>().to_value();
        let event = |names: &[&str], more: Option<&serde_json::Value>| {
            let items = [serde_json::json!({"enum": names}), text.clone()];
            let items: Vec<_> = items.into_iter().chain(more.cloned()).collect();
            let length = items.len();
            serde_json::json!({"type": "array", "prefixItems": items, "minItems": length, "maxItems": length})
        };
        schemars::json_schema!({
            "description": "An event: its type, the id of the node or the name of the background tree, and, depending on the type, the status, the text, or the composite in which an abort interrupts nodes.",
            "anyOf": [event(&BARE, None), event(&WITH_STATUS, Some(&ending)), event(&WITH_TEXT, Some(&text))]
        })
    }
}

fn of_event<'a>(program: &'a Program<()>, event: &'a TraceEvent) -> Event<'a> {
    let id = |node: &NodeIndex| program.id(*node).as_str();
    match event {
        TraceEvent::Start(node) => Event("start", id(node), None),
        TraceEvent::Update(node, status) => Event("update", id(node), Some(status.name())),
        TraceEvent::End(node, status) => Event("end", id(node), Some(status.name())),
        TraceEvent::Check(node, status) => Event("check", id(node), Some(status.name())),
        TraceEvent::Abort { conditional, scope } => {
            Event("abort", id(conditional), Some(id(scope)))
        }
        TraceEvent::Log(node, text) => Event("log", id(node), Some(text)),
        TraceEvent::Mark(node, text) => Event("mark", id(node), Some(text)),
        TraceEvent::Error(node, why) => Event("error", id(node), Some(why.english())),
        TraceEvent::Beside(beside) => match &**beside {
            (tree, BesideEvent::Started) => Event("tree-start", tree, None),
            (tree, BesideEvent::Ended(status)) => Event("tree-end", tree, Some(status.name())),
            (tree, BesideEvent::Log(text)) => Event("tree-log", tree, Some(text)),
            (tree, BesideEvent::Mark(text)) => Event("tree-mark", tree, Some(text)),
            (tree, BesideEvent::Error(why)) => Event("tree-error", tree, Some(why.english())),
        },
    }
}
