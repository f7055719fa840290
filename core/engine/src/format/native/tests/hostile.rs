//! Malicious, damaged and very large files.

use super::{FULL, document, file, round_trip};
use crate::format::WriteError;
use crate::format::native::{read, write};
use crate::limits::{FIELDS, FILE_BYTES, ITEMS, NAME_BYTES};
use crate::model::{DocumentBuilder, Node, Note, ParameterValue, broken_invariants};

fn code(text: impl AsRef<[u8]>) -> &'static str {
    read(text.as_ref()).unwrap_err().code()
}

#[test]
fn too_large_a_file_is_refused_before_it_is_read() {
    let mut text = vec![b'['; FILE_BYTES + 1];
    let error = read(&text).unwrap_err();
    assert_eq!(error.code(), "too_large");
    assert_eq!(
        error.to_string(),
        "the file is too large: found 65 MB, limit 64 MB"
    );
    text.pop();
    assert_eq!(code(&text), "too_many_values");
}

#[test]
fn deep_nesting_is_refused_without_recursion() {
    let deep = format!("{}{}", "[".repeat(1_000_000), "]".repeat(1_000_000));
    let head = r#""format": "treewright", "version": 1"#;
    let node = format!(r#""id": "a", "task": "Wait", "parameters": {{"p": {deep}}}"#);
    assert_eq!(code(format!(r#"{{{head}, "later": {deep}}}"#)), "too_deep");
    assert_eq!(
        code(format!(r#"{{{head}, "nodes": [{{{node}}}]}}"#)),
        "wrong_field"
    );
    assert_eq!(
        code(format!(r#"{{{head}, "nodes": {deep}}}"#)),
        "wrong_field"
    );
    assert_eq!(
        code(format!(r#"{{{head}, "root": {deep}}}"#)),
        "wrong_field"
    );
    assert_eq!(code(&deep), "wrong_field");
}

#[test]
fn junk_is_refused() {
    for junk in [
        "null",
        "3",
        "\"text\"",
        "[]",
        "{}",
        "treewright",
        "<?xml?>",
        "\u{1}\u{2}",
    ] {
        let code = code(junk);
        assert!(
            ["syntax", "wrong_field", "other_format"].contains(&code),
            "{junk}: {code}"
        );
    }
}

/// Changes every single byte to some others. The result must be an error or a valid document; never a panic.
#[test]
fn damaged_bytes_never_panic() {
    for at in 0..FULL.len() {
        for byte in [b'"', b'{', b',', 0xff] {
            let mut text = FULL.as_bytes().to_vec();
            text[at] = byte;
            if let Ok(read) = read(&text) {
                assert_eq!(broken_invariants(&read.document), Vec::<String>::new());
                let written = write(&read.document).unwrap();
                assert_eq!(document(&written), read.document);
            }
        }
    }
}

#[test]
fn long_and_strange_texts_are_kept() {
    let names = [
        "x".repeat(NAME_BYTES),
        "\u{202e}rtl \u{200b} 守卫 🛡️ \u{7f} \u{2028}".to_owned(),
        "\"\\\n\r\t\u{1}".to_owned(),
    ];
    for name in names {
        let mut before = document(FULL);
        before = {
            let mut builder = crate::model::DocumentBuilder::new(name.clone());
            let node = before.nodes().next().unwrap().copy_as(name.as_str().into());
            builder.root(node).unwrap();
            builder.finish()
        };
        let text = write(&before).unwrap();
        assert_eq!(document(&text), before);
        assert!(!text.contains(['\u{1}', '\u{7f}', '\u{2028}']));
    }
}

#[test]
fn positions_off_the_canvas_are_clamped() {
    let place = |x: &str| {
        let text = FULL.replace(r#""x": -80, "y": 120"#, &format!(r#""x": {x}, "y": 1"#));
        document(&text).node(&"n2".into()).unwrap().position.x
    };
    assert_eq!(place("1e30"), i32::MAX);
    assert_eq!(place("-1e30"), i32::MIN);
    assert_eq!(place("-0"), 0);
    assert_eq!(place("1e-400"), 0);
    assert_eq!(place("2.5"), 3);
    assert_eq!(place("99999999999999999999"), i32::MAX);
}

#[test]
fn numbers_too_large_for_an_int_are_read_as_floats_and_kept() {
    let long = "123456789012345678901234567890";
    let text = FULL.replace(r#""count": 3"#, &format!(r#""count": {long}"#));
    let read = document(&text);
    let node = read.node(&"n3".into()).unwrap();
    let count = node.parameters.get("count").unwrap();
    assert_eq!(
        count.as_literal().unwrap().as_float(),
        Some(1.234_567_890_123_456_8e29)
    );
    assert!(write(&read).unwrap().contains(long));
}

/// Writes and reads a chain of 10,000 nodes.
#[test]
fn a_chain_of_ten_thousand_nodes_round_trips() {
    let nodes: Vec<String> = (0..10_000).map(|i| format!("n{i}:n{}", i + 1)).collect();
    let mut nodes: Vec<&str> = nodes.iter().map(String::as_str).collect();
    nodes.push("n10000:");
    nodes.reverse();
    let deep = round_trip(&file(&nodes, r#""n0""#, "[]"));
    assert_eq!(deep.ancestors(&"n10000".into()).count(), 10_000);
    drop(deep.clone());
}

#[test]
fn many_nodes_are_read() {
    let children: Vec<String> = (1..100_000).map(|i| format!("n{i}")).collect();
    let root = format!("n0:{}", children.join(" "));
    let leaves: Vec<String> = children.iter().map(|id| format!("{id}:")).collect();
    let mut nodes = vec![root.as_str()];
    nodes.extend(leaves.iter().map(String::as_str));
    let wide = round_trip(&file(&nodes, r#""n0""#, "[]"));
    assert_eq!(wide.node(&"n0".into()).unwrap().children().len(), 99_999);
}

/// Each node of a chain links to the root and to enough nodes above it that a naive explanation of all cycles would
/// not end in time.
#[test]
fn many_long_cycles_are_reported_in_linear_time() {
    let nodes: Vec<String> = (0..50_000)
        .map(|i| format!("n{i}:n{} n0 n{}", i + 1, i / 2))
        .collect();
    let nodes: Vec<&str> = nodes.iter().map(String::as_str).collect();
    let document = round_trip(&file(&nodes, r#""n0""#, "[]"));
    let broken: usize = document.nodes().map(|n| n.broken_links.len()).sum();
    assert_eq!(broken, 100_001);
}

#[test]
fn many_nodes_with_one_id_get_distinct_ids() {
    let document = round_trip(&file(&vec!["n1:n1"; 2_000], r#""n1""#, "[]"));
    assert_eq!(document.node_count(), 2_000);
    assert_eq!(document.loose().len(), 1_999);
}

#[test]
fn writing_respects_the_limits_of_reading() {
    let notes = |count: usize| {
        let mut builder = DocumentBuilder::new("notes");
        builder.settings(|document| {
            *document.notes = vec![Note::default(); count];
        });
        builder.finish()
    };
    let most = write(&notes(ITEMS)).unwrap();
    assert!(read(most.as_bytes()).is_ok());
    let refused = write(&notes(ITEMS + 1)).unwrap_err();
    let (what, count, limit) = ("notes", ITEMS + 1, ITEMS);
    assert_eq!(refused, WriteError::TooMany { what, count, limit });

    let parameters = |count: usize| {
        let mut node = Node::new("n", "Idle");
        for i in 0..count {
            node = node.with_parameter(&format!("p{i}"), ParameterValue::literal(1_i64));
        }
        let mut builder = DocumentBuilder::new("parameters");
        builder.root(node).unwrap();
        builder.finish()
    };
    let most = write(&parameters(FIELDS)).unwrap();
    assert!(read(most.as_bytes()).is_ok());
    assert_eq!(
        write(&parameters(FIELDS + 1)).unwrap_err().code(),
        "too_many"
    );
}
