//! Two columns of a form: labels on the left, fields on the right, aligned in all its sections. In a narrow form, a label that leaves its field
//! no room is above it.

use egui::{Align, Color32, Label, Layout, Response, RichText, TextStyle, Ui, vec2};

use super::{caption, text_width};
use crate::theme::{Theme, space, text_size};

/// The largest share of the width that labels take; longer ones are wrapped.
const LABEL_SHARE: f32 = 0.4;
/// Labels take at least this width, in points, so that forms with short labels do not look different from each other.
const MIN_LABEL: f32 = 64.0;
/// Below this width, in points, a label is above its field unless it leaves room for it.
const NARROW: f32 = 210.0;
/// The least width of a field beside its label in a narrow form, in points.
const LEAST_FIELD: f32 = 110.0;
/// The gap between the columns, in points.
const GAP: f32 = space::M;

/// The columns of a form.
#[derive(Clone, Copy)]
pub struct Form<'a> {
    theme: &'a Theme,
    /// The width of the labels beside their fields; 0 if none is.
    label: f32,
    /// Whether a longer label is above its field; otherwise it is wrapped.
    is_narrow: bool,
}

/// The label of a row.
#[derive(Clone, Copy, Default)]
pub struct RowLabel<'a> {
    pub text: &'a str,
    /// The tooltip; may be empty.
    pub hint: &'a str,
    /// A word below the label and its color.
    pub note: Option<(&'a str, Color32)>,
    /// Whether the field has no effect at present.
    pub is_unused: bool,
}

impl<'a> Form<'a> {
    /// A form with these labels in the width that is available.
    pub fn new<'l>(ui: &Ui, theme: &'a Theme, labels: impl IntoIterator<Item = &'l str>) -> Self {
        let room = ui.available_width();
        let is_narrow = room < NARROW;
        let most = if is_narrow {
            room - GAP - LEAST_FIELD
        } else {
            f32::INFINITY
        };
        let widths = labels.into_iter().map(|label| label_width(ui, label));
        let needed = widths.filter(|width| *width <= most).fold(0.0, f32::max);
        let label = if is_narrow {
            needed
        } else {
            needed.max(MIN_LABEL).min(room * LABEL_SHARE)
        };
        Self {
            theme,
            label,
            is_narrow,
        }
    }

    /// Shows a label and the field that `add` shows.
    pub fn row<R>(&self, ui: &mut Ui, label: &str, add: impl FnOnce(&mut Ui) -> R) -> R {
        let label = RowLabel {
            text: label,
            ..RowLabel::default()
        };
        self.labeled_row(ui, label, add)
    }

    /// Shows a label with all that is to be said about it, and the field that `add` shows.
    pub fn labeled_row<R>(
        &self,
        ui: &mut Ui,
        label: RowLabel<'_>,
        add: impl FnOnce(&mut Ui) -> R,
    ) -> R {
        let is_above = self.is_narrow && label_width(ui, label.text) > self.label;
        if is_above {
            return ui
                .vertical(|ui| {
                    ui.horizontal_wrapped(|ui| self.label_above(ui, label));
                    add(ui)
                })
                .inner;
        }
        let spacing = ui.spacing().item_spacing;
        ui.horizontal_top(|ui| {
            ui.spacing_mut().item_spacing.x = 0.0;
            let cell = vec2(self.label, ui.spacing().interact_size.y);
            let layout = Layout::top_down(Align::Min);
            ui.allocate_ui_with_layout(cell, layout, |ui| {
                ui.set_width(self.label);
                self.label_beside(ui, label);
            });
            ui.add_space(GAP);
            ui.vertical(|ui| {
                ui.spacing_mut().item_spacing = spacing;
                add(ui)
            })
            .inner
        })
        .inner
    }

    /// Shows something in the column of the fields, without a label.
    pub fn unlabeled<R>(&self, ui: &mut Ui, add: impl FnOnce(&mut Ui) -> R) -> R {
        if self.is_narrow {
            return ui.vertical(add).inner;
        }
        let spacing = ui.spacing().item_spacing;
        ui.horizontal_top(|ui| {
            ui.spacing_mut().item_spacing.x = 0.0;
            ui.add_space(self.label + GAP);
            ui.vertical(|ui| {
                ui.spacing_mut().item_spacing = spacing;
                add(ui)
            })
            .inner
        })
        .inner
    }

    fn label_above(&self, ui: &mut Ui, label: RowLabel<'_>) {
        explained(caption(ui, self.theme, label.text), label.hint);
        if let Some((note, color)) = label.note {
            ui.label(RichText::new(note).size(text_size::SMALL).color(color));
        }
    }

    fn label_beside(&self, ui: &mut Ui, label: RowLabel<'_>) {
        ui.spacing_mut().item_spacing.y = 0.0;
        // Level with the text of the field beside it.
        let line = ui.text_style_height(&TextStyle::Body);
        ui.add_space(((ui.spacing().interact_size.y - line) * 0.5).max(0.0));
        let mut text = RichText::new(label.text).color(self.theme.muted);
        if label.is_unused {
            text = text.italics();
        }
        explained(ui.add(Label::new(text).wrap()), label.hint);
        if let Some((note, color)) = label.note {
            let note = RichText::new(note).size(text_size::SMALL).color(color);
            ui.add(Label::new(note).wrap());
        }
    }
}

/// The width of a label in one line, in points.
fn label_width(ui: &Ui, label: &str) -> f32 {
    let font = TextStyle::Body.resolve(ui.style());
    text_width(ui, label, font).ceil()
}

fn explained(label: Response, hint: &str) {
    if !hint.is_empty() {
        label.on_hover_text(hint);
    }
}
