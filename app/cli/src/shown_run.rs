//! A run at a moment, as it is written: replayed from a recording, or told by a file. Knows neither how it is written nor where it is from.

use treewright_core::Program;
use treewright_core::model::Node;
use treewright_core::runtime::{AgentId, NodeIndex};
use treewright_insight::scenario::{NodeState, RecordedAgent};
use treewright_insight::told_past::KnownState;

use super::input::ToldPart;

/// One agent of a run at a moment.
pub trait ShownRun {
    fn agent(&self) -> AgentId;
    fn program(&self) -> &Program<()>;
    /// Returns the state of a node: running, or how it ended last; `None` if it is not known.
    fn state(&self, node: NodeIndex) -> Option<NodeState>;
    /// Returns the node of a document that a node of the program comes from.
    fn document_node(&self, node: NodeIndex) -> Option<&Node>;
}

impl ShownRun for RecordedAgent<'_> {
    fn agent(&self) -> AgentId {
        self.agent
    }

    fn program(&self) -> &Program<()> {
        self.program()
    }

    fn state(&self, node: NodeIndex) -> Option<NodeState> {
        Some(self.state(node))
    }

    fn document_node(&self, node: NodeIndex) -> Option<&Node> {
        self.document_node(node)
    }
}

/// A told run at a moment.
pub struct ToldMoment<'a> {
    pub part: ToldPart<'a>,
    pub known: KnownState,
}

impl ShownRun for ToldMoment<'_> {
    fn agent(&self) -> AgentId {
        self.part.stretch.agent()
    }

    fn program(&self) -> &Program<()> {
        self.part.stretch.program()
    }

    fn state(&self, node: NodeIndex) -> Option<NodeState> {
        Some(self.known.runs.get(node)?.state)
    }

    fn document_node(&self, node: NodeIndex) -> Option<&Node> {
        self.part.document_node(node)
    }
}
