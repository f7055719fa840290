//! A note in the state folder that the program ended by an internal error, to be shown at the next start. Knows nothing of windows.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::files::{self, Expected};
use super::program_log;

/// How the program ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnexpectedEnd {
    /// The time.
    pub at: String,
    /// The panic message.
    pub text: String,
}

fn file(state: &Path) -> PathBuf {
    state.join("ended.json")
}

/// Writes the note that the program is ending now.
pub fn note(state: &Path, text: &str) {
    let end = UnexpectedEnd {
        at: program_log::now(),
        text: text.to_owned(),
    };
    // Errors are ignored: the log has the same text, and copies of unsaved work are offered regardless of the note.
    if files::make_private_folder(state).is_ok()
        && let Ok(text) = serde_json::to_vec(&end)
    {
        let _ = files::keep_private(&file(state), &text, Expected::Anything);
    }
}

/// Removes and returns the note, if the program ended by an internal error last time.
pub fn take(state: &Path) -> Option<UnexpectedEnd> {
    let file = file(state);
    let end = files::read_up_to(&file, 1 << 20).ok()?;
    files::remove(&file);
    serde_json::from_slice(&end).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unexpected_end_is_reported_once() {
        let state = tempfile::tempdir().unwrap();
        assert_eq!(take(state.path()), None);
        note(&state.path().join("new"), "first");
        note(state.path(), "fell over");
        assert_eq!(take(state.path()).unwrap().text, "fell over");
        assert_eq!(take(state.path()), None);
    }
}
