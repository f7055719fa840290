//! Settings that are kept between starts: theme, language, shortcuts, panel layout, recent files, window placement. An unreadable file is reported
//! and moved away, never fatal and never overwritten silently; a file of a newer version is left unchanged.

pub mod agent_table;
mod migration;
mod parsing;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use self::agent_table::AgentTable;
use crate::canvas_options::CanvasOptions;
use crate::host::export_targets::ExportTarget;
use crate::host::files::{self, Expected, ReadError, SaveError};
use crate::workspace::run_session::{Pace, TimeStep};

/// The name of the file in the program's configuration folder.
pub const FILE_NAME: &str = "settings.json";

/// The version that this program writes. Increase it whenever the meaning of a field changes; `migration` reads older versions.
pub const VERSION: u64 = 3;

/// The lowest playback speed.
pub const SLOWEST: f64 = 0.1;

/// The highest playback speed, apart from unlimited.
pub const FASTEST: f64 = 100.0;

const MAX_RECENT: usize = 12;

/// The number of recently used node types that are kept.
pub const MAX_RECENT_TASKS: usize = 6;

const MAX_RECENT_COMMANDS: usize = 8;

const MAX_RECENT_ROBOTS: usize = 6;

/// The sizes of the interface that shortcuts step through, in percent.
const SCALES: [u16; 8] = [75, 90, 100, 110, 125, 150, 175, 200];

/// Where a file opens if an editor is already running.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SecondStart {
    /// In the running window.
    #[default]
    RunningWindow,
    /// In a new window.
    NewWindow,
}

/// Placement of the window, in points of an unscaled display.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct WindowPlace {
    /// Size without the frame.
    pub size: (f32, f32),
    /// Upper left corner; `None` on systems that do not report it.
    #[serde(default)]
    pub corner: Option<(f32, f32)>,
    #[serde(default)]
    pub maximized: bool,
}

impl WindowPlace {
    /// The placement at first start.
    pub const FIRST: Self = Self {
        size: (1440.0, 860.0),
        corner: None,
        maximized: false,
    };

