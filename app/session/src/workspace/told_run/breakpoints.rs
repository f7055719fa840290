//! Where breakpoints would have stopped a run that was told: how often each was hit, and the lines of the log about it.

use treewright_core::ids::NodeId;
use treewright_core::model::Document;
use treewright_insight::breakpoint::{Breakpoint, BreakpointHit, BreakpointSet};

use super::{ToldRun, TreeOfRun};
use crate::workspace::run_session::hit_text;
use crate::workspace::run_view::{LogEntry, LogKind, RunView as _};

/// The breakpoints of its document, as they were when the known frames were compared with them.
#[derive(Default)]
pub(super) struct ToldBreakpoints {
    revision: Option<u64>,
    list: Vec<Breakpoint>,
    set: BreakpointSet,
    /// The number of the program for which the set is prepared.
    program: Option<usize>,
    /// The first frame that was not compared yet.
    next: u64,
}

impl ToldBreakpoints {
    /// Returns how often the breakpoint at this index of the list was hit.
    pub fn hits(&self, place: usize) -> u64 {
        self.set.hits(place)
    }
}

impl ToldRun {
    /// Compares the known frames with the breakpoints of a document: all of them if these have changed, else those that came since.
    pub fn set_breakpoints(
        &mut self,
        revision: u64,
        list: impl FnOnce() -> Vec<Breakpoint>,
        document: &Document,
    ) {
        if self.breakpoints.revision != Some(revision) {
            let before = std::mem::take(&mut self.breakpoints);
            self.breakpoints.revision = Some(revision);
            self.breakpoints.list = list();
            if !(self.breakpoints.list.is_empty() && before.list.is_empty()) {
                self.write_log();
            }
        }
        let (first, last) = self.frames();
        let next = self.breakpoints.next.max(first);
        self.breakpoints.next = last + 1;
        if self.breakpoints.list.is_empty() {
            return;
        }
        for frame in next..=last {
            self.compare(frame, document);
        }
    }

    /// Compares a frame with the breakpoints, and logs those that it hits.
    fn compare(&mut self, frame: u64, document: &Document) {
        let mut set = std::mem::take(&mut self.breakpoints.set);
        let lines = self.lines_of(frame, &mut set, document);
        self.breakpoints.set = set;
        for line in lines {
            self.log.put(line);
        }
    }

    fn lines_of(
        &mut self,
        frame: u64,
        set: &mut BreakpointSet,
        document: &Document,
    ) -> Vec<LogEntry> {
        let Some(stretch) = self.past.stretch(self.agent, frame) else {
            return Vec::new();
        };
        let number = stretch.program_number();
        let tree = self.tree_of(stretch);
        if self.breakpoints.program != Some(number) {
            let places = |id: &NodeId| tree.places.of(&tree.program, id).collect();
            set.prepare(&self.breakpoints.list, &*tree.program, &places);
        }
        let hits = self.past.hits(set, self.agent, frame).into_iter();
        let lines = hits.map(|hit| self.line_of_hit((frame, hit), tree, document));
        let lines = lines.collect();
        self.breakpoints.program = Some(number);
        lines
    }

    fn line_of_hit(
        &self,
        (frame, hit): (u64, BreakpointHit),
        tree: &TreeOfRun,
        document: &Document,
    ) -> LogEntry {
        let node = hit.node.map(|node| tree.nodes().shown_node(node));
        let title = node
            .as_ref()
            .map(|node| node.named(|id| document.name_of(id)));
        let (kind, text) = if let Some(text) = hit.message {
            (LogKind::Log, text.into())
        } else {
            let at = &self.breakpoints.list[hit.breakpoint].at;
            let text = hit_text(document, at, title, hit.number);
            (LogKind::Breakpoint, text)
        };
        LogEntry {
            frame,
            events: hit.events,
            kind,
            agent: Some(self.agent.number()),
            tree: 0,
            node: node.map(|node| node.id),
            text,
        }
    }
}
