//! The law of Selectors that become pairs: in random trees and scripted runs, with aborts above and below them, every
//! node behaves the same.

use treewright_core::ids::NodeId;
use treewright_core::model::{Document, DocumentBuilder, Node};
use treewright_core::nodes::testing::random::{document, played, script};
use treewright_core::runtime::Status;
use treewright_core::trace::TraceEvent;

use crate::testing::frames;

/// The prefix of the ids of nodes that only make pairs.
const PAIR: &str = "pair ";

/// Returns a copy of the tree, with Selectors of more than two children as pairs if requested, and the number of pairs.
fn copy(document: &Document, as_pairs: bool) -> (Document, usize) {
    let mut builder = DocumentBuilder::new("");
    let mut count = 0;
    builder.settings(|settings| {
        settings.variables.clone_from(&document.variables);
        settings.restart_when_complete = document.restart_when_complete;
    });
    let is_large = |node: &Node| &*node.task == "Selector" && node.children().len() > 2;
    let root = document.node(document.root().unwrap()).unwrap();
    builder.root(root.clone()).unwrap();
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
            let child = document.node(child).unwrap();
            builder.child(&parent, child.clone()).unwrap();
        }
    }
    (builder.finish(), count)
}

/// Returns the events of each frame of a scripted run, except those of the nodes that make pairs.
fn frame_events(document: &Document, seed: u64) -> Option<Vec<(Status, Vec<String>)>> {
    let program = played(document)?;
    let of_pair = |id: &NodeId| id.as_str().starts_with(PAIR);
    let event_text = |event: &TraceEvent| {
        let id = |node: &_| program.id(*node);
        let (node, text) = match event {
            TraceEvent::Start(node) => (Some(node), "start".to_owned()),
            TraceEvent::Update(node, status) => (Some(node), format!("update {status}")),
            TraceEvent::End(node, status) => (Some(node), format!("end {status:?}")),
            TraceEvent::Check(node, status) => (Some(node), format!("check {status}")),
            // The scope is omitted: in the tree with pairs, it may be one of the pairs.
            TraceEvent::Abort { conditional, .. } => (None, format!("abort {}", id(conditional))),
            other => (None, format!("{:?}", std::mem::discriminant(other))),
        };
        let node = node.map(id);
        (!node.is_some_and(of_pair)).then(|| format!("{text} {node:?}"))
    };
    frames(
        &program,
        seed,
        script(seed, 25, 70, document),
        |_, first| {
            (
                first.status,
                first.events.iter().filter_map(event_text).collect(),
            )
        },
    )
}

#[test]
fn a_tree_in_pairs_behaves_the_same() {
    let mut compared = 0;
    for seed in 0..300 {
        let drawn = document(seed, 10 + seed as usize % 50);
        let (flat, count) = copy(&drawn, false);
        compared += usize::from(count > 0);
        if count > 0 {
            let (pairs, _) = copy(&drawn, true);
            assert_eq!(
                frame_events(&flat, seed),
                frame_events(&pairs, seed),
                "seed {seed}"
            );
        }
    }
    let enough = compared > 40;
    assert!(enough, "only {compared} trees had such a Selector");
}
