//! What the engine brings into a game: few crates, and no feature of a crate that the game may use itself and that would change
//! the meaning of its code. Cargo gives the features that one crate of a build wants to all of them.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

/// The most crates that a game links because of the engine, including the engine.
const MOST_LINKED: usize = 12;

/// The features that the engine may turn on, by crate: they only add to what there is.
const HARMLESS: [(&str, &[&str]); 9] = [
    ("hashbrown", &[]),
    ("libm", &["arch", "default"]),
    ("log", &[]),
    ("oorandom", &[]),
    ("rustc-hash", &["default", "std"]),
    ("serde", &["default", "derive", "rc", "serde_derive", "std"]),
    ("serde_core", &["default", "rc", "result", "std"]),
    ("strsim", &["std"]),
    ("unicode-ident", &[]),
];

/// Returns the crates that a game links because of the engine, without those that only run in the compiler: the name of each
/// and its features.
fn linked() -> BTreeSet<(String, Vec<String>)> {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let tree = Command::new(env!("CARGO"))
        .args([
            "tree",
            "--locked",
            "--offline",
            "--package",
            "treewright-core",
        ])
        .args(["--edges", "normal,no-proc-macro", "--prefix", "none"])
        .args(["--format", "{p}|{f}"])
        .current_dir(workspace)
        .output()
        .unwrap();
    let (tree, errors) = (tree.stdout, String::from_utf8_lossy(&tree.stderr));
    let tree = String::from_utf8(tree).unwrap();
    let lines = tree.lines().map(|line| line.trim_end_matches(" (*)"));
    let linked: BTreeSet<_> = lines
        .filter_map(|line| line.split_once('|'))
        .map(|(package, features)| {
            let name = package.split(' ').next().unwrap_or_default();
            let features = features.split(',').filter(|feature| !feature.is_empty());
            (name.to_owned(), features.map(str::to_owned).collect())
        })
        .collect();
    assert!(linked.len() > 1, "{errors}");
    linked
}

#[test]
fn a_game_links_few_crates() {
    let linked = linked();
    assert!(linked.len() <= MOST_LINKED, "{linked:#?}");
}

#[test]
fn the_engine_turns_on_no_feature_that_changes_what_a_game_means() {
    let others = linked()
        .into_iter()
        .filter(|(name, _)| name != "treewright-core");
    for (name, features) in others {
        let row = HARMLESS.iter().find(|(listed, _)| *listed == name);
        let allowed = row
            .unwrap_or_else(|| panic!("`{name}` is not listed here"))
            .1;
        for feature in features {
            let listed = allowed.contains(&&*feature);
            assert!(
                listed,
                "`{name}` with `{feature}`: is it harmless to other users?"
            );
        }
    }
}
