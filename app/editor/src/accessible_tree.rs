//! Corrects the tree for screen readers that egui builds in each frame. egui does not know which of its buttons are entries of a menu, says of whatever
//! can be selected that it can be checked, and reads icons as text. Corrected here, once for all widgets; what only a widget knows, it sets itself.

use std::collections::HashMap;
use std::sync::Arc;

use egui::accesskit::{HasPopup, Node, NodeId, Role, Toggled, TreeUpdate};
use egui::{Context, FullOutput, Id, Plugin, Response, Ui, UiKind};

use crate::icons;

/// Corrects the tree before the system gets it.
#[derive(Debug, Default)]
pub struct AccessibleTree;

impl Plugin for AccessibleTree {
    fn debug_name(&self) -> &'static str {
        "accessible tree"
    }

    fn output_hook(&mut self, ctx: &Context, output: &mut FullOutput) {
        if let Some(update) = &mut output.platform_output.accesskit_update {
            correct(update);
            if let Some(words) = ctx.data(|data| data.get_temp(Id::unique(WORDS))) {
                translate(update, &words);
            }
        }
    }
}

/// The key of the memory of [`set_words`].
const WORDS: &str = "words for screen readers";

/// Words in the language of the interface.
#[derive(Clone)]
pub struct ReaderWords {
    /// The ✕ of a window, which egui names in English, as its edges.
    pub close: Arc<str>,
    pub resize: Arc<str>,
    /// The states of a part that folds.
    pub expanded: Arc<str>,
    pub collapsed: Arc<str>,
}

/// Sets the words for what no widget names.
pub fn set_words(ctx: &Context, words: ReaderWords) {
    ctx.data_mut(|data| data.insert_temp(Id::unique(WORDS), words));
}

fn translate(update: &mut TreeUpdate, words: &ReaderWords) {
    for (_, node) in &mut update.nodes {
        match (node.role(), node.label()) {
            (Role::Button, Some("Close window")) => node.set_label(&*words.close),
            (Role::Splitter, Some(name)) if name.starts_with("Resize window ") => {
                node.set_label(&*words.resize);
            }
            (Role::DisclosureTriangle, _) => make_folding_button(node, words),
            _ => {}
        }
    }
}

/// Makes the heading of a part that folds a button, which some systems would take for a switch.
fn make_folding_button(node: &mut Node, words: &ReaderWords) {
    node.set_role(Role::Button);
    let state = match node.is_expanded() {
        Some(true) => &words.expanded,
        Some(false) => &words.collapsed,
        None => return,
    };
    // Only on Windows is the state read.
    if !cfg!(windows) {
        let detail = node.description().map(|detail| format!("\n{detail}"));
        node.set_description(format!("{state}{}", detail.unwrap_or_default()));
    }
}

/// Names the container around `ui` that is of this kind: a dialog or a menu.
pub fn name_container(ui: &Ui, kind: UiKind, name: &str) {
    let container = ui.stack().iter().find(|part| part.kind() == Some(kind));
    if let Some(container) = container {
        let id = container.unique_id;
        ui.ctx().accesskit_node_builder(id, |node| {
            node.set_label(name);
            if kind == UiKind::Modal {
                node.set_modal();
            }
        });
    }
}

/// Gives the contents of `ui` this role and name.
pub fn name_region(ui: &Ui, role: Role, name: &str) {
    ui.ctx().accesskit_node_builder(ui.unique_id(), |node| {
        node.set_role(role);
        node.set_label(name);
    });
}

/// Says that a button opens a menu.
pub fn opens_menu(button: &Response, is_open: bool) {
    button.ctx.accesskit_node_builder(button.id, |node| {
        node.set_has_popup(HasPopup::Menu);
        node.set_expanded(is_open);
    });
}

/// Says that a button with this name opens a menu.
pub fn name_menu_button(button: &Response, name: &str, is_open: bool) {
    let set_name = |node: &mut Node| node.set_label(name);
    button.ctx.accesskit_node_builder(button.id, set_name);
    opens_menu(button, is_open);
}

/// Gives another widget the focus of screen readers while this one has the keyboard: the chosen line of a list, the selected card of a canvas.
pub fn set_focus_within(has_keyboard: &Response, widget: Id) {
    let ctx = &has_keyboard.ctx;
    ctx.accesskit_node_builder(has_keyboard.id, |node| {
        node.set_active_descendant(widget.accesskit_id());
    });
}

