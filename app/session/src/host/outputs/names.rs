//! Names that neither a project nor the program may give a file: hidden ones, and what a file system takes for one of them. Opens no file.

use std::path::{Component, Path};

/// Letters that HFS+ leaves out when it compares names, as git lists them.
const IGNORED: [(char, char); 4] = [
    ('\u{200c}', '\u{200f}'),
    ('\u{202a}', '\u{202e}'),
    ('\u{206a}', '\u{206f}'),
    ('\u{feff}', '\u{feff}'),
];

/// What NTFS calls hidden folders by short names that hold no dot.
const SHORT: [&str; 2] = ["git", "treewr"];

/// Whether a part of this path is hidden, such as `.git`, or some file system would take it for such a part.
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
    // Windows drops blanks and dots at the end, and all of a name behind a colon is no part of it.
    let seen = seen.split(':').next().unwrap_or_default();
    let seen = seen.trim_end_matches([' ', '.']);
    seen.is_empty() || seen.trim_start().starts_with('.') || is_short(seen)
}

fn is_short(name: &str) -> bool {
    let Some((stem, rest)) = name.split_once('~') else {
        return false;
    };
    let is_known = SHORT.iter().any(|known| stem.eq_ignore_ascii_case(known));
    rest.starts_with(|digit: char| digit.is_ascii_digit()) && (is_known || cfg!(windows))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_file_system_takes_for_a_hidden_name_is_one() {
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
