//! Plays a recording through a scenario, frame by frame, and keeps the differences from what must be seen. Runs no tree itself.

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
use super::resolve::{Named, Names};
use super::{Difference, Interruption, NodeName, Scenario, ScenarioError, Seen, check, resolve};
use crate::recording::{FrameRecord, Happening, HappeningError, Recording};

/// The most differences that are kept.
const MAX_DIFFERENCES: usize = 1_000;

/// A tree on its way through a scenario.
pub struct ScenarioRun<'a> {
    project: Project<'a>,
    origins: Origins,
    /// Where the nodes that the scenario names lie in the program.
    named: FxHashMap<NodeName, NodeIndex>,
    pub(super) scenario: &'a Scenario,
    recording: Recording,
    agent: AgentId,
    differences: Vec<Difference>,
    stood_in: Vec<Arc<str>>,
}

impl<'a> ScenarioRun<'a> {
    /// A run that stands before its first frame.
    ///
    /// # Errors
    /// If the tree cannot run, or the scenario does not fit it.
    pub fn new(
        document: &'a Document,
        library: &NodeLibrary,
        scenario: &'a Scenario,
    ) -> Result<Self, ScenarioError> {
        Self::in_project(Project::alone(document), library, scenario)
    }

    /// A run of a project's document that stands before its first frame.
    ///
    /// # Errors
    /// If the tree cannot run, or the scenario does not fit it.
    pub fn in_project(
        project: Project<'a>,
        library: &NodeLibrary,
        scenario: &'a Scenario,
    ) -> Result<Self, ScenarioError> {
        let names = Names::of(&project, library);
        resolve::check(&names, scenario)?;
        let mut tasks = GameTasks::new();
        tasks.stand_in_for(library);
        for (name, stand_in) in &scenario.leaves {
            tasks.play_node(names.node(name)?.id, stand_in.clone());
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
        // Nobody goes back in it, so that a million frames take no more room than one.
        let recording = Recording::without_past(program, seed);
        let mut run = Self {
            agent: recording.first_agent(),
            recording,
            differences: Vec::new(),
            stood_in: compiled.stood_in,
            project,
            origins: compiled.origins,
            named: FxHashMap::default(),
            scenario,
        };
        run.find_nodes(&names)?;
        Ok(run)
    }

    /// The tasks of libraries that always give one answer, because there is no game and the scenario does not script them.
    pub fn stood_in(&self) -> &[Arc<str>] {
        &self.stood_in
    }

    /// What random choices are drawn from.
    pub fn seed(&self) -> u64 {
        self.scenario.seed.unwrap_or(self.project.document.seed)
    }

    /// Where the nodes of the program come from.
    pub fn origins(&self) -> &Origins {
        &self.origins
    }

    /// Runs the next frame; none when all have been run.
    ///
    /// # Errors
    /// If the scenario writes a value of the wrong type.
    pub fn step(&mut self) -> Result<Option<Arc<FrameRecord>>, ScenarioError> {
        let frame = self.recording.frame() + 1;
        if frame > self.scenario.frames {
            return Ok(None);
        }
        for happening in self.done_before(frame) {
            // Its nodes were found, and its agent never leaves.
            if let Err(HappeningError::Variable(error)) = self.recording.happens(happening) {
                return Err(ScenarioError::WrongValue { frame, error });
            }
        }
        let record = self.recording.step(self.dt(frame));
        if self.differences.len() < MAX_DIFFERENCES {
            let found = check::check(self, &record);
            self.differences.extend(found);
        }
        Ok(Some(record))
    }

    /// What the scenario does before a frame, as it is recorded.
    pub fn done_before(&self, frame: u64) -> Vec<Happening> {
        let Some(step) = self.scenario.steps.get(&frame) else {
            return Vec::new();
        };
        let agent = self.agent;
        let set = step.set.iter().map(|(name, value)| Happening::Set {
            agent,
            name: name.clone(),
            value: self.typed(name, value),
        });
        let send = step.events.iter().map(|event| Happening::Send {
            agent: None,
            event: event.clone(),
        });
        let force = step.force.iter().filter_map(|(name, status)| {
            let (node, status) = (self.index(name)?, *status);
            Some(Happening::Force {
                agent,
                node,
                status,
            })
        });
        let interrupt = step.interrupt.iter();
        let interrupt = interrupt.map(|Interruption { key, result }| Happening::Interrupt {
            agent,
            key: key.clone(),
            outcome: *result,
        });
        set.chain(send).chain(force).chain(interrupt).collect()
    }

    /// How long a frame is.
    pub fn dt(&self, frame: u64) -> f64 {
        let step = self.scenario.steps.get(&frame);
        step.and_then(|step| step.dt).unwrap_or(self.scenario.dt)
    }

    /// What plays leaves in the scenario, by their ids in the program.
    ///
    /// # Errors
    /// If it names a node that is not there.
    pub fn leaves(&self, library: &NodeLibrary) -> Result<Vec<(NodeId, StandIn)>, ScenarioError> {
        let names = Names::of(&self.project, library);
        let leaves = self.scenario.leaves.iter();
        let leaf =
            |(name, played): &(NodeName, StandIn)| Ok((names.node(name)?.id, played.clone()));
        leaves.map(leaf).collect()
    }

    /// Runs all frames that are left, and gives the differences from what must be seen.
    ///
    /// # Errors
    /// If the scenario writes a value of the wrong type.
    pub fn finish(&mut self) -> Result<&[Difference], ScenarioError> {
        while self.step()?.is_some() {}
        Ok(&self.differences)
    }

    /// The differences so far, in the order in which they were seen. What differs after many others is not looked for any more.
    pub fn differences(&self) -> &[Difference] {
        &self.differences
    }

    /// The run so far, of which only the last frame is kept.
    pub fn recording(&self) -> &Recording {
        &self.recording
    }

    /// Its only tree, after the last frame.
    pub fn seen(&self) -> Seen<'_> {
        Seen {
            recording: &self.recording,
            agent: self.agent,
            project: self.project,
            origins: &self.origins,
        }
    }

