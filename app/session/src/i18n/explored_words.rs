//! What a node can do and what not, as an exploration has found, in words.

use treewright_explore::claims::ClaimForm;
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

/// Returns the outcomes that say something about a node: for a conditional other ones than for a node that takes its time, and both for a
/// decorator with a condition. `can` returns whether it can do something.
pub fn told(is_leaf: bool, can: impl Fn(NodeOutcome) -> bool) -> impl Iterator<Item = NodeOutcome> {
    let is_condition = can(NodeOutcome::IsTrue) || can(NodeOutcome::IsFalse);
    let runs = can(NodeOutcome::Starts);
    TOLD.into_iter().filter(move |outcome| match outcome {
        NodeOutcome::Starts => true,
        NodeOutcome::IsTrue | NodeOutcome::IsFalse | NodeOutcome::Aborts => runs && is_condition,
        _ => runs && !(is_condition && is_leaf),
    })
}

/// Returns in few words how sure it is that something cannot happen.
pub fn certainty(texts: &Texts, certainty: Certainty) -> String {
    match certainty {
        Certainty::Proved => texts.tr("explore.word_proved").into_owned(),
        Certainty::Sampled => texts.tr("explore.word_sampled").into_owned(),
        Certainty::NoRun => texts.tr("explore.word_no_run").into_owned(),
        Certainty::NoRunTried => texts.tr("explore.word_no_run_tried").into_owned(),
        Certainty::NotWithin { frames, .. } => counted(texts, "explore.word_not_within", frames),
    }
}

/// Returns in few words how sure it is that a condition is always the same.
pub fn certainty_of_always(texts: &Texts, certainty: Certainty) -> String {
    match certainty {
        Certainty::NotWithin { frames, .. } => counted(texts, "explore.word_within", frames),
        other => self::certainty(texts, other),
    }
}

/// Returns what is known of a claim that a search has neither shown nor broken; `form` is its form.
pub fn open_claim(texts: &Texts, form: ClaimForm, certainty: Certainty) -> String {
    match (certainty, form) {
        (Certainty::NotWithin { frames, .. }, ClaimForm::Can) => {
            counted(texts, "explore.not_seen_within", frames)
        }
        (Certainty::Sampled, ClaimForm::Can) => texts.tr("explore.not_seen_tried").into_owned(),
        (Certainty::NotWithin { frames, .. }, _) => {
            counted(texts, "explore.not_broken_within", frames)
        }
        (Certainty::Sampled, _) => texts.tr("explore.not_broken_tried").into_owned(),
        (other, _) => self::certainty(texts, other),
    }
}

fn counted(texts: &Texts, key: &'static str, frames: u64) -> String {
    texts.tr_count(key, usize::try_from(frames).unwrap_or(usize::MAX))
}

/// Says how sure it is that what was not found cannot happen, with frames of `dt` seconds. `is_untried` says whether it is not known
/// everywhere if aborts happen again and again.
pub fn heading(
    texts: &Texts,
    certainty: Certainty,
    (states, dt): (usize, f64),
    is_untried: bool,
) -> String {
    let dt = dt.to_string();
    let counted = |key| texts.tr_count_with(key, states, &[("dt", &*dt)]);
    match certainty {
        Certainty::Proved if is_untried => counted("explore.proved_but_thrashing"),
        Certainty::Proved => counted("explore.proved"),
        Certainty::Sampled => counted("explore.sampled"),
        Certainty::NoRun => texts.tr("explore.no_run").into_owned(),
        Certainty::NoRunTried => texts.tr("explore.no_run_tried").into_owned(),
        Certainty::NotWithin { frames, states } => {
            let frames = frames.to_string();
            texts.tr_count_with("explore.not_within", states, &[("frames", &frames)])
        }
    }
}

/// Whether a node can do something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Possibility {
    Seen,
    /// It was not seen, but that does not prove anything.
    NotSeen,
    /// It is proved that it cannot.
    Impossible,
}

/// Returns the text key of what a node can do, or cannot.
pub fn key(outcome: NodeOutcome, possibility: Possibility) -> &'static str {
    use Possibility::{Impossible, NotSeen, Seen};
    match (outcome, possibility) {
        (NodeOutcome::Starts, Seen) => "explore.can.run",
        (NodeOutcome::Starts, NotSeen) => "explore.not_seen.run",
        (NodeOutcome::Starts, Impossible) => "explore.cannot.run",
        (NodeOutcome::Succeeds, Seen) => "explore.can.succeed",
        (NodeOutcome::Succeeds, NotSeen) => "explore.not_seen.succeed",
        (NodeOutcome::Succeeds, Impossible) => "explore.cannot.succeed",
        (NodeOutcome::Fails, Seen) => "explore.can.fail",
        (NodeOutcome::Fails, NotSeen) => "explore.not_seen.fail",
        (NodeOutcome::Fails, Impossible) => "explore.cannot.fail",
        (NodeOutcome::IsInterrupted, Seen) => "explore.can.be_interrupted",
        (NodeOutcome::IsInterrupted, NotSeen) => "explore.not_seen.be_interrupted",
        (NodeOutcome::IsInterrupted, Impossible) => "explore.cannot.be_interrupted",
        (NodeOutcome::IsTrue, Seen) => "explore.can.be_true",
        (NodeOutcome::IsTrue, NotSeen) => "explore.not_seen.be_true",
        (NodeOutcome::IsTrue, Impossible) => "explore.cannot.be_true",
        (NodeOutcome::IsFalse, Seen) => "explore.can.be_false",
        (NodeOutcome::IsFalse, NotSeen) => "explore.not_seen.be_false",
        (NodeOutcome::IsFalse, Impossible) => "explore.cannot.be_false",
        (NodeOutcome::KeepsRunning, Seen) => "explore.can.last",
        (NodeOutcome::KeepsRunning, NotSeen) => "explore.not_seen.last",
        (NodeOutcome::KeepsRunning, Impossible) => "explore.cannot.last",
        (NodeOutcome::Aborts, Seen) => "explore.can.abort",
        (NodeOutcome::Aborts, NotSeen) => "explore.not_seen.abort",
        (NodeOutcome::Aborts, Impossible) => "explore.cannot.abort",
    }
}
