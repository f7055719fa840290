//! Tests of reading and writing nested save JSON.

use crate as exchange;
use treewright_core::diagnostic::Diagnostic;
use treewright_core::library::NodeLibrary;
use treewright_core::model::{Document, DocumentBuilder, Node, ParameterValue, Surgery as _};
use treewright_core::project::Project;
use treewright_core::testing::cases;
use treewright_core::value::Value;

use super::*;
use crate::ExchangeFormat::SaveJson;
use crate::foreign::MAX_PARAMETERS;
use crate::testing::{
    self, Files, alone, change, check_hostile, check_kept, code, codes, draw, draw_each, files,
    node, node_text, outline, problem_codes, read_alone, reopened, shown, tasks, tasks_picture,
    written,
};
use crate::{Exported, ImportSource, Imported, ReadOptions, WriteOptions};

const FOREST: &str = concat!(
    r#"[{"children":[{"children":[],"data":{"guid":"0f0e0d0c0b0a09080706050403020101","pos":"(400.00, 30.00)","size":"(200.00, 100.00)","desc":"看见敌人","node":"CheckEnemy"},"type":"MyGame.CheckEnemy"},"#,
    r#"{"children":[{"children":[],"data":{"guid":"w1","node":"ANodeWait","time":1500,"desc":""},"type":"MyGame.ANodeWait"}],"data":{"guid":"r1","pos":"(400.00, 160.00)","node":"DNodeReverse","speed":1.50,"loop":true,"odd":[1,[]]},"type":"MyGame.DNodeReverse"}],"#,
    r#""data":{"guid":"0f0e0d0c0b0a09080706050403020100","pos":"(100.00, 95.00)","size":"(200.00, 100.00)","node":"CNodeSelect","interrupt":true},"type":"MyGame.CNodeSelect"},"#,
    r#"{"children":[],"data":{"guid":"l1","pos":"(100.00, 400.00)","node":"ANodeTest","isSuc":false},"type":"MyGame.ANodeTest"}]"#,
);

fn forest() -> Imported {
    read_alone(SaveJson, "x.json", FOREST).unwrap()
}

#[test]
fn roots_are_the_main_tree_and_unconnected_branches() {
    let imported = forest();
    let document = &imported.documents[0].document;
    let expected = "ReactiveSelector[CheckEnemy Inverter[Wait]] | Fail";
    assert_eq!(tasks_picture(document), expected);
    assert_eq!(document.loose(), ["l1".into()]);
    let see = node(document, "0f0e0d0c0b0a09080706050403020101");
    assert_eq!(&*see.name, "看见敌人");
    let invert = node(document, "r1");
    let found = shown(invert);
    assert_eq!(found, "Inverter(speed=1.5, loop=true, odd=[1,[]])");
    assert_eq!(node_text(document, "w1"), "Wait(seconds=1.5)");
    // Trees that grow to the right in the file grow down here.
    assert!(see.position.x < invert.position.x && see.position.y == invert.position.y);
    assert!(document.node(document.root().unwrap()).unwrap().position.y < see.position.y);
    assert!(tasks(&imported.libraries[0].library).contains(&"CheckEnemy Action".to_owned()));
    let notes = [
        "save_json_held_as_text",
        "save_json_later",
        "save_json_loose_roots",
    ];
    assert_eq!(codes(&imported.documents[0].remarks), notes);
}

#[test]
fn an_unedited_file_is_written_unchanged() {
    check_kept(SaveJson, &files([("x.json", FOREST)]), "x.json");
    let spaced = FOREST
        .replace(":\"", ": \"")
        .replace("\"type\"", "\n\"typeName\"");
    check_kept(SaveJson, &files([("x.json", &spaced)]), "x.json");
    let odd = r#"[{"node":"A","data":{"x":-0.0,"y":1e5,"z":null,"guid":"g"},"children":[{"children":[],"data":{"guid":"g","pos":"nowhere"},"node":"ANodeWait"}],"more":{}}]"#;
    check_kept(SaveJson, &files([("x.json", odd)]), "x.json");
}

/// Returns a file that is written after an edit.
fn edited(file: &str, edit: impl FnOnce(&mut Document)) -> String {
    let imported = read_alone(SaveJson, "x.json", file).unwrap();
    let mut out = written(SaveJson, &imported, edit).unwrap();
    out.files.remove(0).text().to_owned()
}

#[test]
fn the_only_node_of_a_file_can_be_moved() {
    let one =
        r#"[{"children":[],"data":{"guid":"g","pos":"(10.00, 20.00)","node":"A"},"type":"A"}]"#;
    let moved = edited(one, |document| {
        document.node_mut(&"g".into()).unwrap().position.x += 15;
    });
    assert_eq!(moved, one.replace("(10.00, 20.00)", "(10.00, 30.00)"));
}

