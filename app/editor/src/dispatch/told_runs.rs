//! Runs that were told: opens the log of a robot, moves through it, and refuses what would need running again, with the reason.

use std::path::Path;

use treewright_core::Message;
use treewright_robot::full_tree::TreeRemark;
use treewright_robot::logged_run::{AGENT, LogRemark, LoggedRun};
use treewright_session::host::files::absolute;
use treewright_session::notice::NoticeKind;
use treewright_session::workspace::open_document::OpenDocument;
use treewright_session::workspace::run_view::RunView as _;
use treewright_session::workspace::told_run::{ToldRun, ToldTree};

use super::references;
use crate::action::{RunAction, Walk};
use crate::docking::{self, Panel};
use crate::editor::Editor;

/// Opens the log of a robot: its tree as a document without a file, with its run at the last frame.
pub fn open(editor: &mut Editor, path: &Path, log: LoggedRun) {
    let LoggedRun {
        tree,
        past,
        remarks,
    } = log;
    let document = tree.files.document.clone();
    let imported = tree.imported.documents.into_iter().next();
    let from_reader = imported.map_or_else(Vec::new, |imported| imported.remarks);
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    let index = editor
        .workspace
        .add(|id| OpenDocument::new(id, document, from_reader).called(name));
    let Some((document, _)) = editor.workspace.get_mut(index) else {
        return;
    };
    document.take_imported(tree.sources, tree.files);
    let is_cut = remarks.contains(&LogRemark::Cut);
    let of_log = remarks.iter().map(LogRemark::message);
    let of_tree = tree.remarks.iter().map(TreeRemark::message);
    let lines: Vec<Message> = of_log.chain(of_tree).collect();
    let shown = ToldTree {
        document: document.id(),
        revision: document.run_revision(),
        program: tree.program,
        origins: tree.origins,
    };
    let limit = editor.shell.settings.recording_limit();
    document.show_told_run(ToldRun::new(shown, (past, AGENT), limit, lines));
    references::update(editor);
    editor.shell.settings.remember(&absolute(path));
    docking::show(&mut editor.shell.panels, Panel::Timeline);
    tell_opened(editor, path, is_cut);
}

fn tell_opened(editor: &mut Editor, path: &Path, is_cut: bool) {
    let run = editor.workspace.front().told_run();
    let frames = run.map_or(0, |run| run.frames().1 - run.frames().0);
    let frames = usize::try_from(frames).unwrap_or(usize::MAX);
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let (kind, key) = if is_cut {
        (NoticeKind::Failed, "told_run.opened_cut")
    } else {
        (NoticeKind::Done, "told_run.opened")
    };
    let shell = &mut editor.shell;
    let text = shell.texts.tr_count_with(key, frames, &[("name", &name)]);
    shell.notify(kind, text);
}

/// Applies an action if the front document shows a run that was told; returns it otherwise, or if it is the same for every run.
pub fn apply(editor: &mut Editor, action: RunAction) -> Option<RunAction> {
    let (front, _) = editor.workspace.front_mut();
    let Some(told) = front.told_run_mut() else {
        return Some(action);
    };
    match action {
        RunAction::Stop => front.end_told_run(),
        RunAction::Walk(walk @ Walk::Found { .. }) => return Some(RunAction::Walk(walk)),
        RunAction::Walk(walk) => match move_through(told, &walk) {
            Moved::Yes => {}
            Moved::AtTheEnd => refuse(editor, "obstacle.no_frame_after"),
            Moved::NeedsToRun => refuse(editor, "obstacle.told_run"),
        },
        RunAction::Export { .. }
        | RunAction::FocusFrameField
        | RunAction::ChooseSought
        | RunAction::Seek(_)
        | RunAction::GoToSought(_)
        | RunAction::Set(_) => return Some(action),
        _ => refuse(editor, "obstacle.told_run"),
    }
    editor.shell.ctx.request_repaint();
    None
}

fn refuse(editor: &mut Editor, key: &str) {
    editor.shell.notify_key(NoticeKind::Refused, key, &[]);
}

/// Whether a step led to another moment.
enum Moved {
    Yes,
    AtTheEnd,
    NeedsToRun,
}

fn move_through(run: &mut ToldRun, walk: &Walk) -> Moved {
    let has_moved = match walk {
        Walk::Step => run.step(),
        Walk::StepEvent => run.step_event(),
        Walk::StepBack => {
            run.step_back();
            true
        }
        Walk::StepEventBack => {
            run.step_event_back();
            true
        }
        Walk::GoTo(frame) => {
            run.show(*frame);
            true
        }
        Walk::RunToFrame(frame) => {
            run.show(*frame);
            *frame <= run.frames().1
        }
        Walk::GoToEvent { frame, events, .. } => {
            run.show_inside(*frame, *events);
            true
        }
        _ => return Moved::NeedsToRun,
    };
    if has_moved {
        Moved::Yes
    } else {
        Moved::AtTheEnd
    }
}
