//! The context menu: commands for the selected nodes, or for a point on the empty canvas.
//!
//! Commands that are in the command table keep their name, icon and shortcut from there; those about the card under the pointer, such as adding a child,
//! are defined here.

use egui::{Button, Pos2, Response, Ui};
use treewright_authoring::edit::Command;
use treewright_core::abort::AbortType;
use treewright_core::category::Category;
use treewright_core::ids::NodeId;
use treewright_core::model::{Annotation, Node, SUBTREE};

use super::gestures::Target;
use super::quick_add::{InsertTarget, QuickAdd};
use super::view::View;
use super::{annotation_menu, expect_menu, leaf_menu};
use crate::accessible_tree::name_menu_entry;
use crate::action::{Action, ActionSink, BreakpointAction, EditAction};
use crate::command_table::{self, Obstacle, Situation};
use crate::icons;
use crate::panels::{agent_choice, find_in_time};
use crate::popup_keyboard::set_label;
use crate::scene::position_of;
use crate::widgets::{menu_item, radio_button, scroll_to_focused, submenu};

/// The width below which entries would touch their shortcuts.
const MIN_WIDTH: f32 = 226.0;

/// What the menu is about.
#[derive(Clone, Debug)]
pub struct MenuPlace {
    /// The screen point.
    pub at: Pos2,
    /// The node at that point.
    pub node: Option<NodeId>,
    /// The note or group at that point.
    pub annotation: Option<Annotation>,
    /// The pass in which the menu opened: each one starts at its top.
    opened: u64,
}

impl MenuPlace {
    /// Finds what is at a screen point.
    pub fn new(ctx: &egui::Context, view: &View<'_>, at: Pos2) -> Self {
        let target = Target::at(view, at);
        let node = target.card();
        let annotation = match target {
            Target::Annotation(which, _) => Some(which),
            _ => None,
        };
        Self {
            at,
            annotation,
            opened: ctx.cumulative_pass_nr(),
            node: node.map(|index| view.card(index).id.clone()),
        }
    }
}

pub fn show(
    ui: &mut Ui,
    view: &View<'_>,
    place: &MenuPlace,
    quick_add: &mut Option<QuickAdd>,
    actions: &mut ActionSink,
) {
    ui.set_min_width(190.0);
    let mut menu = ContextMenu { view, actions };
    // On a small screen the menu would be longer than the window. Otherwise it has its full height, and opens upward if need be.
    let room = ui.ctx().content_rect().height() - 24.0;
    let area = egui::ScrollArea::vertical()
        .id_salt(place.opened)
        .max_height(room)
        .min_scrolled_height(room);
    area.show(ui, |ui| {
        ui.set_min_width(MIN_WIDTH);
        match place.node.as_ref().and_then(|id| view.scene.index(id)) {
            Some(index) => on_node(ui, &mut menu, index, quick_add),
            None if place.annotation.is_some() => annotation_menu::show(ui, &mut menu),
            None => on_empty(ui, &mut menu, place.at, quick_add),
        }
        scroll_to_focused(ui);
    });
}

/// The menu that is being filled.
pub struct ContextMenu<'a, 'v> {
    /// The view that it is about.
    pub view: &'a View<'v>,
    pub actions: &'a mut ActionSink,
}

impl ContextMenu<'_, '_> {
    /// Adds an item that would edit the tree: it is disabled, with the reason, if that is only shown.
    fn edit_item(&self, ui: &mut Ui, add: impl FnOnce(&mut Ui) -> Response) -> Response {
        let input = &self.view.input;
        let item = ui.add_enabled_ui(!input.is_read_only, add).inner;
        item.on_disabled_hover_text(input.texts.tr(Obstacle::ReadOnly.text_key()))
    }

    /// Adds an item that edits the tree. Returns whether it was clicked.
    pub fn item(&self, ui: &mut Ui, icon: &str, key: &str) -> bool {
        let text = self.view.input.texts.tr(key);
        self.edit_item(ui, |ui| menu_item(ui, icon, &text, ""))
            .clicked()
    }

    /// Adds a command of the table, with its name, icon and shortcut.
    pub fn command(&mut self, ui: &mut Ui, id: &str) {
        let Some(command) = command_table::find(id) else {
            return;
        };
        let text = self.view.input.texts.tr(&command.text_key()).into_owned();
        let keys = command.shortcut_text(ui.ctx());
        // No command in this menu depends on the situation.
        let action = (command.action)(&Situation::default());
        let add = |ui: &mut Ui| menu_item(ui, command.icon, &text, &keys);
        let item = if action.edits_tree() {
            self.edit_item(ui, add)
        } else {
            add(ui)
        };
        if item.clicked() {
            self.actions.push(action);
        }
    }

