//! The part of a node's menu that adds what the run shows to the expectations of a scenario.

use egui::Ui;
use treewright_core::ids::NodeId;
use treewright_insight::scenario::FrameRange;
use treewright_session::workspace::run_session::ExpectedFact;

use super::context_menu::ContextMenu;
use crate::action::{Action, ScenarioAction};
use crate::widgets::submenu;

/// Lists what can be expected of the shown frame; nothing before the first frame.
pub fn show(ui: &mut Ui, menu: &mut ContextMenu<'_, '_>, node: &NodeId) {
    let input = menu.view.input;
    let Some(run) = input.run.filter(|run| run.shows_own_frame()) else {
        return;
    };
    let texts = input.texts;
    let frame = run.frame();
    let shown = frame.to_string();
    let title = texts.tr_with("scenarios.expect", &[("frame", &shown)]);
    let name = texts.title_of(input.document, node);
    let state = texts.node_state(run.node(node).state);
    let of_node = [("node", &*name), ("state", &*state)];
    let quiet = FrameRange {
        from: frame,
        to: run.frames().1.max(frame),
    };
    let (from, to) = (quiet.from.to_string(), quiet.to.to_string());
    let entries = [
        (
            texts.tr_with("scenarios.expect_node", &of_node),
            ExpectedFact::Node(node.clone()),
        ),
        (
            texts.tr_with("scenarios.expect_ended", &of_node[..1]),
            ExpectedFact::Ended(node.clone()),
        ),
        (
            texts.tr("scenarios.expect_running").into_owned(),
            ExpectedFact::Running,
        ),
        (
            texts.tr("scenarios.expect_status").into_owned(),
            ExpectedFact::Status,
        ),
        (
            texts.tr("scenarios.expect_aborts").into_owned(),
            ExpectedFact::Aborts,
        ),
        (
            texts.tr_with("scenarios.fact.no_aborts", &[("from", &from), ("to", &to)]),
            ExpectedFact::NoAborts(quiet),
        ),
    ];
    submenu(ui, "flag", &title, |ui| {
        for (text, what) in entries {
            if ui.button(text).clicked() {
                let action = ScenarioAction::Expect(what);
                menu.actions.push(Action::Scenario(action));
                ui.close();
            }
        }
    });
    ui.separator();
}
