//! The ways of a run, and what differs between them, as panels see them. Plain data.

use std::sync::Arc;

use treewright_core::ids::NodeId;
use treewright_insight::recording::{DifferentRow, WayId};

/// A way of a run: the current one, or one that it left when something was changed in the past.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WayView {
    pub id: WayId,
    /// The name that the user gave it.
    pub name: Option<Arc<str>>,
    pub is_current: bool,
    /// The last frame that it shares with the current way.
    pub shared_until: u64,
    pub last_frame: u64,
    /// The first frame in which it differs from the current way.
    pub first_difference: Option<u64>,
    /// The last frame that was compared.
    pub compared_until: u64,
}

/// A node that does something else in another way.
#[derive(Clone, Debug, PartialEq)]
pub struct DifferentNode {
    /// The index of the run's tree that it is in.
    pub tree: usize,
    pub node: NodeId,
    pub row: DifferentRow,
}

/// A variable that tasks write otherwise in another way.
#[derive(Clone, Debug, PartialEq)]
pub struct DifferentVariable {
    /// The index of the run's tree whose variable it is; `None` if all agents share it.
    pub tree: Option<usize>,
    pub name: Arc<str>,
    pub row: DifferentRow,
}
