//! Runs of the active document, and changes to a running tree.

use std::sync::Arc;

use treewright_core::value::Value;
use treewright_insight::recording::RunInputError;
use treewright_session::notice::NoticeKind;
use treewright_session::workspace::Workspace;
use treewright_session::workspace::open_document::{NextRun, OpenDocument};
use treewright_session::workspace::run_session::{Adopted, Goal, RunSession};
use treewright_session::workspace::run_view::{RunState, RunView as _};

use super::{agents, answers, recordings, references, run_search, told_runs, ways, what_it_takes};
use crate::action::{RunAction, RunSetting, Walk};
use crate::command_table;
use crate::dispatch::file::ask_for_recording;
use crate::dispatch::file::exporting::ask_for_export_path;
use crate::docking::{self, Panel};
use crate::editor::Editor;
use crate::panels::run_bar;
use crate::shell::{ExportToFile, ExportedKind, FileContents, Shell};

pub fn apply(editor: &mut Editor, action: RunAction) {
    let Some(action) = told_runs::apply(editor, action) else {
        return;
    };
    match action {
        // Only a run of another program has frames that are not shown yet.
        RunAction::FollowNewest => {}
        RunAction::Toggle => toggle(editor),
        RunAction::Export { name, text } => {
            let contents = FileContents::Text(text);
            let export = ExportToFile::new(ExportedKind::Text, name, contents);
            ask_for_export_path(editor, export);
        }
        RunAction::Save => recordings::save(editor),
        RunAction::Compare => ask_for_recording(editor),
        RunAction::Stop => editor.workspace.front_mut().0.stop_run(),
        RunAction::Reopen => editor.workspace.front_mut().0.reopen_last_run(),
        RunAction::Restart { other_seed } => restart(editor, other_seed),
        RunAction::SetVariable(name, value) => {
            change_run(&mut editor.workspace, &mut editor.shell, |run| {
                run.set_variable(&name, value)
            });
        }
        RunAction::SendEvent {
            name,
            payload,
            to_all,
        } => send_event(editor, &name, payload, to_all),
        RunAction::FocusEvents => {
            docking::show(&mut editor.shell.panels, Panel::Blackboard);
            editor.shell.views.blackboard.events.take_focus();
        }
        RunAction::ShowUse(used) => {
            let (front, _) = editor.workspace.front_mut();
            if let Some(run) = &mut front.run {
                run.choose_use(used);
            }
        }
        RunAction::Answer(id, status) => {
            answers::set_result(&mut editor.workspace, &mut editor.shell, &id, status);
        }
        RunAction::AnswerNext(status) => {
            answers::set_next_result(&mut editor.workspace, &mut editor.shell, status);
        }
        RunAction::NextAsking => answers::reveal_next_asking(editor),
        RunAction::Agents(action) => agents::apply(editor, action),
        RunAction::FocusFrameField => run_bar::focus_frame_field(&editor.shell.ctx),
        RunAction::ChooseSought => run_search::choose(&mut editor.shell),
        RunAction::Seek(sought) => run_search::seek(editor, sought),
        RunAction::GoToSought(sought) => run_search::go_to_nearest(editor, sought),
        RunAction::Set(setting) => set(&mut editor.workspace, &mut editor.shell, setting),
        RunAction::RestartWithInputs => ways::restart_with_inputs(editor),
        RunAction::Way(action) => ways::apply(editor, action),
        RunAction::Takes(action) => what_it_takes::apply(editor, action),
        RunAction::Walk(Walk::Found { forward }) => run_search::go(editor, forward),
        RunAction::Walk(walk) => move_through(editor, &walk),
    }
    report_discarded(&mut editor.workspace, &mut editor.shell);
    report_goal(&editor.workspace, &mut editor.shell);
    editor.shell.ctx.request_repaint();
}

