//! An open document and its run: starts it, sets breakpoints, replays scenarios, and applies edits.
//!
//! An edit that is made while an earlier frame is shown is applied when the run continues.

use std::sync::Arc;

use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::model::StandIn;
use treewright_core::on_purpose;
use treewright_core::project::Project;
use treewright_insight::scenario::{Scenario, ScenarioError};

use super::OpenDocument;
use crate::host::panics::caught;
use crate::workspace::background_check::{MAX_SYNC_NODES, ProjectSnapshot};
use crate::workspace::document_program::{CompileCounts, DocumentProgram, Made};
use crate::workspace::run_session::{Adopted, RunSession, TreeVersion};
use crate::workspace::run_view::{AgentScope, RunView as _};

/// A document of at most this many nodes is compiled while a frame of its run waits, so that dragging a value has an immediate effect.
const MAX_SYNC_NODES_OF_RUN: usize = 10_000;

/// From this number of frames on, closing a document asks about its run: a minute at 60 frames per second.
const LONG_RUN: u64 = 3_600;

/// The result of starting a run after another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NextRun {
    NotStarted,
    Started,
    /// It began with what was set or sent after the end of the one before.
    StartedWithInputs,
}

impl OpenDocument {
    /// Updates the breakpoints that are in the document itself.
    pub fn update_breakpoints(&mut self) {
        let revision = self.revision();
        self.breakpoints.look_at(&self.document, revision);
        self.update_run_breakpoints();
    }

    /// Passes the breakpoints to the run.
    fn update_run_breakpoints(&mut self) {
        if let Some(told) = &mut self.told {
            let list = || self.breakpoints.all();
            told.set_breakpoints(self.breakpoints.revision(), list, &self.document);
        }
        if let Some(mut run) = self.run.take() {
            run.set_only_shown_agent_stops(self.agent_scopes.stops == AgentScope::Shown);
            self.pass_breakpoints(&mut run);
            self.run = Some(run);
        }
    }

    /// Passes the breakpoints to a run, if agents of it run this tree.
    pub fn pass_breakpoints(&self, run: &mut RunSession) {
        let list = || self.breakpoints.all();
        run.set_breakpoints(self.id, self.breakpoints.revision(), list, &self.project());
    }

    /// Sets whether breakpoints and goals stop runs for any agent, or only for the shown one.
    pub fn set_stops_of(&mut self, stops: AgentScope) {
        self.agent_scopes.stops = stops;
        self.update_run_breakpoints();
    }

    /// Starts a run that is paused before its first frame. The seed defaults to that of the document. Returns whether a run exists afterwards.
    pub fn start_run(&mut self, seed: Option<u64>) -> bool {
        self.tell_all_problems();
        let seed = seed.unwrap_or(self.document.seed);
        let revision = self.run_revision();
        let files = self.program_sources();
        let started = self.program_blocking().and_then(|compiled| {
            let (project, kinds) = (self.project(), self.kinds_in_program());
            caught(|| RunSession::start(&compiled, &project, kinds, (seed, revision)))
        });
        match started {
            Ok(run) => {
                self.keep_added_agents();
                self.end_run();
                self.run = run.map(|run| run.with_files(files).of_document(self.id));
            }
            Err(text) => self.fail_run(text),
        }
        self.update_breakpoints();
        self.run.is_some()
    }

    /// Keeps what the agents began with that were added to the run before the next one.
    fn keep_added_agents(&mut self) {
        let before = self.run.as_ref().or(self.last_run.as_ref());
        let added = before.map(RunSession::added_agents);
        if let Some(added) = added.filter(|added| !added.is_empty()) {
            self.earlier_agents = added;
        }
    }

    /// Starts a run after one in which the tree has ended. What was set or sent since the end happens at its beginning, except for variables
    /// and agents that the new run does not have.
    pub fn start_next_run(&mut self) -> NextRun {
        let inputs = self.run.as_ref().map(RunSession::inputs_after_end);
        if !self.start_run(None) {
            return NextRun::NotStarted;
        }
        let mut next = NextRun::Started;
        for input in inputs.unwrap_or_default() {
            let run = self.run.as_mut();
            if run.is_some_and(|run| run.happens(input).is_ok()) {
                next = NextRun::StartedWithInputs;
            }
        }
        next
    }

