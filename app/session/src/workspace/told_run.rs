//! A run that is known only by what was told of it, such as the log of a robot: what panels see of it, and which moment they see. It cannot be run
//! on, run again or changed, begins somewhere, and says "not known" of what it was not told. All frames that are known are those of one program.
//! Knows neither files nor who told it.

mod breakpoints;
mod explaining;
mod finding;

use std::cell::OnceCell;
use std::sync::Arc;

use treewright_core::compile::Origins;
use treewright_core::expression::ExpressionError;
use treewright_core::ids::NodeId;
use treewright_core::runtime::{AgentId, NodeIndex, Status};
use treewright_core::trace::TraceEvent;
use treewright_core::value::Value;
use treewright_core::{Message, Program};
use treewright_insight::history::RunHistory;
use treewright_insight::occurrence::Sought;
use treewright_insight::recording::AgentFrame;
use treewright_insight::told_past::{KnownState, Stretch, ToldPast};

use self::breakpoints::ToldBreakpoints;
use self::finding::ToldSearch;
use super::node_mapping::NodeMapping;
use super::open_document::DocumentId;
use super::run_log::RunLog;
use super::run_session::end_line;
use super::run_view::{
    AbortView, FoundFrames, InsideView, LaneView, LogEntry, LogKind, NodeRun, Reason, RunState,
    RunView, Visits,
};
use super::shown_nodes::ShownNodes;
use super::tree_lanes::TreeLanes;
use crate::host::background_drop::drop_in_background;

/// The tree of a told run.
pub struct ToldTree {
    /// The open document that shows it.
    pub document: DocumentId,
    /// The run revision of the document that is the state of the program.
    pub revision: u64,
    pub program: Arc<Program<()>>,
    pub origins: Origins,
}

/// A run that was told.
pub struct ToldRun {
    past: ToldPast,
    agent: AgentId,
    document: DocumentId,
    revision: u64,
    program: Arc<Program<()>>,
    places: NodeMapping,
    lanes: TreeLanes,
    /// The history where no frame is known.
    nothing: RunHistory,
    memory: (usize, usize),
    shown: Shown,
    /// What was told beside the events of the run, as lines before its first frame.
    remarks: Vec<Message>,
    log: RunLog,
    search: ToldSearch,
    breakpoints: ToldBreakpoints,
}

/// The shown moment.
#[derive(Default)]
struct Shown {
    frame: u64,
    /// How many events of the frame have happened; `None` at its end.
    events: Option<usize>,
    /// `None` in a gap.
    known: Option<KnownState>,
    stacks: Vec<Vec<NodeId>>,
    aborts: Vec<AbortView>,
    inside: Option<InsideView>,
    /// Counted when they are shown.
    visits: OnceCell<Visits>,
    /// Increases whenever another moment is shown.
    revision: u64,
}

impl ToldRun {
    /// Shows the last frame of an agent's past, which takes at most `limit` bytes. `remarks` are lines of the log that precede its first frame.
    pub fn new(
        tree: ToldTree,
        (past, agent): (ToldPast, AgentId),
        limit: usize,
        remarks: Vec<Message>,
    ) -> Self {
        let places = NodeMapping::new(&tree.program, tree.origins);
        let mut run = Self {
            memory: (past.bytes(), limit),
            lanes: TreeLanes::of(0, &tree.program, &places),
            nothing: RunHistory::new(&tree.program),
            document: tree.document,
            revision: tree.revision,
            program: tree.program,
            past,
            agent,
            places,
            shown: Shown::default(),
            remarks,
            log: RunLog::default(),
            search: ToldSearch::default(),
            breakpoints: ToldBreakpoints::default(),
        };
        run.write_log(Vec::new());
        run.show(u64::MAX);
        run
    }

