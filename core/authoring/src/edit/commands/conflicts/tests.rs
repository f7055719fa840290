//! Settling conflicts, each by its own kind, and taking back what was settled.

use treewright_core::ids::NodeId;
use treewright_core::model::{Document, Literal, Side, Variable};
use treewright_core::value::ValueType;

use crate::edit::Command;
use crate::edit::testing::desk::{Desk, draw, dump, picture};
use crate::merge::merge;

/// A desk with the merge of three drawings.
fn merged(base: &str, ours: &str, theirs: &str) -> Desk {
    of_documents(&draw(base), &draw(ours), &draw(theirs))
}

fn of_documents(base: &Document, ours: &Document, theirs: &Document) -> Desk {
    Desk::with(merge(base, ours, theirs).document)
}

/// Settles the first conflict; sees that undo and redo are exact. What the tree looks like then.
fn settled(desk: &mut Desk, side: Side) -> String {
    let before = dump(&desk.document);
    let left = desk.document.conflicts.len();
    desk.apply(&Command::SettleConflict { conflict: 0, side })
        .unwrap();
    assert_eq!(desk.document.conflicts.len(), left - 1);
    let after = dump(&desk.document);
    assert_eq!(desk.undo().as_deref(), Some("settle a conflict"));
    assert_eq!(dump(&desk.document), before);
    desk.redo();
    assert_eq!(dump(&desk.document), after);
    picture(&desk.document)
}

#[test]
fn ours_stays_as_it_is_by_now() {
    let mut desk = merged("r:Wait", "r:Log", "r:Idle");
    desk.apply(&Command::SetName(vec!["r".into()], "Now".into()))
        .unwrap();
    settled(&mut desk, Side::Ours);
    assert_eq!(
        (desk.node("r").title(), &*desk.node("r").task),
        ("Now", "Log")
    );
}

#[test]
fn a_field_of_a_node_becomes_theirs() {
    let mut desk = merged("r:Wait", "r:Log", "r:Idle");
    settled(&mut desk, Side::Theirs);
    assert_eq!(&*desk.node("r").task, "Idle");
    assert_eq!(desk.selected(), "r");
}

#[test]
fn a_node_moves_to_where_theirs_has_it() {
    let mut desk = merged("r:S[a:W b:S c:S]", "r:S[b:S[a:W] c:S]", "r:S[b:S c:S[a:W]]");
    assert_eq!(settled(&mut desk, Side::Theirs), "r[b c[a]]");
    // where that would make a cycle, it says so
    let mut desk = merged("r:S[a:S b:S]", "r:S[b:S[a:S]]", "r:S[a:S[b:S]]");
    let command = Command::SettleConflict {
        conflict: 0,
        side: Side::Theirs,
    };
    let refusal = desk.apply(&command).unwrap_err();
    assert_eq!(
        refusal.to_string(),
        "`S` contains `S`: that would be a cycle"
    );
}

#[test]
fn what_ours_removed_comes_back() {
    let base = "r:S[a:S[b:W] c:W]";
    let changed = "r:S[a:S[b:Log x:Idle] c:W]";
    let mut desk = merged(base, "r:S[c:W]", changed);
    assert_eq!(settled(&mut desk, Side::Theirs), "r[a[b x] c]");
    assert_eq!(&*desk.node("b").task, "Log");
    // the place may be gone by then
    let mut desk = merged(base, "r:S[c:W]", changed);
    desk.apply(&Command::Delete(vec!["r".into()])).unwrap();
    assert_eq!(settled(&mut desk, Side::Theirs), "| a[b x]");
}

#[test]
fn what_theirs_removed_goes() {
    let base = "r:S[a:S[b:W] c:W]";
    let changed = "r:S[a:S[b:Log x:Idle] c:W]";
    let mut desk = merged(base, changed, "r:S[c:W]");
    assert_eq!(settled(&mut desk, Side::Theirs), "r[c]");
    // not if somebody built on it since the merge
    let mut desk = merged(base, changed, "r:S[c:W]");
    let child: NodeId = "c".into();
    desk.apply(&Command::Detach(vec![child.clone()])).unwrap();
    desk.apply(&Command::Connect {
        parent: "a".into(),
        child,
        index: 0,
    })
    .unwrap();
    let command = Command::SettleConflict {
        conflict: 0,
        side: Side::Theirs,
    };
    let refusal = desk.apply(&command).unwrap_err();
    assert_eq!(
        refusal.to_string(),
        "`W` was hung below `S` since the merge: move it elsewhere first"
    );
}

#[test]
fn roots_and_orders_become_theirs() {
    let mut desk = merged("r:S | x:W y:W", "x:W | r:S y:W", "y:W | r:S x:W");
    assert_eq!(settled(&mut desk, Side::Theirs), "y | r | x");
    let mut desk = merged(
        "r:S[a:W b:W c:W]",
        "r:S[b:W a:W n:W c:W]",
        "r:S[a:W c:W b:W]",
    );
    assert_eq!(picture(&desk.document), "r[b a n c]");
    assert_eq!(settled(&mut desk, Side::Theirs), "r[a c n b]");
}

#[test]
fn variables_become_theirs_come_back_and_go() {
    let with = |list: &[(&str, i64)]| {
        let mut document = draw("");
        for (name, initial) in list {
            let mut variable = Variable::new(*name, ValueType::Int);
            variable.initial = Literal::from(*initial);
            document.variables.push(variable);
        }
        document
    };
    let mut desk = of_documents(
        &with(&[("a", 0), ("b", 0), ("c", 0)]),
        &with(&[("a", 1), ("c", 1)]),
        &with(&[("a", 2), ("b", 2)]),
    );
    for _ in 0..3 {
        settled(&mut desk, Side::Theirs);
    }
    let list: Vec<String> = desk
        .document
        .variables
        .iter()
        .map(|v| format!("{} {}", v.name, v.initial.value))
        .collect();
    assert_eq!(list, ["a 2", "b 2"]);
}

#[test]
fn taking_a_merge_is_one_step() {
    let mut desk = Desk::drawn("r:Sequence[a:Wait]");
    let other = merge(
        &draw("r:Sequence"),
        &desk.document,
        &draw("r:Selector[b:Log]"),
    );
    let before = dump(&desk.document);
    let taken = Command::Become(Box::new(other.document));
    desk.apply(&taken).unwrap();
    assert_eq!(picture(&desk.document), "r[a b]");
    assert!(desk.apply(&taken).is_err(), "there is nothing more to do");
    assert_eq!(desk.undo().as_deref(), Some("take in another version"));
    assert_eq!(dump(&desk.document), before);
}
