//! Scenarios and runs: replays a scenario as a run, converts a run to a scenario, and finds facts that a scenario can expect.

use std::sync::Arc;

use treewright_core::expression;
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::project::Project;
use treewright_core::runtime::NodeIndex;
use treewright_explore::claims::{FUNCTIONS, Says};
use treewright_insight::recording::Recording;
use treewright_insight::scenario::{
    ConversionError, Fact, FrameRange, NodeNames, RecordedAgent, Scenario, ScenarioError,
    ScenarioRun,
};

use super::{InputsBy, RunSession};
use crate::workspace::node_mapping::NodeMapping;

/// How many frames after the shown one are replayed at most.
const MAX_FRAMES_BEYOND: u64 = 2_000;

impl RunSession {
    /// Replays a scenario and shows one of its frames. Later frames are recorded as well.
    ///
    /// # Errors
    /// If the scenario does not match the tree.
    pub fn play(
        project: &Project<'_>,
        library: &NodeLibrary,
        scenario: &Arc<Scenario>,
        frame: u64,
        revision: u64,
    ) -> Result<Self, ScenarioError> {
        let player = ScenarioRun::in_project(*project, library, scenario)?;
        let program = player.recording().program().clone();
        let places = Arc::new(NodeMapping::new(&program, player.origins().clone()));
        let recording = Recording::new(program, player.seed());
        let mut run = Self::of(recording, vec![places], (player.seed(), revision));
        run.trees.get_mut(0).leaves = player.leaves(library)?;
        run.log_started();
        run.log_stand_ins((0, 0), player.tasks_with_default_result(), library);
        let last = scenario.frames.min(frame.saturating_add(MAX_FRAMES_BEYOND));
        for at in 1..=last {
            for happening in player.done_before(at) {
                // An impossible event is an error of the scenario, which its own run reports.
                let _ = run.recording.apply(happening);
            }
            let record = run.recording.step(player.dt(at));
            run.process_frame(&record, project);
        }
        run.mark_saved();
        run.show(frame.min(last));
        run.scenario = Some(scenario.clone());
        run.inputs_by = InputsBy::File;
        Ok(run)
    }

    /// Converts the inputs of this run to a scenario without expectations.
    ///
    /// # Errors
    /// If a scenario cannot repeat them.
    pub fn as_scenario(&self, project: &Project<'_>) -> Result<Scenario, ConversionError> {
        let mut scenario = self.seen(project).scenario()?;
        scenario.seed = Some(self.seed);
        Ok(scenario)
    }

    /// Returns a fact about the shown frame for a scenario to expect; `None` if there is none of this kind.
    pub fn fact(&self, project: &Project<'_>, what: &ExpectedFact) -> Option<Fact> {
        let seen = self.seen(project);
        match what {
            ExpectedFact::Node(id) => seen.node(self.place(id)?),
            ExpectedFact::Ended(id) => seen.ended(self.place(id)?),
            ExpectedFact::Running => Some(seen.running()),
            ExpectedFact::Status => seen.status(),
            ExpectedFact::Variable(name) => seen.variable(&self.name_in_use(name)),
            ExpectedFact::Aborts => seen.aborts(),
            ExpectedFact::NoAborts(frames) => Some(Fact::NoAborts(*frames)),
        }
    }

    /// Returns what the shown frame shows of what a claim is about, for a scenario to expect. Of a claim on variables alone, that is also which
    /// nodes run: variables that come from outside are the same in each tree.
    pub fn facts_of_claim(
        &self,
        project: &Project<'_>,
        library: &NodeLibrary,
        says: &Says,
    ) -> Vec<Fact> {
        let seen = self.seen(project);
        let names = NodeNames::new(project, library);
        let nodes = names.in_program(seen.program(), seen.origins);
        let functions = FUNCTIONS.map(|function| function.name);
        let (mut facts, mut variables) = (Vec::new(), Vec::new());
        for (_, text) in says.expressions() {
            for (function, node) in expression::calls(text, &functions) {
                let node = || nodes.place(&node.as_ref()?.as_str().into()).ok();
                facts.extend(match &*function {
                    "status" => seen.status(),
                    "fired" => seen.aborts(),
                    "running" => node().and_then(|node| seen.node(node)),
                    _ => node().and_then(|node| seen.ended(node)),
                });
            }
            let read = expression::names(text).into_iter();
            variables.extend(read.filter_map(|name| seen.variable(&name)));
        }
        if facts.is_empty() {
            facts.push(seen.running());
        }
        facts.extend(variables);
        facts
    }

    fn seen<'a>(&'a self, project: &'a Project<'a>) -> RecordedAgent<'a> {
        RecordedAgent {
            recording: &self.recording,
            agent: self.agent,
            project: *project,
            origins: self.mapping().origins(),
        }
    }

    /// Returns the node's index in the program; if its tree has several uses, that of the use that changed last.
    fn place(&self, id: &NodeId) -> Option<NodeIndex> {
        let runs = self.recording.node_runs(self.agent)?;
        let places = self.mapping().of(self.program(), id);
        places.max_by_key(|place| {
            let run = runs.get(*place);
            (run.state.is_running(), run.since_frame)
        })
    }
}

/// A kind of fact about the shown frame that a scenario can expect.
#[derive(Clone, Debug)]
pub enum ExpectedFact {
    /// The state of a node: what it does, or how it ended last.
    Node(NodeId),
    /// How a node ended in this frame, or that it did not end.
    Ended(NodeId),
    /// Exactly which nodes run.
    Running,
    Status,
    Variable(Arc<str>),
    /// Exactly which aborts happened.
    Aborts,
    /// That nothing is aborted in these frames.
    NoAborts(FrameRange),
}
