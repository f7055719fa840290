//! Edits scenarios: every edit is saved at once, can be undone, and is followed by a run. Files are read just before they are written, so
//! that other programs' changes are not lost.

use std::path::Path;
use std::sync::Arc;

use treewright_core::format::FileContent;
use treewright_insight::scenario::{MarkPlace, Scenario, ScenarioError};
use treewright_insight::scenario_json;
use treewright_session::host::files::{self, Expected, Fingerprint};
use treewright_session::notice::NoticeKind;
use treewright_session::workspace::open_document::OpenDocument;
use treewright_session::workspace::run_session::RunSession;
use treewright_session::workspace::run_view::RunView as _;
use treewright_session::workspace::scenario_edits::{Direction, ScenarioEdit, the_changed_mark};

use super::creating::{refuse, write};
use super::{ScenariosJob, renaming};
use crate::action::EditAction;
use crate::dispatch::edit;
use crate::dispatch::run::command_with_keys;
use crate::editor::Editor;
use crate::shell::Shell;

/// A run with more nodes times frames than this is replayed only on request.
const MAX_REPLAYED: usize = 200_000;

/// Applies an edit, and selects the mark that was added or changed.
pub fn edit(editor: &mut Editor, file: &Path, edit: ScenarioEdit) {
    let mut place: Option<MarkPlace> = None;
    let is_removal = matches!(edit, ScenarioEdit::Remove(_));
    let is_done = change(editor, file, |scenario| place = edit.apply(scenario));
    if !is_done {
        return;
    }
    if let Some(place) = &place {
        show_frame(editor, file, place.frame);
    }
    if place.is_some() || is_removal {
        editor.shell.views.scenarios.strip.select(place);
    }
}

/// Shows a frame of the active document's run, if that replays this scenario.
fn show_frame(editor: &mut Editor, file: &Path, frame: u64) {
    let entry = editor.services.scenarios.get(file);
    let scenario = entry.and_then(|entry| entry.scenario.as_ref());
    let (front, _) = editor.workspace.front_mut();
    front.with_run(|run, _| {
        if run.scenario() == scenario {
            run.show(frame);
        }
    });
}

/// Changes a scenario; returns whether it could be written.
pub(super) fn change(editor: &mut Editor, file: &Path, change: impl FnOnce(&mut Scenario)) -> bool {
    let Some((before, version)) = current(editor, file) else {
        return false;
    };
    let mut after = (*before).clone();
    change(&mut after);
    if after == *before {
        return true;
    }
    let after = Arc::new(after);
    let is_stored = store(editor, file, (&before, &after), version);
    let tree_state = editor.workspace.front().history().state();
    if is_stored && let Some(history) = editor.services.scenarios.history_mut(file) {
        history.record(before, after, tree_state);
    }
    is_stored
}

/// Undoes or redoes the user's last edit, of the scenario or of its tree.
pub fn step_latest(editor: &mut Editor, file: &Path, direction: Direction) {
    let state = editor.workspace.front().history().state();
    let history = editor.services.scenarios.history_mut(file);
    let is_of_scenario = history.is_some_and(|history| match direction {
        Direction::Undo => history.is_latest(state),
        Direction::Redo => history.can_redo(),
    });
    let of_tree = match direction {
        Direction::Undo => EditAction::Undo,
        Direction::Redo => EditAction::Redo,
    };
    if is_of_scenario {
        step(editor, file, direction);
    } else {
        edit::apply(editor, of_tree);
    }
}

/// Undoes or redoes an edit.
pub fn step(editor: &mut Editor, file: &Path, direction: Direction) {
    let Some((before, version)) = current(editor, file) else {
        return;
    };
    let Some(history) = editor.services.scenarios.history_mut(file) else {
        return;
    };
    let had_steps = history.can_undo() || history.can_redo();
    history.follow(&before);
    let Some(after) = history.peek(direction).cloned() else {
        if had_steps && !history.can_undo() && !history.can_redo() {
            refuse(&mut editor.shell, "notice.scenario_changed_outside");
        }
        return;
    };
    if store(editor, file, (&before, &after), version)
        && let Some(history) = editor.services.scenarios.history_mut(file)
    {
        history.step(direction);
        notify_step(&mut editor.shell, &after, direction);
        // What was changed back is selected, so that the arrows go on from there.
        let place = the_changed_mark(&before, &after);
        if let Some(place) = &place {
            show_frame(editor, file, place.frame);
        }
        let strip = &mut editor.shell.views.scenarios.strip;
        let is_gone = |place: &MarkPlace| after.mark(place).is_none();
        if place.is_some() || strip.selected().is_some_and(is_gone) {
            strip.select(place);
        }
    }
}

fn notify_step(shell: &mut Shell, scenario: &Scenario, direction: Direction) {
    let key = match direction {
        Direction::Undo => "notice.undone",
        Direction::Redo => "notice.redone",
    };
    let name = [("name", &*scenario.name)];
    let what = shell.texts.tr_with("scenarios.its_change", &name);
    shell.notify_key(NoticeKind::Done, key, &[("what", &what)]);
}

