//! What comes from outside between frames: answers of dialogs, changes on disk, dropped files, the wish to close, time.

use std::time::{Duration, Instant};

use egui::{Context, ViewportCommand};
use treewright_session::host::files::SaveError;
use treewright_session::notice::{Notice, NoticeKind};
use treewright_session::settings::WindowPlace;
use treewright_session::workspace::open_document::DocumentId;

use super::{EditorApp, Pending};
use crate::action::{Action, ActionSink, Answer, FileAction};
use crate::command_table::find;
use crate::dialogs::PathAnswer;
use crate::dispatch;
use crate::panels::path_box::PathBox;
use crate::panels::questions::Question;

/// How long runs that go as fast as they can may keep the window from drawing.
const FULL_SPEED_SHARE: Duration = Duration::from_millis(8);

impl EditorApp {
    /// Takes in what arrived.
    pub(super) fn receive(&mut self, ctx: &Context, sink: &mut ActionSink) {
        self.dialog_answered(ctx);
        dispatch::arriving::look(self, ctx);
        self.guarded_each_frame(ctx, "saving", |app| {
            dispatch::file::saving::take_in(app, ctx);
        });
        self.guarded_each_frame(ctx, "disk", |app| app.look_at_disk(ctx));
        self.guarded_each_frame(ctx, "project", dispatch::project::take_in);
        self.guarded_each_frame(ctx, "reading", |app| {
            dispatch::file::reading::take_in(app, ctx);
        });
        self.guarded_each_frame(ctx, "libraries", |app| {
            dispatch::libraries::take_in(app, ctx);
        });
        self.guarded_each_frame(ctx, "versions", |app| {
            dispatch::versions::reading::take_in(app, ctx);
        });
        self.guarded_each_frame(ctx, "recordings", |app| {
            dispatch::recordings::comparing::take_in(app, ctx);
        });
        self.guarded_each_frame(ctx, "exports", |app| {
            dispatch::export::writing::take_in(app, ctx);
        });
        self.guarded_each_frame(ctx, "pictures", |app| dispatch::pictures::take_in(app, ctx));
        for file in ctx.input_mut(|input| std::mem::take(&mut input.raw.dropped_files)) {
            hand_in_what_is_typed(ctx);
            sink.push(Action::File(FileAction::OpenPath(file.path().to_owned())));
        }
        self.take_from_second_starts(ctx, sink);
        if ctx.input(|input| input.viewport().close_requested()) && !self.quitting {
            ctx.send_viewport_cmd(ViewportCommand::CancelClose);
            hand_in_what_is_typed(ctx);
            sink.push(Action::File(FileAction::Quit));
        }
        self.guarded_each_frame(ctx, "layouts", |app| dispatch::layout::take_in(app, ctx));
        dispatch::layout::keep_up(self, ctx);
        self.run(ctx);
        self.check(ctx, self.workspace.front_index());
    }

    /// Another start of the program hands its files over, and wants the window to be seen.
    fn take_from_second_starts(&mut self, ctx: &Context, sink: &mut ActionSink) {
        let Some(arrivals) = &self.host.second_starts else {
            return;
        };
        while let Some(Ok(files)) = arrivals.take() {
            ctx.send_viewport_cmd(ViewportCommand::Minimized(false));
            ctx.send_viewport_cmd(ViewportCommand::Focus);
            for file in files {
                hand_in_what_is_typed(ctx);
                sink.push(Action::File(FileAction::OpenPath(file)));
            }
        }
    }

    fn look_at_disk(&mut self, ctx: &Context) {
        let changes = self.host.watcher.changes();
        let paths = changes.paths;
        dispatch::project::changed_on_disk(self, &paths, changes.any_file);
        dispatch::scenarios::changed_on_disk(self, &paths, changes.any_file);
        dispatch::references::changed_on_disk(self, ctx, &paths, changes.any_file);
        if changes.any_file {
            dispatch::file::on_disk::look_at_all(self, ctx);
        }
        for path in paths {
            dispatch::file::changed_on_disk(self, ctx, &path);
        }
        dispatch::file::on_disk::keep_looking(self, ctx);
        if self.host.watcher.take_trouble() {
            let text = self.texts.tr("jobs.polling").into_owned();
            self.say(ctx, NoticeKind::Refused, text);
        }
    }

    fn dialog_answered(&mut self, ctx: &Context) {
        let Some(answer) = self.host.dialogs.answer() else {
            return;
        };
        let Some(pending) = self.dialog.take() else {
            return;
        };
        match answer {
            PathAnswer::Cancelled => self.after_saving = None,
            PathAnswer::Paths(paths) => {
                for path in paths {
                    let chosen_in = dispatch::file::ChosenIn::SystemDialog;
                    let taken = dispatch::file::path_chosen(self, ctx, &pending, &path, chosen_in);
                    if let Err(trouble) = taken {
                        dispatch::file::say_trouble(self, ctx, &pending, &path, trouble);
                    }
                }
            }
            PathAnswer::Unavailable => self.ask_for_path(pending),
        }
    }

