//! Adding, removing and hanging nodes, as pictures before and after.

use super::*;
use crate::edit::Command;
use crate::edit::testing::desk::{Desk, check, ids, refused};

fn add(task: &str, place: Place) -> Command {
    Command::AddNode {
        task: task.into(),
        place,
        position: Position::new(10, 20),
    }
}

fn child(parent: &str, index: usize) -> Place {
    Place::Child(parent.into(), index)
}

fn connect(parent: &str, child: &str, index: usize) -> Command {
    Command::Connect {
        parent: parent.into(),
        child: child.into(),
        index,
    }
}

fn insert_above(child: &str, task: &str) -> Command {
    Command::InsertAbove {
        child: child.into(),
        task: task.into(),
        position: Position::new(10, 20),
    }
}

fn move_above(child: &str, node: &str) -> Command {
    Command::MoveAbove {
        child: child.into(),
        node: node.into(),
    }
}

#[test]
fn the_first_node_becomes_the_root_and_is_selected() {
    let desk = check("", &add("Wait", Place::Loose(0)), "n1");
    assert_eq!(desk.selected(), "n1");
    assert_eq!(desk.node("n1").position, Position::new(10, 20));
    assert_eq!(&*desk.node("n1").task, "Wait");
}

#[test]
fn a_node_is_added_where_it_is_asked_for() {
    let drawing = "n1:Sequence[n2:Wait n3:Log]";
    check(drawing, &add("Idle", child("n1", 1)), "n1[n2 n4 n3]");
    check(drawing, &add("Idle", child("n1", 99)), "n1[n2 n3 n4]");
    check(drawing, &add("Idle", Place::Loose(0)), "n1[n2 n3] | n4");
    check("| a:Idle", &add("Sequence", Place::Loose(0)), "| n1 | a");
    check("| a:Idle", &add("Sequence", Place::Root), "n1 | a");
}

#[test]
fn a_new_root_makes_the_former_one_loose() {
    check(
        "r:Idle | x:Log",
        &add("Sequence", Place::Root),
        "n1 | x | r",
    );
}

#[test]
fn a_node_is_not_added_where_it_cannot_hang() {
    let drawing = "r:Sequence[a:Wait b:Inverter[c:Log]]";
    let reason = |task, place| refused(drawing, &add(task, place));
    assert_eq!(
        reason("Idle", child("a", 0)),
        "`Wait` is a leaf: it takes no children"
    );
    assert_eq!(
        reason("Idle", child("b", 0)),
        "`Inverter` is a decorator: it takes exactly one child"
    );
    assert_eq!(reason("Idle", child("z", 0)), "there is no node `z`");
    assert_eq!(
        reason("Nonsense", child("r", 0)),
        "there is no kind of node called `Nonsense`"
    );
}

#[test]
fn a_node_of_an_unknown_task_holds_any_children() {
    check(
        "r:Mystery[a:Wait b:Log]",
        &add("Idle", child("r", 2)),
        "r[a b n1]",
    );
}

#[test]
fn a_node_is_inserted_on_a_wire() {
    check(
        "r:Sequence[a:Wait b:Log c:Idle] | x:Log",
        &insert_above("b", "Inverter"),
        "r[a n1[b] c] | x",
    );
    check("r:Wait", &insert_above("r", "Sequence"), "n1[r]");
    check(
        "r:Wait | x:Log | y:Log",
        &insert_above("x", "Sequence"),
        "r | n1[x] | y",
    );
    assert_eq!(
        refused("r:Sequence[a:Wait]", &insert_above("a", "Idle")),
        "`Idle` is a leaf: it takes no children"
    );
}

#[test]
fn a_loose_node_is_dropped_on_a_wire() {
    let drawing = "r:Sequence[a:Wait b:Log] | x:Inverter | y:Idle | z:Selector[c:Idle] | w:Log";
    check(drawing, &move_above("b", "x"), "r[a x[b]] | y | z[c] | w");
    check(drawing, &move_above("r", "x"), "x[r[a b]] | y | z[c] | w");
    check(drawing, &move_above("w", "x"), "r[a b] | y | z[c] | x[w]");
    check(
        "| w:Log | x:Inverter | y:Idle",
        &move_above("w", "x"),
        "| x[w] | y",
    );
    check(
        "| x:Inverter | w:Log | y:Idle",
        &move_above("w", "x"),
        "| x[w] | y",
    );
    check(drawing, &move_above("c", "x"), "r[a b] | y | z[x[c]] | w");
    let reason = |child, node| refused(drawing, &move_above(child, node));
    assert_eq!(reason("b", "y"), "`Idle` is a leaf: it takes no children");
    assert_eq!(
        reason("b", "z"),
        "`Selector` has children: only a node without can be put on a wire"
    );
    assert_eq!(
        reason("x", "x"),
        "`Inverter` contains `Inverter`: that would be a cycle"
    );
    assert_eq!(
        reason("b", "a"),
        "`Wait` already has a parent: pull its wire off first"
    );
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
    assert_eq!(
        refused(drawing, &delete("a nobody")),
        "there is no node `nobody`"
    );
    assert_eq!(refused(drawing, &delete("")), "nothing to do");
    let mut desk = Desk::drawn(drawing);
    desk.apply(&delete("a z")).unwrap();
    assert_eq!(desk.undo().as_deref(), Some("delete 4 nodes"));
    assert!(!desk.history.can_undo());
}

