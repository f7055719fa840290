//! Scenarios and runs: a scenario that is played, a run that becomes one, and what is seen that can be expected.

use std::sync::Arc;

use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::project::Project;
use treewright_core::runtime::NodeIndex;
use treewright_insight::recording::Recording;
use treewright_insight::scenario::{
    Fact, Frames, NotRecorded, Scenario, ScenarioError, ScenarioRun, Seen,
};

use super::RunSession;
use crate::workspace::program_places::Places;

/// The most frames that are played beyond the one that is to be shown.
const MOST_BEYOND: u64 = 2_000;

impl RunSession {
    /// A run of a scenario that stands after a frame of it, with those after it recorded as well.
    ///
    /// # Errors
    /// If the scenario does not fit the tree.
    pub fn play(
        project: &Project<'_>,
        library: &NodeLibrary,
        scenario: &Scenario,
        frame: u64,
        revision: u64,
    ) -> Result<Self, ScenarioError> {
        let player = ScenarioRun::in_project(*project, library, scenario)?;
        let program = player.recording().program().clone();
        let places = Arc::new(Places::new(&program, player.origins().clone()));
        let recording = Recording::new(program, player.seed());
        let mut run = Self::of(recording, vec![places], (player.seed(), revision));
        run.files.leaves = player.leaves(library)?;
        run.say_started();
        run.say_stood_in(0, player.stood_in(), library);
        let last = scenario.frames.min(frame.saturating_add(MOST_BEYOND));
        for at in 1..=last {
            for happening in player.done_before(at) {
                // What cannot be done is a mistake of the scenario that its own run tells.
                let _ = run.recording.happens(happening);
            }
            let record = run.recording.step(player.dt(at));
            run.note(&record, project);
        }
        run.show(frame.min(last));
        Ok(run)
    }

    /// What was done in this run, as a scenario that expects nothing yet.
    ///
    /// # Errors
    /// If a scenario could not do the same.
    pub fn as_scenario(&self, project: &Project<'_>) -> Result<Scenario, NotRecorded> {
        let mut scenario = self.seen(project).scenario()?;
        scenario.seed = Some(self.seed);
        Ok(scenario)
    }

    /// What is seen in the frame that is shown, to be expected; none if there is nothing of the kind.
    pub fn fact(&self, project: &Project<'_>, what: &Expect) -> Option<Fact> {
        let seen = self.seen(project);
        match what {
            Expect::Node(id) => seen.node(self.place(id)?),
            Expect::Ended(id) => seen.ended(self.place(id)?),
            Expect::Running => Some(seen.running()),
            Expect::Status => seen.status(),
            Expect::Variable(name) => seen.variable(name),
            Expect::Aborts => seen.aborts(),
            Expect::NoAborts(frames) => Some(Fact::NoAborts(*frames)),
        }
    }

    fn seen<'a>(&'a self, project: &'a Project<'a>) -> Seen<'a> {
        Seen {
            recording: &self.recording,
            agent: self.agent,
            project: *project,
            origins: self.places().origins(),
        }
    }

    /// The place of a node that is shown: of several, the one that changed last.
    fn place(&self, id: &NodeId) -> Option<NodeIndex> {
        let runs = self.recording.node_runs(self.agent)?;
        let places = self.places().of(self.program(), id);
        places.max_by_key(|place| {
            let run = runs.get(*place);
            (run.state.is_running(), run.since_frame)
        })
    }
}

/// What is to be expected of the frame that is shown.
#[derive(Clone, Debug)]
pub enum Expect {
    /// What a node does, or how it ended last.
    Node(NodeId),
    /// How a node ended in this frame, or that it did not.
    Ended(NodeId),
    /// Exactly what runs.
    Running,
    /// The status of the tree.
    Status,
    /// The value of a variable.
    Variable(Arc<str>),
    /// Exactly the aborts.
    Aborts,
    /// That nothing is aborted in these frames.
    NoAborts(Frames),
}
