//! A run by node and by variable instead of by frame: when each node ran and how it ended, its messages, and the changes of each
//! variable with their origins. Built frame by frame, so that a view over thousands of frames need not read their events. Plain
//! data; knows no drawing.

use std::sync::Arc;
use treewright_core::runtime::{AgentId, EndStatus, NodeIndex, World};

use rustc_hash::FxHashMap;
use treewright_core::ids::NodeId;
use treewright_core::trace::{BesideEvent, FrameData, Keyframe, TraceEvent, Write};
use treewright_core::value::Value;
use treewright_core::{Message, Program};

use super::NodeState;
use super::changes::{Change, DataSeries, ValueSource, VariableChanges};
use super::tail::{ChunkedList, ChunkedSlice};

/// A period in which a node ran, or a series of frames in each of which it started and ended with the same status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// The frame in which it started; for a series, the first one.
    pub from: u32,
    /// The frame in which it ended; for a series, the last one. While the node runs, the frame in which it started.
    pub to: u32,
    /// How it ended; Running while it runs.
    pub end: NodeState,
    /// Whether it is a series: the node started and ended in each frame.
    pub is_series: bool,
}

impl Span {
    /// Returns whether the node still runs.
    pub fn is_open(&self) -> bool {
        self.end == NodeState::Running
    }

    /// Returns the last frame of the span, in a run whose current frame is `now`.
    pub fn last(&self, now: u32) -> u32 {
        if self.is_open() {
            now.max(self.from)
        } else {
            self.to
        }
    }
}

/// An event of a node other than running.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoteKind {
    /// The node is a conditional that fired an abort.
    Abort,
    /// It logged a message.
    Log(Arc<str>),
    /// It set a mark.
    Mark(Arc<str>),
    /// It reported an error.
    Error(Message),
    /// It changed this variable.
    Change(Arc<str>),
    /// The background tree that it runs was started, or ended with this status.
    BackgroundTree {
        /// The name of the tree.
        tree: Arc<str>,
        /// How it ended; `None` where it was started.
        ended: Option<EndStatus>,
    },
}

/// An event of a node other than running, with its frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeNote {
    /// The frame of the event.
    pub frame: u32,
    /// The kind of event.
    pub kind: NoteKind,
}

/// The history of a node.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NodeHistory {
    /// When it ran, in order.
    pub spans: ChunkedList<Span>,
    /// Its other events, in order.
    pub notes: ChunkedList<NodeNote>,
}

/// A run by node and by variable.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RunHistory {
    /// The last forgotten frame.
    forgotten: u64,
    /// The game time in seconds at the end of each stored frame; the first entry belongs to the last forgotten frame.
    times: ChunkedList<f64>,
    lanes: Vec<NodeHistory>,
    /// The histories of nodes that are not in the current program; they may return.
    gone: FxHashMap<NodeId, NodeHistory>,
    /// The number of running nodes.
    open: usize,
    variables: FxHashMap<Arc<str>, VariableChanges>,
    /// The data that tasks attached to frames, by name.
    data: FxHashMap<Arc<str>, DataSeries>,
    /// The frames with errors, and the nodes that reported them; `None` for a node of a background tree.
    errors: ChunkedList<(u32, Option<NodeId>)>,
    /// The frames in which background trees were started or ended, and their names.
    background: ChunkedList<(u32, Arc<str>)>,
}

impl RunHistory {
    /// Creates the history of a run before its first frame.
    pub fn new<W: World + ?Sized>(program: &Program<W>) -> Self {
        let declared = program.tree_variables().iter();
        let declared = declared.chain(program.global_variables());
        let first = |variable: &treewright_core::runtime::ProgramVariable| {
            VariableChanges::from_iter([Change {
                frame: 0,
                value: variable.initial.clone(),
                by: ValueSource::Declaration,
            }])
        };
        Self {
            forgotten: 0,
            times: ChunkedList::from_iter([0.0]),
            lanes: program.indices().map(|_| NodeHistory::default()).collect(),
            gone: FxHashMap::default(),
            open: 0,
            variables: declared.map(|v| (v.name.clone(), first(v))).collect(),
            data: FxHashMap::default(),
            errors: ChunkedList::new(),
            background: ChunkedList::new(),
        }
    }