#[test]
fn an_edit_changes_nothing_else() {
    type Changes<'c> = &'c [(&'c str, &'c str)];
    let root = "0f0e0d0c0b0a09080706050403020100";
    let calm = ("\"interrupt\":true", "\"interrupt\":false");
    let cases: [(&str, &str, Changes<'_>); 6] = [
        ("r1", "speed=2.0", &[("1.50", "2")]),
        ("w1", "seconds=0.25", &[("1500", "250")]),
        ("w1", ".name=等", &[("\"desc\":\"\"", "\"desc\":\"等\"")]),
        (
            "l1",
            ".task=Succeed",
            &[("\"isSuc\":false", "\"isSuc\":true")],
        ),
        (root, ".task=Selector", &[calm]),
        (
            root,
            ".task=Sequence",
            &[calm, ("CNodeSelect", "CNodeSequence")],
        ),
    ];
    for (id, settings, changes) in cases {
        let mut expected = FOREST.to_owned();
        for (from, to) in changes {
            expected = expected.replace(from, to);
        }
        assert_eq!(
            edited(FOREST, |document| change(document, id, settings)),
            expected
        );
    }
    let moved = edited(FOREST, |document| {
        document.node_mut(&"l1".into()).unwrap().position.x += 15;
    });
    assert_eq!(
        moved,
        FOREST.replace("(100.00, 400.00)", "(100.00, 410.00)")
    );
}

/// Returns the forest written with these options.
fn forest_with(options: &WriteOptions) -> String {
    let (documents, set, library) = reopened(&forest());
    let project = Project::new(&documents[0], "x.bt.json", &set);
    let mut out = testing::try_write(SaveJson, &project, &library, options).unwrap();
    out.files.remove(0).text().to_owned()
}

#[test]
fn the_key_of_the_type_is_detected_and_can_be_chosen() {
    for key in TYPE_KEYS {
        let text = format!(r#"[{{"children":[],"data":{{"guid":"a"}},"{key}":"Game.Shoot"}}]"#);
        assert_eq!(
            tasks_picture(&alone(SaveJson, &text).document),
            "Game.Shoot"
        );
        check_kept(SaveJson, &files([("x.json", &text)]), "x.json");
    }
    let text = r#"[{"children":[],"data":{"guid":"a"},"kind":"Shoot","type":"node"}]"#;
    let source = ImportSource {
        path: "x.json",
        bytes: text.as_bytes(),
        around: &Files::new(),
        options: &ReadOptions {
            type_key: "kind".to_owned(),
        },
    };
    let imported = exchange::read(SaveJson, &source).unwrap();
    assert_eq!(tasks_picture(&imported.documents[0].document), "Shoot");
    let named = forest_with(&WriteOptions {
        type_key: "typeName".to_owned(),
        ..WriteOptions::default()
    });
    assert_eq!(named, FOREST.replace("\"type\"", "\"typeName\""));
}

fn exported(document: &Document) -> Result<Exported, Vec<Diagnostic>> {
    testing::exported(SaveJson, document)
}

fn own() -> Document {
    draw(
        "a:Sequence[b:Wait(seconds=0.007,.name=等,.comment=一会儿) c:Parallel[f:Fail] d:Shoot(range=3.5)] | e:Succeed",
    )
}

#[test]
fn a_native_document_is_exported_and_imported_again() {
    let out = exported(&own()).unwrap();
    assert_eq!(codes(&out.remarks), ["save_json_later"]);
    let text = out.files[0].text();
    let begins = r#"[{"children":[{"children":[],"data":{"guid":""#;
    assert!(text.starts_with(begins) && !text.contains('\n'));
    for part in [
        r#""time":7"#,
        r#""node":"CNodeSequence""#,
        r#""interrupt":false"#,
    ] {
        assert!(text.contains(part), "{text}");
    }
    let found = outline(&alone(SaveJson, text).document, |node| {
        format!("{}{}{}", node.task, node.name, node.comment)
    });
    let expected = "Sequence[Wait等一会儿 Parallel[Fail] Shoot] | Succeed";
    assert_eq!(found, expected);
    check_kept(SaveJson, &files([("x.json", text)]), "x.json");
}

#[test]
fn what_the_format_cannot_express_is_refused_by_node() {
    let notes = |edit: &dyn Fn(&mut Document)| {
        let mut document = own();
        edit(&mut document);
        let mut codes =
            exported(&document).map_or_else(|refused| codes(&refused), |out| codes(&out.remarks));
        codes.retain(|code| *code != "save_json_later");
        codes
    };
    for (id, settings, expected) in [
        ("a", ".abort=Both", "save_json_no_aborts"),
        ("b", ".off", "save_json_no_disabling"),
        ("b", "seconds=0.0015", "save_json_rounded"),
        ("d", "range={v}", "save_json_no_variables"),
        ("c", "success_threshold=1", "save_json_needs_own_node"),
        ("d", ".task=Subtree", "save_json_no_subtrees"),
    ] {
        assert_eq!(
            notes(&|document| change(document, id, settings)),
            [expected]
        );
    }
    let vector = ParameterValue::Literal(Value::Vec2([1.0, 2.0]).into());
    let vector = notes(&|document| {
        let node = document.node_mut(&"d".into()).unwrap();
        node.parameters.insert("range".into(), vector.clone());
    });
    assert_eq!(vector, ["save_json_no_such_value"]);
    let nothing = exported(&Document::default()).unwrap_err();
    assert_eq!(codes(&nothing), ["save_json_no_root"]);
}

#[test]
fn a_node_has_at_most_a_thousand_fields() {
    let file = |count: usize| {
        let fields = draw_each(0..count, |i| format!(r#""f{i}":{i},"#));
        format!(r#"[{{"children":[],"data":{{{fields}"guid":"g"}},"type":"A"}}]"#)
    };
    let most = file(MAX_PARAMETERS - 1);
    let imported = read_alone(SaveJson, "x.json", &most).unwrap();
    let declared = &imported.libraries[0].library.tasks[0].declaration;
    assert_eq!(declared.parameters.len(), MAX_PARAMETERS - 1);
    check_kept(SaveJson, &files([("x.json", &most)]), "x.json");
    // With a linear search for each field, this would take hours.
    for count in [MAX_PARAMETERS, cases(500_000)] {
        assert_eq!(code(SaveJson, file(count)), "wrong_field");
    }
}

#[test]
fn hostile_files_never_cause_a_panic() {
    check_hostile(SaveJson, &FOREST[..FOREST.len()]);
    for (text, expected) in [
        ("[]", "wrong_field"),
        (r#"[{"children":[],"data":{}}]"#, "wrong_field"),
        (
            r#"[{"children":[{}],"data":{},"type":"A"}]"#,
            "missing_field",
        ),
    ] {
        assert_eq!(code(SaveJson, text), expected, "{text}");
    }
    for pos in ["(NaN, 1)", "(1e30, 2)", "(1)", "", "(inf,inf)"] {
        assert_eq!(pair(pos), None, "{pos}");
    }
    let chain = r#"{"data":{},"type":"DNodeInvert","children":["#.repeat(10_000);
    let chain = format!("[{chain}{}]", "]}".repeat(10_000));
    assert_eq!(alone(SaveJson, &chain).document.node_count(), 10_000);
    check_kept(SaveJson, &files([("x.json", &chain)]), "x.json");
}

/// A tree as the editor writes it: decorators with a fixed result are leaves, and other parents have no children yet.
const CHILDLESS: &str = concat!(
    r#"[{"children":[{"children":[],"data":{"guid":"a","pos":"(300.00, 40.00)","size":"(200.00, 100.00)","node":"DNodeFail"},"type":"GraphViewExtension.DNodeFail"},"#,
    r#"{"children":[{"children":[],"data":{"guid":"b","pos":"(600.00, 200.00)","size":"(200.00, 142.00)","node":"ANodeWait","desc":"歇会儿","time":250},"type":"GraphViewExtension.ANodeWait"},"#,
    r#"{"children":[],"data":{"guid":"c","pos":"(600.00, 360.00)","size":"(200.00, 100.00)","node":"DNodeSuccess"},"type":"GraphViewExtension.DNodeSuccess"}],"#,
    r#""data":{"guid":"d","pos":"(300.00, 280.00)","size":"(200.00, 121.00)","node":"CNodeSequence","interrupt":false},"type":"GraphViewExtension.CNodeSequence"}],"#,
    r#""data":{"guid":"r","pos":"(20.00, 150.00)","size":"(200.00, 121.00)","node":"CNodeSelect"},"type":"GraphViewExtension.CNodeSelect"},"#,
    r#"{"children":[],"data":{"guid":"i","pos":"(20.00, 500.00)","node":"DNodeInvert"},"type":"GraphViewExtension.DNodeInvert"},"#,
    r#"{"children":[],"data":{"guid":"s","pos":"(20.00, 650.00)","node":"CNodeSequence","interrupt":true},"type":"GraphViewExtension.CNodeSequence"}]"#,
);

#[test]
fn a_parent_without_a_child_is_a_leaf_that_runs() {
    let imported = read_alone(SaveJson, "x.json", CHILDLESS).unwrap();
    let made = &imported.documents[0];
    let task = |id: &str| &*node(&made.document, id).task;
    let expected = ["Fail", "Succeed", "Fail", "Succeed"];
    assert_eq!(["a", "c", "i", "s"].map(task), expected);
    assert!(node(&made.document, "s").parameters.is_empty());
    let notes = codes(&made.remarks).into_iter();
    let notes: Vec<_> = notes
        .filter_map(|code| code.strip_prefix("save_json_"))
        .collect();
    let expected = [
        "leaf",
        "later",
        "leaf",
        "unfinished",
        "unfinished",
        "loose_roots",
    ];
    assert_eq!(notes, expected);
    assert_eq!(problem_codes(&imported), [""; 0]);
    check_kept(SaveJson, &files([("x.json", CHILDLESS)]), "x.json");
}

#[test]
fn edits_of_a_parent_without_a_child_keep_what_it_means() {
    assert_eq!(
        edited(CHILDLESS, |document| change(document, "a", ".task=Fail")),
        CHILDLESS
    );
    // A leaf with another result is another class.
    let fail = r#""node":"DNodeFail"},"type":"GraphViewExtension.DNodeFail""#;
    let test = r#""node":"ANodeTest","isSuc":true},"type":"GraphViewExtension.ANodeTest""#;
    let other = edited(CHILDLESS, |document| change(document, "a", ".task=Succeed"));
    assert_eq!(other, CHILDLESS.replace(fail, test));
    // In the runtime it is a parent, so it can get a child.
    let parent = edited(CHILDLESS, |document| {
        let mut builder = DocumentBuilder::default();
        builder.settings(|new| new.clone_from(document));
        let below = builder.child(&"a".into(), Node::new("n", "Succeed"));
        below.unwrap();
        *document = builder.finish();
        change(document, "a", ".task=ReturnFailure");
    });
    let again = alone(SaveJson, &parent).document;
    let a = node(&again, "a");
    assert_eq!((&*a.task, a.children().len()), ("ReturnFailure", 1));
    assert!(parent.contains(fail));
    // A parent that loses its child keeps its type and its result.
    let file = r#"[{"children":[{"children":[],"data":{"guid":"b","node":"ANodeTest","isSuc":false,"desc":""},"type":"A.ANodeTest"}],"data":{"guid":"a","node":"DNodeSuccess"},"type":"A.DNodeSuccess"}]"#;
    check_kept(SaveJson, &files([("x.json", file)]), "x.json");
}

#[test]
fn classes_have_the_namespace_of_the_editor_of_their_file_or_of_the_option() {
    let named = |namespace: Option<&str>| WriteOptions {
        namespace: namespace.map(str::to_owned),
        ..WriteOptions::default()
    };
    let types = |namespace: Option<&str>| -> Vec<String> {
        let (document, library) = (own(), NodeLibrary::builtin());
        let project = Project::alone(&document);
        let out = testing::try_write(SaveJson, &project, &library, &named(namespace)).unwrap();
        let parts = out.files[0].text().split(r#""type":""#).skip(1);
        parts
            .map(|part| part.split('"').next().unwrap().to_owned())
            .collect()
    };
    let usual = "ANodeWait ANodeTest CNodeParallel Shoot CNodeSequence ANodeTest";
    for (namespace, before) in [
        (None, "GraphViewExtension."),
        (Some("My.Game"), "My.Game."),
        (Some("My.Game."), "My.Game."),
        (Some(""), ""),
    ] {
        let expected = usual.split(' ').map(|class| format!("{before}{class}"));
        assert_eq!(types(namespace), expected.collect::<Vec<_>>());
    }
    // A file keeps its own namespace, unless another one is requested.
    let other = forest_with(&named(Some("Other")));
    assert_eq!(other, FOREST.replace("MyGame.", "Other."));
    let bare = FOREST.replace("MyGame.", "");
    check_kept(SaveJson, &files([("x.json", &bare)]), "x.json");
}

#[test]
fn the_leaves_of_the_runtime_have_the_description_without_which_its_editor_does_not_open_them() {
    let text = exported(&draw("a:Wait"))
        .unwrap()
        .files
        .remove(0)
        .text()
        .to_owned();
    assert!(text.contains(r#""desc":"""#), "{text}");
}