/// Changes the speed and memory settings of runs.
fn set(workspace: &mut Workspace, shell: &mut Shell, setting: RunSetting) {
    let settings = &mut shell.settings;
    match setting {
        RunSetting::Speed(speed) => {
            settings.run_speed = Some(speed);
            settings.run_at_full_speed = false;
        }
        RunSetting::FullSpeed(full) => settings.run_at_full_speed = full,
        RunSetting::TimeStep(seconds) => {
            settings.time_step = Some(seconds);
            settings.real_time_step = false;
        }
        RunSetting::RealTimeStep(real) => settings.real_time_step = real,
        RunSetting::RecordingMegabytes(megabytes) => {
            settings.recording_megabytes = Some(megabytes);
            let limit = settings.recording_limit();
            for document in workspace.documents_mut() {
                let runs = [&mut document.run, &mut document.last_run];
                for run in runs.into_iter().flatten() {
                    run.set_limit(limit);
                }
                if let Some(told) = document.any_told_run() {
                    told.set_limit(limit);
                }
            }
        }
    }
}

/// Moves through the run.
fn move_through(editor: &mut Editor, walk: &Walk) {
    let starts = walk.starts();
    if !starts {
        // A frame that was chosen in a panel which still shows the stopped run.
        editor.workspace.front_mut().0.reopen_last_run();
    }
    if starts && (is_refused_after_end(editor) || !start_if_needed(editor)) {
        return;
    }
    if starts {
        adopt_now(&mut editor.workspace, &mut editor.shell);
    }
    let dt = editor.shell.settings.pace().single_step();
    let (front, _) = editor.workspace.front_mut();
    let selected = front.selection().primary().cloned();
    front.with_run(|run, project| match walk {
        Walk::Step => run.step(dt, project),
        Walk::StepBack => run.step_back(),
        Walk::StepEvent => run.step_event(dt, project),
        Walk::StepEventBack => run.step_event_back(),
        Walk::StepOver => run.step_over(selected.as_ref(), dt, project),
        Walk::StepOut => run.step_out(selected.as_ref(), dt, project),
        Walk::RunToNode => {
            if let Some(node) = selected {
                run.run_to(Goal::Start(node));
            }
        }
        Walk::RunToFrame(frame) if *frame <= run.frames().1 => run.show(*frame),
        Walk::RunToFrame(frame) => run.run_to(Goal::Frame(*frame)),
        Walk::GoTo(frame) => run.show(*frame),
        Walk::GoToEvent {
            frame,
            agent,
            events,
        } => run.show_event(*frame, *agent, *events),
        Walk::Found { .. } => {}
        Walk::RestoreDiscarded => {
            run.restore_discarded();
        }
        Walk::RepeatRecorded => run.repeat_recorded(),
        Walk::DropRecorded => run.drop_recorded_inputs(),
        Walk::NextAgent => run.show_next_agent(),
        Walk::ShowAgent(number) => run.show_agent(*number),
    });
    if starts {
        // The step may have left the past, where changes are not applied.
        adopt_now(&mut editor.workspace, &mut editor.shell);
    }
}

/// Changes the run; returns whether that was possible, and reports why not.
pub(super) fn change_run(
    workspace: &mut Workspace,
    shell: &mut Shell,
    act: impl FnOnce(&mut RunSession) -> Result<(), RunInputError>,
) -> bool {
    let (front, _) = workspace.front_mut();
    let error = match front.with_run(|run, _| act(run)) {
        Some(Err(error)) => error,
        done => return done.is_some(),
    };
    let text = match &error {
        RunInputError::Variable(error) => shell.texts.variable_error(error),
        RunInputError::UnknownAgent => shell.texts.tr("notice.unknown_agent").into_owned(),
        RunInputError::UnknownNode => shell.texts.tr("notice.unknown_node").into_owned(),
        RunInputError::UnknownProgram => shell.texts.message(&error.message()),
        RunInputError::Globals(conflict) => shell.texts.message(&conflict.message()),
        RunInputError::Force(error) => shell.texts.force_error(error),
    };
    shell.notify(NoticeKind::Refused, text);
    false
}

/// Sends an event to the run, and confirms it.
fn send_event(editor: &mut Editor, name: &Arc<str>, payload: Option<Value>, to_all: bool) {
    let (workspace, shell) = (&mut editor.workspace, &mut editor.shell);
    let sent = name.clone();
    if change_run(workspace, shell, |run| {
        run.send_event(sent, payload, to_all)
    }) {
        shell.notify_key(NoticeKind::Done, "notice.event_sent", &[("name", &**name)]);
    }
}

