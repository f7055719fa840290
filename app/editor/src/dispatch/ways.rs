//! The ways of the active run: compares them, and makes one of them the current one.

use std::time::{Duration, Instant};

use treewright_insight::recording::{Way, WayId};
use treewright_session::notice::NoticeKind;
use treewright_session::workspace::open_document::OpenDocument;
use treewright_session::workspace::run_session::{Adopted, RunSession};
use treewright_session::workspace::run_view::RunView;

use super::run;
use crate::action::WayAction;
use crate::docking::{self, Panel};
use crate::editor::Editor;
use crate::panels::ways_window::{self, WaysWindow};

/// How long ways may be compared in each frame of the window.
const BUDGET: Duration = Duration::from_millis(8);

/// Compares more frames of the active run's ways.
pub fn update(editor: &mut Editor) {
    let (front, _) = editor.workspace.front_mut();
    let shown = front.run.as_mut().or(front.last_run.as_mut());
    let began = Instant::now();
    let mut has_time = || began.elapsed() < BUDGET;
    if shown.is_some_and(|run| run.compare_ways(&mut has_time)) {
        editor.shell.ctx.request_repaint();
    }
}

pub(super) fn apply(editor: &mut Editor, action: WayAction) {
    match action {
        WayAction::Compare(way) => compare(editor, way),
        WayAction::Switch(way) => change(editor, |run| {
            run.switch_to_way(way);
        }),
        WayAction::Name(way, name) => change(editor, |run| run.name_way(way, &name)),
        WayAction::Forget(way) => {
            let name = name_of(editor, way);
            change(editor, |run| run.forget_way(way));
            let arguments = [("way", &*name)];
            editor
                .shell
                .notify_key(NoticeKind::Done, "notice.removed_way", &arguments);
        }
        WayAction::KeepOnly(way) => {
            let (name, mut removed) = (name_of(editor, way), 0);
            change(editor, |run| removed = run.keep_only_way(way));
            let texts = &editor.shell.texts;
            let text = texts.tr_count_with("notice.kept_only_way", removed, &[("way", &name)]);
            editor.shell.notify(NoticeKind::Done, text);
        }
    }
}

fn name_of(editor: &Editor, way: WayId) -> String {
    let front = editor.workspace.front();
    let run = front.run.as_ref().or(front.last_run.as_ref());
    let ways = run.map(RunView::ways).unwrap_or_default();
    let way = ways.iter().find(|view| view.id == way);
    way.map_or_else(String::new, |way| {
        ways_window::name_of(&editor.shell.texts, way)
    })
}

fn change(editor: &mut Editor, change: impl FnOnce(&mut RunSession)) {
    let (front, _) = editor.workspace.front_mut();
    front.reopen_last_run();
    front.with_run(|run, _| change(run));
}

/// Shows what differs in a way, or in the one that was left last.
fn compare(editor: &mut Editor, way: Option<WayId>) {
    let front = editor.workspace.front();
    let run = front.run.as_ref().or(front.last_run.as_ref());
    let last = run.and_then(|run| run.recording().ways().last());
    let Some(way) = way.or(last.map(Way::id)) else {
        return;
    };
    editor.shell.views.ways = Some(WaysWindow::new(front.id(), way));
}

/// Restarts the run with the tree as it is now and with all recorded inputs.
pub(super) fn restart_with_inputs(editor: &mut Editor) {
    editor.workspace.show_first_tree();
    let adopted = run::begin(editor, OpenDocument::restart_with_inputs);
    let (kind, key) = match adopted {
        Adopted::Restarted => {
            docking::show(&mut editor.shell.panels, Panel::Timeline);
            (NoticeKind::Done, "notice.restarted_with_inputs")
        }
        Adopted::Ended => (NoticeKind::Refused, "notice.nothing_to_run"),
        Adopted::Nothing | Adopted::Swapped => (NoticeKind::Refused, "notice.beginning_unknown"),
    };
    editor.shell.notify_key(kind, key, &[]);
}
