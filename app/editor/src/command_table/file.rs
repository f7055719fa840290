//! Files and documents.

use egui::Key;
use treewright_core::model::Side;

use super::obstacle::{
    compares, has_conflicts, has_documents, has_file, has_libraries, has_nodes, has_run,
    has_versions, has_work, is_side_by_side,
};
use super::{ALT, CTRL, CTRL_SHIFT, CommandEntry, Menu, SHIFT, Submenu, key};
use crate::action::{
    Action, ExportAction, FileAction, PictureAction, RunAction, VersionAction, ViewAction,
    WorkAction,
};

/// In the order of the menu.
pub const COMMANDS: &[CommandEntry] = &[
    CommandEntry::new("new", "note_add", |_| Action::File(FileAction::New))
        .keys_over_text(&[key(CTRL, Key::N)])
        .menu(Menu::File, 0)
        .toolbar(0),
    CommandEntry::new("open", "folder_open", |_| Action::File(FileAction::Open))
        .keys_over_text(&[key(CTRL, Key::O)])
        .menu(Menu::File, 0)
        .toolbar(0),
    CommandEntry::new("quick_open", "search", |_| {
        Action::View(ViewAction::QuickOpen)
    })
    .keys_over_text(&[key(CTRL, Key::P)])
    .menu(Menu::File, 0),
    CommandEntry::new("save", "save", |_| Action::File(FileAction::Save))
        .keys_over_text(&[key(CTRL, Key::S)])
        .menu(Menu::File, 2)
        .toolbar(0),
    CommandEntry::new("save_as", "save_as", |_| Action::File(FileAction::SaveAs))
        .keys_over_text(&[key(CTRL_SHIFT, Key::S)])
        .menu(Menu::File, 2),
    CommandEntry::new("export", "ios_share", |_| Action::Export(ExportAction::Ask))
        .keys_over_text(&[key(CTRL, Key::E)])
        .menu(Menu::File, 2)
        .within(Submenu::Export),
    CommandEntry::new("export_again", "repeat", |_| {
        Action::Export(ExportAction::Again)
    })
    .keys_over_text(&[key(CTRL_SHIFT, Key::E)])
    .menu(Menu::File, 2)
    .within(Submenu::Export),
    CommandEntry::new("save_picture", "image", |_| {
        Action::Picture(PictureAction::Ask)
    })
    .menu(Menu::File, 2)
    .within(Submenu::Export)
    .when(has_nodes),
    CommandEntry::new("copy_picture", "content_copy", |_| {
        Action::Picture(PictureAction::Copy(None))
    })
    .keys(&[key(CTRL_SHIFT, Key::C)])
    .menu(Menu::File, 2)
    .within(Submenu::Export)
    .when(has_nodes),
    CommandEntry::new("add_library", "menu_book", |_| {
        Action::File(FileAction::AddLibrary)
    })
    .keys_over_text(&[key(CTRL_SHIFT, Key::L)])
    .menu(Menu::File, 3),
    CommandEntry::new("remove_library", "remove_circle", |_| {
        Action::View(ViewAction::ChooseLibrary)
    })
    .menu(Menu::File, 3)
    .when(has_libraries),
    CommandEntry::new("compare_disk", "compare_arrows", |_| {
        Action::Version(VersionAction::CompareWithDisk)
    })
    .keys_over_text(&[key(CTRL_SHIFT, Key::D)])
    .menu(Menu::View, 1)
    .within(Submenu::Versions)
    .when(has_file),
    CommandEntry::new("compare_open", "account_tree", |_| {
        Action::Version(VersionAction::CompareWithOpen(None))
    })
    .menu(Menu::View, 1)
    .within(Submenu::Versions)
    .when(has_documents),
    CommandEntry::new("compare_file", "folder_open", |_| {
        Action::Version(VersionAction::CompareWithFile)
    })
    .menu(Menu::View, 1)
    .within(Submenu::Versions),
    CommandEntry::new("earlier_versions", "history", |_| {
        Action::Version(VersionAction::ListEarlier)
    })
    .menu(Menu::View, 1)
    .within(Submenu::Versions)
    .when(has_file),
    CommandEntry::new("side_by_side", "vertical_split", |_| {
        Action::Version(VersionAction::SideBySide)
    })
    .keys_over_text(&[key(CTRL_SHIFT, Key::B)])
    .menu(Menu::View, 1)
    .within(Submenu::Versions)
    .when(has_versions)
    .ticked(|s| s.is_side_by_side),
    CommandEntry::new("link_sides", "link", |_| {
        Action::Version(VersionAction::LinkSides)
    })
    .menu(Menu::View, 1)
    .within(Submenu::Versions)
    .when(is_side_by_side)
    .ticked(|s| s.sides_are_linked),
    CommandEntry::new("next_change", "arrow_downward", |_| {
        Action::Version(VersionAction::Step { backwards: false })
    })
    .keys_over_text(&[key(ALT, Key::ArrowDown)])
    .menu(Menu::View, 1)
    .within(Submenu::Versions)
    .when(compares),
    CommandEntry::new("previous_change", "arrow_upward", |_| {
        Action::Version(VersionAction::Step { backwards: true })
    })
    .keys_over_text(&[key(ALT, Key::ArrowUp)])
    .menu(Menu::View, 1)
    .within(Submenu::Versions)
    .when(compares),
    CommandEntry::new("next_conflict", "call_split", |_| {
        Action::Version(VersionAction::NextConflict)
    })
    .keys(&[key(SHIFT, Key::F8)])
    .menu(Menu::View, 1)
    .within(Submenu::Versions)
    .when(has_conflicts),
    CommandEntry::new("keep_all_ours", "done_all", |_| {
        Action::Version(VersionAction::SettleAll(Side::Ours))
    })
    .menu(Menu::View, 1)
    .within(Submenu::Versions)
    .when(has_conflicts),
    CommandEntry::new("take_all_theirs", "download", |_| {
        Action::Version(VersionAction::SettleAll(Side::Theirs))
    })
    .menu(Menu::View, 1)
    .within(Submenu::Versions)
    .when(has_conflicts),
    CommandEntry::new("compare_stop", "close", |_| {
        Action::Version(VersionAction::Stop)
    })
    .menu(Menu::View, 1)
    .within(Submenu::Versions)
    .when(compares),
    CommandEntry::new("save_run", "radio_button_checked", |_| {
        Action::Run(RunAction::Save)
    })
    .menu(Menu::File, 3)
    .within(Submenu::Recordings)
    .when(has_run),
    CommandEntry::new("compare_run", "compare_arrows", |_| {
        Action::Run(RunAction::Compare)
    })
    .menu(Menu::File, 3)
    .within(Submenu::Recordings)
    .when(has_run),
    CommandEntry::new("close", "close", |_| Action::File(FileAction::CloseFront))
        .keys_over_text(&[key(CTRL, Key::W)])
        .menu(Menu::File, 4),
    CommandEntry::new("quit", "logout", |_| Action::File(FileAction::Quit))
        .keys_over_text(&[key(CTRL, Key::Q)])
        .menu(Menu::File, 4),
    CommandEntry::new("stop_work", "cancel", |_| Action::Work(WorkAction::StopAll))
        .keys_over_text(&[key(CTRL, Key::Period)])
        .menu(Menu::Help, 2)
        .when(has_work),
];
