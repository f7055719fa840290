//! A run of an open document, which is compiled already: records it frame by frame, and shows panels the moment that they look at.
//! Reads no clock: it is told how much time has passed.

mod answers;
mod files;
mod log;
mod moment;
mod past;
mod scenario;
mod stepping;
mod stops;
mod telling;

use std::sync::Arc;

use rustc_hash::FxHashMap;
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::project::Project;
use treewright_core::runtime::{AgentId, Status, SwapOutcome, TreeState};
use treewright_core::value::Value;
use treewright_core::{Argument, Message, Program, TreeInstance};
use treewright_insight::history::{NodeRun, RunHistory, Tail};
use treewright_insight::recording::{FrameRecord, Happening, HappeningError, Recording};

use self::answers::Answers;
use self::files::Files;
pub use self::files::NotSaved;
use self::log::Log;
use self::moment::Moment;
use self::past::Past;
pub use self::scenario::Expect;
pub use self::stepping::{Pace, TimeStep};
pub use self::stops::Goal;
use self::stops::{Breaking, Met};
use super::document_program::DocumentProgram;
use super::program_places::Places;
use super::run_files::RunFiles;
use super::run_view::{
    AbortView, InsideView, LaneView, LogEntry, LogKind, ObserversView, Reason, RunState, RunView,
    Visits,
};
use crate::host::freeing::free_beside;
use crate::i18n::said;

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

/// The revision of a document that is not the one which runs.
const UNKNOWN_REVISION: u64 = u64::MAX;

/// Why a node could not do its work, with the frame, rising.
type Errors = Tail<(u64, Message)>;

/// A run.
pub struct RunSession {
    /// Tells it from others, also of the same document.
    identity: Arc<()>,
    recording: Recording,
    /// Where the nodes of each of the recording's programs stand.
    places: Vec<Arc<Places>>,
    /// Whose tree is shown.
    agent: AgentId,
    going: bool,
    /// Where it is to stop, if it was sent somewhere.
    goal: Option<Goal>,
    /// The frame at which it gives up looking for its goal.
    give_up_after: u64,
    moment: Moment,
    past: Past,
    log: Log,
    aside: Aside,
    errors: FxHashMap<(AgentId, NodeId), Errors>,
    answers: Answers,
    breaking: Breaking,
    /// Real time that has passed and was not turned into frames yet, in frames.
    owed: f64,
    /// The run revision of the document that its program was compiled from.
    revision: u64,
    seed: u64,
    /// The frames up to this one are forgotten.
    forgotten: u64,
    /// How many agents were added.
    added: u64,
    /// The tasks of the game that are only played, as they were told.
    stood_in: Vec<Argument>,
    files: Files,
}

/// What is kept beside the recording of the frames that were set aside.
#[derive(Default)]
struct Aside {
    log: Vec<LogEntry>,
    /// All that had been given.
    answers: Answers,
    met: Vec<Met>,
}

impl RunSession {
    /// Starts a run that is paused before its first frame, with a seed, of a document at a run revision which was compiled to this; none if there
    /// is nothing to run.
    pub fn start(
        compiled: &DocumentProgram,
        project: &Project<'_>,
        library: &NodeLibrary,
        (seed, revision): (u64, u64),
    ) -> Option<Self> {
        let program = compiled.program()?.clone();
        let recording = Recording::new(program, seed);
        let places = vec![compiled.places().clone()];
        let mut run = Self::of(recording, places, (seed, revision));
        run.say_started();
        run.say_stood_in(0, &compiled.stood_in, library);
        run.say_broken((0, 0), &compiled.broken, project);
        run.look();
        Some(run)
    }

    /// A run of which nothing was told yet.
    fn of(
        mut recording: Recording,
        places: Vec<Arc<Places>>,
        (seed, revision): (u64, u64),
    ) -> Self {
        recording.free_with(free_beside);
        Self {
            identity: Arc::default(),
            past: Past::new(AgentId::default(), &recording.programs()[0], &places[0]),
            places,
            agent: recording.first_agent(),
            recording,
            going: false,
            goal: None,
            give_up_after: 0,
            moment: Moment::default(),
            log: Log::default(),
            aside: Aside::default(),
            errors: FxHashMap::default(),
            answers: Answers::default(),
            breaking: Breaking::default(),
            owed: 0.0,
            revision,
            seed,
            forgotten: 0,
            added: 0,
            stood_in: Vec::new(),
            files: Files::default(),
        }
    }

