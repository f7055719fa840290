//! The run of a page: what can be asked of it, and the replies. Every request is an object with one of these fields:
//!
//! - `open`: the text of a recording (`NAME.trace.jsonl`), which may have no frames. They are run again, and must result as in the text.
//! - `go`: the frame to show, of the agent with the number `agent`.
//! - `step`: the inputs before a new frame, as in a recording; `dt` is its duration. At an earlier frame, the frames after it are discarded.
//! - `why`: the id of a node in the program.
//! - `why_in_background`: a node of a document, with its `path` if that is not the main one, that is not in the program.
//!
//! `open`, `go` and `step` are answered by a moment, or by `error`, a message.

use std::io::Cursor;

use serde::Deserialize;
use treewright_core::format::FormatError;
use treewright_core::format::json;
use treewright_core::ids::NodeId;
use treewright_core::model::Node;
use treewright_core::runtime::{AgentId, NodeIndex, Status};
use treewright_core::trace::TraceEvent;
use treewright_core::{Argument, Message, Program, ToArgument as _};
use treewright_insight::history;
use treewright_insight::recording_json::{self, Replay};
use treewright_insight::scenario::RecordedAgent;
use treewright_insight::why::{self, AgentPast, Moment as WhyMoment, ReasonStep};

use crate::replies::{Abort, Failed, Moment, NodePlace, Reason, Reasons, Told, VariableValue};

/// What a page asks.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Request<'a> {
    open: Option<String>,
    go: Option<u64>,
    #[serde(borrow)]
    step: Option<Vec<json::Raw<'a>>>,
    /// The duration of that frame in seconds, if it is not that of the recording.
    dt: Option<f64>,
    why: Option<NodeId>,
    why_in_background: Option<DocumentNode>,
    /// The agent that is shown.
    #[serde(default)]
    agent: u64,
}

/// A node of a document.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DocumentNode {
    id: NodeId,
    /// The document; none for the main one.
    path: Option<String>,
}

/// The run of a page; nothing before `open`.
#[derive(Default)]
pub struct PageRun {
    replay: Option<Replay<'static>>,
}

impl PageRun {
    /// Answers a request.
    pub fn answer(&mut self, request: &str) -> String {
        let answered = json::from_str(request)
            .map_err(|error| error.message())
            .and_then(|request| self.reply(request));
        let reply = answered.or_else(|error| {
            json::to_string(&Failed {
                error: Told::of(&error),
            })
            .map_err(drop)
        });
        // Cannot fail: replies consist of texts and numbers.
        reply.unwrap_or_default()
    }

    fn reply(&mut self, request: Request<'_>) -> Result<String, Message> {
        if let Some(text) = request.open {
            let read = read(text).map_err(|error| error.message())?;
            self.replay = Some(read);
        }
        let replay = self.replay.as_mut().ok_or_else(nothing_open)?;
        if let Some(frame) = request.go {
            replay.recording.go_to(frame);
        }
        let agent = known_agent(replay, request.agent);
        if let Some(inputs) = request.step {
            for input in inputs {
                let input = recording_json::read_input(input.get(), &replay.recording)?;
                replay.recording.apply(input)?;
            }
            replay.recording.step(request.dt.unwrap_or(replay.setup.dt));
        }
        let written = match (request.why, request.why_in_background) {
            (Some(node), _) => json::to_string(&reasons(replay, agent, &node)),
            (None, Some(node)) => json::to_string(&reasons_in_background(replay, agent, &node)),
            (None, None) => json::to_string(&moment(replay, agent)),
        };
        written.map_err(|_| nothing_open())
    }
}

/// Reads a recording and repeats its run.
fn read(text: String) -> Result<Replay<'static>, FormatError> {
    let mut replay = Replay::of(Cursor::new(text.into_bytes()))?;
    while replay.step()?.is_some() {}
    replay.recording.go_to(0);
    Ok(replay)
}

fn nothing_open() -> Message {
    Message::words("no recording is open")
}

/// The agent with this number if it exists at the current frame, else the first one.
fn known_agent(replay: &Replay<'_>, number: u64) -> AgentId {
    let recording = &replay.recording;
    let wanted = recording.agents().find(|agent| agent.number() == number);
    wanted.unwrap_or_else(|| recording.first_agent())
}

