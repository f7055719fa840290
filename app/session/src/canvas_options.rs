//! What a user chose about the canvas. Kept with the other settings; knows nothing about how it is done.

use serde::{Deserialize, Serialize};

/// How the canvas behaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a switch of its own in the menu"
)]
pub struct CanvasOptions {
    /// Each edit is followed by auto layout, as one step.
    pub always_layout: bool,
    /// What is dragged stops at the grid.
    pub snap_to_grid: bool,
    /// What is dragged stops where it lines up with something else.
    pub guides: bool,
    /// Auto layout stacks small branches of large trees.
    pub stack_branches: bool,
    /// A small map stands in the corner while not everything is in view.
    pub minimap: bool,
    /// How often nodes were entered in a run is shown by color.
    pub heat: bool,
    /// Cards say how often they were entered in a run, and for how long they are what they are.
    pub counts: bool,
    /// What a run has never reached is marked.
    pub unreached: bool,
    /// What no scenario has reached is marked.
    pub missed_by_scenarios: bool,
}

impl Default for CanvasOptions {
    fn default() -> Self {
        Self {
            guides: true,
            stack_branches: true,
            minimap: true,
            ..Self::PLAIN
        }
    }
}

impl CanvasOptions {
    /// Everything off.
    pub const PLAIN: Self = Self {
        always_layout: false,
        snap_to_grid: false,
        guides: false,
        stack_branches: false,
        minimap: false,
        heat: false,
        counts: false,
        unreached: false,
        missed_by_scenarios: false,
    };

    /// Turns one of the switches.
    pub fn turn(&mut self, switch: CanvasSwitch) {
        let on = match switch {
            CanvasSwitch::AlwaysLayout => &mut self.always_layout,
            CanvasSwitch::SnapToGrid => &mut self.snap_to_grid,
            CanvasSwitch::Guides => &mut self.guides,
            CanvasSwitch::StackBranches => &mut self.stack_branches,
            CanvasSwitch::Minimap => &mut self.minimap,
            CanvasSwitch::Heat => &mut self.heat,
            CanvasSwitch::Counts => &mut self.counts,
            CanvasSwitch::Unreached => &mut self.unreached,
            CanvasSwitch::MissedByScenarios => &mut self.missed_by_scenarios,
        };
        *on = !*on;
    }
}

/// One of the switches of [`CanvasOptions`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CanvasSwitch {
    /// Auto layout after each edit.
    AlwaysLayout,
    /// Snapping to the grid.
    SnapToGrid,
    /// Snapping to what lies nearby.
    Guides,
    /// Stacks of leaves.
    StackBranches,
    /// The small map.
    Minimap,
    /// Visits by color.
    Heat,
    /// Visits and times in words.
    Counts,
    /// What was never reached.
    Unreached,
    /// What no scenario reached.
    MissedByScenarios,
}
