//! Tests of reading behaviac.

use std::collections::BTreeMap;

use super::*;
use crate::format::exchange::ExchangeFormat::Behaviac;
use crate::format::exchange::{ExchangeFormat, Imported, detect as detect_any};
use crate::format::foreign::testing::{codes, files, read as read_file, reopened};
use crate::model::{Document, Node, ParameterValue, broken_invariants};
use crate::value::ValueType;

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
        .map(crate::library::TaskDeclaration::name)
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
