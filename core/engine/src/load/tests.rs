//! Tests of the errors that loading returns, and of their texts.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::*;
use crate::TreeInstance;
use crate::format::compact;
use crate::library::TaskDeclaration;
use crate::model::{ParameterDeclaration, ParameterType, StandIn, Variable};
use crate::nodes::testing::random::{self, World};
use crate::runtime::testing::Run;
use crate::runtime::{Globals, Operand, Status, TaskHooks};
use crate::tree::{parent, selector, sequence, task, var, wait};
use crate::value::ValueType;

/// A task `Shoot` with two parameters, and `Reload` without declaration.
fn tasks() -> GameTasks<()> {
    let mut tasks = GameTasks::new();
    let rounds = ParameterDeclaration::optional("rounds", ValueType::Int, 3, "").within(1.0, 9.0);
    let choices = ParameterType::choice(["Rifle", "Pistol"]);
    let weapon = ParameterDeclaration::optional("weapon", choices, "Rifle", "");
    let shoot = TaskDeclaration::action("Shoot", "").parameter(rounds);
    tasks.declare(shoot.parameter(weapon), |_| {
        TaskHooks::new(|_| Status::Success)
    });
    tasks.action_fn("Reload", |_| Status::Success);
    tasks
}

fn refused(tree: &Tree) -> Vec<String> {
    let error = tree.compile(&tasks()).unwrap_err();
    error.problems().iter().map(ToString::to_string).collect()
}

