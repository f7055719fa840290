//! A run of an open document: compiles it, ticks it, and keeps what panels want to see of it.
//! Reads no clock: it is told how much time has passed.

mod past;
mod places;
mod states;
mod story;
mod telling;

use std::sync::Arc;

use rustc_hash::FxHashMap;
use treewright_core::category::Category;
use treewright_core::compile::{Compiled, GameTasks, compile_project};
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::project::Project;
use treewright_core::runtime::{Globals, NodeIndex, Status, SwapOutcome, TreeState, VariableError};
use treewright_core::trace::{AbortStory, Author, FrameRecorder, RunHistory, TraceEvent, aborts};
use treewright_core::value::Value;
use treewright_core::{Program, TreeInstance};

use self::past::Past;
use self::places::Places;
use super::run_view::{
    AbortView, LaneView, LogEntry, LogKind, NodeRun, NodeRunState, RunState, RunView, Visits,
};
use crate::i18n::Texts;

/// The most frames that are run to catch up with the clock; what is more is forgotten.
const MAX_CATCH_UP: u32 = 8;

/// How many lines the log keeps.
const MAX_LOG: usize = 10_000;

/// What became of a run whose document was changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Adopted {
    /// The change does not concern the run.
    Nothing,
    /// The change was swapped in; the run goes on where it was.
    Swapped,
    /// What was running is no longer there; the run started again.
    Restarted,
    /// There is nothing left to run.
    Ended,
}

/// A run.
pub struct RunSession {
    instance: TreeInstance<()>,
    places: Places,
    globals: Globals,
    going: bool,
    nodes: FxHashMap<NodeId, NodeRun>,
    stacks: Vec<Vec<NodeId>>,
    aborts: Vec<AbortView>,
    log: Vec<LogEntry>,
    errors: FxHashMap<NodeId, String>,
    globals_written: FxHashMap<String, u64>,
    /// What leaves were answered: actions until they used it, conditionals until the next answer.
    answers: FxHashMap<NodeId, Status>,
    time: f64,
    /// Real time that has passed and was not turned into frames yet, in frames.
    owed: f64,
    /// The run revision of the document that its program was compiled from.
    revision: u64,
    /// The tasks of the game that are only played, as they were told.
    stood_in: Vec<String>,
    past: Past,
    visits: Visits,
}

/// A document compiled to run without its game.
pub(super) fn compile_alone(project: &Project<'_>, library: &NodeLibrary) -> Compiled<()> {
    let mut tasks = GameTasks::new();
    tasks.stand_in_for(library);
    compile_project(project, library, &tasks)
}

impl RunSession {
    /// Starts a run that is paused before its first frame; none if there is nothing to run.
    pub fn start(
        project: &Project<'_>,
        library: &NodeLibrary,
        revision: u64,
        texts: &Texts,
    ) -> Option<Self> {
        let compiled = compile_alone(project, library);
        let program = compiled.program?;
        let places = Places::new(&program, compiled.origins);
        let past = Past::new(&program, &places);
        let mut run = Self {
            visits: past.count_visits(&FxHashMap::default()),
            past,
            places,
            instance: TreeInstance::new(program, project.document.seed),
            globals: Globals::default(),
            going: false,
            nodes: FxHashMap::default(),
            stacks: Vec::new(),
            aborts: Vec::new(),
            log: Vec::new(),
            errors: FxHashMap::default(),
            globals_written: FxHashMap::default(),
            answers: FxHashMap::default(),
            time: 0.0,
            owed: 0.0,
            revision,
            stood_in: Vec::new(),
        };
        run.say(LogKind::Run, None, texts.tr("log.started").into_owned());
        run.say_stood_in(compiled.stood_in, library, texts);
        run.say_broken(compiled.broken, project, texts);
        Some(run)
    }

    /// Lets it go on by itself, or stops it from doing so.
    pub fn set_going(&mut self, going: bool) {
        self.going = going && !self.is_finished();
        self.owed = 0.0;
    }

    /// Whether its tree ended and does not start again by itself.
    pub fn is_finished(&self) -> bool {
        matches!(self.instance.state(), TreeState::Finished(_))
            && !self.instance.program().restarts_when_complete()
    }

    /// Runs the frames that are due after `seconds` of real time. Gives how long until the next one, if it goes on by itself.
    pub fn advance(
        &mut self,
        seconds: f64,
        frames_per_second: f64,
        dt: f64,
        project: &Project<'_>,
        texts: &Texts,
    ) -> Option<f64> {
        if !self.going {
            return None;
        }
        self.owed += seconds * frames_per_second;
        let mut ran = 0;
        while self.owed >= 1.0 && self.going {
            self.owed -= 1.0;
            if ran < MAX_CATCH_UP {
                self.frame(dt, project, texts);
                ran += 1;
            }
        }
        self.going.then(|| (1.0 - self.owed) / frames_per_second)
    }

