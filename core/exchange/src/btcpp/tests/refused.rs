//! What cannot be written is refused by node before anything is written; what is left out is said.

use treewright_core::abort::AbortType;
use treewright_core::diagnostic::Diagnostic;
use treewright_core::library::{NodeLibrary, TaskDeclaration, TaskLibrary};
use treewright_core::model::Surgery as _;
use treewright_core::model::{
    Document, DocumentBuilder, NamedTree, Node, Override, ParameterValue, Scope, Variable,
};
use treewright_core::project::Project;
use treewright_core::value::ValueType;

use super::codes;
use crate::Exported;
use crate::testing::Set as _;

fn library() -> NodeLibrary {
    let mut tasks = TaskLibrary::new("game");
    tasks.tasks.push(TaskDeclaration::action("Shoot", "Fires."));
    let mut library = NodeLibrary::builtin();
    library.add_library("game", &tasks);
    library
}

fn write(document: &Document) -> Result<Exported, Vec<Diagnostic>> {
    let project = Project::alone(document);
    super::try_write(&project, &library())
}

/// A root with these leaves, built by hand.
fn over(root: Node, children: Vec<Node>) -> Document {
    let mut builder = DocumentBuilder::new("Guard of the gate");
    let root = builder.root(root).unwrap();
    for child in children {
        builder.child(&root, child).unwrap();
    }
    builder.finish()
}

fn leaf(id: &str) -> Node {
    Node::new(id, "Succeed")
}

fn refused(document: &Document) -> Vec<&'static str> {
    codes(&write(document).unwrap_err())
}

#[test]
fn a_document_of_ours_is_a_file_of_version_4() {
    let mut wait = Node::new("b", "Wait").set("seconds", 0.25);
    wait.name = "rest".into();
    wait.comment = "a moment".into();
    let shoot = Node::new("c", "Shoot").bind("at", "foe");
    let document = over(Node::new("a", "Selector"), vec![wait, shoot]);
    let exported = write(&document).unwrap();
    let expected = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>
<root BTCPP_format=\"4\" main_tree_to_execute=\"Guard_of_the_gate\">
  <BehaviorTree ID=\"Guard_of_the_gate\">
    <Fallback>
      <!-- a moment -->
      <Sleep name=\"rest\" msec=\"250\"/>
      <Shoot at=\"{foe}\"/>
    </Fallback>
  </BehaviorTree>
  <TreeNodesModel>
    <Action ID=\"Shoot\">
      <description>Fires.</description>
    </Action>
  </TreeNodesModel>
</root>
";
    assert_eq!(exported.files[0].text, expected);
    assert_eq!(exported.files[0].path, "tree.xml");
    assert_eq!(codes(&exported.remarks), ["starts_counting"]);
}

#[test]
fn what_only_we_have_is_refused_at_its_node() {
    let mut abort = Node::new("a", "Sequence");
    abort.abort = AbortType::Both;
    assert_eq!(refused(&over(abort, vec![leaf("b")])), ["no_abort"]);
    for task in ["UtilitySelector", "RandomSequence", "Cooldown", "Guard"] {
        assert_eq!(
            refused(&over(Node::new("a", task), vec![leaf("b")])),
            ["no_counterpart"]
        );
    }
    let mut inner = Node::new("a", "Subtree").set("tree", "T");
    inner.overrides.push(Override {
        path: "b".into(),
        parameter: "seconds".into(),
        value: ParameterValue::literal(1.0),
    });
    let found = refused(&over(inner, vec![]));
    assert_eq!(found, ["unknown_tree", "no_override"]);
    let loop_on = over(Node::new("a", "Repeater"), vec![leaf("b")]);
    assert_eq!(refused(&loop_on), ["ends_at_failure"]);
    let until = Node::new("a", "UntilFailure").set("succeed", true);
    assert_eq!(refused(&over(until, vec![leaf("b")])), ["not_expressed"]);
}

#[test]
fn each_refusal_names_its_node() {
    let mut document = over(Node::new("a", "Sequence"), vec![leaf("b")]);
    document.insert_node(Node::new("c", "UtilitySelector"));
    document.attach(
        &"c".into(),
        &treewright_core::model::Place::Child("a".into(), 1),
    );
    let remarks = write(&document).unwrap_err();
    assert_eq!(codes(&remarks), ["no_counterpart", "too_few_children"]);
    let c = treewright_core::ids::NodeId::from("c");
    assert!(
        remarks
            .iter()
            .all(|remark| remark.location.node() == Some(&c))
    );
}

