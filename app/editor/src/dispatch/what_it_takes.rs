//! Searches what it would take that something happens in the active run, some trials in each frame of the window, and tries out what was found.

use std::time::{Duration, Instant};

use treewright_session::notice::NoticeKind;
use treewright_session::workspace::run_session::Wish;
use treewright_session::workspace::run_view::RunView as _;

use super::{run, scenarios};
use crate::action::TakesAction;
use crate::docking::{self, Panel};
use crate::editor::Editor;
use crate::panels::takes_window::{DEFAULT_FRAMES, TakesWindow};

/// How long the search may take in each frame of the window.
const BUDGET: Duration = Duration::from_millis(8);

/// Goes on with the search, and with showing what was tried.
pub fn update(editor: &mut Editor) {
    show_tried(editor);
    let Some(window) = &mut editor.shell.views.takes else {
        return;
    };
    if window.search.is_over() {
        return;
    }
    let began = Instant::now();
    window.search.advance(|| began.elapsed() < BUDGET);
    editor.shell.ctx.request_repaint();
}

pub(super) fn apply(editor: &mut Editor, action: TakesAction) {
    match action {
        TakesAction::Ask(wish) => ask(editor, wish, DEFAULT_FRAMES),
        TakesAction::AskOfSelected => {
            if let Some(node) = editor.workspace.front().selection().primary().cloned() {
                ask(editor, Wish::Runs(node), DEFAULT_FRAMES);
            }
        }
        TakesAction::AskOfScenario(file, frame, wish) => {
            scenarios::play(editor, &file, frame);
            ask(editor, wish, DEFAULT_FRAMES);
        }
        TakesAction::Frames(frames) => {
            if let Some(window) = &editor.shell.views.takes {
                let (wish, frame, way) = (window.wish.clone(), window.frame, window.way);
                let (front, _) = editor.workspace.front_mut();
                front.with_run(|run, _| {
                    run.return_to_way(way);
                    run.show(frame);
                });
                ask(editor, wish, frames);
            }
        }
        TakesAction::Cancel => {
            if let Some(window) = &mut editor.shell.views.takes {
                window.search.cancel();
            }
        }
        TakesAction::Try(number) => try_out(editor, number),
    }
}

fn ask(editor: &mut Editor, wish: Wish, frames: u64) {
    let (front, _) = editor.workspace.front_mut();
    front.reopen_last_run();
    let document = front.id();
    let kinds = front.kinds_in_program().clone();
    let found = front.with_run(|run, project| {
        let search = run.what_it_takes(&wish, frames, project, &kinds)?;
        Some((search, run.frame(), run.recording().current_way()))
    });
    let Some((search, frame, way)) = found.flatten() else {
        return;
    };
    editor.shell.views.takes = Some(TakesWindow::new(
        document,
        (wish, frame, frames),
        (search, way),
    ));
}

/// Makes a change that was found, on a way of its own.
fn try_out(editor: &mut Editor, number: usize) {
    let Some(window) = &editor.shell.views.takes else {
        return;
    };
    let Some(change) = window.search.found().get(number).cloned() else {
        return;
    };
    let (way, frame) = (window.way, window.frame);
    let first = change.first().map(|first| first.frame);
    docking::show(&mut editor.shell.panels, Panel::Timeline);
    let is_tried = run::change_run(&mut editor.workspace, &mut editor.shell, |run| {
        run.try_change(way, &change, frame)
    });
    if let Some(window) = &mut editor.shell.views.takes {
        window.tried_from = first.filter(|_| is_tried);
    }
}

/// After a trial has run to its end, shows the frame in which the node ran, and says which. A run that stopped elsewhere, such as at a
/// breakpoint, is left there.
fn show_tried(editor: &mut Editor) {
    let Some(window) = &mut editor.shell.views.takes else {
        return;
    };
    let (front, _) = editor.workspace.front_mut();
    let Some(run) = front.run.as_mut().filter(|run| run.goal().is_none()) else {
        return;
    };
    let (Some(first), last) = (window.tried_from.take(), window.frame) else {
        return;
    };
    let Wish::Runs(node) = window.wish.clone() else {
        return;
    };
    if run.frame() != last.min(run.frames().1) || run.inside().is_some() {
        return;
    }
    let now = run.node(&node);
    let (key, frame) = if now.state.is_running() {
        ("takes.runs_since", now.since_frame)
    } else if let Some(frame) = run.first_start(&node, first, last) {
        run.show(frame);
        ("takes.ran", frame)
    } else {
        return;
    };
    let node = editor.shell.texts.title_of(front.document(), &node);
    let arguments = [("node", &*node), ("frame", &*frame.to_string())];
    editor.shell.notify_key(NoticeKind::Done, key, &arguments);
}
