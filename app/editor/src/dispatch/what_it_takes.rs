//! Searches what it would take that something happens in the active run, some trials in each frame of the window, and tries out what was found.

use std::time::{Duration, Instant};

use treewright_session::workspace::run_session::Wish;
use treewright_session::workspace::run_view::RunView as _;

use super::{run, scenarios};
use crate::action::TakesAction;
use crate::docking::{self, Panel};
use crate::editor::Editor;
use crate::panels::takes_window::{DEFAULT_FRAMES, TakesWindow};

/// How long the search may take in each frame of the window.
const BUDGET: Duration = Duration::from_millis(8);

/// Goes on with the search.
pub fn update(editor: &mut Editor) {
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
    docking::show(&mut editor.shell.panels, Panel::Timeline);
    run::change_run(&mut editor.workspace, &mut editor.shell, |run| {
        run.try_change(way, &change, frame)
    });
}
