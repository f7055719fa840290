//! Tests of reading and writing behavior3.

mod own;
mod undefined;

use treewright_core::model::{
    Document, DocumentBuilder, Node, Override, ParameterType, ParameterValue, Variable,
};
use treewright_core::value::{Value, ValueType};

use super::*;
use crate::ExchangeFormat::Behavior3;
use crate::foreign::MAX_NAME;
use crate::testing::{
    Files, alone, changed_lines, check_hostile, check_kept, codes, files, read as read_file,
    reopened,
};

const HERO: &str = r#"{
  "custom": {
    "fps": 30
  },
  "desc": "英雄",
  "export": true,
  "group": [
    "Client"
  ],
  "name": "hero",
  "overrides": {
    "in2": {
      "args": {
        "message": "bye"
      },
      "debug": true
    }
  },
  "prefix": "",
  "root": {
    "children": [
      {
        "args": {
          "time": 10
        },
        "children": [
        ],
        "desc": "歇会儿\n直到天亮",
        "disabled": true,
        "id": "2",
        "input": [
          ""
        ],
        "name": "Wait",
        "uuid": "a2"
      },
      {
        "args": {
          "far": 1.50,
          "how": {
            "deep": [
              null
            ]
          },
          "none": null
        },
        "debug": true,
        "id": "3",
        "input": [
          "",
          "enemy"
        ],
        "name": "Idle",
        "output": [
          "hp"
        ],
        "uuid": "a3"
      },
      {
        "id": "4",
        "name": "Sequence",
        "path": "lib/sub.json",
        "uuid": "a4"
      }
    ],
    "id": "1",
    "name": "Selector",
    "uuid": "a1"
  },
  "variables": {
    "imports": [
      "lib/sub.json"
    ],
    "locals": [
      {
        "desc": "目标",
        "name": "enemy"
      }
    ]
  },
  "version": "2.2.0"
}"#;

const SUB: &str = r#"{"version":"2.2.0","name":"sub","variables":{"imports":[],"locals":[{"name":"shared","desc":"x"}]},"root":
 {"uuid":"in1","id":"1","name":"Sequence","children":[{"uuid":"in2","id":"2","name":"Log","args":{"message":"hi"}},
 {"uuid":"in3","id":"3","name":"Attack","input":["target"]}]}}"#;

const SETTING: &str = r##"[
  {
    "name": "Sequence",
    "type": "Composite",
    "doc": "kept"
  },
  {
    "name": "Attack",
    "type": "Action",
    "desc": "攻击",
    "icon": "icons/a.svg",
    "color": "#c04040",
    "status": ["success", "running"],
    "input": ["目标", "再一个?", "更多..."],
    "args": [
      {"name": "times", "type": "int", "desc": "次数", "default": 2},
      {"name": "how", "type": "string?", "options": [{"name": "快", "value": "fast"}, {"name": "慢", "value": "slow"}]},
      {"name": "list", "type": "float[]?", "desc": "x"},
      {"name": "rule", "type": "expr", "oneof": "目标"}
    ]
  }
]
"##;

fn workspace() -> Files {
    files([
        ("game.b3-workspace", "{\"settings\": {}}"),
        ("nodes.b3-setting", SETTING),
        ("ai/hero.json", HERO),
        ("lib/sub.json", SUB),
    ])
}

fn node<'d>(document: &'d Document, id: &str) -> &'d Node {
    document.node(&id.into()).unwrap()
}

