//! Events as small numbers and texts, for programs in other languages. The numbers are part of the protocol between
//! games and editors: they never change their meaning.

use std::sync::Arc;

use super::packed::{
    ENDED, FAILED, Kind, LOGGED, MARKED, STARTED, end_status, of_end, of_status, status,
};
use super::{BesideEvent, TraceEvent};
use crate::runtime::NodeIndex;
use crate::told::Message;

/// An event without its texts.
///
/// | kind | node | value |
/// | --- | --- | --- |
/// | 1 started | the node | 0 |
/// | 2 updated, 3 ended, 4 checked | the node | its status: 0 Success, 1 Failure, 2 Running, 3 Inactive |
/// | 5 aborted | the conditional | the scope |
/// | 6 log line, 7 mark, 8 error | the node | 0 |
/// | 9 background tree | how it ended, or 0 | 0 started, 1 ended, 2 log line, 3 mark, 4 error |
///
/// The texts of an event are the name of a background tree, then the text of a log line, mark or error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EventNumbers {
    /// What happened.
    pub kind: u32,
    /// The index of the node.
    pub node: u32,
    /// More about it.
    pub value: u32,
}

impl EventNumbers {
    fn new(kind: Kind, node: NodeIndex, value: u32) -> Self {
        Self {
            kind: kind.0,
            node: node.0,
            value,
        }
    }
}

impl TraceEvent {
    /// Returns the numbers of the event; [`Self::texts`] has the rest.
    pub fn numbers(&self) -> EventNumbers {
        let new = EventNumbers::new;
        match self {
            Self::Start(node) => new(Kind::START, *node, 0),
            Self::Update(node, status) => new(Kind::UPDATE, *node, of_status(*status)),
            Self::End(node, status) => new(Kind::END, *node, of_end(*status)),
            Self::Check(node, status) => new(Kind::CHECK, *node, of_status(*status)),
            Self::Abort { conditional, scope } => new(Kind::ABORT, *conditional, scope.0),
            Self::Log(node, _) => new(Kind::LOG, *node, 0),
            Self::Mark(node, _) => new(Kind::MARK, *node, 0),
            Self::Error(node, _) => new(Kind::ERROR, *node, 0),
            Self::Beside(beside) => {
                let (what, ended) = match &beside.1 {
                    BesideEvent::Started => (STARTED, 0),
                    BesideEvent::Ended(status) => (ENDED, of_end(*status)),
                    BesideEvent::Log(_) => (LOGGED, 0),
                    BesideEvent::Mark(_) => (MARKED, 0),
                    BesideEvent::Error(_) => (FAILED, 0),
                };
                new(Kind::BESIDE, NodeIndex(ended), what)
            }
        }
    }

    /// Returns the texts of the event, in the order in which [`Self::of_numbers`] takes them. Most events have none.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        let tree = match self {
            Self::Beside(beside) => Some(&*beside.0),
            _ => None,
        };
        tree.into_iter().chain(self.text())
    }

    /// Returns the event with these numbers and texts; `None` if the numbers mean nothing. A missing text is empty. An
    /// error has its English text only.
    pub fn of_numbers<'t>(
        numbers: EventNumbers,
        texts: impl IntoIterator<Item = &'t str>,
    ) -> Option<Self> {
        let EventNumbers { kind, node, value } = numbers;
        let mut texts = texts.into_iter();
        let mut text = || texts.next().unwrap_or_default();
        let at = NodeIndex(node);
        Some(match Kind(kind) {
            Kind::START => Self::Start(at),
            Kind::UPDATE => Self::Update(at, status(value)),
            Kind::END => Self::End(at, end_status(value)),
            Kind::CHECK => Self::Check(at, status(value)),
            Kind::ABORT => Self::Abort {
                conditional: at,
                scope: NodeIndex(value),
            },
            Kind::LOG => Self::Log(at, text().into()),
            Kind::MARK => Self::Mark(at, text().into()),
            Kind::ERROR => Self::Error(at, Message::words(text())),
            Kind::BESIDE => {
                let tree: Arc<str> = text().into();
                let event = match value {
                    STARTED => BesideEvent::Started,
                    ENDED => BesideEvent::Ended(end_status(node)),
                    LOGGED => BesideEvent::Log(text().into()),
                    MARKED => BesideEvent::Mark(text().into()),
                    FAILED => BesideEvent::Error(Message::words(text())),
                    _ => return None,
                };
                Self::Beside(Box::new((tree, event)))
            }
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runtime::{EndStatus, Status};

    #[test]
    fn every_event_is_its_numbers_and_texts() {
        let node = NodeIndex(7);
        let beside = |event| TraceEvent::Beside(Box::new(("Alarm".into(), event)));
        let mut all = vec![
            TraceEvent::Start(node),
            TraceEvent::Abort {
                conditional: node,
                scope: NodeIndex(3),
            },
            TraceEvent::Log(node, "hello".into()),
            TraceEvent::Mark(node, "here".into()),
            TraceEvent::Error(node, Message::words("broken")),
            beside(BesideEvent::Started),
            beside(BesideEvent::Log("hello".into())),
            beside(BesideEvent::Mark("here".into())),
            beside(BesideEvent::Error(Message::words("broken"))),
        ];
        for status in Status::ALL {
            all.extend([
                TraceEvent::Update(node, status),
                TraceEvent::Check(node, status),
            ]);
        }
        for status in [EndStatus::Success, EndStatus::Failure, EndStatus::Inactive] {
            all.extend([
                TraceEvent::End(node, status),
                beside(BesideEvent::Ended(status)),
            ]);
        }
        for event in all {
            let read = TraceEvent::of_numbers(event.numbers(), event.texts());
            assert_eq!(read, Some(event));
        }
    }

    #[test]
    fn numbers_of_later_versions_mean_nothing() {
        let event = |kind, value| {
            let numbers = EventNumbers {
                kind,
                node: 0,
                value,
            };
            TraceEvent::of_numbers(numbers, [])
        };
        assert_eq!(event(0, 0), None);
        assert_eq!(event(10, 0), None);
        assert_eq!(event(9, 5), None);
    }
}