    /// This run, with what it was compiled from.
    #[must_use]
    pub fn with_files(mut self, files: RunFiles) -> Self {
        self.files.add(files);
        self
    }

    fn say_started(&mut self) {
        self.say(LogKind::Run, None, said("log.started", Vec::new()));
    }

    /// What was recorded.
    pub fn recording(&self) -> &Recording {
        &self.recording
    }

    /// The same for as long as it is the same run.
    pub fn identity(&self) -> &Arc<()> {
        &self.identity
    }

    /// Where it is to stop, if it was sent somewhere.
    pub fn goal(&self) -> Option<&Goal> {
        self.goal.as_ref()
    }

    /// What its random choices are drawn from.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Whether its trees ended and do not start again by themselves, and their end is what is shown.
    pub fn is_finished(&self) -> bool {
        self.recording.is_finished()
    }

    /// Writes a variable of the agent that is shown, before the next frame.
    ///
    /// # Errors
    /// If the program does not declare it, or it has another type.
    pub fn set_variable(&mut self, name: &str, value: Value) -> Result<(), HappeningError> {
        let (agent, name) = (self.agent, name.into());
        self.happens(Happening::Set { agent, name, value })
    }

    /// Does something to the run before its next frame; in the past it takes another way from there.
    ///
    /// # Errors
    /// If it cannot be done in the frame that is shown.
    pub fn happens(&mut self, happening: Happening) -> Result<(), HappeningError> {
        self.check_and_leave(|recording| recording.happens(happening))
    }

    /// Does what may take another way, and keeps what is kept beside the recording in step with it.
    fn check_and_leave<T>(
        &mut self,
        act: impl FnOnce(&mut Recording) -> Result<T, HappeningError>,
    ) -> Result<T, HappeningError> {
        let shown = self.recording.frame();
        let was_inside = self.recording.inside().is_some();
        let leaves = was_inside || self.recording.is_in_the_past();
        let done = act(&mut self.recording)?;
        if leaves {
            let after = shown - u64::from(was_inside);
            self.forget_after(after);
            let program = self.recording.program_number();
            self.follow_program(program);
            if program + 1 < self.places.len() {
                // The document has changed since the frame from which the run goes on.
                self.revision = UNKNOWN_REVISION;
            }
            self.moment.left = self.recording.set_aside();
        }
        self.look();
        Ok(done)
    }

    /// Forgets what is kept of frames that are no longer part of the run. The log's lines are set aside as the frames are.
    fn forget_after(&mut self, frame: u64) {
        self.aside = Aside {
            log: self.log.split_off(frame),
            answers: self.answers.clone(),
            met: self.met_after(frame),
        };
        for errors in self.errors.values_mut() {
            errors.truncate(errors.partition_point(|(at, _)| *at <= frame));
        }
        self.answers.forget_after(frame);
        self.forget_met_after(frame);
        self.past.cut(frame);
    }

    /// The frames that were just left for another way; told once.
    pub fn take_left(&mut self) -> Option<(u64, u64)> {
        self.moment.left.take()
    }

    /// Goes back to the frames that were left for another way. Gives whether there were any.
    pub fn take_back(&mut self) -> bool {
        let Some((first, _)) = self.recording.set_aside() else {
            return false;
        };
        self.going = false;
        if !self.recording.take_back() {
            return false;
        }
        let aside = std::mem::take(&mut self.aside);
        self.forget_after(first - 1);
        self.log.put_back(aside.log);
        self.answers = aside.answers;
        self.breaking.met.extend(aside.met);
        let records: Vec<_> = self.recording.records().cloned().collect();
        for record in records.iter().filter(|record| record.frame >= first) {
            self.note_errors(record);
            self.note_past(record);
        }
        self.look();
        true
    }

    /// Takes in a frame that was just run.
    fn note(&mut self, record: &Arc<FrameRecord>, project: &Project<'_>) {
        self.note_errors(record);
        self.note_past(record);
        self.forget_until(self.recording.first_frame());
        for agent in &record.agents {
            self.tell(record, agent, project);
        }
    }

