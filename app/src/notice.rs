//! What the status bar says for a while after something was done, refused or went wrong.

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
}

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
        }
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
