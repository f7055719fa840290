//! A run that is known only by what was told of it, such as the log of a robot, or by what is told while it goes on elsewhere: what panels see of it,
//! and which moment they see. It cannot be run again or changed here, begins somewhere, and says "not known" of what it was not told. Knows neither
//! files nor who told it.

mod breakpoints;
mod explaining;
mod finding;
mod profiling;
mod variables;
mod versions;

use std::borrow::Cow;
use std::cell::OnceCell;
use std::ops::RangeInclusive;
use std::sync::Arc;

use treewright_core::expression::ExpressionError;
use treewright_core::ids::NodeId;
use treewright_core::runtime::{AgentId, NodeIndex, Status};
use treewright_core::trace::TraceEvent;
use treewright_core::value::Value;
use treewright_core::{Message, Program};
use treewright_insight::history::RunHistory;
use treewright_insight::occurrence::Sought;
use treewright_insight::recording::{AgentFrame, FrameRecord};
use treewright_insight::told_past::{KnownState, Stretch, ToldPast};
use treewright_link::seen::SeenTree;

use self::breakpoints::ToldBreakpoints;
use self::finding::ToldSearch;
use super::live::{LiveState, SourceKind, Verb, Verbs};
use super::live_games::known_seconds;
use super::node_mapping::NodeMapping;
use super::open_document::DocumentId;
use super::run_log::RunLog;
use super::run_profile::RunProfile;
use super::run_session::{NodeNames, end_line};
use super::run_view::{
    AbortView, FoundFrames, InsideView, LaneView, LogEntry, LogKind, NodeRun, ObserversView,
    Reason, RunState, RunView, ShownNode, StopView, UseView, Visits,
};
use super::shown_nodes::ShownNodes;
use super::tree_lanes::TreeLanes;
use crate::host::background_drop::drop_in_background;

/// A tree of a told run.
pub struct ToldTree {
    /// The open document that shows it.
    pub document: DocumentId,
    /// The run revision of the document that is the state of the program.
    pub revision: u64,
    pub program: Arc<Program<()>>,
    /// Where its nodes are in the document.
    pub places: Arc<NodeMapping>,
    /// Its files, from which the log takes the names of nodes. `None` for robots, which report only starts and ends.
    pub seen: Option<Arc<SeenTree>>,
}

/// A tree of a told run, with its lanes.
struct TreeOfRun {
    revision: u64,
    program: Arc<Program<()>>,
    places: Arc<NodeMapping>,
    seen: Option<Arc<SeenTree>>,
    lanes: TreeLanes,
    /// What its leaves cost; `None` while that is not measured.
    profile: Option<RunProfile>,
}

impl TreeOfRun {
    fn new(number: usize, tree: ToldTree) -> Self {
        Self {
            revision: tree.revision,
            lanes: TreeLanes::of(number, &tree.program, &tree.places),
            program: tree.program,
            places: tree.places,
            seen: tree.seen,
            profile: None,
        }
    }

    fn nodes(&self) -> ShownNodes<'_> {
        ShownNodes {
            program: &self.program,
            places: &self.places,
        }
    }

    /// Returns the lines of the log about what was done to the agent before a frame, and what it did.
    fn log_lines(&self, record: &FrameRecord, agent: &AgentFrame) -> Vec<LogEntry> {
        let Some(seen) = &self.seen else {
            return Vec::new();
        };
        let names = NodeNames {
            program: &self.program,
            mapping: &self.places,
            project: &seen.files.project(),
        };
        let mut lines = names.input_lines(record, agent.agent);
        lines.extend(names.event_lines(record.frame, agent, 0));
        lines
    }
}

/// A run that was told, or is being told.
pub struct ToldRun {
    past: ToldPast,
    agent: AgentId,
    document: DocumentId,
    /// By the numbers of their programs in the past; never empty.
    trees: Vec<TreeOfRun>,
    /// The history where no frame is known.
    nothing: RunHistory,
    limit: usize,
    /// Who tells it; `None` if all was told.
    live: Option<LiveState>,
    /// What kind of program it is of.
    kind: SourceKind,
    /// Whether a file has it.
    is_in_file: bool,
    /// The use of a subtree whose variables are shown, by its id in the program; `None` follows the run.
    chosen_use: Option<NodeId>,
    /// Whether the newest frame is shown whenever one comes.
    follows: bool,
    shown: Shown,
    /// Lines of the log about something other than events: each with its frame.
    remarks: Vec<(u64, Message)>,
    log: RunLog,
    /// The last frame whose events are in the log.
    logged: Option<u64>,
    search: ToldSearch,
    breakpoints: ToldBreakpoints,
}

