//! A node's own fields.

use treewright_core::model::{BrokenLink, BrokenLinkReason};

use super::*;
use crate::edit::Command;
use crate::edit::testing::desk::{Desk, check, ids, refused};

const DRAWING: &str = "r:Sequence[a:Wait b:Selector m:Mystery]";

#[test]
fn a_node_is_renamed_and_commented() {
    let desk = check(
        DRAWING,
        &Command::SetName(ids("a"), "Rest".into()),
        "r[a b m]",
    );
    assert_eq!(desk.node("a").title(), "Rest");
    let desk = check(
        DRAWING,
        &Command::SetComment(ids("a"), "why".into()),
        "r[a b m]",
    );
    assert_eq!(desk.node("a").comment, "why");
    let same = Command::SetName(ids("a"), String::new());
    assert_eq!(refused(DRAWING, &same), "nothing to do");
}

#[test]
fn several_nodes_are_renamed_and_commented_in_one_step() {
    let mut desk = Desk::drawn(DRAWING);
    desk.apply(&Command::SetComment(ids("b"), "why".into()))
        .unwrap();
    desk.apply(&Command::SetComment(ids("a b m a"), "why".into()))
        .unwrap();
    desk.apply(&Command::SetName(ids("a b m"), "Guard".into()))
        .unwrap();
    assert_eq!(desk.undo().as_deref(), Some("rename 3 nodes"));
    assert_eq!(desk.node("a").name, "");
    assert_eq!(desk.undo().as_deref(), Some("change 2 comments"));
    assert_eq!(desk.node("a").comment, "");
    assert_eq!(desk.node("b").comment, "why");
}

#[test]
fn composites_and_unknown_tasks_take_an_abort_type() {
    let abort = |names| Command::SetAbort(ids(names), AbortType::Both);
    let desk = check(DRAWING, &abort("r b m"), "r[a b m]");
    assert_eq!(desk.node("b").abort, AbortType::Both);
    assert_eq!(desk.node("m").abort, AbortType::Both);
    assert_eq!(
        refused(DRAWING, &abort("r a")),
        "`Wait` is not a composite: only composites have an abort type"
    );
}

#[test]
fn an_abort_type_that_a_file_gave_to_a_leaf_can_be_taken_off() {
    let mut builder = treewright_core::model::DocumentBuilder::default();
    let mut node = Node::new("r", "Wait");
    node.abort = AbortType::Both;
    builder.root(node).unwrap();
    let mut desk = Desk::with(builder.finish());
    desk.apply(&Command::SetAbort(ids("r"), AbortType::None))
        .unwrap();
    assert_eq!(desk.node("r").abort, AbortType::None);
}

#[test]
fn flags_change_only_where_they_differ() {
    let mut desk = Desk::drawn(DRAWING);
    desk.apply(&Command::SetDisabled(ids("a"), true)).unwrap();
    desk.apply(&Command::SetDisabled(ids("a b a"), true))
        .unwrap();
    assert!(desk.node("b").disabled);
    assert_eq!(desk.undo().as_deref(), Some("disable a node"));
    assert!(desk.node("a").disabled && !desk.node("b").disabled);
    desk.apply(&Command::SetBreakpoint(ids("a b"), true))
        .unwrap();
    assert!(desk.node("b").breakpoint);
    assert_eq!(desk.undo().as_deref(), Some("set 2 breakpoints"));
    desk.apply(&Command::SetCollapsed(ids("r"), true)).unwrap();
    assert!(desk.node("r").collapsed);
    let again = desk.apply(&Command::SetCollapsed(ids("r"), true));
    assert_eq!(again, Err(Refusal::Nothing));
}

