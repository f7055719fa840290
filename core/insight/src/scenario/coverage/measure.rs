//! What is counted: nodes or kinds of outcomes, and the counts. Knows no runs.

use std::ops::AddAssign;
use std::sync::Arc;

use treewright_core::ids::NodeId;
use treewright_core::named;
use treewright_core::runtime::{NodeIndex, Outcome};

/// Something that can happen at a node. `N` identifies other nodes: by document and id, or by index in a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NodeOutcome<N = (Arc<str>, NodeId)> {
    /// It returns this result. Not for conditionals.
    Returns(Outcome),
    /// Its condition has this value. Only for conditionals and guards.
    Is(bool),
    /// A change of its condition aborts what runs in this composite.
    Aborts(N),
    /// A Switch changes from one running child to another.
    Switches {
        /// The child that was running.
        from: N,
        /// The child that runs instead.
        to: N,
    },
}

impl<N> NodeOutcome<N> {
    /// Returns the measure that counts only outcomes of this kind.
    pub fn measure(&self) -> Measure {
        match self {
            Self::Returns(_) => Measure::Results,
            Self::Is(_) => Measure::Conditions,
            Self::Aborts(_) => Measure::Aborts,
            Self::Switches { .. } => Measure::Switches,
        }
    }

    /// Converts the nodes with `name`.
    pub(super) fn map<M>(self, mut name: impl FnMut(N) -> M) -> NodeOutcome<M> {
        match self {
            Self::Returns(result) => NodeOutcome::Returns(result),
            Self::Is(value) => NodeOutcome::Is(value),
            Self::Aborts(scope) => NodeOutcome::Aborts(name(scope)),
            Self::Switches { from, to } => NodeOutcome::Switches {
                from: name(from),
                to: name(to),
            },
        }
    }
}

/// An outcome in a program.
pub(super) type OutcomeInProgram = NodeOutcome<NodeIndex>;

named! {
    /// A measure of coverage.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Measure: name, ALL, from_name {
        /// The nodes that were reached.
        Nodes = "nodes",
        /// The results of nodes that are no conditionals.
        Results = "results",
        /// Both values of each condition.
        Conditions = "conditions",
        /// The conditional aborts, by condition and scope.
        Aborts = "aborts",
        /// The changes of a Switch from one running child to another.
        Switches = "switches",
        /// Results, conditions, aborts and switches together.
        Outcomes = "outcomes",
    }
}

impl Measure {
    /// Returns whether the measure counts this outcome.
    pub fn includes<N>(self, outcome: &NodeOutcome<N>) -> bool {
        self == Self::Outcomes || self == outcome.measure()
    }
}

/// How many things could have occurred, and how many did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CoverageCount {
    /// The number of things that could have occurred.
    pub all: usize,
    /// The number of those that occurred.
    pub covered: usize,
}

impl CoverageCount {
    /// Counts things by whether they occurred.
    pub fn of(things: impl IntoIterator<Item = bool>) -> Self {
        let mut count = Self::default();
        for covered in things {
            count.all += 1;
            count.covered += usize::from(covered);
        }
        count
    }

    /// Returns the number of things that did not occur.
    pub fn missing(self) -> usize {
        self.all - self.covered
    }

    /// Returns the covered percentage, rounded to one decimal, but never to 100 if anything is missing, nor to 0 if anything is covered; 100
    /// if there is nothing to cover.
    pub fn percent(self) -> f64 {
        let rounded = (1000.0 * self.covered as f64 / self.all as f64).round() / 10.0;
        match (self.covered, self.missing()) {
            (_, 0) => 100.0,
            (0, _) => 0.0,
            _ => rounded.clamp(0.1, 99.9),
        }
    }
}

impl AddAssign for CoverageCount {
    fn add_assign(&mut self, other: Self) {
        self.all += other.all;
        self.covered += other.covered;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_percentage_is_rounded_but_hides_nothing() {
        let percent = |covered, all| CoverageCount { all, covered }.percent().to_string();
        assert_eq!(percent(2, 3), "66.7");
        assert_eq!(percent(1, 3), "33.3");
        assert_eq!(percent(9_999, 10_000), "99.9");
        assert_eq!(percent(1, 10_000), "0.1");
        assert_eq!(percent(0, 7), "0");
        assert_eq!(percent(7, 7), "100");
        assert_eq!(percent(0, 0), "100");
    }
}
