//! A run of an open document from its compiled program: records it frame by frame, and provides panels with the state at the shown moment. Reads no
//! clock; the caller passes the elapsed time.

mod added_agents;
mod adopting;
mod agents;
mod files;
mod forced_results;
mod messages;
mod moment;
mod reasons;
mod renamed_variables;
mod run_history;
mod run_search;
mod scenario;
mod sent_events;
mod shown_use;
mod stepping;
mod stops;
mod trees;
mod ways;
mod what_it_takes;

use std::borrow::Cow;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use treewright_core::expression::ExpressionError;
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::project::Project;
use treewright_core::runtime::{AgentId, NodeIndex, Status, TreeState};
use treewright_core::trace::Datum;
use treewright_core::value::Value;
use treewright_core::{Argument, Message, Program, TreeInstance};
use treewright_insight::history::{ChunkedList, NodeRun, RunHistory};
use treewright_insight::occurrence::Sought;
use treewright_insight::recording::{
    AgentFrame, AgentPrograms, DifferentRow, FrameRecord, Recording, RunInput, RunInputError, WayId,
};
use treewright_insight::scenario::Scenario;

use self::added_agents::AddedAgents;
pub use self::added_agents::FirstValues;
pub use self::agents::VariableSpread;
use self::files::RunSources;
pub use self::files::{NotSaved, RecordedTree, recorded_trees};
use self::forced_results::ForcedResults;
pub(super) use self::messages::{NodeNames, end_line};
pub use self::moment::Discard;
use self::moment::ShownMoment;
use self::renamed_variables::RenamedVariables;
use self::run_history::AgentHistories;
use self::run_search::RunSearch;
pub use self::scenario::ExpectedFact;
use self::shown_use::ShownUse;
pub use self::stepping::{Pace, TimeStep};
pub use self::stops::Goal;
use self::stops::RunBreakpoints;
pub(super) use self::stops::hit_text;
use self::trees::RunTrees;
pub use self::trees::TreeVersion;
use self::ways::{LeftData, RunWays, shared_until};
pub use self::what_it_takes::Wish;
use super::document_program::DocumentProgram;
use super::node_mapping::NodeMapping;
use super::open_document::DocumentId;
use super::program_sources::ProgramSources;
use super::run_log::RunLog;
use super::run_view::{
    AbortView, AgentsView, DifferentNode, DifferentVariable, FoundFrames, InsideView, LaneView,
    LogEntry, LogKind, ObserversView, Reason, RunState, RunView, SentEvent, ShownNode, StopView,
    UseView, Visits, WayView,
};
use super::shown_nodes::ShownNodes;
use crate::host::background_drop::drop_in_background;
use crate::i18n::said;

/// The effect of a document change on its run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Adopted {
    /// The change does not affect the run.
    Nothing,
    /// The change was applied; the run continues, except for what the log names.
    Swapped,
    /// The change was applied; the run was restarted.
    Restarted,
    /// There is nothing left to run.
    Ended,
}

/// Marks a run whose program is not that of the current document.
const UNKNOWN_REVISION: u64 = u64::MAX;

/// The frames in which a node could not do its work, ascending, and the reasons.
type NodeErrors = ChunkedList<(u64, Message)>;

pub struct RunSession {
    /// Distinguishes it from other runs, also of the same document.
    identity: Arc<()>,
    recording: Recording,
    trees: RunTrees,
    /// The node mapping of each of the recording's programs.
    mappings: Vec<Arc<NodeMapping>>,
    /// The agent whose tree is shown.
    agent: AgentId,
    /// The agent that was shown before the run was restarted with the same inputs, until it joins again.
    awaited_agent: Option<AgentId>,
    is_playing: bool,
    /// Where the run is to stop, if it has a goal.
    goal: Option<Goal>,
    /// The tree of the goal's node.
    goal_tree: usize,
    /// Where and why it has stopped by itself, until it is continued.
    stop: Option<StopView>,
    /// Whether the user was not told of the stop yet.
    is_stop_new: bool,
    /// The frame at which the search for the goal ends.
    give_up_after: u64,
    moment: ShownMoment,
    shown_use: ShownUse,
    renamed: RenamedVariables,
    histories: AgentHistories,
    search: RunSearch,
    /// The first frame that had no room for data.
    first_dropped: Option<u64>,
    /// The events that were sent in recorded frames, ascending.
    sent_events: Vec<SentEvent>,
    log: RunLog,
    ways: RunWays,
    errors: FxHashMap<(AgentId, NodeId), NodeErrors>,
    forced_results: ForcedResults,
    breakpoints: RunBreakpoints,
    /// Elapsed real time that is not simulated yet, in frames.
    due_frames: f64,
    seed: u64,
    /// Frames up to this one are no longer in the run history.
    forgotten: u64,
    /// Frames up to this one are in a file, from which they can be read or run again.
    saved: u64,
    /// How many agents were added.
    added: u64,
    added_agents: AddedAgents,
    files: RunSources,
    /// The scenario that it replays; `None` after the tree was changed.
    scenario: Option<Arc<Scenario>>,
    inputs_by: InputsBy,
}

