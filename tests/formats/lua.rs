//! Lua for the seed engine: exported code runs under `lua5.4` against a small mock of that engine's API, builds the document's tree, and behaves the
//! same.

mod drawn;
mod expected;

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::Command;

use treewright_core::compile::{GameTasks, compile};
use treewright_core::library::{NodeLibrary, TaskDeclaration, TaskLibrary};
use treewright_core::model::{
    Document, DocumentBuilder, NamedTree, Node, ParameterDeclaration, ParameterType,
    ParameterValue, Scope, Variable,
};
use treewright_core::project::Project;
use treewright_core::runtime::Status;
use treewright_core::trace::TraceEvent;
use treewright_core::value::{Value, ValueType};
use treewright_exchange::{ExchangeFormat, WriteOptions, write};
use treewright_insight::recording::Recording;
use treewright_tests::published::Examples;

use self::drawn::document;
use self::expected::{expected_lines, shown};
use super::assets;

const FRAMES: usize = 12;

fn library() -> NodeLibrary {
    let mut shoot = TaskDeclaration::action("Shoot", "");
    let parameter = |name: &'static str, of: ValueType| {
        ParameterDeclaration::without_default(name, ParameterType::Value(of), "")
    };
    shoot.declaration.parameters = vec![
        parameter("rounds", ValueType::Int),
        parameter("at", ValueType::Vec3),
        parameter("口号", ValueType::String),
        parameter("end", ValueType::Float),
        parameter("list", ValueType::List(Box::new(ValueType::Bool))),
    ];
    let mut tasks = TaskLibrary::new("Arena");
    let mut sees = TaskDeclaration::conditional("看见敌人", "");
    sees.stand_in = Some(Status::Failure);
    tasks.tasks = vec![shoot, sees];
    let mut all = NodeLibrary::builtin();
    all.add_library("arena.tasks.json", &tasks);
    all
}

/// Runs Lua modules. Returns `None` with a printed note if Lua is not installed and not required.
fn lua(modules: &[PathBuf]) -> Option<String> {
    run_lua(FRAMES, modules)
}

/// Runs Lua for `frames` frames. With 0, trees are only built, with any classes.
fn run_lua(frames: usize, modules: &[PathBuf]) -> Option<String> {
    let engine = Path::new(env!("CARGO_MANIFEST_DIR")).join("formats/lua/engine.lua");
    let mut command = Command::new("lua5.4");
    let output = command
        .arg(engine)
        .arg(frames.to_string())
        .args(modules)
        .output();
    let output = match output {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let is_required = std::env::var_os("TREEWRIGHT_REQUIRE_LUA").is_some();
            assert!(!is_required, "there is no lua5.4");
            println!("skipped: lua5.4 is not installed");
            return None;
        }
        output => output.unwrap(),
    };
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    Some(String::from_utf8(output.stdout).unwrap())
}

/// Returns the exported Lua, or `None` if the export is refused.
fn exported(document: &Document) -> Option<String> {
    let options = WriteOptions::default();
    let exported = write(
        ExchangeFormat::Lua,
        &Project::alone(document),
        &library(),
        &options,
    );
    exported
        .ok()
        .map(|exported| exported.files[0].text().to_owned())
}

/// Returns the events of each frame in Treewright: the status, and what is logged.
fn expected_frames(document: &Document) -> Vec<String> {
    let library = library();
    let mut tasks = GameTasks::new();
    tasks.use_stand_ins(&library);
    let compiled = compile(document, &library, &tasks);
    assert_eq!(compiled.broken, []);
    let mut recording = Recording::new(compiled.program.unwrap(), 0);
    let mut lines = Vec::new();
    for frame in 1..=FRAMES {
        let record = recording.step(0.5);
        let first = &record.agents[0];
        let logged = first.events.iter().filter_map(|event| match event {
            TraceEvent::Log(_, text) => Some(shown(&text.to_string().as_str().into())),
            _ => None,
        });
        let logged: Vec<String> = logged
            .enumerate()
            .map(|(i, text)| format!("{}={text}", i + 1))
            .collect();
        // The mock sorts by text, where the tenth comes before the second.
        let mut logged = logged;
        logged.sort_by_key(|line| line.split('=').next().map(str::to_owned));
        lines.push(format!(
            "frame\t{frame}\t{}\t{{{}}}",
            first.status,
            logged.join(",")
        ));
        if first.status != Status::Running {
            break;
        }
    }
    lines
}

#[test]
fn exported_lua_builds_the_tree_and_behaves_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let mut documents = Vec::new();
    let mut modules = Vec::new();
    for seed in 0..250 {
        let document = document(seed, 2 + seed as usize % 40);
        let Some(text) = exported(&document) else {
            continue;
        };
        let path = folder.path().join(format!("{seed}.lua"));
        std::fs::write(&path, text).unwrap();
        modules.push(path);
        documents.push(document);
    }
    assert!(
        documents.len() > 150,
        "only {} could be exported",
        documents.len()
    );
    let Some(out) = lua(&modules) else { return };
    let mut rest = out.lines();
    for (number, document) in documents.iter().enumerate() {
        assert_eq!(rest.next(), Some(&*format!("module {}", number + 1)));
        for expected in expected_lines(document)
            .into_iter()
            .chain(expected_frames(document))
        {
            assert_eq!(rest.next(), Some(&*expected), "module {}", number + 1);
        }
    }
    assert_eq!(rest.next(), None);
}

