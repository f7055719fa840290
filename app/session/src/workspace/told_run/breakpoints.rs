//! Where breakpoints would have stopped a run that was told: how often each was hit, and the lines of the log about it.

use treewright_core::ids::NodeId;
use treewright_core::model::Document;
use treewright_insight::breakpoint::{Breakpoint, BreakpointHit, BreakpointSet};

use super::ToldRun;
use crate::workspace::run_session::hit_text;
use crate::workspace::run_view::{LogEntry, LogKind, RunView as _};

/// The breakpoints of its document, as they were when all known frames were compared with them.
#[derive(Default)]
pub(super) struct ToldBreakpoints {
    revision: Option<u64>,
    set: BreakpointSet,
}

impl ToldBreakpoints {
    /// Returns how often the breakpoint at this index of the list was hit.
    pub fn hits(&self, place: usize) -> u64 {
        self.set.hits(place)
    }
}

impl ToldRun {
    /// Compares all known frames with the breakpoints of a document, if these have changed.
    pub fn set_breakpoints(
        &mut self,
        revision: u64,
        list: impl FnOnce() -> Vec<Breakpoint>,
        document: &Document,
    ) {
        if self.breakpoints.revision.replace(revision) == Some(revision) {
            return;
        }
        let list = list();
        let mut set = BreakpointSet::default();
        let places = |id: &NodeId| self.places.of(&self.program, id).collect();
        set.prepare(&list, &*self.program, &places);
        let mut lines = Vec::new();
        if !set.is_empty() {
            let (first, last) = self.frames();
            for frame in first..=last {
                let hits = self.past.hits(&mut set, self.agent, frame).into_iter();
                lines.extend(hits.map(|hit| self.line_of_hit((frame, hit), &list, document)));
            }
        }
        if !(set.is_empty() && self.breakpoints.set.is_empty()) {
            self.write_log(lines);
        }
        self.breakpoints.set = set;
    }

    fn line_of_hit(
        &self,
        (frame, hit): (u64, BreakpointHit),
        list: &[Breakpoint],
        document: &Document,
    ) -> LogEntry {
        let node = hit.node.map(|node| self.nodes().shown(node));
        let title = node.as_ref().map(|node| document.name_of(node));
        let (kind, text) = match hit.message {
            Some(text) => (LogKind::Log, text.into()),
            None => (
                LogKind::Breakpoint,
                hit_text(document, &list[hit.breakpoint].at, title, hit.number),
            ),
        };
        LogEntry {
            frame,
            events: hit.events,
            kind,
            agent: Some(self.agent.number()),
            tree: 0,
            node,
            text,
        }
    }
}