/// The shown moment.
#[derive(Default)]
struct Shown {
    frame: u64,
    /// How many events of the frame have happened; `None` at its end.
    events: Option<usize>,
    /// The number of the program that ran.
    program: usize,
    /// `None` in a gap.
    known: Option<KnownState>,
    stacks: Vec<Vec<NodeId>>,
    aborts: Vec<AbortView>,
    inside: Option<InsideView>,
    /// The use of a subtree whose variables are shown.
    used: Option<UseView>,
    /// Counted when they are shown.
    visits: OnceCell<Visits>,
    /// Increases whenever another moment is shown.
    revision: u64,
}

impl ToldRun {
    /// Shows the last frame of an agent's past, which has one program, that of this tree, and takes at most `limit` bytes. `remarks` are lines of
    /// the log that precede its first frame.
    pub fn new(
        tree: ToldTree,
        (past, agent): (ToldPast, AgentId),
        limit: usize,
        remarks: Vec<Message>,
    ) -> Self {
        let first = past.frames().unwrap_or_default().0;
        let mut run = Self {
            nothing: RunHistory::new(&tree.program),
            document: tree.document,
            trees: vec![TreeOfRun::new(0, tree)],
            past,
            agent,
            limit,
            live: None,
            kind: SourceKind::Robot,
            is_in_file: false,
            chosen_use: None,
            follows: true,
            shown: Shown::default(),
            remarks: remarks.into_iter().map(|text| (first, text)).collect(),
            log: RunLog::default(),
            logged: None,
            search: ToldSearch::default(),
            breakpoints: ToldBreakpoints::default(),
        };
        run.write_log();
        run.follow_newest();
        run
    }

    /// It is of a game, of which scenarios can be made.
    #[must_use]
    pub fn of_game(mut self) -> Self {
        self.kind = SourceKind::Game;
        self
    }

    /// A file has it, so that it can be opened again.
    #[must_use]
    pub fn in_file(mut self) -> Self {
        self.is_in_file = true;
        self
    }

    /// Returns whether it would be lost with its document: it came from a robot that sends no more. What came from games is kept apart from documents.
    pub fn cannot_be_seen_again(&self) -> bool {
        let is_told = self.live.as_ref().is_some_and(|live| !live.is_over());
        self.kind == SourceKind::Robot && !self.is_in_file && !is_told
    }

    /// Returns the document that shows it.
    pub fn document(&self) -> DocumentId {
        self.document
    }

    /// Returns who tells it; `None` if all was told.
    pub fn live(&self) -> Option<&LiveState> {
        self.live.as_ref()
    }

    /// Sets who tells it, whenever something of that has changed.
    pub fn set_live(&mut self, live: Option<LiveState>) {
        if self.live == live {
            return;
        }
        self.live = live;
        self.shown.revision += 1;
        if self.follows && self.shown.frame != self.newest() {
            self.follow_newest();
        }
    }

    /// Lets whoever tells it add to its past, and shows the newest frame if it is followed. Programs are added by [`Self::add_tree`].
    pub fn grow(&mut self, tell: impl FnOnce(&mut ToldPast)) {
        let before = self.extent();
        tell(&mut self.past);
        if self.extent() == before {
            return;
        }
        self.log_frames();
        self.search_on();
        if self.follows {
            self.show_moment(self.newest(), None);
        } else if self.shown.known.is_none() {
            // It may be known now.
            self.show_moment(self.shown.frame, self.shown.events);
        } else {
            // Lists of frames are longer now.
            self.shown.revision += 1;
        }
    }

    /// Returns which frames of any agent are known, and how much of the shown one.
    fn extent(&self) -> (Option<(u64, u64)>, usize, Option<u64>) {
        let own = || self.past.stretches(self.agent);
        let last = own().next_back().map(Stretch::last_frame);
        (self.past.frames(), own().count(), last)
    }

