//! Frames of the whole editor with all panels open, on a document that was opened from a file.

use cpu_time::ThreadTime;
use egui::{Event, Key, Modifiers, Pos2, RawInput, Rect, pos2, vec2};
use tempfile::TempDir;
use treewright::app::{EditorApp, Launch};
use treewright::host::dialogs::{Dialogs, PathAnswer, PathQuestion};
use treewright::workspace::run_view::RunView as _;
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
    /// 1,000 nodes with 10,000 frames on the timeline, scrolled and zoomed.
    Timeline,
}

impl AppSituation {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Near, Self::Whole, Self::Running, Self::Timeline];

    /// For the table.
    pub fn name(self) -> &'static str {
        match self {
            Self::Near => "10,000 nodes, zoomed in",
            Self::Whole => "10,000 nodes, whole tree in view",
            Self::Running => "10,000 nodes, running",
            Self::Timeline => "1,000 lanes of 10,000 frames",
        }
    }

    /// What the median must not exceed.
    pub fn target_ms(self) -> f64 {
        match self {
            Self::Near => 2.0,
            Self::Whole | Self::Running | Self::Timeline => 4.0,
        }
    }
}

/// An editor that is driven frame by frame.
pub struct AppFrames {
    ctx: egui::Context,
    app: EditorApp,
    time: f64,
    pointer: Pos2,
    situation: AppSituation,
    /// Kept so that the file stays there.
    _folder: TempDir,
}

const SCREEN: Rect = Rect {
    min: Pos2::ZERO,
    max: pos2(1600.0, 900.0),
};
/// A place on the canvas, between the panels around it.
const ON_CANVAS: Pos2 = pos2(760.0, 400.0);
/// The tab of the timeline, its button that shows the whole run, and its lanes.
const TIMELINE_TAB: Pos2 = pos2(348.0, 707.0);
const WHOLE_RUN: Pos2 = pos2(1156.0, 745.0);
const ON_LANES: Pos2 = pos2(800.0, 800.0);

impl AppFrames {
    /// Brings a situation about.
    pub fn of(situation: AppSituation) -> Self {
        let folder = TempDir::new().expect("a folder");
        let file = folder.path().join("large.bt.json");
        let document = match situation {
            AppSituation::Running => trees::waiting(100, 99),
            AppSituation::Timeline => trees::waiting(10, 99),
            AppSituation::Near | AppSituation::Whole => trees::stacked(100, 99),
        };
        let text = native::write(&document).expect("a document that can be written");
        std::fs::write(&file, text).expect("a file");
        if situation == AppSituation::Timeline {
            let config = folder.path().join("config");
            std::fs::create_dir_all(&config).expect("a folder");
            let settings = r#"{"version": 1, "language": "en", "run_at_full_speed": true}"#;
            std::fs::write(config.join("settings.json"), settings).expect("a file");
        }
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
            situation,
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
            AppSituation::Timeline => self.fill_timeline(),
        }
        self.frame(Vec::new());
    }

    /// Runs ten thousand frames and shows all of them.
    fn fill_timeline(&mut self) {
        self.press(Key::F5);
        while self.last_frame() < 10_000 {
            self.frame(Vec::new());
        }
        self.press(Key::F5);
        self.click(TIMELINE_TAB);
        self.click(WHOLE_RUN);
        self.pointer = ON_LANES;
    }

    fn last_frame(&self) -> u64 {
        let run = self.app.workspace().front().run.as_ref();
        run.map_or(u64::MAX, |run| run.frames().1)
    }

    fn click(&mut self, pos: Pos2) {
        self.frame(vec![Event::PointerMoved(pos)]);
        for pressed in [true, false] {
            self.frame(vec![Event::PointerButton {
                pos,
                button: egui::PointerButton::Primary,
                pressed,
                modifiers: Modifiers::NONE,
            }]);
        }
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
        let mut events = vec![Event::PointerMoved(self.pointer)];
        if self.situation == AppSituation::Timeline {
            events.push(Event::MouseWheel {
                unit: egui::MouseWheelUnit::Point,
                delta: vec2(0.0, if forward { -40.0 } else { 40.0 }),
                source: egui::MouseWheelSource::Wheel,
                phase: egui::TouchPhase::Move,
                modifiers: Modifiers::NONE,
            });
            events.push(Event::Zoom(if forward { 1.1 } else { 1.0 / 1.1 }));
        }
        self.frame(events)
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
    fn ask(&mut self, _question: PathQuestion, _wake: Box<dyn Fn() + Send + Sync>) {}

    fn answer(&mut self) -> Option<PathAnswer> {
        None
    }
}