/// Passes the selected node to the run, which shows the variables of its use.
pub fn follow_selection(workspace: &mut Workspace) {
    let (front, _) = workspace.front_mut();
    let selected = front.selection().primary().cloned();
    if let Some(run) = &mut front.run {
        run.select(selected.as_ref());
    }
}

/// Reports the node that the run is heading for, which may take long.
fn report_goal(workspace: &Workspace, shell: &mut Shell) {
    let front = workspace.front();
    let (key, id) = match front.run.as_ref().and_then(RunSession::goal) {
        Some(Goal::Start(id)) => ("notice.going_to_start", id),
        Some(Goal::End(id)) => ("notice.going_to_end", id),
        _ => return,
    };
    let node = shell.texts.title_of(front.document(), id);
    shell.notify_key(NoticeKind::Done, key, &[("node", &*node)]);
}

/// Reports which frames a change has left, that they are kept, and whether their inputs happen again.
fn report_discarded(workspace: &mut Workspace, shell: &mut Shell) {
    let (front, _) = workspace.front_mut();
    let Some(discard) = front.run.as_mut().and_then(RunSession::take_discard) else {
        return;
    };
    let key = match (discard.was_inside, discard.repeats_inputs) {
        (true, _) => "notice.frame_again",
        (false, false) => "notice.frames_left",
        (false, true) => "notice.frames_left_inputs",
    };
    let (frame, kept) = (
        discard.first_frame.to_string(),
        (discard.first_frame - 1).to_string(),
    );
    let arguments = [("frame", &*frame), ("kept", &*kept)];
    shell.notify_key(NoticeKind::Done, key, &arguments);
}

fn toggle(editor: &mut Editor) {
    if !start_if_needed(editor) {
        return;
    }
    let (front, _) = editor.workspace.front_mut();
    let Some(run) = &mut front.run else { return };
    let was_running = run.state() == RunState::Running;
    run.set_playing(!was_running);
    if !was_running {
        adopt_now(&mut editor.workspace, &mut editor.shell);
    }
}

/// Restarts the run; it continues if it was running.
fn restart(editor: &mut Editor, other_seed: bool) {
    let (front, _) = editor.workspace.front_mut();
    let Some(run) = &mut front.run else { return };
    let was_running = run.state() == RunState::Running;
    // Seeds are shown to users, who may want to type them.
    let seed = if other_seed {
        (run.seed() + 1) % 1_000_000
    } else {
        run.seed()
    };
    editor.workspace.show_first_tree();
    if begin(editor, |front| front.start_run(Some(seed))) {
        let (front, _) = editor.workspace.front_mut();
        if let Some(run) = &mut front.run {
            run.set_playing(was_running);
        }
        let seed = seed.to_string();
        editor.shell.notify_key(
            NoticeKind::Done,
            "notice.restarted_with_seed",
            &[("seed", &*seed)],
        );
    }
}

/// Starts a run by `start`, and returns what that returns.
pub(super) fn begin<T>(editor: &mut Editor, start: impl FnOnce(&mut OpenDocument) -> T) -> T {
    editor.copy_now();
    let limit = editor.shell.settings.recording_limit();
    let (front, _) = editor.workspace.front_mut();
    let began = start(front);
    if let Some(run) = &mut front.run {
        run.set_limit(limit);
        let front = editor.workspace.front_index();
        references::tell_unsaved_work(&editor.workspace, &mut editor.shell, front);
    }
    began
}

/// Refuses a step after the end of a run since which nothing was changed: it would lose the run for another one. Returns whether that is so.
fn is_refused_after_end(editor: &mut Editor) -> bool {
    let run = editor.workspace.front().run.as_ref();
    let ended = run.filter(|run| run.is_finished() && run.inputs_after_end().is_empty());
    if ended.is_none() {
        return false;
    }
    let shell = &mut editor.shell;
    let run = command_with_keys(shell, "run");
    shell.notify_key(NoticeKind::Refused, "notice.has_ended", &[("run", &*run)]);
    true
}

