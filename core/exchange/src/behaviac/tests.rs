//! Tests of reading behaviac.

use treewright_core::model::{Document, broken_invariants};

use super::read::standing_remarks;
use crate as exchange;
use crate::ExchangeFormat::Behaviac;
use crate::testing::{
    Files, check_damaged, codes, files, library_paths, node, node_text, outline, paths,
    problem_codes, read as read_file, read_alone, reopened, shown, tasks, tasks_picture, together,
};
use crate::{
    ExchangeFormat, FolderFiles, ImportSource, Imported, ReadOptions, detect as detect_any,
};

const DEMO: &str = r#"<?xml version="1.0" encoding="utf-8"?>
<!--EXPORTED BY TOOL-->
<behavior name="demo" agenttype="Npc" version="5">
  <node class="Selector" id="0">
    <node class="Sequence" id="1">
      <attachment class="Precondition" id="2" flag="precondition"><property BinaryOperator="And"/><property Operator="Less"/><property Opl="int Self.Npc::hp"/><property Opr2="const int 30"/><property Phase="Enter"/></attachment>
      <attachment class="Effector" id="3" flag="effector"><property Opl="int Self.Npc::hp"/><property Phase="Success"/></attachment>
      <node class="Action" id="4"><property Method="Self.Npc::Flee(1.5,&quot;far, far&quot;,int Self.Npc::target)"/><property ResultOption="BT_SUCCESS"/></node>
      <node class="Wait" id="5"><property Time="const float 1500"/></node>
    </node>
    <node class="Parallel" id="6"><property ChildFinishPolicy="CHILDFINISH_LOOP"/><property ExitPolicy="EXIT_ABORT_RUNNINGSIBLINGS"/><property FailurePolicy="FAIL_ON_ALL"/><property SuccessPolicy="SUCCEED_ON_ONE"/>
      <node class="ReferencedBehavior" id="7"><property ReferenceBehavior="const string &quot;sub/patrol&quot;"/></node>
      <node class="DecoratorLoop" id="8"><property Count="const int -1"/><property DecorateWhenChildEnds="true"/><node class="Noop" id="9"/></node>
    </node>
    <node class="Condition" id="10"><property Operator="Equal"/><property Opl="Self.Npc::Name()"/><property Opr="const string &quot;Bob&quot;"/></node>
    <node class="Assignment" id="11"><property CastRight="false"/><property Opl="int Self.Npc::hp"/><property Opr="const int 7"/></node>
  </node>
</behavior>
"#;

const PATROL: &str = r#"<behavior name="sub/patrol" agenttype="Npc" version="5"><node class="Condition" id="0"><property Operator="Greater"/><property Opl="float Self.Npc::speed"/><property Opr="const float 0"/></node></behavior>"#;

const SOURCE: &str = "\u{feff}<?xml version=\"1.0\" encoding=\"utf-8\"?>
<Behavior Version=\"5\" NoError=\"true\">
  <Node Class=\"Behaviac.Design.Nodes.Behavior\" AgentType=\"Npc\" Id=\"-1\" Enable=\"true\">
    <Comment Background=\"NoColor\" Text=\"\" />
    <Connector Identifier=\"GenericChildren\">
      <Node Class=\"PluginBehaviac.Nodes.IfElse\" Id=\"0\" Enable=\"true\" HasOwnPrefabData=\"false\" PrefabName=\"\" PrefabNodeId=\"-1\">
        <Comment Background=\"NoColor\" Text=\"看见敌人吗\" />
        <Connector Identifier=\"_condition\"><Node Class=\"PluginBehaviac.Nodes.True\" Id=\"1\" Enable=\"true\"/></Connector>
        <Connector Identifier=\"_if\"><Node Class=\"PluginBehaviac.Nodes.Action\" Id=\"2\" Enable=\"false\" Method=\"Self.Npc::Shout()\" ResultOption=\"BT_INVALID\"/></Connector>
        <Connector Identifier=\"_else\"><Node Class=\"PluginBehaviac.Nodes.WaitFrames\" Id=\"3\" Enable=\"true\" Frames=\"const int 10\"><Attachment Class=\"PluginBehaviac.Events.Precondition\" Id=\"4\" Phase=\"Both\" Operator=\"Equal\" Opl=\"int Self.Npc::hp\" Opr2=\"const int 1\"/></Node></Connector>
      </Node>
    </Connector>
  </Node>
</Behavior>";