#[test]
fn a_deleted_node_leaves_the_selection() {
    let mut desk = Desk::drawn("r:Sequence[a:Wait b:Log]");
    desk.selection = crate::edit::Selection::of(ids("a b"));
    desk.apply(&Command::Delete(ids("a"))).unwrap();
    assert_eq!(desk.selected(), "b");
    desk.undo();
    assert_eq!(desk.selected(), "a b");
}

#[test]
fn a_loose_tree_is_connected() {
    let drawing = "r:Sequence[a:Wait b:Log] | x:Selector[y:Idle]";
    check(drawing, &connect("r", "x", 0), "r[x[y] a b]");
    check(drawing, &connect("r", "x", 1), "r[a x[y] b]");
    check(drawing, &connect("r", "x", usize::MAX), "r[a b x[y]]");
    check(drawing, &connect("x", "r", 0), "x[r[a b] y]");
}

#[test]
fn a_node_whose_id_was_taken_keeps_its_new_one_once_it_is_named_by_others() {
    let mut builder = treewright_core::model::DocumentBuilder::default();
    builder.root(Node::new("n1", "Sequence")).unwrap();
    let mut twin = Node::new("n2", "Inverter");
    twin.duplicate_of = Some("n1".into());
    builder.loose(twin).unwrap();
    let document = builder.finish();
    for command in [
        connect("n1", "n2", 0),
        Command::MakeRoot("n2".into()),
        move_above("n1", "n2"),
        insert_above("n2", "Sequence"),
    ] {
        let mut desk = Desk::with(document.clone());
        desk.apply(&command).unwrap();
        assert_eq!(desk.node("n2").duplicate_of, None, "{command:?}");
        desk.undo();
        assert_eq!(desk.document, document);
    }
}

#[test]
fn detached_nodes_become_loose_in_the_order_of_their_siblings() {
    let drawing = "r:Sequence[a:Wait b:Selector[c:Log] d:Idle] | x:Log";
    let detach = |names| Command::Detach(ids(names));
    check(drawing, &detach("b"), "r[a d] | x | b[c]");
    check(drawing, &detach("d a r"), "r[b[c]] | x | a | d");
    check(drawing, &detach("c b"), "r[a d] | x | c | b");
    assert_eq!(refused(drawing, &detach("r x")), "nothing to do");
}

#[test]
fn a_loose_tree_becomes_the_root_and_the_former_root_takes_its_place() {
    let drawing = "r:Sequence[a:Wait] | x:Log | y:Selector[z:Idle] | w:Log";
    let make_root = |name: &str| Command::MakeRoot(name.into());
    check(drawing, &make_root("y"), "y[z] | x | r[a] | w");
    check("| x:Log | y:Idle", &make_root("y"), "y | x");
    assert_eq!(refused(drawing, &make_root("r")), "nothing to do");
    assert_eq!(refused(drawing, &make_root("a")), "`Wait` is not loose");
}

#[test]
fn deep_trees_are_deleted_and_come_back() {
    let mut desk = Desk::drawn("n0:Sequence");
    let mut builder = treewright_core::model::DocumentBuilder::default();
    let mut above = builder.root(Node::new("n0", "Sequence")).unwrap();
    for i in 1..10_000 {
        above = builder
            .child(&above, Node::new(format!("n{i}"), "Inverter"))
            .unwrap();
    }
    desk.document = builder.finish();
    desk.apply(&Command::Delete(ids("n1"))).unwrap();
    assert_eq!(desk.document.node_count(), 1);
    desk.undo();
    assert_eq!(desk.document.node_count(), 10_000);
    let leaf = "n9999".into();
    assert_eq!(desk.document.ancestors(&leaf).count(), 9_999);
}

#[test]
fn a_document_is_bounded() {
    let mut builder = treewright_core::model::DocumentBuilder::default();
    let root = builder.root(Node::new("r", "Sequence")).unwrap();
    for i in 1..crate::edit::MAX_NODES {
        builder
            .child(&root, Node::new(format!("n{i}"), "Wait"))
            .unwrap();
    }
    let mut desk = Desk::with(builder.finish());
    let refusal = desk.apply(&add("Wait", Place::Loose(0))).unwrap_err();
    assert_eq!(
        refusal.to_string(),
        "a document holds at most 200000 nodes: make files of their own of some branches"
    );
}
