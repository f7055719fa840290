//! Frames of the canvas, one situation of PERFORMANCE after the other.

use std::sync::Arc;

use cpu_time::ThreadTime;
use egui::{Event, Modifiers, PointerButton, Pos2, RawInput, Rect, pos2, vec2};
use treewright_authoring::edit::Selection;
use treewright_core::diagnostic::Problems;
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::model::Document;
use treewright_core::project::Project;
use treewright_editor::action::ActionSink;
use treewright_editor::panels::canvas;
use treewright_editor::panels::canvas::{CanvasInput, CanvasState};
use treewright_editor::theme;
use treewright_editor::theme::Theme;
use treewright_insight::history::RunHistory;
use treewright_session::canvas_options::CanvasOptions;
use treewright_session::i18n::Texts;
use treewright_session::templates::Templates;
use treewright_session::workspace::breakpoints::Breakpoints;
use treewright_session::workspace::document_program::ProgramCache;
use treewright_session::workspace::run_view::{
    AbortView, NodeRun, NodeState, RunState, RunView, Visits,
};

use crate::trees;

/// The content of the screen and the movement of the mouse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Situation {
    /// 1,000 nodes, about 50 of them in view.
    ThousandNear,
    /// 10,000 nodes, about 50 of them in view.
    Near,
    /// 10,000 nodes, all in view.
    Whole,
    /// 10,000 nodes, all in view, while 1,000 of them are dragged.
    Dragging,
    /// 10,000 nodes, all in view, while a run changes every node's state in each frame.
    Running,
    /// 600 nodes in view, titles legible.
    Readable,
}

impl Situation {
    pub const ALL: [Self; 6] = [
        Self::ThousandNear,
        Self::Near,
        Self::Whole,
        Self::Dragging,
        Self::Running,
        Self::Readable,
    ];

    /// Returns the name shown in the results table.
    pub fn name(self) -> &'static str {
        match self {
            Self::ThousandNear => "1,000 nodes, zoomed in",
            Self::Near => "10,000 nodes, zoomed in",
            Self::Whole => "10,000 nodes, whole tree in view",
            Self::Dragging => "10,000 nodes, dragging 1,000",
            Self::Running => "10,000 nodes, running",
            Self::Readable => "600 readable nodes",
        }
    }

    /// Returns the upper limit of the median.
    pub fn target_ms(self) -> Option<f64> {
        match self {
            Self::ThousandNear => None,
            Self::Near => Some(2.0),
            Self::Whole | Self::Dragging | Self::Running => Some(4.0),
            Self::Readable => Some(8.0),
        }
    }

    fn document(self) -> Document {
        match self {
            Self::ThousandNear => trees::stacked(20, 49),
            Self::Readable => trees::stacked(24, 24),
            _ => trees::stacked(100, 99),
        }
    }
}

/// A canvas driven frame by frame.
pub struct Frames {
    situation: Situation,
    ctx: egui::Context,
    document: Document,
    library: Arc<NodeLibrary>,
    selection: Selection,
    texts: Texts,
    state: CanvasState,
    program: ProgramCache,
    run: Flicker,
    time: f64,
    pointer: Pos2,
}

/// More frames than the view takes to its new place.
const FRAMES_OF_FLIGHT: usize = 60;

const SCREEN: Rect = Rect {
    min: Pos2::ZERO,
    max: pos2(1600.0, 900.0),
};

impl Frames {
    pub fn of(situation: Situation) -> Self {
        let ctx = egui::Context::default();
        treewright_editor::icons::install(&ctx);
        theme::install(&ctx);
        let document = situation.document();
        let selected = if situation == Situation::Dragging {
            document
                .nodes()
                .take(1000)
                .map(|n| n.id().clone())
                .collect()
        } else {
            Vec::new()
        };
        let mut frames = Self {
            situation,
            ctx,
            document,
            library: Arc::new(NodeLibrary::builtin()),
            selection: Selection::of(selected),
            texts: Texts::default(),
            state: CanvasState::default(),
            program: ProgramCache::default(),
            run: Flicker {
                frame: 1,
                history: RunHistory::default(),
            },
            time: 0.0,
            pointer: SCREEN.center(),
        };
        frames.set_up();
        frames
    }

