//! Coverage by the lines of tree files, as build servers show it: a node is on the line of its id. Writes no file.

use std::collections::BTreeMap;
use std::path::Path;

use treewright_core::format::native;
use treewright_insight::scenario::{Coverage, CoverageCount, Covered, Measure};
use treewright_session::host::files;

/// A tree file.
pub struct CoveredFile {
    pub path: String,
    /// The lines with nodes, in order.
    pub lines: Vec<CoveredLine>,
}

/// A line with the ids of nodes; a file without line breaks has one for all.
pub struct CoveredLine {
    pub number: usize,
    /// How often the scenarios entered the nodes.
    pub hits: u64,
    pub nodes: Vec<NodeBranches>,
}

/// The branches of a node: its possible outcomes.
pub struct NodeBranches {
    pub is_reached: bool,
    /// By measure and, in order, whether each occurred.
    pub outcomes: Vec<(Measure, bool)>,
}

impl NodeBranches {
    fn of(covered: &Covered) -> Self {
        let outcomes = covered.outcomes();
        Self {
            is_reached: covered.is_reached(),
            outcomes: outcomes
                .map(|(outcome, seen)| (outcome.measure(), seen))
                .collect(),
        }
    }

    /// The counts of each measure that the node has.
    pub fn by_measure(&self) -> impl Iterator<Item = (Measure, CoverageCount)> {
        let count = |measure: Measure| {
            let outcomes = self.outcomes.iter().filter(move |(of, _)| *of == measure);
            (measure, CoverageCount::of(outcomes.map(|(_, seen)| *seen)))
        };
        let all = Measure::ALL.into_iter().map(count);
        all.filter(|(_, count)| count.all > 0)
    }

    fn count(&self) -> CoverageCount {
        CoverageCount::of(self.outcomes.iter().map(|(_, seen)| *seen))
    }
}

impl CoveredLine {
    /// The branches of all its nodes.
    pub fn branches(&self) -> CoverageCount {
        let mut sum = CoverageCount::default();
        for node in &self.nodes {
            sum += node.count();
        }
        sum
    }
}

impl CoveredFile {
    /// Reads the files of all trees for their lines. The nodes of a file that cannot be read, or has another format, count as on its
    /// first line.
    pub fn all(coverage: &Coverage) -> Vec<Self> {
        let documents = coverage.documents().map(|(path, nodes)| {
            let bytes = files::read(Path::new(&**path)).ok();
            let read = bytes.and_then(|bytes| native::read(&bytes).ok());
            let numbers = read.map(|read| read.positions.node_lines());
            let mut lines: BTreeMap<usize, CoveredLine> = BTreeMap::new();
            for (id, covered) in nodes {
                let number = numbers.as_ref().and_then(|numbers| numbers.get(id));
                let number = number.copied().unwrap_or(1);
                let line = lines.entry(number).or_insert_with(|| CoveredLine {
                    number,
                    hits: 0,
                    nodes: Vec::new(),
                });
                line.hits += covered.visits;
                line.nodes.push(NodeBranches::of(covered));
            }
            Self {
                path: path.to_string(),
                lines: lines.into_values().collect(),
            }
        });
        documents.collect()
    }

    /// The lines whose nodes were reached.
    pub fn line_count(&self) -> CoverageCount {
        CoverageCount::of(self.lines.iter().map(|line| line.hits > 0))
    }

    /// The branches of all lines.
    pub fn branch_count(&self) -> CoverageCount {
        let mut sum = CoverageCount::default();
        for line in &self.lines {
            sum += line.branches();
        }
        sum
    }
}
