//! How the agents in the runs of a document are listed: which of them, in which columns and in which order. Does not know the table.

use serde::{Deserialize, Serialize};
use treewright_core::ids::NodeId;

/// How the agents in the runs of a document are listed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct AgentTable {
    /// Only agents whose name or running nodes contain this text.
    pub query: String,
    /// Only agents that run this node.
    pub node: Option<NodeId>,
    /// The index of the run's tree that has this node.
    pub tree: usize,
    /// The variables with columns.
    pub variables: Vec<String>,
    pub order: AgentOrder,
}

/// The column by which agents are ordered.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct AgentOrder {
    pub by: AgentColumn,
    pub is_descending: bool,
}

/// A column.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AgentColumn {
    #[default]
    Name,
    /// The document's tree, if the run has several, and the named tree in it that has the deepest running node.
    Tree,
    /// The deepest running node.
    Leaf,
    Status,
    /// The variable of this name.
    Variable(String),
}

impl AgentOrder {
    /// Orders by a column; in the other direction if it was that column already.
    pub fn turn(&mut self, by: &AgentColumn) {
        self.is_descending = self.by == *by && !self.is_descending;
        self.by = by.clone();
    }
}
