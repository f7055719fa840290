//! File formats. Tests the published JSON Schemas (every file that the program writes is valid, and the program refuses what the schemas refuse) and
//! other tools' files.

mod breakpoints;
mod btcpp_peer;
mod drawings;
mod game_config;
mod link;
mod lua;
mod published;
mod recordings;
mod rust_code;
mod samples;
mod tasks;

use std::path::{Path, PathBuf};

use jsonschema::Validator;
use proptest::prelude::*;
use serde_json::{Value as Json, json};
use treewright_core::format::native;
use treewright_core::geometry::Position;
use treewright_core::model::{
    Delay, Document, DocumentBuilder, Group, NamedTree, Node, Note, Override, ParameterValue,
    Scope, StandIn, Variable,
};
use treewright_core::runtime::Status;
use treewright_core::testing::cases;
use treewright_core::value::{Value, ValueType};
use treewright_insight::scenario_json;

fn assets() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets")
}

fn schema(name: &str) -> Validator {
    let text = std::fs::read_to_string(assets().join("schema").join(name)).unwrap();
    let schema: Json = serde_json::from_str(&text).unwrap();
    assert!(
        jsonschema::meta::is_valid(&schema),
        "{name} is not a valid schema"
    );
    jsonschema::validator_for(&schema).unwrap()
}

fn tree_schema() -> Validator {
    schema("treewright-bt-1.json")
}

fn scenario_schema() -> Validator {
    schema("treewright-scenario-1.json")
}

/// Returns the schema's errors for a text.
fn complaints(schema: &Validator, text: &str) -> Vec<String> {
    let instance: Json = serde_json::from_str(text).unwrap();
    let complaint =
        |error: jsonschema::ValidationError<'_>| format!("{}: {error}", error.instance_path());
    schema.iter_errors(&instance).map(complaint).collect()
}

/// Returns the paths and contents of the example files whose names end with `end`, the English ones first.
fn examples(end: &str) -> Vec<(String, String)> {
    let [english, chinese] = ["examples", "examples/zh-CN"].map(|folder| files_in(folder, end));
    [english, chinese].concat()
}

fn files_in(folder: &str, end: &str) -> Vec<(String, String)> {
    let files = std::fs::read_dir(assets().join(folder)).unwrap();
    let paths = files.map(|file| file.unwrap().path());
    let paths = paths.filter(|path| path.to_string_lossy().ends_with(end));
    let read = |path: PathBuf| {
        (
            path.display().to_string(),
            std::fs::read_to_string(path).unwrap(),
        )
    };
    let examples: Vec<_> = paths.map(read).collect();
    assert!(!examples.is_empty());
    examples
}

#[test]
fn the_examples_are_valid_by_the_schema() {
    let schema = tree_schema();
    for (name, text) in examples(".bt.json") {
        assert_eq!(complaints(&schema, &text), Vec::<String>::new(), "{name}");
        let document = native::read(text.as_bytes()).unwrap().document;
        assert_eq!(native::write(&document).unwrap(), text, "{name}");
    }
}

#[test]
fn the_templates_are_valid_by_the_schema() {
    let schema = tree_schema();
    let folders = ["templates/en", "templates/zh-CN"];
    for (name, text) in folders
        .iter()
        .flat_map(|folder| files_in(folder, ".bt.json"))
    {
        assert_eq!(complaints(&schema, &text), Vec::<String>::new(), "{name}");
    }
}

/// The schema refuses each of these files but the reader accepts it, for a reason documented on the page about the format.
#[test]
fn the_reader_accepts_more_than_the_schema_only_where_documented() {
    let (trees, scenarios) = (tree_schema(), scenario_schema());
    let node = |field: &str, value: Json| {
        let mut node = json!({"id": "a", "task": "Wait"});
        node[field] = value;
        with("nodes", json!([node]))
    };
    // A later version may have forms of stand-ins that this one does not know.
    let later = node("stand_in", json!({"dreams": "Success"}));
    // A damaged file may have several roots: the others become unconnected nodes.
    let roots = with("root", json!(["a", "b"]));
    for file in [later, roots] {
        let text = file.to_string();
        assert_ne!(complaints(&trees, &text), Vec::<String>::new(), "{text}");
        assert!(native::read(text.as_bytes()).is_ok(), "{text}");
    }
    // Null counts as a missing field.
    let mut file = json!({"format": "treewright-scenario", "version": 1});
    file["tree"] = Json::Null;
    let text = file.to_string();
    assert_ne!(complaints(&scenarios, &text), Vec::<String>::new());
    assert!(scenario_json::read(text.as_bytes()).is_ok());
}

