//! The ways of the active run: compares them, and makes one of them the current one.

use treewright_insight::recording::{Way, WayId};
use treewright_session::notice::NoticeKind;
use treewright_session::workspace::open_document::OpenDocument;
use treewright_session::workspace::run_session::{Adopted, RunSession};

use super::run;
use crate::action::WayAction;
use crate::docking::{self, Panel};
use crate::editor::Editor;
use crate::panels::ways_window::WaysWindow;

/// Compares more frames of the active run's ways.
pub fn update(editor: &mut Editor) {
    let (front, _) = editor.workspace.front_mut();
    let shown = front.run.as_mut().or(front.last_run.as_mut());
    if shown.is_some_and(RunSession::compare_ways) {
        editor.shell.ctx.request_repaint();
    }
}

pub(super) fn apply(editor: &mut Editor, action: WayAction) {
    if let WayAction::Compare(way) = action {
        return compare(editor, way);
    }
    let (front, _) = editor.workspace.front_mut();
    front.reopen_last_run();
    front.with_run(|run, _| match action {
        WayAction::Compare(_) => {}
        WayAction::Switch(way) => {
            run.switch_to_way(way);
        }
        WayAction::Name(way, name) => run.name_way(way, &name),
        WayAction::Forget(way) => run.forget_way(way),
        WayAction::KeepOnly(way) => run.keep_only_way(way),
    });
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
