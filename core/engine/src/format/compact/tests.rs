//! Tests of round trips, of damaged files, and of small files that ask for much memory.

use super::bytes::push_number;
use super::*;
use crate::format::{FormatError, FormatErrorKind, native};
use crate::model::testing::draw;
use crate::model::{Document, DocumentBuilder, Node};
use crate::nodes::testing::random::{document_with_trees, partly_disabled};
use crate::testing::cases;

/// What of a document runs.
fn bare(document: &Document) -> Document {
    let mut nodes = crate::model::NodeMap::default();
    let mut order = Vec::new();
    let mut places = rustc_hash::FxHashMap::default();
    for node in document.pre_order() {
        use crate::model::ListedPlace;
        let place = match node.parent() {
            Some(parent) => ListedPlace::Below(places[parent]),
            None if document.root() == Some(node.id()) => ListedPlace::Root,
            None => ListedPlace::Loose,
        };
        places.insert(node.id().clone(), order.len());
        order.push((order.len(), place));
        let mut copy = Node::new(node.id().clone(), node.task.clone());
        copy.name.clone_from(&node.name);
        copy.abort = node.abort;
        copy.disabled = node.disabled;
        copy.overrides.clone_from(&node.overrides);
        for (name, value) in &node.parameters {
            let value = match value.as_literal() {
                Some(value) => crate::model::ParameterValue::literal(value.clone()),
                None => value.clone(),
            };
            copy.parameters.insert(name.clone(), value);
        }
        nodes.insert(copy);
    }
    let mut builder = DocumentBuilder::new(document.name.clone());
    builder.forest(nodes, &order).unwrap();
    builder.settings(|bare| {
        bare.restart_when_complete = document.restart_when_complete;
        bare.seed = document.seed;
        bare.libraries.clone_from(&document.libraries);
        bare.variables.clone_from(&document.variables);
        bare.trees.clone_from(&document.trees);
        for variable in &mut bare.variables {
            variable.comment.clear();
            variable.initial.written = None;
        }
    });
    builder.finish()
}

fn drawn(seed: u64) -> Document {
    let document = document_with_trees(seed, 3 + seed as usize % 40, &["Subtree"]);
    if seed.is_multiple_of(2) {
        partly_disabled(&document, seed)
    } else {
        document
    }
}

/// A file with something of everything.
fn sample() -> Vec<u8> {
    let text = r#"{"format": "treewright", "version": 1, "name": "Sample", "restart_when_complete": true, "seed": 77,
        "libraries": ["a.tasks.json"], "root": "n3", "trees": [{"name": "Side", "root": "n9"}],
        "variables": [
            {"name": "hp", "type": "int", "scope": "global", "initial": -300},
            {"name": "path", "type": "[vec2]", "scope": "subtree", "initial": [{"vec2": [1.5, -2]}]},
            {"name": "tint", "type": "color", "initial": {"color": [1, 0.5, 0.25, 1]}}
        ],
        "nodes": [
            {"id": "n3", "task": "Selector", "abort": "Both", "children": ["n1", "é/2", "n4"]},
            {"id": "n1", "task": "Go", "name": "Walk", "parameters": {"to": {"vec3": [1, 2, 3]}, "names": ["a", "b"], "fast": true}},
            {"id": "é/2", "task": "Subtree", "parameters": {"tree": "Side", "target": {"var": "hp"}},
             "overrides": {"n9": {"seconds": 1.5}}},
            {"id": "n4", "task": "Go", "disabled": true, "parameters": {"to": {"vec3": [1, 2, 3]}, "names": [], "fast": false}},
            {"id": "n9", "task": "Wait", "parameters": {"seconds": 2.0}}
        ], "loose": ["n9"]}"#;
    let read = native::read(text.as_bytes()).unwrap();
    assert!(read.diagnostics.is_empty());
    let file = write(&read.document).unwrap();
    assert_eq!(super::read(&file).unwrap(), bare(&read.document));
    file
}

