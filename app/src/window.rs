//! Opens the real window: where the settings and copies lie, how large it is, and who answers its questions about paths.

use std::path::PathBuf;

use anyhow::{Context as _, Result, anyhow};
use directories::ProjectDirs;
use egui::{ViewportBuilder, pos2, vec2};

use crate::app::{EditorApp, Launch};
use crate::host::dialogs::SystemDialogs;
use crate::settings::{FILE_NAME, Settings};

/// The name by which desktops know the program.
const APP_ID: &str = "treewright";

/// Shows the editor until it is closed.
///
/// # Errors
/// If there is no display, or no graphics on it.
pub fn run(files: Vec<PathBuf>) -> Result<()> {
    let folders = ProjectDirs::from("", "", APP_ID).context("there is no home folder")?;
    let config = folders.config_dir().to_owned();
    let state = folders.state_dir().unwrap_or(folders.data_local_dir());
    let launch = Launch {
        files,
        state: state.to_owned(),
        dialogs: Box::new(SystemDialogs::default()),
        config,
        tour: true,
    };
    let settings = Settings::peek(&launch.config.join(FILE_NAME));
    let place = settings.window_place();
    let mut viewport = ViewportBuilder::default()
        .with_app_id(APP_ID)
        .with_title("Treewright")
        .with_inner_size(vec2(place.size.0, place.size.1))
        .with_min_inner_size(vec2(720.0, 480.0))
        .with_maximized(place.maximized)
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
        Box::new(|cc| Ok(Box::new(EditorApp::new(&cc.egui_ctx, launch)))),
    )
    .map_err(|error| anyhow!("{error}"))
}
