//! The frame of all dialogs: title and ✕ above, the buttons at the right end below, of which the last one is the default. Escape closes a dialog,
//! Enter presses the default button. Keeps nothing itself.

use egui::{
    Align, Align2, Button, Context, Id, Key, Label, Layout, Modal, Rect, RichText, ScrollArea,
    TextStyle,
};
use egui::{Ui, UiBuilder, UiKind, Vec2, vec2};

use super::first_focus::focus_first;
use super::{IconButton, text_width};
use crate::accessible_tree::name_container;
use crate::popup_keyboard::had_popup_keys;
use crate::theme::{Theme, space, text_size};

/// The space left free around a dialog, in points.
const MARGIN: f32 = 40.0;
/// The space left free above a dialog at the top, for bars, in points.
const BARS: f32 = 70.0;
/// The height of a title, and the width that its ✕ needs.
const TITLE: f32 = 26.0;
/// What the frame of a dialog takes above and below its contents.
const FRAME: f32 = 44.0;
/// The height of the row of buttons, with the space above it.
const BUTTONS: f32 = 44.0;
/// The smallest button.
const MIN_BUTTON: egui::Vec2 = vec2(84.0, 28.0);

/// A dialog in front of the window, which cannot be used until it is closed.
pub struct Dialog<'a> {
    /// A name that no other dialog has.
    pub id: &'a str,
    pub title: &'a str,
    /// The name of ✕ for screen readers.
    pub close: &'a str,
    /// The width of the contents, if the window is large enough.
    pub width: f32,
    /// Whether a click beside it closes it: only where nothing that was entered is lost.
    pub closes_outside: bool,
    pub place: DialogPlace,
}

/// Where a dialog is shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum DialogPlace {
    Middle,
    /// Below the bars at the top.
    Top,
    /// Beside this part of the screen, of which the dialog speaks, if there is room.
    Beside(Rect),
}

impl Dialog<'_> {
    /// Shows the dialog with the contents that `add` shows. Returns whether the user closes it.
    pub fn show(self, ctx: &Context, theme: &Theme, add: impl FnOnce(&mut Ui)) -> bool {
        let id = Id::unique(self.id);
        let (side, offset) = self.place.anchor(ctx.content_rect(), self.width);
        let area = Modal::default_area(id).anchor(side, offset);
        let modal = Modal::new(id).area(area).frame(theme.modal_frame());
        let response = modal.show(ctx, |ui| {
            name_container(ui, UiKind::Modal, self.title);
            let room = ui.ctx().content_rect().width() - MARGIN;
            ui.set_width(self.width.min(room - MARGIN));
            ui.spacing_mut().item_spacing.y = space::S;
            let bar = self.title_bar(ui);
            ui.add_space(space::XS);
            add(ui);
            focus_first(ui, id, ui.min_rect(), false);
            // After the contents, so that Tab comes here last.
            let corner = UiBuilder::new()
                .max_rect(bar)
                .layout(Layout::right_to_left(Align::Center));
            let mut corner = ui.new_child(corner);
            let close = IconButton::new("close", self.close).hint("Esc");
            close.show(&mut corner).clicked()
        });
        let escape = ctx.input(|input| input.key_pressed(Key::Escape));
        let is_front = response.is_top_modal && !response.any_popup_open;
        let outside = self.closes_outside && response.backdrop_response.clicked();
        response.inner || is_front && (escape || outside)
    }

    /// Shows the title. Returns the place of its line.
    fn title_bar(&self, ui: &mut Ui) -> Rect {
        let width = ui.available_width();
        let title = ui.allocate_ui_with_layout(
            vec2(width - TITLE - space::S, TITLE),
            Layout::left_to_right(Align::Center),
            |ui| {
                ui.set_min_height(TITLE);
                let title = RichText::new(self.title).size(text_size::HEADING).strong();
                ui.add(Label::new(title).wrap());
            },
        );
        let rect = title.response.rect;
        Rect::from_min_size(rect.left_top(), vec2(width, TITLE))
    }
}

impl DialogPlace {
    /// The side of the screen at which a dialog of this width is shown, and its distance from there.
    fn anchor(self, screen: Rect, width: f32) -> (Align2, Vec2) {
        let middle = (Align2::CENTER_CENTER, Vec2::ZERO);
        let about = match self {
            Self::Middle => return middle,
            Self::Top => return (Align2::CENTER_TOP, vec2(0.0, BARS)),
            Self::Beside(about) => about,
        };
        let taken = width + 2.0 * MARGIN;
        let (left, right) = (about.left() - screen.left(), screen.right() - about.right());
        let half = (screen.width() - taken) * 0.5;
        if left > half + taken || right > half + taken {
            middle
        } else if right > taken {
            (Align2::RIGHT_CENTER, vec2(-MARGIN, 0.0))
        } else if left > taken {
            (Align2::LEFT_CENTER, vec2(MARGIN, 0.0))
        } else {
            middle
        }
    }
}

