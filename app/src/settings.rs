//! What is kept between starts: theme, language, arrangement of panels, recent files, size of the window.
//! A file that cannot be read is set aside and said, never fatal and never silently overwritten.

use std::fs;
use std::path::{Path, PathBuf};

use egui::ThemePreference;
use serde::{Deserialize, Serialize};

use crate::docking::PanelTree;
use crate::host::files::{self, Expected, ReadError};

/// The name of the file, in the folder of the program's configuration.
pub const FILE_NAME: &str = "settings.json";

/// How many files the list of recent ones holds.
const MAX_RECENT: usize = 12;

/// How many tasks the palette lists as used lately.
const MAX_RECENT_TASKS: usize = 6;

/// The user's preferences.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// Light, dark, or as the system has it.
    pub theme: Option<ThemePreference>,
    /// The language of the interface; none for the system's.
    pub language: Option<String>,
    /// Whether trees grow to the right.
    pub left_to_right: bool,
    /// Files that were open lately, the last one first.
    pub recent: Vec<PathBuf>,
    /// Tasks with a star in the palette, in the order in which they got it.
    pub favourite_tasks: Vec<String>,
    /// Tasks of which a node was added lately, the last one first.
    pub recent_tasks: Vec<String>,
    /// The size of the window.
    pub window: Option<(f32, f32)>,
    /// Where the panels are.
    pub panels: Option<PanelTree>,
    /// Frames of a run for each second of real time.
    pub frames_per_second: Option<f32>,
    /// Seconds of game time for each frame of a run.
    pub time_step: Option<f64>,
}

impl Settings {
    /// Frames of a run for each second of real time.
    pub fn frames_per_second(&self) -> f32 {
        let chosen = self.frames_per_second.filter(|f| f.is_finite());
        chosen.unwrap_or(10.0).clamp(0.1, 240.0)
    }

    /// Seconds of game time for each frame of a run.
    pub fn time_step(&self) -> f64 {
        let chosen = self.time_step.filter(|s| s.is_finite());
        chosen.unwrap_or(0.1).clamp(0.0, 60.0)
    }

    /// What is written as soon as it changes; the rest is written when the window closes.
    #[must_use]
    pub fn preferences(&self) -> Self {
        Self {
            window: None,
            panels: None,
            ..self.clone()
        }
    }

    /// Puts a file at the front of the recent ones.
    pub fn remember(&mut self, path: &Path) {
        self.recent.retain(|p| p != path);
        self.recent.insert(0, path.to_owned());
        self.recent.truncate(MAX_RECENT);
    }

    /// Makes a task a favourite, or no longer.
    pub fn toggle_favourite(&mut self, task: &str) {
        let before = self.favourite_tasks.len();
        self.favourite_tasks.retain(|own| own != task);
        if self.favourite_tasks.len() == before {
            self.favourite_tasks.push(task.to_owned());
        }
    }

    /// A node of this task was added.
    pub fn task_used(&mut self, task: &str) {
        self.recent_tasks.retain(|own| own != task);
        self.recent_tasks.insert(0, task.to_owned());
        self.recent_tasks.truncate(MAX_RECENT_TASKS);
    }

    /// The size of the window when it was closed last, or a fitting one for a first start.
    pub fn window_size(config: &Path) -> (f32, f32) {
        const FIRST: (f32, f32) = (1440.0, 860.0);
        let bytes = files::read(&config.join(FILE_NAME)).unwrap_or_default();
        let settings: Self = serde_json::from_slice(&bytes).unwrap_or_default();
        let usable = |(width, height): &(f32, f32)| {
            (400.0..=8000.0).contains(width) && (300.0..=8000.0).contains(height)
        };
        settings.window.filter(usable).unwrap_or(FIRST)
    }

    /// Reads the settings; a damaged file is set aside, and its new path is given back beside the defaults.
    pub fn load(file: &Path) -> (Self, Option<PathBuf>) {
        let bytes = match files::read(file) {
            Ok(bytes) => bytes,
            Err(ReadError::NotFound) => return (Self::default(), None),
            Err(_) => return (Self::default(), files::set_aside(file).ok()),
        };
        match serde_json::from_slice(&bytes) {
            Ok(settings) => (settings, None),
            Err(_) => (Self::default(), files::set_aside(file).ok()),
        }
    }

    /// Writes the settings.
    ///
    /// # Errors
    /// Says why they could not be written.
    pub fn save(&self, file: &Path) -> anyhow::Result<()> {
        if let Some(folder) = file.parent() {
            fs::create_dir_all(folder)?;
        }
        let text = serde_json::to_string_pretty(self)?;
        files::save(file, text.as_bytes(), Expected::Anything)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_read_back_as_they_were_written() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("deep/settings.json");
        let mut settings = Settings {
            theme: Some(ThemePreference::Dark),
            language: Some("zh-CN".to_owned()),
            left_to_right: true,
            window: Some((1280.0, 800.0)),
            panels: Some(crate::docking::initial()),
            ..Settings::default()
        };
        settings.remember(Path::new("/a.bt.json"));
        settings.save(&file).unwrap();
        assert_eq!(Settings::load(&file), (settings, None));
    }

    #[test]
    fn a_damaged_file_is_set_aside() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("settings.json");
        fs::write(&file, b"{ \"theme\": ").unwrap();
        let (settings, aside) = Settings::load(&file);
        assert_eq!(settings, Settings::default());
        let aside = aside.unwrap();
        assert!(aside.to_string_lossy().contains(".corrupt-"));
        assert_eq!(fs::read(aside).unwrap(), b"{ \"theme\": ");
        assert!(!file.exists());
    }

    #[test]
    fn the_last_file_stands_first_and_once() {
        let mut settings = Settings::default();
        for name in ["a", "b", "a"] {
            settings.remember(Path::new(name));
        }
        assert_eq!(settings.recent, [PathBuf::from("a"), PathBuf::from("b")]);
    }
}
