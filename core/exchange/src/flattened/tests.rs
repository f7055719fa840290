//! The law: a document as one tree behaves like the original, except for the Subtree nodes themselves.

use std::sync::Arc;

use treewright_core::compile::Compiled;
use treewright_core::diagnostic::{Diagnostic, Problem};
use treewright_core::format::native;
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::model::testing::picture;
use treewright_core::model::{Document, DocumentBuilder, NamedTree, ParameterValue, SUBTREE};
use treewright_core::nodes::testing::random::{
    Dice, document_with_trees, partly_disabled, played_project, script,
};
use treewright_core::project::{DocumentSet, Project};
use treewright_core::runtime::Status;

use super::flattened;
use crate::testing::{draw, frames, node_text};

/// Returns the events of each frame of a scripted run, with nodes renamed by `called`; nodes that it does not name are
/// skipped.
fn frame_events(
    compiled: &Compiled<()>,
    seed: u64,
    script_of: &Document,
    called: &dyn Fn(&NodeId) -> Option<NodeId>,
) -> Option<Vec<(Status, Vec<String>)>> {
    let program = compiled.program.clone()?;
    let event_text = |event: &dyn std::fmt::Debug| {
        let text = format!("{event:?}");
        let mut parts = text.split("NodeIndex(");
        let mut text = parts.next().unwrap().to_owned();
        for part in parts {
            let (number, rest) = part.split_once(')').unwrap();
            let index = program.indices().nth(number.parse().unwrap()).unwrap();
            text.push_str(called(program.id(index))?.as_str());
            text.push_str(rest);
        }
        Some(text)
    };
    let script = script(seed, 20, 60, script_of);
    frames(&program, seed, script, |recording, first| {
        let events = first.events.iter().filter_map(|event| event_text(event));
        let mut events: Vec<String> = events.collect();
        for stack in recording.stacks(first.agent) {
            let stack: Vec<String> = stack.iter().filter_map(|node| event_text(node)).collect();
            events.push(stack.join(" "));
        }
        (first.status, events)
    })
}

/// Compares a project with its flattened document; returns the latter if there is something to run.
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
    let before = frame_events(&original, seed, project.document, &in_original)?;
    let after = frame_events(&changed, seed, project.document, &in_flat)?;
    for (frame, (before, after)) in before.iter().zip(&after).enumerate() {
        assert_eq!(before, after, "seed {seed}, frame {}", frame + 1);
    }
    let text = native::write(&flat).unwrap();
    assert_eq!(native::read(text.as_bytes()).unwrap().document, flat);
    Some(flat)
}

#[test]
fn trees_of_the_same_document_replace_subtree_nodes() {
    let (mut gone, mut left) = (0, 0);
    for seed in 0..120 {
        let drawn = document_with_trees(seed, 5 + seed as usize % 40, &[SUBTREE]);
        let document = if seed % 3 == 0 {
            partly_disabled(&drawn, seed)
        } else {
            drawn
        };
        let document = prepared(&document, &mut Dice::new(seed), 0);
        let uses =
            |document: &Document| document.nodes().filter(|n| &*n.task == SUBTREE).count() as u64;
        if let Some(flat) = compare(&Project::alone(&document), seed) {
            left += uses(&flat);
            gone += u64::from(uses(&document) > 0 && uses(&flat) == 0);
        }
    }
    assert!(left > 10 && gone > 2, "{left} {gone}");
}

#[test]
fn trees_of_other_files_replace_subtree_nodes() {
    let mut compared = 0;
    for seed in 0..120 {
        let lib = document_with_trees(seed, 10, &[SUBTREE]);
        let lib = prepared(&lib, &mut Dice::new(seed), 0);
        let drawn = document_with_trees(seed + 10_000, 5 + seed as usize % 30, &[SUBTREE]);
        let mut dice = Dice::new(seed);
        let main = prepared(&drawn, &mut dice, 60);
        let mut others = DocumentSet::new();
        others.insert("lib/trees.bt.json", Arc::new(lib));
        let project = Project::new(&main, "main.bt.json", &others);
        compared += u64::from(compare(&project, seed).is_some());
    }
    assert!(compared > 80);
}