fn demo() -> Imported {
    let files = files([("ai/demo.xml", DEMO), ("ai/sub/patrol.xml", PATROL)]);
    read_file(Behaviac, &files, "ai/demo.xml").unwrap()
}

fn read_text(text: &str) -> Imported {
    read_alone(Behaviac, "x.xml", text).unwrap()
}

/// Returns the codes of the import notes that hold as long as the document keeps data of its file.
fn standing(document: &Document) -> Vec<&'static str> {
    codes(&standing_remarks(document))
}

#[test]
fn an_exported_behavior_has_its_nodes_variables_and_references() {
    let imported = demo();
    let found = paths(&imported);
    assert_eq!(found, ["ai/demo.bt.json", "ai/sub/patrol.bt.json"]);
    let document = &imported.documents[0].document;
    assert_eq!(document.name, "demo");
    let expected = [
        "Selector[Sequence[CompareInt(left={hp}, operator=<, right=30)",
        "Sequence[Npc::Flee(p1=1.5, p2=far, far, p3={target}) Wait(seconds=1.5)]]",
        "Parallel(success_threshold=1, failure_threshold=0)[Subtree(file=sub/patrol.bt.json, speed={speed})",
        "Repeater(forever=true)[Succeed]]",
        "Condition(Operator=Equal, Opl=Self.Npc::Name(), Opr=Bob) SetVariable(variable={hp}, value=7)]",
    ];
    assert_eq!(outline(document, shown), expected.join(" "));
    let types = ["hp", "speed"].map(|name| document.variable(name).unwrap().value_type.to_string());
    assert_eq!(types, ["int", "float"]);
    assert_eq!(
        tasks_picture(&imported.documents[1].document),
        "CompareFloat"
    );
    let mut notes = codes(&imported.documents[0].remarks);
    notes.sort_unstable();
    let expected = ["loop_differs", "parallel_differs", "result_kept"];
    assert_eq!(notes, expected.map(|code| format!("behaviac_{code}")));
    let declared = ["Npc::Flee Action", "Condition Conditional"];
    assert_eq!(tasks(&imported.libraries[0].library), declared);
    reopened(&imported);
    assert_eq!(standing(document), ["behaviac_attachment_kept"]);
}

#[test]
fn the_designers_own_file_is_read_too() {
    let imported = read_text(SOURCE);
    let document = &imported.documents[0].document;
    let expected = "IfThenElse[Succeed Npc::Shout WaitFrames]";
    assert_eq!(tasks_picture(document), expected);
    let off = document.pre_order().filter(|node| node.disabled);
    assert!(off.map(|node| &*node.task).eq(["Npc::Shout"]));
    assert_eq!(node(document, "0").comment, "看见敌人吗");
    assert_eq!(node_text(document, "3"), "WaitFrames(Frames=10)");
    assert_eq!(standing(document), ["behaviac_attachment_kept"]);
    reopened(&imported);
}

#[test]
fn a_file_is_detected_by_its_first_bytes() {
    let other = r#"<root BTCPP_format="4"><BehaviorTree ID="A"/></root>"#;
    for (text, expected) in [
        (DEMO, Some(Behaviac)),
        (SOURCE, Some(Behaviac)),
        (other, Some(ExchangeFormat::Btcpp)),
        ("<other/>", None),
    ] {
        assert_eq!(detect_any("x.xml", text.as_bytes()), expected, "{text}");
    }
}

#[test]
fn references_never_lead_out_and_cycles_end() {
    let to = |name: &str| {
        behavior(
            "a",
            &exported(
                "ReferencedBehavior",
                &format!("<property ReferenceBehavior=\"{name}\"/>"),
            ),
        )
    };
    let around = files([
        ("a.xml", &to("b")),
        ("b.xml", &to("a")),
        ("c.xml", &to("../../etc/passwd")),
        ("d.xml", &to("Self.X::Choose()")),
    ]);
    let read = |path: &str| read_file(Behaviac, &around, path).unwrap();
    assert_eq!(read("a.xml").documents.len(), 2);
    for (path, expected) in [
        ("c.xml", "behaviac_reference_not_read"),
        ("d.xml", "behaviac_reference_not_constant"),
    ] {
        let imported = read(path);
        assert_eq!(codes(&imported.documents[0].remarks), [expected]);
        reopened(&imported);
    }
}