/// Gives the chosen line of a list the focus of screen readers while the field of its search has the keyboard. If the same line gets another text while
/// the user types, it is announced.
pub fn set_chosen_line(field: &Response, line: Id, text: &str) {
    set_focus_within(field, line);
    let key = field.id.with("chosen line");
    let before: Option<(Id, Arc<str>)> = field.ctx.data(|data| data.get_temp(key));
    match before {
        Some((id, said)) if id == line && *said == *text => return,
        Some((id, _)) if id == line && field.has_focus() => announce(&field.ctx, text),
        _ => {}
    }
    let now: (Id, Arc<str>) = (line, text.into());
    field.ctx.data_mut(|data| data.insert_temp(key, now));
}

/// The key of the memory of [`announce`].
const ANNOUNCED: &str = "texts to be announced";

/// Lets screen readers say a text.
pub fn announce(ctx: &Context, text: &str) {
    ctx.data_mut(|data| {
        let texts: &mut Vec<String> = data.get_temp_mut_or_default(Id::unique(ANNOUNCED));
        texts.push(text.to_owned());
    });
}

/// The texts to be announced since the last call.
pub fn take_announced(ctx: &Context) -> Vec<String> {
    let texts = ctx.data_mut(|data| data.remove_temp(Id::unique(ANNOUNCED)));
    texts.unwrap_or_default()
}

/// Names an entry of a menu, without its icon, and says which keys do the same.
pub fn name_menu_entry(entry: &Response, name: &str, keys: &str) {
    entry.ctx.accesskit_node_builder(entry.id, |node| {
        node.set_label(name);
        if !keys.is_empty() {
            node.set_keyboard_shortcut(keys);
            // Not every system reads the shortcut.
            node.set_description(keys);
        }
    });
}

/// Says between which values a slider can be moved.
pub fn set_range(slider: &Response, (min, max): (f64, f64)) {
    slider.ctx.accesskit_node_builder(slider.id, |node| {
        node.set_min_numeric_value(min);
        node.set_max_numeric_value(max);
    });
}

/// Says that a widget is a tab.
pub fn make_tab(tab: &Response) {
    tab.ctx
        .accesskit_node_builder(tab.id, |node| node.set_role(Role::Tab));
}

fn correct(update: &mut TreeUpdate) {
    let containers = containers_of_entries(&update.nodes);
    for (id, node) in &mut update.nodes {
        remove_icons(node);
        shorten_description(node);
        if let Some(container) = containers.get(id) {
            make_entry(node, *container);
        }
        if let (
            Role::ListItem
            | Role::TreeItem
            | Role::ListBoxOption
            | Role::Row
            | Role::Tab
            | Role::ColumnHeader
            | Role::Note
            | Role::Group,
            Some(toggled),
        ) = (node.role(), node.toggled())
        {
            node.clear_toggled();
            node.set_selected(toggled == Toggled::True);
        }
    }
}

/// The menu, menu bar or list in which each of its entries is.
fn containers_of_entries(nodes: &[(NodeId, Node)]) -> HashMap<NodeId, Role> {
    let by_id: HashMap<NodeId, &Node> = nodes.iter().map(|(id, node)| (*id, node)).collect();
    let mut found = HashMap::new();
    for (_, node) in nodes {
        let role = node.role();
        if !matches!(role, Role::Menu | Role::MenuBar | Role::ListBox) {
            continue;
        }
        let mut open = node.children().to_vec();
        while let Some(id) = open.pop() {
            let Some(child) = by_id.get(&id) else {
                continue;
            };
            if child.role() == Role::GenericContainer {
                open.extend(child.children());
            } else {
                found.insert(id, role);
            }
        }
    }
    found
}

fn make_entry(node: &mut Node, container: Role) {
    match (node.role(), container) {
        (Role::Button, Role::ListBox) => node.set_role(Role::ListBoxOption),
        (Role::Button | Role::CheckBox, Role::Menu) if node.toggled().is_some() => {
            node.set_role(Role::MenuItemCheckBox);
        }
        (Role::RadioButton, Role::Menu) => node.set_role(Role::MenuItemRadio),
        (Role::Button, Role::Menu | Role::MenuBar) => node.set_role(Role::MenuItem),
        _ => {}
    }
}

