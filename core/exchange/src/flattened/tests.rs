//! The law: a document as one tree does what it did, but for the comings and goings of the nodes that run others.

use std::sync::Arc;

use treewright_core::compile::Compiled;
use treewright_core::diagnostic::Problem;
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::model::{
    Document, DocumentBuilder, NamedTree, Node, Override, ParameterValue, SUBTREE, Scope, Variable,
};
use treewright_core::nodes::testing::random::{
    Dice, document_with_trees, partly_disabled, played_project, script,
};
use treewright_core::project::{DocumentSet, Project};
use treewright_core::runtime::{AgentId, Status};
use treewright_core::value::ValueType;
use treewright_insight::recording::Recording;
use treewright_insight::recording::testing::scripted;

use super::flattened;

/// What happens in each frame of a run of a script, with nodes called as `called` says; nothing of nodes that it does not name.
fn story(
    compiled: &Compiled<()>,
    seed: u64,
    script_of: &Document,
    called: &dyn Fn(&NodeId) -> Option<NodeId>,
) -> Option<Vec<(Status, Vec<String>)>> {
    let program = compiled.program.clone()?;
    let mut recording = Recording::new(program.clone(), seed);
    let agent = AgentId(0);
    let told = |event: &dyn std::fmt::Debug| {
        let text = format!("{event:?}");
        let mut parts = text.split("NodeIndex(");
        let mut told = parts.next().unwrap().to_owned();
        for part in parts {
            let (number, rest) = part.split_once(')').unwrap();
            let index = program.indices().nth(number.parse().unwrap()).unwrap();
            told.push_str(called(program.id(index))?.as_str());
            told.push_str(rest);
        }
        Some(told)
    };
    let mut frames = Vec::new();
    for frame in script(seed, 20, 60, script_of) {
        for happening in frame.happenings {
            if let Some(done) = scripted(&happening, agent, &program) {
                let _ = recording.happens(done);
            }
        }
        let record = recording.step(frame.dt).clone();
        let first = record.of(agent).unwrap();
        let mut events: Vec<String> = first
            .events
            .iter()
            .filter_map(|event| told(event))
            .collect();
        for stack in recording.stacks(agent) {
            let stack: Vec<String> = stack.iter().filter_map(|node| told(node)).collect();
            events.push(stack.join(" "));
        }
        frames.push((first.status, events));
    }
    Some(frames)
}

/// Compares a project with its document as one tree; gives that, if there is something to run.
fn compare(project: &Project<'_>, seed: u64) -> Option<Document> {
    let original = played_project(project);
    let flat = flattened(project, &NodeLibrary::builtin()).unwrap();
    let flat_project = Project::alone(&flat);
    let changed = played_project(&flat_project);
    assert_eq!(original.program.is_some(), changed.program.is_some());
    let document_of = |path: Option<&str>| match path {
        None => project.document,
        Some(path) => project.get(path).unwrap().unwrap(),
    };
    let in_original = |id: &NodeId| {
        let origin = original.origins.origin(id);
        let node = document_of(origin.path).node(origin.node).unwrap();
        (&*node.task != SUBTREE).then(|| id.clone())
    };
    let in_flat = |id: &NodeId| {
        let node = changed.origins.origin(id).node;
        assert_eq!(
            id, node,
            "a node put in its place is called so in the program"
        );
        (&*flat.node(node).unwrap().task != SUBTREE).then(|| node.clone())
    };
    let before = story(&original, seed, project.document, &in_original)?;
    let after = story(&changed, seed, project.document, &in_flat)?;
    for (frame, (before, after)) in before.iter().zip(&after).enumerate() {
        assert_eq!(before, after, "seed {seed}, frame {}", frame + 1);
    }
    let text = treewright_core::format::native::write(&flat).unwrap();
    assert_eq!(
        treewright_core::format::native::read(text.as_bytes())
            .unwrap()
            .document,
        flat
    );
    Some(flat)
}

#[test]
fn trees_of_the_same_document_are_put_in_their_places() {
    let (mut gone, mut left) = (0, 0);
    for seed in 0..600 {
        let drawn = document_with_trees(seed, 5 + seed as usize % 40, &[SUBTREE]);
        let document = if seed % 3 == 0 {
            partly_disabled(&drawn, seed)
        } else {
            drawn
        };
        let document = prepared(&document, &mut Dice::new(seed), 0);
        let uses = |document: &Document| document.nodes().filter(|n| &*n.task == SUBTREE).count();
        if let Some(flat) = compare(&Project::alone(&document), seed) {
            left += uses(&flat);
            gone += usize::from(uses(&document) > 0 && uses(&flat) == 0);
        }
    }
    assert!(left > 50 && gone > 10, "{left} {gone}");
}

