//! The size of a tree in a program after expanding its subtrees. All sums saturate instead of overflowing.

use crate::diagnostic::ProgramLimit;
use crate::ids::NodeId;

/// A size: nodes, variables and bytes of ids.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ProgramSize {
    nodes: u64,
    variables: u64,
    id_bytes: u64,
}

/// The largest program. Bytes of ids are limited because the id of a node lists all Subtree nodes above it; 10,000
/// nested subtrees with few nodes each still fit.
pub(crate) const LIMIT: ProgramSize = ProgramSize {
    nodes: 1_000_000,
    variables: 4_000_000,
    id_bytes: 256 << 20,
};

impl ProgramSize {
    pub const NOTHING: Self = Self {
        nodes: 0,
        variables: 0,
        id_bytes: 0,
    };

    /// The size of a single node.
    pub fn of_node(id: &NodeId) -> Self {
        Self {
            nodes: 1,
            variables: 0,
            id_bytes: id.as_str().len() as u64,
        }
    }

    pub fn plus(self, other: Self) -> Self {
        Self {
            nodes: self.nodes.saturating_add(other.nodes),
            variables: self.variables.saturating_add(other.variables),
            id_bytes: self.id_bytes.saturating_add(other.id_bytes),
        }
    }

    pub fn add(&mut self, other: Self) {
        *self = self.plus(other);
    }

    /// The size of the tree inside a use by the node `user`, with `variables` variables of its own. Each id inside
    /// gets the prefix of `user`.
    pub fn inside(self, user: &NodeId, variables: usize) -> Self {
        let prefixes = self.nodes.saturating_mul(user.as_str().len() as u64 + 1);
        Self {
            nodes: self.nodes,
            variables: self.variables.saturating_add(variables as u64),
            id_bytes: self.id_bytes.saturating_add(prefixes),
        }
    }

    /// The first limit that it exceeds, if any.
    pub fn excess(self) -> Option<ProgramLimit> {
        let parts = [
            ProgramLimit::Nodes,
            ProgramLimit::Variables,
            ProgramLimit::IdBytes,
        ];
        parts
            .into_iter()
            .find(|of| self.part(*of) > LIMIT.part(*of))
    }

    pub fn part(self, of: ProgramLimit) -> u64 {
        match of {
            ProgramLimit::Nodes => self.nodes,
            ProgramLimit::Variables => self.variables,
            ProgramLimit::IdBytes => self.id_bytes,
        }
    }
}
