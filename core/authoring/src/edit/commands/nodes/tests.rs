//! Editing a node's own fields.

use treewright_core::model::{BrokenLink, BrokenLinkReason, DocumentBuilder, Surgery as _};

use super::*;
use crate::edit::Command;
use crate::edit::testing::editor::{TestEditor, check, ids, refused};

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
    let mut editor = TestEditor::drawn(DRAWING);
    editor.does(Command::SetComment(ids("b"), "why".into()));
    editor.does(Command::SetComment(ids("a b m a"), "why".into()));
    editor.does(Command::SetName(ids("a b m"), "Guard".into()));
    assert_eq!(editor.undo().as_deref(), Some("rename 3 nodes"));
    assert_eq!(editor.node("a").name, "");
    assert_eq!(editor.undo().as_deref(), Some("change 2 comments"));
    assert_eq!(editor.node("a").comment, "");
    assert_eq!(editor.node("b").comment, "why");
}

#[test]
fn composites_and_unknown_tasks_take_an_abort_type() {
    let abort = |names| Command::SetAbort(ids(names), AbortType::Both);
    let editor = check(DRAWING, &abort("r b m"), "r[a b m]");
    assert_eq!(editor.node("b").abort, AbortType::Both);
    assert_eq!(editor.node("m").abort, AbortType::Both);
    let expected = "`Wait` is not a composite: only composites have an abort type";
    assert_eq!(refused(DRAWING, &abort("r a")), expected);
}

#[test]
fn an_abort_type_of_a_leaf_from_a_file_can_be_removed() {
    let mut editor = TestEditor::drawn("r:Wait(.abort=Both)");
    editor.does(Command::SetAbort(ids("r"), AbortType::None));
    assert_eq!(editor.node("r").abort, AbortType::None);
}

#[test]
fn flags_change_only_where_they_differ() {
    let mut editor = TestEditor::drawn(DRAWING);
    editor.does(Command::SetDisabled(ids("a"), true));
    editor.does(Command::SetDisabled(ids("a b a"), true));
    assert!(editor.node("b").disabled);
    assert_eq!(editor.undo().as_deref(), Some("disable node"));
    assert!(editor.node("a").disabled && !editor.node("b").disabled);
    editor.does(Command::SetBreakpoint(ids("a b"), true));
    assert!(editor.node("b").breakpoint);
    assert_eq!(editor.undo().as_deref(), Some("set 2 breakpoints"));
    editor.does(Command::SetCollapsed(ids("r"), true));
    assert!(editor.node("r").collapsed);
    let again = editor.apply(&Command::SetCollapsed(ids("r"), true));
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
    let mut editor = TestEditor::with(document);
    let forget = |link| Command::ForgetBrokenLink {
        node: "n1".into(),
        link,
    };
    editor.does(forget(0));
    assert_eq!(editor.node("n1").broken_links, links("n8"));
    assert_eq!(editor.apply(&forget(1)), Err(Refusal::Nothing));
    editor.undo();
    assert_eq!(editor.node("n1").broken_links, links("n7 n8"));
    editor.does(Command::AcceptNewId("n1".into()));
    assert_eq!(editor.node("n1").duplicate_of, None);
    let again = editor.apply(&Command::AcceptNewId("n1".into()));
    assert_eq!(again, Err(Refusal::Nothing));
}

#[test]
fn new_ids_avoid_the_targets_of_broken_links() {
    assert_eq!(with_links("n7").fresh_id().as_str(), "n8");
}

#[test]
fn leaves_take_stand_ins_and_others_are_refused() {
    let set = |nodes: &str, said| Command::SetStandIn(ids(nodes), said);
    let editor = check(DRAWING, &set("a m", Some(StandIn::Ask)), "r[a b m]");
    assert_eq!(editor.node("m").stand_in.as_deref(), Some(&StandIn::Ask));
    let expected = "this stand-in does not fit `Selector`: only leaves return results; only composites and decorators without code act like another type, and only with a single child can they pass its result through";
    assert_eq!(refused(DRAWING, &set("a b", Some(StandIn::Ask))), expected);
    assert_eq!(refused(DRAWING, &set("a b", None)), "nothing to do");
    let none = StandIn::Chance(f64::NAN);
    assert!(refused(DRAWING, &set("a", Some(none))).contains("stand-in"));
}

#[test]
fn a_stand_in_follows_renames_copies_and_changes_of_task() {
    let mut editor = TestEditor::drawn(&format!("ready:bool; {DRAWING}"));
    let said = |text: &str| Some(StandIn::Expression(text.to_owned()));
    editor.does(Command::SetStandIn(ids("a"), said("!ready")));
    editor.does(Command::RenameVariable {
        from: "ready".into(),
        to: "is set".into(),
    });
    let playing = |editor: &TestEditor, id: &str| editor.node(id).stand_in.as_deref().cloned();
    assert_eq!(playing(&editor, "a"), said("!`is set`"));
    let (nodes, dx, dy) = (ids("a"), 10, 10);
    editor.does(Command::Duplicate { nodes, dx, dy });
    let copy = editor.selected();
    assert_eq!(playing(&editor, &copy), said("!`is set`"));
    let replace = |task: &str| Command::ReplaceTask {
        nodes: ids("a"),
        task: task.into(),
    };
    editor.does(replace("Log"));
    assert_eq!(playing(&editor, "a"), said("!`is set`"));
    editor.does(replace("Sequence"));
    assert_eq!(playing(&editor, "a"), None);
    editor.undo();
    assert_eq!(playing(&editor, "a"), said("!`is set`"));
}
