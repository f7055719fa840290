//! Opens the real window: where the settings and copies lie, how large it is, and who answers its questions about paths.

use std::path::PathBuf;

use anyhow::{Context as _, Result, anyhow};
use directories::{ProjectDirs, UserDirs};
use eframe::icon_data;
use egui::{ViewportBuilder, pos2, vec2};

use crate::app::{EditorApp, Launch};
use crate::host::dialogs::SystemDialogs;
use crate::host::{desktop, second_start};
use crate::settings::{FILE_NAME, SecondStart, Settings};

/// The name by which desktops know the program.
const APP_ID: &str = "treewright";

/// Shows the editor until it is closed, unless one that runs already takes the files.
///
/// # Errors
/// If there is no display, or no graphics on it.
pub fn run(files: Vec<PathBuf>, new_window: bool) -> Result<()> {
    let folders = ProjectDirs::from("", "", APP_ID).context("there is no home folder")?;
    let config = folders.config_dir().to_owned();
    let state = folders.state_dir().unwrap_or(folders.data_local_dir());
    let user = UserDirs::new();
    let documents = user.as_ref().and_then(UserDirs::document_dir);
    let documents = documents.filter(|folder| folder.is_dir());
    let documents = documents.or(user.as_ref().map(UserDirs::home_dir));
    let launch = Launch {
        files,
        documents: documents.map(ToOwned::to_owned),
        state: state.to_owned(),
        dialogs: Box::new(SystemDialogs::default()),
        config,
        tour: true,
    };
    let settings = Settings::peek(&launch.config.join(FILE_NAME));
    let shares = settings.second_start == SecondStart::RunningWindow && !new_window;
    let meeting_place = launch.state.clone();
    if shares && second_start::hand_over(&meeting_place, &launch.files) {
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
        ..eframe::NativeOptions::default()
    };
    eframe::run_native(
        APP_ID,
        options,
        Box::new(move |cc| {
            let mut app = EditorApp::new(&cc.egui_ctx, launch);
            let waker = cc.egui_ctx.clone();
            let arrivals = second_start::listen(&meeting_place, move || waker.request_repaint());
            if let Some(arrivals) = arrivals {
                app.take_files_of(arrivals);
            }
            Ok(Box::new(app))
        }),
    )
    .map_err(|error| anyhow!("{error}"))
}