/// Returns a scenario as stored, with the version of its file; `None` for the version of an example's, which has no file.
fn current(editor: &mut Editor, file: &Path) -> Option<(Arc<Scenario>, Option<Fingerprint>)> {
    let entry = editor.services.scenarios.get(file)?;
    if entry.text.is_some() {
        return Some((entry.scenario.clone()?, None));
    }
    match read(&editor.shell, file) {
        Ok((mut scenario, version)) => {
            renaming::to_names_of_tree(editor, file, &mut scenario);
            Some((Arc::new(scenario), Some(version)))
        }
        Err(reason) => {
            let path = file.display().to_string();
            let arguments = [("path", &*path), ("reason", &*reason)];
            let shell = &mut editor.shell;
            shell.notify_key(NoticeKind::Failed, "notice.cannot_open", &arguments);
            None
        }
    }
}

/// Reads a scenario file.
///
/// # Errors
/// Why that is not possible, in words.
pub(super) fn read(shell: &Shell, file: &Path) -> Result<(Scenario, Fingerprint), String> {
    let texts = &shell.texts;
    let bytes = files::read(file).map_err(|error| texts.read_error(&error))?;
    let scenario = scenario_json::read(&bytes);
    let scenario =
        scenario.map_err(|error| texts.format_error_and_remedy(&error, FileContent::Scenario))?;
    Ok((scenario, Fingerprint::of(&bytes)))
}

/// Stores an edited scenario and runs it; returns whether its file could be written.
fn store(
    editor: &mut Editor,
    file: &Path,
    (before, after): (&Scenario, &Arc<Scenario>),
    version: Option<Fingerprint>,
) -> bool {
    if let Some(version) = version {
        let mut in_file = (**after).clone();
        renaming::to_names_in_file(editor, file, &mut in_file);
        let expected = Expected::Version(version);
        if !write(&mut editor.shell, file, &in_file, expected) {
            return false;
        }
        let path = file.display().to_string();
        let arguments = [("path", &*path)];
        editor
            .shell
            .notify_key(NoticeKind::Done, "notice.saved", &arguments);
    } else {
        // The scenarios of an example are saved with its tree.
        mark_example_unsaved(editor, file);
    }
    // Results of the scenario before the edit are not wanted any more.
    editor.jobs.discard(|_: &ScenariosJob| true);
    editor.services.scenarios.replace(file, after.clone());
    let (front, _) = editor.workspace.front_mut();
    let played = front.run.as_ref().filter(|run| {
        let played = run.scenario();
        played.is_some_and(|played| **played == *before)
    });
    if let Some(frame) = played.map(treewright_session::workspace::run_view::RunView::frame) {
        replay(editor, after, frame.min(after.frames));
    }
    true
}

fn mark_example_unsaved(editor: &mut Editor, file: &Path) {
    let open = renaming::open_tree_of(editor, file).map(OpenDocument::id);
    let index = open.and_then(|id| editor.workspace.index_of(id));
    if let Some((document, _)) = index.and_then(|index| editor.workspace.get_mut(index)) {
        document.mark_unsaved();
    }
}

/// Replays a scenario on the active document, which is its tree, and shows a frame. Does nothing if that takes long.
pub(super) fn replay(editor: &mut Editor, scenario: &Arc<Scenario>, frame: u64) {
    let front = editor.workspace.front();
    let frames = usize::try_from(scenario.frames).unwrap_or(usize::MAX);
    if front.document().node_count().saturating_mul(frames) > MAX_REPLAYED {
        return;
    }
    // Why a scenario cannot be run is shown with its result.
    let _ = play_on_front(editor, scenario, frame);
}

/// Replays a scenario on the active document, which is its tree, and shows a frame. Says it if the user's own run is set aside for it.
///
/// # Errors
/// If the scenario does not match the document.
pub fn play_on_front(
    editor: &mut Editor,
    scenario: &Arc<Scenario>,
    frame: u64,
) -> Result<(), ScenarioError> {
    let limit = editor.shell.settings.recording_limit();
    let (front, _) = editor.workspace.front_mut();
    let run = front.run.as_ref();
    let is_own = run.is_some_and(|run| run.scenario().is_none() && run.frames().1 > 0);
    front.play(scenario, frame)?;
    if let Some(run) = &mut front.run {
        run.set_limit(limit);
    }
    if is_own {
        let stop = command_with_keys(&editor.shell, "stop");
        let arguments = [("name", &*scenario.name), ("stop", &*stop)];
        editor
            .shell
            .notify_key(NoticeKind::Done, "notice.own_run_set_aside", &arguments);
    }
    Ok(())
}

/// Plays a scenario of the active document and shows a frame.
pub fn play(editor: &mut Editor, file: &Path, frame: u64) {
    let scenario = editor.services.scenarios.get(file);
    if let Some(scenario) = scenario.and_then(|entry| entry.scenario.clone()) {
        replay(editor, &scenario, frame);
    }
}

/// Replays the scenario of the active document's run if the tree was changed.
pub fn follow_tree(editor: &mut Editor) {
    let front = editor.workspace.front();
    let revision = front.run_revision();
    // Also while an earlier frame of it is shown.
    let is_old = |run: &&RunSession| run.ran_earlier_tree(revision);
    let Some(run) = front.run.as_ref().filter(is_old) else {
        return;
    };
    if let Some(scenario) = run.scenario().cloned() {
        let frame = run.frame();
        replay(editor, &scenario, frame);
    }
}