    /// Creates the history of an agent that joins this run at `frame`: nothing has happened to it yet.
    #[must_use]
    pub fn joining<W: World + ?Sized>(&self, program: &Program<W>, frame: u64) -> Self {
        let known = self.times.part(0..(frame - self.forgotten) as usize);
        Self {
            forgotten: self.forgotten,
            times: known.iter().copied().collect(),
            ..Self::new(program)
        }
    }

    /// Creates the history of a run whose frames up to this one are unknown.
    pub fn beginning_after<W: World + ?Sized>(program: &Program<W>, frame: u64) -> Self {
        Self {
            forgotten: frame,
            ..Self::new(program)
        }
    }

    /// Creates the history of a run whose frames up to this one are unknown, except for what the tree does after it: the
    /// keyframe. `time` is the game time then, in seconds.
    ///
    /// A node that runs already has a span from its start on or, if that is not known, from this frame on. Of variables, only the
    /// values in the keyframe are known, with this origin.
    pub fn beginning_with<W: World + ?Sized>(
        program: &Program<W>,
        (frame, time): (u64, f64),
        keyframe: &Keyframe,
        by: &ValueSource,
    ) -> Self {
        let mut history = Self {
            times: ChunkedList::from_iter([time]),
            variables: FxHashMap::default(),
            ..Self::beginning_after(program, frame)
        };
        for running in &keyframe.running {
            if let Some(lane) = history.lanes.get_mut(running.node.get()) {
                lane.start(running.since.unwrap_or(frame).min(frame) as u32);
                history.open += 1;
            }
        }
        for (name, value) in &keyframe.variables {
            let known = VariableChanges::from_iter([Change {
                frame: frame as u32,
                value: value.clone(),
                by: by.clone(),
            }]);
            history.variables.insert(name.clone(), known);
        }
        history
    }

    /// Returns the last stored frame.
    pub fn last_frame(&self) -> u64 {
        self.forgotten + self.times.len().saturating_sub(1) as u64
    }

    /// Returns the first stored frame; one more than the last if there is none.
    pub fn first_frame(&self) -> u64 {
        self.forgotten + 1
    }

    /// Returns the game time in seconds at the end of a frame, or of the nearest stored frame.
    pub fn time(&self, frame: u64) -> f64 {
        let place = frame.saturating_sub(self.forgotten) as usize;
        let known = self.times.get(place).or(self.times.last());
        known.copied().unwrap_or_default()
    }

    /// Returns the history of a node.
    pub fn lane(&self, node: NodeIndex) -> Option<&NodeHistory> {
        self.lanes.get(node.get())
    }

    /// Returns the history of the node with this id, even if the current program no longer contains it. `program` must be the
    /// current program.
    pub fn lane_of<W: World + ?Sized>(
        &self,
        program: &Program<W>,
        id: &NodeId,
    ) -> Option<&NodeHistory> {
        match program.index(id) {
            Some(node) => self.lane(node),
            None => self.gone.get(id),
        }
    }

    /// Returns the changes of a variable, in order; the first entry is the value before.
    pub fn changes(&self, variable: &str) -> &VariableChanges {
        static NONE: VariableChanges = VariableChanges::new();
        self.variables.get(variable).unwrap_or(&NONE)
    }

    /// Returns the data of this name that tasks attached to frames.
    pub fn data(&self, name: &str) -> Option<&DataSeries> {
        self.data.get(name)
    }

    /// Returns the names of attached data, sorted.
    pub fn data_names(&self) -> Vec<&Arc<str>> {
        let mut names: Vec<_> = self.data.keys().collect();
        names.sort();
        names
    }

    /// Adds the data that tasks attached to the last frame.
    pub fn note_data<W: World + ?Sized>(&mut self, program: &Program<W>, data: &FrameData) {
        let frame = self.last_frame() as u32;
        for datum in &data.list {
            let by = match datum.node {
                Some(node) => ValueSource::Node(program.id(node).clone()),
                None => ValueSource::Background,
            };
            let series = self.data.entry(datum.name.clone());
            series.or_insert_with(DataSeries::new).push(Change {
                frame,
                value: datum.value.clone(),
                by,
            });
        }
    }

