//! The reasons for what nodes do at the shown moment, told from the recording of the shown agent.

use treewright_core::ids::NodeId;
use treewright_core::runtime::{AgentId, NodeIndex};
use treewright_core::trace::TraceEvent;
use treewright_core::{Argument, Message, Program, ToArgument as _};
use treewright_insight::history::RunHistory;
use treewright_insight::why;
use treewright_insight::why::{
    AgentPast, Arrival, EventPosition, Fact, Frames, KeyUser, KnownWrite, Names, OtherNode,
    ReasonStep,
};

use super::{InputsBy, RunSession};
use crate::i18n::said;
use crate::workspace::reasons::ReasonsOf;
use crate::workspace::run_view::{LogEntry, Reason};

/// One agent's part of the run history, from the start of a program.
struct AgentRecording<'a> {
    past: AgentPast<'a>,
    program: &'a Program<()>,
    first: u64,
    running: Vec<NodeIndex>,
    history: &'a RunHistory,
    /// The program whose node indices the history uses: the latest one, while an earlier one may be asked about.
    indexed_by: &'a Program<()>,
}

impl<'a> AgentRecording<'a> {
    /// From the first frame of the program of this number, of the shown agent.
    fn of(run: &'a RunSession, number: usize) -> Self {
        Self::of_agent(run, run.agent, number)
    }

    fn of_agent(run: &'a RunSession, agent: AgentId, number: usize) -> Self {
        let recording = &run.recording;
        let program = &*recording.programs()[number];
        let first = recording.first_frame_of_program(agent, number);
        // Nodes running since an earlier program are found by their current state.
        let running = match recording.node_runs(agent) {
            Some(runs) if first > 1 => {
                let now = recording.program_of(agent).map_or(program, |now| &**now);
                let is_earlier = |node: &NodeIndex| {
                    let run = now.index(program.id(*node)).map(|now| runs.get(now));
                    run.is_some_and(|run| run.state.is_running() && run.since_frame < first)
                };
                program.indices().filter(is_earlier).collect()
            }
            _ => Vec::new(),
        };
        Self {
            past: AgentPast::new(recording, agent, number),
            program,
            first,
            running,
            history: run.histories.history(agent),
            indexed_by: &recording.programs()[run.histories.program_of(agent)],
        }
    }
}

impl Frames for AgentRecording<'_> {
    fn first(&self) -> u64 {
        self.first
    }

    fn events(&self, frame: u64) -> &[TraceEvent] {
        self.past.events(frame)
    }

    fn last_about(&self, nodes: &[NodeIndex], until: u64) -> Option<u64> {
        let lane = |node: &NodeIndex| {
            self.history
                .lane_of(self.indexed_by, self.program.id(*node))
        };
        let lanes = nodes.iter().filter_map(lane);
        lanes.filter_map(|lane| lane.last_event(until)).max()
    }

    fn last_about_tree(&self, tree: &str, until: u64) -> Option<u64> {
        self.history.last_of_background_tree(tree, until)
    }

    fn last_write(
        &self,
        variable: &str,
        before: EventPosition,
        reader: Option<NodeIndex>,
    ) -> Option<KnownWrite> {
        self.past.last_write(variable, before, reader)
    }

    fn write_before(&self, variable: &str, by: &OtherNode) -> Option<KnownWrite> {
        self.past.write_before(variable, by)
    }

    fn last_event(&self, name: &str, until: u64) -> Option<Arrival> {
        self.past.last_event(name, until)
    }

    fn last_key_use(&self, key: &str, frame: u64) -> Option<KeyUser> {
        self.past.last_key_use(key, frame)
    }

    fn is_forced(&self, leaf: NodeIndex, place: EventPosition) -> bool {
        self.past.is_forced(leaf, place)
    }

    fn running_before(&self) -> &[NodeIndex] {
        &self.running
    }
}

