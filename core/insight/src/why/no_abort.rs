//! Finds out why a condition aborted nothing: it is not watched or no longer watched, nothing that it may interrupt is running, or its result has not changed.

use treewright_core::TreeInstance;
use treewright_core::abort::AbortType;
use treewright_core::category::Category;
use treewright_core::runtime::{EndStatus, NodeIndex, Prospect, Status, World};
use treewright_core::trace::TraceEvent;

use super::history::{EventPosition, Frames, History};
use super::{Fact, ReasonStep};

/// Why a condition aborts nothing at a moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoAbort {
    /// The nearest composite has abort type None.
    TypeNone {
        /// The composite.
        composite: NodeIndex,
    },
    /// It is below no composite.
    NoComposite,
    /// It needs no abort: its composite reads it again in each frame.
    Rechecked {
        /// The composite.
        composite: NodeIndex,
    },
    /// It was not reached yet since the tree started.
    NotReached,
    /// It was not reached since this frame, with which the known ones begin.
    NotReachedSince(u64),
    /// A composite ended and let it go: its own one, or one above to which it had been handed up.
    LetGo {
        /// The composite.
        composite: NodeIndex,
        /// How it ended.
        status: EndStatus,
        /// The abort type with which it would have handed the condition to a composite above; `None` if none would.
        better: Option<AbortType>,
    },
    /// A composite around it has started again and did not reach it since.
    Restarted {
        /// The composite.
        composite: NodeIndex,
    },
    /// An abort of a condition before it, or of itself, let it go, and it was not reached since.
    Dropped {
        /// The condition that fired.
        by: NodeIndex,
    },
    /// It is watched, but its answer stayed the same.
    Unchanged(Status),
    /// It is watched, but could not abort anything.
    Watched(Prospect),
}

