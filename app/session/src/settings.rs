//! What is kept between starts: theme, language, keys, arrangement of panels, recent files, place of the window.
//! A file that cannot be read is set aside and said, never fatal and never silently overwritten; one of a newer version is left as it is.

mod migration;
mod parsing;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::canvas_options::CanvasOptions;
use crate::host::export_targets::ExportTarget;
use crate::host::files::{self, Expected, ReadError, SaveError};
use crate::workspace::run_session::{Pace, TimeStep};

/// The name of the file, in the folder of the program's configuration.
pub const FILE_NAME: &str = "settings.json";

/// The version of the file that this program writes. One more whenever a field changes its meaning; `migration` reads older ones.
pub const VERSION: u64 = 3;

/// The lowest speed of a run.
pub const SLOWEST: f64 = 0.1;

/// The highest speed of a run that is still a number.
pub const FASTEST: f64 = 100.0;

/// How many files the list of recent ones holds.
const MAX_RECENT: usize = 12;

/// How many tasks the palette lists as used lately.
const MAX_RECENT_TASKS: usize = 6;

/// How many commands the command palette lists first.
const MAX_RECENT_COMMANDS: usize = 8;

/// The sizes of the interface that keys step through, in percent.
const SCALES: [u16; 8] = [75, 90, 100, 110, 125, 150, 175, 200];

/// Where a file goes that is opened while an editor is open already.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SecondStart {
    /// Into the window that is there.
    #[default]
    RunningWindow,
    /// Into a window of its own.
    NewWindow,
}

/// Where the window is, in points of a display that is not scaled.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct WindowPlace {
    /// Its size without its frame.
    pub size: (f32, f32),
    /// Its upper left corner; unknown on systems that do not tell.
    #[serde(default)]
    pub corner: Option<(f32, f32)>,
    /// Whether it fills the screen.
    #[serde(default)]
    pub maximized: bool,
}

impl WindowPlace {
    /// That of a first start.
    pub const FIRST: Self = Self {
        size: (1440.0, 860.0),
        corner: None,
        maximized: false,
    };

    /// Whether a window of this size and at this place can be used.
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

/// Light, dark, or as the system has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ThemeChoice {
    /// Dark, whatever the system has.
    Dark,
    /// Light, whatever the system has.
    Light,
    /// As the system has it.
    System,
}

/// How reading went.
#[derive(Clone, Debug, PartialEq)]
pub enum Read {
    /// Well, or there was nothing yet.
    Well,
    /// The file was of no use and lies here now.
    SetAside(PathBuf),
    /// These fields were not understood and are as at the first start; the file lies here now.
    InPart(PathBuf, Vec<String>),
    /// The file is of no use and could not be moved out of the way; it is not written.
    Unusable(PathBuf),
    /// A newer program wrote the file: what is understood of it counts, and it is not written.
    Newer,
}

/// What a start without files opens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum AtStart {
    /// What was open at the end.
    #[default]
    Reopen,
    /// The first example.
    Example,
}

/// A file that was open at the end.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct OpenFile {
    /// The file.
    pub path: PathBuf,
    /// The point in the middle of its canvas, and the zoom.
    pub camera: Option<(f32, f32, f32)>,
    /// Whether it was in front.
    pub front: bool,
}

