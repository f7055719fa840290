//! Subtrees made of branches, and branches made of subtrees.

use treewright_core::model::Variable;
use treewright_core::value::ValueType;

use super::*;
use crate::edit::Command;
use crate::edit::testing::desk::{Desk, check, dump, ids, picture, refused};

const DRAWING: &str = "r:Sequence[a:Selector[b:Wait c:Log] d:Idle]";

fn extract(nodes: &str) -> Command {
    Command::Extract {
        nodes: ids(nodes),
        name: "patrol".into(),
        at: Position::new(0, 500),
    }
}

fn with_own_variable() -> Desk {
    let mut desk = Desk::drawn(DRAWING);
    for name in ["pause", "other"] {
        let mut variable = Variable::new(name, ValueType::Float);
        variable.scope = Scope::Subtree;
        desk.apply(&Command::AddVariable(variable)).unwrap();
    }
    let bind = Command::SetParameter {
        nodes: ids("b"),
        name: "seconds".into(),
        value: Some(ParameterValue::variable("pause")),
    };
    desk.apply(&bind).unwrap();
    desk
}

fn bind_runner(desk: &mut Desk, to: Option<&str>) {
    let set = Command::SetParameter {
        nodes: ids("n1"),
        name: "pause".into(),
        value: to.map(ParameterValue::variable),
    };
    desk.apply(&set).unwrap();
}

#[test]
fn a_branch_becomes_a_named_tree_and_a_node_runs_it() {
    let desk = check(DRAWING, &extract("a b"), "r[n1 d] | a[b c]");
    assert_eq!(desk.selected(), "n1");
    assert_eq!(&*desk.node("n1").task, SUBTREE);
    assert_eq!(desk.node("n1").text_parameter(TREE_PARAMETER), "patrol");
    assert_eq!(desk.document.trees, [NamedTree::new("patrol", "a")]);
    assert_eq!(desk.node("c").position, Position::new(0, 500));
    check(DRAWING, &extract("r"), "n1 | r[a[b c] d]");
}

#[test]
fn several_branches_are_no_subtree_and_names_are_not_given_twice() {
    assert!(refused(DRAWING, &extract("b c")).contains("wrap"));
    let mut desk = Desk::drawn(DRAWING);
    desk.apply(&extract("a")).unwrap();
    let again = desk.apply(&extract("d")).unwrap_err();
    assert_eq!(again, Refusal::TreeExists("patrol".into()));
}

#[test]
fn a_variable_of_each_use_stays_the_one_around_the_branch() {
    let mut desk = with_own_variable();
    let before = dump(&desk.document);
    desk.apply(&extract("a")).unwrap();
    let set = desk.node("n1").parameters.get("pause").unwrap();
    assert_eq!(*set, ParameterValue::variable("pause"));
    desk.undo();
    assert_eq!(dump(&desk.document), before);
}

#[test]
fn a_disabled_branch_stays_disabled_for_this_use_alone() {
    let mut desk = Desk::drawn(DRAWING);
    desk.apply(&Command::SetDisabled(ids("a"), true)).unwrap();
    desk.apply(&extract("a")).unwrap();
    assert!(desk.node("n1").disabled && !desk.node("a").disabled);
}

#[test]
fn what_is_set_inside_from_elsewhere_goes_one_step_further() {
    let mut desk = Desk::drawn("r:Sequence[s:Subtree] | t:Sequence[a:Selector[b:Wait]]");
    let name = Command::NameTree {
        root: "t".into(),
        name: "outer".into(),
    };
    desk.apply(&name).unwrap();
    let tree = Command::SetParameter {
        nodes: ids("s"),
        name: TREE_PARAMETER.into(),
        value: Some(ParameterValue::literal("outer")),
    };
    desk.apply(&tree).unwrap();
    let set = Command::SetOverride {
        node: "s".into(),
        path: "b".into(),
        parameter: "seconds".into(),
        value: Some(ParameterValue::literal(7.5)),
    };
    desk.apply(&set).unwrap();
    desk.apply(&extract("a")).unwrap();
    assert_eq!(&*desk.node("s").overrides[0].path, "n1/b");
    // The copy that comes back is called otherwise, and the path leads to it.
    desk.apply(&Command::Inline("n1".into())).unwrap();
    let path = desk.node("s").overrides[0].path.clone();
    assert_eq!(&*desk.node(&path).task, "Wait");
    // With the outer tree put in as well, the copy has what was set.
    desk.apply(&Command::Inline("s".into())).unwrap();
    let waits = desk.document.nodes().filter(|n| &*n.task == "Wait");
    let set = waits.filter(|n| n.parameters.get("seconds").is_some());
    assert_eq!(set.count(), 1);
}

