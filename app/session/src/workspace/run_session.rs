//! A run of an open document from its compiled program: records it frame by frame, and provides panels with the state at the shown moment. Reads no
//! clock; the caller passes the elapsed time.

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
use crate::host::background_drop::drop_in_background;
use crate::i18n::said;

/// The effect of a document change on its run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Adopted {
    /// The change does not affect the run.
    Nothing,
    /// The change was applied; the run continues where it was.
    Swapped,
    /// A running node was removed; the run was restarted.
    Restarted,
    /// There is nothing left to run.
    Ended,
}

/// Marks a run whose program is not that of the current document.
const UNKNOWN_REVISION: u64 = u64::MAX;

/// The frames in which a node could not do its work, ascending, and the reasons.
type Errors = Tail<(u64, Message)>;

pub struct RunSession {
    /// Distinguishes it from other runs, also of the same document.
    identity: Arc<()>,
    recording: Recording,
    /// The node mapping of each of the recording's programs.
    places: Vec<Arc<Places>>,
    /// The agent whose tree is shown.
    agent: AgentId,
    going: bool,
    /// Where the run is to stop, if it has a goal.
    goal: Option<Goal>,
    /// The frame at which the search for the goal ends.
    give_up_after: u64,
    moment: Moment,
    past: Past,
    log: Log,
    aside: Aside,
    errors: FxHashMap<(AgentId, NodeId), Errors>,
    answers: Answers,
    breaking: Breaking,
    /// Elapsed real time that is not simulated yet, in frames.
    owed: f64,
    /// The document's run revision from which its program was compiled.
    revision: u64,
    seed: u64,
    /// Frames up to this one are no longer in the run history.
    forgotten: u64,
    /// How many agents were added.
    added: u64,
    /// The tasks of the game that are replaced by stand-ins, as shown in the log.
    stood_in: Vec<Argument>,
    files: Files,
}

/// Data of discarded frames apart from their recording.
#[derive(Default)]
struct Aside {
    log: Vec<LogEntry>,
    /// All results that the user had set.
    answers: Answers,
    met: Vec<Met>,
}

impl RunSession {
    /// Starts a run that is paused before its first frame. `seed` is the seed, `revision` the run revision that was compiled. `None` if there is
    /// nothing to run.
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

    /// Creates a run without log entries.
    fn of(
        mut recording: Recording,
        places: Vec<Arc<Places>>,
        (seed, revision): (u64, u64),
    ) -> Self {
        recording.free_with(drop_in_background);
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

    /// Adds the sources of its program.
    #[must_use]
    pub fn with_files(mut self, files: RunFiles) -> Self {
        self.files.add(files);
        self
    }

    fn say_started(&mut self) {
        self.say(LogKind::Run, None, said("log.started", Vec::new()));
    }

    pub fn recording(&self) -> &Recording {
        &self.recording
    }

    /// Returns a pointer that is the same for as long as it is the same run.
    pub fn identity(&self) -> &Arc<()> {
        &self.identity
    }

    /// Returns where the run is to stop, if it has a goal.
    pub fn goal(&self) -> Option<&Goal> {
        self.goal.as_ref()
    }

    /// Returns the seed of its random choices.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Returns whether all trees have finished without restart, and their end is shown.
    pub fn is_finished(&self) -> bool {
        self.recording.is_finished()
    }

    /// Sets a variable of the shown agent before the next frame.
    ///
    /// # Errors
    /// If the program does not declare it, or it has another type.
    pub fn set_variable(&mut self, name: &str, value: Value) -> Result<(), HappeningError> {
        let (agent, name) = (self.agent, name.into());
        self.happens(Happening::Set { agent, name, value })
    }

    /// Applies an external event before the next frame. If an earlier frame is shown, later frames are discarded.
    ///
    /// # Errors
    /// If it is not possible in the shown frame.
    pub fn happens(&mut self, happening: Happening) -> Result<(), HappeningError> {
        self.check_and_leave(|recording| recording.happens(happening))
    }

    /// Calls `act`, which may discard later frames, and then updates the data that is kept apart from the recording.
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
                // The document has changed since the shown frame.
                self.revision = UNKNOWN_REVISION;
            }
            self.moment.left = self.recording.set_aside();
        }
        self.look();
        Ok(done)
    }

    /// Removes the data of frames after `frame`, which are no longer part of the run. Keeps it aside, as the recording does with the frames.
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

    /// Removes and returns the range of frames that were just discarded.
    pub fn take_left(&mut self) -> Option<(u64, u64)> {
        self.moment.left.take()
    }

    /// Restores the discarded frames. Returns whether there were any.
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

    /// Processes a frame that was just recorded.
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

    /// Returns the node mapping of the shown program.
    fn places(&self) -> &Places {
        &self.places[self.recording.program_number()]
    }

    /// Returns the program of a frame, and its node mapping.
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
        // A node with several uses of its tree counts as running if it runs in any of them; otherwise the use with the latest change counts.
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
        // An error before the node's latest start does not count.
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
    /// Returns whether the run's program is not that of this run revision. While an earlier frame is shown, the run is not updated.
    pub fn is_behind(&self, revision: u64) -> bool {
        let in_the_past = self.recording.is_in_the_past() || self.recording.inside().is_some();
        self.revision != revision && !in_the_past
    }

    /// Applies a changed document to the run. `compiled` is its program.
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
    /// Shows another agent's tree. Within a frame, moves to its end.
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

    /// Shows the next agent's tree, wrapping around.
    pub fn show_next_agent(&mut self) {
        let agents: Vec<AgentId> = self.recording.agents().collect();
        let place = agents.iter().position(|agent| *agent == self.agent);
        let next = place.map_or(0, |place| (place + 1) % agents.len());
        if let Some(next) = agents.get(next) {
            self.show_agent(next.number());
        }
    }

    /// Adds an agent with its own random choices, and shows it.
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

    /// Removes the shown agent, unless it is the only one.
    ///
    /// # Errors
    /// If it does not exist in the shown frame.
    pub fn remove_agent(&mut self) -> Result<(), HappeningError> {
        if self.recording.agents().len() < 2 {
            return Ok(());
        }
        let agent = self.agent;
        self.happens(Happening::Remove { agent })
    }
}

impl RunSession {
    /// Ends the run. A recording may consist of hundreds of megabytes in small allocations, and is freed on a background thread.
    pub fn let_go(self) {
        let Self {
            recording,
            past,
            log,
            aside,
            errors,
            ..
        } = self;
        drop_in_background((recording, past, log, aside.log, errors));
    }
}
