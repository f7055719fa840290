//! Lua for the seed engine: what is exported runs under `lua5.4` against a small stand-in of that engine's API, builds the tree that the
//! document holds, and does the same.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::Command;

use treewright_core::abort::AbortType;
use treewright_core::compile::{GameTasks, compile};
use treewright_core::format::exchange::{ExchangeFormat, WriteOptions, write};
use treewright_core::library::{NodeLibrary, TaskDeclaration, TaskLibrary};
use treewright_core::model::{
    Document, DocumentBuilder, Node, ParameterDeclaration, ParameterType, ParameterValue,
};
use treewright_core::project::Project;
use treewright_core::recording::Recording;
use treewright_core::runtime::Status;
use treewright_core::trace::TraceEvent;
use treewright_core::value::{Value, ValueType};

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

/// Runs Lua over modules; none, with a word about it, where there is no Lua and nobody asks for it.
fn lua(modules: &[PathBuf]) -> Option<String> {
    let engine = Path::new(env!("CARGO_MANIFEST_DIR")).join("formats/lua/engine.lua");
    let mut command = Command::new("lua5.4");
    let output = command
        .arg(engine)
        .arg(FRAMES.to_string())
        .args(modules)
        .output();
    let output = match output {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let is_required = std::env::var_os("TREEWRIGHT_REQUIRE_LUA").is_some();
            assert!(!is_required, "there is no lua5.4");
            println!("skipped: there is no lua5.4");
            return None;
        }
        output => output.unwrap(),
    };
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    Some(String::from_utf8(output.stdout).unwrap())
}

/// Draws numbers from a seed.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }
}

const TITLES: [&str; 7] = [
    "",
    "Guard",
    "守卫 \"1\"",
    "end",
    "a\\b\n7",
    "[[x]]",
    "\u{1}2",
];

/// A tree of everything that goes over.
fn document(seed: u64, size: usize) -> Document {
    let mut dice = Dice(seed);
    let mut builder = DocumentBuilder::new(TITLES[dice.below(7)]);
    let mut root = Node::new("n0", "Sequence");
    root.abort = AbortType::ALL[dice.below(4)];
    let mut open = vec![(builder.root(root).unwrap(), usize::MAX)];
    for i in 1..size {
        if open.is_empty() {
            break;
        }
        let at = dice.below(open.len());
        let parent = open[at].0.clone();
        open[at].1 = open[at].1.saturating_sub(1);
        if open[at].1 == 0 {
            open.swap_remove(at);
        }
        let (node, children) = drawn(&mut dice, i);
        let id = builder.child(&parent, node).unwrap();
        if children > 0 {
            open.push((id, children));
        }
    }
    // Whoever has no child yet gets one.
    let nodes = builder.document().nodes();
    let bare = nodes.filter(|node| is_parent(node) && node.children().is_empty());
    let bare: Vec<_> = bare.map(|node| node.id().clone()).collect();
    for parent in bare {
        let leaf = Node::new(format!("{parent}.1"), "Log")
            .with_parameter("text", ParameterValue::literal("end"));
        builder.child(&parent, leaf).unwrap();
    }
    builder.finish()
}

fn is_parent(node: &Node) -> bool {
    !["Log", "Wait", "CompareBool", "Shoot", "看见敌人"].contains(&&*node.task)
}

/// A node, and how many children it can have.
fn drawn(dice: &mut Dice, number: usize) -> (Node, usize) {
    let tasks = [
        "Sequence",
        "Selector",
        "Parallel",
        "Inverter",
        "Repeater",
        "ReturnSuccess",
        "ReturnFailure",
        "UntilSuccess",
        "UntilFailure",
        "Log",
        "Wait",
        "CompareBool",
        "Shoot",
        "看见敌人",
    ];
    let task = tasks[dice.below(tasks.len())];
    let mut node = Node::new(format!("n{number}"), task);
    TITLES[dice.below(7)].clone_into(&mut node.name);
    node.disabled = dice.below(12) == 0;
    let mut set = |name: &str, value: Value| {
        node.parameters
            .insert(name.into(), ParameterValue::literal(value));
    };
    match task {
        "Log" => set(
            "text",
            format!("{number} {}", TITLES[dice.below(7)])
                .as_str()
                .into(),
        ),
        "Wait" => set("seconds", [0.0, 0.5, 1.25, 2.0][dice.below(4)].into()),
        "CompareBool" => {
            set("left", (dice.below(2) == 0).into());
            set("operator", ["==", "!="][dice.below(2)].into());
        }
        "Repeater" => {
            set("count", (1 + dice.below(4) as i64).into());
            set("forever", (dice.below(4) == 0).into());
            set("end_on_failure", (dice.below(2) == 0).into());
        }
        "Shoot" => {
            set("rounds", (dice.below(9) as i64 - 4).into());
            set("at", Value::Vec3([0.1, -1e300, dice.below(7) as f64]));
            set("口号", TITLES[dice.below(7)].into());
            set("end", 1e-7.into());
            set("list", Value::List(vec![true.into(), false.into()].into()));
        }
        _ => {}
    }
    let children = match task {
        "Sequence" | "Parallel" => usize::MAX,
        "Selector" => 1 + dice.below(5),
        _ if is_parent(&node) => 1,
        _ => 0,
    };
    if task == "Sequence" || task == "Parallel" || (task == "Selector" && children <= 2) {
        node.abort = AbortType::ALL[dice.below(4)];
    }
    (node, children)
}

