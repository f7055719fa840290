//! Frames of the whole editor with all panels open, on a document opened from a file.

use egui::{Event, Key, Modifiers, Pos2, pos2, vec2};
use treewright_core::format::native;
use treewright_session::workspace::run_view::RunView;

use crate::driven::{Beginning, Driven};
use crate::trees;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AppSituation {
    /// 10,000 nodes, about 50 of them in view.
    Near,
    /// 10,000 nodes, all in view.
    Whole,
    /// 10,000 nodes, all in view, while a run moves each of its 100 branches from leaf to leaf.
    Moving,
    /// 10,000 nodes, all in view, each of which starts and ends in every frame of a run.
    EveryNode,
    /// 1,000 nodes with 10,000 frames on the timeline, scrolled and zoomed.
    Timeline,
    /// 1,000 agents of 61 nodes, each of which moves from leaf to leaf, with the table of agents and a tree in view.
    Agents,
}

impl AppSituation {
    pub const ALL: [Self; 6] = [
        Self::Near,
        Self::Whole,
        Self::Moving,
        Self::EveryNode,
        Self::Timeline,
        Self::Agents,
    ];

    /// Returns the name shown in the results table.
    pub fn name(self) -> &'static str {
        match self {
            Self::Near => "10,000 nodes, zoomed in",
            Self::Whole => "10,000 nodes, whole tree in view",
            Self::Moving => "10,000 nodes, running",
            Self::EveryNode => "10,000 nodes, running: every node runs in every frame",
            Self::Timeline => "1,000 lanes of 10,000 frames",
            Self::Agents => "1,000 agents of 61 nodes, running",
        }
    }

    /// Returns the upper limit of the median.
    pub fn target_ms(self) -> f64 {
        match self {
            Self::Near => 2.0,
            Self::Whole | Self::Moving | Self::EveryNode | Self::Timeline => 4.0,
            // A frame of the run at 60 per second, with that of the window.
            Self::Agents => 16.0,
        }
    }
}

/// An editor driven frame by frame.
pub struct AppFrames {
    driven: Driven,
    pointer: Pos2,
    frames: u32,
    situation: AppSituation,
}

/// A point on the canvas, between the panels around it.
const ON_CANVAS: Pos2 = pos2(760.0, 400.0);
/// The timeline's tab, its button that zooms to the whole run, and its lanes.
const TIMELINE_TAB: Pos2 = pos2(348.0, 707.0);
const WHOLE_RUN: Pos2 = pos2(1156.0, 745.0);
const ON_LANES: Pos2 = pos2(800.0, 800.0);

impl AppFrames {
    pub fn of(situation: AppSituation) -> Self {
        let document = match situation {
            AppSituation::Moving => trees::waiting(100, 99, 0.15),
            AppSituation::EveryNode => trees::waiting(100, 99, 0.1),
            AppSituation::Timeline => trees::waiting(10, 99, 0.1),
            AppSituation::Agents => trees::waiting(6, 9, 0.15),
            AppSituation::Near | AppSituation::Whole => trees::stacked(100, 99),
        };
        let text = native::write(&document).expect("the document can be written");
        let settings = r#"{"version": 1, "language": "en", "run_at_full_speed": true}"#;
        let is_fast = situation == AppSituation::Timeline;
        let mut driven = Driven::new(&Beginning {
            files: &[("large.bt.json", &text)],
            settings: is_fast.then_some(settings),
        });
        // Slow enough that each frame of the window is a frame of the run.
        driven.frame_seconds = 0.1;
        let mut frames = Self {
            driven,
            pointer: ON_CANVAS,
            frames: 0,
            situation,
        };
        frames.set_up(situation);
        frames
    }

    fn set_up(&mut self, situation: AppSituation) {
        self.driven.wait(1);
        self.driven.point(self.pointer);
        let press = |driven: &mut Driven, key| driven.press(Modifiers::NONE, key);
        match situation {
            AppSituation::Near => self.driven.zoom(2.0),
            AppSituation::Whole => press(&mut self.driven, Key::F),
            AppSituation::Moving | AppSituation::EveryNode => {
                press(&mut self.driven, Key::F);
                press(&mut self.driven, Key::F5);
            }
            AppSituation::Timeline => self.fill_timeline(),
            AppSituation::Agents => self.add_agents(),
        }
        self.driven.wait(1);
    }

    /// Runs 10,000 frames and shows all of them.
    fn fill_timeline(&mut self) {
        self.driven.press(Modifiers::NONE, Key::F5);
        while self.last_frame() < 10_000 {
            self.driven.wait(1);
        }
        self.driven.press(Modifiers::NONE, Key::F5);
        self.driven.click(TIMELINE_TAB, 1, Modifiers::NONE);
        self.driven.click(WHOLE_RUN, 1, Modifiers::NONE);
        self.pointer = ON_LANES;
    }

    /// Adds 999 agents to a run, and lists all.
    fn add_agents(&mut self) {
        let driven = &mut self.driven;
        driven.press(Modifiers::NONE, Key::F10);
        driven.press(Modifiers::COMMAND | Modifiers::SHIFT, Key::P);
        driven.wait(2);
        driven.type_text("Add several agents");
        driven.press(Modifiers::NONE, Key::Enter);
        driven.wait(2);
        driven.type_text("999");
        driven.press(Modifiers::NONE, Key::Enter);
        driven.wait(2);
        driven.press(Modifiers::NONE, Key::F5);
        let run = self.driven.app().workspace().front().run.as_ref();
        assert_eq!(run.map(RunView::agent_count), Some(1_000));
    }

    fn last_frame(&self) -> u64 {
        let run = self.driven.app().workspace().front().run.as_ref();
        run.map_or(u64::MAX, |run| run.frames().1)
    }

    /// Draws the next frame with the pointer moved a little. Returns its CPU time in ms.
    pub fn next(&mut self) -> f64 {
        self.frames += 1;
        let forward = self.frames * 6 % 40 < 20;
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
        self.driven.frame(events)
    }
}
