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
        /// The abort type of that composite.
        abort: AbortType,
        /// How it ended.
        status: EndStatus,
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
        // The composite that cannot hand it up, if that has ended since; else what was interrupted or restarted lost it.
        let last = self.hands_up_to(composite);
        let ended = [last, composite].into_iter().find_map(|composite| {
            let end = self.tracks(&[composite])[0].end;
            let (place, status) = end.filter(|(place, _)| *place > answered)?;
            Some((composite, place, status))
        });
        match ended {
            Some((composite, place, status)) => {
                let abort = self.program.abort(composite);
                let why = NoAbort::LetGo {
                    composite,
                    abort,
                    status,
                };
                (Some(place), why)
            }
            None => (None, self.not_reached_yet()),
        }
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
