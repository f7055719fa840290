//! The parts of a condition that decided, with the values that it read, as the command line tells them.

use serde::Serialize;
use treewright_core::library::NodeLibrary;
use treewright_core::model::Node;
use treewright_core::value::Value;
use treewright_session::i18n::Texts;
use treewright_session::workspace::condition_values::parts;

/// A part of a condition, with the values that it read.
#[derive(Clone, PartialEq, Serialize)]
pub struct Condition {
    text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    holds: Option<bool>,
}

impl Condition {
    /// The parts of a node's condition.
    pub fn all(
        node: &Node,
        library: &NodeLibrary,
        values: &[(String, Value)],
        holds: bool,
    ) -> Vec<Self> {
        let parts = parts(node, library, values, holds).into_iter();
        let parts = parts.map(|part| Self {
            text: part.text,
            holds: part.holds,
        });
        parts.collect()
    }

    /// The part, and whether it was true; `None` if that is not known.
    pub fn in_words(&self, texts: &Texts) -> Option<String> {
        let key = if self.holds? {
            "why_window.holds"
        } else {
            "why_window.holds_not"
        };
        Some(texts.tr_with(key, &[("condition", &self.text)]))
    }
}
