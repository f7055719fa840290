//! Decides what to do when a file has changed on disk: nothing if the content is known, reload if there are no unsaved changes, else ask the user.

use crate::host::files::Fingerprint;

/// The action for a changed file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// None: the content is the last known one, after a save by this program or a touch.
    Ours,
    /// Reload: the content has changed and nothing is unsaved.
    Reload,
    /// Ask: the content has changed and there are unsaved changes.
    Ask,
}

/// Decides about a file with the last known content `known` and the current content `found`.
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
    fn the_user_is_asked_only_if_changes_would_be_lost() {
        let (a, b) = (Fingerprint::of(b"a"), Fingerprint::of(b"b"));
        assert_eq!(judge(a, a, true), Verdict::Ours);
        assert_eq!(judge(a, b, false), Verdict::Reload);
        assert_eq!(judge(a, b, true), Verdict::Ask);
    }
}
