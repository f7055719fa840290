//! Which wires the canvas may offer, and why not the others.

use super::*;
use crate::edit::testing::desk::Desk;

const DRAWING: &str = "r:Sequence[a:Wait b:Inverter[c:Log] e:Inverter] | x:Selector[y:Selector z:Idle] | m:Mystery[k:Log]";

fn connect(parent: &str, child: &str) -> String {
    let desk = Desk::drawn(DRAWING);
    let answer = can_connect(&desk.document, &desk.library, &parent.into(), &child.into());
    answer.map_or_else(|refusal| refusal.code().to_owned(), |()| "yes".to_owned())
}

#[test]
fn a_loose_head_can_hang_below_what_has_room() {
    assert_eq!(connect("r", "x"), "yes");
    assert_eq!(connect("e", "x"), "yes");
    assert_eq!(connect("m", "x"), "yes");
    assert_eq!(connect("y", "m"), "yes");
    assert_eq!(
        connect("x", "r"),
        "yes",
        "the root goes below a loose tree, whose head takes its place"
    );
}

#[test]
fn a_tree_stays_a_tree() {
    assert_eq!(connect("x", "c"), "second_parent");
    assert_eq!(connect("r", "a"), "second_parent");
    assert_eq!(connect("y", "x"), "cycle");
    assert_eq!(connect("x", "x"), "cycle");
    assert_eq!(connect("b", "r"), "cycle");
    assert_eq!(connect("a", "x"), "leaf");
    assert_eq!(connect("b", "x"), "decorator_is_full");
    assert_eq!(connect("nobody", "x"), "no_such_node");
    assert_eq!(connect("r", "nobody"), "no_such_node");
}

#[test]
fn a_refusal_names_the_nodes_as_they_are_called() {
    let mut desk = Desk::drawn(DRAWING);
    let command = crate::edit::Command::SetName(vec!["x".into()], "Hunt".to_owned());
    desk.apply(&command).unwrap();
    let refusal = can_connect(&desk.document, &desk.library, &"y".into(), &"x".into());
    let refusal = refusal.unwrap_err();
    let expected = "`Hunt` contains `Selector`: that would be a cycle";
    assert_eq!(refusal.to_string(), expected);
}
