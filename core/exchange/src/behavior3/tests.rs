//! Tests of reading and writing behavior3.

use crate as exchange;
use treewright_core::diagnostic::Diagnostic;
use treewright_core::library::NodeLibrary;
use treewright_core::model::testing::{declared, picture};
use treewright_core::model::{Document, DocumentBuilder, Node, ParameterType, Surgery as _};
use treewright_core::project::{DocumentSet, Project};
use treewright_core::runtime::Status;
use treewright_core::value::{Value, ValueType};

use super::*;
use crate::ExchangeFormat::Behavior3;
use crate::foreign::MAX_NAME;
use crate::testing::{
    self, Edit, Files, alone, change, changed_lines, check_hostile, check_kept, codes, draw,
    file_paths, files, library_paths, node, node_text, paths, problem_codes, read as read_file,
    read_alone, reopened, shown, tasks, tasks_picture, try_write, value, written,
};
use crate::{Exported, Imported, WriteOptions};

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

#[test]
fn leaves_return_what_their_definitions_say() {
    let imported = read_file(Behavior3, &workspace(), "ai/hero.json").unwrap();
    let attack = imported.libraries[0].library.task("Attack").unwrap();
    assert_eq!(attack.results.results, [Status::Success, Status::Running]);
}

#[test]
fn a_tree_has_its_nodes_variables_and_subtrees() {
    let imported = read_file(Behavior3, &workspace(), "ai/hero.json").unwrap();
    assert_eq!(paths(&imported), ["ai/hero.bt.json", "lib/sub.bt.json"]);
    // Tasks without a definition are declared next to the document.
    let libraries = ["nodes.tasks.json", "ai/hero.tasks.json"];
    assert_eq!(library_paths(&imported), libraries);
    let hero = &imported.documents[0].document;
    assert_eq!(hero.libraries, ["../nodes.tasks.json", "hero.tasks.json"]);
    assert_eq!((&*hero.name, &*hero.description), ("hero", "英雄"));
    let names = hero
        .variables
        .iter()
        .map(|v| format!("{} {}", v.name, v.comment));
    let names: Vec<_> = names.collect();
    assert_eq!(names, ["enemy 目标", "shared x", "hp ", "target "]);

    let wait = "Wait(seconds=10.0, .name=歇会儿, .comment=直到天亮, .off)";
    assert_eq!(node_text(hero, "a2"), wait);
    let idle = r#"game.Idle(far=1.5, how="{\"deep\":[null]}", input2={enemy}, output1={hp})"#;
    assert_eq!(node_text(hero, "a3"), idle);
    let sub = "Subtree(file=../lib/sub.bt.json, target={target}, in2/text=bye)";
    assert_eq!(node_text(hero, "a4"), sub);
    let notes = [
        "behavior3_kept_fields",
        "behavior3_held_as_text",
        "behavior3_not_defined",
        "behavior3_override_kept",
    ];
    assert_eq!(codes(&imported.documents[0].remarks), notes);
}

#[test]
fn an_unedited_file_is_written_unchanged() {
    let files = workspace();
    check_kept(Behavior3, &files, "ai/hero.json");
    check_kept(Behavior3, &files, "lib/sub.json");
}

fn changed(edit: impl FnOnce(&mut Document)) -> Vec<String> {
    changed_lines(Behavior3, &workspace(), "ai/hero.json", edit)
}