/// Who gives a run its inputs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum InputsBy {
    #[default]
    User,
    /// A scenario or recording, and the user.
    File,
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
        let places = vec![compiled.mapping().clone()];
        let mut run = Self::of(recording, places, (seed, revision));
        run.log_started();
        run.log_stand_ins((0, 0), &compiled.stood_in, library);
        run.log_broken_nodes((0, 0), &compiled.broken, project);
        run.update_moment();
        Some(run)
    }

    /// Creates a run without log entries.
    fn of(
        mut recording: Recording,
        places: Vec<Arc<NodeMapping>>,
        (seed, revision): (u64, u64),
    ) -> Self {
        recording.set_disposer(drop_in_background);
        Self {
            identity: Arc::default(),
            histories: AgentHistories::new(
                AgentId::default(),
                &recording.programs()[0],
                &places[0],
            ),
            trees: RunTrees::new(revision),
            mappings: places,
            agent: recording.first_agent(),
            awaited_agent: None,
            recording,
            is_playing: false,
            goal: None,
            goal_tree: 0,
            stop: None,
            is_stop_new: false,
            give_up_after: 0,
            moment: ShownMoment::default(),
            renamed: RenamedVariables::default(),
            shown_use: ShownUse::default(),
            search: RunSearch::default(),
            first_dropped: None,
            sent_events: Vec::new(),
            log: RunLog::default(),
            ways: RunWays::default(),
            errors: FxHashMap::default(),
            forced_results: ForcedResults::default(),
            breakpoints: RunBreakpoints::default(),
            due_frames: 0.0,
            seed,
            forgotten: 0,
            saved: 0,
            added: 0,
            added_agents: AddedAgents::default(),
            files: RunSources::default(),
            inputs_by: InputsBy::default(),
            scenario: None,
        }
    }

    /// Adds the sources of its program.
    #[must_use]
    pub fn with_files(mut self, files: ProgramSources) -> Self {
        self.files.add(files);
        self
    }

    fn log_started(&mut self) {
        self.log_of_tree(0, LogKind::Run, None, said("log.started", Vec::new()));
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

    /// Returns the number of frames that are in no file.
    pub fn unsaved_frames(&self) -> u64 {
        let known = self.saved.max(self.recording.first_frame());
        self.recording.last_frame().saturating_sub(known)
    }

    /// Returns whether all frames are known, so that it can be saved.
    pub fn is_complete(&self) -> bool {
        self.recording.first_frame() == 0
    }

    /// Notes that all frames are in a file.
    pub fn mark_saved(&mut self) {
        self.saved = self.recording.last_frame();
    }

    /// Returns the seed of its random choices.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Returns whether all trees have finished without restart, and their end is shown.
    pub fn is_finished(&self) -> bool {
        self.recording.is_finished()
    }

    /// Returns the values that were set and the events that were sent since all trees have finished, in their order.
    pub fn inputs_after_end(&self) -> Vec<RunInput> {
        let pending = self.recording.pending().iter();
        let pending = pending.filter(|_| self.is_finished());
        let of_user =
            |input: &&RunInput| matches!(input, RunInput::Set { .. } | RunInput::Send { .. });
        pending.filter(of_user).cloned().collect()
    }

    /// Sets a variable of the shown agent before the next frame, in the shown use.
    ///
    /// # Errors
    /// If the program does not declare it, or it has another type.
    pub fn set_variable(&mut self, name: &str, value: Value) -> Result<(), RunInputError> {
        let (agent, name) = (self.agent, self.name_in_use(name).into());
        self.happens(RunInput::Set { agent, name, value })
    }

    /// Applies an external event before the next frame. If an earlier frame is shown, later frames are discarded.
    ///
    /// # Errors
    /// If it is not possible in the shown frame.
    pub fn happens(&mut self, happening: RunInput) -> Result<(), RunInputError> {
        let change = happening.clone();
        self.apply_discarding_later(|recording| recording.apply(happening))?;
        self.ways.change(change);
        Ok(())
    }

    /// Calls `act`, which may discard later frames, and then updates the data that is kept apart from the recording.
    fn apply_discarding_later<T>(
        &mut self,
        act: impl FnOnce(&mut Recording) -> Result<T, RunInputError>,
    ) -> Result<T, RunInputError> {
        let shown = self.recording.frame();
        let was_inside = self.recording.inside().is_some();
        let leaves = was_inside || self.recording.is_in_the_past();
        let way = self.recording.current_way();
        let shared = shared_until(&self.recording);
        let done = act(&mut self.recording)?;
        if leaves {
            let after = shown - u64::from(was_inside);
            let data = self.remove_after(after);
            self.keep_left(way, data, &shared);
            self.note_programs();
            self.switch_programs();
            let inputs = self.recording.recorded_ahead();
            self.moment.discard = self.recording.way(way).map(|left| Discard {
                first_frame: left.shared_until() + 1,
                was_inside,
                repeats_inputs: inputs.is_some_and(|(_, inputs)| inputs > 0),
            });
        }
        self.update_moment();
        Ok(done)
    }

    /// Removes and returns the data of frames after `frame`, which are no longer part of the current way.
    fn remove_after(&mut self, frame: u64) -> LeftData {
        let data = LeftData {
            log: self.log.split_off(frame),
            forced_results: self.forced_results.clone(),
            hits: self.split_off_hits(frame),
        };
        for errors in self.errors.values_mut() {
            errors.truncate(errors.partition_point(|(at, _)| *at <= frame));
        }
        let kept = self.sent_events.partition_point(|sent| sent.frame <= frame);
        self.sent_events.truncate(kept);
        self.forced_results.remove_after(frame);
        self.histories.cut(frame);
        self.added_agents.cut(frame);
        self.search.cut(frame);
        self.first_dropped = self.first_dropped.filter(|first| *first <= frame);
        data
    }

    /// Removes and returns the frames that a change has just discarded.
    pub fn take_discard(&mut self) -> Option<Discard> {
        self.moment.discard.take()
    }

    /// Processes a frame that was just recorded.
    fn process_frame(&mut self, record: &Arc<FrameRecord>, project: &Project<'_>) {
        self.record_errors(record);
        self.record_events(record);
        self.record_history(record);
        self.remove_until(self.recording.first_frame());
        self.log_sent_events(record);
        for agent in &record.agents {
            self.log_events(record, agent, project);
        }
    }

    /// Converts what is indexed by nodes to the programs of the shown frame.
    fn switch_programs(&mut self) {
        let now = self.recording.agent_programs().clone();
        self.switch_to(&now);
    }

    /// Converts what is indexed by nodes to the programs that agents run.
    fn switch_to(&mut self, programs: &AgentPrograms) {
        self.histories.switch_programs(programs, &self.recording);
        for tree in 0..self.trees.all().len() {
            if let Some(number) = self.trees.program_now(tree, programs) {
                self.histories.show_program(
                    (tree, number),
                    &self.recording.programs()[number],
                    &self.mappings[number],
                );
            }
        }
    }

    fn record_history(&mut self, record: &FrameRecord) {
        self.switch_to(&AgentPrograms::after(record));
        self.histories.record(record, self.recording.programs());
        self.added_agents.record(record);
        if record.agents.iter().any(|agent| agent.data.dropped > 0) {
            self.first_dropped.get_or_insert(record.frame);
        }
    }

    /// Returns the index of the shown agent's program.
    fn program_number(&self) -> usize {
        let own = self.recording.program_number_of(self.agent);
        own.unwrap_or_else(|| self.recording.program_number())
    }

    /// Returns the index of an agent's program; of one that does not exist in the shown frame, that of its history.
    fn program_of_agent(&self, agent: AgentId) -> usize {
        let own = self.recording.program_number_of(agent);
        own.unwrap_or_else(|| self.histories.program_of(agent))
    }

    fn program(&self) -> &Arc<Program<()>> {
        &self.recording.programs()[self.program_number()]
    }

    /// Returns the node mapping of the shown program.
    fn mapping(&self) -> &NodeMapping {
        &self.mappings[self.program_number()]
    }

    /// Returns the program of an agent's frame, and its node mapping.
    fn program_of(&self, frame: &AgentFrame) -> (&Arc<Program<()>>, &NodeMapping) {
        let program = &self.recording.programs()[frame.program];
        (program, &self.mappings[frame.program])
    }

    /// Returns the nodes of the program of this number, as those of its document.
    fn nodes_of(&self, number: usize) -> ShownNodes<'_> {
        ShownNodes {
            program: &self.recording.programs()[number],
            places: &self.mappings[number],
        }
    }

    fn instance(&self) -> Option<&TreeInstance<()>> {
        self.recording.instance(self.agent)
    }
}

