//! Editing a node's own fields.

use treewright_core::model::{BrokenLink, BrokenLinkReason, DocumentBuilder, Surgery as _};

use super::*;
use crate::edit::Command;
use crate::edit::testing::desk::{Desk, check, ids, refused};

const DRAWING: &str = "r:Sequence[a:Wait b:Selector m:Mystery]";

#[test]
fn a_node_is_renamed_and_commented() {
    for (command, expected) in [
        (
            Command::SetName(ids("a"), "Rest".into()),
            "Wait(.name=Rest)",
        ),
        (
            Command::SetComment(ids("a"), "why".into()),
            "Wait(.comment=why)",
        ),
    ] {
        assert_eq!(check(DRAWING, &command, "r[a b m]").shown("a"), expected);
    }
    let same = Command::SetName(ids("a"), String::new());
    assert_eq!(refused(DRAWING, &same), "nothing to do");
}

#[test]
fn several_nodes_are_renamed_and_commented_in_one_step() {
    let mut desk = Desk::drawn(DRAWING);
    desk.does(Command::SetComment(ids("b"), "why".into()));
    desk.does(Command::SetComment(ids("a b m a"), "why".into()));
    desk.does(Command::SetName(ids("a b m"), "Guard".into()));
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
    let expected = "`Wait` is not a composite: only composites have an abort type";
    assert_eq!(refused(DRAWING, &abort("r a")), expected);
}

#[test]
fn an_abort_type_of_a_leaf_from_a_file_can_be_removed() {
    let mut desk = Desk::drawn("r:Wait(.abort=Both)");
    desk.does(Command::SetAbort(ids("r"), AbortType::None));
    assert_eq!(desk.node("r").abort, AbortType::None);
}

#[test]
fn flags_change_only_where_they_differ() {
    let mut desk = Desk::drawn(DRAWING);
    desk.does(Command::SetDisabled(ids("a"), true));
    desk.does(Command::SetDisabled(ids("a b a"), true));
    assert!(desk.node("b").disabled);
    assert_eq!(desk.undo().as_deref(), Some("disable node"));
    assert!(desk.node("a").disabled && !desk.node("b").disabled);
    desk.does(Command::SetBreakpoint(ids("a b"), true));
    assert!(desk.node("b").breakpoint);
    assert_eq!(desk.undo().as_deref(), Some("set 2 breakpoints"));
    desk.does(Command::SetCollapsed(ids("r"), true));
    assert!(desk.node("r").collapsed);
    let again = desk.apply(&Command::SetCollapsed(ids("r"), true));
    assert_eq!(again, Err(Refusal::Nothing));
}

/// A document whose only node has links to nodes that do not exist.
fn with_links(children: &str) -> Document {
    let mut builder = DocumentBuilder::default();
    let mut node = Node::new("n1", "Sequence");
    node.broken_links = links(children);
    builder.root(node).unwrap();
    builder.finish()
}

fn links(children: &str) -> Vec<BrokenLink> {
    let link = |child| BrokenLink {
        index: 0,
        child,
        reason: BrokenLinkReason::Dangling,
    };
    ids(children).into_iter().map(link).collect()
}

#[test]
fn broken_links_are_discarded_on_demand() {
    let mut document = with_links("n7 n8");
    document.node_mut(&"n1".into()).unwrap().duplicate_of = Some("n9".into());
    let mut desk = Desk::with(document);
    let forget = |link| Command::ForgetBrokenLink {
        node: "n1".into(),
        link,
    };
    desk.does(forget(0));
    assert_eq!(desk.node("n1").broken_links, links("n8"));
    assert_eq!(desk.apply(&forget(1)), Err(Refusal::Nothing));
    desk.undo();
    assert_eq!(desk.node("n1").broken_links, links("n7 n8"));
    desk.does(Command::AcceptNewId("n1".into()));
    assert_eq!(desk.node("n1").duplicate_of, None);
    let again = desk.apply(&Command::AcceptNewId("n1".into()));
    assert_eq!(again, Err(Refusal::Nothing));
}

#[test]
fn new_ids_avoid_the_targets_of_broken_links() {
    assert_eq!(with_links("n7").fresh_id().as_str(), "n8");
}

#[test]
fn leaves_take_stand_ins_and_others_are_refused() {
    let set = |nodes: &str, said| Command::SetStandIn(ids(nodes), said);
    let desk = check(DRAWING, &set("a m", Some(StandIn::Ask)), "r[a b m]");
    assert_eq!(desk.node("m").stand_in.as_deref(), Some(&StandIn::Ask));
    let expected = "this stand-in does not fit `Selector`: only leaves return results; only composites and decorators without code act like another type, and only with a single child can they pass its result through";
    assert_eq!(refused(DRAWING, &set("a b", Some(StandIn::Ask))), expected);
    assert_eq!(refused(DRAWING, &set("a b", None)), "nothing to do");
    let none = StandIn::Chance(f64::NAN);
    assert!(refused(DRAWING, &set("a", Some(none))).contains("stand-in"));
}

#[test]
fn a_stand_in_follows_renames_copies_and_changes_of_task() {
    let mut desk = Desk::drawn(&format!("ready:bool; {DRAWING}"));
    let said = |text: &str| Some(StandIn::Expression(text.to_owned()));
    desk.does(Command::SetStandIn(ids("a"), said("!ready")));
    desk.does(Command::RenameVariable {
        from: "ready".into(),
        to: "is set".into(),
    });
    let playing = |desk: &Desk, id: &str| desk.node(id).stand_in.as_deref().cloned();
    assert_eq!(playing(&desk, "a"), said("!`is set`"));
    let (nodes, dx, dy) = (ids("a"), 10, 10);
    desk.does(Command::Duplicate { nodes, dx, dy });
    let copy = desk.selected();
    assert_eq!(playing(&desk, &copy), said("!`is set`"));
    let replace = |task: &str| Command::ReplaceTask {
        nodes: ids("a"),
        task: task.into(),
    };
    desk.does(replace("Log"));
    assert_eq!(playing(&desk, "a"), said("!`is set`"));
    desk.does(replace("Sequence"));
    assert_eq!(playing(&desk, "a"), None);
    desk.undo();
    assert_eq!(playing(&desk, "a"), said("!`is set`"));
}
