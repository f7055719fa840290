//! Commands that arrange and collapse cards, and switches of the canvas.

use treewright_authoring::layout::alignment::{Axis, Edge};
use treewright_session::canvas_options::CanvasSwitch;

use super::obstacle::{has_nodes, has_three, has_two};
use super::{NONE, Submenu};
use crate::action::{Action, EditAction, PreferAction, ViewAction};

rows! { Arrange:
    "auto_layout" "account_tree" 0 [NONE A] => |_| Action::Edit(EditAction::AutoLayout),
        toolbar(3), when(has_nodes);
    "left_to_right" "swap_horiz" 0 => |s| Action::View(ViewAction::SetLeftToRight(!s.left_to_right)),
        checked_if(|s| s.left_to_right);
    "align_left" "align_horizontal_left" 1 => |_| edge(Edge::Left), within(Submenu::Align), when(has_two);
    "align_center" "align_horizontal_center" 1 => |_| edge(Edge::Center), within(Submenu::Align), when(has_two);
    "align_right" "align_horizontal_right" 1 => |_| edge(Edge::Right), within(Submenu::Align), when(has_two);
    "align_top" "align_vertical_top" 1 => |_| edge(Edge::Top), within(Submenu::Align), when(has_two);
    "align_middle" "align_vertical_center" 1 => |_| edge(Edge::Middle), within(Submenu::Align), when(has_two);
    "align_bottom" "align_vertical_bottom" 1 => |_| edge(Edge::Bottom), within(Submenu::Align), when(has_two);
    "distribute_across" "horizontal_distribute" 1 =>
        |_| Action::Edit(EditAction::Distribute(Axis::Horizontal)), within(Submenu::Align), when(has_three);
    "distribute_down" "vertical_distribute" 1 =>
        |_| Action::Edit(EditAction::Distribute(Axis::Vertical)), within(Submenu::Align), when(has_three);
    "collapse_all" "unfold_less" 2 => |_| Action::Edit(EditAction::CollapseAll(true)), when(has_nodes);
    "expand_all" "unfold_more" 2 => |_| Action::Edit(EditAction::CollapseAll(false)), when(has_nodes);
    "always_layout" "auto_mode" 3 => |_| turn(CanvasSwitch::AlwaysLayout),
        checked_if(|s| s.canvas.always_layout);
    "stack_branches" "stack" 3 => |_| turn(CanvasSwitch::StackBranches),
        checked_if(|s| s.canvas.stack_branches);
    "snap_to_grid" "grid_on" 3 => |_| turn(CanvasSwitch::SnapToGrid), checked_if(|s| s.canvas.snap_to_grid);
    "guides" "straighten" 3 => |_| turn(CanvasSwitch::Guides), checked_if(|s| s.canvas.guides);
}

const fn edge(edge: Edge) -> Action {
    Action::Edit(EditAction::Align(edge))
}

fn turn(switch: CanvasSwitch) -> Action {
    Action::Prefer(PreferAction::ToggleCanvas(switch))
}