    /// Restarts the run, or that which was stopped last, whose first tree it is, with the document as it is now and with all inputs that were recorded. `Adopted::Ended` if
    /// there is nothing to run, `Adopted::Nothing` if the beginning of the run is not known any more.
    pub fn restart_with_inputs(&mut self) -> Adopted {
        self.reopen_last_run();
        self.tell_all_problems();
        let first = self.tree_version(&self.leaves());
        let restarted = first.and_then(|first| {
            let project = self.related.project(&self.document);
            let Some(run) = &mut self.run else {
                return Ok(Adopted::Nothing);
            };
            caught(|| run.restart_with_inputs(first, &project))
        });
        restarted.unwrap_or_else(|text| {
            self.fail_run(text);
            Adopted::Nothing
        })
    }

    /// Ends the run, and drops that which was stopped before it.
    pub fn end_run(&mut self) {
        for run in [self.run.take(), self.last_run.take()]
            .into_iter()
            .flatten()
        {
            run.end();
        }
    }

    /// Stops the run. It can be read until the next one starts; that of a scenario only if no other one is kept.
    pub fn stop_run(&mut self) {
        let Some(mut run) = self.run.take() else {
            return;
        };
        run.set_playing(false);
        let is_own = run.scenario().is_none() || self.last_run.is_none();
        if run.frames().1 == 0 || !is_own {
            return run.end();
        }
        if let Some(older) = self.last_run.replace(run) {
            older.end();
        }
    }

    /// Returns the run that was stopped last, if there is no other one.
    pub fn readable_last_run(&self) -> Option<&RunSession> {
        let is_free = self.shown_run().is_none();
        self.last_run.as_ref().filter(|_| is_free)
    }

    /// Makes the stopped run the current one again, unless another one is. Changes of the document are applied when it continues.
    pub fn reopen_last_run(&mut self) {
        if self.shown_run().is_none()
            && let Some(run) = self.last_run.take()
        {
            self.run = Some(run);
            self.update_breakpoints();
        }
    }

    /// Returns the run that would be missed if the document were closed: it is long and in no file.
    pub fn long_run(&self) -> Option<&RunSession> {
        let runs = [&self.run, &self.last_run].into_iter().flatten();
        runs.into_iter()
            .find(|run| run.unsaved_frames() >= LONG_RUN)
    }

    /// Ends the run after a panic. Its state is unreliable, while the document is intact, since runs only read it.
    fn fail_run(&mut self, text: String) {
        self.end_run();
        self.broken_run = Some(text);
    }

    /// Starts a run of a scenario, paused after a frame.
    ///
    /// # Errors
    /// If the scenario does not match the document.
    pub fn play(&mut self, scenario: &Arc<Scenario>, frame: u64) -> Result<(), ScenarioError> {
        let (kinds, revision) = (self.kinds_in_program(), self.run_revision());
        let play = || RunSession::play(&self.project(), kinds, scenario, frame, revision);
        let run = match caught(play) {
            Ok(run) => run?,
            Err(text) => {
                self.fail_run(text);
                return Ok(());
            }
        };
        let files = self.program_sources();
        if self
            .run
            .as_ref()
            .is_some_and(|run| run.scenario().is_none())
        {
            // A run that is no replay can be read again afterwards.
            self.stop_run();
        } else if let Some(replay) = self.run.take() {
            replay.end();
        }
        self.run = Some(run.with_files(files).of_document(self.id));
        self.update_breakpoints();
        Ok(())
    }

