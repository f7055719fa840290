//! Branches that are dragged to another parent, as drawings before and after.

use super::*;
use crate::edit::testing::editor::{TestEditor, ids, picture};

const DRAWING: &str =
    "r:Sequence[a:Wait b:Inverter[c:Log] d:Selector[e:Wait f:Idle]] | x:Selector[y:Idle]";

fn moved(parent: &str, nodes: &str, index: usize) -> String {
    let mut editor = TestEditor::drawn(DRAWING);
    let nodes: Vec<NodeId> = ids(nodes);
    let parent: NodeId = parent.into();
    if let Err(refusal) = can_move_below(&editor.document, &editor.library, &parent, &nodes) {
        return refusal.code().to_owned();
    }
    let Some(command) = move_below(&editor.document, &parent, &nodes, index) else {
        return "there already".to_owned();
    };
    editor.does_exactly(&command);
    picture(&editor.document)
}

#[test]
fn a_branch_moves_to_any_parent_that_has_room() {
    for (parent, nodes, index, expected) in [
        ("d", "a", 0, "r[b[c] d[a e f]] | x[y]"),
        ("d", "a", 1, "r[b[c] d[e a f]] | x[y]"),
        ("r", "e", 9, "r[a b[c] d[f] e] | x[y]"),
        ("x", "d", 0, "r[a b[c]] | x[d[e f] y]"),
        ("d", "x", 9, "r[a b[c] d[e f x[y]]]"),
        // The index counts the children as they are before the drag.
        ("r", "a", 2, "r[b[c] a d[e f]] | x[y]"),
        ("r", "a", 3, "r[b[c] d[e f] a] | x[y]"),
        ("r", "d", 0, "r[d[e f] a b[c]] | x[y]"),
        // Several branches stay in their order.
        ("x", "a e", 1, "r[b[c] d[f]] | x[y a e]"),
        ("r", "a d", 2, "r[b[c] a d[e f]] | x[y]"),
        // What a decorator loses makes room.
        ("b", "c", 0, "there already"),
        ("r", "a", 0, "there already"),
        ("r", "a", 1, "there already"),
    ] {
        assert_eq!(
            moved(parent, nodes, index),
            expected,
            "{nodes} to {parent} {index}"
        );
    }
}

#[test]
fn only_cycles_and_full_parents_are_refused() {
    for (parent, nodes, reason) in [
        ("e", "d", "cycle"),
        ("d", "d", "cycle"),
        ("d", "r", "cycle"),
        ("y", "x", "cycle"),
        ("b", "a", "decorator_is_full"),
        ("b", "c a", "decorator_is_full"),
        ("a", "e", "leaf"),
        ("nobody", "e", "no_such_node"),
    ] {
        assert_eq!(moved(parent, nodes, 0), reason, "{nodes} to {parent}");
    }
}

#[test]
fn the_root_can_be_moved_into_an_unconnected_tree() {
    assert_eq!(moved("x", "r", 0), "x[r[a b[c] d[e f]] y]");
}

#[test]
fn the_undo_step_is_named_by_what_the_user_did() {
    let mut editor = TestEditor::drawn(DRAWING);
    let command = move_below(&editor.document, &"x".into(), &ids("a e"), 0).unwrap();
    editor.does(command);
    let label = editor.history.undo_label().unwrap();
    assert_eq!(label.done(), "Moved 2 nodes to another parent");
}