    /// Returns whether a window of this size and at this position would be usable.
    fn is_usable(&self) -> bool {
        let (width, height) = self.size;
        let seen = |(x, y): (f32, f32)| {
            (-4000.0..16_000.0).contains(&x) && (-100.0..16_000.0).contains(&y)
        };
        (400.0..=8000.0).contains(&width)
            && (300.0..=8000.0).contains(&height)
            && self.corner.is_none_or(seen)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ThemeChoice {
    Dark,
    Light,
    HighContrast,
    System,
}

/// The result of reading the settings.
#[derive(Clone, Debug, PartialEq)]
pub enum SettingsLoaded {
    /// The settings were read, or there was no file yet.
    Well,
    /// The file was unreadable and was moved to this path.
    SetAside(PathBuf),
    /// These fields were invalid and were reset to defaults; the file was moved to this path.
    InPart(PathBuf, Vec<String>),
    /// The file is unreadable and could not be moved; it will not be overwritten.
    Unusable(PathBuf),
    /// A newer program version wrote the file: known fields are used, and the file will not be overwritten.
    Newer,
}

/// What a start without file arguments opens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum AtStart {
    /// The files that were open at the last exit.
    #[default]
    Reopen,
    Example,
}

/// A file that was open at the last exit.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct OpenFile {
    pub path: PathBuf,
    /// The center of the view in canvas units, and the zoom.
    pub camera: Option<(f32, f32, f32)>,
    /// Whether its tab was in front.
    pub front: bool,
    /// How the agents of its runs are listed, if that was changed.
    pub agents: Option<AgentTable>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[expect(clippy::struct_excessive_bools, reason = "independent preferences")]
pub struct Settings {
    /// The version of the file; always [`VERSION`] when it is written.
    pub version: u64,
    pub theme: Option<ThemeChoice>,
    /// The code of the interface language; `None` for the system's language.
    pub language: Option<String>,
    /// Whether new trees grow to the right instead of downwards.
    pub left_to_right: bool,
    pub canvas: CanvasOptions,
    /// Recent files, latest first.
    pub recent: Vec<PathBuf>,
    /// Whether the tour was completed or skipped.
    pub tour_seen: bool,
    /// Favorite tasks of the palette, in the order in which they were added.
    pub favorite_tasks: Vec<String>,
    /// Tasks that were recently added to a tree, latest first.
    pub recent_tasks: Vec<String>,
    /// The size of the interface in percent.
    pub scale: Option<u16>,
    /// Disables animations.
    pub less_motion: bool,
    /// The addresses of robots that the editor was attached to, latest first.
    pub recent_robots: Vec<String>,
    /// Customized shortcuts: texts such as `Ctrl+Shift+P` by command id.
    pub keys: BTreeMap<String, Vec<String>>,
    /// Commands that were recently chosen in the command palette, latest first.
    pub recent_commands: Vec<String>,
    pub second_start: SecondStart,
    pub at_start: AtStart,
    /// The files that were open at the last exit.
    pub open_files: Vec<OpenFile>,
    /// Export targets outside the project folders, by document path.
    pub exports: BTreeMap<PathBuf, Vec<ExportTarget>>,
    /// Project folders for which the user allowed exports on save that somebody else added.
    pub exports_allowed: BTreeSet<PathBuf>,
    /// Project files that this user added as exports on save.
    pub exports_added: BTreeSet<PathBuf>,
    pub window: Option<WindowPlace>,
    /// Sections of panels that are not as they are at first: closed, or open if they start closed.
    pub toggled_sections: BTreeSet<String>,
    /// The panel layout, in the format of the panel framework.
    pub panels: Option<Value>,
    /// Playback speed: seconds of game time per second of real time.
    pub run_speed: Option<f64>,
    /// Whether a run continues as fast as possible regardless of the playback speed.
    pub run_at_full_speed: bool,
    /// Frame time of a run in seconds.
    pub time_step: Option<f64>,
    /// Whether each frame of a run has the duration of the window's previous frame instead of the fixed frame time.
    pub real_time_step: bool,
    /// Limit of the run history in megabytes.
    pub recording_megabytes: Option<u32>,
    /// Fields that this program does not know; written back unchanged.
    #[serde(flatten)]
    pub unknown: Map<String, Value>,
    /// Whether the file must not be overwritten, because a newer program wrote it or it could neither be read nor moved away.
    #[serde(skip)]
    pub is_newer: bool,
}

impl Settings {
    /// Returns the playback speed: seconds of game time per second of real time.
    pub fn run_speed(&self) -> f64 {
        let chosen = self.run_speed.filter(|speed| speed.is_finite());
        chosen.unwrap_or(1.0).clamp(SLOWEST, FASTEST)
    }

    /// Returns the frame time in seconds.
    pub fn time_step(&self) -> f64 {
        let chosen = self.time_step.filter(|s| s.is_finite());
        chosen.unwrap_or(0.1).clamp(0.0, 60.0)
    }

    /// Returns how fast a run proceeds.
    pub fn pace(&self) -> Pace {
        Pace {
            speed: (!self.run_at_full_speed).then(|| self.run_speed()),
            step: if self.real_time_step {
                TimeStep::Real
            } else {
                TimeStep::Fixed(self.time_step())
            },
        }
    }

    /// Returns the limit of the run history in bytes.
    pub fn recording_limit(&self) -> usize {
        let megabytes = self.recording_megabytes.unwrap_or(256);
        (megabytes.clamp(8, 65_536) as usize) << 20
    }

    /// Returns the settings that are written as soon as they change; the others are written when the window closes.
    #[must_use]
    pub fn preferences(&self) -> Self {
        Self {
            window: None,
            open_files: Vec::new(),
            panels: None,
            ..self.clone()
        }
    }

    /// Moves a file to the front of the recent ones.
    pub fn remember(&mut self, path: &Path) {
        self.recent.retain(|p| p != path);
        self.recent.insert(0, path.to_owned());
        self.recent.truncate(MAX_RECENT);
    }

    /// Adds a task to the favorites or removes it.
    pub fn toggle_favorite(&mut self, task: &str) {
        let before = self.favorite_tasks.len();
        self.favorite_tasks.retain(|own| own != task);
        if self.favorite_tasks.len() == before {
            self.favorite_tasks.push(task.to_owned());
        }
    }

