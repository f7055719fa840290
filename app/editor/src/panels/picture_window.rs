//! The window with the options of a picture. Draws no picture itself.

use egui::{RichText, Ui, Vec2};

use super::PanelContext;
use crate::action::{Action, ActionSink, PictureAction};
use crate::action::{MAX_SIDE, PictureChoice, PictureKind};
use crate::theme::space;
use crate::widgets::{
    Dialog, DialogButton, DialogPlace, caption, check_box, dialog_body, dialog_buttons,
    hollow_radio_buttons,
};
pub struct PictureWindow {
    choice: PictureChoice,
    /// The sizes of the whole tree and of the selected part, in canvas units; `None` if unknown.
    sizes: [Option<Vec2>; 2],
    has_run: bool,
}
const SCALES: [(f32, &str); 4] = [(1.0, "1×"), (2.0, "2×"), (3.0, "3×"), (4.0, "4×")];

impl PictureWindow {
    /// A window with initial options. `sizes` are those of the whole tree and of the selection.
    pub fn new(choice: PictureChoice, sizes: [Option<Vec2>; 2], has_run: bool) -> Self {
        let part = choice.part && sizes[1].is_some();
        Self {
            choice: PictureChoice { part, ..choice },
            sizes,
            has_run,
        }
    }

    /// The approximate size of the picture, in pixels.
    fn pixels(&self) -> Option<(u32, u32)> {
        let size = self.sizes[usize::from(self.choice.part)]?;
        let size = (size * self.choice.scale).round();
        Some((size.x as u32, size.y as u32))
    }

    fn is_too_large(&self) -> bool {
        let most = MAX_SIDE as u32;
        self.choice.kind == PictureKind::Png
            && self.pixels().is_some_and(|(x, y)| x > most || y > most)
    }
}

pub fn show(
    ctx: &egui::Context,
    cx: &PanelContext<'_>,
    window: &mut PictureWindow,
    sink: &mut ActionSink,
) {
    let title = cx.texts.tr("picture.title");
    let dialog = Dialog {
        id: "picture",
        title: &title,
        close: &cx.texts.tr("dialog.close"),
        width: 400.0,
        closes_outside: false,
        place: DialogPlace::Middle,
    };
    let closed = dialog.show(ctx, cx.theme, |ui| {
        dialog_body(ui, |ui| {
            hollow_radio_buttons(ui, cx.theme);
            what(ui, cx, window);
            kind(ui, cx, window);
            colors(ui, cx, &mut window.choice);
            if window.choice.kind == PictureKind::Png {
                size(ui, cx, window);
            }
        });
        buttons(ui, cx, window, sink);
    });
    if closed {
        sink.push(Action::Picture(PictureAction::Close));
    }
}

fn what(ui: &mut Ui, cx: &PanelContext<'_>, window: &mut PictureWindow) {
    let texts = cx.texts;
    caption(ui, cx.theme, &texts.tr("picture.what"));
    let part = &mut window.choice.part;
    ui.radio_value(part, false, texts.tr("picture.whole"));
    let selected = egui::RadioButton::new(*part, texts.tr("picture.part"));
    let selected = ui.add_enabled(window.sizes[1].is_some(), selected);
    if selected.clicked() {
        *part = true;
    }
    selected.on_disabled_hover_text(texts.tr("obstacle.no_selection"));
    if window.has_run {
        check_box(ui, &mut window.choice.run, texts.tr("picture.run"));
    }
}

fn kind(ui: &mut Ui, cx: &PanelContext<'_>, window: &mut PictureWindow) {
    ui.add_space(space::XS);
    caption(ui, cx.theme, &cx.texts.tr("picture.kind"));
    let kind = &mut window.choice.kind;
    ui.radio_value(kind, PictureKind::Svg, cx.texts.tr("picture.svg"));
    ui.radio_value(kind, PictureKind::Png, cx.texts.tr("picture.png"));
}

fn colors(ui: &mut Ui, cx: &PanelContext<'_>, choice: &mut PictureChoice) {
    ui.add_space(space::XS);
    caption(ui, cx.theme, &cx.texts.tr("picture.colors"));
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = space::M;
        ui.radio_value(&mut choice.dark, false, cx.texts.tr("picture.light"));
        ui.radio_value(&mut choice.dark, true, cx.texts.tr("picture.dark"));
    });
    let transparent = cx.texts.tr("picture.transparent");
    check_box(ui, &mut choice.transparent, transparent);
}

fn size(ui: &mut Ui, cx: &PanelContext<'_>, window: &mut PictureWindow) {
    ui.add_space(space::XS);
    caption(ui, cx.theme, &cx.texts.tr("picture.size"));
    let pixels = window.pixels().map(|(width, height)| {
        let (width, height) = (width.to_string(), height.to_string());
        let most = MAX_SIDE.to_string();
        let arguments = [("width", &*width), ("height", &*height), ("most", &*most)];
        let keys = ["picture.pixels", "picture.too_large"];
        cx.texts
            .tr_with(keys[usize::from(window.is_too_large())], &arguments)
    });
    let pixels = pixels.unwrap_or_default();
    let is_too_large = window.is_too_large();
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = space::M;
        for (scale, name) in SCALES {
            ui.radio_value(&mut window.choice.scale, scale, name);
        }
        if !is_too_large {
            ui.label(RichText::new(&pixels).color(cx.theme.muted));
        }
    });
    if is_too_large {
        ui.label(RichText::new(&pixels).color(cx.theme.warning));
    }
}

fn buttons(ui: &mut Ui, cx: &PanelContext<'_>, window: &PictureWindow, sink: &mut ActionSink) {
    let [cancel, copy, save] =
        ["question.cancel", "picture.copy", "picture.save"].map(|key| cx.texts.tr(key));
    let buttons = [
        DialogButton::new(&cancel),
        DialogButton::new(&copy),
        DialogButton::new(&save).enabled(!window.is_too_large()),
    ];
    let action = match dialog_buttons(ui, cx.theme, &buttons) {
        Some(0) => PictureAction::Close,
        Some(1) => PictureAction::Copy(Some(window.choice)),
        Some(_) => PictureAction::Save(window.choice),
        None => return,
    };
    sink.push(Action::Picture(action));
}
