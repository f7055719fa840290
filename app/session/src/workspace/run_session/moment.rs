//! What is worked out once for the moment that is shown, since panels ask for it in every frame of the window.

use treewright_core::ids::NodeId;
use treewright_core::runtime::NodeIndex;
use treewright_core::trace::TraceEvent;
use treewright_insight::history::aborts;

use super::RunSession;
use crate::workspace::run_view::{AbortView, InsideView, Visits};

/// The moment that is shown.
#[derive(Default)]
pub(super) struct Moment {
    pub stacks: Vec<Vec<NodeId>>,
    pub aborts: Vec<AbortView>,
    pub inside: Option<InsideView>,
    /// How often another moment was looked at.
    pub looks: u64,
    pub visits: Visits,
    /// How many bytes the past takes.
    pub memory: usize,
    /// It stopped because of the event before it: the next one may still be a reason to stop.
    pub after_event: bool,
    /// Frames that were just left for another way.
    pub left: Option<(u64, u64)>,
}

impl RunSession {
    /// Looks at the moment that the recording shows now.
    pub(super) fn look(&mut self) {
        if self.recording.instance(self.agent).is_none() {
            self.agent = self.recording.first_agent();
        }
        self.moment.looks += 1;
        self.moment.after_event = false;
        self.moment.stacks = self.shown_stacks();
        self.moment.inside = self.shown_inside();
        self.moment.aborts = self.shown_aborts();
        let runs = self.recording.node_runs(self.agent);
        let has_inside = self.places().has_inside();
        let visits = runs.map(|runs| self.past.count_visits(runs, has_inside));
        self.moment.visits = visits.unwrap_or_default();
        self.moment.memory = self.keep_within_limit();
    }

    fn shown_stacks(&self) -> Vec<Vec<NodeId>> {
        let stacks = self.recording.stacks(self.agent);
        let (program, places) = (self.program(), self.places());
        let ids = |stack: Vec<NodeIndex>| {
            let shown = stack.iter().map(|node| places.shown(program, *node));
            let mut ids: Vec<NodeId> = shown.collect();
            // What runs in another file is all seen at the node that runs it.
            ids.dedup();
            ids
        };
        stacks.into_iter().map(ids).collect()
    }

    /// The events of the frame that is shown, as far as they have happened.
    pub(super) fn shown_events(&self) -> &[TraceEvent] {
        let record = self.recording.record(self.recording.frame());
        let Some(frame) = record.and_then(|record| record.of(self.agent)) else {
            return &[];
        };
        match self.recording.inside() {
            Some((agent, events)) if agent == self.agent => &frame.events[..events],
            Some((agent, _)) if agent < self.agent => &[],
            _ => &frame.events,
        }
    }

    fn shown_aborts(&self) -> Vec<AbortView> {
        let (program, places) = (self.program(), self.places());
        let shown = |node: NodeIndex| places.shown(program, node);
        let stories = aborts(program, self.shown_events()).into_iter();
        stories
            .map(|story| AbortView {
                conditional: shown(story.conditional),
                scope: shown(story.scope),
                interrupted: story.interrupted.iter().map(|n| shown(*n)).collect(),
                frame: self.recording.frame(),
            })
            .collect()
    }

    fn shown_inside(&self) -> Option<InsideView> {
        let (agent, events) = self.recording.inside()?;
        let record = self.recording.record(self.recording.frame())?;
        let frame = record.of(agent)?;
        let (program, places) = (self.program(), self.places());
        let next = frame.events.get(events);
        Some(InsideView {
            agent: agent.number(),
            happened: events,
            of: frame.events.len(),
            next: next.cloned(),
            node: next
                .and_then(TraceEvent::node)
                .map(|node| places.shown(program, node)),
        })
    }
}
