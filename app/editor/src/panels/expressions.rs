//! User expressions over the variables of the active document: a field for one, its error, and its current value.

use egui::{Id, Label, RichText, TextEdit, TextStyle, Ui};
use treewright_core::expression::{Expression, ExpressionError};
use treewright_core::value::{Value, ValueType};

use super::PanelContext;
use crate::widgets::{draft, placeholder};

/// Compiles an expression over the document's variables.
fn compile(
    cx: &PanelContext<'_>,
    text: &str,
    condition: bool,
) -> Result<Expression<usize>, ExpressionError> {
    let variables = &cx.front.document().variables;
    let resolve = |name: &str| {
        let place = variables.iter().position(|v| *v.name == *name)?;
        Some((place, variables[place].value_type.clone()))
    };
    let expected = condition.then_some(&ValueType::Bool);
    Expression::compile(text, &resolve, expected)
}

/// The error of an expression. A `condition` must be a boolean.
pub fn fault(cx: &PanelContext<'_>, text: &str, condition: bool) -> Option<String> {
    let error = compile(cx, text, condition).err()?;
    Some(cx.texts.as_sentence(&cx.texts.fault(&error.fault)))
}

/// The current value of an expression: over the values of the run, or else over the initial values.
///
/// # Errors
/// Returns the error as text.
pub fn value_now(cx: &PanelContext<'_>, text: &str) -> Result<Value, String> {
    let expression = compile(cx, text, false)
        .map_err(|error| cx.texts.as_sentence(&cx.texts.fault(&error.fault)))?;
    let variables = &cx.front.document().variables;
    let read = |place: usize| {
        let variable = &variables[place];
        let live = cx.run.and_then(|run| run.variable(&variable.name));
        // The run may be of an older version of the document, in which the variable had another type.
        live.filter(|value| variable.value_type.accepts(value))
            .unwrap_or(&variable.initial.value)
    };
    let value = expression.eval(&read);
    value.map_err(|error| cx.texts.evaluation_error(&error))
}

/// Whether a variable that the expression reads was written in the shown frame.
pub fn changed_now(cx: &PanelContext<'_>, text: &str) -> bool {
    let Some(run) = cx.run.filter(|run| run.frame() > 0) else {
        return false;
    };
    let names = treewright_core::expression::names(text);
    names
        .iter()
        .any(|name| run.variable_written(name) == Some(run.frame()))
}

/// A single-line field for an expression, with the error of what is typed below. Returns the new text once the user has finished editing it.
pub fn field(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    (id, name): (Id, &str),
    text: &str,
    condition: bool,
) -> Option<String> {
    let mut typed = String::new();
    let changed = draft(ui, id, &text.to_owned(), |ui, text| {
        let edit = TextEdit::singleline(text)
            .font(TextStyle::Monospace)
            .hint_text(placeholder(cx.texts.tr("watches.hint")))
            .desired_width(ui.available_width().max(120.0));
        let response = ui.add(edit).accessible_name(name);
        typed.clone_from(text);
        response
    });
    if let Some(fault) = fault(cx, &typed, condition).filter(|_| !typed.is_empty()) {
        let fault = RichText::new(fault).small().color(cx.theme.error);
        ui.add(Label::new(fault).wrap());
    }
    changed
}
