//! The start and the end of a frame: applies external events (dialog answers, changes on disk, finished jobs, dropped files, close requests, time),
//! and after the actions updates everything that depends on them.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use egui::ViewportCommand;
use treewright_session::host::files::{self, SaveError};
use treewright_session::host::recovery::CopyError;
use treewright_session::notice::NoticeKind;
use treewright_session::settings::WindowPlace;

use super::{EditorApp, reopening};
use crate::action::{Action, ActionSink, FileAction};
use crate::dispatch;
use crate::editor::{Editor, check, check_problems};
use crate::panels::questions::Question;
use crate::services::Services;
use crate::shell::{QuestionTopic, Shell};

/// How long full-speed runs may delay the drawing of a frame.
const FULL_SPEED_SHARE: Duration = Duration::from_millis(8);

impl EditorApp {
    /// Handles external events at the start of a frame.
    pub(super) fn receive(&mut self, sink: &mut ActionSink) {
        dispatch::file::on_dialog_answer(&mut self.editor);
        self.editor.shell.update_busy();
        self.guarded_each_frame("disk", check_disk);
        self.guarded_each_frame("project", dispatch::project::apply_results);
        self.editor.finish_ready_jobs();
        self.guarded_each_frame("robots", dispatch::live::update);
        self.guarded_each_frame("exports", dispatch::export::writing::report_when_idle);
        let shell = &self.editor.shell;
        let dropped = |input: &mut egui::InputState| std::mem::take(&mut input.raw.dropped_files);
        for file in shell.ctx.input_mut(dropped) {
            shell.commit_text_field();
            sink.push(Action::File(FileAction::OpenPath(file.path().to_owned())));
        }
        open_from_second_starts(&self.editor.services, shell, sink);
        let is_closing = |input: &egui::InputState| input.viewport().close_requested();
        if shell.ctx.input(is_closing) && !shell.quitting {
            shell.ctx.send_viewport_cmd(ViewportCommand::CancelClose);
            shell.commit_text_field();
            sink.push(Action::File(FileAction::Quit));
        }
        dispatch::layout::start_pending(&mut self.editor);
        self.run();
        check_front(&mut self.editor);
    }

    /// Advances runs by the elapsed time.
    fn run(&mut self) {
        let Editor {
            workspace, shell, ..
        } = &mut self.editor;
        let now = shell.now();
        let passed = (now - self.last_time.unwrap_or(now)).clamp(0.0, 1.0);
        self.last_time = Some(now);
        let pace = shell.settings.pace();
        let until = Instant::now() + FULL_SPEED_SHARE;
        let mut has_time = || Instant::now() < until;
        for document in workspace.documents_mut() {
            let wait =
                document.with_run(|run, project| run.advance(passed, pace, &mut has_time, project));
            if let Some(wait) = wait.flatten() {
                shell.wake_in(wait.max(0.002));
            }
        }
        workspace.follow_runs();
    }

    /// Updates everything that depends on the actions of the frame.
    pub(super) fn finish(&mut self) {
        let now = self.editor.shell.now();
        self.editor.shell.expire_notice(now);
        self.guarded_each_frame("references", dispatch::references::update);
        let editor = &mut self.editor;
        dispatch::breakpoints::update(editor);
        editor.workspace.update_shared_runs(&editor.shell.texts);
        dispatch::project::update(&editor.workspace, &mut editor.services);
        dispatch::project::follow_unsaved(editor);
        self.guarded_each_frame("scenario list", dispatch::scenarios::update);
        self.guarded_each_frame("exploration", dispatch::explore::update);
        let editor = &mut self.editor;
        dispatch::find::update(editor);
        dispatch::versions::update(editor);
        dispatch::navigation::trim_descent(&editor.workspace, &mut editor.shell);
        dispatch::this_use::update(editor);
        dispatch::run::adopt_changes(&mut editor.workspace, &mut editor.shell);
        dispatch::run::follow_selection(&mut editor.workspace);
        dispatch::run_search::update(&mut editor.workspace);
        dispatch::ways::update(editor);
        dispatch::what_it_takes::update(editor);
        dispatch::run::report_broken_runs(&mut editor.workspace, &mut editor.shell);
        dispatch::run::report_replaced_run(&mut editor.workspace, &mut editor.shell);
        check_front(editor);
        check_next(editor);
        editor.update_jobs();
        dispatch::file::recovering::update(editor);
        copy_unsaved_work(editor, now);
        report_not_durable(&mut editor.shell);
        self.update_title();
        remember_window(&mut self.editor.shell);
        ask_about_changed_file(&mut self.editor);
        let shell = &self.editor.shell;
        let busy = shell.ctx.input(|input| input.pointer.any_down());
        if !busy && shell.settings.preferences() != self.saved_settings {
            self.save_settings_or_report();
        }
    }

