//! What the status bar says for a while after something was done, refused or went wrong.

/// How a notice is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    /// When it is taken away, in seconds of the window's clock.
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
            until: now + lasts,
        }
    }
}
