//! What an abort did, put together from the events of its frame, so that people can be told in one sentence.

use treewright_core::runtime::{EndStatus, NodeIndex, Program, Status};
use treewright_core::trace::TraceEvent;

/// A conditional abort that fired.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AbortStory {
    /// The conditional whose answer changed.
    pub conditional: NodeIndex,
    /// What it answers now.
    pub answer: Status,
    /// The composite with the abort type that had it watched.
    pub watched_by: NodeIndex,
    /// The composite inside which things were interrupted.
    pub scope: NodeIndex,
    /// What was interrupted, in order: deepest first.
    pub interrupted: Vec<NodeIndex>,
    /// The child of the scope with which it goes on.
    pub target: NodeIndex,
}

impl AbortStory {
    /// The topmost task that was interrupted; none if nothing was.
    pub fn branch(&self) -> Option<NodeIndex> {
        self.interrupted.last().copied()
    }
}

/// The aborts among the events of one frame, in the order in which they fired.
pub fn aborts<W, B>(program: &Program<W, B>, events: &[TraceEvent]) -> Vec<AbortStory> {
    let mut stories = Vec::new();
    for (place, event) in events.iter().enumerate() {
        let TraceEvent::Abort { conditional, scope } = *event else {
            continue;
        };
        let answer = events[..place].iter().rev().find_map(|e| match e {
            TraceEvent::Check(node, status) if *node == conditional => Some(*status),
            _ => None,
        });
        let interrupted = events[place + 1..].iter().map_while(|e| match e {
            TraceEvent::End(node, EndStatus::Inactive) => Some(*node),
            _ => None,
        });
        let mut target = conditional;
        while let Some(parent) = program.parent(target).filter(|p| *p != scope) {
            target = parent;
        }
        stories.push(AbortStory {
            conditional,
            answer: answer.unwrap_or(Status::Failure),
            watched_by: program.nearest_composite(conditional).unwrap_or(scope),
            scope,
            interrupted: interrupted.collect(),
            target,
        });
    }
    stories
}
