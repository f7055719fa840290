//! What is done to the selected nodes, and walking among them.

use egui::{Key, Modifiers};

use super::obstacle::{
    has_annotations, has_anything, has_nodes, has_one, has_parent, has_selection, is_loose,
    runs_tree,
};
use super::{CTRL, CTRL_SHIFT, CommandEntry, Menu, NONE, SHIFT, Situation, Submenu, key};
use crate::action::{Action, Direction, EditAction, SelectAction, TemplateAction, ViewAction};

/// In the order of the menu.
pub const COMMANDS: &[CommandEntry] = &[
    CommandEntry::new("quick_add", "add", |_| Action::View(ViewAction::QuickAdd))
        .keys(&[key(NONE, Key::Space), key(NONE, Key::Tab)])
        .menu(Menu::Node, 0)
        .toolbar(2),
    CommandEntry::new("add_child", "subdirectory_arrow_right", |_| {
        Action::View(ViewAction::QuickAdd)
    })
    .keys(&[key(NONE, Key::Enter)])
    .menu(Menu::Node, 0)
    .when(has_selection),
    CommandEntry::new("rename", "edit", |_| Action::View(ViewAction::Rename))
        .keys(&[key(NONE, Key::F2)])
        .menu(Menu::Node, 0)
        .when(has_anything),
    CommandEntry::new("toggle_disabled", "block", |_| {
        Action::Edit(EditAction::ToggleDisabled)
    })
    .keys(&[key(NONE, Key::F8)])
    .menu(Menu::Node, 1)
    .when(has_selection),
    CommandEntry::new("toggle_breakpoint", "adjust", |_| {
        Action::Edit(EditAction::ToggleBreakpoint)
    })
    .keys(&[key(NONE, Key::F9)])
    .menu(Menu::Node, 1)
    .when(has_selection),
    CommandEntry::new("toggle_collapsed", "unfold_less", |_| {
        Action::Edit(EditAction::ToggleCollapsed)
    })
    .keys(&[key(NONE, Key::C)])
    .menu(Menu::Node, 1)
    .within(Submenu::Collapse)
    .when(has_selection),
    CommandEntry::new("collapse_below", "close_fullscreen", |_| {
        Action::Edit(EditAction::CollapseBelow(true))
    })
    .keys(&[key(SHIFT, Key::C)])
    .menu(Menu::Node, 1)
    .within(Submenu::Collapse)
    .when(has_selection),
    CommandEntry::new("expand_below", "expand_more", |_| {
        Action::Edit(EditAction::CollapseBelow(false))
    })
    .keys(&[key(SHIFT, Key::X)])
    .menu(Menu::Node, 1)
    .within(Submenu::Collapse)
    .when(has_selection),
    CommandEntry::new("replace_node", "change_circle", |_| {
        Action::View(ViewAction::Replace)
    })
    .keys(&[key(NONE, Key::R)])
    .menu(Menu::Node, 2)
    .when(has_selection),
    CommandEntry::new("wrap", "deployed_code", |_| Action::View(ViewAction::Wrap))
        .keys(&[key(NONE, Key::W)])
        .menu(Menu::Node, 2)
        .when(has_selection),
    CommandEntry::new("extract", "call_split", |_| {
        Action::Edit(EditAction::Extract)
    })
    .keys(&[key(NONE, Key::E)])
    .menu(Menu::Node, 2)
    .within(Submenu::Subtree)
    .when(has_selection),
    CommandEntry::new("inline", "conversion_path", |_| {
        Action::Edit(EditAction::Inline)
    })
    .keys(&[key(SHIFT, Key::E)])
    .menu(Menu::Node, 2)
    .within(Submenu::Subtree)
    .when(runs_tree),
    CommandEntry::new("name_tree", "schema", |_| {
        Action::View(ViewAction::NameTree)
    })
    .keys(&[key(SHIFT, Key::F2)])
    .menu(Menu::Node, 2)
    .within(Submenu::Subtree)
    .when(has_one),
    CommandEntry::new("go_to_tree", "read_more", |_| {
        Action::View(ViewAction::GoToTree)
    })
    .keys(&[key(NONE, Key::F12)])
    .menu(Menu::Node, 2)
    .within(Submenu::Subtree)
    .when(runs_tree),
    CommandEntry::new("insert_template", "bookmark", |_| {
        Action::View(ViewAction::InsertTemplate)
    })
    .keys(&[key(NONE, Key::T)])
    .menu(Menu::Node, 2)
    .within(Submenu::Templates),
    CommandEntry::new("save_template", "bookmark_add", |_| {
        Action::Template(TemplateAction::AskForName(None))
    })
    .keys(&[key(SHIFT, Key::T)])
    .menu(Menu::Node, 2)
    .within(Submenu::Templates)
    .when(has_anything),
    CommandEntry::new("detach", "link_off", |_| Action::Edit(EditAction::Detach))
        .menu(Menu::Node, 3)
        .within(Submenu::Move)
        .when(has_parent),
    CommandEntry::new("make_root", "vertical_align_top", |_| {
        Action::Edit(EditAction::MakeRoot)
    })
    .menu(Menu::Node, 3)
    .within(Submenu::Move)
    .when(is_loose),
    CommandEntry::new("move_before", "arrow_back", |_| {
        Action::Edit(EditAction::MoveAmongSiblings(-1))
    })
    .keys(&[key(CTRL, Key::ArrowLeft), key(CTRL, Key::ArrowUp)])
    .menu(Menu::Node, 3)
    .within(Submenu::Move)
    .when(has_parent),
    CommandEntry::new("move_after", "arrow_forward", |_| {
        Action::Edit(EditAction::MoveAmongSiblings(1))
    })
    .keys(&[key(CTRL, Key::ArrowRight), key(CTRL, Key::ArrowDown)])
    .menu(Menu::Node, 3)
    .within(Submenu::Move)
    .when(has_parent),
    CommandEntry::new("add_note", "sticky_note_2", |_| {
        Action::Edit(EditAction::AddNote(None))
    })
    .keys(&[key(NONE, Key::N)])
    .menu(Menu::Node, 3)
    .within(Submenu::Notes),
    CommandEntry::new("group_selection", "ad_group", |_| {
        Action::Edit(EditAction::GroupSelection)
    })
    .keys(&[key(CTRL_SHIFT, Key::G)])
    .menu(Menu::Node, 3)
    .within(Submenu::Notes)
    .when(has_anything),
    CommandEntry::new("next_annotation", "arrow_forward", |_| {
        Action::Select(SelectAction::NextAnnotation)
    })
    .keys(&[key(SHIFT, Key::N)])
    .menu(Menu::Node, 3)
    .within(Submenu::Notes)
    .when(has_annotations),
    CommandEntry::new("nudge_left", "arrow_back", |_| nudge(-1, 0))
        .keys(&[key(ALT_SHIFT, Key::ArrowLeft)])
        .when(has_anything),
    CommandEntry::new("nudge_right", "arrow_forward", |_| nudge(1, 0))
        .keys(&[key(ALT_SHIFT, Key::ArrowRight)])
        .when(has_anything),
    CommandEntry::new("nudge_up", "arrow_upward", |_| nudge(0, -1))
        .keys(&[key(ALT_SHIFT, Key::ArrowUp)])
        .when(has_anything),
    CommandEntry::new("nudge_down", "arrow_downward", |_| nudge(0, 1))
        .keys(&[key(ALT_SHIFT, Key::ArrowDown)])
        .when(has_anything),
    CommandEntry::new("walk_up", "arrow_upward", |s| {
        walk(s, Direction::Parent, Direction::PreviousSibling)
    })
    .keys(&[key(NONE, Key::ArrowUp)])
    .when(has_nodes),
    CommandEntry::new("walk_down", "arrow_downward", |s| {
        walk(s, Direction::FirstChild, Direction::NextSibling)
    })
    .keys(&[key(NONE, Key::ArrowDown)])
    .when(has_nodes),
    CommandEntry::new("walk_left", "arrow_back", |s| {
        walk(s, Direction::PreviousSibling, Direction::Parent)
    })
    .keys(&[key(NONE, Key::ArrowLeft)])
    .when(has_nodes),
    CommandEntry::new("walk_right", "arrow_forward", |s| {
        walk(s, Direction::NextSibling, Direction::FirstChild)
    })
    .keys(&[key(NONE, Key::ArrowRight)])
    .when(has_nodes),
];

fn walk(situation: &Situation, downwards: Direction, to_the_right: Direction) -> Action {
    Action::Select(SelectAction::Walk(if situation.left_to_right {
        to_the_right
    } else {
        downwards
    }))
}

const ALT_SHIFT: Modifiers = Modifiers::ALT.plus(Modifiers::SHIFT);

fn nudge(right: i32, down: i32) -> Action {
    Action::Edit(EditAction::Nudge(right, down))
}
