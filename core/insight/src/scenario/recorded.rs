//! From a recording to a scenario: what was done becomes its steps, what is seen at a moment becomes what it expects. Run again, it does
//! what the recording did, unless the tree was changed on the way: a scenario is for the tree as it is now.

use std::collections::BTreeMap;

use thiserror::Error;
use treewright_core::compile::{Origin, Origins};
use treewright_core::ids::NodeId;
use treewright_core::model::Node;
use treewright_core::project::Project;
use treewright_core::runtime::{AgentId, NodeIndex};
use treewright_core::trace::TraceEvent;
use treewright_core::{Program, TreeInstance};

use super::{Ending, ExpectedAbort, Fact, Interruption, NodeName, NodeState, Scenario, Step};
use crate::history::{NodeRun, aborts};
use crate::recording::{FrameRecord, Happening, Recording};

/// One agent of a recording, with the documents of which its program was made: to be drawn, told, or made a scenario of.
#[derive(Clone, Copy)]
pub struct Seen<'a> {
    /// The run, at the frame that is shown.
    pub recording: &'a Recording,
    /// Whose tree.
    pub agent: AgentId,
    /// The document that was run.
    pub project: Project<'a>,
    /// Where the nodes of its program come from.
    pub origins: &'a Origins,
}

/// Why no scenario can be made of a recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum NotRecorded {
    /// No frame was run.
    #[error("no frame has run yet")]
    NothingHappened,
    /// Its beginning was forgotten because memory was short.
    #[error("the start of the run was discarded: the first recorded frame is {0}")]
    BeginningForgotten(u64),
    /// Several agents share variables in it.
    #[error("several agents ran: a scenario needs a run of one agent")]
    SeveralAgents,
}

impl NotRecorded {
    /// A stable name, for translations.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NothingHappened => "nothing_happened",
            Self::BeginningForgotten(_) => "beginning_forgotten",
            Self::SeveralAgents => "several_agents",
        }
    }
}

