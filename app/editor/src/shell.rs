//! The state of the window around the documents: panels and their state, notices and questions, language and settings, navigation. Reads and writes
//! no files, and knows no background jobs.

pub mod navigation;
mod question_topic;
mod views;

use std::path::PathBuf;
use std::time::Duration;

use egui::{Context, Event};
use treewright_session::i18n::Texts;
use treewright_session::notice::{Notice, NoticeKind};
use treewright_session::settings::Settings;
use treewright_session::templates::Templates;
use treewright_session::workspace::open_document::DocumentId;

pub(crate) use self::navigation::Navigation;
pub(crate) use self::question_topic::{
    AfterSaving, ExportToFile, ExportedKind, FileContents, Leaving, PictureToSave, ProjectDeletion,
    QuestionTopic, SavingMany, UsedRemoval,
};
pub(crate) use self::views::Views;
use crate::docking::{self, Arrangement, Panel};
use crate::keyboard_return::{self, Loan};
use crate::panels::command_palette::{PaletteTopic, PaletteWindow};
use crate::panels::questions::Question;

/// How often to check whether the user is idle.
const BUSY_CHECK_INTERVAL: Duration = Duration::from_millis(100);

/// The state of the window around the documents.
pub(crate) struct Shell {
    /// The egui context of the window.
    pub ctx: Context,
    pub texts: Texts,
    pub settings: Settings,
    pub templates: Templates,
    pub panels: Arrangement,
    /// The arrangement from which all panels but the canvas were closed, and which comes back.
    pub closed_for_canvas: Option<Arrangement>,
    pub views: Views,
    pub notice: Option<Notice>,
    /// The open question, and its topic.
    pub question: Option<(Question, QuestionTopic)>,
    /// The topic of the open system dialog.
    pub dialog: Option<QuestionTopic>,
    /// The documents that are being saved one after the other, and what follows.
    pub after_saving: Option<SavingMany>,
    /// The document that was not saved because its file has changed: it is saved if the user keeps this version.
    pub refused_save: Option<DocumentId>,
    /// The files that were closed since the start, the last one at the end.
    pub closed_files: Vec<PathBuf>,
    /// The navigation history.
    pub navigation: Navigation,
    /// What had the keyboard before a window or question took it.
    lent: Option<Loan>,
    /// The program ends with this frame.
    pub quitting: bool,
    /// Whether the user is in the middle of something in this frame, and in the previous one.
    pub is_busy: bool,
    was_busy: bool,
}

impl Shell {
    pub fn new(
        ctx: Context,
        texts: Texts,
        settings: Settings,
        templates: Templates,
        panels: Arrangement,
    ) -> Self {
        Self {
            ctx,
            texts,
            settings,
            templates,
            panels,
            closed_for_canvas: None,
            closed_files: Vec::new(),
            views: Views::default(),
            notice: None,
            question: None,
            dialog: None,
            after_saving: None,
            refused_save: None,
            navigation: Navigation::default(),
            lent: None,
            quitting: false,
            is_busy: false,
            was_busy: false,
        }
    }

    /// The time in seconds, by the window's clock.
    pub fn now(&self) -> f64 {
        self.ctx.input(|input| input.time)
    }

