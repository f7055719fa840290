//! The tooltip of a card: full name, description of its task, comment, problems.

use egui::{RichText, Ui};
use treewright_core::abort::AbortType;
use treewright_core::category::Category;
use treewright_core::model::Node;
use treewright_session::stand_in_words;

use super::context_menu::abort_key;
use super::run_overlay::RunOverlay;
use super::view::View;

/// The maximum number of a node's problems in a tooltip.
pub const MAX_PROBLEMS: usize = 10;
pub fn show(ui: &mut Ui, view: &View<'_>, run: &RunOverlay<'_>, index: usize) {
    let input = view.input;
    let (theme, texts) = (input.theme, input.texts);
    let Some(node) = input.document.node(&view.card(index).id) else {
        return;
    };
    ui.set_max_width(340.0);
    let task = texts.task_title(&node.task);
    if let Some(title) = node.own_title() {
        ui.strong(title);
        ui.label(RichText::new(&task).small().color(theme.muted));
    } else {
        ui.strong(&task);
    }
    if let Some(declaration) = input.library.declaration(&node.task) {
        ui.label(RichText::new(texts.task_summary(declaration)).color(theme.muted));
    } else {
        let text = texts.tr_with("canvas.unknown", &[("task", &node.task)]);
        ui.colored_label(theme.warning, text);
    }
    if node.abort != AbortType::None {
        let name = texts.tr(abort_key(node.abort));
        let title = texts.tr_with("canvas.abort.title", &[("abort", &name)]);
        ui.label(RichText::new(title).color(theme.abort_scope));
    }
    if let Some(text) = stand_in_text(view, node) {
        ui.label(RichText::new(text).color(theme.accent));
    }
    if !node.comment.is_empty() {
        ui.separator();
        ui.label(&node.comment);
    }
    let (shown, more) = input.diagnostics.first_of_node(node.id(), MAX_PROBLEMS);
    for (_, diagnostic) in shown {
        ui.separator();
        let color = theme.severity(diagnostic.severity);
        ui.colored_label(color, texts.problem_in(input.document, diagnostic));
    }
    if more > 0 {
        ui.label(texts.tr_with("problems.more", &[("count", &more.to_string())]));
    }
    if let Some(text) = run.visit_text(node.id()) {
        ui.separator();
        ui.label(text);
    }
    if let Some(text) = run.agents_text(node.id()) {
        ui.label(text);
    }
    if let Some(text) = run.cost_text(node.id()) {
        ui.label(text);
    }
    if let Some(text) = run.explored_text(node.id()) {
        ui.separator();
        ui.label(text);
    }
    let data = run.data_of(node.id());
    if !data.is_empty() {
        ui.separator();
        for datum in data {
            ui.label(datum.to_string());
        }
    }
    if let Some(error) = run.error(node.id()) {
        ui.separator();
        ui.colored_label(theme.error, texts.sentence(error));
    }
}

/// Describes the stand-in of a node; `None` if it has none of its own.
pub fn stand_in_text(view: &View<'_>, node: &Node) -> Option<String> {
    let stand_in = node.stand_in.as_deref()?;
    let (texts, library) = (view.input.texts, view.input.library);
    let declared = library.declaration(&node.task);
    let is_conditional = declared.is_some_and(|d| d.category == Category::Conditional);
    let text = stand_in_words::sentence(texts, stand_in, is_conditional);
    Some(texts.tr_with("stand_in.card", &[("told", &text)]))
}