    /// Returns the frames with errors in order, and the nodes that reported them; `None` for a node of a background tree.
    pub fn errors(&self) -> &ChunkedList<(u32, Option<NodeId>)> {
        &self.errors
    }

    /// Returns the last frame up to `until` in which a background tree was started or ended.
    pub fn last_of_background_tree(&self, tree: &str, until: u64) -> Option<u64> {
        let all = self.background.all();
        let known = all.partition_point(|(frame, _)| u64::from(*frame) <= until);
        let mut before = (0..known).rev().filter_map(|at| all.get(at));
        let found = before.find(|(_, name)| **name == *tree);
        found.map(|(frame, _)| u64::from(*frame))
    }

    /// Adds the next frame: its end in seconds of game time, its events and its writes.
    pub fn note<W: World + ?Sized>(
        &mut self,
        program: &Program<W>,
        time: f64,
        events: &[TraceEvent],
        writes: &[Write],
    ) {
        self.times.push(time);
        let frame = self.last_frame() as u32;
        for event in events {
            self.note_event(program, frame, event);
        }
        for write in writes {
            let by = match write.node {
                Some(node) => ValueSource::Node(program.id(node).clone()),
                None => ValueSource::Background,
            };
            if self.note_value(frame, &write.variable, write.value.clone(), by)
                && let Some(node) = write.node
            {
                self.add_note(node, frame, NoteKind::Change(write.variable.clone()));
            }
        }
    }

    /// Records a write before the next frame by something else than a node of this tree. It counts from that frame on.
    pub fn note_outside(&mut self, variable: &Arc<str>, value: Value, by: ValueSource) {
        let frame = self.last_frame() as u32 + 1;
        self.note_value(frame, variable, value, by);
    }

    /// Records that another agent wrote a shared variable in this frame, which may be stored already.
    pub fn note_other(&mut self, frame: u64, by: AgentId, variable: &Arc<str>, value: Value) {
        self.note_value(frame as u32, variable, value, ValueSource::Agent(by));
    }

    fn note_event<W: World + ?Sized>(
        &mut self,
        program: &Program<W>,
        frame: u32,
        event: &TraceEvent,
    ) {
        match event {
            TraceEvent::Start(node) => {
                // A run that restarts with another program reports no ends.
                if node.get() == 0 && self.open > 0 {
                    self.interrupt(frame.saturating_sub(1));
                }
                if let Some(lane) = self.lanes.get_mut(node.get()) {
                    lane.start(frame);
                    self.open += 1;
                }
            }
            TraceEvent::End(node, status) => {
                if let Some(lane) = self.lanes.get_mut(node.get()) {
                    self.open -= usize::from(lane.runs());
                    lane.end(frame, NodeState::from(*status));
                }
            }
            TraceEvent::Abort { conditional, .. } => {
                self.add_note(*conditional, frame, NoteKind::Abort);
            }
            TraceEvent::Log(node, text) => self.add_note(*node, frame, NoteKind::Log(text.clone())),
            TraceEvent::Mark(node, text) => {
                self.add_note(*node, frame, NoteKind::Mark(text.clone()));
            }
            TraceEvent::Error(node, text) => {
                self.add_note(*node, frame, NoteKind::Error(text.clone()));
                self.errors.push((frame, Some(program.id(*node).clone())));
            }
            TraceEvent::Beside(report) => self.note_background(program, frame, report),
            TraceEvent::Update(..) | TraceEvent::Check(..) => {}
        }
    }

    fn note_background<W: World + ?Sized>(
        &mut self,
        program: &Program<W>,
        frame: u32,
        (tree, what): &(Arc<str>, BesideEvent),
    ) {
        let ended = match what {
            BesideEvent::Started => None,
            BesideEvent::Ended(status) => Some(*status),
            BesideEvent::Error(_) => return self.errors.push((frame, None)),
            BesideEvent::Log(_) | BesideEvent::Mark(_) => return,
        };
        self.background.push((frame, tree.clone()));
        let runs_it = |node: &NodeIndex| {
            program.task(*node) == "RunTree" && program.concerned_tree(*node) == Some(tree)
        };
        for node in program.indices().filter(runs_it) {
            let tree = tree.clone();
            self.add_note(node, frame, NoteKind::BackgroundTree { tree, ended });
        }
    }