    /// Runs exactly one frame.
    pub fn frame(&mut self, dt: f64, project: &Project<'_>, texts: &Texts) {
        if self.is_finished() {
            self.going = false;
            return;
        }
        let mut recorder = FrameRecorder::default();
        let status = self
            .instance
            .tick_traced(&mut (), &mut self.globals, dt, &mut recorder);
        let Some(status) = status else {
            self.going = false;
            return;
        };
        self.time += dt;
        let events = recorder.take_events();
        let program = self.instance.program();
        let writes = recorder.take_writes();
        self.past.history.note(program, self.time, &events, &writes);
        self.aborts.clear();
        self.note_states(&events);
        self.forget_used_answers(&events);
        self.note_stories(&events, project, texts);
        self.note_stacks();
        self.stop_at_breakpoints(&events, project, texts);
        if status != Status::Running {
            let key = match status {
                Status::Success => "log.finished_success",
                _ => "log.finished_failure",
            };
            self.say(LogKind::Run, None, texts.tr(key).into_owned());
            if self.is_finished() {
                self.going = false;
            }
        }
    }

    /// Writes a variable before the next frame.
    ///
    /// # Errors
    /// If the program does not declare it, or it has another type.
    pub fn set_variable(&mut self, name: &str, value: Value) -> Result<(), VariableError> {
        let globals = &mut self.globals;
        self.instance.set_variable(globals, name, value.clone())?;
        let (history, variable) = (&mut self.past.history, name.into());
        history.note_outside(&variable, value, Author::Outside);
        let next = self.instance.frame() + 1;
        self.globals_written.insert(name.to_owned(), next);
        Ok(())
    }

    /// Gives a leaf its next result.
    pub fn answer(&mut self, id: &NodeId, status: Status) {
        let mut leaves = self.places.of(self.program(), id);
        if leaves.len() > 1 {
            // One that does not run would keep an action's answer for later.
            let tops: Vec<NodeIndex> = self.instance.tops().collect();
            let asks_always = |leaf| self.program().category(leaf) == Category::Conditional;
            leaves.retain(|leaf| tops.contains(leaf) || asks_always(*leaf));
        }
        for leaf in &leaves {
            self.instance.force(*leaf, status);
        }
        if !leaves.is_empty() {
            self.answers.insert(id.clone(), status);
        }
    }

    /// The leaf of this id and whether it is a conditional, if it is one that asks.
    fn asking(&self, id: &NodeId) -> Option<(NodeIndex, bool)> {
        let leaves = self.places.of(self.program(), id).into_iter();
        let leaf = leaves.clone().find(|leaf| self.instance.is_asking(*leaf))?;
        let conditional = self.program().category(leaf) == Category::Conditional;
        Some((leaf, conditional))
    }

    /// Forgets the answers that were used in this frame. Those of conditionals stay.
    fn forget_used_answers(&mut self, events: &[TraceEvent]) {
        if self.answers.is_empty() {
            return;
        }
        for event in events {
            if let TraceEvent::Update(node, _) | TraceEvent::End(node, _) = event
                && self.program().category(*node) != Category::Conditional
            {
                let id = self.places.shown(self.program(), *node);
                self.answers.remove(&id);
            }
        }
    }

    /// Takes over a changed document.
    pub fn adopt(
        &mut self,
        project: &Project<'_>,
        library: &NodeLibrary,
        revision: u64,
        texts: &Texts,
    ) -> Adopted {
        if self.revision == revision {
            return Adopted::Nothing;
        }
        self.revision = revision;
        let compiled = compile_alone(project, library);
        let Some(program) = compiled.program else {
            return Adopted::Ended;
        };
        self.places = Places::new(&program, compiled.origins);
        self.past
            .swap(self.instance.program(), &program, &self.places);
        let outcome = self
            .instance
            .swap_program(program, &mut (), &mut self.globals);
        self.nodes
            .retain(|id, _| project.document.node(id).is_some());
        self.errors.clear();
        self.aborts.clear();
        let (adopted, key) = match outcome {
            SwapOutcome::Kept => (Adopted::Swapped, "log.swapped"),
            SwapOutcome::Restarted => {
                self.nodes.clear();
                self.answers.clear();
                (Adopted::Restarted, "log.restarted")
            }
        };
        self.visits = self.past.count_visits(&self.nodes);
        self.note_stacks();
        self.say(LogKind::Run, None, texts.tr(key).into_owned());
        self.say_stood_in(compiled.stood_in, library, texts);
        self.say_broken(compiled.broken, project, texts);
        adopted
    }

    fn program(&self) -> &Arc<Program<()>> {
        self.instance.program()
    }

