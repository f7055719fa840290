//! Runs that never end: states in which a tree is stuck, and aborts that fire again and again.

use treewright_core::runtime::NodeIndex;

use crate::findings::Sight;
use crate::frame::{FrameEnd, Runner};

/// What is common to all frames after a state.
#[derive(Debug, Default)]
pub(crate) struct Lasting;

impl Lasting {
    pub fn add(&mut self, _end: &FrameEnd, _runner: &Runner<'_>) {}
}

/// Runs that never end.
#[derive(Debug, Default)]
pub struct Endless;

impl Endless {
    pub(crate) fn memory(&self) -> usize {
        0
    }
    pub(crate) fn add_thrashing(
        &mut self,
        _aborts: Vec<(NodeIndex, NodeIndex)>,
        _sight: impl FnOnce() -> Sight,
    ) {
    }
    pub(crate) fn add_lasting(&mut self, _state: u32, _frame: u64, _lasting: Lasting) {}
}