    fn follow_program(&mut self, number: usize) {
        let programs = self.recording.programs();
        self.past.follow(number, programs, &self.places[number]);
    }

    fn note_past(&mut self, record: &FrameRecord) {
        self.follow_program(record.program);
        let program = self.run_in(record).0.clone();
        self.past.note(record, &program);
    }

    fn program(&self) -> &Arc<Program<()>> {
        self.recording.program()
    }

    /// Where the nodes of the program that is shown stand.
    fn places(&self) -> &Places {
        &self.places[self.recording.program_number()]
    }

    /// The program that was run in a frame, and where its nodes stand.
    fn run_in(&self, record: &FrameRecord) -> (&Arc<Program<()>>, &Places) {
        let program = &self.recording.programs()[record.program];
        (program, &self.places[record.program])
    }

    fn instance(&self) -> Option<&TreeInstance<()>> {
        self.recording.instance(self.agent)
    }
}

impl RunView for RunSession {
    fn state(&self) -> RunState {
        if self.going || self.goal.is_some() {
            return RunState::Running;
        }
        match self.instance().map(TreeInstance::state) {
            Some(TreeState::Finished(status)) if self.is_finished() => RunState::Finished(status),
            _ => RunState::Paused,
        }
    }

    fn frame(&self) -> u64 {
        self.recording.frame()
    }

    fn frames(&self) -> (u64, u64) {
        (self.recording.first_frame(), self.recording.last_frame())
    }

    fn inside(&self) -> Option<&InsideView> {
        self.moment.inside.as_ref()
    }

    fn time(&self) -> f64 {
        self.recording.time()
    }

    fn memory(&self) -> (usize, usize) {
        (self.moment.memory, self.recording.limit())
    }

    fn set_aside(&self) -> Option<(u64, u64)> {
        self.recording.set_aside()
    }

    fn agents(&self) -> Vec<u64> {
        self.recording.agents().map(AgentId::number).collect()
    }

    fn agent(&self) -> u64 {
        self.agent.number()
    }

    fn node(&self, id: &NodeId) -> NodeRun {
        let Some(runs) = self.recording.node_runs(self.agent) else {
            return NodeRun::default();
        };
        let places = self.places();
        if !places.has_inside() {
            let place = self.program().index(id);
            return place.map(|place| runs.get(place)).unwrap_or_default();
        }
        let places = places.of(self.program(), id);
        // A node that stands in several uses of a tree runs while it does in one of them; else the use that changed last counts.
        let shown = places.map(|place| runs.get(place));
        let visits = |run: NodeRun, other: NodeRun| run.visits.saturating_add(other.visits);
        let newer = |run: &NodeRun| (run.state.is_running(), run.since_frame);
        shown
            .reduce(|a, b| NodeRun {
                visits: visits(a, b),
                ..if newer(&b) > newer(&a) { b } else { a }
            })
            .unwrap_or_default()
    }

    fn asking(&self) -> Box<dyn Iterator<Item = NodeId> + '_> {
        Box::new(self.leaves_that_ask())
    }

    fn is_asking(&self, id: &NodeId) -> bool {
        self.asking(id).is_some_and(|(_, conditional)| {
            let waits = self.node(id).state.is_running();
            waits || conditional && !self.is_finished()
        })
    }

    fn answer(&self, id: &NodeId) -> Option<Status> {
        self.given_answer(id)
    }

    fn stacks(&self) -> &[Vec<NodeId>] {
        &self.moment.stacks
    }

    fn variable(&self, name: &str) -> Option<&Value> {
        self.recording.variable(self.agent, name)
    }

    fn variable_written(&self, name: &str) -> Option<u64> {
        self.recording.written(self.agent, name)
    }

    fn aborts(&self) -> &[AbortView] {
        &self.moment.aborts
    }

    fn log(&self) -> &[LogEntry] {
        self.shown_log()
    }

    fn moment(&self) -> u64 {
        self.moment.looks
    }

    fn observers(&self) -> ObserversView {
        self.all_observers()
    }

    fn why(&self, node: &NodeId, name: &dyn Fn(&NodeId) -> String) -> Vec<Reason> {
        self.reasons(node, name)
    }

    fn breakpoint_hits(&self, place: usize) -> u64 {
        self.hits_of(place)
    }

    fn log_rewritten(&self) -> u64 {
        self.log.rewritten
    }

    fn error(&self, id: &NodeId) -> Option<&Message> {
        if self.errors.is_empty() {
            return None;
        }
        let errors = self.errors.get(&(self.agent, id.clone()))?;
        let until_now = errors.partition_point(|(frame, _)| *frame <= self.frame());
        let (frame, why) = errors.get(until_now.checked_sub(1)?)?;
        // It has started anew since then.
        (self.node(id).since_frame <= *frame).then_some(why)
    }

    fn lanes(&self) -> &[LaneView] {
        &self.past.lanes
    }

    fn history(&self) -> &RunHistory {
        self.past.history(self.agent)
    }

    fn visits(&self) -> Visits {
        self.moment.visits
    }
}

