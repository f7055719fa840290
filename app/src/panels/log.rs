//! What happened in the run, one sentence a line, the newest at the bottom.

use egui::{Color32, ScrollArea, Ui};

use super::PanelContext;
use crate::action::{Action, ActionSink, RunAction, ViewAction};
use crate::theme::Theme;
use crate::widgets::{ROW_HEIGHT, Row, empty_hint_with, row_pressed};
use crate::workspace::run_view::{LogKind, RunView};

/// Shows the log.
pub fn show(ui: &mut Ui, cx: &PanelContext<'_>, sink: &mut ActionSink) {
    let entries = cx.run.map(RunView::log).unwrap_or_default();
    if entries.is_empty() {
        let (text, run) = (cx.texts.tr("log.empty"), cx.texts.tr("command.run"));
        if empty_hint_with(ui, cx.theme, ("article", &text), &run) {
            sink.push(Action::Run(RunAction::Toggle));
        }
        return;
    }
    ui.spacing_mut().item_spacing.y = 0.0;
    ScrollArea::vertical()
        .auto_shrink(false)
        .stick_to_bottom(true)
        .show_rows(ui, ROW_HEIGHT, entries.len(), |ui, range| {
            for index in range {
                let entry = &entries[index];
                let frame = entry.frame.to_string();
                let frame = cx.texts.tr_with("status.frame", &[("frame", &frame)]);
                let (icon, color) = appearance(cx.theme, entry.kind);
                let response = ui
                    .push_id(index, |ui| {
                        Row::new(&entry.text)
                            .icon(icon, color)
                            .detail(&frame)
                            .show(ui, cx.theme)
                    })
                    .inner
                    .on_hover_text(&entry.text);
                if let (true, Some(node)) = (row_pressed(ui, &response), &entry.node) {
                    sink.push(Action::View(ViewAction::Reveal(node.clone())));
                }
            }
        });
}

fn appearance(theme: &Theme, kind: LogKind) -> (&'static str, Color32) {
    match kind {
        LogKind::Log => ("chat", theme.muted),
        LogKind::Abort => ("flash_on", theme.interrupted),
        LogKind::Error => ("error", theme.error),
        LogKind::Run => ("play_circle", theme.accent),
    }
}