/// The user's preferences.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "preferences that have nothing to do with each other"
)]
pub struct Settings {
    /// The version of the file; [`VERSION`] once it is written.
    pub version: u64,
    /// Light, dark, or as the system has it.
    pub theme: Option<ThemeChoice>,
    /// The language of the interface; none for the system's.
    pub language: Option<String>,
    /// Whether trees grow to the right.
    pub left_to_right: bool,
    /// How the canvas behaves.
    pub canvas: CanvasOptions,
    /// Files that were open lately, the last one first.
    pub recent: Vec<PathBuf>,
    /// Whether the tour was seen, to its end or skipped.
    pub tour_seen: bool,
    /// Tasks with a star in the palette, in the order in which they got it.
    pub favorite_tasks: Vec<String>,
    /// Tasks of which a node was added lately, the last one first.
    pub recent_tasks: Vec<String>,
    /// The size of the interface in percent.
    pub scale: Option<u16>,
    /// Nothing glides or fades.
    pub less_motion: bool,
    /// Keys of commands that are not the ones they come with: texts such as `Ctrl+Shift+P` by the command's id.
    pub keys: BTreeMap<String, Vec<String>>,
    /// Commands that were chosen in the command palette, the last one first.
    pub recent_commands: Vec<String>,
    /// Where a file goes that is opened while an editor is open already.
    pub second_start: SecondStart,
    /// What a start without files opens.
    pub at_start: AtStart,
    /// What was open at the end.
    pub open_files: Vec<OpenFile>,
    /// Where documents are exported to outside their project folders, by the path of the document.
    pub exports: BTreeMap<PathBuf, Vec<ExportTarget>>,
    /// The project folders whose exports may be written on save though somebody else added them.
    pub exports_allowed: BTreeSet<PathBuf>,
    /// The files of projects that the user himself wants written on save.
    pub exports_added: BTreeSet<PathBuf>,
    /// Where the window is.
    pub window: Option<WindowPlace>,
    /// Where the panels are, in the form of whoever arranges them.
    pub panels: Option<Value>,
    /// Seconds of game time of a run for each second of real time.
    pub run_speed: Option<f64>,
    /// A run goes on as fast as it can, whatever its speed.
    pub run_at_full_speed: bool,
    /// Seconds of game time for each frame of a run.
    pub time_step: Option<f64>,
    /// A frame of a run lasts as long as the window's frame before it took, whatever its time step.
    pub real_time_step: bool,
    /// How many megabytes the past of a run may take.
    pub recording_megabytes: Option<u32>,
    /// What others wrote here and this program does not know.
    #[serde(flatten)]
    pub unknown: Map<String, Value>,
    /// A newer program's file must not be written over, nor one that nobody could read or move away.
    #[serde(skip)]
    pub is_newer: bool,
}

impl Settings {
    /// Seconds of game time of a run for each second of real time.
    pub fn run_speed(&self) -> f64 {
        let chosen = self.run_speed.filter(|speed| speed.is_finite());
        chosen.unwrap_or(1.0).clamp(SLOWEST, FASTEST)
    }

    /// Seconds of game time for each frame of a run.
    pub fn time_step(&self) -> f64 {
        let chosen = self.time_step.filter(|s| s.is_finite());
        chosen.unwrap_or(0.1).clamp(0.0, 60.0)
    }

    /// How fast a run goes.
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

    /// How many bytes the past of a run may take.
    pub fn recording_limit(&self) -> usize {
        let megabytes = self.recording_megabytes.unwrap_or(256);
        (megabytes.clamp(8, 65_536) as usize) << 20
    }

