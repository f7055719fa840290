//! A list of problems that limits its length per type of problem, but counts all.

use std::collections::BTreeMap;
use std::ops::{Deref, DerefMut};

use rustc_hash::FxHashMap;

use super::{Diagnostic, Location, Problem, Severity};
use crate::ids::NodeId;
use crate::limits::PROBLEMS_PER_TYPE;

/// The problems of a document.
///
/// Lists the first [`PROBLEMS_PER_TYPE`] of each type and counts all, so that a file with millions of mistakes needs
/// little memory. Import and export notes are all listed, since imports and exports count nodes by them.
///
/// Dereferences to the slice of listed problems.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Problems {
    list: Vec<Diagnostic>,
    /// The number of listed problems by code.
    listed: BTreeMap<&'static str, usize>,
    beyond: Counts,
    /// The highest severity of each node's problems, and their number.
    nodes: FxHashMap<NodeId, (Severity, usize)>,
    /// Whether only errors are collected, and all of them are listed.
    only_errors: bool,
}

/// Numbers of problems by severity.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// The number of errors.
    pub errors: usize,
    /// The number of warnings.
    pub warnings: usize,
}

impl Counts {
    /// The number of problems with this severity.
    pub fn of(self, severity: Severity) -> usize {
        match severity {
            Severity::Error => self.errors,
            Severity::Warning => self.warnings,
        }
    }

    /// The number of all problems.
    pub fn total(self) -> usize {
        self.errors + self.warnings
    }

    /// Counts a problem.
    pub fn add(&mut self, severity: Severity) {
        match severity {
            Severity::Error => self.errors += 1,
            Severity::Warning => self.warnings += 1,
        }
    }
}

impl Problems {
    /// Creates an empty list that collects only errors, without a limit, for comparison with another document.
    pub fn only_errors() -> Self {
        Self {
            only_errors: true,
            ..Self::default()
        }
    }

    /// Adds a problem at a location.
    pub fn add(&mut self, location: Location, problem: Problem) {
        self.push(Diagnostic::new(location, problem));
    }

    /// Adds a diagnostic.
    pub fn push(&mut self, problem: Diagnostic) {
        if self.only_errors && problem.severity != Severity::Error {
            return;
        }
        if let Some(node) = problem.location.node() {
            self.note(node, problem.severity, 1);
        }
        self.list(problem);
    }

    /// Appends the problems of another list.
    pub fn append(&mut self, other: Self) {
        for (node, (severity, count)) in other.nodes {
            self.note(&node, severity, count);
        }
        other
            .list
            .into_iter()
            .for_each(|problem| self.list(problem));
        self.beyond.errors += other.beyond.errors;
        self.beyond.warnings += other.beyond.warnings;
    }

    fn list(&mut self, problem: Diagnostic) {
        let listed = self.listed.entry(problem.problem.code()).or_default();
        let is_remark = matches!(problem.problem, Problem::Transfer(_));
        if *listed >= PROBLEMS_PER_TYPE && !self.only_errors && !is_remark {
            self.beyond.add(problem.severity);
            return;
        }
        *listed += 1;
        self.list.push(problem);
    }

    fn note(&mut self, node: &NodeId, severity: Severity, count: usize) {
        match self.nodes.get_mut(node) {
            // Errors come before warnings.
            Some((worst, all)) => {
                *worst = (*worst).min(severity);
                *all += count;
            }
            None => drop(self.nodes.insert(node.clone(), (severity, count))),
        }
    }

    /// Whether the list takes another problem of this type; otherwise it is only counted.
    pub fn has_room_for(&self, problem: &Problem) -> bool {
        let listed = self.listed.get(problem.code());
        listed.is_none_or(|listed| *listed < PROBLEMS_PER_TYPE)
    }

    /// The numbers of problems that are not listed.
    pub fn unlisted_counts(&self) -> Counts {
        self.beyond
    }

    /// The numbers of all problems.
    pub fn counts(&self) -> Counts {
        let mut counts = self.beyond;
        self.list
            .iter()
            .for_each(|found| counts.add(found.severity));
        counts
    }

    /// The highest severity of a node's problems, and their number; `None` if it has none.
    pub fn of_node(&self, node: &NodeId) -> Option<(Severity, usize)> {
        self.nodes.get(node).copied()
    }

    /// The first `most` problems of a node with their indices in the list, and the number of its other problems.
    pub fn first_of_node(&self, node: &NodeId, most: usize) -> (Vec<(usize, &Diagnostic)>, usize) {
        let Some((_, count)) = self.of_node(node) else {
            return (Vec::new(), 0);
        };
        let here = |(_, found): &(usize, &Diagnostic)| found.location.node() == Some(node);
        let found = self.list.iter().enumerate().filter(here);
        let shown: Vec<_> = found.take(most).collect();
        let more = count.saturating_sub(shown.len());
        (shown, more)
    }

