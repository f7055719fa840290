//! The contents of the clipboard.

use super::*;
use crate::edit::testing::editor::{TestEditor, draw, ids, pastes, picture};

fn copied(nodes: &str) -> String {
    let drawing = "r:Sequence[a:Selector[b:Wait c:Log] d:Idle] | x:Log";
    picture(&copy(&draw(drawing), &NodeLibrary::builtin(), &ids(nodes)))
}

#[test]
fn whole_subtrees_are_copied_in_the_order_of_the_document() {
    assert_eq!(copied("a"), "| a[b c]");
    assert_eq!(copied("x d c a"), "| a[b c] | d | x");
    assert_eq!(copied("r b"), "| r[a[b c] d]");
    assert_eq!(copied("nobody"), "");
}

#[test]
fn a_fragment_includes_the_variables_that_it_uses() {
    for (drawing, nodes, expected) in [
        (
            "one:int two:int three:int; r:Sequence[a:Log(text={three}) b:Log(text={one}) c:Log(text={two})]",
            "b a",
            "one=0 three=0",
        ),
        // Variables that expressions read are included.
        (
            "one:int 生命:int; a:WaitUntil(expression=生命 > 3)",
            "a",
            "生命=0",
        ),
    ] {
        let fragment = copy(&draw(drawing), &NodeLibrary::builtin(), &ids(nodes));
        assert_eq!(TestEditor::with(fragment).variables(), expected);
    }
}

#[test]
fn pasted_nodes_differ_only_in_their_ids() {
    let mut editor = TestEditor::drawn("n1:Sequence[n2:Selector[n3:Wait n4:Log]]");
    let fragment = copy(&editor.document, &NodeLibrary::builtin(), &ids("n2"));
    editor.does(pastes(fragment, editor.node("n2").position, Some("n1")));
    assert_eq!(picture(&editor.document), "n1[n2[n3 n4] n5[n6 n7]]");
    let expected = editor.node("n3").copy_as("n6".into());
    assert_eq!(editor.node("n6").disconnected(), expected.disconnected());
}