#[test]
fn a_tree_has_its_nodes_variables_and_subtrees() {
    let imported = read_file(Behavior3, &workspace(), "ai/hero.json").unwrap();
    let paths: Vec<_> = imported.documents.iter().map(|made| &*made.path).collect();
    assert_eq!(paths, ["ai/hero.bt.json", "lib/sub.bt.json"]);
    assert_eq!(imported.libraries[0].path, "nodes.tasks.json");
    let hero = &imported.documents[0].document;
    assert_eq!((&*hero.name, &*hero.description), ("hero", "英雄"));
    // What no definition has is declared beside the document.
    assert_eq!(hero.libraries, ["../nodes.tasks.json", "hero.tasks.json"]);
    assert_eq!(imported.libraries[1].path, "ai/hero.tasks.json");
    let names: Vec<_> = hero
        .variables
        .iter()
        .map(|v| (&*v.name, &*v.comment))
        .collect();
    assert_eq!(
        names,
        [
            ("enemy", "目标"),
            ("shared", "x"),
            ("hp", ""),
            ("target", "")
        ]
    );

    let wait = node(hero, "a2");
    assert_eq!(
        (&*wait.task, &*wait.name, &*wait.comment, wait.disabled),
        ("Wait", "歇会儿", "直到天亮", true)
    );
    assert_eq!(
        wait.parameters.get("seconds"),
        Some(&ParameterValue::literal(10.0))
    );
    let idle = node(hero, "a3");
    assert_eq!(&*idle.task, "game.Idle");
    assert_eq!(
        idle.parameters.get("input2"),
        Some(&ParameterValue::variable("enemy"))
    );
    assert_eq!(
        idle.parameters.get("output1"),
        Some(&ParameterValue::variable("hp"))
    );
    assert_eq!(
        idle.parameters.get("how"),
        Some(&ParameterValue::literal(r#"{"deep":[null]}"#))
    );
    assert!(!idle.parameters.contains_key("none") && !idle.parameters.contains_key("input1"));
    let sub = node(hero, "a4");
    assert_eq!(
        (&*sub.task, sub.text_parameter("file")),
        ("Subtree", "../lib/sub.bt.json")
    );
    assert_eq!(
        sub.parameters.get("target"),
        Some(&ParameterValue::variable("target"))
    );
    let change = Override {
        path: "in2".into(),
        parameter: "text".into(),
        value: ParameterValue::literal("bye"),
    };
    assert_eq!(sub.overrides, [change]);
    assert_eq!(
        codes(&imported.documents[0].remarks),
        [
            "behavior3_kept_fields",
            "behavior3_held_as_text",
            "behavior3_not_defined",
            "behavior3_override_kept"
        ]
    );
}

#[test]
fn what_was_not_edited_comes_out_as_it_went_in() {
    let files = workspace();
    check_kept(Behavior3, &files, "ai/hero.json");
    check_kept(Behavior3, &files, "lib/sub.json");
}

fn changed(edit: impl FnOnce(&mut Document)) -> Vec<String> {
    changed_lines(Behavior3, &workspace(), "ai/hero.json", edit)
}

fn change(id: &'static str, edit: impl FnOnce(&mut Node)) -> Vec<String> {
    changed(|document| edit(document.node_mut(&id.into()).unwrap()))
}

#[test]
fn after_an_edit_nothing_else_is_written_otherwise() {
    let set = |name: &'static str, value: ParameterValue| {
        move |node: &mut Node| drop(node.parameters.insert(name.into(), value))
    };
    assert_eq!(
        change("a2", set("seconds", ParameterValue::literal(2.5))),
        [r#""time": 2.5"#]
    );
    assert_eq!(
        change("a2", |node| node.name = "等".into()),
        [r#""desc": "等\n直到天亮","#]
    );
    assert_eq!(
        change("a2", |node| node.disabled = false),
        [r#""disabled": false,"#]
    );
    assert_eq!(
        change("a3", set("far", ParameterValue::literal(2.0))),
        [r#""far": 2,"#]
    );
    assert_eq!(
        change("a3", set("near", ParameterValue::literal("x"))),
        [r#""none": null,"#, r#""near": "x""#]
    );
    assert_eq!(
        change("a3", set("input2", ParameterValue::variable("shared"))),
        [r#""shared""#]
    );
    assert_eq!(
        change("a3", set("how", ParameterValue::literal(r#"{"deep": 1}"#))),
        [r#""deep": 1"#]
    );
    let elsewhere = change("a4", |node| {
        node.overrides.clear();
        set("file", ParameterValue::literal("../lib/other.bt.json"))(node);
    });
    assert_eq!(elsewhere, [r#""path": "lib/other.json","#]);
    assert_eq!(
        change("a4", |node| node.overrides[0].value =
            ParameterValue::literal("later")),
        [r#""message": "later""#]
    );
    assert_eq!(
        changed(|document| document.description = "x".into()),
        [r#""desc": "x","#]
    );
    assert_eq!(
        changed(|document| document.variables[0].comment = "y".into()),
        [r#""desc": "y","#]
    );
    assert_eq!(
        changed(|document| document
            .variables
            .push(Variable::new("new", ValueType::Int))),
        [r#""desc": "","#, r#""name": "new""#]
    );
}

#[test]
fn a_new_node_gets_a_number_and_its_own_id() {
    let lines = changed(|document| {
        let mut builder = DocumentBuilder::default();
        builder.settings(|new| new.clone_from(document));
        builder
            .child(&"a1".into(), Node::new("n1", "Inverter"))
            .unwrap();
        builder
            .child(
                &"n1".into(),
                document.node(&"a2".into()).unwrap().copy_as("n2".into()),
            )
            .unwrap();
        *document = builder.finish();
    });
    assert!(
        lines.contains(&r#""name": "Inverter","#.to_owned()),
        "{lines:?}"
    );
    assert!(
        lines.contains(&r#""uuid": "n1""#.to_owned())
            && lines.contains(&r#""uuid": "n2""#.to_owned()),
        "{lines:?}"
    );
    assert!(
        lines.contains(&r#""id": "5","#.to_owned()) && lines.contains(&r#""id": "6","#.to_owned()),
        "{lines:?}"
    );
}

#[test]
fn node_definitions_are_tasks_and_come_out_as_they_went_in() {
    let library = read_setting(SETTING.as_bytes(), "nodes").unwrap();
    assert_eq!(write_setting(&library), SETTING);
    let names: Vec<_> = library
        .tasks
        .iter()
        .map(treewright_core::library::TaskDeclaration::name)
        .collect();
    assert_eq!(names, ["Attack"]);
    let attack = &library.task("Attack").unwrap().declaration;
    assert_eq!(
        (&*attack.summary, attack.color.as_deref()),
        ("攻击", Some("#c04040"))
    );
    let parameter = |name: &str| attack.parameter(name).unwrap();
    assert_eq!(parameter("times").default, Some(Value::Int(2)));
    assert_eq!(
        parameter("how").parameter_type,
        ParameterType::choice(["fast", "slow"])
    );
    assert_eq!(parameter("how").choice_help, ["快", "慢"]);
    assert!(!parameter("rule").required && !parameter("how").required);
    assert!(parameter("input1").required && !parameter("input2").required);
    assert_eq!(attack.parameters.len(), 4 + 3 + 8);

    let mut edited = library.clone();
    edited.tasks[0].declaration.summary = "打".into();
    let expected = SETTING.replace("攻击", "打");
    assert_eq!(write_setting(&edited), expected);
    for bad in ["{}", "[3]", "[{}]", "[{\"name\": \"\"}]"] {
        assert!(read_setting(bad.as_bytes(), "x").is_err(), "{bad}");
    }
}

#[test]
fn paths_never_lead_out_and_circles_end() {
    let tree = |path: &str| {
        format!(
            r#"{{"root":{{"uuid":"r","name":"Sequence","children":[{{"uuid":"s","name":"A","path":{path:?}}}]}},"overrides":{{"zz":{{"args":{{}}}}}}}}"#
        )
    };
    for path in [
        "../../etc/passwd",
        "/etc/passwd",
        "C:\\x.json",
        "\\\\host\\x",
    ] {
        let made = alone(Behavior3, &tree(path));
        assert!(
            codes(&made.remarks).contains(&"behavior3_path_outside"),
            "{path}"
        );
        check_kept(Behavior3, &files([("x.json", &tree(path))]), "x.json");
    }
    let around = files([
        ("a.json", &tree("b.json")),
        ("b.json", &tree("a.json")),
        ("c.json", &tree("missing.json")),
    ]);
    let imported = read_file(Behavior3, &around, "a.json").unwrap();
    assert_eq!(imported.documents.len(), 2);
    reopened(&imported);
    let imported = read_file(Behavior3, &around, "c.json").unwrap();
    assert!(codes(&imported.documents[0].remarks).contains(&"behavior3_subtree_not_read"));
}

#[test]
fn odd_files_are_read_as_far_as_they_make_sense() {
    let made = alone(
        Behavior3,
        r#"{"root":{"uuid":"a","name":"Sequence","children":[{"uuid":"a","name":"Log"},{"name":"Log"},{"uuid":"n1","name":"Log"}]}}"#,
    );
    let ids: Vec<_> = made
        .document
        .pre_order()
        .map(|node| node.id().to_string())
        .collect();
    assert_eq!(ids, ["a", "n2", "n3", "n1"]);
    assert!(codes(&made.remarks).contains(&"behavior3_same_uuid"));
    assert_eq!(made.document.name, "x");
    let code = |text: &str| {
        read_file(Behavior3, &files([("x.json", text)]), "x.json")
            .map_or_else(|e| e.code(), |_| "read")
    };
    assert_eq!(
        code(r#"{"version":"3.0.0","root":{"name":"A"}}"#),
        "newer_version"
    );
    assert_eq!(code(r#"{"version":"2.9.9","root":{"name":"A"}}"#), "read");
    assert_eq!(code(r#"{"root":{"name":"A"},"root":{}}"#), "wrong_field");
    assert_eq!(
        code(r#"{"root":{"name":"A","children":[{}]}}"#),
        "missing_field"
    );
    assert_eq!(
        code(&format!(
            r#"{{"root":{{"name":"{}"}}}}"#,
            "x".repeat(MAX_NAME + 1)
        )),
        "wrong_field"
    );
    let deep = format!(
        r#"{{"root":{{"name":"A","args":{{"x":{}{}}}}}}}"#,
        "[".repeat(200),
        "]".repeat(200)
    );
    assert_eq!(code(&deep), "too_deep");
}

#[test]
fn subtrees_are_given_no_more_variables_than_there_is_room_for() {
    let tree = |children: Vec<String>| {
        let children = children.join(",");
        format!(r#"{{"root":{{"uuid":"r","name":"Sequence","children":[{children}]}}}}"#)
    };
    let uses = |count: usize| {
        let run = |i| format!(r#"{{"uuid":"s{i}","name":"A","path":"b.json"}}"#);
        tree((0..count).map(run).collect())
    };
    let wait = |i| format!(r#"{{"uuid":"w{i}","name":"Wait","input":["v{i}"]}}"#);
    let many = tree((0..200).map(wait).collect());
    let given = |uses: &str| {
        let around = files([("a.json", uses), ("b.json", &many)]);
        let made = read_file(Behavior3, &around, "a.json").unwrap();
        let made = &made.documents[0];
        check_kept(Behavior3, &around, "a.json");
        let subtrees = made.document.nodes().filter(|n| &*n.task == "Subtree");
        let bound = subtrees.map(|node| node.parameters.len() - 1);
        (bound.sum::<usize>(), codes(&made.remarks))
    };
    let of_setting = "behavior3_no_setting_here";
    assert_eq!(given(&uses(3)), (600, vec![of_setting]));
    let (count, codes) = given(&uses(150));
    assert_eq!(count, read::MAX_PASSED_ON);
    assert_eq!(codes, ["behavior3_too_many_passed_on", of_setting]);
}

#[test]
fn hostile_files_do_no_harm() {
    check_hostile(Behavior3, SUB);
}

#[test]
fn a_chain_of_ten_thousand_nodes_goes_in_and_out() {
    let depth = 10_000;
    let text = format!(
        "{}{}",
        r#"{"root":{"name":"Inverter","children":["#,
        (1..depth)
            .map(|_| r#"{"name":"Inverter","children":["#)
            .collect::<String>()
    );
    let text = format!("{text}{}}}", "]}".repeat(depth));
    let files = files([("x.json", &text)]);
    assert_eq!(alone(Behavior3, &text).document.node_count(), depth);
    check_kept(Behavior3, &files, "x.json");
}
