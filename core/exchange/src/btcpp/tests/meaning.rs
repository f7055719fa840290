//! What files mean in this program, and the import notes on what differs.

use std::sync::Arc;

use treewright_core::TreeInstance;
use treewright_core::compile::{GameTasks, compile_project};
use treewright_core::library::TaskDeclaration;
use treewright_core::model::{Document, Node, Scope};
use treewright_core::project::{DocumentSet, Project};
use treewright_core::runtime::{Globals, Status};
use treewright_core::value::{Value, ValueType};

use super::{file, library, read, read_among, tree};
use crate::Imported;
use crate::btcpp::kept::standing_remarks;
use crate::testing::{paths, rows, shown};

fn document(text: &str) -> Document {
    read(text).documents.swap_remove(0).document
}

/// Returns the only node of a tree.
fn only(nodes: &str) -> Node {
    let document = document(&tree(nodes));
    document.node(document.root().unwrap()).unwrap().clone()
}

/// Returns the codes of all import notes on a document.
fn codes(imported: &Imported) -> Vec<&'static str> {
    let document = &imported.documents[0];
    let standing = standing_remarks(&document.document);
    super::codes(document.remarks.iter().chain(&standing))
}

/// Returns the statuses of the first frames, each a second long.
fn run(imported: &Imported, frames: usize) -> String {
    let mut others = DocumentSet::new();
    for other in &imported.documents[1..] {
        others.insert(other.path.clone(), Arc::new(other.document.clone()));
    }
    let first = &imported.documents[0];
    let project = Project::new(&first.document, &first.path, &others);
    let library = library(imported);
    let mut tasks = GameTasks::<()>::new();
    tasks.use_stand_ins(&library);
    let compiled = compile_project(&project, &library, &tasks);
    assert_eq!(compiled.broken, []);
    let mut instance = TreeInstance::new(compiled.program.unwrap(), 1);
    let mut globals = Globals::default();
    let tick = |_| instance.tick(&mut (), &mut globals, 1.0).unwrap();
    (0..frames).map(tick).map(Status::letter).collect()
}

#[test]
fn the_librarys_own_nodes_become_built_in_types() {
    for (nodes, expected) in [
        ("<Sleep msec='1500'/>", "Wait(seconds=1.5)"),
        (
            "<RetryUntilSuccessful num_attempts='3'><A/></RetryUntilSuccessful>",
            "Retry(attempts=3)",
        ),
        (
            "<RetryUntilSuccessful num_attempts='-1'><A/></RetryUntilSuccessful>",
            "UntilSuccess",
        ),
        (
            "<Repeat num_cycles='-1'><A/></Repeat>",
            "Repeater(forever=true, end_on_failure=true)",
        ),
        (
            "<Parallel success_count='-2'><A/><A/><A/></Parallel>",
            "Parallel(success_threshold=2",
        ),
        (
            "<SetBlackboard output_key='k' value='42'/>",
            "SetVariable(variable={k}",
        ),
    ] {
        let shown_node = shown(&only(nodes));
        let parts = expected.trim_end_matches(')').split(['(', ',']);
        assert!(
            parts
                .into_iter()
                .all(|part| shown_node.contains(part.trim())),
            "{shown_node}"
        );
    }
}

#[test]
fn trees_run_as_in_the_library() {
    let nodes = "<Sequence><Repeat num_cycles='2'><Sleep msec='2000'/></Repeat><Inverter><AlwaysFailure/></Inverter></Sequence>";
    assert_eq!(run(&read(&tree(nodes)), 3), "RRS");
    let nodes = "<Fallback><IfThenElse><AlwaysFailure/><AlwaysSuccess/><AlwaysFailure/></IfThenElse><KeepRunningUntilFailure><AlwaysSuccess/></KeepRunningUntilFailure></Fallback>";
    assert_eq!(run(&read(&tree(nodes)), 3), "RRR");
    let nodes = "<ReactiveSequence><AlwaysSuccess _skipIf='true'/><Timeout msec='2500'><Sleep msec='9000'/></Timeout></ReactiveSequence>";
    assert_eq!(run(&read(&tree(nodes)), 3), "RRF");
    let nodes = "<Switch2 variable='b' case_1='a' case_2='b'><AlwaysFailure/><AlwaysSuccess/><AlwaysFailure/></Switch2>";
    assert_eq!(run(&read(&tree(nodes)), 1), "S");
}