#[test]
fn hostile_files_never_cause_a_panic() {
    let try_bytes = |bytes: &[u8]| {
        let imported = read_alone(Behaviac, "x.xml", bytes);
        for made in imported.iter().flat_map(|imported| &imported.documents) {
            assert_eq!(broken_invariants(&made.document), Vec::<String>::new());
        }
        imported.map_or_else(|error| error.code(), |_| "read")
    };
    for end in 1..DEMO.trim_end().len() {
        assert_ne!(
            try_bytes(&DEMO.as_bytes()[..end]),
            "read",
            "{}",
            &DEMO[..end]
        );
    }
    check_damaged(DEMO, b"<\"&>\xff", |bytes| {
        try_bytes(bytes);
    });
    let deep = |depth: usize| {
        let (open, close) = ("<node class=\"Sequence\">", "</node>");
        format!(
            "<behavior>{}{}</behavior>",
            open.repeat(depth),
            close.repeat(depth)
        )
    };
    let long = exported(&"x".repeat(20_000), "");
    for (text, expected) in [
        (DEMO, "read"),
        ("<behavior name=\"a\"/>", "read"),
        ("", "empty"),
        (
            "<!DOCTYPE a [<!ENTITY x \"y\">]><behavior/>",
            "document_type",
        ),
        ("<other/>", "other_format"),
        ("<behavior><node/></behavior>", "missing_field"),
        (&deep(10_000), "read"),
        (&deep(100_000), "too_deep"),
        (&behavior("x", &long), "wrong_field"),
    ] {
        assert_eq!(try_bytes(text.as_bytes()), expected);
    }
}

/// Returns a node with this content, as exported files have it.
fn exported(class: &str, inside: &str) -> String {
    format!("<node class=\"{class}\">{inside}</node>")
}

/// Returns a file with this tree.
fn behavior(name: &str, tree: &str) -> String {
    format!("<behavior name=\"{name}\" agenttype=\"Npc\" version=\"5\">{tree}</behavior>")
}

const HUNGRY: &str = r#"<node class="Condition"><property Operator="Less"/><property Opl="int Self.Npc::food"/><property Opr="const int 3"/></node>"#;

fn alone(tree: &str) -> Imported {
    read_text(&behavior("x", tree))
}

#[test]
fn and_and_or_are_a_sequence_and_a_selector_of_conditions() {
    let or = exported("Or", &format!("{HUNGRY}{}", exported("False", "")));
    let imported = alone(&exported("And", &format!("{HUNGRY}{or}")));
    let made = &imported.documents[0];
    let expected = "Sequence[CompareInt Selector[CompareInt Fail]]";
    assert_eq!(tasks_picture(&made.document), expected);
    assert_eq!(codes(&made.remarks), [""; 0]);
    assert_eq!(problem_codes(&imported), [""; 0]);
    // A child that may keep running makes And and Or wait here; behaviac allows none.
    let waits = format!("{HUNGRY}{}", exported("Idle", ""));
    let notes = codes(&alone(&exported("Or", &waits)).documents[0].remarks);
    assert_eq!(notes, ["behaviac_waits_for_child"]);
}

#[test]
fn a_condition_in_custom_is_kept_and_is_not_a_child() {
    let custom = format!("<custom>{HUNGRY}</custom>");
    let noop = exported("Noop", "");
    let limit = format!("<property Count=\"const int 5\"/>{custom}{noop}");
    let all = [
        exported("DecoratorCountLimit", &limit),
        exported("WaitforSignal", &custom),
        exported("WaitforSignal", &format!("{custom}{noop}")),
    ];
    let imported = alone(&exported("Sequence", &all.concat()));
    let document = &imported.documents[0].document;
    let expected =
        "Sequence[DecoratorCountLimit[Succeed] WaitforSignal Sequence[WaitforSignal Succeed]]";
    assert_eq!(tasks_picture(document), expected);
    assert_eq!(problem_codes(&imported), [""; 0]);
    let limit = document.pre_order().nth(1).unwrap();
    assert!(limit.extra["behaviac"].contains("Self.Npc::food"));
    assert_eq!(standing(document), ["behaviac_custom_kept"; 3]);
    let designed = r#"<Behavior Version="5"><Node Class="Behaviac.Design.Nodes.Behavior" AgentType="Npc" Id="-1"><Connector Identifier="GenericChildren">
        <Node Class="PluginBehaviac.Nodes.DecoratorCountLimit" Id="0" Count="const int 5">
          <Connector Identifier="_custom_condition"><Node Class="PluginBehaviac.Nodes.True" Id="1"/></Connector>
          <Connector Identifier="GenericChildren"><Node Class="PluginBehaviac.Nodes.Noop" Id="2"/></Connector>
        </Node></Connector></Node></Behavior>"#;
    let imported = read_text(designed);
    let document = &imported.documents[0].document;
    assert_eq!(tasks_picture(document), "DecoratorCountLimit[Succeed]");
    assert_eq!(standing(document), ["behaviac_custom_kept"]);
    assert_eq!(problem_codes(&imported), [""; 0]);
}

