//! Documents of our own in behavior3: what goes over, and what is refused.

use treewright_core::diagnostic::Diagnostic;
use treewright_core::library::NodeLibrary;
use treewright_core::model::{
    Document, DocumentBuilder, NamedTree, Node, ParameterValue, Variable,
};
use treewright_core::project::{DocumentSet, Project};
use treewright_core::value::ValueType;

use super::{codes, node};
use crate::ExchangeFormat::Behavior3;
use crate::WriteOptions;
use crate::testing::{Files, check_kept, read as read_file, try_write};

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
    let mut wait =
        Node::new("n2", "Wait").with_parameter("seconds", ParameterValue::variable("pause"));
    (wait.name, wait.disabled) = ("Rest".into(), true);
    builder.child(&root, wait).unwrap();
    let compare = Node::new("n3", "CompareInt")
        .with_parameter("left", ParameterValue::variable("hp"))
        .with_parameter("operator", ParameterValue::literal("<"));
    builder.child(&root, compare).unwrap();
    builder
        .child(
            &root,
            Node::new("n4", "Subtree").with_parameter("tree", ParameterValue::literal("Alarm")),
        )
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
    let again = Node::new("n2", "Repeater").with_parameter("count", ParameterValue::literal(3));
    let again = builder.child(&root, again).unwrap();
    builder.child(&again, Node::new("n3", "Idle")).unwrap();
    let leaves = [
        Node::new("n4", "CompareBool")
            .with_parameter("left", variable("seen"))
            .with_parameter("operator", ParameterValue::literal("!=")),
        Node::new("n5", "CompareInt").with_parameter("right", variable("hp")),
        Node::new("n6", "SetVariable")
            .with_parameter("variable", variable("hp"))
            .with_parameter("value", ParameterValue::literal(5)),
        Node::new("n7", "Expression")
            .with_parameter("expression", ParameterValue::literal("hp < 30 && seen")),
        Node::new("n8", "RandomChance").with_parameter("probability", ParameterValue::literal(0.5)),
        Node::new("n9", "game.Idle"),
        Node::new("n10", "Hunt").with_parameter("range", ParameterValue::literal(5)),
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
