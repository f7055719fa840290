//! What cannot be written is refused by node before anything is written; what is skipped has an export note.

use treewright_core::diagnostic::Diagnostic;
use treewright_core::library::{NodeLibrary, TaskDeclaration, TaskLibrary};
use treewright_core::model::{Document, ParameterValue, Surgery as _};
use treewright_core::project::Project;

use super::codes;
use crate::Exported;
use crate::testing::{change, draw_each, drawn};

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

/// Returns the document of a drawing.
fn draw(drawing: &str) -> Document {
    drawn("Guard of the gate", drawing)
}

fn refused(document: &Document) -> Vec<&'static str> {
    codes(&write(document).unwrap_err())
}

/// Returns the codes of the export notes on a document.
fn notes(document: &Document) -> Vec<&'static str> {
    codes(&write(document).unwrap().remarks)
}

#[test]
fn a_native_document_becomes_a_file_of_version_4() {
    let document =
        draw("a:Selector[b:Wait(seconds=0.25,.name=rest,.comment=a moment) c:Shoot(at={foe})]");
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
    assert_eq!(exported.files[0].text(), expected);
    assert_eq!(exported.files[0].path, "tree.xml");
    assert_eq!(codes(&exported.remarks), ["starts_counting"]);
}

#[test]
fn features_without_an_equivalent_are_refused_at_their_node() {
    for (drawing, reason) in [
        ("a:Sequence(.abort=Both)[b:Succeed]", "no_abort"),
        ("a:UtilitySelector[b:Succeed]", "no_counterpart"),
        ("a:RandomSequence[b:Succeed]", "no_counterpart"),
        ("a:Cooldown[b:Succeed]", "no_counterpart"),
        ("a:Guard[b:Succeed]", "no_counterpart"),
        ("a:Repeater[b:Succeed]", "ends_at_failure"),
        ("a:UntilFailure(succeed=true)[b:Succeed]", "not_expressed"),
        ("a:Inverter", "child_count"),
        ("a:Sequence", "too_few_children"),
        (
            "a:IfThenElse[b:Succeed c:Succeed d:Succeed e:Succeed]",
            "wrong_child_count",
        ),
        ("a:Switch[b:Succeed]", "wrong_child_count"),
        // It would be read back as something else.
        ("a:Shoot(at=\"{key}\")", "text_misread"),
    ] {
        assert_eq!(refused(&draw(drawing)), [reason], "{drawing}");
    }
    let inner = draw("a:Subtree(tree=T,b/seconds=1.0)");
    assert_eq!(refused(&inner), ["unknown_tree", "no_override"]);
}

#[test]
fn each_refusal_names_its_node() {
    let document = draw("a:Sequence[b:Succeed c:UtilitySelector]");
    let remarks = write(&document).unwrap_err();
    assert_eq!(codes(&remarks), ["no_counterpart", "too_few_children"]);
    let mut nodes = remarks.iter().map(|remark| remark.location.node());
    assert!(nodes.all(|node| node == Some(&"c".into())));
}

/// Returns a document with `depth` decorators in a chain above a drawing.
fn below(depth: usize, drawing: &str) -> Document {
    let chain = draw_each(0..depth, |i| format!("n{i}:Inverter["));
    draw(&format!("{chain}{drawing}"))
}

#[test]
fn trees_that_are_too_deep_for_the_library_are_refused() {
    assert!(write(&below(255, "leaf:Succeed")).is_ok());
    assert_eq!(refused(&below(256, "leaf:Succeed")), ["too_deep"]);
}

#[test]
fn a_tree_that_is_too_deep_is_refused_without_being_written() {
    let leaves = draw_each(0..5_000, |i| format!("l{i}:UtilitySelector "));
    // Notes on single nodes are only added while they are written.
    let found = refused(&below(5_000, &format!("wide:Sequence[{leaves}")));
    assert!(found.contains(&"too_deep") && !found.contains(&"no_counterpart"));
}

#[test]
fn indentation_is_limited() {
    let exported = write(&below(200, "leaf:Succeed")).unwrap();
    let lines = exported.files[0].text().lines();
    let blanks = lines.map(|line| line.len() - line.trim_start().len());
    assert_eq!(blanks.max(), Some(200));
}

#[test]
fn a_parameter_without_a_port_is_skipped_with_a_note() {
    let exported = write(&draw("a:Sequence[b:Wait(weight=2)]")).unwrap();
    assert!(exported.files[0].text().contains("<Sleep msec=\"1000\"/>"));
    let expected = ["parameter_left_out", "starts_counting"];
    assert_eq!(codes(&exported.remarks), expected);
    assert_eq!(exported.remarks[0].location.node(), Some(&"b".into()));
    // A parameter that the element itself or another port expresses is not skipped.
    let whole = draw("a:Repeater(forever=true,end_on_failure=true,count=4)[b:Succeed]");
    assert_eq!(notes(&whole), [""; 0]);
}

#[test]
fn a_switch_is_exported_with_at_most_one_case_per_child() {
    let written = write(&draw(
        "a:Switch(variable=1,case_1=1,case_2=1,case_4=1,utility=1)[b:Succeed c:Succeed d:Succeed]",
    ));
    let written = written.unwrap();
    let expected = "<Switch2 variable=\"1\" case_1=\"1\" case_2=\"1\">";
    assert!(written.files[0].text().contains(expected));
    assert_eq!(codes(&written.remarks), ["parameter_left_out"; 2]);
}

