//! Named trees: what names them follows.

use treewright_core::model::{
    Document, DocumentBuilder, NamedTree, Node, Override, ParameterValue,
};

use crate::edit::Command;
use crate::edit::testing::desk::{Desk, draw, dump, ids};

/// A main tree that runs the loose tree `a`, called Attack, twice: once of this document, once of a file.
fn document() -> Document {
    let mut builder = DocumentBuilder::default();
    let runs = |id: &str| {
        Node::new(id, "Subtree").with_parameter("tree", ParameterValue::literal("Attack"))
    };
    let root = builder.root(Node::new("r", "Sequence")).unwrap();
    let mut ours = runs("use");
    ours.overrides.push(Override {
        path: "deep".into(),
        parameter: "tree".into(),
        value: ParameterValue::literal("Attack"),
    });
    builder.child(&root, ours).unwrap();
    let theirs = runs("theirs").with_parameter("file", ParameterValue::literal("b.bt.json"));
    builder.child(&root, theirs).unwrap();
    let says = Node::new("says", "Log").with_parameter("text", ParameterValue::literal("Attack"));
    builder.child(&root, says).unwrap();
    let attack = builder.loose(Node::new("a", "Sequence")).unwrap();
    builder
        .child(&attack, Node::new("deep", "Subtree"))
        .unwrap();
    builder.settings(|document| document.trees.push(NamedTree::new("Attack", "a")));
    builder.finish()
}

/// Does a command that can be undone.
fn done(command: &Command) -> Desk {
    let mut desk = Desk::with(document());
    let before = dump(&desk.document);
    desk.apply(command).unwrap();
    let after = dump(&desk.document);
    desk.undo();
    assert_eq!(dump(&desk.document), before);
    desk.redo();
    assert_eq!(dump(&desk.document), after);
    desk
}

fn refused(command: &Command) -> String {
    let mut desk = Desk::with(document());
    desk.apply(command).unwrap_err().to_string()
}

/// Names and tops.
fn trees(desk: &Desk) -> String {
    let trees = desk.document.trees.iter();
    let trees: Vec<_> = trees.map(|t| format!("{}:{}", t.name, t.root)).collect();
    trees.join(" ")
}

fn name(root: &str, name: &str) -> Command {
    Command::NameTree {
        root: root.into(),
        name: name.into(),
    }
}

#[test]
fn the_tree_below_any_node_gets_a_name() {
    assert_eq!(trees(&done(&name("says", "发言"))), "Attack:a 发言:says");
    assert_eq!(refused(&name("says", " ")), "a tree needs a name");
    assert_eq!(
        refused(&name("r", "Attack")),
        "there is already a tree `Attack`"
    );
    assert_eq!(refused(&name("nobody", "X")), "there is no node `nobody`");
}

#[test]
fn renaming_a_tree_renames_what_names_it_and_nothing_else() {
    for command in [
        name("a", "Fight"),
        Command::RenameTree {
            tree: 0,
            name: "Fight".into(),
        },
    ] {
        let desk = done(&command);
        assert_eq!(trees(&desk), "Fight:a");
        let text = |id: &str, parameter: &str| desk.node(id).text_parameter(parameter).to_owned();
        assert_eq!(text("use", "tree"), "Fight");
        assert_eq!(text("theirs", "tree"), "Attack", "a tree of another file");
        assert_eq!(text("says", "text"), "Attack", "no name of a tree");
        let inside = &desk.node("use").overrides[0];
        assert_eq!(inside.value, ParameterValue::literal("Fight"));
    }
    assert_eq!(refused(&name("a", "Attack")), "nothing to do");
}

#[test]
fn of_two_trees_of_one_name_the_renamed_one_leaves_the_references_to_the_other() {
    let mut document = document();
    document.trees.push(NamedTree::new("Attack", "says"));
    let mut desk = Desk::with(document);
    desk.apply(&name("says", "Speak")).unwrap();
    assert_eq!(trees(&desk), "Attack:a Speak:says");
    assert_eq!(desk.node("use").text_parameter("tree"), "Attack");
}

#[test]
fn taking_a_name_away_leaves_the_nodes() {
    let desk = done(&Command::RemoveTreeName(0));
    assert_eq!(trees(&desk), "");
    assert_eq!(desk.document.node_count(), document().node_count());
    assert_eq!(
        refused(&Command::RemoveTreeName(1)),
        "there is no such tree"
    );
}

#[test]
fn deleting_the_top_of_a_tree_takes_its_name_with_it() {
    let desk = done(&Command::Delete(ids("a")));
    assert_eq!(trees(&desk), "");
    assert_eq!(trees(&done(&Command::Delete(ids("deep")))), "Attack:a");
}

#[test]
fn a_node_put_on_top_of_a_named_tree_becomes_its_top() {
    let command = Command::InsertAbove {
        child: "a".into(),
        task: "Inverter".into(),
        position: treewright_core::geometry::Position::new(0, 0),
    };
    assert_eq!(trees(&done(&command)), "Attack:n1");
    let mut document = draw("r:Inverter[x:Idle]");
    document.trees.push(NamedTree::new("Idling", "x"));
    let mut desk = Desk::with(document);
    let command = Command::InsertAbove {
        child: "x".into(),
        task: "Inverter".into(),
        position: treewright_core::geometry::Position::new(0, 0),
    };
    desk.apply(&command).unwrap();
    assert_eq!(trees(&desk), "Idling:x", "in the middle of a tree it stays");
}

#[test]
fn a_copied_tree_takes_its_name_where_that_is_free_and_what_runs_it_follows() {
    let source = document();
    let fragment = crate::edit::copy(
        &source,
        &treewright_core::library::NodeLibrary::builtin(),
        &ids("use a"),
    );
    let paste = Command::Paste {
        fragment: Box::new(fragment),
        at: treewright_core::geometry::Position::new(0, 0),
        below: None,
    };
    let mut empty = Desk::drawn("n7:Idle");
    empty.apply(&paste).unwrap();
    assert_eq!(trees(&empty), "Attack:n9");
    assert_eq!(&*empty.node("n8").overrides[0].path, "n10");
    let twice = done(&paste);
    assert_eq!(trees(&twice), "Attack:a", "the name is taken");
    let copy = twice.document.nodes().find(|n| n.id().as_str() == "n1");
    assert_eq!(
        &*copy.unwrap().overrides[0].path,
        "deep",
        "it runs the tree that is there"
    );
}
