//! Opens, saves and closes documents. Asks before unsaved work would be lost.

mod asking;
mod closing;
pub mod exporting;
pub mod on_disk;
pub mod opening;
mod opening_many;
pub mod reading;
pub mod recovering;
pub mod saving;
mod saving_all;

pub(crate) use asking::{
    PathConsent, answer, ask, ask_for_library, ask_for_recording, ask_for_version_file, folder,
    keep_ours, on_dialog_answer,
};
pub(crate) use closing::close_now;
pub(crate) use on_disk::{changed_on_disk, reload_from_disk};
pub(crate) use opening::{cannot_open, open_example};
pub(crate) use reading::{describe_open_error, open_and_wait};

use crate::action::{FileAction, SelectAction, ViewAction};
use crate::editor::Editor;

pub fn apply(editor: &mut Editor, action: FileAction) {
    if !matches!(action, FileAction::Show(_)) {
        // Any other action drops the pending close or quit after a save.
        editor.shell.after_saving = None;
    }
    match action {
        FileAction::New => {
            // The canvas has the keyboard in a new document.
            editor.shell.commit_text_field();
            opening::new(&mut editor.workspace);
        }
        FileAction::Open => asking::ask_for_files_to_open(editor),
        FileAction::OpenPath(path) => reading::open_path(editor, &path),
        FileAction::OpenAt(path, node) => {
            open_and_wait(editor, &path);
            if let Some(node) = node {
                super::view::apply(editor, ViewAction::Reveal(node.clone()));
                let select = SelectAction::Set(vec![node]);
                super::select::apply(&mut editor.workspace, &mut editor.shell, select);
            }
        }
        FileAction::ReopenClosed => {
            if let Some(path) = editor.shell.closed_files.pop() {
                reading::open_path(editor, &path);
            }
        }
        FileAction::OpenListed(path) => opening::open_listed(editor, &path),
        FileAction::OpenWorkspace(path) => opening_many::open_workspace(editor, &path),
        FileAction::ShowFolder(path) => opening::show_folder(&mut editor.shell, &path),
        FileAction::ClearRecent => editor.shell.settings.recent.clear(),
        FileAction::OpenExample(name) => {
            opening::open_example(&mut editor.workspace, &mut editor.shell, name);
        }
        FileAction::Save => super::this_use::save(editor),
        FileAction::SaveAll => saving_all::save_all(editor),
        FileAction::SaveAs => {
            let id = editor.workspace.front().id();
            asking::ask_where_to_save(editor, id);
        }
        FileAction::Show(index) => editor.workspace.bring_to_front(index),
        FileAction::ShowNext { backwards } => {
            let count = editor.workspace.documents().len();
            let step = if backwards { count - 1 } else { 1 };
            let next = (editor.workspace.front_index() + step) % count;
            editor.workspace.bring_to_front(next);
        }
        FileAction::MoveTab { from, to } => editor.workspace.move_tab(from, to),
        FileAction::CloseOthers(index) => closing::close_others(editor, index),
        FileAction::CloseFront => closing::close(editor, editor.workspace.front_index()),
        FileAction::Close(index) => closing::close(editor, index),
        FileAction::Quit => closing::quit(editor),
        FileAction::NewProject => super::project::founding::ask(editor),
        FileAction::AddLibrary => super::libraries::ask_which_to_add(editor),
        FileAction::UseLibrary(path) => super::libraries::add_to_front(editor, &path),
        FileAction::RemoveLibrary(place) => {
            super::libraries::remove(&mut editor.workspace, &mut editor.shell, place);
        }
    }
    editor.shell.ctx.request_repaint();
}
