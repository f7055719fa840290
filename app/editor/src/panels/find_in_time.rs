//! The submenu of a node or variable that finds frames of the run in which something happened to it, with their number.

use egui::Ui;
use treewright_core::abort::AbortType;
use treewright_core::category::Category;
use treewright_core::model::Node;
use treewright_insight::breakpoint::NodeEvent;
use treewright_insight::history::NodeState;
use treewright_insight::occurrence::Sought;
use treewright_session::i18n::Texts;
use treewright_session::workspace::run_view::RunView;

use crate::action::{Action, ActionSink, RunAction};
use crate::command_table::{self, Situation};
use crate::theme::status_icon;
use crate::widgets::{menu_item, submenu as shown_submenu};

/// What can be found of a node, and any error.
pub fn of_node(run: &dyn RunView, node: &Node, category: Option<Category>) -> Vec<Sought> {
    let can_abort = node.abort != AbortType::None || category == Some(Category::Conditional);
    let may_occur = |sought: &Sought| match sought {
        // Other nodes may have had an abort type before.
        Sought::Node(_, NodeEvent::Abort) => can_abort || run.count_of(sought) > 0,
        _ => true,
    };
    let mut offered: Vec<Sought> = Sought::of_node(node.id()).into();
    offered.retain(may_occur);
    offered.push(Sought::Error);
    offered
}

/// Shows the submenu. `offer` returns what can be found.
pub fn submenu(
    ui: &mut Ui,
    (texts, run): (&Texts, &dyn RunView),
    offer: impl FnOnce() -> Vec<Sought>,
    sink: &mut ActionSink,
) {
    let title = texts.tr("find_in_time.menu");
    shown_submenu(ui, "manage_search", &title, |ui| {
        for sought in offer() {
            let text = texts.sought_in_menu(&sought, run.count_of(&sought));
            if menu_item(ui, icon_of(&sought), &text, "").clicked() {
                sink.push(Action::Run(RunAction::GoToSought(sought)));
            }
        }
        if run.found().is_none() {
            return;
        }
        ui.separator();
        let commands = ["previous_found", "next_found"];
        for command in commands.into_iter().filter_map(command_table::find) {
            let text = texts.tr(&command.text_key()).into_owned();
            let keys = command.shortcut_text(ui.ctx());
            if menu_item(ui, command.icon, &text, &keys).clicked() {
                // These do not depend on the situation.
                sink.push((command.action)(&Situation::default()));
            }
        }
    });
}

/// The icon of something that can be found.
fn icon_of(sought: &Sought) -> &'static str {
    match sought {
        Sought::Node(_, NodeEvent::Start) => "play_arrow",
        Sought::Node(_, NodeEvent::Abort) => "flash_on",
        Sought::Node(_, NodeEvent::End(None)) => "line_end_circle",
        Sought::Node(_, NodeEvent::End(Some(status))) => status_icon(NodeState::from(*status)),
        Sought::Change(_) => "edit",
        Sought::Expression(_) => "function",
        Sought::Error => "error",
    }
}
