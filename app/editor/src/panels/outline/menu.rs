//! The context menu of a row: the commands for the selected nodes that need no view of the canvas.

use egui::Ui;

use crate::action::ActionSink;
use crate::command_table::{self, Situation};
use crate::panels::{PanelContext, agent_choice, find_in_time};
use crate::widgets::{list_in_popup, menu_item};

/// The commands, in groups.
const GROUPS: [&[&str]; 4] = [
    &["add_child", "rename", "name_tree", "node_help"],
    &["cut", "copy", "paste", "paste_after", "duplicate", "delete"],
    &["toggle_disabled", "toggle_collapsed", "detach"],
    &[
        "replace_node",
        "wrap",
        "remove_keeping_children",
        "extract",
        "extract_to_file",
        "select_subtree",
    ],
];

/// The commands that come first while the tree runs, and later otherwise.
const OF_RUN: [&str; 2] = ["why", "toggle_breakpoint"];

/// The least width of the menu.
const MIN_WIDTH: f32 = 226.0;

pub fn show(ui: &mut Ui, cx: &PanelContext<'_>, sink: &mut ActionSink) {
    list_in_popup(ui, |ui| {
        ui.set_min_width(MIN_WIDTH);
        if cx.run.is_some() {
            for id in OF_RUN {
                command(ui, cx, id, sink);
            }
            find(ui, cx, sink);
            ui.separator();
        }
        for (index, group) in GROUPS.into_iter().enumerate() {
            if index > 0 {
                ui.separator();
            }
            if index == 2 && cx.run.is_none() {
                command(ui, cx, "toggle_breakpoint", sink);
            }
            for id in group {
                command(ui, cx, id, sink);
            }
        }
    });
}

/// What can be found in time of the selected node.
fn find(ui: &mut Ui, cx: &PanelContext<'_>, sink: &mut ActionSink) {
    let selected = cx.front.selection().primary();
    let node = selected.and_then(|id| cx.front.document().node(id));
    let (Some(run), Some(node)) = (cx.run, node) else {
        return;
    };
    let category = cx.library.declaration(&node.task).map(|it| it.category);
    let offer = || find_in_time::of_node(run, node, category);
    find_in_time::submenu(ui, (cx.texts, run), offer, sink);
    agent_choice::running_item(ui, (cx.texts, run), node.id(), sink);
}

fn command(ui: &mut Ui, cx: &PanelContext<'_>, id: &str, sink: &mut ActionSink) {
    let Some(command) = command_table::find(id) else {
        return;
    };
    let text = cx.texts.tr(&command.text_key()).into_owned();
    let keys = command.shortcut_text(ui.ctx());
    if menu_item(ui, command.icon, &text, &keys).clicked() {
        // No command in this menu depends on the situation.
        sink.push((command.action)(&Situation::default()));
    }
}