const TREES: &str = "<root main_tree_to_execute='Main' BTCPP_format='4'>
  <BehaviorTree ID='Main'><Sequence>
    <SetBlackboard output_key='goal' value='7'/>
    <SubTree ID='Go' to='{goal}' how='fast'/>
    <SubTree ID='Take' _autoremap='true'/>
    <Go/>
  </Sequence></BehaviorTree>
  <BehaviorTree ID='Go'><Walk to='{to}' how='{how}' root='{@goal}' own='{_own}'/></BehaviorTree>
  <BehaviorTree ID='Take'><Sequence><Walk to='{goal}'/><SubTree ID='Deep' _autoremap='true' x='1'/></Sequence></BehaviorTree>
  <BehaviorTree ID='Deep'><Walk to='{y}' how='{x}' own='{_z}'/></BehaviorTree>
  <TreeNodesModel><Action ID='Walk'><input_port name='to' type='int'/></Action></TreeNodesModel>
</root>";

#[test]
fn each_tree_has_variables_of_its_own_and_shares_those_of_the_root() {
    let imported = read(TREES);
    let document = &imported.documents[0].document;
    let names: Vec<_> = document.trees.iter().map(|tree| &*tree.name).collect();
    assert_eq!(names, ["Main", "Go", "Take", "Deep"]);
    let uses = document.pre_order().filter(|n| &*n.task == "Subtree");
    // An entry of the root's blackboard is one variable, whichever way it is named.
    let expected = [
        "Subtree(tree=Go, to={@goal}, how=fast)",
        "Subtree(tree=Take, goal={goal}, y={y})",
        "Subtree(tree=Go)",
        "Subtree(tree=Deep, x=1, y={y})",
    ];
    assert_eq!(uses.map(shown).collect::<Vec<_>>(), expected);
    let goal = document.variable("@goal").unwrap();
    assert_eq!(
        (goal.scope, &goal.value_type),
        (Scope::Global, &ValueType::Int)
    );
    assert_eq!(document.variable("to").unwrap().scope, Scope::Subtree);
    assert_eq!(run(&imported, 1), "S");
}

#[test]
fn trees_of_included_files_are_those_of_their_documents() {
    let main = "<include path='../lib/go.xml'/><BehaviorTree ID='M'><Sequence><SubTree ID='Go' to='3'/><SubTree ID='Deep'/></Sequence></BehaviorTree>";
    let go =
        "<include path='deep/deep.xml'/><BehaviorTree ID='Go'><Walk to='{to}'/></BehaviorTree>";
    let deep = "<include path='../go.xml'/><BehaviorTree ID='Deep'><AlwaysSuccess/></BehaviorTree><TreeNodesModel><Action ID='Walk'><input_port name='to' type='int'/></Action></TreeNodesModel>";
    let (main, go, deep) = (file(main), file(go), file(deep));
    let files = [
        ("ai/main.xml", &*main),
        ("lib/go.xml", &go),
        ("lib/deep/deep.xml", &deep),
    ];
    let imported = read_among("ai/main.xml", &files);
    let expected = ["ai/main.bt.json", "lib/go.bt.json", "lib/deep/deep.bt.json"];
    assert_eq!(paths(&imported), expected);
    let [document, go, ..] = &*imported.documents else {
        panic!("three files");
    };
    let document = &document.document;
    let named: Vec<_> = document
        .pre_order()
        .map(|n| n.text_parameter("file"))
        .collect();
    assert_eq!(named, ["", "../lib/go.bt.json", "../lib/deep/deep.bt.json"]);
    assert_eq!(document.libraries, ["../lib/deep/deep.tasks.json"]);
    assert_eq!(go.document.libraries, ["deep/deep.tasks.json"]);
    assert_eq!(go.document.variables[0].value_type, ValueType::Int);
    assert_eq!(run(&imported, 1), "S");
}

