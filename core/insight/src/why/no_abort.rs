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
    /// It was not reached yet since the tree started.
    NotReached,
    /// It was not reached since this frame, with which the known ones begin.
    NotReachedSince(u64),
    /// A composite ended and let it go: its own one, or one above to which it had been handed up.
    LetGo {
        /// The composite.
        composite: NodeIndex,
        /// Whether it did so because it has abort type None: with another one, a composite above would watch the condition.
        is_none: bool,
        /// How it ended.
        status: EndStatus,
    },
    /// An abort of another condition interrupted what would come before it, and let it go.
    Dropped {
        /// The other condition.
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
            let composite = self.program.nearest_composite(node)?;
            if self.program.abort(composite) == AbortType::None {
                (None, NoAbort::TypeNone { composite })
            } else {
                self.not_watched(node, composite)
            }
        } else {
            return None;
        };
        let fact = Fact::NoAbort(why);
        Some(ReasonStep { node, place, fact })
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
        // A composite that hands it up ends before it is watched last.
        let watched = self.last_looked_at(node).max(answered);
        // The composite that cannot hand it up, if that has ended since; else what was interrupted or restarted lost it.
        let last = self.hands_up_to(composite);
        let ended = [last, composite].into_iter().find_map(|composite| {
            let end = self.tracks(&[composite])[0].end;
            let (place, status) = end.filter(|(place, _)| *place > watched)?;
            Some((composite, place, status))
        });
        let dropped = self.dropped_since(node, watched);
        match (ended, dropped) {
            (ended, Some((place, by))) if ended.is_none_or(|(_, end, _)| place < end) => {
                (Some(place), NoAbort::Dropped { by })
            }
            (Some((composite, place, status)), _) => {
                let is_none = self.program.abort(composite) == AbortType::None
                    && self.program.nearest_composite(composite).is_some();
                let why = NoAbort::LetGo {
                    composite,
                    is_none,
                    status,
                };
                (Some(place), why)
            }
            (None, _) => (None, self.not_reached_yet()),
        }
    }

    /// The last event in which the result of a condition was read.
    fn last_looked_at(&self, node: NodeIndex) -> EventPosition {
        let nodes = [node];
        let mut back = self.back(&nodes);
        let read = back.find(|(_, event)| {
            matches!(event, TraceEvent::Update(of, _) | TraceEvent::Check(of, _) if *of == node)
        });
        read.map_or(EventPosition { frame: 0, event: 0 }, |(place, _)| place)
    }

    /// The first abort of another condition after an event, in a composite around the node, with that condition.
    fn dropped_since(
        &self,
        node: NodeIndex,
        after: EventPosition,
    ) -> Option<(EventPosition, NodeIndex)> {
        let above = |at: &NodeIndex| self.program.nearest_composite(*at);
        let around: Vec<NodeIndex> = std::iter::successors(above(&node), above).collect();
        (after.frame.max(self.frames.first())..=self.moment.frame).find_map(|frame| {
            let events = self.frames.events(frame);
            let shown = if frame == self.moment.frame {
                self.moment.events
            } else {
                events.len()
            };
            let mut placed = events.iter().take(shown).enumerate();
            placed.find_map(|(event, what)| {
                let place = EventPosition { frame, event };
                match what {
                    TraceEvent::Abort {
                        conditional, scope, ..
                    } if place > after && *conditional != node && around.contains(scope) => {
                        Some((place, *conditional))
                    }
                    _ => None,
                }
            })
        })
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
    fn hands_up_to(&self, composite: NodeIndex) -> NodeIndex {
        let mut at = composite;
        let mut kind = self.program.abort(composite);
        while let Some(above) = self.program.nearest_composite(at) {
            let (own, next) = (self.program.abort(at), self.program.abort(above));
            let Some(handed) = own.handed_up(next, kind) else {
                break;
            };
            kind = handed;
            at = above;
        }
        at
    }

    /// The event at which a condition got its present answer.
    fn answered_since(&self, node: NodeIndex, answer: Status) -> Option<EventPosition> {
        let mut since = None;
        for (place, event) in self.back(&[node]) {
            match event {
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
