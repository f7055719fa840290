//! Runs a scenario, frame by frame, in a recording, and collects the differences from the expectations. Contains no executor of
//! its own.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use treewright_core::ToArgument as _;
use treewright_core::compile::{GameTasks, Origins, compile_project};
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::model::Node;
use treewright_core::model::{Document, StandIn};
use treewright_core::project::Project;
use treewright_core::runtime::{AgentId, NodeIndex};
use treewright_core::value::Value;

use super::recorded::node_at;
use super::resolve::NodeNames;
use super::{
    Interruption, NodeName, ObservedOutcomes, RecordedAgent, Scenario, ScenarioDifference,
    ScenarioError, ShownNode, check, resolve,
};
use crate::recording::{FrameRecord, Recording, RunInput, RunInputError};

/// The maximum number of differences that are stored.
const MAX_DIFFERENCES: usize = 1_000;

/// A tree that runs a scenario.
pub struct ScenarioRun<'a> {
    project: Project<'a>,
    origins: Origins,
    /// The nodes named by the scenario, as indices in the program.
    named: FxHashMap<NodeName, NodeIndex>,
    pub(super) scenario: &'a Scenario,
    recording: Recording,
    agent: AgentId,
    differences: Vec<ScenarioDifference>,
    stood_in: Vec<Arc<str>>,
    observed: ObservedOutcomes,
}

impl<'a> ScenarioRun<'a> {
    /// Creates a run before its first frame.
    ///
    /// # Errors
    /// The tree cannot run, or the scenario does not fit it.
    pub fn new(
        document: &'a Document,
        library: &NodeLibrary,
        scenario: &'a Scenario,
    ) -> Result<Self, ScenarioError> {
        Self::in_project(Project::alone(document), library, scenario)
    }

    /// Creates a run of a project's document before its first frame.
    ///
    /// # Errors
    /// The tree cannot run, or the scenario does not fit it.
    pub fn in_project(
        project: Project<'a>,
        library: &NodeLibrary,
        scenario: &'a Scenario,
    ) -> Result<Self, ScenarioError> {
        let names = NodeNames::new(&project, library);
        resolve::check(&names, scenario)?;
        let mut tasks = GameTasks::new();
        tasks.use_stand_ins(library);
        for (name, stand_in) in &scenario.leaves {
            tasks.set_stand_in(names.node(name)?.id, stand_in.clone());
        }
        let compiled = compile_project(&project, library, &tasks);
        if let Some((id, why)) = compiled.broken.first() {
            return Err(ScenarioError::BrokenNode {
                node: id.clone(),
                title: node_at(&project, &compiled.origins.origin(id))
                    .map_or_else(|| "".to_argument(), Node::title_argument),
                why: why.clone(),
            });
        }
        let program = compiled.program.ok_or(ScenarioError::NothingToRun)?;
        let in_program = |name: &str| program.variable(name).is_some();
        resolve::check_variables(project.document, scenario, in_program)?;
        let seed = scenario.seed.unwrap_or(project.document.seed);
        let observed = ObservedOutcomes::new(program.len());
        // Never goes back, so that a million frames take no more memory than one.
        let recording = Recording::without_past(program, seed);
        let mut run = Self {
            agent: recording.first_agent(),
            recording,
            differences: Vec::new(),
            stood_in: compiled.stand_ins,
            observed,
            project,
            origins: compiled.origins,
            named: FxHashMap::default(),
            scenario,
        };
        run.find_nodes(&names)?;
        Ok(run)
    }

    /// Returns the library tasks that always return the same result, because there is no game and the scenario sets no stand-in
    /// for them.
    pub fn tasks_with_default_result(&self) -> &[Arc<str>] {
        &self.stood_in
    }

    /// Returns the seed for random choices.
    pub fn seed(&self) -> u64 {
        self.scenario.seed.unwrap_or(self.project.document.seed)
    }

    /// Returns the origins of the program's nodes.
    pub fn origins(&self) -> &Origins {
        &self.origins
    }

    /// Runs the next frame; returns `None` when all frames have run.
    ///
    /// # Errors
    /// The scenario writes a value of the wrong type.
    pub fn step(&mut self) -> Result<Option<Arc<FrameRecord>>, ScenarioError> {
        let frame = self.recording.frame() + 1;
        if frame > self.scenario.frames {
            return Ok(None);
        }
        for happening in self.done_before(frame) {
            // Other errors are impossible: the nodes were resolved, and the agent is never removed.
            if let Err(RunInputError::Variable(error)) = self.recording.apply(happening) {
                return Err(ScenarioError::WrongValue { frame, error });
            }
        }
        let record = self.recording.step(self.dt(frame));
        if let Some(own) = record.of(self.agent) {
            self.observed.note(self.recording.program(), &own.events);
        }
        if self.differences.len() < MAX_DIFFERENCES {
            let found = check::check(self, &record);
            self.differences.extend(found);
        }
        Ok(Some(record))
    }