#[test]
fn includes_that_lead_out_or_nowhere_are_kept_with_a_note() {
    let mut inside = Vec::new();
    let mut expected = Vec::new();
    for (attributes, notes) in [
        ("path='../../etc/passwd'", "include_outside"),
        ("path='/etc/passwd'", "include_outside"),
        ("path='C:\\x.xml'", "include_outside"),
        ("path='gone.xml'", "include_missing"),
        ("path='bad.xml'", "include_broken"),
        ("path='a.xml' ros_pkg='p'", "include_of_package"),
        ("", "include_outside"),
    ] {
        inside.push(format!("<include {attributes}/>"));
        expected.push(notes);
    }
    let imported = read_among(
        "a.xml",
        &[("a.xml", &file(&inside.concat())), ("bad.xml", "<root>")],
    );
    assert_eq!(codes(&imported), expected);
    assert_eq!(imported.documents.len(), 1);
}

#[test]
fn parents_that_only_the_program_knows_are_kept_with_a_note() {
    let imported = read(&tree("<SpeedControl><A/><A/></SpeedControl>"));
    let expected = ["acting_acts_like_sequence", "parent_kept"];
    assert_eq!(codes(&imported), expected);
}

#[test]
fn the_comment_of_a_file_is_its_description_without_indents() {
    let comment = "<!--\n  What it does\n    and more.\n\n  The end.\n-->\n";
    let description = document(&(comment.to_owned() + &tree("<A/>"))).description;
    assert_eq!(description, "What it does\n  and more.\n\nThe end.");
}

#[test]
fn models_are_a_library() {
    let imported = read(&file(
        "<TreeNodesModel><Action ID='A'><description>Does it.</description><input_port name='x' type='double' default='1'>metres</input_port><output_port name='y' type='std::vector&lt;int&gt;'/><inout_port name='z' default='{z}'/></Action><Control ID='C'/><Decorator ID='D'/><Condition ID='Wait'/></TreeNodesModel>",
    ));
    let library = &imported.libraries[0].library;
    let names: Vec<_> = library.tasks.iter().map(TaskDeclaration::name).collect();
    assert_eq!(names, ["A", "C", "D", "BT.Wait"]);
    let task = &library.tasks[0].declaration;
    assert_eq!(task.summary, "Does it.");
    assert_eq!(task.parameters[0].default, Some(Value::Float(1.0)));
    assert_eq!(task.parameters[0].help, "metres");
    assert_eq!(imported.libraries[0].path, "a.tasks.json");
}

#[test]
fn attributes_without_effect_have_a_note_at_their_node() {
    let nodes = "<AsyncSequence _while='x'><Script code='a := 1'/><RunOnce><A 名称='{x}' _more='1'/></RunOnce><Timeout msec='{t}'><A/></Timeout><Parallel success_count='2' failure_count='2'><A/><A/></Parallel><Precondition if='x'><A/></Precondition></AsyncSequence>";
    let imported = read(&tree(nodes));
    let expected = [
        "condition_kept",
        "continues_at_once",
        "leaf_kept",
        "succeeds_instead_of_skipping",
        "port_not_seen",
        "attribute_kept",
        "counted_otherwise",
        "starts_counting",
        "decides_later",
        "parent_kept",
        "acting_passes_through",
    ];
    let mut found = codes(&imported);
    found.sort_by_key(|code| expected.iter().position(|e| e == code));
    assert_eq!(found, expected);
    for remark in standing_remarks(&imported.documents[0].document) {
        assert!(!remark.blocks_export() && remark.location.node().is_some());
    }
}

