//! What a node can do and what not, as an exploration has found, in words.

use treewright_explore::findings::NodeOutcome;
use treewright_explore::search::Certainty;

use super::Texts;

/// The outcomes that are shown, in this order.
const TOLD: [NodeOutcome; 8] = [
    NodeOutcome::Starts,
    NodeOutcome::IsTrue,
    NodeOutcome::IsFalse,
    NodeOutcome::Succeeds,
    NodeOutcome::Fails,
    NodeOutcome::KeepsRunning,
    NodeOutcome::IsInterrupted,
    NodeOutcome::Aborts,
];

/// Returns the outcomes that say something about a node: for a condition other ones than for a node that takes its time. `can` returns
/// whether it can do something.
pub fn told(can: impl Fn(NodeOutcome) -> bool) -> impl Iterator<Item = NodeOutcome> {
    let is_condition = can(NodeOutcome::IsTrue) || can(NodeOutcome::IsFalse);
    let runs = can(NodeOutcome::Starts);
    TOLD.into_iter().filter(move |outcome| match outcome {
        NodeOutcome::Starts => true,
        NodeOutcome::IsTrue | NodeOutcome::IsFalse | NodeOutcome::Aborts => runs && is_condition,
        _ => runs && !is_condition,
    })
}

/// Returns in few words how sure it is that something cannot happen.
pub fn certainty(texts: &Texts, certainty: Certainty) -> String {
    match certainty {
        Certainty::Proved => texts.tr("explore.word_proved").into_owned(),
        Certainty::Sampled => texts.tr("explore.word_sampled").into_owned(),
        Certainty::NotWithin { frames, .. } => {
            let frames = usize::try_from(frames).unwrap_or(usize::MAX);
            texts.tr_count("explore.word_not_within", frames)
        }
    }
}

/// Returns the text key of what a node can do, or cannot.
pub fn key(outcome: NodeOutcome, can: bool) -> &'static str {
    match (outcome, can) {
        (NodeOutcome::Starts, true) => "explore.can.run",
        (NodeOutcome::Starts, false) => "explore.cannot.run",
        (NodeOutcome::Succeeds, true) => "explore.can.succeed",
        (NodeOutcome::Succeeds, false) => "explore.cannot.succeed",
        (NodeOutcome::Fails, true) => "explore.can.fail",
        (NodeOutcome::Fails, false) => "explore.cannot.fail",
        (NodeOutcome::IsInterrupted, true) => "explore.can.be_interrupted",
        (NodeOutcome::IsInterrupted, false) => "explore.cannot.be_interrupted",
        (NodeOutcome::IsTrue, true) => "explore.can.be_true",
        (NodeOutcome::IsTrue, false) => "explore.cannot.be_true",
        (NodeOutcome::IsFalse, true) => "explore.can.be_false",
        (NodeOutcome::IsFalse, false) => "explore.cannot.be_false",
        (NodeOutcome::KeepsRunning, true) => "explore.can.last",
        (NodeOutcome::KeepsRunning, false) => "explore.cannot.last",
        (NodeOutcome::Aborts, true) => "explore.can.abort",
        (NodeOutcome::Aborts, false) => "explore.cannot.abort",
    }
}
