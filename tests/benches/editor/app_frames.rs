//! Frames of the whole editor with all panels open, on a document that was opened from a file.

use cpu_time::ThreadTime;
use egui::{Event, Key, Modifiers, Pos2, RawInput, Rect, pos2, vec2};
use tempfile::TempDir;
use treewright::app::{EditorApp, Launch};
use treewright::host::dialogs::{Dialogs, PathAnswer, PathQuestion};
use treewright_core::format::native;

use crate::trees;

/// What is on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AppSituation {
    /// 10,000 nodes, about 50 of them in view.
    Near,
    /// 10,000 nodes, all in view.
    Whole,
    /// The same while a run changes 100 nodes a frame.
    Running,
}

impl AppSituation {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Near, Self::Whole, Self::Running];

    /// For the table.
    pub fn name(self) -> &'static str {
        match self {
            Self::Near => "10,000 nodes, zoomed in",
            Self::Whole => "10,000 nodes, whole tree in view",
            Self::Running => "10,000 nodes, running",
        }
    }

    /// What the median must not exceed.
    pub fn target_ms(self) -> f64 {
        match self {
            Self::Near => 2.0,
            Self::Whole | Self::Running => 4.0,
        }
    }
}

/// An editor that is driven frame by frame.
pub struct AppFrames {
    ctx: egui::Context,
    app: EditorApp,
    time: f64,
    pointer: Pos2,
    /// Kept so that the file stays there.
    _folder: TempDir,
}

const SCREEN: Rect = Rect {
    min: Pos2::ZERO,
    max: pos2(1600.0, 900.0),
};
/// A place on the canvas, between the panels around it.
const ON_CANVAS: Pos2 = pos2(760.0, 400.0);

impl AppFrames {
    /// Brings a situation about.
    pub fn of(situation: AppSituation) -> Self {
        let folder = TempDir::new().expect("a folder");
        let file = folder.path().join("large.bt.json");
        let document = match situation {
            AppSituation::Running => trees::waiting(100, 99),
            AppSituation::Near | AppSituation::Whole => trees::stacked(100, 99),
        };
        let text = native::write(&document).expect("a document that can be written");
        std::fs::write(&file, text).expect("a file");
        let ctx = egui::Context::default();
        let launch = Launch {
            files: vec![file],
            config: folder.path().join("config"),
            state: folder.path().join("state"),
            documents: None,
            dialogs: Box::new(NoDialogs),
            tour: false,
        };
        let mut frames = Self {
            app: EditorApp::new(&ctx, launch),
            ctx,
            time: 0.0,
            pointer: ON_CANVAS,
            _folder: folder,
        };
        frames.set_up(situation);
        frames
    }

    fn set_up(&mut self, situation: AppSituation) {
        self.frame(Vec::new());
        self.frame(vec![Event::PointerMoved(self.pointer)]);
        match situation {
            AppSituation::Near => {
                self.frame(vec![Event::Zoom(2.0)]);
            }
            AppSituation::Whole => self.press(Key::F),
            AppSituation::Running => {
                self.press(Key::F);
                self.press(Key::F5);
            }
        }
        self.frame(Vec::new());
    }

    fn press(&mut self, key: Key) {
        let event = |pressed| Event::Key {
            key,
            physical_key: None,
            pressed,
            repeat: false,
            modifiers: Modifiers::NONE,
        };
        self.frame(vec![event(true)]);
        self.frame(vec![event(false)]);
    }

    /// Draws the next frame, with the pointer a little farther on; gives its CPU time in ms.
    pub fn next(&mut self) -> f64 {
        let forward = (self.time * 60.0) as i64 % 40 < 20;
        let step = if forward { 3.0 } else { -3.0 };
        self.pointer += vec2(step, step * 0.5);
        self.frame(vec![Event::PointerMoved(self.pointer)])
    }

    fn frame(&mut self, events: Vec<Event>) -> f64 {
        // Slow enough that each frame of the window is a frame of the run.
        self.time += 0.1;
        let input = RawInput {
            screen_rect: Some(SCREEN),
            time: Some(self.time),
            events,
            ..RawInput::default()
        };
        let start = ThreadTime::now();
        let output = self.ctx.run_ui(input, |ui| self.app.show(ui));
        let triangles = self.ctx.tessellate(output.shapes, output.pixels_per_point);
        std::hint::black_box(triangles);
        start.elapsed().as_secs_f64() * 1000.0
    }
}

struct NoDialogs;

impl Dialogs for NoDialogs {
    fn ask(&mut self, _question: PathQuestion, _wake: Box<dyn Fn() + Send>) {}

    fn answer(&mut self) -> Option<PathAnswer> {
        None
    }
}
