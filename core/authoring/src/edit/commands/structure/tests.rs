//! Adding, removing and connecting nodes, as drawings before and after.

use super::*;
use treewright_core::model::Surgery as _;

use crate::edit::Command;
use crate::edit::testing::editor::{
    TestEditor, adds as add, check, connects as connect, draw, draw_each, ids,
    inserts_above as insert_above, refused,
};

fn child(parent: &str, index: usize) -> NodePlace {
    NodePlace::Child(parent.into(), index)
}

fn move_above(child: &str, node: &str) -> Command {
    Command::MoveAbove {
        child: child.into(),
        node: node.into(),
    }
}

#[test]
fn the_first_node_becomes_the_root_and_is_selected() {
    let editor = check("", &add("Wait", NodePlace::Loose(0)), "n1");
    assert_eq!(editor.selected(), "n1");
    assert_eq!(editor.node("n1").position, Position::new(10, 20));
    assert_eq!(&*editor.node("n1").task, "Wait");
}

#[test]
fn a_node_is_added_at_the_requested_place() {
    let drawing = "n1:Sequence[n2:Wait n3:Log]";
    for (drawing, task, place, expected) in [
        (drawing, "Idle", child("n1", 1), "n1[n2 n4 n3]"),
        (drawing, "Idle", child("n1", 99), "n1[n2 n3 n4]"),
        (drawing, "Idle", NodePlace::Loose(0), "n1[n2 n3] | n4"),
        ("| a:Idle", "Sequence", NodePlace::Loose(0), "| n1 | a"),
        ("| a:Idle", "Sequence", NodePlace::Root, "n1 | a"),
        // A new root makes the former one unconnected.
        ("r:Idle | x:Log", "Sequence", NodePlace::Root, "n1 | x | r"),
        // A node of an unknown task accepts any number of children.
        (
            "r:Mystery[a:Wait b:Log]",
            "Idle",
            child("r", 2),
            "r[a b n1]",
        ),
    ] {
        check(drawing, &add(task, place), expected);
    }
}

#[test]
fn a_node_is_not_added_where_it_does_not_fit() {
    for (task, parent, reason) in [
        ("Idle", "a", "`Wait` is a leaf and takes no children"),
        (
            "Idle",
            "b",
            "`Inverter` is a decorator and takes exactly one child",
        ),
        ("Idle", "z", "node `z` does not exist"),
        ("Nonsense", "r", "unknown node type `Nonsense`"),
    ] {
        let drawing = "r:Sequence[a:Wait b:Inverter[c:Log]]";
        assert_eq!(refused(drawing, &add(task, child(parent, 0))), reason);
    }
}

#[test]
fn a_node_is_inserted_into_a_connection() {
    for (drawing, below, task, expected) in [
        (
            "r:Sequence[a:Wait b:Log c:Idle] | x:Log",
            "b",
            "Inverter",
            "r[a n1[b] c] | x",
        ),
        ("r:Wait", "r", "Sequence", "n1[r]"),
        ("r:Wait | x:Log | y:Log", "x", "Sequence", "r | n1[x] | y"),
    ] {
        check(drawing, &insert_above(below, task), expected);
    }
    let reason = refused("r:Sequence[a:Wait]", &insert_above("a", "Idle"));
    assert_eq!(reason, "`Idle` is a leaf and takes no children");
}

#[test]
fn an_unconnected_node_is_dropped_on_a_connection() {
    let drawing = "r:Sequence[a:Wait b:Log] | x:Inverter | y:Idle | z:Selector[c:Idle] | w:Log";
    for (drawing, child, expected) in [
        (drawing, "b", "r[a x[b]] | y | z[c] | w"),
        (drawing, "r", "x[r[a b]] | y | z[c] | w"),
        (drawing, "w", "r[a b] | y | z[c] | x[w]"),
        ("| w:Log | x:Inverter | y:Idle", "w", "| x[w] | y"),
        ("| x:Inverter | w:Log | y:Idle", "w", "| x[w] | y"),
        (drawing, "c", "r[a b] | y | z[x[c]] | w"),
    ] {
        check(drawing, &move_above(child, "x"), expected);
    }
    for (child, node, reason) in [
        ("b", "y", "`Idle 1` is a leaf and takes no children"),
        (
            "b",
            "z",
            "`Selector` has children: only a childless node fits into a connection",
        ),
        (
            "x",
            "x",
            "`Inverter` contains `Inverter`: connecting them would create a cycle",
        ),
        ("b", "a", "`Wait` already has a parent: detach it first"),
    ] {
        assert_eq!(refused(drawing, &move_above(child, node)), reason);
    }
}

