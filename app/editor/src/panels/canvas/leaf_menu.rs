//! The part of a card's menu for leaves and for parents without code: stand-ins that replace them while the game is not connected, and
//! forced results while they run.

use egui::Ui;
use treewright_authoring::edit::Command;
use treewright_core::ids::NodeId;
use treewright_core::model::{ActsLike, Node, StandIn};
use treewright_core::runtime::Status;
use treewright_session::stand_in_words::result;
use treewright_session::workspace::run_view::NodeState;

use super::context_menu::ContextMenu;
use crate::action::{Action, RunAction};
use crate::command_table::{answer_command, find};
use crate::theme::status_icon;
use crate::widgets::{caption, menu_item, radio_button, submenu};

/// The stand-ins offered for a leaf: text key and stand-in.
static OFFERED: [(&str, Option<StandIn>); 5] = [
    ("command.stand_in_none", None),
    ("command.stand_in_ask", Some(StandIn::Ask)),
    (
        "command.stand_in_success",
        Some(StandIn::Always(Status::Success)),
    ),
    (
        "command.stand_in_failure",
        Some(StandIn::Always(Status::Failure)),
    ),
    (
        "command.stand_in_running",
        Some(StandIn::Always(Status::Running)),
    ),
];

/// The stand-ins offered for a parent without code.
static OFFERED_TO_PARENTS: [(&str, Option<StandIn>); 4] = [
    ("command.stand_in_none", None),
    (
        "stand_in.form.acts_like_sequence",
        Some(StandIn::ActsLike(ActsLike::Sequence)),
    ),
    (
        "stand_in.form.acts_like_selector",
        Some(StandIn::ActsLike(ActsLike::Selector)),
    ),
    (
        "stand_in.form.pass_through",
        Some(StandIn::ActsLike(ActsLike::PassThrough)),
    ),
];

/// Adds the submenu of a leaf or of a parent without code.
pub fn show(ui: &mut Ui, menu: &mut ContextMenu<'_, '_>, node: &Node, nodes: &[NodeId]) {
    let input = menu.view.input;
    let library = input.library;
    let offered = if library.can_have_stand_in(node) {
        &OFFERED[..]
    } else if library.is_parent_without_code(node) {
        &OFFERED_TO_PARENTS[..]
    } else {
        return;
    };
    let texts = input.texts;
    let title = texts.tr("stand_in.title").into_owned();
    submenu(ui, "theater_comedy", &title, |ui| {
        for (key, stand_in) in offered {
            let fits = |node: &Node| match stand_in {
                Some(new_stand_in) => library.accepts_stand_in(node, new_stand_in),
                None => node.stand_in.is_some() || library.can_have_stand_in(node),
            };
            if stand_in.is_some() && !fits(node) {
                continue;
            }
            let played = |id: &&NodeId| input.document.node(id).is_some_and(fits);
            let text = texts.tr(key).into_owned();
            let is_it = node.stand_in.as_deref() == stand_in.as_ref();
            if radio_button(ui, is_it, text).clicked() {
                let leaves = nodes.iter().filter(played).cloned().collect();
                menu.actions
                    .edit(Command::SetStandIn(leaves, stand_in.clone()));
                ui.close();
            }
        }
        force(ui, menu, node);
    });
}

/// The results that can be forced on a leaf while it runs, or on a watched condition.
fn force(ui: &mut Ui, menu: &mut ContextMenu<'_, '_>, node: &Node) {
    let input = menu.view.input;
    let (texts, run) = (input.texts, input.run);
    let Some(run) = run.filter(|run| run.can_force(node.id())) else {
        return;
    };
    ui.separator();
    caption(ui, input.theme, &texts.tr("stand_in.force"));
    for (status, state) in [
        (Status::Success, NodeState::Success),
        (Status::Failure, NodeState::Failure),
        (Status::Running, NodeState::Running),
    ] {
        if status == Status::Running && !run.node(node.id()).state.is_running() {
            // A condition is either true or false.
            continue;
        }
        let keys = find(answer_command(status));
        let keys = keys.map_or_else(String::new, |command| command.shortcut_text(ui.ctx()));
        let text = result(texts, status);
        if menu_item(ui, status_icon(state), &text, &keys).clicked() {
            let answer = RunAction::Answer(node.id().clone(), status);
            menu.actions.push(Action::Run(answer));
        }
    }
}
