//! What to do about a file that changed on disk: nothing if it holds what we know, reload if there is nothing to lose, else ask.

use crate::host::files::Fingerprint;

/// What is to be done about a file that changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It holds what was last read or written: our own save, or a touch.
    Ours,
    /// It holds something else, and nothing here is unsaved.
    Reload,
    /// It holds something else, and there is unsaved work.
    Ask,
}

/// Judges a file that holds `found` now, when `known` was there last.
pub fn judge(known: Fingerprint, found: Fingerprint, dirty: bool) -> Verdict {
    if known == found {
        Verdict::Ours
    } else if dirty {
        Verdict::Ask
    } else {
        Verdict::Reload
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_change_that_would_cost_work_is_asked_about() {
        let (a, b) = (Fingerprint::of(b"a"), Fingerprint::of(b"b"));
        assert_eq!(judge(a, a, true), Verdict::Ours);
        assert_eq!(judge(a, b, false), Verdict::Reload);
        assert_eq!(judge(a, b, true), Verdict::Ask);
    }
}
