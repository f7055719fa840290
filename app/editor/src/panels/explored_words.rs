//! What a node can do and what not, as an exploration has found, in words. Knows no panels.

use treewright_core::ids::NodeId;
use treewright_explore::findings::NodeOutcome;
use treewright_explore::gaps::NotProved;
use treewright_session::i18n::{Texts, explored_words};
use treewright_session::workspace::exploration::{ExploreReport, NodeReach};

pub use treewright_session::i18n::explored_words::{Possibility, heading, key};

/// The most reasons why something is not proved in a tooltip.
const MAX_REASONS: usize = 3;

/// The outcomes that say something about a node.
pub fn told(reach: &NodeReach) -> impl Iterator<Item = NodeOutcome> {
    explored_words::told(reach.is_leaf, |outcome| reach.can(outcome))
}

/// Whether a node can do something.
pub fn possibility(report: &ExploreReport, reach: &NodeReach, outcome: NodeOutcome) -> Possibility {
    match (reach.can(outcome), report.is_proved()) {
        (true, _) => Possibility::Seen,
        (false, true) => Possibility::Impossible,
        (false, false) => Possibility::NotSeen,
    }
}

/// Sentences about a node, with the reasons if they are not proved; `None` if it is not part of the explored tree.
pub fn sentences(texts: &Texts, report: &ExploreReport, node: &NodeId) -> Option<String> {
    let reach = report.node(node)?;
    let words = |can: bool| -> Vec<_> {
        let told = told(reach).filter(|outcome| reach.can(*outcome) == can);
        told.map(|outcome| texts.tr(key(outcome, possibility(report, reach, outcome))))
            .collect()
    };
    let mut sentences = Vec::new();
    if words(true).len() > 1 {
        let what = texts.list(&words(true));
        sentences.push(texts.tr_with("explore.it_can", &[("what", &what)]));
    }
    if !words(false).is_empty() {
        let what = words(false).join(&texts.tr("list.comma"));
        sentences.push(texts.with_note(&texts.as_sentence(&what), &certainty(texts, report)));
        sentences.extend(reasons(texts, report));
    }
    Some(sentences.join("\n"))
}

/// Why what was not seen is not proved to be impossible; nothing if it is.
fn reasons(texts: &Texts, report: &ExploreReport) -> Vec<String> {
    let limit = report.limit.map(|limit| texts.tr(limit.key()).into_owned());
    let gaps = report.not_proved.iter().map(|(_, why)| why);
    let gaps = gaps.filter(|why| !matches!(why, NotProved::Thrashing { .. }));
    let gaps = gaps.map(|why| texts.phrase(&why.message()));
    let all = limit.into_iter().chain(gaps);
    all.take(MAX_REASONS)
        .map(|why| texts.tr_with("explore.not_proved_because", &[("why", &why)]))
        .collect()
}

/// In few words, how sure it is that something cannot happen.
pub fn certainty(texts: &Texts, report: &ExploreReport) -> String {
    explored_words::certainty(texts, report.certainty)
}

/// In few words, how sure it is that a condition is always the same.
pub fn certainty_of_always(texts: &Texts, report: &ExploreReport) -> String {
    explored_words::certainty_of_always(texts, report.certainty)
}
