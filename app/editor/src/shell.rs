//! What stands around the documents in the window: panels and what they keep, what is said and asked, the language and the settings, and where somebody was before.
//! Reads and writes no files, and knows no work beside the window.

pub mod journey;
mod pending;
mod views;

use std::time::Duration;

use egui::{Context, Event};
use treewright_session::i18n::Texts;
use treewright_session::notice::{Notice, NoticeKind};
use treewright_session::settings::Settings;
use treewright_session::templates::Templates;

pub(crate) use self::journey::Journey;
pub(crate) use self::pending::{Export, Pending, ToSave, What};
pub(crate) use self::views::Views;
use crate::docking::PanelTree;
use crate::panels::questions::Question;

/// After what time it is looked again whether the user is done.
const LATER: Duration = Duration::from_millis(100);

/// What stands around the documents.
pub(crate) struct Shell {
    /// The window, as egui knows it.
    pub ctx: Context,
    pub texts: Texts,
    pub settings: Settings,
    pub templates: Templates,
    pub panels: PanelTree,
    pub views: Views,
    pub notice: Option<Notice>,
    /// The question in front, and what it is about.
    pub question: Option<(Question, Pending)>,
    /// What the open dialog of the system is about.
    pub dialog: Option<Pending>,
    /// What is to be done once everything that is being asked about is saved.
    pub after_saving: Option<Pending>,
    /// Where somebody was before.
    pub journey: Journey,
    /// The program ends with this frame.
    pub quitting: bool,
    /// The user is in the middle of something, and was when the frame before began.
    pub is_busy: bool,
    was_busy: bool,
}

impl Shell {
    /// That of a window in which nothing was done yet.
    pub fn new(
        ctx: Context,
        texts: Texts,
        settings: Settings,
        templates: Templates,
        panels: PanelTree,
    ) -> Self {
        Self {
            ctx,
            texts,
            settings,
            templates,
            panels,
            views: Views::default(),
            notice: None,
            question: None,
            dialog: None,
            after_saving: None,
            journey: Journey::default(),
            quitting: false,
            is_busy: false,
            was_busy: false,
        }
    }

    /// The time, in seconds, by the window's clock.
    pub fn now(&self) -> f64 {
        self.ctx.input(|input| input.time)
    }

    /// Has the window drawn again, from any thread.
    pub fn waker(&self) -> impl Fn() + Clone + Send + Sync + 'static {
        let ctx = self.ctx.clone();
        move || ctx.request_repaint()
    }

    /// Orders a frame in so many seconds. It may come a little sooner: who then still waits orders another one.
    pub fn wake_in(&self, seconds: f64) {
        let after = Duration::from_secs_f64(seconds.max(0.0));
        self.ctx.request_repaint_after(after);
    }

    /// Says something in the status bar.
    pub fn say(&mut self, kind: NoticeKind, text: impl Into<String>) {
        let now = self.now();
        self.tell(Notice::new(kind, text, now));
    }

    /// Says the text of this key in the status bar.
    pub fn say_key(&mut self, kind: NoticeKind, key: &str, arguments: &[(&str, &str)]) {
        let text = self.texts.tr_with(key, arguments);
        self.say(kind, text);
    }

    /// Tells a notice beside or after what was told before.
    pub fn tell(&mut self, notice: Notice) {
        self.notice = Some(match self.notice.take() {
            Some(earlier) => notice.after(earlier),
            None => notice,
        });
    }

    /// Takes the notice away when it is over.
    pub fn let_notice_end(&mut self, now: f64) {
        self.notice.take_if(|notice| notice.is_over(now));
        if let Some(notice) = &self.notice {
            let next = notice.next_look().unwrap_or(notice.until);
            self.wake_in(next.min(notice.until) - now);
        }
    }

    /// The field that is being typed in is left, and hands in its text in this frame: before what is decided by then changes the document in front.
    pub fn hand_in_what_is_typed(&self) {
        self.ctx.memory_mut(|memory| {
            if let Some(focused) = memory.focused() {
                memory.surrender_focus(focused);
            }
        });
    }

    /// What is to stand in front takes the keyboard from everything else: fields hand in their text, searches close.
    pub fn put_away_what_takes_keys(&mut self) {
        self.hand_in_what_is_typed();
        egui::Popup::close_all(&self.ctx);
        self.views.command_palette = None;
        for canvas in self.views.canvases.all_mut() {
            canvas.close_quick_add();
        }
    }

    /// Looks what the user is doing. Called once in each frame, before anything comes in.
    pub fn look_at_hands(&mut self) {
        self.was_busy = self.is_busy;
        self.is_busy = self.has_hands_full();
    }

    /// Whether what comes in would be in the user's way.
    pub fn are_hands_free(&self) -> bool {
        // What came in just now may ask something; what is handed in when a field is left or a drag ends comes a frame later.
        !self.is_busy && !self.was_busy && !self.has_hands_full()
    }

    /// Sees to it that what waits for the user is looked at again.
    pub fn look_again(&self) {
        let is_busy = self.is_busy || self.has_hands_full();
        let after = if is_busy { LATER } else { Duration::ZERO };
        self.ctx.request_repaint_after(after);
    }

    /// Whether another document in front would get in the way: of a question or a window, of what is typed, dragged or chosen from a menu.
    fn has_hands_full(&self) -> bool {
        let is_in_front =
            self.question.is_some() || self.dialog.is_some() || self.views.is_covered();
        let has_hands_full = self.ctx.input(|input| {
            let pointer = &input.pointer;
            let mut events = input.events.iter();
            pointer.any_down()
                || pointer.any_released()
                || events.any(|event| matches!(event, Event::Key { .. } | Event::Text(_)))
        });
        is_in_front
            || has_hands_full
            || self.views.command_palette.is_some()
            || self.ctx.text_edit_focused()
            || egui::Popup::is_any_open(&self.ctx)
    }
}
