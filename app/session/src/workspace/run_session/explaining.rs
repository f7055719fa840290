//! What a run can be asked at the moment that is shown: what is watched, and why a node does what it does.

use treewright_core::Program;
use treewright_core::ids::NodeId;
use treewright_core::runtime::{AgentId, NodeIndex, Prospect};
use treewright_core::trace::TraceEvent;
use treewright_insight::history::RunHistory;
use treewright_insight::recording::Recording;
use treewright_insight::why;
use treewright_insight::why::{Frames, Moment};

use super::RunSession;
use crate::workspace::run_view::{ObserverView, ObserversView, Reason};

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
        let moment = Moment {
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
