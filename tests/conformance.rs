//! Conformance: the engine passes all vectors and all published cases; these cover every node type, parameter, abort type, input and event; and what
//! their page says is true.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use treewright_core::abort::AbortType;
use treewright_core::category::Category;
use treewright_core::compile::{GameTasks, compile};
use treewright_core::expression::FUNCTIONS;
use treewright_core::library::NodeLibrary;
use treewright_core::model::{
    Document, DocumentBuilder, ExpressionType, Node, ParameterDeclaration, ParameterType,
    ParameterValue, SUBTREE,
};
use treewright_core::nodes::declarations;
use treewright_core::runtime::{Globals, Status, TaskContext, TaskHooks};
use treewright_core::value::ValueType;
use treewright_core::{Program, TreeInstance};
use treewright_tests::conformance::{
    Case, Form, Input, Level, files, kinds, read_file, read_folder, run,
};
use treewright_tests::vectors::{FRAMES, Index, VERSION};

/// Expected number of vectors in the folder, so that a missing file is noticed.
const VECTORS: usize = 234;

/// How many published cases there are at least, how many of them have each node type, and how large all files are at most.
const CASES: usize = 2_000;
const CASES_OF_KIND: usize = 20;
const BYTES: u64 = 8_000_000;

/// How many nodes the tree of a published case has at most, except for vectors.
const NODES: usize = 15;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Returns the published cases with the names of their files.
fn published() -> Vec<(String, Case)> {
    let files = files(&root().join("assets/conformance")).unwrap();
    let cases = files.iter().flat_map(|file| {
        let name = file.file_name().unwrap().to_str().unwrap().to_owned();
        let cases = read_file(file).unwrap();
        cases.into_iter().map(move |case| (name.clone(), case))
    });
    cases.collect()
}

/// Returns why cases fail.
fn failures<'c>(cases: impl ParallelIterator<Item = &'c Case>) -> Vec<String> {
    let failed = cases.filter_map(|case| Some(format!("{}: {}", case.name, run(case).err()?)));
    failed.collect()
}