/// The state of the run at the current frame.
fn moment(replay: &Replay<'_>, agent: AgentId) -> Moment {
    let recording = &replay.recording;
    let seen = replay.seen(agent);
    let program = seen.program();
    let record = recording.record(recording.frame());
    let line = record.map(|record| {
        let before = recording.programs_before(record.frame);
        recording_json::frame_line(recording, record, before, &replay.setup, &replay.sources)
    });
    let instance = recording.instance(agent);
    let variables = instance.map(|instance| instance.variables(recording.globals()));
    Moment {
        frame: recording.frame(),
        first: recording.first_frame(),
        last: recording.last_frame(),
        time: recording.time(),
        is_finished: recording.is_finished(),
        cut_off: replay.cut_off,
        agent: agent.number(),
        agents: recording.agents().map(AgentId::number).collect(),
        nodes: program
            .indices()
            .map(|node| place(&seen, program, node))
            .collect(),
        variables: variables
            .into_iter()
            .flatten()
            .map(|view| VariableValue::of(view.name, &view.slot.value))
            .collect(),
        aborts: record
            .and_then(|record| record.of(agent))
            .map_or_else(Vec::new, |frame| aborts(program, &frame.events)),
        line,
    }
}

/// The aborts of a frame.
fn aborts(program: &Program<()>, events: &[TraceEvent]) -> Vec<Abort> {
    let id = |node: NodeIndex| program.id(node).to_string();
    let stories = history::aborts(program, events).into_iter();
    let told = stories.map(|story| Abort {
        conditional: id(story.conditional),
        became_true: story.answer == Status::Success,
        by: id(story.watched_by),
        aborted: story.branch().map(id),
    });
    told.collect()
}

/// A node of the program, with its state.
fn place(seen: &RecordedAgent<'_>, program: &Program<()>, node: NodeIndex) -> NodePlace {
    let run = seen.run_of(node);
    let origin = seen.origin(node);
    let is_leaf = program.children(node).next().is_none();
    NodePlace {
        id: program.id(node).to_string(),
        document_node: origin.node.to_string(),
        path: origin.path.map(str::to_owned),
        state: run.state.name(),
        since: run.since_frame,
        visits: run.visits,
        can_be_forced: is_leaf && program.check_force(node).is_ok(),
        waits: run.state.is_running() && is_leaf && program.awaits_result(node),
    }
}

/// Why a node is in its state at the current frame, to the end of the chain.
fn reasons(replay: &Replay<'_>, agent: AgentId, id: &NodeId) -> Reasons {
    let (number, program) = program_of(replay, agent);
    let Some(node) = program.index(id) else {
        return Reasons { why: Vec::new() };
    };
    let past = AgentPast::new(&replay.recording, agent, number);
    let moment = WhyMoment::after(replay.recording.frame());
    let first = why::why(program, &past, moment, node);
    told(replay, agent, first)
}

/// What is known of a node that runs only in a background tree: of these, nodes are not recorded one by one.
fn reasons_in_background(replay: &Replay<'_>, agent: AgentId, node: &DocumentNode) -> Reasons {
    let (number, program) = program_of(replay, agent);
    let origins = replay.seen(agent).origins;
    let is_it = |id: &NodeId| {
        let origin = origins.origin(id);
        *origin.node == node.id && origin.path == node.path.as_deref()
    };
    let mut trees = program.trees().iter();
    let tree = trees.find(|(_, tree)| tree.indices().any(|node| is_it(tree.id(node))));
    let Some((tree, _)) = tree else {
        return Reasons { why: Vec::new() };
    };
    let past = AgentPast::new(&replay.recording, agent, number);
    let moment = WhyMoment::after(replay.recording.frame());
    let first = why::why_in_background(program, &past, moment, tree);
    told(replay, agent, first)
}

/// The number of the agent's program in the recording, and the program.
fn program_of<'r>(replay: &'r Replay<'_>, agent: AgentId) -> (usize, &'r Program<()>) {
    let recording = &replay.recording;
    let own = recording.program_number_of(agent);
    let number = own.unwrap_or_else(|| recording.program_number());
    (number, &recording.programs()[number])
}

/// The sentences of these steps and of those that follow.
fn told(replay: &Replay<'_>, agent: AgentId, first: Vec<ReasonStep>) -> Reasons {
    let (number, program) = program_of(replay, agent);
    let past = AgentPast::new(&replay.recording, agent, number);
    let steps = why::to_the_end(
        first,
        |step| why::why_further(program, &past, step),
        |step| step,
    );
    let seen = replay.seen(agent);
    let name = |node: NodeIndex| name(&seen, program, node);
    let told = steps.iter().map(|step| Reason {
        frame: step.place.map(|place| place.frame),
        node: program.id(step.node).to_string(),
        told: Told::of(&step.told(program, &name)),
    });
    Reasons {
        why: told.collect(),
    }
}

/// How a node is called in sentences.
fn name(seen: &RecordedAgent<'_>, program: &Program<()>, node: NodeIndex) -> Argument {
    let origin = seen.origin(node);
    match (origin.path, seen.document_node(node)) {
        (None, Some(found)) => seen.project.document.name_of(Node::id(found)),
        _ => program.title_argument(node).to_argument(),
    }
}
