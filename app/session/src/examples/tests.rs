//! Every example is sound, and the same tree in each language but for what a person reads.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use serde_json::Value;
use treewright_authoring::validate::validate;
use treewright_core::format::native;
use treewright_core::model::Document;

use super::*;
use crate::host::libraries::Libraries;

fn read(document: &ExampleDocument) -> Document {
    let read = native::read(document.json.as_bytes()).unwrap();
    assert_eq!(read.diagnostics, [], "{}", document.file);
    read.document
}

#[test]
fn every_example_is_a_document_without_problems() {
    for example in documents() {
        let document = read(example);
        let mut libraries = Libraries::without_file(&document.libraries, |path| {
            library(example.title, path).map(Arc::from)
        });
        let problems = validate(&document, &libraries.combined());
        assert!(libraries.problems.is_empty(), "{}", example.file);
        assert_eq!(problems, [], "{}", example.file);
    }
}

#[test]
fn every_builtin_node_type_occurs_in_an_example() {
    let mut shown = BTreeSet::new();
    for example in documents() {
        shown.extend(read(example).nodes().map(|node| node.task.to_string()));
    }
    let node_types = treewright_core::nodes::declarations();
    let missing: Vec<_> = node_types
        .iter()
        .map(|node_type| &*node_type.task)
        .filter(|task| !shown.contains(*task))
        .collect();
    assert_eq!(missing, [""; 0]);
}

#[test]
fn every_example_has_a_title_in_every_language() {
    for (language, _) in LANGUAGES {
        for example in EXAMPLES {
            assert!(Texts::new(language).find(example.text_key).is_some());
        }
    }
    let titles: BTreeSet<_> = documents().map(|document| document.title).collect();
    assert_eq!(titles.len(), documents().count());
}

#[test]
fn every_example_opens_in_the_language_of_the_interface() {
    let guard = find("guard").unwrap();
    assert_eq!(guard.document(&Texts::new("en")).title, "guard");
    assert_eq!(guard.document(&Texts::new("zh-CN")).title, "守卫");
    assert_eq!(titled("守卫").unwrap().file, "zh-CN/guard.bt.json");
    let arena = ["arena", "竞技场", "another"].map(|title| library(title, "arena.tasks.json"));
    assert_eq!(arena[0], arena[2]);
    assert_ne!(arena[0], arena[1]);
    assert_eq!(library("arena", "other.tasks.json"), None);
}

#[test]
fn every_example_is_the_same_in_chinese_but_for_what_is_read() {
    for example in EXAMPLES {
        let [english, chinese] = &example.documents;
        assert_same(chinese.file, &json(english.json), &json(chinese.json));
        assert_eq!(english.scenarios.len(), chinese.scenarios.len());
        for (one, other) in english.scenarios.iter().zip(chinese.scenarios) {
            assert_eq!(format!("zh-CN/{}", one.0), other.0);
            let one = by_ids(json(one.1), &read(english));
            assert_same(other.0, &one, &by_ids(json(other.1), &read(chinese)));
        }
    }
    for (path, [english, chinese]) in LIBRARIES {
        assert_same(path, &json(english), &json(chinese));
    }
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

/// Returns a scenario that refers to nodes by their ids instead of their names.
fn by_ids(scenario: Value, document: &Document) -> Value {
    let mut ids = HashMap::new();
    for node in document.nodes() {
        ids.entry(&*node.name).or_insert(node.id().to_string());
    }
    replaced(scenario, &ids)
}

fn replaced(value: Value, ids: &HashMap<&str, String>) -> Value {
    let one = |text: String| ids.get(&*text).cloned().unwrap_or(text);
    match value {
        Value::String(text) => one(text).into(),
        Value::Array(items) => items.into_iter().map(|item| replaced(item, ids)).collect(),
        Value::Object(fields) => {
            let fields = fields.into_iter();
            let fields = fields.map(|(key, value)| (one(key), replaced(value, ids)));
            fields.collect()
        }
        other => other,
    }
}

/// Fields that only people read: empty, or another text in each language.
const TEXTS: [&str; 5] = ["comment", "description", "details", "help", "summary"];

/// Fields that hold identifiers.
const IDENTIFIERS: [&str; 12] = [
    "abort",
    "children",
    "default",
    "format",
    "icon",
    "id",
    "key",
    "libraries",
    "loose",
    "task",
    "type",
    "var",
];

/// Fields that may differ: the positions of nodes depend on how wide their names are, and the files are in different folders.
const IGNORED: [&str; 3] = ["x", "y", "$schema"];

/// Asserts that two files differ only in texts, and that the second has Chinese ones.
fn assert_same(path: &str, english: &Value, chinese: &Value) {
    match (english, chinese) {
        (Value::Object(one), Value::Object(other)) => {
            let keys = [one, other].map(|fields| fields.keys().collect::<Vec<_>>());
            assert_eq!(keys[0], keys[1], "{path}");
            // Variables, parameters, events and tasks have names as well, which are identifiers.
            let has_title = ["root", "task", "tasks", "tree"];
            let has_title = has_title.iter().any(|key| one.contains_key(*key));
            for (key, value) in one {
                let path = format!("{path}.{key}");
                let is_name = key == "name";
                if IGNORED.contains(&&**key) {
                    continue;
                }
                if IDENTIFIERS.contains(&&**key) || is_name && !has_title {
                    assert_eq!(value, &other[key], "{path}");
                } else if TEXTS.contains(&&**key) || is_name {
                    assert_text(&path, value, &other[key]);
                } else {
                    assert_same(&path, value, &other[key]);
                }
            }
        }
        (Value::Array(one), Value::Array(other)) => {
            assert_eq!(one.len(), other.len(), "{path}");
            for (index, (one, other)) in one.iter().zip(other).enumerate() {
                assert_same(&format!("{path}[{index}]"), one, other);
            }
        }
        (Value::String(one), Value::String(other)) if is_field(path, "expression") => {
            assert_eq!(without_literals(one), without_literals(other), "{path}");
            let mut literals = one.split('\'').skip(1).step_by(2);
            let is_text = literals.any(|literal| literal.contains(char::is_alphabetic));
            assert_eq!(has_han(other), is_text, "{path}: {other}");
        }
        (Value::String(one), Value::String(other)) if is_field(path, "text") => {
            assert_text(path, &json_text(one), &json_text(other));
        }
        // A string that is a text for the game or for the one who runs the tree.
        (Value::String(one), Value::String(other)) if one != other => {
            assert!(has_han(other), "{path}: {other}");
        }
        (one, other) => assert_eq!(one, other, "{path}"),
    }
}

/// Whether the last field of a path has this key.
fn is_field(path: &str, key: &str) -> bool {
    path.rsplit('.').next() == Some(key)
}

fn json_text(text: &str) -> Value {
    Value::String(text.to_owned())
}

fn assert_text(path: &str, english: &Value, chinese: &Value) {
    let (english, chinese) = (english.as_str().unwrap(), chinese.as_str().unwrap());
    assert!(!has_han(english), "{path}: {english}");
    assert_eq!(english.is_empty(), chinese.is_empty(), "{path}");
    assert!(chinese.is_empty() || has_han(chinese), "{path}: {chinese}");
}

fn has_han(text: &str) -> bool {
    text.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c))
}

/// Returns an expression without what is in quotes.
fn without_literals(expression: &str) -> String {
    expression.split('\'').step_by(2).collect()
}