#[test]
fn trees_of_other_files_are_put_in_their_places() {
    let mut compared = 0;
    for seed in 0..600 {
        let lib = document_with_trees(seed, 10, &[SUBTREE]);
        let lib = prepared(&lib, &mut Dice::new(seed), 0);
        let drawn = document_with_trees(seed + 10_000, 5 + seed as usize % 30, &[SUBTREE]);
        let mut dice = Dice::new(seed);
        let main = prepared(&drawn, &mut dice, 60);
        let mut others = DocumentSet::new();
        others.insert("lib/trees.bt.json", Arc::new(lib));
        compared +=
            usize::from(compare(&Project::new(&main, "main.bt.json", &others), seed).is_some());
    }
    assert!(compared > 400);
}

/// The same document, of which so many Subtree nodes in a hundred run the tree of the same name of another file. None of them is played.
fn prepared(document: &Document, dice: &mut Dice, percent: usize) -> Document {
    let mut builder = DocumentBuilder::new("main");
    builder.settings(|new| {
        new.variables.clone_from(&document.variables);
        new.trees.clone_from(&document.trees);
        new.restart_when_complete = document.restart_when_complete;
    });
    for node in document.pre_order() {
        let mut copy = node.clone();
        if &*node.task == SUBTREE {
            copy.stand_in = None;
            if dice.percent(percent) {
                let file = ParameterValue::literal("lib/trees.bt.json");
                copy.parameters.insert("file".into(), file);
            }
        }
        let added = match node.parent() {
            Some(parent) => builder.child(parent, copy),
            None if document.root() == Some(node.id()) => builder.root(copy),
            None => builder.loose(copy),
        };
        added.unwrap();
    }
    builder.finish()
}

fn uses(id: &str, tree: &str) -> Node {
    Node::new(id, SUBTREE).with_parameter("tree", ParameterValue::literal(tree))
}

#[test]
fn parameters_bindings_and_overrides_are_applied_and_variables_renamed() {
    let mut lib = DocumentBuilder::new("lib");
    let root = lib.root(Node::new("n1", "Sequence")).unwrap();
    let expression = Node::new("n2", "Expression")
        .with_parameter("expression", ParameterValue::literal("x > y && p > 0"));
    lib.child(&root, expression).unwrap();
    let wait = Node::new("n3", "Wait").with_parameter("seconds", ParameterValue::variable("y"));
    lib.child(&root, wait).unwrap();
    for name in ["x", "y", "p"] {
        lib.variable(Variable::new(name, ValueType::Float));
    }
    lib.settings(|document| document.libraries.push("tasks/own.tasks.json".into()));
    let mut main = DocumentBuilder::new("main");
    let root = main.root(Node::new("n1", "Sequence")).unwrap();
    let mut uses = Node::new("n2", SUBTREE)
        .with_parameter("file", ParameterValue::literal("../lib/lib.bt.json"))
        .with_parameter("x", ParameterValue::variable("y"))
        .with_parameter("y", ParameterValue::variable("x"));
    uses.overrides.push(Override {
        path: "n3".into(),
        parameter: "seconds".into(),
        value: ParameterValue::literal(2.5),
    });
    main.child(&root, uses).unwrap();
    for name in ["x", "y"] {
        main.variable(Variable::new(name, ValueType::Float));
    }
    let main = main.finish();
    let mut others = DocumentSet::new();
    others.insert("lib/lib.bt.json", Arc::new(lib.finish()));
    let project = Project::new(&main, "ai/main.bt.json", &others);
    let flat = flattened(&project, &NodeLibrary::builtin()).unwrap();
    let ids: Vec<&str> = flat.pre_order().map(|node| node.id().as_str()).collect();
    assert_eq!(ids, ["n1", "n2/n1", "n2/n2", "n2/n3"]);
    let inside = flat.node(&"n2/n2".into()).unwrap();
    assert_eq!(inside.text_parameter("expression"), "y > x && `n2/p` > 0");
    let wait = flat.node(&"n2/n3".into()).unwrap();
    assert_eq!(
        wait.parameters.get("seconds"),
        Some(&ParameterValue::literal(2.5))
    );
    let names: Vec<&str> = flat.variables.iter().map(|v| &*v.name).collect();
    assert_eq!(names, ["x", "y", "n2/p"]);
    assert_eq!(flat.libraries, ["../lib/tasks/own.tasks.json"]);
}

