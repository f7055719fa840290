//! The moment of a run that is shown: what is worked out for it once, since panels ask in every frame of the window, what is watched, and why a node does what it does.

use treewright_core::Program;
use treewright_core::ids::NodeId;
use treewright_core::runtime::{AgentId, NodeIndex, Prospect};
use treewright_core::trace::TraceEvent;
use treewright_insight::history::{RunHistory, aborts};
use treewright_insight::recording::Recording;
use treewright_insight::why;
use treewright_insight::why::Frames;

use super::RunSession;
use crate::workspace::run_view::{
    AbortView, InsideView, ObserverView, ObserversView, Reason, Visits,
};

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

/// One agent's part of a recording, back to where its program began to run.
struct Past<'a> {
    recording: &'a Recording,
    agent: AgentId,
    first: u64,
    running: Vec<NodeIndex>,
    history: &'a RunHistory,
    /// The program by whose places nodes are known in the history: the one that runs now, while an earlier one may be shown.
    noted_by: &'a Program<()>,
}

impl<'a> Past<'a> {
    fn of(run: &'a RunSession) -> Self {
        let (recording, agent) = (&run.recording, run.agent);
        let first = recording.first_frame_of_program();
        // What runs since before that is known by what nodes do now.
        let running = match recording.node_runs(agent) {
            Some(runs) if first > 1 => {
                let nodes = recording.program().indices();
                let earlier = nodes.filter(|node| {
                    let run = runs.get(*node);
                    run.state.is_running() && run.since_frame < first
                });
                earlier.collect()
            }
            _ => Vec::new(),
        };
        Self {
            recording,
            agent,
            first,
            running,
            history: run.past.history(agent),
            noted_by: &recording.programs()[run.past.program()],
        }
    }
}

impl Frames for Past<'_> {
    fn first(&self) -> u64 {
        self.first
    }

    fn events(&self, frame: u64) -> &[TraceEvent] {
        let record = self.recording.record(frame);
        let part = record.and_then(|record| record.of(self.agent));
        part.map_or(&[], |part| &part.events)
    }

    fn last_about(&self, nodes: &[NodeIndex], until: u64) -> Option<u64> {
        let shown = self.recording.program();
        let lane = |node: &NodeIndex| self.history.lane_of(self.noted_by, shown.id(*node));
        let lanes = nodes.iter().filter_map(lane);
        lanes.filter_map(|lane| lane.last_event(until)).max()
    }

    fn running_before(&self) -> &[NodeIndex] {
        &self.running
    }
}

impl RunSession {
    /// What is watched, at the end of the frame that is shown or, inside it, before it.
    pub(super) fn all_observers(&self) -> ObserversView {
        let Some(instance) = self.instance() else {
            return ObserversView::default();
        };
        let (program, places) = (self.program(), self.places());
        let shown = |node: &NodeIndex| places.shown(program, *node);
        let observers = instance.observed().map(|observed| {
            let interrupted = match &observed.prospect {
                Prospect::MayFire {
                    interrupted,
                    running,
                    ..
                } => {
                    let up = std::iter::successors(Some(*running), |at| program.parent(*at));
                    let inside = up.take_while(|at| program.is_inside(*at, *interrupted));
                    let mut path: Vec<NodeId> = inside.map(|node| shown(&node)).collect();
                    path.reverse();
                    path
                }
                _ => Vec::new(),
            };
            ObserverView {
                conditional: shown(&observed.conditional),
                scope: observed.scope.as_ref().map(shown),
                kind: observed.kind,
                answer: observed.answer,
                prospect: observed.prospect.named(shown),
                interrupted,
            }
        });
        ObserversView {
            observers: observers.collect(),
            idle: instance.unobserved().map(|node| shown(&node)).collect(),
        }
    }

    /// Why a node ended, or does not run, at the moment that is shown. One that stands in several uses of a tree is asked where it ran last.
    pub(super) fn reasons(&self, id: &NodeId, name: &dyn Fn(&NodeId) -> String) -> Vec<Reason> {
        let (program, places) = (self.program(), self.places());
        let runs = self.recording.node_runs(self.agent);
        let last = |node: &NodeIndex| {
            runs.map(|runs| {
                let run = runs.get(*node);
                (run.state.is_running(), run.since_frame)
            })
        };
        let Some(node) = places.of(program, id).max_by_key(last) else {
            return Vec::new();
        };
        let moment = why::Moment {
            frame: self.recording.frame(),
            events: match self.recording.inside() {
                Some(_) => self.shown_events().len(),
                None => usize::MAX,
            },
        };
        let past = Past::of(self);
        let steps = why::why(&**program, &past, moment, node);
        let called = |node: NodeIndex| name(&places.shown(program, node));
        let reasons = steps.iter().map(|step| Reason {
            sentence: step.told(program, &called),
            node: places.shown(program, step.node),
            place: step.place.map(|place| (place.frame, place.event)),
        });
        reasons.collect()
    }
}