    /// What a scenario calls a node: as this one does, else by its name if that is the only one, else by its id in the program.
    pub fn name_of(&self, node: NodeIndex) -> NodeName {
        let used = self.named.iter().filter(|(_, index)| **index == node);
        if let Some(name) = used.map(|(name, _)| name).min() {
            return name.clone();
        }
        self.seen().name(node)
    }

    /// The node's id and what it is called.
    pub(super) fn describe(&self, node: NodeIndex) -> String {
        let seen = self.seen();
        let title = seen.document_node(node).map(Node::title_argument);
        let title = title.map_or_else(String::new, |title| title.to_string());
        format!("`{title}` ({})", seen.program().id(node))
    }

    /// Where a name of the scenario lies in the program.
    pub(super) fn index(&self, name: &NodeName) -> Option<NodeIndex> {
        self.named.get(name).copied()
    }

    /// A value as the variable holds it: 1 will do for a float.
    fn typed(&self, name: &str, value: &Value) -> Value {
        let declared = self.project.document.variable(name);
        let typed = declared.and_then(|v| value.coerced(&v.value_type));
        typed.unwrap_or_else(|| value.clone())
    }

    /// Nodes that the scenario names must be part of the program: those that it looks at once, those that it scripts at least once.
    fn find_nodes(&mut self, names: &Names<'_>) -> Result<(), ScenarioError> {
        let uses = self.uses();
        let program = self.recording.program();
        let places = |name: &NodeName| -> Result<Vec<NodeIndex>, ScenarioError> {
            let Named { node, source, id } = names.node(name)?;
            if let Some(index) = program.index(&id) {
                return Ok(vec![index]);
            }
            let inside = (source == 0).then(|| uses.get(node.id())).flatten();
            let inside = inside.filter(|_| id == *node.id()).cloned();
            inside.ok_or_else(|| ScenarioError::NeverRuns(name.clone()))
        };
        for (name, _) in &self.scenario.leaves {
            places(name)?;
        }
        let mut found = FxHashMap::default();
        for name in self.scenario.steps.values().flat_map(resolve::named_in) {
            match *places(name)? {
                [place] => drop(found.insert(name.clone(), place)),
                ref several => {
                    return Err(ScenarioError::SeveralUses {
                        name: name.clone(),
                        count: several.len(),
                    });
                }
            }
        }
        self.named = found;
        Ok(())
    }

    /// Where nodes of the document itself stand in subtrees.
    fn uses(&self) -> FxHashMap<NodeId, Vec<NodeIndex>> {
        let mut uses: FxHashMap<NodeId, Vec<NodeIndex>> = FxHashMap::default();
        let program = self.recording.program();
        for id in self.origins.inside() {
            let origin = self.origins.origin(id);
            if let (None, Some(index)) = (origin.path, program.index(id)) {
                uses.entry(origin.node.clone()).or_default().push(index);
            }
        }
        uses
    }
}