#[test]
fn an_edit_changes_nothing_else() {
    let cases: [(&str, &str, &[&str]); 8] = [
        ("a2", "seconds=2.5", &[r#""time": 2.5"#]),
        ("a2", ".name=等", &[r#""desc": "等\n直到天亮","#]),
        ("a2", ".on", &[r#""disabled": false,"#]),
        ("a3", "far=2.0", &[r#""far": 2,"#]),
        ("a3", "near=x", &[r#""none": null,"#, r#""near": "x""#]),
        ("a3", "input2={shared}", &[r#""shared""#]),
        ("a3", r#"how="{"deep": 1}""#, &[r#""deep": 1"#]),
        (
            "a4",
            "file=../lib/other.bt.json",
            &[r#""path": "lib/other.json","#],
        ),
    ];
    for (id, settings, lines) in cases {
        let changed = changed(|document| {
            if id == "a4" {
                document.node_mut(&id.into()).unwrap().overrides.clear();
            }
            change(document, id, settings);
        });
        assert_eq!(changed, lines, "{settings}");
    }
    let cases: [(Edit<'_>, &[&str]); 4] = [
        (
            &|d| d.node_mut(&"a4".into()).unwrap().overrides[0].value = value("later"),
            &[r#""message": "later""#],
        ),
        (&|d| d.description = "x".into(), &[r#""desc": "x","#]),
        (
            &|d| d.variables[0].comment = "y".into(),
            &[r#""desc": "y","#],
        ),
        (
            &|d| d.variables.push(declared("new:int")),
            &[r#""desc": "","#, r#""name": "new""#],
        ),
    ];
    for (edit, lines) in cases {
        assert_eq!(changed(edit), lines);
    }
}

#[test]
fn a_new_node_gets_a_number_and_its_own_id() {
    let lines = changed(|document| {
        let mut builder = DocumentBuilder::default();
        builder.settings(|new| new.clone_from(document));
        let above = builder.child(&"a1".into(), Node::new("n1", "Inverter"));
        let copy = node(document, "a2").copy_as("n2".into());
        builder.child(&above.unwrap(), copy).unwrap();
        *document = builder.finish();
    });
    let new = [
        "name\": \"Inverter",
        "uuid\": \"n1",
        "uuid\": \"n2",
        "id\": \"5",
        "id\": \"6",
    ];
    for new in new {
        assert!(lines.iter().any(|line| line.contains(new)), "{lines:?}");
    }
}

#[test]
fn node_definitions_are_tasks_and_are_written_unchanged() {
    let library = read_setting(SETTING.as_bytes(), "nodes").unwrap();
    assert_eq!(write_setting(&library), SETTING);
    assert_eq!(tasks(&library), ["Attack Action"]);
    let attack = &library.task("Attack").unwrap().declaration;
    let look = (&*attack.summary, attack.color.as_deref());
    assert_eq!(look, ("攻击", Some("#c04040")));
    let parameter = |name: &str| attack.parameter(name).unwrap();
    assert_eq!(parameter("times").default, Some(Value::Int(2)));
    let how = parameter("how");
    assert_eq!(how.parameter_type, ParameterType::choice(["fast", "slow"]));
    assert_eq!(how.choice_help, ["快", "慢"]);
    assert!(!parameter("rule").required && !how.required);
    assert!(parameter("input1").required && !parameter("input2").required);
    assert_eq!(attack.parameters.len(), 4 + 3 + 8);

    let mut edited = library.clone();
    edited.tasks[0].declaration.summary = "打".into();
    assert_eq!(write_setting(&edited), SETTING.replace("攻击", "打"));
    for bad in ["{}", "[3]", "[{}]", "[{\"name\": \"\"}]"] {
        assert!(read_setting(bad.as_bytes(), "x").is_err(), "{bad}");
    }
}

#[test]
fn paths_never_lead_out_and_cycles_end() {
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
        let notes = codes(&alone(Behavior3, &tree(path)).remarks);
        assert!(notes.contains(&"behavior3_path_outside"), "{path}");
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
fn odd_files_are_read_as_far_as_possible() {
    let made = alone(
        Behavior3,
        r#"{"root":{"uuid":"a","name":"Sequence","children":[{"uuid":"a","name":"Log"},{"name":"Log"},{"uuid":"n1","name":"Log"}]}}"#,
    );
    assert_eq!(picture(&made.document), "a[n2 n3 n1]");
    assert!(codes(&made.remarks).contains(&"behavior3_same_uuid"));
    assert_eq!(made.document.name, "x");
    let long = "x".repeat(MAX_NAME + 1);
    let deep = "[".repeat(200) + &"]".repeat(200);
    for (text, expected) in [
        (
            r#"{"version":"3.0.0","root":{"name":"A"}}"#,
            "newer_version",
        ),
        (r#"{"version":"2.9.9","root":{"name":"A"}}"#, "read"),
        (r#"{"root":{"name":"A"},"root":{}}"#, "wrong_field"),
        (r#"{"root":{"name":"A","children":[{}]}}"#, "missing_field"),
        (&format!(r#"{{"root":{{"name":"{long}"}}}}"#), "wrong_field"),
        (
            &format!(r#"{{"root":{{"name":"A","args":{{"x":{deep}}}}}}}"#),
            "too_deep",
        ),
    ] {
        let read = read_alone(Behavior3, "x.json", text);
        assert_eq!(read.map_or_else(|e| e.code(), |_| "read"), expected);
    }
}

#[test]
fn variables_passed_to_subtrees_are_limited() {
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
fn hostile_files_never_cause_a_panic() {
    check_hostile(Behavior3, SUB);
}

#[test]
fn a_chain_of_ten_thousand_nodes_is_read_and_written() {
    let depth = 10_000;
    let text = r#"{"name":"Inverter","children":["#.repeat(depth);
    let text = format!("{{\"root\":{text}{}}}", "]}".repeat(depth));
    assert_eq!(alone(Behavior3, &text).document.node_count(), depth);
    check_kept(Behavior3, &files([("x.json", &text)]), "x.json");
}

fn exported_from(path: &str, document: &Document) -> Result<Exported, Vec<Diagnostic>> {
    let others = DocumentSet::new();
    let (project, library) = (
        Project::new(document, path, &others),
        NodeLibrary::builtin(),
    );
    try_write(Behavior3, &project, &library, &WriteOptions::default())
}

fn exported(document: &Document) -> Result<Exported, Vec<Diagnostic>> {
    exported_from("ai/own.bt.json", document)
}

fn own() -> Document {
    draw(
        "pause:float hp:int; n1:Selector[n2:Wait(seconds={pause},.name=Rest,.off) n3:CompareInt(left={hp},operator=<)
         n4:Subtree(tree=Alarm)] | Alarm=n5:Log",
    )
}

#[test]
fn a_native_document_is_exported_and_imported_again() {
    let out = exported(&own()).unwrap();
    let names = ["own.json", "own-Alarm.json", "own.b3-setting"];
    assert_eq!(file_paths(&out), names);
    assert_eq!(codes(&out.remarks), ["behavior3_needs_own_node"]);
    let files = out.files.iter();
    let files = files.map(|file| (format!("ai/{}", file.path), file.bytes.clone()));
    let workspace = ("x.b3-workspace".to_owned(), b"{}".to_vec());
    let files: Files = files.chain([workspace]).collect();
    let imported = read_file(Behavior3, &files, "ai/own.json").unwrap();
    let back = &imported.documents[0].document;
    assert_eq!(imported.documents.len(), 2);
    assert_eq!(
        node_text(back, "n2"),
        "Wait(seconds={pause}, .name=Rest, .off)"
    );
    assert_eq!(back.variable("pause").unwrap().value_type, ValueType::Float);
    assert!(
        node_text(back, "n3").contains("game.CompareInt(")
            && node_text(back, "n3").contains("input1={hp}")
    );
    assert_eq!(node(back, "n4").text_parameter("file"), "own-Alarm.bt.json");
    check_kept(Behavior3, &files, "ai/own.json");
}

#[test]
fn a_document_without_a_path_names_the_files_of_its_trees() {
    let out = testing::exported(Behavior3, &own()).unwrap();
    assert_eq!(out.files[1].path, "tree-Alarm.json");
    assert!(out.files[0].text().contains(r#""path": "tree-Alarm.json""#));
}

#[test]
fn a_parameter_without_an_argument_is_skipped_with_a_note() {
    let mut document = own();
    change(&mut document, "n2", "utility={hp}");
    let notes = codes(&exported(&document).unwrap().remarks);
    assert!(notes.contains(&"behavior3_parameter_left_out"), "{notes:?}");
}

#[test]
fn what_the_format_cannot_express_is_refused_by_node() {
    for (id, settings, expected) in [
        ("n1", ".abort=Both", "behavior3_no_aborts"),
        ("n4", "hp=3", "behavior3_other_variable"),
        ("n3", "operator={hp}", "behavior3_constant_only"),
        ("n4", "file=../../x.bt.json", "behavior3_not_in_workspace"),
    ] {
        let mut document = own();
        change(&mut document, id, settings);
        assert_eq!(codes(&exported(&document).unwrap_err()), [expected]);
    }
    let refused = exported(&Document::default()).unwrap_err();
    assert_eq!(codes(&refused), ["behavior3_no_root"]);
}

#[test]
fn built_in_node_types_are_recognized_by_their_exported_definitions() {
    let document = draw(
        "seen:bool hp:int; n1:Parallel[n2:Repeater(count=3)[n3:Idle] n4:CompareBool(left={seen},operator=!=) n5:CompareInt(right={hp})
         n6:SetVariable(variable={hp},value=5) n7:Expression(expression=hp < 30 && seen) n8:RandomChance(probability=0.5)
         n9:game.Idle n10:Hunt(range=5)]",
    );
    let out = exported(&document).unwrap();
    let at_twin = out
        .remarks
        .iter()
        .filter(|note| note.location.node() == Some(&"n9".into()));
    assert_eq!(codes(at_twin), ["behavior3_two_of_a_name"]);
    let files = out.files.into_iter();
    let files: Files = files.map(|file| (file.path, file.bytes)).collect();
    let imported = read_file(Behavior3, &files, "own.json").unwrap();
    let back = &imported.documents[0].document;
    for before in document.pre_order() {
        let after = node(back, before.id().as_str());
        // `game.Idle` comes back as the built-in type of the same name, as its export note says.
        assert_eq!(shown(after), shown(before).replace("game.Idle", "Idle"));
        assert_eq!(after.parent(), before.parent());
    }
    assert_eq!(back.variables.len(), 2);
    for variable in &document.variables {
        let known = back.variable(&variable.name).unwrap();
        assert_eq!(known.value_type, variable.value_type);
    }
    assert_eq!(
        tasks(&imported.libraries[0].library),
        [""; 0],
        "all that is defined is ours"
    );
    check_kept(Behavior3, &files, "own.json");
    let with = |path: &str, changes: &[(&str, &str)]| {
        let mut files = files.clone();
        let mut text = String::from_utf8(files[path].clone()).unwrap();
        for (from, to) in changes {
            assert!(text.contains(from), "{from}");
            text = text.replacen(from, to, 1);
        }
        files.insert(path.to_owned(), text.into_bytes());
        let imported = read_file(Behavior3, &files, "own.json").unwrap();
        let back = &imported.documents[0].document;
        assert_eq!(&*node(back, "n4").task, "CompareBool");
        check_kept(Behavior3, &files, "own.json");
        node(back, "n2").task.to_string()
    };
    // A definition with the marker may have another description, such as that of another version of this program. The
    // same name with another description and no marker, or with other arguments, is a task of the game.
    let words = ("Runs its child repeatedly.", "Repeats.");
    let marks = ("\"treewright:kind\": \"Repeater\"", "\"group\": \"own\"");
    let count = ("\"name\": \"count\"", "\"name\": \"rounds\"");
    for (changes, task) in [
        (&[words] as &[_], "Repeater"),
        (&[marks], "Repeater"),
        (&[words, marks], "game.Repeater"),
        (&[("\"forever?\"", "\"endless?\"")], "game.Repeater"),
        (&[count], "game.Repeater"),
    ] {
        assert_eq!(with("own.b3-setting", changes), task, "{changes:?}");
    }
    // So is a node with settings that the built-in type lacks.
    let more = [("\"count\": 3", "\"count\": 3,\n\"speed\": 2")];
    assert_eq!(with("own.json", &more), "game.Repeater");
}

#[test]
fn names_of_later_runtimes_mean_the_same_node_types_and_are_kept() {
    for (there, here) in [
        ("Invert", "Inverter"),
        ("AlwaysFailure", "ReturnFailure"),
        ("RetryUntilSuccess", "UntilSuccess"),
        ("RetryUntilFailure", "UntilFailure"),
    ] {
        let text = format!(
            "{{\n  \"name\": \"t\",\n  \"root\": {{\n    \"children\": [\n      {{\n        \"id\": \"2\",\n        \"name\": \"Wait\",\n        \"uuid\": \"u2\"\n      }}\n    ],\n    \"id\": \"1\",\n    \"name\": \"{there}\",\n    \"uuid\": \"u1\"\n  }},\n  \"version\": \"2.2.0\"\n}}"
        );
        assert_eq!(&*node(&alone(Behavior3, &text).document, "u1").task, here);
        check_kept(Behavior3, &files([("t.json", &text)]), "t.json");
    }
    // With a count it has a setting that the built-in type lacks.
    let counted = r#"{"name": "t", "root": {"id": "1", "name": "RetryUntilSuccess", "uuid": "u1", "args": {"count": 3}}, "version": "2.2.0"}"#;
    let task = &node(&alone(Behavior3, counted).document, "u1").task.clone();
    assert_eq!(&**task, "RetryUntilSuccess");
}

/// Reads a tree of these nodes with this definition; returns the files and the result.
fn with_definition(definition: &str, nodes: &str) -> (Files, Imported) {
    let tree = format!(r#"{{"version":"2.2.0","name":"t","root":{nodes}}}"#);
    let files = files([("t.json", &*tree), ("game.b3-setting", definition)]);
    let imported = read_file(Behavior3, &files, "t.json").unwrap();
    (files, imported)
}

#[test]
fn a_definition_with_settings_that_the_built_in_type_lacks_declares_a_task() {
    let (files, imported) = with_definition(
        r#"[{"name":"RepeatUntilFailure","type":"Decorator","args":[{"name":"maxLoop","type":"int?"}]},
            {"name":"RepeatUntilSuccess","type":"Decorator","args":[]}]"#,
        r#"{"uuid":"a","id":"1","name":"RepeatUntilFailure","args":{"maxLoop":3},"children":[
            {"uuid":"b","id":"2","name":"RepeatUntilFailure","children":[{"uuid":"c","id":"3","name":"Wait","args":{"time":1}}]}]}"#,
    );
    let document = &imported.documents[0].document;
    // Without a limit it behaves like the built-in type.
    assert_eq!(
        tasks_picture(document),
        "RepeatUntilFailure[UntilFailure[Wait]]"
    );
    assert_eq!(imported.libraries.len(), 1);
    let library = &imported.libraries[0].library;
    assert_eq!(tasks(library), ["RepeatUntilFailure Decorator"]);
    assert!(library.tasks[0].declaration.parameter("maxLoop").is_some());
    check_kept(Behavior3, &files, "t.json");
    assert_eq!(write_setting(library).as_bytes(), files["game.b3-setting"]);
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
    let declared = ["Race Composite", "Watch Decorator", "Look Action"];
    assert_eq!(tasks(&own.library), declared);
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
    // So validation finds no unknown node.
    assert!(!problem_codes(&imported).contains(&"unknown_task"));
    let tally = exchange::ImportCounts::of(&made.document, &made.remarks);
    assert_eq!((tally.nodes, tally.mapped(), tally.own), (5, 0, 5));
    check_kept(Behavior3, &files, "t.json");
}

#[test]
fn a_library_of_undefined_nodes_does_not_replace_definitions() {
    let tree = r#"{"name":"t","root":{"id":"1","name":"Mine"}}"#;
    let files = files([
        ("t.json", tree),
        ("t.b3-setting", "[{\"name\":\"Theirs\"}]"),
    ]);
    let imported = read_file(Behavior3, &files, "t.json").unwrap();
    let paths = ["t.tasks.json", "t-more.tasks.json"];
    assert_eq!(library_paths(&imported), paths);
}

#[test]
fn a_tree_without_a_name_is_named_after_its_file_and_an_empty_name_is_not_written() {
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
        assert!(renamed.unwrap().files[0].text().contains(r#""name":"new""#));
    }
    for (path, name) in [("ai/guard.bt.json", "guard"), ("", "tree")] {
        let out = exported_from(path, &draw("a:Wait")).unwrap();
        let line = format!("\"name\": \"{name}\"");
        assert!(
            out.files[0].text().contains(&line),
            "{}",
            out.files[0].text()
        );
    }
}
