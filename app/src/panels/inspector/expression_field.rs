//! The field of a parameter that holds an expression: one line of text in which the spot of a mistake is marked while it is typed, and
//! below it what the mistake is.

use std::ops::Range;
use std::sync::Arc;

use egui::text::{LayoutJob, TextFormat};
use egui::{Galley, Id, Label, RichText, Stroke, TextBuffer, TextEdit, TextStyle, Ui};
use treewright_core::expression::{Expression, ExpressionError};
use treewright_core::model::{ExpressionType, Node};
use treewright_core::validate::check_expression;

use crate::panels::PanelContext;
use crate::widgets::draft;

/// A parameter of a node that holds an expression.
pub(super) struct ExpressionField<'a> {
    pub cx: &'a PanelContext<'a>,
    pub node: &'a Node,
    pub expression_type: &'a ExpressionType,
    /// Tells this field from all others.
    pub id: Id,
    /// Its name for screen readers.
    pub name: &'a str,
}

impl ExpressionField<'_> {
    /// Shows the text; gives the new one once the user has finished changing it.
    pub fn editor(&self, ui: &mut Ui, current: &str) -> Option<String> {
        let mut layouter = |ui: &Ui, text: &dyn TextBuffer, _width: f32| self.marked(ui, text);
        draft(ui, self.id, &current.to_owned(), |ui, text| {
            let edit = TextEdit::singleline(text)
                .font(TextStyle::Monospace)
                .desired_width(ui.available_width())
                .layouter(&mut layouter);
            ui.add(edit).accessible_name(self.name)
        })
    }

    /// Shows what is wrong with the text that stands in the field now; nothing if there is none.
    pub fn mistake(&self, ui: &mut Ui, current: Option<&str>) {
        let typed: Option<String> = ui.data(|data| data.get_temp(self.id));
        let Some(text) = typed.as_deref().or(current) else {
            return;
        };
        let Err(error) = self.check(text) else {
            return;
        };
        let texts = self.cx.texts;
        let (column, what) = (error.column(text).to_string(), texts.fault(&error.fault));
        let arguments = [("column", &*column), ("what", &*what)];
        let said = texts.tr_with("inspector.at_column", &arguments);
        ui.add(Label::new(RichText::new(said).small().color(self.cx.theme.error)).wrap());
    }

    fn check(&self, text: &str) -> Result<Expression<()>, ExpressionError> {
        let document = self.cx.front.document();
        check_expression(document, self.node, self.expression_type, text)
    }

    /// The text with the spot of a mistake underlined.
    fn marked(&self, ui: &Ui, text: &dyn TextBuffer) -> Arc<Galley> {
        let text = text.as_str();
        let spot = match self.check(text) {
            Ok(_) => 0..0,
            Err(error) => error.range,
        };
        let plain = TextFormat {
            font_id: TextStyle::Monospace.resolve(ui.style()),
            color: ui.visuals().text_color(),
            ..TextFormat::default()
        };
        let wrong = TextFormat {
            underline: Stroke::new(1.5, self.cx.theme.error),
            ..plain.clone()
        };
        let mut job = LayoutJob::default();
        for (range, format) in in_three(text.len(), spot, plain, wrong) {
            if let Some(part) = text.get(range) {
                job.append(part, 0.0, format);
            }
        }
        ui.fonts_mut(|fonts| fonts.layout_job(job))
    }
}

/// What stands before a spot, the spot, and what stands after it.
fn in_three<T: Clone>(
    length: usize,
    spot: Range<usize>,
    plain: T,
    wrong: T,
) -> [(Range<usize>, T); 3] {
    let after = spot.end..length;
    [
        (0..spot.start, plain.clone()),
        (spot, wrong),
        (after, plain),
    ]
}
