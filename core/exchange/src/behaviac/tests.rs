//! Tests of reading behaviac.

use std::collections::BTreeMap;

use treewright_core::category::Category;
use treewright_core::diagnostic::Problem;
use treewright_core::model::{Document, Node, ParameterValue, broken_invariants};
use treewright_core::value::ValueType;

use super::read::standing_remarks;
use crate as exchange;
use crate::ExchangeFormat::Behaviac;
use crate::testing::{Files, codes, files, read as read_file, reopened, together};
use crate::{ExchangeFormat, Imported, ReadOptions, Source, Surroundings, detect as detect_any};

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

fn node<'d>(document: &'d Document, id: &str) -> &'d Node {
    document.node(&id.into()).unwrap()
}

#[test]
fn an_exported_behaviour_has_its_nodes_variables_and_references() {
    let imported = demo();
    let paths: Vec<_> = imported.documents.iter().map(|made| &*made.path).collect();
    assert_eq!(paths, ["ai/demo.bt.json", "ai/sub/patrol.bt.json"]);
    let document = &imported.documents[0].document;
    assert_eq!(document.name, "demo");
    let told: Vec<_> = document.pre_order().map(|node| &*node.task).collect();
    let expected = [
        "Selector",
        "Sequence",
        "CompareInt",
        "Sequence",
        "Npc::Flee",
        "Wait",
        "Parallel",
        "Subtree",
        "Repeater",
        "Succeed",
        "Condition",
        "SetVariable",
    ];
    assert_eq!(told, expected);
    let guard = document
        .pre_order()
        .find(|node| &*node.task == "CompareInt");
    let guard = &guard.unwrap().parameters;
    assert_eq!(guard.get("left"), Some(&ParameterValue::variable("hp")));
    assert_eq!(guard.get("operator"), Some(&ParameterValue::literal("<")));
    assert_eq!(guard.get("right"), Some(&ParameterValue::literal(30)));
    let flee = node(document, "4");
    let of = |name: &str| flee.parameters.get(name).cloned();
    assert_eq!(of("p1"), Some(ParameterValue::literal(1.5)));
    assert_eq!(of("p2"), Some(ParameterValue::literal("far, far")));
    assert_eq!(of("p3"), Some(ParameterValue::variable("target")));
    assert_eq!(
        node(document, "5").parameters.get("seconds"),
        Some(&ParameterValue::literal(1.5))
    );
    assert_eq!(
        node(document, "6").parameters.get("success_threshold"),
        Some(&ParameterValue::literal(1))
    );
    let patrol = node(document, "7");
    assert_eq!(patrol.text_parameter("file"), "sub/patrol.bt.json");
    assert_eq!(
        patrol.parameters.get("speed"),
        Some(&ParameterValue::variable("speed"))
    );
    assert_eq!(document.variable("hp").unwrap().value_type, ValueType::Int);
    assert_eq!(
        document.variable("speed").unwrap().value_type,
        ValueType::Float
    );
    assert_eq!(
        &*node(&imported.documents[1].document, "0").task,
        "CompareFloat"
    );
    let mut said = codes(&imported.documents[0].remarks);
    said.sort_unstable();
    assert_eq!(
        said,
        [
            "behaviac_loop_differs",
            "behaviac_parallel_differs",
            "behaviac_result_kept"
        ]
    );
    let tasks: Vec<_> = imported.libraries[0]
        .library
        .tasks
        .iter()
        .map(treewright_core::library::TaskDeclaration::name)
        .collect();
    assert_eq!(tasks, ["Npc::Flee", "Condition"]);
    reopened(&imported);
    assert_eq!(
        codes(&standing_remarks(document)),
        ["behaviac_attachment_kept"]
    );
}

#[test]
fn the_designers_own_file_is_read_too() {
    let imported = read_file(Behaviac, &files([("x.xml", SOURCE)]), "x.xml").unwrap();
    let document = &imported.documents[0].document;
    let told: Vec<_> = document
        .pre_order()
        .map(|node| (&*node.task, node.disabled))
        .collect();
    assert_eq!(
        told,
        [
            ("IfThenElse", false),
            ("Succeed", false),
            ("Npc::Shout", true),
            ("WaitFrames", false)
        ]
    );
    assert_eq!(node(document, "0").comment, "看见敌人吗");
    assert_eq!(
        node(document, "3").parameters.get("Frames"),
        Some(&ParameterValue::literal(10))
    );
    assert_eq!(
        codes(&standing_remarks(document)),
        ["behaviac_attachment_kept"]
    );
    reopened(&imported);
}

