//! The names of scenario files, and the tree that each is for. Reads none.

use std::path::{Path, PathBuf};

use treewright_core::scenario::Scenario;

/// The ends of the names of files.
pub const TREE: &str = ".bt.json";
pub const SCENARIO: &str = ".scenario.json";

/// Whether a file holds a scenario, by its name.
pub fn is_scenario(file: &Path) -> bool {
    file.to_string_lossy().ends_with(SCENARIO)
}

/// The file of the tree that a scenario is for: the one that it names, or the one beside it of the same name. A scenario
/// `guard.chase.scenario.json` belongs to `guard.chase.bt.json`, or else to `guard.bt.json`.
pub fn tree_of(scenario_file: &Path, scenario: &Scenario) -> PathBuf {
    let folder = scenario_file.parent().unwrap_or(Path::new(""));
    if let Some(tree) = &scenario.tree {
        return folder.join(tree);
    }
    let name = scenario_file
        .file_name()
        .unwrap_or_default()
        .to_string_lossy();
    let stem = name.strip_suffix(SCENARIO).unwrap_or(&name);
    let candidate = |stem: &str| folder.join(format!("{stem}{TREE}"));
    let mut shorter = stem;
    loop {
        if candidate(shorter).exists() {
            return candidate(shorter);
        }
        match shorter.rsplit_once('.') {
            Some((rest, _)) => shorter = rest,
            None => return candidate(stem),
        }
    }
}

/// A file for a new scenario of a tree: beside it, called after both, and none that there is.
#[cfg(feature = "gui")]
pub fn file_for(tree: &Path, name: &str) -> PathBuf {
    let folder = tree.parent().unwrap_or(Path::new(""));
    let tree = tree.file_name().unwrap_or_default().to_string_lossy();
    let stem = tree.strip_suffix(TREE).unwrap_or(&tree);
    let mut words = String::new();
    for letter in name.trim().chars() {
        if letter.is_alphanumeric() {
            words.extend(letter.to_lowercase());
        } else if !words.is_empty() && !words.ends_with('-') {
            words.push('-');
        }
    }
    // Systems allow names of 255 bytes.
    let short: String = words.chars().take(40).collect();
    let words = short.trim_end_matches('-');
    let words = if words.is_empty() { "run" } else { words };
    let named = |number: usize| match number {
        1 => folder.join(format!("{stem}.{words}{SCENARIO}")),
        number => folder.join(format!("{stem}.{words}-{number}{SCENARIO}")),
    };
    let mut number = 1;
    while named(number).exists() {
        number += 1;
    }
    named(number)
}
