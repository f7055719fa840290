//! What a node can do and what not, as an exploration has found, in words. Knows no panels.

use treewright_core::ids::NodeId;
use treewright_explore::findings::NodeOutcome;
use treewright_session::i18n::{Texts, explored_words};
use treewright_session::workspace::exploration::{ExploreReport, NodeReach};

pub use treewright_session::i18n::explored_words::{heading, key};

/// The outcomes that say something about a node.
pub fn told(reach: &NodeReach) -> impl Iterator<Item = NodeOutcome> {
    explored_words::told(reach.is_leaf, |outcome| reach.can(outcome))
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
    explored_words::certainty(texts, report.certainty)
}

/// In few words, how sure it is that a condition is always the same.
pub fn certainty_of_always(texts: &Texts, report: &ExploreReport) -> String {
    explored_words::certainty_of_always(texts, report.certainty)
}