#[test]
fn a_file_is_known_by_how_it_begins() {
    for (text, expected) in [
        (DEMO, Some(Behaviac)),
        (SOURCE, Some(Behaviac)),
        (
            r#"<root BTCPP_format="4"><BehaviorTree ID="A"/></root>"#,
            Some(ExchangeFormat::Btcpp),
        ),
        ("<other/>", None),
    ] {
        assert_eq!(detect_any("x.xml", text.as_bytes()), expected, "{text}");
    }
}

#[test]
fn references_never_lead_out_and_circles_end() {
    let to = |name: &str| {
        format!(
            r#"<behavior name="a"><node class="ReferencedBehavior" id="0"><property ReferenceBehavior="{name}"/></node></behavior>"#
        )
    };
    let around = files([
        ("a.xml", &to("b")),
        ("b.xml", &to("a")),
        ("c.xml", &to("../../etc/passwd")),
        ("d.xml", &to("Self.X::Choose()")),
    ]);
    assert_eq!(
        read_file(Behaviac, &around, "a.xml")
            .unwrap()
            .documents
            .len(),
        2
    );
    for (path, expected) in [
        ("c.xml", "behaviac_reference_not_read"),
        ("d.xml", "behaviac_reference_not_constant"),
    ] {
        let imported = read_file(Behaviac, &around, path).unwrap();
        assert_eq!(codes(&imported.documents[0].remarks), [expected]);
        reopened(&imported);
    }
}

#[test]
fn hostile_files_do_no_harm() {
    let try_bytes = |bytes: &[u8]| {
        let files = BTreeMap::from([("x.xml".to_owned(), bytes.to_vec())]);
        let imported = read_file(Behaviac, &files, "x.xml");
        for made in imported.iter().flat_map(|imported| &imported.documents) {
            assert_eq!(broken_invariants(&made.document), Vec::<String>::new());
        }
        imported.map_or_else(|error| error.code(), |_| "read")
    };
    assert_eq!(try_bytes(DEMO.as_bytes()), "read");
    assert_eq!(try_bytes(b"<behavior name=\"a\"/>"), "read");
    for end in 1..DEMO.trim_end().len() {
        assert_ne!(
            try_bytes(&DEMO.as_bytes()[..end]),
            "read",
            "{}",
            &DEMO[..end]
        );
    }
    for at in 0..DEMO.len() {
        for byte in [b'<', b'"', b'&', b'>', 0xff] {
            let mut bytes = DEMO.as_bytes().to_vec();
            bytes[at] = byte;
            try_bytes(&bytes);
        }
    }
    assert_eq!(try_bytes(b""), "empty");
    assert_eq!(
        try_bytes(b"<!DOCTYPE a [<!ENTITY x \"y\">]><behavior/>"),
        "document_type"
    );
    assert_eq!(try_bytes(b"<other/>"), "other_format");
    assert_eq!(try_bytes(b"<behavior><node/></behavior>"), "missing_field");
    let deep = |depth: usize| {
        format!(
            "<behavior>{}{}</behavior>",
            "<node class=\"Sequence\">".repeat(depth),
            "</node>".repeat(depth)
        )
    };
    assert_eq!(try_bytes(deep(10_000).as_bytes()), "read");
    assert_eq!(try_bytes(deep(100_000).as_bytes()), "too_deep");
    assert_eq!(
        try_bytes(
            format!(
                "<behavior><node class=\"{}\"/></behavior>",
                "x".repeat(20_000)
            )
            .as_bytes()
        ),
        "wrong_field"
    );
}

/// A node with these inside of it, as exported files have it.
fn exported(class: &str, inside: &str) -> String {
    format!("<node class=\"{class}\">{inside}</node>")
}

