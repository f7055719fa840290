//! Makes each visible card a widget for screen readers and tests, in screen coordinates. The pointer is handled by the canvas as a whole.

use egui::accesskit::{Action as AccessAction, Role};
use egui::{Id, Response, Sense, Ui, UiBuilder, WidgetInfo};
use treewright_session::workspace::run_view::NodeState;

use super::CanvasInput;
use super::run_overlay::RunOverlay;
use super::tooltip::stand_in_text;
use super::view::View;
use crate::accessible_tree::set_focus_within;
use crate::panels::reader_words::NodePlace;
use crate::scene::Card;

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

/// Creates a widget for each visible card, and one for the node that was selected last: it has the focus of a screen reader while the canvas has the
/// keyboard. Cards are nested like their nodes. Returns the card that a screen reader clicked or focused.
pub fn widgets(
    ui: &mut Ui,
    canvas: &Response,
    view: &View<'_>,
    run: &RunOverlay<'_>,
) -> Option<usize> {
    let primary = view.input.selection.primary();
    let primary = primary.and_then(|id| view.scene.index(id));
    let mut shown = if view.visible.len() > MAX_WIDGETS {
        Vec::new()
    } else {
        view.visible.clone()
    };
    shown.extend(primary);
    // Parents come before their children.
    shown.sort_unstable();
    shown.dedup();
    let mut nesting = Nesting::of_canvas(ui, canvas, view);
    let mut requested = None;
    for index in shown {
        let id = widget_id(ui, view, index);
        let rect = view.screen_rect(index);
        let level = nesting.level(view, index);
        let response = nesting.around(ui).interact(rect, id, Sense::hover());
        response.widget_info(|| {
            let selected = view.selected[index] || primary == Some(index);
            WidgetInfo::selected(Role::TreeItem, true, selected, label(view, run, index))
        });
        ui.ctx().accesskit_node_builder(id, |node| {
            node.add_action(AccessAction::Click);
            node.add_action(AccessAction::Focus);
            node.set_description(description(view, index, level));
            let card = view.card(index);
            place_of(view, card, level).describe(node);
            if card.child_count > 0 {
                node.set_expanded(card.hidden == 0);
            }
        });
        nesting.enter(ui, id, index, level);
        if requested_by_reader(ui, id) {
            requested = Some(index);
        }
    }
    if let Some(index) = primary {
        set_focus_within(canvas, widget_id(ui, view, index));
    }
    requested
}

/// Whether a screen reader clicked or focused this widget of the canvas.
pub fn requested_by_reader(ui: &Ui, id: Id) -> bool {
    let actions = [AccessAction::Click, AccessAction::Focus];
    ui.input(|input| {
        let mut actions = actions.into_iter();
        actions.any(|action| input.has_accesskit_action_request(id, action))
    })
}

/// The cards around the next card, in the tree for screen readers.
struct Nesting {
    /// The root of the tree, below the canvas.
    tree: Option<Ui>,
    /// For each card around the next one, its index in the scene, its level, and the parent of its children.
    around: Vec<(usize, usize, Ui)>,
}

impl Nesting {
    fn of_canvas(ui: &mut Ui, canvas: &Response, view: &View<'_>) -> Self {
        // Without a screen reader there is no tree.
        let is_read = ui.ctx().has_accesskit_node(canvas.id);
        let tree = is_read.then(|| child_of(ui, canvas.id));
        if let Some(tree) = &tree {
            let document = view.input.document;
            let roots = document.loose().len() + usize::from(document.root().is_some());
            ui.ctx().accesskit_node_builder(tree.unique_id(), |node| {
                node.set_role(Role::Tree);
                node.set_label(view.input.texts.tr("canvas.reader.tree"));
                node.set_multiselectable();
                node.set_size_of_set(roots);
            });
        }
        Self {
            tree,
            around: Vec::new(),
        }
    }

    /// The level of the next card, from 0. Leaves the cards that are not around it.
    fn level(&mut self, view: &View<'_>, index: usize) -> usize {
        let is_around = |above: usize| index < view.card(above).subtree_end;
        while self
            .around
            .pop_if(|(above, ..)| !is_around(*above))
            .is_some()
        {}
        let (above, base) = match self.around.last() {
            Some((above, level, _)) => (Some(*above), level + 1),
            None => (None, 0),
        };
        let mut between = 0;
        let mut parent = view.card(index).parent;
        while let Some(card) = parent.filter(|card| Some(*card) != above) {
            between += 1;
            parent = view.card(card).parent;
        }
        base + between
    }

    /// Where the next card is created.
    fn around<'a>(&'a self, ui: &'a Ui) -> &'a Ui {
        let nearest = self.around.last().map(|(.., ui)| ui);
        nearest.or(self.tree.as_ref()).unwrap_or(ui)
    }

    /// What is created next may be inside of this card.
    fn enter(&mut self, ui: &mut Ui, id: Id, index: usize, level: usize) {
        if self.tree.is_some() {
            self.around.push((index, level, child_of(ui, id)));
        }
    }
}

/// A part of the canvas whose widgets are inside of this widget for screen readers.
fn child_of(ui: &mut Ui, id: Id) -> Ui {
    let rect = ui.max_rect();
    let inside = UiBuilder::new().max_rect(rect).accessibility_parent(id);
    ui.new_child(inside.id_salt(("inside", id)))
}

/// The place of a card at this level.
fn place_of(view: &View<'_>, card: &Card, level: usize) -> NodePlace {
    NodePlace {
        level,
        order: card.order,
        siblings: card.parent.map_or(0, |above| view.card(above).child_count),
        children: card.child_count,
    }
}

/// What a card says in addition to its name: what badges show, its rows, and its place. `disabled, Aborts: both, child 2 of 3, level 2`.
fn description(view: &View<'_>, index: usize, level: usize) -> String {
    let (card, texts) = (view.card(index), view.input.texts);
    let words = view.input.reader_words();
    let is_unconnected = card.flags.unconnected && !card.flags.in_named_tree;
    let mut parts = words.marks(&card.id, card.flags.disabled, is_unconnected);
    if card.hidden > 0 {
        parts.push(texts.tr_count("canvas.reader.collapsed", card.hidden));
    }
    let node = view.input.document.node(&card.id);
    let task = node.map(|node| texts.task_title(&node.task));
    // The name says the task, and a row that ends in a comma goes on in the next one.
    let rows = card.face.rows.iter().map(|row| &*row.text);
    let rows = rows.filter(|row| task.as_deref() != Some(*row));
    parts.extend(rows.map(|row| row.trim_end_matches([',', '，']).to_owned()));
    parts.extend(words.place(place_of(view, card, level)));
    words.joined(parts)
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
