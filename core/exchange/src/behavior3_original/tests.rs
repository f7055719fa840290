//! Tests of reading and writing the original behavior3.

use treewright_core::diagnostic::Diagnostic;
use treewright_core::geometry::Position;
use treewright_core::model::testing::declared;
use treewright_core::model::{Document, Surgery as _};
use treewright_core::testing::cases;

use crate::ExchangeFormat::Behavior3Original;
use crate::Exported;
use crate::testing::{
    self, Edit, Files, alone, change, changed_lines, check_hostile, check_kept, code, codes, draw,
    files, node, node_text, read as read_file, read_alone, reopened, tasks, tasks_picture,
};

/// Two trees with nodes of the same ids; the main tree runs the other one, which has an unconnected node.
const PROJECT: &str = r#"{
  "version": "0.3.0",
  "scope": "project",
  "selectedTree": "t1",
  "own": 1.50,
  "trees": [
    {
      "version": "0.3.0",
      "scope": "tree",
      "id": "t2",
      "title": "Flee",
      "description": "kept",
      "root": "n2",
      "properties": {"a": 1},
      "nodes": {
        "n1": {"id": "n1", "name": "Shout", "title": "Shout", "description": "", "properties": {}, "display": {"x": 100, "y": 0}},
        "n2": {"id": "n2", "name": "MaxTime", "category": "decorator", "title": "In <maxTime>ms", "description": "", "properties": {"maxTime": 2500}, "display": {"x": 0, "y": 0}, "child": "n1"},
        "n3": {"id": "n3", "name": "Wait", "title": "Wait", "description": "beside", "properties": {"milliseconds": 1}, "display": {"x": 0, "y": 90.25}}
      },
      "display": {"camera_x": 1, "camera_y": 2, "camera_z": 0.5, "x": 0, "y": 0}
    },
    {
      "id": "t1",
      "title": "Main",
      "root": "n1",
      "nodes": {
        "n1": {"id": "n1", "name": "Priority", "title": "Priority", "description": "", "properties": {"note": "x"}, "display": {"x": 0, "y": 0}, "children": ["n2", "n3"]},
        "n3": {"id": "n3", "name": "t2", "title": "Flee", "description": "", "properties": {}, "display": {"x": 200, "y": 60}},
        "n2": {"id": "n2", "name": "SeeEnemy", "title": "See <range>m", "description": "d", "properties": {"range": 8, "deep": {"x": []}, "none": null}, "display": {"x": 200, "y": -60}}
      }
    },
    {"id": "t3", "title": "Empty", "root": null, "nodes": {}}
  ],
  "custom_nodes": [
    {"version": "0.3.0", "scope": "node", "name": "SeeEnemy", "category": "condition", "title": "See <range>m", "description": "Looks", "properties": {"range": 8, "what": "any", "on": true}}
  ]
}"#;

fn project() -> Files {
    files([("ai/x.json", PROJECT)])
}

#[test]
fn trees_of_a_project_are_named_trees() {
    let imported = read_file(Behavior3Original, &project(), "ai/x.json").unwrap();
    let document = &imported.documents[0].document;
    let trees = document.trees.iter();
    let trees: Vec<_> = trees
        .map(|tree| (&*tree.name, tree.root.as_str()))
        .collect();
    assert_eq!(trees, [("Flee", "n2"), ("Main", "n4")]);
    let root = node(document, "n4");
    let expected = "ReactiveSelector[SeeEnemy Subtree] | TimeLimit[Shout] | Wait";
    assert_eq!(tasks_picture(document), expected);
    let flee = root.children().last().unwrap();
    let found = node_text(document, flee.as_str());
    assert_eq!(found, "Subtree(tree=Flee, .name=Flee)");
    let limit = node(document, "n2");
    let found = node_text(document, "n2");
    assert_eq!(found, "TimeLimit(seconds=2.5, .name=In <maxTime>ms)");
    assert_eq!(&*node(document, "n3").comment, "beside");
    // A tree that grows to the right in the file grows down here, with the first tree at its position.
    let places = (limit.position, node(document, "n1").position);
    assert_eq!(places, (Position::new(0, 0), Position::new(0, 50)));
    let see = node(document, root.children()[0].as_str());
    assert!(see.position.x < root.position.x && see.position.y > root.position.y);
    assert!(root.position.x > 300);

    let library = &imported.libraries[0];
    assert_eq!(library.path, "ai/x.tasks.json");
    assert_eq!(document.libraries, ["x.tasks.json"]);
    assert!(tasks(&library.library).contains(&"SeeEnemy Conditional".to_owned()));
    let see = &library.library.task("SeeEnemy").unwrap().declaration;
    assert_eq!(see.parameters.len(), 3);
    let mut notes = codes(&imported.documents[0].remarks);
    notes.sort_unstable();
    let expected = ["empty_tree", "held_as_text", "late_by_a_frame"];
    assert_eq!(
        notes,
        expected.map(|code| format!("behavior3_original_{code}"))
    );
}