#[test]
fn every_vector_passes() {
    let vectors = read_folder(&root().join("tests/data/conformance")).unwrap();
    assert_eq!(vectors.len(), VECTORS);
    let failed = failures(vectors.par_iter());
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

#[test]
fn every_published_case_passes() {
    let cases = published();
    assert!(cases.len() >= CASES);
    let failed = failures(cases.par_iter().map(|(_, case)| case));
    let shown: Vec<_> = failed.iter().take(20).map(String::as_str).collect();
    assert!(
        failed.is_empty(),
        "{} cases fail. If the contract has changed: cargo run -p treewright-tests --bin vectors\n{}",
        failed.len(),
        shown.join("\n")
    );
}

#[test]
fn the_index_lists_every_file() {
    let index = fs::read_to_string(root().join("assets/conformance/index.json")).unwrap();
    let index: Index = serde_json::from_str(&index).unwrap();
    assert_eq!(
        (&*index.format, index.version),
        ("treewright-conformance", VERSION)
    );
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for (file, _) in published() {
        *counts.entry(file).or_default() += 1;
    }
    let listed = index.files.iter();
    let listed: BTreeMap<_, _> = listed.map(|f| (f.file.clone(), f.cases)).collect();
    assert_eq!(listed, counts);
    for file in &index.files {
        assert!(file.file.starts_with(file.level.name()), "{}", file.file);
    }
}

#[test]
fn published_cases_are_small_distinct_and_of_their_level() {
    let cases = published();
    let mut names = BTreeSet::new();
    for (file, case) in &cases {
        let name = &case.name;
        let Form::Published(level, stated) = &case.form else {
            panic!("{name} is a vector");
        };
        assert!(names.insert(name), "two cases are called {name}");
        assert!(file.starts_with(&format!("{}-", level.name())), "{name}");
        assert!(Level::of(&case.setting) <= *level, "{name}");
        assert_eq!(*stated, kinds(&case.setting.document), "{name}");
        assert!(case.frames.len() <= FRAMES, "{name}");
        let nodes = case.setting.document.node_count();
        assert!(nodes <= NODES || name.starts_with("contract/"), "{name}");
    }
    let folder = fs::read_dir(root().join("assets/conformance")).unwrap();
    let bytes: u64 = folder.map(|e| e.unwrap().metadata().unwrap().len()).sum();
    assert!(bytes <= BYTES, "{bytes} bytes");
}

/// What the trees of all cases use.
#[derive(Default)]
struct Used {
    kinds: BTreeMap<String, usize>,
    /// Node types with abort types.
    aborts: BTreeSet<(String, &'static str)>,
    /// Node types with a parameter and its value: a constant as text, or `{}` for a variable.
    values: BTreeSet<(String, String, String)>,
    expressions: String,
}

impl Used {
    fn add(&mut self, document: &Document) {
        for kind in kinds(document) {
            *self.kinds.entry(kind).or_default() += 1;
        }
        for node in document.nodes() {
            let kind = node.task.to_string();
            self.aborts.insert((kind.clone(), node.abort.name()));
            for (name, value) in &node.parameters {
                let text = match value {
                    ParameterValue::Variable(_) => "{}".to_owned(),
                    ParameterValue::Literal(literal) => match literal.value.as_str() {
                        Some(text) => text.to_owned(),
                        None => literal.value.to_string(),
                    },
                };
                if name.as_ref() == "expression" {
                    self.expressions.push_str(&text);
                    self.expressions.push('\n');
                }
                self.values.insert((kind.clone(), name.to_string(), text));
            }
        }
    }

    fn has(&self, kind: &str, parameter: &str, value: &str) -> bool {
        let key = (kind.to_owned(), parameter.to_owned(), value.to_owned());
        self.values.contains(&key)
    }

    /// Returns whether a parameter has this many values.
    fn count(&self, kind: &str, parameter: &str) -> usize {
        let values = self.values.iter();
        values
            .filter(|(k, p, _)| k == kind && p == parameter)
            .count()
    }
}

/// Returns what is missing of the values of a parameter.
fn missing(used: &Used, kind: &str, parameter: &ParameterDeclaration) -> Vec<String> {
    let name = &*parameter.name;
    let wanted: Vec<&str> = match &parameter.parameter_type {
        ParameterType::Choice(choices) => choices.iter().map(|c| &**c).collect(),
        ParameterType::Value(ValueType::Bool) => vec!["true", "false", "{}"],
        ParameterType::Value(_) | ParameterType::SameAs(_) | ParameterType::Any => vec!["{}"],
        ParameterType::VariableName(_) => return Vec::new(),
        ParameterType::Expression(ExpressionType::Of(_) | ExpressionType::SameAs(_))
        | ParameterType::Tree
        | ParameterType::Name => vec![],
    };
    let absent = wanted.iter().filter(|value| !used.has(kind, name, value));
    let mut missing: Vec<String> = absent.map(|v| format!("{kind}: {name} = {v}")).collect();
    if used.count(kind, name) == 0 {
        missing.push(format!("{kind}: {name}"));
    }
    missing
}

#[test]
fn published_cases_cover_every_node_type_parameter_and_abort_type() {
    let mut used = Used::default();
    for (_, case) in published() {
        used.add(&case.setting.document);
    }
    let mut missed = Vec::new();
    for declaration in declarations() {
        let kind = &*declaration.task;
        let count = used.kinds.get(kind).copied().unwrap_or(0);
        if count < CASES_OF_KIND {
            missed.push(format!("{kind}: only {count} cases"));
        }
        if declaration.category == Category::Composite {
            let aborts = AbortType::ALL.into_iter().map(AbortType::name);
            let absent = aborts.filter(|abort| !used.aborts.contains(&(kind.to_owned(), abort)));
            missed.extend(absent.map(|abort| format!("{kind}: abort type {abort}")));
        }
        // A tree of another file cannot be part of a case.
        let parameters = declaration.parameters.iter();
        for parameter in parameters.filter(|_| kind != SUBTREE) {
            missed.extend(missing(&used, kind, parameter));
        }
    }
    for function in FUNCTIONS {
        let call = format!("{}(", function.name);
        if !used.expressions.contains(&call) {
            missed.push(format!("the function {}", function.name));
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

#[test]
fn published_cases_cover_every_input_and_event() {
    let (mut inputs, mut calls, mut events) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    let mut has_stopped = false;
    for (_, case) in published() {
        for done in case.setting.steps.iter().flat_map(|step| &step.did) {
            inputs.insert(match &done.input {
                Input::Set(..) => "set",
                Input::Send(_, None) => "send",
                Input::Send(_, Some(_)) => "send with a payload",
                Input::Force(..) => "force",
                Input::Interrupt(..) => "interrupt",
                Input::Call(call) => {
                    calls.insert(*call);
                    "call"
                }
            });
        }
        for frame in case.frames.iter().flatten() {
            events.extend(frame.events.iter().map(|event| event[0].clone()));
            has_stopped |= frame.status.is_none();
        }
    }
    assert_eq!((inputs.len(), calls.len()), (6, 5), "{inputs:?} {calls:?}");
    let expected = [
        "abort",
        "check",
        "end",
        "error",
        "log",
        "mark",
        "start",
        "tree-end",
        "tree-error",
        "tree-log",
        "tree-mark",
        "tree-start",
        "update",
    ];
    assert_eq!(events, expected.map(str::to_owned).into());
    assert!(has_stopped);
}

/// Returns the JSON blocks of the page about conformance.
fn blocks() -> Vec<String> {
    let page = fs::read_to_string(root().join("docs/formats/conformance.md")).unwrap();
    let blocks = page.split("```json\n").skip(1);
    let blocks = blocks.map(|block| block.split("```").next().unwrap().to_owned());
    blocks.collect()
}

#[test]
fn the_example_on_the_page_passes() {
    let case = Case::read(&blocks()[0]).unwrap();
    run(&case).unwrap();
    let Form::Published(level, stated) = &case.form else {
        panic!("the example is a vector");
    };
    assert_eq!(
        (*level, stated),
        (Level::of(&case.setting), &kinds(&case.setting.document))
    );
}

/// Returns what a task draws from a generator with the seed 7, by itself.
fn drawn(draw: fn(&mut TaskContext<'_, '_, Vec<f64>>) -> f64, count: usize) -> Vec<f64> {
    let mut tasks = GameTasks::<Vec<f64>>::new();
    tasks.action("Draw", move |_| {
        TaskHooks::new(move |context: &mut TaskContext<'_, '_, Vec<f64>>| {
            for _ in 0..count {
                let number = draw(context);
                context.world.push(number);
            }
            Status::Success
        })
    });
    let mut builder = DocumentBuilder::new("");
    builder.root(Node::new("n1", "Draw")).unwrap();
    let program: std::sync::Arc<Program<Vec<f64>>> =
        compile(&builder.finish(), &NodeLibrary::builtin(), &tasks)
            .program
            .unwrap();
    let mut numbers = Vec::new();
    TreeInstance::new(program, 7).tick(&mut numbers, &mut Globals::default(), 0.1);
    numbers
}

#[test]
fn the_random_numbers_on_the_page_are_those_of_the_engine() {
    for line in blocks()[1].lines() {
        let told: BTreeMap<String, Vec<f64>> = serde_json::from_str(line).unwrap();
        let (name, numbers) = told.first_key_value().unwrap();
        let draw: fn(&mut TaskContext<'_, '_, Vec<f64>>) -> f64 = match &**name {
            "next" => |context| f64::from(context.tick.random().rand_u32()),
            "float" => |context| f64::from(context.tick.random().rand_float()),
            "below_6" => |context| f64::from(context.tick.random().rand_range(0..6)),
            other => panic!("{other}"),
        };
        assert_eq!(*numbers, drawn(draw, numbers.len()), "{name}");
    }
}
