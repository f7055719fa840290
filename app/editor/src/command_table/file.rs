//! Commands for files, documents, versions and recordings.

use treewright_core::model::Side;

use super::obstacle::{
    has_closed_file, has_conflicts, has_documents, has_file, has_jobs, has_libraries, has_nodes,
    has_own_run, has_project, has_versions, is_compared, is_side_by_side,
};
use super::{ALT, CTRL, CTRL_ALT, CTRL_SHIFT, Menu, SHIFT, Submenu};
use crate::action::{
    Action, ExportAction, FileAction, JobAction, NewEntry, PictureAction, ProjectAction, RunAction,
    VersionAction, ViewAction,
};

rows! { File:
    "new" "note_add" 0 over_text [CTRL N] => |_| Action::File(FileAction::New), toolbar(0);
    "open" "folder_open" 0 over_text [CTRL O] => |_| Action::File(FileAction::Open), toolbar(0);
    "quick_open" "search" 0 over_text [CTRL P] => |_| Action::View(ViewAction::QuickOpen);
    "reopen_closed" "history" over_text [CTRL_SHIFT T] => |_| Action::File(FileAction::ReopenClosed),
        menu(Menu::View, 1), within(Submenu::Tabs), when(has_closed_file);
    "save" "save" 2 over_text [CTRL S] => |_| Action::File(FileAction::Save), toolbar(0);
    "save_as" "save_as" 2 over_text [CTRL_SHIFT S] => |_| Action::File(FileAction::SaveAs);
    "save_all" "done_all" 2 over_text [CTRL_ALT S] => |_| Action::File(FileAction::SaveAll);
    "export" "ios_share" 2 over_text [CTRL E] => |_| Action::Export(ExportAction::Ask),
        within(Submenu::Export);
    "export_again" "repeat" 2 over_text [CTRL_SHIFT E] => |_| Action::Export(ExportAction::Repeat),
        within(Submenu::Export);
    "save_picture" "image" 2 => |_| Action::Picture(PictureAction::Ask),
        within(Submenu::Export), when(has_nodes);
    "copy_picture" "content_copy" 2 [CTRL_SHIFT C] => |_| Action::Picture(PictureAction::Copy(None)),
        within(Submenu::Export), when(has_nodes);
    "new_project" "folder_special" 3 => |_| Action::File(FileAction::NewProject),
        within(Submenu::Project);
    "new_tree_file" "account_tree" 3 => |_| Action::Project(ProjectAction::AskForNew(NewEntry::Tree)),
        within(Submenu::Project), when(has_project);
    "new_library" "library_add_check" 3 => |_| Action::Project(ProjectAction::AskForNew(NewEntry::Library)),
        within(Submenu::Project), when(has_project);
    "new_folder" "create_new_folder" 3 => |_| Action::Project(ProjectAction::AskForNew(NewEntry::Folder)),
        within(Submenu::Project), when(has_project);
    "add_library" "menu_book" 3 over_text [CTRL_SHIFT L] => |_| Action::File(FileAction::AddLibrary),
        within(Submenu::Project);
    "remove_library" "remove_circle" 3 => |_| Action::View(ViewAction::ChooseLibrary),
        within(Submenu::Project), when(has_libraries);
    "compare_disk" "compare_arrows" over_text [CTRL_SHIFT D] =>
        |_| Action::Version(VersionAction::CompareWithDisk), menu(Menu::View, 1), within(Submenu::Versions), when(has_file);
    "compare_open" "account_tree" => |_| Action::Version(VersionAction::CompareWithOpen(None)),
        menu(Menu::View, 1), within(Submenu::Versions), when(has_documents);
    "compare_file" "folder_open" => |_| Action::Version(VersionAction::CompareWithFile),
        menu(Menu::View, 1), within(Submenu::Versions);
    "earlier_versions" "history" => |_| Action::Version(VersionAction::ListEarlier),
        menu(Menu::View, 1), within(Submenu::Versions), when(has_file);
    "side_by_side" "vertical_split" over_text [CTRL_SHIFT B] =>
        |_| Action::Version(VersionAction::SideBySide), menu(Menu::View, 1), within(Submenu::Versions), when(has_versions), checked_if(|s| s.is_side_by_side);
    "link_sides" "link" => |_| Action::Version(VersionAction::LinkSides),
        menu(Menu::View, 1), within(Submenu::Versions), when(is_side_by_side), checked_if(|s| s.are_sides_linked);
    "next_change" "arrow_downward" over_text [ALT ArrowDown] =>
        |_| Action::Version(VersionAction::Step { backwards: false }), menu(Menu::View, 1), within(Submenu::Versions), when(is_compared);
    "previous_change" "arrow_upward" over_text [ALT ArrowUp] =>
        |_| Action::Version(VersionAction::Step { backwards: true }), menu(Menu::View, 1), within(Submenu::Versions), when(is_compared);
    "next_conflict" "call_split" [SHIFT F8] => |_| Action::Version(VersionAction::NextConflict),
        menu(Menu::View, 1), within(Submenu::Versions), when(has_conflicts);
    "keep_all_ours" "done_all" => |_| Action::Version(VersionAction::ResolveAll(Side::Ours)),
        menu(Menu::View, 1), within(Submenu::Versions), when(has_conflicts);
    "take_all_theirs" "download" => |_| Action::Version(VersionAction::ResolveAll(Side::Theirs)),
        menu(Menu::View, 1), within(Submenu::Versions), when(has_conflicts);
    "compare_stop" "close" => |_| Action::Version(VersionAction::Stop),
        menu(Menu::View, 1), within(Submenu::Versions), when(is_compared);
    "save_run" "radio_button_checked" 3 => |_| Action::Run(RunAction::Save),
        within(Submenu::Recordings), when(has_own_run);
    "compare_run" "compare_arrows" 3 => |_| Action::Run(RunAction::Compare),
        within(Submenu::Recordings), when(has_own_run);
    "close" "close" 4 over_text [CTRL W] => |_| Action::File(FileAction::CloseFront);
    "quit" "logout" 4 over_text [CTRL Q] => |_| Action::File(FileAction::Quit);
    "stop_work" "cancel" over_text [CTRL Period] => |_| Action::Job(JobAction::CancelAll),
        menu(Menu::Help, 2), when(has_jobs);
}