#[test]
fn shapes_that_the_library_refuses_are_refused_before() {
    assert_eq!(
        refused(&over(Node::new("a", "Inverter"), vec![])),
        ["child_count"]
    );
    assert_eq!(
        refused(&over(Node::new("a", "Sequence"), vec![])),
        ["too_few_children"]
    );
    let deep = |depth: usize| {
        let mut builder = DocumentBuilder::new("Deep");
        let mut at = builder.root(Node::new("n0", "Inverter")).unwrap();
        for i in 1..depth - 1 {
            at = builder
                .child(&at, Node::new(format!("n{i}"), "Inverter"))
                .unwrap();
        }
        builder.child(&at, leaf("leaf")).unwrap();
        builder.finish()
    };
    assert!(write(&deep(256)).is_ok());
    assert_eq!(refused(&deep(257)), ["too_deep"]);
    let many: Vec<_> = ["b", "c", "d", "e"].map(leaf).into();
    let found = refused(&over(Node::new("a", "IfThenElse"), many));
    assert_eq!(found, ["wrong_child_count"]);
    let found = refused(&over(Node::new("a", "Switch"), vec![leaf("b")]));
    assert_eq!(found, ["wrong_child_count"]);
}

#[test]
fn a_tree_that_is_too_deep_is_not_written_out_before_it_is_refused() {
    let mut builder = DocumentBuilder::new("Deep");
    let mut at = builder.root(Node::new("n0", "Inverter")).unwrap();
    for i in 1..5_000 {
        let node = Node::new(format!("n{i}"), "Inverter");
        at = builder.child(&at, node).unwrap();
    }
    let wide = builder.child(&at, Node::new("wide", "Sequence")).unwrap();
    for i in 0..5_000 {
        let leaf = Node::new(format!("l{i}"), "UtilitySelector");
        builder.child(&wide, leaf).unwrap();
    }
    // What is said of nodes one by one would be said only while they are written.
    let found = refused(&builder.finish());
    assert!(found.contains(&"too_deep") && !found.contains(&"no_counterpart"));
}

#[test]
fn lines_are_indented_only_so_far() {
    let mut builder = DocumentBuilder::new("Deep");
    let mut at = builder.root(Node::new("n0", "Inverter")).unwrap();
    for i in 1..200 {
        let node = Node::new(format!("n{i}"), "Inverter");
        at = builder.child(&at, node).unwrap();
    }
    builder.child(&at, leaf("leaf")).unwrap();
    let text = write(&builder.finish()).unwrap().files.swap_remove(0).text;
    let blanks = |line: &str| line.len() - line.trim_start().len();
    assert_eq!(text.lines().map(blanks).max(), Some(200));
}

#[test]
fn a_parameter_that_no_port_takes_is_left_out_and_said() {
    let wait = Node::new("b", "Wait").set("weight", 2_i64);
    let exported = write(&over(Node::new("a", "Sequence"), vec![wait])).unwrap();
    assert!(exported.files[0].text.contains("<Sleep msec=\"1000\"/>"));
    assert_eq!(
        codes(&exported.remarks),
        ["parameter_left_out", "starts_counting"]
    );
    let node = exported.remarks[0].location.node();
    assert_eq!(node, Some(&treewright_core::ids::NodeId::from("b")));
    // What is said by the element itself, or takes the place of a port, is not left out.
    let whole = Node::new("a", "Repeater")
        .set("forever", true)
        .set("end_on_failure", true)
        .set("count", 4_i64);
    let exported = write(&over(whole, vec![leaf("b")])).unwrap();
    assert_eq!(codes(&exported.remarks), Vec::<&str>::new());
}

#[test]
fn a_switch_has_no_more_cases_there_than_children_for_them() {
    let mut switch = Node::new("a", "Switch");
    for name in ["variable", "case_1", "case_2", "case_4", "utility"] {
        switch = switch.set(name, 1);
    }
    let children = ["b", "c", "d"].map(leaf).into();
    let written = write(&over(switch, children)).unwrap();
    let text = &written.files[0].text;
    assert!(
        text.contains("<Switch2 variable=\"1\" case_1=\"1\" case_2=\"1\">"),
        "{text}"
    );
    assert_eq!(
        codes(&written.remarks),
        ["parameter_left_out", "parameter_left_out"]
    );
}