#[test]
fn the_scenarios_are_valid_by_the_schema() {
    let schema = scenario_schema();
    for (name, text) in examples(".scenario.json") {
        assert_eq!(complaints(&schema, &text), Vec::<String>::new(), "{name}");
        let scenario = scenario_json::read(text.as_bytes()).unwrap();
        let written = scenario_json::write(&scenario);
        assert_eq!(
            complaints(&schema, &written),
            Vec::<String>::new(),
            "{name}"
        );
    }
}

fn value() -> impl Strategy<Value = Value> {
    let number = -1e30..1e30_f64;
    let simple = prop_oneof![
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        number.clone().prop_map(Value::from),
        any::<String>().prop_map(|text| Value::from(&*text)),
        [number.clone(), number.clone()].prop_map(Value::Vec2),
        [number.clone(), number.clone(), number].prop_map(Value::Vec3),
        any::<[u8; 4]>().prop_map(|c| Value::Color(c.map(|x| f32::from(x) / 255.0))),
    ];
    let list = (simple.clone(), 0..4_usize);
    prop_oneof![
        3 => simple,
        1 => list.prop_map(|(item, n)| Value::List(vec![item; n].into())),
    ]
}

fn document() -> impl Strategy<Value = Document> {
    let node = (
        any::<String>(),
        value(),
        any::<[bool; 4]>(),
        any::<(i32, i32)>(),
    );
    let settings = (any::<String>(), any::<u64>(), value());
    (settings, prop::collection::vec(node, 0..8)).prop_map(|((text, seed, initial), nodes)| {
        let mut builder = DocumentBuilder::new(text.clone());
        builder.settings(|document| {
            document.seed = seed;
            document.description.clone_from(&text);
            document.libraries.push(text.clone());
            document.notes.push(Note {
                text: text.clone(),
                ..Note::default()
            });
            document.groups.push(Group {
                title: text,
                ..Group::default()
            });
            document.extra.insert("later".into(), "[{}]".into());
        });
        let mut variable = Variable::new("v", initial.value_type());
        variable.initial = initial.into();
        variable.scope = Scope::Global;
        builder.variable(variable);
        builder.variable(Variable::new(
            "list",
            ValueType::List(Box::new(ValueType::Vec2)),
        ));
        let mut parent = None;
        for (i, (name, value, [disabled, breakpoint, collapsed, loose], (x, y))) in
            nodes.into_iter().enumerate()
        {
            let mut node = Node::new(format!("n{i}"), "Sequence")
                .with_parameter("p", ParameterValue::literal(value.clone()))
                .with_parameter("q", ParameterValue::variable("v"));
            for (path, parameter) in [("n1", "p"), ("n1", "q"), ("n2/n1", "p")] {
                node.overrides.push(Override {
                    path: path.into(),
                    parameter: parameter.into(),
                    value: ParameterValue::literal(value.clone()),
                });
            }
            let probability = f64::from(x.unsigned_abs()) / f64::from(u32::MAX);
            node.stand_in = match i % 4 {
                0 => Some(StandIn::Chance(probability)),
                1 => Some(StandIn::After(Delay::Frames(u64::MAX), Status::Failure)),
                2 => Some(StandIn::Expression(name.clone())),
                _ => None,
            }
            .map(Box::new);
            (node.name, node.position) = (name, Position::new(x, y));
            (node.disabled, node.breakpoint, node.collapsed) = (disabled, breakpoint, collapsed);
            if collapsed {
                let tree = NamedTree::new(format!("tree {i}"), format!("n{i}"));
                builder.settings(|document| document.trees.push(tree));
            }
            let added = match &parent {
                None => builder.root(node),
                Some(_) if loose => builder.loose(node),
                Some(parent) => builder.child(parent, node),
            };
            parent = Some(added.unwrap());
        }
        builder.finish()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(100)))]

    #[test]
    fn every_written_document_is_valid_by_the_schema(document in document()) {
        let schema = tree_schema();
        let text = native::write(&document).unwrap();
        prop_assert_eq!(complaints(&schema, &text), Vec::<String>::new(), "{}", text);
        prop_assert_eq!(native::read(text.as_bytes()).unwrap().document, document);
    }
}

