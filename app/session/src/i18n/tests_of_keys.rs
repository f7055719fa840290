//! Tests that the language files and the code use the same keys: none is missing and none is unused.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use super::{LANGUAGES, keys};

/// Prefixes of keys that the code assembles from ids of commands, panels, node types, codes of the core and the like. Other tests check each of their
/// members.
const BUILT: &[&str] = &[
    "command.",
    "panel.",
    "gesture.",
    "type.",
    "scope.",
    "abort.",
    "abort_help.",
    "parameter_type.",
    "choice.",
    "nodes.",
    "category.",
    "question.",
    "recovery.",
    "copy_fault.",
    "log.",
    "nodes_list.",
    "find.field_",
    "problem_why.",
    "versions.by_",
    "versions.mark_",
    "versions.conflict_",
    "version.field.",
    "version.subject.",
    "node_help.when",
    "node_help.then",
    "cli.help.",
    "cli.value.",
    "cli.value_name.",
    "cli.save_remedy.",
    "page.",
];

fn is_built(key: &str) -> bool {
    BUILT.iter().any(|begin| key.starts_with(begin)) || super::tests::is_translation_of_core(key)
}

/// Returns the source of the session and of the crates built on it, without test modules.
fn source() -> String {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut folders = ["session", "editor", "cli"]
        .map(|name| crates.join(name).join("src"))
        .to_vec();
    let mut text = String::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "rs") {
                text.push_str(&fs::read_to_string(path).unwrap());
            }
        }
    }
    text
}

/// Returns the literals that look like keys: words separated by dots.
fn literals(source: &str) -> BTreeSet<&str> {
    let is_word = |word: &str| {
        let mut letters = word.chars();
        letters.next().is_some_and(|c| c.is_ascii_alphabetic())
            && letters.all(|c| c.is_ascii_alphanumeric() || c == '_')
    };
    let is_file =
        |text: &str| ["json", "toml", "xml"].contains(&text.rsplit('.').next().unwrap_or(text));
    let is_key = |text: &&str| {
        text.contains('.') && !text.ends_with('_') && !is_file(text) && text.split('.').all(is_word)
    };
    source.split('"').filter(is_key).collect()
}

/// Returns the fixed beginnings of keys that the code fills in, as in `format!("tour.{step}")`.
fn beginnings(source: &str) -> Vec<&str> {
    let begins = source.split('"').filter_map(|text| text.split_once('{'));
    let begins = begins.map(|(begin, _)| begin);
    let is_begin = |begin: &&str| {
        let words = begin
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || "._".contains(c));
        words && begin.contains('.')
    };
    begins.filter(is_begin).collect()
}

#[test]
fn no_key_is_unused() {
    let source = source();
    let named = literals(&source);
    let filled_in = beginnings(&source);
    let is_named = |key: &str| {
        // The hint of a settings row is derived from the name of the row.
        let line = key.strip_suffix("_hint").unwrap_or(key);
        [key, line].iter().any(|key| named.contains(key))
            || filled_in.iter().any(|begin| key.starts_with(begin))
    };
    let left: Vec<String> = keys("en")
        .into_iter()
        .filter(|key| !is_built(key) && !is_named(key))
        .collect();
    assert!(left.is_empty(), "no code names {left:#?}");
}

#[test]
fn no_key_is_missing() {
    let source = source();
    let known: BTreeSet<String> = keys("en").into_iter().collect();
    let families: BTreeSet<&str> = known
        .iter()
        .filter_map(|key| key.split('.').next())
        .collect();
    let is_text = |key: &&str| {
        let family = key.split('.').next().unwrap_or(key);
        families.contains(family) && !super::tests::is_translation_of_core(key)
    };
    let begins = |key: &str| {
        known
            .iter()
            .any(|known| known.starts_with(&format!("{key}.")))
    };
    let missing: Vec<&str> = literals(&source)
        .into_iter()
        .filter(is_text)
        .filter(|key| !known.contains(*key) && !begins(key))
        .collect();
    assert!(missing.is_empty(), "no language has {missing:#?}");
    assert!(LANGUAGES.len() > 1);
}

/// Texts with a count that is always more than one, or is a limit.
const ALWAYS_SEVERAL: &[&str] = &[
    "annotation.several",
    "canvas.heat.said",
    "cli.missed.too_deep",
    "cli.missed.too_many",
    "cli.render.too_large",
    "cli.transfer.progress",
    "export.several_not_written",
    "find.more",
    "inspector.several",
    "log.goal_not_reached",
    "project.more",
    "question.several_names.text",
    "rename.done",
];

#[test]
fn counts_of_one_use_the_singular() {
    let texts = super::Texts::new("en");
    let is_several = |text: &str, count: &str| {
        let mut words = text.split_whitespace().peekable();
        let mut found = false;
        while let Some(word) = words.next() {
            let counts = [count, "{$all}", "{$of}", "{$frames}", "{$most}"];
            let thing = words
                .peek()
                .map_or("", |word| word.trim_matches(|c: char| !c.is_alphanumeric()));
            let is_thing = thing.len() > 1 && thing.ends_with('s') || thing == "children";
            found |= counts.contains(&word) && is_thing;
        }
        found
    };
    let wrong: Vec<String> = keys("en")
        .into_iter()
        .filter(|key| is_several(&texts.tr(key), "{$count}"))
        .filter(|key| is_several(&texts.tr_count(key, 1), "1"))
        .filter(|key| !super::tests::is_translation_of_core(key))
        .filter(|key| !ALWAYS_SEVERAL.contains(&&**key))
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?} need a form for one");
}
