//! The menu that adds expectations about the whole run to the open scenario: running nodes, the status of the tree, aborts, and frames
//! without aborts.

use egui::{Button, DragValue, Ui};
use treewright_insight::scenario::FrameRange;
use treewright_session::workspace::run_session::ExpectedFact;

use crate::accessible_tree::opens_menu;
use crate::action::{Action, ActionSink, ScenarioAction};
use crate::icons;
use crate::panels::PanelContext;

/// Shows the menu button, which needs a run with at least one frame; in little width only its icon.
pub fn menu(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    quiet: &mut Option<FrameRange>,
    has_text: bool,
    sink: &mut ActionSink,
) {
    let title = cx.texts.tr("scenarios.add_expectation");
    let text = if has_text { &*title } else { "" };
    let Some(run) = cx.run.filter(|run| run.shows_own_frame()) else {
        *quiet = None;
        // It has its place also before the first frame.
        let button = Button::new((icons::text("flag"), text));
        let button = ui.add_enabled(false, button).accessible_name(&*title);
        button.on_disabled_hover_text(cx.texts.tr("obstacle.no_run"));
        return;
    };
    let inside = |ui: &mut Ui| {
        for (key, what) in [
            ("scenarios.expect_running", ExpectedFact::Running),
            ("scenarios.expect_status", ExpectedFact::Status),
            ("scenarios.expect_aborts", ExpectedFact::Aborts),
        ] {
            if ui.button(cx.texts.tr(key).into_owned()).clicked() {
                sink.push(Action::Scenario(ScenarioAction::Expect(what)));
            }
        }
        ui.separator();
        let (first, last) = (1, run.frames().1.max(1));
        let quiet = quiet.get_or_insert(FrameRange {
            from: run.frame(),
            to: last,
        });
        ui.horizontal(|ui| {
            ui.label(cx.texts.tr("scenarios.quiet_from"));
            let name = cx.texts.tr("scenarios.quiet_first");
            let from = DragValue::new(&mut quiet.from).range(first..=last);
            ui.add(from).accessible_name(&*name);
            ui.label(cx.texts.tr("scenarios.quiet_to"));
            let name = cx.texts.tr("scenarios.quiet_last");
            let to = DragValue::new(&mut quiet.to).range(quiet.from..=last.max(quiet.from));
            ui.add(to).accessible_name(&*name);
            if ui.button(cx.texts.tr("scenarios.quiet_add")).clicked() {
                let what = ExpectedFact::NoAborts(*quiet);
                sink.push(Action::Scenario(ScenarioAction::Expect(what)));
                ui.close();
            }
        });
    };
    // Choosing frames takes several clicks.
    let config = egui::containers::menu::MenuConfig::new()
        .close_behavior(egui::PopupCloseBehavior::CloseOnClickOutside);
    let button = egui::containers::menu::MenuButton::new((icons::text("flag"), text));
    let (response, shown) = button.config(config).ui(ui, inside);
    opens_menu(&response, shown.is_some());
    let response = response.accessible_name(&*title);
    if !has_text {
        response.on_hover_text(title);
    }
}