impl RunView for RunSession {
    fn scenario(&self) -> Option<&Arc<Scenario>> {
        self.scenario.as_ref()
    }

    fn state(&self) -> RunState {
        if self.is_playing || self.goal.is_some() {
            return RunState::Running;
        }
        match self.instance().map(TreeInstance::state) {
            Some(TreeState::Finished(status)) if self.is_finished() => RunState::Finished(status),
            _ => RunState::Paused,
        }
    }

    fn status(&self) -> Option<Status> {
        let record = self.recording.record(self.recording.frame())?;
        Some(record.of(self.agent)?.status)
    }

    fn frame(&self) -> u64 {
        self.recording.frame()
    }

    fn stop(&self) -> Option<&StopView> {
        self.stop.as_ref()
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

    fn agents(&self) -> Vec<u64> {
        self.recording.agents().map(AgentId::number).collect()
    }

    fn agent(&self) -> u64 {
        self.agent.number()
    }

    fn agent_count(&self) -> usize {
        self.recording.agents().len()
    }

    fn has_several_agents(&self) -> bool {
        self.agent_count() > 1 || self.histories.all().nth(1).is_some()
    }

    fn agents_view(&self) -> Option<&AgentsView> {
        Some(self.shown_agents())
    }

    fn agent_variable(&self, agent: u64, name: &str) -> Option<&Value> {
        let agent = AgentId(agent);
        let name = self.name_for_agent(agent, name);
        self.recording.variable(agent, &name)
    }

    fn tree_count(&self) -> usize {
        self.trees.all().len()
    }

    fn name_in_past(&self, document: DocumentId, id: &NodeId) -> Option<Argument> {
        RunSession::name_in_past(self, document, id)
    }

    fn document_of(&self, tree: usize) -> Option<DocumentId> {
        self.trees.all().get(tree)?.document
    }

    fn tree_of(&self, agent: u64) -> usize {
        self.trees.of_program(self.program_of_agent(AgentId(agent)))
    }

    fn agent_lanes(&self, agent: u64) -> &[LaneView] {
        self.histories.lanes_of(self.tree_of(agent))
    }

    fn agent_name_in_run<'a>(&'a self, agent: u64, name: &'a str) -> Cow<'a, str> {
        self.history_name(AgentId(agent), name)
    }

    fn history_of(&self, agent: u64) -> Option<&RunHistory> {
        self.histories.of(AgentId(agent))
    }

    fn agent_node(&self, agent: u64, id: &NodeId) -> NodeRun {
        self.node_in(AgentId(agent), id)
    }

    fn data_of(&self, node: &NodeId) -> Vec<Datum> {
        self.shown_data(node)
    }

    fn histories(&self) -> Vec<(u64, &RunHistory)> {
        let agents = self.recording.agents();
        let history = |agent: AgentId| (agent.number(), self.histories.history(agent));
        agents.map(history).collect()
    }

    fn node(&self, id: &NodeId) -> NodeRun {
        self.node_in(self.agent, id)
    }

    fn places(&self) -> Option<&Arc<Program<()>>> {
        (!self.mapping().has_subtree_nodes()).then(|| self.program())
    }

    fn node_of(&self, place: NodeIndex) -> Option<ShownNode> {
        let program = self.program();
        (place.get() < program.len()).then(|| self.mapping().shown_node(program, place))
    }

    fn node_at(&self, place: NodeIndex) -> NodeRun {
        let runs = self.recording.node_runs(self.agent);
        runs.map(|runs| runs.get(place)).unwrap_or_default()
    }

    fn ran_earlier_tree(&self, revision: u64) -> bool {
        let (tree, newest) = (self.shown_tree(), self.program_number());
        let needed = self.recording.needed_programs().into_iter();
        let mut of_tree = needed.filter(|number| self.trees.of_program(*number) == tree);
        let is_other = self.trees.get(tree).revision != revision;
        is_other || of_tree.any(|number| number != newest)
    }

    fn asking(&self) -> Box<dyn Iterator<Item = NodeId> + '_> {
        Box::new(self.awaiting_leaves())
    }