    fn ask_for_path(&mut self, pending: Pending) {
        let folder = dispatch::file::folder(self);
        let question = match &pending {
            Pending::SaveAs(id) => {
                let index = self.workspace.index_of(*id);
                let document = index.map(|index| &self.workspace.documents()[index]);
                let name = document.map(|document| document.file_name(&self.texts));
                Question::PathToSave(PathBox::proposing(folder, &name.unwrap_or_default()))
            }
            Pending::Export(export) => {
                Question::PathToExport(PathBox::proposing(folder, &export.name))
            }
            Pending::Picture(to_save) => {
                Question::PathToPicture(PathBox::proposing(folder, &to_save.name))
            }
            // The window has a field for the path.
            Pending::ExportTarget => return,
            Pending::AddLibrary(_) => Question::PathToLibrary(PathBox::starting_in(folder)),
            Pending::Compare(_) => Question::PathToCompare(PathBox::starting_in(folder)),
            Pending::CompareVersion => Question::PathToCompareVersion(PathBox::starting_in(folder)),
            _ => Question::PathToOpen(PathBox::starting_in(folder)),
        };
        self.question = Some((question, pending));
    }

    /// Lets runs go on for the time that has passed.
    fn run(&mut self, ctx: &Context) {
        let now = ctx.input(|input| input.time);
        let passed = (now - self.last_time.unwrap_or(now)).clamp(0.0, 1.0);
        self.last_time = Some(now);
        let pace = self.settings.pace();
        let until = Instant::now() + FULL_SPEED_SHARE;
        let mut has_time = || Instant::now() < until;
        for document in self.workspace.documents_mut() {
            let wait =
                document.with_run(|run, project| run.advance(passed, pace, &mut has_time, project));
            if let Some(wait) = wait.flatten() {
                wake_in(ctx, wait.max(0.002));
            }
        }
    }

    /// Looks for problems of a document, if it was changed.
    pub(crate) fn check(&mut self, ctx: &Context, index: usize) {
        let Some((document, library)) = self.workspace.get_mut(index) else {
            return;
        };
        let waker = ctx.clone();
        document.keep_program_up(move || waker.request_repaint());
        let waker = ctx.clone();
        if let Err(ended) = document.check(&library, move || waker.request_repaint()) {
            let reason = self.texts.ended(&ended);
            let arguments = [("reason", &*reason)];
            let text = self.texts.tr_with("jobs.check_ended", &arguments);
            self.say(ctx, NoticeKind::Failed, text);
        }
    }

    /// What is done after the actions of a frame.
    pub(super) fn finish(&mut self, ctx: &Context) {
        let now = ctx.input(|input| input.time);
        self.notice.take_if(|notice| notice.is_over(now));
        if let Some(notice) = &self.notice {
            let next = notice.next_look().unwrap_or(notice.until);
            wake_in(ctx, next.min(notice.until) - now);
        }
        self.guarded_each_frame(ctx, "references", dispatch::references::follow);
        dispatch::breakpoints::follow(self, ctx);
        dispatch::project::follow(self);
        self.guarded_each_frame(ctx, "scenario list", |app| {
            dispatch::scenarios::keep_up(app, ctx);
        });
        dispatch::find::keep_up(self, ctx);
        dispatch::versions::keep_up(self, ctx);
        dispatch::trail::forget_the_way_in(self);
        dispatch::run::adopt_changes(self, ctx);
        dispatch::run::say_what_broke(self, ctx);
        self.check(ctx, self.workspace.front_index());
        dispatch::underway::keep_up(self, ctx);
        dispatch::file::recovering::keep_up(self, ctx);
        self.copy_unsaved_work(ctx, now);
        self.tell_doubts(ctx);
        self.show_title(ctx);
        self.remember_window(ctx);
        self.ask_about_disk();
        let busy = ctx.input(|input| input.pointer.any_down());
        if !busy && self.settings.preferences() != self.kept {
            self.save_settings_or_say(ctx);
        }
    }

    /// How far the history of the document in front has come.
    pub(crate) fn last_step(&self) -> (DocumentId, u64) {
        let front = self.workspace.front();
        (front.id(), front.revision())
    }