    fn edit(&mut self, ui: &mut Ui, icon: &str, key: &str, command: Command) {
        if self.item(ui, icon, key) {
            self.actions.edit(command);
        }
    }

    /// Adds an item that is checked while something is on, with the shortcut of the command that does the same. Returns whether it was clicked.
    fn switch(&self, ui: &mut Ui, (icon, key, id): (&str, &str, &str), on: bool) -> bool {
        let text = self.view.input.texts.tr(key).into_owned();
        let keys = command_table::find(id);
        let keys = keys.map_or_else(String::new, |command| command.shortcut_text(ui.ctx()));
        let icon = if on { "check" } else { icon };
        let item = Button::new((icons::text(icon), &*text)).shortcut_text(&*keys);
        let response = ui.add(item.selected(on));
        set_label(&response, &text);
        name_menu_entry(&response, &text, &keys);
        response.clicked()
    }
}

fn on_empty(
    ui: &mut Ui,
    menu: &mut ContextMenu<'_, '_>,
    at: Pos2,
    quick_add: &mut Option<QuickAdd>,
) {
    if menu.item(ui, "add", "canvas.menu.add") {
        let canvas = menu.view.projection.canvas_from_screen(at);
        *quick_add = Some(QuickAdd::new(at, canvas, InsertTarget::Loose));
    }
    if menu.item(ui, "bookmark", "template.insert_here") {
        let canvas = menu.view.projection.canvas_from_screen(at);
        *quick_add = Some(QuickAdd::new(at, canvas, InsertTarget::Loose).of_templates());
    }
    if menu.item(ui, "sticky_note_2", "canvas.menu.add_note") {
        let canvas = menu.view.projection.canvas_from_screen(at);
        let add = EditAction::AddNote(Some(position_of(canvas)));
        menu.actions.push(Action::Edit(add));
    }
    menu.command(ui, "paste");
    ui.separator();
    menu.command(ui, "copy_picture");
    menu.command(ui, "save_picture");
    ui.separator();
    menu.command(ui, "auto_layout");
    menu.command(ui, "fit");
}

fn on_node(
    ui: &mut Ui,
    menu: &mut ContextMenu<'_, '_>,
    index: usize,
    quick_add: &mut Option<QuickAdd>,
) {
    let card = menu.view.card(index);
    let Some(node) = menu.view.input.document.node(&card.id) else {
        return;
    };
    let nodes = selected_or(menu.view, &card.id);
    let run = menu.view.input.run;
    let is_running = run.is_some();
    if let Some(run) = run {
        menu.command(ui, "why");
        menu.command(ui, "what_it_takes");
        let offer = || find_in_time::of_node(run, node, card.category);
        let told = (menu.view.input.texts, run);
        find_in_time::submenu(ui, told, offer, menu.actions);
        agent_choice::running_item(ui, told, node.id(), menu.actions);
        breakpoint(ui, menu, node, &nodes);
        stops(ui, menu);
        ui.separator();
    }
    expect_menu::show(ui, menu, node.id());
    if card.can_have_children() && menu.item(ui, "add", "canvas.menu.add_child") {
        *quick_add = Some(QuickAdd::below(menu.view, index));
    }
    menu.command(ui, "rename");
    menu.command(ui, "name_tree");
    menu.command(ui, "node_help");
    if &*node.task == SUBTREE {
        menu.command(ui, "go_to_tree");
        menu.command(ui, "edit_use");
    }
    ui.separator();
    clipboard(ui, menu);
    ui.separator();
    if card.category == Some(Category::Composite) {
        let is_enabled = !menu.view.input.is_read_only;
        ui.add_enabled_ui(is_enabled, |ui| abort_types(ui, menu, node.abort, &nodes));
    }
    leaf_menu::show(ui, menu, node, &nodes);
    if !is_running {
        breakpoint(ui, menu, node, &nodes);
        stops(ui, menu);
    }
    marks(ui, menu, node, &nodes);
    ui.separator();
    structure(ui, menu, node, nodes);
}

/// Cut, copy, paste, duplicate, delete.
pub fn clipboard(ui: &mut Ui, menu: &mut ContextMenu<'_, '_>) {
    for id in ["cut", "copy", "paste", "paste_after", "duplicate", "delete"] {
        menu.command(ui, id);
    }
}

fn abort_types(ui: &mut Ui, menu: &mut ContextMenu<'_, '_>, now: AbortType, nodes: &[NodeId]) {
    let texts = menu.view.input.texts;
    let title = texts.tr("canvas.menu.abort");
    let composites: Vec<NodeId> = nodes
        .iter()
        .filter(|id| {
            let card = menu.view.scene.card(id);
            card.is_some_and(|c| c.category == Some(Category::Composite))
        })
        .cloned()
        .collect();
    submenu(ui, "flash_on", &title, |ui| {
        for abort in AbortType::ALL {
            let text = texts.tr(abort_key(abort)).into_owned();
            if radio_button(ui, now == abort, text).clicked() {
                let command = Command::SetAbort(composites.clone(), abort);
                menu.actions.edit(command);
                ui.close();
            }
        }
    });
}

