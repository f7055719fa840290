//! Makes each visible card a widget for screen readers and tests, in screen coordinates. The pointer is handled by the canvas as a whole.

use egui::accesskit::{Action as AccessAction, Role};
use egui::{Id, Sense, Ui, WidgetInfo};
use treewright_session::workspace::run_view::NodeState;

use super::CanvasInput;
use super::run_overlay::RunOverlay;
use super::tooltip::stand_in_text;
use super::view::View;

/// With more visible cards than this, there are no card widgets; the outline lists all nodes.
const MAX_WIDGETS: usize = 900;

/// The accessible name of the canvas, with instructions while it is empty.
pub fn of_canvas(input: &CanvasInput<'_>) -> WidgetInfo {
    let texts = input.texts;
    let mut label = texts.tr("canvas.name").into_owned();
    if input.document.node_count() == 0 {
        for key in ["canvas.empty.title", "canvas.empty.hint"] {
            label = format!("{label}. {}", texts.tr(key));
        }
    }
    WidgetInfo::labeled(Role::Canvas, true, label)
}

/// Creates a widget for each visible card. Returns the one that a screen reader clicked.
pub fn widgets(ui: &Ui, view: &View<'_>, run: &RunOverlay<'_>) -> Option<usize> {
    let mut clicked = None;
    if view.visible.len() > MAX_WIDGETS {
        return clicked;
    }
    for &index in &view.visible {
        let id = widget_id(ui, view, index);
        let response = ui.interact(view.screen_rect(index), id, Sense::hover());
        response.widget_info(|| {
            let selected = view.selected[index];
            WidgetInfo::selected(Role::TreeItem, true, selected, label(view, run, index))
        });
        let rows = || view.card(index).face.rows.iter().map(|row| &*row.text);
        ui.ctx().accesskit_node_builder(id, |node| {
            node.add_action(AccessAction::Click);
            let rows: Vec<&str> = rows().collect();
            if !rows.is_empty() {
                node.set_description(rows.join(", "));
            }
        });
        if ui.input(|input| input.has_accesskit_action_request(id, AccessAction::Click)) {
            clicked = Some(index);
        }
    }
    clicked
}

/// The widget id of a card.
pub fn widget_id(ui: &Ui, view: &View<'_>, index: usize) -> Id {
    ui.make_persistent_id(("card", view.card(index).id.as_str()))
}

/// Title, task, mark and status: `Chase (Sequence), moved, running`.
fn label(view: &View<'_>, run: &RunOverlay<'_>, index: usize) -> String {
    let card = view.card(index);
    let texts = view.input.texts;
    let Some(node) = view.input.document.node(&card.id) else {
        return card.face.title.clone();
    };
    let task = texts.task_title(&node.task);
    let mut label = match node.own_title() {
        None => task,
        Some(title) => texts.with_note(title, &task),
    };
    if let Some(mark) = view.input.marks.and_then(|marks| marks.get(&card.id))
        && !mark.word.is_empty()
    {
        label.push_str(", ");
        label.push_str(&mark.word);
    }
    if let Some(tree) = &card.face.tree {
        label.push_str(", ");
        label.push_str(&texts.tr_with("canvas.tree", &[("name", tree)]));
    }
    if let Some(played) = stand_in_text(view, node) {
        label.push_str(", ");
        label.push_str(&played);
    }
    if let Some(glow) = run.glow(&card.id) {
        label.push_str(", ");
        label.push_str(&texts.tr(status_key(glow.state)));
    }
    if let Some(agents) = run.agents_text(&card.id) {
        label.push_str(", ");
        label.push_str(&agents);
    }
    if let Some(seen) = run.accessible_text(card) {
        label.push_str(", ");
        label.push_str(&seen);
    }
    label
}

/// The text key of a state.
pub fn status_key(state: NodeState) -> &'static str {
    match state {
        NodeState::Idle => "canvas.status.idle",
        NodeState::Running => "canvas.status.running",
        NodeState::Success => "canvas.status.succeeded",
        NodeState::Failure => "canvas.status.failed",
        NodeState::Interrupted => "canvas.status.interrupted",
    }
}