impl RunSession {
    /// Explains why a node ended or does not run at the shown moment. If the node has several uses of its tree, the one that ran last counts.
    /// If its state is from before the latest change of the document, this is explained in the frame in which it got that state.
    pub(super) fn reasons(&self, id: &NodeId, name: &dyn Fn(&NodeId) -> String) -> Vec<Reason> {
        let now = self.program_number();
        let runs = self.recording.node_runs(self.agent);
        let places = self.mapping().of_either(self.program(), id);
        let states = places
            .into_iter()
            .filter_map(|place| Some(runs?.get(place)));
        let last = states.max_by_key(|run| (run.state.is_running(), run.since_frame));
        let since = last.map_or(0, |run| run.since_frame);
        let shown = self.recording.frame();
        let is_of_earlier = since < self.recording.first_frame_of_program(self.agent, now);
        let decisive = if since > 0 && is_of_earlier {
            since
        } else {
            shown
        };
        let record = self.recording.record(decisive);
        let then = record.filter(|_| is_of_earlier).and_then(|record| {
            let number = record.of(self.agent)?.program;
            let told = self.reasons_in(number, decisive, id, name)?;
            let is_same = last.is_none_or(|run| run.state.is_running() == told.is_running);
            is_same.then_some(told)
        });
        let told = then.or_else(|| self.reasons_in(now, shown, id, name));
        told.map_or_else(|| self.reasons_in_background(id, name), |told| told.reasons)
    }

    /// What is known of a node that runs only as part of a background tree; nothing for other nodes.
    fn reasons_in_background(&self, id: &NodeId, name: &dyn Fn(&NodeId) -> String) -> Vec<Reason> {
        let (number, program) = (self.program_number(), self.program());
        let Some(tree) = self.mapping().background_tree_of(program, id) else {
            return Vec::new();
        };
        let recording = AgentRecording::of(self, number);
        let moment = self.moment_of(self.recording.frame());
        let steps = why::why_in_background(&**program, &recording, moment, tree);
        self.told((self.agent, number), &recording, &steps, name)
    }

    /// The end of a frame; of the shown one, the shown moment within it.
    fn moment_of(&self, frame: u64) -> why::Moment {
        let is_inside = self.recording.inside().is_some() && frame == self.recording.frame();
        why::Moment {
            frame,
            events: if is_inside {
                self.shown_events().len()
            } else {
                usize::MAX
            },
        }
    }

    /// The reasons at the end of a frame, or at the shown moment within it, by the program of this number. `None` if that has no such node.
    fn reasons_in(
        &self,
        number: usize,
        frame: u64,
        id: &NodeId,
        name: &dyn Fn(&NodeId) -> String,
    ) -> Option<ReasonsInFrame> {
        let (program, places) = (&self.recording.programs()[number], &self.mappings[number]);
        let (now, runs) = (self.program(), self.recording.node_runs(self.agent));
        let last = |node: &NodeIndex| {
            let run = now.index(program.id(*node)).zip(runs);
            run.map(|(node, runs)| {
                let run = runs.get(node);
                (run.state.is_running(), run.since_frame)
            })
        };
        let nodes = places.of_either(program, id);
        let node = nodes.into_iter().max_by_key(last)?;
        let moment = self.moment_of(frame);
        let recording = AgentRecording::of(self, number);
        let steps = why::why(&**program, &recording, moment, node);
        Some(ReasonsInFrame {
            is_running: matches!(steps.first().map(|step| &step.fact), Some(Fact::Runs(_))),
            reasons: self.told((self.agent, number), &recording, &steps, name),
        })
    }

    /// Returns the ids in the shown program of a node of the document, one for each use of its tree.
    pub fn uses_of(&self, id: &NodeId) -> Vec<NodeId> {
        let program = self.program();
        let places = self.mapping().of(program, id);
        places.map(|node| program.id(node).clone()).collect()
    }

    /// Returns the reasons of a reason.
    pub(super) fn further_reasons(
        &self,
        reason: &Reason,
        name: &dyn Fn(&NodeId) -> String,
    ) -> Vec<Reason> {
        // Programs that are no longer needed are forgotten.
        let programs = self.recording.programs();
        let of = (AgentId(reason.agent), reason.program);
        match reason.step.other() {
            Some(other) if other.program < programs.len() => {
                let of = (other.agent, other.program);
                let recording = AgentRecording::of_agent(self, of.0, of.1);
                let steps = why::why_other(&*programs[of.1], &recording, other);
                self.told(of, &recording, &steps, name)
            }
            None if of.1 < programs.len() => {
                let recording = AgentRecording::of_agent(self, of.0, of.1);
                let steps = why::why_further(&*programs[of.1], &recording, &reason.step);
                self.told(of, &recording, &steps, name)
            }
            _ => Vec::new(),
        }
    }