#[test]
fn import_differences_have_a_note_at_their_node() {
    let table = "
        <Parallel><A/><A/></Parallel> =>
        <Parallel success_count='1'><A/><A/></Parallel> => decides_together
        <Parallel failure_count='2'><A/><A/></Parallel> => decides_later
        <Parallel success_count='1' failure_count='2'><A/><A/></Parallel> =>
        <Parallel success_count='{n}'><A/><A/></Parallel> => children_counted_otherwise
        <WhileDoElse><A/><A/></WhileDoElse> => condition_interrupts
        <Timeout msec='0'><A/></Timeout> => zero_is_no_limit
        <Timeout msec='1'><A/></Timeout> => starts_counting
        <Sleep msec='1'/> => starts_counting
        <Sleep msec='0'/> =>
        <Delay delay_msec='0'><A/></Delay> => starts_counting
        <Delay delay_msec='1'><A/></Delay> => starts_counting
        <SequenceWithMemory><A/><A/></SequenceWithMemory> => continues_at_once
        <AsyncSequence><A/><A/></AsyncSequence> => continues_at_once
        <AsyncFallback><A/><A/></AsyncFallback> => continues_at_once
        <SequenceWithMemory><A/></SequenceWithMemory> =>
        <AsyncSequence><A/></AsyncSequence> =>
        <AsyncFallback><A/></AsyncFallback> =>
        <Repeat num_cycles='0'><A/></Repeat> => no_round
        <Repeat num_cycles='-2'><A/></Repeat> => no_round
        <Repeat num_cycles='-1'><A/></Repeat> =>
        <Repeat num_cycles='2'><A/></Repeat> =>
        <Repeat num_cycles='{n}'><A/></Repeat> => rounds_counted_otherwise
        <RetryUntilSuccessful num_attempts='0'><A/></RetryUntilSuccessful> => no_round
        <RetryUntilSuccessful num_attempts='{n}'><A/></RetryUntilSuccessful> => rounds_counted_otherwise
        <ParallelAll max_failures='0'><A/><A/></ParallelAll> => zero_is_all
        <ParallelAll max_failures='-4'><A/><A/></ParallelAll> => zero_is_all
        <ParallelAll max_failures='3'><A/><A/></ParallelAll> => threshold_too_high
        <ParallelAll max_failures='-1'><A/><A/></ParallelAll> =>
        <ParallelAll max_failures='2'><A/><A/></ParallelAll> =>
        <IfThenElse><A/><A/></IfThenElse> => condition_stays_failed
        <IfThenElse><A _skipIf='true'/><A/><A/></IfThenElse> => skipped_child_counts
        <ParallelAll><A _skipIf='true'/><A/></ParallelAll> => skipped_child_counts
        <Sequence><A _skipIf='true'/><A/></Sequence> =>
        <Switch2 variable='{x}' case_1='2.5' case_2='two'><A/><A/><A/></Switch2> => compared_by_beginning";
    let notes = |nodes: &str| codes(&read(&tree(nodes)));
    for (nodes, expected) in rows(table) {
        assert_eq!(notes(nodes).join(" "), expected, "{nodes}");
    }
    let zero = notes("<Parallel failure_count='0'><A/><A/></Parallel>");
    assert_eq!(zero[0], "zero_is_all");
    let three = notes("<Parallel success_count='3'><A/><A/></Parallel>");
    assert!(three.contains(&"threshold_too_high"));
}

