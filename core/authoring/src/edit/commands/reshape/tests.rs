//! Changing types, wrapping, and removing nodes that have children.

use treewright_core::model::NamedTree;

use super::*;
use crate::edit::Command;
use crate::edit::testing::editor::{TestEditor, check, ids, picture, refused, sets};

const DRAWING: &str = "r:Sequence[a:Selector[b:Wait c:Log] d:Inverter[e:Idle]] | x:Log | y:Idle";

fn replace(nodes: &str, task: &str) -> Command {
    Command::ReplaceTask {
        nodes: ids(nodes),
        task: task.into(),
    }
}

fn wrap(nodes: &str, task: &str) -> Command {
    Command::Wrap {
        nodes: ids(nodes),
        task: task.into(),
        position: Position::new(1, 2),
        shift: (0, 100),
    }
}

fn remove(node: &str) -> Command {
    Command::RemoveKeepingChildren {
        node: node.into(),
        shift: (0, -100),
    }
}

#[test]
fn another_type_keeps_id_children_and_fitting_parameters() {
    let mut editor = TestEditor::drawn("r:Sequence[a:Wait b:Log]");
    editor.does(sets("a", "seconds=2.5"));
    let node = editor.node("a").clone();
    let lost =
        |task: &str| lost_by_changing_task(&editor.document, &editor.library, &node, &task.into());
    assert_eq!(lost("Cooldown"), Vec::<String>::new());
    assert_eq!(lost("Log"), ["seconds"]);
    editor.does(replace("a", "Log"));
    assert_eq!(&*editor.node("a").task, "Log");
    assert!(editor.node("a").parameters.is_empty());
    editor.undo();
    assert_eq!(*editor.node("a"), node);
    editor.does(replace("a", "Cooldown"));
    assert!(editor.node("a").parameters.contains_key("seconds"));
    editor.does(replace("r", "Selector"));
    assert_eq!(picture(&editor.document), "r[a b]");
}

#[test]
fn an_abort_type_stays_with_composites() {
    let mut editor = TestEditor::drawn("r:Sequence[a:Idle]");
    let both = AbortType::Both;
    editor.does(Command::SetAbort(ids("r"), both));
    editor.does(replace("r", "Selector"));
    assert_eq!(editor.node("r").abort, both);
    editor.does(replace("r", "Inverter"));
    assert_eq!(editor.node("r").abort, AbortType::None);
}

#[test]
fn a_type_that_cannot_hold_the_children_is_refused() {
    for (task, reason) in [
        ("Wait", "is a leaf and takes no children"),
        ("Inverter", "takes exactly one child"),
        ("None", "`None`"),
        ("Selector", "nothing to do"),
    ] {
        let said = refused(DRAWING, &replace("a", task));
        assert!(said.contains(reason), "{said}");
    }
}

#[test]
fn siblings_are_wrapped_where_the_first_was() {
    let all = "r[n1[a[b c] d[e]]] | x | y";
    let editor = check(DRAWING, &wrap("d a b", "Sequence"), all);
    assert_eq!(editor.selected(), "n1");
    assert_eq!(editor.node("e").position, Position::new(0, 100));
    for (nodes, task, expected) in [
        ("c", "Inverter", "r[a[b n1[c]] d[e]] | x | y"),
        ("r", "Selector", "n1[r[a[b c] d[e]]] | x | y"),
        ("y x", "Selector", "r[a[b c] d[e]] | n1[x y]"),
        ("y r", "Selector", "n1[r[a[b c] d[e]] y] | x"),
    ] {
        check(DRAWING, &wrap(nodes, task), expected);
    }
}

#[test]
fn only_siblings_that_fit_are_wrapped() {
    assert!(refused(DRAWING, &wrap("b e", "Sequence")).contains("not siblings"));
    assert!(refused(DRAWING, &wrap("b c", "Inverter")).contains("one child"));
    assert!(refused(DRAWING, &wrap("b", "Wait")).contains("leaf"));
}

#[test]
fn a_wrapped_tree_keeps_its_name_at_its_top() {
    let mut editor = TestEditor::drawn("r:Sequence | patrol=x:Selector[y:Wait]");
    editor.does(wrap("x", "Inverter"));
    assert_eq!(editor.document.trees, [NamedTree::new("patrol", "n1")]);
    editor.does(remove("n1"));
    assert_eq!(editor.document.trees, [NamedTree::new("patrol", "x")]);
}

#[test]
fn children_take_the_place_of_their_parent() {
    let editor = check(DRAWING, &remove("a"), "r[b c d[e]] | x | y");
    assert_eq!(editor.selected(), "b c");
    assert_eq!(editor.node("c").position, Position::new(0, -100));
    check(DRAWING, &remove("c"), "r[a[b] d[e]] | x | y");
    check("r:Inverter[a:Selector[b:Wait]]", &remove("r"), "a[b]");
    let beside = "| x:Sequence[a:Wait b:Log] | y:Idle";
    check(beside, &remove("x"), "| a | b | y");
}

#[test]
fn removal_is_refused_if_the_children_have_no_place() {
    assert!(refused(DRAWING, &remove("r")).contains("one root"));
    let below = "r:Inverter[a:Selector[b:Wait c:Log]]";
    assert!(refused(below, &remove("a")).contains("exactly one child"));
}
