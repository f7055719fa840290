//! File names that neither a project nor the program may choose: hidden names, and names that some file system treats as such. Opens no file.

use std::path::{Component, Path};

/// Characters that HFS+ ignores when it compares names, as listed by git.
const IGNORED: [(char, char); 4] = [
    ('\u{200c}', '\u{200f}'),
    ('\u{202a}', '\u{202e}'),
    ('\u{206a}', '\u{206f}'),
    ('\u{feff}', '\u{feff}'),
];

/// NTFS short names of hidden folders start with these instead of a dot.
const SHORT_NAMES: [&str; 2] = ["git", "treewr"];

/// Returns whether a part of this path is hidden, such as `.git`, or some file system would treat it so.
pub fn is_hidden(path: &Path) -> bool {
    path.components().any(|part| match part {
        Component::Normal(name) => is_hidden_name(&name.to_string_lossy()),
        _ => false,
    })
}

fn is_hidden_name(name: &str) -> bool {
    let is_ignored = |letter| {
        let mut ignored = IGNORED.iter();
        ignored.any(|(first, last)| (*first..=*last).contains(&letter))
    };
    let seen: String = name.chars().filter(|letter| !is_ignored(*letter)).collect();
    // Windows drops spaces and dots at the end, and everything after a colon is not part of the name.
    let seen = seen.split(':').next().unwrap_or_default();
    let seen = seen.trim_end_matches([' ', '.']);
    seen.is_empty() || seen.trim_start().starts_with('.') || is_short(seen)
}

fn is_short(name: &str) -> bool {
    let Some((stem, rest)) = name.split_once('~') else {
        return false;
    };
    let is_known = SHORT_NAMES
        .iter()
        .any(|known| stem.eq_ignore_ascii_case(known));
    rest.starts_with(|digit: char| digit.is_ascii_digit()) && (is_known || cfg!(windows))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_some_file_system_treats_as_hidden_are_hidden() {
        for hidden in [
            ".git",
            ".GIT",
            ".git ",
            ".git. .",
            ".g\u{200c}it",
            "\u{feff}.git",
            ".git::$INDEX_ALLOCATION",
            "git~1",
            "GIT~2",
            ".treewright",
            "TREEWR~1",
            ".ssh",
            "a/.git/config",
            "a/git~1/hooks/pre-commit",
            " .git",
            "...",
            ": .md",
        ] {
            assert!(is_hidden(Path::new(hidden)), "{hidden:?}");
        }
        for plain in [
            "guard.md",
            "out/guard.dot",
            "git",
            "a.git",
            "guard.",
            "行为树.md",
            "./a.md",
            "../a~b",
        ] {
            assert!(!is_hidden(Path::new(plain)), "{plain:?}");
        }
    }
}
