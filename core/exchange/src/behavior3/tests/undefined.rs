//! Nodes that definitions lack or define otherwise than our kinds, and documents without a name.

use treewright_core::category::Category;
use treewright_core::library::{NodeLibrary, TaskDeclaration};
use treewright_core::model::{DocumentBuilder, Node, ParameterType};
use treewright_core::project::{DocumentSet, Project};
use treewright_core::value::ValueType;

use super::node;
use crate as exchange;
use crate::ExchangeFormat::Behavior3;
use crate::behavior3::setting;
use crate::testing::{
    Files, check_kept, codes, files, read as read_file, reopened, try_write, written,
};
use crate::{Imported, WriteOptions};

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