fn doc(nodes: &str) -> String {
    format!(r#"{{"format": "treewright", "version": 1, "root": "n1", "nodes": [{nodes}]}}"#)
}

#[test]
fn each_problem_has_its_node_and_its_remedy() {
    let tree = Tree::new(
        "Guard",
        sequence([
            task("Shot").named("Fire"),
            wait(var("puase")),
            wait("long"),
            task("Shoot").with("round", 2),
            task("Shoot").with("rounds", 20),
            task("Shoot").with("weapon", "Pistle"),
            task("Reload").with("anything", true),
        ]),
    )
    .variable("pause", 1.0);
    assert_eq!(
        refused(&tree),
        [
            "node n2 (Fire): unknown node type `Shot`. Did you mean `Shoot`?",
            "node n3: parameter `seconds`: variable `puase` is not declared. Did you mean `pause`?",
            "node n4: parameter `seconds`: expected float, found \"long\". Enter a value of this type.",
            "node n5: Shoot has no parameter `round`: the value has no effect; rename or remove it. Did you mean `rounds`?",
            "node n6: `rounds`: expected a value from 1 to 9, found 20",
            "node n7: `weapon`: expected one of Rifle, Pistol, found \"Pistle\". Did you mean `Pistol`?",
        ]
    );
}

#[test]
fn all_problems_of_a_node_are_listed_and_those_below_a_broken_one() {
    let tree = Tree::new(
        "Guard",
        selector([parent(
            "Sequnce",
            [
                crate::tree::random_wait(var("a"), "b"),
                parent("Inverter", []),
            ],
        )]),
    );
    assert_eq!(
        refused(&tree),
        [
            "node n2: unknown node type `Sequnce`. Did you mean `Sequence`?",
            "node n3: parameter `min`: variable `a` is not declared. Declare the variable, or choose another.",
            "node n3: parameter `max`: expected float, found \"b\". Enter a value of this type.",
            "node n4: expected exactly 1 child, found 0. Leave it exactly one child.",
        ]
    );
}

#[test]
fn a_tree_with_problems_runs_if_the_game_accepts_them() {
    let tree = Tree::new("Guard", selector([task("Shot"), task("Reload")]));
    let loaded = Loaded::from_tree(&tree, &tasks());
    assert_eq!(loaded.problems.len(), 1);
    let mut instance = TreeInstance::new(loaded.program.unwrap(), 0);
    let status = instance.tick(&mut (), &mut Globals::default(), 0.1);
    assert_eq!(status, Some(Status::Success));
}

#[test]
fn a_text_that_is_no_document_is_an_error_with_position_and_remedy() {
    let error = Program::load(b"{\"format\": \"treewright\",}", &tasks()).unwrap_err();
    let [problem] = error.problems() else {
        panic!("{error}");
    };
    assert!(problem.position.is_some());
    assert!(
        problem.remedy.contains("no comma after the last item"),
        "{problem}"
    );
    assert_eq!(format!("{error:?}"), error.to_string());
}

#[test]
fn a_damaged_or_empty_document_is_refused() {
    let refused = |nodes: &str| {
        let error = Program::load(doc(nodes).as_bytes(), &tasks()).unwrap_err();
        error.to_string()
    };
    let twice = r#"{"id": "n1", "task": "Sequence", "children": ["n2", "n2"]}, {"id": "n2", "task": "Reload"}"#;
    assert!(refused(twice).contains("n1 lists its child n2 twice"));
    let missing = r#"{"id": "n1", "task": "Selector", "children": ["n3", "n2"]}, {"id": "n2", "task": "Reload"}"#;
    assert!(refused(missing).contains("child n3 of n1 does not exist"));
    let off = r#"{"id": "n1", "task": "Reload", "disabled": true}"#;
    assert!(refused(off).contains("the root is disabled"));
    let none = r#"{"format": "treewright", "version": 1, "nodes": []}"#;
    let error = Program::load(none.as_bytes(), &tasks()).unwrap_err();
    assert!(
        error.to_string().contains("the tree has no root"),
        "{error}"
    );
}

#[test]
fn what_does_not_run_may_be_wrong() {
    let nodes = r#"{"id": "n1", "task": "Sequence", "children": ["n2", "n3"]},
        {"id": "n2", "task": "Reload"},
        {"id": "n3", "task": "Shoot", "disabled": true, "parameters": {"round": 3}},
        {"id": "n4", "task": "Shoot", "parameters": {"round": 3}}"#;
    let text = doc(nodes).replace("\"nodes\"", "\"loose\": [\"n4\"], \"nodes\"");
    Program::load(text.as_bytes(), &tasks()).unwrap();
}

/// Loads `ai/guard.bt.json` of these files.
fn load(files: &[(&str, String)]) -> Result<Arc<Program<()>>, LoadError> {
    let files: BTreeMap<&str, &String> = files.iter().map(|(path, text)| (*path, text)).collect();
    Program::load_files("ai/guard.bt.json", &tasks(), |path| {
        files.get(path).ok_or("no such file")
    })
}

fn uses(parameters: &str) -> String {
    doc(&format!(
        r#"{{"id": "n1", "task": "Subtree", "parameters": {{"file": "../lib/rest.bt.json"{parameters}}}}}"#
    ))
}

#[test]
fn other_files_are_read_and_their_problems_are_told_with_their_paths() {
    let rest = r#"{"id": "n1", "task": "Sequence", "children": ["n2", "n3"]},
        {"id": "n2", "task": "Subtree", "parameters": {"file": "deep.bt.json"}}, {"id": "n3", "task": "Reload"}"#;
    let deep = |task: &str| doc(&format!(r#"{{"id": "n1", "task": "{task}"}}"#));
    let files = |task: &str| {
        [
            ("ai/guard.bt.json", uses("")),
            ("lib/rest.bt.json", doc(rest)),
            ("lib/deep.bt.json", deep(task)),
        ]
    };
    assert_eq!(load(&files("Reload")).unwrap().len(), 5);
    let error = load(&files("Relaod")).unwrap_err();
    let [problem] = error.problems() else {
        panic!("{error}");
    };
    assert_eq!(problem.file, "lib/deep.bt.json");
    assert_eq!(problem.node.as_ref().unwrap().as_str(), "n1");
    assert_eq!(problem.position.unwrap().line, 1);

    let error = load(&files("Reload")[..2]).unwrap_err().to_string();
    assert!(
        error.contains("lib/deep.bt.json cannot be read: no such file"),
        "{error}"
    );
    let beside = uses("").replace("../lib/", "");
    let error = Program::load(beside.as_bytes(), &tasks()).unwrap_err();
    assert!(error.to_string().contains("Program::load_files"), "{error}");
    let error = load(&[]).unwrap_err().to_string();
    assert!(error.contains("ai/guard.bt.json cannot be read"), "{error}");
    let outside = Program::load_files("../guard.bt.json", &tasks(), |_| Ok::<_, String>("x"));
    assert!(
        outside
            .unwrap_err()
            .to_string()
            .contains("outside the project")
    );
}

#[test]
fn a_variable_that_a_subtree_does_not_have_is_refused() {
    let rest = doc(r#"{"id": "n1", "task": "Wait", "parameters": {"seconds": {"var": "pause"}}}"#);
    let variable = r#""variables": [{"name": "pause", "type": "float"}], "nodes""#;
    let rest = rest.replace("\"nodes\"", variable);
    let files = |parameters| {
        [
            ("ai/guard.bt.json", uses(parameters)),
            ("lib/rest.bt.json", rest.clone()),
        ]
    };
    load(&files(r#", "pause": 2.0"#)).unwrap();
    let error = load(&files(r#", "puase": 2.0"#)).unwrap_err().to_string();
    assert!(error.contains("has no variable `puase` to set"), "{error}");
}

#[test]
fn a_file_given_as_the_name_of_a_tree_is_told_where_it_belongs() {
    let tree = r#"{"id": "n1", "task": "Subtree", "parameters": {"tree": "rest.bt.json"}}"#;
    let error = load(&[("ai/guard.bt.json", doc(tree))]).unwrap_err();
    let error = error.to_string();
    assert!(
        error.ends_with("check the spelling. The path of a file is the parameter `file`."),
        "{error}"
    );
}

#[test]
fn task_libraries_are_read() {
    let library = |text: &str| ("lib/arena.tasks.json", text.to_owned());
    let tree = doc(r#"{"id": "n1", "task": "Reload", "parameters": {"magazine": 2}}"#);
    let tree = tree.replace(
        "\"nodes\"",
        r#""libraries": ["../lib/arena.tasks.json"], "nodes""#,
    );
    let tree = ("ai/guard.bt.json", tree);
    let declared = r#"{"format": "treewright-tasks", "version": 1, "name": "Arena", "tasks": [
        {"name": "Reload", "category": "Action", "parameters": [{"name": "magazines", "type": "int", "default": 1}]}]}"#;
    let error = load(&[tree.clone(), library(declared)]).unwrap_err();
    assert!(
        error.to_string().contains("Did you mean `magazines`?"),
        "{error}"
    );
    let error = load(&[tree.clone(), library("{}")]).unwrap_err();
    assert_eq!(error.problems()[0].file, "lib/arena.tasks.json");
    let error = load(&[tree]).unwrap_err().to_string();
    assert!(
        error.contains("lib/arena.tasks.json cannot be read"),
        "{error}"
    );
}

/// A program from the compact form, and that of a tree in which nothing is special, must be the one that the long way
/// gives.
#[test]
fn every_way_of_loading_gives_the_same_program() {
    let mut short = 0;
    for seed in 0..40 {
        let size = 3 + seed as usize % 60;
        let mut document = match seed % 3 {
            0 => random::document_with_trees(seed, size, &["Subtree"]),
            _ => random::document(seed, size),
        };
        if seed.is_multiple_of(5) {
            document = random::partly_disabled(&document, seed);
        }
        if seed.is_multiple_of(7) {
            document
                .variables
                .push(Variable::new("twice", ValueType::Int));
            document
                .variables
                .push(Variable::new("twice", ValueType::Bool));
        }
        let (json, compact) = (native::write(&document), compact::write(&document));
        let (json, compact) = (json.unwrap(), compact.unwrap());
        let (plain_tasks, mut special) = (random::own_tasks(), random::own_tasks());
        special.set_stand_in("no such node".into(), StandIn::Ask);
        for file in [json.as_bytes(), &compact] {
            short += u16::from(plain::compiled(file, &BUILTIN, &plain_tasks).is_some());
            assert!(plain::compiled(file, &BUILTIN, &special).is_none());
        }
        let ways = [
            Loaded::from_bytes(json.as_bytes(), &plain_tasks),
            Loaded::from_bytes(&compact, &plain_tasks),
            Loaded::from_bytes(json.as_bytes(), &special),
            Loaded::from_bytes(&compact, &special),
        ];
        let told = |loaded: &Loaded<World>| -> Vec<String> {
            let problems = loaded.problems.iter().cloned();
            let placeless = problems.map(|mut problem| {
                problem.position = None;
                problem.to_string()
            });
            placeless.collect()
        };
        let [first, others @ ..] = &ways;
        let script = random::script(seed, 12, 30, &document);
        for other in others {
            let (mut ours, mut theirs) = (told(first), told(other));
            // Without positions, problems are in another order.
            ours.sort();
            theirs.sort();
            assert_eq!(ours, theirs, "{seed}");
            let (Some(ours), Some(theirs)) = (&first.program, &other.program) else {
                assert_eq!(first.program.is_some(), other.program.is_some());
                continue;
            };
            assert_eq!(ours.fingerprint(), theirs.fingerprint(), "{seed}");
            for index in ours.indices() {
                assert_eq!(ours.id(index), theirs.id(index));
                assert_eq!(theirs.index(ours.id(index)), Some(index));
                assert_eq!(ours.title(index), theirs.title(index));
            }
            let mut ours = Run::of(ours.clone(), seed);
            let mut theirs = Run::of(theirs.clone(), seed);
            for frame in &script {
                assert_eq!(ours.step(frame), theirs.step(frame), "{seed}");
                assert_eq!(ours.world, theirs.world);
                assert_eq!(ours.instance.snapshot(), theirs.instance.snapshot());
            }
        }
    }
    assert!(short > 6, "only {short} files took the short way");
}

/// Loads a file, and checks that this gives the same as making a document of it. Returns whether there is a program.
fn loads_as_its_document(file: &[u8], tasks: &GameTasks<World>) -> bool {
    let (loaded, document) = (
        Loaded::from_bytes(file, tasks),
        Loaded::of(&Files::of_bytes(file), tasks),
    );
    let shown = String::from_utf8_lossy(file);
    assert_eq!(loaded.problems, document.problems, "{shown}");
    let fingerprint =
        |loaded: &Loaded<World>| loaded.program.as_ref().map(|program| program.fingerprint());
    assert_eq!(fingerprint(&loaded), fingerprint(&document), "{shown}");
    loaded.program.is_some()
}

#[test]
fn a_damaged_document_loads_as_by_the_long_way() {
    let document = random::document(7, 12);
    let file = native::write(&document).unwrap().into_bytes();
    let tasks = random::own_tasks();
    let mut good = 0;
    for at in 0..file.len() {
        let mut shortened = file.clone();
        shortened.remove(at);
        good += usize::from(loads_as_its_document(&shortened, &tasks));
        // Different signs at each place: all of them everywhere take a minute.
        let signs = b"\"{}[],:0n\\".iter().cycle().skip(3 * at);
        for sign in signs.take(3) {
            let mut damaged = file.clone();
            damaged[at] = *sign;
            good += usize::from(loads_as_its_document(&damaged, &tasks));
        }
    }
    assert!(good > 0);
}

/// Returns a document of three nodes with more fields: of the document, its root, and the first child.
fn written(rest: &str, top: &str, child: &str) -> String {
    format!(
        r#"{{"format": "treewright", "version": 1, {rest}"root": "n1", "nodes": [{{"id": "n1", "task": "Sequence", "children": ["n2", "n3"]{top}}}, {{"id": "n2", "task": "Bit"{child}}}, {{"id": "n3", "task": "Wait", "parameters": {{"seconds": 1.5}}}}]}}"#
    )
}

/// Checks which way a document takes, and that both give the same.
fn takes_short_way(file: &str, expected: bool) {
    let tasks = random::own_tasks();
    let short = plain::compiled(file.as_bytes(), &BUILTIN, &tasks);
    assert_eq!(short.is_some(), expected, "{file}");
    loads_as_its_document(file.as_bytes(), &tasks);
}

#[test]
fn a_plain_document_takes_the_short_way_however_it_is_written() {
    let plain_ones = [
        ("", "", ""),
        ("\n\t", " ", "\r\n"),
        ("", r#", "x": -7, "y": 2.5e1"#, r#", "x": 0, "y": 1e300"#),
        (
            "",
            r#", "comment": "\u4e16\n""#,
            r#", "name": "世", "collapsed": true"#,
        ),
        (
            "",
            r#", "abort": "Both", "disabled": false"#,
            r#", "breakpoint": true"#,
        ),
        (
            r#""description": "x", "restart_when_complete": true, "seed": 7, "#,
            "",
            "",
        ),
        (
            r#""spare": {"a": [1]}, "notes": [{"text": "x"}], "#,
            "",
            r#", "parameters": {}"#,
        ),
        (
            r#""variables": [{"name": "v", "type": "int", "initial": 3}], "#,
            "",
            "",
        ),
        ("", "", r#", "stand_in": "ask""#),
    ];
    for (rest, top, child) in plain_ones {
        takes_short_way(&written(rest, top, child), true);
    }
}

#[test]
fn a_document_with_anything_special_or_wrong_takes_the_long_way() {
    let others = [
        ("", r#", "x": 1e999"#, ""),
        ("", r#", "x": "1""#, ""),
        ("", r#", "x": null"#, ""),
        ("", r#", "x": 1, "x": 1"#, ""),
        ("", r#", "id": "n1""#, ""),
        ("", r#", "abort": "both""#, ""),
        ("", r#", "name": null"#, ""),
        ("", r#", "comment": "\ud800""#, ""),
        ("", r#", "disabled": 1"#, ""),
        ("", "", r#", "disabled": true"#),
        ("", "", r#", "children": ["n3"]"#),
        ("", "", r#", "children": ["n1"]"#),
        ("", "", r#", "children": null"#),
        ("", "", r#", "parameters": null"#),
        ("", "", r#", "parameters": {"a": 1, "a": 2}"#),
        ("", "", r#", "stand_in": {"odd"}"#),
        ("", "", ","),
        ("", "", r#"}, {"id": "n2", "task": "Bit""#),
        ("", "", r#"}, {"id": "n9", "task": "Bit""#),
        (r#""nodes": [], "#, "", ""),
        (r#""loose": ["n2"], "#, "", ""),
        (r#""loose": ["n9"], "#, "", ""),
        (r#""seed": -1, "#, "", ""),
        (r#""version": 2, "#, "", ""),
        (r#""notes": [{"x": "a"}], "#, "", ""),
        (r#""spare": 1, "spare": 2, "#, "", ""),
        (
            r#""variables": [{"name": "v", "type": "int", "initial": "a"}], "#,
            "",
            "",
        ),
        (
            r#""merge_conflicts": [{"kind": "Both", "field": "name"}], "#,
            "",
            "",
        ),
        (r#""libraries": ["a.tasks.json"], "#, "", ""),
        (r#""trees": [{"name": "t", "root": "n2"}], "#, "", ""),
    ];
    for (rest, top, child) in others {
        takes_short_way(&written(rest, top, child), false);
    }
}

#[test]
fn a_document_with_other_connections_takes_the_long_way() {
    for (from, to) in [
        (r#""root": "n1""#, r#""root": "n2""#),
        (r#""root": "n1""#, r#""root": null"#),
        (r#""root": "n1", "#, ""),
        (r#"["n2", "n3"]"#, r#"["n3", "n2"]"#),
        (r#"["n2", "n3"]"#, r#"["n2", "n2"]"#),
        (r#"["n2", "n3"]"#, r#"["n2", "n3", "n4"]"#),
        (r#""id": "n3""#, r#""id": "n2""#),
        (r#""id": "n3""#, r#""id": """#),
        (r#""treewright""#, r#""treewrong""#),
        ("]}", "]} x"),
    ] {
        takes_short_way(&written("", "", "").replacen(from, to, 1), false);
    }
}

#[test]
fn a_damaged_compact_file_is_refused_or_loads_as_its_document() {
    let mut document = random::document(7, 30);
    document.libraries.clear();
    let file = compact::write(&document).unwrap();
    let tasks = random::own_tasks();
    for at in 0..file.len() {
        assert!(Program::load(&file[..at], &tasks).is_err());
        for bit in 0..8 {
            let mut damaged = file.clone();
            damaged[at] ^= 1 << bit;
            let loaded = Loaded::from_bytes(&damaged, &tasks);
            let document = compact::read(&damaged);
            if let (Some(program), Ok(document)) = (&loaded.program, &document) {
                let tree = Loaded::of(&Files::of_document(document.clone()), &tasks);
                let other = tree.program.unwrap();
                assert_eq!(program.fingerprint(), other.fingerprint(), "{at} {bit}");
                assert_eq!(loaded.problems.len(), tree.problems.len(), "{at} {bit}");
            }
            assert!(loaded.program.is_none() || document.is_ok(), "{at} {bit}");
        }
    }
}

#[test]
fn makers_are_called_once_for_each_kind_of_node_and_may_refuse_its_arguments() {
    let made = Arc::new(AtomicUsize::new(0));
    let mut tasks = GameTasks::<()>::new();
    let count = Arc::clone(&made);
    tasks.action("Play", move |arguments| {
        count.fetch_add(1, Ordering::Relaxed);
        if let Operand::Literal(4) = arguments.int("clip") {
            arguments.refuse("clip", "there is no such clip");
        }
        TaskHooks::new(|_| Status::Success)
    });
    let play = |clip: i64| task("Play").with("clip", clip);
    let good = Tree::new("Two", sequence([play(3), play(3), play(5), play(3)]));
    let files = |tree: &Tree| {
        let json = native::write(tree.document()).unwrap().into_bytes();
        [compact::write(tree.document()).unwrap(), json]
    };
    assert!(good.compile(&tasks).is_ok());
    assert_eq!(made.swap(0, Ordering::Relaxed), 3, "3 runs of equal nodes");
    for file in files(&good) {
        assert!(Program::load(&file, &tasks).is_ok());
        assert_eq!(made.swap(0, Ordering::Relaxed), 2);
    }
    let bad = Tree::new("Three", sequence([play(3), play(4), play(3)]));
    let error = "node n3: parameter `clip`: there is no such clip";
    let told = |error: LoadError| error.problems()[0].to_string();
    assert_eq!(told(bad.compile(&tasks).unwrap_err()), error);
    for file in files(&bad) {
        let told = told(Program::load(&file, &tasks).unwrap_err());
        assert!(told.ends_with(error), "{told}");
    }
    let misspelt = Tree::new("One", sequence([play(3), task("Play").with("clap", 3)]));
    assert!(misspelt.compile(&tasks).is_err());
}

#[test]
fn a_task_that_replaces_a_built_in_node_type_is_told() {
    let mut tasks = GameTasks::<()>::new();
    tasks.action_fn("Idle", |_| Status::Success);
    let short = r#"{"format": "treewright", "version": 1, "root": "n1", "nodes": [{"id": "n1", "task": "Idle"}]}"#;
    let long = short.replace("Idle\"}", "Idle\", \"disabled\": false}");
    for file in [short, &long] {
        let loaded = Loaded::from_bytes(file.as_bytes(), &tasks);
        let notes: Vec<_> = loaded.notes.iter().map(ToString::to_string).collect();
        let expected = "the game's task `Idle` replaces the built-in node type of that name";
        assert_eq!(notes, [expected], "{file}");
    }
}