#[test]
fn deleting_removes_whole_subtrees_as_one_step() {
    let drawing = "r:Sequence[a:Selector[b:Wait c:Log] d:Idle e:Wait] | x:Sequence[y:Log] | z:Idle";
    let delete = |names| Command::Delete(ids(names));
    check(drawing, &delete("a"), "r[d e] | x[y] | z");
    check(drawing, &delete("c a b"), "r[d e] | x[y] | z");
    check(drawing, &delete("a e"), "r[d] | x[y] | z");
    check(drawing, &delete("b x d"), "r[a[c] e] | z");
    check(drawing, &delete("r"), "| x[y] | z");
    check(drawing, &delete("z r x"), "");
    let reason = refused(drawing, &delete("a nobody"));
    assert_eq!(reason, "node `nobody` does not exist");
    assert_eq!(refused(drawing, &delete("")), "nothing to do");
    let mut editor = TestEditor::drawn(drawing);
    editor.does(delete("a z"));
    assert_eq!(editor.undo().as_deref(), Some("delete 4 nodes"));
    assert!(!editor.history.can_undo());
}

#[test]
fn a_deleted_node_leaves_the_selection() {
    let mut editor = TestEditor::drawn("r:Sequence[a:Wait b:Log]");
    editor.selection = crate::edit::Selection::of(ids("a b"));
    editor.apply(&Command::Delete(ids("a"))).unwrap();
    assert_eq!(editor.selected(), "b");
    editor.undo();
    assert_eq!(editor.selected(), "a b");
}

#[test]
fn an_unconnected_tree_is_connected() {
    let drawing = "r:Sequence[a:Wait b:Log] | x:Selector[y:Idle]";
    check(drawing, &connect("r", "x", 0), "r[x[y] a b]");
    check(drawing, &connect("r", "x", 1), "r[a x[y] b]");
    check(drawing, &connect("r", "x", usize::MAX), "r[a b x[y]]");
    check(drawing, &connect("x", "r", 0), "x[r[a b] y]");
}

#[test]
fn a_renumbered_node_keeps_its_new_id_once_others_refer_to_it() {
    let mut document = draw("n1:Sequence | n2:Inverter");
    document.node_mut(&"n2".into()).unwrap().duplicate_of = Some("n1".into());
    for command in [
        connect("n1", "n2", 0),
        Command::MakeRoot("n2".into()),
        move_above("n1", "n2"),
        insert_above("n2", "Sequence"),
    ] {
        let mut editor = TestEditor::with(document.clone());
        editor.apply(&command).unwrap();
        assert_eq!(editor.node("n2").duplicate_of, None, "{command:?}");
        editor.undo();
        assert_eq!(editor.document, document);
    }
}

#[test]
fn detached_nodes_become_unconnected_in_sibling_order() {
    let drawing = "r:Sequence[a:Wait b:Selector[c:Log] d:Idle] | x:Log";
    let detach = |names| Command::Detach(ids(names));
    check(drawing, &detach("b"), "r[a d] | x | b[c]");
    check(drawing, &detach("d a r"), "r[b[c]] | x | a | d");
    check(drawing, &detach("c b"), "r[a d] | x | c | b");
    assert_eq!(refused(drawing, &detach("r x")), "nothing to do");
}

#[test]
fn an_unconnected_tree_and_the_root_swap_places() {
    let drawing = "r:Sequence[a:Wait] | x:Log | y:Selector[z:Idle] | w:Log";
    let make_root = |name: &str| Command::MakeRoot(name.into());
    check(drawing, &make_root("y"), "y[z] | x | r[a] | w");
    check("| x:Log | y:Idle", &make_root("y"), "y | x");
    assert_eq!(refused(drawing, &make_root("r")), "nothing to do");
    assert_eq!(
        refused(drawing, &make_root("a")),
        "`Wait` is not an unconnected node: detach it first"
    );
}

#[test]
fn deep_trees_are_deleted_and_restored() {
    let below = draw_each(1..10_000, |i| format!("[n{i}:Inverter"));
    let mut editor = TestEditor::drawn(&format!("n0:Sequence{below}"));
    editor.does(Command::Delete(ids("n1")));
    assert_eq!(editor.document.node_count(), 1);
    editor.undo();
    assert_eq!(editor.document.node_count(), 10_000);
    let leaf = "n9999".into();
    assert_eq!(editor.document.ancestors(&leaf).count(), 9_999);
}

#[test]
fn the_number_of_nodes_is_limited() {
    let leaves = draw_each(1..crate::edit::MAX_NODES, |i| format!("n{i}:Wait "));
    let mut editor = TestEditor::drawn(&format!("r:Sequence[{leaves}]"));
    let refusal = editor.apply(&add("Wait", NodePlace::Loose(0))).unwrap_err();
    let expected = "limit of 200000 nodes: move branches to other files";
    assert_eq!(refusal.to_string(), expected);
}
