//! What is left out, what is written beside, and that what is written does what the document does.

use std::sync::Arc;

use treewright_core::compile::{Compiled, GameTasks, compile_project};
use treewright_core::format::native;
use treewright_core::library::NodeLibrary;
use treewright_core::model::{
    Document, DocumentBuilder, NamedTree, Node, Note, Override, ParameterValue, SUBTREE, StandIn,
};
use treewright_core::nodes::testing::random::{document_with_trees, partly_disabled};
use treewright_core::project::{DocumentSet, Project};
use treewright_core::runtime::AgentId;
use treewright_core::testing::cases;
use treewright_insight::recording::Recording;

use crate::testing::{Set as _, inlined};
use crate::{ExchangeFormat, Exported, WriteOptions, write};

fn exported(project: &Project<'_>, options: &WriteOptions) -> Exported {
    write(
        ExchangeFormat::GameConfig,
        project,
        &NodeLibrary::builtin(),
        options,
    )
    .unwrap()
}

/// The main document of what was written, read again.
fn read(exported: &Exported) -> Document {
    native::read(exported.files[0].text.as_bytes())
        .unwrap()
        .document
}

fn compiled(project: &Project<'_>) -> Compiled<()> {
    compile_project(project, &NodeLibrary::builtin(), &GameTasks::new())
}

/// What happens in each frame, with nodes called as in the program.
fn story(compiled: &Compiled<()>, seed: u64) -> Vec<String> {
    let Some(program) = compiled.program.clone() else {
        return Vec::new();
    };
    let mut recording = Recording::new(program.clone(), seed);
    let frame = |_| {
        let record = recording.step(0.5).clone();
        let first = record.of(AgentId(0)).unwrap();
        format!("{} {:?}", first.status, first.events)
    };
    let mut told: Vec<String> = program
        .indices()
        .map(|node| program.id(node).to_string())
        .collect();
    told.extend((0..20).map(frame));
    told
}

#[test]
fn what_is_written_does_the_same() {
    for seed in 0..cases(300) {
        let drawn = document_with_trees(seed, 5 + seed as usize % 30, &[SUBTREE]);
        let document = if seed % 2 == 0 {
            partly_disabled(&drawn, seed)
        } else {
            drawn
        };
        let plain = Project::alone(&document);
        for minify in [false, true] {
            let options = WriteOptions {
                minify,
                ..WriteOptions::default()
            };
            let config = read(&exported(&plain, &options));
            let config = Project::alone(&config);
            assert_eq!(
                story(&compiled(&plain), seed),
                story(&compiled(&config), seed),
                "seed {seed}"
            );
        }
        let options = inlined();
        let inlined = exported(&plain, &options);
        assert_eq!(inlined.files.len(), 1);
        let again = compiled(&Project::alone(&read(&inlined)));
        assert_eq!(again.program.is_some(), compiled(&plain).program.is_some());
    }
}

/// A tree with all that a game does not need.
fn decorated() -> Document {
    let mut builder = DocumentBuilder::new("Guard");
    let mut root = Node::new("n1", "Sequence");
    (root.comment, root.name) = ("Why".into(), "守卫".into());
    (root.collapsed, root.breakpoint) = (true, true);
    root.position.x = 40;
    root.extra.insert("btcpp".into(), "{}".into());
    let root = builder.root(root).unwrap();
    let mut wait = Node::new("n2", "Wait").with_stand_in(StandIn::Ask);
    let written = native::read(
        br#"{"format":"treewright","version":1,"root":"a","nodes":[{"id":"a","task":"Wait","parameters":{"seconds":1.50}}]}"#,
    );
    let written = written.unwrap().document;
    wait.parameters = written.node(&"a".into()).unwrap().parameters.clone();
    builder.child(&root, wait).unwrap();
    let mut off = Node::new("n3", "Log");
    off.disabled = true;
    builder.child(&root, off).unwrap();
    builder.loose(Node::new("n4", "Log")).unwrap();
    builder.settings(|document| {
        document.description = "…".into();
        document.notes.push(Note::default());
        document.extra.insert("$schema".into(), "\"a\"".into());
        document.seed = 7;
    });
    builder.finish()
}

#[test]
fn what_only_editors_need_is_left_out() {
    let document = decorated();
    let exported = exported(&Project::alone(&document), &WriteOptions::default());
    assert_eq!(exported.files[0].path, "tree.game.json");
    assert_eq!(
        exported.files[0].text,
        r#"{
  "format": "treewright",
  "version": 1,
  "name": "Guard",
  "seed": 7,
  "variables": [],
  "root": "n1",
  "nodes": [
    {
      "id": "n1", "task": "Sequence", "name": "守卫",
      "children": ["n2"]
    },
    {
      "id": "n2", "task": "Wait",
      "parameters": {"seconds": 1.5}
    }
  ]
}
"#
    );
    let codes: Vec<&str> = exported
        .remarks
        .iter()
        .map(|remark| remark.problem.code())
        .collect();
    assert_eq!(codes, ["game_disabled", "game_loose"]);
    let minified = WriteOptions {
        minify: true,
        ..WriteOptions::default()
    };
    let minified = super::tests::exported(&Project::alone(&document), &minified);
    assert!(!minified.files[0].text.contains(['\n', ' ']));
    assert_eq!(read(&minified), read(&exported));
}

