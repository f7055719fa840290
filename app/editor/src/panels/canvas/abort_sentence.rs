//! Sentences at the top of the canvas that explain the aborts of the shown frame, in addition to the marks on cards. Not shown while the
//! run advances by itself, because nobody could read them; the log has them, too.

use egui::text::LayoutJob;
use egui::{Align, Frame, Label, Layout, Margin, Sense, TextStyle, Ui, UiBuilder};
use treewright_session::workspace::run_view::{LogEntry, LogKind, RunState, RunView};

use super::{CanvasInput, heat};
use crate::action::{Action, ActionSink, ViewAction};
use crate::icons;

/// The maximum number of sentences; the log has all.
const MAX_SENTENCES: usize = 3;
/// The maximum number of rows of a sentence, so that it leaves the tree in sight; its tooltip has all of it.
const MAX_ROWS: usize = 2;
/// The distance from the edges of the canvas, in points.
const MARGIN: f32 = 10.0;

/// The abort sentences of the shown frame, oldest first.
fn sentences(run: &dyn RunView) -> Vec<&LogEntry> {
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

/// Shows the sentences. A click goes to the conditional. Returns how much of the canvas they cover at its top, in points.
pub fn show(ui: &mut Ui, input: &CanvasInput<'_>, sink: &mut ActionSink) -> f32 {
    let Some(run) = input.run.filter(|run| run.state() != RunState::Running) else {
        return 0.0;
    };
    let aborts = sentences(run);
    if aborts.is_empty() {
        return 0.0;
    }
    let mut room = ui.max_rect().shrink(MARGIN);
    if input.options.heat || input.options.unreached || input.missed().is_some() {
        *room.left_mut() += heat::WIDTH + MARGIN;
    }
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
    shown.response.rect.bottom() - room.top() + MARGIN
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
