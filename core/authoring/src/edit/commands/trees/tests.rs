//! Named trees, and how references to them follow.

use treewright_core::geometry::Position;
use treewright_core::model::{Document, NamedTree};

use crate::edit::Command;
use crate::edit::testing::editor::{TestEditor, draw, ids, inserts_above, names as name, pastes};

/// A main tree that runs the unconnected tree `a`, named Attack, twice: once from this document, once from a file.
fn document() -> Document {
    draw(
        "r:Sequence[use:Subtree(tree=Attack,deep/tree=Attack) theirs:Subtree(tree=Attack,file=b.bt.json) says:Log(text=Attack)]
         | Attack=a:Sequence[deep:Subtree]",
    )
}

/// Runs a command and checks that undo and redo are exact.
fn done(command: &Command) -> TestEditor {
    let mut editor = TestEditor::with(document());
    editor.does_exactly(command);
    editor
}

fn refused(command: &Command) -> String {
    TestEditor::with(document()).refuses(command)
}

/// Shows a node of the unchanged document.
fn document_shown(id: &str) -> String {
    TestEditor::with(document()).shown(id)
}

/// The names of the trees with their tops.
fn trees(editor: &TestEditor) -> String {
    let trees = editor.document.trees.iter();
    let trees: Vec<_> = trees.map(|t| format!("{}:{}", t.name, t.root)).collect();
    trees.join(" ")
}

#[test]
fn the_tree_below_any_node_gets_a_name() {
    assert_eq!(trees(&done(&name("says", "发言"))), "Attack:a 发言:says");
    for (root, called, reason) in [
        ("says", " ", "enter a name for the tree"),
        ("r", "Attack", "there is already a tree named `Attack`"),
        ("nobody", "X", "node `nobody` does not exist"),
    ] {
        assert_eq!(refused(&name(root, called)), reason);
    }
}

#[test]
fn renaming_a_tree_changes_only_its_references() {
    for command in [
        name("a", "Fight"),
        Command::RenameTree {
            tree: 0,
            name: "Fight".into(),
        },
    ] {
        let editor = done(&command);
        assert_eq!(trees(&editor), "Fight:a");
        assert_eq!(editor.shown("use"), "Subtree(tree=Fight, deep/tree=Fight)");
        // A tree of another file, and a text that is not a tree name.
        assert_eq!(editor.shown("theirs"), document_shown("theirs"));
        assert_eq!(editor.shown("says"), document_shown("says"));
    }
    assert_eq!(refused(&name("a", "Attack")), "nothing to do");
}

#[test]
fn references_stay_with_the_other_tree_of_the_same_name() {
    let mut document = document();
    document.trees.push(NamedTree::new("Attack", "says"));
    let mut editor = TestEditor::with(document);
    editor.does(name("says", "Speak"));
    assert_eq!(trees(&editor), "Attack:a Speak:says");
    assert_eq!(editor.node("use").text_parameter("tree"), "Attack");
}

#[test]
fn removing_a_name_keeps_the_nodes() {
    let editor = done(&Command::RemoveTreeName(0));
    assert_eq!(trees(&editor), "");
    assert_eq!(editor.document.node_count(), document().node_count());
    let missing = refused(&Command::RemoveTreeName(1));
    assert_eq!(missing, "this tree does not exist");
}

#[test]
fn deleting_the_top_of_a_tree_removes_its_name() {
    let editor = done(&Command::Delete(ids("a")));
    assert_eq!(trees(&editor), "");
    assert_eq!(trees(&done(&Command::Delete(ids("deep")))), "Attack:a");
}

#[test]
fn a_node_added_above_a_named_tree_becomes_its_top() {
    assert_eq!(trees(&done(&inserts_above("a", "Inverter"))), "Attack:n1");
    let mut editor = TestEditor::drawn("r:Inverter[Idling=x:Idle]");
    editor.does(inserts_above("x", "Inverter"));
    assert_eq!(
        trees(&editor),
        "Idling:x",
        "in the middle of a tree it stays"
    );
}

#[test]
fn a_copied_tree_keeps_its_name_if_free_and_copied_references_follow() {
    let (source, library) = (document(), treewright_core::library::NodeLibrary::builtin());
    let fragment = crate::edit::copy(&source, &library, &ids("use a"));
    let paste = pastes(fragment, Position::default(), None);
    let mut empty = TestEditor::drawn("n7:Idle");
    empty.does(paste.clone());
    assert_eq!(trees(&empty), "Attack:n9");
    assert_eq!(&*empty.node("n8").overrides[0].path, "n10");
    let twice = done(&paste);
    assert_eq!(trees(&twice), "Attack:a", "the name is taken");
    // It runs the existing tree.
    assert_eq!(&*twice.node("n1").overrides[0].path, "deep");
}