#[test]
fn a_disabled_node_stays_where_a_use_sets_something_in_it() {
    let mut builder = DocumentBuilder::new("T");
    let mut uses = Node::new("n1", SUBTREE).set("tree", "rest");
    uses.overrides.push(Override {
        path: "n3".into(),
        parameter: "seconds".into(),
        value: ParameterValue::literal(2.0),
    });
    builder.root(uses).unwrap();
    let rest = builder.loose(Node::new("n2", "Sequence")).unwrap();
    let mut wait = Node::new("n3", "Wait");
    wait.disabled = true;
    builder.child(&rest, wait).unwrap();
    builder.child(&rest, Node::new("n4", "Log")).unwrap();
    builder.settings(|document| document.trees.push(NamedTree::new("rest", rest)));
    let document = builder.finish();
    let config = read(&exported(
        &Project::alone(&document),
        &WriteOptions::default(),
    ));
    assert_eq!(config.node_count(), 4);
}

#[test]
fn trees_of_other_files_go_with_it_or_stand_in_their_places() {
    let runs = |id: &str, file: &str| Node::new(id, SUBTREE).set("file", file);
    let tree = |root: Node| {
        let mut builder = DocumentBuilder::new("");
        builder.root(root).unwrap();
        Arc::new(builder.finish())
    };
    let mut others = DocumentSet::new();
    others.insert("ai/lib/a.bt.json", tree(runs("n1", "b.bt.json")));
    others.insert("ai/lib/b.bt.json", tree(Node::new("n1", "Log")));
    others.insert("far.bt.json", tree(Node::new("n1", "Wait")));
    let mut builder = DocumentBuilder::new("main");
    let root = builder.root(Node::new("n1", "Sequence")).unwrap();
    builder.child(&root, runs("n2", "lib/a.bt.json")).unwrap();
    builder.child(&root, runs("n3", "../far.bt.json")).unwrap();
    let main = builder.finish();
    let project = Project::new(&main, "ai/main.bt.json", &others);
    let beside = exported(&project, &WriteOptions::default());
    let paths: Vec<&str> = beside.files.iter().map(|file| &*file.path).collect();
    assert_eq!(
        paths,
        ["main.game.json", "lib/a.game.json", "lib/b.game.json"]
    );
    assert!(
        beside.files[0]
            .text
            .contains("\"file\": \"lib/a.game.json\"")
    );
    assert!(beside.files[1].text.contains("\"file\": \"b.game.json\""));
    let codes: Vec<&str> = beside
        .remarks
        .iter()
        .map(|remark| remark.problem.code())
        .collect();
    assert_eq!(codes, ["game_elsewhere"]);
    let options = inlined();
    let inlined = exported(&project, &options);
    let ids: Vec<String> = read(&inlined)
        .pre_order()
        .map(|node| node.id().to_string())
        .collect();
    assert_eq!(ids, ["n1", "n2/n1/n1", "n3/n1"]);
    let lost = Project::new(&main, "ai/main.bt.json", project.others);
    let nothing = DocumentSet::new();
    let lost = Project {
        others: &nothing,
        ..lost
    };
    let errors = write(
        ExchangeFormat::GameConfig,
        &lost,
        &NodeLibrary::builtin(),
        &WriteOptions::default(),
    );
    assert_eq!(errors.unwrap_err().len(), 2);
}

#[test]
fn what_a_use_hands_on_that_is_not_there_keeps_it_from_being_written_in_its_place() {
    let text = r#"{"format": "treewright", "version": 1, "root": "n1",
        "variables": [{"name": "place", "type": "string", "scope": "subtree", "initial": ""}],
        "trees": [{"name": "Visit", "root": "n2"}],
        "nodes": [
            {"id": "n1", "task": "Subtree", "parameters": {"tree": "Visit", "place": {"var": "gone"}}},
            {"id": "n2", "task": "Log", "parameters": {"text": {"var": "place"}}}
        ]}"#;
    let document = native::read(text.as_bytes()).unwrap().document;
    let options = inlined();
    let library = NodeLibrary::builtin();
    for format in [ExchangeFormat::GameConfig, ExchangeFormat::Rust] {
        let refused = write(format, &Project::alone(&document), &library, &options).unwrap_err();
        let codes: Vec<&str> = refused.iter().map(|why| why.problem.code()).collect();
        assert_eq!(codes, ["game_cannot_run"]);
        assert!(refused[0].to_string().contains("`gone`"), "{}", refused[0]);
    }
}
