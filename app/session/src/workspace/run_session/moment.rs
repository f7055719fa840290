//! The shown moment of a run: values computed once for it, because panels need them in every frame of the window; the observers; and the reasons for
//! what nodes do.

use std::cell::OnceCell;
use std::sync::Arc;

use treewright_core::Program;
use treewright_core::ids::NodeId;
use treewright_core::runtime::{AgentId, NodeIndex, Prospect};
use treewright_core::trace::TraceEvent;
use treewright_insight::history::{RunHistory, aborts};
use treewright_insight::recording::Recording;
use treewright_insight::why;
use treewright_insight::why::{Fact, Frames};

use super::RunSession;
use crate::workspace::node_mapping::NodeMapping;
use crate::workspace::run_view::{
    AbortView, InsideView, ObserverView, ObserversView, Reason, Visits,
};

/// The shown moment.
#[derive(Default)]
pub(super) struct ShownMoment {
    pub stacks: Vec<Vec<NodeId>>,
    pub aborts: Vec<AbortView>,
    pub inside: Option<InsideView>,
    /// Increases whenever another moment is shown.
    pub revision: u64,
    /// Counted when they are shown.
    pub visits: OnceCell<Visits>,
    /// Memory of the run history in bytes.
    pub memory: usize,
    /// The run stopped because of the previous event; the next event may cause another stop.
    pub after_event: bool,
    /// The frames that a change has just discarded.
    pub discard: Option<Discard>,
}

/// Frames that a change before the last moment of a run has discarded; they can be restored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Discard {
    pub first_frame: u64,
    /// A moment inside the first one was shown, so that it runs again.
    pub was_inside: bool,
}

impl RunSession {
    /// Updates the values for the recording's current moment.
    pub(super) fn update_moment(&mut self) {
        if self.recording.instance(self.agent).is_none() {
            self.agent = self.recording.first_agent();
        }
        self.moment.revision += 1;
        self.moment.after_event = false;
        self.moment.stacks = self.shown_stacks();
        self.update_use();
        self.moment.inside = self.shown_inside();
        self.moment.aborts = self.shown_aborts();
        self.moment.visits = OnceCell::new();
        self.moment.memory = self.keep_within_limit();
    }

    pub(super) fn shown_visits(&self) -> Visits {
        *self.moment.visits.get_or_init(|| {
            let runs = self.recording.node_runs(self.agent);
            let has_subtree_nodes = self.mapping().has_subtree_nodes();
            let visits = runs.map(|runs| self.histories.count_visits(runs, has_subtree_nodes));
            visits.unwrap_or_default()
        })
    }

    fn shown_stacks(&self) -> Vec<Vec<NodeId>> {
        let stacks = self.recording.stacks(self.agent);
        let (program, places) = (self.program(), self.mapping());
        let ids = |stack: Vec<NodeIndex>| {
            let shown = stack.iter().map(|node| places.shown(program, *node));
            let mut ids: Vec<NodeId> = shown.collect();
            // Several nodes in another file are all represented by the node that runs it.
            ids.dedup();
            ids
        };
        stacks.into_iter().map(ids).collect()
    }

    /// Returns the events of the shown frame that have happened at the shown moment.
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

    /// Returns the program of the shown frame, and its node mapping. After a change of the document, the run has a later program already.
    fn program_of_frame(&self) -> (&Arc<Program<()>>, &NodeMapping) {
        match self.recording.record(self.recording.frame()) {
            Some(record) => self.program_of(record),
            None => (self.program(), self.mapping()),
        }
    }

    fn shown_aborts(&self) -> Vec<AbortView> {
        let (program, places) = self.program_of_frame();
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
        let (program, places) = self.program_of(record);
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

/// One agent's part of the run history, from the start of a program.
struct AgentRecording<'a> {
    recording: &'a Recording,
    agent: AgentId,
    program: &'a Program<()>,
    first: u64,
    running: Vec<NodeIndex>,
    history: &'a RunHistory,
    /// The program whose node indices the history uses: the latest one, while an earlier one may be asked about.
    indexed_by: &'a Program<()>,
}

impl<'a> AgentRecording<'a> {
    /// From the first frame of the program of this number.
    fn of(run: &'a RunSession, number: usize) -> Self {
        let (recording, agent) = (&run.recording, run.agent);
        let program = &*recording.programs()[number];
        let first = recording.first_frame_of_program(number);
        // Nodes running since an earlier program are found by their current state.
        let running = match recording.node_runs(agent) {
            Some(runs) if first > 1 => {
                let now = recording.program();
                let is_earlier = |node: &NodeIndex| {
                    let run = now.index(program.id(*node)).map(|now| runs.get(now));
                    run.is_some_and(|run| run.state.is_running() && run.since_frame < first)
                };
                program.indices().filter(is_earlier).collect()
            }
            _ => Vec::new(),
        };
        Self {
            recording,
            agent,
            program,
            first,
            running,
            history: run.histories.history(agent),
            indexed_by: &recording.programs()[run.histories.program()],
        }
    }
}

impl Frames for AgentRecording<'_> {
    fn first(&self) -> u64 {
        self.first
    }