/// A file with this tree.
fn behavior(name: &str, tree: &str) -> String {
    format!("<behavior name=\"{name}\" agenttype=\"Npc\" version=\"5\">{tree}</behavior>")
}

const HUNGRY: &str = r#"<node class="Condition"><property Operator="Less"/><property Opl="int Self.Npc::food"/><property Opr="const int 3"/></node>"#;

fn tasks(document: &Document) -> Vec<&str> {
    document.pre_order().map(|node| &*node.task).collect()
}

/// What the checks say of all documents, other than remarks.
fn problems(imported: &Imported) -> Vec<&'static str> {
    let (documents, set, library) = reopened(imported);
    let found = documents
        .iter()
        .zip(&imported.documents)
        .flat_map(|(document, made)| {
            let project = treewright_core::project::Project::new(document, &made.path, &set);
            crate::problems(&project, &library)
        });
    let found = found.filter(|found| !matches!(found.problem, Problem::Transfer(_)));
    let found = found
        .filter(|found| found.problem.severity() == treewright_core::diagnostic::Severity::Error);
    found.map(|found| found.problem.code()).collect()
}

fn alone(tree: &str) -> Imported {
    read_file(Behaviac, &files([("x.xml", &behavior("x", tree))]), "x.xml").unwrap()
}

#[test]
fn and_and_or_are_a_sequence_and_a_selector_of_conditions() {
    let or = exported("Or", &format!("{HUNGRY}{}", exported("False", "")));
    let imported = alone(&exported("And", &format!("{HUNGRY}{or}")));
    let made = &imported.documents[0];
    assert_eq!(
        tasks(&made.document),
        ["Sequence", "CompareInt", "Selector", "CompareInt", "Fail"]
    );
    assert_eq!(codes(&made.remarks), [""; 0]);
    assert_eq!(problems(&imported), [""; 0]);
    // What may go on running is waited for here, and there may be none of it there.
    let imported = alone(&exported(
        "Or",
        &format!("{HUNGRY}{}", exported("Idle", "")),
    ));
    assert_eq!(
        codes(&imported.documents[0].remarks),
        ["behaviac_waits_for_child"]
    );
}

#[test]
fn a_condition_in_custom_is_kept_and_no_child() {
    let custom = format!("<custom>{HUNGRY}</custom>");
    let limit = exported(
        "DecoratorCountLimit",
        &format!(
            "<property Count=\"const int 5\"/>{custom}{}",
            exported("Noop", "")
        ),
    );
    let signal = exported("WaitforSignal", &custom);
    let goes_on = exported(
        "WaitforSignal",
        &format!("{custom}{}", exported("Noop", "")),
    );
    let imported = alone(&exported("Sequence", &format!("{limit}{signal}{goes_on}")));
    let document = &imported.documents[0].document;
    assert_eq!(
        tasks(document),
        [
            "Sequence",
            "DecoratorCountLimit",
            "Succeed",
            "WaitforSignal",
            "Sequence",
            "WaitforSignal",
            "Succeed"
        ]
    );
    assert_eq!(problems(&imported), [""; 0]);
    let limit = document.pre_order().nth(1).unwrap();
    assert!(limit.extra["behaviac"].contains("Self.Npc::food"));
    assert_eq!(
        codes(&standing_remarks(document)),
        ["behaviac_custom_kept"; 3]
    );
    let designed = r#"<Behavior Version="5"><Node Class="Behaviac.Design.Nodes.Behavior" AgentType="Npc" Id="-1"><Connector Identifier="GenericChildren">
        <Node Class="PluginBehaviac.Nodes.DecoratorCountLimit" Id="0" Count="const int 5">
          <Connector Identifier="_custom_condition"><Node Class="PluginBehaviac.Nodes.True" Id="1"/></Connector>
          <Connector Identifier="GenericChildren"><Node Class="PluginBehaviac.Nodes.Noop" Id="2"/></Connector>
        </Node></Connector></Node></Behavior>"#;
    let imported = read_file(Behaviac, &files([("x.xml", designed)]), "x.xml").unwrap();
    let document = &imported.documents[0].document;
    assert_eq!(tasks(document), ["DecoratorCountLimit", "Succeed"]);
    assert_eq!(codes(&standing_remarks(document)), ["behaviac_custom_kept"]);
    assert_eq!(problems(&imported), [""; 0]);
}