impl RunSession {
    /// Whether it runs something else than the document at this run revision. One that is looked at in the past waits until the run goes on.
    pub fn is_behind(&self, revision: u64) -> bool {
        let in_the_past = self.recording.is_in_the_past() || self.recording.inside().is_some();
        self.revision != revision && !in_the_past
    }

    /// Takes over a changed document, which was compiled to this.
    pub fn adopt(
        &mut self,
        compiled: &DocumentProgram,
        project: &Project<'_>,
        library: &NodeLibrary,
        revision: u64,
        files: RunFiles,
    ) -> Adopted {
        self.revision = revision;
        let Some(program) = compiled.program() else {
            return Adopted::Ended;
        };
        self.files.add(files);
        self.places.push(compiled.places().clone());
        let (adopted, key) = match self.recording.swap(program.clone()) {
            SwapOutcome::Kept => (Adopted::Swapped, "log.swapped"),
            SwapOutcome::Restarted => (Adopted::Restarted, "log.restarted"),
        };
        self.follow_program(self.recording.program_number());
        self.look();
        self.arm(project);
        self.say(LogKind::Run, None, said(key, Vec::new()));
        let moment = (self.recording.frame(), self.recording.program_number());
        self.say_stood_in(moment.0, &compiled.stood_in, library);
        self.say_broken(moment, &compiled.broken, project);
        adopted
    }
}

impl RunSession {
    /// Shows another agent's tree. Inside a frame its end is shown.
    pub fn show_agent(&mut self, number: u64) {
        let found = self
            .recording
            .agents()
            .find(|agent| agent.number() == number);
        let Some(agent) = found else { return };
        self.agent = agent;
        if self.recording.inside().is_some() {
            self.show(self.recording.frame());
        }
        self.look();
    }

    /// Shows the next agent's tree; after the last one the first.
    pub fn show_next_agent(&mut self) {
        let agents: Vec<AgentId> = self.recording.agents().collect();
        let place = agents.iter().position(|agent| *agent == self.agent);
        let next = place.map_or(0, |place| (place + 1) % agents.len());
        if let Some(next) = agents.get(next) {
            self.show_agent(next.number());
        }
    }

    /// Adds an agent, whose random choices are its own, and shows it.
    ///
    /// # Errors
    /// If the recording refuses it.
    pub fn add_agent(&mut self) -> Result<(), HappeningError> {
        let seed = self.seed.wrapping_add(self.added + 1);
        self.happens(Happening::Add { seed })?;
        self.added += 1;
        if let Some(last) = self.recording.agents().last() {
            self.agent = last;
        }
        self.look();
        Ok(())
    }

    /// Takes away the agent that is shown, unless it is the only one.
    ///
    /// # Errors
    /// If it is not there in the frame that is shown.
    pub fn remove_agent(&mut self) -> Result<(), HappeningError> {
        if self.recording.agents().len() < 2 {
            return Ok(());
        }
        let agent = self.agent;
        self.happens(Happening::Remove { agent })
    }
}

impl RunSession {
    /// Ends it. What it recorded may be hundreds of megabytes in small pieces, and is freed beside the window's thread.
    pub fn let_go(self) {
        let Self {
            recording,
            past,
            log,
            aside,
            errors,
            ..
        } = self;
        free_beside((recording, past, log, aside.log, errors));
    }
}