    /// Shows the known frame that is nearest to this one.
    pub fn show(&mut self, frame: u64) {
        let (first, last) = self.frames();
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
            self.show_moment(frame, Some(events));
        } else {
            self.show(frame);
        }
    }

    fn show_moment(&mut self, frame: u64, events: Option<usize>) {
        let stretch = self.past.stretch(self.agent, frame);
        let known = stretch.and_then(|stretch| match events {
            Some(events) => stretch.at_event(frame, events),
            None => stretch.at(frame),
        });
        let nodes = self.nodes();
        let stacks = stretch.zip(known.as_ref());
        let stacks = stacks.map(|(stretch, known)| nodes.stacks(stretch.stacks(known)));
        let all = self.events_of(frame);
        let happened = &all[..events.unwrap_or(all.len())];
        self.shown = Shown {
            frame,
            events,
            stacks: stacks.unwrap_or_default(),
            aborts: nodes.aborts(frame, happened),
            inside: events.map(|events| nodes.inside(self.agent.number(), events, all)),
            known,
            visits: OnceCell::new(),
            revision: self.shown.revision + 1,
        };
    }

    fn nodes(&self) -> ShownNodes<'_> {
        ShownNodes {
            program: &self.program,
            places: &self.places,
        }
    }

    /// Returns the part of the past that knows the shown frame; in a gap, the last one that begins before it.
    fn stretch(&self) -> Option<&Stretch> {
        let known = self.past.stretch(self.agent, self.shown.frame);
        let before = |stretch: &&Stretch| stretch.first_frame() <= self.shown.frame;
        known.or_else(|| self.past.stretches(self.agent).rev().find(before))
    }

    fn part(&self, frame: u64) -> Option<&AgentFrame> {
        let record = self.past.stretch(self.agent, frame)?.record(frame)?;
        record.of(self.agent)
    }

    fn events_of(&self, frame: u64) -> &[TraceEvent] {
        self.part(frame).map_or(&[], |part| &part.events)
    }

    fn run_at(&self, place: NodeIndex) -> Option<NodeRun> {
        self.shown.known.as_ref()?.runs.get(place)
    }

    /// Writes the log: what was told beside the events, the ends of the tree, and these lines.
    fn write_log(&mut self, lines: Vec<LogEntry>) {
        let first = self.frames().0;
        let mut log = std::mem::take(&mut self.log);
        log.clear();
        for text in &self.remarks {
            log.put(LogEntry {
                frame: first,
                events: usize::MAX,
                kind: LogKind::Run,
                agent: None,
                tree: 0,
                node: None,
                text: text.clone(),
            });
        }
        let records = self.past.stretches(self.agent).flat_map(|stretch| {
            (stretch.first_frame()..=stretch.last_frame()).filter_map(|frame| stretch.record(frame))
        });
        let ends = records.filter_map(|record| end_line(record.frame, record.of(self.agent)?, 0));
        for line in ends.chain(lines) {
            log.put(line);
        }
        self.log = log;
    }

    /// Ends it. Its past may consist of hundreds of megabytes in small allocations, and is freed on a background thread.
    pub fn end(self) {
        drop_in_background((self.past, self.log, self.search));
    }
}

impl RunView for ToldRun {
    fn is_told(&self) -> bool {
        true
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
        match self.status() {
            Some(status) if status != Status::Running && self.frame() == self.frames().1 => {
                RunState::Finished(status)
            }
            _ => RunState::Paused,
        }
    }

    fn status(&self) -> Option<Status> {
        Some(self.part(self.frame())?.status)
    }

    fn ran_earlier_tree(&self, revision: u64) -> bool {
        revision != self.revision
    }

    fn frame(&self) -> u64 {
        self.shown.frame
    }

    fn frames(&self) -> (u64, u64) {
        self.past.frames().unwrap_or_default()
    }

    fn inside(&self) -> Option<&InsideView> {
        self.shown.inside.as_ref()
    }

    fn memory(&self) -> (usize, usize) {
        self.memory
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

    fn node(&self, id: &NodeId) -> NodeRun {
        let run_at = |place| self.run_at(place);
        self.nodes().run_of(id, &run_at).unwrap_or_default()
    }

    fn places(&self) -> Option<&Arc<Program<()>>> {
        (!self.places.has_subtree_nodes()).then_some(&self.program)
    }

    fn node_of(&self, place: NodeIndex) -> Option<NodeId> {
        (place.get() < self.program.len()).then(|| self.nodes().shown(place))
    }

    fn node_at(&self, place: NodeIndex) -> NodeRun {
        self.run_at(place).unwrap_or_default()
    }

    fn can_force(&self, _id: &NodeId) -> bool {
        false
    }

    fn stacks(&self) -> &[Vec<NodeId>] {
        &self.shown.stacks
    }

    fn variable(&self, name: &str) -> Option<&Value> {
        self.shown.known.as_ref()?.variable(name)
    }

    fn variable_written(&self, name: &str) -> Option<u64> {
        self.stretch()?.written(name, self.frame())
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
        self.breakpoints.hits(place)
    }

    fn lanes(&self) -> &[LaneView] {
        self.lanes.list()
    }

    fn history(&self) -> &RunHistory {
        self.stretch().map_or(&self.nothing, Stretch::history)
    }

    fn visits(&self) -> Visits {
        let visits_of = |place| self.run_at(place).map_or(0, |run| run.visits);
        let count = || {
            let has_subtree_nodes = self.places.has_subtree_nodes();
            self.lanes.count_visits(&visits_of, has_subtree_nodes)
        };
        *self.shown.visits.get_or_init(count)
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
