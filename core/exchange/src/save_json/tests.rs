//! Tests of reading and writing nested save JSON.

use crate as exchange;
use treewright_core::category::Category;
use treewright_core::diagnostic::Diagnostic;
use treewright_core::library::NodeLibrary;
use treewright_core::model::Surgery as _;
use treewright_core::model::{Document, DocumentBuilder, Node, ParameterValue};
use treewright_core::project::Project;

use super::*;
use crate::ExchangeFormat::SaveJson;
use crate::foreign::MAX_PARAMETERS;
use crate::testing::{
    self, Files, Set as _, alone, check_hostile, check_kept, codes, files, read as read_file,
    reopened, written,
};
use crate::{Exported, ReadOptions, Source, WriteOptions};

const FOREST: &str = concat!(
    r#"[{"children":[{"children":[],"data":{"guid":"0f0e0d0c0b0a09080706050403020101","pos":"(400.00, 30.00)","size":"(200.00, 100.00)","desc":"看见敌人","node":"CheckEnemy"},"type":"MyGame.CheckEnemy"},"#,
    r#"{"children":[{"children":[],"data":{"guid":"w1","node":"ANodeWait","time":1500,"desc":""},"type":"MyGame.ANodeWait"}],"data":{"guid":"r1","pos":"(400.00, 160.00)","node":"DNodeReverse","speed":1.50,"loop":true,"odd":[1,[]]},"type":"MyGame.DNodeReverse"}],"#,
    r#""data":{"guid":"0f0e0d0c0b0a09080706050403020100","pos":"(100.00, 95.00)","size":"(200.00, 100.00)","node":"CNodeSelect","interrupt":true},"type":"MyGame.CNodeSelect"},"#,
    r#"{"children":[],"data":{"guid":"l1","pos":"(100.00, 400.00)","node":"ANodeTest","isSuc":false},"type":"MyGame.ANodeTest"}]"#,
);

fn node<'d>(document: &'d Document, id: &str) -> &'d Node {
    document.node(&id.into()).unwrap()
}

#[test]
fn roots_are_the_tree_and_loose_trees() {
    let imported = read_file(SaveJson, &files([("x.json", FOREST)]), "x.json").unwrap();
    let document = &imported.documents[0].document;
    let tasks: Vec<_> = document.pre_order().map(|node| &*node.task).collect();
    assert_eq!(
        tasks,
        ["ReactiveSelector", "CheckEnemy", "Inverter", "Wait", "Fail"]
    );
    assert_eq!(document.loose(), ["l1".into()]);
    let see = node(document, "0f0e0d0c0b0a09080706050403020101");
    assert_eq!(&*see.name, "看见敌人");
    let invert = node(document, "r1");
    assert_eq!(
        invert
            .parameters
            .get("speed")
            .and_then(ParameterValue::as_literal)
            .unwrap()
            .as_float(),
        Some(1.5)
    );
    assert_eq!(
        invert.parameters.get("odd"),
        Some(&ParameterValue::literal("[1,[]]"))
    );
    assert_eq!(
        node(document, "w1").parameters.get("seconds"),
        Some(&ParameterValue::literal(1.5))
    );
    // Trees that grow to the right there grow down here.
    assert!(see.position.x < invert.position.x && see.position.y == invert.position.y);
    assert!(document.node(document.root().unwrap()).unwrap().position.y < see.position.y);
    let library = &imported.libraries[0].library;
    assert_eq!(
        library.task("CheckEnemy").unwrap().declaration.category,
        Category::Action
    );
    assert_eq!(
        codes(&imported.documents[0].remarks),
        [
            "save_json_held_as_text",
            "save_json_later",
            "save_json_loose_roots"
        ]
    );
}

#[test]
fn what_was_not_edited_comes_out_as_it_went_in() {
    check_kept(SaveJson, &files([("x.json", FOREST)]), "x.json");
    let spaced = FOREST
        .replace(":\"", ": \"")
        .replace("\"type\"", "\n\"typeName\"");
    check_kept(SaveJson, &files([("x.json", &spaced)]), "x.json");
    let odd = r#"[{"node":"A","data":{"x":-0.0,"y":1e5,"z":null,"guid":"g"},"children":[{"children":[],"data":{"guid":"g","pos":"nowhere"},"node":"ANodeWait"}],"more":{}}]"#;
    check_kept(SaveJson, &files([("x.json", odd)]), "x.json");
}

