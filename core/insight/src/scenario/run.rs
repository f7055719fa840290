//! Runs a tree through a scenario, frame by frame, and keeps the differences from what must be seen.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use treewright_core::compile::{Origin, Origins, compile_project};
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::model::{Document, Node, StandIn};
use treewright_core::project::Project;
use treewright_core::runtime::{AgentId, Globals, NodeIndex, Status, TreeState, VariableError};
use treewright_core::trace::{FrameRecorder, FrameTrace};
use treewright_core::value::Value;
use treewright_core::{Program, TreeInstance};

use super::resolve::{Named, Names};
use super::{Difference, NodeName, Scenario, ScenarioError, check, leaves, resolve};
use crate::history::{NodeRuns, NodeState};
use crate::recording::Happening;

/// The most differences that are kept.
const MAX_DIFFERENCES: usize = 1_000;

/// A tree on its way through a scenario.
pub struct ScenarioRun<'a> {
    project: Project<'a>,
    origins: Origins,
    /// Where the nodes that the scenario names lie in the program.
    named: FxHashMap<NodeName, NodeIndex>,
    pub(super) scenario: &'a Scenario,
    pub(super) instance: TreeInstance<()>,
    pub(super) globals: Globals,
    pub(super) nodes: NodeRuns,
    pub(super) status: Status,
    recorder: FrameRecorder,
    frame: u64,
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
        let tasks = leaves::tasks(&names, library, scenario)?;
        let compiled = compile_project(&project, library, &tasks);
        if let Some((id, why)) = compiled.broken.first() {
            return Err(ScenarioError::BrokenNode {
                node: id.clone(),
                title: title(&project, &compiled.origins.origin(id)),
                why: why.clone(),
            });
        }
        let program = compiled.program.ok_or(ScenarioError::NothingToRun)?;
        let in_program = |name: &str| program.variable(name).is_some();
        resolve::check_variables(project.document, scenario, in_program)?;
        let seed = scenario.seed.unwrap_or(project.document.seed);
        let mut run = Self {
            nodes: NodeRuns::new(program.len()),
            instance: TreeInstance::new(program, seed),
            globals: Globals::default(),
            status: Status::Running,
            recorder: FrameRecorder::default(),
            frame: 0,
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
    pub fn step(&mut self) -> Result<Option<FrameTrace>, ScenarioError> {
        if self.frame >= self.scenario.frames {
            return Ok(None);
        }
        self.frame += 1;
        let step = self.scenario.steps.get(&self.frame);
        if let Some(step) = step {
            for (name, value) in &step.set {
                self.set_variable(name, value)
                    .map_err(|error| ScenarioError::WrongValue {
                        frame: self.frame,
                        error,
                    })?;
            }
            for event in &step.events {
                self.instance.send(event.clone());
            }
            for (name, status) in &step.force {
                if let Some(leaf) = self.index(name) {
                    self.instance.force(leaf, *status);
                }
            }
            for (key, succeeded) in &step.interrupt {
                self.instance.interrupt(key.clone(), *succeeded);
            }
        }
        let dt = self.dt(self.frame);
        self.instance
            .tick_traced(&mut (), &mut self.globals, dt, &mut self.recorder);
        // A finished tree does not run; its last status stands.
        self.status = match self.instance.state() {
            TreeState::Finished(status) => status,
            _ => Status::Running,
        };
        let mut trace = self.recorder.take_frame(&self.instance, self.status);
        trace.frame = self.frame;
        self.nodes.note(&trace.events, self.frame);
        if self.differences.len() < MAX_DIFFERENCES {
            let found = check::check(self, step.map(|step| &step.expect), &trace);
            self.differences.extend(found);
        }
        Ok(Some(trace))
    }

    /// What the scenario does before a frame, as it is recorded.
    pub fn done_before(&self, frame: u64) -> Vec<Happening> {
        let Some(step) = self.scenario.steps.get(&frame) else {
            return Vec::new();
        };
        let agent = AgentId::default();
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
        let interrupt = interrupt.map(|(key, succeeded)| Happening::Interrupt {
            agent,
            key: key.clone(),
            succeeded: *succeeded,
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

    /// The frame that was run last, counted from 1.
    pub fn frame(&self) -> u64 {
        self.frame
    }

    /// The tree as it runs.
    pub fn instance(&self) -> &TreeInstance<()> {
        &self.instance
    }

    /// The variables that trees share.
    pub fn globals(&self) -> &Globals {
        &self.globals
    }

    /// What a node does, or how it ended last.
    pub fn state(&self, node: NodeIndex) -> NodeState {
        self.nodes.get(node).state
    }

    /// The node of a document that this node of the program comes from; those inside subtrees may come from other documents.
    pub fn node(&self, node: NodeIndex) -> Option<&'a Node> {
        let id = self.instance.program().id(node);
        let Origin { path, node } = self.origins.origin(id);
        let document = match path {
            None => Some(self.project.document),
            Some(path) => self.project.get(path)?.ok(),
        };
        document?.node(node)
    }

    /// Where a node of the program comes from.
    pub fn origin(&self, node: NodeIndex) -> Origin<'_> {
        self.origins.origin(self.instance.program().id(node))
    }

    /// Whether a node has run yet.
    pub fn was_reached(&self, node: NodeIndex) -> bool {
        self.nodes.get(node).since_frame > 0
    }

    /// What a scenario calls a node: as this one does, else by its name if that is the only one, else by its id in the program.
    pub fn name_of(&self, node: NodeIndex) -> NodeName {
        let used = self.named.iter().filter(|(_, index)| **index == node);
        if let Some(name) = used.map(|(name, _)| name).min() {
            return name.clone();
        }
        name_of(&self.project, &self.origins, self.instance.program(), node)
    }

    /// The node's id and what it is called.
    pub(super) fn describe(&self, node: NodeIndex) -> String {
        let id = self.instance.program().id(node);
        let title = title(&self.project, &self.origins.origin(id));
        format!("`{title}` ({id})")
    }

    /// Where a name of the scenario lies in the program.
    pub(super) fn index(&self, name: &NodeName) -> Option<NodeIndex> {
        self.named.get(name).copied()
    }

    fn set_variable(&mut self, name: &str, value: &Value) -> Result<(), VariableError> {
        let value = self.typed(name, value);
        self.instance.set_variable(&mut self.globals, name, value)
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
        let program = self.instance.program();
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
        let program = self.instance.program();
        for id in self.origins.inside() {
            let origin = self.origins.origin(id);
            if let (None, Some(index)) = (origin.path, program.index(id)) {
                uses.entry(origin.node.clone()).or_default().push(index);
            }
        }
        uses
    }
}

/// What a scenario calls a node: by its name if only it has that, else by its id in the program.
pub fn name_of(
    project: &Project<'_>,
    origins: &Origins,
    program: &Program<()>,
    place: NodeIndex,
) -> NodeName {
    let id = program.id(place);
    let node = project.document.node(id);
    if let Some(node) = node.filter(|node| !node.name.is_empty())
        && origins.origin(id).node == id
    {
        let mut called = project.document.nodes().filter(|n| n.name == node.name);
        let is_an_id = project.document.node(&NodeId::from(&*node.name)).is_some();
        let is_a_path = node.name.contains('/');
        if called.next().is_some() && called.next().is_none() && !is_an_id && !is_a_path {
            return node.name.clone().into();
        }
    }
    id.as_str().into()
}

fn title(project: &Project<'_>, origin: &Origin<'_>) -> String {
    let document = match origin.path {
        None => Some(project.document),
        Some(path) => project.get(path).and_then(Result::ok),
    };
    let node = document.and_then(|document| document.node(origin.node));
    node.map_or("", |node| node.title()).to_owned()
}
