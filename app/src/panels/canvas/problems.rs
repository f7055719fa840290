//! Which nodes have problems, looked up once for each list of diagnostics. Knows nothing about where they are drawn.

use rustc_hash::FxHashMap;
use treewright_core::diagnostic::{Diagnostic, Severity};
use treewright_core::ids::NodeId;

/// The worst severity of each node that has a problem.
#[derive(Debug, Default)]
pub struct Problems {
    /// Which list it was made from: its revision, where it lies in memory, and its length.
    made_from: Option<(u64, usize, usize)>,
    worst: FxHashMap<NodeId, Severity>,
}

impl Problems {
    /// Looks through the list if it is another one than before.
    pub fn update(&mut self, revision: u64, diagnostics: &[Diagnostic]) {
        let key = (revision, diagnostics.as_ptr() as usize, diagnostics.len());
        if self.made_from == Some(key) {
            return;
        }
        self.made_from = Some(key);
        self.worst.clear();
        for diagnostic in diagnostics {
            if let Some(node) = diagnostic.location.node() {
                let worst = self
                    .worst
                    .entry(node.clone())
                    .or_insert(diagnostic.severity);
                // Errors come before warnings.
                *worst = (*worst).min(diagnostic.severity);
            }
        }
    }

    /// How bad the worst problem of this node is.
    pub fn worst(&self, node: &NodeId) -> Option<Severity> {
        self.worst.get(node).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use treewright_core::diagnostic::{Location, Problem};

    #[test]
    fn an_error_outweighs_a_warning_at_the_same_node() {
        let node = NodeId::from("n1");
        let with = |severity| Diagnostic {
            severity,
            ..Diagnostic::new(Location::Node(node.clone()), Problem::NoRoot { loose: 0 })
        };
        let list = [with(Severity::Warning), with(Severity::Error)];
        let mut problems = Problems::default();
        problems.update(1, &list);
        assert_eq!(problems.worst(&node), Some(Severity::Error));
        problems.update(2, &list[..1]);
        assert_eq!(problems.worst(&node), Some(Severity::Warning));
        problems.update(3, &[]);
        assert_eq!(problems.worst(&node), None);
    }
}