#[test]
fn what_runs_otherwise_there_is_said_when_it_is_written() {
    let said = |task: &str, set: &[(&str, f64)], children: usize| {
        let mut node = Node::new("a", task);
        for (name, value) in set {
            let value = if value.fract() == 0.0 && *name != "seconds" {
                ParameterValue::literal(*value as i64)
            } else {
                ParameterValue::literal(*value)
            };
            node = node.with_parameter(name, value);
        }
        let children = (0..children).map(|i| leaf(&format!("c{i}"))).collect();
        codes(&write(&over(node, children)).unwrap().remarks)
    };
    let none = Vec::<&str>::new();
    assert_eq!(said("Parallel", &[], 2), none);
    let one = [("success_threshold", 1.0)];
    assert_eq!(said("Parallel", &one, 2), ["decides_together"]);
    let two = [("failure_threshold", 2.0)];
    assert_eq!(said("Parallel", &two, 2), ["decides_later"]);
    assert_eq!(said("WhileDoElse", &[], 2), ["condition_interrupts"]);
    let zero = [("seconds", 0.0)];
    assert_eq!(said("TimeLimit", &zero, 1), ["zero_is_no_limit"]);
    let half = [("seconds", 0.5)];
    for task in ["TimeLimit", "Delay"] {
        assert_eq!(said(task, &half, 1), ["starts_counting"], "{task}");
    }
    assert_eq!(said("Wait", &half, 0), ["starts_counting"]);
    assert_eq!(said("Wait", &zero, 0), none);
    // Its timer runs out in another thread, so that its child waits for the next frame.
    assert_eq!(said("Delay", &zero, 1), ["starts_counting"]);
    assert_eq!(said("SequenceWithMemory", &[], 2), ["continues_at_once"]);
    assert_eq!(said("SequenceWithMemory", &[], 1), none);
    assert_eq!(said("IfThenElse", &[], 2), ["condition_stays_failed"]);
    assert_eq!(said("IfThenElse", &[], 3), none);
}

/// A document with a named tree that runs this one.
fn with_tree(name: &str, runs: &str) -> Document {
    let call = |id: &str, tree: &str| Node::new(id, "Subtree").set("tree", tree);
    let mut document = over(call("a", name), vec![]);
    document.insert_node(call("t", runs));
    document.attach(&"t".into(), &treewright_core::model::Place::Loose(0));
    document.trees.push(NamedTree::new(name, "t"));
    document
}

#[test]
fn trees_that_run_themselves_or_nothing_are_refused() {
    assert_eq!(refused(&with_tree("T", "T")), ["endless_tree"]);
    assert_eq!(refused(&with_tree("T", "")), ["endless_tree"]);
    assert_eq!(refused(&with_tree("T", "Gone")), ["unknown_tree"]);
}

#[test]
fn names_that_the_library_refuses_are_refused_before() {
    let named = |name: &str| {
        let mut document = with_tree(name, "x");
        document.node_mut(&"t".into()).unwrap().task = "Succeed".into();
        document.node_mut(&"t".into()).unwrap().parameters =
            treewright_core::model::Parameters::default();
        document
    };
    assert!(write(&named("检查")).is_ok());
    for name in ["ROOT", "rOOT", "a\u{3000}b", "parallel", "TestNode"] {
        assert!(write(&named(name)).is_ok(), "{name}");
    }
    for name in ["a b", "a/b", "a.b", "Root", "root", "a<b"] {
        assert_eq!(refused(&named(name)), ["bad_name"; 2], "{name}");
    }
    for name in ["Sequence", "Script"] {
        assert_eq!(refused(&named(name)), ["name_taken"; 2], "{name}");
    }
    assert_eq!(refused(&named("Shoot")), ["name_taken"]);
    let port = |name: &str| {
        let value = ParameterValue::literal(1_i64);
        over(Node::new("a", "Shoot").with_parameter(name, value), vec![])
    };
    assert_eq!(refused(&port("a b")), ["bad_name"]);
    assert_eq!(refused(&port("_own")), ["port_reserved"]);
    assert_eq!(refused(&port("name")), ["port_reserved"]);
    assert_eq!(
        codes(&write(&port("名称")).unwrap().remarks),
        ["port_not_seen"]
    );
    let mut twice = with_tree("T", "x");
    twice.node_mut(&"t".into()).unwrap().task = "Succeed".into();
    let mut call = twice.node(&"a".into()).unwrap().copy_as("a2".into());
    call.name = "same".into();
    twice.node_mut(&"a".into()).unwrap().name = "same".into();
    let mut both = over(
        Node::new("s", "Sequence"),
        vec![twice.node(&"a".into()).unwrap().copy_as("a".into()), call],
    );
    both.insert_node(leaf("t"));
    both.attach(&"t".into(), &treewright_core::model::Place::Loose(0));
    both.trees.push(NamedTree::new("T", "t"));
    assert_eq!(refused(&both), ["subtree_twice"]);
}