    fn update_title(&mut self) {
        let shell = &self.editor.shell;
        let front = self.editor.workspace.front();
        let mark = if front.is_dirty() { "● " } else { "" };
        let title = format!("{mark}{} – Treewright", front.title(&shell.texts));
        if title != self.title {
            let command = ViewportCommand::Title(title.clone());
            shell.ctx.send_viewport_cmd(command);
            self.title = title;
        }
    }

    /// Writes the current settings.
    pub(super) fn save_settings(&mut self) -> Result<(), SaveError> {
        reopening::record_open_files(&mut self.editor);
        let shell = &mut self.editor.shell;
        // Also if the write fails: the user is notified once per change, not in every frame.
        self.saved_settings = shell.settings.preferences();
        shell.settings.panels = crate::docking::kept(shell.arrangement());
        let folders = &self.editor.services.folders;
        shell.settings.save(&folders.settings_file)
    }

    /// Like `save_settings`, and notifies the user of errors.
    fn save_settings_or_report(&mut self) {
        if let Err(error) = self.save_settings() {
            let shell = &mut self.editor.shell;
            let reason = shell.texts.save_error(&error);
            let arguments = [("reason", &*reason)];
            shell.notify_key(
                NoticeKind::Failed,
                "recovery.settings_not_saved",
                &arguments,
            );
        }
    }
}

/// Opens the files that other starts of the program passed on, and raises the window.
fn open_from_second_starts(services: &Services, shell: &Shell, sink: &mut ActionSink) {
    let Some(arrivals) = &services.second_starts else {
        return;
    };
    while let Some(Ok(files)) = arrivals.take() {
        let ctx = &shell.ctx;
        ctx.send_viewport_cmd(ViewportCommand::Minimized(false));
        ctx.send_viewport_cmd(ViewportCommand::Focus);
        for file in files {
            shell.commit_text_field();
            sink.push(Action::File(FileAction::OpenPath(file)));
        }
    }
}

fn check_front(editor: &mut Editor) {
    let front = editor.workspace.front_index();
    check(&mut editor.workspace, &mut editor.shell, front);
}

/// Checks a document behind the active one whose references changed, so that its tab tells its errors; one in each frame.
fn check_next(editor: &mut Editor) {
    let Editor {
        workspace, shell, ..
    } = editor;
    let documents = workspace.documents().iter().enumerate();
    let waiting = documents.filter(|(_, document)| document.needs_check());
    let waiting: Vec<usize> = waiting.map(|(index, _)| index).collect();
    for (at, index) in waiting.iter().enumerate() {
        check_problems(workspace, shell, *index);
        // A large one is checked beside the window.
        if !workspace.documents()[*index].needs_check() {
            if at + 1 < waiting.len() {
                shell.ctx.request_repaint();
            }
            return;
        }
    }
}