/// The text key of an abort type's name.
pub fn abort_key(abort: AbortType) -> &'static str {
    match abort {
        AbortType::None => "canvas.abort.None",
        AbortType::OwnBranch => "canvas.abort.Self",
        AbortType::LowerPriority => "canvas.abort.LowerPriority",
        AbortType::Both => "canvas.abort.Both",
    }
}

/// Additional break conditions on the node.
fn stops(ui: &mut Ui, menu: &mut ContextMenu<'_, '_>) {
    let text = menu.view.input.texts.tr("canvas.menu.stops");
    submenu(ui, "adjust", &text, |ui| {
        ui.set_min_width(220.0);
        for command in ["break_on_end", "break_on_failure", "break_on_abort"] {
            menu.command(ui, command);
        }
    });
}

fn breakpoint(ui: &mut Ui, menu: &mut ContextMenu<'_, '_>, node: &Node, nodes: &[NodeId]) {
    let on = menu.view.input.breakpoints.has(node.id());
    let item = ("circle", "canvas.menu.breakpoint", "toggle_breakpoint");
    if menu.switch(ui, item, on) {
        let set = BreakpointAction::Set(nodes.to_vec(), !on);
        menu.actions.push(Action::Breakpoint(set));
    }
}

fn marks(ui: &mut Ui, menu: &mut ContextMenu<'_, '_>, node: &Node, nodes: &[NodeId]) {
    let item = ("block", "canvas.menu.disabled", "toggle_disabled");
    let is_enabled = !menu.view.input.is_read_only;
    let disable = |ui: &mut Ui| menu.switch(ui, item, node.disabled);
    if ui.add_enabled_ui(is_enabled, disable).inner {
        let command = Command::SetDisabled(nodes.to_vec(), !node.disabled);
        menu.actions.edit(command);
    }
    if node.children().is_empty() {
        return;
    }
    let item = ("unfold_less", "canvas.menu.collapsed", "toggle_collapsed");
    if menu.switch(ui, item, node.collapsed) {
        let command = Command::SetCollapsed(nodes.to_vec(), !node.collapsed);
        menu.actions.edit(command);
    }
}

fn structure(ui: &mut Ui, menu: &mut ContextMenu<'_, '_>, node: &Node, nodes: Vec<NodeId>) {
    if node.parent().is_some() {
        menu.edit(ui, "link_off", "command.detach", Command::Detach(nodes));
    } else if menu.view.input.document.root() != Some(node.id()) {
        let command = Command::MakeRoot(node.id().clone());
        menu.edit(ui, "home", "command.make_root", command);
    }
    let title = menu.view.input.texts.tr("authoring.reshape");
    submenu(ui, "deployed_code", &title, |ui| {
        for id in [
            "replace_node",
            "wrap",
            "remove_keeping_children",
            "extract",
            "extract_to_file",
        ] {
            menu.command(ui, id);
        }
        if &*node.task == SUBTREE {
            menu.command(ui, "inline");
        }
        if !node.children().is_empty() {
            ui.separator();
            menu.command(ui, "collapse_below");
            menu.command(ui, "expand_below");
        }
    });
    select_and_arrange(ui, menu);
    menu.command(ui, "group_selection");
    menu.command(ui, "save_template");
    menu.command(ui, "copy_picture");
    menu.command(ui, "auto_layout");
}

fn select_and_arrange(ui: &mut Ui, menu: &mut ContextMenu<'_, '_>) {
    let texts = menu.view.input.texts;
    submenu(ui, "select_all", &texts.tr("authoring.select"), |ui| {
        for id in ["select_subtree", "select_same_kind", "invert_selection"] {
            menu.command(ui, id);
        }
    });
    let several = menu.view.input.selection.len();
    if several < 2 {
        return;
    }
    let title = texts.tr("menu.arrange");
    submenu(ui, "align_horizontal_left", &title, |ui| {
        for id in ALIGN {
            menu.command(ui, id);
        }
        if several > 2 {
            ui.separator();
            menu.command(ui, "distribute_across");
            menu.command(ui, "distribute_down");
        }
    });
}

/// The alignment commands.
const ALIGN: [&str; 6] = [
    "align_left",
    "align_center",
    "align_right",
    "align_top",
    "align_middle",
    "align_bottom",
];

/// The selected nodes if this one is among them, otherwise this one.
fn selected_or(view: &View<'_>, id: &NodeId) -> Vec<NodeId> {
    let selection = view.input.selection;
    if selection.contains(id) {
        selection.iter().cloned().collect()
    } else {
        vec![id.clone()]
    }
}