#[test]
fn export_differences_have_a_note_at_their_node() {
    for (task, children, expected) in [
        ("Parallel", 2, ""),
        ("Parallel(success_threshold=1)", 2, "decides_together"),
        ("Parallel(failure_threshold=2)", 2, "decides_later"),
        ("WhileDoElse", 2, "condition_interrupts"),
        ("TimeLimit(seconds=0.0)", 1, "zero_is_no_limit"),
        ("TimeLimit(seconds=0.5)", 1, "starts_counting"),
        ("Delay(seconds=0.5)", 1, "starts_counting"),
        ("Wait(seconds=0.5)", 0, "starts_counting"),
        ("Wait(seconds=0.0)", 0, ""),
        // Its timer expires in another thread, so its child waits for the next frame.
        ("Delay(seconds=0.0)", 1, "starts_counting"),
        ("SequenceWithMemory", 2, "continues_at_once"),
        ("SequenceWithMemory", 1, ""),
        ("IfThenElse", 2, "condition_stays_failed"),
        ("IfThenElse", 3, ""),
    ] {
        let leaves = draw_each(0..children, |i| format!("c{i}:Succeed "));
        let document = draw(&format!("a:{task}[{leaves}]"));
        assert_eq!(notes(&document).join(" "), expected, "{task}");
    }
}

/// Returns a document with a tree of this name with this root, and a node that runs it.
fn with_tree(name: &str, top: &str) -> Document {
    let mut document = draw(&format!("a:Subtree | T=t:{top}"));
    document.trees[0].name = name.into();
    let node = document.node_mut(&"a".into()).unwrap();
    node.parameters
        .insert("tree".into(), ParameterValue::literal(name));
    document
}

#[test]
fn trees_that_run_themselves_or_nothing_are_refused() {
    for (runs, expected) in [
        ("Subtree(tree=T)", "endless_tree"),
        ("Subtree(tree=)", "endless_tree"),
        ("Subtree(tree=Gone)", "unknown_tree"),
    ] {
        assert_eq!(refused(&with_tree("T", runs)), [expected]);
    }
}

#[test]
fn names_that_the_library_refuses_are_refused_before_writing() {
    let named = |name: &str| with_tree(name, "Succeed");
    for name in ["检查", "ROOT", "rOOT", "a\u{3000}b", "parallel", "TestNode"] {
        assert!(write(&named(name)).is_ok(), "{name}");
    }
    for name in ["a b", "a/b", "a.b", "Root", "root", "a<b"] {
        assert_eq!(refused(&named(name)), ["bad_name"; 2], "{name}");
    }
    for name in ["Sequence", "Script"] {
        assert_eq!(refused(&named(name)), ["name_taken"; 2], "{name}");
    }
    assert_eq!(refused(&named("Shoot")), ["name_taken"]);
    let port = |name: &str| draw(&format!("a:Shoot({name}=1)"));
    for (name, expected) in [
        ("a b", "bad_name"),
        ("_own", "port_reserved"),
        ("name", "port_reserved"),
    ] {
        assert_eq!(refused(&port(name)), [expected]);
    }
    assert_eq!(notes(&port("名称")), ["port_not_seen"]);
    let call = "Subtree(tree=T,.name=same)";
    let both = draw(&format!("s:Sequence[a:{call} a2:{call}] | T=t:Succeed"));
    assert_eq!(refused(&both), ["subtree_twice"]);
}

#[test]
fn skipped_data_has_a_note() {
    let mut document = draw("hits:int@global=3; a:Sequence[b:Log c:Own] | l:Succeed");
    document.restart_when_complete = true;
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
    assert!(exported.files[0].text().contains("<Action ID=\"Log\">"));
}

#[test]
fn times_are_whole_milliseconds_with_a_note_if_rounded() {
    for (seconds, milliseconds, expected) in [
        (0.0004, 0, "rounded"),
        (0.001, 1, "starts_counting"),
        (0.003, 3, "starts_counting"),
        (0.299, 299, "starts_counting"),
        (1.001, 1_001, "starts_counting"),
        (86_400.001, 86_400_001, "starts_counting"),
    ] {
        let exported = write(&draw(&format!("a:Wait(seconds={seconds})"))).unwrap();
        assert_eq!(codes(&exported.remarks), [expected]);
        let written = format!("msec=\"{milliseconds}\"");
        assert!(exported.files[0].text().contains(&written));
    }
}

#[test]
fn a_variable_that_is_read_has_a_note_whatever_its_initial_value() {
    let document = draw("tidy:bool unread:bool; a:Sequence[b:CompareBool(left={tidy},right=true)]");
    let exported = write(&document).unwrap();
    let is_missed = |notes: &&Diagnostic| notes.problem.code() == "btcpp_initial_left_out";
    let missed = exported.remarks.iter().filter(is_missed);
    let missed: Vec<String> = missed.map(ToString::to_string).collect();
    assert_eq!(missed.len(), 1, "{missed:?}");
    assert!(missed[0].contains("`tidy`"), "{missed:?}");
}

#[test]
fn a_comment_that_xml_cannot_contain_has_a_note() {
    let mut document = draw("a:Sequence[b:Succeed c:Succeed]");
    let changed = |document: &Document| {
        let notes = notes(document).into_iter();
        notes.filter(|code| *code == "comment_changed").count()
    };
    assert_eq!(changed(&document), 0);
    document.description = "in -- out".into();
    change(&mut document, "c", ".comment=wait -- then go");
    assert_eq!(changed(&document), 2);
}