fn check_disk(editor: &mut Editor) {
    let services = &mut editor.services;
    if services
        .conditions
        .lose_watches
        .swap(false, Ordering::Relaxed)
    {
        services.watcher.lose();
    }
    let changes = services.watcher.changes();
    let paths = changes.paths;
    dispatch::project::changed_on_disk(services, &paths, changes.any_file);
    dispatch::scenarios::changed_on_disk(services, &paths, changes.any_file);
    dispatch::references::changed_on_disk(editor, &paths, changes.any_file);
    dispatch::explore::changed_on_disk(editor, &paths, changes.any_file);
    if dispatch::project::marks_folder(&paths) {
        dispatch::project::find_folder_again(editor);
    }
    if changes.any_file {
        dispatch::file::on_disk::check_all(editor);
    }
    for path in paths {
        dispatch::file::changed_on_disk(editor, &path);
    }
    dispatch::file::on_disk::check_due(editor);
    if editor.services.watcher.take_unwatched_warning() {
        let shell = &mut editor.shell;
        shell.notify_key(NoticeKind::Refused, "jobs.polling", &[]);
    }
}

/// Copies the unsaved work that is due, and reports errors.
fn copy_unsaved_work(editor: &mut Editor, now: f64) {
    let Editor {
        workspace,
        shell,
        services,
        ..
    } = editor;
    let next = services.copies.copy_due(workspace, &shell.texts, now);
    if let Some(seconds) = next {
        shell.wake_in(seconds);
    }
    if shell.quitting {
        return;
    }
    let reason = match services.copies.recovery.own.fault() {
        None => return,
        Some(CopyError::Write(error)) => shell.texts.write_error(&error),
        Some(CopyError::Save(error)) => shell.texts.save_error(&error),
        Some(CopyError::Panicked(message)) => shell.texts.mistake(&message),
    };
    let arguments = [("reason", &*reason)];
    shell.notify_key(NoticeKind::Failed, "notice.copy_failed", &arguments);
}

/// Reports files that are saved but may not survive a power failure.
fn report_not_durable(shell: &mut Shell) {
    let mut not_durable = files::take_doubts().into_iter();
    if let Some(first) = not_durable.next() {
        let (path, reason) = (
            first.file.display().to_string(),
            shell.texts.io_error(&first.why),
        );
        let arguments = [("path", &*path), ("reason", &*reason)];
        let mut text = shell.texts.tr_with("notice.not_durable", &arguments);
        if not_durable.len() > 0 {
            let count = not_durable.len().to_string();
            let more = [("count", &*count)];
            text += &shell.texts.tr_with("notice.not_durable_more", &more);
        }
        shell.notify(NoticeKind::Refused, text);
    }
}

/// Remembers the position of the window; while it is maximized, the position before that.
fn remember_window(shell: &mut Shell) {
    let scale = shell.ctx.zoom_factor();
    let (inner, outer, maximized) = shell.ctx.input(|input| {
        let window = input.viewport();
        let full = window.maximized == Some(true) || window.fullscreen == Some(true);
        (window.inner_rect, window.outer_rect, full)
    });
    let Some(inner) = inner.filter(egui::Rect::is_positive) else {
        return;
    };
    if maximized {
        let before = shell.settings.window_place();
        shell.settings.window = Some(WindowPlace {
            maximized,
            ..before
        });
        return;
    }
    let corner = outer.map(|rect| (rect.left() * scale, rect.top() * scale));
    shell.settings.window = Some(WindowPlace {
        size: (inner.width() * scale, inner.height() * scale),
        corner,
        maximized,
    });
}

/// Asks about the active document if its file changed while it had unsaved changes.
fn ask_about_changed_file(editor: &mut Editor) {
    let (front, shell) = (editor.workspace.front(), &mut editor.shell);
    // An open question may describe an earlier state of the file, so it is replaced.
    let is_free = match &shell.question {
        None => true,
        Some((_, topic)) => {
            matches!(topic, QuestionTopic::ChangedOnDisk(id) if *id == front.id())
        }
    };
    if let Some(change) = &front.changed_on_disk
        && is_free
    {
        let question = Question::ChangedOnDisk {
            title: front.title(&shell.texts),
            can_merge: front.last_on_disk().is_some(),
            change: change.clone(),
        };
        shell.question = Some((question, QuestionTopic::ChangedOnDisk(front.id())));
    }
}