#[test]
fn a_text_that_would_be_read_as_something_else_is_refused() {
    let value = ParameterValue::literal("{key}");
    let document = over(Node::new("a", "Shoot").with_parameter("at", value), vec![]);
    assert_eq!(refused(&document), ["text_misread"]);
}

#[test]
fn what_is_left_out_is_said() {
    let mut document = over(
        Node::new("a", "Sequence"),
        vec![Node::new("b", "Log"), Node::new("c", "Own")],
    );
    document.restart_when_complete = true;
    document.insert_node(leaf("l"));
    document.attach(&"l".into(), &treewright_core::model::Place::Loose(0));
    let mut hits = Variable::new("hits", ValueType::Int);
    hits.initial = 3_i64.into();
    hits.scope = Scope::Global;
    document.variables.push(hits);
    let exported = write(&document).unwrap();
    let expected = [
        "restart_left_out",
        "initial_left_out",
        "global_shared",
        "loose_left_out",
        "leaf_to_register",
        "task_undeclared",
    ];
    assert_eq!(codes(&exported.remarks), expected);
    assert!(exported.files[0].text.contains("<Action ID=\"Log\">"));
}

#[test]
fn times_are_whole_milliseconds_and_say_if_they_were_not() {
    let wait = |seconds: f64| {
        let value = ParameterValue::literal(seconds);
        over(
            Node::new("a", "Wait").with_parameter("seconds", value),
            vec![],
        )
    };
    let exported = write(&wait(0.0004)).unwrap();
    assert!(exported.files[0].text.contains("msec=\"0\""));
    assert_eq!(codes(&exported.remarks), ["rounded"]);
    for milliseconds in [1_u32, 3, 299, 1_001, 86_400_001] {
        let exported = write(&wait(f64::from(milliseconds) / 1000.0)).unwrap();
        assert_eq!(codes(&exported.remarks), ["starts_counting"]);
        let written = format!("msec=\"{milliseconds}\"");
        assert!(exported.files[0].text.contains(&written));
    }
}

#[test]
fn a_variable_that_is_read_is_missing_there_whatever_it_holds_at_first() {
    let bound = Node::new("b", "CompareBool")
        .bind("left", "tidy")
        .set("right", true);
    let mut document = over(Node::new("a", "Sequence"), vec![bound]);
    for name in ["tidy", "unread"] {
        document
            .variables
            .push(Variable::new(name, ValueType::Bool));
    }
    let exported = write(&document).unwrap();
    let missed = exported
        .remarks
        .iter()
        .filter(|remark| remark.problem.code() == "btcpp_initial_left_out");
    let missed: Vec<String> = missed.map(ToString::to_string).collect();
    assert_eq!(missed.len(), 1, "{missed:?}");
    assert!(missed[0].contains("`tidy`"), "{missed:?}");
}

#[test]
fn a_comment_that_xml_cannot_hold_is_said() {
    let mut document = over(Node::new("a", "Sequence"), vec![leaf("b")]);
    document.description = "in -- out".into();
    let quiet = write(&over(Node::new("a", "Sequence"), vec![leaf("b")])).unwrap();
    let mut loud = leaf("c");
    loud.comment = "wait -- then go".into();
    document.insert_node(loud);
    document.attach(
        &"c".into(),
        &treewright_core::model::Place::Child("a".into(), 1),
    );
    let exported = write(&document).unwrap();
    let count = |remarks: &[Diagnostic]| {
        let codes = codes(remarks);
        codes
            .iter()
            .filter(|code| **code == "comment_changed")
            .count()
    };
    assert_eq!((count(&exported.remarks), count(&quiet.remarks)), (2, 0));
}