#[test]
fn large_and_deep_trees_load() {
    let mut builder = DocumentBuilder::new("大");
    let mut parent = builder.root(Node::new("root", "Sequence")).unwrap();
    for i in 0..3000 {
        let mut node = Node::new(
            format!("n{i}"),
            if i % 2 == 0 { "Sequence" } else { "Inverter" },
        );
        node.name = format!("层 {i}");
        parent = builder.child(&parent, node).unwrap();
    }
    let hello = Node::new("last", "Log").with_parameter("text", ParameterValue::literal("你好"));
    builder.child(&parent, hello).unwrap();
    let deep = builder.finish();
    let mut builder = DocumentBuilder::new("wide");
    let root = builder.root(Node::new("root", "Selector")).unwrap();
    for i in 0..2500 {
        builder
            .child(&root, Node::new(format!("n{i}"), "CompareBool"))
            .unwrap();
    }
    let wide = builder.finish();
    let folder = tempfile::tempdir().unwrap();
    let modules: Vec<PathBuf> = [("deep", &deep), ("wide", &wide)]
        .map(|(name, document)| {
            let path = folder.path().join(name);
            std::fs::write(&path, exported(document).unwrap()).unwrap();
            path
        })
        .into();
    let Some(out) = lua(&modules) else { return };
    assert!(out.contains("3001 Log \"Log\" None \"你好\""), "{out}");
    assert!(out.contains("\nframe\t1\tSuccess\t{1=\"你好\"}\nmodule 2\n"));
    assert!(out.contains("2499 BoolComparison"));
}

/// Returns the log of a module as printed by the mock, frame by frame.
fn frames(out: &str) -> Vec<String> {
    let frames = out.lines().filter(|line| line.starts_with("frame\t"));
    frames.map(str::to_owned).collect()
}

#[test]
fn each_use_of_a_subtree_resets_its_variables_on_start() {
    let text = || ParameterValue::variable("text");
    let mut builder = DocumentBuilder::new("uses");
    let mut variable = Variable::new("text", ValueType::String);
    variable.scope = Scope::Subtree;
    variable.initial = Value::from("as declared").into();
    builder.variable(variable);
    let root = builder.root(Node::new("n1", "Parallel")).unwrap();
    for (number, set) in [(2, Some("你好")), (4, None)] {
        let mut again = Node::new(format!("n{number}"), "Repeater");
        again = again.with_parameter("count", ParameterValue::literal(2_i64));
        let again = builder.child(&root, again).unwrap();
        let mut runs = Node::new(format!("n{}", number + 1), "Subtree");
        runs = runs.with_parameter("tree", ParameterValue::literal("Speak"));
        if let Some(set) = set {
            runs = runs.with_parameter("text", ParameterValue::literal(set));
        }
        builder.child(&again, runs).unwrap();
    }
    let speak = builder.loose(Node::new("n6", "Sequence")).unwrap();
    let log = |id: &str| Node::new(id, "Log").with_parameter("text", text());
    builder.child(&speak, log("n7")).unwrap();
    let changed = Node::new("n8", "SetVariable")
        .with_parameter("variable", text())
        .with_parameter("value", ParameterValue::literal("changed"));
    builder.child(&speak, changed).unwrap();
    let wait = Node::new("n9", "Wait").with_parameter("seconds", ParameterValue::literal(1.0));
    builder.child(&speak, wait).unwrap();
    builder.child(&speak, log("n10")).unwrap();
    builder.settings(|settings| settings.trees = vec![NamedTree::new("Speak", speak)]);
    let document = builder.finish();
    let folder = tempfile::tempdir().unwrap();
    let module = folder.path().join("uses.lua");
    std::fs::write(&module, exported(&document).unwrap()).unwrap();
    let Some(out) = lua(&[module]) else { return };
    let expected = expected_frames(&document);
    assert!(expected.join("").contains("你好"), "{expected:?}");
    assert_eq!(frames(&out), expected);
}

#[test]
fn every_example_and_template_can_be_exported() {
    let folder = tempfile::tempdir().unwrap();
    let mut modules = Vec::new();
    let folders = [
        "examples",
        "examples/zh-CN",
        "templates/en",
        "templates/zh-CN",
    ];
    for examples in folders.map(|folder| Examples::of(&assets().join(folder))) {
        for (path, document) in examples.each() {
            let project = examples.project(path, document);
            let text = examples.inlined(&project, ExchangeFormat::Lua);
            let module = folder.path().join(format!("{}.lua", modules.len()));
            std::fs::write(&module, text).unwrap();
            modules.push(module);
        }
    }
    assert_eq!(modules.len(), 14 + 14 + 5 + 5);
    let Some(out) = run_lua(0, &modules) else {
        return;
    };
    let built = out.lines().filter(|line| line.starts_with("tree "));
    assert_eq!(built.count(), modules.len());
}

/// The lighthouse needs no class that the engine lacks.
#[test]
fn the_lighthouse_runs_with_only_the_engines_classes() {
    let examples = Examples::of(&assets().join("examples"));
    let (path, document) = examples
        .each()
        .find(|(path, _)| *path == "lighthouse.bt.json")
        .unwrap();
    let options = WriteOptions::default();
    let library = NodeLibrary::builtin();
    let project = examples.project(path, document);
    let exported = write(ExchangeFormat::Lua, &project, &library, &options).unwrap();
    assert_eq!(exported.remarks, []);
    let folder = tempfile::tempdir().unwrap();
    let module = folder.path().join("lighthouse.lua");
    std::fs::write(&module, exported.files[0].text()).unwrap();
    let Some(out) = lua(&[module]) else { return };
    let expected = expected_frames(document);
    assert_eq!(frames(&out), expected);
    assert!(expected.last().unwrap().contains("Morning"), "{expected:?}");
}