#[test]
fn a_copy_of_the_tree_takes_the_place_of_the_node() {
    let mut desk = Desk::drawn(DRAWING);
    desk.apply(&extract("a")).unwrap();
    desk.apply(&Command::SetName(
        vec!["n1".into()],
        "Patrol the yard".into(),
    ))
    .unwrap();
    desk.apply(&Command::Inline("n1".into())).unwrap();
    assert_eq!(picture(&desk.document), "r[n2[n3 n4] d]");
    assert!(
        desk.document.trees.is_empty(),
        "nothing ran it but this node"
    );
    assert_eq!(desk.node("n2").name, "Patrol the yard");
    assert_eq!(desk.node("n2").position, Position::new(0, 0));
    desk.undo();
    assert_eq!(picture(&desk.document), "r[n1 d] | a[b c]");
}

#[test]
fn a_variable_of_the_tree_is_called_as_it_is_bound() {
    let mut desk = with_own_variable();
    desk.apply(&extract("a")).unwrap();
    bind_runner(&mut desk, Some("other"));
    desk.apply(&Command::Inline("n1".into())).unwrap();
    let wait = desk.node("n3").parameters.get("seconds").unwrap();
    assert_eq!(*wait, ParameterValue::variable("other"));
}

#[test]
fn a_tree_with_a_variable_of_its_own_is_not_put_in() {
    let mut desk = with_own_variable();
    desk.apply(&extract("a")).unwrap();
    bind_runner(&mut desk, None);
    let refusal = desk.apply(&Command::Inline("n1".into())).unwrap_err();
    assert_eq!(refusal, Refusal::OwnVariable("pause".into()));
}

#[test]
fn only_a_tree_of_this_document_that_does_not_hold_the_node_is_put_in() {
    let inline = |id: &str| Command::Inline(id.into());
    assert!(refused(DRAWING, &inline("a")).contains("runs no subtree"));
    let own = "r:Sequence[s:Subtree]";
    assert!(refused(own, &inline("s")).contains("cycle"));
    assert!(refused("| s:Subtree", &inline("s")).contains("no such tree"));
    let mut desk = Desk::drawn(own);
    let file = Command::SetParameter {
        nodes: ids("s"),
        name: FILE_PARAMETER.into(),
        value: Some(ParameterValue::literal("other.json")),
    };
    desk.apply(&file).unwrap();
    let refusal = desk.apply(&inline("s")).unwrap_err();
    assert_eq!(refusal, Refusal::OtherFile("Subtree".into()));
}

#[test]
fn a_tree_that_another_node_runs_stays() {
    let mut desk = Desk::drawn("r:Sequence[a:Selector[b:Wait c:Log] d:Subtree]");
    desk.apply(&extract("a")).unwrap();
    let tree = Command::SetParameter {
        nodes: ids("d"),
        name: TREE_PARAMETER.into(),
        value: Some(ParameterValue::literal("patrol")),
    };
    desk.apply(&tree).unwrap();
    desk.apply(&Command::Inline("n1".into())).unwrap();
    assert_eq!(picture(&desk.document), "r[n2[n3 n4] d] | a[b c]");
    desk.apply(&Command::Inline("d".into())).unwrap();
    assert_eq!(
        desk.document.loose().len(),
        0,
        "{}",
        picture(&desk.document)
    );
    desk.undo();
    assert_eq!(picture(&desk.document), "r[n2[n3 n4] d] | a[b c]");
    assert_eq!(desk.document.trees.len(), 1);
}