    /// Returns a function that redraws the window, callable from any thread.
    pub fn waker(&self) -> impl Fn() + Clone + Send + Sync + 'static {
        let ctx = self.ctx.clone();
        move || ctx.request_repaint()
    }

    /// Requests a frame in this number of seconds. It may come a little earlier; the caller must then request another one.
    pub fn wake_in(&self, seconds: f64) {
        let after = Duration::from_secs_f64(seconds.max(0.0));
        self.ctx.request_repaint_after(after);
    }

    /// The arrangement of panels that the user made, also while all but the canvas are closed.
    pub fn arrangement(&self) -> &Arrangement {
        self.closed_for_canvas.as_ref().unwrap_or(&self.panels)
    }

    pub fn arrangement_mut(&mut self) -> &mut Arrangement {
        self.closed_for_canvas.as_mut().unwrap_or(&mut self.panels)
    }

    /// Closes all panels but the canvas, or opens them again.
    pub fn toggle_only_canvas(&mut self) {
        if let Some(arrangement) = self.closed_for_canvas.take() {
            self.panels = arrangement;
        } else {
            self.closed_for_canvas = Some(self.panels.clone());
            docking::close_all_but(&mut self.panels, Panel::Canvas);
        }
    }

    /// Shows a text in the status bar.
    pub fn notify(&mut self, kind: NoticeKind, text: impl Into<String>) {
        let now = self.now();
        self.show_notice(Notice::new(kind, text, now));
    }

    /// Shows the text of this key in the status bar.
    pub fn notify_key(&mut self, kind: NoticeKind, key: &str, arguments: &[(&str, &str)]) {
        let text = self.texts.tr_with(key, arguments);
        self.notify(kind, text);
    }

    /// Shows a notice in addition to the current one.
    pub fn show_notice(&mut self, notice: Notice) {
        self.notice = Some(match self.notice.take() {
            Some(earlier) => notice.after(earlier),
            None => notice,
        });
    }

    /// Removes the notice when its time is over.
    pub fn expire_notice(&mut self, now: f64) {
        self.notice.take_if(|notice| notice.is_over(now));
        if let Some(notice) = &self.notice {
            let next = notice.next_check().unwrap_or(notice.until);
            self.wake_in(next.min(notice.until) - now);
        }
    }

    /// Unfocuses the text field, so that it commits its text in this frame, before a later action changes the active document.
    pub fn commit_text_field(&self) {
        self.ctx.memory_mut(|memory| {
            if let Some(focused) = memory.focused() {
                memory.surrender_focus(focused);
            }
        });
    }

    /// Whether a question or window covers the panels.
    pub fn is_covered(&self) -> bool {
        self.question.is_some() || self.views.is_covered()
    }

    /// Takes the keyboard from the panels when a window covers them, and gives it back afterwards.
    pub fn follow_cover(&mut self) {
        let covered = self.is_covered();
        if covered && !self.views.covered {
            self.release_keyboard();
        } else if !covered
            && self.views.covered
            && let Some(lent) = self.lent.take()
        {
            lent.give_back(&self.ctx);
        }
        self.views.covered = covered;
    }

    /// Makes way for a window in front: text fields commit their text, searches close.
    fn release_keyboard(&mut self) {
        self.lent = Some(self.borrow_keyboard());
        self.commit_text_field();
        egui::Popup::close_all(&self.ctx);
        for canvas in self.views.canvases.all_mut() {
            canvas.close_quick_add();
        }
    }

    /// Opens the list in which the user finds commands, files or nodes, in place of the one that is open.
    pub fn open_palette(&mut self, topic: PaletteTopic) {
        let lent = self.borrow_keyboard();
        self.views.command_palette = Some(PaletteWindow::new(topic, lent));
    }

    /// Borrows the keyboard; from what had it before the list of commands, if that is open, which closes.
    fn borrow_keyboard(&mut self) -> Loan {
        let open = self.views.command_palette.take();
        open.map_or_else(|| keyboard_return::borrow(&self.ctx), |open| open.lent)
    }

    /// Updates whether the user is busy. Called once per frame, before external events.
    pub fn update_busy(&mut self) {
        self.was_busy = self.is_busy;
        self.is_busy = self.is_user_busy();
    }

    /// Whether the user is idle, so that results may be applied.
    pub fn is_user_idle(&self) -> bool {
        // A result of this frame may open a question; text fields and drags commit one frame later.
        !self.is_busy && !self.was_busy && !self.is_user_busy()
    }

    /// Requests a frame to check again whether the user is idle.
    pub fn check_again_soon(&self) {
        let is_busy = self.is_busy || self.is_user_busy();
        let after = if is_busy {
            BUSY_CHECK_INTERVAL
        } else {
            Duration::ZERO
        };
        self.ctx.request_repaint_after(after);
    }

    /// Whether activating another document would disturb the user: in a question, a window, a text field, a drag or a menu.
    fn is_user_busy(&self) -> bool {
        let is_in_front = self.is_covered() || self.dialog.is_some();
        let is_user_busy = self.ctx.input(|input| {
            let pointer = &input.pointer;
            let mut events = input.events.iter();
            pointer.any_down()
                || pointer.any_released()
                || events.any(|event| matches!(event, Event::Key { .. } | Event::Text(_)))
        });
        is_in_front
            || is_user_busy
            || self.views.command_palette.is_some()
            || self.ctx.text_edit_focused()
            || egui::Popup::is_any_open(&self.ctx)
    }
}
