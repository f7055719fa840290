//! What a node can do and what not, as an exploration has found, in words. Knows no panels.

use treewright_core::ids::NodeId;
use treewright_explore::findings::NodeOutcome;
use treewright_explore::search::Certainty;
use treewright_session::i18n::Texts;
use treewright_session::workspace::exploration::{ExploreReport, NodeReach};

/// The outcomes that are told, in this order.
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

/// The outcomes that say something about a node: for a condition other ones than for a node that takes its time.
pub fn told(reach: &NodeReach) -> impl Iterator<Item = NodeOutcome> {
    let is_condition = reach.can(NodeOutcome::IsTrue) || reach.can(NodeOutcome::IsFalse);
    let runs = reach.can(NodeOutcome::Starts);
    TOLD.into_iter().filter(move |outcome| match outcome {
        NodeOutcome::Starts => true,
        NodeOutcome::IsTrue | NodeOutcome::IsFalse | NodeOutcome::Aborts => runs && is_condition,
        _ => runs && !is_condition,
    })
}

/// Two sentences about a node; `None` if it is not part of the explored tree.
pub fn sentences(texts: &Texts, report: &ExploreReport, node: &NodeId) -> Option<String> {
    let reach = report.node(node)?;
    let words = |can: bool| -> Vec<_> {
        let told = told(reach).filter(|outcome| reach.can(*outcome) == can);
        told.map(|outcome| texts.tr(key(outcome, can))).collect()
    };
    let mut sentences = Vec::new();
    if words(true).len() > 1 {
        let what = texts.list(&words(true));
        sentences.push(texts.tr_with("explore.it_can", &[("what", &what)]));
    }
    if !words(false).is_empty() {
        let what = words(false).join(&texts.tr("list.comma"));
        sentences.push(texts.with_note(&texts.as_sentence(&what), &certainty(texts, report)));
    }
    Some(sentences.join("\n"))
}

/// In few words, how sure it is that something cannot happen.
pub fn certainty(texts: &Texts, report: &ExploreReport) -> String {
    match report.certainty {
        Certainty::Proved => texts.tr("explore.word_proved").into_owned(),
        Certainty::Sampled => texts.tr("explore.word_sampled").into_owned(),
        Certainty::NotWithin { frames, .. } => {
            let frames = usize::try_from(frames).unwrap_or(usize::MAX);
            texts.tr_count("explore.word_not_within", frames)
        }
    }
}

/// The text key of what a node can do, or cannot.
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