    /// What is written as soon as it changes; the rest is written when the window closes.
    #[must_use]
    pub fn preferences(&self) -> Self {
        Self {
            window: None,
            open_files: Vec::new(),
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

    /// Makes a task a favorite, or no longer.
    pub fn toggle_favorite(&mut self, task: &str) {
        let before = self.favorite_tasks.len();
        self.favorite_tasks.retain(|own| own != task);
        if self.favorite_tasks.len() == before {
            self.favorite_tasks.push(task.to_owned());
        }
    }

    /// A node of this task was added.
    pub fn task_used(&mut self, task: &str) {
        self.recent_tasks.retain(|own| own != task);
        self.recent_tasks.insert(0, task.to_owned());
        self.recent_tasks.truncate(MAX_RECENT_TASKS);
    }

    /// A command was chosen in the command palette.
    pub fn command_used(&mut self, id: &str) {
        self.recent_commands.retain(|own| own != id);
        self.recent_commands.insert(0, id.to_owned());
        self.recent_commands.truncate(MAX_RECENT_COMMANDS);
    }

    /// The size of the interface in percent.
    pub fn scale(&self) -> u16 {
        self.scale.unwrap_or(100).clamp(75, 200)
    }

    /// The next larger or smaller size of the interface that keys lead to.
    pub fn stepped_scale(&self, larger: bool) -> u16 {
        let now = self.scale();
        let next = if larger {
            SCALES.into_iter().find(|scale| *scale > now)
        } else {
            SCALES.into_iter().rev().find(|scale| *scale < now)
        };
        next.unwrap_or(now)
    }

    /// Where the window was when it was closed last, or a fitting place for a first start.
    pub fn window_place(&self) -> WindowPlace {
        let usable = self.window.filter(WindowPlace::is_usable);
        usable.unwrap_or(WindowPlace::FIRST)
    }

    /// Reads the settings without touching the file; the defaults where it is of no use.
    pub fn peek(file: &Path, is_arrangement: fn(&Value) -> bool) -> Self {
        let bytes = files::read(file).unwrap_or_default();
        let parsed = parsing::parse(&bytes, is_arrangement);
        parsed.map_or_else(Self::default, |(settings, _)| settings)
    }

    /// Reads the settings; a damaged file is set aside. Whether an arrangement of panels is one, whoever arranges them says.
    pub fn load(file: &Path, is_arrangement: fn(&Value) -> bool) -> (Self, Read) {
        files::clear_leftovers(&files::folder_of(file));
        let bytes = match files::read(file) {
            Ok(bytes) => Some(bytes),
            Err(ReadError::NotFound) => return (Self::default(), Read::Well),
            Err(_) => None,
        };
        let (settings, strange) =
            match bytes.and_then(|bytes| parsing::parse(&bytes, is_arrangement)) {
                Some((settings, _)) if settings.is_newer => return (settings, Read::Newer),
                Some((settings, strange)) if strange.is_empty() => return (settings, Read::Well),
                Some(damaged) => damaged,
                None => (Self::default(), Vec::new()),
            };
        let aside = files::set_aside(file, "corrupt");
        let settings = Self {
            is_newer: aside.is_err(),
            ..settings
        };
        let read = match aside {
            Err(_) => Read::Unusable(file.to_owned()),
            Ok(aside) if strange.is_empty() => Read::SetAside(aside),
            Ok(aside) => Read::InPart(aside, strange),
        };
        (settings, read)
    }

    /// Writes the settings.
    ///
    /// # Errors
    /// Says why they could not be written.
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
        assert_eq!(Settings::load(&file, |_| true), (settings, Read::Well));
    }

    #[test]
    fn a_damaged_file_is_set_aside() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("settings.json");
        fs::write(&file, b"{ \"theme\": ").unwrap();
        let (settings, aside) = Settings::load(&file, |_| true);
        assert_eq!(settings, Settings::default());
        let Read::SetAside(aside) = aside else {
            panic!("{aside:?}");
        };
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

    fn loaded(text: &str) -> (Settings, Read, PathBuf, tempfile::TempDir) {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("settings.json");
        fs::write(&file, text).unwrap();
        let (settings, read) = Settings::load(&file, |_| true);
        (settings, read, file, folder)
    }

    #[test]
    fn a_file_without_version_keeps_its_window() {
        let (settings, read, ..) = loaded(r#"{"window": [1000.0, 700.0], "theme": "Light"}"#);
        assert_eq!(read, Read::Well);
        assert_eq!(settings.theme, Some(ThemeChoice::Light));
        assert_eq!(settings.window_place().size, (1000.0, 700.0));
    }

    #[test]
    fn an_older_file_with_british_spelling_keeps_favorites_and_keys() {
        let text = r#"{"version": 2, "favourite_tasks": ["Wait"], "keys": {"align_centre": ["Ctrl+E"]}}"#;
        let (settings, ..) = loaded(text);
        assert_eq!(settings.favorite_tasks, ["Wait"]);
        assert_eq!(settings.keys["align_center"], ["Ctrl+E"]);
    }

    #[test]
    fn what_is_not_known_is_written_back() {
        let (settings, _, file, _folder) = loaded(r#"{"version": 1, "later": {"a": [1]}}"#);
        settings.save(&file).unwrap();
        let text = fs::read_to_string(&file).unwrap();
        let value: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(value["later"], serde_json::json!({"a": [1]}));
        assert_eq!(value["version"], VERSION);
    }

    #[test]
    fn a_newer_file_is_read_as_far_as_it_goes_and_left_alone() {
        let text = r#"{"version": 99, "language": "zh-CN", "theme": {"new": "kind"}}"#;
        let (mut settings, read, file, _folder) = loaded(text);
        assert_eq!(read, Read::Newer);
        assert_eq!(settings.language.as_deref(), Some("zh-CN"));
        assert_eq!(settings.theme, None);
        settings.scale = Some(150);
        settings.save(&file).unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), text);
    }

    #[test]
    fn keys_step_through_the_sizes_and_stop_at_the_ends() {
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
    fn a_window_that_nobody_could_see_goes_back_to_its_first_place() {
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
