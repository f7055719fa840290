//! Summarizes a conditional abort from the events of its frame, so that it can be described in one sentence.

use treewright_core::Program;
use treewright_core::runtime::World;
use treewright_core::runtime::{EndStatus, NodeIndex, Status};
use treewright_core::trace::TraceEvent;

/// A conditional abort that fired.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AbortSummary {
    /// The conditional whose result changed.
    pub conditional: NodeIndex,
    /// Its new result.
    pub answer: Status,
    /// The composite whose abort type made it watch the conditional.
    pub watched_by: NodeIndex,
    /// The composite whose running descendants were interrupted.
    pub scope: NodeIndex,
    /// The interrupted nodes in order, deepest first.
    pub interrupted: Vec<NodeIndex>,
    /// The child with which the scope continues.
    pub target: NodeIndex,
}

impl AbortSummary {
    /// Returns the topmost interrupted node; `None` if none was interrupted.
    pub fn branch(&self) -> Option<NodeIndex> {
        self.interrupted.last().copied()
    }
}

/// Returns the aborts among the events of one frame, in order.
pub fn aborts<W: World + ?Sized>(program: &Program<W>, events: &[TraceEvent]) -> Vec<AbortSummary> {
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
        stories.push(AbortSummary {
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
