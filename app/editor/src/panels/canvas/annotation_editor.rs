//! Edits the text of a note, or the title of a group, in place. The text is committed when the field is left; Escape discards a new title.

use egui::{
    Align2, Area, FontFamily, FontId, Frame, Id, Key, Margin, Modifiers, Order, TextEdit, Ui, vec2,
};
use treewright_authoring::edit::Command;
use treewright_core::model::Annotation;

use super::CanvasInput;
use super::annotations::{self, TEXT};
use super::camera::Projection;
use super::quick_add::Outcome;
use crate::action::{Action, ActionSink, EditAction};
use crate::widgets::focus_all;

/// The minimum font size while editing.
const MIN_SIZE: f32 = 11.0;
#[derive(Clone, Debug)]
pub struct AnnotationEditor {
    annotation: Annotation,
    /// `None` until its first frame.
    text: Option<String>,
}

impl AnnotationEditor {
    pub fn new(annotation: Annotation) -> Self {
        Self {
            annotation,
            text: None,
        }
    }

    /// Takes the undo keys if they were pressed while the text is as it was: they are meant for the document.
    fn takes_undo_for_document(&self, ui: &Ui, input: &CanvasInput<'_>) -> bool {
        let current = annotations::text_of(input.document, self.annotation);
        let is_unchanged = self.text.as_deref() == Some(current);
        is_unchanged
            && ui.input_mut(|input| {
                !input.modifiers.shift && input.consume_key(Modifiers::COMMAND, Key::Z)
            })
    }

    /// Shows the field, and commits the text when it is left.
    pub fn show(
        &mut self,
        ui: &Ui,
        input: &CanvasInput<'_>,
        projection: Projection,
        actions: &mut ActionSink,
    ) -> Outcome {
        let document = input.document;
        let Some(rect) = annotations::rect_of(document, self.annotation) else {
            return Outcome::Closed;
        };
        if self.takes_undo_for_document(ui, input) {
            actions.push(Action::Edit(EditAction::Undo));
            return Outcome::Closed;
        }
        let rect = projection.screen_rect(rect);
        let is_note = matches!(self.annotation, Annotation::Note(_));
        let color = annotations::color_of(document, self.annotation);
        let is_first = self.text.is_none();
        let current = annotations::text_of(document, self.annotation);
        let text = self.text.get_or_insert_with(|| current.to_owned());
        let zoom = projection.zoom;
        let font = FontId::new((TEXT * zoom).max(MIN_SIZE), FontFamily::Proportional);
        // A title is aligned to the bottom of its strip, as when it is painted.
        let (fill, size, pivot, at) = if is_note {
            let size = rect.size().max(vec2(120.0, 60.0));
            let size = size.min(projection.viewport.size() - vec2(24.0, 24.0));
            let fill = input.theme.note_fill(color);
            (fill, size, Align2::LEFT_TOP, rect.min)
        } else {
            let strip = annotations::title_strip(rect, zoom);
            let most = projection.viewport.width() - 24.0;
            let size = vec2(
                strip.width().clamp(140.0_f32.min(most), most),
                strip.height(),
            );
            let fill = input.theme.group_title(color);
            (fill, size, Align2::LEFT_BOTTOM, strip.left_bottom())
        };
        let margin = Margin::same((6.0 * zoom).clamp(2.0, 12.0) as i8);
        let name = annotations::label(input.texts, document, self.annotation);
        let field = Area::new(Id::unique("annotation text"))
            .order(Order::Foreground)
            .pivot(pivot)
            .fixed_pos(at)
            .constrain_to(projection.viewport)
            .show(ui.ctx(), |ui| {
                let frame = Frame::new().fill(fill).inner_margin(margin);
                let frame = frame.stroke(egui::Stroke::new(2.0, input.theme.selection));
                let inner = frame.show(ui, |ui| {
                    let edit = if is_note {
                        TextEdit::multiline(text)
                    } else {
                        TextEdit::singleline(text)
                    };
                    let edit = edit
                        .font(font)
                        .frame(Frame::NONE)
                        .text_color(input.theme.text)
                        .desired_width(size.x - margin.sum().x)
                        .desired_rows(1)
                        .min_size(size - margin.sum());
                    ui.add(edit).accessible_name(name)
                });
                inner.inner
            })
            .inner;
        if is_first {
            focus_all(ui, &field, text);
            return Outcome::Open;
        }
        let (given_up, entered) = ui.input_mut(|i| {
            (
                i.key_pressed(Key::Escape),
                i.consume_key(Modifiers::COMMAND, Key::Enter),
            )
        });
        if field.has_focus() && !given_up && !entered {
            return Outcome::Open;
        }
        // Escape commits a note, because Enter starts a new line there; undo reverts it.
        if (is_note || !given_up) && *text != current {
            let command = Command::SetAnnotationText(self.annotation, text.clone());
            actions.edit(command);
        }
        Outcome::Closed
    }
}
