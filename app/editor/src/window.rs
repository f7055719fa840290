//! Opens the real window: finds the folders of settings and copies, restores its size, and connects the system dialogs.

use std::path::PathBuf;
use std::thread;

use anyhow::{Context as _, Result, anyhow};
use directories::UserDirs;
use eframe::icon_data;
use egui::{ViewportBuilder, pos2, vec2};
#[cfg(unix)]
use treewright_session::host::recovery;
use treewright_session::host::{
    APP_ID, desktop, files, panics, program_log, second_start, state_folder,
};
use treewright_session::settings::{FILE_NAME, SecondStart, Settings};

use crate::app::{Conditions, EditorApp, Launch};
use crate::dialogs::SystemDialogs;
use crate::docking;

/// How the window is started.
#[derive(Clone, Copy, Debug, Default)]
pub struct WindowStart {
    /// Opens a window even if an editor is running.
    pub is_own_window: bool,
    /// Another program waits for the first file, and uses it only if no conflicts are left.
    pub is_merge_tool: bool,
    /// The language of the window, whatever the settings say.
    pub language: Option<&'static str>,
}

/// Shows the editor until it is closed, unless a running editor takes the files.
///
/// # Errors
/// If there is no display, or no graphics on it.
pub fn run(files: Vec<PathBuf>, start: WindowStart) -> Result<()> {
    let no_home = "home folder not found";
    let folders = treewright_session::host::folders().context(no_home)?;
    let config = folders.config_dir().to_owned();
    let state = state_folder().context(no_home)?;
    program_log::hear_warnings();
    let private_folder = state.clone();
    // Earlier versions of the program may have left many files readable by others.
    let _ = thread::Builder::new()
        .name("rights".to_owned())
        .spawn(move || files::make_private_recursively(&private_folder));
    let user = UserDirs::new();
    let documents = user.as_ref().and_then(UserDirs::document_dir);
    let documents = documents.filter(|folder| folder.is_dir());
    let documents = documents.or(user.as_ref().map(UserDirs::home_dir));
    let launch = Launch {
        merge_result: files.first().filter(|_| start.is_merge_tool).cloned(),
        files,
        documents: documents.map(ToOwned::to_owned),
        state,
        dialogs: Box::new(SystemDialogs::default()),
        config,
        tour: true,
        language: start.language,
        conditions: Conditions::default(),
    };
    let settings = Settings::peek(&launch.config.join(FILE_NAME), docking::is_arrangement);
    let shares = settings.second_start == SecondStart::RunningWindow && !start.is_own_window;
    let meeting_place = launch.state.clone();
    if shares && second_start::pass_to_running_editor(&meeting_place, &launch.files) {
        return Ok(());
    }
    let place = settings.window_place();
    let mut viewport = ViewportBuilder::default()
        .with_app_id(APP_ID)
        .with_title("Treewright")
        .with_inner_size(vec2(place.size.0, place.size.1))
        .with_min_inner_size(vec2(720.0, 480.0))
        .with_maximized(place.maximized)
        .with_icon(icon_data::from_png_bytes(desktop::window_icon()).unwrap_or_default())
        .with_drag_and_drop(true);
    if let Some((x, y)) = place.corner {
        viewport = viewport.with_position(pos2(x, y));
    }
    let options = eframe::NativeOptions {
        viewport,
        event_loop_builder: own_menu(),
        ..eframe::NativeOptions::default()
    };
    eframe::run_native(
        APP_ID,
        options,
        Box::new(move |cc| {
            leave_console();
            let mut app = EditorApp::new(&cc.egui_ctx, launch);
            let last_words = app.last_words();
            panics::set_last_resort(move || {
                last_words.write();
            });
            #[cfg(unix)]
            if let Err(error) = recovery::write_copies_on_signals(app.last_words()) {
                return Err(error.into());
            }
            let waker = cc.egui_ctx.clone();
            // A window next to a running one, as for a merge, does not take files of other starts.
            let is_first = shares || !second_start::is_editor_listening(&meeting_place);
            let arrivals = is_first
                .then(|| second_start::listen(&meeting_place, move || waker.request_repaint()));
            if let Some(arrivals) = arrivals.flatten() {
                app.listen_to_second_starts(arrivals);
            }
            Ok(Box::new(app))
        }),
    )
    .map_err(|error| anyhow!("{error}"))
}

/// Leaves out the menu that programs on a Mac have by default: its ⌘Q ends them at once, and the editor's own asks about unsaved work.
#[cfg(target_os = "macos")]
fn own_menu() -> Option<eframe::EventLoopBuilderHook> {
    use winit::platform::macos::EventLoopBuilderExtMacOS as _;
    Some(Box::new(|builder| {
        builder.with_default_menu(false);
    }))
}

#[cfg(not(target_os = "macos"))]
fn own_menu() -> Option<eframe::EventLoopBuilderHook> {
    None
}

/// Closes the console that Windows opens for a program that also has a command line, if nobody else uses it.
#[cfg(windows)]
fn leave_console() {
    // Without a console there is none to leave.
    let _ = winsafe::FreeConsole();
}

#[cfg(not(windows))]
fn leave_console() {}