    /// Returns the inputs of the scenario before a frame, in recorded form.
    pub fn done_before(&self, frame: u64) -> Vec<RunInput> {
        let Some(step) = self.scenario.steps.get(&frame) else {
            return Vec::new();
        };
        let agent = self.agent;
        let set = step.set.iter().map(|(name, value)| RunInput::Set {
            agent,
            name: name.clone(),
            value: self.typed(name, value),
        });
        let send = step.events.iter().map(|event| RunInput::Send {
            agent: None,
            event: event.clone(),
        });
        let force = step.force.iter().filter_map(|(name, status)| {
            let (node, status) = (self.index(name)?, *status);
            Some(RunInput::Force {
                agent,
                node,
                status,
            })
        });
        let interrupt = step.interrupt.iter();
        let interrupt = interrupt.map(|Interruption { key, result }| RunInput::Interrupt {
            agent,
            key: key.clone(),
            outcome: *result,
        });
        let seed = step.seed.map(|seed| RunInput::Seed { agent, seed });
        let given = set.chain(send).chain(force).chain(interrupt);
        given.chain(seed).collect()
    }

    /// Returns the duration of a frame in seconds.
    pub fn dt(&self, frame: u64) -> f64 {
        let step = self.scenario.steps.get(&frame);
        step.and_then(|step| step.dt).unwrap_or(self.scenario.dt)
    }

    /// Returns the scenario's stand-ins, by the ids of leaves in the program.
    ///
    /// # Errors
    /// The scenario names a node that does not exist.
    pub fn leaves(&self, library: &NodeLibrary) -> Result<Vec<(NodeId, StandIn)>, ScenarioError> {
        let names = NodeNames::new(&self.project, library);
        let leaves = self.scenario.leaves.iter();
        let leaf =
            |(name, played): &(NodeName, StandIn)| Ok((names.node(name)?.id, played.clone()));
        leaves.map(leaf).collect()
    }

    /// Runs all remaining frames and returns the differences from the expectations.
    ///
    /// # Errors
    /// The scenario writes a value of the wrong type.
    pub fn finish(&mut self) -> Result<&[ScenarioDifference], ScenarioError> {
        while self.step()?.is_some() {}
        Ok(&self.differences)
    }

    /// Returns the differences so far, in order. After a maximum number, further differences are not searched.
    pub fn differences(&self) -> &[ScenarioDifference] {
        &self.differences
    }

    /// Returns the run so far, of which only the last frame is stored.
    pub fn recording(&self) -> &Recording {
        &self.recording
    }

    /// Returns the agent's tree after the last frame.
    pub fn seen(&self) -> RecordedAgent<'_> {
        RecordedAgent {
            recording: &self.recording,
            agent: self.agent,
            project: self.project,
            origins: &self.origins,
        }
    }

    /// Returns the outcomes that occurred so far.
    pub(super) fn observed(&self) -> &ObservedOutcomes {
        &self.observed
    }

    /// Returns a scenario's name for a node: the name in this scenario, else its title if that is unique, else its id in the
    /// program.
    pub fn name_of(&self, node: NodeIndex) -> NodeName {
        let used = self.named.iter().filter(|(_, index)| **index == node);
        if let Some(name) = used.map(|(name, _)| name).min() {
            return name.clone();
        }
        self.seen().name(node)
    }

    /// Returns the id and the title of a node.
    pub(super) fn describe(&self, node: NodeIndex) -> ShownNode {
        let seen = self.seen();
        let title = seen.document_node(node).map(Node::title_argument);
        ShownNode {
            title: title.unwrap_or_else(|| "".to_argument()),
            id: seen.program().id(node).clone(),
        }
    }

    /// Returns the index in the program of a node named by the scenario.
    pub(super) fn index(&self, name: &NodeName) -> Option<NodeIndex> {
        self.named.get(name).copied()
    }

    /// Converts a value to the type of the variable: 1 is accepted for a float.
    fn typed(&self, name: &str, value: &Value) -> Value {
        let declared = self.project.document.variable(name);
        let typed = declared.and_then(|v| value.coerced(&v.value_type));
        typed.unwrap_or_else(|| value.clone())
    }

    /// Resolves the nodes named by the scenario. Nodes with expectations must occur exactly once in the program, nodes with
    /// stand-ins at least once.
    fn find_nodes(&mut self, names: &NodeNames<'_>) -> Result<(), ScenarioError> {
        let nodes = names.in_program(self.recording.program(), &self.origins);
        for (name, _) in &self.scenario.leaves {
            nodes.places(name)?;
        }
        let mut found = FxHashMap::default();
        for name in self.scenario.steps.values().flat_map(resolve::named_in) {
            found.insert(name.clone(), nodes.place(name)?);
        }
        self.named = found;
        Ok(())
    }
}