    /// Says which edit was made, if one was made in the document in front and nobody said anything about it.
    pub(crate) fn say_what_was_done(&mut self, ctx: &Context, before: (DocumentId, u64)) {
        let now = self.last_step();
        let label = self.workspace.front().history().undo_label();
        let Some(label) = label.filter(|_| now.0 == before.0 && now.1 != before.1) else {
            return;
        };
        let what = as_sentence(&self.texts.label(label));
        let undo = find("undo").map(|command| command.shortcut_text(ctx));
        let text = match undo.filter(|keys| !keys.is_empty()) {
            Some(keys) => {
                let arguments = [("what", &*what), ("keys", &*keys)];
                self.texts.tr_with("notice.done_undo", &arguments)
            }
            None => what,
        };
        self.say(ctx, NoticeKind::Done, text);
    }

    /// Says something in the status bar.
    pub(crate) fn say(&mut self, ctx: &Context, kind: NoticeKind, text: impl Into<String>) {
        let now = ctx.input(|input| input.time);
        self.tell(Notice::new(kind, text, now));
    }

    /// Tells a notice beside or after what was told before.
    pub(crate) fn tell(&mut self, notice: Notice) {
        self.notice = Some(match self.notice.take() {
            Some(earlier) => notice.after(earlier),
            None => notice,
        });
    }

    /// Keeps where the window is; while it fills the screen, where it was before that.
    fn remember_window(&mut self, ctx: &Context) {
        let scale = ctx.zoom_factor();
        let (inner, outer, maximized) = ctx.input(|input| {
            let window = input.viewport();
            let full = window.maximized == Some(true) || window.fullscreen == Some(true);
            (window.inner_rect, window.outer_rect, full)
        });
        let Some(inner) = inner.filter(egui::Rect::is_positive) else {
            return;
        };
        if maximized {
            let before = self.settings.window_place();
            self.settings.window = Some(WindowPlace {
                maximized,
                ..before
            });
            return;
        }
        let corner = outer.map(|rect| (rect.left() * scale, rect.top() * scale));
        self.settings.window = Some(WindowPlace {
            size: (inner.width() * scale, inner.height() * scale),
            corner,
            maximized,
        });
    }

    fn show_title(&mut self, ctx: &Context) {
        let front = self.workspace.front();
        let mark = if front.is_dirty() { "● " } else { "" };
        let title = format!("{mark}{} – Treewright", front.title(&self.texts));
        if title != self.title {
            ctx.send_viewport_cmd(ViewportCommand::Title(title.clone()));
            self.title = title;
        }
    }

    /// Asks about a document in front whose file changed while it had unsaved changes.
    fn ask_about_disk(&mut self) {
        let front = self.workspace.front();
        // The question that stands there already may tell of what the file was a moment ago.
        let is_free = match &self.question {
            None => true,
            Some((_, pending)) => {
                matches!(pending, Pending::ChangedOnDisk(id) if *id == front.id())
            }
        };
        if let Some(change) = &front.changed_on_disk
            && is_free
        {
            let question = Question::ChangedOnDisk {
                title: front.title(&self.texts),
                can_merge: front.last_on_disk().is_some(),
                change: change.clone(),
            };
            self.question = Some((question, Pending::ChangedOnDisk(front.id())));
        }
    }

    /// Writes the settings as they are now.
    pub(super) fn save_settings(&mut self) -> Result<(), SaveError> {
        // Also where they cannot be written: the user hears of it once for each change, not in every frame.
        self.kept = self.settings.preferences();
        self.settings.panels = crate::docking::kept(&self.panels);
        self.note_open_files();
        self.settings.save(&self.host.settings_file)
    }

    /// The same while there is a window to say in what went wrong.
    fn save_settings_or_say(&mut self, ctx: &Context) {
        if let Err(error) = self.save_settings() {
            let reason = self.texts.save_error(&error);
            let arguments = [("reason", &*reason)];
            let text = self
                .texts
                .tr_with("recovery.settings_not_saved", &arguments);
            self.say(ctx, NoticeKind::Failed, text);
        }
    }

    /// Answers the question in front.
    pub(crate) fn answered(&mut self, ctx: &Context, answer: Answer) {
        let Some((question, pending)) = self.question.take() else {
            return;
        };
        if let Err(trouble) = dispatch::file::answered(self, ctx, pending.clone(), answer) {
            self.question = Some((question.with_trouble(trouble), pending));
        }
    }
}

/// With a capital first letter; in the history the same text follows other words.
fn as_sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(char::to_uppercase);
    first.into_iter().flatten().chain(letters).collect()
}

/// The field that is being typed in is left, and hands in its text in this frame: before what is decided by then changes the document in front.
pub(super) fn hand_in_what_is_typed(ctx: &Context) {
    ctx.memory_mut(|memory| {
        if let Some(focused) = memory.focused() {
            memory.surrender_focus(focused);
        }
    });
}

/// Orders a frame in so many seconds. It may come a little sooner: who then still waits orders another one.
pub(crate) fn wake_in(ctx: &Context, seconds: f64) {
    ctx.request_repaint_after(Duration::from_secs_f64(seconds.max(0.0)));
}