    /// Moves a task to the front of the recently added ones.
    pub fn task_used(&mut self, task: &str) {
        self.recent_tasks.retain(|own| own != task);
        self.recent_tasks.insert(0, task.to_owned());
        self.recent_tasks.truncate(MAX_RECENT_TASKS);
    }

    /// Moves the address of a robot to the front of the recent ones.
    pub fn robot_attached(&mut self, address: &str) {
        self.recent_robots.retain(|own| own != address);
        self.recent_robots.insert(0, address.to_owned());
        self.recent_robots.truncate(MAX_RECENT_ROBOTS);
    }

    /// Moves a command to the front of the recently chosen ones.
    pub fn command_used(&mut self, id: &str) {
        self.recent_commands.retain(|own| own != id);
        self.recent_commands.insert(0, id.to_owned());
        self.recent_commands.truncate(MAX_RECENT_COMMANDS);
    }

    /// Returns the size of the interface in percent.
    pub fn scale(&self) -> u16 {
        self.scale.unwrap_or(100).clamp(75, 200)
    }

    /// Returns the next larger or smaller size of the interface for shortcuts, in percent.
    pub fn stepped_scale(&self, larger: bool) -> u16 {
        let now = self.scale();
        let next = if larger {
            SCALES.into_iter().find(|scale| *scale > now)
        } else {
            SCALES.into_iter().rev().find(|scale| *scale < now)
        };
        next.unwrap_or(now)
    }

    /// Returns the last placement of the window, or that of a first start if it is unusable.
    pub fn window_place(&self) -> WindowPlace {
        let usable = self.window.filter(WindowPlace::is_usable);
        usable.unwrap_or(WindowPlace::FIRST)
    }

    /// Reads the settings without moving the file away. Returns the defaults if it is unreadable.
    pub fn peek(file: &Path, is_panel_layout: fn(&Value) -> bool) -> Self {
        let bytes = files::read(file).unwrap_or_default();
        let parsed = parsing::parse(&bytes, is_panel_layout);
        parsed.map_or_else(Self::default, |(settings, _)| settings)
    }

    /// Reads the settings and moves a damaged file away. `is_panel_layout` returns whether a value is a valid panel layout.
    pub fn load(file: &Path, is_panel_layout: fn(&Value) -> bool) -> (Self, SettingsLoaded) {
        files::clear_leftovers(&files::folder_of(file));
        let bytes = match files::read(file) {
            Ok(bytes) => Some(bytes),
            Err(ReadError::NotFound) => return (Self::default(), SettingsLoaded::Well),
            Err(_) => None,
        };
        let (settings, invalid) = match bytes
            .and_then(|bytes| parsing::parse(&bytes, is_panel_layout))
        {
            Some((settings, _)) if settings.is_newer => return (settings, SettingsLoaded::Newer),
            Some((settings, invalid)) if invalid.is_empty() => {
                return (settings, SettingsLoaded::Well);
            }
            Some(damaged) => damaged,
            None => (Self::default(), Vec::new()),
        };
        let aside = files::set_aside(file, "corrupt");
        let settings = Self {
            is_newer: aside.is_err(),
            ..settings
        };
        let read = match aside {
            Err(_) => SettingsLoaded::Unusable(file.to_owned()),
            Ok(aside) if invalid.is_empty() => SettingsLoaded::SetAside(aside),
            Ok(aside) => SettingsLoaded::InPart(aside, invalid),
        };
        (settings, read)
    }

    /// Writes the settings, unless the file must not be overwritten.
    /// # Errors
    /// If the file cannot be written.
    pub fn save(&self, file: &Path) -> Result<(), SaveError> {
        if self.is_newer {
            return Ok(());
        }
        if let Some(folder) = file.parent() {
            fs::create_dir_all(folder)?;
        }
        let written = Self {
            version: VERSION,
            ..self.clone()
        };
        let text = serde_json::to_string_pretty(&written).map_err(io::Error::other)?;
        files::keep(file, text.as_bytes(), Expected::Anything)
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
            theme: Some(ThemeChoice::Dark),
            language: Some("zh-CN".to_owned()),
            left_to_right: true,
            window: Some(WindowPlace {
                size: (1280.0, 800.0),
                corner: Some((10.0, 20.0)),
                maximized: true,
            }),
            version: VERSION,
            panels: Some(serde_json::json!({"root": null})),
            ..Settings::default()
        };
        settings.remember(Path::new("/a.bt.json"));
        settings.save(&file).unwrap();
        assert_eq!(
            Settings::load(&file, |_| true),
            (settings, SettingsLoaded::Well)
        );
    }

