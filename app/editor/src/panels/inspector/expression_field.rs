//! The field of a parameter that holds an expression: a line of text in which errors are underlined while typing, the error message below,
//! and a list of variables and functions beside it.

use std::ops::Range;
use std::sync::Arc;

use egui::text::{CCursor, CCursorRange, LayoutJob, TextFormat};
use egui::text_edit::TextEditState;
use egui::{
    CompletionPopup, CompletionQuery, Galley, Id, Label, RectAlign, RichText, ScrollArea, Stroke,
    TextBuffer, TextEdit, TextStyle, Ui,
};
use treewright_authoring::validate::check_expression;
use treewright_core::expression::{Expression, ExpressionError, FUNCTIONS, written};
use treewright_core::model::{ExpressionType, Node};

use super::completion;
use crate::accessible_tree::opens_menu;
use crate::panels::PanelContext;
use crate::popup_keyboard::set_label;
use crate::theme::space;
use crate::widgets::{draft, placeholder, scroll_to_focused};

/// A parameter of a node that holds an expression.
pub(super) struct ExpressionField<'a> {
    pub cx: &'a PanelContext<'a>,
    pub node: &'a Node,
    pub expression_type: &'a ExpressionType,
    /// Must be unique for each field.
    pub id: Id,
    /// The name for screen readers.
    pub name: &'a str,
    /// The placeholder of an empty field.
    pub hint: String,
}

impl ExpressionField<'_> {
    /// Shows the text. Returns the new text once the user has finished editing it.
    pub fn editor(&self, ui: &mut Ui, current: &str) -> Option<String> {
        let mut layouter = |ui: &Ui, text: &dyn TextBuffer, _width: f32| self.marked(ui, text);
        draft(ui, self.id, &current.to_owned(), |ui, text| {
            let edit = TextEdit::singleline(text)
                .font(TextStyle::Monospace)
                .hint_text(placeholder(&*self.hint))
                .desired_width(ui.available_width())
                .layouter(&mut layouter);
            let completion = CompletionPopup::new(self.text_id())
                .word_boundary(completion::is_boundary)
                .align(RectAlign::BOTTOM_START)
                .max_height(260.0);
            let looks = ui.style().clone();
            let suggest =
                |query: &CompletionQuery<'_>| completion::suggestions(&looks, self.cx, query);
            let output = completion.show(ui, edit, suggest);
            if let Some(taken) = output.accepted {
                self.enter_call(ui, &taken.insert);
            }
            output
                .text_edit
                .response
                .response
                .accessible_name(self.name)
        })
    }

    /// A button that lists variables and functions. Returns the text with the chosen one inserted at the cursor.
    pub fn choose(&self, ui: &mut Ui, current: &str) -> Option<String> {
        let texts = self.cx.texts;
        let name = texts.tr_with("inspector.insert", &[("name", self.name)]);
        let mut chosen = None;
        let icon = crate::icons::text("function").size(15.0);
        let padding = ui.spacing().button_padding;
        ui.spacing_mut().button_padding.x = space::XS;
        let menu = ui.menu_button(icon, |ui| {
            ui.set_min_width(260.0);
            ScrollArea::vertical().max_height(360.0).show(ui, |ui| {
                for variable in &self.cx.front.document().variables {
                    let about = variable.value_type.to_string();
                    if self.entry(ui, &variable.name, &about, &variable.comment) {
                        chosen = Some((written(&variable.name).into_owned(), false));
                    }
                }
                ui.separator();
                for function in &FUNCTIONS {
                    if self.entry(ui, function.usage, "", &texts.function_help(function)) {
                        chosen = Some((format!("{}()", function.name), true));
                    }
                }
                scroll_to_focused(ui);
            });
        });
        ui.spacing_mut().button_padding = padding;
        opens_menu(&menu.response, menu.inner.is_some());
        menu.response.accessible_name(&name).on_hover_text(name);
        let (piece, is_call) = chosen?;
        Some(self.with_inserted(ui, current, &piece, usize::from(is_call)))
    }

    /// A row of the list. Returns whether it was clicked.
    fn entry(&self, ui: &mut Ui, name: &str, about: &str, help: &str) -> bool {
        let about = RichText::new(about).color(self.cx.theme.muted).small();
        let line = egui::Button::new(RichText::new(name).monospace()).right_text(about);
        let line = ui.add(line).accessible_name(name);
        set_label(&line, name);
        let line = if help.is_empty() {
            line
        } else {
            line.on_hover_text(help)
        };
        line.clicked()
    }

    /// The text with its selection replaced by a piece. Focuses the field and puts the cursor `before_end` characters before the end of the piece.
    fn with_inserted(&self, ui: &Ui, current: &str, piece: &str, before_end: usize) -> String {
        let mut state = TextEditState::load(ui.ctx(), self.text_id()).unwrap_or_default();
        let count = current.chars().count();
        let range = state.cursor.char_range();
        let (start, end) = range.map_or((count, count), |range| {
            let [first, last] = range.sorted_cursors();
            (first.index.0.min(count), last.index.0.min(count))
        });
        let mut text: String = current.chars().take(start).collect();
        text.push_str(piece);
        text.extend(current.chars().skip(end));
        let cursor = CCursor::new(start + piece.chars().count() - before_end);
        state.cursor.set_char_range(Some(CCursorRange::one(cursor)));
        state.store(ui.ctx(), self.text_id());
        ui.memory_mut(|memory| memory.request_focus(self.text_id()));
        text
    }

    /// Puts the cursor between the parentheses of a function that was just completed.
    fn enter_call(&self, ui: &Ui, inserted: &str) {
        if !inserted.ends_with("()") {
            return;
        }
        let mut state = TextEditState::load(ui.ctx(), self.text_id()).unwrap_or_default();
        if let Some(range) = state.cursor.char_range() {
            let inside = CCursor::new(range.primary.index.0.saturating_sub(1));
            state.cursor.set_char_range(Some(CCursorRange::one(inside)));
            state.store(ui.ctx(), self.text_id());
        }
    }

    /// The id of the text edit, which stores the cursor.
    fn text_id(&self) -> Id {
        self.id.with("text")
    }

    /// Shows the error of the text being edited. An error in the stored text of a single selected node is not shown here: it is listed with
    /// the node's problems.
    pub fn show_error(&self, ui: &mut Ui, current: Option<&str>) {
        let typed: Option<String> = ui.data(|data| data.get_temp(self.id));
        let typed = typed.as_deref().filter(|text| Some(*text) != current);
        let several = self.cx.front.selection().len() > 1;
        let Some(text) = typed.or(current.filter(|_| several)) else {
            return;
        };
        let Err(error) = self.check(text) else {
            return;
        };
        let texts = self.cx.texts;
        let (column, what) = (error.column(text).to_string(), texts.fault(&error.fault));
        let arguments = [("column", &*column), ("what", &*what)];
        let position = texts.as_sentence(&texts.tr_with("inspector.at_column", &arguments));
        ui.add(Label::new(RichText::new(position).small().color(self.cx.theme.error)).wrap());
    }

    fn check(&self, text: &str) -> Result<Expression<()>, ExpressionError> {
        let document = self.cx.front.document();
        check_expression(document, self.node, self.expression_type, text)
    }

    /// The text with its error underlined.
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
        for (range, format) in split_at_span(text.len(), spot, plain, wrong) {
            if let Some(part) = text.get(range) {
                job.append(part, 0.0, format);
            }
        }
        ui.fonts_mut(|fonts| fonts.layout_job(job))
    }
}

/// Splits something into the part before a span, the span, and the part after it.
fn split_at_span<T: Clone>(
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
