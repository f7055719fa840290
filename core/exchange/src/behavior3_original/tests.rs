//! Tests of reading and writing the original behavior3.

use treewright_core::category::Category::{Action, Composite, Decorator};
use treewright_core::diagnostic::Diagnostic;
use treewright_core::geometry::Position;
use treewright_core::model::Surgery as _;
use treewright_core::model::{
    Document, DocumentBuilder, NamedTree, Node, ParameterValue, Variable,
};
use treewright_core::value::ValueType;

use crate::ExchangeFormat::Behavior3Original;
use crate::Exported;
use crate::testing::{
    self, Files, Set as _, alone, changed_lines, check_hostile, check_kept, codes, files,
    read as read_file, reopened,
};

/// Two trees with nodes of the same names; the second lies in the first, and has a node beside it.
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

fn set(node: &mut Node, name: &str, value: ParameterValue) {
    node.parameters.insert(name.into(), value);
}

fn node<'d>(document: &'d Document, id: &str) -> &'d Node {
    document.node(&id.into()).unwrap()
}

#[test]
fn trees_of_a_project_are_named_trees() {
    let imported = read_file(Behavior3Original, &project(), "ai/x.json").unwrap();
    let document = &imported.documents[0].document;
    let trees: Vec<_> = document
        .trees
        .iter()
        .map(|tree| (&*tree.name, tree.root.as_str()))
        .collect();
    assert_eq!(trees, [("Flee", "n2"), ("Main", "n4")]);
    assert_eq!(document.root(), Some(&"n4".into()));
    let root = node(document, "n4");
    assert_eq!(&*root.task, "ReactiveSelector");
    let children: Vec<_> = root
        .children()
        .iter()
        .map(|id| &*node(document, id.as_str()).task)
        .collect();
    assert_eq!(children, ["SeeEnemy", "Subtree"]);
    let flee = root.children().last().unwrap();
    assert_eq!(node(document, flee.as_str()).text_parameter("tree"), "Flee");
    let limit = node(document, "n2");
    assert_eq!(
        (&*limit.task, &*limit.name),
        ("TimeLimit", "In <maxTime>ms")
    );
    assert_eq!(
        limit.parameters.get("seconds"),
        Some(&ParameterValue::literal(2.5))
    );
    assert_eq!(document.loose().len(), 2);
    assert_eq!(&*node(document, "n3").comment, "beside");
    // What grows to the right there grows down here, with the first tree at its place.
    assert_eq!(
        (limit.position, node(document, "n1").position),
        (Position::new(0, 0), Position::new(0, 50))
    );
    let see = node(document, root.children()[0].as_str());
    assert!(see.position.x < root.position.x && see.position.y > root.position.y);
    assert!(root.position.x > 300);

    let library = &imported.libraries[0];
    assert_eq!(
        (&*library.path, &document.libraries[..]),
        ("ai/x.tasks.json", &["x.tasks.json".to_owned()][..])
    );
    let see = &library.library.task("SeeEnemy").unwrap().declaration;
    assert_eq!(
        (see.category, see.parameters.len()),
        (treewright_core::category::Category::Conditional, 3)
    );
    let mut said = codes(&imported.documents[0].remarks);
    said.sort_unstable();
    assert_eq!(
        said,
        [
            "behavior3_original_empty_tree",
            "behavior3_original_held_as_text",
            "behavior3_original_late_by_a_frame"
        ]
    );
}

