//! Resolving each kind of conflict, and undoing it.

use treewright_core::model::Side;

use crate::edit::Command;
use crate::edit::testing::desk::{Desk, connects, draw, dump, picture};
use crate::merge::merge;

/// A desk with the merge of three drawings.
fn merged(base: &str, ours: &str, theirs: &str) -> Desk {
    Desk::with(merge(&draw(base), &draw(ours), &draw(theirs)).document)
}

fn settle(side: Side) -> Command {
    Command::SettleConflict { conflict: 0, side }
}

/// Resolves the first conflict, checks that undo and redo are exact, and returns the resulting tree.
fn settled(desk: &mut Desk, side: Side) -> String {
    let left = desk.document.conflicts.len();
    desk.does_exactly(&settle(side));
    assert_eq!(desk.document.conflicts.len(), left - 1);
    assert_eq!(desk.undo().as_deref(), Some("resolve conflict"));
    desk.redo();
    picture(&desk.document)
}

#[test]
fn ours_keeps_the_current_content() {
    let mut desk = merged("r:Wait", "r:Log", "r:Idle");
    desk.does(Command::SetName(vec!["r".into()], "Now".into()));
    settled(&mut desk, Side::Ours);
    assert_eq!(desk.shown("r"), "Log(.name=Now)");
}

#[test]
fn a_field_takes_the_value_of_theirs() {
    let mut desk = merged("r:Wait", "r:Log", "r:Idle");
    settled(&mut desk, Side::Theirs);
    assert_eq!(&*desk.node("r").task, "Idle");
    assert_eq!(desk.selected(), "r");
}

#[test]
fn a_node_moves_to_its_place_in_theirs() {
    let mut desk = merged("r:S[a:W b:S c:S]", "r:S[b:S[a:W] c:S]", "r:S[b:S c:S[a:W]]");
    assert_eq!(settled(&mut desk, Side::Theirs), "r[b c[a]]");
    // refused if the move would create a cycle
    let mut desk = merged("r:S[a:S b:S]", "r:S[b:S[a:S]]", "r:S[a:S[b:S]]");
    let refusal = desk.refuses(&settle(Side::Theirs));
    assert_eq!(
        refusal,
        "`S 2` contains `S 3`: connecting them would create a cycle"
    );
}

#[test]
fn nodes_removed_by_ours_are_restored() {
    let base = "r:S[a:S[b:W] c:W]";
    let changed = "r:S[a:S[b:Log x:Idle] c:W]";
    let mut desk = merged(base, "r:S[c:W]", changed);
    assert_eq!(settled(&mut desk, Side::Theirs), "r[a[b x] c]");
    assert_eq!(&*desk.node("b").task, "Log");
    // the old parent may no longer exist
    let mut desk = merged(base, "r:S[c:W]", changed);
    desk.does(Command::Delete(vec!["r".into()]));
    assert_eq!(settled(&mut desk, Side::Theirs), "| a[b x]");
}

#[test]
fn nodes_removed_by_theirs_are_removed() {
    let base = "r:S[a:S[b:W] c:W]";
    let changed = "r:S[a:S[b:Log x:Idle] c:W]";
    let mut desk = merged(base, changed, "r:S[c:W]");
    assert_eq!(settled(&mut desk, Side::Theirs), "r[c]");
    // refused if nodes were added below it since the merge
    let mut desk = merged(base, changed, "r:S[c:W]");
    desk.does(Command::Detach(vec!["c".into()]));
    desk.does(connects("a", "c", 0));
    let refusal = desk.refuses(&settle(Side::Theirs));
    let expected = "`W` was added under `S 2 (W)` after the merge: move it first";
    assert_eq!(refusal, expected);
}

#[test]
fn roots_and_orders_follow_theirs() {
    let mut desk = merged("r:S | x:W y:W", "x:W | r:S y:W", "y:W | r:S x:W");
    assert_eq!(settled(&mut desk, Side::Theirs), "y | r | x");
    let base = "r:S[a:W b:W c:W]";
    let mut desk = merged(base, "r:S[b:W a:W n:W c:W]", "r:S[a:W c:W b:W]");
    assert_eq!(picture(&desk.document), "r[b a n c]");
    assert_eq!(settled(&mut desk, Side::Theirs), "r[a c n b]");
}

#[test]
fn variables_are_changed_restored_and_removed() {
    let base = "a:int b:int c:int;";
    let mut desk = merged(base, "a:int=1 c:int=1;", "a:int=2 b:int=2;");
    for _ in 0..3 {
        settled(&mut desk, Side::Theirs);
    }
    assert_eq!(desk.variables(), "a=2 b=2");
}

#[test]
fn applying_a_merge_is_one_undo_step() {
    let mut desk = Desk::drawn("r:Sequence[a:Wait]");
    let theirs = draw("r:Selector[b:Log]");
    let other = merge(&draw("r:Sequence"), &desk.document, &theirs);
    let before = dump(&desk.document);
    let taken = Command::Become(Box::new(other.document));
    desk.does(taken.clone());
    assert_eq!(picture(&desk.document), "r[a b]");
    assert!(desk.apply(&taken).is_err(), "there is nothing more to do");
    assert_eq!(desk.undo().as_deref(), Some("merge a version"));
    assert_eq!(dump(&desk.document), before);
}
