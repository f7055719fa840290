//! Which connections the canvas may offer, and why not the others.

use super::*;
use crate::edit::testing::editor::TestEditor;

const DRAWING: &str = "r:Sequence[a:Wait b:Inverter[c:Log] e:Inverter] | x:Selector[y:Selector z:Idle] | m:Mystery[k:Log]";

fn connect(parent: &str, child: &str) -> String {
    let editor = TestEditor::drawn(DRAWING);
    let answer = can_connect(
        &editor.document,
        &editor.library,
        &parent.into(),
        &child.into(),
    );
    answer.map_or_else(|refusal| refusal.code().to_owned(), |()| "yes".to_owned())
}

#[test]
fn an_unconnected_tree_connects_where_there_is_room_and_no_cycle() {
    for (parent, child, expected) in [
        ("r", "x", "yes"),
        ("e", "x", "yes"),
        ("m", "x", "yes"),
        ("y", "m", "yes"),
        // The root is connected below an unconnected tree, whose top becomes the root.
        ("x", "r", "yes"),
        ("x", "c", "second_parent"),
        ("r", "a", "second_parent"),
        ("y", "x", "cycle"),
        ("x", "x", "cycle"),
        ("b", "r", "cycle"),
        ("a", "x", "leaf"),
        ("b", "x", "decorator_is_full"),
        ("nobody", "x", "no_such_node"),
        ("r", "nobody", "no_such_node"),
    ] {
        assert_eq!(connect(parent, child), expected, "{parent} {child}");
    }
}

#[test]
fn a_refusal_names_nodes_by_their_titles() {
    let mut editor = TestEditor::drawn(DRAWING);
    let command = crate::edit::Command::SetName(vec!["x".into()], "Hunt".to_owned());
    editor.apply(&command).unwrap();
    let refusal = can_connect(&editor.document, &editor.library, &"y".into(), &"x".into());
    let refusal = refusal.unwrap_err();
    let expected = "`Hunt` contains `Selector`: connecting them would create a cycle";
    assert_eq!(refusal.to_string(), expected);
}
