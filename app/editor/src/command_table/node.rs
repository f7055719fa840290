//! Commands on the selected nodes, and for walking among nodes.

use treewright_core::abort::AbortType;

use super::obstacle::{
    can_edit_use, can_extract_to_file, edits_use, has_annotations, has_anything, has_children,
    has_grandparent, has_nodes, has_one, has_parent, has_selection, has_sibling_before,
    is_composite, is_unconnected, runs_tree, takes_child,
};
use super::{ALT, ALT_SHIFT, CTRL, CTRL_SHIFT, NONE, SHIFT, Situation, Submenu};
use crate::action::{
    Action, Direction, EditAction, ExtractAction, SelectAction, TemplateAction, UseAction,
    ViewAction,
};

rows! { Node:
    "quick_add" "add" 0 [NONE Space] => |_| Action::View(ViewAction::QuickAdd), toolbar(2);
    "add_child" "subdirectory_arrow_right" 0 [NONE Enter] => |_| Action::View(ViewAction::QuickAdd),
        when(takes_child);
    "rename" "edit" 0 [NONE F2] => |_| Action::View(ViewAction::Rename), when(has_anything);
    "toggle_disabled" "block" 1 [NONE F8] => |_| Action::Edit(EditAction::ToggleDisabled),
        when(has_selection);
    "toggle_breakpoint" "adjust" 1 [NONE F9] => |_| Action::Edit(EditAction::ToggleBreakpoint),
        when(has_selection);
    "abort_none" "close" 1 => |_| abort(AbortType::None),
        within(Submenu::Abort), when(is_composite), checked_if(|s| s.abort == Some(AbortType::None));
    "abort_self" "circle" 1 [NONE S] => |_| abort(AbortType::OwnBranch),
        within(Submenu::Abort), when(is_composite), checked_if(|s| s.abort == Some(AbortType::OwnBranch));
    "abort_lower_priority" "label" 1 [NONE L] => |_| abort(AbortType::LowerPriority),
        within(Submenu::Abort), when(is_composite), checked_if(|s| s.abort == Some(AbortType::LowerPriority));
    "abort_both" "diamond" 1 [NONE B] => |_| abort(AbortType::Both),
        within(Submenu::Abort), when(is_composite), checked_if(|s| s.abort == Some(AbortType::Both));
    "toggle_collapsed" "unfold_less" 1 [NONE C] => |_| Action::Edit(EditAction::ToggleCollapsed),
        within(Submenu::Collapse), when(has_children);
    "collapse_below" "close_fullscreen" 1 [SHIFT C] => |_| Action::Edit(EditAction::CollapseBelow(true)),
        within(Submenu::Collapse), when(has_children);
    "expand_below" "expand_more" 1 [SHIFT X] => |_| Action::Edit(EditAction::CollapseBelow(false)),
        within(Submenu::Collapse), when(has_children);
    "replace_node" "change_circle" 2 [NONE R] => |_| Action::View(ViewAction::Replace),
        within(Submenu::Restructure), when(has_selection);
    "wrap" "deployed_code" 2 [NONE W] => |_| Action::View(ViewAction::Wrap),
        within(Submenu::Restructure), when(has_selection);
    "extract" "call_split" 2 [NONE E] => |_| Action::Edit(EditAction::Extract),
        within(Submenu::Subtree), when(has_selection);
    "extract_to_file" "drive_file_move" 2 [ALT_SHIFT E] => |_| Action::Extract(ExtractAction::Ask),
        within(Submenu::Subtree), when(can_extract_to_file);
    "inline" "conversion_path" 2 [SHIFT E] => |_| Action::Edit(EditAction::Inline),
        within(Submenu::Subtree), when(runs_tree);
    "name_tree" "schema" 2 [SHIFT F2] => |_| Action::View(ViewAction::NameTree),
        within(Submenu::Subtree), when(has_one);
    "go_to_tree" "read_more" 2 [NONE F12] => |_| Action::View(ViewAction::GoToTree),
        within(Submenu::Subtree), when(runs_tree);
    "edit_use" "edit_note" 2 [ALT F12] => |_| Action::Use(UseAction::Edit),
        within(Submenu::Subtree), when(can_edit_use);
    "edit_file" "edit" 2 [ALT_SHIFT F12] => |_| Action::Use(UseAction::EditFile),
        within(Submenu::Subtree), when(edits_use);
    "choose_tree" "folder_open" 2 => |_| Action::View(ViewAction::ChooseTree),
        within(Submenu::Subtree), when(runs_tree);
    "insert_template" "bookmark" 2 [NONE T] => |_| Action::View(ViewAction::InsertTemplate),
        within(Submenu::Templates);
    "save_template" "bookmark_add" 2 [SHIFT T] => |_| Action::Template(TemplateAction::AskForName(None)),
        within(Submenu::Templates), when(has_anything);
    "detach" "link_off" 3 => |_| Action::Edit(EditAction::Detach),
        within(Submenu::Move), when(has_parent);
    "make_root" "vertical_align_top" 3 => |_| Action::Edit(EditAction::MakeRoot),
        within(Submenu::Move), when(is_unconnected);
    "move_before" "arrow_back" 3 [CTRL ArrowLeft, CTRL ArrowUp] =>
        |_| Action::Edit(EditAction::MoveAmongSiblings(-1)), within(Submenu::Move), when(has_parent);
    "move_after" "arrow_forward" 3 [CTRL ArrowRight, CTRL ArrowDown] =>
        |_| Action::Edit(EditAction::MoveAmongSiblings(1)), within(Submenu::Move), when(has_parent);
    "move_out" "arrow_upward" 3 [CTRL_SHIFT ArrowLeft, CTRL_SHIFT ArrowUp] =>
        |_| Action::Edit(EditAction::MoveOut), within(Submenu::Move), when(has_grandparent);
    "move_in" "arrow_downward" 3 [CTRL_SHIFT ArrowRight, CTRL_SHIFT ArrowDown] =>
        |_| Action::Edit(EditAction::MoveIn), within(Submenu::Move), when(has_sibling_before);
    "add_note" "sticky_note_2" 3 [NONE N] => |_| Action::Edit(EditAction::AddNote(None)),
        within(Submenu::Notes);
    "group_selection" "ad_group" 3 [CTRL_SHIFT G] => |_| Action::Edit(EditAction::GroupSelection),
        within(Submenu::Notes), when(has_anything);
    "next_annotation" "arrow_forward" 3 [SHIFT N] => |_| Action::Select(SelectAction::NextAnnotation),
        within(Submenu::Notes), when(has_annotations);
    "nudge_left" "arrow_back" [ALT_SHIFT ArrowLeft] => |_| nudge(-1, 0), when(has_anything);
    "nudge_right" "arrow_forward" [ALT_SHIFT ArrowRight] => |_| nudge(1, 0), when(has_anything);
    "nudge_up" "arrow_upward" [ALT_SHIFT ArrowUp] => |_| nudge(0, -1), when(has_anything);
    "nudge_down" "arrow_downward" [ALT_SHIFT ArrowDown] => |_| nudge(0, 1), when(has_anything);
    "walk_up" "arrow_upward" [NONE ArrowUp] =>
        |s| walk(s, Direction::Parent, Direction::PreviousSibling), when(has_nodes);
    "walk_down" "arrow_downward" [NONE ArrowDown] =>
        |s| walk(s, Direction::FirstChild, Direction::NextSibling), when(has_nodes);
    "walk_left" "arrow_back" [NONE ArrowLeft] =>
        |s| walk(s, Direction::PreviousSibling, Direction::Parent), when(has_nodes);
    "walk_right" "arrow_forward" [NONE ArrowRight] =>
        |s| walk(s, Direction::NextSibling, Direction::FirstChild), when(has_nodes);
}

/// Sets the abort type of the selected composites, or none if all of them have it.
fn abort(abort: AbortType) -> Action {
    Action::Edit(EditAction::ToggleAbort(abort))
}

fn walk(situation: &Situation, downwards: Direction, to_the_right: Direction) -> Action {
    Action::Select(SelectAction::Walk(if situation.left_to_right {
        to_the_right
    } else {
        downwards
    }))
}

fn nudge(right: i32, down: i32) -> Action {
    Action::Edit(EditAction::Nudge(right, down))
}