    #[test]
    fn a_damaged_file_is_set_aside() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("settings.json");
        fs::write(&file, b"{ \"theme\": ").unwrap();
        let (settings, aside) = Settings::load(&file, |_| true);
        assert_eq!(settings, Settings::default());
        let SettingsLoaded::SetAside(aside) = aside else {
            panic!("{aside:?}");
        };
        assert!(aside.to_string_lossy().contains(".corrupt-"));
        assert_eq!(fs::read(aside).unwrap(), b"{ \"theme\": ");
        assert!(!file.exists());
    }

    #[test]
    fn the_latest_file_is_first_and_listed_once() {
        let mut settings = Settings::default();
        for name in ["a", "b", "a"] {
            settings.remember(Path::new(name));
        }
        assert_eq!(settings.recent, [PathBuf::from("a"), PathBuf::from("b")]);
    }

    fn loaded(text: &str) -> (Settings, SettingsLoaded, PathBuf, tempfile::TempDir) {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("settings.json");
        fs::write(&file, text).unwrap();
        let (settings, read) = Settings::load(&file, |_| true);
        (settings, read, file, folder)
    }

    #[test]
    fn a_file_without_version_keeps_its_window() {
        let (settings, read, ..) = loaded(r#"{"window": [1000.0, 700.0], "theme": "Light"}"#);
        assert_eq!(read, SettingsLoaded::Well);
        assert_eq!(settings.theme, Some(ThemeChoice::Light));
        assert_eq!(settings.window_place().size, (1000.0, 700.0));
    }

    #[test]
    fn an_older_file_with_british_spelling_keeps_favorites_and_keys() {
        let text =
            r#"{"version": 2, "favourite_tasks": ["Wait"], "keys": {"align_centre": ["Ctrl+E"]}}"#;
        let (settings, ..) = loaded(text);
        assert_eq!(settings.favorite_tasks, ["Wait"]);
        assert_eq!(settings.keys["align_center"], ["Ctrl+E"]);
    }

    #[test]
    fn unknown_fields_are_written_back() {
        let (settings, _, file, _folder) = loaded(r#"{"version": 1, "later": {"a": [1]}}"#);
        settings.save(&file).unwrap();
        let text = fs::read_to_string(&file).unwrap();
        let value: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(value["later"], serde_json::json!({"a": [1]}));
        assert_eq!(value["version"], VERSION);
    }

    #[test]
    fn the_known_fields_of_a_newer_file_are_read_and_it_is_unchanged() {
        let text = r#"{"version": 99, "language": "zh-CN", "theme": {"new": "kind"}}"#;
        let (mut settings, read, file, _folder) = loaded(text);
        assert_eq!(read, SettingsLoaded::Newer);
        assert_eq!(settings.language.as_deref(), Some("zh-CN"));
        assert_eq!(settings.theme, None);
        settings.scale = Some(150);
        settings.save(&file).unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), text);
    }

    #[test]
    fn shortcuts_step_through_the_sizes_and_stop_at_the_ends() {
        let mut settings = Settings::default();
        assert_eq!(settings.stepped_scale(true), 110);
        assert_eq!(settings.stepped_scale(false), 90);
        settings.scale = Some(133);
        assert_eq!(settings.stepped_scale(false), 125);
        for (scale, larger) in [(200, true), (75, false), (9000, true)] {
            settings.scale = Some(scale);
            assert_eq!(settings.stepped_scale(larger), scale.clamp(75, 200));
        }
    }

    #[test]
    fn an_invisible_window_is_reset() {
        let far = WindowPlace {
            corner: Some((90_000.0, 0.0)),
            ..WindowPlace::FIRST
        };
        let settings = Settings {
            window: Some(far),
            ..Settings::default()
        };
        assert_eq!(settings.window_place(), WindowPlace::FIRST);
    }
}