    fn note_stories(&mut self, events: &[TraceEvent], project: &Project<'_>, texts: &Texts) {
        let program = self.program().clone();
        let mut stories = aborts(&program, events).into_iter();
        for event in events {
            match event {
                TraceEvent::Log(node, text) | TraceEvent::Mark(node, text) => {
                    self.say(
                        LogKind::Log,
                        Some(self.places.shown(&program, *node)),
                        text.to_string(),
                    );
                }
                TraceEvent::Error(node, text) => {
                    let id = self.places.shown(&program, *node);
                    self.errors.insert(id, texts.told(text));
                    self.say_error(*node, text, project, texts);
                }
                TraceEvent::Beside(beside) => {
                    let (tree, what) = &**beside;
                    let (kind, text) = story::tell_beside(tree, what, texts);
                    self.say(kind, None, text);
                }
                TraceEvent::Abort { .. } => {
                    if let Some(story) = stories.next() {
                        self.note_abort(&program, &story, project, texts);
                    }
                }
                _ => {}
            }
        }
    }

    fn note_abort(
        &mut self,
        program: &Program<()>,
        story: &AbortStory,
        project: &Project<'_>,
        texts: &Texts,
    ) {
        let shown = |node: NodeIndex| self.places.shown(program, node);
        let conditional = shown(story.conditional);
        let (scope, interrupted) = (shown(story.scope), story.interrupted.iter());
        let interrupted = interrupted.map(|node| shown(*node)).collect();
        let told = story::Told {
            program,
            places: &self.places,
            project,
            texts,
        };
        let text = told.abort(story);
        self.say(LogKind::Abort, Some(conditional.clone()), text);
        self.aborts.push(AbortView {
            conditional,
            scope,
            interrupted,
            frame: self.instance.frame(),
        });
    }

    fn note_stacks(&mut self) {
        let stacks: Vec<Vec<NodeIndex>> = self.instance.stacks().collect();
        let program = self.program();
        let ids = |stack: Vec<NodeIndex>| {
            let shown = stack.iter().map(|node| self.places.shown(program, *node));
            let mut ids: Vec<NodeId> = shown.collect();
            // What runs in another file is all seen at the node that runs it.
            ids.dedup();
            ids
        };
        self.stacks = stacks.into_iter().map(ids).collect();
    }

    fn stop_at_breakpoints(&mut self, events: &[TraceEvent], project: &Project<'_>, texts: &Texts) {
        let program = self.program();
        let reached = events.iter().find_map(|event| match event {
            TraceEvent::Start(node) => {
                let stands = self.places.node(project, program, *node)?;
                let title = || texts.node_title(stands);
                let stops = stands.breakpoint;
                stops.then(|| (self.places.shown(program, *node), title()))
            }
            _ => None,
        });
        if let Some((id, title)) = reached {
            let text = texts.tr_with("log.breakpoint", &[("node", &title)]);
            self.say(LogKind::Run, Some(id), text);
            self.going = false;
        }
    }
}

impl RunView for RunSession {
    fn state(&self) -> RunState {
        match self.instance.state() {
            TreeState::Finished(status) if self.is_finished() => RunState::Finished(status),
            _ if self.going => RunState::Running,
            _ => RunState::Paused,
        }
    }

    fn frame(&self) -> u64 {
        self.instance.frame()
    }

    fn time(&self) -> f64 {
        self.time
    }

    fn node(&self, id: &NodeId) -> NodeRun {
        self.nodes.get(id).copied().unwrap_or_default()
    }

    fn is_asking(&self, id: &NodeId) -> bool {
        self.asking(id).is_some_and(|(_, conditional)| {
            let waits = self.node(id).state == NodeRunState::Running;
            waits || conditional && !self.is_finished()
        })
    }

    fn answer(&self, id: &NodeId) -> Option<Status> {
        let given = self.answers.get(id).copied();
        // A conditional that nobody answered yet says Failure.
        given.or_else(|| {
            let (_, conditional) = self.asking(id)?;
            conditional.then_some(Status::Failure)
        })
    }

    fn stacks(&self) -> &[Vec<NodeId>] {
        &self.stacks
    }

    fn variable(&self, name: &str) -> Option<&Value> {
        self.instance.variable(&self.globals, name)
    }

    fn variable_written(&self, name: &str) -> Option<u64> {
        let by_tree = self.instance.variable_written(name);
        let by_user = self.globals_written.get(name).copied().unwrap_or(0);
        Some(by_tree.max(by_user)).filter(|frame| *frame > 0)
    }

    fn aborts(&self) -> &[AbortView] {
        &self.aborts
    }

    fn log(&self) -> &[LogEntry] {
        &self.log
    }

    fn error(&self, id: &NodeId) -> Option<&str> {
        self.errors.get(id).map(String::as_str)
    }

    fn lanes(&self) -> &[LaneView] {
        &self.past.lanes
    }

    fn history(&self) -> &RunHistory {
        &self.past.history
    }

    fn visits(&self) -> Visits {
        self.visits
    }
}