/// The name of a command, with its shortcut.
pub(super) fn command_with_keys(shell: &Shell, id: &str) -> String {
    let Some(command) = command_table::find(id) else {
        return String::new();
    };
    let name = shell.texts.tr(&command.text_key()).into_owned();
    let keys = command.shortcut_text(&shell.ctx);
    if keys.is_empty() {
        return name;
    }
    shell.texts.with_note(&name, &keys)
}

/// Ensures that there is a run that can continue; reports why not.
fn start_if_needed(editor: &mut Editor) -> bool {
    let (front, _) = editor.workspace.front_mut();
    if front.run.as_ref().is_some_and(|run| !run.is_finished()) {
        return true;
    }
    let ended = front.run.is_some();
    if ended {
        editor.workspace.show_first_tree();
    }
    let next = begin(editor, OpenDocument::start_next_run);
    if next != NextRun::NotStarted {
        if ended {
            let key = match next {
                NextRun::StartedWithInputs => "notice.new_run_with_inputs",
                _ => "notice.new_run",
            };
            editor.shell.notify_key(NoticeKind::Done, key, &[]);
        }
        // Run events appear in the log. If the user closed it, or looks at anything else than problems there, it stays where it is.
        let panels = &mut editor.shell.panels.tree;
        let is_log_open = docking::is_open(panels, Panel::Log);
        if is_log_open && docking::has_in_front(panels, Panel::Log, &[Panel::Problems]) {
            docking::bring_to_front(panels, Panel::Log);
        }
        return true;
    }
    if editor.workspace.front().broken_run.is_some() {
        // There is a run, but it broke; the reason is reported at the end of the frame.
        return false;
    }
    docking::show(&mut editor.shell.panels, Panel::Problems);
    editor
        .shell
        .notify_key(NoticeKind::Refused, "notice.nothing_to_run", &[]);
    false
}

/// Reports runs that ended with an internal error.
pub fn report_broken_runs(workspace: &mut Workspace, shell: &mut Shell) {
    let mut broken = None;
    for document in workspace.documents_mut() {
        let text = document.broken_run.take();
        broken = broken.or(text.map(|text| (document.title(&shell.texts), text)));
    }
    if let Some((title, text)) = broken {
        let reason = shell.texts.mistake(&text);
        let arguments = [("title", &*title), ("reason", &*reason)];
        shell.notify_key(NoticeKind::Failed, "jobs.run_ended", &arguments);
    }
}

/// Reports a run that was stopped because an agent of another run is shown in its document.
pub fn report_replaced_run(workspace: &mut Workspace, shell: &mut Shell) {
    let replaced = workspace.take_replaced_run();
    let Some(document) = replaced.and_then(|id| workspace.with_id(id)) else {
        return;
    };
    let title = document.title(&shell.texts);
    let arguments = [("title", &*title)];
    shell.notify_key(NoticeKind::Done, "notice.own_run_stopped", &arguments);
}

/// Applies changes of documents to their runs.
pub fn adopt_changes(workspace: &mut Workspace, shell: &mut Shell) {
    for index in 0..workspace.documents().len() {
        let adopted = workspace.apply_changes_to_run(index, shell.waker());
        report_run_update(workspace, shell, index, adopted);
    }
}

/// Like `adopt_changes`, for the active document, before its run continues.
fn adopt_now(workspace: &mut Workspace, shell: &mut Shell) {
    let front = workspace.front_index();
    let adopted = workspace.adopt_now(front);
    report_run_update(workspace, shell, front, adopted);
}

/// Reports what happened to a run whose document was changed.
fn report_run_update(workspace: &mut Workspace, shell: &mut Shell, index: usize, adopted: Adopted) {
    let (kind, key) = match adopted {
        Adopted::Nothing => return,
        Adopted::Swapped => (NoticeKind::Done, "notice.swapped"),
        Adopted::Restarted => (NoticeKind::Done, "notice.restarted"),
        Adopted::Ended => {
            if let Some((document, _)) = workspace.get_mut(index) {
                document.end_run();
            }
            (NoticeKind::Refused, "notice.run_ended")
        }
    };
    shell.notify_key(kind, key, &[]);
}
