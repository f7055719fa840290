//! The outcomes that occurred in one run, collected from its events. Does not know which outcomes are possible.

use rustc_hash::FxHashSet;
use treewright_core::Program;
use treewright_core::runtime::{EndStatus, NodeIndex, Outcome, Status};
use treewright_core::trace::TraceEvent;

use super::measure::OutcomeInProgram;
use crate::history::Switching;

const SUCCEEDED: u8 = 1;
const FAILED: u8 = 1 << 1;
const WAS_TRUE: u8 = 1 << 2;
const WAS_FALSE: u8 = 1 << 3;

/// What has occurred at the nodes of a run.
#[derive(Debug)]
pub struct ObservedOutcomes {
    /// One byte per node, with a bit for each simple outcome.
    bits: Box<[u8]>,
    /// Conditions with the composites in which they have aborted something.
    aborts: FxHashSet<(NodeIndex, NodeIndex)>,
    /// The changes of each `Switch` from one running child to another.
    switches: FxHashSet<(NodeIndex, NodeIndex)>,
    switching: Switching,
}

impl ObservedOutcomes {
    /// Creates the outcomes before the first frame of a program with `nodes` nodes.
    pub fn new(nodes: usize) -> Self {
        Self {
            bits: vec![0; nodes].into(),
            aborts: FxHashSet::default(),
            switches: FxHashSet::default(),
            switching: Switching::default(),
        }
    }

    /// Adds the events of a frame.
    pub fn note(&mut self, program: &Program<()>, events: &[TraceEvent]) {
        for event in events {
            match *event {
                TraceEvent::Start(node) => self.started(program, node),
                TraceEvent::End(node, status) => self.ended(program, node, status),
                TraceEvent::Update(node, status) | TraceEvent::Check(node, status) => {
                    match status {
                        Status::Success => self.mark(node, WAS_TRUE),
                        Status::Failure => self.mark(node, WAS_FALSE),
                        Status::Running => {}
                    }
                }
                TraceEvent::Abort { conditional, scope } => {
                    self.aborts.insert((conditional, scope));
                }
                _ => {}
            }
        }
    }

    fn started(&mut self, program: &Program<()>, node: NodeIndex) {
        let from = self.switching.started(program, node);
        self.switches.extend(from.map(|from| (from, node)));
    }

    fn ended(&mut self, program: &Program<()>, node: NodeIndex, status: EndStatus) {
        self.switching.ended(program, node, status);
        match status {
            EndStatus::Success => self.mark(node, SUCCEEDED),
            EndStatus::Failure => self.mark(node, FAILED),
            EndStatus::Inactive => {}
        }
    }

    /// Returns the conditions that aborted something, each with the composite in which it did, in pre-order.
    pub(super) fn aborts(&self) -> Vec<(NodeIndex, NodeIndex)> {
        let mut aborts: Vec<_> = self.aborts.iter().copied().collect();
        aborts.sort_unstable();
        aborts
    }

    fn mark(&mut self, node: NodeIndex, bit: u8) {
        if let Some(bits) = self.bits.get_mut(node.get()) {
            *bits |= bit;
        }
    }

    /// Returns whether this outcome of a node has occurred.
    pub(super) fn has(&self, node: NodeIndex, outcome: OutcomeInProgram) -> bool {
        let bit = match outcome {
            OutcomeInProgram::Returns(Outcome::Success) => SUCCEEDED,
            OutcomeInProgram::Returns(Outcome::Failure) => FAILED,
            OutcomeInProgram::Is(true) => WAS_TRUE,
            OutcomeInProgram::Is(false) => WAS_FALSE,
            OutcomeInProgram::Aborts(scope) => return self.aborts.contains(&(node, scope)),
            OutcomeInProgram::Switches { from, to } => return self.switches.contains(&(from, to)),
        };
        self.bits.get(node.get()).is_some_and(|bits| bits & bit > 0)
    }
}