#[test]
fn what_cannot_be_put_in_its_place_is_told_at_its_node() {
    let mut builder = DocumentBuilder::new("main");
    let root = builder.root(Node::new("n1", "Sequence")).unwrap();
    builder.child(&root, uses("n2", "none")).unwrap();
    let errors =
        flattened(&Project::alone(&builder.finish()), &NodeLibrary::builtin()).unwrap_err();
    assert_eq!(errors.len(), 1);
    assert!(matches!(errors[0].problem, Problem::Subtree(_)));
    assert_eq!(errors[0].location.node(), Some(&"n2".into()));

    let mut lib = DocumentBuilder::new("lib");
    lib.root(Node::new("n1", "Log")).unwrap();
    let mut global = Variable::new("v", ValueType::Int);
    global.scope = Scope::Global;
    lib.variable(global);
    let mut main = DocumentBuilder::new("main");
    let file =
        Node::new("n2", SUBTREE).with_parameter("file", ParameterValue::literal("lib.bt.json"));
    main.root(file).unwrap();
    main.variable(Variable::new("v", ValueType::Int));
    let main = main.finish();
    let mut others = DocumentSet::new();
    others.insert("lib.bt.json", Arc::new(lib.finish()));
    let project = Project::new(&main, "main.bt.json", &others);
    let errors = flattened(&project, &NodeLibrary::builtin()).unwrap_err();
    assert_eq!(errors[0].problem.code(), "flattened_global");
}

#[test]
fn a_node_of_a_use_that_stays_is_called_the_same_in_a_trace() {
    let mut builder = DocumentBuilder::new("main");
    let root = builder.root(Node::new("n1", "Sequence")).unwrap();
    builder.child(&root, uses("n3", "rest")).unwrap();
    let rest = builder.loose(Node::new("n5", "Sequence")).unwrap();
    let wait = Node::new("n7", "Wait").with_parameter("seconds", ParameterValue::variable("x"));
    builder.child(&rest, wait).unwrap();
    let mut anew = Variable::new("x", ValueType::Float);
    anew.scope = Scope::Subtree;
    builder.variable(anew);
    builder.settings(|document| document.trees = vec![NamedTree::new("rest", rest)]);
    let document = builder.finish();
    let project = Project::alone(&document);
    let flat = flattened(&project, &NodeLibrary::builtin()).unwrap();
    let ids = |document: &Document| -> Vec<String> {
        let program = played_project(&Project::alone(document)).program.unwrap();
        program
            .indices()
            .map(|node| program.id(node).to_string())
            .collect()
    };
    assert_eq!(ids(&flat), ids(&document));
    assert_eq!(ids(&flat), ["n1", "n3", "n3/n5", "n3/n7"]);
}

#[test]
fn trees_that_are_started_by_name_stay_and_others_go() {
    let mut builder = DocumentBuilder::new("main");
    let root = builder.root(Node::new("n1", "Sequence")).unwrap();
    let run = Node::new("n2", "RunTree").with_parameter("tree", ParameterValue::literal("alarm"));
    builder.child(&root, run).unwrap();
    builder.child(&root, uses("n3", "rest")).unwrap();
    let alarm = builder.loose(uses("n4", "rest")).unwrap();
    let rest = builder.loose(Node::new("n5", "Wait")).unwrap();
    builder.loose(Node::new("n6", "Log")).unwrap();
    builder.settings(|document| {
        document.trees = vec![NamedTree::new("alarm", alarm), NamedTree::new("rest", rest)];
    });
    let flat = flattened(&Project::alone(&builder.finish()), &NodeLibrary::builtin()).unwrap();
    let ids: Vec<&str> = flat.pre_order().map(|node| node.id().as_str()).collect();
    assert_eq!(ids, ["n1", "n2", "n3/n5", "n4/n5"]);
    assert_eq!(flat.trees, [NamedTree::new("alarm", "n4/n5")]);
}
