//! Describes outcomes that no scenario has covered. Does not know how they were found.

use std::sync::Arc;

use treewright_core::ids::NodeId;
use treewright_core::runtime::Outcome;
use treewright_insight::scenario::{Measure, NodeOutcome};

use super::Texts;

/// Returns the title of a node, given its document and id.
pub type CoveredTitle<'a> = &'a dyn Fn(&(Arc<str>, NodeId)) -> String;

impl Texts {
    /// Describes an outcome that never occurred, without its node: "never false".
    pub fn missing_outcome(&self, outcome: &NodeOutcome, title: CoveredTitle<'_>) -> String {
        match outcome {
            NodeOutcome::Returns(Outcome::Success) => self.tr("coverage.never.success"),
            NodeOutcome::Returns(Outcome::Failure) => self.tr("coverage.never.failure"),
            NodeOutcome::Is(true) => self.tr("coverage.never.true"),
            NodeOutcome::Is(false) => self.tr("coverage.never.false"),
            NodeOutcome::Aborts(scope) => {
                let scope = title(scope);
                return self.tr_with("coverage.never.abort", &[("scope", &scope)]);
            }
            NodeOutcome::Switches { from, to } => {
                let (from, to) = (title(from), title(to));
                return self.tr_with("coverage.never.switch", &[("from", &from), ("to", &to)]);
            }
        }
        .into_owned()
    }

    /// Returns the name of a measure, as a heading.
    pub fn measure(&self, measure: Measure) -> String {
        let name = measure.name();
        self.tr(&format!("coverage.measure.{name}")).into_owned()
    }
}