#[test]
fn what_was_not_edited_comes_out_as_it_went_in() {
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

fn change(id: &'static str, edit: impl FnOnce(&mut Node)) -> Vec<String> {
    changed(|document| edit(document.node_mut(&id.into()).unwrap()))
}

#[test]
fn after_an_edit_nothing_else_is_written_otherwise() {
    let lines = change("n2", |node| {
        set(node, "seconds", ParameterValue::literal(0.75));
    });
    assert_eq!(lines.len(), 1);
    assert!(
        lines[0].contains(r#""properties": {"maxTime": 750}"#)
            && lines[0].contains("In <maxTime>ms"),
        "{lines:?}"
    );
    let lines = change("n2", |node| node.position.x += 30);
    assert!(
        lines.len() == 1 && lines[0].contains(r#""y": 10"#),
        "{lines:?}"
    );
    let lines = change("n2", |node| node.name.clear());
    assert!(
        lines.len() == 1 && lines[0].contains(r#""title": "MaxTime""#),
        "{lines:?}"
    );
    let lines = changed(|document| {
        let named = &mut document.trees[0];
        named.name = "Run".into();
        let users: Vec<_> = document
            .nodes()
            .filter(|node| &*node.task == "Subtree")
            .map(|node| node.id().clone())
            .collect();
        for user in users {
            let node = document.node_mut(&user).unwrap();
            node.parameters
                .insert("tree".into(), ParameterValue::literal("Run"));
        }
    });
    assert_eq!(lines, [r#""title": "Run","#]);
}

fn exported(document: &Document) -> Result<Exported, Vec<Diagnostic>> {
    testing::exported(Behavior3Original, document)
}

fn own() -> DocumentBuilder {
    let mut builder = DocumentBuilder::new("Own");
    let root = builder.root(Node::new("a", "Sequence")).unwrap();
    builder
        .child(&root, Node::new("b", "Wait").set("seconds", 0.123))
        .unwrap();
    let twice = Node::new("c", "Repeater").set("forever", true);
    let twice = builder.child(&root, twice).unwrap();
    builder
        .child(&twice, Node::new("d", "Log").set("text", "hi"))
        .unwrap();
    builder
        .child(&root, Node::new("e", "Subtree").set("tree", "Alarm"))
        .unwrap();
    let alarm = builder.loose(Node::new("f", "Succeed")).unwrap();
    builder.settings(|document| document.trees.push(NamedTree::new("Alarm", alarm)));
    builder
}

#[test]
fn a_document_of_our_own_goes_out_and_comes_back() {
    let document = own().finish();
    let out = exported(&document).unwrap();
    assert_eq!(
        codes(&out.remarks),
        [
            "behavior3_original_loops_in_a_tick",
            "behavior3_original_needs_own_node"
        ]
    );
    let files = files([("x.json", &out.files[0].text)]);
    let imported = read_file(Behavior3Original, &files, "x.json").unwrap();
    let back = &imported.documents[0].document;
    let tasks: Vec<_> = back
        .subtree(back.root().unwrap())
        .map(|node| &*node.task)
        .collect();
    assert_eq!(
        tasks,
        ["Sequence", "Wait", "Repeater", "game.Log", "Subtree"]
    );
    assert_eq!(
        node(back, "b").parameters.get("seconds"),
        Some(&ParameterValue::literal(0.123))
    );
    assert!(out.files[0].text.contains(r#""milliseconds": 123"#));
    assert_eq!(node(back, "e").text_parameter("tree"), "Alarm");
    reopened(&imported);
    check_kept(Behavior3Original, &files, "x.json");
}

#[test]
fn what_cannot_be_said_there_is_refused_by_node() {
    let refused = |id: &str, edit: &dyn Fn(&mut Node)| {
        let mut builder = own();
        builder.variable(Variable::new("v", ValueType::Float));
        let mut document = builder.finish();
        edit(document.node_mut(&id.into()).unwrap());
        codes(&exported(&document).unwrap_err())
    };
    assert_eq!(
        refused("a", &|node| node.abort =
            treewright_core::abort::AbortType::Both),
        ["behavior3_original_no_aborts"]
    );
    assert_eq!(
        refused("b", &|node| node.disabled = true),
        ["behavior3_original_no_disabling"]
    );
    let bind = |node: &mut Node| set(node, "seconds", ParameterValue::variable("v"));
    assert_eq!(refused("b", &bind), ["behavior3_original_no_variables"]);
    let file = |node: &mut Node| set(node, "file", ParameterValue::literal("x.bt.json"));
    assert_eq!(refused("e", &file), ["behavior3_original_one_file"]);
    let tree = |node: &mut Node| set(node, "tree", ParameterValue::literal("none"));
    assert_eq!(refused("e", &tree), ["behavior3_original_unknown_tree"]);
    assert_eq!(
        codes(&exported(&Document::default()).unwrap_err()),
        ["behavior3_original_no_root"]
    );
}

#[test]
fn standard_kinds_are_ours_where_they_mean_the_same() {
    let task = |name: &str, properties: &str| {
        let text = format!(
            r#"{{"id":"t","root":"a","nodes":{{"a":{{"id":"a","name":"{name}","properties":{properties}}}}}}}"#
        );
        let made = alone(Behavior3Original, &text);
        let node = node(&made.document, "a").clone();
        let parameters: Vec<_> = node
            .parameters
            .iter()
            .map(|(name, value)| format!("{name}={}", value.as_literal().unwrap()))
            .collect();
        format!("{} {}", node.task, parameters.join(" "))
            .trim()
            .to_owned()
    };
    for (name, properties, expected) in [
        ("Sequence", "{}", "ReactiveSequence"),
        ("MemPriority", "{}", "Selector"),
        ("Runner", "{}", "Idle"),
        ("Wait", r#"{"milliseconds": 1500}"#, "Wait seconds=1.5"),
        (
            "Wait",
            r#"{"milliseconds": "long"}"#,
            "game.Wait milliseconds=\"long\"",
        ),
        ("Repeater", r#"{"maxLoop": -1}"#, "Repeater forever=true"),
        ("Repeater", r#"{"maxLoop": 3}"#, "Repeater count=3"),
        ("Repeater", r#"{"maxLoop": 0}"#, "game.Repeater maxLoop=0"),
        ("RepeatUntilFailure", r#"{"maxLoop": -1}"#, "UntilFailure"),
        (
            "RepeatUntilFailure",
            r#"{"maxLoop": 2}"#,
            "Repeater count=2 end_on_failure=true",
        ),
        (
            "RepeatUntilSuccess",
            r#"{"maxLoop": 2}"#,
            "Retry attempts=2",
        ),
        ("Limiter", r#"{"maxLoop": 1}"#, "Limiter maxLoop=1"),
    ] {
        assert_eq!(task(name, properties), expected);
    }
}

#[test]
fn very_many_trees_of_one_title_go_in_and_out() {
    const COUNT: usize = 5_000;
    let tree = |i| {
        let node = |id: &str| format!(r#""{id}":{{"id":"{id}","name":"t{i}","title":"t{i}"}}"#);
        let nodes = format!("{},{}", node("a"), node("b"));
        format!(r#"{{"id":"t{i}","title":"One","root":"a","nodes":{{{nodes}}}}}"#)
    };
    let trees: Vec<String> = (0..COUNT).map(tree).collect();
    let text = format!(r#"{{"trees":[{}]}}"#, trees.join(","));
    let made = alone(Behavior3Original, &text).document;
    assert_eq!(made.trees[0].name.as_ref(), "One");
    assert_eq!(*made.trees[COUNT - 1].name, *format!("One {COUNT}"));
    // Every second node lies beside its tree.
    assert_eq!(made.loose().len(), 2 * COUNT - 1);
    check_kept(Behavior3Original, &files([("x.json", &text)]), "x.json");
}

#[test]
fn hostile_files_do_no_harm() {
    let good = r#"{"id":"t","title":"中","root":"a","nodes":{"a":{"id":"a","name":"Priority","children":["b"],"display":{"x":0,"y":1e30}},"b":{"name":"Wait","properties":{"milliseconds":5}}}}"#;
    check_hostile(Behavior3Original, good);
    let code = |text: &str| {
        read_file(Behavior3Original, &files([("x.json", text)]), "x.json")
            .map_or_else(|e| e.code(), |_| "read")
    };
    assert_eq!(
        code(r#"{"id":"t","root":"a","nodes":{"a":{}}}"#),
        "missing_field"
    );
    assert_eq!(code(r#"{"trees":[{}]}"#), "missing_field");
    assert_eq!(code(r#"{"trees":[]}"#), "read");
    assert_eq!(
        code(r#"{"id":"t","root":"a","nodes":{"a":{"name":"A"},"a":{"name":"A"}}}"#),
        "wrong_field"
    );
}

#[test]
fn a_chain_and_a_wide_node_go_in_and_out() {
    let count = 10_000;
    let node = |i: usize| {
        format!(
            r#""{i}":{{"id":"{i}","name":"Inverter","child":"{}"}}"#,
            i + 1
        )
    };
    let nodes: Vec<String> = (0..count).map(node).collect();
    let text = format!(
        r#"{{"id":"t","root":"0","nodes":{{{},"{count}":{{"id":"{count}","name":"Failer"}}}}}}"#,
        nodes.join(",")
    );
    check_kept(Behavior3Original, &files([("x.json", &text)]), "x.json");
    let leaves: Vec<String> = (1..=count)
        .map(|i| format!(r#""{i}":{{"name":"Failer"}}"#))
        .collect();
    let list: Vec<String> = (1..=count).map(|i| format!("\"{i}\"")).collect();
    let text = format!(
        r#"{{"id":"t","root":"0","nodes":{{"0":{{"name":"Priority","children":[{}]}},{}}}}}"#,
        list.join(","),
        leaves.join(",")
    );
    check_kept(Behavior3Original, &files([("x.json", &text)]), "x.json");
}

#[test]
fn nodes_that_the_file_does_not_define_are_declared_and_not_defined_by_us() {
    let tree = r#"{"id":"t","title":"T","root":"a","nodes":{
        "a":{"id":"a","name":"Race","title":"Race","children":["b","c"]},
        "b":{"id":"b","name":"Limiter","title":"Limiter","properties":{"maxLoop":2},"child":"d"},
        "c":{"id":"c","name":"Look","title":"Look","properties":{"range":1.5}},
        "d":{"id":"d","name":"Look","title":"Look","properties":{"range":2}}},
        "custom_nodes":[]}"#;
    let files = files([("x.json", tree)]);
    let imported = read_file(Behavior3Original, &files, "x.json").unwrap();
    let document = &imported.documents[0].document;
    assert_eq!(document.libraries, ["x.tasks.json"]);
    let declared: Vec<_> = imported.libraries[0]
        .library
        .tasks
        .iter()
        .map(|task| (task.name(), task.declaration.category))
        .collect();
    assert_eq!(
        declared,
        [
            ("Race", Composite),
            ("Limiter", Decorator),
            ("Look", Action)
        ]
    );
    check_kept(Behavior3Original, &files, "x.json");
}