    fn is_asking(&self, id: &NodeId) -> bool {
        self.awaiting_leaf(id).is_some_and(|(_, conditional)| {
            let waits = self.node(id).state.is_running();
            waits || conditional && !self.is_finished()
        })
    }

    fn can_force(&self, id: &NodeId) -> bool {
        self.node(id).state.is_running() || self.is_watched(id)
    }

    fn answer(&self, id: &NodeId) -> Option<Status> {
        self.forced_result(id)
    }

    fn stacks(&self) -> &[Vec<NodeId>] {
        &self.moment.stacks
    }

    fn uses(&self) -> Vec<UseView> {
        self.all_uses()
    }

    fn has_uses(&self) -> bool {
        !self.mapping().uses().is_empty()
    }

    fn shown_use(&self) -> Option<&UseView> {
        self.shown_use.current.as_ref()
    }

    fn is_use_chosen(&self) -> bool {
        self.has_chosen_use()
    }

    fn name_in_run<'a>(&'a self, name: &'a str) -> Cow<'a, str> {
        self.history_name(self.agent, name)
    }

    fn heard_events(&self) -> Vec<Arc<str>> {
        self.program().listens().cloned().collect()
    }

    fn sent_events(&self) -> &[SentEvent] {
        &self.sent_events
    }