#[test]
fn a_decorator_without_a_child_gets_one_with_the_same_result() {
    let empty = "DecoratorWeight DecoratorNot And Or SelectorLoop";
    let empty: String = empty.split(' ').map(|class| exported(class, "")).collect();
    let imported = alone(&exported("Sequence", &empty));
    let made = &imported.documents[0];
    let expected =
        "DecoratorWeight[Fail] Inverter[Fail] Sequence[Succeed] Selector[Fail] SelectorLoop[Fail]";
    assert_eq!(
        tasks_picture(&made.document),
        format!("Sequence[{expected}]")
    );
    let mut expected = vec!["behaviac_child_added"; 5];
    expected.extend(["acting_passes_through", "acting_acts_like_sequence"]);
    assert_eq!(codes(&made.remarks), expected);
    assert_eq!(problem_codes(&imported), [""; 0]);
}

#[test]
fn each_class_has_as_many_children_as_in_behaviac() {
    let (noop, two) = (exported("Noop", ""), exported("Noop", "").repeat(2));
    let leaves = "Action Assignment Compute End Noop Wait WaitFrames WaitforSignal Query Condition True False Check Predicate State
        WaitState WaitFramesState";
    let decorators = "AlwaysFailure AlwaysRunning AlwaysSuccess CountLimit FailureUntil Frames Iterator Log Loop LoopUntil Not Repeat
        RunUntil SuccessUntil Time Weight";
    let composites = "And Or Sequence Selector Parallel IfElse SelectorLoop SelectorProbability SelectorStochastic SequenceStochastic
        WithPrecondition Task Method FSM CompoundAction";
    let mut all = String::new();
    for (classes, begins, inside) in [
        (leaves, "", ""),
        (decorators, "Decorator", &noop),
        (composites, "", &two),
    ] {
        for class in classes.split_whitespace() {
            all.push_str(&exported(&format!("{begins}{class}"), inside));
        }
    }
    let wrong = problem_codes(&alone(&exported("Sequence", &all)));
    assert!(!wrong.contains(&"wrong_child_count"), "{wrong:?}");
    // A class of a game gets the category that its nodes suggest.
    let all = [("Guarded", &*noop), ("Both", &*two), ("Leaf", "")];
    let all = all.map(|(class, inside)| exported(class, inside)).concat();
    let imported = alone(&exported("Sequence", &all));
    let declared = ["Guarded Decorator", "Both Composite", "Leaf Action"];
    assert_eq!(tasks(&imported.libraries[0].library), declared);
}

#[test]
fn a_task_without_planner_behaves_like_its_child() {
    let named = HUNGRY.replace("Self.Npc::food", "Self.Npc::_$local_task_param_$_0");
    let task = exported(
        "Task",
        &format!("<property Prototype=\"Self.Npc::Go(0)\"/>{named}"),
    );
    let run = r#"<node class="ReferencedBehavior"><property ReferenceBehavior="const string &quot;go&quot;"/><property Task="Self.Npc::Go(2)"/></node>"#;
    let files = files([
        ("go.xml", &behavior("go", &task)),
        ("run.xml", &behavior("run", run)),
    ]);
    let imported = read_file(Behaviac, &files, "run.xml").unwrap();
    let expected = "Sequence[CompareInt]";
    assert_eq!(tasks_picture(&imported.documents[1].document), expected);
    let run = outline(&imported.documents[0].document, shown);
    assert!(run.contains("_$local_task_param_$_0=2"), "{run}");
    assert_eq!(problem_codes(&imported), [""; 0]);
}

#[test]
fn state_machines_keep_their_states() {
    let designed = r#"<Behavior Version="5"><Node Class="Behaviac.Design.Nodes.Behavior" AgentType="Npc" Id="-1">
        <Attachment Class="PluginBehaviac.Events.StartCondition" Id="0" TargetFSMNodeId="1"/>
        <FSMNodes><Node Class="PluginBehaviac.Nodes.State" Id="1" Name="Rest"/>
        <Node Class="PluginBehaviac.Nodes.FSMReferencedBehavior" Id="2" ReferenceBehavior="const string &quot;go&quot;"/></FSMNodes></Node></Behavior>"#;
    let go = behavior("go", &exported("Noop", ""));
    let files = files([("x.xml", designed), ("go.xml", &go)]);
    let imported = read_file(Behaviac, &files, "x.xml").unwrap();
    assert_eq!(
        tasks_picture(&imported.documents[0].document),
        "FSM[State Subtree]"
    );
    assert_eq!(problem_codes(&imported), [""; 0]);
}

