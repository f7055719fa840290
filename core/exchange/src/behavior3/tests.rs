//! Tests of reading and writing behavior3.

use crate as exchange;
use treewright_core::category::Category;
use treewright_core::diagnostic::Diagnostic;
use treewright_core::library::{NodeLibrary, TaskDeclaration};
use treewright_core::model::Surgery as _;
use treewright_core::model::{
    Document, DocumentBuilder, NamedTree, Node, Override, ParameterType, ParameterValue, Variable,
};
use treewright_core::project::{DocumentSet, Project};
use treewright_core::value::{Value, ValueType};

use super::*;
use crate::ExchangeFormat::Behavior3;
use crate::behavior3::setting;
use crate::foreign::MAX_NAME;
use crate::testing::{
    Files, Set as _, alone, changed_lines, check_hostile, check_kept, codes, files,
    read as read_file, reopened, try_write, written,
};
use crate::{Imported, WriteOptions};

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

fn exported(document: &Document) -> Result<crate::Exported, Vec<Diagnostic>> {
    let others = DocumentSet::new();
    let project = Project::new(document, "ai/own.bt.json", &others);
    try_write(
        Behavior3,
        &project,
        &NodeLibrary::builtin(),
        &WriteOptions::default(),
    )
}

fn own() -> DocumentBuilder {
    let mut builder = DocumentBuilder::new("Own");
    let root = builder.root(Node::new("n1", "Selector")).unwrap();
    let mut wait = Node::new("n2", "Wait").bind("seconds", "pause");
    (wait.name, wait.disabled) = ("Rest".into(), true);
    builder.child(&root, wait).unwrap();
    let compare = Node::new("n3", "CompareInt")
        .bind("left", "hp")
        .set("operator", "<");
    builder.child(&root, compare).unwrap();
    builder
        .child(&root, Node::new("n4", "Subtree").set("tree", "Alarm"))
        .unwrap();
    let alarm = builder.loose(Node::new("n5", "Log")).unwrap();
    builder.variable(Variable::new("pause", ValueType::Float));
    builder.variable(Variable::new("hp", ValueType::Int));
    builder.settings(|document| document.trees.push(NamedTree::new("Alarm", alarm)));
    builder
}

#[test]
fn a_document_of_our_own_goes_out_and_comes_back() {
    let document = own().finish();
    let out = exported(&document).unwrap();
    let paths: Vec<_> = out.files.iter().map(|file| &*file.path).collect();
    assert_eq!(paths, ["own.json", "own-Alarm.json", "own.b3-setting"]);
    assert_eq!(codes(&out.remarks), ["behavior3_needs_own_node"]);
    let files: Files = out
        .files
        .iter()
        .map(|file| (format!("ai/{}", file.path), file.text.clone().into_bytes()))
        .chain([("x.b3-workspace".to_owned(), b"{}".to_vec())])
        .collect();
    let imported = read_file(Behavior3, &files, "ai/own.json").unwrap();
    let back = &imported.documents[0].document;
    assert_eq!(imported.documents.len(), 2);
    assert_eq!(
        (&*node(back, "n2").name, node(back, "n2").disabled),
        ("Rest", true)
    );
    assert_eq!(
        node(back, "n2").parameters.get("seconds"),
        Some(&ParameterValue::variable("pause"))
    );
    assert_eq!(back.variable("pause").unwrap().value_type, ValueType::Float);
    assert_eq!(&*node(back, "n3").task, "game.CompareInt");
    assert_eq!(
        node(back, "n3").parameters.get("input1"),
        Some(&ParameterValue::variable("hp"))
    );
    assert_eq!(node(back, "n4").text_parameter("file"), "own-Alarm.bt.json");
    check_kept(Behavior3, &files, "ai/own.json");
}