#[test]
fn random_documents_come_back_as_what_of_them_runs() {
    for seed in 0..cases(400) {
        let document = drawn(seed);
        let file = write(&document).unwrap();
        let again = read(&file).unwrap();
        assert_eq!(again, bare(&document), "{seed}");
        assert_eq!(write(&again).unwrap(), file, "{seed}");
    }
}

#[test]
fn a_damaged_file_gives_an_error_or_another_document() {
    let sample = sample();
    let check = |bytes: &[u8]| {
        if let Ok(document) = read(bytes) {
            assert_eq!(
                crate::model::broken_invariants(&document),
                Vec::<String>::new()
            );
            let file = write(&document).unwrap();
            assert_eq!(read(&file).unwrap(), document);
        }
    };
    for at in 0..sample.len() {
        assert!(read(&sample[..at]).is_err(), "cut at {at}");
        let mut damaged = sample.clone();
        for byte in (0..8)
            .map(|bit| sample[at] ^ 1 << bit)
            .chain([0, 0x7f, 0xff])
        {
            damaged[at] = byte;
            check(&damaged);
        }
        damaged.remove(at);
        check(&damaged);
        check_with_length(damaged, &check);
    }
}

/// Like a damaged file that nobody could recognize by its length.
fn check_with_length(mut damaged: Vec<u8>, check: &dyn Fn(&[u8])) {
    let start = MAGIC.len() + 1 + 4;
    if damaged.len() < start {
        return;
    }
    let length = (damaged.len() - start) as u32;
    damaged[start - 4..start].copy_from_slice(&length.to_le_bytes());
    check(&damaged);
}

#[test]
fn errors_tell_the_place_and_what_to_do() {
    let told = |bytes: &[u8]| read(bytes).unwrap_err().to_string();
    let sample = sample();
    assert_eq!(told(b""), "the file is empty");
    assert_eq!(
        told(b"{}"),
        "@0x0: the file is damaged: it does not begin with the mark of this format"
    );
    assert_eq!(
        told(&sample[..sample.len() - 1]),
        "@0xd: the file is damaged: it ends too early"
    );
    let mut newer = sample.clone();
    newer[MAGIC.len()] = 2;
    assert_eq!(
        told(&newer),
        "the file has format version 2; this program reads up to version 1"
    );
    let error = read(&sample[..40]).unwrap_err();
    assert!(matches!(error.kind, FormatErrorKind::Damaged { .. }));
    assert!(
        error
            .remedy(crate::format::FileContent::Tree)
            .starts_with("Export the tree again")
    );
}

#[test]
fn ids_of_all_forms_are_kept() {
    for ids in [
        "n2 n1",
        "n1 n18446744073709551615",
        "n0 n01",
        "n nx",
        "7 n7",
        "n5 n6 n7 n5a n8",
    ] {
        let mut builder = DocumentBuilder::new("");
        for id in ids.split(' ') {
            builder.loose(Node::new(id, "Idle")).unwrap();
        }
        let document = builder.finish();
        assert_eq!(read(&write(&document).unwrap()).unwrap(), document, "{ids}");
    }
}

#[test]
fn most_nodes_take_three_bytes() {
    let waits: Vec<String> = (2..1_002)
        .map(|n| format!("n{n}:Wait(seconds=1.5)"))
        .collect();
    let document = draw(&format!("n1:Sequence[{}]", waits.join(" ")));
    let file = write(&document).unwrap();
    assert!(file.len() < 3_000 + 100, "{}", file.len());
}

/// Returns a file with one text, one task `Idle` with these parameters, and this number of loose nodes of these bytes.
fn file_of(text: &str, parameters: &[u8], count: u64, node: &[u8]) -> Vec<u8> {
    let mut body = vec![2, 4];
    push_number(text.len() as u64, &mut body);
    push_number(4 + text.len() as u64, &mut body);
    body.extend(b"Idle");
    body.extend(text.as_bytes());
    body.extend([0, 0, 0]); // no name, no settings, seed 0
    push_number(count, &mut body);
    body.extend([0, 0, 0, 1, 1]); // no libraries, variables and trees; one kind: `Idle`
    body.extend(parameters);
    body.extend(node.repeat(count as usize));
    let mut file = MAGIC.to_vec();
    push_number(VERSION, &mut file);
    file.extend((body.len() as u32).to_le_bytes());
    file.extend(body);
    file
}