    /// Returns whether it is known what the shown agent did in a frame.
    pub fn knows(&self, frame: u64) -> bool {
        self.part(frame).is_some()
    }

    /// Adds another tree that the same agent runs from now on, such as one that replaced the first. Returns the number of its program in the past.
    pub fn add_tree(&mut self, tree: ToldTree) -> usize {
        let number = self.past.add_program(tree.program.clone());
        self.trees.push(TreeOfRun::new(number, tree));
        number
    }

    /// Adds a line to the log after the newest frame.
    pub fn remark(&mut self, text: Message) {
        let frame = self.frames().1;
        self.remarks.push((frame, text.clone()));
        self.log.put(remark_line(frame, text));
        self.shown.revision += 1;
    }

    /// Shows the newest frame, and every one that comes.
    pub fn follow_newest(&mut self) {
        self.follows = true;
        self.show_moment(self.newest(), None);
    }

    /// Returns the newest frame in which the shown agent is known.
    fn newest(&self) -> u64 {
        let own = self.past.stretches(self.agent).next_back();
        own.map_or(self.frames().1, Stretch::last_frame)
    }

    /// Shows another agent of the past.
    pub fn show_agent(&mut self, agent: AgentId) {
        if self.agent == agent || !self.past.agents().any(|known| known == agent) {
            return;
        }
        self.agent = agent;
        // Those of this agent's frames are counted anew.
        self.breakpoints = ToldBreakpoints::default();
        self.write_log();
        self.search_again();
        if self.follows {
            self.follow_newest();
        } else {
            self.show_moment(self.shown.frame, None);
        }
    }

    /// Changes how much memory it may take, in bytes.
    pub fn set_limit(&mut self, limit: usize) {
        self.limit = limit;
        self.past.set_limit(limit);
    }

    /// Forgets the oldest frames until all live runs together are within their limit.
    pub fn keep_within_limit(&mut self) {
        self.past.keep_within_limit();
    }

    /// Shows the known frame that is nearest to this one. The last one is followed by what comes.
    pub fn show(&mut self, frame: u64) {
        let (first, last) = self.frames();
        self.follows = frame >= last;
        self.show_moment(frame.clamp(first, last), None);
    }

    /// Shows the next frame, or the end of a partly shown one. Returns whether there is one.
    pub fn step(&mut self) -> bool {
        let next = self.shown.frame + u64::from(self.shown.events.is_none());
        let is_known = next <= self.frames().1;
        if is_known {
            self.show(next);
        }
        is_known
    }

    /// Shows the frame before.
    pub fn step_back(&mut self) {
        self.show(self.shown.frame.saturating_sub(1));
        self.follows = false;
    }

    /// Shows one event more. Returns whether there is one.
    pub fn step_event(&mut self) -> bool {
        let (frame, events) = match self.shown.events {
            Some(events) => (self.shown.frame, events + 1),
            None => (self.shown.frame + 1, 1),
        };
        let is_known = frame <= self.frames().1;
        if is_known {
            self.show_inside(frame, events);
        }
        is_known
    }

    /// Shows one event less.
    pub fn step_event_back(&mut self) {
        let frame = self.shown.frame;
        let happened = self.shown.events;
        match happened.unwrap_or_else(|| self.events_of(frame).len()) {
            0 | 1 => self.step_back(),
            happened => self.show_inside(frame, happened - 1),
        }
    }

    /// Shows a frame after its first `events` events; its end if these are all.
    pub fn show_inside(&mut self, frame: u64, events: usize) {
        let is_part = events < self.events_of(frame).len();
        if is_part {
            self.follows = false;
            self.show_moment(frame, Some(events));
        } else {
            self.show(frame);
        }
    }

    fn show_moment(&mut self, frame: u64, events: Option<usize>) {
        let stretch = self.past.stretch(self.agent, frame);
        let known = stretch.and_then(|stretch| match events {
            Some(events) => stretch.at_event(frame, events),
            None if frame == stretch.last_frame() => Some(stretch.now().clone()),
            None => stretch.at(frame),
        });
        let stacks = stretch.zip(known.as_ref());
        let stacks = stacks.map(|(stretch, known)| stretch.stacks(known));
        let program = self.program_near(frame);
        let nodes = self.trees[program].nodes();
        let all = self.events_of(frame);
        let happened = &all[..events.unwrap_or(all.len())];
        self.shown = Shown {
            frame,
            events,
            program,
            stacks: nodes.stacks(stacks.unwrap_or_default()),
            aborts: nodes.aborts(frame, happened),
            inside: events.map(|events| nodes.inside(self.agent.number(), events, all)),
            known,
            used: None,
            visits: OnceCell::new(),
            revision: self.shown.revision + 1,
        };
        self.update_use();
    }

