//! The reasons of a run as panels show them: sentences about nodes of a document. Knows neither recordings nor agents.

use treewright_core::Message;
use treewright_insight::why::{self, Fact, Frames, Names, ReasonStep};

use super::run_view::{DecidedBy, Reason};
use super::shown_nodes::ShownNodes;

/// Whose reasons they are.
pub(super) struct ReasonsOf<'a> {
    pub nodes: ShownNodes<'a>,
    pub agent: u64,
    /// The tree of the run that this agent runs.
    pub tree: usize,
    /// The number of the program.
    pub program: usize,
}

impl ReasonsOf<'_> {
    /// Returns steps as sentences. `frames` are those in which the steps were found; `reword` may say more precisely who did it.
    pub fn told(
        &self,
        frames: &impl Frames,
        steps: &[ReasonStep],
        names: &dyn Names,
        reword: &dyn Fn(Message) -> Message,
    ) -> Vec<Reason> {
        let program = self.nodes.program;
        let last = steps.len().saturating_sub(1);
        let reasons = steps.iter().enumerate().map(|(at, step)| {
            let may_lead_on = at == last
                || matches!(
                    step.fact,
                    Fact::Value(_)
                        | Fact::Since(_)
                        | Fact::Source(_)
                        | Fact::Runs(_)
                        | Fact::Ran(_)
                );
            let leads_on =
                || step.other().is_some() || !why::why_further(program, frames, step).is_empty();
            Reason {
                sentence: reword(step.told(program, names)),
                node: self.nodes.shown_node(step.node),
                frame: step.place.map(|place| place.frame),
                condition: self.condition_of(&steps[at..]),
                leads_on: may_lead_on && leads_on(),
                step: step.clone(),
                agent: self.agent,
                of: (self.agent, self.tree),
                program: self.program,
            }
        });
        reasons.collect()
    }

    /// Returns the condition that decided the first of these steps, as a node of the document.
    fn condition_of(&self, steps: &[ReasonStep]) -> Option<DecidedBy> {
        let decided = why::decided_by(self.nodes.program, steps)?;
        Some(DecidedBy {
            node: self.nodes.shown(decided.node),
            holds: decided.holds,
            values: decided.values,
        })
    }
}
