//! The list of background jobs that take longer than a moment, each with its progress and, if possible, a cancel button.

use egui::{
    Align, Align2, Area, Button, Context, Frame, Id, Label, Layout, Order, ProgressBar, Rect,
    ScrollArea, Spinner, Ui, vec2,
};

use super::PanelContext;
use crate::action::{Action, ActionSink, JobAction, JobKind, RunningJob};
use crate::theme::space;

/// The distance from the top of the canvas.
const TOP_MARGIN: f32 = 12.0;
/// The maximum width.
const WIDTH: f32 = 460.0;
/// The length of a progress bar.
const BAR: f32 = 120.0;

impl JobKind {
    /// The suffix of its text keys.
    fn key(&self) -> &'static str {
        match self {
            Self::Opening(_) => "opening",
            Self::Rereading(_) => "reading_again",
            Self::Comparing(..) => "comparing",
            Self::ComparingRuns(..) => "comparing_runs",
            Self::FindingChanges(_) => "finding_changes",
            Self::Restoring(_) => "restoring",
            Self::Merging(_) => "merging",
            Self::AddingLibrary(..) => "adding",
            Self::Saving(_) => "saving",
            Self::Exporting(_) => "exporting",
            Self::Picture => "drawing",
            Self::Scenarios => "scenarios",
            Self::Renaming(_) => "renaming",
            Self::ChangingFiles => "changing_files",
            Self::LayingOut(_) => "laying_out",
        }
    }
}

/// Shows the list over the canvas; nothing if there are no jobs.
pub fn show(
    ctx: &Context,
    cx: &PanelContext<'_>,
    canvas: Option<Rect>,
    jobs: &[RunningJob],
    sink: &mut ActionSink,
) {
    if jobs.is_empty() {
        return;
    }
    let room = canvas.unwrap_or_else(|| ctx.content_rect());
    let place = room.center_top() + vec2(0.0, TOP_MARGIN);
    let area = Area::new(Id::unique("waiting"))
        .order(Order::Foreground)
        .pivot(Align2::CENTER_TOP)
        .fixed_pos(place);
    area.show(ctx, |ui| {
        Frame::popup(ui.style()).show(ui, |ui| {
            ui.set_width(WIDTH.min(room.width() - 2.0 * space::L));
            // Many jobs must not cover the whole canvas, and each keeps its button.
            let lines = ScrollArea::vertical().max_height(room.height() / 2.0);
            lines.show(ui, |ui| {
                for job in jobs {
                    ui.push_id(&job.kind, |ui| {
                        ui.horizontal(|ui| line(ui, cx, job, sink));
                    });
                }
            });
        });
    });
}

fn line(ui: &mut Ui, cx: &PanelContext<'_>, job: &RunningJob, sink: &mut ActionSink) {
    let key = job.kind.key();
    let arguments = [("name", &*job.name)];
    // From the right, so that the button stays under the pointer while the text changes.
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        if job.kind.can_be_cancelled() {
            let cancel = cx.texts.tr("question.cancel").into_owned();
            let label = format!("waiting.cancel_{key}");
            let label = cx.texts.tr_with(&label, &arguments);
            if ui.add(Button::new(cancel)).accessible_name(label).clicked() {
                sink.push(Action::Job(JobAction::Cancel(job.kind.clone())));
            }
        }
        if let Some((done, of)) = job.progress {
            let (part, done, of) = (done as f32 / of as f32, done.to_string(), of.to_string());
            let arguments = [("done", &*done), ("of", &*of)];
            let text = cx.texts.tr_with("waiting.progress", &arguments);
            ui.add(ProgressBar::new(part).desired_width(BAR).text(text));
        }
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            if !job.is_ready {
                ui.add(Spinner::new());
            }
            ui.add(Label::new(job_text(cx, job)).truncate());
        });
    });
}

fn job_text(cx: &PanelContext<'_>, job: &RunningJob) -> String {
    let arguments = [("name", &*job.name)];
    if job.is_ready {
        let key = match job.kind {
            JobKind::Opening(_) => "waiting.ready",
            JobKind::Comparing(..) => "waiting.ready_to_compare",
            _ => "waiting.ready_to_come",
        };
        return cx.texts.tr_with(key, &arguments);
    }
    let key = job.kind.key();
    let what = cx.texts.tr_with(&format!("waiting.{key}"), &arguments);
    if job.seconds < 1.0 {
        return what;
    }
    let seconds = format!("{:.0}", job.seconds.floor());
    let since = [("what", &*what), ("seconds", &*seconds)];
    cx.texts.tr_with("waiting.since", &since)
}
