//! The settings window: sections on the left, settings on the right. Changes take effect immediately; there is nothing to confirm.

mod keys;
mod preferences;

use egui::{ScrollArea, Ui};

use super::PanelContext;
use crate::action::{Action, ActionSink, Section, ViewAction};
use crate::widgets::{Dialog, DialogButton, DialogPlace, Row, plain_dialog_buttons};

impl Section {
    const ALL: [Self; 4] = [Self::Appearance, Self::Canvas, Self::Keys, Self::Files];

    fn text_key(self) -> &'static str {
        match self {
            Self::Appearance => "settings.appearance",
            Self::Canvas => "settings.canvas",
            Self::Keys => "settings.keys",
            Self::Files => "settings.files",
        }
    }

    fn icon(self) -> &'static str {
        match self {
            Self::Appearance => "palette",
            Self::Canvas => "account_tree",
            Self::Keys => "keyboard",
            Self::Files => "folder_open",
        }
    }
}
pub struct SettingsWindow {
    section: Section,
    /// Whether the entry of the section takes the keyboard next.
    wants_keyboard: bool,
    /// The interface scale while its slider is dragged.
    scale: Option<u16>,
    keys: keys::KeysPage,
}

impl SettingsWindow {
    /// Opens the window at this section.
    pub fn new(section: Section) -> Self {
        Self {
            section,
            wants_keyboard: true,
            scale: None,
            keys: keys::KeysPage::default(),
        }
    }
}

pub fn show(
    ctx: &egui::Context,
    cx: &PanelContext<'_>,
    window: &mut SettingsWindow,
    sink: &mut ActionSink,
) {
    let title = cx.texts.tr("settings.title");
    let dialog = Dialog {
        id: "settings",
        title: &title,
        close: &cx.texts.tr("dialog.close"),
        width: 780.0,
        closes_outside: true,
        place: DialogPlace::Middle,
    };
    let mut is_done = false;
    let closed = dialog.show(ctx, cx.theme, |ui| {
        let height = 500.0_f32.min(ui.ctx().content_rect().height() - 170.0);
        ui.horizontal_top(|ui| {
            ui.set_height(height);
            ui.vertical(|ui| {
                ui.set_width(160.0);
                sections(ui, cx, window);
            });
            ui.separator();
            ui.vertical(|ui| page(ui, cx, window, sink));
        });
        let close = cx.texts.tr("settings.close");
        let close = [DialogButton::new(&close)];
        // Settings take effect at once: Enter in one of them only ends its input.
        is_done = plain_dialog_buttons(ui, cx.theme, &close).is_some();
    });
    if closed || is_done {
        sink.push(Action::View(ViewAction::Dismiss));
    }
}

fn sections(ui: &mut Ui, cx: &PanelContext<'_>, window: &mut SettingsWindow) {
    ui.spacing_mut().item_spacing.y = 2.0;
    for section in Section::ALL {
        let text = cx.texts.tr(section.text_key());
        let is_chosen = section == window.section;
        let row = Row::new(&text)
            .icon(section.icon(), cx.theme.muted)
            .selected(is_chosen);
        let row = ui.push_id(section.text_key(), |ui| row.show(ui, cx.theme));
        if row.inner.clicked() {
            window.section = section;
            window.wants_keyboard = true;
            window.keys.forget_recording();
        } else if is_chosen && window.wants_keyboard && !ui.is_sizing_pass() {
            window.wants_keyboard = false;
            row.inner.request_focus();
        }
    }
}

fn page(ui: &mut Ui, cx: &PanelContext<'_>, window: &mut SettingsWindow, sink: &mut ActionSink) {
    if window.section == Section::Keys {
        keys::show(ui, cx, &mut window.keys, sink);
        return;
    }
    ScrollArea::vertical()
        .auto_shrink([false, false])
        .show(ui, |ui| match window.section {
            Section::Appearance => preferences::appearance(ui, cx, &mut window.scale, sink),
            Section::Canvas => preferences::canvas(ui, cx, sink),
            Section::Files | Section::Keys => preferences::files(ui, cx, sink),
        });
}
