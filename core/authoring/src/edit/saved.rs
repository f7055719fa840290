//! Editing and saving together: after undo and redo, the saved file is identical byte for byte.

use proptest::prelude::*;
use treewright_core::format::native::{read, write};
use treewright_core::model::Document;
use treewright_core::testing::cases;

use super::Command;
use super::testing::dice::{dice, document};
use super::testing::editor::{TestEditor, dump};

fn saved(document: &Document) -> String {
    write(document).unwrap()
}

/// Saves a document and opens it, so that broken links and duplicate ids are as in a real file.
fn opened(drawn: &Document) -> Document {
    read(saved(drawn).as_bytes()).unwrap().document
}

/// Opens a document and fixes all its structural problems.
fn repaired(drawn: &Document) -> Document {
    let mut editor = TestEditor::with(opened(drawn));
    let nodes: Vec<_> = editor.document.nodes().cloned().collect();
    for node in nodes {
        let id = node.id();
        for _ in &node.broken_links {
            let node = id.clone();
            editor
                .apply(&Command::ForgetBrokenLink { node, link: 0 })
                .unwrap();
        }
        let accepted = editor.apply(&Command::AcceptNewId(id.clone()));
        assert_eq!(accepted.is_ok(), node.duplicate_of.is_some());
    }
    editor.document
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(300)))]

    #[test]
    fn undoing_or_redoing_all_restores_the_saved_bytes(
        drawn in document(),
        fragment in document(),
        commands in prop::collection::vec(dice(), 1..24),
    ) {
        let mut editor = TestEditor::with(opened(&drawn));
        let mut files = vec![saved(&editor.document)];
        for dice in &commands {
            let command = dice.command(&editor.document, &fragment);
            if editor.apply(&command).is_ok() {
                files.push(saved(&editor.document));
            }
        }
        for file in files.iter().rev().skip(1) {
            editor.undo();
            prop_assert_eq!(&saved(&editor.document), file);
        }
        for file in files.iter().skip(1) {
            editor.redo();
            prop_assert_eq!(&saved(&editor.document), file);
        }
    }

    #[test]
    fn an_edited_document_survives_saving_and_opening(
        drawn in document(),
        commands in prop::collection::vec(dice(), 1..24),
    ) {
        let mut editor = TestEditor::with(repaired(&drawn));
        for dice in &commands {
            let command = dice.command(&editor.document, &drawn);
            if editor.apply(&command).is_ok() {
                let file = saved(&editor.document);
                let again = read(file.as_bytes()).unwrap().document;
                prop_assert_eq!(dump(&again), dump(&editor.document), "{:?}", command);
                prop_assert_eq!(saved(&again), file);
            }
        }
    }

    #[test]
    fn repairing_a_broken_document_loses_no_node(
        drawn in document(),
        commands in prop::collection::vec(dice(), 1..24),
    ) {
        let mut editor = TestEditor::with(opened(&drawn));
        for dice in &commands {
            let command = dice.command(&editor.document, &drawn);
            if editor.apply(&command).is_ok() {
                let again = opened(&editor.document);
                prop_assert_eq!(contents(&again), contents(&editor.document), "{:?}", command);
            }
        }
    }
}

/// The contents of all nodes, regardless of their ids and places.
fn contents(document: &Document) -> Vec<String> {
    let nodes = document.nodes();
    let mut contents: Vec<String> = nodes
        .map(|n| {
            format!(
                "{} {} {:?} {:?} {:?} {:?} {:?}",
                n.task, n.name, n.parameters, n.stand_in, n.data, n.position, n.extra
            )
        })
        .collect();
    contents.sort();
    contents
}
