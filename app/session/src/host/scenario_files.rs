//! Names of scenario files, and which tree each belongs to. Reads no scenario.

use std::ffi::OsStr;
use std::path::{Component, Path, PathBuf};

use treewright_insight::scenario::Scenario;

use super::files::{SystemError, is_there, real_path};
use super::project::{Project, ReferenceError};
use crate::file_names::{with_ending, without_ending};

/// File endings.
pub const TREE: &str = ".bt.json";
pub const SCENARIO: &str = ".scenario.json";

/// Returns whether the file name is that of a scenario.
pub fn is_scenario(file: &Path) -> bool {
    file.to_string_lossy().ends_with(SCENARIO)
}

/// Returns the tree file of a scenario: the one that it names, or the one in its folder with a matching name. A scenario `guard.chase.scenario.json`
/// belongs to `guard.chase.bt.json`, or else to `guard.bt.json`. The returned file need not exist.
///
/// # Errors
/// If the tree is outside the scenario's project.
pub fn tree_of(scenario_file: &Path, scenario: &Scenario) -> Result<PathBuf, ReferenceError> {
    tree_named(scenario_file, scenario.tree.as_deref(), SCENARIO)
}

/// Returns the tree that a file with this ending belongs to: the one with this reference, or the one beside it with a matching name.
pub(super) fn tree_named(
    file: &Path,
    reference: Option<&str>,
    ending: &str,
) -> Result<PathBuf, ReferenceError> {
    // References are relative to the file itself, not to a link to it.
    let followed = file.is_symlink().then(|| real_path(file).ok());
    let file = followed.flatten().unwrap_or_else(|| file.to_owned());
    let folder = file.parent().unwrap_or(Path::new(""));
    let named = reference.map_or_else(
        || beside_named(&file, ending),
        |tree| folder.join(folded(tree)),
    );
    let name = Path::new(named.file_name().unwrap_or_default());
    let found = Project::of(&file)
        .map_err(|error| ReferenceError::Io {
            path: name.display().to_string(),
            reason: SystemError(error.kind()),
        })
        .and_then(|project| match reference {
            Some(tree) => project.resolve(tree),
            None => project.beside(name),
        });
    match found {
        Ok(_) | Err(ReferenceError::NotFound(_)) => Ok(named),
        Err(error) => Err(error),
    }
}

/// Resolves `..` in a reference without looking at the disk, so that links among the left folders do not matter.
fn folded(reference: &str) -> PathBuf {
    let mut folded = PathBuf::new();
    for part in Path::new(reference).components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if folded.file_name().is_some() => drop(folded.pop()),
            part => folded.push(part),
        }
    }
    folded
}

/// Returns the tree in the scenario's folder with a matching name.
pub fn beside(scenario_file: &Path) -> PathBuf {
    beside_named(scenario_file, SCENARIO)
}

fn beside_named(file: &Path, ending: &str) -> PathBuf {
    let folder = file.parent().unwrap_or(Path::new(""));
    let name = file.file_name().unwrap_or_default();
    let stem = without_ending(name, ending).unwrap_or(name);
    let candidate = |stem: &OsStr| folder.join(with_ending(stem, TREE));
    let mut shorter = stem;
    loop {
        if candidate(shorter).exists() {
            return candidate(shorter);
        }
        match Path::new(shorter).file_stem() {
            Some(rest) if rest != shorter => shorter = rest,
            _ => return candidate(stem),
        }
    }
}

/// Returns words for the name of a file: those of a name, in lowercase letters, with hyphens between them.
pub fn words_for_file(name: &str) -> String {
    let mut words = String::new();
    for letter in name.trim().chars() {
        if letter.is_alphanumeric() {
            words.extend(letter.to_lowercase());
        } else if !words.is_empty() && !words.ends_with('-') {
            words.push('-');
        }
    }
    let words = shortened(&words).trim_end_matches('-');
    if words.is_empty() { "run" } else { words }.to_owned()
}

/// The words that fit into the name of a file, which is limited to 255 bytes. A single word may be cut.
fn shortened(words: &str) -> &str {
    let Some((end, _)) = words.char_indices().nth(40) else {
        return words;
    };
    let short = &words[..end];
    if words[end..].starts_with('-') {
        return short;
    }
    short.rsplit_once('-').map_or(short, |(whole, _)| whole)
}

/// Returns an unused file for a new scenario of a tree: in the tree's folder, named after both.
pub fn file_for(tree: &Path, name: &str) -> PathBuf {
    let folder = tree.parent().unwrap_or(Path::new(""));
    let tree = tree.file_name().unwrap_or_default();
    let stem = without_ending(tree, TREE).unwrap_or(tree);
    let words = words_for_file(name);
    let named = |number: usize| match number {
        1 => folder.join(with_ending(stem, &format!(".{words}{SCENARIO}"))),
        number => folder.join(with_ending(stem, &format!(".{words}-{number}{SCENARIO}"))),
    };
    let mut number = 1;
    while is_there(&named(number)) {
        number += 1;
    }
    named(number)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_new_scenario_does_not_use_the_name_of_a_dangling_link() {
        let folder = tempfile::tempdir().unwrap();
        let tree = folder.path().join("guard.bt.json");
        let first = file_for(&tree, "Chase");
        std::os::unix::fs::symlink("none", &first).unwrap();
        let name = folder.path().join("guard.chase-2.scenario.json");
        assert_eq!(file_for(&tree, "Chase"), name);
    }

    #[test]
    fn a_long_name_becomes_whole_words() {
        for (name, words) in [
            (
                "“The wolf is near” can abort again and again",
                "the-wolf-is-near-can-abort-again-and",
            ),
            (
                "Forty letters are what a name of a file has",
                "forty-letters-are-what-a-name-of-a-file",
            ),
            (&"x".repeat(50), &"x".repeat(40)),
        ] {
            assert_eq!(words_for_file(name), words);
        }
    }
}