#[test]
fn an_unedited_file_is_written_unchanged() {
    check_kept(Behavior3Original, &project(), "ai/x.json");
    let wrapped = format!(r#"{{"name":"demo","data":{PROJECT},"path":"x.b3"}}"#);
    check_kept(Behavior3Original, &files([("x.b3", &wrapped)]), "x.b3");
    let tree = r#"{"id":"t","root":"a","nodes":{"b":{"name":"Wait","id":"b"},"a":{"id":"a","name":"MemSequence","children":["b","gone","b"]}}}"#;
    check_kept(Behavior3Original, &files([("x.json", tree)]), "x.json");
    let circle = r#"{"id":"t","root":"a","nodes":{"a":{"name":"Inverter","id":"a","child":"b"},"b":{"name":"Inverter","child":"a"},"c":{"name":"X","children":["c"]}}}"#;
    check_kept(Behavior3Original, &files([("x.json", circle)]), "x.json");
}

fn changed(edit: impl FnOnce(&mut Document)) -> Vec<String> {
    changed_lines(Behavior3Original, &project(), "ai/x.json", edit)
}

#[test]
fn an_edit_changes_nothing_else() {
    let cases: [(Edit<'_>, &str); 3] = [
        (
            &|d| change(d, "n2", "seconds=0.75"),
            r#""properties": {"maxTime": 750}"#,
        ),
        (
            &|d| d.node_mut(&"n2".into()).unwrap().position.x += 30,
            r#""y": 10"#,
        ),
        (&|d| change(d, "n2", ".name="), r#""title": "MaxTime""#),
    ];
    for (edit, expected) in cases {
        let lines = changed(edit);
        assert!(lines.len() == 1 && lines[0].contains(expected), "{lines:?}");
        let titled = if expected.contains("title") {
            "\"MaxTime\""
        } else {
            "In <maxTime>ms"
        };
        assert!(lines[0].contains(titled), "{lines:?}");
    }
    let lines = changed(|document| {
        document.trees[0].name = "Run".into();
        let users = document.nodes().filter(|node| &*node.task == "Subtree");
        let users: Vec<_> = users.map(|node| node.id().to_string()).collect();
        for user in users {
            change(document, &user, "tree=Run");
        }
    });
    assert_eq!(lines, [r#""title": "Run","#]);
}

fn exported(document: &Document) -> Result<Exported, Vec<Diagnostic>> {
    testing::exported(Behavior3Original, document)
}

fn own() -> Document {
    draw(
        "a:Sequence[b:Wait(seconds=0.123) c:Repeater(forever=true)[d:Log(text=hi)] e:Subtree(tree=Alarm)] | Alarm=f:Succeed",
    )
}

#[test]
fn a_native_document_is_exported_and_imported_again() {
    let out = exported(&own()).unwrap();
    let notes = [
        "behavior3_original_loops_in_a_tick",
        "behavior3_original_needs_own_node",
    ];
    assert_eq!(codes(&out.remarks), notes);
    let files = files([("x.json", out.files[0].text())]);
    let imported = read_file(Behavior3Original, &files, "x.json").unwrap();
    let back = &imported.documents[0].document;
    let expected = "Sequence[Wait Repeater[game.Log] Subtree] | Succeed";
    assert_eq!(tasks_picture(back), expected);
    assert_eq!(node_text(back, "b"), "Wait(seconds=0.123)");
    assert!(out.files[0].text().contains(r#""milliseconds": 123"#));
    assert_eq!(node_text(back, "e"), "Subtree(tree=Alarm)");
    reopened(&imported);
    check_kept(Behavior3Original, &files, "x.json");
}

#[test]
fn what_the_format_cannot_express_is_refused_by_node() {
    for (id, settings, expected) in [
        ("a", ".abort=Both", "behavior3_original_no_aborts"),
        ("b", ".off", "behavior3_original_no_disabling"),
        ("b", "seconds={v}", "behavior3_original_no_variables"),
        ("e", "file=x.bt.json", "behavior3_original_one_file"),
        ("e", "tree=none", "behavior3_original_unknown_tree"),
    ] {
        let mut document = own();
        document.variables.push(declared("v:float"));
        change(&mut document, id, settings);
        assert_eq!(codes(&exported(&document).unwrap_err()), [expected]);
    }
    let nothing = exported(&Document::default()).unwrap_err();
    assert_eq!(codes(&nothing), ["behavior3_original_no_root"]);
}

#[test]
fn standard_nodes_become_built_in_types_where_they_mean_the_same() {
    for (name, properties, expected) in [
        ("Sequence", "", "ReactiveSequence"),
        ("MemPriority", "", "Selector"),
        ("Runner", "", "Idle"),
        ("Wait", r#""milliseconds": 1500"#, "Wait(seconds=1.5)"),
        (
            "Wait",
            r#""milliseconds": "long""#,
            "game.Wait(milliseconds=long)",
        ),
        ("Repeater", r#""maxLoop": -1"#, "Repeater(forever=true)"),
        ("Repeater", r#""maxLoop": 3"#, "Repeater(count=3)"),
        ("Repeater", r#""maxLoop": 0"#, "game.Repeater(maxLoop=0)"),
        ("RepeatUntilFailure", r#""maxLoop": -1"#, "UntilFailure"),
        (
            "RepeatUntilFailure",
            r#""maxLoop": 2"#,
            "Repeater(count=2, end_on_failure=true)",
        ),
        ("RepeatUntilSuccess", r#""maxLoop": 2"#, "Retry(attempts=2)"),
        ("Limiter", r#""maxLoop": 1"#, "Limiter(maxLoop=1)"),
    ] {
        let text = format!(
            r#"{{"id":"t","root":"a","nodes":{{"a":{{"id":"a","name":"{name}","properties":{{{properties}}}}}}}}}"#
        );
        assert_eq!(
            node_text(&alone(Behavior3Original, &text).document, "a"),
            expected
        );
    }
}

#[test]
fn very_many_trees_of_one_title_are_read_and_written() {
    let count: usize = cases(5_000);
    let tree = |i| {
        let node = |id: &str| format!(r#""{id}":{{"id":"{id}","name":"t{i}","title":"t{i}"}}"#);
        let nodes = format!("{},{}", node("a"), node("b"));
        format!(r#"{{"id":"t{i}","title":"One","root":"a","nodes":{{{nodes}}}}}"#)
    };
    let trees: Vec<String> = (0..count).map(tree).collect();
    let text = format!(r#"{{"trees":[{}]}}"#, trees.join(","));
    let made = alone(Behavior3Original, &text).document;
    assert_eq!(made.trees[0].name.as_ref(), "One");
    assert_eq!(*made.trees[count - 1].name, *format!("One {count}"));
    // Every second node is not connected to its tree.
    assert_eq!(made.loose().len(), 2 * count - 1);
    check_kept(Behavior3Original, &files([("x.json", &text)]), "x.json");
}

#[test]
fn hostile_files_never_cause_a_panic() {
    let good = r#"{"id":"t","title":"中","root":"a","nodes":{"a":{"id":"a","name":"Priority","children":["b"],"display":{"x":0,"y":1e30}},"b":{"name":"Wait","properties":{"milliseconds":5}}}}"#;
    check_hostile(Behavior3Original, good);
    let twice = r#"{"id":"t","root":"a","nodes":{"a":{"name":"A"},"a":{"name":"A"}}}"#;
    for (text, expected) in [
        (r#"{"id":"t","root":"a","nodes":{"a":{}}}"#, "missing_field"),
        (r#"{"trees":[{}]}"#, "missing_field"),
        (r#"{"trees":[]}"#, "read"),
        (twice, "wrong_field"),
    ] {
        assert_eq!(code(Behavior3Original, text), expected, "{text}");
    }
}

#[test]
fn deep_and_wide_trees_are_read_and_written() {
    let count: usize = cases(10_000);
    let all = |node: &dyn Fn(usize) -> String| (1..=count).map(node).collect::<Vec<_>>().join(",");
    let chain = all(&|i| {
        format!(
            r#""{}":{{"id":"{0}","name":"Inverter","child":"{i}"}}"#,
            i - 1
        )
    });
    let leaves = all(&|i| format!(r#""{i}":{{"name":"Failer"}}"#));
    let list = all(&|i| format!("\"{i}\""));
    for nodes in [
        format!(r#"{chain},"{count}":{{"id":"{count}","name":"Failer"}}"#),
        format!(r#""0":{{"name":"Priority","children":[{list}]}},{leaves}"#),
    ] {
        let text = format!(r#"{{"id":"t","root":"0","nodes":{{{nodes}}}}}"#);
        check_kept(Behavior3Original, &files([("x.json", &text)]), "x.json");
    }
}

#[test]
fn undefined_nodes_are_declared_and_not_defined_in_the_file() {
    let tree = r#"{"id":"t","title":"T","root":"a","nodes":{
        "a":{"id":"a","name":"Race","title":"Race","children":["b","c"]},
        "b":{"id":"b","name":"Limiter","title":"Limiter","properties":{"maxLoop":2},"child":"d"},
        "c":{"id":"c","name":"Look","title":"Look","properties":{"range":1.5}},
        "d":{"id":"d","name":"Look","title":"Look","properties":{"range":2}}},
        "custom_nodes":[]}"#;
    let imported = read_alone(Behavior3Original, "x.json", tree).unwrap();
    assert_eq!(imported.documents[0].document.libraries, ["x.tasks.json"]);
    let declared = ["Race Composite", "Limiter Decorator", "Look Action"];
    assert_eq!(tasks(&imported.libraries[0].library), declared);
    check_kept(Behavior3Original, &files([("x.json", tree)]), "x.json");
}