    /// Records that all running nodes were interrupted at the end of this frame, because the agent was removed.
    pub fn interrupt(&mut self, frame: u32) {
        if self.open == 0 {
            return;
        }
        self.open = 0;
        for lane in self.lanes.iter_mut().chain(self.gone.values_mut()) {
            if let Some(span) = lane.spans.last_mut().filter(|span| span.is_open()) {
                span.to = frame.max(span.from);
                span.end = NodeState::Interrupted;
            }
        }
    }

    fn add_note(&mut self, node: NodeIndex, frame: u32, kind: NoteKind) {
        if let Some(lane) = self.lanes.get_mut(node.get()) {
            lane.notes.push(NodeNote { frame, kind });
        }
    }

    /// Returns whether the value differs from the one before.
    fn note_value(
        &mut self,
        frame: u32,
        variable: &Arc<str>,
        value: Value,
        by: ValueSource,
    ) -> bool {
        let changes = self.variables.entry(variable.clone());
        let changes = changes.or_insert_with(VariableChanges::new);
        if changes.last().is_some_and(|last| last.value == value) {
            return false;
        }
        changes.push(Change { frame, value, by });
        true
    }

    /// Continues the changes of a variable under another name.
    pub fn rename_variable(&mut self, from: &str, to: &Arc<str>) {
        let Some(mut changes) = self.variables.remove(from) else {
            return;
        };
        if let Some(under_new_name) = self.variables.remove(to) {
            for change in under_new_name.all().iter() {
                changes.push(change.clone());
            }
        }
        self.variables.insert(to.clone(), changes);
    }

    /// Forgets the frames after this one, because the run branches there.
    pub fn cut(&mut self, after: u64) {
        let after = after.max(self.forgotten);
        self.times.truncate((after - self.forgotten) as usize + 1);
        let after = after as u32;
        for lane in self.lanes.iter_mut().chain(self.gone.values_mut()) {
            lane.cut(after);
        }
        let lanes = self.lanes.iter().chain(self.gone.values());
        self.open = lanes.filter(|lane| lane.runs()).count();
        self.gone.retain(|_, lane| !lane.is_empty());
        for changes in self.variables.values_mut() {
            changes.truncate(changes.partition_point(|change| change.frame <= after));
        }
        for series in self.data.values_mut() {
            series.cut(after);
        }
        self.data.retain(|_, series| !series.is_empty());
        let errors = &mut self.errors;
        errors.truncate(errors.partition_point(|(frame, _)| *frame <= after));
        let background = &mut self.background;
        background.truncate(background.partition_point(|(frame, _)| *frame <= after));
    }

    /// Forgets the frames up to this one. The values of variables at that frame stay known.
    pub fn forget(&mut self, until: u64) {
        let until = until.min(self.last_frame());
        let Some(count) = until.checked_sub(self.forgotten).filter(|n| *n > 0) else {
            return;
        };
        self.times.forget(count as usize);
        self.forgotten = until;
        let until = until as u32;
        for lane in self.lanes.iter_mut().chain(self.gone.values_mut()) {
            lane.forget(until);
        }
        self.gone.retain(|_, lane| !lane.is_empty());
        for changes in self.variables.values_mut() {
            let known = changes.partition_point(|change| change.frame <= until);
            changes.forget(known.saturating_sub(1));
        }
        for series in self.data.values_mut() {
            series.forget(until);
        }
        self.data.retain(|_, series| !series.is_empty());
        let errors = &mut self.errors;
        errors.forget(errors.partition_point(|(frame, _)| *frame <= until));
        let background = &mut self.background;
        background.forget(background.partition_point(|(frame, _)| *frame <= until));
    }