/// Returns the smallest file with one field changed.
fn with(field: &str, value: Json) -> Json {
    let mut file = json!({"format": "treewright", "version": 1, "root": null, "nodes": []});
    file[field] = value;
    file
}

#[test]
fn the_reader_refuses_whatever_the_schema_refuses() {
    let node = |field: &str, value: Json| {
        let mut node = json!({"id": "a", "task": "Wait"});
        node[field] = value;
        with("nodes", json!([node]))
    };
    let parameter = |value: Json| node("parameters", json!({"p": value}));
    let schema = tree_schema();
    for file in [
        with("format", json!("other")),
        with("version", json!(2)),
        with("name", json!(1)),
        with("seed", json!(-1)),
        with("root", json!(1)),
        with("nodes", json!({})),
        with("nodes", json!([{"id": "a"}])),
        with("variables", json!([{"name": "v", "type": "number"}])),
        with(
            "variables",
            json!([{"name": "v", "type": "int", "scope": "world"}]),
        ),
        with("variables", json!([{"type": "int"}])),
        with("trees", json!([{"name": "T"}])),
        with("trees", json!([{"name": "", "root": "a"}])),
        node("id", json!("")),
        node("task", json!(["Wait"])),
        node("abort", json!("Always")),
        node("children", json!("b")),
        node("disabled", json!(1)),
        node("x", json!("left")),
        node("overrides", json!({"b": 1})),
        node("overrides", json!({"b": {"p": [[1]]}})),
        parameter(json!(null)),
        parameter(json!([1, "a"])),
        parameter(json!([[1]])),
        parameter(json!({"vec2": [1]})),
        parameter(json!({"vec2": [1, 2], "vec3": [1, 2, 3]})),
        parameter(json!({"var": 1})),
    ] {
        let text = file.to_string();
        assert_ne!(complaints(&schema, &text), Vec::<String>::new(), "{text}");
        assert!(native::read(text.as_bytes()).is_err(), "{text}");
    }
}

#[test]
fn the_reader_refuses_whatever_the_scenario_schema_refuses() {
    let with = |field: &str, value: Json| {
        let mut file = json!({"format": "treewright-scenario", "version": 1});
        file[field] = value;
        file
    };
    let step = |field: &str, value: Json| {
        let mut step = json!({"frame": 1});
        step[field] = value;
        with("steps", json!([step]))
    };
    let schema = scenario_schema();
    for file in [
        with("version", json!(2)),
        with("framse", json!(3)),
        with("dt", json!(-0.1)),
        with("frames", json!(-1)),
        with("leaves", json!({"a": {"updates": "RX"}})),
        with("leaves", json!({"a": {"frames": {"one": "Success"}}})),
        with("leaves", json!({"a": {"frames": {"1": "Idle"}}})),
        with("leaves", json!({"a": {}})),
        with("leaves", json!({"a": "guess"})),
        with("leaves", json!({"a": {"probability": 1.5}})),
        with(
            "leaves",
            json!({"a": {"after_frames": 2.5, "then": "Success"}}),
        ),
        with(
            "leaves",
            json!({"a": {"after_seconds": -1.0, "then": "Success"}}),
        ),
        with("leaves", json!({"a": {"after_seconds": 1.0}})),
        step("frame", json!("1")),
        step("set", json!({"v": null})),
        step("events", json!([{"payload": 1}])),
        step("expect", json!({"status": "Idle"})),
        step("expect", json!({"nodes": {"a": "Done"}})),
        step("expect", json!({"aborts": [{"scope": "a"}]})),
        step("expect", json!({"runing": []})),
        step("expect", json!({"ended": {"a": "Running"}})),
        step("force", json!({"a": "Idle"})),
        step("interrupt", json!([{"key": "a", "result": "Running"}])),
        with("no_aborts", json!([{"from": 0, "to": 3}])),
        with("no_aborts", json!([{"from": 1}])),
    ] {
        let text = file.to_string();
        assert_ne!(complaints(&schema, &text), Vec::<String>::new(), "{text}");
        assert!(scenario_json::read(text.as_bytes()).is_err(), "{text}");
    }
}