/// Reads a file to its end, as loading does before it looks whether ids are distinct.
fn walk(file: &[u8]) -> Result<(), FormatError> {
    let head = Head::read(file)?;
    let mut nodes = head.nodes();
    while nodes.next_node()?.is_some() {}
    Ok(())
}

#[test]
fn a_small_file_cannot_ask_for_much_memory() {
    let long = "x".repeat(100_000);
    let loose = [0, 0, 0];
    let mut numbers = vec![1, 2, tag::LIST];
    push_number(10_000, &mut numbers);
    numbers.extend([tag::TRUE].repeat(10_000));
    // A file of the kind that is read, and then four of less than 100 KB that would be gigabytes.
    assert!(walk(&file_of("p", &[0], 100, &loose)).is_ok());
    let named = [bit::NAMED, 0, 0, 2];
    let with_text_id = [bit::TEXT_ID, 0, 0, 2];
    for (file, expected) in [
        (file_of("p", &numbers, 10_000, &loose), "values"),
        (
            file_of(&long, &[1, 2, tag::TRUE], 10_000, &loose),
            "bytes of text",
        ),
        (file_of(&long, &[0], 10_000, &named), "bytes of text"),
        (file_of(&long, &[0], 10_000, &with_text_id), "bytes of text"),
    ] {
        assert!(file.len() < 200_000, "{}", file.len());
        let error = walk(&file).unwrap_err().to_string();
        assert!(error.contains("all nodes together"), "{error}");
        assert!(error.contains(expected), "{error}");
    }
    // A count that no file of this length can have.
    let mut huge = MAGIC.to_vec();
    huge.extend([1, 6, 0, 0, 0, 0xff, 0xff, 0xff, 0x01, 0, 0]);
    let error = read(&huge).unwrap_err().to_string();
    assert!(error.contains("items, limit"), "{error}");
}

#[test]
fn what_would_be_refused_on_reading_is_not_written() {
    let mut node = Node::new("n1", "Idle");
    for number in 0..1_000_i64 {
        node.parameters
            .insert(format!("p{number}").into(), number.into());
    }
    let mut builder = DocumentBuilder::new("");
    for number in 1..=3_000 {
        builder
            .loose(node.clone().copy_as(format!("n{number}").into()))
            .unwrap();
    }
    let refused = write(&builder.finish()).unwrap_err().to_string();
    assert!(refused.contains("values"), "{refused}");
}

/// The file was written by another program, after the page about the format.
#[test]
fn a_file_that_was_written_after_the_page_is_read() {
    let file = include_bytes!("../../../../../fuzz/seeds/compact/guard.bin");
    let document = read(file).unwrap();
    let expected = r#"{"format": "treewright", "version": 1, "name": "Guard", "restart_when_complete": true, "seed": 77,
        "variables": [
            {"name": "hp", "type": "int", "scope": "global", "initial": -300},
            {"name": "路径", "type": "[vec2]", "initial": [{"vec2": [1.5, -2]}]}
        ],
        "root": "n10", "trees": [{"name": "Side", "root": "n2"}],
        "nodes": [
            {"id": "n10", "task": "Selector", "abort": "Both", "children": ["n11", "n11/é", "n12"]},
            {"id": "n11", "task": "Go", "name": "Walk", "parameters": {"to": {"vec3": [1, 2, 3]}, "hp": {"var": "hp"}}},
            {"id": "n11/é", "task": "Subtree", "parameters": {"tree": "Side"}, "overrides": {"n2": {"seconds": 4}}},
            {"id": "n12", "task": "Go", "disabled": true, "parameters": {"to": {"vec3": [1, 2, 3]}, "hp": {"var": "hp"}}},
            {"id": "n2", "task": "Wait", "parameters": {"seconds": 2.5}}
        ], "loose": ["n2"]}"#;
    let expected = native::read(expected.as_bytes()).unwrap().document;
    assert_eq!(document, bare(&expected));
}
