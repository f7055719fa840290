//! What the status bar says for a while after something was done, refused or went wrong.

use std::path::{Path, PathBuf};

use crate::host::files::{self, Stamp};

/// How a notice is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum NoticeKind {
    /// Something was done.
    Done,
    /// Something cannot be done as asked; nothing was changed.
    Refused,
    /// Something went wrong.
    Failed,
}

/// A sentence for the user.
#[derive(Clone, Debug, PartialEq)]
pub struct Notice {
    /// How it is meant.
    pub kind: NoticeKind,
    /// The sentence.
    pub text: String,
    /// When it was given, in seconds of the window's clock.
    given: f64,
    /// When it is taken away.
    pub until: f64,
    /// The file whose fault it tells.
    of_file: Option<Faulty>,
}

/// A file with a fault, as it was then.
#[derive(Clone, Debug, PartialEq)]
struct Faulty {
    path: PathBuf,
    seen: Stamp,
    /// When it was looked at last.
    looked: f64,
}

/// So often, in seconds, it is looked whether a file still has the fault that is told.
const LOOK_AGAIN: f64 = 0.5;

impl Notice {
    /// A notice that is given at `now`; bad news stays longer.
    pub fn new(kind: NoticeKind, text: impl Into<String>, now: f64) -> Self {
        let lasts = match kind {
            NoticeKind::Done => 5.0,
            NoticeKind::Refused => 8.0,
            NoticeKind::Failed => 20.0,
        };
        Self {
            kind,
            text: text.into(),
            given: now,
            until: now + lasts,
            of_file: None,
        }
    }

    /// The same, told of a file: with what the file holds now, it goes.
    #[must_use]
    pub fn of_file(mut self, path: &Path) -> Self {
        self.of_file = Some(Faulty {
            path: path.to_owned(),
            seen: files::stamp(path),
            looked: self.given,
        });
        self
    }

    /// When it is to be looked again whether it still holds; none if it holds for as long as it stays.
    pub fn next_look(&self) -> Option<f64> {
        self.of_file.as_ref().map(|file| file.looked + LOOK_AGAIN)
    }

    /// Whether the time of it is over, or the file that it is about is another one or gone.
    pub fn is_over(&mut self, now: f64) -> bool {
        let is_due = self.next_look().is_some_and(|next| next <= now);
        let file = self.of_file.as_mut().filter(|_| is_due);
        let changed = file.is_some_and(|file| {
            file.looked = now;
            files::stamp(&file.path) != file.seen
        });
        changed || self.until <= now
    }

    /// This and what was said before. In one frame no good news hides bad news, and no bad news other bad news.
    #[must_use]
    pub fn after(mut self, earlier: Self) -> Self {
        if earlier.given < self.given || earlier.kind == NoticeKind::Done {
            return self;
        }
        if self.kind == NoticeKind::Done || earlier.text.contains(&self.text) {
            return earlier;
        }
        // What is told of several is not over with one of them.
        self.of_file = None;
        self.text = format!("{} · {}", earlier.text, self.text);
        self.kind = self.kind.max(earlier.kind);
        self.until = self.until.max(earlier.until);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bad_news_of_one_frame_is_heard_whatever_else_is_said_in_it() {
        let said = |kind, text, now| Notice::new(kind, text, now);
        let saved = said(NoticeKind::Done, "Saved", 1.0);
        let full = said(NoticeKind::Failed, "The disk is full", 1.0);
        let refused = said(NoticeKind::Refused, "It is read only", 1.0);
        assert_eq!(saved.clone().after(full.clone()), full);
        assert_eq!(full.clone().after(saved.clone()), full);
        let both = refused.clone().after(full.clone());
        assert_eq!(both.text, "The disk is full · It is read only");
        assert_eq!((both.kind, both.until), (full.kind, full.until));
        assert_eq!(refused.after(both.clone()), both, "nothing is said twice");
        let later = said(NoticeKind::Done, "Undone", 2.0);
        assert_eq!(later.clone().after(both), later);
    }
}
