//! Messages that the status bar shows for a while after something was done, refused or failed.

use std::path::{Path, PathBuf};

use crate::host::files::{self, Stamp};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum NoticeKind {
    /// Something was done.
    Done,
    /// Something cannot be done as requested; nothing was changed.
    Refused,
    /// Something failed.
    Failed,
}

/// A sentence for the user.
#[derive(Clone, Debug, PartialEq)]
pub struct Notice {
    pub kind: NoticeKind,
    pub text: String,
    /// The time of the message, in seconds of the window's clock.
    given: f64,
    /// The time when it disappears, in seconds of the window's clock.
    pub until: f64,
    /// The file whose fault it reports, if any.
    of_file: Option<FaultyFile>,
}

/// The state of a faulty file when the fault was reported.
#[derive(Clone, Debug, PartialEq)]
struct FaultyFile {
    path: PathBuf,
    stamp: Stamp,
    /// The time of the last check, in seconds of the window's clock.
    checked_at: f64,
}

/// Seconds between two checks whether the file has changed.
const CHECK_INTERVAL: f64 = 0.5;

/// What stands between the texts of notices that are shown together.
const SEPARATOR: &str = " · ";

impl Notice {
    /// Creates a notice at time `now`. Failures stay longest.
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

    /// Attaches a file: the notice disappears when the file changes.
    #[must_use]
    pub fn of_file(mut self, path: &Path) -> Self {
        self.of_file = Some(FaultyFile {
            path: path.to_owned(),
            stamp: files::stamp(path),
            checked_at: self.given,
        });
        self
    }

    /// Returns when the file is to be checked next, or `None` without a file.
    pub fn next_check(&self) -> Option<f64> {
        self.of_file
            .as_ref()
            .map(|file| file.checked_at + CHECK_INTERVAL)
    }

    /// Returns whether the notice has expired, or its file has changed or disappeared.
    pub fn is_over(&mut self, now: f64) -> bool {
        let is_due = self.next_check().is_some_and(|next| next <= now);
        let file = self.of_file.as_mut().filter(|_| is_due);
        let changed = file.is_some_and(|file| {
            file.checked_at = now;
            files::stamp(&file.path) != file.stamp
        });
        changed || self.until <= now
    }

    /// Combines this notice with an earlier one. Within one frame, success must not hide a failure, success does not hide success, nor a failure
    /// another failure.
    #[must_use]
    pub fn after(mut self, earlier: Self) -> Self {
        if earlier.given < self.given {
            return self;
        }
        match (
            earlier.kind == NoticeKind::Done,
            self.kind == NoticeKind::Done,
        ) {
            (true, false) => return self,
            (false, true) => return earlier,
            _ if earlier.text.split(SEPARATOR).any(|part| part == self.text) => return earlier,
            _ => {}
        }
        // The combined text must not disappear because one of the files changed.
        self.of_file = None;
        self.text = [earlier.text, self.text].join(SEPARATOR);
        self.kind = self.kind.max(earlier.kind);
        self.until = self.until.max(earlier.until);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failures_in_a_frame_are_shown_regardless_of_other_notices() {
        let said = |kind, text, now| Notice::new(kind, text, now);
        let saved = said(NoticeKind::Done, "Saved", 1.0);
        let full = said(NoticeKind::Failed, "The disk is full", 1.0);
        let refused = said(NoticeKind::Refused, "It is read only", 1.0);
        assert_eq!(saved.clone().after(full.clone()), full);
        assert_eq!(full.clone().after(saved.clone()), full);
        let both = refused.clone().after(full.clone());
        assert_eq!(both.text, "The disk is full · It is read only");
        assert_eq!((both.kind, both.until), (full.kind, full.until));
        assert_eq!(refused.after(both.clone()), both, "no text is repeated");
        let copied = said(NoticeKind::Done, "Copied", 1.0);
        let all = copied.after(saved.clone());
        assert_eq!((&*all.text, all.kind), ("Saved · Copied", NoticeKind::Done));
        assert_eq!(
            said(NoticeKind::Done, "Save", 1.0).after(all).text,
            "Saved · Copied · Save"
        );
        let later = said(NoticeKind::Done, "Undone", 2.0);
        assert_eq!(later.clone().after(both), later);
    }
}