#[test]
fn a_document_that_lies_nowhere_names_the_files_of_its_trees() {
    let document = own().finish();
    let project = Project::alone(&document);
    let library = NodeLibrary::builtin();
    let out = try_write(Behavior3, &project, &library, &WriteOptions::default()).unwrap();
    assert_eq!(out.files[1].path, "tree-Alarm.json");
    assert!(out.files[0].text.contains(r#""path": "tree-Alarm.json""#));
}

#[test]
fn what_no_argument_takes_is_left_out_and_said() {
    let mut document = own().finish();
    let rest = document.node_mut(&"n2".into()).unwrap();
    let variable = ParameterValue::variable("hp");
    rest.parameters.insert("utility".into(), variable);
    let said = codes(&exported(&document).unwrap().remarks);
    assert!(said.contains(&"behavior3_parameter_left_out"), "{said:?}");
}

#[test]
fn what_cannot_be_said_there_is_refused_by_node() {
    let refused = |edit: &dyn Fn(&mut Document)| {
        let mut document = own().finish();
        edit(&mut document);
        codes(&exported(&document).unwrap_err())
    };
    let at = |document: &mut Document, id: &str, name: &str, value: ParameterValue| {
        document
            .node_mut(&id.into())
            .unwrap()
            .parameters
            .insert(name.into(), value);
    };
    assert_eq!(
        refused(
            &|d| d.node_mut(&"n1".into()).unwrap().abort = treewright_core::abort::AbortType::Both
        ),
        ["behavior3_no_aborts"]
    );
    assert_eq!(
        refused(&|d| at(d, "n4", "hp", ParameterValue::literal(3))),
        ["behavior3_other_variable"]
    );
    assert_eq!(
        refused(&|d| at(d, "n3", "operator", ParameterValue::variable("hp"))),
        ["behavior3_constant_only"]
    );
    assert_eq!(
        refused(&|d| at(d, "n4", "file", ParameterValue::literal("../../x.bt.json"))),
        ["behavior3_not_in_workspace"]
    );
    assert_eq!(
        codes(&exported(&Document::default()).unwrap_err()),
        ["behavior3_no_root"]
    );
}

/// What was exported, as files of one folder.
fn files_of(document: &Document) -> Files {
    let out = exported(document).unwrap();
    let files = out.files.into_iter();
    files
        .map(|file| (file.path, file.text.into_bytes()))
        .collect()
}

#[test]
fn kinds_of_ours_come_back_as_what_they_were_by_their_definitions() {
    let variable = ParameterValue::variable;
    let mut builder = DocumentBuilder::new("Kinds");
    let root = builder.root(Node::new("n1", "Parallel")).unwrap();
    let again = Node::new("n2", "Repeater").set("count", 3);
    let again = builder.child(&root, again).unwrap();
    builder.child(&again, Node::new("n3", "Idle")).unwrap();
    let leaves = [
        Node::new("n4", "CompareBool")
            .with_parameter("left", variable("seen"))
            .set("operator", "!="),
        Node::new("n5", "CompareInt").with_parameter("right", variable("hp")),
        Node::new("n6", "SetVariable")
            .with_parameter("variable", variable("hp"))
            .set("value", 5),
        Node::new("n7", "Expression").set("expression", "hp < 30 && seen"),
        Node::new("n8", "RandomChance").set("probability", 0.5),
        Node::new("n9", "game.Idle"),
        Node::new("n10", "Hunt").set("range", 5),
    ];
    for leaf in leaves {
        builder.child(&root, leaf).unwrap();
    }
    builder.variable(Variable::new("seen", ValueType::Bool));
    builder.variable(Variable::new("hp", ValueType::Int));
    let document = builder.finish();
    let said = exported(&document).unwrap().remarks;
    let at_twin = said
        .into_iter()
        .filter(|said| said.location.node() == Some(&"n9".into()));
    let at_twin: Vec<_> = at_twin.collect();
    assert_eq!(codes(&at_twin), ["behavior3_two_of_a_name"]);
    let files = files_of(&document);
    let imported = read_file(Behavior3, &files, "own.json").unwrap();
    let back = &imported.documents[0].document;
    for before in document.pre_order() {
        let after = node(back, before.id().as_str());
        // What is said of it when it is written.
        let expected = match &*before.task {
            "game.Idle" => "Idle",
            task => task,
        };
        assert_eq!(&*after.task, expected);
        assert_eq!(after.parameters, before.parameters, "{expected}");
        assert_eq!(after.parent(), before.parent());
    }
    assert_eq!(back.variables.len(), 2);
    for variable in &document.variables {
        let known = back.variable(&variable.name).unwrap();
        assert_eq!(known.value_type, variable.value_type);
    }
    let own: Vec<_> = imported.libraries[0].library.tasks.iter().collect();
    assert!(own.is_empty(), "all that is defined is ours: {own:?}");
    check_kept(Behavior3, &files, "own.json");
    // What says whose it is may be described in other words, as by another version of this program; the same names with other words that do
    // not say so, or with other arguments, are a game's own.
    let text = String::from_utf8(files["own.b3-setting"].clone()).unwrap();
    let words = ("Runs its child again and again.", "Repeats.");
    let marks = ("\"treewright:kind\": \"Repeater\"", "\"group\": \"own\"");
    for (changes, task) in [
        (&[words] as &[_], "Repeater"),
        (&[marks], "Repeater"),
        (&[words, marks], "game.Repeater"),
        (&[("\"forever?\"", "\"endless?\"")], "game.Repeater"),
        (
            &[("\"name\": \"count\"", "\"name\": \"rounds\"")],
            "game.Repeater",
        ),
    ] {
        let mut files = files.clone();
        let mut setting = text.clone();
        for (from, to) in changes {
            assert!(setting.contains(from), "{from}");
            setting = setting.replacen(from, to, 1);
        }
        files.insert("own.b3-setting".to_owned(), setting.into_bytes());
        let imported = read_file(Behavior3, &files, "own.json").unwrap();
        let back = &imported.documents[0].document;
        assert_eq!(&*node(back, "n2").task, task, "{changes:?}");
        assert_eq!(&*node(back, "n4").task, "CompareBool");
        check_kept(Behavior3, &files, "own.json");
    }
    // So is a node that says more than the kind can.
    let text = String::from_utf8(files["own.json"].clone()).unwrap();
    let mut files = files;
    let more = text.replacen("\"count\": 3", "\"count\": 3, \"speed\": 2", 1);
    files.insert("own.json".to_owned(), more.into_bytes());
    let imported = read_file(Behavior3, &files, "own.json").unwrap();
    let back = &imported.documents[0].document;
    assert_eq!(&*node(back, "n2").task, "game.Repeater");
}

#[test]
fn names_of_later_runtimes_mean_the_same_kinds_and_stay() {
    let names = [
        ("Invert", "Inverter"),
        ("AlwaysFailure", "ReturnFailure"),
        ("RetryUntilSuccess", "UntilSuccess"),
        ("RetryUntilFailure", "UntilFailure"),
    ];
    for (there, here) in names {
        let text = format!(
            "{{\n  \"name\": \"t\",\n  \"root\": {{\n    \"children\": [\n      {{\n        \"id\": \"2\",\n        \"name\": \"Wait\",\n        \"uuid\": \"u2\"\n      }}\n    ],\n    \"id\": \"1\",\n    \"name\": \"{there}\",\n    \"uuid\": \"u1\"\n  }},\n  \"version\": \"2.2.0\"\n}}"
        );
        let files: Files = [("t.json".to_owned(), text.into_bytes())].into();
        let imported = read_file(Behavior3, &files, "t.json").unwrap();
        assert_eq!(&*node(&imported.documents[0].document, "u1").task, here);
        check_kept(Behavior3, &files, "t.json");
    }
    // With a count it says more than ours.
    let counted = r#"{"name": "t", "root": {"id": "1", "name": "RetryUntilSuccess", "uuid": "u1", "args": {"count": 3}}, "version": "2.2.0"}"#;
    let files: Files = [("t.json".to_owned(), counted.as_bytes().to_vec())].into();
    let imported = read_file(Behavior3, &files, "t.json").unwrap();
    let task = &node(&imported.documents[0].document, "u1").task;
    assert_eq!(&**task, "RetryUntilSuccess");
}

/// What the reader says of a tree of these nodes below this definition, and the tree with its libraries.
fn with_definition(definition: &str, nodes: &str) -> (Files, Imported) {
    let tree = format!(r#"{{"version":"2.2.0","name":"t","root":{nodes}}}"#);
    let files = files([("t.json", &*tree), ("game.b3-setting", definition)]);
    let imported = read_file(Behavior3, &files, "t.json").unwrap();
    (files, imported)
}

#[test]
fn a_definition_with_more_than_our_kind_has_declares_a_task() {
    let (files, imported) = with_definition(
        r#"[{"name":"RepeatUntilFailure","type":"Decorator","args":[{"name":"maxLoop","type":"int?"}]},
            {"name":"RepeatUntilSuccess","type":"Decorator","args":[]}]"#,
        r#"{"uuid":"a","id":"1","name":"RepeatUntilFailure","args":{"maxLoop":3},"children":[
            {"uuid":"b","id":"2","name":"RepeatUntilFailure","children":[{"uuid":"c","id":"3","name":"Wait","args":{"time":1}}]}]}"#,
    );
    let document = &imported.documents[0].document;
    // Without a limit it does what ours does.
    assert_eq!(&*node(document, "b").task, "UntilFailure");
    assert_eq!(&*node(document, "a").task, "RepeatUntilFailure");
    let tasks = &imported.libraries[0].library.tasks;
    let declared: Vec<_> = tasks.iter().map(TaskDeclaration::name).collect();
    assert_eq!(declared, ["RepeatUntilFailure"]);
    let declaration = &tasks[0].declaration;
    assert_eq!(declaration.category, Category::Decorator);
    assert!(declaration.parameter("maxLoop").is_some());
    assert_eq!(imported.libraries.len(), 1);
    check_kept(Behavior3, &files, "t.json");
    let setting = setting::write_setting(&imported.libraries[0].library);
    assert_eq!(setting.as_bytes(), files["game.b3-setting"]);
}

