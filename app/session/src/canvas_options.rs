//! The user's canvas settings, saved with the other settings. Does not know how the canvas implements them.

use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a separate switch in the menu"
)]
pub struct CanvasOptions {
    /// Auto layout runs after each edit, in the same undo step.
    pub always_layout: bool,
    /// Dragged nodes snap to the grid.
    pub snap_to_grid: bool,
    /// Dragged nodes snap where they line up with other nodes.
    pub guides: bool,
    /// Auto layout stacks small branches of large trees.
    pub stack_branches: bool,
    /// Shows a minimap in the corner.
    pub minimap: bool,
    /// Colors nodes by how often a run entered them.
    pub heat: bool,
    /// Shows on each card how often a run entered the node, and for how long it has had its status.
    pub counts: bool,
    /// Colors nodes by how long an attached game spends in them, which it measures meanwhile. Off at every start.
    #[serde(skip)]
    pub profile: bool,
    /// Highlights nodes that the run has never reached.
    pub unreached: bool,
    /// Highlights nodes that no scenario has reached.
    pub missed_by_scenarios: bool,
    /// Highlights what an exploration has found impossible.
    pub explored: bool,
}

impl Default for CanvasOptions {
    fn default() -> Self {
        Self {
            guides: true,
            stack_branches: true,
            explored: true,
            ..Self::PLAIN
        }
    }
}

impl CanvasOptions {
    pub const PLAIN: Self = Self {
        always_layout: false,
        snap_to_grid: false,
        guides: false,
        stack_branches: false,
        minimap: false,
        heat: false,
        counts: false,
        profile: false,
        unreached: false,
        missed_by_scenarios: false,
        explored: false,
    };

    /// Toggles one switch.
    pub fn turn(&mut self, switch: CanvasSwitch) {
        let on = match switch {
            CanvasSwitch::AlwaysLayout => &mut self.always_layout,
            CanvasSwitch::SnapToGrid => &mut self.snap_to_grid,
            CanvasSwitch::Guides => &mut self.guides,
            CanvasSwitch::StackBranches => &mut self.stack_branches,
            CanvasSwitch::Minimap => &mut self.minimap,
            CanvasSwitch::Heat => &mut self.heat,
            CanvasSwitch::Counts => &mut self.counts,
            CanvasSwitch::Profile => &mut self.profile,
            CanvasSwitch::Unreached => &mut self.unreached,
            CanvasSwitch::MissedByScenarios => &mut self.missed_by_scenarios,
            CanvasSwitch::Explored => &mut self.explored,
        };
        *on = !*on;
    }
}

/// Names one switch of [`CanvasOptions`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CanvasSwitch {
    AlwaysLayout,
    SnapToGrid,
    Guides,
    StackBranches,
    Minimap,
    Heat,
    Counts,
    Profile,
    Unreached,
    MissedByScenarios,
    Explored,
}
