//! Properties of the format for any file, however damaged: it is read without loss, and writing is stable after the
//! first time.

use proptest::prelude::*;

use super::document;
use crate::format::literal::{push_literal, read_literal, read_typed};
use crate::format::native::{read, write};
#[cfg(feature = "schema")]
use crate::format::schema::testing::SchemaValidator;
use crate::model::{Document, broken_invariants};
use crate::testing::cases;
use crate::value::{Value, ValueType};

/// A node in a file: its id, the ids of its children, and further fields.
type FileNode = (u8, Vec<u8>, String);

fn id(number: u8) -> String {
    // Some ids need escapes, some look like those that the reader assigns.
    match number % 3 {
        0 => format!("n{number}"),
        1 => format!("\"守 {number}"),
        _ => format!("a\\{number}"),
    }
}

fn json(text: &str) -> String {
    serde_json::to_string(text).unwrap()
}

fn ids(numbers: &[u8]) -> String {
    let ids: Vec<_> = numbers.iter().map(|n| json(&id(*n))).collect();
    format!("[{}]", ids.join(","))
}

/// Numbers in different notations.
fn number() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<i64>().prop_map(|i| i.to_string()),
        any::<u64>().prop_map(|i| i.to_string()),
        "-?(0|[1-9][0-9]{0,20})(\\.[0-9]{1,20})?([eE][+-]?[0-9]{1,2})?",
    ]
}

fn literal() -> impl Strategy<Value = String> {
    prop_oneof![
        number(),
        any::<bool>().prop_map(|b| b.to_string()),
        any::<String>().prop_map(|s| json(&s)),
        prop::collection::vec(number(), 0..4).prop_map(|n| format!("[{}]", n.join(" , "))),
        (number(), number()).prop_map(|(x, y)| format!("{{\"vec2\":[{x},\n{y}]}}")),
        any::<String>().prop_map(|s| format!("{{\"var\": {}}}", json(&s))),
    ]
}

/// Fields of a node: known and unknown ones.
fn fields() -> impl Strategy<Value = String> {
    let settings = (any::<String>(), any::<bool>(), literal(), -9999..9999_i32);
    let unknown = prop::option::of(("[a-z]{3}_", literal()));
    (settings, unknown).prop_map(|((name, flag, value, x), unknown)| {
        let name = json(&name);
        let unknown = unknown.map(|(key, json)| format!(", \"{key}\" : {{\"{key}\": [{json}]}}"));
        format!(
            r#""name": {name}, "disabled": {flag}, "parameters": {{"p": {value}}}, "x": {x}{}"#,
            unknown.unwrap_or_default()
        )
    })
}

fn file() -> impl Strategy<Value = (String, Vec<FileNode>)> {
    let children = prop::collection::vec(0..12_u8, 0..4);
    let node = (0..10_u8, children, fields());
    let nodes = prop::collection::vec(node, 0..12);
    let heads = prop::collection::vec(0..12_u8, 0..3);
    (nodes, heads.clone(), heads).prop_map(|(nodes, roots, loose)| {
        let node = |(number, children, fields): &FileNode| {
            let (id, children) = (json(&id(*number)), ids(children));
            format!(r#"{{"id": {id}, "task": "T", "children": {children}, {fields}}}"#)
        };
        let list: Vec<_> = nodes.iter().map(node).collect();
        let text = format!(
            r#"{{"format": "treewright", "version": 1, "root": {}, "nodes": [{}], "loose": {}}}"#,
            ids(&roots),
            list.join(","),
            ids(&loose)
        );
        (text, nodes)
    })
}

/// All ids with the ids of their children as in the file, sorted.
fn structure(document: &Document) -> Vec<(String, Vec<String>)> {
    let written = write(document).unwrap();
    let file: serde_json::Value = serde_json::from_str(&written).unwrap();
    let text = |value: &serde_json::Value| value.as_str().unwrap().to_owned();
    let node = |node: &serde_json::Value| {
        let children = node["children"].as_array();
        let children = children.map(|c| c.iter().map(text).collect());
        (text(&node["id"]), children.unwrap_or_default())
    };
    let mut nodes: Vec<_> = file["nodes"].as_array().unwrap().iter().map(node).collect();
    nodes.sort();
    nodes
}

/// Compiled once, since that takes longer than the checks.
#[cfg(feature = "schema")]
static SCHEMA: std::sync::LazyLock<SchemaValidator> =
    std::sync::LazyLock::new(|| SchemaValidator::new(&crate::format::native::schema()));

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(400)))]

    #[test]
    fn any_graph_is_read_without_loss((text, nodes) in file()) {
        let first = read(text.as_bytes()).unwrap().document;
        prop_assert_eq!(broken_invariants(&first), Vec::<String>::new());
        let mut wanted: Vec<(String, Vec<String>)> = nodes
            .iter()
            .map(|(number, children, _)| (id(*number), children.iter().map(|c| id(*c)).collect()))
            .collect();
        wanted.sort();
        prop_assert_eq!(structure(&first), wanted);

        let written = write(&first).unwrap();
        let second = document(&written);
        prop_assert_eq!(&second, &first, "{}", written);
        prop_assert_eq!(write(&second).unwrap(), written);
    }

    #[test]
    #[cfg(feature = "schema")]
    fn every_rewritten_file_matches_the_schema((text, _) in file()) {
        let written = write(&read(text.as_bytes()).unwrap().document).unwrap();
        prop_assert_eq!(SCHEMA.errors(&written), Vec::<String>::new(), "{}", written);
    }

    #[test]
    #[cfg(feature = "schema")]
    fn every_written_tree_matches_the_schema(seed: u64, size in 1_usize..25) {
        let drawn = crate::nodes::testing::random::document_with_trees(seed, size, &[]);
        let written = write(&drawn).unwrap();
        prop_assert_eq!(SCHEMA.errors(&written), Vec::<String>::new(), "{}", written);
    }

    #[test]
    fn a_number_keeps_its_notation(number in number()) {
        let literal = read_literal(&number).unwrap();
        let mut text = String::new();
        push_literal(&literal, &mut text);
        prop_assert_eq!(text, number);
    }

    #[test]
    fn every_float_reads_back(bits in any::<u64>()) {
        let float = f64::from_bits(bits);
        prop_assume!(float.is_finite());
        let mut text = String::new();
        push_literal(&Value::Float(float).into(), &mut text);
        let read = read_literal(&text).unwrap();
        prop_assert_eq!(read.value.as_float().map(f64::to_bits), Some(bits));
        prop_assert_eq!(read.written, None);
    }

    #[test]
    fn every_color_reads_back(bits in any::<[u32; 4]>()) {
        let color = bits.map(f32::from_bits);
        prop_assume!(color.iter().all(|x| x.is_finite()));
        let mut text = String::new();
        push_literal(&Value::Color(color).into(), &mut text);
        prop_assert_eq!(read_literal(&text).unwrap(), Value::Color(color).into());
    }

    #[test]
    fn whole_numbers_are_accepted_as_floats(numbers in prop::collection::vec(-1000..1000_i64, 0..4)) {
        let list = ValueType::List(Box::new(ValueType::Float));
        let text = format!("{numbers:?}");
        let literal = read_typed(&text, &list).unwrap();
        prop_assert!(list.accepts(&literal.value));
        let mut written = String::new();
        push_literal(&literal, &mut written);
        prop_assert_eq!(written, text);
    }

    #[test]
    fn any_text_is_an_error_or_a_document(text in ".{0,200}") {
        let _ = read(text.as_bytes());
    }
}
