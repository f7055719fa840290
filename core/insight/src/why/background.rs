//! What a recording tells of background trees: which node started one, and how it ended. Their nodes are not recorded one by one.

use std::sync::Arc;

use treewright_core::runtime::{EndStatus, NodeIndex, Status, World};
use treewright_core::trace::{BesideEvent, TraceEvent};

use super::history::{EventPosition, Frames, History, Moment};
use super::{Fact, ReasonStep};

/// The last run of a background tree that began up to a moment.
#[derive(Clone, Debug, PartialEq)]
pub struct BackgroundRun {
    /// The name of the tree.
    pub tree: Arc<str>,
    /// When it was started; `None` if it was not, or before the recording started.
    pub started: Option<EventPosition>,
    /// The node that started it; `None` if a node of another background tree did.
    pub by: Option<NodeIndex>,
    /// The frame in which it ended, and how; `None` while it runs.
    pub ended: Option<(u64, EndStatus)>,
    /// What stopped it; `None` if no node of this tree did.
    pub stopped: Option<BackgroundStop>,
}

/// The end of a background tree that a node caused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BackgroundStop {
    /// The node.
    pub by: NodeIndex,
    /// Whether it did so because it was interrupted, rather than because that is what it does.
    pub was_interrupted: bool,
    /// The event.
    pub place: EventPosition,
}

impl<W: World + ?Sized, F: Frames + ?Sized> History<'_, W, F> {
    /// Returns why a node of a background tree is no part of what is recorded, and how that tree ran up to the moment.
    pub fn in_background(&self, tree: &Arc<str>) -> Vec<ReasonStep> {
        let Some(top) = self.program.indices().next() else {
            return Vec::new();
        };
        let not_recorded = ReasonStep {
            node: top,
            place: None,
            fact: Fact::InBackground(tree.clone()),
        };
        vec![not_recorded, self.background_step(tree, top)]
    }

    /// Returns the step about the last run of a background tree, and the node that started it, else about `node`.
    fn background_step(&self, tree: &Arc<str>, node: NodeIndex) -> ReasonStep {
        let run = self.background_run(tree);
        if (run.started, run.ended) == (None, None) && !self.frames.is_from_the_start() {
            return ReasonStep {
                node,
                place: None,
                fact: Fact::NotKnown,
            };
        }
        let ended = run
            .ended
            .map(|(frame, _)| EventPosition { frame, event: 0 });
        ReasonStep {
            node: run.stopped.map(|stop| stop.by).or(run.by).unwrap_or(node),
            place: run.stopped.map(|stop| stop.place).or(ended).or(run.started),
            fact: Fact::Background(run),
        }
    }

    /// Returns the step about how the background tree ran with which a node is concerned that answered at this event.
    pub fn concerned_with(&self, node: NodeIndex, place: EventPosition) -> Option<ReasonStep> {
        let tree = self.program.concerned_tree(node)?;
        let events = self.frames.events(place.frame);
        let (before, after) = events.split_at((place.event + 1).min(events.len()));
        // What a node asks for is recorded after the frame of its tree.
        let is_asked = |event: &TraceEvent| match event {
            TraceEvent::Start(node) => self.is_starter_or_stopper(*node, tree),
            _ => false,
        };
        let asked = before.iter().any(is_asked);
        let done = after
            .iter()
            .position(|event| reported(event, tree).is_some());
        let events = done
            .filter(|_| asked)
            .map_or(before.len(), |done| before.len() + done + 1);
        let then = History {
            moment: Moment {
                frame: place.frame,
                events,
            },
            ..*self
        };
        Some(then.background_step(tree, node))
    }

    fn is_starter_or_stopper(&self, node: NodeIndex, tree: &Arc<str>) -> bool {
        self.program.task(node) != "IsTreeRunning"
            && self.program.concerned_tree(node) == Some(tree)
    }

    fn background_run(&self, tree: &Arc<str>) -> BackgroundRun {
        let mut run = BackgroundRun {
            tree: tree.clone(),
            started: None,
            by: None,
            ended: None,
            stopped: None,
        };
        for (place, event) in self.back_of_tree(tree) {
            match reported(event, tree) {
                Some(BesideEvent::Ended(status)) if run.ended.is_none() => {
                    run.ended = Some((place.frame, *status));
                    let was_stopped = *status == EndStatus::Inactive;
                    run.stopped = self.stopper(tree, place).filter(|_| was_stopped);
                }
                Some(BesideEvent::Started) => {
                    run.started = Some(place);
                    run.by = self.starter(tree, place);
                    break;
                }
                _ => {}
            }
        }
        run
    }

    /// Returns the node that had a background tree stopped in the frame in which that ended at this event: it asked for that, or was interrupted.
    fn stopper(&self, tree: &Arc<str>, place: EventPosition) -> Option<BackgroundStop> {
        let events = self.frames.events(place.frame)[..place.event].iter();
        let mut events = events.enumerate().rev();
        events.find_map(|(event, what)| {
            let (by, was_interrupted) = match what {
                TraceEvent::Update(node, Status::Success)
                    if self.program.task(*node) == "StopTree" =>
                {
                    (*node, false)
                }
                TraceEvent::End(node, EndStatus::Inactive)
                    if self.program.task(*node) == "RunTree" =>
                {
                    (*node, true)
                }
                _ => return None,
            };
            let is_it = self.program.concerned_tree(by) == Some(tree);
            is_it.then_some(BackgroundStop {
                by,
                was_interrupted,
                place: EventPosition { event, ..place },
            })
        })
    }

    /// Returns the node that asked for the start of a background tree at this event.
    fn starter(&self, tree: &Arc<str>, place: EventPosition) -> Option<NodeIndex> {
        let events = &self.frames.events(place.frame)[..place.event];
        events.iter().rev().find_map(|event| match event {
            TraceEvent::Start(node) if self.program.task(*node) == "RunTree" => {
                let is_it = self.program.concerned_tree(*node) == Some(tree);
                is_it.then_some(*node)
            }
            _ => None,
        })
    }
}

/// The start or end of this background tree, if the event is one.
fn reported<'e>(event: &'e TraceEvent, tree: &Arc<str>) -> Option<&'e BesideEvent> {
    match event {
        TraceEvent::Beside(beside) if beside.0 == *tree => Some(&beside.1)
            .filter(|what| matches!(what, BesideEvent::Started | BesideEvent::Ended(_))),
        _ => None,
    }
}