#[test]
fn nodes_without_a_definition_are_declared_as_they_are_used() {
    let (files, imported) = with_definition(
        r#"[{"name":"Attack","type":"Action"}]"#,
        r#"{"uuid":"a","id":"1","name":"Race","children":[
            {"uuid":"b","id":"2","name":"Attack"},
            {"uuid":"c","id":"3","name":"Watch","children":[{"uuid":"d","id":"4","name":"Look","args":{"far":2,"at":"x"},"input":["enemy"],"output":["seen"]}]},
            {"uuid":"e","id":"5","name":"Look","args":{"far":2.5}}]}"#,
    );
    let made = &imported.documents[0];
    assert_eq!(made.document.libraries, ["game.tasks.json", "t.tasks.json"]);
    let own = &imported.libraries[1];
    assert_eq!(own.path, "t.tasks.json");
    let declared: Vec<_> = own
        .library
        .tasks
        .iter()
        .map(|task| (task.name(), task.declaration.category))
        .collect();
    assert_eq!(
        declared,
        [
            ("Race", Category::Composite),
            ("Watch", Category::Decorator),
            ("Look", Category::Action)
        ]
    );
    let look = &own.library.tasks[2].declaration;
    let type_of = |name: &str| look.parameter(name).unwrap().parameter_type.clone();
    assert_eq!(type_of("far"), ValueType::Float.into());
    assert_eq!(type_of("output1"), ParameterType::VariableName(None));
    let expected = [
        "behavior3_not_defined",
        "acting_acts_like_sequence",
        "acting_passes_through",
    ];
    assert_eq!(codes(&made.remarks), expected);
    // So the checks find no unknown node.
    let (documents, set, library) = reopened(&imported);
    let project = Project::new(&documents[0], "t.bt.json", &set);
    let problems = treewright_authoring::validate::validate_project(&project, &library);
    let unknown = problems
        .iter()
        .filter(|p| p.problem.code() == "unknown_task");
    assert_eq!(unknown.count(), 0, "{problems:#?}");
    let tally = exchange::Tally::of(&made.document, &made.remarks);
    assert_eq!((tally.nodes, tally.mapped(), tally.own), (5, 0, 5));
    check_kept(Behavior3, &files, "t.json");
}

