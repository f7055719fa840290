//! Resolving each kind of conflict, and undoing it.

use treewright_core::model::Side;

use crate::edit::testing::editor::{TestEditor, connects, draw, dump, picture};
use crate::edit::{Command, VersionOrigin};
use crate::merge::merge;

/// An editor with the merge of three drawings.
fn merged(base: &str, ours: &str, theirs: &str) -> TestEditor {
    TestEditor::with(merge(&draw(base), &draw(ours), &draw(theirs)).document)
}

fn settle(side: Side) -> Command {
    Command::SettleConflict { conflict: 0, side }
}

/// Resolves the first conflict, checks that undo and redo are exact, and returns the resulting tree.
fn resolve_first(editor: &mut TestEditor, side: Side) -> String {
    let left = editor.document.conflicts.len();
    editor.does_exactly(&settle(side));
    assert_eq!(editor.document.conflicts.len(), left - 1);
    assert_eq!(editor.undo().as_deref(), Some("resolve conflict"));
    editor.redo();
    picture(&editor.document)
}

#[test]
fn ours_keeps_the_current_content() {
    let mut editor = merged("r:Wait", "r:Log", "r:Idle");
    editor.does(Command::SetName(vec!["r".into()], "Now".into()));
    resolve_first(&mut editor, Side::Ours);
    assert_eq!(editor.shown("r"), "Log(.name=Now)");
}

#[test]
fn a_field_takes_the_value_of_theirs() {
    let mut editor = merged("r:Wait", "r:Log", "r:Idle");
    resolve_first(&mut editor, Side::Theirs);
    assert_eq!(&*editor.node("r").task, "Idle");
    assert_eq!(editor.selected(), "r");
}

#[test]
fn a_node_moves_to_its_place_in_theirs() {
    let mut editor = merged("r:S[a:W b:S c:S]", "r:S[b:S[a:W] c:S]", "r:S[b:S c:S[a:W]]");
    assert_eq!(resolve_first(&mut editor, Side::Theirs), "r[b c[a]]");
    // refused if the move would create a cycle
    let mut editor = merged("r:S[a:S b:S]", "r:S[b:S[a:S]]", "r:S[a:S[b:S]]");
    let refusal = editor.refuses(&settle(Side::Theirs));
    assert_eq!(
        refusal,
        "`S 2` contains `S 3`: connecting them would create a cycle"
    );
}

#[test]
fn nodes_removed_by_ours_are_restored() {
    let base = "r:S[a:S[b:W] c:W]";
    let changed = "r:S[a:S[b:Log x:Idle] c:W]";
    let mut editor = merged(base, "r:S[c:W]", changed);
    assert_eq!(resolve_first(&mut editor, Side::Theirs), "r[a[b x] c]");
    assert_eq!(&*editor.node("b").task, "Log");
    // the old parent may no longer exist
    let mut editor = merged(base, "r:S[c:W]", changed);
    editor.does(Command::Delete(vec!["r".into()]));
    assert_eq!(resolve_first(&mut editor, Side::Theirs), "| a[b x]");
}

#[test]
fn nodes_removed_by_theirs_are_removed() {
    let base = "r:S[a:S[b:W] c:W]";
    let changed = "r:S[a:S[b:Log x:Idle] c:W]";
    let mut editor = merged(base, changed, "r:S[c:W]");
    assert_eq!(resolve_first(&mut editor, Side::Theirs), "r[c]");
    // refused if nodes were added below it since the merge
    let mut editor = merged(base, changed, "r:S[c:W]");
    editor.does(Command::Detach(vec!["c".into()]));
    editor.does(connects("a", "c", 0));
    let refusal = editor.refuses(&settle(Side::Theirs));
    let expected = "`W` was added under `S 2 (W)` after the merge: move it first";
    assert_eq!(refusal, expected);
}

#[test]
fn roots_and_orders_follow_theirs() {
    let mut editor = merged("r:S | x:W y:W", "x:W | r:S y:W", "y:W | r:S x:W");
    assert_eq!(resolve_first(&mut editor, Side::Theirs), "y | r | x");
    let base = "r:S[a:W b:W c:W]";
    let mut editor = merged(base, "r:S[b:W a:W n:W c:W]", "r:S[a:W c:W b:W]");
    assert_eq!(picture(&editor.document), "r[b a n c]");
    assert_eq!(resolve_first(&mut editor, Side::Theirs), "r[a c n b]");
}

#[test]
fn variables_are_changed_restored_and_removed() {
    let base = "a:int b:int c:int;";
    let mut editor = merged(base, "a:int=1 c:int=1;", "a:int=2 b:int=2;");
    for _ in 0..3 {
        resolve_first(&mut editor, Side::Theirs);
    }
    assert_eq!(editor.variables(), "a=2 b=2");
}

#[test]
fn applying_a_merge_is_one_undo_step() {
    let mut editor = TestEditor::drawn("r:Sequence[a:Wait]");
    let theirs = draw("r:Selector[b:Log]");
    let other = merge(&draw("r:Sequence"), &editor.document, &theirs);
    let before = dump(&editor.document);
    let taken = Command::Become(Box::new(other.document), VersionOrigin::Merge);
    editor.does(taken.clone());
    assert_eq!(picture(&editor.document), "r[a b]");
    assert!(editor.apply(&taken).is_err(), "there is nothing more to do");
    assert_eq!(editor.undo().as_deref(), Some("merge a version"));
    assert_eq!(dump(&editor.document), before);
}
