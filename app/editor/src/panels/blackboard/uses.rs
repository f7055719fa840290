//! Which values the blackboard shows: initial or current ones and, in a document with trees that Subtree nodes run, those of which use.

use egui::{Align, ComboBox, Label, Layout, RichText, Ui};
use treewright_session::workspace::run_view::{RunState, RunView, UseView};

use crate::action::{Action, ActionSink, RunAction};
use crate::panels::PanelContext;
use crate::popup_keyboard::set_label;
use crate::theme::text_size;
use crate::widgets::{ROW_HEIGHT, scroll_to_focused, text_width};

/// The maximum number of uses in the list.
const MAX_USES: usize = 200;
/// The width that the list keeps in a narrow panel, in points.
const MIN_LIST: f32 = 84.0;
/// The height above which the list scrolls, in points.
const LIST_HEIGHT: f32 = 300.0;

/// Whether the document has trees that Subtree nodes run.
pub fn can_be_chosen(cx: &PanelContext<'_>) -> bool {
    !cx.front.document().trees.is_empty()
}

/// The line above the variables. It has its place also while nothing runs.
pub fn show(ui: &mut Ui, cx: &PanelContext<'_>, sink: &mut ActionSink) {
    let (text, color) = match cx.run {
        Some(run) if !run.knows_variables() => {
            (cx.texts.tr("blackboard.not_told").into(), cx.theme.muted)
        }
        Some(run) if run.state() == RunState::Running => {
            (cx.texts.tr("blackboard.live").into(), cx.theme.running)
        }
        Some(run) => {
            let [frame, next] = [run.frame(), run.frame() + 1].map(|frame| frame.to_string());
            let arguments = [("frame", &*frame), ("next", &*next)];
            let text = if run.has_waiting_values() {
                cx.texts.tr_with("blackboard.before_frame", &arguments)
            } else {
                cx.texts.tr_with("blackboard.in_frame", &arguments[..1])
            };
            (text, cx.theme.muted)
        }
        None => (cx.texts.tr("blackboard.initial").into(), cx.theme.muted),
    };
    let text = RichText::new(text).size(text_size::SMALL).color(color);
    let has_trees = can_be_chosen(cx);
    let height = if has_trees {
        ROW_HEIGHT
    } else {
        text_size::HEADING
    };
    let size = egui::vec2(ui.available_width(), height);
    ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), |ui| {
        let list = if has_trees {
            MIN_LIST.min(ui.available_width() * 0.5)
        } else {
            0.0
        };
        let label = ui
            .scope(|ui| {
                ui.set_max_width(ui.available_width() - list);
                ui.add(Label::new(text).truncate())
            })
            .inner;
        // As wide as the widest text, so that nothing moves when a run starts or another frame is shown.
        let frames = [("frame", "00000"), ("next", "00000")];
        let in_frames = ["blackboard.in_frame", "blackboard.before_frame"];
        let in_frames = in_frames.map(|key| cx.texts.tr_with(key, &frames));
        let others = ["blackboard.live", "blackboard.initial"].map(|key| cx.texts.tr(key));
        let widths = others.iter().map(|text| width(ui, text));
        let in_frames = in_frames.iter().map(|text| width(ui, text));
        let widest = widths.chain(in_frames).fold(0.0, f32::max);
        let room = (widest - label.rect.width()).min(ui.available_width() - list);
        ui.add_space(room.max(0.0));
        if !has_trees {
            return;
        }
        let name = cx.texts.tr("blackboard.use");
        let run = cx.run.filter(|run| run.has_uses());
        let title = run
            .and_then(RunView::shown_use)
            .map(|shown| title(cx, shown));
        let title = title.unwrap_or_else(|| cx.texts.tr("blackboard.main_tree").into_owned());
        let width = (ui.available_width() - 4.0).max(0.0);
        ui.add_enabled_ui(run.is_some(), |ui| {
            let list = ComboBox::from_id_salt(("shown use", cx.front.id()))
                .selected_text(RichText::new(&title).size(text_size::SMALL))
                .width(width)
                .height(LIST_HEIGHT)
                .truncate();
            let shown = list.show_ui(ui, |ui| {
                if let Some(run) = run {
                    choices(ui, cx, run, sink);
                }
                scroll_to_focused(ui);
            });
            shown
                .response
                .accessible_name(&*name)
                .on_hover_text(format!("{name}: {title}"))
                .on_disabled_hover_text(cx.texts.tr("blackboard.use_hint"));
        });
    });
}

/// The width of a small text.
fn width(ui: &Ui, text: &str) -> f32 {
    text_width(ui, text, egui::FontId::proportional(text_size::SMALL))
}

fn choices(ui: &mut Ui, cx: &PanelContext<'_>, run: &dyn RunView, sink: &mut ActionSink) {
    let choose = |used| Action::Run(RunAction::ShowUse(used));
    let is_chosen = run.is_use_chosen();
    let follow = cx.texts.tr("blackboard.use_follow");
    if ui.selectable_label(!is_chosen, &*follow).clicked() {
        sink.push(choose(None));
    }
    let uses = run.uses();
    for used in uses.iter().take(MAX_USES) {
        let title = title(cx, used);
        let is_shown = is_chosen && run.shown_use().is_some_and(|shown| shown.id == used.id);
        let entry = ui.selectable_label(is_shown, &title);
        set_label(&entry, &title);
        if entry.clicked() {
            sink.push(choose(Some(used.id.clone())));
        }
    }
    if let Some(more) = uses.len().checked_sub(MAX_USES).filter(|more| *more > 0) {
        ui.weak(cx.texts.tr_count("blackboard.use_more", more));
    }
}

/// Names a use: the Subtree nodes on the way to it, and whether it runs.
pub fn title(cx: &PanelContext<'_>, used: &UseView) -> String {
    let nodes: Vec<String> = used.path.iter().map(|node| cx.title_of(node)).collect();
    let path = nodes.join(" › ");
    if used.is_running {
        cx.texts
            .tr_with("blackboard.use_running", &[("use", &path)])
    } else {
        path
    }
}