#[test]
fn what_a_file_held_and_a_tree_cannot_is_forgotten_on_demand() {
    let link = |child: &str| BrokenLink {
        index: 0,
        child: child.into(),
        reason: BrokenLinkReason::Dangling,
    };
    let mut builder = treewright_core::model::DocumentBuilder::default();
    let mut node = Node::new("n1", "Sequence");
    node.broken_links = vec![link("n7"), link("n8")];
    node.duplicate_of = Some("n9".into());
    builder.root(node).unwrap();
    let mut desk = Desk::with(builder.finish());
    let forget = |link| Command::ForgetBrokenLink {
        node: "n1".into(),
        link,
    };
    desk.apply(&forget(0)).unwrap();
    assert_eq!(desk.node("n1").broken_links, vec![link("n8")]);
    assert_eq!(desk.apply(&forget(1)), Err(Refusal::Nothing));
    desk.undo();
    assert_eq!(desk.node("n1").broken_links, vec![link("n7"), link("n8")]);
    desk.apply(&Command::AcceptNewId("n1".into())).unwrap();
    assert_eq!(desk.node("n1").duplicate_of, None);
    let again = desk.apply(&Command::AcceptNewId("n1".into()));
    assert_eq!(again, Err(Refusal::Nothing));
}

#[test]
fn a_new_node_does_not_take_the_id_of_a_broken_link() {
    let mut builder = treewright_core::model::DocumentBuilder::default();
    let mut node = Node::new("n1", "Sequence");
    node.broken_links = vec![BrokenLink {
        index: 0,
        child: "n7".into(),
        reason: BrokenLinkReason::Dangling,
    }];
    builder.root(node).unwrap();
    assert_eq!(builder.document().fresh_id().as_str(), "n8");
}

#[test]
fn leaves_are_played_and_others_refused() {
    let set = |nodes: &str, said| Command::SetStandIn(ids(nodes), said);
    let desk = check(DRAWING, &set("a m", Some(StandIn::Ask)), "r[a b m]");
    assert_eq!(desk.node("m").stand_in.as_deref(), Some(&StandIn::Ask));
    assert_eq!(
        refused(DRAWING, &set("a b", Some(StandIn::Ask))),
        "this stand-in does not fit `Selector`: results are for leaves; only parents without code act like another kind, and only over one child they pass its result through"
    );
    assert_eq!(refused(DRAWING, &set("a b", None)), "nothing to do");
    let none = StandIn::Chance(f64::NAN);
    assert!(refused(DRAWING, &set("a", Some(none))).contains("stand-in"));
}

#[test]
fn a_stand_in_follows_its_variables_and_stays_with_copies_and_other_kinds_of_leaves() {
    let mut desk = Desk::drawn(DRAWING);
    let said = |text: &str| Some(StandIn::Expression(text.to_owned()));
    *desk.document.variables = vec![treewright_core::model::Variable::new(
        "ready",
        treewright_core::value::ValueType::Bool,
    )];
    desk.apply(&Command::SetStandIn(ids("a"), said("!ready")))
        .unwrap();
    let rename = Command::RenameVariable {
        from: "ready".into(),
        to: "is set".into(),
    };
    desk.apply(&rename).unwrap();
    let playing = |desk: &Desk, id: &str| desk.node(id).stand_in.as_deref().cloned();
    assert_eq!(playing(&desk, "a"), said("!`is set`"));
    let (dx, dy) = (10, 10);
    let nodes = ids("a");
    desk.apply(&Command::Duplicate { nodes, dx, dy }).unwrap();
    let copy = desk.selected();
    assert_eq!(playing(&desk, &copy), said("!`is set`"));
    let replace = |task: &str| Command::ReplaceTask {
        nodes: ids("a"),
        task: task.into(),
    };
    desk.apply(&replace("Log")).unwrap();
    assert_eq!(playing(&desk, "a"), said("!`is set`"));
    desk.apply(&replace("Sequence")).unwrap();
    assert_eq!(playing(&desk, "a"), None);
    desk.undo();
    assert_eq!(playing(&desk, "a"), said("!`is set`"));
}