impl<'a> Seen<'a> {
    /// What runs.
    pub fn program(&self) -> &'a Program<()> {
        self.recording.program()
    }

    /// How a node stands, at the moment that is shown.
    pub fn run_of(&self, node: NodeIndex) -> NodeRun {
        let runs = self.recording.node_runs(self.agent);
        runs.map_or_else(NodeRun::default, |runs| runs.get(node))
    }

    /// What a node does, or how it ended last.
    pub fn state(&self, node: NodeIndex) -> NodeState {
        self.run_of(node).state
    }

    /// Where a node of the program comes from.
    pub fn origin(&self, node: NodeIndex) -> Origin<'a> {
        self.origins.origin(self.program().id(node))
    }

    /// The node of a document that this node of the program comes from; those inside subtrees may come from other documents.
    pub fn document_node(&self, node: NodeIndex) -> Option<&'a Node> {
        node_at(&self.project, &self.origin(node))
    }

    /// The tops of the run stacks after the frame that is shown.
    pub(super) fn tops(&self) -> impl Iterator<Item = NodeIndex> + use<'a> {
        let instance = self.recording.instance(self.agent);
        instance.into_iter().flat_map(TreeInstance::tops)
    }

    /// What was done, frame by frame, with nothing expected yet. Its tree, name and seed are for the caller to fill in.
    ///
    /// # Errors
    /// If a scenario could not do the same.
    pub fn scenario(&self) -> Result<Scenario, NotRecorded> {
        let recording = self.recording;
        if recording.last_frame() == 0 {
            return Err(NotRecorded::NothingHappened);
        }
        if recording.first_frame() > 0 {
            return Err(NotRecorded::BeginningForgotten(recording.first_frame() + 1));
        }
        let mut scenario = Scenario {
            frames: recording.last_frame(),
            dt: self.usual_dt(),
            ..Scenario::default()
        };
        let mut program = 0;
        for record in recording.records() {
            let is_alone = record.agents.iter().all(|frame| frame.agent == self.agent);
            if !is_alone {
                return Err(NotRecorded::SeveralAgents);
            }
            let mut step = self.done_before(record, &mut program);
            step.dt = (record.dt.to_bits() != scenario.dt.to_bits()).then_some(record.dt);
            if step != Step::default() {
                scenario.steps.insert(record.frame, step);
            }
        }
        Ok(scenario)
    }

    /// How long most frames were.
    fn usual_dt(&self) -> f64 {
        let mut counts: BTreeMap<u64, usize> = BTreeMap::new();
        for record in self.recording.records() {
            *counts.entry(record.dt.to_bits()).or_default() += 1;
        }
        let usual = counts.into_iter().max_by_key(|(_, count)| *count);
        usual.map_or(Scenario::default().dt, |(bits, _)| f64::from_bits(bits))
    }

    /// What was done before a frame; `program` is the number of the one that ran, and becomes that of the frame.
    fn done_before(&self, record: &FrameRecord, program: &mut usize) -> Step {
        let mut step = Step::default();
        for happening in &record.happenings {
            match happening {
                Happening::Set { name, value, .. } => {
                    step.set.retain(|(other, _)| other != name);
                    step.set.push((name.clone(), value.clone()));
                }
                Happening::Send { event, .. } => step.events.push(event.clone()),
                Happening::Force { node, status, .. } => {
                    let name = self.name_in(*program, *node);
                    step.force.retain(|(other, _)| *other != name);
                    step.force.push((name, *status));
                }
                Happening::Interrupt { key, outcome, .. } => {
                    step.interrupt.push(Interruption {
                        key: key.clone(),
                        result: *outcome,
                    });
                }
                // The tree as it is now is what the scenario is for.
                Happening::Swap { program: next } => *program = *next,
                Happening::Add { .. } | Happening::Remove { .. } => {}
            }
        }
        step
    }

    /// What a scenario calls a node of this one of the recording's programs.
    fn name_in(&self, program: usize, node: NodeIndex) -> NodeName {
        self.name_by(&self.recording.programs()[program], node)
    }

    /// What a scenario calls a node.
    pub fn name(&self, node: NodeIndex) -> NodeName {
        self.name_by(self.program(), node)
    }

    /// By its name if only it has that, else by its id in the program.
    fn name_by(&self, program: &Program<()>, node: NodeIndex) -> NodeName {
        let id = program.id(node);
        let document = self.project.document;
        if let Some(node) = document.node(id).filter(|node| !node.name.is_empty())
            && self.origins.origin(id).node == id
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

    /// What a node does after the frame that is shown, or how it ended last.
    pub fn node(&self, node: NodeIndex) -> Option<Fact> {
        self.recording.node_runs(self.agent)?;
        Some(Fact::Node(self.name(node), self.state(node)))
    }

    /// How a node ended in the frame that is shown.
    pub fn ended(&self, node: NodeIndex) -> Option<Fact> {
        let ends = self.events()?.iter().rev().find_map(|event| match event {
            TraceEvent::End(ended, status) if *ended == node => Some(Ending::from(*status)),
            _ => None,
        });
        Some(Fact::Ended(self.name(node), ends.unwrap_or(Ending::None)))
    }

    /// The nodes at the tops of the run stacks after the frame that is shown.
    pub fn running(&self) -> Fact {
        let stacks = self.recording.stacks(self.agent);
        let tops = stacks.iter().filter_map(|stack| stack.last());
        Fact::Running(tops.map(|node| self.name(*node)).collect())
    }

    /// The status of the tree after the frame that is shown.
    pub fn status(&self) -> Option<Fact> {
        let record = self.recording.record(self.recording.frame())?;
        Some(Fact::Status(record.of(self.agent)?.status))
    }

    /// What a variable holds after the frame that is shown.
    pub fn variable(&self, name: &str) -> Option<Fact> {
        let value = self.recording.variable(self.agent, name)?;
        Some(Fact::Variable(name.into(), value.clone()))
    }

    /// The aborts of the frame that is shown.
    pub fn aborts(&self) -> Option<Fact> {
        let stories = aborts(self.recording.program(), self.events()?);
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

/// The node of a project's documents that something comes from.
pub(super) fn node_at<'a>(project: &Project<'a>, origin: &Origin<'_>) -> Option<&'a Node> {
    let document = match origin.path {
        None => project.document,
        Some(path) => project.get(path)?.ok()?,
    };
    document.node(origin.node)
}