    /// Returns on what the condition depended that a line of the log tells of.
    pub(super) fn reasons_of_logged(
        &self,
        line: &LogEntry,
        name: &dyn Fn(&NodeId) -> String,
    ) -> Vec<Reason> {
        let agent = self
            .recording
            .agents()
            .find(|of| Some(of.number()) == line.agent);
        let record = self.recording.record(line.frame);
        let (Some(agent), Some(record), Some(event)) = (agent, record, line.events.checked_sub(1))
        else {
            return Vec::new();
        };
        let number = record.of(agent).map_or(0, |frame| frame.program);
        let recording = AgentRecording::of_agent(self, agent, number);
        let place = EventPosition {
            frame: line.frame,
            event,
        };
        let steps = why::why_event(&*self.recording.programs()[number], &recording, place);
        self.told((agent, number), &recording, &steps, name)
    }

    /// Returns why a condition aborts nothing at the end of the shown frame.
    pub(super) fn reason_of_no_abort(
        &self,
        id: &NodeId,
        name: &dyn Fn(&NodeId) -> String,
    ) -> Option<Reason> {
        if self.recording.inside().is_some() {
            return None;
        }
        let (number, instance) = (self.program_number(), self.instance()?);
        let (program, places) = (&self.recording.programs()[number], &self.mappings[number]);
        let recording = AgentRecording::of(self, number);
        let moment = why::Moment::after(self.recording.frame());
        let mut nodes = places.of_either(program, id).into_iter();
        let step = nodes
            .find_map(|node| why::why_no_abort(instance, &**program, &recording, moment, node))?;
        self.told((self.agent, number), &recording, &[step], name)
            .pop()
    }

    /// The sentence, which says whether an input came from the user.
    fn by_whom(&self, sentence: Message) -> Message {
        let text = text_by_user(sentence.code()).filter(|_| self.inputs_by == InputsBy::User);
        match text {
            Some(text) => said(text, sentence.arguments().to_vec()),
            None => sentence,
        }
    }

    /// The steps of an agent's program as sentences. `name` names nodes of the shown tree.
    fn told(
        &self,
        (agent, number): (AgentId, usize),
        recording: &AgentRecording<'_>,
        steps: &[ReasonStep],
        name: &dyn Fn(&NodeId) -> String,
    ) -> Vec<Reason> {
        let tree = self.trees.of_program(number);
        let names = StepNames {
            run: self,
            number,
            name: (tree == self.shown_tree()).then_some(name),
        };
        let of = ReasonsOf {
            nodes: self.nodes_of(number),
            agent: agent.number(),
            tree,
            program: number,
        };
        let mut told = of.told(recording, steps, &names, &|sentence| self.by_whom(sentence));
        for reason in &mut told {
            if let Some(by) = reason.step.other() {
                reason.of = (by.agent.number(), self.trees.of_program(by.program));
                reason.node = self.nodes_of(by.program).shown_node(by.node);
            }
        }
        told
    }
}

/// The names in the sentences about steps of a program.
struct StepNames<'a> {
    run: &'a RunSession,
    number: usize,
    /// Names nodes of the shown tree; `None` for another tree.
    name: Option<&'a dyn Fn(&NodeId) -> String>,
}

impl Names for StepNames<'_> {
    fn node(&self, node: NodeIndex) -> Argument {
        let program = &self.run.recording.programs()[self.number];
        match self.name {
            Some(name) => {
                let shown = self.run.mappings[self.number].shown_node(program, node);
                shown.named(name)
            }
            None => program.title_argument(node),
        }
    }

    fn agent(&self, by: &OtherNode) -> Argument {
        let number = (by.agent.number() + 1).to_string();
        let tree = self.run.trees.of_program(by.program);
        let file = &self.run.trees.get(tree).file_name;
        if tree == self.run.trees.of_program(self.number) || file.is_empty() {
            number.to_argument()
        } else {
            format!("{number} ({file})").to_argument()
        }
    }
}

/// The text for an input of the user, by the code of the text for one from outside.
fn text_by_user(code: &str) -> Option<&'static str> {
    Some(match code {
        "value_input" => "why_you.value_input",
        "value_input_changed" => "why_you.value_input_changed",
        "since_input" => "why_you.since_input",
        "source_forced" => "why_you.source_forced",
        "event_input" => "why_you.event_input",
        "event_input_with" => "why_you.event_input_with",
        "key_input" => "why_you.key_input",
        _ => return None,
    })
}

/// The reasons for what a node does in a frame.
struct ReasonsInFrame {
    reasons: Vec<Reason>,
    /// Whether the node runs at the end of the frame.
    is_running: bool,
}
