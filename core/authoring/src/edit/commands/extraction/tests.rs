//! Turning branches into subtrees and subtrees into branches.

use super::*;
use crate::edit::Command;
use crate::edit::testing::editor::{TestEditor, check, ids, picture, refused, resets, sets};

const DRAWING: &str = "r:Sequence[a:Selector[b:Wait c:Log] d:Idle]";

fn extract(nodes: &str) -> Command {
    Command::Extract {
        nodes: ids(nodes),
        name: "patrol".into(),
        at: Position::new(0, 500),
    }
}

fn with_own_variable() -> TestEditor {
    TestEditor::drawn(
        "pause:float@subtree other:float@subtree; r:Sequence[a:Selector[b:Wait(seconds={pause}) c:Log] d:Idle]",
    )
}

#[test]
fn a_branch_becomes_a_named_tree_and_a_node_runs_it() {
    let editor = check(DRAWING, &extract("a b"), "r[n1 d] | a[b c]");
    assert_eq!(editor.selected(), "n1");
    assert_eq!(&*editor.node("n1").task, SUBTREE);
    assert_eq!(editor.node("n1").text_parameter(TREE_PARAMETER), "patrol");
    assert_eq!(editor.document.trees, [NamedTree::new("patrol", "a")]);
    assert_eq!(editor.node("c").position, Position::new(0, 500));
    check(DRAWING, &extract("r"), "n1 | r[a[b c] d]");
}

#[test]
fn several_branches_and_duplicate_names_are_refused() {
    assert!(refused(DRAWING, &extract("b c")).contains("wrap"));
    let mut editor = TestEditor::drawn(DRAWING);
    editor.does(extract("a"));
    let again = editor.apply(&extract("d")).unwrap_err();
    assert_eq!(again, Refusal::TreeExists("patrol".into()));
}

#[test]
fn variables_with_subtree_scope_are_bound_to_the_outer_ones() {
    let mut editor = with_own_variable();
    editor.does_exactly(&extract("a"));
    assert_eq!(editor.shown("n1"), "Subtree(tree=patrol, pause={pause})");
}

#[test]
fn only_the_subtree_node_of_a_disabled_branch_is_disabled() {
    let mut editor = TestEditor::drawn(DRAWING);
    editor.does(Command::SetDisabled(ids("a"), true));
    editor.does(extract("a"));
    assert!(editor.node("n1").disabled && !editor.node("a").disabled);
}

#[test]
fn overrides_from_outside_get_a_longer_path() {
    let mut editor = TestEditor::drawn(
        "r:Sequence[s:Subtree(tree=outer,b/seconds=7.5)] | outer=t:Sequence[a:Selector[b:Wait]]",
    );
    editor.does(extract("a"));
    assert_eq!(&*editor.node("s").overrides[0].path, "n1/b");
    // The path leads to the node in the tree that runs it again.
    editor.does(Command::Inline("n1".into()));
    let path = editor.node("s").overrides[0].path.clone();
    assert_eq!(&*editor.node(&path).task, "Wait");
    // When the outer tree is inlined as well, the copy has the overridden value.
    editor.does(Command::Inline("s".into()));
    let waits = editor.document.nodes().filter(|n| &*n.task == "Wait");
    let set = waits.filter(|n| n.parameters.get("seconds").is_some());
    assert_eq!(set.count(), 1);
}

#[test]
fn inlining_the_only_use_puts_the_nodes_back_with_their_ids() {
    let mut editor = TestEditor::drawn(DRAWING);
    editor.does(extract("a"));
    editor.does(Command::SetName(ids("n1"), "Patrol the yard".into()));
    editor.does(Command::Inline("n1".into()));
    assert_eq!(picture(&editor.document), "r[a[b c] d]");
    // No other node ran the tree, so it is gone.
    assert!(editor.document.trees.is_empty());
    assert_eq!(editor.node("a").name, "Patrol the yard");
    assert_eq!(editor.node("a").position, Position::new(0, 0));
    editor.undo();
    assert_eq!(picture(&editor.document), "r[n1 d] | a[b c]");
}

#[test]
fn inlining_renames_variables_to_their_bindings() {
    let mut editor = with_own_variable();
    editor.does(extract("a"));
    editor.does(sets("n1", "pause={other}"));
    editor.does(Command::Inline("n1".into()));
    assert_eq!(editor.shown("b"), "Wait(seconds={other})");
}

#[test]
fn a_tree_with_an_unbound_own_variable_is_not_inlined() {
    let mut editor = with_own_variable();
    editor.does(extract("a"));
    editor.does(resets("n1", "pause"));
    let refusal = editor.apply(&Command::Inline("n1".into())).unwrap_err();
    assert_eq!(refusal, Refusal::OwnVariable("pause".into()));
}

#[test]
fn only_a_tree_of_this_document_without_the_node_is_inlined() {
    let inline = |id: &str| Command::Inline(id.into());
    assert!(refused(DRAWING, &inline("a")).contains("runs no subtree"));
    assert!(refused("r:Sequence[s:Subtree]", &inline("s")).contains("cycle"));
    assert!(refused("| s:Subtree", &inline("s")).contains("tree does not exist"));
    let mut editor = TestEditor::drawn("r:Sequence[s:Subtree(file=other.json)]");
    let refusal = editor.apply(&inline("s")).unwrap_err();
    assert_eq!(
        refusal,
        Refusal::OtherFile(treewright_core::Argument::Text("other".into()))
    );
}

#[test]
fn a_tree_that_another_node_runs_is_kept() {
    let mut editor = TestEditor::drawn("r:Sequence[a:Selector[b:Wait c:Log] d:Subtree]");
    editor.does(extract("a"));
    editor.does(sets("d", "tree=patrol"));
    editor.does(Command::Inline("n1".into()));
    assert_eq!(picture(&editor.document), "r[n2[n3 n4] d] | a[b c]");
    editor.does(Command::Inline("d".into()));
    let left = picture(&editor.document);
    assert_eq!(editor.document.loose().len(), 0, "{left}");
    editor.undo();
    assert_eq!(picture(&editor.document), "r[n2[n3 n4] d] | a[b c]");
    assert_eq!(editor.document.trees.len(), 1);
}
