//! Why a run differs from its scenario: repeats the run with its past, and asks for the reasons of the node or variable that differs.

use treewright_core::Message;
use treewright_core::ids::NodeId;
use treewright_core::runtime::NodeIndex;

use super::{DifferenceSubject, ScenarioDifference, ScenarioRun};
use crate::recording::Recording;
use crate::why::{
    AgentPast, Decided, Moment, ReasonStep, decided_by, to_the_end, why, why_further, why_no_abort,
    why_value,
};

/// A reason as a sentence, with the frame of what decided.
#[derive(Clone, Debug, PartialEq)]
pub struct ToldReason {
    /// The frame; `None` if no event of the run decided.
    pub frame: Option<u64>,
    /// The sentence; nodes have their titles.
    pub sentence: Message,
    /// The condition that decided, if one did: the id of its node in the program, whether it was true, and what it read.
    pub condition: Option<(NodeId, Decided)>,
}

/// The maximum number of differences of a run that are explained.
pub const MOST_EXPLAINED: usize = 50;

impl ScenarioRun<'_> {
    /// Returns why the run differs from the scenario in each of these places, up to the inputs: the answer first, each further sentence the reason
    /// of one before. Only the first [`MOST_EXPLAINED`] are explained.
    pub fn reasons(&self, differences: &[ScenarioDifference]) -> Vec<Vec<ToldReason>> {
        let explained = &differences[..differences.len().min(MOST_EXPLAINED)];
        let last = explained.iter().map(|difference| difference.frame).max();
        let mut recording = self.repeated(last.unwrap_or(0));
        let told = explained.iter().map(|difference| {
            let steps = self.reasons_in(&mut recording, difference);
            self.told(&recording, &steps)
        });
        told.collect()
    }

    fn reasons_in(
        &self,
        recording: &mut Recording,
        difference: &ScenarioDifference,
    ) -> Vec<ReasonStep> {
        let node = self.node_of(&difference.what);
        let is_no_abort = matches!(difference.what, DifferenceSubject::NoAbort { .. });
        if is_no_abort {
            recording.go_to(difference.frame);
        }
        let (program, agent) = (recording.program(), recording.first_agent());
        let past = AgentPast::new(recording, agent, recording.program_number());
        let moment = Moment::after(difference.frame);
        let instance = recording.instance(agent).filter(|_| is_no_abort);
        let no_abort = instance
            .zip(node)
            .and_then(|(instance, node)| why_no_abort(instance, &**program, &past, moment, node));
        let mut steps: Vec<ReasonStep> = no_abort.into_iter().collect();
        steps.extend(match (&difference.what, node) {
            (DifferenceSubject::Variable { name, .. }, _) => {
                why_value(&**program, &past, moment, name)
            }
            (_, Some(node)) => why(&**program, &past, moment, node),
            (_, None) => Vec::new(),
        });
        let further = |step: &ReasonStep| why_further(&**program, &past, step);
        to_the_end(steps, further, |step| step)
    }

    fn told(&self, recording: &Recording, steps: &[ReasonStep]) -> Vec<ToldReason> {
        let program = recording.program();
        let name = |node: NodeIndex| self.describe(node).title;
        let told = steps.iter().enumerate().map(|(at, step)| ToldReason {
            frame: step.place.map(|place| place.frame),
            sentence: step.told(program, &name),
            condition: decided_by(program, &steps[at..])
                .map(|decided| (program.id(decided.node).clone(), decided)),
        });
        told.collect()
    }

    /// The run up to a frame, with its past.
    fn repeated(&self, frame: u64) -> Recording {
        let mut recording = Recording::new(self.recording().program().clone(), self.seed());
        for frame in 1..=frame {
            for input in self.done_before(frame) {
                // It was accepted before.
                let _ = recording.apply(input);
            }
            recording.step(self.dt(frame));
        }
        recording
    }

    /// The node that differs; the top of the tree if that does.
    fn node_of(&self, what: &DifferenceSubject) -> Option<NodeIndex> {
        let program = self.recording().program();
        let shown = match what {
            DifferenceSubject::NodeState { node, .. }
            | DifferenceSubject::Ended { node, .. }
            | DifferenceSubject::NotRunning { node, .. }
            | DifferenceSubject::AlsoRunning { node } => node,
            DifferenceSubject::NoAbort { conditional, .. }
            | DifferenceSubject::UnexpectedAbort { conditional, .. }
            | DifferenceSubject::AbortScope { conditional, .. } => conditional,
            DifferenceSubject::TreeStatus { .. } => return program.indices().next(),
            DifferenceSubject::Variable { .. } => return None,
        };
        program.index(&shown.id)
    }
}