/// A description that begins with the name, as tooltips do, is not read twice.
fn shorten_description(node: &mut Node) {
    // The text of a label is its value.
    let text = node.value().filter(|_| node.role() == Role::Label);
    let (Some(name), Some(description)) = (node.label().or(text), node.description()) else {
        return;
    };
    let rest = description.strip_prefix(name).map(str::trim);
    match rest.map(ToOwned::to_owned) {
        Some(rest) if rest.is_empty() => node.clear_description(),
        Some(rest) => node.set_description(rest),
        None => {}
    }
}

/// Removes glyphs of the icon font from names. A label that is only an icon is not read.
fn remove_icons(node: &mut Node) {
    if node.role() == Role::TextRun {
        return;
    }
    if let Some(label) = node.label().and_then(without_icons) {
        if label.is_empty() {
            node.clear_label();
        } else {
            node.set_label(label);
        }
    }
    if let Some(description) = node.description().and_then(without_icons) {
        node.set_description(description);
    }
    if node.role() == Role::Label
        && let Some(text) = node.value().and_then(without_icons)
    {
        if text.is_empty() {
            node.set_hidden();
        }
        node.set_value(text);
    }
}

/// The text without icons; `None` if it has none.
fn without_icons(text: &str) -> Option<String> {
    text.contains(icons::is_icon)
        .then(|| text.replace(icons::is_icon, "").trim().to_owned())
}

#[cfg(test)]
mod tests {
    use egui::accesskit::{TreeId, TreeInfo};

    use super::*;

    /// Corrects a tree in which the container has one entry, and returns this entry.
    fn corrected(container: Role, entry: Node) -> Node {
        let mut above = Node::new(container);
        let mut between = Node::new(Role::GenericContainer);
        above.set_children(vec![NodeId(1)]);
        between.set_children(vec![NodeId(2)]);
        let nodes = [above, between, entry].into_iter().enumerate();
        let mut update = TreeUpdate {
            nodes: nodes.map(|(id, node)| (NodeId(id as u64), node)).collect(),
            tree: Some(TreeInfo::new(NodeId(0))),
            tree_id: TreeId::ROOT,
            focus: NodeId(0),
        };
        correct(&mut update);
        update.nodes.swap_remove(2).1
    }

    fn named(role: Role, label: &str) -> Node {
        let mut node = Node::new(role);
        node.set_label(label);
        node
    }

    #[test]
    fn buttons_in_menus_are_their_entries() {
        let entry = corrected(Role::Menu, named(Role::Button, "\u{e145} Add"));
        assert_eq!(entry.role(), Role::MenuItem);
        assert_eq!(entry.label(), Some("Add"));
        let mut switch = named(Role::Button, "Snap");
        switch.set_toggled(Toggled::True);
        let entry = corrected(Role::Menu, switch.clone());
        assert_eq!(entry.role(), Role::MenuItemCheckBox);
        assert_eq!(entry.toggled(), Some(Toggled::True));
        let entry = corrected(Role::ListBox, switch.clone());
        assert_eq!(entry.role(), Role::ListBoxOption);
        assert_eq!((entry.toggled(), entry.is_selected()), (None, Some(true)));
        assert_eq!(corrected(Role::Pane, switch.clone()), switch);
    }

    #[test]
    fn the_name_is_not_read_twice() {
        let described = |description: &str| {
            let mut button = named(Role::Button, "Open");
            button.set_description(description);
            let button = corrected(Role::Pane, button);
            button.description().map(ToOwned::to_owned)
        };
        assert_eq!(described("Open  (Ctrl+O)").as_deref(), Some("(Ctrl+O)"));
        assert_eq!(described("Open"), None);
        assert_eq!(described("Reads a file").as_deref(), Some("Reads a file"));
    }

    #[test]
    fn icons_are_not_read() {
        let button = corrected(Role::Pane, named(Role::Button, "\u{e5cd}"));
        assert_eq!(button.label(), None, "a missing name is found by tests");
        let mut label = Node::new(Role::Label);
        label.set_value("\u{f0be}");
        assert!(corrected(Role::Pane, label.clone()).is_hidden());
        label.set_value("12 \u{f0be}");
        let label = corrected(Role::Pane, label);
        assert_eq!((label.is_hidden(), label.value()), (false, Some("12")));
    }
}