    fn events_waiting(&self) -> Vec<SentEvent> {
        self.waiting_events()
    }

    fn has_waiting_values(&self) -> bool {
        let mut waiting = self.recording.pending().iter();
        let is_shown = |of: AgentId, name: &str| of == self.agent || self.program().is_global(name);
        let is_set = |input: &RunInput| matches!(input, RunInput::Set { agent, name, .. } if is_shown(*agent, name));
        !self.recording.is_in_the_past() && waiting.any(is_set)
    }

    fn variable(&self, name: &str) -> Option<&Value> {
        self.recording.variable(self.agent, &self.name_in_use(name))
    }

    fn variable_written(&self, name: &str) -> Option<u64> {
        self.recording.written(self.agent, &self.name_in_use(name))
    }

    fn aborts(&self) -> &[AbortView] {
        &self.moment.aborts
    }

    fn log(&self) -> &[LogEntry] {
        self.shown_log()
    }

    fn whole_log(&self) -> &[LogEntry] {
        self.log.lines()
    }

    fn moment(&self) -> u64 {
        self.moment.revision
    }

    fn observers(&self) -> ObserversView {
        self.all_observers()
    }

    fn has_own_inputs(&self) -> bool {
        self.inputs_by == InputsBy::User
    }

    fn why(&self, node: &NodeId, name: &dyn Fn(&NodeId) -> String) -> Vec<Reason> {
        self.reasons(node, name)
    }

    fn why_no_abort(&self, node: &NodeId, name: &dyn Fn(&NodeId) -> String) -> Option<Reason> {
        self.reason_of_no_abort(node, name)
    }

    fn why_further(&self, reason: &Reason, name: &dyn Fn(&NodeId) -> String) -> Vec<Reason> {
        self.further_reasons(reason, name)
    }

    fn why_logged(&self, line: &LogEntry, name: &dyn Fn(&NodeId) -> String) -> Vec<Reason> {
        self.reasons_of_logged(line, name)
    }

    fn breakpoint_hits(&self, place: usize) -> u64 {
        self.hits_of(place)
    }

    fn log_revision(&self) -> u64 {
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
        self.histories.lanes_of(self.shown_tree())
    }

    fn history(&self) -> &RunHistory {
        self.histories.history(self.agent)
    }

    fn visits(&self) -> Visits {
        self.shown_visits()
    }

    fn found(&self) -> Option<&FoundFrames> {
        self.search.query.is_some().then_some(&self.search.found)
    }

    fn search_fault(&self) -> Option<&ExpressionError> {
        self.search.fault()
    }

    fn count_of(&self, sought: &Sought) -> usize {
        self.count_frames(sought)
    }

    fn ways(&self) -> Vec<WayView> {
        self.all_ways()
    }

    fn has_ways(&self) -> bool {
        !self.recording.ways().is_empty()
    }

    fn different_inputs(&self, way: WayId) -> Vec<DifferentRow> {
        self.different_inputs_of(way)
    }

    fn different_nodes(&self, way: WayId) -> Vec<DifferentNode> {
        self.different_nodes_of(way)
    }

    fn different_variables(&self, way: WayId) -> Vec<DifferentVariable> {
        self.different_variables_of(way)
    }

    fn recorded_ahead(&self) -> Option<(u64, usize)> {
        self.recording.recorded_ahead()
    }
}

impl RunSession {
    /// Ends the run. A recording may consist of hundreds of megabytes in small allocations, and is freed on a background thread.
    pub fn end(self) {
        let Self {
            recording,
            histories,
            log,
            ways,
            errors,
            ..
        } = self;
        drop_in_background((recording, histories, log, ways.into_lines(), errors));
    }
}