#[test]
fn a_decorator_without_a_child_gets_what_that_counts_as() {
    let empty = [
        "DecoratorWeight",
        "DecoratorNot",
        "And",
        "Or",
        "SelectorLoop",
    ];
    let empty = empty.map(|class| exported(class, ""));
    let imported = alone(&exported("Sequence", &empty.concat()));
    let made = &imported.documents[0];
    assert_eq!(
        tasks(&made.document)[1..],
        [
            "DecoratorWeight",
            "Fail",
            "Inverter",
            "Fail",
            "Sequence",
            "Succeed",
            "Selector",
            "Fail",
            "SelectorLoop",
            "Fail"
        ]
    );
    let mut expected = vec!["behaviac_child_added"; 5];
    expected.extend(["acting_passes_through", "acting_acts_like_sequence"]);
    assert_eq!(codes(&made.remarks), expected);
    assert_eq!(problems(&imported), [""; 0]);
}

#[test]
fn each_class_takes_as_many_children_as_there() {
    let noop = exported("Noop", "");
    let leaves = [
        "Action",
        "Assignment",
        "Compute",
        "End",
        "Noop",
        "Wait",
        "WaitFrames",
        "WaitforSignal",
        "Query",
        "Condition",
        "True",
        "False",
        "Check",
        "Predicate",
        "State",
        "WaitState",
        "WaitFramesState",
    ];
    let decorators = [
        "AlwaysFailure",
        "AlwaysRunning",
        "AlwaysSuccess",
        "CountLimit",
        "FailureUntil",
        "Frames",
        "Iterator",
        "Log",
        "Loop",
        "LoopUntil",
        "Not",
        "Repeat",
        "RunUntil",
        "SuccessUntil",
        "Time",
        "Weight",
    ];
    let composites = [
        "And",
        "Or",
        "Sequence",
        "Selector",
        "Parallel",
        "IfElse",
        "SelectorLoop",
        "SelectorProbability",
        "SelectorStochastic",
        "SequenceStochastic",
        "WithPrecondition",
        "Task",
        "Method",
        "FSM",
        "CompoundAction",
    ];
    let leaves = leaves.map(|class| exported(class, "")).concat();
    let decorators = decorators.map(|class| exported(&format!("Decorator{class}"), &noop));
    let two = format!("{noop}{noop}");
    let composites = composites.map(|class| exported(class, &two));
    let all = format!("{leaves}{}{}", decorators.concat(), composites.concat());
    let imported = alone(&exported("Sequence", &all));
    let wrong = problems(&imported);
    assert!(!wrong.contains(&"wrong_child_count"), "{wrong:?}");
    // A class of a game is what its nodes show.
    let all = [("Guarded", &*noop), ("Both", &*two), ("Leaf", "")];
    let all = all.map(|(class, inside)| exported(class, inside)).concat();
    let imported = alone(&exported("Sequence", &all));
    let declared = imported.libraries[0].library.tasks.iter();
    let declared: Vec<_> = declared.map(|task| task.declaration.category).collect();
    assert_eq!(
        declared,
        [Category::Decorator, Category::Composite, Category::Action]
    );
}

#[test]
fn a_task_without_planner_does_what_its_child_does() {
    let task = |inside: &str| {
        exported(
            "Task",
            &format!("<property Prototype=\"Self.Npc::Go(0)\"/>{inside}"),
        )
    };
    let named = HUNGRY.replace("Self.Npc::food", "Self.Npc::_$local_task_param_$_0");
    let run = r#"<node class="ReferencedBehavior"><property ReferenceBehavior="const string &quot;go&quot;"/><property Task="Self.Npc::Go(2)"/></node>"#;
    let files = files([
        ("go.xml", &behavior("go", &task(&named))),
        ("run.xml", &behavior("run", run)),
    ]);
    let imported = read_file(Behaviac, &files, "run.xml").unwrap();
    assert_eq!(
        tasks(&imported.documents[1].document),
        ["Sequence", "CompareInt"]
    );
    let run = imported.documents[0].document.pre_order().next().unwrap();
    assert_eq!(
        run.parameters.get("_$local_task_param_$_0"),
        Some(&ParameterValue::literal(2))
    );
    assert_eq!(problems(&imported), [""; 0]);
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
        tasks(&imported.documents[0].document),
        ["FSM", "State", "Subtree"]
    );
    assert_eq!(problems(&imported), [""; 0]);
}

