//! How cards lie to each other, what is folded away, and how the canvas helps.

use egui::Key;
use treewright_authoring::layout::alignment::{Axis, Edge};
use treewright_session::canvas_options::CanvasSwitch;

use super::obstacle::{has_nodes, has_three, has_two};
use super::{CommandEntry, Menu, NONE, Submenu, key};
use crate::action::{Action, EditAction, PreferAction, ViewAction};

/// In the order of the menu.
pub const COMMANDS: &[CommandEntry] = &[
    CommandEntry::new("auto_layout", "account_tree", |_| {
        Action::Edit(EditAction::AutoLayout)
    })
    .keys(&[key(NONE, Key::A)])
    .menu(Menu::Arrange, 0)
    .toolbar(3)
    .when(has_nodes),
    CommandEntry::new("left_to_right", "swap_horiz", |s| {
        Action::View(ViewAction::SetLeftToRight(!s.left_to_right))
    })
    .menu(Menu::Arrange, 0)
    .ticked(|s| s.left_to_right),
    align("align_left", "align_horizontal_left", |_| edge(Edge::Left)),
    align("align_centre", "align_horizontal_center", |_| {
        edge(Edge::Centre)
    }),
    align("align_right", "align_horizontal_right", |_| {
        edge(Edge::Right)
    }),
    align("align_top", "align_vertical_top", |_| edge(Edge::Top)),
    align("align_middle", "align_vertical_center", |_| {
        edge(Edge::Middle)
    }),
    align("align_bottom", "align_vertical_bottom", |_| {
        edge(Edge::Bottom)
    }),
    CommandEntry::new("distribute_across", "horizontal_distribute", |_| {
        Action::Edit(EditAction::Distribute(Axis::Horizontal))
    })
    .menu(Menu::Arrange, 1)
    .within(Submenu::Align)
    .when(has_three),
    CommandEntry::new("distribute_down", "vertical_distribute", |_| {
        Action::Edit(EditAction::Distribute(Axis::Vertical))
    })
    .menu(Menu::Arrange, 1)
    .within(Submenu::Align)
    .when(has_three),
    CommandEntry::new("collapse_all", "unfold_less", |_| {
        Action::Edit(EditAction::CollapseAll(true))
    })
    .menu(Menu::Arrange, 2)
    .when(has_nodes),
    CommandEntry::new("expand_all", "unfold_more", |_| {
        Action::Edit(EditAction::CollapseAll(false))
    })
    .menu(Menu::Arrange, 2)
    .when(has_nodes),
    CommandEntry::new("always_layout", "auto_mode", |_| {
        turn(CanvasSwitch::AlwaysLayout)
    })
    .menu(Menu::Arrange, 3)
    .ticked(|s| s.canvas.always_layout),
    CommandEntry::new("stack_branches", "stack", |_| {
        turn(CanvasSwitch::StackBranches)
    })
    .menu(Menu::Arrange, 3)
    .ticked(|s| s.canvas.stack_branches),
    CommandEntry::new("snap_to_grid", "grid_on", |_| {
        turn(CanvasSwitch::SnapToGrid)
    })
    .menu(Menu::Arrange, 3)
    .ticked(|s| s.canvas.snap_to_grid),
    CommandEntry::new("guides", "straighten", |_| turn(CanvasSwitch::Guides))
        .menu(Menu::Arrange, 3)
        .ticked(|s| s.canvas.guides),
];

const fn align(
    id: &'static str,
    icon: &'static str,
    action: fn(&super::Situation) -> Action,
) -> CommandEntry {
    CommandEntry::new(id, icon, action)
        .menu(Menu::Arrange, 1)
        .within(Submenu::Align)
        .when(has_two)
}

const fn edge(edge: Edge) -> Action {
    Action::Edit(EditAction::Align(edge))
}

fn turn(switch: CanvasSwitch) -> Action {
    Action::Prefer(PreferAction::TurnCanvas(switch))
}