impl<W: World + ?Sized, F: Frames + ?Sized> History<'_, W, F> {
    /// Returns why a condition aborts nothing at the end of the moment; `None` for other nodes. `instance` is the tree at the moment.
    pub fn no_abort(&self, instance: &TreeInstance<W>, node: NodeIndex) -> Option<ReasonStep> {
        if self.aborted_now(node) {
            return None;
        }
        let observed = instance.observed().find(|it| it.conditional == node);
        let (place, why) = if let Some(observed) = observed {
            match observed.forecast {
                Prospect::MayFire { .. } => {
                    let since = self.answered_since(node, observed.status);
                    (since, NoAbort::Unchanged(observed.status))
                }
                other => (None, NoAbort::Watched(other)),
            }
        } else if self.program.category(node) == Category::Conditional {
            match (
                self.rechecked_by(node),
                self.program.nearest_composite(node),
            ) {
                (Some(composite), _) => (None, NoAbort::Rechecked { composite }),
                (None, None) => (None, NoAbort::NoComposite),
                (None, Some(composite)) if self.program.abort(composite) == AbortType::None => {
                    (None, NoAbort::TypeNone { composite })
                }
                (None, Some(composite)) => self.not_watched(node, composite),
            }
        } else {
            return None;
        };
        let fact = Fact::NoAbort(why);
        Some(ReasonStep { node, place, fact })
    }

    /// The composite that runs and reads a condition again in each frame, as it did in this one: what comes after its running child waits.
    fn rechecked_by(&self, node: NodeIndex) -> Option<NodeIndex> {
        if self.last_read(node).frame != self.moment.frame {
            return None;
        }
        let above = std::iter::successors(self.program.parent(node), |at| self.program.parent(*at));
        let mut rechecking = above.filter(|at| self.runs_anew(*at, node));
        rechecking.find(|at| self.tracks(&[*at])[0].runs())
    }

    /// Whether a parent runs what is at or around a node anew in each frame.
    fn runs_anew(&self, parent: NodeIndex, node: NodeIndex) -> bool {
        let branch = self.child_towards(parent, node);
        let mut children = self.program.children(parent);
        match self.program.task(parent) {
            "ReactiveSequence"
            | "ReactiveSelector"
            | "PipelineSequence"
            | "NonblockingSequence" => true,
            "WhileDoElse" => children.next() == Some(branch),
            _ => false,
        }
    }

    /// A condition that would be watched, and is not.
    fn not_watched(
        &self,
        node: NodeIndex,
        composite: NodeIndex,
    ) -> (Option<EventPosition>, NoAbort) {
        let answered = self.tracks(&[node])[0].end;
        let Some((answered, _)) = answered else {
            return (None, self.not_reached_yet());
        };
        // A composite that hands it up ends before it is read last.
        let read = self.last_read(node).max(answered);
        let (place, why) = self.let_go_after(node, composite, read).unzip();
        (place, why.unwrap_or_else(|| self.not_reached_yet()))
    }

    /// The last event in which the result of a condition was read.
    fn last_read(&self, node: NodeIndex) -> EventPosition {
        let read = self.back_through_all().find(|(_, event)| {
            matches!(event, TraceEvent::Update(of, _) | TraceEvent::Check(of, _) if *of == node)
        });
        read.map_or(EventPosition { frame: 0, event: 0 }, |(place, _)| place)
    }

    /// What let a condition go that was read last in an event: the composite that cannot hand it up has ended, something on the way up to it was
    /// interrupted, one of those that hand it up has started again, or it or a condition before it fired an abort in a composite around it.
    fn let_go_after(
        &self,
        node: NodeIndex,
        composite: NodeIndex,
        read: EventPosition,
    ) -> Option<(EventPosition, NoAbort)> {
        let above = |at: &NodeIndex| self.program.nearest_composite(*at);
        let around: Vec<NodeIndex> = std::iter::successors(Some(composite), above).collect();
        let last = self.hands_up_to(composite, |at| self.program.abort(at));
        let parent = |at: &NodeIndex| self.program.parent(*at);
        let up = std::iter::successors(parent(&node), parent);
        // Up to the last composite, the others that hand it up with what is between them.
        let mut way: Vec<NodeIndex> = up.take_while(|at| *at != last).collect();
        way.push(last);
        let hands_up = |at: &NodeIndex| way.contains(at) && around.contains(at);
        // What is watched is read in each frame, so a later one of a condition after it, as the file has them, cannot be the reason. Parents may choose
        // another order.
        self.events_after(read)
            .find_map(|(place, event)| match event {
                TraceEvent::Abort {
                    conditional, scope, ..
                } if around.contains(scope)
                    && (*conditional <= node || place.frame <= read.frame + 1) =>
                {
                    let by = *conditional;
                    Some((place, NoAbort::Dropped { by }))
                }
                TraceEvent::Start(started) if hands_up(started) => {
                    let composite = *started;
                    Some((place, NoAbort::Restarted { composite }))
                }
                TraceEvent::End(ended, status)
                    if *ended == last || way.contains(ended) && *status == EndStatus::Inactive =>
                {
                    let better = status
                        .outcome()
                        .and_then(|_| self.better_abort(composite, *ended));
                    let why = NoAbort::LetGo {
                        composite: *ended,
                        status: *status,
                        better,
                    };
                    Some((place, why))
                }
                _ => None,
            })
    }

    /// The known events after one, up to the moment.
    fn events_after(
        &self,
        after: EventPosition,
    ) -> impl Iterator<Item = (EventPosition, &TraceEvent)> {
        let frames = after.frame.max(self.frames.first())..=self.moment.frame;
        let all = frames.flat_map(|frame| {
            let events = self.frames.events(frame).iter().enumerate();
            events.map(move |(event, what)| (EventPosition { frame, event }, what))
        });
        let until = (self.moment.frame, self.moment.events);
        all.filter(move |(place, _)| *place > after && (place.frame, place.event) < until)
    }

    fn not_reached_yet(&self) -> NoAbort {
        match self.frames.first() {
            first @ 2.. => NoAbort::NotReachedSince(first),
            _ => NoAbort::NotReached,
        }
    }

    /// Whether a condition aborted something in the frame of the moment.
    fn aborted_now(&self, node: NodeIndex) -> bool {
        let events = self.frames.events(self.moment.frame).iter();
        let mut events = events.take(self.moment.events);
        events.any(
            |event| matches!(event, TraceEvent::Abort { conditional, .. } if *conditional == node),
        )
    }

    /// The composite up to which a condition is handed as the composites that watch it end: the one above does not take it.
    fn hands_up_to(
        &self,
        composite: NodeIndex,
        abort: impl Fn(NodeIndex) -> AbortType,
    ) -> NodeIndex {
        let mut at = composite;
        let mut kind = abort(composite);
        while let Some(above) = self.program.nearest_composite(at) {
            let (own, next) = (abort(at), abort(above));
            let Some(handed) = own.handed_up(next, kind) else {
                break;
            };
            kind = handed;
            at = above;
        }
        at
    }

    /// The abort type with which a composite would have handed up a condition that it let go. It aborts at least what the present one does.
    fn better_abort(&self, nearest: NodeIndex, let_go: NodeIndex) -> Option<AbortType> {
        let better = self.program.abort(let_go).with_lower_priority();
        let reached = self.hands_up_to(nearest, |at| {
            if at == let_go {
                better
            } else {
                self.program.abort(at)
            }
        });
        (reached != let_go && self.program.is_inside(let_go, reached)).then_some(better)
    }

    /// The event at which a condition got its present answer, since the tree was started last.
    fn answered_since(&self, node: NodeIndex, answer: Status) -> Option<EventPosition> {
        let mut since = None;
        let top = self.program.indices().next().unwrap_or(node);
        for (place, event) in self.back_through_all() {
            match event {
                TraceEvent::Start(started) if *started == top && since.is_some() => break,
                TraceEvent::Update(of, status) | TraceEvent::Check(of, status) if *of == node => {
                    if *status != answer {
                        break;
                    }
                    since = Some(place);
                }
                _ => {}
            }
        }
        since
    }
}