    /// Returns the number of the program that the agent ran in a frame; in a gap, of the one before it.
    fn program_near(&self, frame: u64) -> usize {
        let number = self.stretch_near(frame).map_or(0, Stretch::program_number);
        number.min(self.trees.len() - 1)
    }

    /// Returns the tree of the shown frame.
    fn tree(&self) -> &TreeOfRun {
        &self.trees[self.shown.program]
    }

    /// Returns the tree whose program a part of the past ran.
    fn tree_of(&self, stretch: &Stretch) -> &TreeOfRun {
        let number = stretch.program_number();
        self.trees.get(number).unwrap_or(&self.trees[0])
    }

    fn nodes(&self) -> ShownNodes<'_> {
        self.tree().nodes()
    }

    /// Returns the part of the past that knows the shown frame; in a gap, the last one that begins before it.
    fn stretch(&self) -> Option<&Stretch> {
        self.stretch_near(self.shown.frame)
    }

    fn stretch_near(&self, frame: u64) -> Option<&Stretch> {
        let known = self.past.stretch(self.agent, frame);
        let before = |stretch: &&Stretch| stretch.first_frame() <= frame;
        known.or_else(|| self.past.stretches(self.agent).rev().find(before))
    }

    fn part(&self, frame: u64) -> Option<&AgentFrame> {
        let record = self.past.stretch(self.agent, frame)?.record(frame)?;
        record.of(self.agent)
    }

    /// Returns the places of a node of the document in the shown tree: one for each use of its tree, those that run first.
    pub fn places_of(&self, id: &NodeId) -> Vec<NodeIndex> {
        let tree = self.tree();
        let mut places: Vec<NodeIndex> = tree.places.of(&tree.program, id).collect();
        let runs = |place: &NodeIndex| {
            self.run_at(*place)
                .is_some_and(|run| run.state.is_running())
        };
        places.sort_by_key(|place| !runs(place));
        places
    }

    fn events_of(&self, frame: u64) -> &[TraceEvent] {
        self.part(frame).map_or(&[], |part| &part.events)
    }

    fn run_at(&self, place: NodeIndex) -> Option<NodeRun> {
        self.shown.known.as_ref()?.runs.get(place)
    }

    /// Returns the known frames of the agent among these, in order.
    fn records(&self, frames: RangeInclusive<u64>) -> impl Iterator<Item = &Arc<FrameRecord>> {
        let stretches = self.past.stretches(self.agent);
        stretches.flat_map(move |stretch| {
            let first = stretch.first_frame().max(*frames.start());
            let last = stretch.last_frame().min(*frames.end());
            (first..=last).filter_map(|frame| stretch.record(frame))
        })
    }

    /// Writes the log anew: what was told beside the events, and what happened in each frame.
    fn write_log(&mut self) {
        self.log.clear();
        for (frame, text) in &self.remarks {
            self.log.put(remark_line(*frame, text.clone()));
        }
        self.logged = None;
        self.log_frames();
    }

    /// Adds what happened in the frames of the agent that came since.
    fn log_frames(&mut self) {
        let frames = self.logged.map_or(0, |logged| logged + 1)..=u64::MAX;
        let mut lines = Vec::new();
        for record in self.records(frames) {
            let Some(part) = record.of(self.agent) else {
                continue;
            };
            let tree = self.trees.get(part.program).unwrap_or(&self.trees[0]);
            lines.extend(tree.log_lines(record, part));
            lines.extend(end_line(record.frame, part, 0));
        }
        for line in lines {
            self.log.put(line);
        }
        let own = self.past.stretches(self.agent);
        self.logged = own.map(Stretch::last_frame).next_back();
    }

    /// Ends it. Its past may consist of hundreds of megabytes in small allocations, and is freed on a background thread.
    pub fn end(self) {
        drop_in_background((self.past, self.log, self.search));
    }
}

