//! Converts a recording to a scenario: inputs become steps, observed facts become expectations. Run again, the scenario behaves
//! like the recording, unless the tree was changed during the recording: a scenario is for the current tree.

use std::collections::BTreeMap;
use std::sync::Arc;

use thiserror::Error;
use treewright_core::compile::{Origin, Origins};
use treewright_core::format::literal::{push_value, read_literal};
use treewright_core::ids::NodeId;
use treewright_core::model::{Document, Node};
use treewright_core::project::Project;
use treewright_core::runtime::{AgentId, NodeIndex};
use treewright_core::trace::TraceEvent;
use treewright_core::value::Value;
use treewright_core::{Program, TreeInstance};

use super::{
    Ending, ExpectedAbort, Fact, Interruption, NodeName, NodeState, Scenario, ScenarioStep,
};
use crate::history::{NodeRun, aborts};
use crate::recording::{FrameRecord, Recording, RunInput};

/// One agent of a recording, with the documents of its program: used for display, messages and scenarios.
#[derive(Clone, Copy)]
pub struct RecordedAgent<'a> {
    /// The run at its current frame.
    pub recording: &'a Recording,
    /// The agent.
    pub agent: AgentId,
    /// The main document with the others of its project.
    pub project: Project<'a>,
    /// The origins of the program's nodes.
    pub origins: &'a Origins,
}

/// The reason why a recording cannot become a scenario.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ConversionError {
    /// No frame has run.
    #[error("no frame has run yet")]
    NothingHappened,
    /// The start of the run was forgotten to save memory.
    #[error("the start of the run was discarded: the first recorded frame is {0}")]
    BeginningForgotten(u64),
    /// Several agents ran.
    #[error("several agents ran: a scenario needs a run of one agent")]
    SeveralAgents,
    /// An input has a value that files cannot contain: a number that is not finite, or a list of several types.
    #[error("frame {frame}: the value of `{name}` cannot be stored in a file")]
    UnwritableValue {
        /// The frame of the input.
        frame: u64,
        /// The variable or event.
        name: Arc<str>,
    },
}

impl ConversionError {
    /// A stable name, for translation.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NothingHappened => "nothing_happened",
            Self::BeginningForgotten(_) => "beginning_forgotten",
            Self::SeveralAgents => "several_agents",
            Self::UnwritableValue { .. } => "unwritable_value",
        }
    }
}