    /// Returns these problems without the listed ones for which `is_withheld` holds. It must hold for all problems of a
    /// node or for none.
    #[must_use]
    pub fn without(&self, is_withheld: impl Fn(&Diagnostic) -> bool) -> Self {
        let mut rest = self.clone();
        rest.list.retain(|problem| !is_withheld(problem));
        for problem in self.list.iter().filter(|problem| is_withheld(problem)) {
            if let Some(count) = rest.listed.get_mut(problem.problem.code()) {
                *count = count.saturating_sub(1);
            }
            if let Some(node) = problem.location.node() {
                rest.nodes.remove(node);
            }
        }
        rest
    }

    /// Returns the listed problems.
    pub fn into_vec(self) -> Vec<Diagnostic> {
        self.list
    }
}

impl Deref for Problems {
    type Target = [Diagnostic];

    fn deref(&self) -> &[Diagnostic] {
        &self.list
    }
}

impl DerefMut for Problems {
    fn deref_mut(&mut self) -> &mut [Diagnostic] {
        &mut self.list
    }
}

impl Extend<Diagnostic> for Problems {
    fn extend<T: IntoIterator<Item = Diagnostic>>(&mut self, problems: T) {
        problems.into_iter().for_each(|problem| self.push(problem));
    }
}

impl FromIterator<Diagnostic> for Problems {
    fn from_iter<T: IntoIterator<Item = Diagnostic>>(problems: T) -> Self {
        let mut all = Self::default();
        all.extend(problems);
        all
    }
}

impl From<Vec<Diagnostic>> for Problems {
    fn from(problems: Vec<Diagnostic>) -> Self {
        problems.into_iter().collect()
    }
}

impl IntoIterator for Problems {
    type Item = Diagnostic;
    type IntoIter = std::vec::IntoIter<Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.list.into_iter()
    }
}

impl<'a> IntoIterator for &'a Problems {
    type Item = &'a Diagnostic;
    type IntoIter = std::slice::Iter<'a, Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.list.iter()
    }
}

impl<const N: usize> PartialEq<[Diagnostic; N]> for Problems {
    fn eq(&self, other: &[Diagnostic; N]) -> bool {
        self.list == *other
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Location;

    fn unknown(number: usize) -> Diagnostic {
        let task = "Sukseed".into();
        let node = NodeId::new(format!("n{}", number % 7));
        Diagnostic::new(Location::Node(node), Problem::UnknownTask { task })
    }

    #[test]
    fn some_problems_of_each_type_are_listed_and_all_are_counted() {
        let mut problems: Problems = (0..PROBLEMS_PER_TYPE + 100).map(unknown).collect();
        let problem = Problem::NoRoot { loose: 0 };
        problems.push(Diagnostic::new(Location::Document, problem));
        assert_eq!(
            problems.len(),
            PROBLEMS_PER_TYPE + 1,
            "another kind is not hidden"
        );
        assert_eq!(problems.unlisted_counts().total(), 100);
        assert_eq!(problems.counts().total(), PROBLEMS_PER_TYPE + 101);
        let of_nodes = (0..7).filter_map(|n| problems.of_node(&NodeId::new(format!("n{n}"))));
        let of_nodes: usize = of_nodes.map(|(_, count)| count).sum();
        assert_eq!(of_nodes, PROBLEMS_PER_TYPE + 100);
    }

    #[test]
    fn withheld_problems_are_neither_listed_nor_counted() {
        let problems: Problems = (0..21).map(unknown).collect();
        let first = NodeId::from("n0");
        let rest = problems.without(|problem| problem.location.node() == Some(&first));
        assert_eq!(rest.counts().total(), 18);
        assert_eq!(rest.of_node(&first), None);
        assert_eq!(rest.of_node(&"n1".into()), Some((Severity::Error, 3)));
        assert_eq!(problems.of_node(&first), Some((Severity::Error, 3)));
    }

    #[test]
    fn the_severity_of_a_node_is_its_highest() {
        let with = |severity| Diagnostic {
            severity,
            ..unknown(0)
        };
        let problems: Problems = [with(Severity::Warning), with(Severity::Error)]
            .into_iter()
            .collect();
        assert_eq!(problems.of_node(&"n0".into()), Some((Severity::Error, 2)));
        assert_eq!(problems.of_node(&"n1".into()), None);
    }
}