fn remark_line(frame: u64, text: Message) -> LogEntry {
    LogEntry {
        frame,
        events: usize::MAX,
        kind: LogKind::Run,
        agent: None,
        tree: 0,
        node: None,
        text,
    }
}

impl RunView for ToldRun {
    fn verbs(&self) -> Option<Verbs> {
        let why_over = match self.kind {
            SourceKind::Robot => "obstacle.told_run",
            SourceKind::Game => "obstacle.game_past",
        };
        let live = self.live.as_ref();
        Some(live.map_or(Verbs::none(why_over), |live| live.verbs))
    }

    fn follows_newest(&self) -> Option<bool> {
        let live = self.live.as_ref()?;
        (!live.is_over()).then_some(self.follows)
    }

    fn left(&self) -> Option<u64> {
        self.live.as_ref()?.left
    }

    fn known_seconds(&self) -> Option<f64> {
        self.live.as_ref()?;
        known_seconds(&self.past, self.agent)
    }

    fn is_known(&self, id: &NodeId) -> bool {
        let run_at = |place| self.run_at(place);
        self.nodes().run_of(id, &run_at).is_some()
    }

    fn knows_variables(&self) -> bool {
        let known = self.shown.known.as_ref();
        known.is_some_and(|known| known.variables().next().is_some())
    }

    fn state(&self) -> RunState {
        let is_last = self.frame() == self.frames().1;
        match (self.status(), &self.live) {
            (_, Some(live)) if live.goes_on() && self.follows => RunState::Running,
            (Some(status), None) if status != Status::Running && is_last => {
                RunState::Finished(status)
            }
            _ => RunState::Paused,
        }
    }

    fn status(&self) -> Option<Status> {
        Some(self.part(self.frame())?.status)
    }

    fn ran_earlier_tree(&self, revision: u64) -> bool {
        revision != self.tree().revision
    }

    fn version_starts(&self) -> Vec<u64> {
        self.find_version_starts()
    }

    fn frame(&self) -> u64 {
        self.shown.frame
    }

    fn stop(&self) -> Option<&StopView> {
        // What is shown inside of the newest frame is where it waits.
        let is_newest = self.follows || self.frame() == self.frames().1;
        let live = self.live.as_ref().filter(|_| is_newest)?;
        live.stop.as_ref()
    }

    fn frames(&self) -> (u64, u64) {
        self.past.frames().unwrap_or_default()
    }

    fn inside(&self) -> Option<&InsideView> {
        self.shown.inside.as_ref()
    }

    fn memory(&self) -> (usize, usize) {
        (self.past.bytes(), self.limit)
    }

    fn agent(&self) -> u64 {
        self.agent.number()
    }

    fn document_of(&self, tree: usize) -> Option<DocumentId> {
        (tree == 0).then_some(self.document)
    }

    fn history_of(&self, agent: u64) -> Option<&RunHistory> {
        (agent == self.agent.number()).then(|| self.history())
    }

    fn time(&self) -> f64 {
        let known = self.shown.known.as_ref();
        known.map_or_else(|| self.time_of(self.frame()), |known| known.time)
    }

    fn time_of(&self, frame: u64) -> f64 {
        // All agents are in the same game, and have its time.
        let others = self.past.agents().filter(|agent| *agent != self.agent);
        let mut stretches = std::iter::once(self.agent)
            .chain(others)
            .filter_map(|agent| self.past.stretch(agent, frame));
        let known = stretches.next().map(Stretch::history);
        known.unwrap_or_else(|| self.history()).time(frame)
    }

    fn node(&self, id: &NodeId) -> NodeRun {
        let run_at = |place| self.run_at(place);
        self.nodes().run_of(id, &run_at).unwrap_or_default()
    }

    fn places(&self) -> Option<&Arc<Program<()>>> {
        let tree = self.tree();
        (!tree.places.has_subtree_nodes()).then_some(&tree.program)
    }

    fn node_of(&self, place: NodeIndex) -> Option<ShownNode> {
        (place.get() < self.tree().program.len()).then(|| self.nodes().shown_node(place))
    }

    fn node_at(&self, place: NodeIndex) -> NodeRun {
        self.run_at(place).unwrap_or_default()
    }