fn edited(edit: impl FnOnce(&mut Document)) -> String {
    let imported = read_file(SaveJson, &files([("x.json", FOREST)]), "x.json").unwrap();
    written(SaveJson, &imported, edit)
        .unwrap()
        .files
        .remove(0)
        .text
}

#[test]
fn the_only_node_of_a_file_can_be_moved() {
    let one =
        r#"[{"children":[],"data":{"guid":"g","pos":"(10.00, 20.00)","node":"A"},"type":"A"}]"#;
    let files = files([("x.json", one)]);
    let imported = read_file(SaveJson, &files, "x.json").unwrap();
    let moved = written(SaveJson, &imported, |document| {
        document.node_mut(&"g".into()).unwrap().position.x += 15;
    });
    let text = one.replace("(10.00, 20.00)", "(10.00, 30.00)");
    assert_eq!(moved.unwrap().files[0].text, text);
}

#[test]
fn after_an_edit_nothing_else_is_written_otherwise() {
    let change = |id: &'static str, edit: &dyn Fn(&mut Node)| {
        edited(|document| edit(document.node_mut(&id.into()).unwrap()))
    };
    let set = |name: &'static str, value: ParameterValue| {
        move |node: &mut Node| drop(node.parameters.insert(name.into(), value.clone()))
    };
    assert_eq!(
        change("r1", &set("speed", ParameterValue::literal(2.0))),
        FOREST.replace("1.50", "2")
    );
    assert_eq!(
        change("w1", &set("seconds", ParameterValue::literal(0.25))),
        FOREST.replace("1500", "250")
    );
    assert_eq!(
        change("w1", &|node| node.name = "等".into()),
        FOREST.replace("\"desc\":\"\"", "\"desc\":\"等\"")
    );
    assert_eq!(
        change("l1", &|node| node.position.x += 15),
        FOREST.replace("(100.00, 400.00)", "(100.00, 410.00)")
    );
    assert_eq!(
        change("l1", &|node| node.task = "Succeed".into()),
        FOREST.replace("\"isSuc\":false", "\"isSuc\":true")
    );
    let root = "0f0e0d0c0b0a09080706050403020100";
    assert_eq!(
        change(root, &|node| node.task = "Selector".into()),
        FOREST.replace("\"interrupt\":true", "\"interrupt\":false")
    );
    assert_eq!(
        change(root, &|node| node.task = "Sequence".into()),
        FOREST
            .replace("\"interrupt\":true", "\"interrupt\":false")
            .replace("CNodeSelect", "CNodeSequence")
    );
}