/// Shows the part of a dialog above its buttons. It scrolls where the window is too low for all of it, so that the buttons stay in sight.
pub fn dialog_body<R>(ui: &mut Ui, add: impl FnOnce(&mut Ui) -> R) -> R {
    let screen = ui.ctx().content_rect().height();
    let room = (screen - MARGIN - TITLE - FRAME - BUTTONS).max(80.0);
    let area = ScrollArea::vertical().auto_shrink([false, true]);
    area.max_height(room).show(ui, add).inner
}

/// A button at the end of a dialog.
#[derive(Clone, Copy)]
pub struct DialogButton<'a> {
    pub text: &'a str,
    pub is_enabled: bool,
}

impl<'a> DialogButton<'a> {
    pub fn new(text: &'a str) -> Self {
        Self {
            text,
            is_enabled: true,
        }
    }

    #[must_use]
    pub fn enabled(self, is_enabled: bool) -> Self {
        Self { is_enabled, ..self }
    }
}

/// Shows the buttons of a dialog, from left to right, at its right end. The last one is the default: Enter presses it, unless the keyboard is in
/// something that uses Enter itself. Returns the index of the pressed one.
pub fn dialog_buttons(ui: &mut Ui, theme: &Theme, buttons: &[DialogButton<'_>]) -> Option<usize> {
    row_of_buttons(ui, theme, buttons, true)
}

/// Like [`dialog_buttons`], without a default: for decisions that Enter must not make.
pub fn plain_dialog_buttons(
    ui: &mut Ui,
    theme: &Theme,
    buttons: &[DialogButton<'_>],
) -> Option<usize> {
    row_of_buttons(ui, theme, buttons, false)
}

fn row_of_buttons(
    ui: &mut Ui,
    theme: &Theme,
    buttons: &[DialogButton<'_>],
    has_default: bool,
) -> Option<usize> {
    ui.add_space(space::S);
    let widths: f32 = buttons.iter().map(|button| width_of(ui, button.text)).sum();
    let gaps = ui.spacing().item_spacing.x * buttons.len().saturating_sub(1) as f32;
    let before = (ui.available_width() - widths - gaps).max(0.0);
    let mut pressed = None;
    ui.horizontal_wrapped(|ui| {
        let gap = ui.spacing().item_spacing.x;
        ui.add_space((before - gap).max(0.0));
        for (index, button) in buttons.iter().enumerate() {
            let is_default = has_default && index + 1 == buttons.len();
            if button_in_row(ui, theme, *button, is_default) {
                pressed = Some(index);
            }
        }
    });
    pressed
}

fn width_of(ui: &Ui, text: &str) -> f32 {
    let font = TextStyle::Button.resolve(ui.style());
    (text_width(ui, text, font) + 2.0 * ui.spacing().button_padding.x).max(MIN_BUTTON.x)
}

/// Returns whether the button was pressed.
fn button_in_row(ui: &mut Ui, theme: &Theme, button: DialogButton<'_>, is_default: bool) -> bool {
    let mut text = RichText::new(button.text);
    let mut shown = Button::new(text.clone()).min_size(MIN_BUTTON);
    if is_default && button.is_enabled {
        text = text.color(theme.on_accent);
        shown = Button::new(text).min_size(MIN_BUTTON).fill(theme.accent);
    }
    // Enter in a line of text has just taken the keyboard from it.
    let was_free = ui.memory(|memory| memory.focused().is_none());
    let response = ui.add_enabled(button.is_enabled, shown);
    if !is_default || !button.is_enabled {
        return response.clicked();
    }
    let entered =
        was_free && !had_popup_keys(ui.ctx()) && ui.input(|input| input.key_pressed(Key::Enter));
    if is_keyboard_free(ui) && !response.lost_focus() {
        response.request_focus();
    }
    response.clicked() || entered
}

/// Whether nothing in a dialog, nor a drop-down list of it, has the keyboard, and something may take it: not in the frame in which Escape closes it.
pub fn is_keyboard_free(ui: &Ui) -> bool {
    if had_popup_keys(ui.ctx()) || ui.input(|input| input.key_pressed(Key::Escape)) {
        return false;
    }
    let Some(focused) = ui.memory(egui::Memory::focused) else {
        return true;
    };
    // What is shown in the next frame may have it already.
    let focused = ui.ctx().read_response(focused);
    focused.is_some_and(|focused| focused.layer_id != ui.layer_id())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dialog_is_beside_what_it_is_about() {
        let screen = Rect::from_min_size(egui::Pos2::ZERO, vec2(1280.0, 720.0));
        let beside = |x| {
            let card = Rect::from_min_size(egui::pos2(x, 300.0), vec2(150.0, 50.0));
            DialogPlace::Beside(card)
        };
        let side = |place: DialogPlace| place.anchor(screen, 430.0).0;
        assert_eq!(side(DialogPlace::Middle), Align2::CENTER_CENTER);
        assert_eq!(side(beside(20.0)), Align2::CENTER_CENTER);
        assert_eq!(side(beside(500.0)), Align2::RIGHT_CENTER);
        assert_eq!(side(beside(700.0)), Align2::LEFT_CENTER);
    }
}