/// Returns the document with `percent` of its Subtree nodes changed to run the tree of the same name in another file.
/// None of them has a stand-in.
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

/// Flattens these documents, the first of which is the main one; reasons for failure are codes.
fn flat(documents: &[(&str, &Document)]) -> Result<Document, Vec<Diagnostic>> {
    let mut others = DocumentSet::new();
    for (path, other) in &documents[1..] {
        others.insert(*path, Arc::new((*other).clone()));
    }
    let project = Project::new(documents[0].1, documents[0].0, &others);
    flattened(&project, &NodeLibrary::builtin())
}

#[test]
fn parameters_bindings_and_overrides_are_applied_and_variables_renamed() {
    let mut lib = draw(
        "x:float y:float p:float; n1:Sequence[n2:Expression(expression=x > y && p > 0) n3:Wait(seconds={y})]",
    );
    lib.libraries.push("tasks/own.tasks.json".into());
    let main = draw(
        "x:float y:float; n1:Sequence[n2:Subtree(file=../lib/lib.bt.json,x={y},y={x},n3/seconds=2.5)]",
    );
    let flat = flat(&[("ai/main.bt.json", &main), ("lib/lib.bt.json", &lib)]).unwrap();
    assert_eq!(picture(&flat), "n1[n2/n1[n2/n2 n2/n3]]");
    let expression = "Expression(expression=y > x && `n2/p` > 0)";
    assert_eq!(node_text(&flat, "n2/n2"), expression);
    assert_eq!(node_text(&flat, "n2/n3"), "Wait(seconds=2.5)");
    let names: Vec<&str> = flat.variables.iter().map(|v| &*v.name).collect();
    assert_eq!(names, ["x", "y", "n2/p"]);
    assert_eq!(flat.libraries, ["../lib/tasks/own.tasks.json"]);
}

#[test]
fn subtree_nodes_that_cannot_be_replaced_have_a_note() {
    let main = draw("n1:Sequence[n2:Subtree(tree=none)]");
    let errors = flat(&[("", &main)]).unwrap_err();
    assert_eq!(errors.len(), 1);
    assert!(matches!(errors[0].problem, Problem::Subtree(_)));
    assert_eq!(errors[0].location.node(), Some(&"n2".into()));

    let main = draw("v:int; n2:Subtree(file=lib.bt.json)");
    let lib = draw("v:int@global; n1:Log");
    let errors = flat(&[("main.bt.json", &main), ("lib.bt.json", &lib)]).unwrap_err();
    assert_eq!(errors[0].problem.code(), "flattened_global");
}

#[test]
fn a_node_of_a_subtree_that_stays_has_the_same_id_in_a_trace() {
    let document = draw(
        "x:float@subtree; n1:Sequence[n3:Subtree(tree=rest)] | rest=n5:Sequence[n7:Wait(seconds={x})]",
    );
    let flat = flat(&[("", &document)]).unwrap();
    let ids = |document: &Document| -> Vec<String> {
        let program = played_project(&Project::alone(document)).program.unwrap();
        let nodes = program.indices();
        nodes.map(|node| program.id(node).to_string()).collect()
    };
    assert_eq!(ids(&flat), ids(&document));
    assert_eq!(ids(&flat), ["n1", "n3", "n3/n5", "n3/n7"]);
}

#[test]
fn trees_that_are_started_by_name_stay_and_others_are_removed() {
    let document = draw(
        "n1:Sequence[n2:RunTree(tree=alarm) n3:Subtree(tree=rest)] | alarm=n4:Subtree(tree=rest) | rest=n5:Wait | n6:Log",
    );
    let flat = flat(&[("", &document)]).unwrap();
    assert_eq!(picture(&flat), "n1[n2 n3/n5] | n4/n5");
    assert_eq!(flat.trees, [NamedTree::new("alarm", "n4/n5")]);
}
