//! The law behind Selectors that become pairs: over random trees and scripts, with aborts above and below them, every node does the same.

use treewright_core::ids::NodeId;
use treewright_core::model::{Document, DocumentBuilder, Node};
use treewright_core::nodes::testing::random::{document, played, script};
use treewright_core::runtime::{AgentId, Status};
use treewright_core::trace::TraceEvent;
use treewright_insight::recording::Recording;
use treewright_insight::recording::testing::scripted;

/// How the ids of the nodes begin that are there for pairs only.
const PAIR: &str = "pair ";

/// The same tree, with Selectors of more than two children as pairs if asked; and how many they are.
fn copy(document: &Document, as_pairs: bool) -> (Document, usize) {
    let mut builder = DocumentBuilder::new("");
    let mut count = 0;
    builder.settings(|settings| {
        settings.variables.clone_from(&document.variables);
        settings.restart_when_complete = document.restart_when_complete;
    });
    let is_large = |node: &Node| &*node.task == "Selector" && node.children().len() > 2;
    let plain = Node::clone;
    let root = document.node(document.root().unwrap()).unwrap();
    builder.root(plain(root)).unwrap();
    for node in document.pre_order() {
        let children = node.children();
        count += usize::from(is_large(node));
        let mut parent = node.id().clone();
        for (at, child) in children.iter().enumerate() {
            if as_pairs && is_large(node) && at > 0 && at + 1 < children.len() {
                let mut pair = Node::new(format!("{PAIR}{} {at}", node.id()), "Selector");
                pair.abort = node.abort;
                parent = builder.child(&parent, pair).unwrap();
            }
            let child = plain(document.node(child).unwrap());
            builder.child(&parent, child).unwrap();
        }
    }
    (builder.finish(), count)
}

/// What happens in each frame of a run of a script, but to the nodes that make pairs.
fn story(document: &Document, seed: u64) -> Option<Vec<(Status, Vec<String>)>> {
    let program = played(document)?;
    let mut recording = Recording::new(program.clone(), seed);
    let agent = AgentId(0);
    let of_pair = |id: &NodeId| id.as_str().starts_with(PAIR);
    let told = |event: &TraceEvent| {
        let id = |node: &_| program.id(*node);
        let (nodes, text) = match event {
            TraceEvent::Start(node) => (vec![id(node)], format!("start {}", id(node))),
            TraceEvent::Update(node, status) => {
                (vec![id(node)], format!("update {} {status}", id(node)))
            }
            TraceEvent::End(node, status) => {
                (vec![id(node)], format!("end {} {status:?}", id(node)))
            }
            TraceEvent::Check(node, status) => {
                (vec![id(node)], format!("check {} {status}", id(node)))
            }
            // Of the scope, its pairs are the same.
            TraceEvent::Abort { conditional, .. } => (vec![], format!("abort {}", id(conditional))),
            other => (vec![], format!("{:?}", std::mem::discriminant(other))),
        };
        (!nodes.into_iter().any(of_pair)).then_some(text)
    };
    let mut frames = Vec::new();
    for frame in script(seed, 25, 70, document) {
        for happening in frame.happenings {
            if let Some(done) = scripted(&happening, agent, &program) {
                let _ = recording.happens(done);
            }
        }
        let record = recording.step(frame.dt);
        let first = record.of(agent).unwrap();
        let events = first.events.iter().filter_map(told).collect();
        frames.push((first.status, events));
    }
    Some(frames)
}

#[test]
fn a_tree_in_pairs_does_the_same() {
    let mut compared = 0;
    for seed in 0..1500 {
        let drawn = document(seed, 10 + seed as usize % 50);
        let (flat, count) = copy(&drawn, false);
        compared += usize::from(count > 0);
        if count > 0 {
            let (pairs, _) = copy(&drawn, true);
            assert_eq!(story(&flat, seed), story(&pairs, seed), "seed {seed}");
        }
    }
    assert!(compared > 200, "only {compared} trees had such a Selector");
}