    fn can_force(&self, _id: &NodeId) -> bool {
        let verbs = self.live.as_ref().map(|live| live.verbs);
        self.follows && verbs.is_some_and(|verbs| verbs.check(Verb::Force).is_ok())
    }

    fn can_force_parents(&self) -> bool {
        // A robot takes any result from the hook of a node.
        let kind = self.live.as_ref().map(|live| live.kind);
        kind == Some(SourceKind::Robot)
    }

    fn stacks(&self) -> &[Vec<NodeId>] {
        &self.shown.stacks
    }

    fn uses(&self) -> Vec<UseView> {
        self.all_uses()
    }

    fn has_uses(&self) -> bool {
        !self.tree().places.uses().is_empty()
    }

    fn shown_use(&self) -> Option<&UseView> {
        self.shown.used.as_ref()
    }

    fn is_use_chosen(&self) -> bool {
        self.chosen_use().is_some()
    }

    fn name_in_run<'a>(&'a self, name: &'a str) -> Cow<'a, str> {
        self.name_in_use(name)
    }

    fn variable(&self, name: &str) -> Option<&Value> {
        self.shown.known.as_ref()?.variable(&self.name_in_use(name))
    }

    fn variable_written(&self, name: &str) -> Option<u64> {
        let name = self.name_in_use(name);
        self.stretch()?.written(&name, self.frame())
    }

    fn aborts(&self) -> &[AbortView] {
        &self.shown.aborts
    }

    fn log(&self) -> &[LogEntry] {
        let events = self.shown.events.unwrap_or(usize::MAX);
        self.log.until((self.frame(), events))
    }

    fn whole_log(&self) -> &[LogEntry] {
        self.log.lines()
    }

    fn log_revision(&self) -> u64 {
        self.log.rewritten
    }

    fn moment(&self) -> u64 {
        self.shown.revision
    }

    fn observers(&self) -> ObserversView {
        let frame = self.shown.frame;
        let frame = if self.shown.inside.is_some() {
            frame.saturating_sub(1)
        } else {
            frame
        };
        let stretch = self.past.stretch(self.agent, frame);
        let known = stretch.and_then(|stretch| Some((stretch, stretch.at(frame)?)));
        let Some((stretch, known)) = known else {
            return ObserversView::default();
        };
        let (observed, idle) = stretch.observers(&known);
        self.tree_of(stretch)
            .nodes()
            .observers(observed.into_iter(), idle.into_iter())
    }

    fn why(&self, node: &NodeId, name: &dyn Fn(&NodeId) -> String) -> Vec<Reason> {
        self.reasons(node, name)
    }

    fn why_further(&self, reason: &Reason, name: &dyn Fn(&NodeId) -> String) -> Vec<Reason> {
        self.further_reasons(reason, name)
    }

    fn why_logged(&self, line: &LogEntry, name: &dyn Fn(&NodeId) -> String) -> Vec<Reason> {
        self.reasons_of_logged(line, name)
    }

    fn breakpoint_hits(&self, place: usize) -> u64 {
        let live = self.live.as_ref();
        match live.and_then(|live| live.pauses.as_ref()) {
            Some(pauses) => pauses.get(&place).copied().unwrap_or_default(),
            None => self.breakpoints.hits(place),
        }
    }

    fn lanes(&self) -> &[LaneView] {
        self.tree().lanes.list()
    }

    fn history(&self) -> &RunHistory {
        self.stretch().map_or(&self.nothing, Stretch::history)
    }

    fn visits(&self) -> Visits {
        let visits_of = |place| self.run_at(place).map_or(0, |run| run.visits);
        let count = || {
            let tree = self.tree();
            let has_subtree_nodes = tree.places.has_subtree_nodes();
            tree.lanes.count_visits(&visits_of, has_subtree_nodes)
        };
        *self.shown.visits.get_or_init(count)
    }

    fn profile(&self) -> Option<&RunProfile> {
        self.tree().profile.as_ref()
    }

    fn found(&self) -> Option<&FoundFrames> {
        self.search.found()
    }

    fn search_fault(&self) -> Option<&ExpressionError> {
        self.search.fault()
    }

    fn count_of(&self, sought: &Sought) -> usize {
        self.count_frames(sought)
    }
}

#[cfg(test)]
mod tests;