    /// Continues with another program. Histories of nodes are moved by their ids.
    pub fn swap<W: World + ?Sized>(&mut self, old: &Program<W>, new: &Program<W>) {
        let mut before = std::mem::take(&mut self.lanes);
        for (node, lane) in old.indices().zip(&mut before) {
            if new.index(old.id(node)).is_none() && !lane.is_empty() {
                self.gone.insert(old.id(node).clone(), std::mem::take(lane));
            }
        }
        let lane = |node| {
            let id = new.id(node);
            let kept = old.index(id).and_then(|node| before.get_mut(node.get()));
            let back = || self.gone.remove(id);
            kept.map(std::mem::take).or_else(back).unwrap_or_default()
        };
        self.lanes = new.indices().map(lane).collect();
    }

    /// Estimates the memory in bytes.
    pub fn memory(&self) -> usize {
        let lanes = self.lanes.iter().chain(self.gone.values());
        let lanes = lanes.map(|lane| lane.spans.memory() + lane.notes.memory());
        let changes = self.variables.values().map(VariableChanges::memory);
        size_of::<Self>()
            + self.times.memory()
            + self.errors.memory()
            + self.background.memory()
            + (self.lanes.capacity() + self.gone.capacity()) * size_of::<NodeHistory>()
            + lanes.sum::<usize>()
            + changes.sum::<usize>()
            + self.data.values().map(DataSeries::memory).sum::<usize>()
    }
}

impl NodeHistory {
    /// Returns the spans that overlap these frames, both included, in a run whose current frame is `now`.
    pub fn between(&self, from: u32, to: u32) -> ChunkedSlice<'_, Span> {
        let spans = self.spans.all();
        let first = spans.partition_point(|span| !span.is_open() && span.to < from);
        let later = spans.after(first);
        later.up_to(later.partition_point(|span| span.from <= to))
    }

    /// Returns the events of these frames, both included.
    pub fn notes_between(&self, from: u32, to: u32) -> ChunkedSlice<'_, NodeNote> {
        let notes = self.notes.all();
        let later = notes.after(notes.partition_point(|note| note.frame < from));
        later.up_to(later.partition_point(|note| note.frame <= to))
    }

    fn runs(&self) -> bool {
        self.spans.last().is_some_and(Span::is_open)
    }

    fn is_empty(&self) -> bool {
        self.spans.is_empty() && self.notes.is_empty()
    }

    /// Returns the last frame up to this one in which the node started or ended.
    pub fn last_event(&self, until: u64) -> Option<u64> {
        let until = u32::try_from(until).unwrap_or(u32::MAX);
        let begun = self.spans.partition_point(|span| span.from <= until);
        let span = self.spans.get(begun.checked_sub(1)?)?;
        Some(u64::from(if span.is_series {
            span.to.min(until)
        } else if span.is_open() || span.to > until {
            span.from
        } else {
            span.to
        }))
    }

    fn start(&mut self, frame: u32) {
        self.spans.push(Span {
            from: frame,
            to: frame,
            end: NodeState::Running,
            is_series: false,
        });
    }

    fn end(&mut self, frame: u32, end: NodeState) {
        let Some(mut span) = self.spans.pop() else {
            return;
        };
        if !span.is_open() {
            // It ended without a recorded start, which no run does.
            self.spans.push(span);
            return;
        }
        span.to = frame;
        span.end = end;
        span.is_series = span.from == frame;
        // Merge into a series, so that a node that repeats itself each frame takes no more memory than a running one.
        match self.spans.last_mut() {
            Some(before)
                if before.is_series
                    && span.is_series
                    && before.end == end
                    && before.to + 1 >= frame =>
            {
                before.to = frame;
            }
            _ => self.spans.push(span),
        }
    }

    fn cut(&mut self, after: u32) {
        self.spans
            .truncate(self.spans.partition_point(|span| span.from <= after));
        if let Some(last) = self.spans.last_mut()
            && last.to > after
        {
            if last.is_series {
                last.to = after;
            } else {
                last.to = last.from;
                last.end = NodeState::Running;
            }
        }
        self.notes
            .truncate(self.notes.partition_point(|note| note.frame <= after));
    }

    fn forget(&mut self, until: u32) {
        let gone = self
            .spans
            .partition_point(|span| !span.is_open() && span.to <= until);
        self.spans.forget(gone);
        let gone = self.notes.partition_point(|note| note.frame <= until);
        self.notes.forget(gone);
    }
}

#[cfg(test)]
mod tests;