#[test]
fn files_that_their_own_library_refuses_are_opened_with_a_note() {
    let odd = file(
        "<BehaviorTree ID='A'/><BehaviorTree ID='B'><A/></BehaviorTree><BehaviorTree ID='B'><A ID='x'/><A/></BehaviorTree><BehaviorTree ID='C'><B/></BehaviorTree>",
    );
    let mut found = codes(&read(&odd));
    found.sort_unstable();
    let expected = [
        "id_on_compact",
        "main_chosen",
        "name_taken",
        "subtree_compact",
        "set_anew",
        "tree_divided",
        "tree_empty",
        "tree_twice",
    ];
    let expected: Vec<_> = expected
        .into_iter()
        .filter(|code| found.contains(code) || *code != "set_anew")
        .collect();
    assert_eq!(found, expected);
    let named = "<root main_tree_to_execute='Gone'><BehaviorTree ID='A'><SequenceStar><A/></SequenceStar></BehaviorTree></root>";
    assert_eq!(codes(&read(named)), ["main_missing", "version_3"]);
    // As in BehaviorTree.CPP: the last tree of a name is the one that runs.
    let twice = file(
        "<BehaviorTree ID='T'><AlwaysFailure/></BehaviorTree><BehaviorTree ID='T'><AlwaysSuccess/></BehaviorTree>",
    );
    assert_eq!(run(&read(&twice), 1), "S");
    let old = twice.replace(" BTCPP_format=\"4\"", "");
    assert_eq!(run(&read(&old), 1), "F");
}

#[test]
fn constants_have_the_types_of_the_variables_that_they_set() {
    // A text that is compared with cases.
    let switch = |value: &str| {
        format!(
            "<Sequence><SetBlackboard output_key='mode' value='{value}'/><Switch2 variable='{{mode}}' case_1='1' case_2='2'><AlwaysFailure/><AlwaysSuccess/><AlwaysFailure/></Switch2></Sequence>"
        )
    };
    for (value, story) in [
        ("1", "F"),
        ("2", "S"),
        ("3", "F"),
        ("two", "F"),
        ("2.0", "S"),
    ] {
        let text = tree(&switch(value));
        let imported = read(&text);
        assert_eq!(run(&imported, 1), story, "{value}");
        assert_eq!(super::write(&imported), text);
    }
    // A port that requires a type, after it and before it.
    let walk = "<Walk speed='{speed}'/>";
    let set = "<SetBlackboard output_key='speed' value='2.50'/>";
    let model = "<TreeNodesModel><Action ID='Walk'><input_port name='speed' type='double'/></Action></TreeNodesModel>";
    for inside in [format!("{set}{walk}"), format!("{walk}{set}")] {
        let text = file(&format!(
            "<BehaviorTree ID='Main'><Sequence>{inside}</Sequence></BehaviorTree>{model}"
        ));
        let imported = read(&text);
        let document = &imported.documents[0].document;
        let set = document.nodes().find(|node| &*node.task == "SetVariable");
        assert!(shown(set.unwrap()).contains("value=2.5"));
        assert_eq!(run(&imported, 1).len(), 1);
        assert_eq!(super::write(&imported), text);
    }
}

#[test]
fn constants_for_subtrees_have_the_types_of_their_variables_across_files() {
    let call = |mode: &str| format!("<SubTree ID='Act' mode='{mode}'/>");
    let act = "<BehaviorTree ID='Act'><Switch2 variable='{mode}' case_1='2' case_2='fast'><AlwaysSuccess/><AlwaysSuccess/><AlwaysFailure/></Switch2></BehaviorTree>";
    let main = |rest: &str, calls: &str| {
        file(&format!(
            "{rest}<BehaviorTree ID='Main'><Sequence>{calls}</Sequence></BehaviorTree>"
        ))
    };
    for calls in [
        call("2") + &call("fast"),
        call("fast") + &call("2"),
        call("2"),
    ] {
        let here = file(&format!(
            "<BehaviorTree ID='Main'><Sequence>{calls}</Sequence></BehaviorTree>{act}"
        ))
        .replace("<root ", "<root main_tree_to_execute='Main' ");
        let imported = read(&here);
        assert_eq!(run(&imported, 1), "S", "{calls}");
        assert_eq!(super::write(&imported), here);
        let outer = main("<include path='lib/act.xml'/>", &calls);
        let files = [("a.xml", &*outer), ("lib/act.xml", &*file(act))];
        let imported = read_among("a.xml", &files);
        assert_eq!(run(&imported, 1), "S", "{calls}, included");
        assert_eq!(super::write(&imported), outer);
    }
}