impl<'a> RecordedAgent<'a> {
    /// Returns the agent's program at the current frame; that of the first agent if it does not exist then.
    pub fn program(&self) -> &'a Program<()> {
        let own = self.recording.program_of(self.agent);
        own.unwrap_or_else(|| self.recording.program())
    }

    /// Returns the state of a node at the current moment, with its start and visits.
    pub fn run_of(&self, node: NodeIndex) -> NodeRun {
        let runs = self.recording.node_runs(self.agent);
        runs.map_or_else(NodeRun::default, |runs| runs.get(node))
    }

    /// Returns the state of a node: running, or how it ended last.
    pub fn state(&self, node: NodeIndex) -> NodeState {
        self.run_of(node).state
    }

    /// Returns the origin of a node of the program.
    pub fn origin(&self, node: NodeIndex) -> Origin<'a> {
        self.origins.origin(self.program().id(node))
    }

    /// Returns the document node from which this node of the program was compiled; nodes inside subtrees may come from other
    /// documents.
    pub fn document_node(&self, node: NodeIndex) -> Option<&'a Node> {
        node_at(&self.project, &self.origin(node))
    }

    /// Returns the tops of the run stacks after the current frame.
    pub(super) fn tops(&self) -> impl Iterator<Item = NodeIndex> + use<'a> {
        let instance = self.recording.instance(self.agent);
        instance.into_iter().flat_map(TreeInstance::tops)
    }

    /// Returns a scenario with the recorded inputs and no expectations. The caller fills in tree, name and seed.
    ///
    /// # Errors
    /// A scenario cannot repeat this recording.
    pub fn scenario(&self) -> Result<Scenario, ConversionError> {
        let recording = self.recording;
        if recording.last_frame() == 0 {
            return Err(ConversionError::NothingHappened);
        }
        if recording.first_frame() > 0 {
            return Err(ConversionError::BeginningForgotten(
                recording.first_frame() + 1,
            ));
        }
        let mut scenario = Scenario {
            frames: recording.last_frame(),
            dt: self.usual_dt(),
            ..Scenario::default()
        };
        for record in recording.records() {
            let is_alone = record.agents.iter().all(|frame| frame.agent == self.agent);
            if !is_alone {
                return Err(ConversionError::SeveralAgents);
            }
            let mut step = self.done_before(record);
            if let Some(name) = unwritable(&step) {
                let (frame, name) = (record.frame, name.clone());
                return Err(ConversionError::UnwritableValue { frame, name });
            }
            step.dt = (record.dt.to_bits() != scenario.dt.to_bits()).then_some(record.dt);
            if step != ScenarioStep::default() {
                scenario.steps.insert(record.frame, step);
            }
        }
        Ok(scenario)
    }

    /// Returns the most frequent duration of a frame.
    fn usual_dt(&self) -> f64 {
        let mut counts: BTreeMap<u64, usize> = BTreeMap::new();
        for record in self.recording.records() {
            *counts.entry(record.dt.to_bits()).or_default() += 1;
        }
        let usual = counts.into_iter().max_by_key(|(_, count)| *count);
        usual.map_or(Scenario::default().dt, |(bits, _)| f64::from_bits(bits))
    }

    /// Returns the inputs before a frame as a step.
    fn done_before(&self, record: &FrameRecord) -> ScenarioStep {
        let mut programs = self.recording.programs_before(record.frame);
        let mut step = ScenarioStep::default();
        for happening in &record.inputs {
            match happening {
                RunInput::Set { name, value, .. } => {
                    step.set.retain(|(other, _)| other != name);
                    step.set.push((name.clone(), value.clone()));
                }
                RunInput::Send { event, .. } => step.events.push(event.clone()),
                RunInput::Force { node, status, .. } => {
                    let program = programs.of(self.agent);
                    let program = program.unwrap_or_else(|| programs.default_program());
                    let name = self.name_in(program, *node);
                    step.force.retain(|(other, _)| *other != name);
                    step.force.push((name, *status));
                }
                RunInput::Interrupt { key, outcome, .. } => {
                    step.interrupt.push(Interruption {
                        key: key.clone(),
                        result: *outcome,
                    });
                }
                RunInput::Seed { seed, .. } => step.seed = Some(*seed),
                // A scenario is for the current tree.
                RunInput::Swap { .. } | RunInput::Add { .. } | RunInput::Remove { .. } => {}
            }
            programs.follow(happening);
        }
        step
    }

    /// Returns a scenario's name for a node of the recording's program at this index.
    fn name_in(&self, program: usize, node: NodeIndex) -> NodeName {
        self.name_by(&self.recording.programs()[program], node)
    }

    /// Returns a scenario's name for a node.
    pub fn name(&self, node: NodeIndex) -> NodeName {
        self.name_by(self.program(), node)
    }

    fn name_by(&self, program: &Program<()>, node: NodeIndex) -> NodeName {
        name_in_scenarios(self.project.document, self.origins, program.id(node))
    }

    /// Returns the state of a node after the current frame as a fact.
    pub fn node(&self, node: NodeIndex) -> Option<Fact> {
        self.recording.node_runs(self.agent)?;
        Some(Fact::Node(self.name(node), self.state(node)))
    }

    /// Returns how a node ended in the current frame as a fact.
    pub fn ended(&self, node: NodeIndex) -> Option<Fact> {
        let ends = self.events()?.iter().rev().find_map(|event| match event {
            TraceEvent::End(ended, status) if *ended == node => Some(Ending::from(*status)),
            _ => None,
        });
        Some(Fact::Ended(self.name(node), ends.unwrap_or(Ending::None)))
    }

    /// Returns the nodes at the tops of the run stacks after the current frame as a fact.
    pub fn running(&self) -> Fact {
        let stacks = self.recording.stacks(self.agent);
        let tops = stacks.iter().filter_map(|stack| stack.last());
        Fact::Running(tops.map(|node| self.name(*node)).collect())
    }

    /// Returns the status of the tree after the current frame as a fact.
    pub fn status(&self) -> Option<Fact> {
        let record = self.recording.record(self.recording.frame())?;
        Some(Fact::Status(record.of(self.agent)?.status))
    }

    /// Returns the value of a variable after the current frame as a fact.
    pub fn variable(&self, name: &str) -> Option<Fact> {
        let value = self.recording.variable(self.agent, name)?;
        Some(Fact::Variable(name.into(), value.clone()))
    }

    /// Returns the aborts of the current frame as a fact.
    pub fn aborts(&self) -> Option<Fact> {
        let stories = aborts(self.program(), self.events()?);
        let aborts = stories.iter().map(|story| ExpectedAbort {
            conditional: self.name(story.conditional),
            scope: Some(self.name(story.scope)),
        });
        Some(Fact::Aborts(aborts.collect()))
    }

    fn events(&self) -> Option<&[TraceEvent]> {
        let record = self.recording.record(self.recording.frame())?;
        Some(&record.of(self.agent)?.events)
    }
}

/// Returns a scenario's name for the node with this id in the program: its title if that is unique, else the id.
pub fn name_in_scenarios(document: &Document, origins: &Origins, id: &NodeId) -> NodeName {
    if let Some(node) = document.node(id).filter(|node| !node.name.is_empty())
        && origins.origin(id).node == id
    {
        let mut called = document.nodes().filter(|n| n.name == node.name);
        let is_an_id = document.node(&NodeId::from(&*node.name)).is_some();
        let is_a_path = node.name.contains('/');
        if called.next().is_some() && called.next().is_none() && !is_an_id && !is_a_path {
            return node.name.clone().into();
        }
    }
    id.as_str().into()
}

/// Returns the first variable or event of a step whose value a file cannot contain.
fn unwritable(step: &ScenarioStep) -> Option<&Arc<str>> {
    let set = step.set.iter().map(|(name, value)| (name, Some(value)));
    let events = step.events.iter();
    let sent = events.map(|event| (&event.name, event.payload.as_ref()));
    let mut values = set.chain(sent);
    let is_unwritable = |value: &Value| {
        let mut text = String::new();
        push_value(value, &mut text);
        read_literal(&text).is_err()
    };
    let found = values.find(|(_, value)| value.is_some_and(is_unwritable));
    found.map(|(name, _)| name)
}

/// Returns the node of a project's documents at this origin.
pub fn node_at<'a>(project: &Project<'a>, origin: &Origin<'_>) -> Option<&'a Node> {
    document_and_node_at(project, origin).map(|(_, node)| node)
}

/// Like [`node_at`], with the document of the node.
pub fn document_and_node_at<'a>(
    project: &Project<'a>,
    origin: &Origin<'_>,
) -> Option<(&'a Document, &'a Node)> {
    let document = match origin.path {
        None => project.document,
        Some(path) => project.get(path)?.ok()?,
    };
    Some((document, document.node(origin.node)?))
}
