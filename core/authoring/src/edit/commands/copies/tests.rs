//! Duplicates and pasted fragments.

use treewright_core::model::testing::declared;
use treewright_core::model::{DocumentBuilder, Node, ParameterValue};

use super::*;
use crate::edit::Command;
use crate::edit::testing::editor::{TestEditor, check, draw, ids, pastes, picture, refused};

const DRAWING: &str =
    "r:Sequence[a:Selector[b:Wait c:Log] d:Inverter[e:Idle] f:Idle] | x:Log | y:Idle";

fn duplicate(nodes: &str) -> Command {
    Command::Duplicate {
        nodes: ids(nodes),
        dx: 5,
        dy: 7,
    }
}

fn paste(fragment: &str, parent: Option<&str>) -> Command {
    pastes(draw(fragment), Position::new(1_000, 2_000), parent)
}

#[test]
fn a_copy_follows_its_original_and_is_selected() {
    let expected = "r[a[b c] n1[n2 n3] d[e] f] | x | y";
    let editor = check(DRAWING, &duplicate("a"), expected);
    assert_eq!(editor.selected(), "n1");
    assert_eq!(editor.node("n2").position, Position::new(5, 7));
    assert_eq!(&*editor.node("n3").task, "Log");
}

#[test]
fn several_subtrees_are_copied_in_order() {
    let expected = "r[a[b c] n1[n2 n3] d[e] f n4] | x | n5 | y | n6";
    let editor = check(DRAWING, &duplicate("y f b a x"), expected);
    assert_eq!(editor.selected(), "n1 n4 n5 n6");
}

#[test]
fn a_copy_is_unconnected_if_its_parent_is_full() {
    let full = "r:Inverter[e:Idle] | x:Log";
    check(full, &duplicate("e"), "r[e] | x | n1");
    check(full, &duplicate("r"), "r[e] | x | n1[n2]");
    assert_eq!(refused(DRAWING, &duplicate("z")), "node `z` does not exist");
    assert_eq!(refused(DRAWING, &duplicate("")), "nothing to do");
}

#[test]
fn a_copy_has_all_settings_but_no_broken_links() {
    let mut node = Node::new("r", "Mystery").with_parameter("p", ParameterValue::variable("v"));
    node.name = "Name".to_owned();
    node.disabled = true;
    node.extra.insert("future".to_owned(), "[1,2]".to_owned());
    node.duplicate_of = Some("q".into());
    let mut builder = DocumentBuilder::default();
    builder.root(node.clone()).unwrap();
    let mut editor = TestEditor::with(builder.finish());
    editor.does(duplicate("r"));
    node.position = Position::new(5, 7);
    node.duplicate_of = None;
    assert_eq!(editor.node("n1"), &node.copy_as("n1".into()));
}

#[test]
fn a_fragment_is_pasted_unconnected_or_below_a_node_with_room() {
    let fragment = "| p:Wait | q:Sequence[s:Log]";
    let two = "n1:Sequence[n2:Wait]";
    for (drawing, fragment, below, expected) in [
        ("r:Sequence[a:Idle]", fragment, None, "r[a] | n1 | n2[n3]"),
        ("r:Sequence[a:Idle]", fragment, Some("r"), "r[a n1 n2[n3]]"),
        ("r:Inverter", fragment, Some("r"), "r[n1] | n2[n3]"),
        (
            "r:Sequence[a:Idle]",
            fragment,
            Some("a"),
            "r[a] | n1 | n2[n3]",
        ),
        ("r:Idle", "p:Wait | q:Log", None, "r | n1 | n2"),
        // The first content pasted into an empty document becomes the root.
        ("", fragment, None, "n1 | n2[n3]"),
        // A fragment may use ids that the document uses, too.
        (two, two, Some("n1"), "n1[n2 n3[n4]]"),
    ] {
        check(drawing, &paste(fragment, below), expected);
    }
    let editor = check(
        "r:Sequence[a:Idle]",
        &paste(fragment, None),
        "r[a] | n1 | n2[n3]",
    );
    assert_eq!(editor.selected(), "n1 n2");
    let missing = refused("r:Idle", &paste(fragment, Some("z")));
    assert_eq!(missing, "node `z` does not exist");
    assert_eq!(refused("r:Idle", &paste("", None)), "nothing to do");
}

#[test]
fn the_top_left_corner_is_at_the_requested_position() {
    let at = |id: &str, x, y| {
        let mut node = Node::new(id, "Sequence");
        node.position = Position::new(x, y);
        node
    };
    let mut builder = DocumentBuilder::default();
    let head = builder.loose(at("a", 50, -40)).unwrap();
    builder.child(&head, at("b", -30, 60)).unwrap();
    builder.child(&head, at("c", i32::MAX, i32::MIN)).unwrap();
    let mut editor = TestEditor::drawn("");
    editor.does(pastes(builder.finish(), Position::new(100, 200), None));
    assert_eq!(editor.node("n2").position, Position::new(100, i32::MAX));
    assert_eq!(editor.node("n3").position, Position::new(i32::MAX, 200));
    assert_eq!(editor.node("n1").position.x, 180);
}

#[test]
fn pasting_declares_missing_variables() {
    let fragment = draw("known:string=there new:bool; | a:Idle");
    let mut editor = TestEditor::drawn("known:string; r:Idle");
    editor.does_exactly(&pastes(fragment, Position::default(), None));
    let expected = ["known:string", "new:bool"].map(declared);
    assert_eq!(*editor.document.variables, expected);
    assert_eq!(picture(&editor.document), "r | n1");
}

#[test]
fn a_variable_with_a_conflicting_type_gets_another_name() {
    let mut editor = TestEditor::drawn("alarm:int;");
    let fragment = draw("alarm:bool; | a:CompareBool(left={alarm})");
    editor.does(pastes(fragment, Position::default(), None));
    assert_eq!(editor.variables(), "alarm=0 alarm_2=false");
    let pasted = editor.document.nodes().next().unwrap().id().clone();
    assert_eq!(editor.shown(pasted.as_str()), "CompareBool(left={alarm_2})");
}
