//! Opening, saving and closing documents. Whoever would lose work is asked first.

mod asking;
mod closing;
pub mod exporting;
pub mod on_disk;
pub mod opening;
pub mod reading;
pub mod recovering;
pub mod saving;

use egui::Context;

use crate::action::FileAction;
use crate::app::EditorApp;

pub(crate) use asking::{
    Agreed, ChosenIn, answered, ask, ask_for_library, ask_what_to_compare_versions_with,
    ask_what_to_compare_with, folder, keep_mine, path_chosen, say_trouble,
};
pub(crate) use on_disk::{changed_on_disk, load_theirs};
pub(crate) use opening::{cannot_open, open_example};
pub(crate) use reading::{open_at_once, open_path, why_not};
pub(crate) use saving::Saving;

/// Does it.
pub fn apply(app: &mut EditorApp, ctx: &Context, action: FileAction) {
    if !matches!(action, FileAction::Show(_)) {
        // Whoever asks for something else meanwhile no longer waits for the end that was to follow a save.
        app.after_saving = None;
    }
    match action {
        FileAction::New => opening::new(app),
        FileAction::Open => asking::ask_what_to_open(app, ctx),
        FileAction::OpenPath(path) => reading::open_path(app, ctx, &path),
        FileAction::OpenListed(path) => opening::open_listed(app, ctx, &path),
        FileAction::ShowFolder(path) => opening::show_folder(app, ctx, &path),
        FileAction::ClearRecent => app.settings.recent.clear(),
        FileAction::OpenExample(name) => opening::open_example(app, ctx, name),
        FileAction::Save => saving::save_front(app, ctx),
        FileAction::SaveAs => {
            let id = app.workspace.front().id();
            asking::ask_where_to_save(app, ctx, id);
        }
        FileAction::Show(index) => app.workspace.bring_to_front(index),
        FileAction::ShowNext { backwards } => {
            let count = app.workspace.documents().len();
            let step = if backwards { count - 1 } else { 1 };
            let next = (app.workspace.front_index() + step) % count;
            app.workspace.bring_to_front(next);
        }
        FileAction::MoveTab { from, to } => app.workspace.move_tab(from, to),
        FileAction::CloseOthers(index) => closing::close_others(app, ctx, index),
        FileAction::CloseFront => closing::close(app, ctx, app.workspace.front_index()),
        FileAction::Close(index) => closing::close(app, ctx, index),
        FileAction::Quit => closing::quit(app, ctx),
        FileAction::AddLibrary => super::libraries::ask_which_to_add(app, ctx),
        FileAction::RemoveLibrary(place) => super::libraries::remove(app, ctx, place),
    }
    ctx.request_repaint();
}
