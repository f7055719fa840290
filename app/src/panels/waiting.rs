//! What the window waits for without standing still: files that are being read and exports that are being made, each with what it takes and a way to think better of it.

use std::path::PathBuf;

use egui::{Align2, Area, Button, Context, Frame, Id, Order, Rect, Spinner, vec2};

use super::PanelContext;
use crate::action::{Action, ActionSink, ExportAction, FileAction};
use crate::theme::space;

/// How far below the top of the canvas it stands.
const BELOW_TOP: f32 = 12.0;

/// What is waited for, with its file and for how many seconds.
pub enum Awaited {
    /// A file that is being read.
    Read {
        /// The file.
        path: PathBuf,
        /// Since when.
        seconds: f64,
    },
    /// A file that was read, and waits until the user is done with what they are doing.
    Ready {
        /// The file.
        path: PathBuf,
    },
    /// An export that is being made.
    Written {
        /// Where it goes.
        path: PathBuf,
        /// Since when.
        seconds: f64,
    },
}

/// Shows the files over the canvas; nothing if there are none.
pub fn show(
    ctx: &Context,
    cx: &PanelContext<'_>,
    canvas: Option<Rect>,
    files: &[Awaited],
    sink: &mut ActionSink,
) {
    if files.is_empty() {
        return;
    }
    let room = canvas.unwrap_or_else(|| ctx.content_rect());
    let place = room.center_top() + vec2(0.0, BELOW_TOP);
    let area = Area::new(Id::unique("waiting"))
        .order(Order::Foreground)
        .pivot(Align2::CENTER_TOP)
        .fixed_pos(place);
    area.show(ctx, |ui| {
        Frame::popup(ui.style()).show(ui, |ui| {
            ui.set_max_width(room.width() - 2.0 * space::L);
            for (index, file) in files.iter().enumerate() {
                ui.push_id(index, |ui| {
                    ui.horizontal(|ui| one(ui, cx, file, sink));
                });
            }
        });
    });
}

fn one(ui: &mut egui::Ui, cx: &PanelContext<'_>, file: &Awaited, sink: &mut ActionSink) {
    if !matches!(file, Awaited::Ready { .. }) {
        ui.add(Spinner::new());
    }
    let (path, seconds, what) = match file {
        Awaited::Read { path, seconds } => (path, *seconds, "opening"),
        Awaited::Ready { path } => (path, 0.0, "opening"),
        Awaited::Written { path, seconds } => (path, *seconds, "exporting"),
    };
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let is_long = seconds >= 1.0;
    let seconds = format!("{:.0}", seconds.floor());
    let arguments = [("name", &*name), ("seconds", &*seconds)];
    let key = match file {
        Awaited::Ready { .. } => "waiting.ready".to_owned(),
        _ if is_long => format!("waiting.{what}_for"),
        _ => format!("waiting.{what}"),
    };
    ui.label(cx.texts.tr_with(&key, &arguments));
    let cancel = cx.texts.tr("question.cancel").into_owned();
    let label = cx
        .texts
        .tr_with(&format!("waiting.cancel_{what}"), &arguments);
    if ui.add(Button::new(cancel)).accessible_name(label).clicked() {
        sink.push(match file {
            Awaited::Read { path, .. } | Awaited::Ready { path } => {
                Action::File(FileAction::StopOpening(path.clone()))
            }
            Awaited::Written { path, .. } => Action::Export(ExportAction::Stop(path.clone())),
        });
    }
}