/// Files of a folder that is inside of other folders.
struct Below(Files, &'static str);

impl FolderFiles for Below {
    fn read(&self, path: &str) -> Option<Vec<u8>> {
        self.0.read(path)
    }

    fn list(&self, folder: &str) -> Vec<String> {
        self.0.list(folder)
    }

    fn folder_path(&self) -> String {
        self.1.to_owned()
    }
}

fn runs(name: &str) -> String {
    let name = format!("const string &quot;{name}&quot;");
    exported(
        "ReferencedBehavior",
        &format!("<property ReferenceBehavior=\"{name}\"/>"),
    )
}

/// Returns the file that the first node of a document runs, and the codes of the document's import notes.
fn run_by(around: &Below, path: &str) -> (String, Vec<&'static str>) {
    let source = ImportSource {
        path,
        bytes: &around.0[path],
        around,
        options: &ReadOptions::default(),
    };
    let imported = exchange::read(Behaviac, &source).unwrap();
    let made = &imported.documents[0];
    let node = made.document.pre_order().next().unwrap();
    (node.text_parameter("file").to_owned(), codes(&made.remarks))
}

#[test]
fn references_start_at_the_folder_of_all_behaviors_whichever_folder_was_opened() {
    let noop = exported("Noop", "");
    let text = behavior("", &runs("units/fight/hit"));
    let named = behavior("units/fight/go", &runs("units/fight/hit"));
    let other = behavior("", &noop);
    for text in [&text, &named] {
        for (above, go, hit) in [
            ("", "units/fight/go.xml", "units/fight/hit.xml"),
            ("game/units", "fight/go.xml", "fight/hit.xml"),
            ("game/units/fight", "go.xml", "hit.xml"),
            ("game", "ai/units/fight/go.xml", "ai/units/fight/hit.xml"),
        ] {
            let there = Below(files([(go, text), (hit, &other)]), above);
            assert_eq!(run_by(&there, go), ("hit.bt.json".to_owned(), vec![]));
            // For a missing file, no place is guessed if several folders have the same names.
            let not_there = Below(files([(go, text)]), above);
            let notes = vec!["behaviac_reference_not_read"];
            assert_eq!(run_by(&not_there, go), ("hit.bt.json".to_owned(), notes));
        }
    }
    // A name that matches no path is the name of a behavior.
    let sources = files([
        ("a.xml", &behavior("a", &runs("ai/b"))),
        ("moved/c.xml", &behavior("ai/b", &noop)),
    ]);
    let read = together(Behaviac, &sources);
    let made = &read.imported.documents[0];
    let node = made.document.pre_order().next().unwrap();
    assert_eq!(node.text_parameter("file"), "moved/c.bt.json");
    assert_eq!(codes(&made.remarks), [""; 0]);
}

#[test]
fn files_that_are_read_together_each_become_one_document_with_its_library() {
    let act = |inside: &str| {
        let act = exported("Action", "<property Method=\"Self.Npc::Go()\"/>");
        exported("Sequence", &format!("{act}{inside}"))
    };
    let sources = files([
        ("a.xml", &behavior("a", &act(&runs("sub/b")))),
        ("sub/b.xml", &behavior("sub/b", &act(&runs("a")))),
        ("sub/broken.xml", "<behavior>"),
    ]);
    let read = together(Behaviac, &sources);
    assert_eq!(read.failed.len(), 1);
    assert_eq!(read.failed[0].0, 2);
    assert_eq!(paths(&read.imported), ["a.bt.json", "sub/b.bt.json"]);
    let libraries = ["a.tasks.json", "sub/b.tasks.json"];
    assert_eq!(library_paths(&read.imported), libraries);
    let made = &read.imported.documents;
    assert_eq!(made[1].document.libraries, ["b.tasks.json"]);
    // The result does not depend on which of the files is read.
    for made in made {
        let alone = read_file(Behaviac, &sources, &made.source).unwrap();
        assert_eq!(alone.documents[0], *made);
        assert_eq!(alone.documents.len(), 2);
    }
}