    fn events(&self, frame: u64) -> &[TraceEvent] {
        let record = self.recording.record(frame);
        let part = record.and_then(|record| record.of(self.agent));
        part.map_or(&[], |part| &part.events)
    }

    fn last_about(&self, nodes: &[NodeIndex], until: u64) -> Option<u64> {
        let lane = |node: &NodeIndex| {
            self.history
                .lane_of(self.indexed_by, self.program.id(*node))
        };
        let lanes = nodes.iter().filter_map(lane);
        lanes.filter_map(|lane| lane.last_event(until)).max()
    }

    fn running_before(&self) -> &[NodeIndex] {
        &self.running
    }
}

impl RunSession {
    /// Returns the observers at the end of the shown frame or, within a frame, before it.
    pub(super) fn all_observers(&self) -> ObserversView {
        let Some(instance) = self.instance() else {
            return ObserversView::default();
        };
        let (program, places) = (self.program(), self.mapping());
        let shown = |node: &NodeIndex| places.shown(program, *node);
        let observers = instance.observed().map(|observed| {
            let interrupted = match &observed.forecast {
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
                answer: observed.status,
                prospect: observed.forecast.named(shown),
                interrupted,
            }
        });
        ObserversView {
            observers: observers.collect(),
            idle: instance.unobserved().map(|node| shown(&node)).collect(),
        }
    }

    /// Explains why a node ended or does not run at the shown moment. If the node has several uses of its tree, the one that ran last counts.
    /// If its state is from before the latest change of the document, this is explained in the frame in which it got that state.
    pub(super) fn reasons(&self, id: &NodeId, name: &dyn Fn(&NodeId) -> String) -> Vec<Reason> {
        let now = self.recording.program_number();
        let runs = self.recording.node_runs(self.agent);
        let places = self.mapping().of(self.program(), id);
        let states = places.filter_map(|place| Some(runs?.get(place)));
        let last = states.max_by_key(|run| (run.state.is_running(), run.since_frame));
        let since = last.map_or(0, |run| run.since_frame);
        let shown = self.recording.frame();
        let is_of_earlier = since < self.recording.first_frame_of_program(now);
        let decisive = if since > 0 && is_of_earlier {
            since
        } else {
            shown
        };
        let record = self.recording.record(decisive);
        let then = record.filter(|_| is_of_earlier).and_then(|record| {
            let told = self.reasons_in(record.program, decisive, id, name)?;
            let is_same = last.is_none_or(|run| run.state.is_running() == told.is_running);
            is_same.then_some(told)
        });
        let told = then.or_else(|| self.reasons_in(now, shown, id, name));
        told.map(|told| told.reasons).unwrap_or_default()
    }

    /// The reasons at the end of a frame, or at the shown moment within it, by the program of this number. `None` if that has no such node.
    fn reasons_in(
        &self,
        number: usize,
        frame: u64,
        id: &NodeId,
        name: &dyn Fn(&NodeId) -> String,
    ) -> Option<ReasonsInFrame> {
        let (program, places) = (&self.recording.programs()[number], &self.mappings[number]);
        let (now, runs) = (self.program(), self.recording.node_runs(self.agent));
        let last = |node: &NodeIndex| {
            let run = now.index(program.id(*node)).zip(runs);
            run.map(|(node, runs)| {
                let run = runs.get(node);
                (run.state.is_running(), run.since_frame)
            })
        };
        let node = places.of(program, id).max_by_key(last)?;
        let is_inside = self.recording.inside().is_some() && frame == self.recording.frame();
        let moment = why::Moment {
            frame,
            events: if is_inside {
                self.shown_events().len()
            } else {
                usize::MAX
            },
        };
        let recording = AgentRecording::of(self, number);
        let steps = why::why(&**program, &recording, moment, node);
        let called = |node: NodeIndex| name(&places.shown(program, node));
        let reasons = steps.iter().map(|step| Reason {
            sentence: step.told(program, &called),
            node: places.shown(program, step.node),
            frame: step.place.map(|place| place.frame),
        });
        Some(ReasonsInFrame {
            is_running: matches!(steps.first().map(|step| &step.fact), Some(Fact::Runs(_))),
            reasons: reasons.collect(),
        })
    }
}

/// The reasons for what a node does in a frame.
struct ReasonsInFrame {
    reasons: Vec<Reason>,
    /// Whether the node runs at the end of the frame.
    is_running: bool,
}