#[test]
fn the_key_of_the_type_is_found_out_and_can_be_chosen() {
    for key in TYPE_KEYS {
        let text = format!(r#"[{{"children":[],"data":{{"guid":"a"}},"{key}":"Game.Shoot"}}]"#);
        assert_eq!(
            &*node(&alone(SaveJson, &text).document, "a").task,
            "Game.Shoot"
        );
        check_kept(SaveJson, &files([("x.json", &text)]), "x.json");
    }
    let files = Files::from([(
        "x.json".to_owned(),
        br#"[{"children":[],"data":{"guid":"a"},"kind":"Shoot","type":"node"}]"#.to_vec(),
    )]);
    let options = ReadOptions {
        type_key: "kind".to_owned(),
    };
    let source = Source {
        path: "x.json",
        bytes: &files["x.json"],
        around: &files,
        options: &options,
    };
    let imported = exchange::read(SaveJson, &source).unwrap();
    assert_eq!(&*node(&imported.documents[0].document, "a").task, "Shoot");

    let imported = read_file(
        SaveJson,
        &super::tests::files([("x.json", FOREST)]),
        "x.json",
    )
    .unwrap();
    let (documents, set, library) = reopened(&imported);
    let options = WriteOptions {
        type_key: "typeName".to_owned(),
        ..WriteOptions::default()
    };
    let out = exchange::write(
        SaveJson,
        &Project::new(&documents[0], "x.bt.json", &set),
        &library,
        &options,
    )
    .unwrap();
    assert_eq!(
        out.files[0].text,
        FOREST.replace("\"type\"", "\"typeName\"")
    );
}

fn exported(document: &Document) -> Result<Exported, Vec<Diagnostic>> {
    testing::exported(SaveJson, document)
}

fn own() -> Document {
    let mut builder = DocumentBuilder::new("Own");
    let root = builder.root(Node::new("a", "Sequence")).unwrap();
    let mut wait = Node::new("b", "Wait").set("seconds", 0.007);
    (wait.name, wait.comment) = ("等".into(), "一会儿".into());
    builder.child(&root, wait).unwrap();
    let both = builder.child(&root, Node::new("c", "Parallel")).unwrap();
    builder.child(&both, Node::new("f", "Fail")).unwrap();
    builder
        .child(&root, Node::new("d", "Shoot").set("range", 3.5))
        .unwrap();
    builder.loose(Node::new("e", "Succeed")).unwrap();
    builder.finish()
}

#[test]
fn a_document_of_our_own_goes_out_and_comes_back() {
    let out = exported(&own()).unwrap();
    assert_eq!(codes(&out.remarks), ["save_json_later"]);
    let text = &out.files[0].text;
    assert!(
        text.starts_with(r#"[{"children":[{"children":[],"data":{"guid":""#)
            && !text.contains('\n')
    );
    assert!(
        text.contains(r#""time":7"#)
            && text.contains(r#""node":"CNodeSequence""#)
            && text.contains(r#""interrupt":false"#)
    );
    let files = files([("x.json", text)]);
    let imported = read_file(SaveJson, &files, "x.json").unwrap();
    let back = &imported.documents[0].document;
    let told: Vec<_> = back
        .pre_order()
        .map(|node| (&*node.task, &*node.name, &*node.comment))
        .collect();
    assert_eq!(
        told,
        [
            ("Sequence", "", ""),
            ("Wait", "等", "一会儿"),
            ("Parallel", "", ""),
            ("Fail", "", ""),
            ("Shoot", "", ""),
            ("Succeed", "", "")
        ]
    );
    check_kept(SaveJson, &files, "x.json");
}

#[test]
fn what_cannot_be_said_there_is_refused_by_node() {
    let said = |id: &str, edit: &dyn Fn(&mut Node)| {
        let mut document = own();
        edit(document.node_mut(&id.into()).unwrap());
        let codes =
            exported(&document).map_or_else(|refused| codes(&refused), |out| codes(&out.remarks));
        let told = codes.into_iter().filter(|code| *code != "save_json_later");
        told.collect::<Vec<_>>()
    };
    let set = |name: &'static str, value: ParameterValue| {
        move |node: &mut Node| drop(node.parameters.insert(name.into(), value.clone()))
    };
    assert_eq!(
        said("a", &|node| node.abort =
            treewright_core::abort::AbortType::Both),
        ["save_json_no_aborts"]
    );
    assert_eq!(
        said("b", &|node| node.disabled = true),
        ["save_json_no_disabling"]
    );
    assert_eq!(
        said("b", &set("seconds", ParameterValue::literal(0.0015))),
        ["save_json_rounded"]
    );
    assert_eq!(
        said("d", &set("range", ParameterValue::variable("v"))),
        ["save_json_no_variables"]
    );
    assert_eq!(
        said(
            "d",
            &set(
                "range",
                ParameterValue::Literal(treewright_core::value::Value::Vec2([1.0, 2.0]).into())
            )
        ),
        ["save_json_no_such_value"]
    );
    assert_eq!(
        said("c", &set("success_threshold", ParameterValue::literal(1))),
        ["save_json_needs_own_node"]
    );
    assert_eq!(
        said("d", &|node| node.task = "Subtree".into()),
        ["save_json_no_subtrees"]
    );
    assert_eq!(
        codes(&exported(&Document::default()).unwrap_err()),
        ["save_json_no_root"]
    );
}

#[test]
fn a_node_has_at_most_a_thousand_fields() {
    let read = |count: usize| {
        let fields: Vec<String> = (0..count).map(|i| format!(r#""f{i}":{i},"#)).collect();
        let fields = fields.concat();
        let text = format!(r#"[{{"children":[],"data":{{{fields}"guid":"g"}},"type":"A"}}]"#);
        let files = files([("x.json", &text)]);
        read_file(SaveJson, &files, "x.json").map(|imported| (imported, files))
    };
    let (imported, files) = read(MAX_PARAMETERS - 1).unwrap();
    let declared = &imported.libraries[0].library.tasks[0].declaration;
    assert_eq!(declared.parameters.len(), MAX_PARAMETERS - 1);
    check_kept(SaveJson, &files, "x.json");
    // Fields that were searched for among all others would be read for hours.
    for count in [MAX_PARAMETERS, 500_000] {
        assert_eq!(read(count).unwrap_err().code(), "wrong_field");
    }
}

#[test]
fn hostile_files_do_no_harm() {
    check_hostile(SaveJson, &FOREST[..FOREST.len()]);
    let code = |text: &str| {
        read_file(SaveJson, &files([("x.json", text)]), "x.json")
            .map_or_else(|e| e.code(), |_| "read")
    };
    assert_eq!(code("[]"), "wrong_field");
    assert_eq!(code(r#"[{"children":[],"data":{}}]"#), "wrong_field");
    assert_eq!(
        code(r#"[{"children":[{}],"data":{},"type":"A"}]"#),
        "missing_field"
    );
    for pos in ["(NaN, 1)", "(1e30, 2)", "(1)", "", "(inf,inf)"] {
        assert_eq!(pair(pos), None, "{pos}");
    }
    let chain = format!(
        "[{}{}]",
        r#"{"data":{},"type":"DNodeInvert","children":["#.repeat(10_000),
        "]}".repeat(10_000)
    );
    assert_eq!(alone(SaveJson, &chain).document.node_count(), 10_000);
    check_kept(SaveJson, &files([("x.json", &chain)]), "x.json");
}

/// As the editor writes a tree whose decorators with a fixed result stand as leaves, and other parents have no children yet.
const CHILDLESS: &str = concat!(
    r#"[{"children":[{"children":[],"data":{"guid":"a","pos":"(300.00, 40.00)","size":"(200.00, 100.00)","node":"DNodeFail"},"type":"GraphViewExtension.DNodeFail"},"#,
    r#"{"children":[{"children":[],"data":{"guid":"b","pos":"(600.00, 200.00)","size":"(200.00, 142.00)","node":"ANodeWait","desc":"歇会儿","time":250},"type":"GraphViewExtension.ANodeWait"},"#,
    r#"{"children":[],"data":{"guid":"c","pos":"(600.00, 360.00)","size":"(200.00, 100.00)","node":"DNodeSuccess"},"type":"GraphViewExtension.DNodeSuccess"}],"#,
    r#""data":{"guid":"d","pos":"(300.00, 280.00)","size":"(200.00, 121.00)","node":"CNodeSequence","interrupt":false},"type":"GraphViewExtension.CNodeSequence"}],"#,
    r#""data":{"guid":"r","pos":"(20.00, 150.00)","size":"(200.00, 121.00)","node":"CNodeSelect"},"type":"GraphViewExtension.CNodeSelect"},"#,
    r#"{"children":[],"data":{"guid":"i","pos":"(20.00, 500.00)","node":"DNodeInvert"},"type":"GraphViewExtension.DNodeInvert"},"#,
    r#"{"children":[],"data":{"guid":"s","pos":"(20.00, 650.00)","node":"CNodeSequence","interrupt":true},"type":"GraphViewExtension.CNodeSequence"}]"#,
);

fn childless(edit: impl FnOnce(&mut Document)) -> String {
    let imported = read_file(SaveJson, &files([("x.json", CHILDLESS)]), "x.json").unwrap();
    let mut out = written(SaveJson, &imported, edit).unwrap();
    out.files.remove(0).text
}

#[test]
fn a_parent_without_a_child_is_a_leaf_that_runs() {
    let files = files([("x.json", CHILDLESS)]);
    let imported = read_file(SaveJson, &files, "x.json").unwrap();
    let made = &imported.documents[0];
    let task = |id: &str| &*node(&made.document, id).task;
    assert_eq!(["a", "c"].map(task), ["Fail", "Succeed"]);
    assert_eq!(["i", "s"].map(task), ["Fail", "Succeed"]);
    assert!(node(&made.document, "s").parameters.is_empty());
    assert_eq!(
        codes(&made.remarks),
        [
            "save_json_leaf",
            "save_json_later",
            "save_json_leaf",
            "save_json_unfinished",
            "save_json_unfinished",
            "save_json_loose_roots"
        ]
    );
    let (documents, set, library) = reopened(&imported);
    let project = Project::new(&documents[0], "x.bt.json", &set);
    let problems = treewright_authoring::validate::validate_project(&project, &library);
    let errors = problems
        .iter()
        .filter(|p| p.severity == treewright_core::diagnostic::Severity::Error);
    assert_eq!(errors.count(), 0, "{problems:#?}");
    check_kept(SaveJson, &files, "x.json");
}

#[test]
fn edits_of_a_parent_without_a_child_keep_what_it_means() {
    let set = |id: &'static str, task: &'static str| {
        childless(move |document| document.node_mut(&id.into()).unwrap().task = task.into())
    };
    assert_eq!(set("a", "Fail"), CHILDLESS);
    // What gives another result is another class.
    let other = set("a", "Succeed");
    let fail = r#""node":"DNodeFail"},"type":"GraphViewExtension.DNodeFail""#;
    let test = r#""node":"ANodeTest","isSuc":true},"type":"GraphViewExtension.ANodeTest""#;
    assert_eq!(other, CHILDLESS.replace(fail, test));
    // As the parent that it is there, it takes a child.
    let parent = childless(|document| {
        let mut builder = DocumentBuilder::default();
        builder.settings(|new| new.clone_from(document));
        builder
            .child(&"a".into(), Node::new("n", "Succeed"))
            .unwrap();
        *document = builder.finish();
        document.node_mut(&"a".into()).unwrap().task = "ReturnFailure".into();
    });
    let again = read_file(SaveJson, &files([("x.json", &parent)]), "x.json").unwrap();
    let document = &again.documents[0].document;
    let a = node(document, "a");
    assert_eq!((&*a.task, a.children().len()), ("ReturnFailure", 1));
    assert!(parent.contains(fail));
    // A parent that loses its child keeps its type and its result.
    let file = r#"[{"children":[{"children":[],"data":{"guid":"b","node":"ANodeTest","isSuc":false,"desc":""},"type":"A.ANodeTest"}],"data":{"guid":"a","node":"DNodeSuccess"},"type":"A.DNodeSuccess"}]"#;
    check_kept(SaveJson, &files([("x.json", file)]), "x.json");
}

#[test]
fn classes_have_the_namespace_of_the_editor_of_their_file_or_of_the_option() {
    let types = |text: &str| -> Vec<String> {
        let parts = text.split(r#""type":""#).skip(1);
        parts
            .map(|part| part.split('"').next().unwrap().to_owned())
            .collect()
    };
    let of = |namespace: Option<&str>| {
        let options = WriteOptions {
            namespace: namespace.map(str::to_owned),
            ..WriteOptions::default()
        };
        let out = testing::try_write(
            SaveJson,
            &Project::alone(&own()),
            &NodeLibrary::builtin(),
            &options,
        );
        types(&out.unwrap().files[0].text)
    };
    let usual = [
        "GraphViewExtension.ANodeWait",
        "GraphViewExtension.ANodeTest",
        "GraphViewExtension.CNodeParallel",
        "GraphViewExtension.Shoot",
        "GraphViewExtension.CNodeSequence",
        "GraphViewExtension.ANodeTest",
    ];
    assert_eq!(of(None), usual);
    let named = |namespace: &str| usual.map(|name| name.replace("GraphViewExtension.", namespace));
    assert_eq!(of(Some("My.Game")), named("My.Game."));
    assert_eq!(of(Some("My.Game.")), named("My.Game."));
    assert_eq!(of(Some("")), named(""));
    // A file keeps its own, unless another one is wanted.
    let imported = read_file(SaveJson, &files([("x.json", FOREST)]), "x.json").unwrap();
    let (documents, set, library) = reopened(&imported);
    let project = Project::new(&documents[0], "x.bt.json", &set);
    let options = WriteOptions {
        namespace: Some("Other".to_owned()),
        ..WriteOptions::default()
    };
    let out = testing::try_write(SaveJson, &project, &library, &options).unwrap();
    assert_eq!(out.files[0].text, FOREST.replace("MyGame.", "Other."));
    let bare = FOREST.replace("MyGame.", "");
    check_kept(SaveJson, &files([("x.json", &bare)]), "x.json");
}

#[test]
fn the_leaves_of_the_runtime_have_the_description_without_which_its_editor_does_not_open_them() {
    let mut builder = DocumentBuilder::new("Own");
    builder.root(Node::new("a", "Wait")).unwrap();
    let text = exported(&builder.finish()).unwrap().files.remove(0).text;
    assert!(text.contains(r#""desc":"""#), "{text}");
}
