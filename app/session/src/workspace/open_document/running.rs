//! An open document and its run: started, armed with breakpoints, played from a scenario, and kept in step with changes.

use std::sync::Arc;

use treewright_core::library::NodeLibrary;
use treewright_core::on_purpose;
use treewright_core::project::Project;
use treewright_insight::scenario::{Scenario, ScenarioError};

use super::OpenDocument;
use crate::host::panics::caught;
use crate::workspace::background_check::{AT_ONCE, Subject};
use crate::workspace::document_program::{Compilations, DocumentProgram, Made};
use crate::workspace::run_session::{Adopted, RunSession};

/// A document with no more nodes than this is compiled while a frame of its run waits: whoever drags a number wants to see what that does.
const ADOPTED_AT_ONCE: usize = 10_000;

impl OpenDocument {
    /// Looks which breakpoints stand in the document itself.
    pub fn look_at_breakpoints(&mut self) {
        let revision = self.revision();
        self.breakpoints.look_at(&self.document, revision);
        self.arm_run();
    }

    /// Lets the run know where it is to stop.
    fn arm_run(&mut self) {
        let project = self.related.project(&self.document);
        if let Some(run) = &mut self.run {
            let breakpoints = &self.breakpoints;
            run.set_breakpoints(breakpoints.revision(), || breakpoints.all(), &project);
        }
    }

    /// Starts a run that is paused before its first frame, with the document's seed unless another one is given. False if there is nothing to run.
    pub fn start_run(&mut self, seed: Option<u64>) -> bool {
        let seed = seed.unwrap_or(self.document.seed);
        let revision = self.run_revision();
        let files = self.run_files();
        let started = self.program_at_once().and_then(|compiled| {
            let (project, kinds) = (self.project(), self.kinds_in_program());
            caught(|| RunSession::start(&compiled, &project, kinds, (seed, revision)))
        });
        match started {
            Ok(run) => {
                self.end_run();
                self.run = run.map(|run| run.with_files(files));
            }
            Err(text) => self.run_broke(text),
        }
        self.look_at_breakpoints();
        self.run.is_some()
    }

    /// Ends its run, if there is one.
    pub fn end_run(&mut self) {
        if let Some(run) = self.run.take() {
            run.let_go();
        }
    }

    /// Its run panicked: nothing in it can be relied upon any more, while the document, which it only reads, is as it was.
    fn run_broke(&mut self, text: String) {
        self.end_run();
        self.broken_run = Some(text);
    }

    /// Starts a run of a scenario that stands after a frame of it.
    ///
    /// # Errors
    /// If the scenario does not fit it.
    pub fn play(&mut self, scenario: &Scenario, frame: u64) -> Result<(), ScenarioError> {
        let (kinds, revision) = (self.kinds_in_program(), self.run_revision());
        let play = || RunSession::play(&self.project(), kinds, scenario, frame, revision);
        let run = match caught(play) {
            Ok(run) => run?,
            Err(text) => {
                self.run_broke(text);
                return Ok(());
            }
        };
        let files = self.run_files();
        self.end_run();
        self.run = Some(run.with_files(files));
        self.look_at_breakpoints();
        Ok(())
    }

    /// Does something with the run that needs the document; none if nothing runs. A panic ends the run and nothing else.
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
        caught(act).map_err(|text| self.run_broke(text)).ok()
    }

    /// The program that it would run as now; none while that of a large document is compiled beside the window's thread.
    pub fn program(&self) -> Option<Made> {
        let (project, kinds) = (self.project(), self.kinds_in_program());
        self.program.get(self.run_revision(), &project, kinds)
    }

    /// The same for whoever cannot do without it now; the text of a panic if compiling came to grief.
    fn program_at_once(&mut self) -> Result<Arc<DocumentProgram>, String> {
        let mut program = std::mem::take(&mut self.program);
        let (project, kinds) = (self.project(), self.kinds_in_program());
        let made = program.get_at_once(self.run_revision(), &project, kinds);
        self.program = program;
        made
    }

    /// Sees to it that whoever asked for the program finds it by and by, and whoever will start a run; `wake` is called then, and this must be
    /// asked again.
    pub fn keep_program_up(&mut self, wake: impl Fn() + Send + Sync + 'static) {
        let is_looked_over = self.checked == Some(self.revision());
        if is_looked_over && self.project().node_count() > AT_ONCE {
            self.program.prepare();
        }
        let revision = self.run_revision();
        let mut program = std::mem::take(&mut self.program);
        let subject = || Subject {
            library: self.kinds_in_program().clone(),
            ..self.subject()
        };
        program.keep_up(revision, subject, wake);
        self.program = program;
    }

    /// How often it was compiled.
    pub fn compiled(&self) -> Compilations {
        self.program.compiled()
    }

    /// The kinds that its program can have.
    pub fn kinds_in_program(&self) -> &Arc<NodeLibrary> {
        self.related.kinds().unwrap_or(self.libraries.kinds())
    }

    /// Changes with each change of the document that a run would notice.
    pub fn run_revision(&self) -> u64 {
        (self.generation << 40) | self.history.run_revision()
    }

    /// Takes changes of the document over into its run. One that goes by itself takes those of a large document when they are compiled, which is
    /// done beside the window's thread once nothing changes any more; `wake` is called then, and this must be asked again.
    pub fn adopt_changes(&mut self, wake: impl Fn() + Send + Sync + 'static) -> Adopted {
        if !self.is_run_behind() {
            return Adopted::Nothing;
        }
        let is_large = self.project().node_count() > ADOPTED_AT_ONCE;
        if !is_large || self.has_own_leaves() || self.program().is_some() {
            return self.adopt_now();
        }
        self.keep_program_up(wake);
        Adopted::Nothing
    }

    /// The same for whoever wants to see what the changes do: the frame waits where it must.
    pub fn adopt_now(&mut self) -> Adopted {
        if !self.is_run_behind() {
            return Adopted::Nothing;
        }
        let compiled = if self.has_own_leaves() {
            self.program_with_leaves()
        } else {
            self.program_at_once()
        };
        let (revision, files) = (self.run_revision(), self.run_files());
        let adopted = compiled.and_then(|compiled| {
            let kinds = self.kinds_in_program().clone();
            let project = self.related.project(&self.document);
            let Some(run) = &mut self.run else {
                return Ok(Adopted::Nothing);
            };
            caught(|| run.adopt(&compiled, &project, &kinds, revision, files))
        });
        adopted.unwrap_or_else(|text| {
            self.run_broke(text);
            Adopted::Nothing
        })
    }

    fn is_run_behind(&self) -> bool {
        let revision = self.run_revision();
        let run = self.run.as_ref();
        run.is_some_and(|run| run.is_behind(revision))
    }

    /// Whether the run plays leaves as a scenario says, so that it has a program of its own, which nobody else wants and is compiled at once.
    fn has_own_leaves(&self) -> bool {
        let run = self.run.as_ref();
        run.is_some_and(|run| !run.leaves().is_empty())
    }

    fn program_with_leaves(&self) -> Result<Arc<DocumentProgram>, String> {
        let (project, kinds) = (self.project(), self.kinds_in_program());
        let leaves = self.run.as_ref().map_or(&[][..], RunSession::leaves);
        caught(|| DocumentProgram::of(&project, kinds, leaves)).map(Arc::new)
    }
}