#[test]
fn a_library_of_nodes_without_a_definition_replaces_none_of_the_definitions() {
    let tree = r#"{"name":"t","root":{"id":"1","name":"Mine"}}"#;
    let files = files([
        ("t.json", tree),
        ("t.b3-setting", "[{\"name\":\"Theirs\"}]"),
    ]);
    let imported = read_file(Behavior3, &files, "t.json").unwrap();
    let paths: Vec<_> = imported
        .libraries
        .iter()
        .map(|library| &*library.path)
        .collect();
    assert_eq!(paths, ["t.tasks.json", "t-more.tasks.json"]);
}

#[test]
fn a_file_without_a_name_is_called_as_it_is_and_no_empty_name_is_made_up() {
    for name in [r#""name":"","#, ""] {
        let text = format!(
            r#"{{{name}"root":{{"uuid":"a","id":"1","name":"Wait","args":{{"time":1}}}}}}"#
        );
        let files = files([("hero.json", &text)]);
        let imported = read_file(Behavior3, &files, "hero.json").unwrap();
        assert_eq!(imported.documents[0].document.name, "hero");
        check_kept(Behavior3, &files, "hero.json");
        let renamed = written(Behavior3, &imported, |document| {
            document.name = "new".into();
        });
        assert!(renamed.unwrap().files[0].text.contains(r#""name":"new""#));
    }
    let mut builder = DocumentBuilder::new("");
    builder.root(Node::new("a", "Wait")).unwrap();
    let document = builder.finish();
    let set = DocumentSet::new();
    for (path, name) in [("ai/guard.bt.json", "guard"), ("", "tree")] {
        let project = Project::new(&document, path, &set);
        let library = NodeLibrary::builtin();
        let out = try_write(Behavior3, &project, &library, &WriteOptions::default()).unwrap();
        let line = format!("\"name\": \"{name}\"");
        assert!(out.files[0].text.contains(&line), "{}", out.files[0].text);
    }
}