/// Files of a folder that lies below others.
struct Below(Files, &'static str);

impl Surroundings for Below {
    fn read(&self, path: &str) -> Option<Vec<u8>> {
        self.0.read(path)
    }

    fn list(&self, folder: &str) -> Vec<String> {
        self.0.list(folder)
    }

    fn above(&self) -> String {
        self.1.to_owned()
    }
}

fn runs(name: &str) -> String {
    format!(
        "<node class=\"ReferencedBehavior\"><property ReferenceBehavior=\"const string &quot;{name}&quot;\"/></node>"
    )
}

/// The file that the first node of a document runs, and what is said of the document.
fn run_by(around: &Below, path: &str) -> (String, Vec<&'static str>) {
    let source = Source {
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
fn references_start_where_all_behaviours_are_whichever_folder_was_opened() {
    let noop = exported("Noop", "");
    let text = behavior("", &runs("units/fight/hit"));
    let told = behavior("units/fight/go", &runs("units/fight/hit"));
    let other = behavior("", &noop);
    for text in [&text, &told] {
        for (above, go, hit) in [
            ("", "units/fight/go.xml", "units/fight/hit.xml"),
            ("game/units", "fight/go.xml", "fight/hit.xml"),
            ("game/units/fight", "go.xml", "hit.xml"),
            ("game", "ai/units/fight/go.xml", "ai/units/fight/hit.xml"),
        ] {
            let there = Below(files([(go, text), (hit, &other)]), above);
            assert_eq!(run_by(&there, go), ("hit.bt.json".to_owned(), vec![]));
            // What is not there is not looked for where the folders have the same names twice.
            let not_there = Below(files([(go, text)]), above);
            let said = vec!["behaviac_reference_not_read"];
            assert_eq!(run_by(&not_there, go), ("hit.bt.json".to_owned(), said));
        }
    }
    // A name that no path fits is that of a behaviour.
    let sources = files([
        ("a.xml", &behavior("a", &runs("ai/b"))),
        ("moved/c.xml", &behavior("ai/b", &noop)),
    ]);
    let read = together(Behaviac, &sources);
    let node = read.imported.documents[0]
        .document
        .pre_order()
        .next()
        .unwrap();
    assert_eq!(node.text_parameter("file"), "moved/c.bt.json");
    assert_eq!(codes(&read.imported.documents[0].remarks), [""; 0]);
}

#[test]
fn files_that_are_read_together_become_each_one_document_with_its_library() {
    let act = |method: &str, inside: &str| {
        let act =
            format!("<node class=\"Action\"><property Method=\"Self.Npc::{method}()\"/></node>");
        exported("Sequence", &format!("{act}{inside}"))
    };
    let sources = files([
        ("a.xml", &behavior("a", &act("Go", &runs("sub/b")))),
        ("sub/b.xml", &behavior("sub/b", &act("Go", &runs("a")))),
        ("sub/broken.xml", "<behavior>"),
    ]);
    let read = together(Behaviac, &sources);
    assert_eq!(read.failed.len(), 1);
    assert_eq!(read.failed[0].0, 2);
    let made = &read.imported.documents;
    let paths: Vec<_> = made.iter().map(|made| &*made.path).collect();
    assert_eq!(paths, ["a.bt.json", "sub/b.bt.json"]);
    let libraries = &read.imported.libraries;
    let paths: Vec<_> = libraries.iter().map(|library| &*library.path).collect();
    assert_eq!(paths, ["a.tasks.json", "sub/b.tasks.json"]);
    assert_eq!(made[1].document.libraries, ["b.tasks.json"]);
    // Read from either side it is the same.
    for made in made {
        let alone = read_file(Behaviac, &sources, &made.source).unwrap();
        assert_eq!(alone.documents[0], *made);
        assert_eq!(alone.documents.len(), 2);
    }
}
