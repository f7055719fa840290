//! Sentences at the top or the bottom of the canvas that explain the aborts of the shown frame, in addition to the marks on cards. Not shown
//! while the run advances by itself, because nobody could read them; the log has them, too.

use egui::text::LayoutJob;
use egui::{Align, Frame, Label, Layout, Margin, Rect, Sense, TextStyle, Ui, UiBuilder, vec2};
use treewright_session::workspace::run_view::{LogEntry, LogKind, RunState, RunView};

use super::{CanvasInput, CanvasState, corners, heat};
use crate::action::{Action, ActionSink, ViewAction};
use crate::icons;
use crate::widgets::ROW_HEIGHT;

/// The maximum number of sentences; the log has all.
const MAX_SENTENCES: usize = 3;
/// The maximum number of rows of a sentence, so that it leaves the tree in sight; its tooltip has all of it.
const MAX_ROWS: usize = 2;
/// The distance from the edges of the canvas, in points.
const MARGIN: f32 = 10.0;

/// The width below which the sentences are not put between what is in the lower corners.
const LEAST_WIDTH: f32 = 240.0;

/// Where the sentences are.
#[derive(Debug, Default)]
pub struct SentencesPlace {
    /// The frame of the sentences and their number, for which the place was chosen. It stays there while the user moves about.
    of: Option<(u64, usize)>,
    is_at_bottom: bool,
    /// The height that they have; that of the last ones before they are shown.
    height: f32,
}

impl SentencesPlace {
    /// Moves them to the top, of which they then cover this much, in points.
    pub fn move_to_top(&mut self) -> f32 {
        self.is_at_bottom = false;
        match self.of {
            Some(_) => self.height + MARGIN,
            None => 0.0,
        }
    }
}

/// The abort sentences of the shown frame, oldest first.
pub fn sentences(run: &dyn RunView) -> Vec<&LogEntry> {
    let frame = run.frame();
    let newest = run.log().iter().rev();
    let shown = newest.take_while(|line| line.frame == frame);
    let of_agent = |line: &&LogEntry| line.agent.is_none_or(|agent| agent == run.agent());
    let mut aborts: Vec<_> = shown
        .filter(|line| line.kind == LogKind::Abort)
        .filter(of_agent)
        .collect();
    aborts.reverse();
    aborts
}

/// Shows the sentences, at the top, or at the bottom if they cover fewer cards there. A click goes to the conditional.
pub fn show(ui: &mut Ui, input: &CanvasInput<'_>, state: &mut CanvasState, sink: &mut ActionSink) {
    let paused = input.run.filter(|run| run.state() != RunState::Running);
    let aborts = paused.map(sentences).unwrap_or_default();
    let place = &mut state.sentences;
    let Some(run) = paused.filter(|_| !aborts.is_empty()) else {
        place.of = None;
        return;
    };
    let canvas = ui.max_rect();
    let mut at_top = canvas.shrink(MARGIN);
    if heat::may_have_legend(input) {
        *at_top.left_mut() += heat::WIDTH + MARGIN;
    }
    let shown = aborts.len().min(MAX_SENTENCES);
    let height = place.height.max(ROW_HEIGHT * shown as f32);
    let at_bottom = corners::between(canvas, input).shrink2(vec2(MARGIN, 0.0));
    let at_bottom = at_bottom.with_min_y(at_bottom.bottom() - height);
    let of = Some((run.frame(), aborts.len()));
    if std::mem::replace(&mut place.of, of) != of {
        let projection = state.camera.projection(canvas);
        let covered = |room: Rect| {
            let points = [room.min, room.max].map(|at| projection.canvas_from_screen(at));
            let area = Rect::from_min_max(points[0], points[1]);
            state.scene.cards_in(area).count()
        };
        let above = covered(at_top.with_max_y(at_top.top() + height));
        place.is_at_bottom =
            above > 0 && at_bottom.width() >= LEAST_WIDTH && covered(at_bottom) < above;
    }
    let room = if place.is_at_bottom {
        at_bottom
    } else {
        at_top
    };
    let builder = UiBuilder::new()
        .max_rect(room)
        .layout(Layout::top_down(Align::Min));
    let shown = ui.scope_builder(builder, |ui| {
        let frame = Frame::new()
            .fill(input.theme.panel)
            .stroke(egui::Stroke::new(1.0, input.theme.interrupted))
            .corner_radius(6)
            .inner_margin(Margin::symmetric(8, 2));
        frame.show(ui, |ui| {
            for (place, line) in aborts.iter().take(MAX_SENTENCES).enumerate() {
                ui.push_id(("abort", place), |ui| sentence(ui, input, line, sink));
            }
        });
    });
    let height = shown.response.rect.height();
    if (std::mem::replace(&mut place.height, height) - height).abs() > 0.5 {
        // Their place depends on it.
        ui.ctx().request_repaint();
    }
}

fn sentence(ui: &mut Ui, input: &CanvasInput<'_>, line: &LogEntry, sink: &mut ActionSink) {
    ui.horizontal(|ui| {
        ui.label(
            icons::text("flash_on")
                .size(15.0)
                .color(input.theme.interrupted),
        );
        let sentence = input.texts.message(&line.text);
        let font = TextStyle::Body.resolve(ui.style());
        let mut text = LayoutJob::simple(sentence.clone(), font, input.theme.text, 0.0);
        text.wrap.max_rows = MAX_ROWS;
        let label = Label::new(text).wrap().sense(Sense::click());
        let label = label.show_tooltip_when_elided(false);
        let response = ui.add(label).on_hover_text(&sentence);
        if let (true, Some(node)) = (response.clicked(), &line.node) {
            sink.push(Action::View(ViewAction::Reveal(node.clone())));
        }
    });
}
