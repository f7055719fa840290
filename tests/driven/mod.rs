//! Drives the real editor frame by frame without a window: takes input as a window would pass it on, lays out and tessellates the frame, and measures
//! the CPU time that this thread needed. Shared by the benchmarks and the soak test. Knows nothing of what they do with the editor.

#![allow(
    dead_code,
    reason = "each of those that drive the editor needs a part of this"
)]

pub mod hands;
pub mod memory;
pub mod sight;

use std::cell::RefCell;
use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::{Duration, Instant};

use cpu_time::ThreadTime;
use egui::{Event, OutputCommand, Pos2, RawInput, Rect, ViewportCommand, pos2};
use tempfile::TempDir;
use treewright_editor::app::{Conditions, EditorApp, Launch};
use treewright_editor::dialogs::{Dialogs, PathAnswer, PathQuestion};

/// The size of the window.
pub const SCREEN: Rect = Rect {
    min: Pos2::ZERO,
    max: pos2(1600.0, 900.0),
};

/// An editor with its own folder for files, settings and recovery copies.
pub struct Driven {
    ctx: egui::Context,
    app: EditorApp,
    answers: Answers,
    clipboard: String,
    time: f64,
    /// Duration of a frame of the window, in seconds.
    pub frame_seconds: f64,
    /// If set, each frame starts this long after the previous one, as on a display.
    pub pace: Option<Duration>,
    last_frame: Instant,
    pointer: Pos2,
    /// CPU time of each frame since the last call of `take_costs`, in ms.
    costs: Vec<f64>,
    folder: TempDir,
}

/// The initial state of a driven editor.
#[derive(Default)]
pub struct Beginning<'a> {
    /// Names and texts of the files to open.
    pub files: &'a [(&'a str, &'a str)],
    /// Text of the settings file.
    pub settings: Option<&'a str>,
}

impl Driven {
    /// Starts an editor. Its first frame is not drawn yet.
    pub fn new(beginning: &Beginning<'_>) -> Self {
        let folder = TempDir::new().expect("the folder can be created");
        let config = folder.path().join("config");
        if let Some(settings) = beginning.settings {
            std::fs::create_dir_all(&config).expect("the folder can be created");
            std::fs::write(config.join("settings.json"), settings)
                .expect("the file can be written");
        }
        let mut files = Vec::new();
        for (name, text) in beginning.files {
            let file = folder.path().join(name);
            std::fs::write(&file, text).expect("the file can be written");
            files.push(file);
        }
        let answers = Answers::default();
        let launch = Launch {
            merge_result: None,
            files,
            config,
            state: folder.path().join("state"),
            documents: Some(folder.path().to_owned()),
            dialogs: Box::new(answers.clone()),
            tour: false,
            language: None,
            conditions: Conditions {
                // Games that somebody else runs on this machine do not attach.
                link_file: Some(folder.path().join("link/link.json")),
                ..Conditions::default()
            },
        };
        let ctx = egui::Context::default();
        Self {
            app: EditorApp::new(&ctx, launch),
            ctx,
            answers,
            clipboard: String::new(),
            time: 0.0,
            frame_seconds: 1.0 / 60.0,
            pace: None,
            last_frame: Instant::now(),
            pointer: SCREEN.center(),
            costs: Vec::new(),
            folder,
        }
    }

    /// Returns the editor for inspection.
    pub fn app(&self) -> &EditorApp {
        &self.app
    }

    /// Returns a path in the editor's folder.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The next path dialog returns this path. A dialog without a given path is cancelled.
    pub fn dialog_gives(&self, path: &Path) {
        self.answers.0.borrow_mut().paths.push_back(path.to_owned());
    }

    /// Returns the text copied last.
    pub fn clipboard(&self) -> &str {
        &self.clipboard
    }

    /// Draws the next frame. Returns its CPU time in ms.
    pub fn frame(&mut self, events: Vec<Event>) -> f64 {
        let cost = self.draw(events).0;
        self.costs.push(cost);
        cost
    }

    /// Returns the CPU time of each frame since the last call, in ms. Frames drawn by `look` are not included.
    pub fn take_costs(&mut self) -> Vec<f64> {
        std::mem::take(&mut self.costs)
    }

    /// Draws a frame with this input. Returns its CPU time and the update for screen readers, if one is requested.
    fn draw(&mut self, events: Vec<Event>) -> (f64, Option<egui::accesskit::TreeUpdate>) {
        if let Some(pace) = self.pace {
            std::thread::sleep(pace.saturating_sub(self.last_frame.elapsed()));
            self.last_frame = Instant::now();
        }
        self.time += self.frame_seconds;
        let input = RawInput {
            screen_rect: Some(SCREEN),
            time: Some(self.time),
            events,
            ..RawInput::default()
        };
        let start = ThreadTime::now();
        let mut output = self.ctx.run_ui(input, |ui| self.app.show(ui));
        // There is no graphics hardware that needs textures.
        output.textures_delta.clear();
        let triangles = self.ctx.tessellate(output.shapes, output.pixels_per_point);
        std::hint::black_box(triangles);
        let cost = start.elapsed().as_secs_f64() * 1000.0;
        for command in output.platform_output.commands {
            if let OutputCommand::CopyText(text) = command {
                self.clipboard = text;
            }
        }
        let window = output.viewport_output.get(&egui::ViewportId::ROOT);
        let asked = window.into_iter().flat_map(|window| &window.commands);
        if asked
            .clone()
            .any(|command| matches!(command, ViewportCommand::RequestPaste))
        {
            let pasted = Event::Paste(self.clipboard.clone());
            let (more, seen) = self.draw(vec![pasted]);
            return (cost.max(more), seen);
        }
        (cost, output.platform_output.accesskit_update)
    }
}

/// Dialogs with predefined answers.
#[derive(Clone, Default)]
struct Answers(Rc<RefCell<Told>>);

#[derive(Default)]
struct Told {
    paths: VecDeque<PathBuf>,
    is_asked: bool,
}

impl Dialogs for Answers {
    fn ask(&mut self, _question: PathQuestion, wake: Box<dyn Fn() + Send + Sync>) {
        self.0.borrow_mut().is_asked = true;
        wake();
    }

    fn answer(&mut self) -> Option<PathAnswer> {
        let mut told = self.0.borrow_mut();
        if !std::mem::take(&mut told.is_asked) {
            return None;
        }
        let path = told.paths.pop_front();
        Some(path.map_or(PathAnswer::Cancelled, |path| PathAnswer::Paths(vec![path])))
    }
}
