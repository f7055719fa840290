//! The names of agents with their trees, the field in which one is chosen, and the menu item that lists those that run a node.

use egui::{ComboBox, Ui};
use treewright_core::ids::NodeId;
use treewright_session::i18n::Texts;
use treewright_session::workspace::run_view::RunView;

use super::PanelContext;
use crate::action::{Action, ActionSink, AgentAction, RunAction};
use crate::popup_keyboard::set_label;
use crate::widgets::{menu_item, scroll_to_focused};

/// The name of an agent, with that of its tree if the run has several: "Agent 1 (guard)".
pub fn with_tree(cx: &PanelContext<'_>, run: &dyn RunView, number: u64) -> String {
    let name = cx.texts.agent(number);
    match cx.tree_title(run, run.tree_of(number)) {
        Some(tree) => cx.texts.with_note(&name, &tree),
        None => name,
    }
}

/// Shows the field. Returns another agent than `now`, if the user has chosen one. `salt` must differ from that of other fields.
pub fn show(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    run: &dyn RunView,
    (salt, name): (&str, &str),
    now: u64,
) -> Option<u64> {
    let mut chosen = now;
    let field = ComboBox::from_id_salt(salt).selected_text(with_tree(cx, run, now));
    let response = field.show_ui(ui, |ui| {
        for number in run.agents() {
            let text = with_tree(cx, run, number);
            let entry = ui.selectable_value(&mut chosen, number, &*text);
            set_label(&entry, &text);
        }
        scroll_to_focused(ui);
    });
    response.response.accessible_name(name);
    (chosen != now).then_some(chosen)
}

/// Shows the menu item that lists the agents that run a node, if there are several agents.
pub fn running_item(
    ui: &mut Ui,
    (texts, run): (&Texts, &dyn RunView),
    node: &NodeId,
    sink: &mut ActionSink,
) {
    let agents = run.agents_view().filter(|_| run.agent_count() > 1);
    let Some(agents) = agents else { return };
    let count = agents.running((run.tree_of(run.agent()), node)).len();
    let text = texts.tr("agents.running_this");
    let text = texts.with_note(&text, &count.to_string());
    if menu_item(ui, "person_search", &text, "").clicked() {
        let list = AgentAction::ListRunning(node.clone());
        sink.push(Action::Run(RunAction::Agents(list)));
    }
}