/// What is exported of a document, or that it is refused.
fn exported(document: &Document) -> Option<String> {
    let options = WriteOptions::default();
    let exported = write(
        ExchangeFormat::Lua,
        &Project::alone(document),
        &library(),
        &options,
    );
    exported.ok().map(|exported| exported.files[0].text.clone())
}

fn absent(document: &Document, node: &Node) -> bool {
    let mut below = node.children().iter().filter_map(|id| document.node(id));
    node.disabled || (!node.children().is_empty() && below.all(|child| absent(document, child)))
}

/// The lines that the stand-in must tell of the tree, worked out from the document alone.
fn told(document: &Document) -> Vec<String> {
    let mut lines = vec![format!("tree {}", shown(&document.name.as_str().into()))];
    let root = document.node(document.root().unwrap()).unwrap();
    tell(document, root, 0, &mut lines);
    lines
}

fn tell(document: &Document, node: &Node, depth: usize, lines: &mut Vec<String>) {
    let children = node.children().iter().filter_map(|id| document.node(id));
    let children: Vec<&Node> = children.filter(|child| !absent(document, child)).collect();
    let literal = |name: &str| {
        node.parameters
            .get(name)
            .and_then(ParameterValue::as_literal)
    };
    let bool = |name: &str, default| literal(name).and_then(Value::as_bool).unwrap_or(default);
    let (class, more) = match &*node.task {
        "CompareBool" => {
            let differ = literal("operator").and_then(Value::as_str) == Some("!=");
            let right = bool("right", true) != differ;
            (
                "BoolComparison",
                format!(" {} {right}", bool("left", false)),
            )
        }
        "Log" => ("Log", format!(" {}", shown(literal("text").unwrap()))),
        "Wait" => ("Wait", format!(" {}", shown(literal("seconds").unwrap()))),
        "Repeater" => {
            let rounds = match (bool("forever", false), literal("count")) {
                (true, _) => "forever".to_owned(),
                (false, count) => shown(count.unwrap()),
            };
            (
                "Repeater",
                format!(" {rounds} {}", bool("end_on_failure", false)),
            )
        }
        "Shoot" => {
            let mut fields: Vec<(&str, String)> = node
                .parameters
                .iter()
                .map(|(name, value)| (&**name, shown(value.as_literal().unwrap())))
                .collect();
            fields.sort();
            let fields: Vec<String> = fields
                .iter()
                .map(|(name, value)| format!("{name}={value}"))
                .collect();
            ("Shoot", format!(" {{{}}}", fields.join(",")))
        }
        "Selector" if children.len() == 1 => ("Sequence", String::new()),
        other => (other, String::new()),
    };
    let line = |title: &str, abort: AbortType, depth| {
        format!("{depth} {class} {} {abort}{more}", shown(&title.into()))
    };
    lines.push(line(node.title(), node.abort, depth));
    let mut depth = depth + 1;
    for (at, child) in children.iter().enumerate() {
        if &*node.task == "Selector" && at > 0 && at + 1 < children.len() {
            let title = format!("{} ({})", node.title(), at + 1);
            lines.push(line(&title, AbortType::None, depth));
            depth += 1;
        }
        tell(document, child, depth, lines);
    }
}

/// A value as the stand-in prints it.
fn shown(value: &Value) -> String {
    match value {
        Value::Bool(b) => b.to_string(),
        Value::Int(i) => i.to_string(),
        Value::Float(x) => hexadecimal(*x),
        Value::String(text) => {
            let text = text
                .replace('\\', "\\\\")
                .replace('"', "\\\"")
                .replace('\n', "\\n");
            format!(
                "\"{}\"",
                text.replace('\u{1}', "\\0012").replace("\\00122", "\\0012")
            )
        }
        Value::Vec3([x, y, z]) => {
            format!(
                "{{x={},y={},z={}}}",
                hexadecimal(*x),
                hexadecimal(*y),
                hexadecimal(*z)
            )
        }
        Value::List(items) => {
            let items: Vec<String> = items
                .iter()
                .enumerate()
                .map(|(i, item)| format!("{}={}", i + 1, shown(item)))
                .collect();
            format!("{{{}}}", items.join(","))
        }
        other => panic!("{other}"),
    }
}

/// As C prints it with `%a`, so that no digit is lost.
fn hexadecimal(number: f64) -> String {
    if number == 0.0 {
        return "0x0p+0".to_owned();
    }
    let bits = number.to_bits();
    let sign = if number < 0.0 { "-" } else { "" };
    let digits = format!("{:013x}", bits & ((1 << 52) - 1));
    let digits = digits.trim_end_matches('0');
    let dot = if digits.is_empty() { "" } else { "." };
    let exponent = (bits >> 52 & 0x7ff) as i64 - 1023;
    format!("{sign}0x1{dot}{digits}p{exponent:+}")
}

/// What happens in each frame here: the status, and what is logged.
fn played(document: &Document) -> Vec<String> {
    let library = library();
    let mut tasks = GameTasks::new();
    tasks.stand_in_for(&library);
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
        // The tenth would come before the second there.
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
fn what_is_exported_builds_the_tree_and_does_the_same() {
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
    assert!(documents.len() > 150, "only {} went over", documents.len());
    let Some(out) = lua(&modules) else { return };
    let mut rest = out.lines();
    for (number, document) in documents.iter().enumerate() {
        assert_eq!(rest.next(), Some(&*format!("module {}", number + 1)));
        for expected in told(document).into_iter().chain(played(document)) {
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