    fn set_up(&mut self) {
        self.frame(Vec::new());
        self.state.request_fit();
        for _ in 0..FRAMES_OF_FLIGHT {
            self.frame(Vec::new());
        }
        if matches!(self.situation, Situation::ThousandNear | Situation::Near) {
            let factor = 1.0 / self.state.zoom();
            self.frame(vec![Event::PointerMoved(self.pointer)]);
            self.frame(vec![Event::Zoom(factor)]);
        }
        self.frame(Vec::new());
        if self.situation == Situation::Dragging {
            self.press_on_a_selected_card();
            assert!(
                self.state.is_dragging_nodes(),
                "no card was under the pointer"
            );
        }
    }

    /// The first selected nodes are on the left, just right of the margin.
    fn press_on_a_selected_card(&mut self) {
        for y in (200..700).step_by(3) {
            self.pointer = pos2(60.0, y as f32);
            self.frame(vec![Event::PointerMoved(self.pointer), self.button(true)]);
            self.pointer += vec2(20.0, 8.0);
            self.frame(vec![Event::PointerMoved(self.pointer)]);
            if self.state.is_dragging_nodes() {
                return;
            }
            self.frame(vec![self.button(false)]);
        }
    }

    fn button(&self, pressed: bool) -> Event {
        Event::PointerButton {
            pos: self.pointer,
            button: PointerButton::Primary,
            pressed,
            modifiers: Modifiers::NONE,
        }
    }

    /// Draws the next frame with the pointer moved a little. Returns its CPU time in ms.
    pub fn next(&mut self) -> f64 {
        let step = if (self.time * 60.0) as i64 % 40 < 20 {
            3.0
        } else {
            -3.0
        };
        self.pointer += vec2(step, step * 0.5);
        self.run.frame += 1;
        self.frame(vec![Event::PointerMoved(self.pointer)])
    }

    fn frame(&mut self, events: Vec<Event>) -> f64 {
        self.time += 1.0 / 60.0;
        let input = RawInput {
            screen_rect: Some(SCREEN),
            time: Some(self.time),
            events,
            ..RawInput::default()
        };
        let start = ThreadTime::now();
        let ctx = self.ctx.clone();
        let mut actions = ActionSink::default();
        let output = ctx.run_ui(input, |ui| {
            let theme = Theme::of(ui);
            let running = self.situation == Situation::Running;
            let project = Project::alone(&self.document);
            let program = || self.program.get(1, &project, &self.library);
            let templates = Templates::default();
            let breakpoints = Breakpoints::default();
            let problems = Problems::default();
            let input = CanvasInput {
                is_read_only: false,
                breakpoints: &breakpoints,
                templates: &templates,
                trees: &[],
                recent: &[],
                document: &self.document,
                revision: 1,
                library: &self.library,
                selection: &self.selection,
                diagnostics: &problems,
                program: &program,
                run: running.then_some(&self.run as &dyn RunView),
                coverage: None,
                explored: None,
                marks: None,
                theme: &theme,
                texts: &self.texts,
                left_to_right: false,
                options: CanvasOptions::default(),
            };
            canvas::show(ui, &input, &mut self.state, &mut actions);
        });
        let triangles = ctx.tessellate(output.shapes, output.pixels_per_point);
        std::hint::black_box(triangles);
        start.elapsed().as_secs_f64() * 1000.0
    }
}

/// A run in which every node has a new state in each frame.
struct Flicker {
    frame: u64,
    history: RunHistory,
}

impl RunView for Flicker {
    fn state(&self) -> RunState {
        RunState::Running
    }
    fn frame(&self) -> u64 {
        self.frame
    }
    fn time(&self) -> f64 {
        0.0
    }
    fn node(&self, id: &NodeId) -> NodeRun {
        let states = [
            NodeState::Running,
            NodeState::Success,
            NodeState::Failure,
            NodeState::Interrupted,
        ];
        let which = id.as_str().len() as u64 + self.frame;
        NodeRun {
            state: states[(which % 4) as usize],
            since_frame: self.frame.saturating_sub(which % 7),
            visits: which as u32,
        }
    }
    fn aborts(&self) -> &[AbortView] {
        &[]
    }
    fn history(&self) -> &RunHistory {
        &self.history
    }
    fn visits(&self) -> Visits {
        Visits::default()
    }
}