    /// Calls `act` with the run and the project; `None` if nothing runs. A panic ends only the run.
    pub fn with_run<T>(
        &mut self,
        act: impl FnOnce(&mut RunSession, &Project<'_>) -> T,
    ) -> Option<T> {
        let project = self.related.project(&self.document);
        let run = self.run.as_mut()?;
        let act = || {
            on_purpose::panic_at("tick");
            act(run, &project)
        };
        caught(act).map_err(|text| self.fail_run(text)).ok()
    }

    /// Returns the program of the current state; `None` while that of a large document is compiled in the background.
    pub fn program(&self) -> Option<Made> {
        let (project, kinds) = (self.project(), self.kinds_in_program());
        self.program.get(self.run_revision(), &project, kinds)
    }

    /// Like [`Self::program`], but blocks until it is compiled. Returns the message of a panic while compiling.
    fn program_blocking(&mut self) -> Result<Arc<DocumentProgram>, String> {
        let mut program = std::mem::take(&mut self.program);
        let (project, kinds) = (self.project(), self.kinds_in_program());
        let made = program.get_blocking(self.run_revision(), &project, kinds);
        self.program = program;
        made
    }

    /// Compiles a requested program in the background, and that of a large document in advance for its next run. `wake` is called when it is ready,
    /// and this must be called again.
    pub fn keep_program_up(&mut self, wake: impl Fn() + Send + Sync + 'static) {
        let is_checked = self.checked == Some(self.revision());
        if is_checked && self.project().node_count() > MAX_SYNC_NODES {
            self.program.request();
        }
        let revision = self.run_revision();
        let mut program = std::mem::take(&mut self.program);
        let snapshot = || ProjectSnapshot {
            library: self.kinds_in_program().clone(),
            ..self.project_snapshot()
        };
        program.keep_up(revision, snapshot, wake);
        self.program = program;
    }

    pub fn compiled(&self) -> CompileCounts {
        self.program.compiled()
    }

    /// Returns the node types that its program can have.
    pub fn kinds_in_program(&self) -> &Arc<NodeLibrary> {
        self.related.kinds().unwrap_or(self.libraries.kinds())
    }

    /// Returns a number that differs after each change of the document that affects runs.
    pub fn run_revision(&self) -> u64 {
        (self.generation << 40) | self.history.run_revision()
    }

    /// Returns a number that differs after each change of the document that affects its scenarios. Undo and redo back to a state give its
    /// number again.
    pub fn scenario_state(&self) -> u64 {
        (self.generation << 40) | self.history.scenario_state()
    }

    /// Returns its tree for a run of which it is behind. `None` while a large document is compiled in the background, once no more changes occur;
    /// `wake` is called then, and this must be called again.
    pub fn changed_version(
        &mut self,
        leaves: &[(NodeId, StandIn)],
        wake: impl Fn() + Send + Sync + 'static,
    ) -> Option<Result<TreeVersion, String>> {
        let is_large = self.project().node_count() > MAX_SYNC_NODES_OF_RUN;
        if !is_large || !leaves.is_empty() || self.program().is_some() {
            return Some(self.tree_version(leaves));
        }
        self.keep_program_up(wake);
        None
    }

    /// Returns its tree as it is now, for a run; blocks until it is compiled. The stand-ins in `leaves` override those of the document; its program is
    /// then not shared.
    ///
    /// # Errors
    /// The message of a panic while compiling.
    pub fn tree_version(&mut self, leaves: &[(NodeId, StandIn)]) -> Result<TreeVersion, String> {
        let compiled = if leaves.is_empty() {
            self.program_blocking()?
        } else {
            let (project, kinds) = (self.project(), self.kinds_in_program());
            Arc::new(caught(|| DocumentProgram::of(&project, kinds, leaves))?)
        };
        Ok(TreeVersion {
            document: Some(self.id),
            compiled,
            library: self.kinds_in_program().clone(),
            revision: self.run_revision(),
            sources: self.program_sources(),
        })
    }

    /// Applies a changed document to the run.
    pub fn adopt(&mut self, changed: Result<TreeVersion, String>) -> Adopted {
        let project = self.related.project(&self.document);
        let run = self.run.as_mut();
        let adopted = changed.and_then(|changed| match run {
            Some(run) => caught(|| run.adopt(changed, &project)),
            None => Ok(Adopted::Nothing),
        });
        adopted.unwrap_or_else(|text| {
            self.fail_run(text);
            Adopted::Nothing
        })
    }

    /// Returns the stand-ins of its tree that the run uses instead of those of the document.
    fn leaves(&self) -> Vec<(NodeId, StandIn)> {
        let run = self.run.as_ref();
        run.map_or(Vec::new(), |run| run.leaves(self.id).to_vec())
    }
}
